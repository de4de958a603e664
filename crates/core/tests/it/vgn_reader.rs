//! Games of VGN, and of PGN beside them, read in the order of PGN.

use scoresheet_core::error::Code;
use scoresheet_core::event::{Event, What};
use scoresheet_core::game::{GameFormat, vgn_file};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::GameReader;
use scoresheet_core::rules::Position;

fn reader(text: &[u8]) -> vgn_file::VgnReader<'_> {
    vgn_file::VgnReader::new(text, &Limits::default())
}

/// What is emitted for the games of a text, except tags: events, and faults by their codes.
fn told(text: &[u8]) -> Vec<String> {
    let mut reader = reader(text);
    let mut all = Vec::new();
    while reader.next_game() {
        all.push("game".to_owned());
        let mut started = false;
        while let Some(item) = reader.next_event() {
            match item.what {
                What::Event(Event::Tag(_) | Event::Skipped(_) | Event::Verbatim(..)) => continue,
                What::Event(Event::Move(word)) if !reader.has_marker() => {
                    all.push(format!("move {}", scoresheet_core::text::hex(&word)));
                }
                What::Event(event) => all.push(event.to_string()),
                What::Fault(code, _) => all.push(code.id().to_owned()),
            }
            if !std::mem::replace(&mut started, true) {
                reader.starts_at(&Position::start());
            }
        }
    }
    all.extend(reader.trailing().iter().map(|text| format!("trailing {}", String::from_utf8_lossy(text))));
    all
}

fn moves(text: &str) -> String {
    told(format!("[GameFormat \"VGN\"][MoveFormat \"SAN\"]\n{text}").as_bytes())[1..]
        .iter()
        .filter(|line| !line.starts_with("number "))
        .map(|line| line.trim_start_matches("move ").replace("termination ", ""))
        .collect::<Vec<_>>()
        .join(",")
}

