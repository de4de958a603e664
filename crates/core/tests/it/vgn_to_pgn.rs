//! Games of VGN written as PGN and back: tags, composite NAGs, what is lost.

use scoresheet_core::game::AnyGames;
use scoresheet_core::game::{self, GameFormat, WriteOptions};
use scoresheet_core::read::Record;
use scoresheet_core::read::Settings;
use scoresheet_core::write::Filter;

fn format(id: &str) -> &'static dyn GameFormat {
    game::ALL.iter().copied().find(|format| format.spec().id == id).expect("a format")
}

/// A text in another format, and what was lost.
fn convert(text: &str, from: &str, to: &str) -> (String, Vec<(&'static str, u64)>) {
    let (format_to, settings) = (format(to), Settings::default());
    let mut games = AnyGames::of(format(from), text.as_bytes(), &settings);
    let mut filter = Filter::new(format_to.writer(&WriteOptions::default()), false);
    let (mut record, mut losses) = (Record::new(), Vec::new());
    while games.next(&mut record, &mut filter) {
        for (kind, count) in filter.losses_of_game() {
            assert!(format_to.spec().all_losses().contains(&kind), "{kind:?} is not listed");
            losses.push((kind.spec().id, count));
        }
    }
    (String::from_utf8(std::mem::take(filter.bytes())).expect("text"), losses)
}

#[test]
fn tags_are_converted_to_those_of_pgn() {
    for (vgn, pgn, losses) in [
        (
            "[GameFormat \"VGN\"][White \"A\"][Result \"Black resigned\"][ECO \"B00\"][MoveFormat \"MCN\"] 1. e2e4 1-0",
            "[White \"A\"]\n[Result \"1-0\"]\n[Termination \"Black resigned\"]\n[ECO \"B00\"]\n\n1. e4 1-0\n\n",
            vec![],
        ),
        // The end is not the one that the Result lets expect.
        (
            "[GameFormat \"VGN\"][White \"A\"][Result \"Ding won\"][MoveFormat \"MCN\"] 1. e2e4 e7e5 0-1",
            "[White \"A\"]\n[Result \"0-1\"]\n[Termination \"Ding won\"]\n\n1. e4 e5 0-1\n\n",
            vec![],
        ),
        (
            "[GameFormat \"VGN\"][Result \"Draw by repetition\"][Termination \"x\"][MoveFormat \"MCN\"] 1. e2e4 1/2-1/2",
            "[Result \"1/2-1/2\"]\n[Termination \"x\"]\n\n1. e4 1/2-1/2\n\n",
            vec![("result-sentence", 1)],
        ),
        (
            "[GameFormat \"VGN\"][SetUp \"8/8/8/4k3/8/8/4P3/4K3 b -\"][MoveFormat \"MCN\"] 1.5 e5e4 *",
            "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Ke4 *\n\n",
            vec![],
        ),
        (
            "[GameFormat \"VGN\"][NAGFormat \"CNAG\"][MoveFormat \"MCN\"] 1. e2e4 $2.1 e7e5 $5.0.3.2.0 *",
            "1. e4 $1 e5 *\n\n",
            vec![("nag-composite", 1)],
        ),
        ("[GameFormat \"VGN\"][MoveFormat \"MCN\"] *", "*\n\n", vec![]),
    ] {
        assert_eq!(convert(vgn, "vgn", "pgn"), (pgn.to_owned(), losses), "{vgn}");
    }
}

#[test]
fn a_long_line_keeps_its_break_when_the_tags_are_written_again() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(20);
    let of = |result: &str| {
        let vgn = format!("[GameFormat \"VGN\"][Result \"{result}\"][MoveFormat \"MCN\"] {moves} 1/2-1/2");
        let (text, losses) = convert(&vgn, "vgn", "pgn");
        assert_eq!(losses, []);
        text.replace(&format!("[Termination \"{result}\"]\n"), "")
    };
    assert_eq!(of("Draw"), of("They stopped"));
}

#[test]
fn from_pgn_to_vgn_and_back() {
    let pgn = "[Event \"?\"]\n[White \"A\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n[Termination \"Black ran out of time\"]\n\n\
               1. e4 $1 {good [%clk 0:01:00]} e5 (1... c5 2. Nf3) 2. Qh5 Ke7 3. Qxe5# 1-0\n\n\
               [Result \"*\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
               [FEN \"bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq - 3 7\"]\n\n7. e4 *\n\n";
    let (vgn, losses) = convert(pgn, "pgn", "vgn");
    assert!(vgn.contains("[Rules \"N+10\"]\n[SetUp \"FEN:bnrkrbqn/") && !vgn.contains("Variant"), "{vgn}");
    // A comment and a variation on White's move follow Black's in VGN.
    assert_eq!(losses.iter().filter(|(id, _)| !id.ends_with("-place")).count(), 0);
    let (back, losses) = convert(&vgn, "vgn", "pgn");
    assert_eq!(losses, []);
    let tags = |text: &str| text.lines().filter(|line| line.starts_with('[')).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(tags(&back), tags(pgn));
}
