//! How fast the PGN reader is on a file: `cargo run --release -p scoresheet-core --example lex -- FILE`.

use scoresheet_core::event::{Event, What};
use scoresheet_core::game::pgn::frame;
use scoresheet_core::game::pgn::{Numeral, PgnReader, PlainCursor};
use scoresheet_core::limits::Limits;
use std::time::Instant;

fn main() {
    let path = std::env::args().nth(1).expect("a PGN file");
    let text = std::fs::read(path).expect("a readable file");
    let limits = Limits::default();
    for (name, pass) in [("read", read as Pass), ("skip", skip), ("cut", cut)] {
        let best = (0..60).map(|_| timed(pass, &text, &limits)).min_by(|a, b| a.0.total_cmp(&b.0)).expect("sixty runs");
        println!("{name}: {:.0} MB/s, {}", text.len() as f64 / 1e6 / best.0, best.1);
    }
}

type Pass = fn(&[u8], &Limits) -> String;

fn timed(pass: Pass, text: &[u8], limits: &Limits) -> (f64, String) {
    let start = Instant::now();
    let counts = pass(text, limits);
    (start.elapsed().as_secs_f64(), counts)
}

fn read(text: &[u8], limits: &Limits) -> String {
    let (mut games, mut tags, mut moves, mut letters, mut numbers, mut faults) = (0, 0, 0, 0, 0u64, 0);
    let mut reader = PgnReader::new(text, limits);
    while reader.next_game() {
        games += 1;
        loop {
            if let Some(mut cursor) = reader.cursor() {
                loop {
                    let plain =
                        |word: &[u8]| word[0].is_ascii_alphabetic() && word.iter().all(u8::is_ascii_alphanumeric);
                    let peeked = cursor.ahead().and_then(|ahead| PlainCursor::peek(ahead, &Numeral::of(0), true));
                    let Some(peeked) = peeked.filter(|peeked| plain(peeked.word)) else { break };
                    moves += 1;
                    letters += peeked.word.len();
                    cursor.accept(&peeked);
                }
                reader.resume(cursor);
            }
            let Some(item) = reader.next_event() else { break };
            match item.what {
                What::Event(Event::Move(word)) => {
                    moves += 1;
                    letters += word.len();
                }
                What::Event(Event::Number { value, .. }) => numbers += u64::from(value),
                What::Event(Event::Tag(_)) => tags += 1,
                What::Event(_) => {}
                What::Fault(..) => faults += 1,
            }
        }
    }
    format!("{games} games, {tags} tags, {moves} moves of {letters} letters, numbers {numbers}, {faults} faults")
}

fn skip(text: &[u8], limits: &Limits) -> String {
    let mut reader = PgnReader::new(text, limits);
    let mut games = 0;
    while reader.next_game() {
        games += 1;
    }
    format!("{games} games")
}

fn cut(text: &[u8], limits: &Limits) -> String {
    let (mut at, mut blocks) = (0, 0);
    while at < text.len() {
        let end = (at + (1 << 20)).min(text.len());
        at += frame::cut(&text[at..end], end == text.len(), limits).expect("a block holds a game");
        blocks += 1;
    }
    format!("{blocks} blocks")
}
