//! Archives that are damaged or forged: what is whole is read, what is not is an error with a place, and nothing panics or
//! takes more memory than it should.

mod memory;
mod sections;
pub(crate) mod texts;

use crate::shared::{Found, collected, found, straight, written};
use memory::peak_of;
use scoresheet_archive::{Archive, ArchiveWriter, Error, Limits, Settings};
use sections::{Section, Streams, file, push_index, push_number, repair, sections};
use texts::{Sample, samples};

/// The resources that reading may take, for any file.
const MOST_MEMORY: usize = 400_000_000;
/// What refusing a forged archive may take.
const LITTLE_MEMORY: usize = 20_000_000;

const SETTINGS: Settings = Settings { block: 2, tables: &[1], threads: 1, explains: false };

/// The archive of a sample, its sections, and its blocks.
struct Sound {
    name: &'static str,
    file: Vec<u8>,
    sections: Vec<Section>,
    blocks: Vec<(u64, Vec<u8>)>,
}

fn sound(sample: &Sample) -> Sound {
    let mut texts = sample.texts.iter().map(|text| collected(sample.format, text));
    let mut file = written(texts.next().expect("a text"), SETTINGS);
    for games in texts {
        let archive = Archive::open(&file[..], Limits::default()).expect("an archive");
        let (index, length) = (archive.index().clone(), file.len() as u64);
        let mut writer = ArchiveWriter::append(file, SETTINGS, index, length);
        writer.add(games).expect("memory");
        file = writer.finish(|_| Ok(())).expect("memory").0;
    }
    let read = found(&file).expect("an archive");
    assert!(read.is_whole, "{}", sample.name);
    let blocks: Vec<_> = read.blocks.into_iter().map(|(byte, games)| (byte, games.expect("a block"))).collect();
    let all: Vec<u8> = blocks.iter().flat_map(|(_, games)| games.clone()).collect();
    let expected: Vec<u8> = sample.texts.iter().flat_map(|text| straight(sample.format, text)).collect();
    assert!(all == expected, "{}", sample.name);
    let sections = sections(&file);
    assert_eq!(sections.iter().filter(|section| section.kind == b'b').count(), blocks.len());
    Sound { name: sample.name, file, sections, blocks }
}

fn all() -> Vec<Sound> {
    let all: Vec<_> = samples().iter().map(sound).collect();
    assert_eq!(all.len(), 10);
    assert!(all.iter().any(|sound| sound.sections.iter().any(|section| section.kind == b't')));
    assert!(all.iter().any(|sound| sound.sections.iter().filter(|section| section.kind == b'g').count() > 1));
    all
}

/// Reads a file, and checks how much memory that takes.
fn read(file: &[u8], most: usize) -> Result<Found, Error> {
    let (read, peak) = peak_of(|| found(file));
    assert!(peak < most + 40 * file.len(), "{peak} bytes of memory");
    read
}

fn place(error: &Error) -> Option<u64> {
    match error {
        Error::Damaged { byte, .. } => Some(*byte),
        Error::Io(_) => None,
    }
}

/// Changes the bits of a byte, one at a time for the smallest archive and else one of them, and reads the archive.
fn flips(sounds: &[Sound], mut each: impl FnMut(&Sound, usize, Vec<u8>)) {
    let least = sounds.iter().map(|sound| sound.file.len()).min();
    for sound in sounds {
        for byte in 0..sound.file.len() {
            let all = Some(sound.file.len()) == least;
            for bit in (0..8).filter(|bit| all || *bit == byte % 8) {
                let mut changed = sound.file.clone();
                changed[byte] ^= 1 << bit;
                each(sound, byte, changed);
            }
        }
    }
}

