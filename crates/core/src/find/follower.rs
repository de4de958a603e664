//! Follows the steps of games and reports where a pattern holds.

use super::{Matcher, Pattern, PatternFacts};
use crate::rules::{PackedMove, Square};
use crate::step::{Head, Step};
use alloc::sync::Arc;

/// Matches a pattern against the mainlines of games that come as steps.
pub struct Follower {
    matcher: Matcher,
    /// How many variations are open.
    depth: u32,
    ply: u32,
    /// The move of the mainline that is about to be played.
    packed: PackedMove,
}

impl Follower {
    /// A follower that has seen no game.
    pub fn new(pattern: Arc<Pattern>) -> Follower {
        let none = PackedMove::new(Square::masked(0), Square::masked(0), 0, false);
        Follower { matcher: Matcher::new(pattern), depth: 0, ply: 0, packed: none }
    }

    /// Takes the next step of a game and returns whether the pattern holds in the position that it leads to.
    #[inline]
    pub fn holds(&mut self, step: &Step<'_>) -> bool {
        match step {
            Step::Head(head) => {
                (self.depth, self.ply) = (0, 0);
                return self.matcher.begin(head.start, &facts(head));
            }
            Step::Move { named, .. } if self.depth == 0 => self.packed = PackedMove::of(named.mv),
            Step::Played(_) if self.depth == 0 => {
                self.ply += 1;
                return self.matcher.play(self.packed);
            }
            Step::Open => self.depth += 1,
            Step::Close => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        false
    }

    /// The number of plies of the mainline so far.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Whether the pattern can hold later in this game.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.matcher.is_open()
    }
}

/// What the tags of a game state about it.
fn facts(head: &Head<'_>) -> PatternFacts {
    let elo = |name| head.tag(name).and_then(|elo| elo.trim().parse().ok());
    PatternFacts::of(head.tag("Result"), [elo("WhiteElo"), elo("BlackElo")])
}
