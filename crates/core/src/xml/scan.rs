//! Tokens: tags, text, and everything else.

use super::{XmlFlaw, behind_blanks};
use crate::swar;
use core::ops::Range;

/// What is at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum XmlToken {
    /// `<name …>`; `empty` means that it is `<name …/>` and no end tag follows.
    Start { name: Range<usize>, attributes: Range<usize>, empty: bool },
    /// `</name>`.
    End { name: Range<usize> },
    /// Characters and references.
    Text,
    /// `<![CDATA[…]]>`: characters that are not references.
    Data { inside: Range<usize> },
    /// `<?…?>`.
    Instruction { inside: Range<usize> },
    /// `<!--…-->`.
    Comment,
    /// `<!DOCTYPE …>`.
    Doctype,
}

/// The token at a place, and where it ends; `None` at the end of the text.
///
/// # Errors
/// If none does.
pub(crate) fn token(text: &[u8], at: usize) -> Result<Option<(XmlToken, usize)>, XmlFlaw> {
    match text.get(at..) {
        None | Some([]) => Ok(None),
        Some([b'<', b'!' | b'?', ..]) => aside(text, at).map(Some),
        Some([b'<', b'/', ..]) => end_tag(text, at).map(Some),
        Some([b'<', ..]) => start_tag(text, at).map(Some),
        Some(_) => Ok(Some((XmlToken::Text, swar::find(text, at, [b'<'])))),
    }
}

/// Where a name ends. A name is made of letters, digits, `_`, `-`, `.` and `:`, and of any characters beyond ASCII.
fn name(text: &[u8], at: usize) -> Result<Range<usize>, XmlFlaw> {
    let starts = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80 || matches!(byte, b'_' | b':');
    if !text.get(at).is_some_and(starts) {
        return Err(XmlFlaw::syntax(at));
    }
    let goes_on = |byte: &&u8| starts(byte) || byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
    let length = text.get(at..).unwrap_or_default().iter().take_while(goes_on).count();
    Ok(at..at + length)
}

fn end_tag(text: &[u8], at: usize) -> Result<(XmlToken, usize), XmlFlaw> {
    let name = name(text, at + 2)?;
    let end = behind_blanks(text, name.end);
    if text.get(end) != Some(&b'>') {
        return Err(XmlFlaw::syntax(end));
    }
    Ok((XmlToken::End { name }, end + 1))
}

fn start_tag(text: &[u8], start: usize) -> Result<(XmlToken, usize), XmlFlaw> {
    let name = name(text, start + 1)?;
    let mut at = name.end;
    while let Some(found) = attribute(text, at)? {
        at = found.end;
    }
    let attributes = name.end..at;
    at = behind_blanks(text, at);
    match text.get(at..) {
        Some([b'>', ..]) => Ok((XmlToken::Start { name, attributes, empty: false }, at + 1)),
        Some([b'/', b'>', ..]) => Ok((XmlToken::Start { name, attributes, empty: true }, at + 2)),
        _ => Err(XmlFlaw::syntax(at)),
    }
}

/// An attribute of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    pub(crate) name: Range<usize>,
    /// The text between its quotes.
    pub(crate) value: Range<usize>,
    /// Where it ends, its quote included.
    pub(crate) end: usize,
}

/// The next attribute. `at` is after the name of a tag or after an attribute. `None` if the tag ends.
///
/// # Errors
/// If there is neither an attribute nor the end.
pub(crate) fn attribute(text: &[u8], at: usize) -> Result<Option<Attribute>, XmlFlaw> {
    let start = behind_blanks(text, at);
    if matches!(text.get(start), None | Some(b'>' | b'/' | b'?')) {
        return Ok(None);
    }
    if start == at {
        return Err(XmlFlaw::syntax(at));
    }
    let name = name(text, start)?;
    let equals = behind_blanks(text, name.end);
    if text.get(equals) != Some(&b'=') {
        return Err(XmlFlaw::syntax(equals));
    }
    let opens = behind_blanks(text, equals + 1);
    let quote = *text.get(opens).filter(|byte| matches!(byte, b'"' | b'\'')).ok_or(XmlFlaw::syntax(opens))?;
    let closes = swar::find(text, opens + 1, [quote, b'<']);
    if text.get(closes) != Some(&quote) {
        return Err(XmlFlaw::syntax(closes));
    }
    Ok(Some(Attribute { name, value: opens + 1..closes, end: closes + 1 }))
}

