//! Move notations: one file each, listed once in [`ALL`].
//!
//! A notation turns one move into text and back, in the position before the move. Events, files and games are not its
//! business; whether a game goes on after a bad move is [`crate::read`]'s.

pub mod bccf;
mod coordinates;
pub mod fcn;
pub mod lan;
pub mod language;
mod lenient;
pub mod mcn;
pub mod pgc;
pub mod rows;
pub mod san;
pub mod uci;

use crate::error::Code;
use crate::loss::LossKind;
use crate::rules::{Kind, Move, Position, Role, Square};
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The notations that are listed by hand, each in its file.
#[rustfmt::skip]
const LISTED: &[&dyn MoveNotation] = &[
    &lan::Lan,
    &uci::Uci,
    &mcn::Mcn,
    &fcn::FCN,
    &fcn::FCN_1_0,
    &bccf::BCCF,
    &bccf::BCCF_1_0,
    &pgc::Pgc,
];

/// Every move notation, in the order help and documentation show them: those by hand, and SAN in each language.
pub static ALL: &[&dyn MoveNotation] = &{
    let mut all: [&dyn MoveNotation; LISTED.len() + san::ALL.len()] = [&san::ALL[0]; LISTED.len() + san::ALL.len()];
    let mut at = 0;
    while at < LISTED.len() {
        all[at + 1] = LISTED[at];
        at += 1;
    }
    while at + 1 < all.len() {
        all[at + 1] = &san::ALL[at + 1 - LISTED.len()];
        at += 1;
    }
    all
};

/// The notation with this id.
pub fn find(id: &str) -> Option<&'static dyn MoveNotation> {
    ALL.iter().copied().find(|notation| notation.spec().id == id)
}

/// The notation, unless it is SAN: that is read in the letters that the settings of a reader name.
pub fn other_than_san(notation: &'static dyn MoveNotation) -> Option<&'static dyn MoveNotation> {
    (notation.spec().id != ALL[0].spec().id).then_some(notation)
}

/// What help and documentation say of a notation.
#[derive(Debug)]
pub struct Spec {
    /// Its id: the file's name, the vectors' folder, the name on the command line.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Where it is laid down.
    pub source: &'static str,
    /// One example.
    pub example: &'static str,
    /// The version of its description, where it has one: `1.1`.
    pub version: &'static str,
    /// A regular expression of Python's `re` that fits every text it writes; of binary ones, of their lower-case hex.
    pub pattern: &'static str,
    /// Whether its texts are bytes of any value, which people are shown as hex.
    pub binary: bool,
    /// What it cannot say, by kind. Tests hold us to it.
    pub losses: &'static [LossKind],
    /// What else is to be known of it; `None` where it says each thing in one way and reads it back.
    pub limits: Option<&'static str>,
}

/// Turns a move into text and back.
pub trait MoveNotation: Sync {
    /// What help and documentation say of it.
    fn spec(&self) -> &'static Spec;

    /// Appends the text of `mv`. `last` says whether the game ends with it, which some notations mark.
    ///
    /// # Errors
    /// Only for a kind of loss that `losses` lists. Nothing is then appended.
    fn write(&self, before: &Position, mv: Move, last: Last, out: &mut Vec<u8>) -> Result<(), NoText>;

    /// Finds the one move that `text` names. Notations that cannot say illegal moves read as in [`Validation::Full`].
    ///
    /// # Errors
    /// Where the text is no move, more than one, or none that `validation` lets pass.
    fn read(&self, before: &Position, text: &[u8], validation: Validation) -> Result<Named, MoveError>;

    /// The same where the text is as it should be and nothing is special about the move, which is legal, as nearly all are;
    /// `None` says nothing. Much faster where a notation has it.
    fn plain(&self, _before: &Position, _text: &[u8]) -> Option<Named> {
        None
    }

    /// Whether `text` is no move but says `start` once more: boards may.
    fn repeats(&self, _start: &Position, _text: &[u8]) -> bool {
        false
    }

    /// What a text says by itself, without any board; `None` where that is nothing.
    fn fields(&self, _text: &[u8]) -> Option<Result<Fields, MoveError>> {
        None
    }

    /// A text as people see it: of binary notations lower-case hex.
    fn shown(&self, text: &[u8]) -> String {
        if self.spec().binary { text::hex(text) } else { String::from_utf8_lossy(text).into_owned() }
    }

    /// The text that is shown so; of binary notations also what is behind `base64:`.
    ///
    /// # Errors
    /// Where no text is shown so.
    fn bytes(&self, shown: &str) -> Result<Vec<u8>, MoveError> {
        if self.spec().binary { text::from_hex(shown).ok_or(NOT_HEX) } else { Ok(Vec::from(shown)) }
    }
}

/// A binary text that is not shown as it should be.
const NOT_HEX: MoveError = MoveError::Syntax { at: 0, expected: "hex, or base64 behind `base64:`" };

/// What a text says by itself: each thing by its name.
pub type Fields = Vec<(&'static str, Field)>;

/// One thing that a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// Nothing.
    Nothing,
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(u32),
    /// A word.
    Text(String),
}

impl Field {
    /// A square's name.
    fn square(square: Square) -> Field {
        Field::Text(square.to_string())
    }

    /// A role's letter.
    fn role(role: Option<Role>) -> Field {
        role.map_or(Field::Nothing, |role| Field::Text(char::from(role.letter()).into()))
    }
}

/// How much of a move is held against the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Validation {
    /// Nothing but that something stands where the move starts.
    Off,
    /// Also whose piece moves, promotions, and what the text says of pieces, captures and castling.
    #[default]
    Basic,
    /// Also that the move is legal.
    Full,
}

