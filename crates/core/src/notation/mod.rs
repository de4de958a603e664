//! Move notations: one file each, listed once in [`ALL`].
//!
//! A notation converts one move to text and back, in the position before the move. It knows nothing about events, files
//! and games; [`crate::read`] decides whether a game continues after a bad move.

pub mod bccf;
mod claim;
mod coordinates;
pub mod descriptive;
mod earlier;
pub(crate) mod explicit;
pub mod fcn;
mod field;
pub mod iccf;
pub mod lan;
pub mod language;
mod lenient;
pub mod mcn;
mod move_notation;
mod optional_move;
mod origin;
mod parsed_move;
pub mod pgc;
pub mod san;
mod short_text;
mod spec;
pub mod uci;

pub use claim::{Claim, Last, san_mark};
pub use earlier::{Earlier, ReversibleNotation};
pub use field::{Field, TextFields};
pub use move_notation::Validation;
pub(crate) use move_notation::pattern_of;
pub use move_notation::{Front, MoveError, MoveNotation};
pub(crate) use optional_move::OptionalMove;
pub use optional_move::PlainMove;
pub use parsed_move::{ParsedMove, SpellingNotes};
pub use short_text::ShortText;
pub use spec::{NoText, NotationSpec, WordUse, loss_of};

/// The notations that are listed by hand, each in its file.
#[rustfmt::skip]
const LISTED: &[&dyn MoveNotation] = &[
    &lan::Lan,
    &descriptive::Descriptive,
    &uci::Uci,
    &iccf::Iccf,
    &mcn::Mcn,
    &fcn::FCN,
    &fcn::FCN_1_0,
    &bccf::BCCF,
    &bccf::BCCF_1_0,
    &pgc::PgcNotation,
];

/// Every move notation, in the order help and documentation show them: those by hand, and SAN in each language.
pub static ALL: &[&dyn MoveNotation] = &{
    let mut all: [&dyn MoveNotation; LISTED.len() + san::ALL.len()] = [&san::ALL[0]; LISTED.len() + san::ALL.len()];
    let mut at = 0;
    while at < LISTED.len() {
        all[at + 1] = LISTED[at];
        at += 1;
    }
    while at + 1 < all.len() {
        all[at + 1] = &san::ALL[at + 1 - LISTED.len()];
        at += 1;
    }
    all
};

/// The notation with this id.
pub fn find(id: &str) -> Option<&'static dyn MoveNotation> {
    ALL.iter().copied().find(|notation| notation.spec().id == id)
}

/// The ids of the notations whose texts may occur among such words, in the order of [`ALL`].
pub(crate) fn that_may_stand(among: fn(WordUse) -> bool) -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|notation| notation.spec()).filter(move |spec| among(spec.words)).map(|spec| spec.id)
}

/// The notation, unless it is SAN: that is read in the letters that the settings of a reader name.
pub(crate) fn other_than_san(notation: &'static dyn MoveNotation) -> Option<&'static dyn MoveNotation> {
    (notation.spec().id != ALL[0].spec().id).then_some(notation)
}
