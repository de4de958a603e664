//! Blocks of an archive, which are read for an output: all of their games, or only what precedes the moves.

use super::text::replaying;
use crate::formats::{self, refine};
use crate::inputs::archive_bytes::ArchiveBytes;
use crate::pipeline::sink::{GameEnd, LocalSink, Needs, Piece, SinkFactory, with_steps};
use crate::settings::Settings;
use crate::sources::odd_game::{OddGame, StoredTexts};
use scoresheet_archive::tags::TagSelection;
use scoresheet_archive::{
    Archive, ArchiveBlock, BlockEntry, BlockGames, BlockHeads, Damage, DecodedGame, Error, is_document, is_infinite,
};
use scoresheet_core::dialect::convert::tells_start;
use scoresheet_core::dialect::head_text;
use scoresheet_core::event::Tag;
use scoresheet_core::game;
use scoresheet_core::location::Location;
use scoresheet_core::notation;
use scoresheet_core::position::fen;
use scoresheet_core::read::{self, Depth, Record, Recorder, Tally};
use scoresheet_core::rules::{Position, Rules};
use scoresheet_core::step::{AsItStood, Dialect, Head, Sink};
use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many games are read together for columns of tags, which are joined more slowly than they are read.
const TOGETHER: u64 = 2048;

/// The number of the next names of tags.
static NAMES: AtomicU64 = AtomicU64::new(1);

/// A block that is to be read.
pub(crate) struct BlockPlace<'a> {
    pub(crate) group: usize,
    pub(crate) entry: &'a BlockEntry,
    /// How many games of the input come before it.
    pub(crate) before: u64,
    /// How many of its games are read.
    pub(crate) most: u64,
}

/// What was read of some blocks.
pub(crate) struct Read {
    pub(crate) tally: Tally,
    /// The games that the tally does not count: those that cannot be played.
    pub(crate) odd: Vec<OddGame<'static>>,
    pub(crate) piece: Option<Piece>,
    /// The game after that which the caller reads.
    pub(crate) infinite: Option<InfiniteText>,
    /// The fault of the block after that.
    pub(crate) error: Option<Error>,
}

/// The document of a game on a board without edges, and its number among the games that were read with it.
pub(crate) struct InfiniteText {
    pub(crate) number: u64,
    pub(crate) document: Vec<u8>,
}

impl Read {
    fn failed(error: Error) -> Read {
        Read { tally: Tally::default(), odd: Vec::new(), piece: None, infinite: None, error: Some(error) }
    }
}

/// How blocks are read.
pub(crate) struct ArchiveDecoding<'r, 's> {
    archive: &'r Archive<ArchiveBytes>,
    settings: &'r Settings,
    factory: &'r dyn SinkFactory<'s>,
    /// How games are read that are stored as text.
    reading: read::Settings,
    /// Whether the sink uses records.
    records: bool,
    /// Whether the caller reads the games on boards without edges.
    takes_infinite: bool,
    /// The tags that are wanted, if nothing else is but markers; `Some(None)` for all of them.
    only_tags: Option<Option<Vec<&'static str>>>,
}

impl<'r, 's> ArchiveDecoding<'r, 's> {
    pub(crate) fn new(
        archive: &'r Archive<ArchiveBytes>,
        settings: &'r Settings,
        needs: &Needs<'_>,
        factory: &'r dyn SinkFactory<'s>,
    ) -> ArchiveDecoding<'r, 's> {
        let reading = factory.reading(replaying(settings), formats::usual());
        let mut local = factory.local(None);
        let takes_steps = with_steps!(local, |steps| steps.is_listening() || steps.wants_head());
        let tags = match reading.depth {
            Depth::Frame => Some(Some(Vec::new())),
            Depth::Tags => Some(needs.tags.clone()),
            // An archive stores the marker before the words of the moves.
            Depth::Moves if !reading.keep_comments => Some(needs.tags.clone()),
            Depth::Moves | Depth::Positions => None,
        };
        let only_tags = tags.filter(|_| !takes_steps);
        let keep_faults = reading.keep_faults.and(needs.faults);
        // An archive reports the markers of its games and their errors in any case.
        let reading = read::Settings { keep_faults, depth: Depth::Positions, ..reading };
        let (records, takes_infinite) = (needs.records, needs.foreign.is_any());
        ArchiveDecoding { archive, settings, factory, reading, records, takes_infinite, only_tags }
    }

    /// About how many games are read at once.
    pub(crate) fn together(&self) -> u64 {
        if self.only_tags.is_some() { TOGETHER } else { 1 }
    }

