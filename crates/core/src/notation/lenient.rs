//! Moves in nonstandard spelling: a text is converted to patterns, and the one legal move that matches is taken.
//!
//! Used only when the strict path of [`super::san`] fails, so it may list all legal moves. A text passes through two
//! files: [`word`] converts it to plain letters, and [`pattern`] finds their meaning and checks the board.

mod descriptive;
mod pattern;
mod word;

use super::language::{ENGLISH, Letters};
use super::{MoveError, ParsedMove, SpellingNotes};
use crate::error::Code;
use crate::rules::{Move, Position, Role};
use alloc::vec::Vec;
use descriptive::DescriptiveMove;
pub(super) use descriptive::write as write_descriptive;
use pattern::{LetterReading, MovePattern, MoveShape};
use word::MoveWord;

/// Which spellings are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SpellingForm {
    /// Any.
    Any,
    /// Origin and target in full, castling and null moves.
    Long,
}

/// A text that is not a move, before its first bad byte is located: a file may hold millions of them.
const NOT_LOCATED: MoveError = MoveError::Syntax { at: 0, expected: "a move" };

/// Finds the one legal move that `text` names in any spelling known here. An error may still must be [`located`].
pub(super) fn read(before: &Position, text: &[u8], letters: &Letters) -> Result<ParsedMove, MoveError> {
    resolve(before, text, letters, SpellingForm::Any)
}

/// The same if origin and target are given.
pub(super) fn read_long(before: &Position, text: &[u8]) -> Result<ParsedMove, MoveError> {
    let error = |error| if error == NOT_LOCATED { not_a_move(text, &ENGLISH, SpellingForm::Long) } else { error };
    resolve(before, text, &ENGLISH, SpellingForm::Long).map_err(error)
}

/// The error of [`read`] with the place from which on the text is not a move.
pub(super) fn located(error: MoveError, text: &[u8], letters: &Letters) -> MoveError {
    if error == NOT_LOCATED { not_a_move(text, letters, SpellingForm::Any) } else { error }
}

/// The same for descriptive notation, of which nothing is noted then.
pub(super) fn read_descriptive(before: &Position, text: &[u8]) -> Result<ParsedMove, MoveError> {
    let Some(word) = MoveWord::new(text, &ENGLISH) else { return Err(not_descriptive()) };
    if let Some(told) = DescriptiveMove::parse(&word.body) {
        let mv = told.find(before)?.ok_or(MoveError::Illegal)?;
        return Ok(ParsedMove { mv, notes: word.notes, claim: word.claim, illegal: false });
    }
    match MovePattern::parse(&word.body, LetterReading::Written) {
        Some(pattern) if pattern.shape != MoveShape::Piece => resolve(before, text, &ENGLISH, SpellingForm::Any),
        _ => Err(not_descriptive()),
    }
}

fn not_descriptive() -> MoveError {
    MoveError::Syntax { at: 0, expected: "a move such as `P-K4`, `N-KB3` or `RxN`" }
}

/// The move of a word in descriptive notation, unless algebraic notation has the same word.
fn resolve_descriptive(before: &Position, word: &MoveWord) -> Result<Option<ParsedMove>, MoveError> {
    let told = DescriptiveMove::parse(&word.body).filter(|told| !told.is_algebraic());
    let Some(told) = told else { return Ok(None) };
    let found = told.find(before)?;
    Ok(found.map(|mv| {
        let mut notes = SpellingNotes(word.notes.0);
        notes.add(Code::DescriptiveMove);
        ParsedMove { mv, notes, claim: word.claim, illegal: false }
    }))
}

fn resolve(before: &Position, text: &[u8], letters: &Letters, form: SpellingForm) -> Result<ParsedMove, MoveError> {
    let word = MoveWord::new(text, letters).ok_or(NOT_LOCATED)?;
    if form == SpellingForm::Any
        && letters.is_english()
        && let Some(named) = resolve_descriptive(before, &word)?
    {
        return Ok(named);
    }
    let mut understood = false;
    for pattern in patterns(&word, form).filter(|pattern| may_be_meant(pattern, before)) {
        understood = true;
        match pattern.matches(before).as_slice() {
            [] => {}
            [mv] => {
                let mut notes = word.notes;
                pattern.judge(before, *mv, form, &mut notes);
                return Ok(ParsedMove { mv: *mv, notes, claim: word.claim, illegal: false });
            }
            _ => return Err(MoveError::Ambiguous),
        }
    }
    Err(if understood { MoveError::Illegal } else { NOT_LOCATED })
}

