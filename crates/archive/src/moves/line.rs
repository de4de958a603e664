//! A line of moves, coded one at a time.

use super::board::{BISHOP, Board, KNIGHT, NOTHING, PAWN, QUEEN, ROOK};
use super::book::{self, PLIES};
use super::candidate::{Candidate, Kind};
use super::features::{PLAIN, RICH, SHAPES, Taker, View};
use super::frequencies::from_scores;
use super::generate::{Candidates, MOST, boxed};
use super::groups::FeatureSet;
use super::history::History;
use super::model::{MoveModel, Sum};
use super::sight::Sight;
use crate::coder::{Decoder, Encoder};
use scoresheet_core::rules::{self, Color, Move, Position, Role, Square};

/// The ply at which a line starts that does not start with all 32 pieces.
const LATE: u32 = 40;

/// A position, and what the model needs to know of the moves before.
///
/// A clone is small, so a line can be saved where a variation starts.
#[derive(Debug)]
pub struct MoveLine {
    board: Board,
    history: History,
    /// 56 if Black is to move: what turns a square of the board to one of the game.
    turn: u8,
    /// Space for the moves of one position. A clone gets its own when it needs it.
    space: Option<Box<Space>>,
}

#[derive(Debug)]
struct Space {
    candidates: Candidates,
    scores: Box<[i32; MOST]>,
}

impl Clone for MoveLine {
    fn clone(&self) -> MoveLine {
        MoveLine { board: self.board.clone(), history: self.history, turn: self.turn, space: None }
    }
}

impl MoveLine {
    /// A line from this position. `None` if its moves cannot be coded: a side does not have exactly one king, the side that
    /// is not to move is in check, or other moves are legal than in chess.
    pub fn new(start: &Position) -> Option<MoveLine> {
        if start.rules().has_drops() || !start.has_two_kings() || start.king_attacked(start.turn().other()) {
            return None;
        }
        let is_full = start.occupied().count_ones() == 32;
        Some(MoveLine {
            board: Board::new(start),
            history: History::new(if is_full { 0 } else { LATE }),
            turn: if start.turn() == Color::White { 0 } else { 56 },
            space: None,
        })
    }

    /// Writes a move and plays it. Returns `false`, and writes and plays nothing, if the move is not legal.
    pub fn encode(&mut self, model: &MoveModel, mv: Move, encoder: &mut Encoder) -> bool {
        let mut space = self.take_space();
        let found = self.encode_in(&mut space, model, mv, encoder);
        self.space = Some(space);
        found
    }

    fn encode_in(&mut self, space: &mut Space, model: &MoveModel, mv: Move, encoder: &mut Encoder) -> bool {
        let total = self.score(space, model);
        let moves = space.candidates.moves();
        let wanted = self.key(mv);
        let Some(index) = moves.iter().position(|candidate| Some(self.key_of(*candidate)) == wanted) else {
            return false;
        };
        if moves.len() > 1 {
            let before = space.scores[..index].iter().sum::<i32>() as u32;
            encoder.symbol(before, space.scores[index] as u32, total);
        }
        self.play(moves[index]);
        true
    }

    /// Reads a move and plays it. `None` if there is no legal move.
    pub fn decode(&mut self, model: &MoveModel, decoder: &mut Decoder<'_>) -> Option<Move> {
        let mut space = self.take_space();
        let mv = self.decode_in(&mut space, model, decoder);
        self.space = Some(space);
        mv
    }

    fn decode_in(&mut self, space: &mut Space, model: &MoveModel, decoder: &mut Decoder<'_>) -> Option<Move> {
        let total = self.score(space, model);
        let moves = space.candidates.moves();
        let mut index = 0;
        if moves.len() > 1 {
            let (place, mut before) = (decoder.peek(total), 0);
            while index + 1 < moves.len() && before + space.scores[index % MOST] as u32 <= place {
                before += space.scores[index % MOST] as u32;
                index += 1;
            }
            decoder.take(before, space.scores[index % MOST] as u32);
        }
        let candidate = *moves.get(index)?;
        let mv = self.move_of(candidate);
        self.play(candidate);
        Some(mv)
    }

