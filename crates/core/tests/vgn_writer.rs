//! VGN as it is written: whole files byte for byte, what stands where, and what is lost.

use scoresheet_core::at::At;
use scoresheet_core::game::vgn::Writer;
use scoresheet_core::game::{Dialect, GameWriter, Head, Termination, WriteOptions};
use scoresheet_core::notation::{self, Validation};
use scoresheet_core::position::fen;
use scoresheet_core::reading::{Games, Settings};
use scoresheet_core::record::Record;
use scoresheet_core::rewrite::Rewriter;
use scoresheet_core::rules::Position;
use scoresheet_core::teller::Teller;
use std::borrow::Cow;

fn options(moves: &str, choices: &[(&str, &str)]) -> WriteOptions {
    WriteOptions {
        moves: Some(moves.into()),
        choices: choices.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        ..WriteOptions::default()
    }
}

fn marker(text: &str) -> Termination {
    use Termination::{BlackWins, BothLose, Draw, Unknown, WhiteWins};
    let all = [WhiteWins, BlackWins, Draw, Unknown, BothLose];
    all.into_iter().find(|marker| marker.as_str() == text).expect(text)
}

/// The games of a PGN as VGN, and what that loses: the kinds with their numbers.
fn converted(pgn: &str, options: &WriteOptions) -> (Vec<u8>, Vec<(&'static str, u64)>) {
    let mut games = Games::new(pgn.as_bytes(), &Settings::default());
    let mut record = Record::new();
    let mut rewriter = Rewriter::new(Box::new(Writer::new(options)), options.keep_spelling);
    while games.next(&mut record, &mut rewriter) {
        assert!(rewriter.end(&record));
    }
    let gap = rewriter.gap();
    let mut bytes = rewriter.bytes().clone();
    bytes.truncate(bytes.len() - gap);
    let losses = rewriter.teller().losses().iter().map(|loss| (loss.kind.spec().id, loss.count)).collect();
    (bytes, losses)
}

/// The text of the moves of a game, and what it loses.
fn moves(pgn: &str, format: &str, choices: &[(&str, &str)]) -> (String, Vec<(&'static str, u64)>) {
    let (bytes, losses) = converted(pgn, &options(format, choices));
    let text = String::from_utf8(bytes).expect("text");
    let (_, moves) = text.split_once("\n\n").expect("tags end with an empty line");
    (moves.to_string(), losses)
}

#[test]
fn whole_files_byte_for_byte() {
    for row in include_str!("../../../vectors/game/vgn/written.tsv").lines().skip(1) {
        let [id, tags, start, moves, end, hex] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let tag = |tag: &'static str| tag.split_once('=').map(|(name, value)| (Cow::from(name), Cow::from(value)));
        let tags: Vec<_> = tags.split('|').filter_map(tag).collect();
        let start = fen::read(start.as_bytes(), None).expect(id).0;
        let options = WriteOptions::default();
        let mut teller = Teller::new(Box::new(Writer::new(&options)));
        teller.start_game(At::default());
        let usual = start == Position::start();
        teller.head(&Head { dialect: Dialect::Vgn, tags: &tags, start: &start, usual });
        let (uci, mut position) = (notation::find("uci").expect("a notation"), start);
        for word in moves.split_whitespace() {
            let named = uci.read(&position, word.as_bytes(), Validation::Full).expect(word);
            teller.moving(&position, &named, None);
            position.play_unchecked(named.mv);
            teller.moved(&position);
        }
        teller.termination(marker(end));
        teller.end_game();
        let gap = teller.writer().gap();
        let bytes = teller.bytes();
        bytes.truncate(bytes.len() - gap);
        let wanted: Vec<u8> =
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex")).collect();
        assert_eq!(String::from_utf8_lossy(bytes), String::from_utf8_lossy(&wanted), "{id}");
        assert_eq!(*bytes, wanted, "{id}");
        assert!(teller.losses().is_empty(), "{id}");
    }
}