    /// Reads blocks. Of one that is damaged, the games before the damage are read.
    pub(crate) fn read(&self, blocks: &[BlockPlace<'_>]) -> Vec<Read> {
        let first = blocks.first().map_or(0, |block| block.before);
        let (mut found, mut heads_of) = (Vec::new(), None);
        for place in blocks {
            let before = place.before - first;
            let read = match self.block(place) {
                Ok((_, Some(heads))) => {
                    let reading = heads_of.get_or_insert_with(|| self.start());
                    reading.heads(&heads, (before, place.most));
                    continue;
                }
                Ok((block, None)) => self.games(&block, place, before),
                Err(error) => vec![Read::failed(error)],
            };
            found.extend(heads_of.take().map(BlockReading::finish));
            found.extend(read);
        }
        found.extend(heads_of.map(BlockReading::finish));
        found
    }

    /// A block, and what precedes the moves of its games if that is all that is wanted.
    fn block(&self, place: &BlockPlace<'_>) -> Result<(ArchiveBlock, Option<BlockHeads>), Error> {
        let block = self.archive.block(place.group, place.entry)?;
        let Some(names) = &self.only_tags else { return Ok((block, None)) };
        let wanted = names.as_ref().map_or(TagSelection::All, |names| TagSelection::Names(names));
        let heads = block.heads(wanted).map_err(|damage| damaged(place, damage))?;
        Ok((block, heads))
    }

    fn start(&self) -> BlockReading<'_> {
        BlockReading::new((self.settings, &self.reading), self.factory.local(None), self.records)
    }

    /// All games of a block, after this many others that are read with it.
    fn games(&self, block: &ArchiveBlock, place: &BlockPlace<'_>, before: u64) -> Vec<Read> {
        let start = || -> Box<dyn LocalSink + '_> { self.factory.local(None) };
        let read = |most: u64| {
            let mut reading = self.start();
            reading.starts = if self.takes_infinite { Some(&start) } else { None };
            let taken = block.read(|games| Ok(reading.games(games, (before, most))));
            (reading, taken)
        };
        let (reading, taken) = read(place.most);
        match taken {
            Ok((_, None)) => reading.finish_all(None),
            // The sink has received a part of the damaged game, so the ones before it are read again.
            Ok((sound, Some(damage))) => read(sound).0.finish_all(Some(damaged(place, damage))),
            Err(damage) => vec![Read::failed(damaged(place, damage))],
        }
    }
}

fn damaged(place: &BlockPlace<'_>, damage: Damage) -> Error {
    Error::Damaged { damage, byte: place.entry.place.byte }
}

/// Passes games to a local sink.
pub(crate) struct BlockReading<'l> {
    texts: StoredTexts<'l>,
    local: Box<dyn LocalSink + 'l>,
    recorder: Option<Recorder>,
    tally: Tally,
    odd: Vec<OddGame<'static>>,
    /// What starts another local sink after a game that the caller reads, if it reads any.
    starts: Option<&'l dyn Fn() -> Box<dyn LocalSink + 'l>>,
    /// What was read up to the last such game.
    done: Vec<Read>,
}

