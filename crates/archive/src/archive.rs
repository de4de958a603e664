//! Reads archives: the index, blocks, and the games in them.

use crate::block::{self, Streams};
use crate::bytes::Cursor;
use crate::damage::Damage;
use crate::decode::{DecodedGame, StepEmitter};
use crate::draft::SEGMENT;
use crate::group::GroupHeader;
use crate::heads::{Body, HeadCode, StartCode};
use crate::index::{ArchiveIndex, BlockEntry, GroupEntry, MAGIC, SectionPlace, TAIL, TRAILER};
use crate::limits::{BLOCK_GAMES, BLOCK_PLIES, GAMES_A_BYTE, Limits, PLIES_A_BYTE, most_text};
use crate::section::{HEADER, SectionHeader, SectionKind};
use crate::tags::{TagSelection, TagStore};
use scoresheet_core::location::Location;
use scoresheet_core::rules::Rules;
use scoresheet_core::step::{Dialect, Sink, Termination};
use scoresheet_parallel::Lock;
use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Bytes that can be read from any place on.
pub trait ReadAt: Sync {
    /// The number of bytes.
    fn length(&self) -> u64;

    /// Reads bytes from a place on.
    ///
    /// # Errors
    /// If there are not this many, or they cannot be read.
    fn read_at(&self, byte: u64, into: &mut [u8]) -> io::Result<()>;
}