/// What starts with `<!` or `<?`.
fn aside(text: &[u8], at: usize) -> Result<(XmlToken, usize), XmlFlaw> {
    let end = aside_end(text, at).ok_or(XmlFlaw::syntax(at))?;
    let rest = &text[at..end];
    let token = match rest {
        [b'<', b'?', ..] => XmlToken::Instruction { inside: at + 2..end - 2 },
        [b'<', b'!', b'-', ..] => XmlToken::Comment,
        [b'<', b'!', b'[', ..] => XmlToken::Data { inside: at + DATA.len()..end - 3 },
        _ => XmlToken::Doctype,
    };
    Ok((token, end))
}

const COMMENT: &[u8] = b"<!--";
const INSTRUCTION: &[u8] = b"<?";
const DATA: &[u8] = b"<![CDATA[";
const DOCTYPE: &[u8] = b"<!DOCTYPE";

/// How the comment, the instruction, the CDATA section or the document type declaration opens that starts at a place.
fn opener(text: &[u8], at: usize) -> Option<&'static [u8]> {
    let rest = text.get(at..)?;
    [COMMENT, INSTRUCTION, DATA, DOCTYPE].into_iter().find(|opener| rest.starts_with(opener))
}

/// Where it ends; `None` if none starts, or if it does not end.
pub(crate) fn aside_end(text: &[u8], at: usize) -> Option<usize> {
    let opener = opener(text, at)?;
    let inside = at + opener.len();
    match opener {
        // Two hyphens end a comment, or make it none.
        COMMENT => behind(text, inside, b"--").filter(|end| text.get(*end) == Some(&b'>')).map(|end| end + 1),
        INSTRUCTION => behind(text, inside, b"?>"),
        DATA => behind(text, inside, b"]]>"),
        _ => doctype_end(text, inside),
    }
}

/// What a comment and the like hides that may start at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hidden {
    /// All up to here.
    To(usize),
    /// All that follows, as far as can be seen.
    Open,
    /// Nothing.
    Nothing,
}

/// The same for code that looks through a long text of which parts may be broken. To find that out, no byte is looked
/// at again and again: what opens hides nothing when another one of its kind opens before its end.
pub(crate) fn hidden(text: &[u8], at: usize) -> Hidden {
    let Some(opener) = opener(text, at) else {
        let rest = text.get(at..).unwrap_or_default();
        let begun = [COMMENT, DATA, DOCTYPE].iter().any(|opener| opener.starts_with(rest));
        return if begun { Hidden::Open } else { Hidden::Nothing };
    };
    let next = behind(text, at + opener.len(), opener);
    let end = next.map_or(text.len(), |next| next - opener.len());
    match aside_end(&text[..end], at) {
        Some(end) => Hidden::To(end),
        None if next.is_some() => Hidden::Nothing,
        // The byte after two hyphens determines whether they end it.
        None if opener == COMMENT && behind(text, at + COMMENT.len(), b"--").is_some_and(|end| end < text.len()) => {
            Hidden::Nothing
        }
        None => Hidden::Open,
    }
}

/// Where the first `end` ends.
fn behind(text: &[u8], mut at: usize, end: &[u8]) -> Option<usize> {
    loop {
        at = swar::find(text, at, [end[0]]);
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        if rest.starts_with(end) {
            return Some(at + end.len());
        }
        at += 1;
    }
}

