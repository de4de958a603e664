//! `Pattern`: a pattern of the small language, and the plies of a game at which it holds.

use crate::call::call;
use crate::failure::Failure;
use crate::game::object::Game;
use pyo3::prelude::*;
use pyo3::types::PyType;
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::find::{self, Library, Matcher, PatternError, PatternFacts, PlyNotes};
use scoresheet_core::location::Location;
use scoresheet_core::rules::PackedMove;
use scoresheet_core::text::{rating, shown};
use scoresheet_core::tree::{NodeId, NotePlace, Tree};
use scoresheet_jobs::excerpt::{Excerpt, explain, place_in};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A pattern that finds positions and moves in games. The page `docs/patterns.md` describes the language.
///
/// `library` is a text that defines named patterns, such as `let quiet = not (capture or check)`; `text` can use these
/// names and the built-in ones. Patterns are immutable, and equal if their texts are.
///
/// Raises `PatternError` for an invalid pattern or library.
///
/// >>> import scoresheet
/// >>> game = scoresheet.parse("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *")
/// >>> scoresheet.Pattern("capture").plies(game)
/// [7, 8]
/// >>> scoresheet.Pattern("quiet for 3 plies", "let quiet = not (capture or check)").first(game)
/// 2
/// >>> try:
/// ...     scoresheet.Pattern("move Nf3 then chek")
/// ... except scoresheet.PatternError as error:
/// ...     print(error.code, error.column, error.text)
/// pattern-syntax 15 chek
#[pyclass(frozen, module = "scoresheet")]
pub(crate) struct Pattern {
    text: String,
    library: Option<String>,
    pattern: Arc<find::Pattern>,
}

#[pymethods]
impl Pattern {
    #[new]
    #[pyo3(signature = (text, library=None))]
    fn new(py: Python<'_>, text: String, library: Option<String>) -> PyResult<Pattern> {
        call(py, || {
            let names = match &library {
                Some(names) => Library::parse(names).map_err(|error| refused(names, &error))?,
                None => Library::default(),
            };
            let pattern = names.pattern(&text).map_err(|error| refused(&text, &error))?.into();
            Ok(Pattern { text, library, pattern })
        })
    }

    /// The plies of the mainline after which the pattern holds, from 0 for the start.
    ///
    /// A move that no piece could make ends the search.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *")
    /// >>> scoresheet.Pattern("[Qq] moves or check").plies(game)
    /// [3, 5]
    fn plies(&self, game: &Bound<'_, Game>) -> Vec<u32> {
        let tree = &game.borrow().tree;
        let mut matcher = Matcher::new(self.pattern.clone());
        if matcher.asks_notes() {
            return matcher.all_with(&tree.start(), &facts(tree), noted_moves(tree));
        }
        matcher.all(&tree.start(), &facts(tree), moves(tree))
    }

    /// The first of these plies, or None.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 2. Nf3 Nc6 *")
    /// >>> scoresheet.Pattern("N on f3").first(game)
    /// 3
    /// >>> scoresheet.Pattern("mate").first(game) is None
    /// True
    fn first(&self, game: &Bound<'_, Game>) -> Option<u32> {
        let tree = &game.borrow().tree;
        let mut matcher = Matcher::new(self.pattern.clone());
        if matcher.asks_notes() {
            return matcher.all_with(&tree.start(), &facts(tree), noted_moves(tree)).first().copied();
        }
        matcher.first(&tree.start(), &facts(tree), moves(tree))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let shown = |text: &str| text.into_pyobject(py)?.repr().map(|text| text.to_string());
        Ok(match &self.library {
            None => format!("Pattern({})", shown(&self.text)?),
            Some(library) => format!("Pattern({}, {})", shown(&self.text)?, shown(library)?),
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        let other = other.cast::<Pattern>().ok()?.get();
        Some((&self.text, &self.library) == (&other.text, &other.library))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.text, &self.library).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (&str, Option<&str>)) {
        (py.get_type::<Pattern>(), (&self.text, self.library.as_deref()))
    }
}

/// The moves of the mainline.
fn moves(tree: &Tree) -> Vec<PackedMove> {
    tree.mainline().filter_map(|node| tree.mv(node)).map(PackedMove::of).collect()
}

/// The moves of the mainline with their annotation.
fn noted_moves(tree: &Tree) -> impl Iterator<Item = (PackedMove, PlyNotes)> {
    tree.mainline().filter_map(|node| Some((PackedMove::of(tree.mv(node)?), notes(tree, node))))
}

fn notes(tree: &Tree, node: NodeId) -> PlyNotes {
    let mut notes = PlyNotes::default();
    tree.comments(node, NotePlace::After).for_each(|text| notes.add_comment(text));
    tree.nags(node).filter_map(|nag| nag.value).for_each(|nag| notes.add_nag(nag));
    notes
}

fn facts(tree: &Tree) -> PatternFacts {
    let elo = |tag| tree.tags().get(tag).and_then(rating).and_then(|elo| u16::try_from(elo).ok());
    PatternFacts { result: Some(tree.result()), white_elo: elo("WhiteElo"), black_elo: elo("BlackElo") }
}

/// The failure for a pattern that cannot be read, with its line and a caret.
fn refused(text: &str, error: &PatternError) -> Failure {
    let at = Location { game: 0, ..place_in(text.as_bytes(), error.at.start) };
    let wrong = text.get(error.at.clone()).unwrap_or_default();
    let fault = Fault::new(Code::PatternSyntax, at, error.message.clone(), shown(wrong.as_bytes()));
    let excerpt = Excerpt::titled(text.as_bytes(), &fault, String::new());
    let report = Some(explain(&fault, "error", Some("pattern"), excerpt.as_ref()));
    Failure::Input { file: Some("pattern".into()), fault, report }
}
