//! Tables of weights: the file, and the model that it becomes.

use super::features::{PLAIN, RICH, Taker};
use super::generate::boxed;
use std::sync::OnceLock;

/// The weights that tell how likely a move is.
#[derive(Debug)]
pub struct Model {
    pub(super) weights: Box<[i8; RICH]>,
    pub(super) is_rich: bool,
}

/// What ends the header of a table's file; a zstd frame with the weights follows.
const HEADER_END: &[u8] = b"\n\n";

impl Model {
    /// Reads the file of a table.
    ///
    /// The file has a header of lines `name: value`, an empty line, and a zstd frame with one signed byte for each weight, in
    /// the order of the groups. A plain table has 10 groups, a rich one has 14.
    pub fn parse(file: &[u8]) -> Option<Model> {
        let end = file.windows(HEADER_END.len()).position(|bytes| bytes == HEADER_END)?;
        let stored = zstd::bulk::decompress(&file[end + HEADER_END.len()..], RICH).ok()?;
        Model::of_bytes(&stored)
    }

    /// A model of these weights, one signed byte each.
    pub fn of_bytes(stored: &[u8]) -> Option<Model> {
        if ![PLAIN, RICH].contains(&stored.len()) {
            return None;
        }
        let mut weights = boxed::<i8, RICH>();
        for (weight, byte) in weights.iter_mut().zip(stored) {
            *weight = byte.cast_signed();
        }
        Some(Model { weights, is_rich: stored.len() == RICH })
    }
}

/// Adds up the weights of the features that it takes.
pub(super) struct Sum<'a> {
    pub(super) weights: &'a [i8; RICH],
    pub(super) sum: i32,
}

impl Taker for Sum<'_> {
    #[inline(always)]
    fn take(&mut self, index: usize) {
        self.sum += i32::from(self.weights[index]);
    }
}

/// A table that is shipped. Its number and its bytes never change: files name the number and the hash.
#[derive(Debug)]
pub struct Tables {
    /// The number by which files name it.
    pub number: u32,
    /// What it is called.
    pub name: &'static str,
    /// The XXH3-64 of the file's bytes.
    pub hash: u64,
    /// The file.
    pub file: &'static [u8],
    model: OnceLock<Option<Model>>,
}

impl Tables {
    const fn shipped(number: u32, name: &'static str, hash: u64, file: &'static [u8]) -> Tables {
        Tables { number, name, hash, file, model: OnceLock::new() }
    }

    /// The table with this number.
    pub fn find(number: u32) -> Option<&'static Tables> {
        TABLES.iter().find(|tables| tables.number == number)
    }

    /// The model of this table, which is unpacked once.
    pub fn model(&self) -> Option<&Model> {
        self.model.get_or_init(|| Model::parse(self.file)).as_ref()
    }
}

/// Every table, by number.
pub static TABLES: [Tables; 2] = [
    Tables::shipped(1, "plain", 0x9268_3589_6075_7a93, include_bytes!("../../tables/1-plain.table")),
    Tables::shipped(2, "rich", 0x8f0a_85ce_ac28_fc27, include_bytes!("../../tables/2-rich.table")),
];
