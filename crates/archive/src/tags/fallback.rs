//! Values that a model cannot express: words of a dictionary, then letters.

use super::char_model::{Letters, Out};
use super::table::Table;
use super::words::{Classes, NONE, Words};
use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns};
use std::sync::Arc;

/// A dictionary, and letters for values that it does not have.
#[derive(Clone, Debug)]
pub(super) struct Fallback {
    pub(super) words: Arc<Words>,
    classes: Vec<Classes>,
    letters: Letters,
}

impl Fallback {
    /// A dictionary with this many contexts.
    pub(super) fn new(words: Arc<Words>, contexts: usize) -> Fallback {
        Fallback { words, classes: vec![Classes::default(); contexts], letters: Letters::default() }
    }

    /// The symbol of the value at a place, for a writer.
    pub(super) fn find<C: Coder>(&self, table: &Table<'_>, place: usize) -> u32 {
        if C::READS { NONE } else { self.words.find(table.given(place)) }
    }

    /// Codes a pattern that has no symbol, and returns it.
    pub(super) fn code_pattern<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &str,
        limit: usize,
    ) -> Result<String, Damage> {
        let mut pattern = String::new();
        self.letters.code(coder, given, &mut Out { text: &mut pattern, limit })?;
        Ok(pattern)
    }

    /// Codes the symbol of a value, or that it has none.
    #[inline]
    pub(super) fn code_symbol(&mut self, coder: &mut impl Coder, context: usize, symbol: u32) -> u32 {
        self.words.code(&mut self.classes[context], coder, symbol)
    }

    /// Codes a whole value, and returns its symbol.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        table: &mut Table<'_>,
        (context, place): (usize, usize),
    ) -> Result<u32, Damage> {
        let symbol = self.find::<C>(table, place);
        let symbol = self.code_symbol(coder, context, symbol);
        self.finish(coder, table, (symbol, place))?;
        Ok(symbol)
    }

    /// Puts the word of a symbol at a place, or codes the letters of the value if there is no symbol.
    #[inline]
    pub(super) fn finish<C: Coder>(
        &mut self,
        coder: &mut C,
        table: &mut Table<'_>,
        (symbol, place): (u32, usize),
    ) -> Result<(), Damage> {
        match self.words.get(symbol) {
            None => table.code_letters(coder, &mut self.letters, place),
            Some(word) if C::READS => table.put(place, word),
            Some(_) => Ok(()),
        }
    }
}

impl Learns for Fallback {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.classes.each_bit(visit);
        self.letters.each_bit(visit);
    }
}
