//! How much of the origin of a piece SAN writes.

use crate::rules::{Position, Role, Square, attacks, attacks::Squares};

/// How much of a piece's origin is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) file: bool,
    pub(super) rank: bool,
}

impl Origin {
    /// Whether this is more than SAN writes, or something else: `N2g4` for `Nfg4`.
    pub(super) fn exceeds(self, needed: Origin) -> bool {
        self.file && !needed.file || self.rank && !needed.rank
    }
}

/// The file if that distinguishes the piece from its legal twins, else the rank, else both.
#[inline]
pub(super) fn origin_needed(before: &Position, role: Role, from: Square, to: Square) -> Origin {
    let others = before.of(before.turn(), role) & !from.bit();
    if others == 0 {
        return Origin { file: false, rank: false };
    }
    let twins = attacks::reach(role, to) & others;
    let (mut any, mut same_file, mut same_rank) = (false, false, false);
    for twin in Squares(twins).filter(|twin| before.may_move(*twin, to)) {
        any = true;
        same_file |= twin.file() == from.file();
        same_rank |= twin.rank() == from.rank();
    }
    match (any, same_file, same_rank) {
        (false, ..) => Origin { file: false, rank: false },
        (true, false, _) => Origin { file: true, rank: false },
        (true, true, false) => Origin { file: false, rank: true },
        (true, true, true) => Origin { file: true, rank: true },
    }
}
