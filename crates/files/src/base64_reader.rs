//! Reads base64 as the bytes that it encodes.

use crate::error::FileError;
use scoresheet_core::base64::{Base64Decoder, Base64Error};
use std::io::{self, Cursor, Read};

/// How many bytes of text are decoded at once.
const AT_ONCE: usize = 64 << 10;

/// Gives the bytes of such a text.
pub(crate) struct Base64Reader<R> {
    from: R,
    /// The name of the source, for errors.
    name: String,
    decoder: Base64Decoder,
    /// What was read last.
    piece: Vec<u8>,
    /// What was decoded of it.
    bytes: Cursor<Vec<u8>>,
    /// The fault after these bytes.
    wrong: Option<Base64Error>,
    ended: bool,
}

impl<R: Read> Base64Reader<R> {
    /// Reads the data after the prefix, which was read already.
    pub(crate) fn behind_prefix(from: R, name: &str) -> Base64Reader<R> {
        Base64Reader {
            from,
            name: name.to_owned(),
            decoder: Base64Decoder::default(),
            piece: vec![0; AT_ONCE],
            bytes: Cursor::default(),
            wrong: None,
            ended: false,
        }
    }

    fn decode_more(&mut self) -> io::Result<()> {
        if let Some(error) = self.wrong {
            return Err(FileError::base64(&self.name, error).into());
        }
        let count = self.from.read(&mut self.piece)?;
        self.ended = count == 0;
        self.bytes.set_position(0);
        let bytes = self.bytes.get_mut();
        bytes.clear();
        let decoded = match count {
            0 => self.decoder.end(bytes),
            _ => self.decoder.push(&self.piece[..count], bytes),
        };
        // The bytes before a damaged place are given first.
        self.wrong = decoded.err();
        Ok(())
    }
}

impl<R: Read> Read for Base64Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.bytes.read(buffer)?;
            // A piece may hold less than one byte.
            if count > 0 || buffer.is_empty() || self.ended && self.wrong.is_none() {
                return Ok(count);
            }
            self.decode_more()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scoresheet_core::base64::encode;

    /// A few bytes for each read, so that groups of digits are torn.
    struct Drops<'b>(&'b [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let (first, rest) = self.0.split_at(self.1.min(self.0.len()));
            buffer[..first.len()].copy_from_slice(first);
            self.0 = rest;
            Ok(first.len())
        }
    }

    #[test]
    fn groups_torn_by_reads_are_whole() {
        let bytes: Vec<u8> = (0..=255).collect();
        let text = encode(&bytes);
        for size in 1..10 {
            let mut read = Vec::new();
            let mut reader = Base64Reader::behind_prefix(Drops(&text, size), "a");
            reader.read_to_end(&mut read).expect("it is base64");
            assert_eq!(read, bytes);
        }
    }

    #[test]
    fn what_precedes_a_damaged_place_is_returned_first() {
        let mut reader = Base64Reader::behind_prefix(&b"AP8Q?AAA"[..], "a.bccf");
        let mut read = Vec::new();
        let error = reader.read_to_end(&mut read).expect_err("it is damaged");
        let told = FileError::inside(&error).expect("it says where");
        assert_eq!((read.as_slice(), told.byte), (&[0, 255, 16][..], Some(11)));
        assert!(reader.read(&mut [0]).is_err(), "it stays so");
    }
}
