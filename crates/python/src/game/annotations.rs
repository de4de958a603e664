//! Annotations with their sources: adding them to a node, reading them back, and the list of their sources.

use super::attribution::attribute;
use super::line::{LineStart, line_of};
use super::object::{FULL, Game, NOT_PLAYED};
use crate::failure::{Failure, IntoException};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use scoresheet_core::command;
use scoresheet_core::game::bgn::{self, DEFAULT_SOURCE, Listed};
use scoresheet_core::game::pgn::spelled_nag;
use scoresheet_core::game::{self, WriteOptions};
use scoresheet_core::location::Location;
use scoresheet_core::rules::Position;
use scoresheet_core::tree::{Annotation, Full, Nag, NewAnnotation, NodeId, Note, NotePlace, Removal, Tree};
use scoresheet_core::write::Filter;

/// The arguments for an annotation.
pub(super) struct AnnotationArguments<'g, 'py> {
    pub(super) source: &'g Bound<'py, PyAny>,
    pub(super) nag: Option<&'g Bound<'py, PyAny>>,
    pub(super) comment: Option<String>,
    pub(super) alt: Option<&'g Bound<'py, PyAny>>,
    pub(super) alt_name: Option<String>,
    pub(super) date: Option<&'g Bound<'py, PyAny>>,
    pub(super) q: Option<&'g Bound<'py, PyAny>>,
    pub(super) info: Option<&'g Bound<'py, PyAny>>,
}

/// The source of an annotation, as JSON: its id, the object with the annotation's id, date and `q`, the facts about the
/// source, the id of the source of annotations that name none, and the object of annotations in the line, if they need one.
type SourceJson = (String, String, Option<String>, String, Option<String>);

/// An annotation that was read: its object, its NAG, its comment and its line.
type StoredAnnotation = (Option<String>, Option<(Option<u8>, String)>, Option<String>, Option<NodeId>);

/// Adds an annotation to a node of a game.
pub(super) fn annotate(
    game: &mut Game,
    node: NodeId,
    py: Python<'_>,
    given: &AnnotationArguments<'_, '_>,
) -> PyResult<()> {
    let named = |failure: Failure| failure.into_exception(py);
    let about = (given.source, given.date, given.q, given.info, usual_source(&game.tree));
    let told: SourceJson = py.import("scoresheet._annotations")?.call_method1("told", about)?.extract()?;
    let nag = given.nag.map(nag_of).transpose()?;
    let comment = given.comment.as_deref().filter(|comment| !comment.is_empty());
    let mut line = given.alt.map(|alt| line_at(game, node, alt)).transpose()?;
    match given.alt_name.as_deref() {
        Some("") => return Err(named(Failure::usage("the name of the line is empty", "leave it out"))),
        Some(_) if line.is_none() => return Err(named(Failure::usage("there is no line to name", "give `alt`, too"))),
        _ => {}
    }
    if nag.is_none() && comment.is_none() && line.is_none() && given.q.is_none() {
        return Err(named(Failure::usage("the annotation is empty", "give `nag`, `comment`, `alt` or `q`")));
    }
    let (id, object, info, usual, inside) = told;
    let nag = nag.as_ref().map(|(value, spelled)| Nag { value: *value, spelled });
    // On a copy, so that a failure changes nothing.
    let mut tree = game.tree.clone();
    let commands = take_commands(&mut tree, node);
    if let (Some(line), Some(object)) = (&mut line, &inside) {
        attribute(line, object).map_err(|full| named(Failure::usage(full.to_string(), FULL)))?;
    }
    let (line, name) = (line.as_ref(), given.alt_name.as_deref());
    let mut new = NewAnnotation { object: Some(&object), nag, comment, line, name };
    let says_no_more = id == usual && object == format!("{{\"id\":{id}}}");
    if says_no_more && !tree.joins_annotation(node, &new) {
        new.object = None;
    }
    let with_commands = commands.map(|commands| said_with(new.comment.unwrap_or_default(), &commands));
    new.comment = with_commands.as_deref().or(new.comment);
    let full = |full: Full| named(Failure::usage(full.to_string(), FULL));
    tree.annotate(node, &new).map_err(full)?;
    let document = document(&tree).map_err(named)?;
    let kept = tree.field(NodeId::ROOT, "bgn").map(str::to_owned);
    let listed = |replaces| bgn::with_source(&document, kept.as_deref(), (&id, info.as_deref()), &usual, replaces);
    let listed = match listed(false) {
        // What is known about a source without content need not be true of the new annotation.
        Listed::Otherwise if !has_source(&game.tree, given.source)? => listed(true),
        listed => listed,
    };
    match listed {
        Listed::Usual => tree.set_field(NodeId::ROOT, "bgn", None),
        Listed::Kept(members) => tree.set_field(NodeId::ROOT, "bgn", Some(&members)),
        Listed::Otherwise => {
            let hint = "leave out `info`, or give the same as the game has";
            return Err(named(Failure::usage(format!("the game has other facts about the source {id}"), hint)));
        }
    }
    .map_err(full)?;
    *game.tree = tree;
    Ok(())
}

