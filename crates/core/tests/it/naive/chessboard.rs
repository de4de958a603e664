//! A board with what a game by any rules remembers, and moves played on a copy of it.

use super::{board, pieces, step};
use scoresheet_core::rules::{
    Color, Hand, Move, MoveKind, Piece, Position, Role, Square, king_destination, rook_destination,
};

/// What all eight neighbours of a square are away from it.
pub(super) const AROUND: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A position, spread out.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Chessboard {
    /// The numbers of the rules, each a bit.
    numbers: u64,
    pub(super) pieces: [Option<Piece>; 64],
    promoted: [bool; 64],
    /// How many of each role, by its number, White and Black hold.
    hand: [[u32; 6]; 2],
    /// How many checks White and Black may still give.
    pub(super) checks: [u8; 2],
    pub(super) turn: Color,
    /// Where the rooks that may castle are.
    rights: Vec<Square>,
    pub(super) passed: Option<Square>,
    halfmove: u32,
    fullmove: u32,
}

impl std::fmt::Debug for Chessboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, rooks {:?}, passed {:?}, checks {:?}", self.fen(), self.rights, self.passed, self.checks)
    }
}

impl Chessboard {
    pub(crate) fn of(position: &Position) -> Chessboard {
        let squares = |set: u64| (0..64).map(Square::masked).filter(move |square| set & square.bit() != 0);
        let held = |color| {
            let count =
                |number| Role::from_number(number).map_or(0, |role| position.hand().count(Piece { color, role }));
            std::array::from_fn(|number| count(number as u8))
        };
        Chessboard {
            numbers: position.rules().numbers().map(|number| 1 << number).sum(),
            pieces: board(position),
            promoted: std::array::from_fn(|number| squares(position.promoted()).any(|square| square.index() == number)),
            hand: [held(Color::White), held(Color::Black)],
            checks: position.checks_remaining().unwrap_or_default(),
            turn: position.turn(),
            rights: squares(position.castling()).collect(),
            passed: position.passed(),
            halfmove: position.halfmove(),
            fullmove: position.fullmove(),
        }
    }

    /// Whether a rule is among those of the game, by its code: `1H`.
    pub(crate) fn has(&self, code: &str) -> bool {
        let number = u32::from_str_radix(code, 36).expect("a code is a number with 36 digits");
        self.numbers >> number & 1 == 1
    }

    pub(super) fn at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// The squares of a side's pieces of one role.
    pub(super) fn all(&self, color: Color, role: Role) -> Vec<Square> {
        pieces(&self.pieces, color).filter(|(_, piece)| piece.role == role).map(|(square, _)| square).collect()
    }

    /// How many pieces of a role a side holds.
    pub(super) fn held(&self, color: Color, role: Role) -> u32 {
        self.hand[color as usize].get(role as usize).copied().unwrap_or_default()
    }

    /// Whether a side has the right to castle with the rook on a square.
    pub(super) fn may_castle_with(&self, rook: Square, color: Color) -> bool {
        self.rights.contains(&rook) && self.at(rook).is_some_and(|piece| piece.color == color)
    }

    /// The square of the pawn that an en passant capture takes.
    fn victim(mv: Move) -> Square {
        if mv.kind == MoveKind::EnPassant { Square::at(mv.to.file(), mv.from.rank()) } else { mv.to }
    }

    pub(super) fn is_capture(&self, mv: Move) -> bool {
        matches!(mv.kind, MoveKind::Plain | MoveKind::EnPassant) && self.at(Chessboard::victim(mv)).is_some()
    }

    /// The board after a move.
    pub(crate) fn after(&self, mv: Move) -> Chessboard {
        let mut after = Chessboard { passed: None, halfmove: self.halfmove + 1, ..self.clone() };
        match mv.kind {
            MoveKind::Drop => after.drop(mv),
            MoveKind::Castle => after.castle(mv),
            MoveKind::Plain | MoveKind::EnPassant => after.go(mv),
            MoveKind::Null => {}
        }
        let kings = |board: &Chessboard, color| board.all(color, Role::King);
        let stays = |rook: &Square| {
            let owner = self.at(*rook).expect("only rooks have rights").color;
            let is_there = *rook != mv.from && *rook != mv.to && after.at(*rook) == self.at(*rook);
            let has_castled = mv.kind == MoveKind::Castle && owner == self.turn;
            is_there && !has_castled && kings(&after, owner) == kings(self, owner)
        };
        after.rights = self.rights.iter().copied().filter(stays).collect();
        after.turn = self.turn.other();
        after.fullmove += u32::from(self.turn == Color::Black);
        if after.has("11") && after.is_check(after.turn) {
            let left = &mut after.checks[self.turn as usize];
            *left = left.saturating_sub(1);
        }
        after
    }

