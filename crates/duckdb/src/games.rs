//! The games in a chunk of rows. A game whose moves or starting position are not there, or cannot be read, has no value: one
//! bad row of a table must not end a query over all others. Other arguments are the caller's, and faults in them are errors.

use crate::ffi::chunk::Chunk;
use crate::function::Failure;
use crate::kind::Kind;
use scoresheet_core::dialect;
use scoresheet_core::rules::{self, PackedLine, PackedMove, Position, Role, Rules};

/// Reads the games of a chunk: their moves and starting positions.
pub(crate) struct Games<'c> {
    chunk: &'c Chunk<'c>,
    /// The number of columns of moves.
    columns: usize,
    /// The column of rules, if there is one.
    rules: Option<usize>,
    standard: Position,
    /// The last other start, which often repeats.
    last: Option<LastStart>,
}

struct LastStart {
    fen: Option<String>,
    rules: Option<Rules>,
    position: Option<Position>,
}

impl<'c> Games<'c> {
    pub(crate) fn of(chunk: &'c Chunk<'c>) -> Games<'c> {
        let columns = if chunk.is(0, Kind::Blob) { 1 } else { 4 };
        let rules = [columns, columns + 1].into_iter().find(|column| chunk.is(*column, Kind::Rules));
        Games { chunk, columns, rules, standard: Position::start(), last: None }
    }

    /// The column of the first parameter after the game.
    pub(crate) fn after(&self) -> usize {
        self.rules.unwrap_or(self.columns) + 1
    }

    /// The start and the moves of the game in a row, if both can be read.
    pub(crate) fn get(&mut self, row: usize) -> Result<Option<(&Position, PackedLine<'c>)>, Failure> {
        let Some(moves) = self.moves(row) else { return Ok(None) };
        let is_blob = self.columns == 1;
        let Some(start) = self.start(row, moves.rules()) else { return Ok(None) };
        if !is_blob {
            refuse_others(moves, start.rules(), row)?;
        }
        // Lists without rules are played by those that the position shows.
        let fits = !is_blob || moves.fits(start);
        Ok(fits.then_some((start, moves)))
    }

    /// The moves of the game in a row, if they can be read.
    pub(crate) fn moves(&self, row: usize) -> Option<PackedLine<'c>> {
        if self.columns == 1 {
            return self.chunk.blob(0, row).and_then(PackedLine::read);
        }
        let lists = [0, 1, 2, 3].map(|column| self.chunk.small_list(column, row));
        let [Some(from), Some(to), Some(promotion), Some(castle)] = lists else { return None };
        let are_parallel = [to, promotion, castle].iter().all(|list| list.len() == from.len());
        let has_null = (0..4).any(|column| self.chunk.has_null_element(column, row));
        let rules = match self.rules.and_then(|column| self.chunk.text(column, row)) {
            Some(id) => Some(rules::played(id)?),
            None => None,
        };
        let line = PackedLine::of_lists(rules, [from, to, promotion, castle]);
        (are_parallel && !has_null && line.moves().count() == line.len()).then_some(line)
    }

    fn start(&mut self, row: usize, rules: Option<Rules>) -> Option<&Position> {
        let fen = self.chunk.text(self.columns, row);
        if fen.is_none() && rules.is_none() {
            return Some(&self.standard);
        }
        if self.last.as_ref().is_none_or(|last| last.fen.as_deref() != fen || last.rules != rules) {
            let position = dialect::start(fen, rules).ok();
            self.last = Some(LastStart { fen: fen.map(str::to_owned), rules, position });
        }
        self.last.as_ref().and_then(|last| last.position.as_ref())
    }
}

/// Refuses a drop, or a promotion to king, in a game whose rules have none: the right rules were not passed.
pub(crate) fn refuse_others(moves: PackedLine<'_>, rules: Rules, row: usize) -> Result<(), Failure> {
    let is_drop = |packed: &PackedMove| packed.from() == packed.to() && packed.promotion() != 0;
    let is_crowned = |packed: &PackedMove| packed.promotion() == Role::King as u8;
    let found = if !rules.has_drops() && moves.moves().any(|packed| is_drop(&packed)) {
        "a drop"
    } else if !rules.has_common_kings() && moves.moves().any(|packed| is_crowned(&packed)) {
        "a promotion to king"
    } else {
        return Ok(());
    };
    let why = format!(
        "the lists of moves hold {found}, which these rules do not know: pass the column `rules` of the game, too"
    );
    Err(Failure { why, row })
}

/// The positions in a chunk of rows: a FEN, and in the next column, if there is one, the rules.
pub(crate) struct Positions<'c> {
    chunk: &'c Chunk<'c>,
    has_rules: bool,
}

impl<'c> Positions<'c> {
    pub(crate) fn of(chunk: &'c Chunk<'c>) -> Positions<'c> {
        Positions { chunk, has_rules: chunk.is(1, Kind::Rules) }
    }

    /// The column of the first parameter after the position.
    pub(crate) fn after(&self) -> usize {
        1 + usize::from(self.has_rules)
    }

    /// The position in a row: the start of the rules if only these are given; `None` if neither is, or if the FEN
    /// cannot be read.
    pub(crate) fn get(&self, row: usize) -> Result<Option<Position>, Failure> {
        let (fen, rules) = (self.chunk.text(0, row), self.rules(row)?);
        Ok(if fen.is_none() && rules.is_none() { None } else { dialect::start(fen, rules).ok() })
    }

    /// The same, but the usual start of the rules if the FEN is NULL.
    pub(crate) fn or_start(&self, row: usize) -> Result<Option<Position>, Failure> {
        Ok(dialect::start(self.chunk.text(0, row), self.rules(row)?).ok())
    }

    fn rules(&self, row: usize) -> Result<Option<Rules>, Failure> {
        let id = if self.has_rules { self.chunk.text(1, row) } else { None };
        let known =
            |id: &str| rules::played(id).ok_or_else(|| Failure { why: format!("there are no rules `{id}`"), row });
        id.map(known).transpose()
    }
}

/// A position that is searched for, by the rules with this id or code; without, by those that it shows.
pub(crate) fn target(text: &str, id: Option<&str>, row: usize) -> Result<Position, Failure> {
    let rules = id.map(|id| rules_called(id, row)).transpose()?;
    dialect::start(Some(text), rules).map_err(|error| Failure { why: format!("`{text}`: {error}"), row })
}

fn rules_called(id: &str, row: usize) -> Result<Rules, Failure> {
    rules::played(id).ok_or_else(|| Failure { why: format!("there are no rules `{id}`"), row })
}
