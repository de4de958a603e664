//! The data of a document that its tags already contain: dates, players, the start, the result. The writer derives it,
//! and a reader compares the document with it.

use super::tag_keys::KnownTag;
use crate::date::GameTime;
use crate::position::fen;
use crate::rules::{Position, Rules};
use crate::step::{Head, Termination};
use crate::text;
use crate::time_control::TimeControl;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// The source of annotations without one, if there is no Annotator tag.
pub const DEFAULT_SOURCE: &str = "pgn";

/// One member of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About<'t> {
    /// A text, by its key.
    Text(&'static str, &'t str),
    /// The rating.
    Rating(i16),
}

/// The first tags of a game by meaning.
#[derive(Clone, Copy)]
pub struct TagValues<'h> {
    values: &'h [(Cow<'h, str>, Cow<'h, str>)],
    first: [u32; KnownTag::ALL.len()],
    link: u32,
}

/// No tag.
const NONE: u32 = u32::MAX;

impl<'h> TagValues<'h> {
    /// The tags of a game.
    pub fn of(head: &Head<'h>) -> TagValues<'h> {
        TagValues::of_tags(head.tags)
    }

    /// The same of tags in their order.
    pub(super) fn of_tags(values: &'h [(Cow<'h, str>, Cow<'h, str>)]) -> TagValues<'h> {
        let mut tags = TagValues::none(values);
        for (at, (name, _)) in (0..NONE).zip(values) {
            tags.see(at, name, KnownTag::of_name(name));
        }
        tags
    }

    /// The tags of a game, none of which was looked at.
    pub(super) fn none(values: &'h [(Cow<'h, str>, Cow<'h, str>)]) -> TagValues<'h> {
        TagValues { values, first: [NONE; KnownTag::ALL.len()], link: NONE }
    }

    /// Looks at the tag at this place.
    #[inline]
    pub(super) fn see(&mut self, at: u32, name: &str, known: Option<KnownTag>) {
        match known {
            Some(known) => {
                let first = &mut self.first[known as usize];
                *first = (*first).min(at);
            }
            None if name == "Link" => self.link = self.link.min(at),
            None => {}
        }
    }

    #[inline]
    fn at(&self, at: u32) -> Option<&'h str> {
        self.values.get(at as usize).map(|(_, value)| &**value)
    }

    #[inline]
    pub(super) fn get(&self, known: KnownTag) -> Option<&'h str> {
        self.at(self.first[known as usize])
    }

    /// The date, and when the game started.
    pub fn time(&self) -> GameTime {
        GameTime::of(self.get(KnownTag::UtcDate), self.get(KnownTag::Date), self.get(KnownTag::UtcTime))
    }

    /// What is known of White and of Black.
    pub fn players(&self) -> [Vec<About<'h>>; 2] {
        [self.white(), self.black()]
    }

    /// What is known of White.
    pub(super) fn white(&self) -> Vec<About<'h>> {
        player(self.get(KnownTag::White), self.get(KnownTag::WhiteElo), self.get(KnownTag::WhiteTitle))
    }

    /// What is known of Black.
    pub(super) fn black(&self) -> Vec<About<'h>> {
        player(self.get(KnownTag::Black), self.get(KnownTag::BlackElo), self.get(KnownTag::BlackTitle))
    }

    /// The source of annotations without one.
    pub fn source(&self) -> &'h str {
        self.get(KnownTag::Annotator).filter(|name| !name.is_empty()).unwrap_or(DEFAULT_SOURCE)
    }

    /// The marker according to the tags.
    pub fn result(&self) -> Option<Termination> {
        self.get(KnownTag::Result).and_then(Termination::find)
    }

    /// The time control, if clocks can be compared with it.
    pub fn time_control(&self) -> Option<TimeControl> {
        self.get(KnownTag::TimeControl).and_then(TimeControl::parse)
    }

    /// The namespace of the commands in comments.
    pub fn namespace(&self) -> &'static str {
        super::namespace(self.get(KnownTag::Site), self.at(self.link))
    }
}

/// What the tags contain about one player.
pub(super) fn player<'t>(name: Option<&'t str>, elo: Option<&str>, title: Option<&'t str>) -> Vec<About<'t>> {
    let mut about = Vec::new();
    let mut say = |key, text: &'t str| {
        if !text.is_empty() {
            about.push(About::Text(key, text));
        }
    };
    match name.map(|name| (name, name.split_once(','))) {
        Some((_, Some((last, first)))) => {
            say("last", last.trim());
            say("first", first.trim());
        }
        Some((name, None)) => say("nick", name),
        None => {}
    }
    if let Some(rating) = elo.and_then(text::rating) {
        about.push(About::Rating(rating));
    }
    if let Some(title) = title.filter(|title| !title.is_empty()) {
        about.push(About::Text("title", title));
    }
    about
}

