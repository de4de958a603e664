//! SFEN: a FEN without clocks, of which everything except the board may be left out, with end marks.
//! `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3`.

use super::error::{error, shown};
use super::fields::passed_square;
use super::from_fields::{self, Unsaid};
use super::rights::Castling;
use super::{PositionError, PositionFields, PositionNotation, Read, board, rights};
use crate::error::Code;
use crate::loss::LossKind;
use crate::notation::{Claim, NotationSpec, Validation, WordUse};
use crate::position::fields::FirstWords;
use crate::rules::{Color, Position, Rules};
use alloc::format;
use alloc::vec::Vec;

/// The notation in one of its versions.
pub struct Sfen {
    pub(crate) spec: NotationSpec,
    /// Version 1.0 has turn and castling together or not at all, no `-` for en passant, and no third mark.
    first: bool,
}

/// Version 1.1.
pub static SFEN: Sfen = Sfen {
    spec: NotationSpec {
        id: "sfen",
        title: "Shortened FEN",
        source: "VGN and Chess Notation Updates 1.1 (2015), SFEN 1.1",
        example: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
        version: "1.1",
        pattern: r"(?:(?:(?:[1-8]?[KQBNRPkqbnrp]){1,8}[1-8]?|[1-8])/){7}(?:(?:[1-8]?[KQBNRPkqbnrp]){1,8}[1-8]?|[1-8])(?: [WBwb])?(?: (?:-|KQ?k?q?|Qk?q?|kq?|q)(?: (?:-|[a-hA-H][1-8]))?)?(?: (?:\+(?:#[+#]?)?|#[+#]?))?",
        binary: false,
        words: WordUse::NOWHERE,
        losses: &[LossKind::CastlingRook, LossKind::Clocks, LossKind::Hand],
        limits: Some(
            "no clocks; missing fields default to White to move and castling with kings and rooks on their home squares",
        ),
    },
    first: false,
};

/// Version 1.0.
pub static SFEN_1_0: Sfen = Sfen {
    spec: NotationSpec {
        id: "sfen2",
        title: "Shortened FEN 1.0",
        source: "Chess Notation (2015), SFEN 1.0",
        example: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
        version: "1.0",
        pattern: r"(?:(?:(?:[1-8]?[KQBNRPkqbnrp]){1,8}[1-8]?|[1-8])/){7}(?:(?:[1-8]?[KQBNRPkqbnrp]){1,8}[1-8]?|[1-8])(?: [WBwb] (?:-|KQ?k?q?|Qk?q?|kq?|q)(?: [a-hA-H][1-8])?)?(?: (?:\+#?|#))?",
        binary: false,
        words: WordUse::NOWHERE,
        losses: &[LossKind::CastlingRook, LossKind::Clocks, LossKind::Hand, LossKind::Result],
        limits: Some("no clocks; only the end marks for check, mate and stalemate"),
    },
    first: true,
};

