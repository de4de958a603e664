//! What the comments of a group have in common, learned before any block is written.

use crate::comments::{CommentPlace, CommentsModel, Learner, TRAINED_BLOCKS, Trainer};
use crate::games::{Games, Item};
use crate::moves::MoveModel;
use crate::walk::Walk;
use scoresheet_core::rules::Position;
use std::ops::Range;

/// The templates of the comments of these games, and where the models of their numbers start.
pub(crate) fn learn(games: &Games, blocks: &[Range<usize>], moves: &MoveModel) -> CommentsModel {
    let mut learner = Learner::new();
    let mut walk = Walk::new(&Position::start(), false);
    let all = 0..games.len();
    each_comment(games, all, &mut walk, &mut learner, |learner, text, place| match text {
        None => learner.start_game(),
        Some(text) => learner.comment(text, place),
    });
    let model = learner.finish();
    if blocks.len() < TRAINED_BLOCKS {
        return model;
    }
    let mut trainer = Trainer::new(&model, moves);
    for block in blocks.iter().step_by(2) {
        each_comment(games, block.clone(), &mut walk, &mut trainer, |trainer, text, place| match text {
            None => trainer.start_game(),
            Some(text) => trainer.comment(text, place),
        });
    }
    trainer.finish(&model)
}

/// Calls `take` at the start of each game that has comments, without a text, and with each of its comments.
fn each_comment<T>(
    games: &Games,
    range: Range<usize>,
    walk: &mut Walk,
    target: &mut T,
    take: impl Fn(&mut T, Option<&str>, &CommentPlace<'_>),
) {
    for game in range {
        let items = games.items(game);
        if !items.iter().any(|item| matches!(item, Item::Comment(..))) {
            continue;
        }
        walk.restart(games.heads[game].start.as_deref().unwrap_or(&Position::start()), true);
        take(target, None, &walk.place());
        for item in items {
            match *item {
                Item::Move(mv) => walk.advance(mv),
                Item::Odd { mv, .. } => walk.advance_odd(mv),
                Item::Open => walk.open(),
                Item::Close => walk.close(),
                Item::Comment(_, text) => take(target, Some(games.texts.get(text)), &walk.place()),
                Item::Nag(_) | Item::Inner(_) | Item::Termination(_) | Item::Text(..) => {}
            }
        }
    }
}
