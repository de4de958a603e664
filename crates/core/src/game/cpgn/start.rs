//! Where a game of cpgn starts: what its tags say, in the same way as when they are in PGN. Moves cannot be read
//! without it.

use crate::dialect::{Deciding, GameContext};
use crate::event::Tag;
use crate::notation::Validation;
use crate::rules::Position;
use crate::step::Dialect;
use crate::text::Encoding;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The position that a game with these tags starts from; `None` if no move of it can be played.
pub(super) fn position(tags: &[Tag<'_>], standard: &Position) -> Option<Position> {
    let dialect = Dialect::Pgn;
    if !tags.iter().any(|tag| dialect.may_decide(&tag.name)) {
        return Some(standard.clone());
    }
    let mut deciding = Deciding::default();
    tags.iter().for_each(|tag| dialect.see(&mut deciding, tag, 0));
    if deciding.has_odd() {
        see_odd(&mut deciding, tags);
    }
    let given = GameContext {
        start: standard,
        told: None,
        encoding: Encoding::Utf8,
        validation: Validation::Basic,
        only_pgn: false,
    };
    match dialect.set_up(&deciding, given) {
        None => Some(standard.clone()),
        Some(setup) => setup.refused.is_none().then(|| setup.start.into_owned()),
    }
}

/// Takes tags whose names are in another case for what they are, where those in the usual case are missing.
#[cold]
fn see_odd<'a>(deciding: &mut Deciding<'a>, tags: &[Tag<'a>]) {
    let mut known: Vec<&str> = Vec::new();
    for (usual, found) in deciding.take_odd() {
        let taken = known.contains(&usual) || tags.iter().any(|tag| *tag.name == *usual.as_bytes());
        if !taken {
            known.push(usual);
            let tag = Tag { name: Cow::Borrowed(usual.as_bytes()), ..found.tag };
            Dialect::Pgn.see(deciding, &tag, 0);
        }
    }
}
