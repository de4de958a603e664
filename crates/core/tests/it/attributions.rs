//! What only BGN has a form for travels with a game: trees keep it, packed ones too, and other formats count it as lost.

use scoresheet_core::game::{self, AnyGames, WriteOptions};
use scoresheet_core::location::Location;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::step::{Sink, Step};
use scoresheet_core::tree::{Builder, Keep, Tree};
use scoresheet_core::write::Filter;

const OBJECT: &str = r#"{"id":"AA2","date":"2022-03-04"}"#;
const MEMBERS: [&str; 4] = [r#""properties":{"mine":{"a":1}}"#, r#""et":2.5"#, r#""name":"Quiet""#, r#""mine":null"#];

/// Adds an annotation and fields after each move.
struct Adding(Builder);

impl Sink for Adding {
    fn take(&mut self, step: Step<'_>) {
        let played = matches!(step, Step::Played(_));
        self.0.take(step);
        if played {
            self.0.take(Step::Annotation(OBJECT));
            MEMBERS.iter().for_each(|member| self.0.take(Step::Field(member)));
        }
    }
}

/// The annotations and fields that are given.
#[derive(Default)]
struct Found(Vec<String>);

impl Sink for Found {
    fn take(&mut self, step: Step<'_>) {
        if let Step::Annotation(text) | Step::Field(text) = step {
            self.0.push(text.into());
        }
    }
}

fn annotated() -> Tree {
    let mut adding = Adding(Builder::new(Keep::default()));
    let mut games = AnyGames::new(b"1. e4 (1. d4 d5) e5 *", &Settings::default());
    assert!(games.next(&mut Record::new(), &mut adding));
    adding.0.finish()
}

#[test]
fn trees_keep_them_and_packed_ones_too() {
    let tree = annotated();
    let again = Tree::unpack(&tree.pack()).expect("it was packed");
    assert!(tree == again);
    for tree in [tree, again] {
        let mut found = Found::default();
        tree.emit(Location::default(), &mut found);
        let of_a_move: Vec<_> = [OBJECT].into_iter().chain(MEMBERS).collect();
        assert_eq!(found.0, of_a_move.repeat(4));
    }
}

#[test]
fn formats_that_cannot_express_them_count_them() {
    for id in ["pgn", "vgn", "uci", "pgc"] {
        let format = game::find(id).expect("it is listed");
        let mut filter = Filter::new(format.writer(&WriteOptions::default()), false);
        annotated().emit(Location::default(), &mut filter);
        let lost: Vec<_> = filter.losses().iter().map(|loss| (loss.kind.spec().id, loss.count)).collect();
        for kind in ["attribution", "property", "elapsed", "line-name", "field"] {
            assert!(lost.contains(&(kind, 4)), "{id}: {lost:?}");
            assert!(
                format.spec().all_losses().iter().any(|declared| declared.spec().id == kind),
                "{id} declares {kind}"
            );
        }
        let text = String::from_utf8_lossy(filter.bytes());
        assert!(!text.contains("AA2"), "{text}");
    }
}
