//! Writing and reading archives in memory, block by block.

use scoresheet_archive::{Archive, ArchiveWriter, Error, GameCollector, Games as Collected, Limits, Settings};
use scoresheet_core::game::{self, AnyGames, GameFormat, WriteOptions};
use scoresheet_core::location::Location;
use scoresheet_core::read::{Record, Settings as Reading};
use scoresheet_core::step::Sink;
use scoresheet_core::write::Filter;

fn read(format: &str, text: &str, sink: &mut impl Sink) {
    let format = game::find(format).expect("a format");
    let (mut games, mut record) = (AnyGames::of(format, text.as_bytes(), &Reading::default()), Record::new());
    while games.next(&mut record, sink) {}
}

fn pgn() -> Filter {
    Filter::new(game::pgn::Pgn.writer(&WriteOptions::default()), false)
}

/// The games of a text, which is PGN or VGN.
pub(crate) fn collected(format: &str, text: &str) -> Collected {
    let mut collector = GameCollector::default();
    read(format, text, &mut collector);
    collector.finish()
}

/// What the games of a text are in PGN, without an archive between.
pub(crate) fn straight(format: &str, text: &str) -> Vec<u8> {
    let mut filter = pgn();
    read(format, text, &mut filter);
    std::mem::take(filter.bytes())
}

/// An archive of these games.
pub(crate) fn written(games: Collected, settings: Settings) -> Vec<u8> {
    let mut writer = ArchiveWriter::new(Vec::new(), settings).expect("memory");
    writer.add(games).expect("memory");
    writer.finish(|_| Ok(())).expect("memory").0
}

/// What reading an archive found.
pub(crate) struct Found {
    /// The place of each block, and its games in PGN.
    pub(crate) blocks: Vec<(u64, Result<Vec<u8>, Error>)>,
    /// Whether nothing is missing at its end.
    pub(crate) is_whole: bool,
}

/// Reads all blocks of an archive.
pub(crate) fn found(bytes: &[u8]) -> Result<Found, Error> {
    let archive = Archive::open(bytes, Limits::default())?;
    let mut blocks = Vec::new();
    for (group, entry) in archive.index().blocks() {
        let mut filter = pgn();
        let read = archive.block(group, entry).and_then(|block| {
            let all = block.read(|games| {
                (0..entry.games).try_for_each(|_| games.emit(Location::default(), &mut filter).map(drop))
            });
            all.map_err(|damage| Error::Damaged { damage, byte: entry.place.byte })
        });
        blocks.push((entry.place.byte, read.map(|()| std::mem::take(filter.bytes()))));
    }
    Ok(Found { blocks, is_whole: !archive.is_cut() && archive.end() == archive.length() })
}
