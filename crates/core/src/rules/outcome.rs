//! How a game ends or could end by the rules alone, given a position and how often it has occurred.

use super::attacks;
use super::position::Position;
use super::types::{Color, Role, Square};
use super::variant;

/// Half-moves without a capture or a pawn's move after which a draw can be claimed.
const FIFTY_MOVES: u32 = 100;
/// Half-moves after which the game is drawn.
const SEVENTY_FIVE_MOVES: u32 = 150;

/// The squares of the centre that a king must reach: d4, e4, d5 and e5.
pub(super) const HILL: u64 = 0x18_1800_0000;
/// The rank that a king must reach.
const GOAL: u64 = 0xff << 56;

/// Why a game is over, or why a player may claim a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Outcome {
    /// A capture blew up a king: the other side has won.
    Exploded,
    /// The side to move has no pieces left, and has won by that.
    NoPieces,
    /// White has no pieces left, and Black has won.
    HordeGone,
    /// A king has reached the centre, and its side has won.
    Hill,
    /// A side has given its third check, and has won.
    ThreeChecks,
    /// A king has reached the eighth rank, and its side has won.
    Race,
    /// Both kings have reached the eighth rank.
    RaceDrawn,
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not in check. Who wins then, if either, depends on the rules.
    Stalemate,
    /// Neither side can ever win.
    InsufficientMaterial,
    /// 75 moves of each side passed without a capture or a pawn's move.
    SeventyFiveMoves,
    /// The position occurred for the fifth time.
    FivefoldRepetition,
    /// 50 moves of each side passed without a capture or a pawn's move.
    FiftyMoves,
    /// The position occurred for the third time.
    ThreefoldRepetition,
}

impl Outcome {
    /// The ends that a position can show by itself, in the order in which they are checked.
    pub const ON_BOARD: [Outcome; 10] = [
        Outcome::Exploded,
        Outcome::NoPieces,
        Outcome::HordeGone,
        Outcome::Hill,
        Outcome::ThreeChecks,
        Outcome::Race,
        Outcome::RaceDrawn,
        Outcome::Checkmate,
        Outcome::Stalemate,
        Outcome::InsufficientMaterial,
    ];

    /// How the game has ended on this board by itself; `None` if it continues. Ends by rules of variants come before
    /// mate, and mate and stalemate before positions in which no side can win.
    pub fn on_board(position: &Position) -> Option<Outcome> {
        if let Some((outcome, _)) = by_rule(position) {
            return Some(outcome);
        }
        if !position.has_legal_move() {
            return Some(Outcome::without_move(position));
        }
        let is_drawn = position.rules().draws_dead_positions() && position.is_insufficient_material();
        is_drawn.then_some(Outcome::InsufficientMaterial)
    }

    /// The name of the end in which the side to move has no legal move.
    #[inline]
    pub(crate) fn without_move(position: &Position) -> Outcome {
        if position.is_check() { Outcome::Checkmate } else { Outcome::Stalemate }
    }

    /// The first of the reasons that hold for a position that has occurred this many times, the current one included. Reasons
    /// that end the game come before those that only allow a claim.
    pub fn of(position: &Position, occurrences: usize) -> Option<Outcome> {
        let halfmove = if position.rules().has_drops() { 0 } else { position.halfmove() };
        let counted = [
            (halfmove >= SEVENTY_FIVE_MOVES, Outcome::SeventyFiveMoves),
            (occurrences >= 5, Outcome::FivefoldRepetition),
            (position.may_claim_fifty_moves(), Outcome::FiftyMoves),
            (occurrences >= 3, Outcome::ThreefoldRepetition),
        ];
        let by_count = || counted.into_iter().find(|(holds, _)| *holds).map(|(_, outcome)| outcome);
        Outcome::on_board(position).or_else(by_count)
    }

    /// Who has won, if the game ended so on this board; `None` for a draw.
    pub fn winner(self, position: &Position) -> Option<Color> {
        let (turn, rules) = (position.turn(), position.rules());
        match self {
            Outcome::Checkmate => Some(turn.other()),
            Outcome::Stalemate if rules.has(variant::STALEMATE_WINS) => Some(turn),
            Outcome::Stalemate if rules.has(variant::STALEMATE_LOSES) => Some(turn.other()),
            _ => by_rule(position).filter(|(outcome, _)| *outcome == self).and_then(|(_, winner)| winner),
        }
    }

    /// Whether the game continues unless a player claims the draw.
    pub fn is_claimable(self) -> bool {
        matches!(self, Outcome::FiftyMoves | Outcome::ThreefoldRepetition)
    }

