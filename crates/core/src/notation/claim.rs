//! The end marks of moves and boards, and their claims about check, mate and the end of the game.

use super::field::{Field, TextFields};
use crate::rules::{Outcome, Position};
use alloc::vec::Vec;

/// Whether a move is the last of its game, and how that ended. Mate and stalemate, visible on the board, are not
/// included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Last {
    /// More moves follow, or the move is in a variation.
    #[default]
    No,
    /// The last move of a game without a result.
    Open,
    /// The last move of a game that one side won.
    Won,
    /// The last move of a drawn game.
    Drawn,
}

/// The meaning of a move's end marks for the position after it and for the game. Odd numbers mean check. From
/// [`Claim::Won`] on, all but the last mean that the game is over: a replay checks this for every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Claim {
    /// No check. Whether the game continues is not stated.
    Quiet = 0,
    /// Check, and no mate.
    Check = 1,
    /// No check, in a notation that does not state how the game ends, except for mate and stalemate.
    Unended = 2,
    /// The same with check.
    UnendedCheck = 3,
    /// No check; the game continues, or its ending is unknown.
    Open = 4,
    /// The same with check.
    OpenCheck = 5,
    /// No check; the game is won, but not by mate: a win by a rule of a variant, too.
    Won = 6,
    /// The same with check.
    WonCheck = 7,
    /// No check; the game is drawn, but not by stalemate.
    Drawn = 8,
    /// The same with check.
    DrawnCheck = 9,
    /// Stalemate.
    Stalemate = 10,
    /// Mate; in SAN, the game is won by the move.
    Mate = 11,
    /// The notation has no marks, or the mark was noted already.
    Any = 12,
}

impl Claim {
    /// The meaning of FCN's and SFEN's marks; `None` if these are not such marks.
    pub fn of_marks(marks: &[u8]) -> Option<Claim> {
        Claim::MARKS.into_iter().find(|(text, _)| *text == marks).map(|(_, claim)| claim)
    }

    /// The marks that FCN and SFEN write after a move that leads to `after`, from the board and the game's end: what
    /// the board shows by itself comes first.
    #[inline]
    pub fn of_board(after: &Position, last: Last) -> Claim {
        if last == Last::No && after.has_free_step() {
            return Claim::Open;
        }
        Claim::of_any_board(after, last)
    }

    fn of_any_board(after: &Position, last: Last) -> Claim {
        let check = after.is_check();
        if !after.has_move() {
            match Outcome::on_board(after).and_then(|outcome| outcome.winner(after)) {
                _ if check => return Claim::Mate,
                None => return Claim::Stalemate,
                // Like any other win by a rule of a variant, it is taken from the result.
                Some(_) => {}
            }
        }
        match (last, check) {
            (Last::No | Last::Open, false) => Claim::Open,
            (Last::No | Last::Open, true) => Claim::OpenCheck,
            (Last::Won, false) => Claim::Won,
            (Last::Won, true) => Claim::WonCheck,
            (Last::Drawn, false) => Claim::Drawn,
            (Last::Drawn, true) => Claim::DrawnCheck,
        }
    }