impl ReadAt for &[u8] {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, byte: u64, into: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(byte).map_err(|_| io::ErrorKind::UnexpectedEof)?;
        let end = start.checked_add(into.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        into.copy_from_slice(self.get(start..end).ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Why a part of an archive cannot be read.
#[derive(Debug)]
pub enum Error {
    /// The file cannot be read.
    Io(io::Error),
    /// A section is damaged.
    Damaged {
        /// The fault.
        damage: Damage,
        /// The number of bytes before the section.
        byte: u64,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(f),
            Error::Damaged { damage, byte } => write!(f, "the section at byte {byte} cannot be read: {damage}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Io(error)
    }
}

pub(crate) fn damaged(byte: u64) -> impl Fn(Damage) -> Error {
    move |damage| Error::Damaged { damage, byte }
}

/// An archive that is open.
pub struct Archive<R> {
    bytes: R,
    index: ArchiveIndex,
    limits: Limits,
    /// The end of the index that is used: bytes after it are of an append that was not completed.
    end: u64,
    /// Whether the index was made from the sections because the file has none.
    rebuilt: bool,
    /// Headers of groups and texts that were read last.
    cache: Lock<Cache>,
}

/// The last header and the last texts that were read.
#[derive(Default)]
struct Cache {
    group: Option<(usize, Arc<GroupHeader>)>,
    texts: Option<(u64, Arc<Vec<u8>>)>,
}

impl<R: ReadAt> Archive<R> {
    /// Opens an archive. If the end of the file is missing, what is there is used.
    ///
    /// # Errors
    /// If it is not an archive.
    pub fn open(bytes: R, limits: Limits) -> Result<Archive<R>, Error> {
        let mut magic = [0; MAGIC.len()];
        let length = bytes.length();
        if length < MAGIC.len() as u64 {
            return Err(damaged(0)(Damage::Short));
        }
        bytes.read_at(0, &mut magic)?;
        if magic != MAGIC {
            let damage = if magic[..7] == MAGIC[..7] { Damage::Version } else { Damage::Content };
            return Err(damaged(0)(damage));
        }
        let FoundIndex { index, start, end, rebuilt } = match last_index(&bytes, length)? {
            Some(found) => found,
            // If the file has its tail, nothing was being appended, and an earlier index lacks what came later.
            None => found(&bytes, length, !has_tail(&bytes, length)?)?,
        };
        let behind = check(&index, end);
        // The sections of an archive are next to each other, and nothing comes after them.
        if (behind != Ok(start) || end < length)
            && let Some(byte) = second(&bytes, length)?
        {
            return Err(damaged(byte)(Damage::Joined));
        }
        behind.map_err(damaged(0))?;
        Ok(Archive { bytes, index, limits, end, rebuilt, cache: Lock::default() })
    }

    /// The index.
    pub fn index(&self) -> &ArchiveIndex {
        &self.index
    }

    /// What it is read from.
    pub fn bytes(&self) -> &R {
        &self.bytes
    }

    /// The number of bytes up to the end of the index.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The number of bytes of the file.
    pub fn length(&self) -> u64 {
        self.bytes.length()
    }

    /// Whether the file ends before its index, so that only the blocks before its end can be read.
    pub fn is_cut(&self) -> bool {
        self.rebuilt
    }

    /// Checks that no section of the groups is damaged, as far as checksums can detect it.
    ///
    /// # Errors
    /// For the first one that is, or if the file cannot be read.
    pub fn verify(&self) -> Result<(), Error> {
        for group in &self.index.groups {
            self.section(SectionKind::Group, group.header)?;
            group.texts.iter().try_for_each(|place| self.section(SectionKind::Texts, *place).map(drop))?;
            group.blocks.iter().try_for_each(|block| self.section(SectionKind::Block, block.place).map(drop))?;
        }
        Ok(())
    }

    /// Reads a block.
    ///
    /// # Errors
    /// If it or what it needs is damaged.
    pub fn block(&self, group: usize, entry: &BlockEntry) -> Result<ArchiveBlock, Error> {
        let places = self.index.groups.get(group).ok_or_else(|| damaged(entry.place.byte)(Damage::Content))?;
        let header = self.group(group, places)?;
        let content = self.section(SectionKind::Block, entry.place)?;
        let at = damaged(entry.place.byte);
        let mut cursor = Cursor::new(&content);
        let section = cursor.number_up_to(places.texts.len()).map_err(&at)?;
        let start = cursor.number_up_to(usize::MAX).map_err(&at)?;
        let skipped = content.len() - cursor.rest().len();
        let texts = match section.checked_sub(1).and_then(|number| places.texts.get(number)) {
            Some(place) => self.texts(*place)?,
            None => Arc::default(),
        };
        if start > texts.len() {
            return Err(at(Damage::Content));
        }
        let limits = self.limits;
        let games = entry.games as usize;
        Ok(ArchiveBlock { group: header, content, skipped, games, texts, start, limits, tags: OnceLock::new() })
    }

    fn group(&self, number: usize, places: &GroupEntry) -> Result<Arc<GroupHeader>, Error> {
        if let Some((known, group)) = &self.cache.lock().group
            && *known == number
        {
            return Ok(Arc::clone(group));
        }
        let content = self.section(SectionKind::Group, places.header)?;
        let group = GroupHeader::read(&content, &self.limits).map_err(damaged(places.header.byte))?;
        let group = Arc::new(group);
        self.cache.lock().group = Some((number, Arc::clone(&group)));
        Ok(group)
    }

    fn texts(&self, place: SectionPlace) -> Result<Arc<Vec<u8>>, Error> {
        if let Some((known, texts)) = &self.cache.lock().texts
            && *known == place.byte
        {
            return Ok(Arc::clone(texts));
        }
        let content = self.section(SectionKind::Texts, place)?;
        let texts =
            Arc::new(unpacked(&content, self.limits.texts.min(most_text(content.len()))).map_err(damaged(place.byte))?);
        self.cache.lock().texts = Some((place.byte, Arc::clone(&texts)));
        Ok(texts)
    }

    pub(crate) fn section(&self, kind: SectionKind, place: SectionPlace) -> Result<Vec<u8>, Error> {
        let at = damaged(place.byte);
        let end = place.byte.checked_add(HEADER as u64 + u64::from(place.length));
        if end.is_none_or(|end| end > self.bytes.length()) {
            return Err(at(Damage::Short));
        }
        let mut bytes = vec![0; HEADER + place.length as usize];
        self.bytes.read_at(place.byte, &mut bytes)?;
        let content = bytes.split_off(HEADER);
        let header = SectionHeader::of(&bytes).filter(|header| header.kind == kind).ok_or(Damage::Content);
        header.and_then(|header| header.check(&content)).map_err(at)?;
        Ok(content)
    }
}

/// Unpacks texts.
fn unpacked(content: &[u8], most: usize) -> Result<Vec<u8>, Damage> {
    let mut cursor = Cursor::new(content);
    let length = cursor.number_up_to(most)?;
    let texts = zstd::bulk::decompress(cursor.rest(), length).map_err(|_| Damage::Content)?;
    if texts.len() == length { Ok(texts) } else { Err(Damage::Content) }
}

/// Checks that the index refers only to what is before its end, to each section once, and that no block has more games or
/// plies than one may have. What is done for an archive is bounded by its size then. Returns where the last section ends.
fn check(index: &ArchiveIndex, end: u64) -> Result<u64, Damage> {
    let exact = || index.sources.iter().filter_map(|source| source.exact.as_ref());
    let mut places: Vec<SectionPlace> = exact().flat_map(|exact| &exact.pieces).map(|piece| piece.place).collect();
    for group in &index.groups {
        places.push(group.header);
        places.extend(&group.texts);
        places.extend(group.blocks.iter().map(|block| block.place));
    }
    places.sort_unstable_by_key(|place| place.byte);
    let mut free = MAGIC.len() as u64;
    for place in places {
        if place.byte < free {
            return Err(Damage::Content);
        }
        free = place.byte.checked_add(HEADER as u64 + u64::from(place.length)).ok_or(Damage::Size)?;
    }
    // The pieces of the sources have the games in order, each at most once.
    let mut before = 0;
    for piece in exact().flat_map(|exact| &exact.pieces) {
        if piece.before < before {
            return Err(Damage::Content);
        }
        before = piece.before.checked_add(u64::from(piece.games)).ok_or(Damage::Size)?;
    }
    let is_sound = free <= end
        && index.blocks().all(|(_, block)| is_possible(block.place, (u64::from(block.games), block.plies)))
        && before <= index.games();
    if is_sound { Ok(free) } else { Err(Damage::Content) }
}

/// Where a second archive starts, if one follows the first. All places in its index are counted from there.
fn second(bytes: &impl ReadAt, length: u64) -> Result<Option<u64>, Error> {
    let mut at = MAGIC.len() as u64;
    while at + HEADER as u64 <= length {
        let mut head = [0; HEADER];
        bytes.read_at(at, &mut head)?;
        let Some(header) = SectionHeader::of(&head) else {
            return Ok(head.starts_with(&MAGIC).then_some(at));
        };
        let tail = if header.kind == SectionKind::Index { TAIL } else { 0 };
        at += (HEADER + tail) as u64 + u64::from(header.length);
    }
    Ok(None)
}

/// Whether a block can have this many games and plies.
fn is_possible(place: SectionPlace, (games, plies): (u64, u64)) -> bool {
    let length = u64::from(place.length);
    games <= (BLOCK_GAMES as u64).min(length * GAMES_A_BYTE as u64)
        && plies <= BLOCK_PLIES.min(length * PLIES_A_BYTE as u64)
}

/// The length of the index that ends before this place, if that is said after it.
fn tail(bytes: &impl ReadAt, end: u64) -> Result<Option<u32>, Error> {
    let Some(start) = end.checked_sub(TAIL as u64) else { return Ok(None) };
    let mut tail = [0; TAIL];
    bytes.read_at(start, &mut tail)?;
    let [a, b, c, d, trailer @ ..] = tail;
    Ok((trailer == TRAILER).then(|| u32::from_le_bytes([a, b, c, d])))
}

fn has_tail(bytes: &impl ReadAt, end: u64) -> Result<bool, Error> {
    Ok(tail(bytes, end)?.is_some())
}

/// An index, and where it is.
struct FoundIndex {
    index: ArchiveIndex,
    start: u64,
    /// After its tail.
    end: u64,
    /// Whether it is not there, and was made from the sections before this place.
    rebuilt: bool,
}

/// The index at the end of the file.
fn last_index(bytes: &impl ReadAt, length: u64) -> Result<Option<FoundIndex>, Error> {
    let Some(content) = tail(bytes, length)? else { return Ok(None) };
    let size = u64::from(content) + HEADER as u64;
    let Some(start) = (length - TAIL as u64).checked_sub(size) else { return Ok(None) };
    let index = index_at(bytes, start, size)?;
    Ok(index.map(|index| FoundIndex { index, start, end: length, rebuilt: false }))
}

/// The index in the section at a place, whose header and content have this size.
fn index_at(bytes: &impl ReadAt, byte: u64, size: u64) -> Result<Option<ArchiveIndex>, Error> {
    let mut section = vec![0; size as usize];
    bytes.read_at(byte, &mut section)?;
    let (head, content) = section.split_at(HEADER);
    let header = SectionHeader::of(head).filter(|header| header.kind == SectionKind::Index);
    let is_sound = header.is_some_and(|header| header.check(content).is_ok());
    Ok(is_sound.then(|| ArchiveIndex::read(content).ok()).flatten())
}

/// The last index in the file that is whole, if an `earlier` one may be used, else one made from the sections before the
/// first one that is not.
fn found(bytes: &impl ReadAt, length: u64, earlier: bool) -> Result<FoundIndex, Error> {
    let (mut at, mut made, mut last) = (MAGIC.len() as u64, ArchiveIndex::default(), None);
    while at + HEADER as u64 <= length {
        let mut head = [0; HEADER];
        bytes.read_at(at, &mut head)?;
        let Some(header) = SectionHeader::of(&head) else { break };
        let place = SectionPlace { byte: at, length: header.length };
        let end = at + HEADER as u64 + u64::from(header.length);
        if end > length {
            break;
        }
        match header.kind {
            SectionKind::Group => made.groups.push(GroupEntry { header: place, ..GroupEntry::default() }),
            SectionKind::Texts => made.groups.last_mut().into_iter().for_each(|group| group.texts.push(place)),
            SectionKind::Block => {
                if let Some(group) = made.groups.last_mut() {
                    group.blocks.push(entry_of(bytes, place)?);
                }
            }
            SectionKind::Rest => {}
            SectionKind::Index => {
                let behind = end + TAIL as u64;
                if earlier
                    && behind <= length
                    && has_tail(bytes, behind)?
                    && let Some(index) = index_at(bytes, at, end - at)?
                {
                    last = Some(FoundIndex { index, start: at, end: behind, rebuilt: false });
                }
            }
        }
        at = if header.kind == SectionKind::Index { end + TAIL as u64 } else { end };
    }
    let end = at.min(length);
    Ok(last.unwrap_or(FoundIndex { index: made, start: end, end, rebuilt: true }))
}

/// The entry of a block that is in no index. If its start is not one, it has no games, and reading it is an error.
fn entry_of(bytes: &impl ReadAt, place: SectionPlace) -> Result<BlockEntry, Error> {
    let mut start = vec![0; (place.length as usize).min(64)];
    bytes.read_at(place.byte + HEADER as u64, &mut start)?;
    let mut cursor = Cursor::new(&start);
    let mut number = || cursor.number().unwrap_or_default();
    let (section, start, games, plies) = (number(), number(), number(), number());
    let small = |number: u64| u32::try_from(number).unwrap_or_default();
    let (games, plies) = if is_possible(place, (games, plies)) { (games, plies) } else { (0, 0) };
    Ok(BlockEntry { place, games: small(games), plies, texts: (small(section), start), dates: (0, 0) })
}

/// A block whose games can be read.
pub struct ArchiveBlock {
    group: Arc<GroupHeader>,
    content: Vec<u8>,
    /// How many bytes of the content come before the block.
    skipped: usize,
    /// The number of games according to the index.
    games: usize,
    texts: Arc<Vec<u8>>,
    /// How many bytes of the texts come before those of the block.
    start: usize,
    limits: Limits,
    /// The tags of its games, once all of them were read.
    tags: OnceLock<TagStore>,
}

impl ArchiveBlock {
    fn streams(&self) -> Result<Streams<'_>, Damage> {
        let streams = block::read(&self.group, &self.content[self.skipped..])?;
        if streams.heads.len() == self.games { Ok(streams) } else { Err(Damage::Content) }
    }

    /// How many bytes its tags may have.
    fn most_tags(&self) -> usize {
        self.limits.texts.min(most_text(self.content.len()))
    }

    /// The tags of its games: those that are wanted, and those that these need.
    ///
    /// # Errors
    /// If they are damaged.
    pub fn tags(&self, wanted: TagSelection<'_>) -> Result<TagStore, Damage> {
        let streams = self.streams()?;
        let facts = block::facts(&streams.heads);
        self.group.tags.decode((streams.tags, self.most_tags()), streams.heads.len(), &facts, wanted)
    }

    /// What precedes the moves of its games, with these tags; `None` if only their moves lead to where some of them start.
    ///
    /// # Errors
    /// If the block is damaged.
    pub fn heads(&self, wanted: TagSelection<'_>) -> Result<Option<BlockHeads>, Damage> {
        let streams = self.streams()?;
        let says_less = |head: &HeadCode| matches!(head.start, StartCode::OfText(_)) || head.body == Body::Text;
        if streams.heads.iter().any(says_less) {
            return Ok(None);
        }
        let facts = block::facts(&streams.heads);
        let tags = self.group.tags.decode((streams.tags, self.most_tags()), streams.heads.len(), &facts, wanted)?;
        Ok(Some(BlockHeads { group: Arc::clone(&self.group), heads: streams.heads, tags }))
    }

    /// Passes a reader of its games to a function.
    ///
    /// # Errors
    /// If the block is damaged, or the function returns an error.
    pub fn read<T>(&self, use_games: impl FnOnce(&mut BlockGames<'_>) -> Result<T, Damage>) -> Result<T, Damage> {
        let streams = self.streams()?;
        let tags = match self.tags.get() {
            Some(tags) => tags,
            None => {
                let tags = self.tags(TagSelection::All)?;
                self.tags.get_or_init(|| tags)
            }
        };
        let texts = self.texts.get(self.start..).unwrap_or_default();
        let limits = Limits { content: self.limits.content.min(most_text(self.content.len())), ..self.limits };
        let emitter = StepEmitter::new(&self.group, &streams, tags, texts, limits)?;
        use_games(&mut BlockGames { emitter })
    }

    /// Roughly how many bytes of memory it takes, without what it shares with other blocks.
    pub fn size(&self) -> usize {
        self.content.len() + self.tags.get().map_or(0, TagStore::size)
    }
}

/// What precedes the moves of the games of a block.
pub struct BlockHeads {
    group: Arc<GroupHeader>,
    heads: Vec<HeadCode>,
    tags: TagStore,
}

impl BlockHeads {
    /// The number of games.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The tags that were wanted.
    pub fn tags(&self) -> &TagStore {
        &self.tags
    }

    /// The meaning of the tags of a game.
    pub fn dialect(&self, game: usize) -> Dialect {
        self.heads.get(game).map_or(Dialect::Pgn, |head| head.dialect)
    }

    /// The marker after the moves of a game.
    pub fn termination(&self, game: usize) -> Option<Termination> {
        // The text of a game that could not be played has its own marker.
        self.heads.get(game).filter(|head| head.body != Body::Text)?.termination
    }

    /// The rules of a game that starts at the board of its FEN tag; `None` if it starts at the standard position.
    pub fn rules_of_tag(&self, game: usize) -> Option<Rules> {
        match self.heads.get(game)?.start {
            StartCode::Standard => None,
            StartCode::OfTag(rules) | StartCode::OfText(rules) => self.group.names.rules(rules).ok(),
        }
    }
}

/// The games of a block, one after another.
pub struct BlockGames<'b> {
    emitter: StepEmitter<'b>,
}

impl<'b> BlockGames<'b> {
    /// The games in runs, which are worth being decoded as a whole: to reach a game, those before it in its run are decoded,
    /// and few others.
    pub fn runs(&self) -> Vec<Range<usize>> {
        let heads = &self.emitter.streams.heads;
        // To reach a segment, those before it are decoded up to their last games with comments.
        let (mut before, mut all) = (0, 0);
        for segment in heads.chunks(SEGMENT) {
            all += before;
            before += segment.iter().rposition(|head| head.body == Body::Items).map_or(0, |at| at + 1);
        }
        let length = if all > heads.len() / 2 { heads.len() } else { SEGMENT };
        (0..heads.len()).step_by(length.max(1)).map(|start| start..heads.len().min(start + length)).collect()
    }

    /// Continues with the game of this number, counted from 0.
    ///
    /// # Errors
    /// If the games before it are damaged.
    pub fn go_to(&mut self, game: usize) -> Result<(), Damage> {
        self.emitter.go_to(game)
    }

    /// The tags of the game that was emitted last.
    pub fn tags(&self) -> impl Iterator<Item = (&'b str, &'b str)> {
        self.emitter.last_tags()
    }

    /// Whether the next game is stored as text.
    pub fn next_is_text(&self) -> bool {
        self.emitter.next_is_text()
    }

    /// Emits the steps of the next game, which is at this place in its source.
    ///
    /// # Errors
    /// If it is damaged; the sink has received a part of it then.
    pub fn emit<S: Sink>(&mut self, place: Location, sink: &mut S) -> Result<DecodedGame<'b>, Damage> {
        self.emitter.emit(place, sink)
    }
}
