//! Reads the values of tests: numbers, ranges and comparisons.

use super::lexer::Result;
use super::lexer::{PatternLexer, PatternToken};
use super::region::region_of;
use super::span::Span;
use core::ops::RangeInclusive;

/// The next token, which has to be there.
pub(super) fn next<'t>(lexer: &mut PatternLexer<'t>, wanted: &str) -> Result<PatternToken<'t>> {
    let before = lexer.clone();
    lexer.next()?.ok_or_else(|| before.unexpected(wanted))
}

/// A number of plies, or of moves, each of which is two plies.
pub(super) fn plies(lexer: &mut PatternLexer<'_>) -> Result<u32> {
    const WANTED: &str = "a number of plies, such as `4 plies`";
    let before = lexer.clone();
    let number = next(lexer, WANTED)?.text.parse::<u32>().ok().filter(|number| (1..=1_000_000).contains(number));
    let number = number.ok_or_else(|| before.unexpected(WANTED))?;
    for (word, times) in [("plies", 1), ("ply", 1), ("moves", 2), ("move", 2)] {
        if lexer.take(word)? {
            return Ok(number * times);
        }
    }
    Err(lexer.unexpected("`plies` or `moves`"))
}

/// `20`, `20-40`, or `20-`.
pub(super) fn range(lexer: &mut PatternLexer<'_>) -> Result<RangeInclusive<u32>> {
    const WANTED: &str = "a number or a range, such as `20`, `20-40` or `20-`";
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    range_of(token.text).ok_or_else(|| before.unexpected(WANTED))
}

pub(super) fn range_of(text: &str) -> Option<RangeInclusive<u32>> {
    let number = |text: &str| text.parse::<u32>().ok();
    match text.split_once('-') {
        None => number(text).map(|only| only..=only),
        Some((first, "")) => number(first).map(|first| first..=u32::MAX),
        Some((first, last)) => Some(number(first)?..=number(last)?).filter(|range| !range.is_empty()),
    }
}

/// `>= 3`, `>=3` or `= 3`; a number alone, or a range, as `=` would have it.
pub(super) fn span(lexer: &mut PatternLexer<'_>) -> Result<Span> {
    const WANTED: &str = "a comparison, such as `>= 3`, or a number";
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    let digits = token.text.trim_start_matches(['<', '>', '=']);
    let operator = &token.text[..token.text.len() - digits.len()];
    let operator = if operator.is_empty() { "=" } else { operator };
    let after = lexer.clone();
    let (digits, place) =
        if digits.is_empty() { (next(lexer, "a number")?.text, after) } else { (digits, before.clone()) };
    // A span of ratings or of counts; no number of either is larger.
    let number = |text: &str| text.parse::<i32>().ok().filter(|number| number.unsigned_abs() <= 1_000_000);
    if let Some(number) = number(digits) {
        return Span::of(operator, number).ok_or_else(|| before.unexpected(WANTED));
    }
    let range = digits.split_once('-').filter(|_| operator == "=");
    let range = range.and_then(|(first, last)| Some(Span { first: number(first)?, last: number(last)? }));
    range.filter(|span| span.first <= span.last).ok_or_else(|| place.unexpected(WANTED))
}

/// Squares, such as `e4`, `7` or `a1-c3,h8`.
pub(super) fn region(lexer: &mut PatternLexer<'_>) -> Result<u64> {
    const WANTED: &str = "squares, such as `e4`, `e`, `7`, `a1-c3` or `light`";
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    region_of(token.text).ok_or_else(|| before.unexpected(WANTED))
}

/// The squares after a word, all of them without it.
pub(super) fn region_after(lexer: &mut PatternLexer<'_>, word: &str) -> Result<u64> {
    if lexer.take(word)? { region(lexer) } else { Ok(u64::MAX) }
}
