//! The bytes of sources come back from archives, with any content.

use crate::shared;
use crate::shared::collected;
use scoresheet_archive::{Archive, ArchiveWriter, Damage, Error, Limits, Proof, Restorer, Settings};

const MOST: usize = 1 << 20;

/// Texts as people write them, of each layout.
const TEXTS: [&str; 7] = [
    "[Event \"Rated game\"]\n[White \"a\"]\n\n1. e4 { [%eval 0.17] [%clk 0:00:30] } 1... c5?! { [%eval 0.19] } 2. Nf3 1-0\n\n\n",
    "[White \"a \\\"b\\\"\"]\r\n\r\n1.e4 e5 (1...c5 2.Nf3 d6) 2.Nf3 $1 {a comment} Nc6 1/2-1/2\r\n\r\n",
    "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8.\nc3 O-O *\n",
    "\u{feff}[FEN \"8/8/8/8/8/4k3/4p3/4K3 b - - 5 60\"]\n\n60... Kd3 61. Kf2 *\n\n1. e4 e4 2. zz9 (oops *\n",
    "no game at all\n\n   \n",
    "1. d4 ; to the end\n% an escape\n1... d5 2. c4 --\r3. Nc3 \t*",
    "",
];

fn settings(block: usize) -> Settings {
    Settings { block, tables: &[1], threads: 1, explains: false }
}

/// An archive of sources, each of which comes in pieces.
fn archive_of(sources: &[&[&[u8]]], block: usize) -> Vec<u8> {
    let mut writer = ArchiveWriter::new(Vec::new(), settings(block)).unwrap();
    for (number, pieces) in sources.iter().enumerate() {
        writer.exact_source(&format!("{number}.pgn"), "pgn");
        for piece in *pieces {
            let games = collected("pgn", &String::from_utf8_lossy(piece));
            writer.keep(piece, &games).unwrap();
            writer.add(games).unwrap();
        }
    }
    writer.finish(|_| Ok(())).unwrap().0
}

/// The bytes of each source.
fn restored(file: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
    let archive = Archive::open(file, Limits::default())?;
    let restorer = Restorer::new(&archive, MOST);
    let source = |source: &scoresheet_archive::Source| {
        let exact = source.exact.as_ref().expect("bytes are kept");
        assert_eq!(exact.format, "pgn");
        let (mut bytes, mut proof) = (Vec::new(), Proof::default());
        for piece in &exact.pieces {
            let piece = restorer.piece(piece)?;
            proof.add(&piece);
            bytes.extend(piece);
        }
        assert!(proof.holds_for(exact));
        Ok(bytes)
    };
    archive.index().sources.iter().map(source).collect()
}

#[test]
fn texts_come_back_byte_for_byte() {
    let texts = TEXTS.map(str::as_bytes);
    let latin = b"[White \"J\xF6rg\"]\n\n1. e4 {\xE9t\xE9 \x00} *\n";
    for block in [1, 2, 256] {
        for text in texts.iter().chain([&&latin[..]]) {
            assert_eq!(restored(&archive_of(&[&[text]], block)).unwrap(), [text.to_vec()]);
        }
        let file = archive_of(&[&texts, &[], &[latin, texts[1], latin]], block);
        let all = [texts.concat(), Vec::new(), [latin, texts[1], latin].concat()];
        assert_eq!(restored(&file).unwrap(), all);
    }
}

#[test]
fn a_text_in_a_usual_layout_takes_few_bytes() {
    for text in &TEXTS[..3] {
        let many = text.repeat(100);
        let plain = shared::written(collected("pgn", &many), settings(256)).len();
        let exact = archive_of(&[&[many.as_bytes()]], 256).len();
        assert!(exact < plain + 150, "{exact} and {plain} bytes");
    }
}

#[test]
fn damage_is_an_error_and_costs_no_more_than_its_piece() {
    let pieces = [TEXTS[0].as_bytes(), TEXTS[1].as_bytes()];
    let file = archive_of(&[&pieces], 1);
    for byte in 8..file.len() {
        let mut changed = file.clone();
        changed[byte] ^= 0x10;
        let Ok(archive) = Archive::open(&changed[..], Limits::default()) else { continue };
        let restorer = Restorer::new(&archive, MOST);
        let kept: Vec<_> = archive.index().sources.iter().filter_map(|source| source.exact.as_ref()).collect();
        let read = kept.iter().flat_map(|exact| &exact.pieces).map(|piece| restorer.piece(piece));
        let wrong = read.zip(&pieces).filter(|(read, piece)| read.as_ref().is_ok_and(|read| read != *piece)).count();
        assert_eq!(wrong, 0, "byte {byte}");
    }
    assert!(Restorer::new(&Archive::open(&file[..], Limits::default()).unwrap(), 10).piece(&first(&file)).is_err());
}

fn first(file: &[u8]) -> scoresheet_archive::Piece {
    let archive = Archive::open(file, Limits::default()).unwrap();
    archive.index().sources[0].exact.as_ref().unwrap().pieces[0]
}

#[test]
fn a_piece_with_too_many_games_is_refused() {
    let many = "[White \"somebody\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(20_000);
    let mut writer = ArchiveWriter::new(Vec::new(), settings(256)).unwrap();
    writer.exact_source("a.pgn", "pgn");
    let games = collected("pgn", &many);
    // The text is shorter than its games, as no writer would make it.
    writer.keep(b"1. e4 *", &games).unwrap();
    writer.add(games).unwrap();
    let file = writer.finish(|_| Ok(())).unwrap().0;
    assert!(matches!(restored(&file), Err(Error::Damaged { damage: Damage::Size, .. })));
}
