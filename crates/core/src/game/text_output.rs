//! The encoding in which text is written, for programs that do not read UTF-8.

use super::format::OptionSpec;
use crate::loss::LossKind;
use crate::text::{self, BOM_UTF8};
use crate::write::Page;
use alloc::string::String;
use alloc::vec::Vec;

/// The option that chooses the encoding.
pub(in crate::game) const ENCODING: OptionSpec = OptionSpec {
    id: "encoding",
    values: &["utf-8", "latin-1", "windows-1252"],
    default: "utf-8",
    doc: "the encoding of the text; characters that it lacks become `?`",
    reads: false,
};

/// The option that puts a byte order mark first.
pub(in crate::game) const BOM: OptionSpec = OptionSpec {
    id: "bom",
    values: &["yes", "no"],
    default: "no",
    doc: "start the file with a byte order mark, if it is UTF-8: spreadsheets recognize it by that",
    reads: false,
};

/// How text is encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct TextOutput {
    charset: Charset,
    bom: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Charset {
    #[default]
    Utf8,
    Latin1,
    Windows1252,
}

impl TextOutput {
    /// As set by the options that were given by name.
    pub(in crate::game) fn of(given: &[(String, String)]) -> TextOutput {
        let charset = match ENCODING.value(given) {
            "latin-1" => Charset::Latin1,
            "windows-1252" => Charset::Windows1252,
            _ => Charset::Utf8,
        };
        TextOutput { charset, bom: BOM.value(given) == "yes" }
    }

    /// What precedes everything in a file.
    pub(in crate::game) fn mark(self) -> &'static [u8] {
        if self.bom && self.charset == Charset::Utf8 { BOM_UTF8 } else { b"" }
    }

    /// Encodes what was written from `start` on, which is UTF-8; each character that cannot be encoded is counted.
    #[inline]
    pub(in crate::game) fn encode(self, start: usize, page: &mut Page) {
        if self.charset != Charset::Utf8 {
            self.encode_text(start, page);
        }
    }

    #[cold]
    fn encode_text(self, start: usize, page: &mut Page) {
        let written = page.out.split_off(start);
        let mut lost = 0;
        let bytes: Vec<u8> = String::from_utf8_lossy(&written)
            .chars()
            .map(|character| {
                self.charset.byte(character).unwrap_or_else(|| {
                    lost += 1;
                    b'?'
                })
            })
            .collect();
        page.out.extend_from_slice(&bytes);
        if lost > 0 {
            page.lose(LossKind::Character, lost);
        }
    }
}

impl Charset {
    fn byte(self, character: char) -> Option<u8> {
        match self {
            Charset::Windows1252 => text::cp1252_byte(character),
            Charset::Utf8 | Charset::Latin1 => u8::try_from(character).ok(),
        }
    }
}
