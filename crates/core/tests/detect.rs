//! Whose piece letters a text has.

use scoresheet_core::game::letters;
use scoresheet_core::limits::Limits;
use scoresheet_core::notation::language::{self, ENGLISH, Letters, ORDER};

/// Every kind of piece moves in it.
const GAME: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. Re1 a6 6. Bxc6 dxc6 7. Nxe5 Qd4 8. Nf3 Qd8 9. Qe2 Kf8 10. Kh1 *\n";

fn found(text: &str) -> &'static str {
    letters::of(text.as_bytes(), &Limits::default()).id
}

/// An English text in the letters of a language.
fn translated(text: &str, letters: &Letters) -> String {
    let letter_of = |c: char| ORDER.iter().position(|role| role.letter() as char == c);
    text.chars().map(|c| letter_of(c).map_or(c.to_string(), |at| letters.pieces[at].to_owned())).collect()
}

#[test]
fn every_language_is_found() {
    for letters in language::ALL {
        let id = found(&translated(GAME, letters));
        let same = language::find(id).expect("listed");
        assert_eq!(same.pieces, letters.pieces, "{} was taken for {id}", letters.id);
    }
}

#[test]
fn languages_with_the_same_letters_are_called_by_the_first_of_them() {
    for (id, first) in [("sv", "de"), ("no", "de"), ("it", "es")] {
        assert_eq!(found(&translated(GAME, language::find(id).expect("listed"))), first);
    }
}

#[test]
fn english_is_left_where_others_explain_no_more() {
    for text in
        ["", "\n", "[Event \"x\"]\n\n*\n", "1. e4 e5 *", "1. e4 Xx 2. Yy *", "never a move in here", "1. Rd9 Dd9"]
    {
        assert_eq!(found(text), "en", "{text}");
    }
}

#[test]
fn a_slip_of_the_pen_is_not_another_language() {
    // In German letters the whole game could be played: `D` is a queen there, and English letters are understood as well.
    assert_eq!(found(&GAME.replace("Qe2", "De2")), "en");
    assert_eq!(found(&format!("{GAME}\n{}\n{GAME}", GAME.replace("Qd4", "Dd4"))), "en");
}

#[test]
fn an_error_in_a_foreign_game_does_not_make_it_english() {
    let german = translated(GAME, language::find("de").expect("listed"));
    assert_eq!(found(&german.replace("De2", "De9")), "de");
}

#[test]
fn one_english_game_among_many_does_not_count() {
    let german = translated(GAME, language::find("de").expect("listed"));
    assert_eq!(found(&format!("{GAME}\n{}", format!("{german}\n").repeat(5))), "de");
    assert_eq!(found(&format!("{german}\n{}", format!("{GAME}\n").repeat(5))), "en");
}

#[test]
fn a_bad_move_with_an_english_letter_is_no_other_language() {
    assert_eq!(found("1. Ra3 *"), "en");
    assert_eq!(found("1. e4 e5 2. Rf3 Kc6 *"), "en");
}

#[test]
fn a_few_moves_are_enough() {
    assert_eq!(found("1. e4 e5 2. Sf3 *"), "de");
    assert_eq!(found("1. Кf3 d5 *"), "ru");
}

#[test]
fn only_the_start_of_a_long_text_is_read() {
    let german = translated(GAME, language::find("de").expect("listed"));
    let long = format!("{GAME}\n").repeat(2000) + &format!("{german}\n").repeat(4000);
    assert!(std::ptr::eq(letters::of(long.as_bytes(), &Limits::default()), &ENGLISH));
}
