//! Encodings of text that users name, and their conversion to UTF-8.

mod code_pages;
mod decoding_reader;

use code_pages::{CODE_PAGES, CodePage};
pub(crate) use decoding_reader::DecodingReader;
use encoding_rs::{Decoder, DecoderResult, Encoding};

/// An encoding of text that can be converted to UTF-8: one of the web, or a code page of DOS.
/// ```
/// use scoresheet_files::TextEncoding;
///
/// let encoding = TextEncoding::find("KOI8-R").expect("it is known");
/// assert_eq!(encoding.name(), "koi8-r");
/// assert_eq!(encoding.decode(b"\xec\xc9\xd0\xc1").0, "Липа");
/// assert!(TextEncoding::find("utf-9").is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextEncoding(Table);

#[derive(Clone, Copy)]
enum Table {
    Web(&'static Encoding),
    Dos(&'static CodePage),
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Table::Web(encoding) => encoding.name(),
            Table::Dos(page) => page.name,
        })
    }
}

/// The encodings of the web, by their usual names.
static WEB: &[(&str, &Encoding)] = &[
    ("utf-8", encoding_rs::UTF_8),
    ("utf-16", encoding_rs::UTF_16LE),
    ("utf-16be", encoding_rs::UTF_16BE),
    ("windows-1250", encoding_rs::WINDOWS_1250),
    ("windows-1251", encoding_rs::WINDOWS_1251),
    ("windows-1252", encoding_rs::WINDOWS_1252),
    ("windows-1253", encoding_rs::WINDOWS_1253),
    ("windows-1254", encoding_rs::WINDOWS_1254),
    ("windows-1255", encoding_rs::WINDOWS_1255),
    ("windows-1256", encoding_rs::WINDOWS_1256),
    ("windows-1257", encoding_rs::WINDOWS_1257),
    ("windows-1258", encoding_rs::WINDOWS_1258),
    ("windows-874", encoding_rs::WINDOWS_874),
    ("iso-8859-2", encoding_rs::ISO_8859_2),
    ("iso-8859-3", encoding_rs::ISO_8859_3),
    ("iso-8859-4", encoding_rs::ISO_8859_4),
    ("iso-8859-5", encoding_rs::ISO_8859_5),
    ("iso-8859-6", encoding_rs::ISO_8859_6),
    ("iso-8859-7", encoding_rs::ISO_8859_7),
    ("iso-8859-8", encoding_rs::ISO_8859_8),
    ("iso-8859-10", encoding_rs::ISO_8859_10),
    ("iso-8859-13", encoding_rs::ISO_8859_13),
    ("iso-8859-14", encoding_rs::ISO_8859_14),
    ("iso-8859-15", encoding_rs::ISO_8859_15),
    ("iso-8859-16", encoding_rs::ISO_8859_16),
    ("koi8-r", encoding_rs::KOI8_R),
    ("koi8-u", encoding_rs::KOI8_U),
    ("macintosh", encoding_rs::MACINTOSH),
    ("x-mac-cyrillic", encoding_rs::X_MAC_CYRILLIC),
    ("cp866", encoding_rs::IBM866),
    ("shift_jis", encoding_rs::SHIFT_JIS),
    ("euc-jp", encoding_rs::EUC_JP),
    ("iso-2022-jp", encoding_rs::ISO_2022_JP),
    ("gbk", encoding_rs::GBK),
    ("gb18030", encoding_rs::GB18030),
    ("big5", encoding_rs::BIG5),
    ("euc-kr", encoding_rs::EUC_KR),
];

/// Names that programs use and the web does not, each with that of the web.
static ALIASES: &[(&str, &str)] = &[
    ("latin-1", "windows-1252"),
    ("latin-2", "iso-8859-2"),
    ("latin-5", "windows-1254"),
    ("latin-9", "iso-8859-15"),
    ("ansi", "windows-1252"),
    ("utf8-sig", "utf-8"),
    ("utf-8-sig", "utf-8"),
    ("mac-roman", "macintosh"),
    ("macroman", "macintosh"),
    ("mac-cyrillic", "x-mac-cyrillic"),
    ("maccyrillic", "x-mac-cyrillic"),
    ("cp65001", "utf-8"),
    ("cp874", "windows-874"),
    ("cp932", "shift_jis"),
    ("cp936", "gbk"),
    ("cp949", "euc-kr"),
    ("cp950", "big5"),
];

impl TextEncoding {
    /// The encoding of this name, in upper or lower case: one that [`TextEncoding::names`] gives, or another usual one,
    /// such as `latin1`, `cp1251`, `ibm437` or `sjis`.
    pub fn find(name: &str) -> Option<TextEncoding> {
        let name = name.trim().to_ascii_lowercase().replace('_', "-");
        let number = ["cp", "ibm", "dos"]
            .iter()
            .find_map(|start| name.strip_prefix(start))
            .map(|rest| rest.trim_start_matches('-'));
        let page =
            number.and_then(|number| CODE_PAGES.iter().find(|page| page.name.strip_prefix("cp") == Some(number)));
        if let Some(page) = page {
            return Some(TextEncoding(Table::Dos(page)));
        }
        // Python puts a hyphen before the order of bytes.
        let plain = name.replace("utf-16-", "utf-16");
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(&*plain, |(_, usual)| usual);
        let known = |label: &str| Encoding::for_label_no_replacement(label.as_bytes()).map(Table::Web);
        known(alias).or_else(|| known(&alias.replace('-', "_"))).map(TextEncoding)
    }

