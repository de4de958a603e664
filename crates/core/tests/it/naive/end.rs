//! How a game ends on the board.

use super::chessboard::Chessboard;
use super::{attacked_from, pieces, step};
use scoresheet_core::rules::{Color, Outcome, Piece, Role, Square};

/// An end and who has won.
pub(crate) type End = (Outcome, Option<Color>);

const SIDES: [Color; 2] = [Color::White, Color::Black];

/// Whether a square is a light one.
fn is_light(square: Square) -> bool {
    (square.file() + square.rank()) % 2 == 1
}

impl Chessboard {
    /// How the game has ended; `None` if it continues.
    pub(crate) fn end(&self) -> Option<End> {
        if let Some(end) = self.end_by_rule() {
            return Some(end);
        }
        let (us, them) = (self.turn, self.turn.other());
        if self.moves().is_empty() && self.possible_drops().is_empty() {
            if self.is_check(us) {
                return Some((Outcome::Checkmate, Some(them)));
            }
            let winner = if self.has("1A") { Some(them) } else { self.has("1B").then_some(us) };
            return Some((Outcome::Stalemate, winner));
        }
        (self.has("I") && self.is_dead()).then_some((Outcome::InsufficientMaterial, None))
    }

    /// The ends that are not mate, stalemate or a dead position, for the side that has moved first.
    pub(super) fn end_by_rule(&self) -> Option<End> {
        let (us, them) = (self.turn, self.turn.other());
        let bare = |color| pieces(&self.pieces, color).next().is_none();
        let is_king_on = |color, squares: &dyn Fn(Square) -> bool| self.all(color, Role::King).into_iter().any(squares);
        let never_had_one = |color| self.has("18") && color == Color::White;
        for (winner, loser) in [(them, us), (us, them)] {
            if self.has("17") && self.all(loser, Role::King).is_empty() && !never_had_one(loser) {
                return Some((Outcome::Exploded, Some(winner)));
            }
        }
        if self.has("15") && bare(us) {
            return Some((Outcome::NoPieces, Some(us)));
        }
        if self.has("18") && bare(Color::White) {
            return Some((Outcome::HordeGone, Some(Color::Black)));
        }
        let is_central = |square: Square| ["d4", "e4", "d5", "e5"].contains(&square.to_string().as_str());
        if let Some(winner) = [them, us].into_iter().find(|color| self.has("12") && is_king_on(*color, &is_central)) {
            return Some((Outcome::Hill, Some(winner)));
        }
        if let Some(winner) = [them, us].into_iter().find(|color| self.has("11") && self.checks[*color as usize] == 0) {
            return Some((Outcome::ThreeChecks, Some(winner)));
        }
        if !self.has("19") {
            return None;
        }
        match SIDES.map(|color| is_king_on(color, &|square| square.rank() == 7)) {
            [false, false] => None,
            [true, true] => Some((Outcome::RaceDrawn, None)),
            [false, true] => Some((Outcome::Race, Some(Color::Black))),
            [true, false] if us == Color::Black && self.has_last_move() => None,
            [true, false] => Some((Outcome::Race, Some(Color::White))),
        }
    }

    /// Whether the king of the side to move can reach the eighth rank at once.
    fn has_last_move(&self) -> bool {
        let is_king = |square| self.at(square).is_some_and(|piece: Piece| piece.role == Role::King);
        self.moves().iter().any(|mv| !mv.is_drop() && is_king(mv.from) && mv.destination().rank() == 7)
    }

    /// Whether neither side can win any more, as far as the rules define it.
    fn is_dead(&self) -> bool {
        let has = |code| self.has(code);
        let all: Vec<(Square, Piece)> = SIDES.into_iter().flat_map(|color| pieces(&self.pieces, color)).collect();
        if has("12") || has("16") || has("19") {
            return false;
        }
        if has("11") {
            return all.iter().all(|(_, piece)| piece.role == Role::King);
        }
        if has("14") {
            return self.is_dead_without_kings(&all);
        }
        if has("17") {
            return self.is_dead_with_explosions(&all);
        }
        if has("18") {
            return self.is_dead_with_horde();
        }
        let others: Vec<_> = all.into_iter().filter(|(_, piece)| piece.role != Role::King).collect();
        let bishops = others.iter().all(|(_, piece)| piece.role == Role::Bishop);
        let knight = others.len() == 1 && others[0].1.role == Role::Knight;
        knight || bishops && others.iter().all(|(square, _)| is_light(*square) == is_light(others[0].0))
    }