    /// The marks in FCN and SFEN; none for what they cannot express.
    pub fn marks(self) -> &'static [u8] {
        if matches!(self, Claim::Check | Claim::UnendedCheck) {
            return b"+";
        }
        Claim::MARKS.into_iter().find(|(_, claim)| *claim == self).map_or(b"", |(text, _)| text)
    }

    /// The meaning of the marks of FCN and SFEN, in words; also for claims that only other notations express.
    pub fn state(self) -> &'static str {
        match self {
            Claim::Quiet | Claim::Unended | Claim::Open | Claim::Any => "normal",
            Claim::Check | Claim::UnendedCheck | Claim::OpenCheck => "check",
            Claim::Mate => "checkmate",
            Claim::Stalemate => "stalemate",
            Claim::Won => "won-not-by-checkmate",
            Claim::WonCheck => "check-then-won-not-by-checkmate",
            Claim::Drawn => "drawn-not-by-stalemate",
            Claim::DrawnCheck => "check-then-drawn",
        }
    }

    /// The meaning of the marks of FCN and SFEN, one at a time.
    pub fn fields(self) -> TextFields {
        let marks = self.marks();
        let (check, end) = marks.strip_prefix(b"+").map_or((false, marks), |end| (true, end));
        let third = end.get(1).map_or(Field::Nothing, |mark| Field::Text(char::from(*mark).into()));
        Vec::from([
            ("check", Field::Truth(check)),
            ("over", Field::Truth(!end.is_empty())),
            ("third", third),
            ("state", Field::Text(self.state().into())),
        ])
    }

    /// The same if a missing mark means nothing about the game's end: version 1.0.
    pub(crate) fn without_end(self) -> Claim {
        match self {
            Claim::Open => Claim::Unended,
            Claim::OpenCheck => Claim::UnendedCheck,
            other => other,
        }
    }

    /// The marks of FCN and SFEN 1.1; 1.0 has those without a third one.
    const MARKS: [(&'static [u8], Claim); 8] = [
        (b"", Claim::Open),
        (b"+", Claim::OpenCheck),
        (b"+#", Claim::Mate),
        (b"#", Claim::Stalemate),
        (b"#+", Claim::Won),
        (b"+#+", Claim::WonCheck),
        (b"##", Claim::Drawn),
        (b"+##", Claim::DrawnCheck),
    ];

    /// Whether the claim about check is true.
    #[inline(always)]
    pub fn fits_check(self, check: bool) -> bool {
        self == Claim::Any || (self as u8 & 1 == 1) == check
    }

    /// Whether a position with this [`Position::alarm`] may not be what is said of check: of an ordinary one it is not.
    #[inline(always)]
    pub(crate) fn may_differ(self, alarm: u8) -> bool {
        (self as u8 & 1) ^ alarm > u8::from(self == Claim::Any)
    }

    /// Whether the claim about check is true, and that of SAN's marks about an end of the game by a rule of a variant.
    pub fn fits_mark(self, after: &Position) -> bool {
        match self {
            // If the game was over before, it is undefined which marks its moves should have.
            Claim::Quiet | Claim::Check | Claim::Mate if after.is_past_end() => true,
            Claim::Quiet | Claim::Check if !after.is_over() => self.fits_check(after.is_check()),
            Claim::Mate if !after.is_over() && !after.is_careful() => after.is_check(),
            Claim::Quiet | Claim::Check | Claim::Mate => self.in_san() == Some(san_mark(after)),
            _ => self.fits_check(after.is_check()),
        }
    }

    /// Whether this is what the mark of SAN claims of a move that leads to this position.
    pub(crate) fn is_san_mark_of(self, after: &Position) -> bool {
        self.in_san() == Some(san_mark(after))
    }

    /// The mark of SAN with this meaning; `None` if there is none.
    fn in_san(self) -> Option<&'static [u8]> {
        match self {
            Claim::Quiet => Some(b""),
            Claim::Check => Some(b"+"),
            Claim::Mate => Some(b"#"),
            _ => None,
        }
    }

    /// Whether it means that the game is over: then no move follows.
    #[inline(always)]
    pub(crate) fn is_end(self) -> bool {
        (Claim::Won as u8..Claim::Any as u8).contains(&(self as u8))
    }

    /// Whether it means that the game is over, though the board does not show it.
    pub(crate) fn is_end_beyond_board(self) -> bool {
        matches!(self, Claim::Won | Claim::WonCheck | Claim::Drawn | Claim::DrawnCheck)
    }

    /// Whether a claim of mate, stalemate or another win on the board is true. Slower than [`Claim::fits_mark`], which
    /// must be checked, too.
    pub fn fits_board(self, after: &Position) -> bool {
        match self {
            Claim::Unended | Claim::Any => true,
            Claim::UnendedCheck => !after.is_mate(),
            // Without a check only rules that are not those of chess let a side win for want of a move.
            Claim::Quiet => !after.is_careful() || san_mark(after) != b"#",
            Claim::Check => san_mark(after) != b"#",
            Claim::Mate => san_mark(after) == b"#",
            Claim::Stalemate => after.is_stalemate(),
            Claim::Open | Claim::OpenCheck | Claim::Won | Claim::WonCheck | Claim::Drawn | Claim::DrawnCheck => {
                after.has_move() || !Claim::of_any_board(after, Last::No).is_end()
            }
        }
    }

    /// Whether the claim about the game's end is true for the last move of the mainline.
    pub fn fits_end(self, last: Last) -> bool {
        match self {
            Claim::Quiet | Claim::Check | Claim::Unended | Claim::UnendedCheck | Claim::Any => true,
            Claim::Open | Claim::OpenCheck => matches!(last, Last::No | Last::Open),
            Claim::Mate | Claim::Won | Claim::WonCheck => last == Last::Won,
            Claim::Stalemate | Claim::Drawn | Claim::DrawnCheck => last == Last::Drawn,
        }
    }
}

/// The mark in SAN of a move that leads to this position.
#[inline]
pub fn san_mark(after: &Position) -> &'static [u8] {
    if after.is_quiet() { b"" } else { san_mark_of_end(after) }
}

/// The same if the board must be examined: `#` for every move after which either side has won. Moves
/// after such an end have the marks of a game that continues.
#[inline(never)]
fn san_mark_of_end(after: &Position) -> &'static [u8] {
    let outcome = if after.is_over() && !after.is_past_end() {
        Outcome::on_board(after)
    } else {
        (!after.has_move()).then(|| Outcome::without_move(after))
    };
    if outcome.is_some_and(|outcome| outcome.winner(after).is_some()) {
        b"#"
    } else if after.is_check() {
        b"+"
    } else {
        b""
    }
}
