//! Numbers as they are spelled: `12`, `-0.30`, `+5`, `0:03:00.5`.

/// A number of a text, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FormattedNumber {
    negative: bool,
    plus: bool,
    /// The whole part; of a clock, the seconds.
    whole: u64,
    /// How many digits the first part has.
    digits: u32,
    fraction: u64,
    decimals: u32,
    /// How many parts colons separate: 1 for a number, 2 or 3 for a clock.
    parts: u32,
}

/// How numbers of one kind are spelled, so that a number and this give a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NumberFormat {
    parts: u32,
    decimals: u32,
    /// The least number of digits of the first part.
    width: u32,
    plus: bool,
    /// Whether zeros at the end of the fraction are left out; a number keeps one decimal, a clock none.
    trims: bool,
    /// Whether zero has a minus.
    minus_zero: bool,
}

/// How many bits a shape has.
pub(super) const SHAPE_BITS: u32 = 13;

const MOST_DECIMALS: u32 = 9;
const MOST_DIGITS: u32 = 15;
/// How many digits a number has at most, with its decimals.
const MOST_IN_ALL: u32 = 17;

const fn power(exponent: u32) -> u64 {
    10_u64.pow(if exponent > 18 { 18 } else { exponent })
}

impl FormattedNumber {
    /// The number that a text starts with, and its length.
    pub(super) fn read(text: &[u8]) -> Option<(FormattedNumber, usize)> {
        let sign = text.first().copied().filter(|byte| matches!(byte, b'+' | b'-'));
        let mut at = usize::from(sign.is_some());
        let (mut whole, digits) = number(text.get(at..)?)?;
        at += digits as usize;
        let mut parts = 1;
        while parts < 3 && whole < power(12) {
            let Some(more) = sixtieth(&text[at..]) else { break };
            (whole, at, parts) = (whole * 60 + more, at + 3, parts + 1);
        }
        let tail = text[at..].strip_prefix(b".").and_then(number).filter(|(_, decimals)| *decimals <= MOST_DECIMALS);
        let tail = tail.filter(|(_, decimals)| whole < power(MOST_IN_ALL - decimals));
        let (fraction, decimals) = tail.unwrap_or((0, 0));
        at += if tail.is_some() { 1 + decimals as usize } else { 0 };
        let (negative, plus) = (sign == Some(b'-'), sign == Some(b'+'));
        Some((FormattedNumber { negative, plus, whole, digits, fraction, decimals, parts }, at))
    }

    /// Whether it is a clock.
    pub(super) fn is_clock(&self) -> bool {
        self.parts > 1
    }

    /// The shape that fits it best. The shape before, if any, may already fit everything except its decimals.
    pub(super) fn shape(&self, before: NumberFormat) -> NumberFormat {
        let decimals = before.decimals.max(self.decimals);
        let trimming = NumberFormat { decimals, trims: true, ..before };
        if before.parts != 0 && decimals <= 3 && self.under(trimming).is_some() {
            return trimming;
        }
        let first = self.whole / 60_u64.pow(self.parts - 1);
        let width = if self.digits > digits_of(first) { self.digits } else { 1 };
        let zero = self.whole == 0 && self.fraction == 0;
        let minus_zero = self.negative && zero;
        NumberFormat { parts: self.parts, decimals: self.decimals, width, plus: self.plus, trims: false, minus_zero }
    }

    /// The value in units of the last decimal, if that and the shape give exactly this text.
    pub(super) fn under(&self, shape: NumberFormat) -> Option<i64> {
        let missing = shape.decimals.checked_sub(self.decimals)?;
        let first = self.whole / 60_u64.pow(self.parts - 1);
        let zero = self.whole == 0 && self.fraction == 0;
        let fits = shape.parts == self.parts
            && self.digits == shape.width.max(digits_of(first))
            && if self.negative {
                !zero || shape.minus_zero
            } else {
                shape.plus == self.plus && !(zero && shape.minus_zero)
            };
        if !fits || self.decimals != shape.kept(self.fraction * power(missing)) {
            return None;
        }
        let size = self.whole.checked_mul(power(shape.decimals))?.checked_add(self.fraction * power(missing))?;
        let value = i64::try_from(size).ok().filter(|size| *size < 1 << 60)?;
        Some(if self.negative { -value } else { value })
    }
}

/// The digits that a text starts with, up to a limit: more do not count as a number.
fn number(text: &[u8]) -> Option<(u64, u32)> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value =
        text[..count.min(MOST_DIGITS as usize)].iter().fold(0, |value, byte| value * 10 + u64::from(byte - b'0'));
    (count > 0 && count <= MOST_DIGITS as usize).then_some((value, count as u32))
}

