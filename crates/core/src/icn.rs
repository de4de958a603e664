//! Detection of texts of infinite chess, which are read in Python.
//!
//! Each function scans a text, or its first bytes, once from left to right.

use alloc::vec::Vec;
use core::iter;
use core::ops::Range;

/// The codes of players in a turn order.
const PLAYERS: [&[u8]; 7] = [b"n", b"w", b"b", b"r", b"bu", b"y", b"g"];
/// The ways to win that are recognized by name. Other words could occur in any text.
const WINS: [&[u8]; 6] =
    [b"checkmate", b"allpiecescaptured", b"threecheck", b"royalcapture", b"allroyalscaptured", b"koth"];

/// Whether a text is ICN: outside brackets and braces, its first word is a turn or another argument, or contains a
/// square.
///
/// ```
/// use scoresheet_core::icn::is_text;
///
/// assert!(is_text(b"[White \"Tom\"]\n\nw 0/100 K5,1+|k5,8+"));
/// assert!(!is_text(b"[White \"Tom\"]\n\n1. e4 e5"));
/// ```
pub fn is_text(head: &[u8]) -> bool {
    if head.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()) {
        return false;
    }
    let mut words = OuterWords::of(head);
    let Some(first) = words.next() else { return false };
    let is_icn = match WordKind::of(first) {
        WordKind::Argument => true,
        // Alone, the number of the move. Other notations number their moves, too.
        WordKind::Number => words.next().is_none_or(|next| WordKind::of(next) == WordKind::Argument),
        WordKind::MoveNumber => words.next().is_some_and(holds_square),
        WordKind::Other => false,
    };
    is_icn && !words.vgn
}

/// Whether a text that is named as ICN may be ICN although it looks like PGN: only brackets and braces are visible.
pub fn may_be_text(head: &[u8]) -> bool {
    let mut words = OuterWords::of(head);
    words.next().is_none() && words.skipped && !words.vgn
}

/// Whether a text is the JSON of games of infinite chess: an object with the key `startingPosition`, or with
/// `position` and `turnOrder`, alone, in an array, or before others. If the text is cut off, the keys before that point
/// decide.
///
/// ```
/// use scoresheet_core::icn::is_json;
///
/// assert!(is_json(br#"{"metadata": {}, "startingPosition": {"1,2": "pawnsW"}}"#));
/// assert!(!is_json(br#"{"metadata": {"startingPosition": 1}}"#));
/// ```
pub fn is_json(head: &[u8]) -> bool {
    let text = without_mark(head).trim_ascii_start();
    let text = text.strip_prefix(b"[").map_or(text, <[u8]>::trim_ascii_start);
    if text.first() != Some(&b'{') {
        return false;
    }
    let mut found = [false; 4];
    let end = object(text, |key| {
        let known: [&[u8]; 4] = [b"startingPosition", b"position", b"turnOrder", b"gameRules"];
        if let Some(at) = known.iter().position(|known| *known == key) {
            found[at] = true;
        }
    });
    let [starting, position, order, rules] = found;
    match end {
        Some(end) => {
            let next = text[end..].trim_ascii_start().first();
            next.is_none_or(|next| matches!(next, b',' | b']' | b'{')) && (starting || position && order)
        }
        None => starting || order || rules,
    }
}

/// Whether a text that is named as the JSON of ICN may be that: it starts as an object, or as an array of objects.
pub fn may_be_json(head: &[u8]) -> bool {
    let text = without_mark(head).trim_ascii_start();
    text.strip_prefix(b"[").map_or(text, <[u8]>::trim_ascii_start).first() == Some(&b'{')
}

/// The games of a text of ICN: its lines, if each of at least two lists pieces; otherwise the text is one game.
///
/// ```
/// use scoresheet_core::icn::games_of_text;
///
/// assert_eq!(games_of_text(b"K0,0|k5,5 0,0>1,1\n\nw K0,0|k9,9\n"), [0..17, 19..30]);
/// assert_eq!(games_of_text(b"K0,0|k5,5\n\n1. K0,0 > 1,1"), [0..24]);
/// ```
pub fn games_of_text(text: &[u8]) -> Vec<Range<usize>> {
    let whole = || iter::once(0..text.len()).collect();
    let (mut lines, mut start) = (Vec::new(), 0);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let end = start + line.trim_ascii_end().len();
        if end > start {
            if !lists_pieces(line) {
                return whole();
            }
            lines.push(start..end);
        }
        start += line.len();
    }
    if lines.len() < 2 { whole() } else { lines }
}

