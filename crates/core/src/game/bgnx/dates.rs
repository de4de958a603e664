//! The two dates of a range, `<from>` and `<until>`, which are an array.

use super::shapes::DATES;
use super::state::{Reading, Tag};
use super::telling::Content;
use crate::error::Code;
use crate::xml::{Flaw, Token, is_blank};
use alloc::vec::Vec;
use core::ops::Range;

/// Where each of the two was told.
type Found = [Option<Range<usize>>; 2];

impl Reading<'_> {
    /// Tells the dates of the element of this name, the first one first, wherever they stand.
    ///
    /// # Errors
    /// If it does not end.
    pub(super) fn tell_dates(&mut self, name: &str, tag: &Tag) -> Result<(), Flaw> {
        self.telling.mark(b"[", tag.span.start);
        let mut found = [None, None];
        if !tag.empty {
            self.find_dates(name, &mut found)?;
        }
        if let [Some(from), Some(until)] = found
            && until.start < from.start
        {
            let (start, place) = (until.start, self.telling.places.of(until.start));
            let dates = [from, until].map(|date| Vec::from(&self.telling.json[date]));
            self.telling.take_back(start);
            self.telling.mark(&dates.join(&b','), place);
        }
        self.telling.json.push(b']');
        Ok(())
    }

    fn find_dates(&mut self, name: &str, found: &mut Found) -> Result<(), Flaw> {
        loop {
            let (token, span) = self.next()?;
            let text = self.text;
            match token {
                Token::Start { name, attributes, empty } => {
                    self.take_date(&text[name], &Tag { span, attributes, empty }, found)?;
                }
                Token::End { name: ends } if &text[ends.clone()] == name.as_bytes() => return Ok(()),
                Token::End { .. } => return Err(Flaw { at: span.start, code: Code::XmlSyntax }),
                Token::Text if text[span.clone()].iter().all(|byte| is_blank(*byte)) => {}
                Token::Comment | Token::Instruction { .. } => {}
                Token::Doctype => self.flaw(span, Code::XmlDoctype),
                Token::Text | Token::Data { .. } => self.flaw(span, Code::XmlElement),
            }
        }
    }

    /// Tells a date, if it is one of the two and was not told before.
    fn take_date(&mut self, name: &[u8], tag: &Tag, found: &mut Found) -> Result<(), Flaw> {
        let which = DATES.iter().position(|known| known.as_bytes() == name);
        let Some(which) = which.filter(|which| found[*which].is_none()) else { return self.leave_out(tag) };
        if *found != [None, None] {
            self.telling.json.push(b',');
        }
        self.refuse_attributes(&tag.attributes);
        let start = self.telling.json.len();
        self.tell_text(DATES[which], tag, Content::String)?;
        found[which] = Some(start..self.telling.json.len());
        Ok(())
    }
}
