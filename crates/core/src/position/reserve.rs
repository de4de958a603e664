//! What FEN and EPD contain beyond chess: the pieces in hand, and the checks that may still be given.
//!
//! A hand is in brackets after the board, `[QPn]`, or a ninth part of it, `/QPn`. Counts of checks are those that
//! remain, `3+3`, or those that were given, `+0+0`.

use super::error::{error, shown};
use super::{PositionError, fen::ReserveForm};
use crate::error::Code;
use crate::rules::{Color, Hand, Piece, Position, PositionParts, Role};
use alloc::format;
use alloc::vec::Vec;

/// A word with the byte it starts at.
pub(super) type Located<'t> = (usize, &'t [u8]);

/// The roles in the order of a hand in brackets.
const USUAL: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Appends what is in hand.
pub(super) fn write_hand(hand: Hand, form: ReserveForm, out: &mut Vec<u8>) {
    let (open, roles, close) = match form {
        ReserveForm::Usual => (b'[', USUAL, &b"]"[..]),
        ReserveForm::Lichess => (b'/', Hand::ROLES, &b""[..]),
    };
    out.push(open);
    for color in [Color::White, Color::Black] {
        for piece in roles.map(|role| Piece { color, role }) {
            out.extend((0..hand.count(piece)).map(|_| piece.letter()));
        }
    }
    out.extend_from_slice(close);
}

/// Appends counts of checks: those that remain, or those that were given.
pub(super) fn write_checks([white, black]: [u8; 2], form: ReserveForm, out: &mut Vec<u8>) {
    let digit = |count: u8| b'0' + count;
    match form {
        ReserveForm::Usual => out.extend([digit(white), b'+', digit(black)]),
        ReserveForm::Lichess => {
            let [all, _] = PositionParts::ALL_CHECKS;
            out.extend([b'+', digit(all - white), b'+', digit(all - black)]);
        }
    }
}

/// Whether a position has any pieces in hand, marks or counts of checks that a text without a place for them loses.
pub(super) fn is_lost(position: &Position) -> bool {
    !position.hand().is_empty()
        || position.promoted() != 0
        || position.checks_remaining().is_some_and(|checks| checks != PositionParts::ALL_CHECKS)
}

/// Takes a hand off the board it follows, in brackets or as a ninth part.
///
/// # Errors
/// Of this code, if the hand does not end, or there are two.
pub(super) fn split_board<'t>(
    (at, word): Located<'t>,
    code: Code,
) -> Result<(&'t [u8], Option<Located<'t>>), PositionError> {
    let (board, bracketed) = split_brackets((at, word), code)?;
    let ninth = board.iter().enumerate().filter(|(_, letter)| **letter == b'/').nth(7).map(|(slash, _)| slash);
    // A rank of a board that has too many is not a hand.
    let in_no_hand = |letter: &u8| letter.is_ascii_digit() || letter.eq_ignore_ascii_case(&b'k');
    let Some(slash) = ninth.filter(|slash| !board[slash + 1..].iter().any(in_no_hand)) else {
        return Ok((board, bracketed));
    };
    let hand = &board[slash + 1..];
    if bracketed.is_some() || hand.contains(&b'/') {
        return Err(two_hands(at + slash, code));
    }
    Ok((&board[..slash], Some((at + slash + 1, hand))))
}

/// Takes a hand in brackets off the word that it ends.
///
/// # Errors
/// Of this code, if it does not end, or continues after its end.
pub(super) fn split_brackets<'t>(
    (at, word): Located<'t>,
    code: Code,
) -> Result<(&'t [u8], Option<Located<'t>>), PositionError> {
    let Some(open) = word.iter().position(|letter| *letter == b'[') else { return Ok((word, None)) };
    let inside = &word[open + 1..];
    match inside.iter().position(|letter| matches!(letter, b'[' | b']')) {
        Some(close) if inside[close] == b'[' => Err(two_hands(at + open + 1 + close, code)),
        Some(close) if close + 1 == inside.len() => Ok((&word[..open], Some((at + open + 1, &inside[..close])))),
        Some(close) if inside[close + 1..].contains(&b'[') => Err(two_hands(at + open + 2 + close, code)),
        Some(close) => {
            let message = format!("unexpected `{}` after the pieces in hand", shown(&inside[close + 1..]));
            Err(error(code, at + open + 2 + close, message))
        }
        None => Err(error(code, at + open, "the pieces in hand lack their `]`".into())),
    }
}

/// There is a second hand.
pub(super) fn two_hands(at: usize, code: Code) -> PositionError {
    error(code, at, "pieces in hand are written twice".into())
}

/// Reads the letters of what is in hand; `-` is nothing.
///
/// # Errors
/// [`Code::FenHand`] if that cannot be in hand.
pub(super) fn hand((at, letters): Located<'_>) -> Result<Hand, PositionError> {
    let mut hand = Hand::default();
    if letters == b"-" {
        return Ok(hand);
    }
    for (offset, &letter) in letters.iter().enumerate() {
        let wrong = |message| Err(error(Code::FenHand, at + offset, message));
        match Piece::from_letter(letter) {
            None => {
                let odd = shown(&letters[offset..]).chars().next().unwrap_or_default();
                return wrong(format!("`{odd}` in hand is not a piece"));
            }
            Some(Piece { role: Role::King, .. }) => return wrong("a king is in hand".into()),
            Some(piece) if hand.count(piece) == Hand::MOST => {
                return wrong(format!("more than {} of `{}` are in hand", Hand::MOST, piece.letter() as char));
            }
            Some(piece) => hand = hand.with(piece, hand.count(piece) + 1),
        }
    }
    Ok(hand)
}

/// Counts of checks as they were written.
pub(super) struct ChecksText {
    /// How many White and Black may still give.
    pub(super) remaining: [u8; 2],
    /// Whether those that were given are written.
    pub(super) given: bool,
}

/// Reads counts of checks; `None` if a word has not their form.
///
/// # Errors
/// [`Code::FenChecks`] if that number is impossible.
pub(super) fn checks((at, word): Located<'_>) -> Result<Option<ChecksText>, PositionError> {
    let (given, counts) = word.strip_prefix(b"+").map_or((false, word), |counts| (true, counts));
    let Some(plus) = counts.iter().position(|letter| *letter == b'+') else { return Ok(None) };
    let (white, black) = (&counts[..plus], &counts[plus + 1..]);
    let is_number = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    if !is_number(white) || !is_number(black) {
        return Ok(None);
    }
    let [all, _] = PositionParts::ALL_CHECKS;
    let count = |digits: &[u8]| match digits {
        [digit] => Some(digit - b'0').filter(|count| *count <= all),
        _ => None,
    };
    let (Some(white), Some(black)) = (count(white), count(black)) else {
        let message = format!("`{}` are more than {all} checks", shown(word));
        return Err(error(Code::FenChecks, at, message));
    };
    let remaining = if given { [all - white, all - black] } else { [white, black] };
    if remaining == [0, 0] {
        let message = format!("`{}` leaves neither side a check to give", shown(word));
        return Err(error(Code::FenChecks, at, message));
    }
    Ok(Some(ChecksText { remaining, given }))
}