    fn drop(&mut self, mv: Move) {
        let role = mv.promotion.expect("a drop has a role");
        let held = &mut self.hand[self.turn as usize][role as usize];
        *held = held.saturating_sub(1);
        self.pieces[mv.to.index()] = Some(Piece { color: self.turn, role });
        if role == Role::Pawn {
            self.halfmove = 0;
        }
    }

    fn castle(&mut self, mv: Move) {
        let (king, rook) = (self.pieces[mv.from.index()].take(), self.pieces[mv.to.index()].take());
        self.pieces[king_destination(mv.from, mv.to).index()] = king;
        self.pieces[rook_destination(mv.from, mv.to).index()] = rook;
    }

    /// Plays any other move.
    fn go(&mut self, mv: Move) {
        let captures = self.is_capture(mv);
        self.remove(Chessboard::victim(mv));
        let piece = self.pieces[mv.from.index()].take().expect("a piece moves");
        let was_promoted = std::mem::take(&mut self.promoted[mv.from.index()]);
        self.pieces[mv.to.index()] = Some(Piece { role: mv.promotion.unwrap_or(piece.role), ..piece });
        self.promoted[mv.to.index()] = self.has("16") && (was_promoted || mv.promotion.is_some());
        if piece.role == Role::Pawn || captures {
            self.halfmove = 0;
        }
        let is_double = piece.role == Role::Pawn && mv.from.rank().abs_diff(mv.to.rank()) == 2;
        let home = if piece.color == Color::White { 1 } else { 6 };
        if is_double && self.has("7") && (mv.from.rank() == home || self.has("1H")) {
            self.passed = Some(Square::at(mv.from.file(), mv.from.rank().midpoint(mv.to.rank())));
        }
        if captures && self.has("17") {
            self.remove(mv.to);
            for near in AROUND.into_iter().filter_map(|way| step(mv.to, way)) {
                if self.at(near).is_some_and(|piece| piece.role != Role::Pawn) {
                    self.remove(near);
                }
            }
        }
    }

    /// Removes the piece on a square, into the hand of the other side if that is the rule.
    fn remove(&mut self, square: Square) {
        let was_promoted = std::mem::take(&mut self.promoted[square.index()]);
        let Some(piece) = self.pieces[square.index()].take() else { return };
        let role = if was_promoted { Role::Pawn } else { piece.role };
        if self.has("16") && !self.has("1L") && role != Role::King {
            let held = &mut self.hand[piece.color.other() as usize][role as usize];
            *held = (*held + 1).min(Hand::MOST);
        }
    }

    /// The FEN, as `fen::write` has it.
    pub(crate) fn fen(&self) -> String {
        let ranks: Vec<String> = (0..8).rev().map(|rank| self.rank(rank)).collect();
        let mut hand = String::new();
        for color in [Color::White, Color::Black] {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
                let letter = char::from(Piece { color, role }.letter());
                hand.extend((0..self.held(color, role)).map(|_| letter));
            }
        }
        let hand = if self.has("16") { format!("[{hand}]") } else { String::new() };
        let turn = if self.turn == Color::White { 'w' } else { 'b' };
        let rights: String = [Color::White, Color::Black].map(|color| self.letters_of_rights(color)).concat();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let passed = self.passed.filter(|_| self.moves().iter().any(|mv| mv.kind == MoveKind::EnPassant));
        let passed = passed.map_or("-".into(), |square| square.to_string());
        let checks = if self.has("11") { format!(" {}+{}", self.checks[0], self.checks[1]) } else { String::new() };
        let board = ranks.join("/");
        format!("{board}{hand} {turn} {rights} {passed}{checks} {} {}", self.halfmove, self.fullmove)
    }

    fn rank(&self, rank: u8) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        for square in (0..8).map(|file| Square::at(file, rank)) {
            match self.at(square) {
                None => empty += 1,
                Some(piece) => {
                    text += &if empty > 0 { std::mem::take(&mut empty).to_string() } else { String::new() };
                    text.push(char::from(piece.letter()));
                    text += if self.promoted[square.index()] { "~" } else { "" };
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    }

    /// `K` and `Q`, or the files of rooks that are not the outermost ones.
    fn letters_of_rights(&self, color: Color) -> String {
        let Some(king) = self.all(color, Role::King).first().copied() else { return String::new() };
        let rooks = self.all(color, Role::Rook).into_iter().filter(|rook| rook.rank() == king.rank());
        let (right, left): (Vec<Square>, Vec<Square>) = rooks.partition(|rook| *rook > king);
        let letter = |rook: &Square, outermost: Option<&Square>, usual| {
            let letter = if outermost == Some(rook) { usual } else { char::from(b'A' + rook.file()) };
            if color == Color::White { letter } else { letter.to_ascii_lowercase() }
        };
        let mine = |rook: &&Square| self.rights.contains(rook);
        let of_king = right.iter().rev().filter(mine).map(|rook| letter(rook, right.last(), 'K'));
        of_king.chain(left.iter().filter(mine).map(|rook| letter(rook, left.first(), 'Q'))).collect()
    }
}
