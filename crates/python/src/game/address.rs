//! Addresses of nodes as callers pass them: a ply, a text such as `12.1.3`, or a list of numbers.

use super::node::Node;
use super::object::Game;
use crate::failure::{Failure, IntoException, expected};
use crate::number::Number;
use pyo3::prelude::*;
use pyo3::types::PyString;
use scoresheet_core::text::shown;
use scoresheet_core::tree::{NoNode, NodeId, Tree};

/// The text of an address.
pub(super) fn written(parts: &[u32]) -> String {
    parts.iter().map(u32::to_string).collect::<Vec<_>>().join(".")
}

/// The node of a game that a caller means.
pub(super) fn node_of(game: &Bound<'_, Game>, given: &Bound<'_, PyAny>) -> PyResult<NodeId> {
    if let Ok(node) = given.cast::<Node>() {
        return node.get().in_game(game);
    }
    let (parts, said) = match given.cast::<PyString>() {
        Ok(text) => (text.to_str()?.split('.').map(number).collect::<Option<Vec<u32>>>(), text.to_str()?.to_owned()),
        Err(_) => numbers(given)?,
    };
    let tree = &game.borrow().tree;
    let found = parts.as_deref().map_or(Err(NoNode::Malformed), |parts| tree.find(parts));
    found.map_err(|why| refusal(tree, why, parts.as_deref().unwrap_or_default(), &said).into_exception(given.py()))
}

/// A part of an address. One that is too large is that of no node.
fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u32::MAX))
}

/// The parts of a ply or a list of numbers, and how it is shown.
fn numbers(given: &Bound<'_, PyAny>) -> PyResult<(Option<Vec<u32>>, String)> {
    let what = || expected("a ply, an address such as `12.1.3`, a list of numbers or a node", given);
    let parts: Vec<Number> = match given.extract::<Number>() {
        Ok(ply) => vec![ply],
        Err(_) => given
            .try_iter()
            .map_err(|_| what())?
            .map(|part| part?.extract())
            .collect::<PyResult<_>>()
            .map_err(|_| what())?,
    };
    let said: Vec<String> = parts.iter().map(Number::to_string).collect();
    let parts =
        parts.iter().map(|part| if part.below().is_some() { None } else { Some(part.get().unwrap_or(u32::MAX)) });
    Ok((parts.collect(), said.join(".")))
}

/// The fault of an address.
fn refusal(tree: &Tree, why: NoNode, parts: &[u32], said: &str) -> Failure {
    let before = |count: usize| written(&parts[..count]);
    let part = |at: usize| said.split('.').nth(at).unwrap_or_default();
    let counted = |there: u32, what: &str| match there {
        0 => format!("it has no {what}s"),
        1 => format!("it has one {what}, number 1"),
        _ => format!("it has {there} {what}s, numbered from 1"),
    };
    match why {
        NoNode::Malformed => Failure::usage(
            format!("`{}` is not the address of a move", shown(said.as_bytes())),
            "write a ply, such as `12`, or the number of a line on it and of a move in that line, too: `12.1.3`",
        ),
        NoNode::Ply => Failure::usage(
            format!("there is no ply {} in the mainline", part(0)),
            format!("it has {}", tree.ply(tree.end_of(NodeId::ROOT))),
        ),
        NoNode::Line { parts: at, there } => Failure::usage(
            format!("there is no line {} on the move `{}`", part(at), before(at)),
            counted(there, "line"),
        ),
        NoNode::Move { parts: at, there } => Failure::usage(
            format!("there is no move {} in the line `{}`", part(at), before(at)),
            counted(there, "move"),
        ),
        NoNode::FirstOfLine { parts: at } => Failure::usage(
            format!("the first move of a line has no lines of its own, so there is no `{said}`"),
            format!("its alternatives are the lines on the move `{}`", before(at)),
        ),
    }
}
