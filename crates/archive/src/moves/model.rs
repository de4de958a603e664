//! Tables of weights: the file, and the model that it becomes.

use super::book::Book;
use super::features::Taker;
use super::generate::boxed;
use super::groups::{FeatureSet, WEIGHTS};
use std::sync::OnceLock;

/// The weights that determine how likely a move is.
#[derive(Debug)]
pub struct MoveModel {
    pub(super) weights: Box<[i8; WEIGHTS]>,
    pub(super) set: FeatureSet,
    pub(super) book: Option<Book>,
}

/// What ends the header of a table's file; a zstd frame with the weights follows.
const HEADER_END: &[u8] = b"\n\n";

/// The most bytes that the contents of a file may have.
const MOST_BYTES: usize = 1 << 23;

impl MoveModel {
    /// Reads the file of a table, and that of a book.
    ///
    /// A file has a header of lines `name: value`, an empty line, and a zstd frame. That of a table holds one signed byte for
    /// each weight of its groups, in their order; the number of weights tells which set of groups it has. That of a book
    /// holds the columns that `book.rs` describes.
    pub fn parse(table: &[u8], book: Option<&[u8]>) -> Option<MoveModel> {
        let stored = contents(table)?;
        let set = FeatureSet::ALL.into_iter().find(|set| set.weights() == stored.len())?;
        let mut weights = boxed::<i8, WEIGHTS>();
        let mut rest = stored.as_slice();
        for part in set.parts() {
            let (own, others) = rest.split_at(part.len());
            for (weight, byte) in weights[part].iter_mut().zip(own) {
                *weight = byte.cast_signed();
            }
            rest = others;
        }
        let book = match book {
            None => None,
            Some(file) => Some(Book::parse(&contents(file)?)?),
        };
        Some(MoveModel { weights, set, book })
    }
}

/// What a file holds after its header.
fn contents(file: &[u8]) -> Option<Vec<u8>> {
    let end = file.windows(HEADER_END.len()).position(|bytes| bytes == HEADER_END)?;
    zstd::bulk::decompress(&file[end + HEADER_END.len()..], MOST_BYTES).ok()
}

/// Adds up the weights of the features that it takes.
pub(super) struct Sum<'a> {
    pub(super) weights: &'a [i8; WEIGHTS],
    pub(super) sum: i32,
}

impl Taker for Sum<'_> {
    #[inline(always)]
    fn take(&mut self, index: usize) {
        self.sum += i32::from(self.weights[index]);
    }
}

/// A released table, with its book. Its number and its bytes never change: files name the number and the hash.
#[derive(Debug)]
pub struct Tables {
    /// The number by which files name it.
    pub number: u32,
    /// Its name.
    pub name: &'static str,
    /// The XXH3-64 of the bytes of the table's file, followed by those of the book's.
    pub hash: u64,
    /// The file with the weights.
    pub table: &'static [u8],
    /// The file with the book.
    pub book: &'static [u8],
    model: OnceLock<Option<MoveModel>>,
}

impl Tables {
    const fn shipped(number: u32, name: &'static str, hash: u64, files: [&'static [u8]; 2]) -> Tables {
        let [table, book] = files;
        Tables { number, name, hash, table, book, model: OnceLock::new() }
    }

    /// The table with this number.
    pub fn find(number: u32) -> Option<&'static Tables> {
        TABLES.iter().find(|tables| tables.number == number)
    }

    /// The model of this table, which is unpacked once.
    pub fn model(&self) -> Option<&MoveModel> {
        self.model.get_or_init(|| MoveModel::parse(self.table, Some(self.book))).as_ref()
    }
}

/// The moves that were played in games of Lichess, and in those of masters and engines.
const LICHESS: &[u8] = include_bytes!("../../tables/lichess.book");
const MASTERS: &[u8] = include_bytes!("../../tables/masters.book");

/// Every table, by number. For games of Lichess there are the first two and the fifth, for those of masters the others.
pub static TABLES: [Tables; 6] = [
    Tables::shipped(1, "plain", 0x97c0_8f48_6ebd_c5f8, [include_bytes!("../../tables/1-plain.table"), LICHESS]),
    Tables::shipped(2, "rich", 0x7ade_76b5_049e_1db8, [include_bytes!("../../tables/2-rich.table"), LICHESS]),
    Tables::shipped(3, "masters", 0x8f5b_4f3c_4a89_0d50, [include_bytes!("../../tables/3-masters.table"), MASTERS]),
    Tables::shipped(
        4,
        "masters-rich",
        0xf60a_751b_c1d3_ae7b,
        [include_bytes!("../../tables/4-masters-rich.table"), MASTERS],
    ),
    Tables::shipped(5, "shapes", 0xe251_c9f7_c6f3_8e12, [include_bytes!("../../tables/5-shapes.table"), LICHESS]),
    Tables::shipped(
        6,
        "masters-shapes",
        0xe3d0_9916_f6d9_8d63,
        [include_bytes!("../../tables/6-masters-shapes.table"), MASTERS],
    ),
];

/// The numbers of the tables with few features, which are fast. Earlier versions wrote with tables 1 and 3.
pub const FAST: &[u32] = &[5, 6];

/// The numbers of the tables with many features, which make smaller files and take longer.
pub const STRONG: &[u32] = &[2, 4];
