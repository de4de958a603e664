//! File names that are made from values of games: safe on every system, and never outside the folder that they belong
//! to.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};

/// The replacement of a missing value.
const UNKNOWN: &str = "unknown";
/// The replacement of a missing value in the name of a partition.
const DEFAULT_PARTITION: &str = "__HIVE_DEFAULT_PARTITION__";
/// What names may have, but is escaped in the names of partitions, because it has a meaning there or in patterns of names.
const ESCAPED: &str = "%=#'[]{}^";
/// The replacement of a character that a name cannot have.
const STAND_IN: char = '_';
/// File systems allow 255 bytes for a name; the rest is for what distinguishes equal names.
const LONGEST: usize = 240;
/// Names that Windows keeps for devices, with any ending.
const DEVICES: [&str; 22] = [
    "CON", "PRN", "AUX", "NUL", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9", "LPT1", "LPT2",
    "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
];

/// Adds a value to a name. Characters that a name cannot have everywhere become `_`, and a value that is missing or
/// means that it is not known becomes `unknown`.
pub(super) fn push_value(value: &str, name: &mut String) {
    let value = value.trim();
    if is_missing(value) {
        name.push_str(UNKNOWN);
    } else {
        name.extend(value.chars().map(|letter| if is_allowed(letter) { letter } else { STAND_IN }));
    }
}

/// Adds the value of a partition to the name of its folder, as Hive does and readers of such data sets expect: characters that
/// a name cannot have everywhere as their codes, such as `%2F`, and a value that is missing as the name of the default
/// partition, which readers take for NULL.
pub(super) fn push_escaped(value: &str, name: &mut String) {
    let value = value.trim();
    if is_missing(value) {
        return name.push_str(DEFAULT_PARTITION);
    }
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends_with_dot = letter == '.' && letters.peek().is_none();
        if is_allowed(letter) && !ESCAPED.contains(letter) && !ends_with_dot {
            name.push(letter);
            continue;
        }
        for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
            let _ = write!(name, "%{byte:02X}");
        }
    }
}

/// Whether a value means that it is not known, such as `?` and `????.??.??`.
pub(super) fn is_missing(value: &str) -> bool {
    value.chars().all(|letter| matches!(letter, '?' | '.') || letter.is_whitespace())
}

/// Whether a name may have this character on every system, without misleading its reader.
fn is_allowed(letter: char) -> bool {
    let turns = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !(letter.is_control() || turns || matches!(letter, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|'))
}

/// One part of a path, as a template and its values make it.
pub(super) struct Component {
    pub(super) name: String,
    /// How many bytes at its end come from the template: the ending of a file.
    pub(super) tail: usize,
    /// Whether it begins with a value.
    pub(super) begins_with_value: bool,
}

impl Component {
    /// The same as a name that every system takes.
    pub(super) fn into_safe(self) -> String {
        let Component { mut name, tail, begins_with_value } = self;
        if begins_with_value && name.starts_with('.') {
            name.replace_range(..1, "_");
        }
        if tail == 0 && name.ends_with(['.', ' ']) {
            name.pop();
            name.push(STAND_IN);
        }
        let stem = name.split('.').next().unwrap_or_default().trim_end();
        if DEVICES.iter().any(|device| device.eq_ignore_ascii_case(stem)) {
            name.insert(0, STAND_IN);
        }
        if name.len() > LONGEST { cut(&name, tail) } else { name }
    }
}

/// A name that is short enough: the hash of all of it is in for what is cut off.
fn cut(name: &str, tail: usize) -> String {
    let mut hash = DefaultHasher::new();
    hash.write(name.as_bytes());
    let (value, tail) = name.split_at(name.len() - tail.min(LONGEST / 2));
    let mark = format!("~{:016x}", hash.finish());
    let most = LONGEST - tail.len() - mark.len();
    let kept = value.char_indices().map(|(at, _)| at).take_while(|at| *at <= most).last().unwrap_or(0);
    format!("{}{mark}{tail}", &value[..kept])
}

/// The same name with a number that makes it unique.
pub(super) fn numbered(name: &str, tail: usize, number: u32) -> String {
    let (stem, tail) = name.split_at(name.len() - tail.min(name.len()));
    format!("{stem}~{number}{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(value: &str) -> String {
        let mut name = String::new();
        push_value(value, &mut name);
        name.push_str(".pgn");
        Component { name, tail: 4, begins_with_value: true }.into_safe()
    }

    #[test]
    fn names_are_safe_on_every_system() {
        for (value, expected) in [
            ("Carlsen, Magnus", "Carlsen, Magnus.pgn"),
            ("Zoë 棋", "Zoë 棋.pgn"),
            ("../../etc/passwd", "_._.._etc_passwd.pgn"),
            ("C:\\x", "C__x.pgn"),
            ("a\0b\nc\u{7f}", "a_b_c_.pgn"),
            ("\u{202e}ngp", "_ngp.pgn"),
            (".hidden", "_hidden.pgn"),
            ("nul", "_nul.pgn"),
            ("Com1.x", "_Com1.x.pgn"),
            ("console", "console.pgn"),
            ("1/2-1/2", "1_2-1_2.pgn"),
            ("*", "_.pgn"),
            ("", "unknown.pgn"),
            ("  ", "unknown.pgn"),
            ("?", "unknown.pgn"),
            ("????.??.??", "unknown.pgn"),
            ("..", "unknown.pgn"),
        ] {
            assert_eq!(file(value), expected, "{value:?}");
        }
        let folder = |value: &str| {
            let mut name = String::new();
            push_value(value, &mut name);
            Component { name, tail: 0, begins_with_value: true }.into_safe()
        };
        assert_eq!([folder("A. B."), folder("..x"), folder("aux")], ["A. B_", "_.x", "_aux"]);
    }

    #[test]
    fn partitions_are_escaped_as_hive_does() {
        for (value, expected) in [
            ("2013", "2013"),
            ("Carlsen, Magnus", "Carlsen, Magnus"),
            ("a/b=c%d", "a%2Fb%3Dc%25d"),
            ("1/2-1/2", "1%2F2-1%2F2"),
            ("..", "__HIVE_DEFAULT_PARTITION__"),
            ("../x.", "..%2Fx%2E"),
            ("Zo\në", "Zo%0Aë"),
            ("\u{202e}x", "%E2%80%AEx"),
            ("?", "__HIVE_DEFAULT_PARTITION__"),
            ("", "__HIVE_DEFAULT_PARTITION__"),
        ] {
            let mut name = String::new();
            push_escaped(value, &mut name);
            assert_eq!(name, expected, "{value:?}");
        }
    }

    #[test]
    fn long_names_are_cut_and_stay_apart() {
        let long = "é".repeat(200);
        let (one, other) = (file(&format!("{long}1")), file(&format!("{long}2")));
        assert!(one.len() <= LONGEST && one.ends_with(".pgn") && one.starts_with("éé"), "{one}");
        assert_ne!(one, other);
        assert_eq!(numbered("a.pgn", 4, 2), "a~2.pgn");
    }
}