/// Whether an annotation in the game is by this source.
fn has_source(tree: &Tree, source: &Bound<'_, PyAny>) -> PyResult<bool> {
    let (id, usual): (String, String) = (source.extract()?, usual_source(tree));
    let has_some = |node| tree.annotations(node).iter().any(|one| is_by(one, &id, &usual));
    Ok(has_some(NodeId::ROOT) || tree.walk().any(has_some))
}

/// Whether an annotation is by a source; `usual` is the source of those that name none.
fn is_by(one: &Annotation<'_>, source: &str, usual: &str) -> bool {
    match one.source() {
        Some(id) => id == source,
        None => source == usual && says_something(one),
    }
}

/// Removes the annotations of a source from a node, or only those with one of these NAGs, and returns how many there were.
/// Commands stay, even if they are in the comment of such an annotation. `removal` is what is removed of each.
pub(super) fn remove(
    tree: &mut Tree,
    node: NodeId,
    (source, nags): (&str, Option<&[u8]>),
    removal: Removal,
) -> Result<usize, Full> {
    let usual = usual_source(tree);
    let commands = commands_of(tree, node);
    let is_meant = |one: &Annotation<'_>| {
        let nag = one.nag.and_then(|nag| nag.value);
        nags.is_none_or(|nags| nag.is_some_and(|nag| nags.contains(&nag)))
    };
    let goes =
        |one: &Annotation<'_>| if is_meant(one) && is_by(one, source, &usual) { removal } else { Removal::Nothing };
    let removed = tree.remove_annotations(node, goes);
    if commands_of(tree, node) != commands {
        set_commands(tree, node, &commands)?;
    }
    Ok(removed)
}

/// The commands in the comments after a move.
fn commands_of(tree: &Tree, node: NodeId) -> Vec<(String, String)> {
    tree.commands(node).map(|command| (command.name.to_owned(), command.value.to_owned())).collect()
}

/// Removes the comment that contains only commands, if it is the only one and no line follows it. As in a document, the
/// commands go into the first comment of the move, whatever its source, or after all NAGs.
fn take_commands(tree: &mut Tree, node: NodeId) -> Option<Vec<(String, String)>> {
    let mut comments = tree.comments(node, NotePlace::After);
    let (Some(comment), None) = (comments.next(), comments.next()) else { return None };
    let hidden = node != NodeId::ROOT && !comment.is_empty() && bgn::without_commands(comment) == Some("");
    if !hidden || tree.annotations(node).iter().any(|one| one.line.is_some()) {
        return None;
    }
    drop(comments);
    let commands = commands_of(tree, node);
    tree.retain_notes(node, |note| note.place != NotePlace::After || !note.kind.is_comment());
    Some(commands)
}

/// A comment that starts with these commands.
fn said_with(comment: &str, commands: &[(String, String)]) -> String {
    let commands: Vec<_> = commands.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    bgn::with_commands(comment, &commands).into_owned()
}

/// Replaces all commands of a node. The new ones are put at the start of its first comment if no other comment has
/// commands, as a reader of documents does.
pub(super) fn set_commands(tree: &mut Tree, node: NodeId, commands: &[(String, String)]) -> Result<(), Full> {
    let has_some = |comment: &str| command::commands(comment.as_bytes()).next().is_some();
    let comments: Vec<&str> = tree.comments(node, NotePlace::After).collect();
    let first = comments.first().map(|first| if has_some(first) { bgn::without_commands(first) } else { Some(*first) });
    let in_front = first != Some(None) && !comments.iter().skip(1).any(|comment| has_some(comment));
    if !in_front {
        let standing: Vec<String> = tree.commands(node).map(|command| command.name.to_owned()).collect();
        for name in standing.iter().filter(|name| !commands.iter().any(|(known, _)| known == *name)) {
            tree.set_command(node, name, None)?;
        }
        return commands.iter().try_for_each(|(name, value)| tree.set_command(node, name, Some(value)));
    }
    let text = said_with(first.flatten().unwrap_or_default(), commands);
    if comments.is_empty() {
        return if text.is_empty() { Ok(()) } else { tree.add_note(node, Note::comment(NotePlace::After, &text)) };
    }
    let mut text = Some(text);
    tree.reword(node, |note| match note.place {
        NotePlace::After => {
            text.take().map_or_else(|| Some(note.text.to_owned()), |text| Some(text).filter(|text| !text.is_empty()))
        }
        _ => Some(note.text.to_owned()),
    });
    Ok(())
}

