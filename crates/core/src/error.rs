//! Every kind of failure, its code and its words; and [`Fault`], one failure at its place.
//!
//! The table below is the only list of codes: help, documentation, reports and tests are made from it.

use crate::at::{At, Base};
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// Whether something was lost or only read by a leniency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Something was not understood, or lost. Counts for the exit status and the error columns.
    Error,
    /// Read by a leniency. Counted in the report; an error when reading is strict.
    Note,
}

/// What the table says of one code.
#[derive(Debug)]
pub struct CodeSpec {
    /// The code itself.
    pub code: Code,
    /// Its stable name, as users see it: `move-ambiguous`.
    pub id: &'static str,
    /// Error or note.
    pub severity: Severity,
    /// One line: what it means.
    pub doc: &'static str,
    /// What a user can do about it; every error has one. An option stands in braces, `{on_error=skip}`: whoever shows the
    /// hint spells it as it is given there.
    pub hint: &'static str,
}

macro_rules! codes {
    ($($name:ident $severity:ident $id:literal $doc:literal $hint:literal;)*) => {
        /// A kind of failure.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Code { $(#[doc = $doc] $name,)* }

        /// Every code, in the order of [`Code`].
        pub static ALL: &[CodeSpec] = &[$(CodeSpec {
            code: Code::$name, id: $id, severity: Severity::$severity, doc: $doc, hint: $hint,
        },)*];
    };
}

