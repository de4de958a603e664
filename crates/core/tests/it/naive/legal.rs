//! Which moves are legal: every candidate is played on a copy, and then one looks.

use super::chessboard::{AROUND, Chessboard};
use super::{attacked_from, pieces, step};
use scoresheet_core::rules::{Color, Move, MoveKind, Piece, Role, Square, king_destination};

const DROPPED: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Chessboard {
    /// Whether the king of a side is in check by the rules.
    pub(crate) fn is_check(&self, color: Color) -> bool {
        // The king is a piece like any other.
        if self.has("14") {
            return false;
        }
        let [king] = self.all(color, Role::King)[..] else { return false };
        // Who takes a king that touches the own one blows up both.
        let enemy = Some(Piece { color: color.other(), role: Role::King });
        if self.has("17") && AROUND.into_iter().filter_map(|way| step(king, way)).any(|near| self.at(near) == enemy) {
            return false;
        }
        pieces(&self.pieces, color.other())
            .any(|(from, piece)| attacked_from(&self.pieces, from, piece).contains(&king))
    }

    /// The legal moves.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        if self.end_by_rule().is_some() { Vec::new() } else { self.moves() }
    }

    /// The same as if no rule had ended the game.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let mut moves = self.board_moves();
        if !self.must_capture() {
            let held = DROPPED.into_iter().filter(|role| self.held(self.turn, *role) > 0);
            moves.extend(held.flat_map(|role| self.drops(role)));
        }
        moves
    }

    /// The drops that are legal, those of a piece that is still to come from another board included.
    pub(crate) fn possible_drops(&self) -> Vec<Move> {
        let is_there = |role: &Role| self.has("16") && (self.has("1L") || self.held(self.turn, *role) > 0);
        let roles = DROPPED.into_iter().filter(|role| is_there(role) && !self.must_capture());
        roles.flat_map(|role| self.drops(role)).collect()
    }

    /// Legal moves of pieces on the board.
    fn board_moves(&self) -> Vec<Move> {
        let mut moves = self.candidates();
        moves.retain(|mv| self.is_fine(*mv));
        if self.has("13") && moves.iter().any(|mv| self.is_capture(*mv)) {
            moves.retain(|mv| self.is_capture(*mv));
        }
        moves
    }

    fn must_capture(&self) -> bool {
        self.has("13") && self.board_moves().iter().any(|mv| self.is_capture(*mv))
    }

    /// The drops of a role on squares where it is allowed.
    fn drops(&self, role: Role) -> Vec<Move> {
        let squares = (0..64).map(Square::masked).filter(|to| self.at(*to).is_none());
        let fitting = squares.filter(|to| role != Role::Pawn || !matches!(to.rank(), 0 | 7));
        fitting.map(|to| Move::drop(role, to)).filter(|mv| self.is_fine(*mv)).collect()
    }

    /// Whether a move leaves the kings as the rules require.
    fn is_fine(&self, mv: Move) -> bool {
        if self.has("14") {
            return true;
        }
        let (us, them) = (self.turn, self.turn.other());
        let after = self.after(mv);
        let is_gone = |color| after.all(color, Role::King).is_empty() && !self.all(color, Role::King).is_empty();
        if is_gone(us) {
            return false;
        }
        is_gone(them) || !after.is_check(us) && (!self.has("1K") || !after.is_check(them))
    }

    /// What pieces could do, regardless of the kings.
    fn candidates(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in pieces(&self.pieces, self.turn) {
            for to in self.targets(from, piece) {
                let passes = piece.role == Role::Pawn && from.file() != to.file() && self.at(to).is_none();
                let kind = if passes { MoveKind::EnPassant } else { MoveKind::Plain };
                let mut becomes = vec![None];
                if piece.role == Role::Pawn && matches!(to.rank(), 0 | 7) {
                    becomes = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(Some).to_vec();
                    becomes.extend(self.has("14").then_some(Some(Role::King)));
                }
                moves.extend(becomes.into_iter().map(|promotion| Move { from, to, promotion, kind }));
            }
        }
        moves.extend(self.castlings());
        moves
    }

    fn targets(&self, from: Square, piece: Piece) -> Vec<Square> {
        let mut squares = attacked_from(&self.pieces, from, piece);
        let may_pass = self.passed.filter(|to| self.can_be_taken_on(*to));
        squares.retain(|to| match self.at(*to) {
            Some(there) => there.color != piece.color && (there.role != Role::King || self.has("14")),
            None => piece.role != Role::Pawn || may_pass == Some(*to),
        });
        if piece.role == Role::Pawn {
            squares.extend(self.steps(from));
        }
        squares
    }

    /// Where a pawn goes without capturing.
    fn steps(&self, from: Square) -> Vec<Square> {
        let forward = if self.turn == Color::White { 1 } else { -1 };
        let ahead = |square| step(square, (0, forward)).filter(|to| self.at(*to).is_none());
        let home = if self.turn == Color::White { 1 } else { 6 };
        let in_horde = self.has("18") && self.turn == Color::White && from.rank() == 0;
        let twice = self.has("6") && (from.rank() == home || self.has("1H") || in_horde);
        let one = ahead(from);
        one.into_iter().chain(one.and_then(ahead).filter(|_| twice)).collect()
    }

    /// Whether a pawn of the other side is in its place after a double step over a square.
    fn can_be_taken_on(&self, passed: Square) -> bool {
        let (back, usual) = if self.turn == Color::White { (-1, 5) } else { (1, 2) };
        let pawn = Piece { color: self.turn.other(), role: Role::Pawn };
        let stands = step(passed, (0, back)).is_some_and(|square| self.at(square) == Some(pawn));
        stands && (passed.rank() == usual || self.has("1H"))
    }

    fn castlings(&self) -> Vec<Move> {
        let us = self.turn;
        let [king] = self.all(us, Role::King)[..] else { return Vec::new() };
        // A king that is a piece like any other does not castle.
        if self.has("14") || self.is_check(us) {
            return Vec::new();
        }
        let mut rooks = self.all(us, Role::Rook);
        rooks.retain(|rook| self.may_castle_with(*rook, us) && self.has(if *rook > king { "A" } else { "B" }));
        let moves = rooks.into_iter().map(|to| Move { from: king, to, promotion: None, kind: MoveKind::Castle });
        moves.filter(|mv| self.is_way_free(*mv) && self.is_way_safe(*mv)).collect()
    }

    /// Whether only these are on the way of king and rook.
    fn is_way_free(&self, mv: Move) -> bool {
        let (king_to, rook_to) = (king_destination(mv.from, mv.to).file(), if mv.to > mv.from { 5 } else { 3 });
        let ways = [(mv.from.file(), king_to), (mv.to.file(), rook_to)];
        let on_a_way = |file| ways.iter().any(|(from, to)| (*from.min(to)..=*from.max(to)).contains(&file));
        let squares = (0..8).filter(|file| on_a_way(*file)).map(|file| Square::at(file, mv.from.rank()));
        squares.filter(|square| *square != mv.from && *square != mv.to).all(|square| self.at(square).is_none())
    }

    /// Whether the king would be in check on none of the squares that it passes. Where it arrives is seen after the move.
    fn is_way_safe(&self, mv: Move) -> bool {
        let (from, to) = (mv.from.file(), king_destination(mv.from, mv.to).file());
        (from.min(to)..=from.max(to)).filter(|file| *file != to).all(|file| {
            let mut on_its_way = self.clone();
            let king = on_its_way.pieces[mv.from.index()].take();
            on_its_way.pieces[Square::at(file, mv.from.rank()).index()] = king;
            !on_its_way.is_check(self.turn)
        })
    }
}
