//! Splits a pattern into words.

use super::PatternError;
use core::ops::Range;

/// The result of reading a part of a pattern.
pub(super) type Result<T> = core::result::Result<T, PatternError>;

/// A word, a quoted text, or a parenthesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PatternToken<'t> {
    /// Its bytes in the pattern.
    pub(super) at: Range<usize>,
    /// The word, or the text between the quotes.
    pub(super) text: &'t str,
    /// Whether it is quoted, and so is never a keyword.
    pub(super) quoted: bool,
}

impl PatternToken<'_> {
    pub(super) fn is(&self, word: &str) -> bool {
        !self.quoted && self.text.eq_ignore_ascii_case(word)
    }
}

/// Takes one token after another.
#[derive(Clone)]
pub(super) struct PatternLexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> PatternLexer<'t> {
    pub(super) fn new(text: &'t str) -> PatternLexer<'t> {
        PatternLexer { text, at: 0 }
    }

    /// The next token, which is left in its place.
    pub(super) fn peek(&self) -> Result<Option<PatternToken<'t>>> {
        self.clone().next()
    }

    /// Takes the next token.
    pub(super) fn next(&mut self) -> Result<Option<PatternToken<'t>>> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - after_blanks(rest).len());
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        if first == '"' {
            let Some(length) = rest[1..].find('"') else {
                let message = "the quote has no counterpart".into();
                return Err(PatternError { at: start..self.text.len(), message });
            };
            self.at = start + length + 2;
            return Ok(Some(PatternToken { at: start..self.at, text: &rest[1..=length], quoted: true }));
        }
        let ends = |letter: char| letter.is_whitespace() || matches!(letter, '(' | ')' | '"');
        let length = if ends(first) { 1 } else { rest.find(ends).unwrap_or(rest.len()) };
        self.at = start + length;
        Ok(Some(PatternToken { at: start..self.at, text: &rest[..length], quoted: false }))
    }

    /// Takes the next token if it is this word.
    pub(super) fn take(&mut self, word: &str) -> Result<bool> {
        let found = self.peek()?.is_some_and(|token| token.is(word));
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// Takes the next token if it passes a test.
    pub(super) fn take_if(&mut self, test: impl FnOnce(&str) -> bool) -> Result<Option<PatternToken<'t>>> {
        match self.peek()? {
            Some(token) if !token.quoted && test(token.text) => self.next(),
            _ => Ok(None),
        }
    }

    /// The range from here to a later place.
    pub(super) fn span_to(&self, later: &PatternLexer<'_>) -> Range<usize> {
        self.at..later.at.max(self.at)
    }

    /// Whether no token is left.
    pub(super) fn is_at_end(&self) -> bool {
        after_blanks(&self.text[self.at..]).is_empty()
    }

    /// An error about the next token, or about the end of the text.
    pub(super) fn unexpected(&self, wanted: &str) -> PatternError {
        match self.peek() {
            Err(error) => error,
            Ok(Some(token)) => {
                let message = alloc::format!("expected {wanted}, not `{}`", &self.text[token.at.clone()]);
                PatternError { at: token.at, message }
            }
            Ok(None) => {
                let end = self.text.trim_end().len();
                PatternError { at: end..end, message: alloc::format!("expected {wanted}, but the pattern ends here") }
            }
        }
    }
}

/// A text without the blanks and comments that it starts with. A comment is `#` and the rest of its line.
fn after_blanks(text: &str) -> &str {
    let mut rest = text.trim_start();
    while rest.starts_with('#') {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn words_quotes_and_parentheses_are_tokens() {
        let mut lexer = PatternLexer::new(" (board \"8/8 x\")and\tnot é # a comment\n# another");
        let mut found = Vec::new();
        while let Some(token) = lexer.next().unwrap() {
            found.push((token.text, token.at, token.quoted));
        }
        let expected = [
            ("(", 1..2, false),
            ("board", 2..7, false),
            ("8/8 x", 8..15, true),
            (")", 15..16, false),
            ("and", 16..19, false),
            ("not", 20..23, false),
            ("é", 24..26, false),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_lone_quote_is_an_error() {
        let mut lexer = PatternLexer::new("a \"b");
        assert!(lexer.next().is_ok());
        assert_eq!(lexer.next().unwrap_err().at, 2..4);
    }
}
