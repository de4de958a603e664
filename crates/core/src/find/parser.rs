//! Reads patterns.
//!
//! ```text
//! pattern  = alternative { "then" [ "within" N "plies" ] alternative }
//! alternative = both { "or" both }
//! both     = part { "and" part }
//! part     = "not" part | ( test | name | "(" pattern ")" ) { suffix }
//! suffix   = "for" N "plies" | "mirrored" | "colors swapped"
//! ```
//!
//! Operators that wait for their second operand are on a stack, so nesting costs no recursion.

use super::PatternError;
use super::lexer::{PatternLexer, PatternToken, Result};
use super::test::Test;
use super::values::plies;
use super::verbs;
use super::words::WORDS;
use crate::find::program::Op;
use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

/// How many operations a pattern may have. Mirror images double those that they are of.
pub(super) const MOST: usize = 10_000;

/// An operator that waits for its operand, or an open parenthesis.
enum Waiting {
    Open(Range<usize>),
    Op(Op),
}

/// How tightly an operator binds.
fn strength(op: &Op) -> u8 {
    match op {
        Op::Then(_) => 1,
        Op::Or => 2,
        Op::And => 3,
        Op::Test(_) | Op::Not | Op::For(_) => 4,
    }
}

/// What was read so far.
#[derive(Default)]
struct Parser {
    ops: Vec<Op>,
    /// Where the operations of each operand start.
    starts: Vec<usize>,
    waiting: Vec<Waiting>,
}

/// Finds the operations of the pattern that a word names.
pub(super) type NameLookup<'n> = &'n dyn for<'t> Fn(&PatternToken<'t>) -> Option<Cow<'n, [Op]>>;

/// Reads a pattern as operations in postfix order. It may use names of others, and ends before the word `let`.
pub(super) fn parse(lexer: &mut PatternLexer<'_>, names: NameLookup<'_>) -> Result<Vec<Op>> {
    let (start, mut parser) = (lexer.clone(), Parser::default());
    let mut wants_operand = true;
    loop {
        let before = lexer.clone();
        let token = match lexer.next()? {
            Some(token) if wants_operand || !token.is("let") => token,
            _ if wants_operand => return Err(before.unexpected("a test")),
            _ => {
                *lexer = before;
                return parser.end(start.span_to(lexer));
            }
        };
        if wants_operand {
            wants_operand = parser.operand(&token, &before, lexer, names)?;
        } else {
            wants_operand = parser.operator(&token, &before, lexer)?;
        }
        within_limit(&parser.ops, start.span_to(lexer))?;
    }
}

impl Parser {
    /// Takes what may be in the place of an operand. Returns whether one is still expected.
    fn operand(
        &mut self,
        token: &PatternToken<'_>,
        before: &PatternLexer<'_>,
        lexer: &mut PatternLexer<'_>,
        names: NameLookup<'_>,
    ) -> Result<bool> {
        if token.is("(") {
            self.waiting.push(Waiting::Open(token.at.clone()));
            return Ok(true);
        }
        if token.is("not") {
            self.waiting.push(Waiting::Op(Op::Not));
            return Ok(true);
        }
        self.starts.push(self.ops.len());
        if let Some(word) = WORDS.iter().find(|word| token.is(word.name)) {
            self.ops.extend((word.parse)(lexer)?);
        } else if let Some(ops) = names(token) {
            self.ops.extend_from_slice(&ops);
        } else {
            self.ops.push(verbs::parse(token, before, lexer)?);
        }
        Ok(false)
    }

    /// Takes what may follow an operand. Returns whether another operand is expected.
    fn operator(
        &mut self,
        token: &PatternToken<'_>,
        before: &PatternLexer<'_>,
        lexer: &mut PatternLexer<'_>,
    ) -> Result<bool> {
        let op = if token.is("and") {
            Op::And
        } else if token.is("or") {
            Op::Or
        } else if token.is("then") {
            Op::Then(if lexer.take("within")? { Some(plies(lexer)?) } else { None })
        } else {
            return self.suffix(token, before, lexer).map(|()| false);
        };
        self.apply_while(|waiting| strength(waiting) >= strength(&op));
        self.waiting.push(Waiting::Op(op));
        Ok(true)
    }

