//! Blocks that end within a game that is too long, in formats of text: nothing panics, the games follow each other in
//! the block, and the limit is reported once.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::error::Code;
use scoresheet_core::game::{self, AnyGames, Block, FormatOptions, ReadOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::{Record, Settings};

fuzz_target!(|bytes: &[u8]| {
    for format in game::ALL {
        let options = ReadOptions { limits: &Limits::default(), own: FormatOptions::NONE };
        let block = Block { bytes, opening: None, last: true };
        let mut games = AnyGames::of_block(*format, block, &options, &Settings::default()).cut_short();
        let (mut record, mut end) = (Record::new(), 0);
        while games.next(&mut record, &mut ()) {
            assert!(record.byte >= end);
            end = record.byte + record.text.len() as u64;
            assert!(end <= bytes.len() as u64);
        }
        assert!(games.tally().count(Code::LimitGame) <= 1, "{}", format.spec().id);
    }
});