impl Validation {
    /// Every level by its name, the laxest first.
    pub const ALL: [(&'static str, Validation); 3] =
        [("off", Validation::Off), ("basic", Validation::Basic), ("full", Validation::Full)];

    /// The level of this name.
    pub fn find(id: &str) -> Option<Validation> {
        Validation::ALL.into_iter().find(|(name, _)| *name == id).map(|(_, level)| level)
    }
}

/// Whether a move is the last of its game, and how that ended. What the board shows by itself, mate and stalemate, is not asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Last {
    /// More moves follow, or the move stands in a variation.
    #[default]
    No,
    /// The last move of a game without a result.
    Open,
    /// The last move of a game that one side won.
    Won,
    /// The last move of a drawn game.
    Drawn,
}

/// What keeps a notation from saying this move; `None` where it has a text. `illegal` says that the move is not legal in
/// `before`, which is the caller's to know.
#[inline]
pub fn loss_of(spec: &Spec, before: &Position, mv: Move, illegal: bool) -> Option<LossKind> {
    let takes_king = mv.kind == Kind::Plain && before.role(Role::King) & mv.to.bit() != 0;
    if mv.kind != Kind::Null && !takes_king && !illegal { None } else { loss_of_odd(spec, mv, takes_king, illegal) }
}

/// The same for a move that some notations cannot say.
#[cold]
fn loss_of_odd(spec: &Spec, mv: Move, takes_king: bool, illegal: bool) -> Option<LossKind> {
    let kinds = [
        (mv.kind == Kind::Null, LossKind::NullMove),
        (takes_king, LossKind::KingCapture),
        (illegal, LossKind::IllegalMove),
    ];
    kinds.into_iter().find(|(is, kind)| *is && spec.losses.contains(kind)).map(|(_, kind)| kind)
}

/// The same as an error, for notations that say legal moves only.
fn refuse(spec: &Spec, before: &Position, mv: Move) -> Result<(), NoText> {
    loss_of(spec, before, mv, !before.is_legal(mv)).map_or(Ok(()), |kind| Err(NoText(kind)))
}

/// The notation has no text for this move, because of this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoText(pub LossKind);

impl fmt::Display for NoText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            LossKind::IllegalMove => "the notation has no text for illegal moves",
            LossKind::KingCapture => "the notation has no text for taking the king",
            LossKind::NullMove => "the notation has no text for null moves",
            _ => "the notation has no text for this move",
        })
    }
}

