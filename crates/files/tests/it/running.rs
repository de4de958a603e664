//! Blocks and threads: the same results in the same order however a source is cut and read.

use crate::scratch::{Folder, Random};
use scoresheet_core::error::Code;
use scoresheet_core::limits::Limits;
use scoresheet_core::location::Base;
use scoresheet_files::{Block, Input, Kind, RunEvent, RunSettings, Source, Split, run};
use std::io::{self, Read};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Games that begin with `#` at the start of a line.
struct Games;

impl Split for Games {
    fn cut(&self, bytes: &[u8], last: bool) -> Option<usize> {
        if last {
            return Some(bytes.len());
        }
        bytes.windows(2).rposition(|pair| pair == b"\n#").map(|at| at + 1)
    }

    fn resync(&self, bytes: &[u8]) -> Option<usize> {
        bytes.windows(2).position(|pair| pair == b"\n#").map(|at| at + 1)
    }
}

/// Games of many sizes, with all three kinds of line ends.
fn games(count: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let pieces = [&b"e4 "[..], b"\n", b"\r\n", b"\r", "\u{265e}f6 ".as_bytes(), b"# "];
    let mut games = Vec::new();
    for number in 0..count {
        let mut game = format!("#{number} ").into_bytes();
        for _ in 0..random.below(100) {
            game.extend_from_slice(pieces[random.below(pieces.len())]);
        }
        game.extend_from_slice(b".\n");
        // A line that starts with the sign would be the start of a game.
        let text = String::from_utf8(game).unwrap().replace("\n#", "\n");
        games.push(text.into_bytes());
    }
    games
}

/// Gives its bytes in pieces of all sizes, as pipes do.
struct Pieces {
    bytes: io::Cursor<Vec<u8>>,
    random: Random,
    largest: usize,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.random.below(10) == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = buffer.len().min(1 + self.random.below(self.largest));
        self.bytes.read(&mut buffer[..size])
    }
}

fn source(bytes: &[u8]) -> Source {
    Source::from_bytes("x", bytes.to_vec(), &Limits::default())
}

fn in_pieces(bytes: &[u8], seed: u64) -> Source {
    let mut random = Random(seed);
    let largest = 1 + random.below(5000);
    let pieces = Pieces { bytes: io::Cursor::new(bytes.to_vec()), random, largest };
    Source::from_reader("x", Box::new(pieces), &Limits::default())
}

fn settings(threads: usize, block_size: usize) -> RunSettings {
    RunSettings { threads, block_size, ..RunSettings::default() }
}

#[test]
fn every_way_of_reading_gives_the_same_bytes_in_order() {
    for round in 0..60 {
        let mut random = Random(round + 1);
        let text = games(random.below(400), &mut random).concat();
        let block_size = 1 + random.below(3000);
        for threads in 1..=3 {
            let (mut all, mut base) = (Vec::new(), Base::default());
            let mut index = 0;
            let work = |block: &Block| block.bytes().to_vec();
            let done = run(in_pieces(&text, round + 5), &settings(threads, block_size), &Games, work, |event| {
                let RunEvent::Block(bytes, block) = event else { return Continue(()) };
                assert_eq!((block.index, block.start, block.oversized), (index, all.len() as u64, false));
                assert!(bytes.starts_with(b"#"), "a block starts with a game");
                index += 1;
                block.advance(&mut base, 1, block.extent());
                all.extend_from_slice(&bytes);
                Continue(())
            });
            let done = done.unwrap();
            assert_eq!((done.stopped, done.blocks, done.bytes), (false, index, text.len() as u64));
            assert!(all == text, "round {round}, {threads} threads, blocks of {block_size}");
            let mut whole = Base::default();
            whole.advance(&text, index);
            assert_eq!(base, whole);
        }
    }
}

#[test]
fn games_that_are_too_long_are_cut_and_counted() {
    for round in 0..80 {
        let mut random = Random(round + 100);
        let mut games = games(30, &mut random);
        let long = random.below(30);
        let line = ["abcdefg\n", "abc\r\nde\r", "\r\n", "no line end "][random.below(4)];
        games[long] = format!("#long {}\n", line.repeat(2000 + random.below(30_000))).into_bytes();
        let text = games.concat();
        let game_limit = 1000 + random.below(5000);
        for threads in 1..=3 {
            let settings =
                RunSettings { threads, block_size: 1 + random.below(2000), game_limit, ..RunSettings::default() };
            let (mut base, mut oversized, mut kept) = (Base::default(), 0, Vec::new());
            let source = in_pieces(&text, round + 7);
            run(
                source,
                &settings,
                &Games,
                |_: &Block| (),
                |event| {
                    let RunEvent::Block((), block) = event else { return Continue(()) };
                    let mut true_base = Base::default();
                    true_base.advance(&text[..usize::try_from(block.start).unwrap()], 0);
                    assert_eq!(base, true_base, "round {round}, block {}", block.index);
                    assert!(text[base.bytes as usize..].starts_with(block.bytes()));
                    if block.oversized {
                        oversized += 1;
                        assert_eq!(block.bytes().len(), game_limit);
                        assert_eq!((block.bytes().len() as u64) + block.skipped, games[long].len() as u64);
                        assert!(block.bytes().starts_with(b"#long"));
                    } else {
                        kept.extend_from_slice(block.bytes());
                    }
                    block.advance(&mut base, 0, block.extent());
                    Continue(())
                },
            )
            .unwrap();
            assert_eq!((oversized, base.bytes), (1, text.len() as u64));
            assert!(kept == [&games[..long], &games[long + 1..]].concat().concat(), "round {round}");
        }
    }
}

