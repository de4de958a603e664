//! The texts for moves that are wrong or unusual.

use super::faults::{Site, Wording, plain_wording};
use super::player::{LastMove, Player, WrittenMove};
use crate::error::{Code, Fault};
use crate::notation::{MoveError, Named, san};
use crate::position::fen;
use crate::rules::Color;
use crate::text::{self, shown};
use alloc::borrow::Cow;
use alloc::format;

impl<'a> Player<'a> {
    /// A word that is not a move here.
    #[cold]
    pub(super) fn bad_move(&mut self, byte: usize, word: &[u8], error: MoveError) {
        let binary = self.is_binary();
        let control = !binary && word.iter().any(|byte| byte.is_ascii_control());
        let code = if control { Code::ControlByte } else { error.code() };
        let text = shown_word(word, binary);
        let site = Site { code, byte, text: &text, ply: Some(self.replay.ply() + 1), number: Some(self.move_number()) };
        let (position, letters) = (self.replay.position(), self.letters);
        self.faults.add(site, || Wording {
            message: match code {
                Code::ControlByte => plain_wording(code, &text).message,
                _ => san::explain(position, &shown(&text), error, letters),
            },
            fen: Some(fen::write(position, fen::Style::default())),
        });
    }

    /// Reports notes about the move that was just played.
    #[cold]
    pub(super) fn note_move(&mut self, word: &[u8], named: Named, wrong_mark: bool) {
        let mut notes = named.notes;
        notes.add_if(wrong_mark, Code::CheckSign);
        let illegal = named.illegal.then_some(Code::IllegalMove);
        let text = shown_word(word, self.is_binary());
        for code in notes.iter().chain(illegal) {
            let site = Site { code, byte: self.last.byte, text: &text, ply: Some(self.replay.ply()), number: None };
            self.faults.add(site, || plain_wording(code, &text));
        }
    }

    /// Reports an illegal move that is about to be played.
    #[cold]
    pub(super) fn illegal(&mut self, written: WrittenMove<'_>) -> Fault {
        let text = shown_word(written.word, self.is_binary());
        let ply = Some(self.replay.ply() + 1);
        let number = Some(self.move_number());
        let site = Site { code: Code::IllegalMove, byte: written.start, text: &text, ply, number };
        let message = format!("the move `{}` is not legal", shown(&text));
        let fen = Some(fen::write(self.replay.position(), fen::Style::default()));
        self.faults.fault(site, Wording { message, fen })
    }

    /// Reports that the mark of an earlier move is wrong.
    #[cold]
    pub(super) fn wrong_mark(&mut self, last: LastMove, ply: u32) {
        let word = self.word(last);
        let site = Site { code: Code::CheckSign, byte: last.byte, text: word, ply: Some(ply), number: None };
        self.faults.add(site, || plain_wording(Code::CheckSign, word));
    }

    /// Reports a move number that differs from that of the next move, or follows another number.
    #[cold]
    pub(super) fn wrong_number(&mut self, byte: usize, value: u32, doubled: bool) {
        let (number, black) = self.move_number();
        let text = format!("{value}");
        let site = Site {
            code: Code::MoveNumber,
            byte,
            text: text.as_bytes(),
            ply: Some(self.replay.ply() + 1),
            number: Some((number, black)),
        };
        let dots = if black { "..." } else { "." };
        self.faults.add(site, || Wording {
            message: if doubled {
                format!("the number `{value}` follows another number")
            } else {
                format!("the number `{value}` precedes move {number}{dots}")
            },
            fen: None,
        });
    }

    /// Reports a field of the move just played, its key and its value, that contradicts the board. `board` is the value
    /// on the board; empty if the move cannot have the field.
    #[cold]
    pub(crate) fn field_differs(&mut self, byte: usize, (key, said): (&str, &[u8]), board: &str) {
        let code = Code::FieldDiffers;
        let site = Site { code, byte, text: said, ply: Some(self.replay.ply()), number: None };
        self.faults.add(site, || {
            let said = shown(said);
            let message = match board {
                "" => format!("the field `{key}` is `{said}`, but this move cannot have it"),
                board => format!("the field `{key}` is `{said}`, but the board gives `{board}`"),
            };
            Wording { message, fen: None }
        });
    }

    /// The bytes of a move that was played.
    pub(super) fn word(&self, last: LastMove) -> &'a [u8] {
        if self.faults.in_bits {
            // Only moves with a stored spelling can be shown, and these may start at any bit.
            return b"";
        }
        self.block.get(last.byte..last.byte + last.length).unwrap_or_default()
    }

    /// The number of the move to come, for messages.
    fn move_number(&self) -> (u32, bool) {
        let position = self.replay.position();
        (position.fullmove(), position.turn() == Color::Black)
    }

    fn is_binary(&self) -> bool {
        self.notation.is_some_and(|notation| notation.spec().binary)
    }
}

/// The text of a move as shown in messages: bytes in hex.
fn shown_word(word: &[u8], binary: bool) -> Cow<'_, [u8]> {
    if binary { Cow::Owned(text::hex(word).into_bytes()) } else { Cow::Borrowed(word) }
}