codes! {
    MoveSyntax Error "move-syntax" "a word in the moves is not a move in any spelling"
        "`{on_error=keep}` keeps the moves before it, `skip` leaves the game out";
    MoveIllegal Error "move-illegal" "the move cannot be played in this position"
        "`{on_error=keep}` keeps the moves before it, `skip` leaves the game out";
    MoveAmbiguous Error "move-ambiguous" "more than one legal move fits the text"
        "`{on_error=keep}` keeps the moves before it, `skip` leaves the game out";
    ControlByte Error "control-byte" "a control byte stands in the moves"
        "the file may be damaged, or may not be text";
    CommentUnclosed Error "comment-unclosed" "a comment that starts with `{` never ends"
        "add the missing `}`";
    VariationUnclosed Error "variation-unclosed" "a variation that starts with `(` never ends"
        "add the missing `)`";
    FenSyntax Error "fen-syntax" "the FEN cannot be read"
        "a FEN has six fields: board, side to move, castling, en passant, halfmove clock, move number";
    FenKings Error "fen-kings" "the board does not have exactly one king per side"
        "give each side exactly one king";
    FenOpponentInCheck Error "fen-opponent-in-check" "the side that is not to move is in check"
        "check which side is to move";
    FenPawnRank Error "fen-pawn-rank" "a pawn stands on the first or last rank"
        "pawns stand on ranks 2 to 7 only";
    FenTooMany Error "fen-too-many" "a side has more than 8 pawns or 16 pieces"
        "look for a piece that stands on the board twice";
    SfenSyntax Error "sfen-syntax" "the SFEN cannot be read"
        "an SFEN is a board, then side to move, castling, en passant square and end marks; all but the board may be missing";
    BcfenLength Error "bcfen-length" "a BCFEN board is not 32 bytes long"
        "written as text, the board has 64 hex digits";
    EpdSyntax Error "epd-syntax" "the EPD cannot be read"
        "an EPD has four fields, then operations, each ended by `;`";
    FenCounter Error "fen-counter" "a move counter is above 99,999"
        "write the halfmove clock and the move number that the game really has";
    VariantUnsupported Error "variant-unsupported" "the rules that the Variant or Rules tag names are not played here"
        "the game was kept as text; the rules that are played here are those of `Standard` chess and `Chess960`";
    TagSyntax Error "tag-syntax" "a tag is not written `[Name \"value\"]`"
        "write it as `[Name \"value\"]`; the tags before it were read";
    Stray Error "stray" "something that means nothing where it stands"
        "delete it, or put it into a comment: `{…}`";
    VariationUnplayed Error "variation-unplayed" "a variation of a game without moves replaces none, and was kept as text"
        "remove its parentheses if its moves are those of the game";
    NagSyntax Error "nag-syntax" "a `$` without its number"
        "write the number of the NAG after the `$`, as in `$1`, or delete the `$`";
    FormatUnsupported Error "format-unsupported" "the GameFormat or MoveFormat tag names a format that is not known here"
        "`scoresheet list notations` shows the codes that are known";
    FormatRefused Error "format-refused" "a game of VGN where only PGN is read"
        "leave out `{from_}`, and each game is read as what its GameFormat tag says";
    SetupUnsupported Error "setup-unsupported" "the SetUp tag names a format that is not read there"
        "write the board in SFEN, or as `FEN:…`";
    RulesSyntax Error "rules-syntax" "the Rules tag is not a base with changes, such as `N+10`"
        "write the name of the rules, with changes after it if there are any: `N+10`";
    PiecesSyntax Error "pieces-syntax" "the Pieces tag is not a base with changes, such as `N +=A/BN`"
        "write the name of the pieces, with changes after it if there are any: `N +=A/BN`";
    PiecesUnsupported Error "pieces-unsupported" "the Pieces tag adds pieces that are not known here"
        "the game was kept as text";
    TerminatorMissing Error "terminator-missing" "the moves of a game lack what must end them"
        "the file may be cut short: get it again, or add what ends the moves";
    DataTruncated Error "data-truncated" "the file ends within a move, a board or a record"
        "the file may be cut short: get it again";
    MoveOrdinal Error "move-ordinal" "the move's number is above the number of legal moves"
        "`{on_error=keep}` keeps the moves before it, `skip` leaves the game out";
    RecordMarker Error "record-marker" "a byte that does not start a record of PGC"
        "the file may be damaged, or may not be PGC";
    RecordNesting Error "record-nesting" "a record of PGC in a place where none may stand"
        "the file may be damaged: get it again";
    Unframed Error "unframed" "it is not known where a binary game ends"
        "what follows the game in the file cannot be read; put it into a file of its own";
    IcnSyntax Error "icn-syntax" "a word of ICN that means nothing where it stands"
        "delete the word, or correct it";
    IcnEmpty Error "icn-empty" "there is no game in a text of ICN"
        "a game has at least a list of pieces, or an argument such as `w`";
    IcnMetadata Error "icn-metadata" "an entry of metadata is not written `[Key: value]` or `[Key \"value\"]`"
        "write it as `[Key: value]` or `[Key \"value\"]`";
    IcnRepeated Error "icn-repeated" "an argument stands more than once"
        "delete one of the two";
    IcnTurn Error "icn-turn" "whose turn it is cannot be read"
        "write `w` or `b`, or codes of players with `:` between them";
    IcnNumber Error "icn-number" "a number is not written in plain digits"
        "write digits only, with a `-` in front if it is negative: `-12`";
    IcnMoveRule Error "icn-move-rule" "the move rule is not two numbers"
        "write `0/100`: the half-moves made, and how many make a draw";
    IcnFullmove Error "icn-fullmove" "the number of the move cannot be read"
        "write a number from 1";
    IcnPromotion Error "icn-promotion" "the promotion cannot be read"
        "write a rank for each side, and the pieces if they are not the usual ones: `(8;Q,N|1;q,n)`";
    IcnWinCondition Error "icn-win-condition" "the win condition cannot be read"
        "write one list for all, or one for each side: `(checkmate|checkmate,koth)`";
    IcnExtras Error "icn-extras" "the further rules are not a JSON object, or repeat what an argument says"
        "write a JSON object that repeats no argument, such as `{\"slideLimit\":\"8\"}`";
    IcnBorder Error "icn-border" "the world border cannot be read"
        "write the last squares left, right, at the bottom and at the top, with `_` where there is no border: `1,8,_,8`";
    IcnAnnotation Error "icn-annotation" "highlighted squares or rays cannot be read"
        "write `Squares:1,2|3,4` or `Rays:1,2>1,0`";
    IcnPiece Error "icn-piece" "an entry of the list of pieces cannot be read"
        "write a code, a square and perhaps a `+`: `K5,1+`";
    IcnSquareRepeated Error "icn-square-repeated" "a square stands twice in the list of pieces"
        "delete one of the two entries";
    IcnOutside Error "icn-outside" "a piece stands outside the world border"
        "move the piece, or the border";
    IcnJson Error "icn-json" "the JSON does not have the shape of a game"
        "compare it with what `{to=icn-json}` writes of another game";
    IcnSeveral Error "icn-several" "a text of ICN holds more than one game"
        "write each game to a file of its own";
    IcnPositionMissing Error "icn-position-missing" "there are moves, but no pieces"
        "list the pieces; only the variant `Classical` needs no list";
    JsonSyntax Error "json-syntax" "the text is not JSON from here on"
        "correct the document; the part before this place and all other documents were read";
    JsonEncoding Error "json-encoding" "a text in a document is not UTF-8, or holds half of a surrogate pair"
        "write the file as UTF-8, for example with `iconv -t UTF-8`";
    JsonDuplicate Error "json-duplicate" "an object has the same key twice"
        "remove one of the two; the first one counts";
    XmlSyntax Error "xml-syntax" "the text is not XML from here on"
        "correct the game; the part before this place and all other games were read";
    XmlDoctype Error "xml-doctype" "a document type declaration, which could define entities"
        "remove `<!DOCTYPE …>`; no document of BGN needs it";
    XmlEntity Error "xml-entity" "a reference to an entity that XML does not predefine"
        "write the characters themselves, and `&amp;` for `&`";
    XmlCharacter Error "xml-character" "a character that XML cannot hold, or cannot hold here"
        "write the text as a JSON string in an element with the attribute `json`";
    XmlElement Error "xml-element" "an element, an attribute or a text that means nothing where it stands"
        "write a field that BGN does not define as JSON in the element `<other>`; this one was ignored";
    XmlEncoding Error "xml-encoding" "the XML is not UTF-8, or declares another encoding"
        "write the file as UTF-8, for example with `iconv -t UTF-8`";
    BsonSyntax Error "bson-syntax" "the bytes are not BSON from here on"
        "the file may be damaged; the part before this place and all other documents were read";
    BsonType Error "bson-type" "a value has a type that JSON lacks"
        "remove the field or give it a value that JSON has; it was ignored";
    BsonNumber Error "bson-number" "a number that BSON or JSON cannot represent"
        "write a number of at most 34 digits with an exponent from -6176 to 6111";
    StoreTooLarge Error "store-too-large" "a game is larger than a document in the database may be"
        "MongoDB holds documents of up to 16 MiB; keep the game in a file or in another database";
    StoreRefused Error "store-refused" "a game holds something that the database cannot store"
        "correct the game or keep it in a file; the other games were loaded";
    FieldValue Error "field-value" "a field of a document has a value that it cannot have"
        "correct the value or remove the field, which was ignored";
    FieldMissing Error "field-missing" "a document lacks a field that it must have"
        "add the field";
    FieldDiffers Error "field-differs" "a field of a document contradicts the game"
        "correct or remove the field; the moves and tags of the game win";
    Unplayable Error "unplayable" "the rules of the game are not known here, or it has more than two players"
        "its moves are kept as they stand: `{to=icn}` or `{to=icn-json}` writes them";
    EncodingUtf16 Error "encoding-utf16" "the text is UTF-16"
        "convert it to UTF-8 first, for example with `iconv -f UTF-16 -t UTF-8`";
    LimitNesting Error "limit-nesting" "variations nest deeper than the limit"
        "raise it with `{limits.nesting}`";
    LimitTag Error "limit-tag" "a tag is longer than the limit"
        "raise it with `{limits.tag}`";
    LimitTags Error "limit-tags" "a game has more tags than the limit"
        "raise it with `{limits.tags}`";
    LimitToken Error "limit-token" "a word in the moves is longer than the limit"
        "raise it with `{limits.token}`";
    LimitComment Error "limit-comment" "a comment is longer than the limit"
        "raise it with `{limits.comment}`";
    LimitGame Error "limit-game" "a game is longer than the limit"
        "raise it with `{limits.game}`";
    LimitDigits Error "limit-digits" "a number has more digits than the limit"
        "raise it with `{limits.digits}`, up to 4000";
    LimitDepth Error "limit-depth" "JSON nests deeper than the limit"
        "raise it with `{limits.depth}`, up to 200";
    LimitWindow Error "limit-window" "the compressed file asks for a larger window than the limit"
        "raise it with `{limits.window}`";
    LimitRatio Error "limit-ratio" "the compressed file unpacks to more than the limit"
        "raise it with `{limits.ratio}` if you trust the file";
    FileUnreadable Error "file-unreadable" "the file cannot be read"
        "check the path, and whether you may read the file";
    FileDamaged Error "file-damaged" "the compressed file is damaged or cut short"
        "get the file again; what stands before the damage was read";
    FileKind Error "file-kind" "the file is of a kind that is not read here"
        "name the format with `{from_}`";
    ColumnsMissing Error "columns-missing" "the columns do not hold what the output needs"
        "write the file with `{columns=tags,moves}` or `{columns=text}`";
    ColumnsBoard Error "columns-board" "a board without edges has no columns"
        "`{to=icn-json}` writes such games as JSON";
    WriteFailed Error "write-failed" "the output cannot be written"
        "check the free space, and whether you may write there";
    Internal Error "internal" "a fault of this program, not of the input"
        "please report it, with the file if you can";
    CpgnVersion Error "cpgn-version" "the file is of a version of cpgn that is not known"
        "a file of the draft has no version: `{layout=draft}`";
    CpgnTruncated Error "cpgn-truncated" "the file ends within a code of cpgn"
        "the file may be cut off, or of the other layout: `{layout=draft}`, `{layout=v0}`; the games before it were read";
    CpgnTag Error "cpgn-tag" "a tag of cpgn has a name or a value that no tag can have"
        "the file may be damaged, or of the other layout: `{layout=draft}`, `{layout=v0}`";
    CpgnMove Error "cpgn-move" "the code of a move names none that can be played"
        "the file may be damaged, or of the other layout; games are not framed, so what follows cannot be read";
    CpgnIndex Error "cpgn-index" "the index of a move is beyond the last piece that could move"
        "the file may be damaged, or of the other layout; games are not framed, so what follows cannot be read";
    CpgnReserved Error "cpgn-reserved" "a code of cpgn that has no meaning where it stands"
        "the file may be damaged, of the other layout, or written by a newer version";
    CpgnVariation Error "cpgn-variation" "a variation starts without a move that it replaces, or ends without having started"
        "the file may be damaged, or of the other layout; games are not framed, so what follows cannot be read";
    CpgnText Error "cpgn-text" "a text of cpgn is not what its code says"
        "the file may be damaged, or was written to look like another game";
    CpgnFill Error "cpgn-fill" "the bits that fill the last byte of a game are not zeros"
        "the file may be damaged, or of the other layout: `{layout=draft}`, `{layout=v0}`";
    Null Note "move-null" "a null move" "";
    MoveNumber Note "move-number" "a move number does not fit the move" "";
    CastlingSpelling Note "san-castling" "castling is not written `O-O` or `O-O-O`" "";
    PromotionSpelling Note "san-promotion" "a promotion is not written `=Q`" "";
    CaptureSign Note "san-capture" "the capture sign is missing, wrong or needless" "";
    CheckSign Note "san-check" "the check or mate sign is missing, wrong or doubled" "";
    LongForm Note "san-long" "the move is written in long algebraic or coordinate form" "";
    CapturedPiece Note "san-captured-piece" "the capture is named by the captured piece" "";
    PawnLetter Note "san-pawn-letter" "a pawn move is written with a letter" "";
    LowerCase Note "san-lower-case" "a piece letter is in lower case, or a file in upper case" "";
    Overspecified Note "san-overspecified" "more of the origin is written than is needed" "";
    Underspecified Note "san-underspecified" "the origin is not given, but only one move is legal" "";
    Figurine Note "san-figurine" "a piece is written as a figurine" "";
    ForeignLetter Note "san-language" "a piece letter of another language" "";
    EnPassantSuffix Note "san-en-passant" "an `e.p.` follows the capture" "";
    RowFields Note "row-fields" "the side to move, rights, en passant square or counters beside a board are not those after the move" "";
    BcfenUnused Note "bcfen-unused" "a number without a meaning, 7, 8 or 15, was read as an empty square" "";
    PromotionFlag Note "move-promotion-flag" "the flag of a promotion is missing" "";
    Punctuation Note "san-punctuation" "a `.` or `,` follows the move" "";
    Remark Note "san-remark" "`D` for a diagram, or `N` or `TN` for a novelty, follows the move" "the NAG that says the same was taken";
    FenCastling Note "fen-castling" "an impossible castling right was dropped" "";
    FenEnPassant Note "fen-en-passant" "an en-passant square that no double step left was dropped" "";
    FenCounters Note "fen-counters" "the FEN's move counters are missing" "";
    PositionIllegal Note "position-illegal" "no game can reach the position: kings, pawns or the side to move are wrong" "";
    SfenBlanks Note "sfen-blanks" "the fields of an SFEN are not separated by one blank each, or there are blanks around it" "";
    EpdOperand Note "epd-operand" "a word is not an opcode, or an operand is not what its opcode asks for: kept as text" "";
    EpdEnd Note "epd-end" "the `;` after an operation is missing" "";
    EpdCounters Note "epd-counters" "move counters follow the four fields; an EPD has `hmvc` and `fmvn` for them" "";
    Chess960Assumed Note "chess960-assumed" "the castling rights are those of Chess960; no Variant tag says so" "";
    TagUnclosed Note "tag-unclosed" "a tag lacks its closing quote or bracket" "";
    TagQuote Note "tag-quote" "a quote in the value of a tag lacks its backslash" "";
    TagBlank Note "tag-blank" "no blank stands between the name and the value of a tag" "";
    TagName Note "tag-name" "a tag's name holds more than letters, digits and `_`" "";
    TagEscape Note "tag-escape" "a needless backslash in a tag was dropped" "";
    TagLineEnd Note "tag-line-end" "a line end stands in the value of a tag" "";
    TagCase Note "tag-case" "the name of a tag that says how the game is read is not in its usual case" "";
    GameFormatLate Note "game-format-late" "binary moves follow before a GameFormat tag says VGN" "";
    SetupOver Note "setup-over" "moves follow a SetUp whose marks say that the game is over" "";
    SetupFen Note "setup-fen" "the SetUp tag holds a FEN that is not marked as one" "";
    SetupFlag Note "setup-flag" "the SetUp tag is PGN's flag, and the FEN tag holds the board" "";
    RulesUnknown Note "rules-unknown" "the Rules tag asks for rules that are not played here" "the moves were read without checking them against any rules; `scoresheet list rules` shows what is played";
    EscapedLine Note "escaped-line" "a line of VGN that starts with `%` was skipped" "";
    NumberGlued Note "number-glued" "no blank stands between a move number and its move" "";
    NagComposite Note "nag-composite" "a composite NAG, but no NAGFormat tag" "";
    RowRepeated Note "row-repeated" "the first board is the one that the game starts from" "";
    TagDiffers Note "tag-differs" "a record among binary moves contradicts the tag of the same name" "the tag was taken";
    CpgnFlags Note "cpgn-flags" "the en-passant block of a line has another number of flags than the line has captures in passing" "";
    CpgnNoEnd Note "cpgn-no-end" "the file ends without the code that ends a game" "";
    DataMissing Note "data-missing" "a binary game ends the file without any data" "";
    VariationBare Note "variation-bare" "a variation without moves was dropped" "";
    IcnZero Note "icn-zero" "a number has leading zeros, or is `-0`" "";
    IcnSeparator Note "icn-separator" "moves or pieces are not separated as they should be" "";
    IcnPawnPromotion Note "icn-pawn-promotion" "pawns may promote to a pawn" "";
    MoveRulePassed Note "move-rule-passed" "more half-moves are counted than the move rule allows" "";
    EnPassantVoid Note "en-passant-void" "no pawn stands where one could be captured in passing" "";
    PromotionDeclined Note "promotion-declined" "a pawn reaches the rank of its promotion and stays a pawn" "";
    MoveDecoration Note "move-decoration" "the piece, capture, check or mate written with a move is wrong" "";
    IllegalMove Note "illegal-move" "an illegal move that its notation can say was played as it stands" "";
    EndMarks Note "end-marks" "what a move's end marks say about the game is wrong" "";
    TagRepeated Note "tag-repeated" "a tag stands more than once" "";
    TerminationMissing Note "termination-missing" "the moves end without a result" "";
    TerminationSpelling Note "termination-spelling" "the result is not written as in the standard" "";
    TerminationGlued Note "termination-glued" "no blank stands between the last move and the result" "";
    TerminationInVariation Note "termination-in-variation" "a result stands in a variation" "";
    ResultMismatch Note "result-mismatch" "the Result tag and the result after the moves differ" "";
    VariationUnopened Note "variation-unopened" "a `)` without its `(`" "";
    VariationEmpty Note "variation-empty" "a variation stands before the first move of its line" "";
    CommentUnopened Note "comment-unopened" "a `}` without its `{`" "";
    NagSpelling Note "nag-spelling" "an annotation sign is written as one character, such as `‼` for `!!`" "";
    EndOfFile Note "end-of-file" "a `^Z`, by which DOS marks the end of a file, was skipped" "";
    Reserved Note "reserved" "a `<` or `>` in the moves was skipped" "";
    NagRange Note "nag-range" "a NAG above 255" "";
    SourceUnknown Note "source-unknown" "an annotation names a source that the document does not list" "";
    DocumentVersion Note "document-version" "the document is of a newer version of BGN" "the fields that this version knows were read";
    TrailingBytes Note "trailing-bytes" "bytes follow the compressed data of a file" "all games before them were read";
    EncodingCp1252 Note "encoding-cp1252" "the text is not UTF-8 and was read as Windows-1252" "";
}

