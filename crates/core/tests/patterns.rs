//! The patterns of whole games against the strict readers: on the vectors, on the examples, and on games that were changed
//! at random both say the same, or there is a listed reason why they do not.

mod seed;

use regex::{Regex, RegexBuilder};
use scoresheet_core::error::Code;
use scoresheet_core::game::{self, GameFormat, Games};
use scoresheet_core::pattern::DEPTH;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::step::{Sink, Step, Termination};
use seed::Seed;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a reader finds wrong with texts of the right shape, because it knows the rules of chess, counts or compares. All
/// other codes are about shapes, and no text with one of these may match.
const BEYOND_PATTERNS: &[(Code, &str)] = &[
    (Code::MoveIllegal, "the rules forbid the move"),
    (Code::MoveAmbiguous, "more than one piece could make the move"),
    (Code::CheckSign, "whether a move gives check, the board says"),
    (Code::CaptureSign, "whether a move captures, the board says"),
    (Code::Overspecified, "how much of the origin is needed, the board says"),
    (Code::LowerCase, "`bxc3` is a bishop's move where no pawn can make it"),
    (Code::CastlingSpelling, "`Kg1` is castling where the king cannot step there"),
    (Code::LongForm, "`b1c3` has the shape of a pawn's capture"),
    (Code::MoveNumber, "which number the next move has, the moves before it say"),
    (Code::ResultMismatch, "the Result tag is not compared with the marker"),
    (Code::TagRepeated, "names of tags are not compared"),
    (Code::FenSyntax, "the FEN tag holds any text, and the squares of a rank are not counted"),
    (Code::FenKings, "the board of the FEN tag is not looked at"),
    (Code::FenOpponentInCheck, "the board of the FEN tag is not looked at"),
    (Code::FenPawnRank, "the board of the FEN tag is not looked at"),
    (Code::FenTooMany, "the board of the FEN tag is not looked at"),
    (Code::FenCounter, "the counters of the FEN tag are not looked at"),
    (Code::FenCounters, "the counters of the FEN tag are not looked at"),
    (Code::FenCastling, "the board of the FEN tag is not looked at"),
    (Code::FenEnPassant, "the board of the FEN tag is not looked at"),
    (Code::Chess960Assumed, "the board of the FEN tag is not looked at"),
    (Code::VariantUnsupported, "the values of tags are not looked at"),
];

/// Why a pattern does not match what a reader takes.
const NOT_MATCHED: [&str; 3] = [
    "variations nest deeper than the pattern has levels",
    "`0-0` is a result where the tags say so",
    "a byte order mark is white space, and matched only behind other white space",
];
/// Why a pattern matches where a reader finds two games.
const SECOND_SECTION: &str = "behind an empty line, a tag with the name of the first one starts another game";

/// What the strict reader says of a text.
#[derive(Default)]
struct Verdict {
    games: u64,
    codes: Vec<Code>,
    depth: u32,
    deepest: u32,
    both_lose: bool,
}

impl Sink for Verdict {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Open => self.depth += 1,
            Step::Close => self.depth = self.depth.saturating_sub(1),
            Step::Termination(Termination::BothLose) => self.both_lose = true,
            _ => {}
        }
        self.deepest = self.deepest.max(self.depth);
    }
}

impl Verdict {
    fn of(format: &'static dyn GameFormat, text: &[u8]) -> Verdict {
        let settings = Settings { strict: true, ..Settings::default() };
        let (mut verdict, mut record) = (Verdict::default(), Record::new());
        let mut games = Games::of(format, text, &settings);
        while games.next(&mut record, &mut verdict) {
            verdict.games += 1;
        }
        verdict.codes = games.tally().codes().map(|(code, _)| code).collect();
        verdict
    }

    fn is_game(&self) -> bool {
        self.games == 1 && self.codes.is_empty()
    }

    /// Why the pattern says otherwise; `None` where there is no reason.
    fn reason(&self, text: &str) -> Option<&'static str> {
        if self.is_game() {
            let reasons = [self.deepest > DEPTH, self.both_lose, text.contains('\u{feff}')];
            return reasons.iter().position(|holds| *holds).map(|at| NOT_MATCHED[at]);
        }
        if self.games == 2 && opens_second_section(text) {
            return Some(SECOND_SECTION);
        }
        let known = |code: &Code| BEYOND_PATTERNS.iter().find(|(known, _)| known == code).map(|(_, reason)| *reason);
        (self.games == 1).then(|| self.codes.iter().map(known).collect::<Option<Vec<_>>>())??.first().copied()
    }
}