    fn suffix(
        &mut self,
        token: &PatternToken<'_>,
        before: &PatternLexer<'_>,
        lexer: &mut PatternLexer<'_>,
    ) -> Result<()> {
        if token.is(")") {
            self.apply_while(|_| true);
            return match self.waiting.pop() {
                Some(_) => Ok(()),
                None => Err(PatternError { at: token.at.clone(), message: "the parenthesis was not opened".into() }),
            };
        }
        if token.is("for") {
            self.ops.push(Op::For(plies(lexer)?));
        } else if token.is("mirrored") {
            self.add_image(Test::mirrored);
        } else if token.is("colours") || token.is("colors") {
            if !lexer.take("swapped")? {
                return Err(lexer.unexpected("`swapped`"));
            }
            self.add_image(Test::swapped);
        } else {
            return Err(before.unexpected("`and`, `or`, `then`, or the end of the pattern"));
        }
        Ok(())
    }

    /// Makes the last operand hold, too, if its image does.
    fn add_image(&mut self, image: fn(&Test) -> Test) {
        let start = self.starts.last().copied().unwrap_or_default();
        let images =
            self.ops[start..].iter().map(|op| if let Op::Test(test) = op { Op::Test(image(test)) } else { op.clone() });
        let images: Vec<Op> = images.collect();
        self.ops.extend(images);
        self.ops.push(Op::Or);
    }

    /// Applies the operators that wait, the latest first, back to an open parenthesis.
    fn apply_while(&mut self, binds: impl Fn(&Op) -> bool) {
        while let Some(Waiting::Op(op)) = self.waiting.pop_if(|waiting| matches!(waiting, Waiting::Op(op) if binds(op)))
        {
            if op != Op::Not {
                self.starts.pop();
            }
            self.ops.push(op);
        }
    }

    fn end(mut self, at: Range<usize>) -> Result<Vec<Op>> {
        self.apply_while(|_| true);
        within_limit(&self.ops, at)?;
        match self.waiting.pop() {
            Some(Waiting::Open(at)) => Err(PatternError { at, message: "the parenthesis is never closed".into() }),
            _ => Ok(self.ops),
        }
    }
}