/// The games of a text of JSON: its objects, if it is an array of them, or if there are several; otherwise the text is one
/// game.
///
/// ```
/// use scoresheet_core::icn::games_of_json;
///
/// assert_eq!(games_of_json(b"[{\"moves\": []}, {}]"), [1..14, 16..18]);
/// assert_eq!(games_of_json(b"{} {}"), [0..2, 3..5]);
/// assert_eq!(games_of_json(b"{\"moves\": ["), [0..11]);
/// ```
pub fn games_of_json(text: &[u8]) -> Vec<Range<usize>> {
    let (mut objects, mut at) = (Vec::new(), text.len() - without_mark(text).len());
    let is_array = text[at..].trim_ascii_start().first() == Some(&b'[');
    let separates = |byte: &&u8| byte.is_ascii_whitespace() || is_array && matches!(byte, b'[' | b',' | b']');
    loop {
        at += text[at..].iter().take_while(separates).count();
        if at == text.len() && (is_array || objects.len() > 1) {
            return objects;
        }
        let opens = text.get(at) == Some(&b'{');
        let Some(length) = opens.then(|| object(&text[at..], |_| ())).flatten() else {
            return iter::once(0..text.len()).collect();
        };
        objects.push(at..at + length);
        at += length;
    }
}

/// Whether a line of ICN has a list of pieces outside brackets and braces.
fn lists_pieces(line: &[u8]) -> bool {
    let mut words = OuterWords::of(line).peekable();
    while let Some(word) = words.next() {
        let moves = words.peek().is_some_and(|next| matches!(next.first(), Some(b'>' | b'x')));
        if starts_list(word) && !moves {
            return true;
        }
    }
    false
}

/// Whether a word starts with a piece on a square, `K5,1+`, and is not a move.
fn starts_list(word: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = |text: &[u8]| {
        let sign = usize::from(text.first() == Some(&b'-'));
        let length = digits(&text[sign..]);
        (length > 0).then_some(sign + length)
    };
    let word = &word[digits(word)..];
    let letters = word.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let word = &word[letters..];
    let Some(east) = number(word).filter(|_| matches!(letters, 1 | 2)) else { return false };
    let Some(north) = word[east..].strip_prefix(b",").and_then(number) else { return false };
    matches!(word[east + 1 + north..].first(), None | Some(b'+' | b'|'))
}

fn without_mark(head: &[u8]) -> &[u8] {
    head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head)
}

/// The kinds of words outside brackets and braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WordKind {
    /// An argument, a list of pieces or a move.
    Argument,
    /// A number, perhaps that of the move.
    Number,
    /// A number with a dot.
    MoveNumber,
    Other,
}

impl WordKind {
    fn of(word: &[u8]) -> WordKind {
        let dots = word.iter().rev().take_while(|byte| **byte == b'.').count();
        let number = &word[..word.len() - dots];
        if !number.is_empty() && number.iter().all(u8::is_ascii_digit) {
            return if dots == 0 { WordKind::Number } else { WordKind::MoveNumber };
        }
        let is_argument = is_turn(word) || is_move_rule(word) || in_brackets(word) || is_border(word);
        if is_argument || is_win(word) || holds_square(word) { WordKind::Argument } else { WordKind::Other }
    }
}

fn is_turn(word: &[u8]) -> bool {
    let mut players = word.split(|byte| *byte == b':');
    matches!(word, b"w" | b"b") || word.contains(&b':') && players.all(|player| PLAYERS.contains(&player))
}

/// `0/100`.
fn is_move_rule(word: &[u8]) -> bool {
    let mut numbers = word.split(|byte| *byte == b'/');
    let mut number = || numbers.next().is_some_and(|n| !n.is_empty() && n.iter().all(u8::is_ascii_digit));
    number() && number() && numbers.next().is_none()
}

/// `(8;Q|1)`, `(checkmate|koth)`.
fn in_brackets(word: &[u8]) -> bool {
    let Some(inside) = word.strip_prefix(b"(").and_then(|word| word.strip_suffix(b")")) else { return false };
    let is_rank = |side: &[u8]| side.first().is_none_or(|first| first.is_ascii_digit() || *first == b'-');
    inside.contains(&b'|') && inside.split(|byte| *byte == b'|').all(is_rank) || is_win(inside)
}

/// The name of a way to win, with the text after it.
fn is_win(word: &[u8]) -> bool {
    let length = word.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (name, rest) = word.split_at(length);
    WINS.contains(&name) && rest.first().is_none_or(|next| matches!(next, b',' | b'|'))
}