#[test]
fn the_limit_is_the_longest_game_that_is_read_whole() {
    for game_limit in [50, 500, 200_000] {
        for (length, after) in
            [(game_limit, ""), (game_limit, "#after\n"), (game_limit + 1, ""), (game_limit + 1, "#after\n")]
        {
            // The game comes first, after another one, and after one that is too long.
            let too_long = format!("#{}\n", "x".repeat(game_limit * 3));
            for before in ["", "#before\n", &too_long] {
                let game = format!("#{}\n", "x".repeat(length - 2));
                let text = [before, &game, after].concat();
                let settings = RunSettings { threads: 1, block_size: 1 << 20, game_limit, ..RunSettings::default() };
                let mut found = None;
                run(
                    source(text.as_bytes()),
                    &settings,
                    &Games,
                    |_: &Block| (),
                    |event| {
                        if let RunEvent::Block((), block) = event {
                            let end = block.start + block.bytes().len() as u64;
                            if (block.start..end).contains(&(before.len() as u64)) {
                                found = Some((block.oversized, block.skipped));
                            }
                        }
                        Continue(())
                    },
                )
                .unwrap();
                let beyond = (length - game_limit) as u64;
                assert_eq!(found, Some((beyond > 0, beyond)), "{length} of {game_limit}, after {} bytes", before.len());
            }
        }
    }
}

#[test]
fn nothing_comes_after_the_caller_stopped() {
    let text = format!("#{}\n#next\n", "x".repeat(1 << 20));
    let settings = RunSettings { threads: 1, block_size: 1000, game_limit: 1000, ..RunSettings::default() };
    let slow = |bytes: &[u8]| {
        std::thread::sleep(std::time::Duration::from_millis(5));
        Games.resync(bytes)
    };
    let split = (|bytes: &[u8], last| Games.cut(bytes, last), slow);
    let mut turns = Vec::new();
    let done = run(
        source(text.as_bytes()),
        &settings,
        &split,
        |_: &Block| (),
        |event| {
            turns.push(matches!(event, RunEvent::Tick));
            Break(())
        },
    );
    assert_eq!((done.map(|done| done.stopped), turns), (Ok(true), vec![true]));
}

#[test]
fn a_beginning_across_the_end_of_a_window_is_found() {
    // The overlap between two looks is 64 KiB: beginnings are put around where looks end.
    for shift in 0..40 {
        let long = format!("#{}\n", "x".repeat((10 << 10) + (128 << 10) - 20 + shift));
        let text = format!("{long}#next\n");
        let settings = RunSettings { threads: 1, block_size: 8 << 10, game_limit: 10 << 10, ..RunSettings::default() };
        let mut starts = Vec::new();
        run(
            source(text.as_bytes()),
            &settings,
            &Games,
            |_: &Block| (),
            |event| {
                if let RunEvent::Block((), block) = event {
                    starts.push((block.start, block.bytes().len()));
                }
                Continue(())
            },
        )
        .unwrap();
        assert_eq!(starts, [(0, 10 << 10), (long.len() as u64, 6)], "shift {shift}");
    }
}

#[test]
fn the_caller_can_stop() {
    let text = games(2000, &mut Random(3)).concat();
    for threads in 1..=3 {
        let worked = AtomicUsize::new(0);
        let work = |_: &Block| worked.fetch_add(1, Relaxed);
        let done = run(source(&text), &settings(threads, 100), &Games, work, |event| match event {
            RunEvent::Block(_, block) if block.index == 5 => Break(()),
            _ => Continue(()),
        });
        assert_eq!(done.map(|done| (done.stopped, done.blocks)), Ok((true, 6)));
        // What is read ahead is bounded: two blocks a thread, and one that each may have begun.
        assert!(worked.load(Relaxed) <= 6 + 3 * threads, "{} blocks", worked.load(Relaxed));
    }
}

#[test]
fn what_is_read_ahead_is_bounded() {
    let text = games(3000, &mut Random(3)).concat();
    let worked = AtomicUsize::new(0);
    let work = |_: &Block| worked.fetch_add(1, Relaxed);
    run(source(&text), &settings(3, 200), &Games, work, |event| {
        if let RunEvent::Block(_, block) = event {
            std::thread::yield_now();
            let ahead = worked.load(Relaxed) - usize::try_from(block.index).unwrap();
            assert!(ahead <= 6, "{ahead} blocks");
        }
        Continue(())
    })
    .unwrap();
}