    /// Plays a move without coding it. A null move passes the turn.
    pub fn push(&mut self, mv: Move) {
        if mv.kind == rules::MoveKind::Null {
            self.board.passed = 0;
            self.board.turn();
            self.history.push(None);
            self.turn ^= 56;
            return;
        }
        self.play(self.candidate_of(mv));
    }

    /// Whether the side to move has a legal move.
    pub fn has_moves(&mut self) -> bool {
        let mut space = self.take_space();
        space.candidates.fill(&self.board, &Sight::theirs(&self.board));
        let count = space.candidates.count;
        self.space = Some(space);
        count > 0
    }

    /// Collects what training needs: for each legal move the indexes of its features, which are weights of a table. Returns
    /// the number of features of each move, and the index of the move that was played. `None` if that move is not legal.
    ///
    /// Moves have the same number of features; those that have fewer repeat the index of `padding`.
    pub fn features(&mut self, set: FeatureSet, mv: Move, padding: u32, into: &mut Vec<u32>) -> Option<(usize, usize)> {
        into.clear();
        let mut space = self.take_space();
        let theirs = Sight::theirs(&self.board);
        space.candidates.fill(&self.board, &theirs);
        let into = FeatureCollector { width: set.groups(), padding, features: into };
        match set {
            FeatureSet::Plain => self.collect::<PLAIN>(&space.candidates, &theirs, into),
            FeatureSet::Rich => self.collect::<RICH>(&space.candidates, &theirs, into),
            FeatureSet::Shapes => self.collect::<SHAPES>(&space.candidates, &theirs, into),
        }
        let wanted = self.key(mv);
        let found = space.candidates.moves().iter().position(|candidate| Some(self.key_of(*candidate)) == wanted);
        self.space = Some(space);
        Some((set.groups(), found?))
    }

    fn collect<const SET: u8>(&self, candidates: &Candidates, theirs: &Sight, mut into: FeatureCollector<'_>) {
        let view = View::new::<SET>((&self.board, theirs), &self.history, candidates);
        for (index, candidate) in candidates.moves().iter().enumerate() {
            view.features::<SET>(*candidate, &mut into);
            into.features.resize((index + 1) * into.width, into.padding);
        }
    }

    /// The legal moves in the order of the format, and their frequencies.
    pub fn frequencies(&mut self, model: &MoveModel) -> Vec<(Move, u32)> {
        let mut space = self.take_space();
        self.score(&mut space, model);
        let moves = space.candidates.moves().iter().zip(space.scores.iter());
        let all = moves.map(|(candidate, frequency)| (self.move_of(*candidate), *frequency as u32)).collect();
        self.space = Some(space);
        all
    }

    /// What a book needs: the key of the position, and the index of a legal move. `None` if the move is not legal, or the
    /// position is not looked up.
    pub fn place(&mut self, mv: Move) -> Option<(u32, usize)> {
        let mut space = self.take_space();
        space.candidates.fill(&self.board, &Sight::theirs(&self.board));
        let wanted = self.key(mv);
        let found = space.candidates.moves().iter().position(|candidate| Some(self.key_of(*candidate)) == wanted);
        self.space = Some(space);
        let index = found.filter(|_| self.history.ply < PLIES)?;
        Some((book::key(&self.board), index))
    }

    fn take_space(&mut self) -> Box<Space> {
        self.space.take().unwrap_or_else(|| Box::new(Space { candidates: Candidates::new(), scores: boxed() }))
    }

    /// Finds the legal moves and their frequencies; returns the total.
    fn score(&self, space: &mut Space, model: &MoveModel) -> u32 {
        match model.set {
            FeatureSet::Plain => self.score_as::<PLAIN>(space, model),
            FeatureSet::Rich => self.score_as::<RICH>(space, model),
            FeatureSet::Shapes => self.score_as::<SHAPES>(space, model),
        }
    }

