//! How a game ends or could end by the rules alone, told from a position and how often it has occurred.

use super::position::Position;

/// Half-moves without a capture or a pawn's move after which a draw can be claimed.
const FIFTY_MOVES: u32 = 100;
/// Half-moves after which the game is drawn.
const SEVENTY_FIVE_MOVES: u32 = 150;

/// Why a game is over, or why a player may claim a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can ever give mate.
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
    /// The first of the reasons that hold for a position that has occurred this many times, the current one included. Reasons
    /// that end the game come before those that only allow a claim.
    pub fn of(position: &Position, occurrences: usize) -> Option<Outcome> {
        let halfmove = position.halfmove();
        let holds = |outcome: &Outcome| match outcome {
            Outcome::Checkmate => position.is_mate(),
            Outcome::Stalemate => position.is_stalemate(),
            Outcome::InsufficientMaterial => position.is_insufficient_material(),
            Outcome::SeventyFiveMoves => halfmove >= SEVENTY_FIVE_MOVES,
            Outcome::FivefoldRepetition => occurrences >= 5,
            Outcome::FiftyMoves => position.may_claim_fifty_moves(),
            Outcome::ThreefoldRepetition => occurrences >= 3,
        };
        use Outcome::*;
        [
            Checkmate,
            Stalemate,
            InsufficientMaterial,
            SeventyFiveMoves,
            FivefoldRepetition,
            FiftyMoves,
            ThreefoldRepetition,
        ]
        .into_iter()
        .find(holds)
    }

    /// Whether the game goes on unless a player claims the draw.
    pub fn is_claimable(self) -> bool {
        matches!(self, Outcome::FiftyMoves | Outcome::ThreefoldRepetition)
    }

    /// Its id: `fifty-moves`.
    pub fn id(self) -> &'static str {
        match self {
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

/// See [`Position::may_claim_fifty_moves`].
#[inline]
pub(super) fn may_claim_fifty_moves(position: &Position) -> bool {
    position.halfmove() >= FIFTY_MOVES
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
