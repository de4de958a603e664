//! Reads text of another encoding as UTF-8.

use super::{Conversion, TextEncoding};
use crate::progress::Progress;
use std::io::{self, Cursor, Read};
use std::sync::Arc;

/// How many bytes are converted at once.
const AT_ONCE: usize = 64 << 10;

/// Gives UTF-8 of what it reads in another encoding.
pub(crate) struct DecodingReader<R> {
    from: R,
    encoding: TextEncoding,
    conversion: Conversion,
    /// What was read last.
    piece: Vec<u8>,
    /// What was converted of it.
    text: Cursor<String>,
    /// How many bytes were converted.
    converted: u64,
    ended: bool,
    progress: Arc<Progress>,
}

impl<R: Read> DecodingReader<R> {
    /// `progress` counts bytes that are not text in this encoding.
    pub(crate) fn new(from: R, encoding: TextEncoding, progress: &Arc<Progress>) -> DecodingReader<R> {
        DecodingReader {
            from,
            encoding,
            conversion: Conversion::new(encoding),
            piece: vec![0; AT_ONCE],
            text: Cursor::default(),
            converted: 0,
            ended: false,
            progress: Arc::clone(progress),
        }
    }

    fn convert_more(&mut self) -> io::Result<()> {
        let count = self.from.read(&mut self.piece)?;
        self.ended = count == 0;
        self.text.set_position(0);
        let text = self.text.get_mut();
        text.clear();
        let found = self.conversion.convert(&self.piece[..count], self.ended, text);
        if let Some(first) = found.first {
            self.progress.met_invalid(self.encoding.name(), found.invalid, self.converted + first as u64);
        }
        self.converted += count as u64;
        Ok(())
    }
}

impl<R: Read> Read for DecodingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.text.read(buffer)?;
            // A piece may hold only the start of a character.
            if count > 0 || buffer.is_empty() || self.ended {
                return Ok(count);
            }
            self.convert_more()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One byte for each read, so that characters of several bytes are torn.
    struct Drops<'b>(&'b [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            (buffer[0], self.0) = (*first, rest);
            Ok(1)
        }
    }

    #[test]
    fn characters_torn_by_reads_are_whole() {
        for (name, bytes, text) in [
            ("shift_jis", &b"\x94\\\x97\xcd"[..], "能力"),
            ("utf-16", b"\xff\xfe\x7d\x01o\0", "Žo"),
            ("utf-8", b"\xef\xbb\xbf\xc5\xbd", "Ž"),
            ("cp437", b"Jos\x82", "José"),
        ] {
            let encoding = TextEncoding::find(name).expect("it is listed");
            let mut read = String::new();
            let mut reader = DecodingReader::new(Drops(bytes), encoding, &Progress::of(None));
            reader.read_to_string(&mut read).expect("it is UTF-8");
            assert_eq!(read, text);
        }
    }

    #[test]
    fn bytes_that_are_not_text_are_reported_once() {
        let encoding = TextEncoding::find("utf-8").expect("it is listed");
        let progress = Progress::of(None);
        let mut reader = DecodingReader::new(&b"a\xff\xfe"[..], encoding, &progress);
        io::copy(&mut reader, &mut io::sink()).expect("it is read");
        let (fault, count) = progress.invalid_bytes("a.pgn").expect("there are some");
        assert_eq!((fault.byte, count), (Some(1), 2));
    }
}
