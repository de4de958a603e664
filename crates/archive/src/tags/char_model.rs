//! Texts letter by letter, for values that no other model has.
//!
//! A bit of a letter is predicted from no letter before it, from one, two and three; the predictions are mixed.

use super::mixing::{Weights, stretch};
use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns};

/// How many contexts there are: after no letters to after three.
const ORDERS: usize = 4;

/// How many slots of each order there are.
const SLOTS: usize = 1 << 12;

/// The byte that ends a text. This byte and the next one are written after [`QUOTE`] within a text.
const END: u8 = 0;
const QUOTE: u8 = 1;

/// The probabilities of a nibble in a context.
type Nibble = [Bit; 16];

/// A model of texts. What it knows of letters without a context is its start; the rest it learns from the texts.
///
/// A clone has the start, and not what was learned of letters after others.
#[derive(Debug)]
pub(super) struct Letters {
    /// The bits of the first letter of a text, and of the others.
    alone: [[Bit; 256]; 2],
    after: Option<Box<After>>,
}

/// What was learned about letters after others.
#[derive(Clone, Debug)]
struct After {
    /// The place of the nibble of each context, and 1.
    places: [Vec<u16>; ORDERS - 1],
    nibbles: Vec<Nibble>,
    /// By the longest context that was seen before.
    weights: [Weights<ORDERS>; ORDERS],
}

impl Default for After {
    fn default() -> After {
        let weights = [
            Weights::new([60_000, 8_000, 4_000, 4_000]),
            Weights::new([24_000, 36_000, 8_000, 8_000]),
            Weights::new([10_000, 18_000, 40_000, 8_000]),
            Weights::new([6_000, 10_000, 18_000, 44_000]),
        ];
        After { places: std::array::from_fn(|_| vec![0; SLOTS]), nibbles: Vec::new(), weights }
    }
}

impl Default for Letters {
    fn default() -> Letters {
        Letters { alone: [[Bit::NEW; 256]; 2], after: None }
    }
}

impl Clone for Letters {
    fn clone(&self) -> Letters {
        Letters { alone: self.alone, after: None }
    }
}

impl Learns for Letters {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.alone.iter_mut().for_each(|tree| tree[1..].each_bit(visit));
    }
}

impl After {
    /// The places of the nibbles after the last letters, given what is known of this letter.
    fn slots(&mut self, last: u32, node: u32) -> [usize; ORDERS - 1] {
        std::array::from_fn(|order| {
            let context = last & (0xFF_FFFF >> (8 * (2 - order)));
            let hash = (context << 8 | node).wrapping_add(1).wrapping_mul(0x9E37_79B1 + 2 * order as u32);
            let place = &mut self.places[order][(hash >> (32 - SLOTS.trailing_zeros())) as usize];
            if *place == 0 {
                self.nibbles.push([Bit::NEW; 16]);
                *place = self.nibbles.len() as u16;
            }
            usize::from(*place) - 1
        })
    }
}

impl Letters {
    /// Learns a byte without the letters before it.
    fn hear(&mut self, byte: u8, first: bool) {
        let mut node = 1;
        for place in (0..8).rev() {
            let bit = byte >> place & 1 == 1;
            self.alone[usize::from(first)][node].learn(bit);
            node = node << 1 & 255 | usize::from(bit);
        }
    }

    /// Codes a byte after others.
    fn byte<C: Coder>(&mut self, coder: &mut C, byte: u8, last: u32, first: bool) -> u8 {
        if C::LISTENS {
            self.hear(byte, first);
            return byte;
        }
        let after = self.after.get_or_insert_default();
        let alone = &mut self.alone[usize::from(first)];
        let mut node = 1_u32;
        for half in [byte >> 4, byte & 15] {
            let slots = after.slots(last, node);
            let mut nibbles: [Nibble; ORDERS - 1] = slots.map(|slot| after.nibbles[slot]);
            let mut low = 1;
            for place in (0..4).rev() {
                let single = &mut alone[node as usize & 255];
                let [one, two, three] = &mut nibbles;
                let bits = [single, &mut one[low & 15], &mut two[low & 15], &mut three[low & 15]];
                let longest = usize::from(bits[1].seen() > 0) + usize::from(bits[2].seen() > 0);
                let longest = longest + usize::from(bits[3].seen() > 0);
                let inputs = [0, 1, 2, 3].map(|order: usize| stretch(bits[order].probability()));
                let weights = &mut after.weights[longest];
                let mixed = weights.mix(&inputs);
                let bit = coder.bit(&mut Bit::known((mixed << 4) as u16, 0), half >> place & 1 == 1);
                weights.learn(&inputs, mixed, bit);
                bits.into_iter().for_each(|model| model.learn(bit));
                node = node << 1 | u32::from(bit);
                low = low << 1 | usize::from(bit);
            }
            slots.iter().zip(nibbles).for_each(|(&slot, nibble)| after.nibbles[slot] = nibble);
        }
        node as u8
    }

    /// Codes a text: writes the one given, or reads one of at most `limit` bytes, which is appended.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, given: &str, out: &mut Out<'_>) -> Result<(), Damage> {
        if C::READS {
            return self.read(coder, out);
        }
        let (mut last, mut first) = (0, true);
        let mut push = |byte| {
            self.byte(coder, byte, last, first);
            (last, first) = (last << 8 | u32::from(byte), false);
        };
        for byte in given.bytes() {
            if byte <= QUOTE {
                push(QUOTE);
                push(byte + 1);
            } else {
                push(byte);
            }
        }
        push(END);
        Ok(())
    }

    fn read(&mut self, coder: &mut impl Coder, out: &mut Out<'_>) -> Result<(), Damage> {
        let (mut last, mut first) = (0, true);
        let mut bytes = Vec::new();
        let mut quoted = false;
        loop {
            let byte = self.byte(coder, 0, last, first);
            (last, first) = (last << 8 | u32::from(byte), false);
            match (byte, quoted) {
                (1 | 2, true) => bytes.push(byte - 1),
                (_, true) => return Err(Damage::Content),
                (END, false) => break,
                (QUOTE, false) => {}
                (byte, false) => bytes.push(byte),
            }
            quoted = byte == QUOTE && !quoted;
            if coder.is_exhausted() {
                return Err(Damage::Short);
            }
            if out.text.len() + bytes.len() > out.limit {
                return Err(Damage::Size);
            }
        }
        out.text.push_str(std::str::from_utf8(&bytes).map_err(|_| Damage::Content)?);
        Ok(())
    }
}

/// Where texts that are read go.
pub(super) struct Out<'t> {
    pub(super) text: &'t mut String,
    /// The most bytes that it may have.
    pub(super) limit: usize,
}

#[cfg(test)]
mod tests {
    use super::{Letters, Out};
    use crate::coder::{Decoder, Encoder};

    #[test]
    fn texts_come_back() {
        let long = "Sicilian Defense: Najdorf Variation, ".repeat(50);
        let texts = ["", "a", "Zürich 1953", "\0\u{1}\u{2}\0", "棋", &long, "x"];
        let mut encoder = Encoder::new();
        let mut letters = Letters::default();
        for text in texts {
            letters.code(&mut encoder, text, &mut Out { text: &mut String::new(), limit: 0 }).unwrap();
        }
        let bytes = encoder.finish();
        assert!(bytes.len() < 200, "{}", bytes.len());
        let mut decoder = Decoder::new(&bytes);
        let mut letters = Letters::default();
        for text in texts {
            let mut read = String::new();
            letters.code(&mut decoder, "", &mut Out { text: &mut read, limit: 10_000 }).unwrap();
            assert_eq!(read, text);
        }
    }
}
