//! Writes an archive, group by group.

use crate::block::{self, Written};
use crate::comment_training as comments;
use crate::comments::Learner;
use crate::damage::Damage;
use crate::dates;
use crate::draft::{Draft, Drafting, draft};
use crate::exact;
use crate::games::Games;
use crate::group::{GroupHeader, Names, SharedComments};
use crate::heads::HeadModel;
use crate::index::{ArchiveIndex, BlockEntry, Exact, GroupEntry, MAGIC, Piece, SectionPlace, Source, TRAILER};
use crate::items::ItemModel;
use crate::limits::{BLOCK_GAMES, GROUP_GAMES, GROUP_SIZE};
use crate::moves::{MoveModel, Tables};
use crate::packed_games::pad;
use crate::section::{SectionKind, push_section};
use crate::sizes::Sizes;
use crate::tags::TagsModel;
use scoresheet_parallel::map;
use std::hash::Hasher;
use std::io::{self, Write};
use std::ops::Range;
use twox_hash::XxHash3_64;

/// How an archive is written.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many games a block has.
    pub block: usize,
    /// The numbers of the tables of the move model that may be used. The one that makes a group smallest is chosen.
    pub tables: &'static [u32],
    /// How many threads work on a group.
    pub threads: usize,
    /// Whether the bytes of tags are counted by name.
    pub explains: bool,
}

/// How many bytes of texts are compressed together, so that little has to be unpacked for one game.
const TEXTS: usize = 1 << 20;

/// How hard zstd tries with texts.
const TEXT_LEVEL: i32 = 19;

/// An archive that is being written.
pub struct ArchiveWriter<W: Write> {
    out: W,
    settings: Settings,
    index: ArchiveIndex,
    /// How many bytes the file had before.
    before: u64,
    /// How many bytes it has.
    byte: u64,
    /// The games of the next group.
    pending: Games,
    /// How many games were added, and were there before.
    games: u64,
    /// The hash of the source whose bytes are kept.
    hash: XxHash3_64,
    /// What the bytes were spent on.
    sizes: Sizes,
}