impl<'l> BlockReading<'l> {
    /// For this sink; `records` is whether it uses records.
    pub(crate) fn new(
        (settings, reading): (&'l Settings, &'l read::Settings),
        local: Box<dyn LocalSink + 'l>,
        records: bool,
    ) -> BlockReading<'l> {
        let texts = StoredTexts { settings, reading, incomplete: false };
        let (recorder, tally) = (records.then(Recorder::new), Tally::default());
        BlockReading { texts, local, recorder, tally, odd: Vec::new(), starts: None, done: Vec::new() }
    }

    pub(crate) fn finish(self) -> Read {
        let BlockReading { tally, odd, local, .. } = self;
        Read { tally, odd, piece: Some(local.finish()), infinite: None, error: None }
    }

    /// What was read, piece by piece, and the fault after that.
    fn finish_all(mut self, error: Option<Error>) -> Vec<Read> {
        let mut found = std::mem::take(&mut self.done);
        found.push(Read { error, ..self.finish() });
        found
    }

    /// Takes at most this many games, up to the first one that is damaged; returns how many that are. Their numbers count
    /// from those before them.
    pub(crate) fn games(&mut self, games: &mut BlockGames<'_>, (before, most): (u64, u64)) -> (u64, Option<Damage>) {
        let mut record = Record::new();
        for number in 1..=most {
            if let Err(damage) = self.game(games, before + number, &mut record) {
                return (number - 1, Some(damage));
            }
        }
        (most, None)
    }

    fn game(&mut self, games: &mut BlockGames<'_>, number: u64, record: &mut Record<'_>) -> Result<(), Damage> {
        let place = Location { game: number, ..Location::default() };
        if games.next_is_text() {
            // Its text gives its steps.
            let given = games.emit(place, &mut ())?;
            given.unplayed.into_iter().for_each(|stored| self.unplayed(games, number, &stored));
            return Ok(());
        }
        let BlockReading { texts: StoredTexts { settings, .. }, local, recorder, tally, odd, .. } = self;
        let Some(recorder) = recorder else {
            let given = with_steps!(local, |steps| games.emit(place, steps))?;
            tally.add_rules(given.rules.unwrap_or(Rules::STANDARD), 1);
            complete(record, number, given);
            odd.extend(OddGame::of(record, number, tally, settings));
            local.end(GameEnd::of(record, settings));
            return Ok(());
        };
        let given = with_steps!(local, |steps| games.emit(place, &mut (&mut *recorder, steps)))?;
        let mut record = recorder.record();
        complete(&mut record, number, given);
        odd.extend(OddGame::of(&record, number, tally, settings));
        local.end(GameEnd::of(&record, settings));
        Ok(())
    }

    /// Takes a game that cannot be played: its text is read, so that it has the same errors, tags and marker as there.
    #[cold]
    fn unplayed(&mut self, games: &BlockGames<'_>, number: u64, stored: &AsItStood<'_>) {
        if let Some(starts) = self.starts.filter(|_| is_infinite(stored.text)) {
            let local = std::mem::replace(&mut self.local, starts());
            let (tally, odd) = (std::mem::take(&mut self.tally), std::mem::take(&mut self.odd));
            let infinite = Some(InfiniteText { number, document: stored.text.trim_ascii_end().to_vec() });
            self.done.push(Read { tally, odd, piece: Some(local.finish()), infinite, error: None });
            return;
        }
        let text =
            if stored.alone { Cow::from(stored.text) } else { head_text(games.tags(), None).into_bytes().into() };
        let document = game::find("bgnl").filter(|_| is_document(&text));
        let format = document.unwrap_or_else(|| refine::format_of(&text));
        let odd = self.texts.give((format, &text), number, &mut Record::new(), &mut *self.local);
        self.odd.push(if stored.alone { odd } else { odd.without_source() }.into_owned());
    }

    /// Takes what precedes the moves of the first games of a block.
    fn heads(&mut self, heads: &BlockHeads, (before, most): (u64, u64)) {
        let tags = heads.tags();
        let names = NAMES.fetch_add(tags.shapes() as u64, Ordering::Relaxed);
        let mut record = Record::new();
        for (game, number) in (0..heads.len()).zip(1..=most) {
            record.number = before + number;
            let names = names + tags.shape(game) as u64;
            if record.names != names {
                record.names = names;
                record.tags.clear();
                record.tags.extend(tags.game(game).map(|(name, _)| Tag::plain(name.as_bytes(), b"")));
            }
            record.values.clear();
            record.values.extend(tags.values(game));
            for (tag, value) in record.tags.iter_mut().zip(&record.values) {
                tag.raw = Cow::Borrowed(value.as_bytes());
            }
            record.termination = heads.termination(game);
            tell_start(&mut record, heads, game);
            self.tally.add_game(&record);
            self.local.end(GameEnd::of(&record, self.texts.settings));
        }
    }
}

/// Puts into a record where a game starts, as far as columns of tags need that.
fn tell_start(record: &mut Record<'_>, heads: &BlockHeads, game: usize) {
    record.dialect = heads.dialect(game);
    record.standard_start = heads.rules_of_tag(game).is_none();
    record.told_start = record.dialect == Dialect::Vgn;
    let fen_tag = || heads.tags().tag(game, "FEN");
    if let Some(rules) = heads.rules_of_tag(game)
        && let Some(text) = fen_tag()
        && let Ok(start) = fen::read_any(text.as_bytes(), rules)
    {
        record.told_start |= !says(text, &start);
        record.start = start;
    }
}

/// Whether the text of a FEN tag gives the start of its game as PGN does.
fn says(text: &str, start: &Position) -> bool {
    let tags = [(Cow::Borrowed("FEN"), Cow::Borrowed(text))];
    tells_start(&Head {
        place: Location::default(),
        dialect: Dialect::Pgn,
        notation: notation::ALL[0].spec(),
        tags: &tags,
        section: None,
        odd_tags: &[],
        start,
        standard_start: false,
    })
}

/// Puts into a record what is known of a game that was read.
fn complete(record: &mut Record<'_>, number: u64, given: DecodedGame<'_>) {
    record.number = number;
    (record.ply_count, record.ending, record.termination) = (given.plies, given.ending, given.termination);
    record.first_error = given.refused.first().cloned();
    record.faults = given.refused;
}
