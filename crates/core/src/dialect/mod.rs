//! What the tags of PGN and of VGN mean: where a game starts, by which rules it is played, how it ended. One file each.

pub mod convert;
pub mod label;
mod meaning;
pub mod pgn;
pub mod vgn;

pub(crate) use meaning::{Deciding, Fault, Given, Setup};
pub use meaning::{Unsupported, variant};

use crate::event::Tag;
use crate::step::{Dialect, Termination};
use crate::text::Encoding;
use alloc::boxed::Box;
use meaning::{Meaning, as_told};

impl Dialect {
    fn meaning(self) -> &'static dyn Meaning {
        match self {
            Dialect::Pgn => &pgn::Pgn,
            Dialect::Vgn => &vgn::Vgn,
        }
    }

    /// Looks whether a tag decides how its game is read.
    #[inline(always)]
    pub(crate) fn see<'a>(self, deciding: &mut Deciding<'a>, tag: &Tag<'a>, byte: usize) {
        // Known by type, so that the names of PGN are compared in place: every tag comes through here.
        match self {
            Dialect::Pgn => deciding.see_by(&pgn::Pgn, tag, byte),
            Dialect::Vgn => deciding.see_by(&vgn::Vgn, tag, byte),
        }
    }

    /// Whether the tag of this name may decide how its game is read.
    pub(crate) fn may_decide(self, name: &[u8]) -> bool {
        self.meaning().role(name).is_some() || meaning::may_be_odd(name)
    }

    /// What the value of a Result tag says.
    pub(crate) fn result(self, tag: &Tag<'_>, encoding: Encoding) -> Option<Termination> {
        self.meaning().result(&tag.value(encoding))
    }

    /// Where and by which rules a game is played; `None` where it starts as it is given to, by the standard rules.
    #[inline]
    pub(crate) fn set_up<'a, 'g>(self, deciding: &Deciding<'a>, given: Given<'g>) -> Option<Box<Setup<'a, 'g>>> {
        if self == Dialect::Pgn && deciding.is_silent() && given.told.is_none() {
            return None;
        }
        Some(Box::new(if given.told.is_some() {
            as_told(deciding, given)
        } else {
            self.meaning().set_up(deciding, &given)
        }))
    }
}
