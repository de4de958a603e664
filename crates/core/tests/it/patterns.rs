//! The patterns of whole games against the strict readers: on the vectors, on the examples, and on games that were changed
//! at random both say the same, or there is a listed reason why they do not.

use crate::seed::Seed;
use regex::{Regex, RegexBuilder};
use scoresheet_core::error::Code;
use scoresheet_core::game::{self, AnyGames, GameFormat, NamedOptions, WriteOptions};
use scoresheet_core::pattern::DEPTH;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::step::{Dialect, Sink, Step, Termination};
use scoresheet_core::write::Filter;
use std::collections::{BTreeMap, BTreeSet};
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
    (Code::ResultDiffers, "how the game ends on the board, the board says"),
    (Code::TagRepeated, "names of tags are not compared"),
    (Code::FenSyntax, "the FEN tag holds any text, and the squares of a rank are not counted"),
    (Code::FenKings, "the board of the FEN tag is not looked at"),
    (Code::FenOpponentInCheck, "the board of the FEN tag is not looked at"),
    (Code::FenPawnRank, "the board of the FEN tag is not looked at"),
    (Code::FenTooMany, "the board of the FEN tag is not looked at"),
    (Code::FenHand, "the FEN tag holds any text"),
    (Code::FenChecks, "the FEN tag holds any text"),
    (Code::FenEmpty, "the board of the FEN tag is not looked at"),
    (Code::FenRace, "the board of the FEN tag is not looked at"),
    (Code::FenHandForm, "the FEN tag holds any text"),
    (Code::FenChecksForm, "the FEN tag holds any text"),
    (Code::FenPromoted, "the FEN tag holds any text"),
    (Code::FenStart, "the board of the FEN tag is not looked at"),
    (Code::RulesAssumed, "the board of the FEN tag is not looked at"),
    (Code::TagDiffers, "the values of tags are not looked at"),
    (Code::FenCounter, "the counters of the FEN tag are not looked at"),
    (Code::FenCounters, "the counters of the FEN tag are not looked at"),
    (Code::FenCastling, "the board of the FEN tag is not looked at"),
    (Code::FenEnPassant, "the board of the FEN tag is not looked at"),
    (Code::Chess960Assumed, "the board of the FEN tag is not looked at"),
    (Code::VariantUnsupported, "the values of tags are not looked at"),
    (Code::EpdSyntax, RANKS),
    (Code::TagCase, "names of tags in another case are not told apart"),
    (Code::ColumnsMissing, "which columns a row has, its header says"),
    (Code::EnPassantMark, "whether a capture is one en passant, the board says"),
    (Code::Stray, "whether a number without dots is that of the next move is not counted"),
    (Code::NumericMove, "whether a number without dots is that of the next move is not counted"),
    (Code::CommentMisplaced, "whose move comes next, the moves before it say"),
    (Code::VariationMisplaced, "whose move comes next, the moves before it say"),
    (Code::NagComposite, "whether a tag announces composite NAGs is not asked"),
    (Code::IllegalMove, "the rules forbid the move, which its notation can say"),
    (Code::EndMarks, "what end marks claim is not held against the board"),
    (Code::RowFields, "what a row says besides its board is not held against the moves"),
    (Code::RowRepeated, "which board a game starts from is not known"),
    (Code::SetupFlag, "the values of tags are not looked at"),
    (Code::SetupFen, "the values of tags are not looked at"),
    (Code::SetupOver, "the values of tags are not looked at"),
    (Code::SetupUnsupported, "the values of tags are not looked at"),
    (Code::SfenSyntax, "the values of tags are not looked at"),
    (Code::SfenBlanks, "the values of tags are not looked at"),
    (Code::BcfenLength, "the values of tags are not looked at"),
    (Code::PositionIllegal, "the values of tags are not looked at"),
    (Code::RulesSyntax, "the values of tags are not looked at"),
    (Code::RulesUnknown, "the values of tags are not looked at"),
    (Code::PiecesSyntax, "the values of tags are not looked at"),
    (Code::PiecesUnsupported, "the values of tags are not looked at"),
    (Code::EpdOperand, OPERANDS),
];

/// Boards may be moves, and their ranks are not counted either.
const RANKS: &str = "the squares of a rank are not counted";

/// What is not a null move by its text alone.
const NULL: &str = "a row that repeats its board is a null move, and so is UCI's `0000` among moves of SAN";

/// Moves in operands of EPD are read like any others, and are words to a pattern.
const OPERANDS: &str = "what the operands of an opcode are is not looked at";
const OF_OPERANDS: &[Code] = &[
    Code::Null,
    Code::PromotionSpelling,
    Code::CapturedPiece,
    Code::PawnLetter,
    Code::Underspecified,
    Code::Figurine,
    Code::EnPassantSuffix,
];

