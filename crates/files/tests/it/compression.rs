//! Every compression: read whole, in several streams, cut short, flipped, and beyond the limits.

use crate::scratch::{Folder, Random, text};
use scoresheet_core::error::Code;
use scoresheet_core::limits::Limits;
use scoresheet_files::{Compression, FileError, Input, Kind, Source};
use std::io::Write;

/// One way to pack, with the stretch of first bytes without which it is not recognised.
struct Packer {
    id: &'static str,
    magic: usize,
    pack: fn(&[u8]) -> Vec<u8>,
}

#[rustfmt::skip]
const PACKERS: &[Packer] = &[
    Packer { id: "gzip", magic: 3, pack: gzip },
    Packer { id: "bzip2", magic: 10, pack: bzip2 },
    Packer { id: "zstd", magic: 4, pack: zstd },
    Packer { id: "xz", magic: 6, pack: xz },
];

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(1));
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut packer = zstd::Encoder::new(Vec::new(), 3).unwrap();
    packer.include_checksum(true).unwrap();
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut packer = liblzma::write::XzEncoder::new(Vec::new(), 1);
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

/// A skippable frame with the size of the frame after it, as parallel compressors write them.
fn with_size(frame: &[u8]) -> Vec<u8> {
    let size = u32::try_from(frame.len()).unwrap();
    [&b"\x50\x2a\x4d\x18\x04\0\0\0"[..], &size.to_le_bytes(), frame].concat()
}

/// Everything that can be read, and how it ended.
fn read(packed: Vec<u8>, limits: &Limits) -> (Vec<u8>, Result<(), FileError>) {
    read_for(1, packed, limits)
}

/// The same, for many threads that wait for it.
fn read_for(threads: usize, packed: Vec<u8>, limits: &Limits) -> (Vec<u8>, Result<(), FileError>) {
    let mut source = Source::from_bytes("x", packed, limits);
    source.set_threads(threads);
    let (mut all, mut buffer) = (Vec::new(), vec![0; 10_000]);
    loop {
        match source.read_some(&mut buffer) {
            Ok(0) => return (all, Ok(())),
            Ok(count) => all.extend_from_slice(&buffer[..count]),
            Err(error) => return (all, Err(error)),
        }
    }
}

fn read_whole(packed: Vec<u8>) -> Vec<u8> {
    let (bytes, end) = read(packed, &Limits::default());
    end.unwrap();
    bytes
}

#[test]
fn one_stream_and_several() {
    let text = text(300_000);
    for Packer { id, pack, .. } in PACKERS {
        assert_eq!(read_whole(pack(&text)), text, "{id}");
        assert_eq!(read_whole(pack(b"")), b"", "{id}, empty");
        let several = [pack(&text[..100_000]), pack(b""), pack(&text[100_000..])].concat();
        assert_eq!(read_whole(several), text, "{id}, several");
    }
}

/// Files of frames with their sizes before them, most of them not quite as they should be.
fn framed_files() -> Vec<(&'static str, Vec<u8>)> {
    let text = text(400_000);
    let frames: Vec<_> = text.chunks(50_000).map(|chunk| with_size(&zstd(chunk))).collect();
    let whole = frames.concat();
    let mut flipped = whole.clone();
    flipped[whole.len() * 2 / 3] ^= 4;
    let mut lying = frames.clone();
    lying[3][8] -= 1;
    let mut huge = frames.clone();
    huge[3][8..12].fill(0xff);
    vec![
        ("whole", whole.clone()),
        ("one frame", frames[0].clone()),
        ("flipped", flipped),
        ("cut short in a frame", whole[..whole.len() - 100].to_vec()),
        ("cut short in a header", [&whole[..], &frames[0][..7]].concat()),
        ("cut short after a header", [&whole[..], &frames[0][..12]].concat()),
        ("followed by rubbish", [&whole[..], b"rubbish after the end"].concat()),
        ("ordinary frames between", [&whole[..], &zstd(b"e4"), &whole[..]].concat()),
        ("a length that is too small", lying.concat()),
        ("a length that is too large", huge.concat()),
        ("a frame that unpacks to much", [with_size(&zstd(&vec![b' '; 33 << 20])), whole].concat()),
    ]
}