/// Whether a word is a move of some position in any spelling, or a damaged one.
pub(super) fn may_be_move(text: &[u8]) -> bool {
    let is_understood = |word: MoveWord| {
        patterns(&word, SpellingForm::Any).next().is_some() || DescriptiveMove::parse(&word.body).is_some()
    };
    MoveWord::new(text, &ENGLISH).is_some_and(is_understood) || is_damaged(text)
}

/// Whether a word that is not a move was one once: it starts as castling or as the move of a piece or pawn does, and
/// has only signs of moves; or it has a square, and is hardly longer than a move.
fn is_damaged(text: &[u8]) -> bool {
    const LONGEST: usize = 12;
    /// Letters of other languages, and of typing errors.
    const OTHER_LETTERS: usize = 3;
    let text = text.trim_ascii_end();
    if text.len() > LONGEST {
        return false;
    }
    let is_rank = |byte: u8| byte.is_ascii_digit() && byte != b'0';
    let is_file = |byte: u8| (b'a'..=b'h').contains(&byte);
    let is_piece = |byte: u8| matches!(byte, b'K' | b'Q' | b'R' | b'B' | b'N' | b'P');
    let is_sign =
        |byte: u8| matches!(byte, b'x' | b'X' | b':' | b'-' | b'=' | b'+' | b'#' | b'(' | b')' | b'0' | b'O' | b'o');
    let others =
        text.iter().filter(|&&byte| !(is_rank(byte) || is_file(byte) || is_piece(byte) || is_sign(byte))).count();
    let has_square = text.windows(2).any(|pair| is_file(pair[0].to_ascii_lowercase()) && is_rank(pair[1]));
    let begins = match text {
        [piece, next, ..] if is_piece(*piece) => is_file(*next) || is_rank(*next) || matches!(next, b'x' | b'X' | b':'),
        [file, next, ..] if is_file(*file) => is_rank(*next) || matches!(next, b'x' | b'X' | b':'),
        [b'O' | b'o' | b'0', b'-', ..] => true,
        _ => false,
    };
    // `Nz3`: a typing error in the file.
    let is_short = text.len() < 5 && text.windows(2).any(|pair| pair[0].is_ascii_lowercase() && is_rank(pair[1]));
    begins && others == 0 || has_square && others <= OTHER_LETTERS || is_short
}

/// Whether the rules have such moves at all: if pawns cannot become kings, a text with such a promotion is not a move.
fn may_be_meant(pattern: &MovePattern, before: &Position) -> bool {
    !pattern.makes_king() || before.rules().has_common_kings()
}

/// What a word may mean, the likeliest first.
fn patterns(word: &MoveWord, form: SpellingForm) -> impl Iterator<Item = MovePattern> {
    let all = LetterReading::ORDER.into_iter().filter_map(|reading| MovePattern::parse(&word.body, reading));
    all.filter(move |pattern| form == SpellingForm::Any || pattern.is_long())
}

/// Beginnings of moves become whole ones by one of these.
const ENDINGS: [&[u8]; 11] = [b"", b"4", b"e4", b"-e4", b"4-e4", b"e4-e4", b"Q", b"O", b"0", b"p.", b".p."];

/// Returns from which byte on a text is not a move: up to there some ending would make it one.
#[cold]
fn not_a_move(text: &[u8], letters: &Letters, form: SpellingForm) -> MoveError {
    let begins_a_move = |length: &usize| {
        ENDINGS.into_iter().any(|ending| {
            let whole = [&text[..*length], ending].concat();
            let is_move = |word| patterns(&word, form).any(|pattern| !pattern.makes_king());
            MoveWord::new(&whole, letters).is_some_and(is_move)
        })
    };
    // What no ending helps, more text does not help either: so the place can be found by halving.
    let lengths = beginnings(text);
    let at = match lengths.partition_point(begins_a_move) {
        0 => 0,
        count => lengths[count - 1],
    };
    MoveError::Syntax { at, expected: expected_behind(&text[..at]) }
}

/// The lengths of a text's beginnings that end after whole characters and could be words.
fn beginnings(text: &[u8]) -> Vec<usize> {
    let decoded = core::str::from_utf8(text).ok();
    let ends_whole = |length: &usize| decoded.is_none_or(|text| text.is_char_boundary(*length));
    (1..=text.len().min(word::LONGEST)).filter(ends_whole).collect()
}

fn expected_behind(beginning: &[u8]) -> &'static str {
    match beginning.last() {
        None => "one such as `Nf3`, `exd5` or `O-O`",
        Some(b'=' | b'/' | b'(') => "the piece promoted to, as in `e8=Q`",
        Some(b'a'..=b'h') => "a rank, `1` to `8`",
        Some(b'1'..=b'8' | b'O' | b'o' | b'0' | b'+' | b'#' | b')' | b'.') => "the end of the move",
        Some(_) => "a square, `a1` to `h8`",
    }
}

