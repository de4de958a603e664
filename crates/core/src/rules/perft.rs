//! Counts the moves of all lines from a position, the usual test of a move generator.

use super::Position;

/// Counts the leaves of the tree of legal moves, `depth` plies deep. The depth is the recursion's bound.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    position.each_legal(|mv| {
        leaves += if depth == 1 { 1 } else { perft(&position.after(mv), depth - 1) };
        true
    });
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::attacks::Squares;
    use crate::rules::{Move, Square};
    use crate::seed::Seed;

    #[test]
    fn start_has_the_known_counts() {
        let counts = [1, 20, 400, 8902, 197_281];
        for (depth, leaves) in (0..).zip(counts) {
            assert_eq!(perft(&Position::start(), depth), leaves);
        }
    }

    /// Checks are found from the last move, which must not go wrong if moves are not legal: kings left in check, taken
    /// or jumped over.
    #[test]
    fn check_is_known_after_moves_of_any_kind() {
        let mut seed = Seed(0x2545_f491_4f6c_dd1d);
        let (mut checks, mut exposed) = (0, 0);
        for _ in 0..2_000 {
            let mut position = Position::start();
            for _ in 0..60 {
                let legal = position.legal_moves();
                let (from, to) = (Square::masked(seed.below(64) as u8), Square::masked(seed.below(64) as u8));
                let mv = match legal.get(seed.below(legal.len() + 1)) {
                    Some(mv) if seed.below(4) > 0 => *mv,
                    _ => Move::plain(from, to),
                };
                position.play_unchecked(mv);
                let turn = position.turn();
                assert_eq!(position.is_check(), position.king_attacked(turn), "{position:?} {mv:?}");
                checks += u32::from(position.is_check());
                exposed += u32::from(position.king_attacked(turn.other()));
            }
        }
        assert!(checks > 1_000 && exposed > 1_000, "{checks} {exposed}");
    }

    /// The tables agree with the rules in positions of any kind: kings left in check, taken, or several pawns on odd ranks.
    #[test]
    fn what_may_go_by_tables_is_what_is_legal() {
        let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
        let mut may = 0;
        for _ in 0..60 {
            let mut position = Position::start();
            for _ in 0..80 {
                let legal = position.legal_moves();
                let odd = Move::plain(Square::masked(seed.below(64) as u8), Square::masked(seed.below(64) as u8));
                let mv = legal.get(seed.below(legal.len() + 1)).copied().filter(|_| seed.below(9) > 0).unwrap_or(odd);
                position.play_unchecked(mv);
                for (from, to) in Squares(u64::MAX).flat_map(|from| Squares(u64::MAX).map(move |to| (from, to))) {
                    let goes = position.may_go(from, to);
                    assert_eq!(goes, position.is_legal(Move::plain(from, to)), "{position:?} {from}{to}");
                    may += u32::from(goes);
                }
            }
        }
        assert!(may > 50_000, "{may}");
    }

    #[test]
    fn taking_back_gives_the_position_before() {
        fn walk(position: &mut Position, depth: u32) {
            if depth == 0 {
                return;
            }
            for mv in position.legal_moves() {
                let before = position.clone();
                let undo = position.play_unchecked(mv);
                assert_eq!(position.is_check(), position.king_attacked(position.turn()), "{before:?} {mv:?}");
                walk(position, depth - 1);
                position.take_back(&undo);
                assert_eq!(*position, before);
                assert_eq!(position.is_check(), before.is_check());
            }
        }
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            walk(&mut crate::position::fen::parse(fen).expect("a test's FEN is right"), 3);
        }
    }
}
