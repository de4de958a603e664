//! Any bytes read as the moves of a binary game of VGN: nothing panics, a cut changes nothing, and a game whose frame is broken
//! is the last one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::dialect::vgn::codes::MOVE_FORMATS;
use scoresheet_core::error::Code;
use scoresheet_core::game::AnyGames;
use scoresheet_core::game::GameFormat;
use scoresheet_core::game::vgn_file::Vgn;
use scoresheet_core::limits::Limits;
use scoresheet_core::read::Settings;
use scoresheet_core::read::{Ply, Record};

/// The games of a block, and whether its end could not be read.
fn read(block: &[u8]) -> (Vec<(usize, Vec<Ply>)>, bool) {
    let settings = Settings::default();
    let mut games = AnyGames::of(&Vgn, block, &settings);
    let mut record = Record::new();
    let mut found = Vec::new();
    while games.next(&mut record, &mut ()) {
        found.push((record.text.len(), record.plies.clone()));
    }
    let unframed = games.into_tally().count(Code::Unframed) > 0;
    (found, unframed)
}

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, data)) = bytes.split_first() else { return };
    let formats: Vec<_> = MOVE_FORMATS.iter().filter(|format| format.binary).collect();
    let code = formats[usize::from(*choice) % formats.len()].code;
    let block = [format!("[GameFormat \"VGN\"]\n[MoveFormat \"{code}\"]").as_bytes(), data].concat();
    let (whole, unframed) = read(&block);
    let known = block.len() * 2 / 3;
    if let Some(cut) = Vgn.cut(&block[..known], known == block.len(), &Limits::default()) {
        let (mut parts, cut_unframed) = read(&block[..cut]);
        assert!(!cut_unframed, "cut at {cut} in a game whose end is not known");
        let (rest, rest_unframed) = read(&block[cut..]);
        parts.extend(rest);
        assert_eq!((parts, rest_unframed), (whole, unframed), "cut at {cut}");
    }
});