impl Code {
    /// What the table says of this code.
    pub fn spec(self) -> &'static CodeSpec {
        &ALL[self as usize]
    }

    /// The stable name: `move-ambiguous`.
    pub fn id(self) -> &'static str {
        self.spec().id
    }

    /// Whether this is a note.
    pub fn is_note(self) -> bool {
        self.spec().severity == Severity::Note
    }
}

/// One failure at its place. Boxed, so that a `Result` stays one word wide on the hot path.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault(Box<Detail>);

/// What a [`Fault`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// The kind of failure.
    pub code: Code,
    /// Where.
    pub at: At,
    /// What failed and why, in one line without the place: ``cannot play `Nd2`: could be `Nbd2` or `Nfd2` ``.
    pub message: String,
    /// The offending text, at most [`TEXT_SHOWN`] characters of it.
    pub text: String,
    /// The position in which a move failed.
    pub fen: Option<String>,
}

/// How many characters of the offending text a fault keeps.
pub const TEXT_SHOWN: usize = 80;

impl Fault {
    /// A fault of this kind, here, in these words.
    pub fn new(code: Code, at: At, message: String, text: String) -> Fault {
        Fault(Box::new(Detail { code, at, message, text, fen: None }))
    }

    /// The same fault with the position it happened in.
    #[must_use]
    pub fn in_position(mut self, fen: String) -> Fault {
        self.0.fen = Some(fen);
        self
    }

    /// Moves a fault that was counted from a block's start to its place in the source.
    pub fn rebase(&mut self, base: &Base) {
        self.0.at.rebase(base);
    }

    /// What a user can do about it, as the table has it.
    pub fn hint(&self) -> &'static str {
        self.0.code.spec().hint
    }
}

impl core::ops::Deref for Fault {
    type Target = Detail;
    fn deref(&self) -> &Detail {
        &self.0
    }
}

/// One line for logs and columns: the message, then the place in brackets.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.at)
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for Fault {}
