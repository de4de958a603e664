//! Games on their way through the choices that are made among them: the place of each, and the values that decide.

use std::collections::VecDeque;
use std::io;

/// The place of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GamePlace {
    /// The place of its input among the others.
    pub(crate) input: u32,
    /// Its number in the input.
    pub(crate) number: u64,
    /// Where its copy starts, and how long that is, if games are copied.
    pub(crate) start: u64,
    pub(crate) length: u32,
    /// Whether the copy starts with tags, ends with a result and has nothing odd about it, so that it stays one game
    /// with any text before and after it.
    pub(crate) clean: bool,
}

/// A game to choose or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) place: GamePlace,
    /// What the stages go by that are still to come, in their order.
    pub(crate) keys: VecDeque<Vec<u8>>,
    /// The games that are merged into this one.
    pub(crate) merged: Vec<GamePlace>,
}

/// Rows one after another.
pub(crate) type SelectionRows = Box<dyn Iterator<Item = io::Result<Row>> + Send>;

impl GamePlace {
    fn write(self, out: &mut Vec<u8>) {
        out.extend(self.input.to_le_bytes());
        out.extend(self.number.to_le_bytes());
        out.extend(self.start.to_le_bytes());
        out.extend(self.length.to_le_bytes());
        out.push(u8::from(self.clean));
    }
}

impl Row {
    /// The row as bytes.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        self.place.write(out);
        out.extend((self.merged.len() as u32).to_le_bytes());
        self.merged.iter().for_each(|place| place.write(out));
        for key in &self.keys {
            out.extend((key.len() as u32).to_le_bytes());
            out.extend_from_slice(key);
        }
    }

    /// The row that was written so.
    pub(crate) fn read(mut bytes: &[u8]) -> io::Result<Row> {
        let place = read_place(&mut bytes)?;
        let merged =
            (0..u32::from_le_bytes(take(&mut bytes)?)).map(|_| read_place(&mut bytes)).collect::<io::Result<_>>()?;
        let mut keys = VecDeque::new();
        while !bytes.is_empty() {
            let length = u32::from_le_bytes(take(&mut bytes)?) as usize;
            let (key, rest) = bytes.split_at_checked(length).ok_or(io::ErrorKind::InvalidData)?;
            keys.push_back(key.to_vec());
            bytes = rest;
        }
        Ok(Row { place, keys, merged })
    }
}

fn read_place(bytes: &mut &[u8]) -> io::Result<GamePlace> {
    Ok(GamePlace {
        input: u32::from_le_bytes(take(bytes)?),
        number: u64::from_le_bytes(take(bytes)?),
        start: u64::from_le_bytes(take(bytes)?),
        length: u32::from_le_bytes(take(bytes)?),
        clean: take::<1>(bytes)? != [0],
    })
}

fn take<const N: usize>(bytes: &mut &[u8]) -> io::Result<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk().ok_or(io::ErrorKind::InvalidData)?;
    *bytes = rest;
    Ok(*first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_as_they_were() {
        let place = GamePlace { input: 1, number: 1 << 40, start: 3, length: 4, clean: true };
        let row = Row { place, keys: [vec![1, 2], vec![]].into(), merged: vec![GamePlace { number: 9, ..place }] };
        let mut bytes = Vec::new();
        row.write(&mut bytes);
        assert_eq!(Row::read(&bytes).unwrap(), row);
        assert!(Row::read(&bytes[..10]).is_err() && Row::read(&[]).is_err());
    }
}