    fn score_as<const SET: u8>(&self, space: &mut Space, model: &MoveModel) -> u32 {
        let theirs = Sight::theirs(&self.board);
        space.candidates.fill(&self.board, &theirs);
        let moves = space.candidates.moves();
        if moves.len() < 2 {
            space.scores[0] = 1;
            return 1;
        }
        let view = View::new::<SET>((&self.board, &theirs), &self.history, &space.candidates);
        let scores = &mut space.scores[..moves.len()];
        for (score, candidate) in scores.iter_mut().zip(moves) {
            let mut sum = Sum { weights: &model.weights, sum: 0 };
            view.features::<SET>(*candidate, &mut sum);
            *score = sum.sum;
        }
        let total = from_scores(scores);
        match &model.book {
            Some(book) if self.history.ply < PLIES => book.mix(&self.board, scores, total),
            _ => total,
        }
    }

    fn play(&mut self, candidate: Candidate) {
        self.board.play(candidate);
        self.history.push(Some(candidate));
        self.turn ^= 56;
    }

    /// What identifies a move among those of its position: origin, destination (the rook's when castling), promotion.
    fn key(&self, mv: Move) -> Option<(u8, u8, usize, bool)> {
        let promotion = match mv.promotion {
            None => NOTHING,
            Some(role) => role as usize - 1,
        };
        let castles = match mv.kind {
            rules::MoveKind::Castle => true,
            rules::MoveKind::Plain | rules::MoveKind::EnPassant => false,
            rules::MoveKind::Null | rules::MoveKind::Drop => return None,
        };
        Some((mv.from.number() ^ self.turn, mv.to.number() ^ self.turn, promotion, castles))
    }

    fn key_of(&self, candidate: Candidate) -> (u8, u8, usize, bool) {
        let promotion = if candidate.promotes() { candidate.placed() } else { NOTHING };
        let castles = matches!(candidate.kind(), Kind::Castle(_));
        (candidate.from().number(), self.target(candidate).number(), promotion, castles)
    }

    /// The destination as a move of the game has it: the rook's square when castling.
    fn target(&self, candidate: Candidate) -> Square {
        match candidate.kind() {
            Kind::Castle(kingside) => self.board.castling_rook(kingside).unwrap_or(candidate.to()),
            Kind::Plain | Kind::EnPassant => candidate.to(),
        }
    }

    fn move_of(&self, candidate: Candidate) -> Move {
        let turned = |square: Square| Square::masked(square.number() ^ self.turn);
        let kind = match candidate.kind() {
            Kind::Castle(_) => rules::MoveKind::Castle,
            Kind::EnPassant => rules::MoveKind::EnPassant,
            Kind::Plain => rules::MoveKind::Plain,
        };
        let promotion = match candidate.placed() {
            QUEEN => Role::Queen,
            ROOK => Role::Rook,
            BISHOP => Role::Bishop,
            KNIGHT => Role::Knight,
            _ => Role::Pawn,
        };
        let promotion = candidate.promotes().then_some(promotion);
        Move { from: turned(candidate.from()), to: turned(self.target(candidate)), promotion, kind }
    }

    /// The move on this line's board. Nothing is checked.
    fn candidate_of(&self, mv: Move) -> Candidate {
        let (from, to) = (Square::masked(mv.from.number() ^ self.turn), Square::masked(mv.to.number() ^ self.turn));
        let role = usize::from(self.board.on[from.index()]);
        let piece = Candidate::of(role, from);
        match mv.kind {
            rules::MoveKind::Castle => {
                let kingside = to > from;
                let king_to = rules::king_destination(from, to);
                piece.to_square(king_to, NOTHING as u8).castling(kingside)
            }
            rules::MoveKind::EnPassant => piece.to_square(to, PAWN as u8).en_passant(),
            rules::MoveKind::Plain | rules::MoveKind::Null | rules::MoveKind::Drop => {
                let plain = piece.to_square(to, self.board.on[to.index()]);
                mv.promotion.map_or(plain, |role| plain.promoted(role as usize - 1))
            }
        }
    }
}

/// Collects as many features of each move as a set has groups.
struct FeatureCollector<'a> {
    width: usize,
    padding: u32,
    features: &'a mut Vec<u32>,
}

impl Taker for FeatureCollector<'_> {
    fn take(&mut self, index: usize) {
        self.features.push(index as u32);
    }
}