/// `1,8,_,_`.
fn is_border(word: &[u8]) -> bool {
    let side = |side: &[u8]| side == b"_" || side.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    word.iter().filter(|byte| **byte == b',').count() == 3 && word.split(|byte| *byte == b',').all(side)
}

/// Whether a word that may be a list of pieces, a move or an argument contains `int,int`.
fn holds_square(word: &[u8]) -> bool {
    let starts = word.first().is_some_and(|first| first.is_ascii_alphanumeric() || *first == b'-');
    let comma = |window: &[u8]| matches!(window, [d, b',', e] if d.is_ascii_digit() && e.is_ascii_digit());
    let minus = |window: &[u8]| matches!(window, [d, b',', b'-', e] if d.is_ascii_digit() && e.is_ascii_digit());
    starts && word.is_ascii() && (word.windows(3).any(comma) || word.windows(4).any(minus))
}

/// The words of a text outside brackets and braces.
struct OuterWords<'h> {
    rest: &'h [u8],
    /// Whether there were brackets or braces.
    skipped: bool,
    /// Whether the tag of VGN was found, which any bytes may follow.
    vgn: bool,
    /// Whether there were braces that are not JSON. A comment may contain a single `"`, and only one comment is
    /// searched for its end.
    comments: bool,
}

impl<'h> OuterWords<'h> {
    fn of(head: &'h [u8]) -> OuterWords<'h> {
        OuterWords { rest: without_mark(head), skipped: false, vgn: false, comments: false }
    }

    /// Skips the content of brackets; everything if they do not close.
    fn skip_metadata(&mut self) {
        let inside = &self.rest[1..];
        let key = inside.iter().take_while(|byte| !byte.is_ascii_whitespace() && !b":\"]".contains(byte)).count();
        self.vgn |= inside[..key].eq_ignore_ascii_case(b"GameFormat");
        let quote = key + inside[key..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let quoted = inside.get(quote) == Some(&b'"');
        // A quoted value ends at the quote that only blanks separate from a bracket.
        let ends_value = |before: &[u8]| before.len() > quote + 1 && before.last() == Some(&b'"');
        let ends = |at: &usize| inside[*at] == b']' && (!quoted || ends_value(inside[..*at].trim_ascii_end()));
        self.rest = (0..inside.len()).find(ends).map_or(b"", |at| &inside[at + 1..]);
    }

    /// Skips the content of braces: a JSON object, or a comment.
    fn skip_braces(&mut self) {
        let inside = self.rest[1..].trim_ascii_start().first();
        let json = matches!(inside, Some(b'"' | b'}')) && !self.comments;
        let end = if json { object(self.rest, |_| ()) } else { None };
        self.comments |= end.is_none();
        let end = end.or_else(|| self.rest.iter().position(|byte| *byte == b'}').map(|at| at + 1));
        self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
    }
}

impl<'h> Iterator for OuterWords<'h> {
    type Item = &'h [u8];

    fn next(&mut self) -> Option<&'h [u8]> {
        loop {
            self.rest = self.rest.trim_ascii_start();
            match self.rest.first()? {
                b'[' => self.skip_metadata(),
                b'{' => self.skip_braces(),
                _ => break,
            }
            self.skipped = true;
        }
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'[' | b'{');
        let length = self.rest.iter().position(ends).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        Some(word)
    }
}

