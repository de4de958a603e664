//! Rules as text: a base with changes, `N-F,R+1D`, of numbers in base 36.

use super::variant::NORMAL;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// Numbers of more digits are refused.
const MOST_DIGITS: usize = 6;

/// Reads the numbers of a code; what follows a colon is a label.
///
/// # Errors
/// The byte if it is not a base with changes.
pub fn read(value: &str) -> Result<BTreeSet<u32>, usize> {
    let code = value.split_once(':').map_or(value, |(code, _)| code);
    let before = code.len() - code.trim_start().len();
    let code = code.trim();
    let error = |at: usize| before + at;
    let mut rules: BTreeSet<u32> = match code.as_bytes().first() {
        Some(b'N' | b'n') => (1..=NORMAL).collect(),
        Some(b'0') => BTreeSet::new(),
        _ => return Err(error(0)),
    };
    let mut at = 1;
    while let Some(&sign) = code.as_bytes().get(at) {
        if !matches!(sign, b'+' | b'-') {
            return Err(error(at));
        }
        loop {
            at += 1;
            let length = code.bytes().skip(at).take_while(u8::is_ascii_alphanumeric).count();
            let number = code.get(at..at + length).and_then(number).ok_or(error(at))?;
            if sign == b'+' {
                rules.insert(number)
            } else {
                rules.remove(&number)
            };
            at += length;
            if code.as_bytes().get(at) != Some(&b',') {
                break;
            }
        }
    }
    Ok(rules)
}

/// A rule's number in base 36, without leading zeros.
fn number(digits: &str) -> Option<u32> {
    if digits.is_empty() || digits.starts_with('0') || digits.len() > MOST_DIGITS {
        return None;
    }
    u32::from_str_radix(digits, 36).ok()
}

/// Appends a number in base 36, as rules are written.
pub(crate) fn push_base36(number: u32, out: &mut String) {
    let shorter = |number: &u32| Some(number / 36).filter(|rest| *rest > 0);
    let parts: Vec<u32> = core::iter::successors(Some(number), shorter).collect();
    let digits = parts.iter().rev().filter_map(|part| char::from_digit(part % 36, 36));
    out.extend(digits.map(|digit| digit.to_ascii_uppercase()));
}
