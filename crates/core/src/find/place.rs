//! Finds one position in games, regardless of the moves that lead to it.

use crate::rules::zobrist::Key;
use crate::rules::{Color, PackedMove, PackedReplay, Position, Role};

/// A position to find. Counters do not matter; castling rights do, and so does a capture en passant if a pawn is there for it.
///
/// ```
/// use scoresheet_core::{find::TargetPosition, position::fen, rules::{PackedMove, Position, PackedReplay}};
/// let after = fen::parse("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")?;
/// let moves = [12 | 28 << 6, 52 | 36 << 6].map(PackedMove);  // e4 e5
/// let found = TargetPosition::of(&after).find(&mut PackedReplay::new(&Position::start()), moves);
/// assert_eq!(found, Some((1, Some(moves[1]))));
/// # Ok::<(), scoresheet_core::position::PositionError>(())
/// ```
pub struct TargetPosition {
    position: Position,
    key: u64,
    /// How many pieces it has.
    pieces: u32,
    /// Its pawns that have not moved.
    unmoved: u64,
}

impl TargetPosition {
    /// This position.
    pub fn of(position: &Position) -> TargetPosition {
        TargetPosition {
            key: Key::of(position).polyglot(),
            pieces: position.occupied().count_ones(),
            unmoved: unmoved(position),
            position: position.clone(),
        }
    }

    /// The ply after which the position occurs for the first time, and the move that follows. `replay` must be at the
    /// start of the game.
    pub fn find(
        &self,
        replay: &mut PackedReplay,
        moves: impl IntoIterator<Item = PackedMove>,
    ) -> Option<(u32, Option<PackedMove>)> {
        let mut moves = moves.into_iter();
        let mut ply = 0;
        loop {
            let board = replay.board();
            if self.is_here(board) {
                return Some((ply, moves.next()));
            }
            // Pieces that are captured never come back, and neither do pawns that move, unless the rules allow it.
            if board.rules().keeps_pieces()
                && (board.occupied().count_ones() < self.pieces || unmoved(board) & self.unmoved != self.unmoved)
            {
                return None;
            }
            if !replay.play(moves.next()?) {
                return None;
            }
            ply += 1;
        }
    }

    #[inline]
    fn is_here(&self, board: &Position) -> bool {
        let white = |board: &Position| board.color(Color::White);
        let is_alike = board.occupied() == self.position.occupied()
            && white(board) == white(&self.position)
            && board.turn() == self.position.turn();
        // A key takes longer than a comparison, which also compares the counters.
        is_alike && (*board == self.position || Key::of(board).polyglot() == self.key)
    }
}

fn unmoved(board: &Position) -> u64 {
    board.of(Color::White, Role::Pawn) & 0xff << 8 | board.of(Color::Black, Role::Pawn) & 0xff << 48
}