/// Whether a tag section has, behind an empty line, a tag with the name of its first one.
fn opens_second_section(text: &str) -> bool {
    let name = |line: &str| line.trim_start_matches(['[', ' ', '\t']).split([' ', '\t', '"']).next().map(str::to_owned);
    let lines: Vec<&str> = text.split(['\n', '\r']).collect();
    let first = lines.iter().find(|line| line.trim().starts_with('[')).and_then(|line| name(line.trim()));
    let again =
        |pair: &[&str]| pair[0].trim().is_empty() && pair[1].trim().starts_with('[') && name(pair[1].trim()) == first;
    lines.windows(2).any(again)
}

/// The pattern of a format, to match a whole text.
fn pattern(format: &'static dyn GameFormat) -> Option<Regex> {
    let pattern = (format.spec().pattern?)();
    let whole = format!(r"\A(?:{})\z", pattern.text);
    Some(RegexBuilder::new(&whole).dfa_size_limit(64 << 20).build().expect("the pattern is one"))
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The texts of all files of a format among the vectors and the examples.
fn texts(id: &str) -> Vec<Vec<u8>> {
    let folders = [format!("vectors/game/{id}/good"), format!("vectors/game/{id}/bad"), "examples".into()];
    let entries = folders.iter().filter_map(|name| std::fs::read_dir(folder(name)).ok()).flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == id));
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a file")).collect()
}

/// The games of these texts, each by itself.
fn games_of(format: &'static dyn GameFormat, texts: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let settings = Settings::default();
    let mut found = Vec::new();
    for text in texts {
        let (mut games, mut record) = (Games::of(format, text, &settings), Record::new());
        while games.next(&mut record, &mut ()) {
            found.push(record.text.to_vec());
        }
    }
    found
}

/// What is put into games, besides single bytes.
const TOKENS: &[&str] = &[
    " ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\n\n",
    " e4 ",
    "Nf3",
    "O-O",
    "exd5",
    "e8=Q+",
    "0-0",
    "--",
    "Z0",
    " 1-0 ",
    "1-0",
    "0-1\n",
    "1/2-1/2",
    "*",
    "½-½",
    "1.",
    "1. ",
    "12",
    "3...",
    "1. ... ",
    "2.5 ",
    "2.5",
    "$1",
    "$255",
    "$256 ",
    "$5.1.2",
    "$",
    "!",
    "??",
    "!?",
    "=",
    "+-",
    "-+",
    "+/=",
    "=/+",
    "±",
    "□",
    "∞",
    "+",
    "#",
    "++",
    "{",
    "}",
    "{a comment}",
    "{}",
    "{\n\n[Event \"x\"]}",
    "{a\n\n\n[b c]\n}",
    "; rest of line\n",
    "\n% escaped\n",
    "%",
    "(",
    ")",
    "()",
    "(1. d4 d5)",
    "(d4 (c4 (f4 (h4))))",
    "( {c} e5 $1 )",
    "(*)",
    "<",
    ">",
    "[Event \"a\"]\n",
    "[White \"b\\\"\\\\c\"]\n",
    "[X \"\"]",
    "[Result \"0-0\"]",
    "\n\n[Event \"b\"]\n",
    "[A-b \"c\"]\n",
    "[Foo\"x\"]",
    "[ Foo \"x\" ]\n",
    "[Foo \"a\"b\"]\n",
    "[Foo \"a]\n",
    "\u{feff}",
    "\n\n",
    ". ",
    "...",
    "e.p.",
    "ep",
    "é",
    "\0",
    "½",
];
const BYTES: &[u8] = b"[]\"\\{}();%$*<>!?. \n\n\r\t1234567890abcdefghNBRQKOx=+#-/AZ";