    /// The colours of the squares of a side's bishops: whether there is one on a light and one on a dark square.
    fn bishops(&self, color: Color) -> (bool, bool) {
        let squares = self.all(color, Role::Bishop);
        (squares.iter().any(|square| is_light(*square)), squares.iter().any(|square| !is_light(*square)))
    }

    /// Whether each pawn is blocked by another one and has nothing to take.
    fn are_pawns_stuck(&self) -> bool {
        SIDES.into_iter().all(|color| {
            let forward = if color == Color::White { 1 } else { -1 };
            self.all(color, Role::Pawn).into_iter().all(|from| {
                let ahead = step(from, (0, forward)).and_then(|square| self.at(square));
                let is_blocked = ahead.is_some_and(|piece| piece.role == Role::Pawn);
                let attacked = attacked_from(&self.pieces, from, Piece { color, role: Role::Pawn });
                is_blocked && attacked.into_iter().all(|to| self.at(to).is_none_or(|piece| piece.color == color))
            })
        })
    }

    /// Whether no pawn of a side is where bishops on such squares could take it.
    fn are_pawns_out_of_reach(&self, color: Color, light: bool) -> bool {
        self.all(color, Role::Pawn).into_iter().all(|square| is_light(square) != light)
    }

    fn is_dead_without_kings(&self, all: &[(Square, Piece)]) -> bool {
        let slow = all.iter().all(|(_, piece)| matches!(piece.role, Role::Bishop | Role::Pawn));
        let apart = match SIDES.map(|color| self.bishops(color)) {
            [(true, false), (false, true)] => Some(true),
            [(false, true), (true, false)] => Some(false),
            _ => None,
        };
        let safe = |white_is_light| {
            self.are_pawns_out_of_reach(Color::Black, white_is_light)
                && self.are_pawns_out_of_reach(Color::White, !white_is_light)
        };
        slow && self.are_pawns_stuck() && apart.is_some_and(safe)
    }

    fn is_dead_with_explosions(&self, all: &[(Square, Piece)]) -> bool {
        let roles = |color| pieces(&self.pieces, color).map(|(_, piece)| piece.role).collect::<Vec<_>>();
        let sides = SIDES.map(roles);
        let only = |allowed: &[Role]| all.iter().all(|(_, piece)| allowed.contains(&piece.role));
        let others: Vec<Role> = sides.iter().flatten().copied().filter(|role| *role != Role::King).collect();
        let bare = sides.iter().any(|side| side[..] == [Role::King]);
        let [white, black] = SIDES.map(|color| self.bishops(color));
        let (light, dark) = (white.0 || black.0, white.1 || black.1);
        let owners = SIDES.into_iter().filter(|color| !self.all(*color, Role::Bishop).is_empty()).collect::<Vec<_>>();
        if only(&[Role::King, Role::Bishop]) && all.len() <= 4 && light && dark && sides.iter().all(|s| s.len() >= 2) {
            return true;
        }
        if bare && all.len() <= 4 && others.iter().all(|role| *role == Role::Knight) {
            return true;
        }
        if bare && others.len() <= 1 && !others.contains(&Role::Pawn) && !others.contains(&Role::Queen) {
            return true;
        }
        only(&[Role::King, Role::Bishop, Role::Pawn])
            && self.are_pawns_stuck()
            && match owners[..] {
                [] => true,
                [owner] => light != dark && self.are_pawns_out_of_reach(owner.other(), light),
                _ => false,
            }
    }

    /// Whether Black cannot but leave White without a move.
    fn is_dead_with_horde(&self) -> bool {
        let moves = self.moves();
        let is_last =
            |after: Chessboard| pieces(&after.pieces, Color::White).next().is_some() && after.moves().is_empty();
        self.turn == Color::Black && !moves.is_empty() && moves.into_iter().all(|mv| is_last(self.after(mv)))
    }
}
