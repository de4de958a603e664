//! The registry entry of a variant's rules.

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
