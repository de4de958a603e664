//! What fuzz targets share: the rules that an input is read by.

use scoresheet_core::rules::{NAMED, Rules};

/// Codes of the rules by which mixtures differ from normal chess.
const CODES: [&str; 23] = [
    "6", "7", "A", "B", "F", "G", "H", "I", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "1A", "1B",
    "1H", "1K", "1L",
];

/// The first byte of an input whose rules are a mixture. Bytes below are those of rules with a name; no text starts so.
const MIXED: u8 = 8;

/// Takes a set of rules from the first bytes of an input: the number of named rules, or a bit for each code that differs from
/// normal chess. `None` if these are not rules that positions are played by, or if the input starts like a text.
pub fn rules_of(bytes: &[u8]) -> (Option<Rules>, &[u8]) {
    match *bytes {
        [first, number, ref rest @ ..] if first < MIXED => {
            let rules = NAMED[usize::from(number) % NAMED.len()].rules;
            let free = rules.with_free_castling();
            let is_free = first % 2 == 1 && free.is_played().is_ok();
            (Some(if is_free { free } else { rules }), rest)
        }
        [MIXED, low, middle, high, ref rest @ ..] => {
            let bits = u32::from_le_bytes([low, middle, high, 0]);
            let changes = CODES.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
            let changed: Vec<u32> = changes.filter_map(|(_, code)| u32::from_str_radix(code, 36).ok()).collect();
            let numbers: Vec<u32> =
                (1..64).filter(|number| Rules::STANDARD.has(*number) != changed.contains(number)).collect();
            (Rules::played_of(numbers).ok(), rest)
        }
        _ => (None, bytes),
    }
}
