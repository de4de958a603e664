//! Exports of lichess.org: a JSON object for each game, one per line, in an array or alone.

use super::exports::{EXPORT, ExportFormat, ExportMap, ExportObject, export_members, members_of_head};
use super::format::FormatSpec;
use super::json_frame::ObjectFrame;
use crate::date::{DAY, Date};
use crate::json::ValueKind;
use crate::rules;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The format's entry in the registry.
pub(super) static LICHESS: ExportFormat = ExportFormat {
    spec: &FormatSpec {
        id: "lichess",
        title: "Export of lichess.org",
        source: "Lichess API: games as JSON or NDJSON",
        extensions: &["ndjson", "jsonl", "json"],
        media: "application/x-ndjson",
        ..EXPORT
    },
    frame: &ObjectFrame { first_keys: &[b"\"id\""], identity: None, wrapper: None },
    map: &ExportMap {
        namespace: "lichess",
        paths: PATHS,
        pgn: PGN,
        words: Some(MOVES),
        tags,
        clocks: Some(CLOCKS),
        analysis: Some(ANALYSIS),
    },
    detects,
};

export_members! {
    ID 0 "id";
    RATED 1 "rated";
    VARIANT 2 "variant";
    SPEED 3 "speed";
    PERF 4 "perf";
    CREATED_AT 5 "createdAt";
    STATUS 6 "status";
    WINNER 7 "winner";
    WHITE_NAME 8 "players.white.user.name";
    WHITE_TITLE 9 "players.white.user.title";
    WHITE_ID 10 "players.white.user.id";
    WHITE_OTHER_NAME 11 "players.white.name";
    WHITE_LEVEL 12 "players.white.aiLevel";
    WHITE_RATING 13 "players.white.rating";
    WHITE_DIFF 14 "players.white.ratingDiff";
    WHITE_BERSERK 15 "players.white.berserk";
    WHITE_TEAM 16 "players.white.team";
    WHITE_ACCURACY 17 "players.white.analysis.accuracy";
    WHITE_ACPL 18 "players.white.analysis.acpl";
    BLACK_NAME 19 "players.black.user.name";
    BLACK_TITLE 20 "players.black.user.title";
    BLACK_ID 21 "players.black.user.id";
    BLACK_OTHER_NAME 22 "players.black.name";
    BLACK_LEVEL 23 "players.black.aiLevel";
    BLACK_RATING 24 "players.black.rating";
    BLACK_DIFF 25 "players.black.ratingDiff";
    BLACK_BERSERK 26 "players.black.berserk";
    BLACK_TEAM 27 "players.black.team";
    BLACK_ACCURACY 28 "players.black.analysis.accuracy";
    BLACK_ACPL 29 "players.black.analysis.acpl";
    INITIAL_FEN 30 "initialFen";
    ECO 31 "opening.eco";
    OPENING 32 "opening.name";
    MOVES 33 "moves";
    PGN 34 "pgn";
    DAYS 35 "daysPerTurn";
    ANALYSIS 36 "analysis";
    TOURNAMENT 37 "tournament";
    SWISS 38 "swiss";
    ARENA_ID 39 "arenaTour.id";
    ARENA_NAME 40 "arenaTour.name";
    SWISS_ID 41 "swissTour.id";
    INITIAL 42 "clock.initial";
    INCREMENT 43 "clock.increment";
    TOTAL 44 "clock.totalTime";
    CLOCKS 45 "clocks";
}

/// The members by which an export is recognized: an id, and some of the others that each game has.
const TELLING: [(&str, ValueKind); 8] = [
    ("rated", ValueKind::True),
    ("rated", ValueKind::False),
    ("variant", ValueKind::String),
    ("speed", ValueKind::String),
    ("perf", ValueKind::String),
    ("createdAt", ValueKind::Number),
    ("lastMoveAt", ValueKind::Number),
    ("players", ValueKind::Object),
];

fn detects(head: &[u8]) -> bool {
    members_of_head(head, None, &[("id", ValueKind::String)]) > 0 && members_of_head(head, None, &TELLING) >= 3
}

