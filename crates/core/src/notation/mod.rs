//! Move notations: one file each, listed once in [`ALL`].

/// What help and documentation say of a notation.
#[derive(Debug)]
pub struct Spec {
    /// Its id: the file's name, the vectors' folder, the name on the command line.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Where it is laid down.
    pub source: &'static str,
    /// One example.
    pub example: &'static str,
    /// What it cannot say; `None` where it loses nothing. Tests hold us to it.
    pub limits: Option<&'static str>,
}
