//! Games as packed trees, for an index of more games than fit in memory.

use super::trees::{LocalTrees, MadeTree, ReadTree, TreeFactory, TreeFaults};
use crate::common::failure::Failure;
use crate::pipeline::foreign::Lost;
use crate::pipeline::sink::{GameEnd, LocalSink, Piece, SinkFactory, StepSink};
use scoresheet_core::error::{self, Fault};
use scoresheet_core::game::GameFormat;
use scoresheet_core::location::Location;
use scoresheet_core::tree::Tree;
use std::io;

/// How many games are packed together. All of them are unpacked when one is requested.
const TOGETHER: usize = 128;

/// Creates sinks that make packed trees.
pub(crate) struct PackedFactory(pub(crate) TreeFactory);

impl<'s> SinkFactory<'s> for PackedFactory {
    fn local(&self, _from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        Box::new(LocalPacked(self.0.start()))
    }
}

/// Makes the trees of a block and packs them, on the thread that works on the block.
struct LocalPacked(LocalTrees);

/// The games of a block.
pub(crate) struct PackedGames {
    /// The number of each game in its block, and whether the game is left out.
    pub(crate) numbers: Vec<(u64, bool)>,
    /// The other games, in packs.
    pub(crate) packs: Vec<Pack>,
}

/// Some games.
pub(crate) struct Pack {
    /// The games, one after another, compressed.
    pub(crate) compressed: io::Result<Vec<u8>>,
    /// The end of each of them in the uncompressed bytes.
    pub(crate) ends: Vec<u32>,
}

impl Pack {
    fn of(games: &[ReadTree]) -> Pack {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        for game in games {
            pack(game, &mut bytes);
            ends.push(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        }
        // An offset cannot exceed 4 GiB. Limits on games keep a few of them below that.
        let compressed = if bytes.len() < u32::MAX as usize {
            scoresheet_files::compress(&bytes)
        } else {
            Err(io::Error::other("the games are too large to keep"))
        };
        Pack { compressed, ends }
    }
}

impl LocalSink for LocalPacked {
    fn steps(&mut self) -> StepSink<'_> {
        self.0.steps()
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        self.0.end(game);
    }

    fn leave_out(&mut self, number: u64, lost: Vec<Lost>) {
        self.0.leave_out(number, lost);
    }

    fn trailing(&mut self, comments: &[&[u8]]) {
        self.0.trailing(comments);
    }

    fn is_full(&self) -> bool {
        self.0.len() >= TOGETHER
    }

    fn finish(self: Box<Self>) -> Piece {
        let made = self.0.into_trees();
        let numbers = made.iter().map(|game| (game.number, game.read.is_none())).collect();
        let games: Vec<_> = made.into_iter().filter_map(|MadeTree { read, .. }| read).collect();
        Box::new(PackedGames { numbers, packs: games.chunks(TOGETHER).map(Pack::of).collect() })
    }
}

/// Appends a game: its tree, then its faults.
pub(crate) fn pack(read: &ReadTree, out: &mut Vec<u8>) {
    put_bytes(&read.tree.pack(), out);
    for faults in [&read.found.errors, &read.found.notes] {
        put(faults.len() as u64, out);
        faults.iter().for_each(|fault| pack_fault(fault, out));
    }
    put(read.found.left_out, out);
}

/// The game that [`pack`] has appended.
///
/// # Errors
/// If the bytes are others.
pub(crate) fn unpack(bytes: &[u8]) -> Result<ReadTree, Failure> {
    let mut rest = bytes;
    let game = unpack_game(&mut rest);
    game.ok_or_else(|| Failure::Internal("a game in the temporary copy of the games is damaged".to_owned()))
}

fn unpack_game(rest: &mut &[u8]) -> Option<ReadTree> {
    let tree = Tree::unpack(take_bytes(rest)?).ok()?;
    let errors = unpack_faults(rest)?;
    let notes = unpack_faults(rest)?;
    let left_out = take(rest)?;
    Some(ReadTree { tree, found: TreeFaults { errors, notes, left_out } })
}

