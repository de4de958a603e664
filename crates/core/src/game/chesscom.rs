//! Exports of chess.com: an object with the games of a month, or objects of single games, each with its text of PGN.

use super::exports::{EXPORT, ExportFormat, ExportMap, ExportObject, export_members, members_of_head};
use super::format::FormatSpec;
use super::json_frame::ObjectFrame;
use crate::json::ValueKind;
use crate::position::fen;
use crate::rules::{self, Position};
use alloc::string::String;

/// The format's entry in the registry.
pub(super) static CHESSCOM: ExportFormat = ExportFormat {
    spec: &FormatSpec {
        id: "chesscom",
        title: "Export of chess.com",
        source: "Chess.com Published-Data API: the games of a month",
        extensions: &["json", "ndjson", "jsonl"],
        ..EXPORT
    },
    frame: &FRAME,
    map: &ExportMap { namespace: "chesscom", paths: PATHS, pgn: PGN, words: None, tags, clocks: None, analysis: None },
    detects,
};

static FRAME: ObjectFrame =
    ObjectFrame { first_keys: &[b"\"url\"", b"\"pgn\"", b"\"uuid\""], identity: None, wrapper: Some(b"\"games\"") };

export_members! {
    URL 0 "url";
    PGN 1 "pgn";
    TIME_CONTROL 2 "time_control";
    TIME_CLASS 3 "time_class";
    RULES 4 "rules";
    UUID 5 "uuid";
    ECO 6 "eco";
    TOURNAMENT 7 "tournament";
    MATCH 8 "match";
    FEN 9 "fen";
    INITIAL_SETUP 10 "initial_setup";
    WHITE_NAME 11 "white.username";
    WHITE_RATING 12 "white.rating";
    WHITE_RESULT 13 "white.result";
    BLACK_NAME 14 "black.username";
    BLACK_RATING 15 "black.rating";
    BLACK_RESULT 16 "black.result";
    WHITE_ACCURACY 17 "accuracies.white";
    BLACK_ACCURACY 18 "accuracies.black";
}

/// The members by which an export is recognized.
const TELLING: [(&str, ValueKind); 9] = [
    ("url", ValueKind::String),
    ("pgn", ValueKind::String),
    ("time_control", ValueKind::String),
    ("time_class", ValueKind::String),
    ("rules", ValueKind::String),
    ("uuid", ValueKind::String),
    ("end_time", ValueKind::Number),
    ("white", ValueKind::Object),
    ("black", ValueKind::Object),
];

fn detects(head: &[u8]) -> bool {
    let games = FRAME.start(head, 0);
    let is_wrapped = FRAME.wraps(head);
    match head.get(games) {
        Some(b'{') => members_of_head(head, Some(games), &TELLING) >= if is_wrapped { 1 } else { 2 },
        // A month without games.
        None => is_wrapped,
        Some(_) => false,
    }
}

/// Adds the tags that the text of PGN may lack.
fn tags(game: &mut ExportObject<'_>) {
    game.text_tags(&[("White", WHITE_NAME), ("Black", BLACK_NAME)]);
    result(game);
    game.number_tags(&[("WhiteElo", WHITE_RATING), ("BlackElo", BLACK_RATING)]);
    game.text_tags(&[("TimeControl", TIME_CONTROL), ("Link", URL)]);
    game.number_tags(&[("WhiteAccuracy", WHITE_ACCURACY), ("BlackAccuracy", BLACK_ACCURACY)]);
    game.text_tags(&[
        ("TimeClass", TIME_CLASS),
        ("UUID", UUID),
        ("ECOUrl", ECO),
        ("Tournament", TOURNAMENT),
        ("Match", MATCH),
        ("WhiteResult", WHITE_RESULT),
        ("BlackResult", BLACK_RESULT),
        ("CurrentPosition", FEN),
    ]);
    match game.string(RULES).as_deref() {
        None => {}
        Some(b"chess") => game.tell(RULES),
        Some(name) => {
            let name = String::from_utf8_lossy(name);
            let title =
                rules::find(&name).map_or_else(|| name.clone().into_owned(), |rules| rules.title().into_owned());
            game.tag("Variant", title.into_bytes(), &[RULES]);
        }
    }
    if let Some(setup) = game.string(INITIAL_SETUP) {
        let usual = fen::write(&Position::start(), fen::Style::default());
        if setup.is_empty() || *setup == *usual.as_bytes() {
            game.tell(INITIAL_SETUP);
        } else {
            game.tag("FEN", setup, &[INITIAL_SETUP]);
            game.tag("SetUp", &b"1"[..], &[INITIAL_SETUP]);
        }
    }
}

/// The result, from the results of both players.
fn result(game: &mut ExportObject<'_>) {
    let (white, black) = (game.string(WHITE_RESULT), game.string(BLACK_RESULT));
    let result = match (white.as_deref(), black.as_deref()) {
        (Some(b"win"), _) => "1-0",
        (_, Some(b"win")) => "0-1",
        (
            Some(b"agreed" | b"repetition" | b"stalemate" | b"insufficient" | b"50move" | b"timevsinsufficient"),
            Some(_),
        ) => "1/2-1/2",
        _ => return,
    };
    game.tag("Result", result.as_bytes(), &[WHITE_RESULT, BLACK_RESULT]);
}