/// The minutes or seconds that follow, `:05`, as long as no further digit does.
fn sixtieth(text: &[u8]) -> Option<u64> {
    let (&[b':', tens @ b'0'..=b'5', ones @ b'0'..=b'9'], rest) = text.split_first_chunk::<3>()? else { return None };
    let ends = !rest.first().is_some_and(u8::is_ascii_digit);
    ends.then_some(u64::from(tens - b'0') * 10 + u64::from(ones - b'0'))
}

fn digits_of(number: u64) -> u32 {
    number.checked_ilog10().unwrap_or(0) + 1
}

impl NumberFormat {
    /// How many decimals of a fraction are written.
    fn kept(self, fraction: u64) -> u32 {
        let (mut kept, mut fraction) = (self.decimals, fraction);
        let least = if self.parts > 1 { 0 } else { 1 };
        while self.trims && kept > least && fraction % 10 == 0 {
            (kept, fraction) = (kept - 1, fraction / 10);
        }
        kept
    }

    /// Appends a value in units of the last decimal.
    pub(super) fn write(self, value: i64, out: &mut Vec<u8>) {
        let size = value.unsigned_abs();
        match (value < 0 || value == 0 && self.minus_zero, self.plus) {
            (true, _) => out.push(b'-'),
            (false, true) => out.push(b'+'),
            (false, false) => {}
        }
        let (whole, fraction) = (size / power(self.decimals), size % power(self.decimals));
        let first = whole / 60_u64.pow(self.parts.clamp(1, 3) - 1);
        padded(first, self.width.max(1), out);
        for part in (1..self.parts).rev() {
            out.push(b':');
            padded(whole / 60_u64.pow(part - 1) % 60, 2, out);
        }
        let kept = self.kept(fraction);
        if kept > 0 {
            out.push(b'.');
            padded(fraction / power(self.decimals - kept), kept, out);
        }
    }

    /// Whether it is that of a clock.
    pub(super) fn is_clock(self) -> bool {
        self.parts > 1
    }

    /// The number of decimals.
    pub(super) fn decimals(self) -> u32 {
        self.decimals
    }

    /// The shape in [`SHAPE_BITS`] bits.
    pub(super) fn packed(self) -> u64 {
        let flags = u64::from(self.plus) | u64::from(self.trims) << 1 | u64::from(self.minus_zero) << 2;
        u64::from(self.parts) | u64::from(self.decimals) << 2 | u64::from(self.width) << 6 | flags << 10
    }

    /// The shape of these bits. Any bits give one.
    pub(super) fn unpacked(bits: u64) -> NumberFormat {
        NumberFormat {
            parts: (bits & 3) as u32,
            decimals: (bits >> 2 & 15) as u32,
            width: (bits >> 6 & 15) as u32,
            plus: bits >> 10 & 1 == 1,
            trims: bits >> 11 & 1 == 1,
            minus_zero: bits >> 12 & 1 == 1,
        }
    }
}

/// Appends a number with zeros before it.
fn padded(number: u64, width: u32, out: &mut Vec<u8>) {
    let digits = digits_of(number).max(width);
    let start = out.len();
    out.resize(start + digits as usize, b'0');
    let mut rest = number;
    for byte in out[start..].iter_mut().rev() {
        *byte = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::{FormattedNumber, NumberFormat, SHAPE_BITS};

    #[test]
    fn numbers_keep_their_spelling() {
        let texts = "0 -0 +0 7 007 -12 +3 0.17 -0.30 +1.5 0.0 -0.0 12.50 3:05 0:03:00 01:40:00 0:00:59.9 -1:00:00.123 999999999999999";
        for text in texts.split(' ') {
            let (spelled, length) = FormattedNumber::read(text.as_bytes()).unwrap();
            assert_eq!(length, text.len(), "{text}");
            let shape = spelled.shape(NumberFormat::default());
            assert!(shape.packed() < 1 << SHAPE_BITS);
            let mut out = Vec::new();
            let value = spelled.under(shape).unwrap();
            NumberFormat::unpacked(shape.packed()).write(value, &mut out);
            assert_eq!(String::from_utf8_lossy(&out), text);
        }
    }

    #[test]
    fn what_fits_a_shape_is_written_so() {
        let texts =
            "0.17 0.2 -0.5 0.0 0.00 1 1.25 +1.2 -0.0 0:03:00.5 0:03:00 0:3:00 1:02 12:59:59.90 5. 5.x 5:7 5:777";
        for first in texts.split(' ') {
            let shape = FormattedNumber::read(first.as_bytes()).unwrap().0.shape(NumberFormat::default());
            for second in texts.split(' ') {
                let (spelled, length) = FormattedNumber::read(second.as_bytes()).unwrap();
                for shape in [shape, spelled.shape(shape)] {
                    let Some(value) = spelled.under(shape) else { continue };
                    let mut out = Vec::new();
                    shape.write(value, &mut out);
                    assert_eq!(String::from_utf8_lossy(&out), second[..length], "{first}");
                }
                assert!(spelled.under(spelled.shape(shape)).is_some());
            }
        }
    }
}
