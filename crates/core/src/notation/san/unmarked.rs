//! Moves that stand in proper SAN already, to be copied.

/// A move in SAN without its mark, short enough to be kept as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmarked {
    /// Its bytes, the first one lowest, and zeros behind them.
    pub bytes: u64,
    /// How many there are: one to seven, so that a mark has room behind them.
    pub length: usize,
}

impl Unmarked {
    /// A move in SAN, without the mark at its end. `None` where it is too long, as `Qa1xb2` with a mark is not: then it has to be
    /// written as any other move.
    #[inline(always)]
    pub fn of(san: &[u8]) -> Option<Unmarked> {
        let marked = usize::from(matches!(san.last(), Some(b'+' | b'#')));
        let length = san.len().checked_sub(marked)?;
        let bytes = short(san).filter(|_| length < 8)?;
        Some(Unmarked { bytes: bytes & !(u64::MAX << (8 * length)), length })
    }

    /// The move with its mark, as its bytes and how many these are.
    #[inline(always)]
    pub fn marked(self, mark: &[u8]) -> (u64, usize) {
        match mark {
            [mark, ..] => (self.bytes | u64::from(*mark) << (8 * self.length), self.length + 1),
            [] => (self.bytes, self.length),
        }
    }
}

/// A text of two to eight bytes as a number. No loop over the bytes, as there is one such text for each move.
#[inline(always)]
fn short(text: &[u8]) -> Option<u64> {
    let length = text.len();
    let (low, high, apart) = match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        (Some(low), Some(high)) => (u32::from_le_bytes(*low), u32::from_le_bytes(*high), length - 4),
        _ => {
            let (low, high) = (text.first_chunk::<2>()?, text.last_chunk::<2>()?);
            (u32::from(u16::from_le_bytes(*low)), u32::from(u16::from_le_bytes(*high)), length - 2)
        }
    };
    (length <= 8).then(|| u64::from(low) | u64::from(high) << ((8 * apart) & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_are_those_of_the_move_without_its_mark() {
        for (san, length) in
            [("e4", 2), ("e4+", 2), ("Nf3", 3), ("exd5#", 4), ("O-O-O+", 5), ("Qa1xb2#", 6), ("exd8=Q+", 6)]
        {
            let unmarked = Unmarked::of(san.as_bytes()).expect("it is short");
            assert_eq!(unmarked.bytes.to_le_bytes()[..length], san.as_bytes()[..length], "{san}");
            assert_eq!((unmarked.length, unmarked.bytes >> (8 * length)), (length, 0), "{san}");
            let (bytes, length) = unmarked.marked(b"+");
            assert_eq!(bytes.to_le_bytes()[length - 1], b'+');
        }
        assert_eq!(Unmarked::of(b"R1a1xa8=Q"), None);
        assert_eq!(Unmarked::of(b"x"), None);
        assert_eq!(Unmarked::of(b""), None);
    }
}