/// The end of the JSON object that `text` starts with; `None` if it does not. `key` receives the object's own keys, as
/// written.
fn object(text: &[u8], mut key: impl FnMut(&[u8])) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    let mut string: &[u8] = b"";
    while let Some(byte) = text.get(at) {
        at += 1;
        match byte {
            b'"' => {
                let length = string_length(&text[at..])?;
                string = &text[at..at + length];
                at += length + 1;
            }
            b':' if depth == 1 => key(string),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The number of bytes of `text` before the quote that ends a string.
fn string_length(text: &[u8]) -> Option<usize> {
    let mut escaped = false;
    text.iter().position(|byte| {
        let ends = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_icn() {
        for text in [
            "w",
            "b K1,1",
            "w:b:r 1 Q5,5",
            "b:w",
            "12",
            "1 K1,1|k5,5",
            "0/100 1",
            "-4,100",
            "1,8,_,8 w",
            "_,_,_,_",
            "(8|1)",
            "(|-4;q)",
            "(8,17;q,n|1,10;q)",
            "(|)",
            "(checkmate|checkmate,allpiecescaptured)",
            "checkmate,koth K1,1",
            "Squares:1,2|3,4",
            "Rays:1,2>1,0",
            "3Q5,6|0ob1,1",
            "K5,1+|k5,8+",
            "4,2>4,4",
            "4,2 > 4,4",
            "1. P4,2 > 4,4 | p4,7 > 4,6",
            "1.P4,2>4,4",
            "K-5,-1",
            "\u{feff}[White: Tom] w",
            "[White: Tom] [Date: 2024/03/17 13:42:06]w",
            "[White \"Tom\" ] w",
            "[White \"Tom ]\"]\n[Black \"Ben\"]\n\nw 0/100 1 (8|1) P1,2+",
            "{\"slideLimit\": 7, \"a\": {\"}\": [\"]\"]}}K1,1",
            "{a comment} K1,1",
            "{a \"comment} {\"x\"} w",
        ] {
            assert!(is_text(text.as_bytes()), "{text}");
            assert!(!is_json(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn other_texts() {
        for text in [
            "",
            " \n",
            "[White \"Tom\"]",
            "{\"slideLimit\": 7}",
            "1. e4 e5",
            "1.e4",
            "1... e5",
            "12 e4",
            "1 2",
            "1-0",
            "*",
            "1/2-1/2",
            "e4 e5",
            "e2e4 e7e5",
            "b4 b5",
            "fen 8/8/8/8/8/8/8/8 w - - 0 1 moves",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "[Event \"1,2\"]\n[Site \"w\"]\n\n1. e4",
            "{w 1,2} 1. e4",
            "; 1,2\n1. e4",
            "% 1,2\n1. e4",
            "Hello, w 1,2",
            "checkmated",
            "(1. e4)",
            "w\u{1}",
            "[GameFormat \"VGN\"] w 1,2",
            "[White \"never closed",
            "PAR1",
        ] {
            assert!(!is_text(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn texts_that_are_called_icn() {
        assert!(may_be_text(b"[White \"Tom\"]\n"));
        assert!(may_be_text(b"[White \"cut o"));
        assert!(!may_be_text(b""));
        assert!(!may_be_text(b"[White \"Tom\"] 1. e4"));
        assert!(!may_be_text(b"[GameFormat \"VGN\"]"));
    }

    #[test]
    fn json_of_games() {
        for text in [
            "{\"startingPosition\": {}}",
            "\u{feff} {\"metadata\": {\"}\": \"\\\"\"}, \"startingPosition\": \"K1,1\"}\n",
            "{\"turnOrder\": [\"w\"], \"position\": {}}",
            "{\"metadata\": {}, \"turnOrder\": [\"w\", ",
            "{\"metadata\": {}, \"gameRules\": {",
            "[ {\"startingPosition\": {}}, {\"startingPosition\": {}}]",
            "{\"startingPosition\": {}}\n{\"startingPosition\": {}}\n",
        ] {
            assert!(is_json(text.as_bytes()), "{text}");
            assert!(!is_text(text.as_bytes()), "{text}");
            assert!(may_be_json(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "[]",
            "{}",
            "{\"position\": {}}",
            "{\"turnOrder\": []}",
            "{\"a\": {\"startingPosition\": 1}}",
            "{\"a\": \"startingPosition\"}",
            "{\"startingPosition\": {}} K1,1",
            "{a comment} 1. e4",
            "{\"metadata\": {",
            "}{",
            "{]]",
        ] {
            assert!(!is_json(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn lines_that_list_pieces_are_games() {
        let games = |text: &str| games_of_text(text.as_bytes()).len();
        assert_eq!(games("[White \"A\"] w 1 K0,0|k5,5\nAM-1,-1+|k5,5 {K1,1} -1,-1>2,2\n\n3q1,1|0ob2,2\r\n"), 3);
        for one in ["K0,0|k5,5\n0,0>1,1", "[White \"K1,1\"]\nK0,0|k5,5", "1. K0,0 > 1,1\n2. K1,1 x 1,2", "K0,0", ""] {
            assert_eq!(games(one), 1, "{one}");
        }
    }

    #[test]
    fn hostile_texts_take_no_longer() {
        for text in ["{\"", "{\"}", "[", "{[", "\\", "[a:]", "[a \"", "((((", "1,", ":", "{\"a\":"] {
            let long = text.repeat(1 << 16);
            let _ = (is_text(long.as_bytes()), is_json(long.as_bytes()), may_be_text(long.as_bytes()));
            let _ = (games_of_text(long.as_bytes()), games_of_json(long.as_bytes()));
        }
    }
}