/// The legal moves nearest to a word that could not be played.
pub(super) struct NearMoves {
    /// The piece that the word names.
    pub(super) role: Option<Role>,
    /// Whether the word is a drop, and so are these moves.
    pub(super) drops: bool,
    pub(super) moves: Vec<Move>,
}

/// The legal moves that fit if more than one does, else those of the piece that the word names.
pub(super) fn near(before: &Position, text: &[u8], letters: &Letters) -> NearMoves {
    let of_all = |moves| NearMoves { role: None, drops: false, moves };
    let Some(word) = MoveWord::new(text, letters) else { return of_all(before.moves()) };
    let told = DescriptiveMove::parse(&word.body).filter(|told| letters.is_english() && !told.is_algebraic());
    let told = told.map(|told| told.matches(before));
    let meant = || patterns(&word, SpellingForm::Any).filter(|pattern| may_be_meant(pattern, before));
    let fitting = told.into_iter().chain(meant().map(|pattern| pattern.matches(before)));
    if let Some(moves) = fitting.into_iter().find(|moves| moves.len() > 1) {
        return of_all(moves);
    }
    let Some(pattern) = meant().next() else { return of_all(before.moves()) };
    let drops = matches!(pattern.shape, MoveShape::Drop { .. });
    let role = match pattern.shape {
        MoveShape::Drop { .. } => pattern.role,
        MoveShape::Piece => pattern.role.or_else(|| pattern.stands_on(before)),
        MoveShape::Castle { .. } => Some(Role::King),
        MoveShape::Null => None,
    };
    let mut moves = before.moves();
    moves.retain(|mv| match drops {
        true => mv.is_drop() && mv.promotion == role,
        false => role.is_none() || before.piece_at(mv.from).map(|piece| piece.role) == role,
    });
    if role == Some(Role::Pawn) {
        keep_near_pawns(&pattern, &mut moves);
    }
    NearMoves { role, drops, moves }
}

/// Of the pawns' moves, keeps those from the file that the text names or to the one it names, unless there are none.
fn keep_near_pawns(pattern: &MovePattern, moves: &mut Vec<Move>) {
    let from = pattern.from.file.or(pattern.to.file);
    let is_near = |mv: &Move| Some(mv.from.file()) == from || Some(mv.to.file()) == pattern.to.file;
    if moves.iter().any(is_near) {
        moves.retain(is_near);
    }
}

#[cfg(test)]
mod tests {
    use super::super::san;
    use super::*;
    use crate::notation::SpellingNotes;
    use crate::position::fen;
    use crate::seed::Seed;

    /// Shows both readers words that could be moves of positions met in games at random.
    fn words(mut see: impl FnMut(&Position, &[u8])) {
        let mut seed = Seed(0x2545_f491_4f6c_dd1d);
        for start in [
            fen::write(&Position::start(), fen::Style::default()).as_str(),
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "q2qk2q/8/8/8/8/8/8/Q2QK2Q w - - 0 1",
            "nrkr1b1r/pppppppp/8/8/8/8/PPPPPPPP/NRKR1B1R w KDQkdq - 0 1",
        ] {
            let mut position = fen::parse(start).expect("a test's FEN is right");
            for _ in 0..60 {
                let moves = position.legal_moves();
                let Some(next) = moves.get(seed.below(moves.len().max(1))) else { break };
                for mv in &moves {
                    let mut word = Vec::new();
                    san::write(&position, *mv, &mut word);
                    see(&position, &word);
                    let (at, letter) = (seed.below(word.len()), b"abch1238NBRQKx=+#O-"[seed.below(19)]);
                    word[at] = letter;
                    see(&position, &word);
                    word.remove(at);
                    see(&position, &word);
                }
                position = position.after(*next);
            }
        }
    }

    #[test]
    fn what_the_strict_path_reads_is_read_the_same_here() {
        let mut read_by_both = 0;
        words(|before, word| {
            let Some(strict) = san::strict(before, word, &ENGLISH) else { return };
            let lenient = read(before, word, &ENGLISH);
            let shown = alloc::string::String::from_utf8_lossy(word);
            assert_eq!(lenient, Ok(strict), "`{shown}` in {before:?}");
            read_by_both += 1;
        });
        assert!(read_by_both > 5000, "{read_by_both}");
    }

    #[test]
    fn what_is_read_here_without_a_note_is_proper() {
        words(|before, word| {
            let Ok(named) = read(before, word, &ENGLISH) else { return };
            if named.notes == SpellingNotes::default() {
                let mut proper = Vec::new();
                san::write_body(before, named.mv, &mut proper);
                assert!(word.starts_with(&proper) && word.len() <= proper.len() + 1, "{word:?} for {proper:?}");
            }
        });
    }
}
