//! A place in the input, and the conversion from an offset in a block to a place in the source.

use core::fmt;

/// A place. Games, lines and columns count from 1, bytes and bits from 0 in the decompressed source; ply 0 is the
/// starting position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The number of bytes before this place.
    pub byte: u64,
    /// The number of bits before this place, in an input whose parts can start at any bit.
    pub bit: Option<u64>,
    /// The game, from 1; 0 if the place belongs to no game.
    pub game: u64,
    /// The ply at which it happened; for a move, its own ply.
    pub ply: Option<u32>,
    /// The move's number and whether Black moves: `(4, true)` prints as `4...`.
    pub number: Option<(u32, bool)>,
    /// The line, from 1; 0 if unknown.
    pub line: u64,
    /// The column in characters, from 1; 0 if unknown.
    pub column: u64,
}

impl Location {
    /// Converts a place counted from the start of a block to a place in the source.
    pub fn rebase(&mut self, base: &Base) {
        if self.line == 1 {
            self.column += base.columns;
        }
        self.byte += base.bytes;
        self.bit = self.bit.map(|bit| bit + 8 * base.bytes);
        // Places in binary data have no line.
        if self.line > 0 {
            self.line += base.lines;
        }
        if self.game > 0 {
            self.game += base.games;
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game > 0 {
            write!(f, "game {}, ", self.game)?;
        }
        if let Some((number, black)) = self.number {
            write!(f, "move {number}{}, ", if black { "..." } else { "." })?;
        }
        if self.line > 0 {
            write!(f, "line {}, column {}, ", self.line, self.column)?;
        }
        write!(f, "byte {}", self.byte)?;
        self.bit.map_or(Ok(()), |bit| write!(f, ", bit {bit}"))
    }
}

/// The extent of the source before a block. Blocks are read in parallel, so a worker counts from the start of its
/// block, and the code that puts the results in order adds the base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Base {
    /// Bytes before the block.
    pub bytes: u64,
    /// The number of games before the block.
    pub games: u64,
    /// The number of line ends before the block.
    pub lines: u64,
    /// The number of characters between the last line end and the block.
    pub columns: u64,
}

impl Base {
    /// Moves past `text`, which contains `games` games.
    pub fn advance(&mut self, text: &[u8], games: u64) {
        let extent = Extent::of(text);
        self.bytes += text.len() as u64;
        self.games += games;
        self.advance_lines(extent);
    }

    /// Moves past a text with this extent. The caller adds bytes and games.
    pub fn advance_lines(&mut self, extent: Extent) {
        self.columns = if extent.lines == 0 { self.columns + extent.columns } else { extent.columns };
        self.lines += extent.lines;
    }
}

/// How far a text moves the place: its line ends, and the characters after the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Line ends: LF, CRLF or a lone CR.
    pub lines: u64,
    /// Characters after the last line end.
    pub columns: u64,
}

impl Extent {
    /// The extent of `text`. A CR at its end counts as a line end.
    pub fn of(text: &[u8]) -> Extent {
        // If lines end with CR and LF, one of the first does.
        let has_returns = text.iter().take(1024).any(|&byte| byte == b'\r') || count(text, b'\r') > 0;
        let lines = if has_returns { line_ends(text) } else { count(text, b'\n') };
        let start = text.iter().rposition(|&b| b == b'\n' || b == b'\r').map_or(0, |at| at + 1);
        Extent { lines, columns: characters(&text[start..]) }
    }
}

/// The number of characters in a part of a line: those of UTF-8, and one for each byte that is not UTF-8. It is decided
/// byte by byte rather than for the whole line, so that a line counted in two parts has the same number as in one.
fn characters(line: &[u8]) -> u64 {
    line.utf8_chunks().map(|chunk| chunk.valid().chars().count() as u64 + chunk.invalid().len() as u64).sum()
}

/// The number of times that `byte` occurs in `text`. Counts in bytes, in chunks small enough for a byte to count and
/// whose known length fills whole vectors, so that the loop becomes vector code without a remainder.
fn count(text: &[u8], byte: u8) -> u64 {
    let among = |bytes: &[u8]| u64::from(bytes.iter().map(|&b| u8::from(b == byte)).sum::<u8>());
    let (chunks, rest) = text.as_chunks::<240>();
    chunks.iter().map(|chunk| among(chunk)).sum::<u64>() + among(rest)
}

/// The number of line ends in `text`: each LF, and each CR that no LF follows. Counts as [`count`] does.
fn line_ends(text: &[u8]) -> u64 {
    let is_end = |(&byte, &next): (&u8, &u8)| u8::from((byte == b'\n') | (byte == b'\r') & (next != b'\n'));
    let among = |bytes: &[u8], nexts: &[u8]| u64::from(bytes.iter().zip(nexts).map(is_end).sum::<u8>());
    let Some((last, bytes)) = text.split_last() else { return 0 };
    let nexts = &text[1..];
    let ((chunks, rest), (next_chunks, next_rest)) = (bytes.as_chunks::<240>(), nexts.as_chunks::<240>());
    let whole: u64 = chunks.iter().zip(next_chunks).map(|(bytes, nexts)| among(bytes, nexts)).sum();
    whole + among(rest, next_rest) + u64::from(matches!(last, b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn line_ends_are_counted_the_same_in_a_long_text() {
        let text: Vec<u8> = b"a\r\nb\rc\n\n\r\r\n".iter().copied().cycle().take(5_000).collect();
        let pairs = text.windows(2).filter(|pair| pair == b"\r\n").count();
        let ends = text.iter().filter(|byte| matches!(byte, b'\r' | b'\n')).count();
        assert_eq!(Extent::of(&text).lines, (ends - pairs) as u64);
        assert_eq!(line_ends(b""), 0);
        assert_eq!(line_ends(b"\r"), 1);
    }

    #[test]
    fn line_ends_of_three_kinds() {
        assert_eq!(Extent::of(b"a\nb\r\nc\rde"), Extent { lines: 3, columns: 2 });
        assert_eq!(Extent::of("é∞".as_bytes()), Extent { lines: 0, columns: 2 });
        assert_eq!(Extent::of(b"\xe9\xff\xff"), Extent { lines: 0, columns: 3 });
    }

    #[test]
    fn advancing_in_two_steps_is_advancing_in_one() {
        let text = b"one\ntwo\xc3\xa9 \xe9 \xc3\xa9\nthree";
        for cut in 0..=text.len() {
            let (mut whole, mut parts) = (Base::default(), Base::default());
            whole.advance(text, 2);
            if text.get(cut) != Some(&b'\xa9') {
                parts.advance(&text[..cut], 1);
                parts.advance(&text[cut..], 1);
                assert_eq!(whole, parts, "cut at {cut}");
            }
        }
    }
}
