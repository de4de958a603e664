//! How the caller of a job spells options.

/// How options are spelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// As keywords of functions: `on_error="skip"`.
    #[default]
    Python,
    /// As on the command line: `--on-error skip`.
    Command,
    /// As parameters of functions in SQL: `on_error := 'skip'`.
    Sql,
}
