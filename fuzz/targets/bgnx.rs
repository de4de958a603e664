//! Any text between the tags of a game of XML: nothing panics, the game after it is read, a cut changes nothing, and
//! XML and JSON lead to the same document.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::game::{self, AnyGames, GameFormat, WriteOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::write::Filter;

/// A game after the one that is tried.
const LAST: &str = "<game><moves><move><f>e2</f><t>e4</t></move></moves></game>";

fn format(id: &str) -> &'static dyn GameFormat {
    game::find(id).expect("it is listed")
}

/// The games in another format, and how many faults there were.
fn rewritten(text: &[u8], from: &str, to: &str) -> (Vec<u8>, u64) {
    let settings = Settings::default();
    let mut games = AnyGames::of(format(from), text, &settings);
    let mut filter = Filter::new(format(to).writer(&WriteOptions::default()), false);
    let mut record = Record::new();
    while games.next(&mut record, &mut filter) {}
    let faults = games.tally().codes().map(|(_, count)| count.count).sum();
    (std::mem::take(filter.bytes()), faults)
}

fuzz_target!(|bytes: &[u8]| {
    let text = [b"<game>", bytes, b"</game>", LAST.as_bytes()].concat();
    let (lines, faults) = rewritten(&text, "bgnx", "bgnl");
    assert!(lines.ends_with(&rewritten(LAST.as_bytes(), "bgnx", "bgnl").0));
    if rewritten(&lines, "bgnl", "bgnl") == (lines.clone(), 0) {
        let (xml, _) = rewritten(&lines, "bgnl", "bgnx");
        assert_eq!(rewritten(&xml, "bgnx", "bgnl"), (lines.clone(), 0));
    }
    let known = text.len() * 2 / 3;
    if let Some(cut) = format("bgnx").cut(&text[..known], false, &Limits::default()) {
        let (mut first, of_first) = rewritten(&text[..cut], "bgnx", "bgnl");
        let (second, of_second) = rewritten(&text[cut..], "bgnx", "bgnl");
        first.extend(second);
        assert_eq!((first, of_first + of_second), (lines, faults), "cut at {cut}");
    }
});