#[test]
fn frames_are_unpacked_side_by_side_as_one_after_another() {
    for (what, packed) in framed_files() {
        let (bytes, end) = read(packed.clone(), &Limits::default());
        for threads in [4, 8, 40] {
            let (same_bytes, same_end) = read_for(threads, packed.clone(), &Limits::default());
            assert_eq!(same_end, end, "{what}, {threads} threads");
            assert!(same_bytes == bytes, "{what}, {threads} threads: {} for {}", same_bytes.len(), bytes.len());
        }
    }
}

#[test]
fn a_window_beyond_the_limit_is_refused_on_many_threads() {
    let (_, end) = read_for(8, framed_files()[0].1.clone(), &Limits { window: 1 << 12, ..Limits::default() });
    assert_eq!(end.unwrap_err().code, Code::LimitWindow);
}

#[test]
fn plain_bytes_that_start_oddly_are_plain() {
    for plain in
        [&b""[..], b"B", b"BZh", b"BZh9 is a name", b"PK\n1. e4", b"\x1f\x8b", b"PK", b"\xfd7z", b"\xef\xbb\xbf[Event"]
    {
        assert_eq!(read_whole(plain.to_vec()), plain);
    }
}

#[test]
fn cut_short_anywhere_is_damage_after_good_bytes() {
    let text = text(200_000);
    for Packer { id, magic, pack } in PACKERS {
        let packed = pack(&text);
        let mut random = Random(11);
        let cuts = (0..60).map(|_| magic + random.below(packed.len() - magic)).chain([*magic, packed.len() - 1]);
        for cut in cuts {
            let (bytes, end) = read(packed[..cut].to_vec(), &Limits::default());
            let error = end.expect_err("cut short");
            assert_eq!((error.code, error.kind), (Code::FileDamaged, Kind::Damaged), "{id} cut at {cut}: {error}");
            assert_eq!(error.byte, Some(bytes.len() as u64), "{id} cut at {cut}");
            assert!(text.starts_with(&bytes), "{id} cut at {cut}");
        }
    }
}

#[test]
fn a_flipped_byte_never_passes_for_good() {
    let text = text(200_000);
    for Packer { id, magic, pack } in PACKERS {
        let packed = pack(&text);
        let mut random = Random(13);
        let mut damaged = 0;
        for _ in 0..150 {
            let at = magic + random.below(packed.len() - magic);
            let mut flipped = packed.clone();
            flipped[at] ^= 1 << random.below(8);
            let (bytes, end) = read(flipped, &Limits::default());
            match end {
                // A few bytes mean nothing to the contents: the time in a gzip header.
                Ok(()) => assert_eq!(bytes, text, "{id}, byte {at}"),
                Err(error) => {
                    assert_eq!(error.byte, Some(bytes.len() as u64), "{id}, byte {at}: {error}");
                    damaged += 1;
                }
            }
        }
        assert!(damaged > 140, "{id}: {damaged}");
    }
}

/// What can be read for this many threads, and what is said of the bytes after it.
fn read_to_the_end(threads: usize, packed: &[u8]) -> (Vec<u8>, Option<FileError>) {
    let mut source = Source::from_bytes("x", packed.to_vec(), &Limits::default());
    source.set_threads(threads);
    let mut all = Vec::new();
    std::io::Read::read_to_end(&mut source, &mut all).unwrap();
    (all, source.progress().trailing_bytes("x"))
}

