//! Every kind of failure with its code and texts, and [`Fault`], one failure with its place.
//!
//! The table below is the only list of codes. Help, documentation, reports and tests are generated from it.

use crate::location::{Base, Location};
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// Whether something was lost, or only an unusual spelling was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Something was not understood, or lost. Counts for the exit status and the error columns.
    Error,
    /// An unusual spelling was accepted. Counted in the report; an error in strict reading.
    Note,
}

/// One entry of the table.
#[derive(Debug)]
pub struct CodeSpec {
    /// The code itself.
    pub code: Code,
    /// Its stable name in output: `move-ambiguous`.
    pub id: &'static str,
    /// Error or note.
    pub severity: Severity,
    /// Its meaning in one line.
    pub doc: &'static str,
    /// Advice for users; every error has some. An option is written in braces, `{on_error=skip}`, and the code that
    /// shows the hint converts it to the syntax of the caller.
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
    MoveSyntax Error "move-syntax" "a word among the moves is not a move in any known spelling"
        "`{on_error=keep}` keeps the moves before it; `skip` drops the game";
    MoveIllegal Error "move-illegal" "the move cannot be played in this position"
        "`{on_error=keep}` keeps the moves before it; `skip` drops the game";
    MoveAmbiguous Error "move-ambiguous" "more than one legal move matches the text"
        "`{on_error=keep}` keeps the moves before it; `skip` drops the game";
    ControlByte Error "control-byte" "the moves contain a control byte"
        "the file may be damaged, or may not be text";
    CommentUnclosed Error "comment-unclosed" "a comment that starts with `{` is never closed"
        "add the missing `}`";
    VariationUnclosed Error "variation-unclosed" "a variation that starts with `(` is never closed"
        "add the missing `)`";
    FenSyntax Error "fen-syntax" "the FEN cannot be parsed"
        "a FEN has six fields: board, side to move, castling, en passant, halfmove clock, move number";
    FenKings Error "fen-kings" "a side has the wrong number of kings for its rules: one in chess"
        "give each side exactly one king; if the game is of a variant, name it in the Variant tag";
    FenOpponentInCheck Error "fen-opponent-in-check" "the side that is not to move is in check"
        "check which side is to move";
    FenPawnRank Error "fen-pawn-rank" "a pawn is on the first or last rank"
        "pawns can only be on ranks 2 to 7; only in Horde can White's be on rank 1";
    FenTooMany Error "fen-too-many" "there are more pieces or pawns than the rules allow: in chess, 16 pieces or 8 pawns of a side"
        "check whether a piece appears on the board twice";
    SfenSyntax Error "sfen-syntax" "the SFEN cannot be parsed"
        "an SFEN is a board followed by the side to move, castling, en passant square and end marks; only the board is required";
    BcfenLength Error "bcfen-length" "a BCFEN board is not 32 bytes long"
        "written as text, the board has 64 hex digits";
    EpdSyntax Error "epd-syntax" "the EPD cannot be parsed"
        "an EPD has four fields followed by operations, each of which ends in `;`";
    FenHand Error "fen-hand" "invalid pieces in hand: the rules have no drops, or there is a king, an unknown piece or more than 63 of a kind"
        "only pawns, knights, bishops, rooks and queens can be in hand, in games such as Crazyhouse: name the rules in the Variant tag";
    FenChecks Error "fen-checks" "the counts of checks are impossible: above three, none left for both sides, or written twice"
        "write the checks that each side may still give, White's first: `3+3`";
    FenEmpty Error "fen-empty" "the board is empty"
        "put a piece on the board";
    FenRace Error "fen-race" "in Racing Kings, the side to move is in check, or a pawn is on the board"
        "no move may give check in Racing Kings, and there are no pawns";
    FenCounter Error "fen-counter" "a move counter is above 99,999"
        "correct the halfmove clock and the move number";
    PatternSyntax Error "pattern-syntax" "the pattern of positions or moves cannot be parsed"
        "valid patterns are `move Nf3 then check` and `material KRPvKR`; `scoresheet list patterns` shows all tests and names";
    VariantUnsupported Error "variant-unsupported" "the Variant or Rules tag names rules that are not supported"
        "the game was kept as text; `scoresheet list rules` lists the supported rules";
    TagSyntax Error "tag-syntax" "a tag is not written `[Name \"value\"]`"
        "write it as `[Name \"value\"]` in one line; the other tags were read";
    Stray Error "stray" "text that has no meaning in this place"
        "delete it, or move it into a comment: `{…}`";
    VariationUnplayed Error "variation-unplayed" "a variation in a game without moves replaces no move; it was kept as text"
        "remove the parentheses if these are the moves of the game";
    NagSyntax Error "nag-syntax" "a `$` is not followed by a number"
        "write the number of the NAG after the `$`, as in `$1`, or delete the `$`";
    FormatUnsupported Error "format-unsupported" "the GameFormat or MoveFormat tag names an unknown format, or the game has two boards of Bughouse"
        "`scoresheet list codes` lists the known formats; of Bughouse, games of one board are read";
    FormatRefused Error "format-refused" "a VGN game in input that is read only as PGN"
        "leave out `{from_}` to read each game in the format that its GameFormat tag names";
    SetupUnsupported Error "setup-unsupported" "the SetUp tag names a format that it does not support"
        "write the board in SFEN, or as `FEN:…`";
    RulesSyntax Error "rules-syntax" "the Rules tag is not a base with changes, such as `N+10`"
        "write the name of the rules, followed by any changes: `N+10`";
    PiecesSyntax Error "pieces-syntax" "the Pieces tag is not a base with changes, such as `N +=A/BN`"
        "write the name of the pieces, followed by any changes: `N +=A/BN`";
    PiecesUnsupported Error "pieces-unsupported" "the Pieces tag adds unknown pieces"
        "the game was kept as text";
    TerminatorMissing Error "terminator-missing" "the moves of a game lack their terminator"
        "the file may be truncated: download it again, or add the terminator";
    DataTruncated Error "data-truncated" "the file ends in the middle of a move, a board or a record"
        "the file may be truncated: download it again";
    MoveOrdinal Error "move-ordinal" "the number of the move is larger than the number of legal moves"
        "`{on_error=keep}` keeps the moves before it; `skip` drops the game";
    RecordMarker Error "record-marker" "a byte does not start a PGC record"
        "the file may be damaged, or may not be PGC";
    RecordNesting Error "record-nesting" "a PGC record is in a place where it is not allowed"
        "the file may be damaged: download it again";
    Unframed Error "unframed" "the end of a binary game cannot be determined"
        "the rest of the file cannot be read; move the game into its own file";
    IcnSyntax Error "icn-syntax" "a word has no meaning in this place"
        "delete the word, or correct it";
    IcnEmpty Error "icn-empty" "the ICN contains no game"
        "a game has at least a list of pieces, or an argument such as `w`";
    IcnMetadata Error "icn-metadata" "an entry of metadata is not written `[Key: value]` or `[Key \"value\"]`"
        "write it as `[Key: value]` or `[Key \"value\"]`";
    IcnRepeated Error "icn-repeated" "an argument appears more than once"
        "delete one of the two";
    IcnTurn Error "icn-turn" "the side to move cannot be parsed"
        "write `w` or `b`, or player codes separated by `:`";
    IcnNumber Error "icn-number" "a number is not written in plain digits"
        "write digits only, after a `-` if it is negative: `-12`";
    IcnMoveRule Error "icn-move-rule" "the move rule is not two numbers"
        "write `0/100`: the half-moves played, and the number that makes a draw";
    IcnFullmove Error "icn-fullmove" "the move number cannot be parsed"
        "write a number of at least 1";
    IcnPromotion Error "icn-promotion" "the promotion cannot be parsed"
        "write a rank for each side, and the pieces if they are not the usual ones: `(8;Q,N|1;q,n)`";
    IcnWinCondition Error "icn-win-condition" "the win condition cannot be parsed"
        "write one list for all, or one for each side: `(checkmate|checkmate,koth)`";
    IcnExtras Error "icn-extras" "the extra rules are not a JSON object, or repeat an argument"
        "write a JSON object that repeats no argument, such as `{\"slideLimit\":\"8\"}`";
    IcnBorder Error "icn-border" "the world border cannot be parsed"
        "write the outermost squares on the left, right, bottom and top, with `_` for no border: `1,8,_,8`";
    IcnAnnotation Error "icn-annotation" "highlighted squares or rays cannot be parsed"
        "write `Squares:1,2|3,4` or `Rays:1,2>1,0`";
    IcnPiece Error "icn-piece" "an entry of the list of pieces cannot be parsed"
        "write a code, a square and an optional `+`: `K5,1+`";
    IcnSquareRepeated Error "icn-square-repeated" "a square appears twice in the list of pieces"
        "delete one of the two entries";
    IcnOutside Error "icn-outside" "a piece is outside the world border"
        "move the piece, or the border";
    IcnJson Error "icn-json" "the JSON does not have the shape of a game"
        "compare it with the output of `{to=icn-json}` for another game";
    IcnSeveral Error "icn-several" "the ICN contains more than one game"
        "write each game to its own file";
    IcnPositionMissing Error "icn-position-missing" "there are moves, but no pieces"
        "list the pieces; only the variant `Classical` needs no list";
    JsonSyntax Error "json-syntax" "the text stops being valid JSON here"
        "correct the document; the part before this place and all other documents were read";
    JsonEncoding Error "json-encoding" "a string in a document is not UTF-8, or contains an unpaired surrogate"
        "write the file as UTF-8, for example with `iconv -t UTF-8`";
    JsonDuplicate Error "json-duplicate" "an object has the same key twice"
        "remove one of the two; the first one was used";
    XmlSyntax Error "xml-syntax" "the text stops being valid XML here"
        "correct the game; the part before this place and all other games were read";
    XmlDoctype Error "xml-doctype" "the document has a document type declaration, which could define entities"
        "remove `<!DOCTYPE …>`; no BGN document needs it";
    XmlEntity Error "xml-entity" "a reference to an entity that XML does not predefine"
        "write the characters themselves, and `&amp;` for `&`";
    XmlCharacter Error "xml-character" "a character that XML cannot hold, or cannot hold here"
        "write the text as a JSON string in an element with the attribute `json`";
    XmlElement Error "xml-element" "an element, an attribute or a text that has no meaning in this place"
        "write a field that BGN does not define as JSON in the element `<other>`; this one was ignored";
    XmlEncoding Error "xml-encoding" "the XML is not UTF-8, or declares another encoding"
        "write the file as UTF-8, for example with `iconv -t UTF-8`";
    BsonSyntax Error "bson-syntax" "the bytes stop being valid BSON here"
        "the file may be damaged; the part before this place and all other documents were read";
    BsonType Error "bson-type" "a value has a type that JSON does not have"
        "remove the field or give it a value that JSON has; it was ignored";
    BsonNumber Error "bson-number" "a number that BSON or JSON cannot represent"
        "write a number of at most 34 digits with an exponent from -6176 to 6111";
    StoreTooLarge Error "store-too-large" "a game is larger than the database allows for a document"
        "MongoDB holds documents of up to 16 MiB; keep the game in a file or in another database";
    StoreRefused Error "store-refused" "a game holds something that the database cannot store"
        "correct the game or keep it in a file; the other games were loaded";
    FieldValue Error "field-value" "a field of a document has an invalid value"
        "correct the value or remove the field; it was ignored";
    FieldMissing Error "field-missing" "a document lacks a required field"
        "add the field";
    FieldDiffers Error "field-differs" "a field of a document contradicts the game"
        "correct or remove the field; the moves and tags of the game take precedence";
    Unplayable Error "unplayable" "the rules of the game are unknown, or it has more than two players"
        "its moves are kept unchanged: `{to=icn}` or `{to=icn-json}` writes them";
    EncodingUtf16 Error "encoding-utf16" "the text is UTF-16"
        "name its encoding with `{encoding=utf-16}`";
    EncodingInvalid Error "encoding-invalid" "some bytes are invalid in the chosen encoding, and were read as U+FFFD"
        "choose another encoding with `{encoding}`, or leave the option out";
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
    LimitWindow Error "limit-window" "the compressed file needs a larger window than the limit"
        "raise it with `{limits.window}`";
    LimitRatio Error "limit-ratio" "the compressed file unpacks to more than the limit"
        "raise it with `{limits.ratio}` if you trust the file";
    FileUnreadable Error "file-unreadable" "the file cannot be read"
        "check the path and your permission to read the file";
    FileBusy Error "file-busy" "a server refused a request because there were too many"
        "wait a minute, and read one file at a time; some sites allow more requests with a token, which `{headers}` sends";
    FileDamaged Error "file-damaged" "the compressed or encoded file is damaged or truncated"
        "download the file again; the data before the damage was read";
    FileKind Error "file-kind" "this kind of file is not supported"
        "name the format with `{from_}`";
    BookMove Error "book-move" "a record of a book has an illegal move, or repeats the move of another record"
        "the book may be damaged; its other records were read";
    FileStale Error "file-stale" "the index was built from another version of its games"
        "run `scoresheet index --append` if games were added at the end of the file, else `scoresheet index --force`, or remove the index";
    EngineStart Error "engine-start" "the chess engine cannot be started, or does not speak UCI"
        "install the engine, or give its path; write a command with arguments as a list in Python, or in quotes on the command line";
    EngineOption Error "engine-option" "the engine has no such option, or the option cannot have this value"
        "check the name and the value; the command `uci` makes the engine list its options";
    EngineLimit Error "engine-limit" "the engine does not obey the limit of a search"
        "limit searches by depth or time, which more engines support";
    EngineTimeout Error "engine-timeout" "the engine did not answer in time"
        "give the engine more time, or a smaller limit";
    EngineExit Error "engine-exit" "the engine exited unexpectedly"
        "run the command again; the last message of the engine may give the reason";
    EngineProtocol Error "engine-protocol" "the engine printed too many unknown lines, or no evaluation or no move"
        "check that the program is an engine that speaks UCI";
    EngineMove Error "engine-move" "the engine played an illegal move"
        "check that the engine knows the rules of this game";
    EngineFailed Error "engine-failed" "a game could not be analysed, and was written unchanged"
        "the message gives the reason; run the command again to analyse the game";
    ColumnsMissing Error "columns-missing" "the columns lack data that the output needs"
        "in a table from elsewhere, `{rename=AN=moves}` names the column of the moves; our own tables need `{columns=tags,moves}` or `{columns=text}`";
    ColumnsBoard Error "columns-board" "a board without edges has no columns"
        "`{to=icn-json}` writes such games as JSON";
    WriteFailed Error "write-failed" "the output cannot be written"
        "check the free space and your permission to write there";
    Internal Error "internal" "a bug in this program, not a problem with the input"
        "please report it, with the file if you can";
    CpgnVersion Error "cpgn-version" "the file has an unknown version of cpgn"
        "a draft file has no version; read it with `{layout=draft}`";
    CpgnTruncated Error "cpgn-truncated" "the file ends in the middle of a cpgn code"
        "the file may be truncated, or may use the other layout: `{layout=draft}`, `{layout=v0}`; the games before it were read";
    CpgnTag Error "cpgn-tag" "a cpgn tag has an invalid name or value"
        "the file may be damaged, or may use the other layout: `{layout=draft}`, `{layout=v0}`";
    CpgnMove Error "cpgn-move" "the code of a move does not name a move that can be played"
        "the file may be damaged, or may use the other layout; games are not framed, so the rest of the file cannot be read";
    CpgnIndex Error "cpgn-index" "the index of a move is beyond the last piece that could move"
        "the file may be damaged, or may use the other layout; games are not framed, so the rest of the file cannot be read";
    CpgnReserved Error "cpgn-reserved" "a cpgn code has no meaning in this place"
        "the file may be damaged, use the other layout, or come from a newer version";
    CpgnVariation Error "cpgn-variation" "a variation starts without a move to replace, or ends without having started"
        "the file may be damaged, or may use the other layout; games are not framed, so the rest of the file cannot be read";
    CpgnText Error "cpgn-text" "a cpgn text does not match its code"
        "the file may be damaged, or was written to look like another game";
    CpgnFill Error "cpgn-fill" "the padding bits in the last byte of a game are not zero"
        "the file may be damaged, or may use the other layout: `{layout=draft}`, `{layout=v0}`";
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
    Overspecified Note "san-overspecified" "the origin is more specific than necessary" "";
    Underspecified Note "san-underspecified" "the origin is not given, but only one move is legal" "";
    Figurine Note "san-figurine" "a piece is written as a figurine" "";
    ForeignLetter Note "san-language" "a piece letter is from another language" "";
    EnPassantSuffix Note "san-en-passant" "an `e.p.` follows the capture" "";
    RowFields Note "row-fields" "the side to move, rights, en passant square or counters next to a board do not match the position after the move" "";
    BcfenUnused Note "bcfen-unused" "an undefined number (7, 8 or 15) was read as an empty square" "";
    PromotionFlag Note "move-promotion-flag" "the flag of a promotion is missing" "";
    Punctuation Note "san-punctuation" "a `.` or `,` follows the move" "";
    EnPassantMark Note "en-passant-mark" "a capture en passant lacks its mark `en`" "";
    NumericMove Note "san-numeric" "the move is written in the numeric notation of correspondence chess" "";
    DescriptiveMove Note "descriptive-move" "the move is in descriptive notation, such as `P-K4`" "";
    DropSpelling Note "san-drop" "a drop is not written `N@f3`" "";
    Remark Note "san-remark" "`D` for a diagram, or `N` or `TN` for a novelty, follows the move" "the equivalent NAG was used";
    FenCastling Note "fen-castling" "an impossible castling right was dropped" "";
    FenEnPassant Note "fen-en-passant" "an en passant square without a preceding double step was dropped" "";
    FenCounters Note "fen-counters" "the FEN's move counters are missing" "";
    FenHandForm Note "fen-hand-form" "the pieces in hand are missing or after the other fields, or the rules have no drops and nothing is in hand" "";
    FenChecksForm Note "fen-checks-form" "the counts of checks are missing, or the remaining checks are after the other fields" "";
    FenPromoted Note "fen-promoted" "the mark `~` of a promoted piece was dropped: the rules have no drops, or it marks a king or a pawn" "";
    FenStart Note "fen-start" "the FEN is the start of chess, which these rules do not start from; their own start was used" "";
    PositionIllegal Note "position-illegal" "no game can reach the position: kings, pawns or the side to move are wrong" "";
    SfenBlanks Note "sfen-blanks" "the fields of an SFEN are not separated by single spaces, or there are spaces around it" "";
    EpdOperand Note "epd-operand" "a word is not an opcode, or an operand does not fit its opcode; it was kept as text" "";
    EpdEnd Note "epd-end" "the `;` after an operation is missing" "";
    EpdCounters Note "epd-counters" "move counters follow the four fields; an EPD uses `hmvc` and `fmvn` for them" "";
    Chess960Assumed Note "chess960-assumed" "the castling rights are those of Chess960, but there is no Variant tag" "";
    RulesAssumed Note "rules-assumed" "the FEN shows the rules, but no tag names them" "";
    TagUnclosed Note "tag-unclosed" "a tag lacks its closing quote or bracket" "";
    TagQuote Note "tag-quote" "a quote in the value of a tag lacks its backslash" "";
    TagBlank Note "tag-blank" "there is no space between the name and the value of a tag" "";
    TagName Note "tag-name" "a tag's name contains characters other than letters, digits and `_`" "";
    TagEscape Note "tag-escape" "an unnecessary backslash in a tag was dropped" "";
    TagLineEnd Note "tag-line-end" "the value of a tag contains a line break" "";
    TagCase Note "tag-case" "the name of a tag that controls how the game is read is not in its usual case" "";
    GameFormatLate Note "game-format-late" "binary moves appear before a GameFormat tag names VGN" "";
    SetupOver Note "setup-over" "moves follow a SetUp tag whose marks end the game" "";
    SetupFen Note "setup-fen" "the SetUp tag holds a FEN that is not marked as one" "";
    SetupFlag Note "setup-flag" "the SetUp tag is PGN's flag, and the FEN tag holds the board" "";
    RulesUnknown Note "rules-unknown" "the Rules tag names rules that are not supported" "the moves were read by the rules of normal chess; `scoresheet list rules` lists the supported rules";
    EscapedLine Note "escaped-line" "a VGN line that starts with `%` was skipped" "";
    NumberGlued Note "number-glued" "there is no space between a move number and its move" "";
    NagComposite Note "nag-composite" "the game has a composite NAG but no NAGFormat tag" "";
    RowRepeated Note "row-repeated" "the first board repeats the starting position" "";
    TagDiffers Note "tag-differs" "a record among binary moves contradicts the tag of the same name, or the Variant tag contradicts the Rules tag" "the tag was used, and Rules rather than Variant";
    CpgnFlags Note "cpgn-flags" "the en passant block of a line does not have one flag for each en passant capture in the line" "";
    CpgnNoEnd Note "cpgn-no-end" "the file ends without the code for the end of a game" "";
    DataMissing Note "data-missing" "the file ends in a binary game without any data" "";
    VariationBare Note "variation-bare" "a variation without moves was dropped" "";
    IcnZero Note "icn-zero" "a number has leading zeros, or is `-0`" "";
    IcnSeparator Note "icn-separator" "moves or pieces are not separated correctly" "";
    IcnPawnPromotion Note "icn-pawn-promotion" "pawns may promote to a pawn" "";
    MoveRulePassed Note "move-rule-passed" "the half-move count is higher than the move rule allows" "";
    EnPassantVoid Note "en-passant-void" "there is no pawn that could be captured en passant" "";
    PromotionDeclined Note "promotion-declined" "a pawn reaches its promotion rank and stays a pawn" "";
    MoveDecoration Note "move-decoration" "the piece, capture, check or mate written with a move is wrong" "";
    IllegalMove Note "illegal-move" "an illegal move that its notation can express was played as written" "";
    EndMarks Note "end-marks" "the end marks of a move are wrong" "";
    TagRepeated Note "tag-repeated" "a tag appears more than once" "";
    TerminationMissing Note "termination-missing" "the moves end without a result" "";
    TerminationSpelling Note "termination-spelling" "the result is not written as in the standard" "";
    TerminationGlued Note "termination-glued" "there is no space between the last move and the result" "";
    TerminationInVariation Note "termination-in-variation" "a variation contains a result" "";
    ResultMismatch Note "result-mismatch" "the Result tag and the result after the moves differ" "";
    ResultDiffers Note "result-differs" "the result contradicts the end of the game on the board" "";
    MovesAfterEnd Note "moves-after-end" "moves follow after the rules have ended the game" "";
    CommentMisplaced Note "comment-misplaced" "a comment is in a place where VGN allows none: between White's move and Black's reply, or after a move number" "";
    VariationMisplaced Note "variation-misplaced" "a variation is in a place where VGN allows none: before Black's reply, after a move number, or before the move that it replaces" "";
    VariationUnopened Note "variation-unopened" "a `)` has no matching `(`" "";
    VariationEmpty Note "variation-empty" "a variation appears before the first move of its line" "";
    CommentUnopened Note "comment-unopened" "a `}` has no matching `{`" "";
    NagSpelling Note "nag-spelling" "an annotation sign is in an unusual spelling, such as `‼` for `!!` or `+=` for `+/=`" "";
    SpaceSpelling Note "space-spelling" "there is a non-ASCII space or a zero-width character between words" "";
    RowMovetext Note "row-movetext" "a row of a table or list has comments, signs or variations, as PGN does" "";
    NumberRestart Note "number-restart" "move number 1 starts another game, but the game before it has no result" "";
    VariationLate Note "variation-late" "a variation follows the result; it was read as one of the last move" "";
    TerminationEarly Note "termination-early" "the result precedes the moves; it counts if no other follows them" "";
    TerminationRepeated Note "termination-repeated" "another result follows the result; it was skipped" "";
    TagComment Note "tag-comment" "a comment is between the tags; it was read as one before the first move" "";
    EndOfFile Note "end-of-file" "a `^Z`, the end-of-file mark of DOS, was skipped" "";
    Reserved Note "reserved" "a `<` or `>`, or a tag of HTML, was skipped" "";
    NagRange Note "nag-range" "a NAG above 255" "";
    SourceUnknown Note "source-unknown" "an annotation names a source that the document does not list" "";
    BgnDiffers Note "bgn-differs" "the member `bgn` of a document contradicts the tags" "both were kept as they are";
    DocumentVersion Note "document-version" "the document is of a newer version of BGN" "the fields that this version knows were read";
    BookUnreached Note "book-unreached" "no line from the usual starting position reaches a record of a book" "`scoresheet.Book` looks up any position";
    BookOrder Note "book-order" "records at the end of a book are not in the order of their keys" "they were skipped; the records before them were read";
    CommentLine Note "comment-line" "a line of a list of boards that starts with `#` was skipped" "";
    TrailingBytes Note "trailing-bytes" "bytes follow the compressed data of a file" "all games before them were read";
    EncodingCp1252 Note "encoding-cp1252" "the text is not UTF-8 and was read as Windows-1252" "";
}

