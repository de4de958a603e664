//! Any bytes read as cpgn: nothing panics, each fault has a bit as its place, and what is read survives a round trip. A
//! file that is cut into blocks has the same games.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::error::Code;
use scoresheet_core::game::{self, AnyGames, Block, GameFormat, NamedOptions, ReadOptions, WriteOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::step::{Sink, Step};
use scoresheet_core::write::Filter;

/// Notes each step in words.
#[derive(Default)]
struct Steps(Vec<String>);

impl Sink for Steps {
    fn take(&mut self, step: Step<'_>) {
        self.0.push(match step {
            Step::Head(head) => format!("{:?} {:?}", head.tags, head.start),
            Step::Move { named, .. } => format!("{:?}", named.mv),
            Step::Place(_) | Step::Played(_) | Step::Verbatim(..) => return,
            Step::End(_) => "end".to_owned(),
            other => format!("{other:?}"),
        });
    }
}

fn choices(layout: &str) -> Vec<(String, String)> {
    vec![("layout".to_owned(), layout.to_owned())]
}

/// Gives the steps of a file's games to a sink, block by block; whether there is no error in it and all its texts are UTF-8.
fn read(cpgn: &dyn GameFormat, blocks: &[Block<'_>], layout: &str, sink: &mut impl Sink) -> bool {
    let (settings, own) = (Settings::default(), cpgn.read_options(&choices(layout)));
    let options = ReadOptions { limits: &settings.limits, own: &own };
    let (mut record, mut sound) = (Record::new(), true);
    for block in blocks {
        let mut games = AnyGames::of_block(cpgn, *block, &options, &settings);
        while games.next(&mut record, sink) {}
        for (code, count) in games.into_tally().codes() {
            let first = count.first.as_ref().expect("it was met");
            assert!(first.at.bit.is_some_and(|bit| bit <= 8 * block.bytes.len() as u64), "{first:?}");
            // A text that is not UTF-8 is decoded as a whole where it is kept, and token by token where it is read.
            sound &= code.is_note() && code != Code::EncodingCp1252;
        }
    }
    sound
}

fn steps(cpgn: &dyn GameFormat, blocks: &[Block<'_>], layout: &str) -> (Vec<String>, bool) {
    let mut steps = Steps::default();
    let sound = read(cpgn, blocks, layout, &mut steps);
    (steps.0, sound)
}

fuzz_target!(|bytes: &[u8]| {
    let cpgn = game::find("cpgn").expect("it is listed");
    for layout in ["draft", "v0", "auto"] {
        let (whole, sound) = steps(cpgn, &[Block::whole(bytes)], layout);
        if sound {
            let to = if layout == "auto" { "v0" } else { layout };
            let writing = WriteOptions {
                keep_spelling: true,
                own: cpgn.write_options(&NamedOptions { own: &choices(to), ..NamedOptions::default() }),
                ..WriteOptions::default()
            };
            let mut filter = Filter::new(cpgn.writer(&writing), true);
            read(cpgn, &[Block::whole(bytes)], layout, &mut filter);
            // A tag that PGN cannot express is left out and counted.
            if filter.losses().is_empty() {
                let mut written = cpgn.header(&writing);
                written.append(filter.bytes());
                let again = steps(cpgn, &[Block::whole(&written)], to);
                assert_eq!(again, (whole.clone(), true), "{layout}: {written:02x?}");
            }
        }
        // The first two thirds act as a buffer that is not full yet.
        let (limits, own) = (Limits::default(), cpgn.read_options(&choices(layout)));
        let options = ReadOptions { limits: &limits, own: &own };
        let known = &bytes[..bytes.len() * 2 / 3];
        let Some(opening) = cpgn.opening(known, false, &options) else { continue };
        let block = Block { bytes: &known[opening..], opening: Some(&known[..opening]), last: false };
        if let Some(cut) = cpgn.cut_block(block, false, &options).filter(|cut| !cut.ends) {
            let (first, second) = bytes.split_at(opening + cut.length);
            let second = Block { bytes: second, opening: Some(&bytes[..opening]), last: true };
            assert_eq!(steps(cpgn, &[Block::whole(first), second], layout).0, whole, "{layout}: cut at {}", cut.length);
        }
    }
});
