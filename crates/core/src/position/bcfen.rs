//! BCFEN: a board as 32 bytes, half a byte a square, a8 first. It holds only the squares of the pieces.

use super::error::error;
use super::from_fields::{self, Unsaid};
use super::{PositionError, PositionFields, PositionNotation, Read};
use crate::error::Code;
use crate::loss::LossKind;
use crate::notation::{Claim, NotationSpec, Validation, WordUse};
use crate::rules::{Color, Piece, Position, Role, Rules, Square};
use alloc::format;
use alloc::vec::Vec;

/// The length of a board.
pub const BYTES: usize = 32;

/// The byte that ends the boards of a game, where one could start. Version 1.1.
pub const END: u8 = 0x88;

/// The notation in one of its versions: they differ only in how a row of boards ends.
pub struct Bcfen {
    pub(crate) spec: NotationSpec,
    first: bool,
}

const EXAMPLE: &str = "9abcdba9eeeeeeee000000000000000000000000000000006666666612345321";
const LIMITS: &str = "only the placement of the pieces; White to move and castling with kings and rooks on their home squares are assumed";

/// Version 1.1.
pub static BCFEN: Bcfen = Bcfen {
    spec: NotationSpec {
        id: "bcfen",
        title: "Binary Compressed FEN",
        source: "VGN and Chess Notation Updates 1.1 (2015), BCFEN 1.1",
        example: EXAMPLE,
        version: "1.1",
        // A byte 88 in the place of a board's first ends a row of boards.
        pattern: "(?:[0-79a-f][0-9a-f]|8[0-79a-f])[0-9a-f]{62}",
        binary: true,
        words: WordUse::NOWHERE,
        losses: &[LossKind::Clocks, LossKind::Hand, LossKind::Result],
        limits: Some(LIMITS),
    },
    first: false,
};

/// Version 1.0.
pub static BCFEN_1_0: Bcfen = Bcfen {
    spec: NotationSpec {
        id: "bcfen2",
        title: "Binary Compressed FEN 1.0",
        source: "Chess Notation (2015), BCFEN 1.0",
        example: EXAMPLE,
        version: "1.0",
        pattern: "[0-9a-f]{64}",
        binary: true,
        words: WordUse::NOWHERE,
        losses: &[LossKind::Clocks, LossKind::Hand, LossKind::Result],
        limits: Some(LIMITS),
    },
    first: true,
};

/// The roles by their numbers, 1 to 6.
const ROLES: [Role; 6] = [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Pawn];

/// The numbers of pieces, by how positions keep them: White's pawn, knight, bishop, rook, queen and king, then Black's.
const STATES: [u8; 16] = [0, 6, 2, 3, 1, 4, 5, 0, 0, 14, 10, 11, 9, 12, 13, 0];

impl PositionNotation for Bcfen {
    fn spec(&self) -> &'static NotationSpec {
        if self.first { &BCFEN_1_0.spec } else { &BCFEN.spec }
    }

    fn write(&self, position: &Position, _claim: Claim, out: &mut Vec<u8>) {
        let mut bytes = [0; BYTES];
        let ranks = position.codes().chunks_exact(8).rev();
        for (byte, pair) in bytes.iter_mut().zip(ranks.flat_map(|rank| rank.chunks_exact(2))) {
            *byte = STATES[usize::from(pair[0] & 15)] << 4 | STATES[usize::from(pair[1] & 15)];
        }
        out.extend_from_slice(&bytes);
    }

    fn says_clocks(&self) -> bool {
        false
    }

    fn says_hand(&self) -> bool {
        false
    }

    fn read<'t>(
        &self,
        text: &'t [u8],
        rules: Option<Rules>,
        validation: Validation,
    ) -> Result<Read<'t>, PositionError> {
        from_fields::position(self.fields(text)?, Unsaid::Unknown, rules, validation)
    }

    fn fields<'t>(&self, text: &'t [u8]) -> Result<PositionFields<'t>, PositionError> {
        if text.len() != BYTES {
            let message = format!("{} bytes, not {BYTES}", text.len());
            return Err(error(Code::BcfenLength, text.len().min(BYTES), message));
        }
        let mut fields = PositionFields::of([None; 64]);
        for (place, byte) in (0u8..).zip(text) {
            for (file, state) in [(0, byte >> 4), (1, byte & 15)] {
                let square = Square::at((place & 3) * 2 + file, 7 - place / 4);
                let piece = PIECES[usize::from(state & 15)];
                fields.pieces[square.index()] = piece;
                if state != 0 && piece.is_none() {
                    fields.unused.push((square, state));
                }
            }
        }
        if !fields.unused.is_empty() {
            fields.notes.push(Code::BcfenUnused);
        }
        Ok(fields)
    }
}

/// The pieces by their numbers.
const PIECES: [Option<Piece>; 16] = {
    let mut pieces = [None; 16];
    let mut number = 0;
    while number < ROLES.len() {
        let role = ROLES[number];
        pieces[number + 1] = Some(Piece { color: Color::White, role });
        pieces[number + 9] = Some(Piece { color: Color::Black, role });
        number += 1;
    }
    pieces
};