/// When a game started, as ISO 8601 writes it: `2020-01-31T18:30:00Z`, with a fraction if there is one.
pub fn timestamp(time: &GameTime) -> Option<String> {
    time.start.and_then(crate::date::timestamp)
}

/// The FEN of a start that is not the usual position by its rules, or that has another board than chess.
pub fn setup(start: &Position, standard_start: bool) -> Option<String> {
    let fen = |position: &Position| fen::write(position, fen::Style::default());
    let is_usual = || !start.rules().has_own_start() && fen(start) == fen(&Position::start_of(start.rules()));
    (!standard_start && !is_usual()).then(|| fen(start))
}

/// The name of a variant's rules; `None` for the usual ones.
pub fn variant(start: &Position) -> Option<Cow<'static, str>> {
    let rules = start.rules();
    (rules != Rules::STANDARD).then(|| rules.id())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::Location;
    use crate::notation;
    use crate::step::Dialect;

    fn with<T>(tags: &[(&str, &str)], told: impl FnOnce(TagValues<'_>) -> T) -> T {
        let tags: Vec<_> = tags.iter().map(|(name, value)| (Cow::from(*name), Cow::from(*value))).collect();
        let start = Position::start();
        let notation = notation::ALL[0].spec();
        told(TagValues::of(&Head {
            place: Location::default(),
            dialect: Dialect::Pgn,
            notation,
            tags: &tags,
            section: None,
            odd_tags: &[],
            start: &start,
            standard_start: true,
        }))
    }

    #[test]
    fn players_by_their_tags() {
        use About::{Rating, Text};
        let tags = [
            ("White", "Fischer , Robert, J."),
            ("Black", "Kasparov"),
            ("WhiteElo", "2785?"),
            ("BlackElo", "-"),
            ("WhiteTitle", "GM"),
            ("White", "Again"),
        ];
        with(&tags, |tags| {
            let [white, black] = tags.players();
            assert_eq!(
                white,
                [Text("last", "Fischer"), Text("first", "Robert, J."), Rating(2785), Text("title", "GM")]
            );
            assert_eq!(black, [Text("nick", "Kasparov")]);
        });
        with(&[("White", ""), ("Black", "X,")], |tags| {
            assert_eq!(tags.players(), [Vec::new(), Vec::from([Text("last", "X")])]);
        });
    }

    #[test]
    fn times_by_their_tags() {
        let time = |tags: &[(&str, &str)]| with(tags, |tags| timestamp(&tags.time()));
        assert_eq!(
            time(&[("UTCDate", "2020.01.31"), ("UTCTime", "18:30:00")]).as_deref(),
            Some("2020-01-31T18:30:00Z")
        );
        assert_eq!(
            time(&[("UTCDate", "0001.01.01"), ("UTCTime", "00:00:00.250")]).as_deref(),
            Some("0001-01-01T00:00:00.25Z")
        );
        assert_eq!(time(&[("Date", "2020.01.31"), ("UTCTime", "18:30:00")]), None);
    }

    #[test]
    fn sources_and_namespaces() {
        with(&[("Annotator", "Hoover"), ("Link", "https://www.chess.com/1")], |tags| {
            assert_eq!((tags.source(), tags.namespace()), ("Hoover", "chesscom"));
        });
        with(&[("Annotator", "")], |tags| assert_eq!((tags.source(), tags.namespace()), ("pgn", "pgn")));
    }

    #[test]
    fn starts() {
        let start = Position::start();
        assert_eq!((setup(&start, true), variant(&start)), (None, None));
        let other = start.with_rules(Rules::CHESS960);
        assert_eq!((setup(&other, false), variant(&other)), (None, Some("chess960".into())));
        for rules in ["crazyhouse", "antichess", "threecheck"] {
            let usual = Position::start_of(crate::rules::find(rules).expect("a name"));
            assert_eq!((setup(&usual, false), variant(&usual)), (None, Some(rules.into())));
        }
        let horde = Position::start_of(crate::rules::find("horde").expect("a name"));
        assert!(setup(&horde, false).is_some_and(|fen| fen.ends_with("PPPPPPPP w kq - 0 1")));
        let fen = "4k2r/8/8/8/8/8/8/4K3 b k - 0 1";
        assert_eq!(setup(&fen::parse(fen).expect("it is one"), false).as_deref(), Some(fen));
    }
}