impl<W: Write> ArchiveWriter<W> {
    /// Starts a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(mut out: W, settings: Settings) -> io::Result<ArchiveWriter<W>> {
        out.write_all(&MAGIC)?;
        Ok(ArchiveWriter {
            out,
            settings,
            index: ArchiveIndex::default(),
            before: 0,
            byte: MAGIC.len() as u64,
            pending: Games::default(),
            games: 0,
            hash: XxHash3_64::new(),
            sizes: Sizes::default(),
        })
    }

    /// Continues a file that has `length` bytes, and this index. `out` is at its end.
    pub fn append(out: W, settings: Settings, index: ArchiveIndex, length: u64) -> ArchiveWriter<W> {
        let (pending, sizes) = (Games::default(), Sizes::default());
        let (games, hash) = (index.games(), XxHash3_64::new());
        ArchiveWriter { out, settings, index, before: length, byte: length, pending, games, hash, sizes }
    }

    /// Names an input whose games follow.
    pub fn source(&mut self, name: &str) {
        self.index.sources.push(Source { name: name.to_owned(), exact: None });
    }

    /// Names an input of this format whose bytes are kept: all of them must be passed to [`ArchiveWriter::keep`].
    pub fn exact_source(&mut self, name: &str, format: &str) {
        let exact = Some(Exact { format: format.to_owned(), ..Exact::default() });
        self.index.sources.push(Source { name: name.to_owned(), exact });
        self.hash = XxHash3_64::new();
    }

    /// Keeps a piece of the last input. These games of it, and no others, are added next.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, text: &[u8], games: &Games) -> io::Result<()> {
        let content = exact::write(text, games)?;
        self.sizes.rest += content.len() as u64;
        let place = self.section(SectionKind::Rest, &content)?;
        self.hash.write(text);
        let (before, games) = (self.games, games.len() as u32);
        if let Some(exact) = self.index.sources.last_mut().and_then(|source| source.exact.as_mut()) {
            exact.pieces.push(Piece { place, before, games });
            exact.hash = self.hash.finish();
        }
        Ok(())
    }

    /// Adds games. They are written when there are enough of them for a group.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, games: Games) -> io::Result<()> {
        self.games += games.len() as u64;
        self.pending.append(games);
        while self.pending.len() >= GROUP_GAMES || self.pending.size() >= GROUP_SIZE {
            let rest = self.pending.split_off(GROUP_GAMES);
            let group = std::mem::replace(&mut self.pending, rest);
            self.write_group(&group)?;
        }
        Ok(())
    }

    /// Writes the rest and the index, and returns what was written to, and what its bytes are spent on. `settle` makes
    /// sure that everything before the index is stored.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn finish(mut self, settle: impl FnOnce(&mut W) -> io::Result<()>) -> io::Result<(W, Sizes)> {
        let last = std::mem::take(&mut self.pending);
        if !last.is_empty() {
            self.write_group(&last)?;
        }
        settle(&mut self.out)?;
        let index = self.index.write();
        let mut bytes = Vec::new();
        push_section(SectionKind::Index, &index, &mut bytes).map_err(too_large)?;
        bytes.extend_from_slice(&(index.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&TRAILER);
        self.out.write_all(&bytes)?;
        self.byte += bytes.len() as u64;
        self.sizes.frame = self.byte - self.before - self.sizes.total();
        Ok((self.out, self.sizes))
    }

    fn write_group(&mut self, games: &Games) -> io::Result<()> {
        let ranges = ranges(games, self.settings.block);
        let names = Names::of(games);
        let Some((table, model)) = choose(self.settings.tables, games, &names) else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the tables of the move model are damaged"));
        };
        let threads = self.settings.threads;
        let comments = comments::learn(games, &ranges, model);
        let drafting = Drafting { games, names: &names, model, comments: &comments };
        let drafts = map(&ranges, threads, |range| draft(&drafting, range.clone()));
        let group = learned(
            GroupHeader {
                table,
                heads: HeadModel::default(),
                items: ItemModel::default(),
                tags: tags(games, &drafts),
                names,
                comments: SharedComments::of(comments),
            },
            &drafts,
        );
        let (header, group) = group.write();
        let places: Vec<usize> = (0..ranges.len()).collect();
        let blocks = map(&places, threads, |&place| block::write(&group, games, ranges[place].clone(), &drafts[place]));
        self.sizes.shared += header.len() as u64;
        let mut entry = GroupEntry { header: self.section(SectionKind::Group, &header)?, ..GroupEntry::default() };
        let texts = TextSections::of(&blocks);
        for bytes in map(&texts.sections, threads, |text| packed(text)) {
            let bytes = bytes?;
            self.sizes.others += bytes.len() as u64;
            entry.texts.push(self.section(SectionKind::Texts, &bytes)?);
        }
        for (place, written) in blocks.iter().enumerate() {
            let range = ranges[place].clone();
            self.sizes += written.sizes.clone();
            if self.settings.explains {
                let found = group.tags.explain(&games.tags, range.clone(), &block::facts(&drafts[place].heads));
                let of_tags = found.into_iter().map(|(name, bytes)| (name, bytes as u64)).collect();
                self.sizes += Sizes { of_tags, ..Sizes::default() };
            }
            entry.blocks.push(BlockEntry {
                place: self.section(SectionKind::Block, &with_place(texts.places[place], &written.bytes))?,
                games: range.len() as u32,
                plies: drafts[place].plies,
                texts: texts.places[place],
                dates: dates::bounds(games, range),
            });
        }
        self.index.groups.push(entry);
        Ok(())
    }

    fn section(&mut self, kind: SectionKind, content: &[u8]) -> io::Result<SectionPlace> {
        let mut bytes = Vec::with_capacity(content.len() + crate::section::HEADER);
        push_section(kind, content, &mut bytes).map_err(too_large)?;
        self.out.write_all(&bytes)?;
        let place = SectionPlace { byte: self.byte, length: content.len() as u32 };
        self.byte += bytes.len() as u64;
        Ok(place)
    }
}

