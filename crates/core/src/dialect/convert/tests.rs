//! Tags converted to the other dialect and back.

use super::places::{OTHER, PLACES, SET_UP, place};
use super::{How, TagSink, to_pgn, to_vgn};
use crate::dialect::vgn::codes;
use crate::location::Location;
use crate::loss::LossKind;
use crate::notation;
use crate::position::fen::{self, parse};
use crate::rules::{Position, Rules};
use crate::step::{Dialect, Head, Termination};
use Termination::{BlackWins, Draw, Unknown, WhiteWins};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

#[derive(Default)]
struct Told {
    tags: Vec<(Cow<'static, str>, Cow<'static, str>)>,
    losses: Vec<LossKind>,
}

impl TagSink for Told {
    fn tag(&mut self, name: &str, value: &str) {
        self.tags.push((name.to_string().into(), value.to_string().into()));
    }
    fn lose(&mut self, kind: LossKind) {
        self.losses.push(kind);
    }
}

const HOW: How = How { format: &codes::MOVE_FORMATS[2], composite: false, fen: false, sorted: false };

fn tags(text: &str) -> Vec<(Cow<'static, str>, Cow<'static, str>)> {
    let tag = |tag: &str| {
        let (name, value) = tag.split_once('=').expect(tag);
        (name.to_string().into(), value.to_string().into())
    };
    text.split('|').filter(|tag| !tag.is_empty()).map(tag).collect()
}

fn shown(told: &Told) -> String {
    let tags: Vec<String> = told.tags.iter().map(|(name, value)| format!("{name}={value}")).collect();
    tags.join("|")
}

fn head<'h>(dialect: Dialect, tags: &'h [(Cow<'h, str>, Cow<'h, str>)], start: &'h Position) -> Head<'h> {
    let (place, notation, standard_start) = (Location::default(), notation::ALL[0].spec(), *start == Position::start());
    Head { place, dialect, notation, tags, section: None, odd_tags: &[], start, standard_start }
}

fn vgn(dialect: Dialect, from: &str, start: &Position, marker: Termination, how: &How) -> Told {
    let (mut told, tags) = (Told::default(), tags(from));
    to_vgn(&head(dialect, &tags, start), marker.into(), how, &mut told);
    told
}

fn pgn(from: &str, start: &Position, marker: Termination) -> Told {
    let (mut told, tags) = (Told::default(), tags(from));
    to_pgn(&head(Dialect::Vgn, &tags, start), marker, &mut told);
    told
}

const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const SP: &str = "bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq - 0 1";

fn chess960() -> Position {
    fen::read(SP.as_bytes(), Some(Rules::CHESS960)).expect("a start").0
}