#[test]
fn what_follows_the_packed_bytes_is_reported() {
    for Packer { id, pack, .. } in PACKERS {
        let packed = pack(b"1. e4 *\n");
        let end = packed.len();
        for (behind, what) in [
            (&b"rubbish after the end"[..], "21 bytes follow"),
            (b"?", "a byte follows"),
            (b"\0", "a zero byte follows"),
            (&[0; 1021], "1021 zero bytes follow"),
            (b"\0\0\0\0\0\0\0\0\0\0\0\0<html>", "18 bytes follow"),
        ] {
            for threads in [1, 8] {
                let (bytes, told) = read_to_the_end(threads, &[&packed, behind].concat());
                let told = told.expect("a note");
                assert_eq!((bytes.as_slice(), told.code, told.byte), (&b"1. e4 *\n"[..], Code::TrailingBytes, Some(8)));
                let words = format!("{what} the {id} data of `x`, which ends at byte {end} of the file");
                assert_eq!(told.message, words);
            }
        }
    }
}

#[test]
fn nothing_is_reported_if_nothing_follows() {
    for Packer { id, pack, .. } in PACKERS {
        let packed = pack(b"1. e4 *\n");
        assert_eq!(read_to_the_end(1, &packed), (b"1. e4 *\n".to_vec(), None), "{id}");
        // Zeros between streams are not a loss.
        let several = [&packed, &[0; 12][..], &packed].concat();
        assert_eq!(read_to_the_end(1, &several), (b"1. e4 *\n1. e4 *\n".to_vec(), None), "{id}");
    }
    // The format of xz itself has zeros after its streams, four at a time.
    assert_eq!(read_to_the_end(1, &[&xz(b"*"), &[0; 512][..]].concat()), (b"*".to_vec(), None));
}

#[test]
fn what_follows_frames_is_reported_on_many_threads() {
    let text = text(400_000);
    let frames: Vec<u8> = text.chunks(50_000).flat_map(|chunk| with_size(&zstd(chunk))).collect();
    let (bytes, told) = read_to_the_end(8, &[&frames, &b"\0\0\0"[..]].concat());
    let told = told.expect("a note");
    assert_eq!((bytes == text, told.code, told.byte), (true, Code::TrailingBytes, Some(400_000)));
    let words = format!("3 zero bytes follow the zstd data of `x`, which ends at byte {} of the file", frames.len());
    assert_eq!(told.message, words);
}

#[test]
fn bytes_between_streams_are_an_error_after_what_was_read() {
    for Packer { id, pack, .. } in PACKERS {
        let packed = pack(b"1. e4 *\n");
        let (bytes, told) = read_to_the_end(1, &[&packed, &b"rubbish"[..], &packed].concat());
        let told = told.expect("an error");
        assert_eq!((bytes.as_slice(), told.code, told.byte), (&b"1. e4 *\n"[..], Code::FileDamaged, Some(8)), "{id}");
        assert!(told.message.ends_with("comes after that, and was not read"), "{told}");
    }
}

#[test]
fn a_second_stream_that_is_cut_short_is_damage() {
    for Packer { id, magic, pack } in PACKERS {
        let packed = pack(b"1. e4 *\n");
        for length in [1, magic - 1, *magic, packed.len() - 1] {
            let (bytes, end) = read([&packed, &packed[..length]].concat(), &Limits::default());
            let error = end.expect_err("cut short");
            assert_eq!(
                (error.code, bytes.starts_with(b"1. e4 *\n")),
                (Code::FileDamaged, true),
                "{id}, {length}: {error}"
            );
        }
    }
}

#[test]
fn errors_name_the_file_and_the_place() {
    let folder = Folder::new();
    let path = folder.write("games.pgn.zst", &zstd(&text(9000))[..300]);
    let mut source = Input::file(&path).open(&Limits::default()).unwrap();
    let mut buffer = vec![0; 4096];
    let error = loop {
        if let Err(error) = source.read_some(&mut buffer) {
            break error;
        }
    };
    let byte = error.byte.unwrap();
    assert_eq!(error.to_string(), format!("cannot unpack `{path}`: the zstd data is truncated (byte {byte})"));
    assert_eq!(source.read_some(&mut buffer), Err(error), "a failure stays");
}

