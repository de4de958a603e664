//! Functions about the position after a ply.

use crate::ffi::chunk::Chunk;
use crate::function::{Failure, Function, Parameter, Subject, parameter};
use crate::games::Games;
use crate::kind::Kind;
use crate::output::Output;
use scoresheet_core::position::fen::{self, Style};
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{PackedReplay, Position, Square};

static PLY: [Parameter; 1] = [parameter("ply", Kind::Long)];

/// A function of the position after a ply. It is NULL if the game has fewer plies.
const fn at_ply(
    name: &'static str,
    returns: Kind,
    texts: [&'static str; 2],
    work: fn(&Chunk<'_>, &mut Output) -> Result<(), Failure>,
) -> Function {
    let [doc, example] = texts;
    Function { name, doc, example, subject: Subject::Game, parameters: &PLY, returns, work }
}

pub(super) static FEN_AT: Function = at_ply(
    "fen_at",
    Kind::Text,
    ["the FEN of the position after a ply; 0 is the start", "fen_at(packed_moves, fen, 10)"],
    |chunk, out| {
        each(chunk, out, |position, out| {
            fen::append(&position.position(), Style::default(), out);
        })
    },
);

pub(super) static BOARD_AT: Function = at_ply(
    "board_at",
    Kind::Text,
    [
        "the board after a ply as 64 letters, a1 first and then b1, with `.` for empty squares",
        "board_at(packed_moves, fen, 10)",
    ],
    |chunk, out| {
        each(chunk, out, |position, out| {
            out.extend((0..64).map(|number| {
                let piece = position.board().piece_at(Square::masked(number));
                piece.map_or(b'.', |piece| piece.letter())
            }));
        })
    },
);

pub(super) static MATERIAL_AT: Function = at_ply(
    "material_at",
    Kind::Text,
    ["the pieces of both sides after a ply: `KRPPvKRP`", "material_at(packed_moves, fen, 60)"],
    |chunk, out| each(chunk, out, |position, out| out.extend_from_slice(position.board().material().as_bytes())),
);

pub(super) static PIECE_AT: Function = Function {
    name: "piece_at",
    doc: "the piece on a square after a ply, in upper case for White; NULL if the square is empty",
    example: "piece_at(packed_moves, fen, 10, 'f3')",
    subject: Subject::Game,
    parameters: &[parameter("ply", Kind::Long), parameter("square", Kind::Text)],
    returns: Kind::Text,
    work: piece_at,
};

fn piece_at(chunk: &Chunk<'_>, out: &mut Output) -> Result<(), Failure> {
    let mut games = Games::of(chunk);
    let mut replay = PackedReplay::new(&Position::start());
    for row in 0..chunk.rows {
        let square = chunk.text(games.after() + 1, row);
        let is_there = go(&mut games, &mut replay, chunk, row)?;
        let Some(square) = square.filter(|_| is_there) else {
            out.null();
            continue;
        };
        let named = match square.as_bytes() {
            [file, rank] => Square::parse(*file, *rank),
            _ => None,
        };
        let named = named.ok_or_else(|| Failure { why: format!("`{square}` is not a square"), row })?;
        match replay.board().piece_at(named) {
            Some(piece) => {
                out.text(|text| text.push(piece.letter()));
                out.end();
            }
            None => out.null(),
        }
    }
    Ok(())
}

pub(super) static HASH_AT: Function = at_ply(
    "hash_at",
    Kind::Hash,
    ["the Polyglot hash of the position after a ply", "hash_at(packed_moves, fen, 10)"],
    hash_at,
);

fn hash_at(chunk: &Chunk<'_>, out: &mut Output) -> Result<(), Failure> {
    let mut games = Games::of(chunk);
    let mut replay = PackedReplay::new(&Position::start());
    for row in 0..chunk.rows {
        if go(&mut games, &mut replay, chunk, row)? {
            out.hash(Key::of(replay.board()).polyglot());
            out.end();
        } else {
            out.null();
        }
    }
    Ok(())
}

pub(super) static HASHES: Function = Function {
    name: "hashes",
    doc: "the Polyglot hashes of all positions, from the start on",
    example: "hashes(packed_moves, fen)[1:3]",
    subject: Subject::Game,
    parameters: &[],
    returns: Kind::HashList,
    work: hashes,
};

fn hashes(chunk: &Chunk<'_>, out: &mut Output) -> Result<(), Failure> {
    let mut games = Games::of(chunk);
    let mut replay = PackedReplay::new(&Position::start());
    for row in 0..chunk.rows {
        let Some((start, moves)) = games.get(row)? else {
            out.null();
            continue;
        };
        replay.restart(start);
        let mut key = Key::of(start);
        out.hash(key.polyglot());
        let mut is_played = true;
        for packed in moves.moves() {
            is_played = replay.play(packed);
            if !is_played {
                break;
            }
            key = key.play(replay.undo(), replay.board());
            out.hash(key.polyglot());
        }
        if is_played { out.end() } else { out.null() }
    }
    Ok(())
}

/// Writes a text about the position after a ply, for each row.
fn each(chunk: &Chunk<'_>, out: &mut Output, write: impl Fn(&PackedReplay, &mut Vec<u8>)) -> Result<(), Failure> {
    let mut games = Games::of(chunk);
    let mut replay = PackedReplay::new(&Position::start());
    for row in 0..chunk.rows {
        if go(&mut games, &mut replay, chunk, row)? {
            out.text(|text| write(&replay, text));
            out.end();
        } else {
            out.null();
        }
    }
    Ok(())
}

/// Goes to the position after the ply in the first column after the game; false if there is none.
fn go(games: &mut Games<'_>, replay: &mut PackedReplay, chunk: &Chunk<'_>, row: usize) -> Result<bool, Failure> {
    let ply = chunk.number(games.after(), row).and_then(|ply| usize::try_from(ply).ok());
    let Some((start, moves)) = games.get(row)? else { return Ok(false) };
    let Some(ply) = ply.filter(|ply| *ply <= moves.len()) else { return Ok(false) };
    replay.restart(start);
    Ok(moves.moves().take(ply).all(|packed| replay.play(packed)))
}
