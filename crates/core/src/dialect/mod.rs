//! The meaning of the tags of PGN and of VGN: where a game starts, by which rules it is played, how it ended. Each
//! dialect has a file of its own.

pub mod convert;
pub mod label;
mod meaning;
pub mod pgn;
pub mod vgn;

pub(crate) use meaning::{Deciding, GameContext, GameSetup, TagFault};
pub use meaning::{Unsupported, variant};

use crate::event::Tag;
use crate::step::{Dialect, Termination};
use crate::text::Encoding;
use alloc::boxed::Box;
use meaning::{Meaning, as_told};

/// Whether the tag of this name determines how the moves of its game are read: where it starts, by which rules, in
/// which notation.
///
/// ```
/// use scoresheet_core::dialect::tells_reading;
/// assert!(tells_reading("FEN") && tells_reading("MoveFormat"));
/// assert!(!tells_reading("Result") && !tells_reading("White"));
/// ```
pub fn tells_reading(name: &str) -> bool {
    let known = |dialect: Dialect| {
        let meaning = dialect.meaning();
        let listed = meaning.names().iter().any(|known| known.eq_ignore_ascii_case(name));
        (listed || meaning.role(name.as_bytes()).is_some()) && !name.eq_ignore_ascii_case("Result")
    };
    known(Dialect::Pgn) || known(Dialect::Vgn)
}

impl Dialect {
    fn meaning(self) -> &'static dyn Meaning {
        match self {
            Dialect::Pgn => &pgn::PgnDialect,
            Dialect::Vgn => &vgn::VgnDialect,
        }
    }

    /// Looks whether a tag decides how its game is read.
    #[inline(always)]
    pub(crate) fn see<'a>(self, deciding: &mut Deciding<'a>, tag: &Tag<'a>, byte: usize) {
        // Known by type, so that the names of PGN are compared in place: every tag comes through here.
        match self {
            Dialect::Pgn => deciding.see_by(&pgn::PgnDialect, tag, byte),
            Dialect::Vgn => deciding.see_by(&vgn::VgnDialect, tag, byte),
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

    /// Where and by which rules a game is played; `None` if it starts as it is given to, by the standard rules.
    #[inline]
    pub(crate) fn set_up<'a, 'g>(
        self,
        deciding: &Deciding<'a>,
        given: GameContext<'g>,
    ) -> Option<Box<GameSetup<'a, 'g>>> {
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