/// A game with up to three changes.
fn changed(game: &[u8], others: &[Vec<u8>], seed: &mut Seed) -> Vec<u8> {
    let mut text = game.to_vec();
    for _ in 0..=seed.below(3) {
        let at = seed.below(text.len() + 1);
        let end = (at + seed.below(12)).min(text.len());
        match seed.below(10) {
            0 if at < text.len() => text[at] = *seed.pick(BYTES),
            1 => text.insert(at, *seed.pick(BYTES)),
            2 => drop(text.drain(at..end)),
            3 => {
                let again = text[at..end].to_vec();
                text.splice(end..end, again);
            }
            4 => {
                let (token, end) = (seed.pick(TOKENS).as_bytes(), text.len());
                let at = text[at..].iter().position(|byte| byte.is_ascii_whitespace()).map_or(end, |space| at + space);
                text.splice(at..at, token.iter().copied());
            }
            5 => swap_words(&mut text, seed),
            6 => text = nested(&text, at, end),
            7 => {
                let other = seed.pick(others);
                let from = seed.below(other.len() + 1);
                let until = (from + seed.below(40)).min(other.len());
                text.splice(at..end, other[from..until].iter().copied());
            }
            8 => {
                let end = *seed.pick(&["\r\n", "\r", "\n\n", " ", "\n "][..]);
                text = String::from_utf8_lossy(&text).replace('\n', end).into_bytes();
            }
            _ => drop(text.splice(at..at, seed.pick(TOKENS).bytes())),
        }
    }
    text
}

/// Two words change their places.
fn swap_words(text: &mut Vec<u8>, seed: &mut Seed) {
    let mut words: Vec<Vec<u8>> = text.split(|byte| *byte == b' ').map(<[u8]>::to_vec).collect();
    let (one, other) = (seed.below(words.len()), seed.below(words.len()));
    words.swap(one, other);
    *text = words.join(&b' ');
}

/// The text with brackets around a part of it.
fn nested(text: &[u8], at: usize, end: usize) -> Vec<u8> {
    [&text[..at], b" (", &text[at..end], b") ", &text[end..]].concat()
}

/// Counts for a format: what both take, what both refuse, and by reason where they differ.
#[derive(Debug, Default)]
struct Counts {
    taken: u64,
    refused: u64,
    reasons: BTreeMap<&'static str, u64>,
    unexplained: Vec<String>,
}

impl Counts {
    fn compare(&mut self, format: &'static dyn GameFormat, pattern: &Regex, text: &[u8]) {
        let verdict = Verdict::of(format, text);
        let readable = std::str::from_utf8(text);
        let matches = readable.is_ok_and(|text| pattern.is_match(text));
        match (verdict.is_game(), matches) {
            (true, true) => self.taken += 1,
            (false, false) => self.refused += 1,
            _ => match verdict.reason(readable.unwrap_or_default()) {
                Some(reason) => *self.reasons.entry(reason).or_default() += 1,
                None if text.len() < 500 && self.unexplained.len() < 20 || self.unexplained.is_empty() => {
                    self.unexplained.push(format!(
                        "{}: matches {matches}, {} games, {:?}: {:?}",
                        format.spec().id,
                        verdict.games,
                        verdict.codes,
                        String::from_utf8_lossy(text)
                    ))
                }
                None => {}
            },
        }
    }
}

fn with_patterns() -> impl Iterator<Item = (&'static dyn GameFormat, Regex)> {
    game::ALL.iter().filter_map(|format| Some((*format, pattern(*format)?)))
}

#[test]
fn vectors_and_examples_have_the_same_verdict() {
    for (format, pattern) in with_patterns() {
        let texts = texts(format.spec().id);
        let mut counts = Counts::default();
        for text in texts.iter().chain(&games_of(format, &texts)) {
            counts.compare(format, &pattern, text);
        }
        assert_eq!(counts.unexplained, Vec::<String>::new());
        assert!(counts.taken > 0 && counts.refused > 0, "{}: {counts:?}", format.spec().id);
    }
}

#[test]
fn changed_games_have_the_same_verdict() {
    let mut seed = Seed(20);
    for (format, pattern) in with_patterns() {
        let mut games = games_of(format, &texts(format.spec().id));
        games.retain(|game| game.len() < 3000);
        games.sort_by_key(Vec::len);
        let mut counts = Counts::default();
        for _ in 0..100_000 {
            // Short games more often: in them a change does something new.
            let most = seed.below(games.len()) + 1;
            let game = seed.below(most);
            let text = changed(&games[game], &games, &mut seed);
            counts.compare(format, &pattern, &text);
        }
        println!("{}: {} taken, {} refused, {:?}", format.spec().id, counts.taken, counts.refused, counts.reasons);
        assert_eq!(counts.unexplained, Vec::<String>::new(), "{:?}", counts.reasons);
        assert!(counts.taken > 5_000 && counts.refused > 5_000, "{}: {counts:?}", format.spec().id);
    }
}
