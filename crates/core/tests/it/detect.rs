//! Whose piece letters a game has: those of English, and another language's only if the game cannot be played in
//! English.

use scoresheet_core::error::Code;
use scoresheet_core::game::{self, AnyGames, WriteOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::notation::language::{self, ENGLISH, Letters, ORDER};
use scoresheet_core::read::{Record, Settings, Tally};
use scoresheet_core::write::Filter;

/// Every kind of piece moves in it.
const GAME: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. Re1 a6 6. Bxc6 dxc6 7. Nxe5 Qd4 8. Nf3 Qd8 9. Qe2 Kf8 10. Kh1 *\n";

/// How games with unknown letters are read.
fn undecided() -> Settings {
    Settings { letters: None, ..Settings::default() }
}

/// How many plies of each game are played.
fn plies(text: &str) -> (Vec<u32>, Tally) {
    let (settings, mut record, mut counts) = (undecided(), Record::new(), Vec::new());
    let mut games = AnyGames::new(text.as_bytes(), &settings);
    while games.next(&mut record, &mut ()) {
        counts.push(record.ply_count);
    }
    (counts, games.into_tally())
}

/// The games as PGN.
fn written(text: &str) -> String {
    let mut filter = Filter::new(game::find("pgn").expect("listed").writer(&WriteOptions::default()), false);
    let (settings, mut record) = (undecided(), Record::new());
    let mut games = AnyGames::new(text.as_bytes(), &settings);
    while games.next(&mut record, &mut filter) {}
    String::from_utf8(filter.bytes().clone()).expect("UTF-8")
}

fn errors(tally: &Tally) -> u64 {
    tally.codes().filter(|(code, _)| !code.is_note()).map(|(_, count)| count.count).sum()
}

/// An English text in the letters of a language.
fn translated(text: &str, letters: &Letters) -> String {
    let letter_of = |c: char| ORDER.iter().position(|role| role.letter() as char == c);
    text.chars().map(|c| letter_of(c).map_or(c.to_string(), |at| letters.pieces[at].to_owned())).collect()
}

fn letters(id: &str) -> &'static Letters {
    language::find(id).expect("listed")
}

#[test]
fn every_language_is_read_and_noted_move_by_move() {
    for letters in language::ALL {
        let text = translated(GAME, letters);
        let (counts, tally) = plies(&text);
        assert_eq!((counts, errors(&tally)), (vec![19], 0), "{}", letters.id);
        assert_eq!(written(&text), written(GAME), "{}", letters.id);
        let others = GAME
            .matches(|c| ORDER.iter().any(|role| role.letter() as char == c && letters.letter(*role) != c.to_string()));
        assert_eq!(tally.count(Code::ForeignLetter), others.count() as u64, "{}", letters.id);
    }
}

#[test]
fn each_game_is_decided_by_itself() {
    let french = translated(GAME, letters("fr"));
    let german = translated(GAME, letters("de"));
    let mixed = format!("{french}\n{GAME}\n{german}\n{GAME}\n{french}\n");
    let (counts, tally) = plies(&mixed);
    assert_eq!((counts, errors(&tally)), (vec![19; 5], 0));
    assert_eq!(written(&mixed), written(&format!("{GAME}\n").repeat(5)));
    let noted = |text: &str| plies(text).1.count(Code::ForeignLetter);
    assert_eq!(tally.count(Code::ForeignLetter), 2 * noted(&french) + noted(&german));
}

#[test]
fn what_a_reading_counted_that_was_given_up_does_not_count() {
    // In English, `Pc6` and `Pf3` are moves of pawns, each with a note.
    let dutch = "1. e4 e5 2. Pf3 Pc6 {a} 3. Lb5 (3. Lc4 Lc5) 3... a6 *\n";
    let (counts, tally) = plies(dutch);
    assert_eq!((counts, errors(&tally), tally.count(Code::PawnLetter)), (vec![6], 0, 0));
    assert_eq!(written(dutch), "1. e4 e5 2. Nf3 Nc6 {a} 3. Bb5 (3. Bc4 Bc5) 3... a6 *\n\n");
    assert_eq!((tally.games, tally.plies), (1, 6));
}

#[test]
fn losses_of_a_reading_that_was_given_up_do_not_count() {
    let mut filter = Filter::new(game::find("uci").expect("listed").writer(&WriteOptions::default()), false);
    let (settings, mut record) = (undecided(), Record::new());
    let text = format!("{GAME}\n1. e4 {{a}} e5 (1... c5 {{b}}) 2. Sf3 {{c}} Sc6 *\n");
    let mut games = AnyGames::new(text.as_bytes(), &settings);
    while games.next(&mut record, &mut filter) {}
    assert!(filter.bytes().ends_with(b"\ne2e4 e7e5 g1f3 b8c6 *\n"), "{:?}", String::from_utf8_lossy(filter.bytes()));
    let lost: Vec<_> = filter.losses().iter().map(|loss| (loss.kind.spec().id, loss.count)).collect();
    assert_eq!(lost, [("comment", 3), ("variation", 1)]);
}

#[test]
fn english_is_left_where_others_play_no_more() {
    for text in ["1. e4 Xx 2. Yy *", "never a move in here", "1. Rd9 Dd9", "1. Ra3 *", "1. e4 e5 2. Rf3 Kc6 *"] {
        assert_eq!(plies(text).1.count(Code::ForeignLetter), 0, "{text}");
    }
}

#[test]
fn a_slip_of_the_pen_is_not_another_language() {
    // In German letters the whole game could be played: `D` is a queen there, and English letters are understood as well.
    let (counts, tally) = plies(&GAME.replace("Qe2", "De2"));
    assert_eq!((counts, errors(&tally)), (vec![16], 1));
    let (counts, _) = plies(&format!("{GAME}\n{}\n{GAME}", GAME.replace("Qd4", "Dd4")));
    assert_eq!(counts, [19, 13, 19]);
    assert_eq!(plies("1. e4 e5 2. Df3 Nc6 3. Nc3 *").0, [2]);
}

#[test]
fn an_error_in_a_foreign_game_does_not_make_it_english() {
    let german = translated(GAME, letters("de"));
    let (counts, tally) = plies(&german.replace("De2", "De9"));
    assert_eq!((counts, errors(&tally)), (vec![16], 1));
}

#[test]
fn a_few_moves_are_enough() {
    assert_eq!(plies("1. e4 e5 2. Sf3 *").0, [3]);
    assert_eq!(plies("1. Кf3 d5 *").0, [2]);
}

#[test]
fn requested_letters_are_the_only_ones() {
    let german = translated(GAME, letters("de"));
    for (asked, played) in [(&ENGLISH, 2), (letters("de"), 19), (letters("ru"), 2)] {
        let settings = Settings { letters: Some(asked), limits: Limits::default(), ..Settings::default() };
        let mut record = Record::new();
        assert!(AnyGames::new(german.as_bytes(), &settings).next(&mut record, &mut ()));
        assert_eq!(record.ply_count, played, "{}", asked.id);
    }
}
