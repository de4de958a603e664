//! Everything that a notation or a format cannot express, and what happens instead.
//!
//! The table below is the only list of kinds; help, documentation, reports and tests are generated from it.

use crate::command;
use crate::location::Location;
use alloc::vec::Vec;

macro_rules! losses {
    ($($name:ident $id:literal $doc:literal;)*) => {
        /// Something that a notation or a format cannot express.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum LossKind { $(#[doc = $doc] $name,)* }

        /// Every kind of loss, in the order of [`LossKind`].
        pub static LOSSES: &[LossSpec] = &[$(LossSpec { kind: LossKind::$name, id: $id, doc: $doc },)*];
    };
}

losses! {
    IllegalMove "illegal-move" "an illegal move cannot be written; the line of moves ends before it";
    KingCapture "king-capture" "the capture of a king cannot be written; the line of moves ends before it";
    OwnCapture "own-capture" "the capture of an identical piece cannot be written, because only one square changes; the line of moves ends before it";
    NullMove "null-move" "a null move cannot be written; the line of moves ends before it";
    Drop "drop" "a drop or a promotion to king cannot be written; the line of moves ends before it";
    Comment "comment" "a comment was left out";
    Command "command" "a command in a comment, such as `[%clk 0:01:00]`, was left out";
    Nag "nag" "a NAG was left out";
    NagComposite "nag-composite" "a composite NAG that has no number of its own was left out";
    Variation "variation" "a variation was left out";
    CommentPlace "comment-place" "a comment on White's move was written after Black's reply";
    VariationPlace "variation-place" "a variation on White's move was written after Black's reply";
    ResultSentence "result-sentence" "a sentence with more information than the result was left out";
    TagText "tag-text" "a text contained a character that cannot be written, or was too long; the character was replaced, or the text was truncated";
    CastlingRook "castling-rook" "the choice between two rooks that may castle was left out";
    Tail "tail" "a move after one that cannot be written was left out";
    EscapedLine "escaped-line" "an escaped line, which starts with `%`, was left out";
    UnplayedGame "unplayed-game" "a game whose moves cannot be played was left out";
    Tag "tag" "a tag was left out";
    Move "move" "a move was left out because only boards are written";
    Board "board" "a game that is too short for the requested board was left out";
    Start "start" "the starting position was left out";
    OddStart "odd-start" "an impossible starting position, such as one without a king, was written; readers refuse to play from it";
    Clocks "clocks" "the move number and the count of half-moves since the last capture or pawn move were left out";
    Hand "hand" "pieces in hand, marks of promoted pieces or counts of checks were left out";
    Result "result" "how the game ended was left out";
    InnerResult "inner-result" "a result at the end of a variation was left out";
    Attribution "attribution" "the source of an annotation, its date or its value `q` was left out";
    LineName "line-name" "the name of a line was left out";
    Property "property" "a property of a move that no command in a comment can hold was left out";
    Elapsed "elapsed" "the time elapsed since the start of the game was left out";
    Field "field" "a field that only BGN has was left out";
    BsonNumber "bson-number" "a number that BSON cannot represent, with more than 34 digits or an exponent beyond 6111, was left out";
    BsonSize "bson-size" "a game that is larger than 16 MiB as BSON, the limit for a document of MongoDB, was left out";
    CpgnNul "cpgn-nul" "a game with the character U+0000 in a tag, or before its tags, was left out";
    ArchiveSize "archive-size" "a game with more than 8,388,608 half-moves was left out";
    Spelling "spelling" "a move or a sign was written in its usual spelling";
    CommentBrace "comment-brace" "a `}` in a comment was written as `)`";
    Character "character" "a character that the encoding of the output lacks was written as `?`";
    Nul "nul" "the character U+0000 was written as U+FFFD";
    LineEnd "line-end" "a line break in a tag, an escaped line or a `;` comment was written as a space";
    Variant "variant" "the rules of a variant were left out";
    Castling "castling" "a castling right or a castling of Chess960 was left out";
    Extras "extras" "an extra rule of an infinite board was left out";
    Preset "preset" "highlighted squares or rays were left out";
    Border "border" "the world border was left out";
    PromotionRanks "promotion-ranks" "the promotion ranks or pieces were left out";
    WinCondition "win-condition" "a way to win was left out";
    Right "right" "a special right of a piece was left out";
    MoveRule "move-rule" "the number of half-moves that make a draw was left out";
    Fullmove "fullmove" "a different move number was written";
    EnPassant "en-passant" "the en passant square was left out";
    BoardEdge "board-edge" "the game would end differently on a board with edges";
    Signs "signs" "a sign after a move was left out";
}

/// One entry of the table.
#[derive(Debug)]
pub struct LossSpec {
    /// The kind itself.
    pub kind: LossKind,
    /// Its stable name.
    pub id: &'static str,
    /// What was done instead, in one line.
    pub doc: &'static str,
}

impl LossKind {
    /// The loss of leaving out this member of a BGN object.
    pub fn of_field(member: &str) -> LossKind {
        match member.split_once(':') {
            Some(("\"name\"", _)) => LossKind::LineName,
            Some(("\"properties\"", _)) => LossKind::Property,
            Some(("\"et\"", _)) => LossKind::Elapsed,
            _ => LossKind::Field,
        }
    }

    /// The entry of this kind in the table.
    pub fn spec(self) -> &'static LossSpec {
        &LOSSES[self as usize]
    }
}

/// Something that could not be expressed: the number of times, and the first place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Its kind.
    pub kind: LossKind,
    /// The number of times.
    pub count: u64,
    /// The first place.
    pub first: Location,
}

/// Losses by kind, as a writer counts them.
#[derive(Clone, Debug, Default)]
pub struct Losses(Vec<Loss>);

impl Losses {
    /// Counts a loss, unless `count` is 0.
    pub fn add(&mut self, kind: LossKind, count: u64, place: Location) {
        match self.0.iter_mut().find(|loss| loss.kind == kind) {
            Some(loss) => loss.count += count,
            None if count > 0 => self.0.push(Loss { kind, count, first: place }),
            None => {}
        }
    }

    /// Restores earlier counts, given for each kind by its number.
    pub(crate) fn go_back(&mut self, counts: &[u64]) {
        for loss in &mut self.0 {
            loss.count = counts.get(loss.kind as usize).copied().unwrap_or(0);
        }
        self.0.retain(|loss| loss.count > 0);
    }

    /// Counts a comment that was left out: its text, and each command in it.
    #[cold]
    pub fn add_comment(&mut self, text: &str, place: Location) {
        let (comments, commands) = command::count(text);
        self.add(LossKind::Comment, comments, place);
        self.add(LossKind::Command, commands, place);
    }
}

/// The losses, in the order in which their kinds first occurred.
impl core::ops::Deref for Losses {
    type Target = [Loss];
    fn deref(&self) -> &[Loss] {
        &self.0
    }
}