#[test]
fn from_pgn_to_vgn_and_back_the_tags_are_the_same() {
    let (standard, e4, free) = (Position::start(), parse(E4).expect("a FEN"), chess960());
    let e4_tags = format!("SetUp=1|FEN={E4}");
    let sp_tags = format!("SetUp=1|FEN={SP}");
    for (start, marker, from, between) in [
        (&standard, Unknown, "", "GameFormat=VGN|MoveFormat=FCN"),
        (
            &standard,
            WhiteWins,
            "Event=?|Site=?|Date=2020.01.01|Round=-|White=A|Black=B|Result=1-0|ECO=C20|Termination=Normal",
            "GameFormat=VGN|Event=?|Site=?|Date=2020.01.01|Round=-|White=A|Black=B|Result=White wins|ECO=C20|Termination=Normal|MoveFormat=FCN",
        ),
        (
            &standard,
            WhiteWins,
            "White=A|Result=1-0|Termination=time forfeit|ECO=C20",
            "GameFormat=VGN|White=A|Result=Black ran out of time|ECO=C20|MoveFormat=FCN",
        ),
        (
            &standard,
            WhiteWins,
            "Result=1-0|ECO=C20|Termination=Black resigned",
            "GameFormat=VGN|Result=Black resigned|ECO=C20|Termination=Black resigned|MoveFormat=FCN",
        ),
        (
            &standard,
            BlackWins,
            "Result=0-1|Termination=Time forfeit|ECO=C20",
            "GameFormat=VGN|Result=White ran out of time|Termination=Time forfeit|ECO=C20|MoveFormat=FCN",
        ),
        (
            &standard,
            Draw,
            "Result=1/2-1/2|Termination=Stalemate|ECO=C20",
            "GameFormat=VGN|Result=Stalemate|Termination=Stalemate|ECO=C20|MoveFormat=FCN",
        ),
        (&standard, Draw, "Result=1/2-1/2|EndDate=x|A=b", "GameFormat=VGN|Result=Draw|EndDate=x|A=b|MoveFormat=FCN"),
        (
            &e4,
            BlackWins,
            &format!("White=A|{e4_tags}"),
            "GameFormat=VGN|White=A|SetUp=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq|MoveFormat=FCN",
        ),
        (
            &standard,
            Unknown,
            "SetUp=1|FEN=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "GameFormat=VGN|SetUp=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq|MoveFormat=FCN",
        ),
        (
            &free,
            Unknown,
            &format!("White=A|Variant=Chess960|{sp_tags}"),
            "GameFormat=VGN|White=A|Rules=N+10|SetUp=bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq|MoveFormat=FCN",
        ),
        (
            &free,
            Unknown,
            &format!("Variant=Fischerandom|White=A|{sp_tags}"),
            "GameFormat=VGN|White=A|Variant=Fischerandom|Rules=N+10|SetUp=bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq|MoveFormat=FCN",
        ),
        (
            &free,
            Unknown,
            &format!("White=A|{sp_tags}"),
            "GameFormat=VGN|White=A|Rules=N+10:Chess960, as the castling rights show|SetUp=bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq|MoveFormat=FCN",
        ),
    ] {
        let told = vgn(Dialect::Pgn, from, start, marker, &HOW);
        assert_eq!((shown(&told).as_str(), &*told.losses), (between, &[][..]), "{from}");
        let back = pgn(between, start, marker);
        let mut expected = tags(from);
        // The places that VGN gives: the roster first, EndDate next, Rules and the board last.
        expected.sort_by_key(|(name, _)| {
            let place = place(name, Dialect::Pgn);
            if place == OTHER || place > PLACES { if place == OTHER { OTHER } else { SET_UP } } else { place }
        });
        if from.contains("Termination=time forfeit|ECO") {
            // It follows the Result, wherever that is.
            let at = expected.iter().position(|(name, _)| name == "Termination").expect("it is there");
            let termination = expected.remove(at);
            expected.insert(2, termination);
        }
        if from.contains("Variant=Chess960") {
            let at = expected.len() - 2;
            let from = expected.iter().position(|(name, _)| name == "Variant").expect("it is there");
            let variant = expected.remove(from);
            expected.insert(at - 1, variant);
        }
        assert_eq!((back.tags, &*back.losses), (expected, &[][..]), "{from}");
    }
}

#[test]
fn from_vgn_to_pgn_and_back() {
    let (standard, e4, free) = (Position::start(), parse(E4).expect("a FEN"), chess960());
    for (start, marker, from, between) in [
        (
            &standard,
            WhiteWins,
            "GameFormat=VGN|White=A|Result=Black resigned|EndDate=b|ECO=c|MoveFormat=FCN",
            "White=A|Result=1-0|Termination=Black resigned|EndDate=b|ECO=c",
        ),
        (
            &e4,
            WhiteWins,
            "GameFormat=VGN|Result=White wins|SetUp=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq|MoveFormat=FCN",
            "Result=1-0|SetUp=1|FEN=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        (
            &free,
            Unknown,
            "GameFormat=VGN|Rules=N+10|SetUp=bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq|MoveFormat=FCN",
            "Variant=Chess960|SetUp=1|FEN=bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq - 0 1",
        ),
        (&standard, Unknown, "GameFormat=VGN|Rules=N:normal|Pieces=N|MoveFormat=FCN", "Rules=N:normal|Pieces=N"),
    ] {
        let told = pgn(from, start, marker);
        assert_eq!((shown(&told).as_str(), &*told.losses), (between, &[][..]), "{from}");
        let back = vgn(Dialect::Pgn, between, start, marker, &HOW);
        assert_eq!((shown(&back).as_str(), &*back.losses), (from, &[][..]), "{from}");
    }
}

