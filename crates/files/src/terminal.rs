//! Text for a terminal: control characters are replaced, as in messages and tables.

use scoresheet_core::text::printable_lines;
use std::io::{self, Write};
use std::str;

/// Replaces bytes that are not text.
const NO_TEXT: &str = "\u{fffd}";

/// Passes text on and replaces every control character except for line ends and tabs.
pub(crate) struct Harmless<W> {
    out: W,
    /// The first bytes of an incomplete character.
    begun: Vec<u8>,
}

impl<W: Write> Harmless<W> {
    pub(crate) fn new(out: W) -> Harmless<W> {
        Harmless { out, begun: Vec::new() }
    }

    /// Writes a replacement for an incomplete character and returns the writer.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if !self.begun.is_empty() {
            self.out.write_all(NO_TEXT.as_bytes())?;
        }
        Ok(self.out)
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(printable_lines(text).as_bytes())
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let mut rest = all.as_slice();
        while let Err(error) = str::from_utf8(rest) {
            let (good, odd) = rest.split_at(error.valid_up_to());
            self.text(&String::from_utf8_lossy(good))?;
            let Some(length) = error.error_len() else {
                self.begun.extend_from_slice(odd);
                return Ok(bytes.len());
            };
            self.text(NO_TEXT)?;
            rest = &odd[length..];
        }
        self.text(&String::from_utf8_lossy(rest))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_however_the_text_is_cut() {
        let text = "[White \"\x1b[2J\u{9b}é\"]\n\n1. e4\t{\u{202e}王} *\r\n".as_bytes();
        let bytes = [text, b"\xff\xe7\x8e"].concat();
        let expected = "[White \"\u{fffd}[2J\u{fffd}é\"]\n\n1. e4\t{\u{fffd}王} *\u{fffd}\n\u{fffd}\u{fffd}";
        for size in 1..=bytes.len() {
            let mut harmless = Harmless::new(Vec::new());
            bytes.chunks(size).for_each(|part| harmless.write_all(part).expect("written"));
            let out = harmless.finish().expect("finished");
            assert_eq!(String::from_utf8(out).expect("text"), expected, "in parts of {size}");
        }
    }
}
