//! Maps tags to the keys of a document, and back.

use crate::text;
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

macro_rules! named {
    ($($tag:ident $name:literal $key:literal;)*) => {
        /// A tag that has a key of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum KnownTag { $(#[doc = concat!("`", $name, "`.")] $tag,)* }

        impl KnownTag {
            /// Every one, with the name of its tag, its key, and how a member with this key begins.
            pub(super) const ALL: &[(KnownTag, &str, &str, &str)] =
                &[$((KnownTag::$tag, $name, $key, concat!("\"", $key, "\":\"")),)*];

            /// The tag of this name.
            pub(super) fn of_name(name: &str) -> Option<KnownTag> {
                match name { $($name => Some(KnownTag::$tag),)* _ => None }
            }

            /// The tag with this key.
            pub(super) fn of_key(key: &str) -> Option<KnownTag> {
                match key { $($key => Some(KnownTag::$tag),)* _ => None }
            }
        }
    };
}

// The first letter is in lower case, and of an abbreviation all of it.
named! {
    Event "Event" "event";
    Site "Site" "site";
    Date "Date" "date";
    Round "Round" "round";
    White "White" "white";
    Black "Black" "black";
    Result "Result" "result";
    WhiteTitle "WhiteTitle" "whiteTitle";
    BlackTitle "BlackTitle" "blackTitle";
    WhiteElo "WhiteElo" "whiteElo";
    BlackElo "BlackElo" "blackElo";
    WhiteUscf "WhiteUSCF" "whiteUSCF";
    BlackUscf "BlackUSCF" "blackUSCF";
    WhiteNa "WhiteNA" "whiteNA";
    BlackNa "BlackNA" "blackNA";
    WhiteType "WhiteType" "whiteType";
    BlackType "BlackType" "blackType";
    EventDate "EventDate" "eventDate";
    EventSponsor "EventSponsor" "eventSponsor";
    Section "Section" "section";
    Stage "Stage" "stage";
    Board "Board" "board";
    Opening "Opening" "opening";
    Variation "Variation" "variation";
    SubVariation "SubVariation" "subVariation";
    Eco "ECO" "eco";
    Nic "NIC" "nic";
    Time "Time" "time";
    UtcTime "UTCTime" "utcTime";
    UtcDate "UTCDate" "utcDate";
    TimeControl "TimeControl" "timeControl";
    SetUp "SetUp" "setUp";
    Fen "FEN" "fen";
    Termination "Termination" "termination";
    Annotator "Annotator" "annotator";
    Mode "Mode" "mode";
    PlyCount "PlyCount" "plyCount";
}

impl KnownTag {
    /// The name of its tag.
    pub(super) fn name(self) -> &'static str {
        KnownTag::ALL[self as usize].1
    }

    /// How a member with its key begins, up to the text.
    #[inline]
    pub(super) fn opening(self) -> &'static str {
        KnownTag::ALL[self as usize].3
    }

    /// Its key.
    pub(super) fn key(self) -> &'static str {
        KnownTag::ALL[self as usize].2
    }
}

/// The key of the `nth` tag called `name`, from 1.
///
/// A known name has its key, and every other name is its own key, with a `#` before it if it could be taken for
/// another one. The number follows the key from the second tag on. It also follows the first if the name itself ends
/// as if with a number.
pub fn key(name: &str, nth: u32) -> Cow<'_, str> {
    let known = KnownTag::of_name(name).map(KnownTag::key);
    let marked = known.is_none() && is_marked(name);
    if nth == 1 && !(marked && numbered(name).is_some()) {
        return match known {
            Some(key) => Cow::Borrowed(key),
            None if marked => Cow::Owned(format!("#{name}")),
            None => Cow::Borrowed(name),
        };
    }
    let mark = if marked { "#" } else { "" };
    Cow::Owned(format!("{mark}{}#{nth}", known.unwrap_or(name)))
}

/// The name of the tag with this key, and which occurrence of that name it is.
pub fn tag(key: &str) -> (&str, u32) {
    if let Some(known) = KnownTag::of_key(key) {
        return (known.name(), 1);
    }
    match key.strip_prefix('#') {
        Some(rest) => numbered(rest).unwrap_or((rest, 1)),
        None => match split(key) {
            Some((first, nth)) => match KnownTag::of_key(first) {
                Some(known) => (known.name(), nth),
                None => (first, nth),
            },
            None => (key, 1),
        },
    }
}

/// Whether the key of this name starts with a `#`.
fn is_marked(name: &str) -> bool {
    KnownTag::of_key(name).is_some() || name.contains('#')
}

/// The text after the `#` of a key that consists of a name, the mark and a number.
fn numbered(rest: &str) -> Option<(&str, u32)> {
    split(rest).filter(|(name, _)| is_marked(name))
}

