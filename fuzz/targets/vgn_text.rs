//! Any text read as games of VGN in each of its text formats: nothing panics, a cut changes nothing, and what is written of it
//! reads as the same moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::dialect::vgn::codes::MOVE_FORMATS;
use scoresheet_core::game::AnyGames;
use scoresheet_core::game::vgn_file::Vgn;
use scoresheet_core::game::{GameFormat, NamedOptions, WriteOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::Settings;
use scoresheet_core::read::{Ply, Record};
use scoresheet_core::write::Filter;

/// What is compared of a game: how long it is, its legal plies, and how many there are in all.
type Read = (usize, Vec<Ply>, u32);

fn read(block: &[u8]) -> Vec<Read> {
    let settings = Settings::default();
    let mut games = AnyGames::of(&Vgn, block, &settings);
    let mut record = Record::new();
    let mut found = Vec::new();
    while games.next(&mut record, &mut ()) {
        found.push((record.text.len(), record.plies.clone(), record.ply_count));
    }
    found
}

/// The games in SAN and in FCN, annotations in their places.
fn rewritten(block: &[u8], to: &dyn GameFormat, moves: &str) -> Vec<u8> {
    let settings = Settings::default();
    let options = WriteOptions {
        own: to.write_options(&NamedOptions {
            moves: Some(moves),
            positions: None,
            own: &[("comments".into(), "inplace".into())],
        }),
        ..WriteOptions::default()
    };
    let mut games = AnyGames::of(&Vgn, block, &settings);
    let mut record = Record::new();
    let mut filter = Filter::new(to.writer(&options), false);
    while games.next(&mut record, &mut filter) {}
    std::mem::take(filter.bytes())
}

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, text)) = bytes.split_first() else { return };
    let formats: Vec<_> = MOVE_FORMATS.iter().filter(|format| !format.binary).collect();
    let code = formats[usize::from(*choice) % formats.len()].code;
    let block = [format!("[GameFormat \"VGN\"]\n[MoveFormat \"{code}\"]\n\n").as_bytes(), text].concat();
    let whole = read(&block);
    let known = block.len() * 2 / 3;
    if let Some(cut) = Vgn.cut(&block[..known], known == block.len(), &Limits::default()) {
        let mut parts = read(&block[..cut]);
        parts.extend(read(&block[cut..]));
        assert_eq!(parts, whole, "cut at {cut}");
    }
    rewritten(&block, &Vgn, "fcn");
    rewritten(&block, &Vgn, "pgc");
});