fn unpack_faults(rest: &mut &[u8]) -> Option<Vec<Fault>> {
    (0..take(rest)?).map(|_| unpack_fault(rest)).collect()
}

fn pack_fault(fault: &Fault, out: &mut Vec<u8>) {
    let at = &fault.at;
    put(fault.code as u64, out);
    [at.byte, at.game, at.line, at.column].into_iter().for_each(|number| put(number, out));
    put_option(at.bit, out);
    put_option(at.ply.map(u64::from), out);
    put_option(at.number.map(|(number, black)| u64::from(number) * 2 + u64::from(black)), out);
    put_bytes(fault.message.as_bytes(), out);
    put_bytes(fault.text.as_bytes(), out);
    put_option(fault.fen.as_ref().map(|fen| fen.len() as u64), out);
    out.extend_from_slice(fault.fen.as_deref().unwrap_or_default().as_bytes());
}

fn unpack_fault(rest: &mut &[u8]) -> Option<Fault> {
    let code = error::ALL.get(usize::try_from(take(rest)?).ok()?)?.code;
    let (byte, game, line, column) = (take(rest)?, take(rest)?, take(rest)?, take(rest)?);
    let bit = take_option(rest)?;
    let ply = take_option(rest)?.and_then(|ply| u32::try_from(ply).ok());
    let number = take_option(rest)?.and_then(|told| Some((u32::try_from(told / 2).ok()?, told % 2 == 1)));
    let (message, text) = (take_text(rest)?, take_text(rest)?);
    let fault = Fault::new(code, Location { byte, bit, game, ply, number, line, column }, message, text);
    match take_option(rest)? {
        None => Some(fault),
        Some(length) => {
            let (fen, behind) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            *rest = behind;
            Some(fault.in_position(String::from_utf8(fen.to_vec()).ok()?))
        }
    }
}

fn put(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn take(rest: &mut &[u8]) -> Option<u64> {
    let (number, behind) = rest.split_first_chunk()?;
    *rest = behind;
    Some(u64::from_le_bytes(*number))
}

fn put_option(number: Option<u64>, out: &mut Vec<u8>) {
    out.push(u8::from(number.is_some()));
    put(number.unwrap_or_default(), out);
}

fn take_option(rest: &mut &[u8]) -> Option<Option<u64>> {
    let (there, behind) = rest.split_first()?;
    *rest = behind;
    let number = take(rest)?;
    Some((*there == 1).then_some(number))
}

fn put_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    put(bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}

fn take_bytes<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(take(rest)?).ok()?;
    let (bytes, behind) = rest.split_at_checked(length)?;
    *rest = behind;
    Some(bytes)
}

fn take_text(rest: &mut &[u8]) -> Option<String> {
    String::from_utf8(take_bytes(rest)?.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use scoresheet_core::error::Code;

    #[test]
    fn games_come_back_with_what_is_wrong_with_them() {
        let place =
            Location { byte: 7, bit: Some(56), game: 3, ply: Some(9), number: Some((5, true)), line: 2, column: 4 };
        let bare = Fault::new(Code::Stray, Location::default(), "what".to_owned(), String::new());
        let full = Fault::new(Code::MoveIllegal, place, "cannot play `Ké2`".to_owned(), "Ké2".to_owned());
        let found = TreeFaults {
            errors: vec![full.in_position("8/8 w".to_owned()), bare.clone()],
            notes: vec![bare],
            left_out: 3,
        };
        let mut bytes = Vec::new();
        pack(&ReadTree { tree: Tree::new(), found: found.clone() }, &mut bytes);
        let read = unpack(&bytes).unwrap();
        assert_eq!((read.found.errors, read.found.notes), (found.errors, found.notes));
        assert_eq!(read.tree, Tree::new());
        for cut in 0..bytes.len() {
            assert!(unpack(&bytes[..cut]).is_err(), "{cut}");
        }
    }
}