/// Where a document type declaration ends, with the declarations that are in it.
fn doctype_end(text: &[u8], mut at: usize) -> Option<usize> {
    let mut open = 0usize;
    loop {
        match text.get(at)? {
            quote @ (b'"' | b'\'') => at = swar::find(text, at + 1, [*quote]),
            b'<' if text[at..].starts_with(COMMENT) => at = behind(text, at + COMMENT.len(), b"-->")? - 1,
            b'[' | b'<' => open += 1,
            b'>' if open == 0 => return Some(at + 1),
            b']' | b'>' => open = open.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use alloc::vec::Vec;

    #[test]
    fn tokens_follow_each_other() {
        let text = b"<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b \"]>\"> <!-- ' -->]><a b = \"c>\" d='\"'>\
            <!-- <x> -->t&lt;<![CDATA[<y>]]></a ><b/>";
        let (mut at, mut found) = (0, Vec::new());
        while let Some((token, end)) = token(text, at).expect("it is XML") {
            if &text[at..end] != b"\n" {
                found.push((token, &text[at..end]));
            }
            at = end;
        }
        let shown: Vec<_> = found.iter().map(|(_, text)| core::str::from_utf8(text).expect("it is text")).collect();
        let expected = [
            "<?xml version='1.0'?>",
            "<!DOCTYPE a [<!ENTITY b \"]>\"> <!-- ' -->]>",
            "<a b = \"c>\" d='\"'>",
            "<!-- <x> -->",
            "t&lt;",
            "<![CDATA[<y>]]>",
            "</a >",
            "<b/>",
        ];
        assert_eq!(shown, expected);
        let XmlToken::Start { attributes, .. } = &found[2].0 else { panic!("a start tag") };
        let first = attribute(text, attributes.start).expect("it is XML").expect("there is one");
        let second = attribute(text, first.end).expect("it is XML").expect("there is one");
        assert_eq!([&text[first.name], &text[first.value]], [&b"b"[..], b"c>"]);
        assert_eq!([&text[second.name], &text[second.value]], [&b"d"[..], b"\""]);
        assert_eq!(attribute(text, second.end), Ok(None));
        assert!(matches!(found[7].0, XmlToken::Start { empty: true, .. }));
    }

    #[test]
    fn invalid_tokens_are_refused_in_their_place() {
        for (text, at) in [
            ("<", 1),
            ("<1>", 1),
            ("<a", 2),
            ("<a b>", 4),
            ("<a b=c>", 5),
            ("<a b='c", 7),
            ("<a b='<'>", 6),
            ("<a b='c'd='e'>", 8),
            ("<a /x>", 3),
            ("</a b>", 4),
            ("</>", 2),
            ("<!-- a", 0),
            ("<!-- a -- b -->", 0),
            ("<!x>", 0),
            ("<![CDATA[a]]", 0),
            ("<?a", 0),
            ("<!DOCTYPE a [", 0),
        ] {
            assert_eq!(token(text.as_bytes(), 0), Err(XmlFlaw { at, code: Code::XmlSyntax }), "{text}");
        }
    }

    #[test]
    fn what_opens_twice_before_its_end_hides_nothing() {
        for (text, expected) in [
            ("<!-- a -->b", Hidden::To(10)),
            ("<!-- a", Hidden::Open),
            ("<!-- a --", Hidden::Open),
            ("<!-- a <!-- b -->", Hidden::Nothing),
            ("<!-- a -- b -->", Hidden::Nothing),
            ("<!-", Hidden::Open),
            ("<!x", Hidden::Nothing),
            ("<x", Hidden::Nothing),
            ("<?a <? ?>", Hidden::Nothing),
            ("<?a ?>", Hidden::To(6)),
            ("<![CDATA[<]]>", Hidden::To(13)),
            ("<!DOCTYPE a <!DOCTYPE b>", Hidden::Nothing),
        ] {
            assert_eq!(hidden(text.as_bytes(), 0), expected, "{text}");
        }
    }
}
