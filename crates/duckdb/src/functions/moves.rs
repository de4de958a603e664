//! Functions that spell the moves of games.

use crate::ffi::chunk::Chunk;
use crate::function::{Failure, Function, Parameter, Subject, parameter};
use crate::games::{Games, refuse_others};
use crate::kind::Kind;
use crate::output::Output;
use arrow_array::cast::AsArray;
use arrow_array::types::Int8Type;
use scoresheet_columns::Batcher;
use scoresheet_columns::column::{self, Column};
use scoresheet_core::location::Base;
use scoresheet_core::notation::{san, san_mark, uci};
use scoresheet_core::read::{Ply, Record};
use scoresheet_core::rules::{Move, PackedLine, Position, Rules};

static BETWEEN: [Parameter; 2] = [parameter("from_ply", Kind::Long), parameter("to_ply", Kind::Long)];

pub(super) static SANS: Function = Function {
    name: "sans",
    doc: "the moves in SAN",
    example: "sans(packed_moves, fen)[1:3]",
    subject: Subject::Game,
    parameters: &[],
    returns: Kind::TextList,
    work: |chunk, out| spell(chunk, out, SAN),
};

pub(super) static SANS_BETWEEN: Function = Function {
    name: "sans",
    doc: "the moves from one ply to another in SAN, both included; the first ply is 1",
    example: "sans(packed_moves, fen, 1, 3)",
    subject: Subject::Game,
    parameters: &BETWEEN,
    returns: Kind::TextList,
    work: |chunk, out| spell(chunk, out, SAN),
};

pub(super) static UCIS: Function = Function {
    name: "ucis",
    doc: "the moves in UCI",
    example: "ucis(packed_moves, fen)[1:3]",
    subject: Subject::Game,
    parameters: &[],
    returns: Kind::TextList,
    work: |chunk, out| spell(chunk, out, UCI),
};

pub(super) static UCIS_BETWEEN: Function = Function {
    name: "ucis",
    doc: "the moves from one ply to another in UCI, both included; the first ply is 1",
    example: "ucis(packed_moves, fen, 1, 3)",
    subject: Subject::Game,
    parameters: &BETWEEN,
    returns: Kind::TextList,
    work: |chunk, out| spell(chunk, out, UCI),
};

/// How a notation spells a move.
struct Spelling {
    /// What is known before the move.
    body: fn(&Position, Move, &mut Vec<u8>),
    /// What the position after the move adds.
    mark: fn(&Position) -> &'static [u8],
}

const SAN: Spelling = Spelling { body: san::write_body, mark: san_mark };
const UCI: Spelling = Spelling { body: uci::write, mark: |_| b"" };

fn spell(chunk: &Chunk<'_>, out: &mut Output, spelling: Spelling) -> Result<(), Failure> {
    let mut games = Games::of(chunk);
    let first = games.after();
    for row in 0..chunk.rows {
        let bounds = bounds(chunk, first, row);
        let Some(((start, moves), (from, to))) = games.get(row)?.zip(bounds) else {
            out.null();
            continue;
        };
        let mut position = start.clone();
        let mut is_played = true;
        for (ply, packed) in moves.moves().enumerate().take(to) {
            let Some(mv) = packed.unpack(&position).filter(|mv| position.is_legal(*mv)) else {
                is_played = false;
                break;
            };
            if ply + 1 < from {
                position.play_unchecked(mv);
                continue;
            }
            out.text(|text| {
                (spelling.body)(&position, mv, text);
                position.play_unchecked(mv);
                text.extend_from_slice((spelling.mark)(&position));
            });
        }
        if is_played { out.end() } else { out.null() }
    }
    Ok(())
}

/// The first and the last ply to spell; `None` if one is NULL.
fn bounds(chunk: &Chunk<'_>, first: usize, row: usize) -> Option<(usize, usize)> {
    if !chunk.has(first) {
        return Some((1, usize::MAX));
    }
    let ply = |column| chunk.number(column, row).map(|ply| usize::try_from(ply).unwrap_or(0));
    Some((ply(first)?, ply(first + 1)?))
}

pub(super) static PACKED: Function = Function {
    name: "packed",
    doc: "the lists of the family `moves` as packed moves",
    example: "packed(from_square, to_square, promotion, castle) = packed_moves",
    subject: Subject::Lists,
    parameters: &[],
    returns: Kind::Blob,
    work: |chunk, out| {
        let games = Games::of(chunk);
        for row in 0..chunk.rows {
            let Some(moves) = games.moves(row) else {
                out.null();
                continue;
            };
            let rules = moves.rules().unwrap_or(Rules::STANDARD);
            refuse_others(moves, rules, row)?;
            out.text(|bytes| PackedLine::write(rules, moves.moves(), bytes));
            out.end();
        }
        Ok(())
    },
};

static COLUMN: [Parameter; 1] = [parameter("column", Kind::Text)];

pub(super) static MOVE_LIST: Function = Function {
    name: "move_list",
    doc: "a column of the family `moves`, such as `piece`: its value for each move",
    example: "move_list(packed_moves, fen, 'to_square')[1:3]",
    subject: Subject::Game,
    parameters: &COLUMN,
    returns: Kind::IntegerList,
    work: list_column,
};

/// The column of the family `moves` that a text names.
fn column_called(name: &str, row: usize) -> Result<&'static dyn Column, Failure> {
    let found = column::of_family("moves").find(|column| column.spec().name == name);
    found.ok_or_else(|| Failure { why: format!("the family `moves` has no column `{name}`"), row })
}

fn list_column(chunk: &Chunk<'_>, out: &mut Output) -> Result<(), Failure> {
    let mut games = Games::of(chunk);
    let named = games.after();
    let mut filled: Option<(&str, Batcher)> = None;
    let mut record = Record::new();
    // Of each row, whether it has a list in the batch.
    let mut has_list = Vec::with_capacity(chunk.rows);
    for row in 0..chunk.rows {
        let Some(((start, moves), name)) = games.get(row)?.zip(chunk.text(named, row)) else {
            has_list.push(false);
            continue;
        };
        if filled.is_none() {
            filled = Some((name, Batcher::new(&[column_called(name, row)?])));
        }
        let Some((first, batcher)) = filled.as_mut() else { continue };
        if *first != name {
            return Err(Failure { why: "`column` has to be the same for all games".to_owned(), row });
        }
        let is_played = replay(start, moves, &mut record);
        if is_played {
            batcher.append(&record);
        }
        has_list.push(is_played);
    }
    let batch = filled.map(|(_, mut batcher)| batcher.finish(&Base::default(), ""));
    let mut lists = batch.iter().flat_map(|batch| batch.column(0).as_list::<i32>().iter());
    for has_list in has_list {
        let list = if has_list { lists.next().flatten() } else { None };
        match list {
            Some(list) => {
                list.as_primitive::<Int8Type>().values().iter().for_each(|value| out.integer((*value).into()));
                out.end();
            }
            None => out.null(),
        }
    }
    Ok(())
}

/// Plays the moves of a game into a record. Returns whether all of them are legal.
fn replay(start: &Position, moves: PackedLine<'_>, record: &mut Record<'_>) -> bool {
    record.plies.clear();
    (record.played, record.standard_start) = (true, false);
    record.start.clone_from(start);
    let mut position = start.clone();
    for packed in moves.moves() {
        let Some(mv) = packed.unpack(&position).filter(|mv| position.is_legal(*mv)) else { return false };
        let undo = position.play_unchecked(mv);
        record.plies.push(Ply::played(&undo, &position));
    }
    true
}
