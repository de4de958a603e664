//! Functions that spell the moves of games.

use crate::ffi::chunk::Chunk;
use crate::function::{Failure, Function, Parameter, Subject, parameter};
use crate::games::{Games, refuse_others};
use crate::kind::Kind;
use crate::output::Output;
use scoresheet_core::notation::{san, san_mark, uci};
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
