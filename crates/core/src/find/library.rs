//! Named patterns.

use super::lexer::{PatternLexer, PatternToken};
use super::parser::{self, MOST};
use super::words::WORDS;
use super::{Pattern, PatternError};
use crate::find::program::Op;
use alloc::borrow::{Cow, ToOwned};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The patterns that every library knows.
const SHIPPED: &str = include_str!("shipped.patterns");
/// How many operations all patterns of a library may have together.
const MOST_OF_ALL: usize = 10 * MOST;
/// Words that name no pattern, in addition to those that start a test.
const RESERVED: &[&str] =
    &["and", "or", "not", "then", "within", "for", "let", "mirrored", "colours", "colors", "swapped", "attacks", "on"];

/// Named patterns, which other patterns can use. The built-in ones are always known.
///
/// ```
/// use scoresheet_core::find::Library;
/// let library = Library::parse("let quiet = not (capture or check)  # a comment").unwrap();
/// assert!(library.pattern("quiet for 6 plies and iqp").is_ok());
/// assert!(library.pattern("loud").is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    patterns: BTreeMap<String, Vec<Op>>,
    /// Whether the built-in patterns are among them. If not, they are read when one is used.
    is_full: bool,
}

impl Library {
    /// Reads definitions: `let name = pattern`, one after another. A pattern may use the names that were defined before it.
    ///
    /// # Errors
    /// The first fault of the text, and its place.
    pub fn parse(text: &str) -> Result<Library, PatternError> {
        let mut library = shipped();
        library.define(text)?;
        Ok(library)
    }

    /// Reads a pattern that may use these names.
    ///
    /// # Errors
    /// The first fault of the text, and its place.
    pub fn pattern(&self, text: &str) -> Result<Pattern, PatternError> {
        let mut lexer = PatternLexer::new(text);
        let ops = parser::parse(&mut lexer, &|token| self.find(token))?;
        if lexer.is_at_end() { Ok(Pattern::new(ops)) } else { Err(lexer.unexpected("the end of the pattern")) }
    }

    /// The names of the built-in patterns, and of those that were defined.
    pub fn names(&self) -> Vec<String> {
        let mut names: BTreeSet<String> = self.patterns.keys().cloned().collect();
        names.extend(shipped().patterns.into_keys());
        names.into_iter().collect()
    }

