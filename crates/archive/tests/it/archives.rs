//! Archives of the example games: what is written is read.

use scoresheet_archive::{Archive, ArchiveWriter, Damage, Error, GameCollector, Games as Collected, Limits, Settings};
use scoresheet_core::game::{self, AnyGames, GameFormat, WriteOptions};
use scoresheet_core::location::Location;
use scoresheet_core::read::{Record, Settings as Reading};
use scoresheet_core::step::Sink;
use scoresheet_core::write::Filter;
use std::fs;
use std::path::Path;

/// The text of every example in PGN.
fn examples() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "pgn"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .collect();
    found.sort();
    assert!(found.len() > 2);
    found
}

/// Reads the games of a text, and returns how many there are.
fn read(text: &[u8], sink: &mut impl Sink) -> u64 {
    let (mut games, mut record) = (AnyGames::new(text, &Reading::default()), Record::new());
    while games.next(&mut record, sink) {}
    games.into_tally().games
}

fn collected(text: &[u8]) -> Collected {
    let mut collector = GameCollector::default();
    read(text, &mut collector);
    collector.finish()
}

fn settings(block: usize, threads: usize) -> Settings {
    Settings { block, tables: &[1], threads, explains: false }
}

fn written(games: Collected, settings: Settings) -> Vec<u8> {
    let mut writer = ArchiveWriter::new(Vec::new(), settings).unwrap();
    writer.add(games).unwrap();
    writer.finish(|_| Ok(())).unwrap().0
}

fn pgn() -> Filter {
    Filter::new(game::pgn::Pgn.writer(&WriteOptions::default()), false)
}

/// The games of an archive as PGN, and the errors of its blocks.
fn unpacked(bytes: Vec<u8>) -> Result<(Vec<u8>, Vec<Error>), Error> {
    let archive = Archive::open(&bytes[..], Limits::default())?;
    let (mut filter, mut errors, mut number) = (pgn(), Vec::new(), 0);
    for (group, entry) in archive.index().blocks() {
        let read = archive.block(group, entry).map(|block| {
            block.read(|games| {
                for _ in 0..entry.games {
                    number += 1;
                    games.emit(Location { game: number, ..Location::default() }, &mut filter)?;
                }
                Ok(())
            })
        });
        match read {
            Ok(Ok(())) => {}
            Ok(Err(damage)) => errors.push(Error::Damaged { damage, byte: entry.place.byte }),
            Err(error) => errors.push(error),
        }
    }
    Ok((std::mem::take(filter.bytes()), errors))
}

#[test]
fn games_come_back_as_they_were() {
    for (name, text) in examples() {
        let mut expected = pgn();
        read(&text, &mut expected);
        let bytes = written(collected(&text), settings(256, 1));
        let (found, errors) = unpacked(bytes).unwrap();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        assert!(found == *expected.bytes(), "{name}");
    }
}

#[test]
fn games_that_repeat_themselves_come_back() {
    let mut texts = Vec::new();
    for (line, times) in
        [("Nf3 Nf6 Ng1 Ng8 ", 400), ("Nf3 {book} Nf6 {book} Ng1 {book} Ng8 {book} ", 400), ("{x} ", 5000)]
    {
        texts.push(format!("{}*\n\n", line.repeat(times)));
    }
    let castled = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O ";
    texts.extend((0..60).map(|times| format!("{castled}{}*\n\n", "Kh1 Kh8 Kg1 Kg8 ".repeat(times))));
    texts.push("[Event \"Club\"]\n[Round \"1\"]\n\ne4 {book} e5 {book} *\n\n".repeat(4096));
    for text in texts {
        let mut expected = pgn();
        let games = read(text.as_bytes(), &mut expected);
        let (got, errors) = unpacked(written(collected(text.as_bytes()), settings(games as usize, 1))).unwrap();
        assert!(errors.is_empty(), "{errors:?}");
        assert!(got == std::mem::take(expected.bytes()), "{}", &text[..60.min(text.len())]);
    }
}

#[test]
fn threads_make_no_difference_and_blocks_of_any_size_can_be_read() {
    let (_, text) = examples().into_iter().max_by_key(|(_, text)| text.len()).unwrap();
    let mut expected = pgn();
    read(&text, &mut expected);
    for block in [1, 7, 32, 256, 1024, 4096] {
        let bytes = written(collected(&text), settings(block, 1));
        for threads in [2, 3, 7] {
            assert!(written(collected(&text), settings(block, threads)) == bytes, "{block}, {threads}");
        }
        assert!(unpacked(bytes).unwrap().0 == *expected.bytes(), "{block}");
    }
}

#[test]
fn games_can_be_reached_by_their_numbers() {
    let (_, text) = examples().into_iter().max_by_key(|(_, text)| text.len()).unwrap();
    let file = written(collected(&text), settings(256, 1));
    let archive = Archive::open(&file[..], Limits::default()).unwrap();
    let (group, entry) = archive.index().blocks().next().unwrap();
    let block = archive.block(group, entry).unwrap();
    let alone = |numbers: &[usize]| {
        let one = |number: &usize| {
            let mut filter = pgn();
            block
                .read(|games| {
                    games.go_to(*number)?;
                    games.emit(Location::default(), &mut filter).map(drop)
                })
                .unwrap();
            std::mem::take(filter.bytes())
        };
        numbers.iter().map(one).collect::<Vec<_>>()
    };
    let all: Vec<usize> = (0..entry.games as usize).collect();
    let mut expected = pgn();
    read(&text, &mut expected);
    let found = alone(&all).concat();
    assert!(expected.bytes().starts_with(&found));
}

#[test]
fn a_file_is_read_up_to_the_cut() {
    let (_, text) = examples().into_iter().min_by_key(|(_, text)| text.len()).unwrap();
    let bytes = written(collected(&text), settings(4, 1));
    let (whole, _) = unpacked(bytes.clone()).unwrap();
    for length in (0..bytes.len()).step_by(3) {
        if let Ok((found, errors)) = unpacked(bytes[..length].to_vec()) {
            assert!(whole.starts_with(&found), "{length}");
            assert!(errors.is_empty(), "{length}: {errors:?}");
        } else {
            assert!(length < 8, "{length}");
        }
    }
}

#[test]
fn a_flipped_byte_costs_a_block_at_most() {
    let (_, text) = examples().into_iter().min_by_key(|(_, text)| text.len()).unwrap();
    let bytes = written(collected(&text), settings(4, 1));
    let (whole, _) = unpacked(bytes.clone()).unwrap();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        match unpacked(changed) {
            Ok((found, errors)) => assert!(found == whole || !errors.is_empty() || place > bytes.len() / 2, "{place}"),
            Err(_) => assert!(place < 8, "{place}"),
        }
    }
}

#[test]
fn several_archives_in_a_file_are_reported_at_the_second_one() {
    let [first, second] = [0, 1].map(|at| written(collected(&examples()[at].1), settings(256, 1)));
    let empty = written(collected(b""), settings(256, 1));
    // Each fact in the index of one may also be true of the other.
    for [one, other] in [[&first, &second], [&second, &first], [&first, &first], [&empty, &first], [&first, &empty]] {
        let both = [&one[..], &other[..]].concat();
        for end in [both.len(), both.len() - 1, one.len() + 16] {
            let Err(Error::Damaged { damage, byte }) = Archive::open(&both[..end], Limits::default()).map(drop) else {
                panic!("nothing is told of the second one");
            };
            assert_eq!((damage, byte), (Damage::Joined, one.len() as u64), "{end}");
        }
    }
}