/// The source of annotations that name none.
pub(super) fn usual_source(tree: &Tree) -> String {
    let tags = tree.tags_in_pgn().tags;
    let annotator = tags.into_iter().find(|(name, _)| name == "Annotator").map(|(_, value)| value);
    annotator.filter(|name| !name.is_empty()).unwrap_or_else(|| DEFAULT_SOURCE.to_owned())
}

/// The game as a document on one line.
fn document(tree: &Tree) -> Result<String, Failure> {
    if tree.unplayed().is_some() {
        return Err(Failure::usage(NOT_PLAYED, "only a game that can be replayed can be annotated"));
    }
    let format = game::find("bgnl").ok_or_else(|| Failure::Internal("there is no format of documents".into()))?;
    let mut filter = Filter::new(format.writer(&WriteOptions::default()), false);
    tree.emit(Location::default(), &mut filter);
    Ok(String::from_utf8_lossy(filter.bytes()).into_owned())
}

/// A NAG as a caller passes it: a number, a sign, or any other text.
fn nag_of(given: &Bound<'_, PyAny>) -> PyResult<(Option<u8>, String)> {
    if let Ok(number) = given.extract::<u8>() {
        return Ok((Some(number), String::new()));
    }
    let Ok(text) = given.cast::<PyString>() else {
        return Err(PyTypeError::new_err("a NAG is a number from 0 to 255, or text"));
    };
    let text = text.to_str()?;
    match spelled_nag(text) {
        Some(Some(value)) => Ok((Some(value), String::new())),
        _ if text.is_empty() => Err(Failure::usage("the NAG is empty", "leave it out").into_exception(given.py())),
        // A reader of documents recognizes numbers in the same way.
        _ if text.starts_with(|first: char| first.is_ascii_digit()) => Ok((None, format!("${text}"))),
        _ => Ok((None, text.to_owned())),
    }
}

/// The line that replaces a node's move.
fn line_at(game: &Game, node: NodeId, alt: &Bound<'_, PyAny>) -> PyResult<Tree> {
    let refused = |what: &str, hint: &str| Failure::usage(what, hint).into_exception(alt.py());
    let Some(parent) = game.tree.parent(node) else {
        return Err(refused("there is no move at the start for a line to replace", "annotate the first move"));
    };
    if !game.tree.is_first(node) {
        let hint = "annotate the move that the variation replaces: their lines start from the same position";
        return Err(refused("the first move of a variation has no lines of its own", hint));
    }
    let start = LineStart { position: game.look(parent, Position::clone), ply: game.tree.ply(parent) };
    line_of(&start, alt)
}

/// The annotations of a node for Python.
pub(super) fn annotations<'py>(
    tree: &Tree,
    id: NodeId,
    py: Python<'py>,
    shown: impl Fn(NodeId) -> PyResult<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let usual = usual_source(tree);
    let found: Vec<StoredAnnotation> = found(tree, id);
    let make = py.import("scoresheet._annotations")?.getattr("annotation_of")?;
    let made = found.into_iter().map(|(object, nag, comment, line)| {
        let nag = match nag {
            Some((Some(value), _)) => Some(value.into_pyobject(py)?.into_any()),
            Some((None, text)) => Some(text.into_pyobject(py)?.into_any()),
            None => None,
        };
        let line = line.map(&shown).transpose()?;
        make.call1((&usual, object, nag, comment, line))
    });
    made.collect()
}

fn found(tree: &Tree, id: NodeId) -> Vec<StoredAnnotation> {
    let annotations = tree.annotations(id).into_iter().filter(says_something).map(|one| {
        let nag = one.nag.map(|nag| (nag.value, nag.spelled.to_owned()));
        (one.object.map(str::to_owned), nag, said(&one).map(str::to_owned), one.line)
    });
    annotations.collect()
}

/// The comment of an annotation. Commands are properties of the move rather than comments by a source.
fn said<'t>(one: &Annotation<'t>) -> Option<&'t str> {
    let comment = one.comment.map(|text| (text, bgn::without_commands(text).unwrap_or(text)));
    comment.filter(|(text, left)| !left.is_empty() || text.is_empty()).map(|(_, left)| left)
}

/// Whether an annotation has more than commands.
fn says_something(one: &Annotation<'_>) -> bool {
    one.object.is_some() || one.nag.is_some() || said(one).is_some() || one.line.is_some()
}