    /// The operations of the pattern with a name.
    pub(super) fn find(&self, token: &PatternToken<'_>) -> Option<Cow<'_, [Op]>> {
        if token.quoted || !is_name(token.text) {
            return None;
        }
        if let Some(ops) = self.patterns.get(token.text) {
            return Some(Cow::Borrowed(ops));
        }
        if self.is_full { None } else { shipped().patterns.remove(token.text).map(Cow::Owned) }
    }

    fn define(&mut self, text: &str) -> Result<(), PatternError> {
        let mut lexer = PatternLexer::new(text);
        let mut defined = BTreeSet::new();
        while !lexer.is_at_end() {
            if !lexer.take("let")? {
                return Err(lexer.unexpected("`let`"));
            }
            let before = lexer.clone();
            let token = lexer.next()?.filter(|token| !token.quoted && is_name(token.text));
            let name = token.ok_or_else(|| before.unexpected("a name, such as `minor-piece-endgame`"))?;
            if !defined.insert(name.text) {
                return Err(PatternError { at: name.at, message: format!("`{}` is defined twice", name.text) });
            }
            if !lexer.take("=")? {
                return Err(lexer.unexpected("`=`"));
            }
            let ops = parser::parse(&mut lexer, &|token| self.find(token))?;
            self.patterns.insert(name.text.to_owned(), ops);
            if self.patterns.values().map(Vec::len).sum::<usize>() > MOST_OF_ALL {
                let message = format!("the patterns have more than {MOST_OF_ALL} parts together");
                return Err(PatternError { at: name.at, message });
            }
        }
        Ok(())
    }
}

impl Pattern {
    /// Reads a pattern, which may use the built-in names.
    ///
    /// # Errors
    /// The first fault of the text, and its place.
    pub fn parse(text: &str) -> Result<Pattern, PatternError> {
        Library::default().pattern(text)
    }
}

fn shipped() -> Library {
    let mut library = Library { is_full: true, ..Library::default() };
    // A test checks that the built-in patterns can be read.
    let _ = library.define(SHIPPED);
    library
}

/// The names that every library knows, each with its definition on one line.
pub fn shipped_names() -> impl Iterator<Item = (&'static str, String)> {
    SHIPPED.split("\nlet ").skip(1).filter_map(|definition| {
        let (name, pattern) = definition.split_once(" = ")?;
        let lines = pattern.lines().take_while(|line| !line.is_empty() && !line.starts_with('#'));
        Some((name, lines.map(str::trim).collect::<Vec<_>>().join(" ")))
    })
}

/// Whether a word can name a pattern: at least two letters, digits, `-` or `_`, the first a lower-case letter.
fn is_name(text: &str) -> bool {
    let is_part = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, b'-' | b'_');
    text.len() > 1
        && text.as_bytes()[0].is_ascii_lowercase()
        && text.bytes().all(is_part)
        && !RESERVED.contains(&text)
        && WORDS.iter().all(|word| word.name != text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_expand_to_their_patterns() {
        let library = Library::parse("# first\nlet one = check # c\nlet two =\n  one and\n  mate\n").unwrap();
        let same = |one: &str, other: &str| assert_eq!(library.pattern(one), Pattern::parse(other), "{one}");
        same("one", "check");
        same("two or stalemate", "check and mate or stalemate");
        same("not two", "not (check and mate)");
        same("two mirrored", "(check and mate) mirrored");
        assert_eq!(library.pattern("iqp"), Pattern::parse("iqp"));
        assert!(library.names().contains(&"two".into()) && Library::default().names().contains(&"iqp".into()));
        for (name, definition) in shipped_names() {
            same(name, &definition);
        }
        assert_eq!(shipped_names().count(), Library::default().names().len());
        let own = Library::parse("let iqp = check").unwrap();
        assert_eq!(own.pattern("iqp"), Pattern::parse("check"));
    }

    #[test]
    fn wrong_definitions_are_refused_at_their_place() {
        for (text, at, message) in [
            ("let one = two\nlet two = check", "two", "expected a test, not `two`"),
            ("let one = one", "one", "expected a test, not `one`"),
            ("let one = check\nlet one = mate", "one", "`one` is defined twice"),
            ("let check = mate", "check", "expected a name, such as `minor-piece-endgame`, not `check`"),
            ("let x = mate", "x", "expected a name, such as `minor-piece-endgame`, not `x`"),
            ("let one check", "check", "expected `=`, not `check`"),
            ("check", "check", "expected `let`, not `check`"),
            ("let one =", "", "expected a test, but the pattern ends here"),
            ("let one = let two = check", "let", "expected a test, not `let`"),
            ("let one = (check let two = mate", "(", "the parenthesis is never closed"),
        ] {
            let error = Library::parse(text).unwrap_err();
            assert_eq!((text.get(error.at.clone()), error.message.as_str()), (Some(at), message), "{text}");
        }
        let error = Library::parse("let one = check\nlet two = mat").unwrap_err();
        assert_eq!(error.place("let one = check\nlet two = mat"), (2, 11));
        assert!(Pattern::parse("check let two = mate").is_err());
    }

    #[test]
    fn names_that_grow_without_end_are_refused() {
        let mut text = String::from("let p0 = check");
        for number in 1..40 {
            text += &format!("\nlet p{number} = p{} or p{}", number - 1, number - 1);
        }
        assert!(Library::parse(&text).unwrap_err().message.contains("more than 10000 parts"));
    }
}
