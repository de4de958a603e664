//! Games cut into blocks of any size: the same games and faults at the same places as in one block. The first two bytes say
//! how large the blocks are.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::game::AnyGames;
use scoresheet_core::game::pgn::frame;
use scoresheet_core::location::Base;
use scoresheet_core::read::Record;
use scoresheet_core::read::Settings;
use scoresheet_core::read::Tally;

/// What is compared of games: one line each, and what was counted.
struct Told {
    games: Vec<String>,
    tally: Tally,
    base: Base,
}

impl Told {
    fn read(&mut self, block: &[u8], settings: &Settings) {
        let mut games = AnyGames::new(block, settings);
        let mut record = Record::new();
        while games.next(&mut record, &mut ()) {
            let (base, mut error) = (&self.base, record.first_error.take());
            if let Some(fault) = &mut error {
                fault.rebase(base);
            }
            let place = (record.number + base.games, record.byte + base.bytes, record.text.len());
            self.games.push(format!("{place:?} {} {:?} {:?}", record.ply_count, record.end, error));
        }
        let tally = games.into_tally();
        let count = tally.games;
        self.tally.merge(tally, &self.base);
        self.base.advance(block, count);
    }

    /// The faults in lines, without columns: bytes that are not text have no columns worth the name.
    fn faults(&self) -> Vec<String> {
        let first =
            |code: &scoresheet_core::read::CodeCount| code.first.as_ref().map(|fault| (fault.at.game, fault.at.byte));
        self.tally.codes().map(|(code, count)| format!("{} {} {:?}", code.id(), count.count, first(count))).collect()
    }
}

fn told(text: &[u8], size: usize, settings: &Settings) -> Told {
    let mut told = Told { games: Vec::new(), tally: Tally::default(), base: Base::default() };
    let (mut at, mut length) = (0, size);
    while at < text.len() {
        let end = (at + length).min(text.len());
        match frame::cut(&text[at..end], end == text.len(), &settings.limits) {
            Some(cut) => {
                told.read(&text[at..at + cut], settings);
                (at, length) = (at + cut, size);
            }
            None => length *= 2,
        }
    }
    told
}

fuzz_target!(|bytes: &[u8]| {
    let [low, high, text @ ..] = bytes else { return };
    let size = 1 + usize::from(u16::from_le_bytes([*low, *high])) % 4096;
    let settings = Settings::default();
    let (whole, blocks) = (told(text, text.len().max(1), &settings), told(text, size, &settings));
    assert_eq!(blocks.games, whole.games, "blocks of {size}");
    assert_eq!(blocks.faults(), whole.faults(), "blocks of {size}");
});