impl core::error::Error for NoText {}

/// The move that a text names, and how it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The move.
    pub mv: Move,
    /// The leniencies it took to read it.
    pub notes: Notes,
    /// What its end marks say.
    pub claim: Claim,
    /// Whether the move is not legal where it was read, and kept all the same.
    pub illegal: bool,
}

impl Named {
    /// A move written as it should be.
    #[inline]
    pub fn plainly(mv: Move) -> Named {
        Named { mv, notes: Notes::default(), claim: Claim::Any, illegal: false }
    }
}

/// What a move's end marks say of the position after it, and of the game. Odd numbers say check, those from [`Claim::Won`] on
/// but the last that the game is over: a replay asks this of every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Claim {
    /// No check. Whether the game goes on is not said.
    Quiet = 0,
    /// Check, and no mate.
    Check = 1,
    /// No check; the game goes on, or nobody knows how it ended.
    Open = 2,
    /// The same with check.
    OpenCheck = 3,
    /// No check; the game is won, but not by mate.
    Won = 4,
    /// The same with check.
    WonCheck = 5,
    /// No check; the game is drawn, but not by stalemate.
    Drawn = 6,
    /// The same with check.
    DrawnCheck = 7,
    /// Stalemate.
    Stalemate = 8,
    /// Mate.
    Mate = 9,
    /// The notation has no marks, or the mark was noted already.
    Any = 10,
}

impl Claim {
    /// What FCN's and SFEN's marks say; `None` where these are not such marks.
    pub fn of_marks(marks: &[u8]) -> Option<Claim> {
        Claim::MARKS.into_iter().find(|(text, _)| *text == marks).map(|(_, claim)| claim)
    }

    /// What the board and the game's end have FCN and SFEN write behind a move that leads to `after`: what the board says
    /// by itself comes first.
    pub fn of_board(after: &Position, last: Last) -> Claim {
        let check = after.is_check();
        if !after.has_legal_move() {
            return if check { Claim::Mate } else { Claim::Stalemate };
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

    /// The marks in FCN and SFEN; none for what they do not say.
    pub fn marks(self) -> &'static [u8] {
        if self == Claim::Check {
            return b"+";
        }
        Claim::MARKS.into_iter().find(|(_, claim)| *claim == self).map_or(b"", |(text, _)| text)
    }

    /// What the marks of FCN and SFEN say, in words; the same for what only other notations say.
    pub fn state(self) -> &'static str {
        match self {
            Claim::Quiet | Claim::Open | Claim::Any => "normal",
            Claim::Check | Claim::OpenCheck => "check",
            Claim::Mate => "checkmate",
            Claim::Stalemate => "stalemate",
            Claim::Won => "won-not-by-checkmate",
            Claim::WonCheck => "check-then-won-not-by-checkmate",
            Claim::Drawn => "drawn-not-by-stalemate",
            Claim::DrawnCheck => "check-then-drawn",
        }
    }

