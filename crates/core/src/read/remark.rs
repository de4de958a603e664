//! Signs of diagrams and novelties, which books and some programs put after a move as letters: `Qf6D`, `Nd5 TN`.

use super::player::WrittenMove;
use super::record::Record;
use super::signs::cut;
use super::{GameReader, Games};
use crate::error::Code;
use crate::step::{Sink, Step};

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// Reads a word that is not a move as a move with such a sign, or as a sign of the move before it. `false` if it is
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
