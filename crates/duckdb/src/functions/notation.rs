//! Functions about the moves of one position.

use crate::function::{Failure, Function, Subject, parameter};
use crate::games::Positions;
use crate::kind::Kind;
use scoresheet_core::notation::{self, Validation, san};
use scoresheet_core::position::fen::{self, Style};
use scoresheet_core::rules::{Move, Position};

pub(super) static LEGAL_MOVES: Function = Function {
    name: "legal_moves",
    doc: "the legal moves of a position in SAN",
    example: "len(legal_moves(fen_at(packed_moves, fen, 1)))",
    subject: Subject::Position,
    parameters: &[],
    returns: Kind::TextList,
    work: |chunk, out| {
        let positions = Positions::of(chunk);
        for row in 0..chunk.rows {
            let Some(position) = positions.get(row)? else {
                out.null();
                continue;
            };
            for mv in position.legal_moves() {
                out.text(|text| san::write(&position, mv, text));
            }
            out.end();
        }
        Ok(())
    },
};

pub(super) static IS_LEGAL: Function = Function {
    name: "is_legal",
    doc: "whether a move is legal in a position; the move is SAN or UCI",
    example: "is_legal('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'e4')",
    subject: Subject::Position,
    parameters: &[parameter("move", Kind::Text)],
    returns: Kind::Boolean,
    work: |chunk, out| {
        let positions = Positions::of(chunk);
        for row in 0..chunk.rows {
            let Some((position, word)) = positions.get(row)?.zip(chunk.text(positions.after(), row)) else {
                out.null();
                continue;
            };
            out.flag(!position.is_over() && found(&position, word).is_some());
            out.end();
        }
        Ok(())
    },
};

pub(super) static PLAY: Function = Function {
    name: "play",
    doc: "the FEN after moves in SAN or UCI, separated by spaces; a NULL position is the start of the rules",
    example: "play(NULL, 'e4 e5 Nf3')",
    subject: Subject::Position,
    parameters: &[parameter("moves", Kind::Text)],
    returns: Kind::Text,
    work: |chunk, out| {
        let positions = Positions::of(chunk);
        for row in 0..chunk.rows {
            let Some((mut board, words)) = positions.or_start(row)?.zip(chunk.text(positions.after(), row)) else {
                out.null();
                continue;
            };
            for word in words.split_whitespace() {
                let mv = found(&board, word).ok_or_else(|| {
                    let fen = fen::write(&board, Style::default());
                    Failure { why: format!("`{word}` is not a legal move in `{fen}`"), row }
                })?;
                board.play_unchecked(mv);
            }
            out.text(|text| fen::append(&board, Style::default(), text));
            out.end();
        }
        Ok(())
    },
};

/// The legal move that a word in SAN or UCI names.
fn found(before: &Position, word: &str) -> Option<Move> {
    ["san", "uci"].into_iter().find_map(|id| {
        let named = notation::find(id)?.read(before, word.as_bytes(), Validation::Full).ok()?;
        before.is_legal(named.mv).then_some(named.mv)
    })
}
