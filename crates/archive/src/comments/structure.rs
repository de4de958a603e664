//! Which template follows which.

use crate::coder::Bit;
use crate::symbols::{Coder, Learns};

/// The comment ends; also comes before its first part.
pub(super) const END: u32 = 0;
/// A text that is not a template.
pub(super) const TEXT: u32 = 1;
/// The number of the first template.
pub(super) const FIRST: u32 = 2;

/// The number of bits of a symbol.
const BITS: u32 = 12;

/// How many outcomes the history of a place has.
const HISTORIES: usize = 8;

/// What follows each template: mostly what followed it before.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    /// By the symbol before and the side.
    places: Vec<Follow>,
    first: Vec<Bit>,
    second: [Bit; HISTORIES],
    symbols: Vec<Bit>,
}

/// What followed, the last one first, and which of them came, as bits.
#[derive(Clone, Copy, Debug, Default)]
struct Follow {
    kept: [u32; 2],
    history: u8,
}

impl Structure {
    /// For this many templates.
    pub(super) fn new(templates: usize) -> Structure {
        let places = (templates + FIRST as usize) * 2;
        Structure {
            places: vec![Follow::default(); places],
            first: vec![Bit::NEW; places * HISTORIES],
            second: [Bit::NEW; HISTORIES],
            symbols: vec![Bit::NEW; 1 << BITS],
        }
    }

    /// Codes what follows a symbol.
    pub(super) fn code(&mut self, coder: &mut impl Coder, before: u32, side: usize, symbol: u32) -> u32 {
        let place = (before as usize * 2 + side) % self.places.len();
        let Follow { kept, history } = self.places[place];
        let history = usize::from(history) % HISTORIES;
        let found = if coder.bit(&mut self.first[place * HISTORIES + history], symbol == kept[0]) {
            0
        } else if coder.bit(&mut self.second[history], symbol == kept[1]) {
            1
        } else {
            2
        };
        let symbol = if found < 2 { kept[found] } else { self.any(coder, symbol) };
        let follow = &mut self.places[place];
        follow.history = follow.history << 1 | u8::from(found != 0);
        if found != 0 {
            follow.kept = [symbol, kept[0]];
        }
        symbol
    }

    fn any(&mut self, coder: &mut impl Coder, symbol: u32) -> u32 {
        let mut node = 1;
        for place in (0..BITS).rev() {
            node = node << 1 | usize::from(coder.bit(&mut self.symbols[node], symbol >> place & 1 == 1));
        }
        node as u32 & ((1 << BITS) - 1)
    }
}

impl Learns for Structure {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.first.each_bit(visit);
        self.second.each_bit(visit);
        self.symbols.each_bit(visit);
    }
}