#[test]
fn a_file_of_a_hundred_gigabytes_in_three_megabytes_is_stopped() {
    // A frame by hand: window 128 KiB, then blocks of 128 KiB of one byte each, four bytes a block.
    let mut bomb = b"\x28\xb5\x2f\xfd\0\x38".to_vec();
    let header = (128u32 << 10) << 3 | 1 << 1;
    for _ in 0..800_000 {
        bomb.extend_from_slice(&header.to_le_bytes()[..3]);
        bomb.push(b' ');
    }
    let size = bomb.len() as u64;
    let mut source = Source::from_bytes("bomb.zst", bomb, &Limits::default());
    let mut buffer = vec![0; 1 << 20];
    let mut total = 0;
    let error = loop {
        match source.read_some(&mut buffer) {
            Ok(count) => total += count as u64,
            Err(error) => break error,
        }
    };
    assert_eq!((error.code, error.kind), (Code::LimitRatio, Kind::Limit));
    assert!(total < size * 1000 + (65 << 20), "{total}");
    assert!(
        error.to_string().starts_with("cannot unpack `bomb.zst`: it unpacks to more than 1000 times its"),
        "{error}"
    );
}

#[test]
fn the_ratio_can_be_raised_and_small_files_are_free_of_it() {
    let zeros = vec![0; 70 << 20];
    let packed = zstd(&zeros);
    assert!(packed.len() * 1000 < zeros.len());
    let (_, end) = read(packed.clone(), &Limits::default());
    assert_eq!(end.unwrap_err().code, Code::LimitRatio);
    let raised = Limits { ratio: 1_000_000, ..Limits::default() };
    assert_eq!(read(packed, &raised).0.len(), zeros.len());
    let small = Limits { ratio: 1, ..Limits::default() };
    let (bytes, end) = read(zstd(&zeros[..60 << 20]), &small);
    assert_eq!((bytes.len(), end), (60 << 20, Ok(())));
}

#[test]
fn a_window_beyond_the_limit_is_refused() {
    let limits = Limits { window: 1 << 20, ..Limits::default() };
    let mut packer = zstd::Encoder::new(Vec::new(), 3).unwrap();
    packer.window_log(22).unwrap();
    packer.write_all(&text(100_000)).unwrap();
    let zstd = packer.finish().unwrap();
    let mut packer = liblzma::write::XzEncoder::new(Vec::new(), 6);
    packer.write_all(&text(100_000)).unwrap();
    let xz = packer.finish().unwrap();
    for packed in [zstd, xz] {
        let (_, end) = read(packed.clone(), &limits);
        let error = end.unwrap_err();
        assert_eq!((error.code, error.kind), (Code::LimitWindow, Kind::Limit), "{error}");
        assert_eq!(read_whole(packed).len(), 100_000);
    }
}

#[test]
fn foreign_archives_are_named_and_not_taken_for_text() {
    let (bytes, end) = read(b"7z\xbc\xaf\x27\x1c\0\x04".to_vec(), &Limits::default());
    assert_eq!(bytes, b"");
    let error = end.unwrap_err();
    assert_eq!(error.code, Code::FileKind);
    assert_eq!(error.to_string(), "cannot unpack `x`: 7-Zip is not supported; unpack it first");
}

#[test]
fn the_head_is_read_again() {
    let text = text(10_000);
    let mut source = Source::from_bytes("x", gzip(&text), &Limits::default());
    assert_eq!(source.head(|| std::ops::ControlFlow::Continue(())).unwrap(), &text[..4096]);
    let mut all = Vec::new();
    std::io::Read::read_to_end(&mut source, &mut all).unwrap();
    assert_eq!(all, text);
    assert_eq!(source.compression(), Compression::Gzip);
    assert_eq!(source.progress().total(), Some(source.progress().read()));
}

#[test]
fn a_failure_is_found_in_what_others_make_of_it() {
    let told = FileError::new(Kind::Write, "x", "cannot write `x`".to_owned());
    let wrapped = std::io::Error::other(std::io::Error::other(std::io::Error::from(told.clone())));
    assert_eq!(FileError::inside(&wrapped), Some(&told));
    assert_eq!(FileError::inside(&std::io::Error::other("something else")), None);
}
