//! Numbers and strings as bytes: LEB128, and texts after their length.

use crate::damage::Damage;

/// Appends a number: seven bits a byte, the lowest first.
pub(crate) fn push_number(mut number: u64, out: &mut Vec<u8>) {
    while number > 0x7F {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a text after its length.
pub(crate) fn push_text(text: &[u8], out: &mut Vec<u8>) {
    push_number(text.len() as u64, out);
    out.extend_from_slice(text);
}

/// Reads bytes in order.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'b> {
    bytes: &'b [u8],
}

impl<'b> Cursor<'b> {
    /// Starts at the first byte.
    pub(crate) fn new(bytes: &'b [u8]) -> Cursor<'b> {
        Cursor { bytes }
    }

    /// What has not been read.
    pub(crate) fn rest(&self) -> &'b [u8] {
        self.bytes
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// If there are not this many.
    pub(crate) fn take(&mut self, count: usize) -> Result<&'b [u8], Damage> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(Damage::Short)?;
        self.bytes = rest;
        Ok(taken)
    }

    /// The next byte.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn byte(&mut self) -> Result<u8, Damage> {
        Ok(self.take(1)?[0])
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    /// If there are not this many.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        self.take(N)?.try_into().map_err(|_| Damage::Short)
    }

    /// The next number.
    ///
    /// # Errors
    /// If it does not end, or has more than 64 bits.
    pub(crate) fn number(&mut self) -> Result<u64, Damage> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            if shift == 63 && byte > 1 {
                return Err(Damage::Size);
            }
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Damage::Size)
    }

    /// The next number, which is at most this large.
    ///
    /// # Errors
    /// If it is larger.
    pub(crate) fn number_up_to(&mut self, most: usize) -> Result<usize, Damage> {
        let number = usize::try_from(self.number()?).map_err(|_| Damage::Size)?;
        if number <= most { Ok(number) } else { Err(Damage::Size) }
    }

    /// The next text with its length before it.
    ///
    /// # Errors
    /// If it is cut short.
    pub(crate) fn text(&mut self) -> Result<&'b [u8], Damage> {
        let length = self.number_up_to(self.bytes.len())?;
        self.take(length)
    }

    /// The next text, which is UTF-8.
    ///
    /// # Errors
    /// If it is cut short, or no UTF-8.
    pub(crate) fn string(&mut self) -> Result<&'b str, Damage> {
        std::str::from_utf8(self.text()?).map_err(|_| Damage::Content)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cursor, push_number, push_text};
    use crate::damage::Damage;

    #[test]
    fn numbers_and_texts_come_back() {
        let mut bytes = Vec::new();
        let numbers = [0, 1, 127, 128, 300, 1 << 40, u64::MAX];
        numbers.iter().for_each(|&number| push_number(number, &mut bytes));
        push_text("Zürich".as_bytes(), &mut bytes);
        let mut cursor = Cursor::new(&bytes);
        assert_eq!(numbers.map(|_| cursor.number().unwrap()), numbers);
        assert_eq!(cursor.string(), Ok("Zürich"));
        assert_eq!(cursor.byte(), Err(Damage::Short));
    }

    #[test]
    fn numbers_of_more_than_64_bits_are_refused() {
        assert_eq!(Cursor::new(&[0xFF; 11]).number(), Err(Damage::Size));
        assert_eq!(Cursor::new(&[0x80; 3]).number(), Err(Damage::Short));
        assert_eq!(Cursor::new(&[200, 1]).text(), Err(Damage::Size));
    }
}