    /// Its usual name.
    pub fn name(self) -> &'static str {
        match self.0 {
            Table::Web(encoding) => {
                WEB.iter().find(|(_, known)| *known == encoding).map_or(encoding.name(), |(name, _)| name)
            }
            Table::Dos(page) => page.name,
        }
    }

    /// The usual names of all encodings.
    pub fn names() -> impl Iterator<Item = &'static str> {
        WEB.iter().map(|(name, _)| *name).chain(CODE_PAGES.iter().map(|page| page.name))
    }

    /// A whole text in UTF-8, and the number of byte sequences that are invalid in this encoding: each becomes U+FFFD.
    /// A byte order mark decides between the encodings of Unicode, and is left out.
    pub fn decode(self, bytes: &[u8]) -> (String, u64) {
        let mut conversion = Conversion::new(self);
        let mut text = String::new();
        let invalid = conversion.convert(bytes, true, &mut text).invalid;
        (text, invalid)
    }
}

/// A conversion to UTF-8 that goes from piece to piece.
struct Conversion(State);

enum State {
    Web(Decoder),
    Dos(Box<[char; 128]>),
}

/// What was found in a piece.
#[derive(Default)]
struct InvalidSequences {
    /// The number of byte sequences that are invalid in this encoding.
    invalid: u64,
    /// Where the first of them is in the piece.
    first: Option<usize>,
}

impl Conversion {
    fn new(encoding: TextEncoding) -> Conversion {
        Conversion(match encoding.0 {
            Table::Web(encoding) => State::Web(encoding.new_decoder()),
            Table::Dos(page) => {
                let mut upper = ['\u{fffd}'; 128];
                upper.iter_mut().zip(page.upper.chars()).for_each(|(slot, character)| *slot = character);
                State::Dos(Box::new(upper))
            }
        })
    }

    /// Appends a piece of text; `last` is the end of it.
    fn convert(&mut self, bytes: &[u8], last: bool, text: &mut String) -> InvalidSequences {
        match &mut self.0 {
            State::Dos(upper) => through_table(bytes, upper, text),
            State::Web(decoder) => through_decoder(bytes, decoder, last, text),
        }
    }
}

fn through_table(bytes: &[u8], upper: &[char; 128], text: &mut String) -> InvalidSequences {
    let mut found = InvalidSequences::default();
    text.reserve(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        let character = if byte < 0x80 { char::from(byte) } else { upper[usize::from(byte - 0x80)] };
        if character == '\u{fffd}' {
            found.invalid += 1;
            found.first.get_or_insert(at);
        }
        text.push(character);
    }
    found
}

fn through_decoder(bytes: &[u8], decoder: &mut Decoder, last: bool, text: &mut String) -> InvalidSequences {
    let mut found = InvalidSequences::default();
    let mut at = 0;
    loop {
        let rest = &bytes[at..];
        text.reserve(decoder.max_utf8_buffer_length_without_replacement(rest.len()).unwrap_or(rest.len() * 3 + 4));
        let (result, read) = decoder.decode_to_string_without_replacement(rest, text, last);
        at += read;
        match result {
            DecoderResult::InputEmpty => return found,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, behind) => {
                text.push('\u{fffd}');
                found.invalid += 1;
                // It may have begun in the piece before.
                found.first.get_or_insert(at.saturating_sub(usize::from(length) + usize::from(behind)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_matches_its_encoding() {
        for name in TextEncoding::names() {
            assert_eq!(TextEncoding::find(name).expect("it is listed").name(), name);
        }
        for (alias, usual) in ALIASES {
            assert_eq!(TextEncoding::find(alias).expect("it is known").name(), *usual, "{alias}");
        }
        for (alias, usual) in [
            ("IBM437", "cp437"),
            ("latin1", "windows-1252"),
            ("CP1251", "windows-1251"),
            ("sjis", "shift_jis"),
            ("utf-16-le", "utf-16"),
            ("UTF_16_BE", "utf-16be"),
        ] {
            assert_eq!(TextEncoding::find(alias).expect("it is known").name(), usual, "{alias}");
        }
        assert!(CODE_PAGES.iter().all(|page| page.upper.chars().count() == 128));
    }

    #[test]
    fn bytes_that_are_not_text_are_counted() {
        let find = |name| TextEncoding::find(name).expect("it is listed");
        assert_eq!(find("utf-8").decode(b"a\xffb\xc3"), ("a\u{fffd}b\u{fffd}".to_owned(), 2));
        assert_eq!(find("cp857").decode(b"\xd5\xe7"), ("\u{fffd}\u{fffd}".to_owned(), 2));
        assert_eq!(find("utf-16").decode(b"\xfe\xff\0a"), ("a".to_owned(), 0));
        assert_eq!(find("shift_jis").decode(b"\x94\\\x97\xcd\x95\\"), ("能力表".to_owned(), 0));
    }
}