#[test]
fn variations_follow_the_move_they_replace() {
    for (text, expected) in [
        ("1. e4 e5 (1. d4 d5 ) 2. Nf3 *", "e4,open,d4,d5,close,e5,Nf3,*"),
        ("1. e4 e5 (1.5 c5 ) 2. Nf3 *", "e4,e5,open,c5,close,Nf3,*"),
        ("1. e4 e5 (c5 ) *", "e4,e5,open,c5,close,*"),
        ("1. e4 e5 $1 (1. d4) (1.5 c5) (1. c4) *", "e4,open,d4,close,open,c4,close,e5,nag 1 $1,open,c5,close,*"),
        ("1. e4 (1. d4) 1.5 e5 *", "e4,open,d4,close,variation-misplaced,e5,*"),
        ("1. e4 e5 (1. d4 {x} d5) *", "e4,open,d4,comment x,comment-misplaced,d5,close,e5,*"),
        ("1. e4 {x} (1. d4) e5 *", "e4,comment x,open,d4,close,comment-misplaced,e5,*"),
        ("1. e4 {x} *", "e4,comment x,*"),
        ("1. {x} e4 e5 *", "comment-misplaced,comment x,e4,e5,*"),
        (
            "{x} 1. e4 e5 {[%at 1.] y} 2. d4 1.5 {z} d5 *",
            "comment x,e4,comment y,e5,d4,comment-misplaced,comment z,d5,*",
        ),
        (
            "1. e4 e5 (1. d4 d5 (1.5 Nf6 2. c4 ) (1. c4) 2. c4 ) 2. Nf3 *",
            "e4,open,d4,open,c4,close,d5,open,Nf6,c4,close,c4,close,e5,Nf3,*",
        ),
        ("1. e4 e5 2. d4 ( {why} 1.5 c5 ) d5 *", "e4,e5,open,comment why,c5,close,d4,variation-misplaced,d5,*"),
        ("(1. d4 d5) 1. e4 e5 *", "variation-misplaced,e4,open,d4,d5,close,e5,*"),
        ("1. e4 () e5 *", "e4,variation-bare,e5,*"),
        ("1. e4 e5 (1. d4 1-0) 2. Nf3 *", "e4,open,d4,inner 1-0,close,e5,Nf3,*"),
        ("1. e4 ) e5 *", "e4,stray,e5,*"),
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
}

#[test]
fn comments_return_to_where_their_anchors_say() {
    for (text, expected) in [
        ("1. e4 e5 {[%at 1.] w} {[%at 1.5] b} {c} *", "e4,comment w,e5,comment b,comment c,*"),
        ("1. e4 e5 {[%at 9.] w} *", "e4,e5,comment [%at 9.] w,*"),
        ("1. e4 e5 {[%at 1.]} *", "e4,comment ,e5,*"),
        ("1. e4 e5 (1.5 c5 2. d4 d5 {[%at 2.] x}) *", "e4,e5,open,c5,d4,comment x,d5,close,*"),
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
}

#[test]
fn games_end_at_their_end_marks() {
    let vgn = |format: &str, data: &[u8]| {
        [format!("[GameFormat \"VGN\"]\n[MoveFormat \"{format}\"]").as_bytes(), data].concat()
    };
    for (text, expected) in [
        (vgn("BCCF", b"\x86\x30\xde\xd1"), "game,move 8630,move ded1"),
        (vgn("BCCF", b"\x00\x01{c}"), "game,trailing c"),
        (vgn("BCCF", b""), "game,data-missing"),
        (vgn("BCCF", b"\x86\x30\xde"), "game,move 8630,data-truncated,unframed"),
        (vgn("BCCF", b"\x86\x30"), "game,move 8630,terminator-missing,unframed"),
        (vgn("BCFEN", b"\x88\n*"), "game,game,termination *"),
        (vgn("BCFEN", b"\x87"), "game,data-truncated,unframed"),
        (vgn("PGC", b"\x05\x03\x02\x0d\x0c\x06 ;x"), "game,move 0d,move 0c,trailing x"),
        (vgn("PGC", b"\x05\xff"), "game,record-marker,unframed"),
        (vgn("SAN", b" 1. e4"), "game,number 1.,move e4,terminator-missing"),
        (vgn("SAN", b" 1. e4\n[GameFormat \"VGN\"]*"), "game,number 1.,move e4,terminator-missing,game,termination *"),
        (
            vgn("SAN", b" 1. e4 (1. d4 *"),
            "game,number 1.,move e4,open,number 1.,move d4,variation-unclosed,termination *",
        ),
        (vgn("SAN", b" e4 * e5 1-0"), "game,move e4,termination *,game,move e5,termination 1-0"),
        (vgn("XYZ", b" e4 *\n[GameFormat \"VGN\"]*"), "game,format-unsupported"),
        (vgn("XYZ", b" e4 *\n\n[GameFormat \"VGN\"]*"), "game,format-unsupported,game,termination *"),
        (
            b"1. e4 *\n\n{a}[GameFormat \"VGN\"]{b}*".to_vec(),
            "game,number 1.,move e4,termination *,comment a,game,comment b,termination *",
        ),
        (b"[MoveFormat \"BCCF\"]\x86\x31".to_vec(), "game,game-format-late,move 8631"),
        (b"{a} ;b".to_vec(), "trailing a,trailing b"),
    ] {
        assert_eq!(told(&text).join(","), expected, "{}", text.escape_ascii());
    }
}

/// However a text is cut, the same games are found at the same places.
#[test]
fn cutting_and_reading_agree() {
    let games: Vec<Vec<u8>> = [
        &b"[Event \"p\"]\n\n1. e4 {[GameFormat \"VGN\"]} e5 *\n\n"[..],
        b"[GameFormat \"VGN\"]\n\n1. e4 {\n[x} (1. d4 1-0 {c}) ; *\n1-0\n\n",
        b"{first}\n[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]\x86\x30\x5b\x31\n\n",
        b"[GameFormat \"VGN\"]\n[MoveFormat \"PGC\"]\x05\x03\x01\x0d\x06\n",
        b"[GameFormat \"VGN\"]\n%[x\n e4 0-1 {next} ;and\n",
        b"[GameFormat \"VGN\"]\n[MoveFormat \"BCFEN\"]\x88\n\n",
        b"* * 1. e4 *\n\n",
    ]
    .into_iter()
    .map(<[u8]>::to_vec)
    .collect();
    for rotation in 0..games.len() {
        let text: Vec<u8> = (0..games.len()).flat_map(|at| games[(rotation + at) % games.len()].clone()).collect();
        let whole = told(&text);
        let mut cuts = 0;
        for length in 0..text.len() {
            let Some(cut) = vgn_file::Vgn.cut(&text[..length], false, &Limits::default()) else { continue };
            assert!(cut <= length);
            cuts += 1;
            let (first, mut rest) = (told(&text[..cut]), told(&text[cut..]));
            let mut both = first;
            both.append(&mut rest);
            assert_eq!(both, whole, "cut at {cut} of {length}: {}", text.escape_ascii());
        }
        assert!(cuts > text.len() / 2, "{cuts} cuts");
        assert_eq!(vgn_file::Vgn.cut(&text, true, &Limits::default()), Some(text.len()));
    }
}

/// A file cut off anywhere keeps the whole games before that, and reports what is missing of the last one.
#[test]
fn truncated_anywhere() {
    let first: &[u8] = b"[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 *\n\n";
    let board = [0x9a, 0xbc, 0xdb, 0xa9, 0xee, 0xee, 0xee, 0xee].into_iter().chain([0; 24]).collect::<Vec<u8>>();
    for (format, data) in [
        ("BCCF", b"\x86\x30\xde\xd1".to_vec()),
        ("BCFEN", [&board[..], &board, b"\x88"].concat()),
        ("PGC", b"\x05\x02\x06Result\x031-0\x03\x02\x0d\x0c\x07\x01\x08\x03\x01\x00\x09\x06".to_vec()),
    ] {
        let tags = format!("[GameFormat \"VGN\"]\n[MoveFormat \"{format}\"]");
        let start = [first, tags.as_bytes()].concat();
        for length in 0..data.len() {
            let told = told(&[&start, &data[..length]].concat());
            assert_eq!(told.iter().filter(|line| *line == "game").count(), 2, "{format} {length}");
            assert!(told.contains(&"move e2e4".to_owned()), "{format} {length}");
            let missing = ["data-truncated", "terminator-missing", "data-missing"];
            assert!(missing.iter().any(|code| told.contains(&(*code).to_owned())), "{format} {length}: {told:?}");
        }
        let whole = told(&[&start[..], &data].concat());
        assert!(!whole.iter().any(|line| line.contains("missing") || line == "unframed"), "{format}: {whole:?}");
    }
}

#[test]
fn any_bytes_are_read() {
    const ALPHABET: &[&[u8]] = &[
        b"[GameFormat \"VGN\"]",
        b"[MoveFormat \"BCCF\"]",
        b"[MoveFormat \"PGC\"]",
        b"[MoveFormat \"BCFEN\"]",
        b"\n",
        b" ",
        b"(",
        b")",
        b"{",
        b"}",
        b"1.",
        b"1.5 ",
        b"e4 ",
        b"*",
        b"1-0 ",
        b";",
        b"$1",
        b"\x00\x01",
        b"\x88",
        b"\x06",
        b"\x05",
        b"[%at 1.]",
        b"%",
        b"[",
    ];
    let mut seed = 7u32;
    for _ in 0..3000 {
        let mut text = Vec::new();
        for _ in 0..24 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.extend_from_slice(ALPHABET[(seed >> 16) as usize % ALPHABET.len()]);
        }
        let whole = told(&text);
        let mut reader = reader(&text);
        let mut end = 0;
        while reader.next_game() {
            let mut depth = 0;
            while let Some(item) = reader.next_event() {
                assert!(item.start <= text.len());
                match item.what {
                    What::Event(Event::Open) => depth += 1,
                    What::Event(Event::Close) => depth -= 1,
                    _ => {}
                }
                assert!(depth >= 0);
            }
            assert_eq!(reader.span().start, end, "{}", text.escape_ascii());
            end = reader.span().end;
            assert!(end > reader.span().start);
        }
        if let Some(cut) = vgn_file::Vgn.cut(&text, false, &Limits::default()) {
            let mut both = told(&text[..cut]);
            both.append(&mut told(&text[cut..]));
            assert_eq!(both, whole, "cut at {cut}: {}", text.escape_ascii());
        }
    }
    assert!(Code::Unframed.id() == "unframed");
}
