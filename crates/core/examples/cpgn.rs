//! `cpgn FILE FOLDER`: what cpgn makes of the games of a PGN file, and how fast, in memory and on one thread.
//!
//! It measures the games as they are, and then their main lines alone, without tags, comments and NAGs. Into the folder go
//! `all.cpgn`, `bare.pgn` and `bare.cpgn`, for other compressors to be compared with; to standard output goes a line of JSON
//! for each of the two.

use scoresheet_core::game::cpgn::{Cpgn, Layout, rows};
use scoresheet_core::game::pgn::Pgn;
use scoresheet_core::game::{AnyGames, GameFormat, NamedOptions, WriteOptions};
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::step::{Head, Sink, Step};
use scoresheet_core::write::Filter;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// How often each thing is timed; the median counts.
const ROUNDS: usize = 5;

/// The tags without which the moves mean something else.
const KEPT: [&str; 3] = ["SetUp", "FEN", "Variant"];

fn main() {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let text = fs::read(arguments.next().expect("a file of PGN")).expect("it can be read");
    let folder = arguments.next().expect("a folder for what is written");
    let bare = main_lines(&text);
    fs::write(folder.join("bare.pgn"), &bare).expect("it can be written");
    for (name, text) in [("all", &text), ("bare", &bare)] {
        let v0 = write(text, &layout("v0"));
        fs::write(folder.join(name).with_extension("cpgn"), &v0.file).expect("it can be written");
        println!("{}", measured(text, &v0));
    }
}

/// Options to write this layout by, with moves as they are usually spelled.
fn layout(name: &str) -> WriteOptions {
    options(name, "no")
}

/// Options to write this layout by, with moves as spelled, or not.
fn options(layout: &str, spelling: &str) -> WriteOptions {
    let own = [("layout".into(), layout.into()), ("spelling".into(), spelling.into())];
    let own = Cpgn.write_options(&NamedOptions { own: &own, ..NamedOptions::default() });
    WriteOptions { own, ..WriteOptions::default() }
}

/// A file of cpgn.
struct Written {
    file: Vec<u8>,
    games: u64,
    plies: u64,
    /// The bits of all games without their tags and without those that fill bytes.
    bits: usize,
}

/// Writes games of PGN as cpgn.
fn write(text: &[u8], options: &WriteOptions) -> Written {
    let mut filter = Filter::new(Cpgn.writer(options), options.keep_spelling);
    let header = Cpgn.header(options);
    let (mut games, mut record) = (AnyGames::of(&Pgn, text, &Settings::default()), Record::new());
    let mut written = Written { file: header.clone(), games: 0, plies: 0, bits: 0 };
    while games.next(&mut record, &mut filter) {
        let Some(shares) = filter.shares() else { continue };
        written.games += 1;
        written.plies += shares.plies;
        if let [0] = *header {
            written.bits += bits_of(&[&header, filter.bytes().as_slice()].concat());
        }
        written.file.append(filter.bytes());
    }
    filter.closing().close(&mut written.file);
    written
}

/// The bits of the block, the codes and the end of the only game in a file of v0.
fn bits_of(file: &[u8]) -> usize {
    let rows = rows(file, Layout::V0).expect("it was just written");
    let counts = |says: &str| !says.starts_with("tag `") && !["version 0", "end of the tags", "fill"].contains(&says);
    rows.iter().filter(|row| counts(&row.says)).map(|row| row.bits.len()).sum()
}

/// The figures of a text and its file of v0.
fn measured(text: &[u8], v0: &Written) -> String {
    let Written { file, games, plies, bits } = v0;
    let spelled = WriteOptions { keep_spelling: true, ..options("v0", "yes") };
    let [writes, reads] = [rate(text, &Pgn, &Cpgn, &layout("v0")), rate(file, &Cpgn, &Pgn, &layout("v0"))];
    let kept = write(text, &spelled).file;
    for file in [file, &kept] {
        assert_eq!(games_in(file), *games, "all games are read back");
    }
    let [writes_spelled, reads_spelled] = [rate(text, &Pgn, &Cpgn, &spelled), rate(&kept, &Cpgn, &Pgn, &spelled)];
    let draft = write(text, &layout("draft")).file.len();
    format!(
        "{{\"games\": {games}, \"plies\": {plies}, \"pgn\": {}, \"draft\": {draft}, \"v0\": {}, \"spelled\": {}, \
         \"bits\": {bits}, \"writes\": {writes:.0}, \"reads\": {reads:.0}, \"writes_spelled\": {writes_spelled:.0}, \
         \"reads_spelled\": {reads_spelled:.0}}}",
        text.len(),
        file.len(),
        kept.len(),
    )
}

/// How many games a file of cpgn holds.
fn games_in(file: &[u8]) -> u64 {
    let (mut games, mut record) = (AnyGames::of(&Cpgn, file, &Settings::default()), Record::new());
    while games.next(&mut record, &mut ()) {}
    games.tally().games
}

/// How many games of a file are rewritten in a second.
fn rate(file: &[u8], from: &'static dyn GameFormat, to: &dyn GameFormat, options: &WriteOptions) -> f64 {
    let rewrite = || {
        let started = Instant::now();
        let mut filter = Filter::new(to.writer(options), options.keep_spelling);
        let (mut games, mut record) = (AnyGames::of(from, file, &Settings::default()), Record::new());
        while games.next(&mut record, &mut filter) {
            filter.bytes().clear();
        }
        games.tally().games as f64 / started.elapsed().as_secs_f64()
    };
    let mut rates: Vec<f64> = (0..ROUNDS).map(|_| rewrite()).collect();
    rates.sort_by(f64::total_cmp);
    rates[ROUNDS / 2]
}

/// The main lines of games, as PGN.
fn main_lines(text: &[u8]) -> Vec<u8> {
    let filter = Filter::new(Pgn.writer(&WriteOptions::default()), false);
    let mut bare = Bare { filter, depth: 0 };
    let (mut games, mut record) = (AnyGames::of(&Pgn, text, &Settings::default()), Record::new());
    while games.next(&mut record, &mut bare) {}
    std::mem::take(bare.filter.bytes())
}

/// Lets through the moves of main lines, their results, and the tags that give their start.
struct Bare {
    filter: Filter,
    /// How many variations are open.
    depth: usize,
}

impl Sink for Bare {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Head(head) => {
                self.depth = 0;
                let tags = head.tags.iter().filter(|(name, _)| KEPT.contains(&&**name));
                let tags: Vec<_> = tags.cloned().collect();
                self.filter.take(Step::Head(&Head { tags: &tags, section: None, odd_tags: &[], ..*head }));
            }
            Step::Open => self.depth += 1,
            Step::Close => self.depth -= 1,
            // What could not be played at all is not a line of moves.
            Step::End(_) => self.filter.take(Step::End(None)),
            Step::Move { .. } | Step::Played(_) | Step::Termination(_) if self.depth == 0 => self.filter.take(step),
            _ => {}
        }
    }
}
