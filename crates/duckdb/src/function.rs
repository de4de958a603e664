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

/// What the first parameters of a function mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A game: `packed_moves`, or the four lists of the family `moves`, then `fen`, and after lists an optional
    /// `rules`.
    Game,
    /// The same with known rules: after lists, `rules` is required.
    GameByRules,
    /// Moves: the four lists, and `rules` or nothing.
    Lists,
    /// A position: `fen`, and `rules` or nothing.
    Position,
    /// Nothing of all games and positions.
    Nothing,
}

/// A function with one list of parameters. Several can share a name.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    /// What it returns, in one line.
    pub(crate) doc: &'static str,
    /// An expression with a game of the column `packed_moves` and `fen`, for documentation.
    pub(crate) example: &'static str,
    /// What it is about.
    pub(crate) subject: Subject,
    /// The parameters after those of the subject.
    pub(crate) parameters: &'static [Parameter],
    pub(crate) returns: Kind,
    pub(crate) work: fn(&Chunk<'_>, &mut Output) -> Result<(), Failure>,
}

static PACKED_MOVES: Parameter = parameter("packed_moves", Kind::Blob);
static FEN: Parameter = parameter("fen", Kind::Text);
static RULES: Parameter = parameter("rules", Kind::Rules);

/// The moves of a game as lists.
static LISTS: [Parameter; 4] = [
    parameter("from_square", Kind::SmallList),
    parameter("to_square", Kind::SmallList),
    parameter("promotion", Kind::SmallList),
    parameter("castle", Kind::SmallList),
];

impl Function {
    /// Its lists of parameters.
    pub(crate) fn signatures(&self) -> Vec<Vec<&'static Parameter>> {
        let lists = || LISTS.iter().collect::<Vec<_>>();
        let subjects = match self.subject {
            Subject::Game => {
                vec![vec![&PACKED_MOVES, &FEN], [lists(), vec![&FEN]].concat(), [lists(), vec![&FEN, &RULES]].concat()]
            }
            Subject::GameByRules => vec![vec![&PACKED_MOVES, &FEN], [lists(), vec![&FEN, &RULES]].concat()],
            Subject::Lists => vec![lists(), [lists(), vec![&RULES]].concat()],
            Subject::Position => vec![vec![&FEN], vec![&FEN, &RULES]],
            Subject::Nothing => vec![Vec::new()],
        };
        subjects.into_iter().map(|subject| subject.into_iter().chain(self.parameters).collect()).collect()
    }
}