#[test]
fn a_flipped_bit_costs_what_it_is_in_and_nothing_else() {
    flips(&all(), |sound, byte, changed| {
        let name = sound.name;
        let Some(hit) = sound.sections.iter().find(|section| section.place.contains(&byte)) else {
            let error = found(&changed).err().expect("no archive");
            assert_eq!(place(&error), Some(0), "{name}, byte {byte}");
            return;
        };
        let read = read(&changed, MOST_MEMORY).expect("an archive");
        // If the last bytes are damaged, an archive ends at the index before it, as if an append were not complete.
        let is_tail = byte + 8 >= sound.file.len();
        assert!(read.blocks.len() == sound.blocks.len() || is_tail && !read.is_whole, "{name}, byte {byte}");
        assert_eq!(read.is_whole, hit.kind != b'i' || hit.place.end != sound.file.len(), "{name}, byte {byte}");
        for ((place_read, games), (place_known, known)) in read.blocks.iter().zip(&sound.blocks) {
            assert_eq!(place_read, place_known, "{name}, byte {byte}");
            match games {
                Ok(games) => assert!(games == known && *place_read != hit.place.start as u64, "{name}, byte {byte}"),
                Err(error) => {
                    assert_eq!(place(error), Some(hit.place.start as u64), "{name}, byte {byte}: {error}");
                    let group = |byte: u64| sound.sections.iter().find(|part| part.place.start as u64 == byte);
                    assert_eq!(group(*place_read).map(|part| part.groups), Some(hit.groups), "{name}, byte {byte}");
                    assert!(hit.kind != b'b' || *place_read == hit.place.start as u64, "{name}, byte {byte}");
                }
            }
        }
    });
}

#[test]
fn a_prefix_has_the_blocks_before_its_end() {
    for sound in all() {
        for length in 0..sound.file.len() {
            let read = match read(&sound.file[..length], MOST_MEMORY) {
                Ok(read) => read,
                Err(error) => {
                    assert!(length < 8 && place(&error) == Some(0), "{}, {length} bytes: {error}", sound.name);
                    continue;
                }
            };
            let whole = |kind: u8| {
                let ends = move |part: &&Section| part.kind == kind && part.place.end <= length;
                sound.sections.iter().filter(ends)
            };
            // An append that was not completed does not count.
            let end = whole(b'i').next_back().map_or(length, |index| index.place.end);
            let least = whole(b'b').filter(|block| block.place.end <= end).count();
            assert!((least..=whole(b'b').count()).contains(&read.blocks.len()), "{}, {length} bytes", sound.name);
            assert!(!read.is_whole || whole(b'i').any(|index| index.place.end == length), "{}, {length}", sound.name);
            for ((_, games), (_, known)) in read.blocks.iter().zip(&sound.blocks) {
                assert!(games.as_ref().is_ok_and(|games| games == known), "{}, {length} bytes", sound.name);
            }
        }
    }
}

#[test]
fn a_change_whose_checksum_is_right_does_no_harm() {
    flips(&all(), |sound, byte, mut changed| {
        let Some(hit) = sound.sections.iter().find(|section| section.content.contains(&byte)) else { return };
        repair(&mut changed, hit);
        let Ok(read) = read(&changed, MOST_MEMORY) else {
            assert_eq!(hit.kind, b'i', "{}, byte {byte}", sound.name);
            return;
        };
        if hit.kind == b'b' {
            for ((place, games), (_, known)) in read.blocks.iter().zip(&sound.blocks) {
                let same = games.as_ref().is_ok_and(|games| games == known);
                assert!(same || *place == hit.place.start as u64, "{}, byte {byte}", sound.name);
            }
        }
    });
}

/// The contents of the sections of a file with one group.
fn contents(sound: &Sound, kind: u8) -> Vec<&[u8]> {
    let of_kind = sound.sections.iter().filter(|section| section.kind == kind);
    of_kind.map(|section| &sound.file[section.content.clone()]).collect()
}

/// An archive of one group that has all streams.
fn rich() -> Sound {
    let texts =
        samples().iter().filter(|sample| sample.format == "pgn").flat_map(|sample| sample.texts.clone()).collect();
    let sample = Sample { name: "rich", format: "pgn", texts };
    let text = sample.texts.join("\n\n");
    let file = written(collected("pgn", &text), Settings { block: 16, ..SETTINGS });
    Sound { name: "rich", sections: sections(&file), file, blocks: Vec::new() }
}

/// Streams of bytes that are all the same, or look random.
fn fills(lengths: &[usize]) -> impl Iterator<Item = Vec<u8>> {
    let random = |place: u32| (place.wrapping_mul(place).wrapping_mul(0x9e37_79b9) >> 13) as u8;
    let of_length = move |length| {
        let same = [0, 0x80, 0xFF].map(|byte| vec![byte; length]);
        same.into_iter().chain([(0..length as u32).map(random).collect()])
    };
    lengths.iter().flat_map(move |length| of_length(*length))
}

