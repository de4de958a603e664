//! Every function.

mod clocks;
mod moves;
mod notation;
mod places;
mod positions;

use crate::function::Function;

/// The functions, in the order of their documentation. Functions of one name follow each other.
pub(crate) static ALL: [&Function; 23] = [
    &positions::FEN_AT,
    &positions::BOARD_AT,
    &positions::HASH_AT,
    &positions::HASHES,
    &positions::PIECE_AT,
    &positions::MATERIAL_AT,
    &moves::SANS,
    &moves::SANS_BETWEEN,
    &moves::UCIS,
    &moves::UCIS_BETWEEN,
    &moves::PACKED,
    &moves::MOVE_LIST,
    &notation::LEGAL_MOVES,
    &notation::IS_LEGAL,
    &notation::PLAY,
    &places::REACHES,
    &places::REACHES_BY_RULES,
    &places::PLAYED_FROM,
    &places::PLAYED_FROM_BY_RULES,
    &places::MATCHES,
    &places::ECO,
    &clocks::SPENT_MS,
    &listed::SCORESHEET_FUNCTIONS,
];

mod listed;
