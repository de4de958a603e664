//! Signs of diagrams and novelties, which books and some programs put behind a move as letters: `Qf6D`, `Nd5 TN`.

use super::player::WrittenMove;
use super::record::Record;
use super::{GameReader, Games};
use crate::error::Code;
use crate::step::{Sink, Step};

/// The signs, longer ones first, and the NAG that says the same.
const REMARKS: [(&str, u8); 3] = [("TN", NOVELTY), ("D", DIAGRAM), ("N", NOVELTY)];
const NOVELTY: u8 = 146;
const DIAGRAM: u8 = 220;

/// The move that a sign is glued to, which is empty where the sign stands apart; the sign, and its NAG.
fn cut(word: &[u8]) -> Option<(&[u8], &'static str, u8)> {
    REMARKS.into_iter().find_map(|(sign, nag)| Some((word.strip_suffix(sign.as_bytes())?, sign, nag)))
}

/// Whether a word is such a sign and nothing else.
pub(super) fn is_remark(word: &[u8]) -> bool {
    cut(word).is_some_and(|(mv, ..)| mv.is_empty())
}

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// Reads a word that is no move as a move with such a sign, or as a sign of the move before it. `false` where it is
    /// neither.
    pub(super) fn take_remark<S: Sink>(
        &mut self,
        written: WrittenMove<'_>,
        record: &mut Record<'a>,
        sink: &mut S,
    ) -> bool {
        let Some((word, sign, nag)) = cut(written.word) else { return false };
        let player = &mut self.player;
        if word.is_empty() {
            if !player.replay.has_begun() {
                return false;
            }
            player.replay.resume();
        } else {
            let Ok(named) = player.replay.resolve(word, player.letters) else { return false };
            player.play(WrittenMove { word, ..written }, named, record, sink);
        }
        player.fault(written.start + word.len(), Code::Remark, sign.as_bytes());
        if sink.is_listening() {
            sink.take(Step::Nag { value: Some(nag), spelled: sign });
        }
        true
    }
}