    /// What the marks of FCN and SFEN say, one by one.
    pub fn fields(self) -> Fields {
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

    /// The same where a missing mark says nothing of the game's end: version 1.0.
    pub fn without_end(self) -> Claim {
        match self {
            Claim::Open => Claim::Quiet,
            Claim::OpenCheck => Claim::Check,
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

    /// Whether what is said of check is so.
    #[inline(always)]
    pub fn fits_check(self, check: bool) -> bool {
        self == Claim::Any || (self as u8 & 1 == 1) == check
    }

    /// Whether it says that the game is over: then no move follows.
    #[inline(always)]
    pub fn is_end(self) -> bool {
        (Claim::Won as u8..Claim::Any as u8).contains(&(self as u8))
    }

    /// Whether what is said of mate and stalemate is so; takes longer than [`Claim::fits_check`], which is to be asked too.
    pub fn fits_board(self, after: &Position) -> bool {
        match self {
            Claim::Quiet | Claim::Any => true,
            Claim::Check => !after.is_mate(),
            Claim::Mate => after.is_mate(),
            Claim::Stalemate => after.is_stalemate(),
            Claim::Open | Claim::OpenCheck | Claim::Won | Claim::WonCheck | Claim::Drawn | Claim::DrawnCheck => {
                after.has_legal_move()
            }
        }
    }

    /// Whether what is said of the game's end is so, of the last move of the mainline.
    pub fn fits_end(self, last: Last) -> bool {
        match self {
            Claim::Quiet | Claim::Check | Claim::Any => true,
            Claim::Open | Claim::OpenCheck => matches!(last, Last::No | Last::Open),
            Claim::Mate | Claim::Won | Claim::WonCheck => last == Last::Won,
            Claim::Stalemate | Claim::Drawn | Claim::DrawnCheck => last == Last::Drawn,
        }
    }
}

/// A set of notes about the spelling of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes(u32);

impl Notes {
    /// The codes a set may hold: those from [`Code::Null`] on that are about one move's spelling.
    pub const CODES: [Code; 18] = [
        Code::Null,
        Code::MoveNumber,
        Code::CastlingSpelling,
        Code::PromotionSpelling,
        Code::CaptureSign,
        Code::CheckSign,
        Code::LongForm,
        Code::CapturedPiece,
        Code::PawnLetter,
        Code::LowerCase,
        Code::Overspecified,
        Code::Underspecified,
        Code::Figurine,
        Code::ForeignLetter,
        Code::EnPassantSuffix,
        Code::RowFields,
        Code::BcfenUnused,
        Code::PromotionFlag,
    ];

    /// Adds a code; one that is no note about spelling is not added.
    #[inline]
    pub fn add(&mut self, code: Code) {
        let index = (code as u8).wrapping_sub(Code::Null as u8);
        if usize::from(index) < Notes::CODES.len() {
            self.0 |= 1 << index;
        }
    }

    /// Adds a code where `when` holds.
    #[inline]
    pub fn add_if(&mut self, when: bool, code: Code) {
        if when {
            self.add(code);
        }
    }

    /// Takes a code away.
    pub fn remove(&mut self, code: Code) {
        let mut other = Notes::default();
        other.add(code);
        self.0 &= !other.0;
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The codes in the set.
    pub fn iter(self) -> impl Iterator<Item = Code> {
        (0..Notes::CODES.len()).filter(move |index| self.0 >> index & 1 == 1).map(|index| Notes::CODES[index])
    }
}

/// Why a text is not a move here. Knows nothing of files; [`san::explain`] finds the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is no move in this notation.
    Syntax {
        /// The byte in the text where that was seen.
        at: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// No legal move fits.
    Illegal,
    /// The board and the text do not agree, or the move is one that is not played at this level of validation.
    Forbidden(&'static str),
    /// The ordinal is not below the number of legal moves.
    Ordinal,
    /// More than one legal move fits.
    Ambiguous,
}

impl MoveError {
    /// The code of the error table.
    pub fn code(self) -> Code {
        match self {
            MoveError::Syntax { .. } => Code::MoveSyntax,
            MoveError::Illegal | MoveError::Forbidden(_) => Code::MoveIllegal,
            MoveError::Ordinal => Code::MoveOrdinal,
            MoveError::Ambiguous => Code::MoveAmbiguous,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_the_first_of_the_table() {
        for (index, code) in Notes::CODES.into_iter().enumerate() {
            assert_eq!(code as usize, Code::Null as usize + index);
            let mut notes = Notes::default();
            notes.add(code);
            assert!(notes.iter().eq([code]));
        }
    }
}
