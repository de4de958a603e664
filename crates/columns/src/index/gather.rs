//! The positions of stored games.

use super::fingerprint::Content;
use super::occurrence::{Facts, NOTHING, Occurrence};
use super::partitions::Pile;
use crate::Error;
use crate::file::ParquetRows;
use crate::stored_rows::Words;
use crate::stored_rows::arrays::{TextArrays, at, numbers};
use arrow_array::types::{Date32Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{PrimitiveArray, RecordBatch};
use scoresheet_core::dialect::vgn::result;
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{PackedLine, PackedReplay, Position};
use scoresheet_core::step::Termination;
use scoresheet_core::time_control::{Period, Speed};

/// The columns that an index is built from. `variant`, `rules` and those of facts may be missing.
pub(super) const COLUMNS: [&str; 17] = [
    "game",
    "packed_moves",
    "from_square",
    "to_square",
    "promotion",
    "castle",
    "fen",
    "variant",
    "rules",
    "result",
    "termination",
    "date",
    "white_elo",
    "black_elo",
    "base_seconds",
    "increment_seconds",
    "speed",
];

/// Replays games, and adds their positions to a pile.
pub(super) struct Gatherer {
    replay: PackedReplay,
    standard: Position,
    scratch: Vec<u8>,
}

/// The games and positions of a batch.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// What is known about the games, by their rows in the batch.
    pub(super) games: Vec<Facts>,
    pub(super) positions: u64,
    /// Games that start from a position that cannot be played from.
    pub(super) unplayable: u64,
    /// The checksums of the games that are in an index already, and of the others.
    pub(super) content: [Content; 2],
}

impl Gatherer {
    pub(super) fn new() -> Gatherer {
        let standard = Position::start();
        Gatherer { replay: PackedReplay::new(&standard), standard, scratch: Vec::new() }
    }

    /// Adds the positions of the games of a batch, whose first game is in this row of the file, from the row `from` on: games
    /// before it are in an index already.
    pub(super) fn add(
        &mut self,
        batch: &RecordBatch,
        (first, from): (u64, u64),
        pile: &mut Pile,
    ) -> Result<Gathered, Error> {
        let words = Words::of(batch).ok_or(Error::Missing(vec!["packed"]))?;
        if !words.tell_the_start() {
            return Err(Error::Missing(vec!["tags"]));
        }
        let told = GameFactColumns::of(batch);
        let mut gathered = Gathered::default();
        for row in 0..batch.num_rows() {
            let number = u32::try_from(first + row as u64).map_err(|_| too_many())?;
            let is_new = u64::from(number) >= from;
            let mut facts = told.get(row, number);
            let [fen, variant, moves] = words.content(row, &mut self.scratch);
            gathered.content[usize::from(is_new)].add([&facts.bytes(), fen, variant, moves]);
            let played = words.get(row).and_then(|line| Some((line, words.start(row, line, &self.standard)?)));
            let Some((line, start)) = played else {
                gathered.unplayable += u64::from(is_new);
                gathered.games.push(facts);
                continue;
            };
            facts.set_start(start.turn());
            gathered.games.push(facts);
            if !is_new {
                continue;
            }
            gathered.positions += follow(&mut self.replay, &start, line, number, pile);
            pile.settle()?;
        }
        Ok(gathered)
    }
}

/// Adds the positions of the game in a row, and returns how many there are.
fn follow(replay: &mut PackedReplay, start: &Position, line: PackedLine<'_>, row: u32, pile: &mut Pile) -> u64 {
    replay.restart(start);
    let (mut key, mut ply) = (Key::of(start), 0_u16);
    let mut hash = key.polyglot();
    for packed in line.moves() {
        if !replay.play(packed) {
            break;
        }
        pile.add(Occurrence::new(hash, row, ply, packed.0));
        key = key.play(replay.undo(), replay.board());
        hash = key.polyglot();
        // The index has no room for positions beyond this ply, which no real game has.
        let Some(next) = ply.checked_add(1) else { break };
        ply = next;
    }
    pile.add(Occurrence::new(hash, row, ply, NOTHING));
    u64::from(ply) + 1
}

/// What is known about the game in a row of a file.
pub(super) fn facts_of(games: &ParquetRows, row: u32) -> Result<Facts, Error> {
    let batch = games.some(u64::from(row)..u64::from(row) + 1)?;
    let standard = Position::start();
    let mut facts = GameFactColumns::of(&batch).get(0, row);
    let words = Words::of(&batch).ok_or(Error::Missing(vec!["packed"]))?;
    if let Some(start) = words.get(0).and_then(|line| words.start(0, line, &standard)) {
        facts.set_start(start.turn());
    }
    Ok(facts)
}

fn too_many() -> Error {
    Error::Limit { why: "an index can have at most 4,294,967,295 games".to_owned(), byte: 0 }
}

/// The facts of games, as columns.
pub(super) struct GameFactColumns<'b> {
    games: Option<&'b PrimitiveArray<Int64Type>>,
    results: Option<TextArrays<'b>>,
    markers: Option<TextArrays<'b>>,
    dates: Option<&'b PrimitiveArray<Date32Type>>,
    elos: [Option<&'b PrimitiveArray<Int16Type>>; 2],
    times: [Option<&'b PrimitiveArray<Int32Type>>; 2],
    speeds: Option<TextArrays<'b>>,
}

impl<'b> GameFactColumns<'b> {
    pub(super) fn of(batch: &'b RecordBatch) -> GameFactColumns<'b> {
        GameFactColumns {
            games: numbers(batch, "game"),
            results: TextArrays::of(batch, "result"),
            markers: TextArrays::of(batch, "termination"),
            dates: numbers(batch, "date"),
            elos: ["white_elo", "black_elo"].map(|name| numbers(batch, name)),
            times: ["base_seconds", "increment_seconds"].map(|name| numbers(batch, name)),
            speeds: TextArrays::of(batch, "speed"),
        }
    }

    /// The same without the numbers of games, which are then their rows.
    pub(super) fn without_numbers(self) -> GameFactColumns<'b> {
        GameFactColumns { games: None, ..self }
    }

    /// The facts of the game in a row of the batch, which is this row of the file.
    pub(super) fn get(&self, row: usize, number: u32) -> Facts {
        let elo = |n: usize| at(self.elos[n], row).and_then(|elo| u16::try_from(elo).ok()).filter(|elo| *elo != 0);
        let game = at(self.games, row).map_or(number, |game| u32::try_from(game).unwrap_or(u32::MAX));
        Facts::new(game, at(self.dates, row), [elo(0), elo(1)], self.result(row), self.speed(row))
    }

    /// The speed, which tables of earlier versions store in two columns.
    fn speed(&self, row: usize) -> Option<Speed> {
        if let Some(speeds) = self.speeds {
            return speeds.get(row).and_then(Speed::find);
        }
        let [base_ms, increment_ms] = self.times.map(|times| at(times, row).map(|seconds| i64::from(seconds) * 1000));
        Some(Speed::of(Period { moves: None, base_ms: base_ms?, increment_ms: Some(increment_ms?) }))
    }

    /// The marker after the moves, else the meaning of the Result tag.
    fn result(&self, row: usize) -> Option<Termination> {
        let text = |texts: Option<TextArrays<'b>>| texts.and_then(|texts| texts.get(row));
        let marker = text(self.markers).and_then(Termination::find);
        marker.filter(|marker| *marker != Termination::Unknown).or_else(|| text(self.results).and_then(result::read))
    }
}