/// Why a pattern does not match what a reader takes.
const NOT_MATCHED: [&str; 10] = [
    "a variation of VGN may come before the move that it replaces, if its number shows it",
    "variations nest deeper than the pattern has levels",
    "`0-0` is a result where the tags say so",
    "a byte order mark is white space, and matched only behind other white space",
    "a game of PGN in a file of VGN has a pattern of its own",
    "moves in bytes have no pattern",
    "a variation of VGN that holds comments and no move",
    "a comment behind the marker of a game of VGN belongs to the next game",
    "a line of comment behind the board is none",
    "a counter of a board of VGN may be `?`",
];
/// Why no pattern matches what is not UTF-8, which some readers take without a word.
const NOT_TEXT: &str = "bytes that are not UTF-8 are no text";
/// Why a pattern matches a text in which a reader finds more than one game.
const SECOND_SECTION: &str = "behind an empty line, a tag with the name of an earlier one starts another game";
const RESTART: &str = "at the start of a line, move number 1 starts another game";
/// A mark without width in the name of a tag.
const SPACE: &str = "a mark without width is a character of a name like any other";

/// The strict reader's verdict on a text.
#[derive(Default)]
pub(crate) struct Verdict {
    pub(crate) games: u64,
    pub(crate) codes: Vec<Code>,
    depth: u32,
    deepest: u32,
    both_lose: bool,
    /// Whether a game is one of PGN, and whether its moves are bytes.
    pgn: bool,
    binary: bool,
    /// For each open variation whether a move is in it; and whether one closed without.
    moves: Vec<bool>,
    bare: bool,
}

impl Sink for Verdict {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Head(head) => {
                self.pgn |= head.dialect == Dialect::Pgn;
                self.binary |= head.notation.binary;
            }
            Step::Open => {
                self.depth += 1;
                self.moves.push(false);
            }
            Step::Move { .. } => {
                if let Some(moves) = self.moves.last_mut() {
                    *moves = true;
                }
            }
            Step::Close => {
                self.depth = self.depth.saturating_sub(1);
                self.bare |= self.moves.pop() == Some(false);
            }
            Step::Termination(Termination::BothLose) => self.both_lose = true,
            _ => {}
        }
        self.deepest = self.deepest.max(self.depth);
    }
}

impl Verdict {
    pub(crate) fn of(format: &'static dyn GameFormat, text: &[u8]) -> Verdict {
        let settings = Settings { strict: true, ..Settings::default() };
        let (mut verdict, mut record) = (Verdict::default(), Record::new());
        // A row has no meaning without the names of its columns.
        let text = [&format.header(&WriteOptions::default()), text].concat();
        let mut games = AnyGames::of(format, &text, &settings);
        while games.next(&mut record, &mut verdict) {
            verdict.games += 1;
        }
        verdict.codes = games.tally().codes().map(|(code, _)| code).collect();
        verdict
    }

    fn is_game(&self) -> bool {
        self.games == 1 && self.codes.is_empty()
    }

    /// Why the pattern disagrees; `None` if there is no reason.
    fn reason(&self, id: &str, text: &str) -> Option<&'static str> {
        if self.is_game() {
            let is_vgn = id == "vgn";
            let reasons = [
                is_vgn && opens_with_variation(text),
                self.deepest > DEPTH,
                self.both_lose,
                text.contains('\u{feff}'),
                is_vgn && self.pgn,
                is_vgn && self.binary,
                is_vgn && self.bare,
                is_vgn && ends_with_comment(text),
                matches!(id, "fen" | "epd") && text.split(['\n', '\r']).any(|line| line.trim_start().starts_with('#')),
                is_vgn && text.contains('?'),
            ];
            return reasons.iter().position(|holds| *holds).map(|at| NOT_MATCHED[at]);
        }
        if self.games > 1 && opens_second_section(text) {
            return Some(SECOND_SECTION);
        }
        if self.codes.contains(&Code::NumberRestart) {
            return Some(RESTART);
        }
        let known = |code: &Code| {
            let listed = BEYOND_PATTERNS.iter().find(|(known, _)| known == code).map(|(_, reason)| *reason);
            let rank = || (matches!(code, Code::MoveSyntax | Code::ControlByte) && has_odd_rank(text)).then_some(RANKS);
            let null = || (matches!(id, "vgn" | "csv" | "pgn") && *code == Code::Null).then_some(NULL);
            let space = || {
                (matches!(code, Code::SpaceSpelling | Code::TagSyntax) && text.contains('\u{feff}')).then_some(SPACE)
            };
            listed
                .or_else(rank)
                .or_else(space)
                .or_else(null)
                .or_else(|| (id == "epd" && OF_OPERANDS.contains(code)).then_some(OPERANDS))
        };
        (self.games == 1).then(|| self.codes.iter().map(known).collect::<Option<Vec<_>>>())??.first().copied()
    }
}