#[test]
fn streams_of_other_bytes_do_no_harm() {
    let rich = rich();
    let (group, texts, blocks) = (contents(&rich, b'g')[0], contents(&rich, b't'), contents(&rich, b'b'));
    for block in blocks {
        let mut streams = Streams::of(block);
        assert_eq!(streams.block(), block);
        let games = streams.numbers[2] as u32;
        // As many plies as can be claimed.
        streams.numbers[3] = 1 << 23;
        for number in 0..streams.streams.len() {
            for fill in fills(&[0, 1, 16, 500, 20_000]) {
                let mut forged = streams.clone();
                forged.streams[number] = fill;
                let file = file(group, &texts, &[(&forged.block(), games), (block, games)]);
                let read = read(&file, MOST_MEMORY).expect("an archive");
                assert!(read.blocks[1].1.is_ok());
            }
        }
    }
}

#[test]
fn endless_comments_are_bounded() {
    let comment = format!("{{[%clk 0:00:01] {}}} ", "again and ".repeat(20));
    let sample = Sample { name: "comments", format: "pgn", texts: vec![comment.repeat(10_000)] };
    let sound = sound(&sample);
    let (group, block) = (contents(&sound, b'g')[0], contents(&sound, b'b')[0]);
    let streams = Streams::of(block);
    assert!(streams.block().len() < 10_000, "{}", streams.block().len());
    for (number, fill) in
        (0..streams.streams.len()).flat_map(|number| fills(&[0, 1, 16, 500, 20_000]).map(move |fill| (number, fill)))
    {
        for kept in [0, 1, 2, 3].map(|part| streams.streams[number].len() * part / 4) {
            let mut forged = streams.clone();
            forged.streams[number].truncate(kept);
            forged.streams[number].extend_from_slice(&fill);
            let file = file(group, &[], &[(&forged.block(), 1)]);
            read(&file, MOST_MEMORY).expect("an archive");
        }
    }
}

#[test]
fn a_block_of_a_trillion_games_is_refused() {
    let rich = rich();
    let (group, texts) = (contents(&rich, b'g')[0], contents(&rich, b't'));
    let streams = Streams::of(contents(&rich, b'b')[0]);
    for games in [1_000_000_000_000, u64::from(u32::MAX), 4097, u64::MAX] {
        for plies in [streams.numbers[3], u64::MAX] {
            let numbers = [streams.numbers[0], streams.numbers[1], games, plies];
            let block = Streams { numbers, ..streams.clone() }.block();
            for claimed in [1, u32::MAX] {
                let whole = file(group, &texts, &[(&block, claimed)]);
                // No block has as many games as the index claims, so that nothing of the archive is read.
                let read = read(&whole, LITTLE_MEMORY);
                assert_eq!(read.is_err(), claimed > 1, "{games} games");
                assert!(read.iter().flat_map(|read| &read.blocks).all(|(_, games)| games.is_err()), "{games} games");
                let cut = self::read(&whole[..whole.len() - 1], LITTLE_MEMORY).expect("an archive");
                assert!(!cut.is_whole && cut.blocks.iter().all(|(_, games)| games.is_err()), "{games} games");
            }
        }
    }
}

#[test]
fn texts_of_a_tebibyte_are_refused() {
    let rich = rich();
    let (group, texts, blocks) = (contents(&rich, b'g')[0], contents(&rich, b't'), contents(&rich, b'b'));
    let block = blocks.iter().find(|block| block[0] == 1).expect("a block with texts");
    let zstd = texts[0].iter().position(|byte| *byte < 0x80).map(|end| &texts[0][end + 1..]).expect("a length");
    for length in [1 << 40, u64::MAX, (256 << 20) + 1, 1, 0] {
        let mut text = Vec::new();
        push_number(length, &mut text);
        text.extend_from_slice(zstd);
        let file = file(group, &[&text], &[(block, Streams::of(block).numbers[2] as u32)]);
        let read = read(&file, LITTLE_MEMORY).expect("an archive");
        assert!(read.blocks[0].1.is_err(), "{length} bytes");
    }
}

#[test]
fn an_index_of_a_billion_entries_is_refused() {
    let rich = rich();
    let start = rich.sections.last().expect("an index").place.start;
    let counts = [&[0][..], &[], &[0, 1, 8, 0], &[0, 1, 8, 0, 0]];
    for before in counts {
        for count in [1_000_000_000, u64::MAX, 1 << 31] {
            let mut index = before.to_vec();
            push_number(count, &mut index);
            index.extend_from_slice(&[0; 100]);
            let mut file = rich.file[..start].to_vec();
            push_index(&index, &mut file);
            // The index is not an index, so one is made from the blocks.
            let read = read(&file, LITTLE_MEMORY).expect("an archive");
            assert!(!read.is_whole && !read.blocks.is_empty(), "{count} entries");
        }
    }
}