#[test]
fn a_fault_in_the_work_is_an_error() {
    let text = games(500, &mut Random(3)).concat();
    for threads in 1..=3 {
        let work = |block: &Block| assert!(block.index != 7, "block {} is unlucky", block.index);
        let mut blocks = 0;
        let end = run(source(&text), &settings(threads, 100), &Games, work, |event| {
            blocks += u64::from(matches!(event, RunEvent::Block(..)));
            Continue(())
        });
        let error = end.unwrap_err();
        assert_eq!((error.code, error.kind, blocks), (Code::Internal, Kind::Internal, 7));
        assert_eq!(error.message, "cannot continue with `x`: internal error: block 7 is unlucky");
    }
}

#[test]
fn a_fault_in_the_cut_is_an_error() {
    let text = games(500, &mut Random(3)).concat();
    let cut = |bytes: &[u8], last| if bytes.starts_with(b"#300 ") { panic!("cut") } else { Games.cut(bytes, last) };
    for threads in 1..=3 {
        let split = (cut, |bytes: &[u8]| Games.resync(bytes));
        let end = run(source(&text), &settings(threads, 1), &split, |_: &Block| (), |_| Continue(()));
        assert_eq!(end.unwrap_err().kind, Kind::Internal);
    }
}

#[test]
fn a_fault_of_the_caller_passes_through() {
    let text = games(500, &mut Random(3)).concat();
    for threads in 1..=3 {
        let all = std::panic::catch_unwind(|| {
            run(source(&text), &settings(threads, 100), &Games, |_: &Block| (), |_| panic!("caller")).map(|_| ())
        });
        assert!(all.is_err());
    }
}

#[test]
fn a_cut_that_finds_nothing_still_gives_everything() {
    for threads in 1..=2 {
        let mut all = Vec::new();
        let split = (|_: &[u8], _: bool| None, |_: &[u8]| None);
        run(
            source(b"one\ntwo\n"),
            &settings(threads, 3),
            &split,
            |b: &Block| b.bytes().to_vec(),
            |event| {
                if let RunEvent::Block(bytes, _) = event {
                    all.extend(bytes);
                }
                Continue(())
            },
        )
        .unwrap();
        assert_eq!(all, b"one\ntwo\n");
    }
}

#[test]
fn whole_games_before_a_damaged_place_are_given() {
    let games = games(3000, &mut Random(9));
    let packed = zstd::encode_all(&games.concat()[..], 1).unwrap();
    let packed = &packed[..packed.len() * 2 / 3];
    let mut unpacked = Vec::new();
    let _ = source(packed).read_to_end(&mut unpacked);
    let mut expected = None;
    for threads in 1..=3 {
        for block_size in [500, 50_000, 1 << 20] {
            let mut all = Vec::new();
            let end = run(
                source(packed),
                &settings(threads, block_size),
                &Games,
                |b: &Block| b.bytes().to_vec(),
                |event| {
                    if let RunEvent::Block(bytes, _) = event {
                        all.extend(bytes);
                    }
                    Continue(())
                },
            );
            let error = end.unwrap_err();
            assert_eq!(error.kind, Kind::Damaged);
            let whole = Games.cut(&unpacked, false).unwrap();
            assert!(all == unpacked[..whole], "{threads} threads, blocks of {block_size}");
            assert_eq!(*expected.get_or_insert(error.clone()), error);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_that_gives_nothing_can_be_left() {
    let folder = Folder::new();
    let path = folder.at("pipe");
    if !std::process::Command::new("mkfifo").arg(&path).status().is_ok_and(|s| s.success()) {
        eprintln!("skipped: no `mkfifo` here");
        return;
    }
    for threads in 1..=2 {
        // It is never written to, so even opening it waits.
        let mut source = Input::file(&path).open(&Limits::default()).unwrap();
        assert!(source.head(|| Break(())).is_err());
        let source = Input::file(&path).open(&Limits::default()).unwrap();
        let mut ticks = 0;
        let done = run(
            source,
            &settings(threads, 100),
            &Games,
            |_: &Block| (),
            |_| {
                ticks += 1;
                if ticks < 3 { Continue(()) } else { Break(()) }
            },
        );
        assert_eq!(done.map(|done| done.stopped), Ok(true));
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_to_its_end() {
    let folder = Folder::new();
    let path = folder.at("pipe");
    if !std::process::Command::new("mkfifo").arg(&path).status().is_ok_and(|s| s.success()) {
        eprintln!("skipped: no `mkfifo` here");
        return;
    }
    let text = games(5000, &mut Random(3)).concat();
    let writer = {
        let (path, packed) = (path.clone(), zstd::encode_all(&text[..], 1).unwrap());
        std::thread::spawn(move || std::fs::write(path, packed).unwrap())
    };
    let mut source = Input::file(&path).open(&Limits::default()).unwrap();
    assert_eq!(source.head(|| Continue(())).unwrap(), &text[..4096]);
    let mut all = Vec::new();
    run(
        source,
        &settings(1, 1000),
        &Games,
        |b: &Block| b.bytes().to_vec(),
        |event| {
            if let RunEvent::Block(bytes, _) = event {
                all.extend(bytes);
            }
            Continue(())
        },
    )
    .unwrap();
    writer.join().unwrap();
    assert!(all == text);
}