#[test]
fn vgn_is_written_in_its_order_and_keeps_its_labels() {
    let standard = Position::start();
    let from = "moveformat=fcn:Friendly|B=2|A=1|gameformat=Vgn:Variable|enddate=d|Rules=N-P:no clock|Result=Draw agreed|White=w|date=x|NAGFormat=CNAG:mine";
    let told = vgn(Dialect::Vgn, from, &standard, Draw, &How { composite: true, ..HOW });
    let order = "GameFormat=VGN:Variable|Date=x|White=w|Result=Draw agreed|EndDate=d|B=2|A=1|Rules=N-P:no clock|NAGFormat=CNAG:mine|MoveFormat=FCN:Friendly";
    assert_eq!(shown(&told), order);
    let how = How { sorted: true, format: codes::move_format("BCCF").expect("a code"), ..HOW };
    let told = vgn(Dialect::Vgn, from, &standard, Draw, &how);
    assert_eq!(
        shown(&told),
        "GameFormat=VGN:Variable|Date=x|White=w|Result=Draw agreed|EndDate=d|A=1|B=2|Rules=N-P:no clock|MoveFormat=BCCF"
    );
    let told = vgn(Dialect::Vgn, "White=w", &standard, BlackWins, &how);
    assert_eq!(shown(&told), "GameFormat=VGN|White=w|Result=Black wins|MoveFormat=BCCF");
    let told = vgn(Dialect::Pgn, "White=w", &standard, BlackWins, &How { composite: true, ..HOW });
    assert_eq!(shown(&told), "GameFormat=VGN|White=w|NAGFormat=CNAG:Composite NAG|MoveFormat=FCN");
}

/// A sink that writes tags as lines, and copies those of its source.
#[derive(Default)]
struct Lines(String);

impl TagSink for Lines {
    fn tag(&mut self, name: &str, value: &str) {
        self.0 += &format!("[{name} \"{value}\"]\n");
    }
    fn copies_lines(&self) -> bool {
        true
    }
    fn lines(&mut self, lines: &str) {
        self.0 += &format!("{lines}\n");
    }
    fn lose(&mut self, kind: LossKind) {
        panic!("{}", kind.spec().id);
    }
}

#[test]
fn copied_lines_match_those_of_single_tags() {
    for from in [
        "GameFormat=VGN|Event=e|Date=x|White=w|A=b|EndDate=d",
        "GameFormat=VGN|Date=x|Date=y|A=b|A=c|White=w|White=v",
        "GameFormat=VGN|date=x|White=w",
        "GameFormat=VGN|Date=x|DATE=y|A=b|white=w",
        "GameFormat=VGN|enddate=d|a=b|date=x|EndDate=e|Date=y",
    ] {
        for dialect in [Dialect::Pgn, Dialect::Vgn] {
            let (tags, start) = (tags(from), Position::start());
            let section: Vec<String> = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]")).collect();
            let section = section.join("\n");
            let [mut one_by_one, mut copied] = [Lines::default(), Lines::default()];
            let told = head(dialect, &tags, &start);
            to_vgn(&told, Unknown.into(), &HOW, &mut one_by_one);
            to_vgn(&Head { section: Some(&section), ..told }, Unknown.into(), &HOW, &mut copied);
            assert_eq!(copied.0, one_by_one.0, "{from}");
        }
    }
}

#[test]
fn losses_of_tags() {
    let (standard, free) = (Position::start(), chess960());
    let told = vgn(Dialect::Pgn, "A=b\nc\td|setup=1|Rules=x|Pieces=N +A|MoveFormat=x", &standard, Unknown, &HOW);
    assert_eq!(shown(&told), "GameFormat=VGN|A=b c d|MoveFormat=FCN");
    assert_eq!(told.losses, [LossKind::TagText; 4]);
    let told = pgn("Result=Black resigned|Termination=Normal", &standard, WhiteWins);
    assert_eq!(
        (shown(&told).as_str(), &*told.losses),
        ("Result=1-0|Termination=Normal", &[LossKind::ResultSentence][..])
    );
    let told = pgn("Result=Black wins at last", &standard, WhiteWins);
    assert_eq!((shown(&told).as_str(), &*told.losses), ("Result=1-0", &[LossKind::ResultSentence][..]));
    let told = pgn("Rules=N+10:Freestyle|Variant=Standard", &free, Unknown);
    assert!(shown(&told).starts_with("Rules=N+10:Freestyle|Variant=Chess960|SetUp=1|FEN="));
    assert_eq!(told.losses, [LossKind::TagText]);
    let told = vgn(Dialect::Vgn, "Rules=N:mine", &free, Unknown, &HOW);
    assert!(shown(&told).contains("|Rules=N+10:mine|SetUp="));
}

#[test]
fn boards_as_fen() {
    let e4 = parse(E4).expect("a FEN");
    let told = vgn(Dialect::Pgn, "", &e4, Unknown, &How { fen: true, ..HOW });
    assert_eq!(shown(&told), format!("GameFormat=VGN|SetUp=FEN:{E4}|MoveFormat=FCN"));
    let over = "SetUp=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ##";
    let told = vgn(Dialect::Vgn, over, &e4, Draw, &HOW);
    assert_eq!(shown(&told), format!("GameFormat=VGN|{over}|MoveFormat=FCN"));
}
