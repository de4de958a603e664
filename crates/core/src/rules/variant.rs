//! The registry entries of variants.

/// A variant's rules.
#[derive(Debug)]
pub struct Rules {
    /// Its id: `chess960`.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What a Variant tag calls it, in lower case without blanks.
    pub names: &'static [&'static str],
    /// Whether king and rooks may start on any file, and castling is written so in UCI and FEN.
    pub free_castling: bool,
}

/// Rules are the entry in the list, not what it says.
impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        core::ptr::eq(self, other)
    }
}

impl Eq for Rules {}

/// The standard rules.
pub(super) static STANDARD: Rules =
    Rules { id: "standard", title: "Chess", names: &["chess", "normal", "orthodox"], free_castling: false };

/// The rules that castling rights of any file belong to.
pub(super) static CHESS960: Rules = Rules {
    id: "chess960",
    title: "Chess960",
    names: &["fischerandom", "fischerrandom", "freestyle"],
    free_castling: true,
};