    /// Its id in columns: `dead` if neither side can win any more, else [`Outcome::id`].
    pub fn end_id(self) -> &'static str {
        if self == Outcome::InsufficientMaterial { "dead" } else { self.id() }
    }

    /// Its id: `fifty-moves`.
    pub fn id(self) -> &'static str {
        match self {
            Outcome::Exploded => "exploded",
            Outcome::NoPieces => "no-pieces",
            Outcome::HordeGone => "horde-gone",
            Outcome::Hill => "hill",
            Outcome::ThreeChecks => "three-checks",
            Outcome::Race => "race",
            Outcome::RaceDrawn => "race-drawn",
            Outcome::Checkmate => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "insufficient-material",
            Outcome::SeventyFiveMoves => "seventy-five-moves",
            Outcome::FivefoldRepetition => "fivefold-repetition",
            Outcome::FiftyMoves => "fifty-moves",
            Outcome::ThreefoldRepetition => "threefold-repetition",
        }
    }
}

/// See [`Position::may_claim_fifty_moves`]. If pieces come back to the board, progress is always possible.
#[inline]
pub(super) fn may_claim_fifty_moves(position: &Position) -> bool {
    position.halfmove() >= FIFTY_MOVES && !position.rules().has_drops()
}

/// The end of a game by a rule other than mate and stalemate, and who has won by it, judged for the side that has moved. What
/// no game leads to, such as a king of the side to move in the centre, counts too.
pub(super) fn by_rule(position: &Position) -> Option<(Outcome, Option<Color>)> {
    let rules = position.rules();
    if !rules.is_slow() {
        return None;
    }
    let turn = position.turn();
    let mover = turn.other();
    let sides = [mover, turn];
    let first = |holds: &dyn Fn(Color) -> bool| sides.into_iter().find(|color| holds(*color));
    // White's horde never had a king.
    let has_lost_king =
        |color: Color| position.of(color, Role::King) == 0 && !(rules.has(variant::HORDE) && color == Color::White);
    let king_is_on = |color: Color, squares: u64| position.of(color, Role::King) & squares != 0;
    if rules.has(variant::EXPLOSIONS)
        && let Some(loser) = [turn, mover].into_iter().find(|color| has_lost_king(*color))
    {
        return Some((Outcome::Exploded, Some(loser.other())));
    }
    if rules.has(variant::NO_PIECES) && position.color(turn) == 0 {
        return Some((Outcome::NoPieces, Some(turn)));
    }
    if rules.has(variant::HORDE) && position.color(Color::White) == 0 {
        return Some((Outcome::HordeGone, Some(Color::Black)));
    }
    if rules.has(variant::HILL)
        && let Some(winner) = first(&|color| king_is_on(color, HILL))
    {
        return Some((Outcome::Hill, Some(winner)));
    }
    if let Some(checks) = position.checks_remaining()
        && let Some(winner) = first(&|color| checks[color as usize] == 0)
    {
        return Some((Outcome::ThreeChecks, Some(winner)));
    }
    if rules.has(variant::RACE) { race(position) } else { None }
}

/// How a race of kings has ended: Black, who moves second, may follow White to the eighth rank with the next move.
fn race(position: &Position) -> Option<(Outcome, Option<Color>)> {
    let arrived = |color| position.of(color, Role::King) & GOAL != 0;
    match (arrived(Color::White), arrived(Color::Black)) {
        (false, false) => None,
        (true, true) => Some((Outcome::RaceDrawn, None)),
        (false, true) => Some((Outcome::Race, Some(Color::Black))),
        (true, false) if position.turn() == Color::Black && can_arrive(position) => None,
        (true, false) => Some((Outcome::Race, Some(Color::White))),
    }
}

/// Whether the king of the side to move can reach the eighth rank at once.
fn can_arrive(position: &Position) -> bool {
    let Some(king) = position.king(position.turn()) else { return false };
    attacks::Squares(attacks::king(king) & GOAL).any(|to: Square| position.may_go(king, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::fen;

    #[test]
    fn mate_comes_before_draws_and_draws_before_claims() {
        let of = |text: &str, occurrences| Outcome::of(&fen::parse(text).expect("right"), occurrences);
        let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 150 90";
        assert_eq!(of(mate, 5), Some(Outcome::Checkmate));
        assert_eq!(of("7k/8/6Q1/8/8/8/8/K7 b - - 3 90", 1), Some(Outcome::Stalemate));
        assert_eq!(of("7k/8/8/8/8/8/8/K1B5 b - - 100 90", 3), Some(Outcome::InsufficientMaterial));
        let rooks = |halfmove: &str, occurrences| {
            let text = ["7k/8/8/8/8/8/8/KR6 b - - ", halfmove, " 90"].concat();
            of(&text, occurrences)
        };
        assert_eq!(rooks("150", 3), Some(Outcome::SeventyFiveMoves));
        assert_eq!(rooks("149", 5), Some(Outcome::FivefoldRepetition));
        assert_eq!(rooks("149", 4), Some(Outcome::FiftyMoves));
        assert_eq!(rooks("99", 3), Some(Outcome::ThreefoldRepetition));
        assert_eq!(rooks("99", 2), None);
        assert!(Outcome::FiftyMoves.is_claimable() && !Outcome::FivefoldRepetition.is_claimable());
    }
}
