//! What a function is.

use crate::ffi::chunk::Chunk;
use crate::kind::Kind;
use crate::output::Output;

/// A parameter.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
}

/// A parameter of this name and type.
pub(crate) const fn parameter(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind }
}

/// Why a function cannot compute a row.
pub(crate) struct Failure {
    /// What is wrong with the value.
    pub(crate) why: String,
    /// The row of the chunk.
    pub(crate) row: usize,
}

/// A function with one list of parameters. Several can share a name.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    /// What it returns, in one line.
    pub(crate) doc: &'static str,
    /// An expression with a game of the column `packed_moves` and `fen`, for documentation.
    pub(crate) example: &'static str,
    /// Whether the first parameter is a game: `packed_moves`, or the four lists of the family `moves`, and then `fen`.
    pub(crate) of_game: bool,
    /// The other parameters.
    pub(crate) parameters: &'static [Parameter],
    pub(crate) returns: Kind,
    pub(crate) work: fn(&Chunk<'_>, &mut Output) -> Result<(), Failure>,
}

/// The columns that a game comes from.
pub(crate) static PACKED: [Parameter; 2] = [parameter("packed_moves", Kind::Blob), parameter("fen", Kind::Text)];

/// The same, if moves are lists.
pub(crate) static LISTS: [Parameter; 5] = [
    parameter("from_square", Kind::SmallList),
    parameter("to_square", Kind::SmallList),
    parameter("promotion", Kind::SmallList),
    parameter("castle", Kind::SmallList),
    parameter("fen", Kind::Text),
];

impl Function {
    /// Its lists of parameters.
    pub(crate) fn signatures(&self) -> Vec<Vec<&'static Parameter>> {
        let with = |first: &'static [Parameter]| first.iter().chain(self.parameters).collect();
        if self.of_game { vec![with(&PACKED), with(&LISTS)] } else { vec![with(&[])] }
    }
}