impl PositionNotation for Sfen {
    fn spec(&self) -> &'static NotationSpec {
        if self.first { &SFEN_1_0.spec } else { &SFEN.spec }
    }

    fn write(&self, position: &Position, claim: Claim, out: &mut Vec<u8>) {
        board::write_position(position, out);
        out.extend_from_slice(if position.turn() == Color::White { b" w " } else { b" b " });
        rights::write(position, Castling::Letters, out);
        if let Some(passed) = position.passed() {
            out.push(b' ');
            out.extend_from_slice(&passed.name());
        }
        let claim = match claim {
            // Version 1.0 ends at the second mark: what it cannot express about the end is left out.
            Claim::WonCheck | Claim::DrawnCheck if self.first => Claim::OpenCheck,
            Claim::Won | Claim::Drawn if self.first => Claim::Open,
            claim => claim,
        };
        if !claim.marks().is_empty() {
            out.push(b' ');
            out.extend_from_slice(claim.marks());
        }
    }

    fn loss(&self, position: &Position) -> Option<LossKind> {
        (!rights::are_of_outermost_rooks(position)).then_some(LossKind::CastlingRook)
    }

    fn says_clocks(&self) -> bool {
        false
    }

    fn says_hand(&self) -> bool {
        false
    }

    fn loss_of_claim(&self, claim: Claim) -> Option<LossKind> {
        (self.first && claim.is_end_beyond_board()).then_some(LossKind::Result)
    }

    fn read<'t>(
        &self,
        text: &'t [u8],
        rules: Option<Rules>,
        validation: Validation,
    ) -> Result<Read<'t>, PositionError> {
        from_fields::position(self.fields(text)?, Unsaid::Unknown, rules, validation)
    }

    fn fields<'t>(&self, text: &'t [u8]) -> Result<PositionFields<'t>, PositionError> {
        let words = FirstWords::of(text);
        let wrong = |at, message| Err(error(Code::SfenSyntax, at, message));
        let Some((at, first)) = words.first().copied() else {
            return wrong(0, "an empty SFEN".into());
        };
        let read = board::read(first, at, Code::SfenSyntax)?;
        if let Some(at) = read.joined {
            return wrong(at, "two digits side by side".into());
        }
        if let Some(at) = read.marked {
            return wrong(at, "a mark of a promoted piece".into());
        }
        let mut fields = PositionFields::of(read.pieces);
        fields.claim = if self.first { Claim::Quiet } else { Claim::Open };
        let unmarked = fields.claim;
        let mut rest = words[1..].iter().copied().peekable();
        if let Some((_, word)) = rest.next_if(|(_, word)| matches!(*word, b"w" | b"W" | b"b" | b"B")) {
            fields.turn = Some(if word.eq_ignore_ascii_case(b"w") { Color::White } else { Color::Black });
        }
        let (turn, first) = (fields.turn.is_some(), self.first);
        if let Some((_, word)) = rest.next_if(|(_, word)| is_castling(word) && (turn || !first)) {
            fields.castling = Some(word);
            let is_passed = |word: &[u8]| word == b"-" && !first || passed_square(word).is_some();
            fields.en_passant = rest.next_if(|(_, word)| is_passed(word)).map(|(_, word)| word);
        }
        if first && turn && fields.castling.is_none() {
            return wrong(text.len(), "version 1.0 requires castling rights after the side to move".into());
        }
        let says = |claim: &Claim| !first || matches!(claim, Claim::OpenCheck | Claim::Mate | Claim::Stalemate);
        if let Some(claim) = rest.peek().and_then(|(_, word)| Claim::of_marks(word)).filter(says) {
            // Version 1.0 has no mark for an end that the board does not show, so no mark means no such end.
            fields.claim = if first { claim.without_end() } else { claim };
            rest.next();
        }
        if let Some((at, word)) = rest.next() {
            let due = match (&fields.turn, fields.castling, fields.en_passant, fields.claim) {
                (_, _, _, claim) if claim != unmarked => "the end, after the end marks",
                (_, _, Some(_), _) => "end marks",
                (_, Some(_), None, _) => "an en passant square or end marks",
                (Some(_), None, ..) => "castling rights, as `KQkq` or `-`, or end marks",
                (None, None, ..) => "a side to move, castling rights, as `KQkq` or `-`, or end marks",
            };
            return wrong(at, format!("unexpected `{}`, expected {due}", shown(word)));
        }
        let bytes: usize = words.iter().map(|(_, word)| word.len() + 1).sum();
        if bytes != text.len() + 1 || text.iter().any(|byte| byte.is_ascii_whitespace() && *byte != b' ') {
            fields.notes.push(Code::SfenBlanks);
        }
        Ok(fields)
    }
}

/// Some of `KQkq` in this order, or a dash.
fn is_castling(word: &[u8]) -> bool {
    let mut due = b"KQkq".iter();
    word == b"-" || !word.is_empty() && word.iter().all(|letter| due.any(|next| next == letter))
}