impl Code {
    /// The entry of this code in the table.
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

/// One failure with its place. Boxed, so that a `Result` stays one word wide on the hot path.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault(Box<Detail>);

/// The content of a [`Fault`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// The kind of failure.
    pub code: Code,
    /// The place.
    pub at: Location,
    /// What failed and why, in one line without the place: ``cannot play `Nd2`: could be `Nbd2` or `Nfd2` ``.
    pub message: String,
    /// The offending text, truncated to [`TEXT_SHOWN`] characters.
    pub text: String,
    /// The position in which a move failed.
    pub fen: Option<String>,
}

/// The maximum number of characters of the offending text in a fault.
pub const TEXT_SHOWN: usize = 80;

impl Fault {
    /// A fault with this code, place, message and text.
    pub fn new(code: Code, at: Location, message: String, text: String) -> Fault {
        Fault(Box::new(Detail { code, at, message, text, fen: None }))
    }

    /// The same fault with the position in which it happened.
    #[must_use]
    pub fn in_position(mut self, fen: String) -> Fault {
        self.0.fen = Some(fen);
        self
    }

    /// Converts the place of a fault, counted from the start of a block, to a place in the source.
    pub fn rebase(&mut self, base: &Base) {
        self.0.at.rebase(base);
    }

    /// Changes the place of a fault that was found in a part of its source.
    pub fn relocate(&mut self, place: impl FnOnce(Location) -> Location) {
        self.0.at = place(self.0.at);
    }

    /// The advice of the table.
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