/// A block with the place of its texts before it, so that it can be read without the index.
fn with_place((section, start): (u32, u64), block: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(block.len() + 8);
    crate::bytes::push_number(u64::from(section), &mut bytes);
    crate::bytes::push_number(start, &mut bytes);
    bytes.extend_from_slice(block);
    bytes
}

fn too_large(_: Damage) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "a block has 4 GiB or more")
}

/// The table with which a sample of the games takes the fewest bytes.
fn choose(tables: &[u32], games: &Games, names: &Names) -> Option<(&'static Tables, &'static MoveModel)> {
    let nothing = Learner::new().finish();
    let size = |model: &MoveModel| -> usize {
        let drafting = Drafting { games, names, model, comments: &nothing };
        let step = games.len().div_ceil(SAMPLE).max(1);
        let sample = (0..games.len()).step_by(step).filter(|game| games.items(*game).len() < LONG_GAME);
        sample
            .map(|game| draft(&drafting, game..game + 1).segments.iter().map(|part| part.moves.len()).sum::<usize>())
            .sum()
    };
    let known = tables.iter().filter_map(|number| Tables::find(*number));
    let models: Vec<_> = known.filter_map(|table| Some((table, table.model()?))).collect();
    if models.len() < 2 {
        return models.into_iter().next();
    }
    models.into_iter().min_by_key(|(_, model)| size(model))
}

/// How many games the choice of a table is made by.
const SAMPLE: usize = 100;
/// How many items a game of the sample has at most.
const LONG_GAME: usize = 1000;

/// What is known of the tags of a group.
fn tags(games: &Games, drafts: &[Draft]) -> TagsModel {
    let facts: Vec<_> = drafts.iter().flat_map(|draft| block::facts(&draft.heads)).collect();
    TagsModel::learn(&games.tags, &facts)
}

/// A group whose models have learned from all of its blocks.
fn learned(mut group: GroupHeader, drafts: &[Draft]) -> GroupHeader {
    drafts.iter().for_each(|draft| block::learn(&mut group, draft));
    group
}

/// The games of each block: this many, and fewer if they are long.
fn ranges(games: &Games, most: usize) -> Vec<Range<usize>> {
    let most = most.clamp(1, BLOCK_GAMES);
    let (mut ranges, mut start, mut length) = (Vec::new(), 0, 0);
    for game in 0..games.len() {
        let own = games.length(game);
        if game > start && (game - start == most || length + own > LONG) {
            ranges.push(start..game);
            (start, length) = (game, 0);
        }
        length += own;
    }
    if start < games.len() {
        ranges.push(start..games.len());
    }
    ranges
}

/// How many items and bytes of texts make a block of fewer games than usual.
const LONG: usize = 4 << 20;

/// The texts of the blocks of a group, those of consecutive blocks together.
#[derive(Default)]
struct TextSections {
    sections: Vec<Vec<u8>>,
    /// For each block the number of its section from 1, or 0, and the number of bytes before its texts there.
    places: Vec<(u32, u64)>,
}

impl TextSections {
    fn of(blocks: &[Written]) -> TextSections {
        let mut texts = TextSections::default();
        for block in blocks {
            if block.texts.is_empty() {
                texts.places.push((0, 0));
                continue;
            }
            let is_full = |text: &Vec<u8>| text.len() + block.texts.len() > TEXTS;
            if texts.sections.last().is_none_or(is_full) {
                texts.sections.push(Vec::new());
            }
            let number = texts.sections.len() as u32;
            if let Some(text) = texts.sections.last_mut() {
                texts.places.push((number, text.len() as u64));
                text.extend_from_slice(&block.texts);
            }
        }
        texts
    }
}

/// Texts, compressed, after their length.
fn packed(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    crate::bytes::push_number(text.len() as u64, &mut bytes);
    let mut frames = zstd::bulk::compress(text, TEXT_LEVEL)?;
    pad(&mut frames, text.len());
    bytes.extend(frames);
    Ok(bytes)
}
