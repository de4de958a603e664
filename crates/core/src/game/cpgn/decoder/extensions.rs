//! The codes that the original descriptions do not have: where each may stand, and what its text must be.

use super::super::bits::Text;
use super::super::layout::{Extension, GLYPHS};
use super::{After, Decoder, Flaw, Token};
use crate::error::Code;
use crate::game::pgn::parts;

impl Decoder<'_> {
    /// What is on a rank where no pawn can.
    #[cold]
    pub(super) fn extension(&mut self, bit: usize, extension: Option<Extension>) -> Result<Token, Flaw> {
        let after = core::mem::replace(&mut self.after, After::Other);
        let reserved = Err(Flaw::at(bit, Code::CpgnReserved));
        let may_follow = !matches!(after, After::Stored | After::Tail);
        match extension {
            Some(Extension::Glyph(place)) if after == After::Move => {
                self.after = After::Move;
                Ok(Token::Glyph(GLYPHS[usize::from(place) % GLYPHS.len()]))
            }
            Some(Extension::Raw) if may_follow => {
                let text = self.closed_text(bit, self.limits.comment, Code::LimitComment)?;
                self.check(bit, text, |text, depth| parts::is_aside(text, depth > 0)).map(Token::Raw)
            }
            Some(Extension::Long) if may_follow => {
                let text = self.sized_text(bit)?;
                if text.length as u64 > self.limits.comment {
                    return Err(Flaw::at(bit, Code::LimitComment));
                }
                Ok(Token::Comment(text))
            }
            Some(Extension::Stored) if may_follow => {
                self.after = After::Stored;
                let text = self.sized_text(bit)?;
                let limits = self.limits;
                self.check(bit, text, |text, depth| parts::is_rest(text, &limits, depth as u64)).map(Token::Stored)
            }
            Some(Extension::Pre) if after == After::Start => {
                let text = self.closed_text(bit, self.limits.comment, Code::LimitComment)?;
                self.check(bit, text, |text, _| parts::is_comments(text)).map(Token::Pre)
            }
            Some(Extension::Tail) if after != After::Tail && self.depth() == 0 => {
                self.after = After::Tail;
                let text = self.closed_text(bit, self.limits.comment, Code::LimitComment)?;
                self.check(bit, text, |text, _| parts::is_comments(text)).map(Token::Tail)
            }
            _ => reserved,
        }
    }

    /// The text, where it is what its code says.
    fn check(&self, bit: usize, text: Text, fits: impl FnOnce(&[u8], usize) -> bool) -> Result<Text, Flaw> {
        if fits(&text.of(self.bits.bytes), self.depth()) {
            return Ok(text);
        }
        Err(Flaw { bit, code: Code::CpgnText, text: Some(text) })
    }
}