fn within_limit(ops: &[Op], at: Range<usize>) -> Result<()> {
    if ops.len() > MOST {
        return Err(PatternError { at, message: format!("the pattern has more than {MOST} parts") });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn read(text: &str) -> Result<Vec<Op>> {
        parse(&mut PatternLexer::new(text), &|_| None)
    }

    /// The operations in a short form: a letter for each test.
    fn shape(text: &str) -> String {
        let ops = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let shown = ops.iter().map(|op| match op {
            Op::Test(Test::Check) => "c".into(),
            Op::Test(Test::Mate) => "m".into(),
            Op::Test(Test::Stalemate) => "s".into(),
            Op::Test(_) => "t".into(),
            Op::Not => "!".into(),
            Op::And => "&".into(),
            Op::Or => "|".into(),
            Op::Then(None) => ">".into(),
            Op::Then(Some(plies)) => format!(">{plies}"),
            Op::For(plies) => format!("*{plies}"),
        });
        shown.collect::<Vec<_>>().join("")
    }

    #[test]
    fn operators_bind_as_documented() {
        for (text, expected) in [
            ("check", "c"),
            ("check and mate or stalemate", "cm&s|"),
            ("check or mate and stalemate", "cms&|"),
            ("check then mate or stalemate then check", "cms|>c>"),
            ("not check and mate", "c!m&"),
            ("not not check", "c!!"),
            ("not (check and mate)", "cm&!"),
            ("(check or mate) and stalemate", "cm|s&"),
            ("check for 3 plies and mate", "c*3m&"),
            ("not check for 2 moves", "c*4!"),
            ("check then within 4 plies mate", "cm>4"),
            ("(check and mate) mirrored", "cm&cm&|"),
            ("check and mate colors swapped", "cmm|&"),
            ("CHECK And Mate", "cm&"),
            ("material KRvK", "tt|"),
            ("material exactly KvK", "t"),
            ("R attacks k and [QR] attacks e5", "tt&"),
            ("fen 8/8/8/8/8/8/8/8 w - - 0 1 and check", "tc&"),
            ("fen \"8/8/8/8/8/8/8/8 w\" or check", "tc|"),
            ("white to move and ply 3- and move 10-20 and move Nf3", "tt&t&t&"),
            ("capture and capture q and promotes N and castles long and opposite bishops", "tt&t&t&t&"),
        ] {
            assert_eq!(shape(text), expected, "{text}");
        }
    }

    #[test]
    fn errors_name_their_place() {
        for (text, at, message) in [
            ("", "", "expected a test, but the pattern ends here"),
            ("check and", "", "expected a test, but the pattern ends here"),
            ("check mate", "mate", "expected `and`, `or`, `then`, or the end of the pattern, not `mate`"),
            ("check and or mate", "or", "expected a test, not `or`"),
            ("(check", "(", "the parenthesis is never closed"),
            ("check)", ")", "the parenthesis was not opened"),
            ("()", ")", "expected a test, not `)`"),
            ("chek", "chek", "expected a test, not `chek`"),
            ("board 8/8", "", "the board ends on rank 7 after 8 squares"),
            ("board 8/8/8/8/8/8/8/7x", "x", "expected a piece, `A`, `a`, `.`, `?`, `[…]`, a number or `/`"),
            ("material KRP", "KRP", "expected the pieces of both sides, such as `KRPvKR`, not `KRP`"),
            ("move Zf3", "Zf3", "expected a move, such as `Nxf7`, or numbers of moves, such as `10-20`, not `Zf3`"),
            ("ply 5-3", "5-3", "expected a number or a range, such as `20`, `20-40` or `20-`, not `5-3`"),
            ("check for 0 plies", "0", "expected a number of plies, such as `4 plies`, not `0`"),
            ("check for 4", "", "expected `plies` or `moves`, but the pattern ends here"),
            ("R attacks", "", "expected a piece, such as `k`, or a square, but the pattern ends here"),
            ("white mate", "mate", "expected `to move`, `move`, `elo` or `gives`, not `mate`"),
            ("white to mate", "mate", "expected `move`, not `mate`"),
            ("white gives 3 for 101 plies", "101", "expected at most 100 plies, not `101`"),
            ("white elo >= x", "x", "expected a comparison, such as `>= 3`, or a number, not `x`"),
            ("R on z9", "z9", "expected squares, such as `e4`, `e`, `7`, `a1-c3` or `light`, not `z9`"),
            ("file e shut", "shut", "expected `open` or `half-open`, not `shut`"),
            ("R eats k", "eats", "expected `attacks`, `on` or `moves`, not `eats`"),
            ("result 2-0", "2-0", "expected a result, such as `1-0`, not `2-0`"),
            ("en route", "route", "expected `passant`, not `route`"),
            ("fen 8/8", "8/8", "the board has only 2 of eight ranks"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((text.get(error.at.clone()), error.message.as_str()), (Some(at), message), "{text}");
        }
    }

    #[test]
    fn deep_and_large_patterns_do_no_harm() {
        let deep = format!("{}check{}", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(shape(&deep), "c");
        let doubled = format!("check{}", " mirrored".repeat(40));
        assert!(read(&doubled).unwrap_err().message.contains("more than 10000 parts"));
        assert!(read(&format!("{}check", "not ".repeat(20_000))).is_err());
        assert!(read(&format!("{}check", "not ".repeat(9_000))).is_ok());
    }
}
