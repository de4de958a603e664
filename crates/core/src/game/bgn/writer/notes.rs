//! The data of the last move except for its annotations: properties, and the comment whose commands were removed.

use super::bgn::{push_member, quoted, separate};
use crate::command::{Commands, duration_ms};
use crate::game::bgn::commands::NAMESPACES;
use crate::game::bgn::parts::members;
use crate::json::push_string;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// What is said of a move.
pub(super) struct MoveNotes {
    /// Whether only NAGs came so far.
    pub(super) only_nags: bool,
    /// The comment that commands have left.
    pub(super) first: Option<First>,
    /// The commands by name, the first of each, and how many of them have left their comment.
    properties: Vec<(String, String)>,
    left: usize,
    /// What the clock showed, and what the move took, in milliseconds.
    pub(super) clock: Option<i64>,
    pub(super) spent: Option<i64>,
    /// Properties that are not commands: objects of namespaces.
    pub(super) given: Vec<String>,
    /// The time since the start of the game, if the source has it.
    pub(super) elapsed: Option<String>,
    /// Members that follow the properties, a comma before each: the last ones of the move, and unknown ones.
    pub(super) others: String,
}

/// The first comment of a move, whose commands have left it.
pub(super) struct First {
    /// As it was.
    pub(super) original: String,
    /// The form of its commands if that is not the usual one.
    pub(super) form: Option<String>,
    /// Where it is written, or would be.
    pub(super) place: Option<Range<usize>>,
    /// Whether it would need an annotation of its own there.
    pub(super) alone: bool,
    /// Whether nothing is left of it, and nothing of it was written.
    pub(super) hidden: bool,
}

impl Default for MoveNotes {
    fn default() -> MoveNotes {
        MoveNotes {
            only_nags: true,
            first: None,
            properties: Vec::new(),
            left: 0,
            clock: None,
            spent: None,
            given: Vec::new(),
            elapsed: None,
            others: String::new(),
        }
    }
}

impl First {
    /// A comment of which this is left.
    pub(super) fn new(original: &str, left: &str, form: Option<String>) -> First {
        First { original: original.into(), form, place: None, alone: false, hidden: left.is_empty() }
    }
}

impl MoveNotes {
    /// Keeps the commands of a comment, which they may leave. Returns whether one has the name of a command that has
    /// left an earlier comment.
    pub(super) fn take_commands(&mut self, commands: Commands<'_>, leave: bool) -> bool {
        let mut clashes = false;
        for command in commands.filter(|command| !command.name.is_empty()) {
            match self.properties.iter().position(|(name, _)| name == command.name) {
                Some(at) => clashes |= at < self.left,
                None => self.properties.push((command.name.into(), command.value.into())),
            }
            match command.name {
                "clk" => self.clock = self.clock.or_else(|| duration_ms(command.value)),
                "emt" => self.spent = self.spent.or_else(|| duration_ms(command.value)),
                _ => {}
            }
        }
        if leave {
            self.left = self.properties.len();
        }
        clashes
    }

    /// Whether the game's source gives a property of the same name as one of these commands and not as a command: then
    /// both are kept only if the comment keeps its commands.
    pub(super) fn gives_otherwise(&self, namespace: &str, mut commands: Commands<'_>) -> bool {
        !self.given.is_empty()
            && commands.any(|command| {
                let name = quoted(command.name);
                !is_given(self.given(), command.name, command.value)
                    && members_of(self.given(), namespace).any(|(key, _)| key == name)
            })
    }

    fn given(&self) -> impl Iterator<Item = (&str, &str)> {
        self.given.iter().flat_map(|given| members(given))
    }

    /// Writes the properties and the text after them, and forgets the move.
    pub(super) fn finish(&mut self, namespace: &str, out: &mut Vec<u8>) {
        if !self.properties.is_empty() || !self.given.is_empty() {
            out.extend_from_slice(b",\"properties\":{");
            self.push_properties(namespace, out);
            out.push(b'}');
        }
        if let Some(form) = self.first.as_ref().and_then(|first| first.form.as_deref()) {
            out.extend_from_slice(b",\"commands\":");
            push_string(form, out);
        }
        out.extend_from_slice(self.others.as_bytes());
        *self = MoveNotes::default();
    }

    fn push_properties(&self, namespace: &str, out: &mut Vec<u8>) {
        let held: Vec<(&str, &str)> = members_of(self.given(), namespace).collect();
        // A given property replaces a command of its name, which is then in its comment.
        let is_held = |name: &str| held.iter().any(|(key, _)| *key == quoted(name));
        let unsaid = self.properties.iter().filter(|(name, value)| !is_given(self.given(), name, value));
        let mut unsaid = unsaid.filter(|(name, _)| !is_held(name)).peekable();
        let any = unsaid.peek().is_some();
        if any {
            push_string(namespace, out);
            out.extend_from_slice(b":{");
            for (name, value) in unsaid {
                separate(out);
                push_string(name, out);
                out.push(b':');
                push_string(value, out);
            }
            held.iter().for_each(|(key, value)| push_member(key, value, out));
            out.push(b'}');
        }
        for (key, value) in self.given().filter(|(key, _)| !any || !is_own(key, namespace)) {
            push_member(key, value, out);
        }
    }
}

/// Whether a key is that of this namespace.
fn is_own(key: &str, namespace: &str) -> bool {
    key.len() == namespace.len() + 2 && key.get(1..key.len() - 1) == Some(namespace)
}

/// What is given in this namespace.
fn members_of<'g>(
    given: impl Iterator<Item = (&'g str, &'g str)>,
    namespace: &str,
) -> impl Iterator<Item = (&'g str, &'g str)> {
    given.filter(move |(key, _)| is_own(key, namespace)).flat_map(|(_, object)| members(object))
}

/// Whether a command is given as a property of any namespace of commands: then its own namespace need not have it, too.
fn is_given<'g>(given: impl Iterator<Item = (&'g str, &'g str)>, name: &str, value: &str) -> bool {
    let namespaces = |key: &str| NAMESPACES.iter().any(|known| key.trim_matches('"') == *known);
    given
        .filter(|(key, _)| namespaces(key))
        .any(|(_, object)| members(object).any(|(key, said)| key == quoted(name) && said == quoted(value)))
}
