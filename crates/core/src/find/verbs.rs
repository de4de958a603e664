//! The tests that start with a piece.

use super::last_move::Moved;
use super::lexer::Result;
use super::lexer::{PatternLexer, PatternToken};
use super::region::square_of;
use super::sight::Target;
use super::squares::{Choice, choice_of};
use super::test::Test;
use super::values::{next, region, region_after};
use super::words::TestForm;
use crate::find::program::Op;

/// A word after a piece.
pub(super) struct Verb {
    name: &'static str,
    pub(super) form: TestForm,
    parse: fn(&mut PatternLexer<'_>, Choice) -> Result<Test>,
}

/// Every word that may follow a piece.
#[rustfmt::skip]
pub(super) const VERBS: &[Verb] = &[
    Verb { name: "attacks", parse: attacks, form: TestForm {
        syntax: "PIECES attacks PIECES|SQUARE", holds: "a piece attacks another one, or a square; defending counts as attacking", example: "[RQ] attacks k" } },
    Verb { name: "on", parse: |lexer, choice| Ok(Test::On(choice, region(lexer)?)), form: TestForm {
        syntax: "PIECES on SQUARES", holds: "such a piece is on one of the squares", example: "[RQ] on 7" } },
    Verb { name: "moves", parse: moves, form: TestForm {
        syntax: "PIECES moves [from SQUARES] [to SQUARES]", holds: "such a piece has just moved", example: "[Nn] moves from f3,f6 to centre" } },
];

/// Reads a test whose piece was read.
pub(super) fn parse(token: &PatternToken<'_>, before: &PatternLexer<'_>, lexer: &mut PatternLexer<'_>) -> Result<Op> {
    let choice = choice_of(token.text).filter(|_| !token.quoted).ok_or_else(|| before.unexpected("a test"))?;
    for verb in VERBS {
        if lexer.take(verb.name)? {
            return (verb.parse)(lexer, choice).map(Op::Test);
        }
    }
    Err(lexer.unexpected("`attacks`, `on` or `moves`"))
}

/// `R attacks k`, `[RQ] attacks e5`.
fn attacks(lexer: &mut PatternLexer<'_>, from: Choice) -> Result<Test> {
    const WANTED: &str = "a piece, such as `k`, or a square";
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    let target = square_of(token.text).map(Target::Square);
    let target = target.or_else(|| choice_of(token.text).map(Target::Pieces));
    target.map(|target| Test::Attack(from, target)).ok_or_else(|| before.unexpected(WANTED))
}

fn moves(lexer: &mut PatternLexer<'_>, movers: Choice) -> Result<Test> {
    let from = region_after(lexer, "from")?;
    Ok(Test::Moved(Moved::of(movers, from, region_after(lexer, "to")?)))
}
