//! Writes the games of a file of PGN as `bgnl`, on one thread: to be measured.

use scoresheet_core::game::{self, AnyGames, WriteOptions};
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::write::Filter;
use std::io::Write;

fn main() {
    let mut args = std::env::args().skip(1);
    let text = std::fs::read(args.next().expect("a file")).expect("it can be read");
    let to = args.next().unwrap_or("bgnl".into());
    let mut filter = Filter::new(game::find(&to).expect("a format").writer(&WriteOptions::default()), false);
    let mut games = AnyGames::new(&text, &Settings::default());
    let mut record = Record::new();
    let mut out = std::io::stdout().lock();
    while games.next(&mut record, &mut filter) {
        if filter.bytes().len() > 1 << 20 {
            out.write_all(filter.bytes()).expect("it can be written");
            filter.bytes().clear();
        }
    }
    out.write_all(filter.bytes()).expect("it can be written");
}