/// The members and the tags of one player.
struct PlayerMembers {
    name: usize,
    other_name: usize,
    level: usize,
    id: usize,
    diff: usize,
    berserk: usize,
    texts: [(&'static str, usize); 2],
    numbers: [(&'static str, usize); 3],
    tags: [&'static str; 3],
}

const WHITE: PlayerMembers = PlayerMembers {
    name: WHITE_NAME,
    other_name: WHITE_OTHER_NAME,
    level: WHITE_LEVEL,
    id: WHITE_ID,
    diff: WHITE_DIFF,
    berserk: WHITE_BERSERK,
    texts: [("WhiteTitle", WHITE_TITLE), ("WhiteTeam", WHITE_TEAM)],
    numbers: [("WhiteElo", WHITE_RATING), ("WhiteAccuracy", WHITE_ACCURACY), ("WhiteACPL", WHITE_ACPL)],
    tags: ["White", "WhiteRatingDiff", "WhiteBerserk"],
};

const BLACK: PlayerMembers = PlayerMembers {
    name: BLACK_NAME,
    other_name: BLACK_OTHER_NAME,
    level: BLACK_LEVEL,
    id: BLACK_ID,
    diff: BLACK_DIFF,
    berserk: BLACK_BERSERK,
    texts: [("BlackTitle", BLACK_TITLE), ("BlackTeam", BLACK_TEAM)],
    numbers: [("BlackElo", BLACK_RATING), ("BlackAccuracy", BLACK_ACCURACY), ("BlackACPL", BLACK_ACPL)],
    tags: ["Black", "BlackRatingDiff", "BlackBerserk"],
};

/// Adds the tags of a game, in the order of the site's own PGN.
fn tags(game: &mut ExportObject<'_>) {
    let variant = game.string(VARIANT).map(|variant| variant_title(&variant));
    event(game, variant.as_deref());
    if let Some(id) = game.string(ID) {
        game.tag("Site", [b"https://lichess.org/", &*id].concat(), &[ID]);
    }
    let created = game.integer(CREATED_AT).and_then(|millis| {
        let micros = millis.checked_mul(1000)?;
        let day = Date::from_days(micros.div_euclid(DAY))?.dotted();
        let seconds = micros.rem_euclid(DAY) / 1_000_000;
        Some((day, format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)))
    });
    if let Some((day, _)) = &created {
        game.tag("Date", day.clone().into_bytes(), &[CREATED_AT]);
    }
    for player in [&WHITE, &BLACK] {
        name(game, player);
    }
    result(game);
    game.text_tags(&[("GameId", ID)]);
    if let Some((day, time)) = created {
        game.tag("UTCDate", day.into_bytes(), &[CREATED_AT]);
        game.tag("UTCTime", time.into_bytes(), &[CREATED_AT]);
    }
    for player in [&WHITE, &BLACK] {
        about(game, player);
    }
    if let Some(variant) = variant {
        game.tag("Variant", variant.into_bytes(), &[VARIANT]);
    }
    time_control(game);
    game.text_tags(&[("ECO", ECO), ("Opening", OPENING)]);
    match game.string(INITIAL_FEN) {
        Some(fen) if &*fen == b"startpos" => game.tell(INITIAL_FEN),
        Some(fen) => {
            game.tag("FEN", fen, &[INITIAL_FEN]);
            game.tag("SetUp", &b"1"[..], &[INITIAL_FEN]);
        }
        None => {}
    }
    termination(game);
}

/// The name of a variant in tags.
fn variant_title(key: &[u8]) -> String {
    let key = String::from_utf8_lossy(key);
    match rules::find(&key) {
        _ if key == "fromPosition" => String::from("From Position"),
        Some(rules) => rules.title().into_owned(),
        None => key.into_owned(),
    }
}

/// `Rated Blitz game`, and the same of tournaments with their address, or the name of the tournament.
fn event(game: &mut ExportObject<'_>, variant: Option<&str>) {
    if let Some(name) = game.string(ARENA_NAME) {
        return game.tag("Event", name, &[ARENA_NAME]);
    }
    let (rated, speed) = (game.flag(RATED), game.string(SPEED));
    let is_chess = matches!(variant, None | Some("Standard" | "From Position"));
    let kind = match (variant.filter(|_| !is_chess), &speed) {
        (Some(variant), _) => String::from(variant),
        (None, Some(speed)) => capitalized(&String::from_utf8_lossy(speed)),
        (None, None) => return,
    };
    let rating = match rated {
        Some(true) => "Rated ",
        Some(false) => "Casual ",
        None => "",
    };
    let mut sources = Vec::from([RATED]);
    if is_chess {
        sources.push(SPEED);
    }
    let tournament = [TOURNAMENT, ARENA_ID].into_iter().find_map(|member| Some((member, game.string(member)?)));
    let swiss = [SWISS, SWISS_ID].into_iter().find_map(|member| Some((member, game.string(member)?)));
    let event = match (tournament, swiss) {
        (Some((member, id)), _) => {
            sources.push(member);
            format!("{rating}{kind} tournament https://lichess.org/tournament/{}", String::from_utf8_lossy(&id))
        }
        (None, Some((member, id))) => {
            sources.push(member);
            sources.retain(|source| *source != RATED);
            format!("{kind} swiss https://lichess.org/swiss/{}", String::from_utf8_lossy(&id))
        }
        (None, None) => format!("{rating}{kind} game"),
    };
    game.tag("Event", event.into_bytes(), &sources);
}

/// A word with a capital letter: `UltraBullet`.
fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The name of a player, or of the program with its level.
fn name(game: &mut ExportObject<'_>, player: &PlayerMembers) {
    let tag = player.tags[0];
    if let Some(name) = game.string(player.name) {
        // The id of a user is the name in lower case.
        if game.string(player.id).is_some_and(|id| id.eq_ignore_ascii_case(&name)) {
            game.tell(player.id);
        }
        game.tag(tag, name, &[player.name]);
    } else if let Some(level) = game.number(player.level) {
        game.tag(tag, [b"lichess AI level ", level].concat(), &[player.level]);
    } else if let Some(name) = game.string(player.other_name) {
        game.tag(tag, name, &[player.other_name]);
    }
}

/// What else is said about a player.
fn about(game: &mut ExportObject<'_>, player: &PlayerMembers) {
    game.number_tags(&player.numbers);
    game.text_tags(&player.texts);
    if let Some(diff) = game.integer(player.diff) {
        game.tag(player.tags[1], format!("{diff:+}").into_bytes(), &[player.diff]);
    }
    if let Some(berserk) = game.flag(player.berserk) {
        let value: &[u8] = if berserk { b"true" } else { b"false" };
        game.tag(player.tags[2], value, &[player.berserk]);
    }
}

/// The result: the winner's, or the meaning of the status if there is no winner.
fn result(game: &mut ExportObject<'_>) {
    let (winner, status) = (game.string(WINNER), game.string(STATUS));
    let result = match (winner.as_deref(), status.as_deref()) {
        (Some(b"white"), _) => "1-0",
        (Some(b"black"), _) => "0-1",
        (
            None,
            Some(b"draw" | b"stalemate" | b"insufficientMaterialClaim" | b"outoftime" | b"timeout" | b"variantEnd"),
        ) => "1/2-1/2",
        (None, Some(_)) => "*",
        (None, None) => return,
        (Some(_), _) => return game.refuse_member(WINNER),
    };
    // Only for a draw, the status has no more information than the result.
    let source = match status.as_deref() {
        _ if winner.is_some() => Some(WINNER),
        Some(b"draw") => Some(STATUS),
        _ => None,
    };
    game.tag("Result", result.as_bytes(), source.as_slice());
}

/// Why the game ended.
fn termination(game: &mut ExportObject<'_>) {
    let Some(status) = game.string(STATUS) else { return };
    if let Some(termination) = termination_of(&status) {
        game.tag("Termination", Cow::Borrowed(termination), &[]);
    }
}

/// The Termination tag that a status means, as the site's own PGN has it.
pub(super) fn termination_of(status: &[u8]) -> Option<&'static [u8]> {
    match status {
        b"mate" | b"resign" | b"stalemate" | b"draw" | b"insufficientMaterialClaim" | b"variantEnd" => Some(b"Normal"),
        b"outoftime" | b"timeout" => Some(b"Time forfeit"),
        b"aborted" | b"noStart" => Some(b"Abandoned"),
        b"cheat" => Some(b"Rules infraction"),
        b"created" | b"started" => Some(b"Unterminated"),
        b"unknownFinish" => Some(b"Unknown"),
        _ => None,
    }
}

/// `300+3`, and `1/259200` for a move in three days.
fn time_control(game: &mut ExportObject<'_>) {
    /// The moves by which the site estimates the length of a game.
    const ESTIMATED_MOVES: i64 = 40;
    const DAY_SECONDS: i64 = 86_400;
    if let (Some(initial), Some(increment)) = (game.integer(INITIAL), game.integer(INCREMENT)) {
        game.tag("TimeControl", format!("{initial}+{increment}").into_bytes(), &[INITIAL, INCREMENT]);
        let total = increment.checked_mul(ESTIMATED_MOVES).and_then(|added| initial.checked_add(added));
        if game.integer(TOTAL) == total {
            game.tell(TOTAL);
        }
    } else if let Some(seconds) = game.integer(DAYS).and_then(|days| days.checked_mul(DAY_SECONDS)) {
        game.tag("TimeControl", format!("1/{seconds}").into_bytes(), &[DAYS]);
    }
    if game.string(PERF).is_some_and(|perf| game.string(SPEED) == Some(perf)) {
        game.tell(PERF);
    }
}
