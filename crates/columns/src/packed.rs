//! Moves as 16 bits: 0-5 from, 6-11 to, 12-14 promotion, 15 castling.

use scoresheet_core::read::Ply;
use scoresheet_core::rules::{Kind, Move, Position, Role, Square, Wing};

/// The bit of castling.
const CASTLE: u16 = 1 << 15;

/// A ply as 16 bits. Castling is the king's from and destination squares; a null move the king's square twice.
///
/// ```
/// use scoresheet_core::read::Ply;
/// let e4 = Ply { from: 12, to: 28, piece: 1, ..Ply::default() };
/// assert_eq!(scoresheet_columns::packed::pack(e4), 12 | 28 << 6);
/// ```
#[inline]
pub fn pack(ply: Ply) -> u16 {
    let castle = if ply.castle() == 0 { 0 } else { CASTLE };
    u16::from(ply.from & 63) | u16::from(ply.to & 63) << 6 | u16::from(ply.promotion & 7) << 12 | castle
}

/// A move as 16 bits, as [`pack`] has it.
#[inline]
pub fn pack_move(mv: Move) -> u16 {
    let castle = if mv.kind == Kind::Castle { CASTLE } else { 0 };
    let promotion = mv.promotion.map_or(0, |role| role as u16);
    u16::from(mv.from.number()) | u16::from(mv.destination().number()) << 6 | promotion << 12 | castle
}

/// The move that these 16 bits mean in a position. `None` where no piece could move so: no rook to castle with, or a
/// promotion to nothing known. Whether the move is legal is [`Position::is_legal`]'s to say.
pub fn unpack(word: u16, before: &Position) -> Option<Move> {
    let (from, to) = (Square::masked(word as u8), Square::masked((word >> 6) as u8));
    if word & CASTLE != 0 {
        let wing = if to.file() > 4 { Wing::King } else { Wing::Queen };
        let rook = before.castling_rook(before.turn(), wing)?;
        return Some(Move { from, to: rook, promotion: None, kind: Kind::Castle });
    }
    let promotion = match word >> 12 & 7 {
        0 => None,
        number => Some(Role::from_number(number as u8)?),
    };
    if from == to {
        return Some(Move { from, to, promotion, kind: Kind::Null }).filter(|_| promotion.is_none());
    }
    let pawn = before.piece_at(from).is_some_and(|piece| piece.role == Role::Pawn);
    let passing = pawn && from.file() != to.file() && before.piece_at(to).is_none();
    let kind = if passing { Kind::EnPassant } else { Kind::Plain };
    Some(Move { from, to, promotion, kind })
}

#[cfg(test)]
mod tests {
    use super::*;
    use scoresheet_core::position::fen;

    /// Every legal move of a position, the null move too where nobody is in check, comes back from its 16 bits.
    #[test]
    fn every_legal_move_comes_back() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
            "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
            "2kr4/8/8/8/8/8/8/2KR4 w Dd - 0 1",
        ] {
            let position = fen::parse(text).unwrap();
            let mut moves = position.legal_moves();
            moves.push(position.null_move());
            for mv in moves.into_iter().filter(|mv| position.is_legal(*mv)) {
                let mut after = position.clone();
                let undo = after.play_unchecked(mv);
                let word = pack(Ply::played(&undo, &after));
                assert_eq!(unpack(word, &position), Some(mv), "{mv:?} in {text}");
            }
        }
    }

    #[test]
    fn words_that_are_no_move() {
        let start = Position::start();
        assert_eq!(unpack(CASTLE | 4 | 6 << 6, &Position::empty(start.rules())), None);
        assert_eq!(unpack(12 | 28 << 6 | 7 << 12, &start), None);
        for word in 0..=u16::MAX {
            if let Some(mv) = unpack(word, &start) {
                assert!(!start.is_legal(mv) || mv.kind == Kind::Null || start.legal_moves().contains(&mv), "{mv:?}");
            }
        }
    }
}
