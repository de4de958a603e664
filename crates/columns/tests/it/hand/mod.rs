//! Records made by hand, for the tests of columns and files.

use arrow_array::RecordBatch;
use scoresheet_columns::{Batcher, column};
use scoresheet_core::event::{Escapes, Tag};
use scoresheet_core::location::Base;
use scoresheet_core::position::fen;
use scoresheet_core::read::{Ending, Ply, Record};
use scoresheet_core::rules::{self, Move, Position, Rules};

/// A game without tags from the standard start. Moves are written `e2e4 g1f3 e7e8q`, castling as the king's two squares, a
/// null move as `--`.
pub(crate) fn game(moves: &str) -> Record<'static> {
    play(Position::start(), true, moves)
}

/// A game from this position.
pub(crate) fn game_from(text: &str, moves: &str) -> Record<'static> {
    play(fen::parse(text).unwrap(), false, moves)
}

/// A Chess960 game from this position.
pub(crate) fn game_960(text: &str, moves: &str) -> Record<'static> {
    play(fen::read(text.as_bytes(), Some(Rules::CHESS960)).unwrap().0, false, moves)
}

fn play(start: Position, standard_start: bool, moves: &str) -> Record<'static> {
    let mut record = Record::new();
    (record.start, record.standard_start, record.played, record.number) = (start.clone(), standard_start, true, 1);
    let mut position = start;
    for text in moves.split_whitespace() {
        let mv = find(&position, text);
        let undo = position.play_unchecked(mv);
        record.plies.push(Ply::played(&undo, &position));
    }
    record.ending = Ending::of(&position);
    record.end = position;
    record
}

fn find(position: &Position, text: &str) -> Move {
    if text == "--" {
        return position.null_move();
    }
    let spelled = |mv: &Move| {
        let promotion = mv.promotion.map_or(String::new(), |role| (role.letter() as char).to_lowercase().to_string());
        format!("{}{}{promotion}", mv.from, mv.destination())
    };
    let castles = |mv: &Move| mv.kind == rules::MoveKind::Castle;
    let mut fitting: Vec<Move> = position.legal_moves().into_iter().filter(|mv| spelled(mv) == text).collect();
    fitting.sort_by_key(|mv| !castles(mv));
    *fitting.first().unwrap_or_else(|| panic!("{text} is not legal in {position:?}"))
}

/// A tag as it is in PGN.
pub(crate) fn tag(name: &'static [u8], raw: &'static [u8]) -> Tag<'static> {
    Tag { name: name.into(), raw: raw.into(), escapes: Escapes::Some }
}

/// The same game with these tags before those it has.
pub(crate) fn tagged(mut record: Record<'static>, tags: &[(&'static str, &'static str)]) -> Record<'static> {
    record.tags.splice(0..0, tags.iter().map(|(name, raw)| tag(name.as_bytes(), raw.as_bytes())));
    record
}

/// A game of tags alone.
pub(crate) fn tags(tags: &[(&'static str, &'static str)]) -> Record<'static> {
    tagged(game(""), tags)
}

/// These columns of these games.
pub(crate) fn batch(names: &[&str], records: &[Record<'_>]) -> RecordBatch {
    let mut batcher = Batcher::new(&column::resolve(names).unwrap());
    records.iter().for_each(|record| batcher.append(record));
    assert_eq!(batcher.len(), records.len());
    batcher.finish(&Base::default(), "hand.pgn")
}

/// Pseudo-random numbers, the same every time.
pub(crate) struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// A game of random legal moves, of at most `plies`.
pub(crate) fn random_game(dice: &mut Dice, plies: u64) -> Record<'static> {
    let mut record = game("");
    let mut position = Position::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let Some(at) = (moves.len() as u64).checked_sub(1).map(|last| dice.roll(last + 1)) else { break };
        let undo = position.play_unchecked(moves[at as usize]);
        record.plies.push(Ply::played(&undo, &position));
    }
    record.ending = Ending::of(&position);
    record.end = position;
    record
}