/// Whether a tag section has, after an empty line, a tag with the name of an earlier one.
fn opens_second_section(text: &str) -> bool {
    let names = |line: &str| -> Vec<String> {
        let name = |tag: &str| tag.trim_start().split([' ', '\t', '"']).next().unwrap_or_default().to_owned();
        line.split('[').skip(1).map(name).collect()
    };
    let (mut known, mut is_apart) = (BTreeSet::new(), false);
    for line in text.split(['\n', '\r']).map(str::trim) {
        let found = names(line);
        if is_apart && line.starts_with('[') && found.first().is_some_and(|name| known.contains(name)) {
            return true;
        }
        is_apart = line.is_empty();
        known.extend(found);
    }
    false
}

/// Whether a word is a board of which some rank has not eight squares.
fn has_odd_rank(text: &str) -> bool {
    let boards = text
        .split(|c: char| c.is_ascii_whitespace() || "{}()[]$;".contains(c))
        .filter(|word| word.matches('/').count() > 6);
    let squares = |rank: &str| rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum::<u32>();
    boards.flat_map(|board| board.split('/')).any(|rank| squares(rank) != 8)
}

/// Whether the last thing in a text is a comment, closed or not.
fn ends_with_comment(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with('}')
        || text.rfind('{') > text.rfind('}')
        || text.split(['\n', '\r']).next_back().is_some_and(|line| line.contains(';') || line.starts_with('%'))
}

/// Whether a variation precedes any move of its line: only numbers and results are before it.
fn opens_with_variation(text: &str) -> bool {
    let mut moves = String::new();
    let (mut in_comment, mut in_tag) = (false, false);
    for c in text.chars() {
        match c {
            '{' | '}' if !in_tag => in_comment = c == '{',
            '[' | ']' if !in_comment => in_tag = c == '[',
            '(' if !in_comment && !in_tag => moves.push_str(" ( "),
            _ if !in_comment && !in_tag => moves.push(c),
            _ => {}
        }
    }
    let moveless =
        |word: &str| word == "(" || word.starts_with('$') || word.ends_with(['.', '*']) || word.ends_with(".5");
    let mut words = moves.split_whitespace();
    words.by_ref().take_while(|word| moveless(word)).any(|word| word == "(")
        || moves
            .split_whitespace()
            .collect::<Vec<_>>()
            .split(|word| *word == "(")
            .skip(1)
            .any(|line| line.iter().all(|word| moveless(word)))
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
pub(crate) fn texts(id: &str) -> Vec<Vec<u8>> {
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
        let (mut games, mut record) = (AnyGames::of(format, text, &settings), Record::new());
        while games.next(&mut record, &mut ()) {
            found.push(record.text.to_vec());
        }
    }
    found
}

/// The games of PGN in another format, each by itself.
fn written_in(format: &'static dyn GameFormat, options: &WriteOptions) -> Vec<Vec<u8>> {
    let pgn = texts("pgn");
    let settings = Settings::default();
    let mut filter = Filter::new(format.writer(options), false);
    let mut found = Vec::new();
    for text in &pgn {
        let (mut games, mut record) = (AnyGames::new(text, &settings), Record::new());
        while games.next(&mut record, &mut filter) {
            found.push(std::mem::take(filter.bytes()));
        }
    }
    found
}

