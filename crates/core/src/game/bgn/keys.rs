//! What the tags of PGN are called in documents.

use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The tags with a key of their own, sorted by their keys, which are their names with a small letter in front but for those
/// that begin with an abbreviation.
static NAMED: [(&str, &str); 37] = [
    ("annotator", "Annotator"),
    ("black", "Black"),
    ("blackElo", "BlackElo"),
    ("blackNA", "BlackNA"),
    ("blackTitle", "BlackTitle"),
    ("blackType", "BlackType"),
    ("blackUSCF", "BlackUSCF"),
    ("board", "Board"),
    ("date", "Date"),
    ("eco", "ECO"),
    ("event", "Event"),
    ("eventDate", "EventDate"),
    ("eventSponsor", "EventSponsor"),
    ("fen", "FEN"),
    ("mode", "Mode"),
    ("nic", "NIC"),
    ("opening", "Opening"),
    ("plyCount", "PlyCount"),
    ("result", "Result"),
    ("round", "Round"),
    ("section", "Section"),
    ("setUp", "SetUp"),
    ("site", "Site"),
    ("stage", "Stage"),
    ("subVariation", "SubVariation"),
    ("termination", "Termination"),
    ("time", "Time"),
    ("timeControl", "TimeControl"),
    ("utcDate", "UTCDate"),
    ("utcTime", "UTCTime"),
    ("variation", "Variation"),
    ("white", "White"),
    ("whiteElo", "WhiteElo"),
    ("whiteNA", "WhiteNA"),
    ("whiteTitle", "WhiteTitle"),
    ("whiteType", "WhiteType"),
    ("whiteUSCF", "WhiteUSCF"),
];

/// Where the keys with each first letter start in [`NAMED`].
static STARTS: [u8; 27] = {
    let (mut starts, mut at) = ([0; 27], 0);
    let mut letter = 0;
    while letter < 26 {
        starts[letter] = at as u8;
        while at < NAMED.len() && NAMED[at].0.as_bytes()[0] == b'a' + letter as u8 {
            at += 1;
        }
        letter += 1;
    }
    starts[26] = at as u8;
    starts
};

/// The place in the list of the tag with this key, and its name.
#[inline]
pub(super) fn named(key: &[u8]) -> Option<(usize, &'static str)> {
    let letter = usize::from(key.first()?.wrapping_sub(b'a'));
    let (from, to) = (usize::from(*STARTS.get(letter)?), usize::from(*STARTS.get(letter + 1)?));
    let index = from + NAMED[from..to].iter().position(|named| named.0.as_bytes() == key)?;
    Some((index, NAMED[index].1))
}

/// The name of the tag with a key that is not in the list. `earlier` tells of a key whether it stood before in the document.
pub(super) fn name<'t>(key: Cow<'t, [u8]>, earlier: impl Fn(&[u8]) -> bool) -> Cow<'t, [u8]> {
    let marked = key.first() == Some(&b'#');
    // A tag that stands again is numbered. A name may end in a number, too, and then it is marked and does not stand again.
    let once = without_number(&key).filter(|once| !marked || earlier(once)).map(<[u8]>::len);
    let unnumbered = &key[..once.unwrap_or(key.len())];
    if let Some((_, name)) = named(unnumbered) {
        return Cow::Borrowed(name.as_bytes());
    }
    if once.is_none() && !marked {
        return key;
    }
    Cow::Owned(Vec::from(&unnumbered[usize::from(marked)..]))
}

/// What stands before `#2` or a higher number at the end of a key.
fn without_number(key: &[u8]) -> Option<&[u8]> {
    let at = key.iter().rposition(|byte| *byte == b'#').filter(|at| *at > 0)?;
    let number = &key[at + 1..];
    let counts = matches!(number, [b'2'..=b'9'] | [b'1'..=b'9', _, ..]) && number.iter().all(u8::is_ascii_digit);
    counts.then_some(&key[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_and_made_of_its_name() {
        let keys: Vec<_> = NAMED.iter().collect();
        assert!(keys.is_sorted());
        for (key, name) in keys {
            assert_eq!(named(key.as_bytes()).map(|found| found.1), Some(*name));
            assert_eq!(key.to_lowercase(), name.to_lowercase());
        }
        for key in ["", "Event", "#event", "events", "zeal", "z"] {
            assert_eq!(named(key.as_bytes()), None, "{key}");
        }
    }

    #[test]
    fn other_names_are_marked_where_they_would_be_taken_for_keys() {
        let told = |key: &'static str, earlier: &'static str| {
            let name = name(Cow::Borrowed(key.as_bytes()), |key| key == earlier.as_bytes());
            alloc::string::String::from_utf8(name.into_owned()).expect("UTF-8")
        };
        assert_eq!(told("WhiteTeam", ""), "WhiteTeam");
        assert_eq!(told("WhiteTeam#2", ""), "WhiteTeam");
        assert_eq!(told("white#3", ""), "White");
        assert_eq!(told("#event", ""), "event");
        assert_eq!(told("#event#2", "#event"), "event");
        assert_eq!(told("#a#2", ""), "a#2");
        assert_eq!(told("#a#2#2", "#a#2"), "a#2");
        assert_eq!(told("#a#b", ""), "a#b");
        assert_eq!(told("a#1", ""), "a#1");
    }
}
