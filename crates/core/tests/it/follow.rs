//! Patterns in games that come as steps.

use scoresheet_core::edit::{Editor, Edits, Find, PlyRange};
use scoresheet_core::find::Pattern;
use scoresheet_core::game::{self, AnyGames, GameFormat, WriteOptions};
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::step::{Sink, Step};
use scoresheet_core::write::Filter;

struct Edited(Editor, Filter);

impl Sink for Edited {
    fn take(&mut self, step: Step<'_>) {
        self.0.take(step, &mut self.1);
    }
}

/// The game as it is written, or `None` if it lacks the pattern.
fn found(text: &str, find: Find, cut: PlyRange) -> Option<String> {
    let edits = Edits { find: Some(find), cut, ..Edits::default() };
    let filter = Filter::new(game::pgn::Pgn.writer(&WriteOptions::default()), false);
    let mut edited = Edited(Editor::new(edits.into()), filter);
    let (settings, mut record) = (Settings::default(), Record::new());
    let mut games = AnyGames::new(text.as_bytes(), &settings);
    assert!(games.next(&mut record, &mut edited));
    let written = String::from_utf8(std::mem::take(edited.1.bytes())).expect("UTF-8");
    (!edited.0.lacks_pattern()).then(|| written.trim_end().to_owned())
}

fn find(pattern: &str, comment: Option<&str>, all: bool) -> Find {
    let pattern = Pattern::parse(pattern).expect("a pattern").into();
    Find { pattern, comment: comment.map(str::to_owned), all }
}

#[test]
fn a_game_is_kept_if_its_mainline_has_the_pattern() {
    let text = "1. e4 (1. d4 d5) e5 2. Nf3 *";
    assert!(found(text, find("move Nf3", None, false), PlyRange::default()).is_some());
    assert!(found(text, find("move d5", None, false), PlyRange::default()).is_none());
}

#[test]
fn tags_are_known_to_patterns() {
    let text = "[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O *";
    assert!(found(text, find("ply 1 and castles", None, false), PlyRange::default()).is_some());
    assert!(found(text, find("material KQvK", None, false), PlyRange::default()).is_none());
}

#[test]
fn a_comment_follows_the_nags_of_its_move() {
    let text = "1. e4 $1 {best} (1. d4) e5 2. Nf3 *";
    let once = found(text, find("white to move or ply 1", Some("here"), false), PlyRange::default());
    assert_eq!(once.as_deref(), Some("1. {here} 1. e4 $1 {best} (1. d4) 1... e5 2. Nf3 *"));
    let all = found(text, find("ply 1 or ply 3", Some("here"), true), PlyRange::default());
    assert_eq!(all.as_deref(), Some("1. e4 $1 {here} {best} (1. d4) 1... e5 2. Nf3 {here} *"));
}

#[test]
fn games_are_searched_before_they_are_cut() {
    let cut = PlyRange { after: 1, ..PlyRange::default() };
    let text = "1. e4 e5 2. Nf3 *";
    assert_eq!(found(text, find("move Nf3", None, false), cut).as_deref(), Some("1. e4 *"));
}