/// A text that ends with a number, as keys do.
fn split(text: &str) -> Option<(&str, u32)> {
    let (name, digits) = text.rsplit_once('#')?;
    let nth = text::number(digits).filter(|_| !digits.starts_with('0') && !digits.is_empty())?;
    Some((name, u32::try_from(nth).ok()?))
}

/// Counts the tags of a game by their names.
#[derive(Default)]
pub(super) struct TagCounts {
    /// The known ones that the game has, by their numbers.
    known: u64,
    /// All others, and the known ones from the second on.
    others: Vec<(String, u32)>,
    /// The same by name, if there are so many that it takes long to look for one.
    sorted: BTreeMap<String, u32>,
}

impl TagCounts {
    /// Starts again with another game.
    pub(super) fn clear(&mut self) {
        self.known = 0;
        self.others.clear();
        self.sorted.clear();
    }

    /// Whether a known tag comes for the first time, as nearly all do.
    #[inline]
    pub(super) fn is_first(&mut self, known: KnownTag) -> bool {
        let had = self.known;
        self.known |= 1 << known as u64;
        self.known != had
    }

    /// The occurrence number of the next tag of this name. Not called for the first one of a known tag, which counts
    /// for `more`.
    pub(super) fn next(&mut self, name: &str, more: u32) -> u32 {
        const FEW: usize = 24;
        if self.others.len() < FEW {
            if let Some((_, count)) = self.others.iter_mut().find(|(known, _)| known == name) {
                *count += 1;
                return *count;
            }
            self.others.push((name.into(), 1 + more));
            return 1 + more;
        }
        if self.sorted.is_empty() {
            self.sorted.extend(self.others.iter().cloned());
        }
        match self.sorted.get_mut(name) {
            Some(count) => {
                *count += 1;
                *count
            }
            None => {
                self.sorted.insert(name.into(), 1 + more);
                1 + more
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_known_tags() {
        for (name, expected) in [
            ("Event", "event"),
            ("WhiteElo", "whiteElo"),
            ("WhiteUSCF", "whiteUSCF"),
            ("ECO", "eco"),
            ("NIC", "nic"),
            ("FEN", "fen"),
            ("UTCDate", "utcDate"),
            ("UTCTime", "utcTime"),
            ("SetUp", "setUp"),
        ] {
            assert_eq!(key(name, 1), expected);
            assert_eq!(tag(expected), (name, 1));
        }
        assert_eq!(KnownTag::ALL.len(), 37);
        for (at, (known, name, key, _)) in KnownTag::ALL.iter().enumerate() {
            assert_eq!(
                (*known as usize, KnownTag::of_name(name), KnownTag::of_key(key)),
                (at, Some(*known), Some(*known))
            );
        }
    }

    #[test]
    fn keys_of_other_tags() {
        for (name, nth, expected) in [
            ("Link", 1, "Link"),
            ("White", 2, "white#2"),
            ("Link", 3, "Link#3"),
            ("event", 1, "#event"),
            ("event", 2, "#event#2"),
            ("a#", 1, "#a#"),
            ("a#2", 1, "#a#2"),
        ] {
            assert_eq!(key(name, nth), expected);
            assert_eq!(tag(expected), (name, nth));
        }
    }

    #[test]
    fn keys_are_unique_and_lead_back_to_their_tags() {
        let mut names = ["White", "white", "Link", "link", "#", "a##2"].map(String::from).to_vec();
        for _ in 0..3 {
            let longer: Vec<String> =
                names.iter().flat_map(|name| ["#", "#1", "#2", "#02"].map(|end| format!("{name}{end}"))).collect();
            names.extend(longer);
        }
        names.sort();
        names.dedup();
        let mut keys = BTreeMap::new();
        for name in &names {
            for nth in [1, 2, 10] {
                let key = key(name, nth).into_owned();
                assert_eq!(tag(&key), (&**name, nth), "{key}");
                assert_eq!(keys.insert(key, (name, nth)), None, "{name} {nth}");
            }
        }
    }

    #[test]
    fn tags_are_counted_by_name() {
        let mut counts = TagCounts::default();
        assert!(
            counts.is_first(KnownTag::White) && !counts.is_first(KnownTag::White) && counts.is_first(KnownTag::Black)
        );
        assert_eq!([counts.next("White", 1), counts.next("White", 1)], [2, 3]);
        for round in 1..4 {
            for at in 0..40 {
                assert_eq!(counts.next(&format!("Other{at}"), 0), round);
            }
        }
        assert_eq!(counts.next("White", 1), 4);
        counts.clear();
        assert_eq!(counts.next("Other1", 0), 1);
    }
}
