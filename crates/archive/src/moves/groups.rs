//! The groups of weights, and which of them a table has.
//!
//! A group is an array of 2^n weights. Its index joins small numbers as bit fields, the first one highest; the widths are
//! those of the numbers in [`FeatureGroup`]. Where a field has values that cannot occur, the weights there stay 0.

use std::ops::Range;

/// Where the weights of one group are in an array of all weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct FeatureGroup {
    start: usize,
    bits: u32,
}

impl FeatureGroup {
    /// The group of 2^`bits` weights after this one.
    const fn then(self, bits: u32) -> FeatureGroup {
        FeatureGroup { start: self.end(), bits }
    }

    const fn end(self) -> usize {
        self.start + (1 << self.bits)
    }

    #[inline(always)]
    pub(super) fn at(self, index: usize) -> usize {
        self.start + (index & ((1 << self.bits) - 1))
    }
}

/// Phase (3 bits), role (3), origin (6), destination (6).
pub(super) const PLACEMENT: FeatureGroup = FeatureGroup { start: 0, bits: 18 };
/// Role (3), captured (3), guard of the destination (3), support (1), check (2), recapture (1), guarded twice (1).
pub(super) const EXCHANGE: FeatureGroup = PLACEMENT.then(14);
/// Role (3), captured (3), guard of the origin (3), origin defended (1), guard of the destination (3), support (1).
pub(super) const ESCAPE: FeatureGroup = EXCHANGE.then(14);
/// Promoted role (3), guard of the destination (3), captured (3), support (1). Only promotions have it.
pub(super) const PROMOTION: FeatureGroup = ESCAPE.then(10);
/// Last role (3), last destination (6), role (3), destination (6).
pub(super) const REPLY: FeatureGroup = PROMOTION.then(18);
/// Last role (3), role (3), relation to the last moves (6), captures (1).
pub(super) const RELATION: FeatureGroup = REPLY.then(13);
/// Their king (6), role (3), destination (6).
pub(super) const THEIR_KING: FeatureGroup = RELATION.then(15);
/// Our king (6), role (3), destination (6).
pub(super) const OUR_KING: FeatureGroup = THEIR_KING.then(15);
/// Most valuable hanging role (3), role (3), captured (3), origin hangs (1), gives check (1).
pub(super) const HANGING: FeatureGroup = OUR_KING.then(11);
/// Number of moves (3), role (3), in check (1), captures (1), passed pawn (1), takes the checker (1), safety (2).
pub(super) const CHOICE: FeatureGroup = HANGING.then(12);
/// The hash of the last move, what it captured, and the move.
pub(super) const AFTER_THEIRS: FeatureGroup = CHOICE.then(18);
/// The hash of the mover's own move before, and the move.
pub(super) const AFTER_OURS: FeatureGroup = AFTER_THEIRS.then(18);
/// The hash of the eight squares round the destination, the role and the captured role.
pub(super) const ARRIVAL: FeatureGroup = AFTER_OURS.then(18);
/// The hash of the eight squares round the origin, the role and the destination.
pub(super) const DEPARTURE: FeatureGroup = ARRIVAL.then(18);
/// The shape of the destination, and the role.
pub(super) const ARRIVAL_SHAPE: FeatureGroup = DEPARTURE.then(16);
/// The shape of the origin, and the destination.
pub(super) const DEPARTURE_SHAPE: FeatureGroup = ARRIVAL_SHAPE.then(16);
/// How many weights there are. A table has those of its groups.
pub(super) const WEIGHTS: usize = DEPARTURE_SHAPE.end();

/// Which groups a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureSet {
    /// The groups that need the least time.
    Plain,
    /// Those of [`FeatureSet::Plain`], and what is hashed.
    Rich,
    /// Those of [`FeatureSet::Plain`] with shapes in place of the squares of kings.
    Shapes,
}

impl FeatureSet {
    /// Every set.
    pub const ALL: [FeatureSet; 3] = [FeatureSet::Plain, FeatureSet::Rich, FeatureSet::Shapes];

    /// Its name in the header of a table's file.
    pub const fn name(self) -> &'static str {
        match self {
            FeatureSet::Plain => "plain",
            FeatureSet::Rich => "rich",
            FeatureSet::Shapes => "shapes",
        }
    }

    /// How many groups it has. Only promotions have all.
    pub(super) const fn groups(self) -> usize {
        match self {
            FeatureSet::Plain | FeatureSet::Shapes => 10,
            FeatureSet::Rich => 14,
        }
    }

    /// Where the weights of a table are in the array of all weights; a table has these parts, one after another.
    pub fn parts(self) -> impl Iterator<Item = Range<usize>> {
        let parts: &[(FeatureGroup, FeatureGroup)] = match self {
            FeatureSet::Plain => &[(PLACEMENT, CHOICE)],
            FeatureSet::Rich => &[(PLACEMENT, DEPARTURE)],
            FeatureSet::Shapes => &[(PLACEMENT, RELATION), (HANGING, CHOICE), (ARRIVAL_SHAPE, DEPARTURE_SHAPE)],
        };
        parts.iter().map(|(first, last)| first.start..last.end())
    }

    /// How many weights a table has.
    pub fn weights(self) -> usize {
        self.parts().map(|part| part.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_fill_the_table() {
        let plain = 637_952;
        let sizes = FeatureSet::ALL.map(FeatureSet::weights);
        assert_eq!(sizes, [plain, plain + (1 << 20), plain + (1 << 16)]);
    }
}