/// Every text of a format that there is, game by game.
pub(crate) fn all_games(format: &'static dyn GameFormat) -> Vec<Vec<u8>> {
    let mut games = games_of(format, &texts(format.spec().id));
    games.extend(written_in(format, &WriteOptions::default()));
    // The first notation of moves is what is written unless another one is requested.
    for moves in (format.spec().moves)().into_iter().skip(1).filter(|_| format.spec().id == "vgn") {
        let own = format.write_options(&NamedOptions { moves: Some(moves), ..NamedOptions::default() });
        games.extend(written_in(format, &WriteOptions { own, ..WriteOptions::default() }));
    }
    games
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
    "f5.",
    "Bh6+,",
    "Qg20-1",
    "Qxf7#1-0",
    "‼",
    "⁉",
    "D",
    "TN ",
    "\x1a",
    "ep",
    "é",
    "\0",
    "½",
];
/// The same for VGN.
const IN_VGN: &[&str] = &[
    "[GameFormat \"VGN\"]\n",
    "[MoveFormat \"MCN\"]",
    "[MoveFormat \"fcn: x\"]\n",
    "[gameformat \"VGN\"]",
    "[SetUp \"4k3/8/8/8/8/8/8/4K3\"]\n",
    "[Date\n\"2015\"\n]",
    "Pe2-e4 ",
    "KC+#",
    "kc ",
    "e2e4 ",
    "a7a8Q",
    "2.5 ",
    "1.5 ",
    "(1. Pd2-d4) ",
    "(1. d2d4 (1. c2c4 *) ) ",
    "(*)",
    "($1)",
    "({c})",
    "( )",
    "$5.1.2.1.1 ",
    "##",
    "#+",
    "4k3/8/8/8/8/8/8/4K2R ",
    " w KQkq e3 +#",
    " b\n-\n",
    " 0 1 ",
    "44",
    "\x0b",
    "\x0c",
];
/// The same for lines and rows.
const IN_LINES: &[&str] = &[
    " e2e4 ",
    "e7e8q",
    "0000",
    "Ng1-f3 ",
    "e4xd5",
    "position ",
    "fen ",
    "FEN ",
    "startpos ",
    "moves ",
    " moves e2e4",
    "1.e4 ",
    " 0-0",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "4k3/8/8/8/8/8/8/4K2R b - -",
    "w",
    "W ",
    "KQkq",
    "-",
    "- ",
    "HAha",
    "e3",
    "/8",
    "44",
    "12",
    "99999",
    "100000",
    "\x0b",
    "\x0c",
    "bm e4;",
    "id \"x\";",
    " c0 \"a; b\" \"c\";",
    "xyz 1 2; ",
    "acd 12; ",
    ";",
    "; ",
    "pv e4 e5;",
    ",",
    ",,",
    "\"",
    "\"\"",
    "\"a\"\"b\"",
    "|",
    "\t",
    ",\"e4 e5\"",
    "a;\"b,c\"",
];
const BYTES: &[u8] = b"[]\"\\{}();%$*<>!?. \n\n\r\t1234567890abcdefghNBRQKOx=+#-/AZ";

/// A game with up to three changes.
pub(crate) fn changed(game: &[u8], others: &[Vec<u8>], seed: &mut Seed) -> Vec<u8> {
    let mut text = game.to_vec();
    for _ in 0..=seed.below(3) {
        let at = seed.below(text.len() + 1);
        let end = (at + seed.below(12)).min(text.len());
        match seed.below(12) {
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
            9 => drop(text.splice(at..at, seed.pick(IN_LINES).bytes())),
            10 => drop(text.splice(at..at, seed.pick(IN_VGN).bytes())),
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
        // Line ends are not part of a line or row.
        let text = if pattern.is_match("*\n") { text } else { trimmed(text) };
        let verdict = Verdict::of(format, text);
        let readable = std::str::from_utf8(text);
        let matches = readable.is_ok_and(|text| pattern.is_match(text));
        match (verdict.is_game(), matches) {
            (true, true) => self.taken += 1,
            (false, false) => self.refused += 1,
            _ if readable.is_err() => *self.reasons.entry(NOT_TEXT).or_default() += 1,
            _ => match verdict.reason(format.spec().id, readable.unwrap_or_default()) {
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

/// The text without white space around it.
fn trimmed(text: &[u8]) -> &[u8] {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let end = text.iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1);
    let start = text[..end].iter().take_while(|byte| is_space(byte)).count();
    &text[start..end]
}

fn with_patterns() -> impl Iterator<Item = (&'static dyn GameFormat, Regex)> {
    game::ALL.iter().filter_map(|format| Some((*format, pattern(*format)?)))
}

#[test]
fn vectors_and_examples_have_the_same_verdict() {
    for (format, pattern) in with_patterns() {
        let texts = texts(format.spec().id);
        let mut counts = Counts::default();
        for text in texts.iter().chain(&all_games(format)) {
            counts.compare(format, &pattern, text);
        }
        assert_eq!(counts.unexplained, Vec::<String>::new());
        assert!(counts.taken > 0 && counts.refused > 0, "{}: {counts:?}", format.spec().id);
    }
}

#[test]
pub(crate) fn changed_games_have_the_same_verdict() {
    let (mut seed, mut unexplained) = (Seed(20), Vec::new());
    for (format, pattern) in with_patterns() {
        let mut games = all_games(format);
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
        assert!(counts.taken > 3_000 && counts.refused > 5_000, "{}: {counts:?}", format.spec().id);
        unexplained.extend(counts.unexplained);
    }
    assert_eq!(unexplained, Vec::<String>::new());
}

#[test]
fn strict_readers_note_what_no_pattern_matches() {
    for (id, text, code) in [
        ("lan", "e2e4", Code::LongForm),
        ("lan", "Ng1f3", Code::LongForm),
        ("lan", "e2-e4 e7-e5 g1-f3", Code::LongForm),
        ("csv", ",,,,a;\"b,,*,,,,,,e4", Code::DataTruncated),
    ] {
        let format = game::find(id).expect("a format");
        assert_eq!(Verdict::of(format, text.as_bytes()).codes, [code], "{text}");
        assert!(!pattern(format).expect("a pattern").is_match(text), "{text}");
    }
}
