//! Files of many games cut into blocks anywhere, and damage in the middle of them.

use super::tools::{Converted, LAYOUTS, Way, format, written};
use scoresheet_core::game::cpgn::Layout;
use scoresheet_core::game::{Block, FormatOptions, ReadOptions};
use scoresheet_core::limits::Limits;

const GAMES: &str = "{before}\n[Event \"A\"]\n\n1. e4 e5 {c} (1... c5 2. Nf3 {d}) 2. Nf3! Ng8f6 1-0\n\n*\n\n1. d4 $300 d5 (1... Ke5) \
    *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd5 1/2-1/2\n\n1. f3 e5 2. g4 Qh4# 0-1 {behind}\n\n1. c4 *\n\n";

/// Where a file may be cut when that many of its bytes are known, and whether nothing after that is read.
fn cut(file: &[u8], known: usize, layout: Layout) -> Option<(usize, usize, bool)> {
    let limits = Limits::default();
    let own = format("cpgn").read_options(&[("layout".to_owned(), layout.id().to_owned())]);
    let options = ReadOptions { limits: &limits, own: &own };
    let opening = format("cpgn").opening(&file[..known], false, &options)?;
    let block = Block { bytes: &file[opening..known], opening: Some(&file[..opening]), last: true };
    let cut = format("cpgn").cut_block(block, false, &options)?;
    Some((opening, opening + cut.length, cut.ends))
}

fn in_one(file: &[u8], layout: Layout) -> Converted {
    Way::new("cpgn", "pgn", layout.id()).convert(file)
}

#[test]
fn a_cut_anywhere_changes_nothing() {
    for layout in LAYOUTS {
        let file = written(GAMES, layout).bytes;
        let whole = in_one(&file, layout);
        assert_eq!(whole.games, 6);
        let mut places = Vec::new();
        for known in 0..=file.len() {
            let Some((opening, length, ends)) = cut(&file, known, layout) else { continue };
            assert!(!ends && length <= known, "{known}");
            let blocks = [
                Block::whole(&file[..length]),
                Block { bytes: &file[length..], opening: Some(&file[..opening]), last: true },
            ];
            let parts = Way::new("cpgn", "pgn", layout.id()).convert_blocks(&blocks);
            assert_eq!((parts.bytes, parts.games), (whole.bytes.clone(), 6), "{layout:?} {known}");
            places.push(length);
        }
        places.dedup();
        // After each game but the last, which in the draft only the end of the file ends.
        let last = usize::from(layout == Layout::V0);
        assert_eq!(places.len(), 5 + last, "{layout:?}: {places:?}");
    }
}

#[test]
fn the_last_bytes_are_always_a_block() {
    let limits = Limits::default();
    let options = ReadOptions { limits: &limits, own: FormatOptions::NONE };
    let block = Block { bytes: &[0xff; 9], opening: Some(&[0]), last: true };
    let cut = format("cpgn").cut_block(block, true, &options).expect("all is known");
    assert_eq!((cut.length, cut.ends), (9, true));
}

#[test]
fn nothing_of_another_version_is_read() {
    let mut file = written(GAMES, Layout::V0).bytes;
    file[0] = 5;
    assert_eq!(in_one(&file, Layout::V0).faults, [("cpgn-version", Some(0))]);
    let (opening, length, ends) = cut(&file, file.len(), Layout::V0).expect("it ends");
    assert_eq!((opening, length, ends), (1, file.len(), true));
}

#[test]
fn damage_in_the_middle_keeps_the_games_before_it_and_ends_the_file() {
    for layout in LAYOUTS {
        let (first, rest) = ("1. e4 1-0\n\n1. d4 {c} 1-0\n\n", "1. c4 e5 2. Nc3 1-0\n\n1. f4 1-0\n\n");
        let file = written(&[first, rest].concat(), layout).bytes;
        // The end of the first two, both of which have an end code.
        let sound = cut(&written(&[first, rest].concat(), layout).bytes, file.len(), layout).expect("there are games");
        assert!(!sound.2);
        let start = (1..file.len())
            .find(|length| {
                in_one(&file[..*length], layout).text() == first && in_one(&file[..*length], layout).faults.is_empty()
            })
            .expect("the games before");
        let mut damaged = file.clone();
        // The first move of the third game becomes the king's, to a square where it cannot go.
        for at in start * 8 + 12..start * 8 + 15 {
            damaged[at / 8] &= !(1 << (7 - at % 8));
        }
        let whole = in_one(&damaged, layout);
        assert!(whole.text().starts_with(first), "{}", whole.text());
        assert_eq!(whole.games, 3, "{layout:?}");
        assert_eq!(whole.faults, [("cpgn-move", Some(8 * start as u64 + 12))], "{layout:?}");
        let (_, length, ends) = cut(&damaged, damaged.len(), layout).expect("it ends");
        assert_eq!((length, ends), (damaged.len(), true));
        // However much of it is known, no more and no less is read.
        for known in 1..=damaged.len() {
            let Some((opening, length, ends)) = cut(&damaged, known, layout) else { continue };
            let mut blocks = vec![Block::whole(&damaged[..length])];
            if !ends {
                blocks.push(Block { bytes: &damaged[length..], opening: Some(&damaged[..opening]), last: true });
            }
            let parts = Way::new("cpgn", "pgn", layout.id()).convert_blocks(&blocks);
            assert_eq!((parts.text(), parts.games), (whole.text(), 3), "{layout:?} {known}");
            assert_eq!(parts.faults.iter().map(|fault| fault.0).collect::<Vec<_>>(), ["cpgn-move"]);
        }
    }
}
