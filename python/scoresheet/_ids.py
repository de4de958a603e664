"""Every id of every registry, and the options of jobs and of formats, as types; made by `make docs`; do not edit."""

import os
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict

FormatId: TypeAlias = Literal[
    "pgn", "vgn", "uci", "san", "lan", "fen", "epd", "csv", "tsv", "pgc", "bccf", "bcfen", "bgn", "bgnl", "bgnx",
    "bson", "cpgn", "lichess", "chesscom", "icn", "icn-json", "polyglot", "archive", "parquet", "arrow", "duckdb",
    "sqlite", "postgresql", "mongodb",
]  # fmt: skip

NotationId: TypeAlias = Literal[
    "san", "lan", "descriptive", "uci", "iccf", "mcn", "fcn", "fcn2", "bccf", "bccf2", "pgc", "san-figurine", "san-fr",
    "san-de", "san-es", "san-it", "san-nl", "san-pl", "san-ru", "san-sv", "san-da", "san-no", "san-cs", "san-hu",
    "san-pt", "san-fi", "san-ro", "san-tr",
]  # fmt: skip

PositionNotationId: TypeAlias = Literal["fen", "epd", "sfen", "sfen2", "bcfen", "bcfen2"]

ColumnName: TypeAlias = Literal[
    "game", "source", "event", "site", "round", "board_number", "white", "black", "result", "eco", "opening", "variant",
    "annotator", "date_text", "date", "date_precision", "year", "start_time", "white_elo", "black_elo", "white_title",
    "black_title", "time_control", "base_seconds", "increment_seconds", "speed", "ended_by", "termination", "fen",
    "other_tags", "operations", "ply_count", "first_move", "white_castle_ply", "black_castle_ply", "first_capture_ply",
    "first_queen_trade_ply", "first_promotion_ply", "white_castle", "black_castle", "white_checks", "black_checks",
    "captures", "promotions", "underpromotions", "en_passants", "min_material", "final_material", "mate", "stalemate",
    "final_fen", "rules", "board_end", "drops", "piece", "from_square", "to_square", "captured", "gives_check",
    "castle", "promotion", "imbalance", "eco_found", "opening_found", "opening_ply", "packed_moves", "clock_ms",
    "eval_cp", "eval_mate", "eval_depth", "best", "elapsed_ms", "annotations", "game_text", "tag_names", "doc",
    "error_code", "error", "error_ply", "error_byte",
]  # fmt: skip

FamilyName: TypeAlias = Literal[
    "tags", "summary", "moves", "openings", "packed", "notes", "text", "documents", "errors",
]  # fmt: skip

ErrorCode: TypeAlias = Literal[
    "move-syntax", "move-illegal", "move-ambiguous", "control-byte", "comment-unclosed", "variation-unclosed",
    "fen-syntax", "fen-kings", "fen-opponent-in-check", "fen-pawn-rank", "fen-too-many", "sfen-syntax", "bcfen-length",
    "epd-syntax", "fen-hand", "fen-checks", "fen-empty", "fen-race", "fen-counter", "pattern-syntax",
    "variant-unsupported", "tag-syntax", "stray", "variation-unplayed", "nag-syntax", "format-unsupported",
    "format-refused", "setup-unsupported", "rules-syntax", "pieces-syntax", "pieces-unsupported", "terminator-missing",
    "data-truncated", "move-ordinal", "record-marker", "record-nesting", "unframed", "icn-syntax", "icn-empty",
    "icn-metadata", "icn-repeated", "icn-turn", "icn-number", "icn-move-rule", "icn-fullmove", "icn-promotion",
    "icn-win-condition", "icn-extras", "icn-border", "icn-annotation", "icn-piece", "icn-square-repeated",
    "icn-outside", "icn-json", "icn-several", "icn-position-missing", "json-syntax", "json-encoding", "json-duplicate",
    "xml-syntax", "xml-doctype", "xml-entity", "xml-character", "xml-element", "xml-encoding", "bson-syntax",
    "bson-type", "bson-number", "store-too-large", "store-refused", "field-value", "field-missing", "field-differs",
    "unplayable", "encoding-utf16", "encoding-invalid", "limit-nesting", "limit-tag", "limit-tags", "limit-token",
    "limit-comment", "limit-game", "limit-digits", "limit-depth", "limit-window", "limit-ratio", "file-unreadable",
    "file-busy", "file-damaged", "file-kind", "book-move", "file-stale", "engine-start", "engine-option",
    "engine-limit", "engine-timeout", "engine-exit", "engine-protocol", "engine-move", "engine-failed",
    "columns-missing", "columns-board", "write-failed", "internal", "cpgn-version", "cpgn-truncated", "cpgn-tag",
    "cpgn-move", "cpgn-index", "cpgn-reserved", "cpgn-variation", "cpgn-text", "cpgn-fill", "move-null", "move-number",
    "san-castling", "san-promotion", "san-capture", "san-check", "san-long", "san-captured-piece", "san-pawn-letter",
    "san-lower-case", "san-overspecified", "san-underspecified", "san-figurine", "san-language", "san-en-passant",
    "row-fields", "bcfen-unused", "move-promotion-flag", "san-punctuation", "en-passant-mark", "san-numeric",
    "descriptive-move", "san-drop", "san-remark", "fen-castling", "fen-en-passant", "fen-counters", "fen-hand-form",
    "fen-checks-form", "fen-promoted", "fen-start", "position-illegal", "sfen-blanks", "epd-operand", "epd-end",
    "epd-counters", "chess960-assumed", "rules-assumed", "tag-unclosed", "tag-quote", "tag-blank", "tag-name",
    "tag-escape", "tag-line-end", "tag-case", "game-format-late", "setup-over", "setup-fen", "setup-flag",
    "rules-unknown", "escaped-line", "number-glued", "nag-composite", "row-repeated", "tag-differs", "cpgn-flags",
    "cpgn-no-end", "data-missing", "variation-bare", "icn-zero", "icn-separator", "icn-pawn-promotion",
    "move-rule-passed", "en-passant-void", "promotion-declined", "move-decoration", "illegal-move", "end-marks",
    "tag-repeated", "termination-missing", "termination-spelling", "termination-glued", "termination-in-variation",
    "result-mismatch", "result-differs", "moves-after-end", "comment-misplaced", "variation-misplaced",
    "variation-unopened", "variation-empty", "comment-unopened", "nag-spelling", "space-spelling", "row-movetext",
    "number-restart", "variation-late", "termination-early", "termination-repeated", "tag-comment", "end-of-file",
    "reserved", "nag-range", "source-unknown", "bgn-differs", "document-version", "book-unreached", "book-order",
    "comment-line", "trailing-bytes", "encoding-cp1252",
]  # fmt: skip

LimitName: TypeAlias = Literal[
    "nesting", "tag", "tags", "token", "comment", "game", "digits", "depth", "window", "ratio",
]  # fmt: skip

PlaceId: TypeAlias = Literal["s3", "gs", "abfs", "http", "hdfs", "webhdfs"]

OptionName: TypeAlias = Literal[
    "to", "force", "append", "columns", "keep_spelling", "sort_tags", "export", "no_sort", "sort_memory", "plies",
    "explain", "moves", "positions", "part_games", "part_size", "rename_tags", "remove_tags", "set_tags", "names",
    "dates", "result", "eco", "engine_comments", "find", "find_comment", "find_all", "select", "dedupe", "dedupe_keep",
    "dedupe_against", "dedupe_merge", "duplicates", "repair", "sample", "seed", "sort", "reverse", "cut", "strip",
    "keep_tags", "ply_count", "final_fen", "from_", "on_error", "strict", "errors", "threads", "headers", "limit",
    "part", "language", "encoding", "fen", "variant", "choices", "limits",
]  # fmt: skip

LanguageId: TypeAlias = Literal[
    "en", "fr", "de", "es", "it", "nl", "pl", "ru", "sv", "da", "no", "cs", "hu", "pt", "fi", "ro", "tr",
]  # fmt: skip

LossId: TypeAlias = Literal[
    "illegal-move", "king-capture", "own-capture", "null-move", "drop", "comment", "command", "nag", "nag-composite",
    "variation", "comment-place", "variation-place", "result-sentence", "tag-text", "castling-rook", "tail",
    "escaped-line", "unplayed-game", "tag", "move", "board", "start", "odd-start", "clocks", "hand", "result",
    "inner-result", "attribution", "line-name", "property", "elapsed", "field", "bson-number", "bson-size", "cpgn-nul",
    "archive-size", "spelling", "comment-brace", "character", "nul", "line-end", "variant", "castling", "extras",
    "preset", "border", "promotion-ranks", "win-condition", "right", "move-rule", "fullmove", "en-passant",
    "board-edge", "signs",
]  # fmt: skip

MoveFormatCode: TypeAlias = Literal[
    "SAN", "MCN", "FCN", "FCN2", "SFEN", "SFEN2", "FEN", "BCCF", "BCCF2", "BCFEN", "BCFEN2", "PGC",
]  # fmt: skip

VariantId: TypeAlias = Literal[
    "standard", "chess960", "crazyhouse", "atomic", "antichess", "kingofthehill", "threecheck", "horde", "racingkings",
    "bughouse",
]  # fmt: skip

RuleCode: TypeAlias = Literal[
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N",
    "O", "P", "Q", "R", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "1A", "1B", "1C", "1D", "1E", "1F",
    "1G", "1H", "1J", "1K", "1L",
]  # fmt: skip

NagCode: TypeAlias = Literal[
    "$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$16", "$17", "$18",
    "$19", "$20", "$21", "$22", "$23", "$24", "$25", "$26", "$27", "$28", "$29", "$30", "$31", "$32", "$33", "$34",
    "$35", "$36", "$37", "$38", "$39", "$40", "$41", "$42", "$43", "$44", "$45", "$46", "$47", "$48", "$49", "$50",
    "$51", "$52", "$53", "$54", "$55", "$56", "$57", "$58", "$59", "$60", "$61", "$62", "$63", "$64", "$65", "$66",
    "$67", "$68", "$69", "$70", "$71", "$72", "$73", "$74", "$75", "$76", "$77", "$78", "$79", "$80", "$81", "$82",
    "$83", "$84", "$85", "$86", "$87", "$88", "$89", "$90", "$91", "$92", "$93", "$94", "$95", "$96", "$97", "$98",
    "$99", "$100", "$101", "$102", "$103", "$104", "$105", "$106", "$107", "$108", "$109", "$110", "$111", "$112",
    "$113", "$114", "$115", "$116", "$117", "$118", "$119", "$120", "$121", "$122", "$123", "$124", "$125", "$126",
    "$127", "$128", "$129", "$130", "$131", "$132", "$133", "$134", "$135", "$136", "$137", "$138", "$139", "$230",
    "$231", "$232",
]  # fmt: skip

QuestionName: TypeAlias = Literal[
    "accuracy", "annotations", "blunders", "castling", "checks", "crosstable", "endgames", "explorer", "heatmap",
    "holes", "imbalance", "novelties", "openings", "opponents", "pace", "player", "promotions", "queen_trades",
    "rating", "repertoire", "results", "sacrifices", "standings", "structure", "time", "tree",
]  # fmt: skip

FunctionName: TypeAlias = Literal[
    "fen_at", "board_at", "hash_at", "hashes", "piece_at", "material_at", "sans", "ucis", "packed", "move_list",
    "legal_moves", "is_legal", "play", "reaches", "played_from", "matches", "eco", "spent_ms", "scoresheet_functions",
    "read_games", "read_games_errors",
]  # fmt: skip

MovesId: TypeAlias = Literal[
    "san", "san-figurine", "san-fr", "san-de", "san-es", "san-it", "san-nl", "san-pl", "san-ru", "san-sv", "san-da",
    "san-no", "san-cs", "san-hu", "san-pt", "san-fi", "san-ro", "san-tr", "lan", "descriptive", "uci", "iccf", "fcn",
    "fcn2", "mcn", "sfen", "sfen2", "fen", "bccf", "bcfen", "pgc",
]  # fmt: skip

PositionsId: TypeAlias = Literal["fen", "sfen", "epd"]

ValidationId: TypeAlias = Literal["off", "basic", "full"]

ProfileId: TypeAlias = Literal["doc", "fc", "modern"]

LayoutId: TypeAlias = Literal["auto", "draft", "v0"]

TextNotationId: TypeAlias = Literal[
    "san", "lan", "descriptive", "uci", "iccf", "mcn", "fcn", "fcn2", "san-figurine", "san-fr", "san-de", "san-es",
    "san-it", "san-nl", "san-pl", "san-ru", "san-sv", "san-da", "san-no", "san-cs", "san-hu", "san-pt", "san-fi",
    "san-ro", "san-tr",
]  # fmt: skip

BinaryNotationId: TypeAlias = Literal["bccf", "bccf2", "pgc"]

TextPositionNotationId: TypeAlias = Literal["fen", "epd", "sfen", "sfen2"]

BinaryPositionNotationId: TypeAlias = Literal["bcfen", "bcfen2"]

TextFormatId: TypeAlias = Literal[
    "pgn", "uci", "san", "lan", "fen", "epd", "csv", "tsv", "bgn", "bgnl", "bgnx", "icn", "icn-json", "json", "jsonl",
]  # fmt: skip


class _OnlyReadChoices(TypedDict, total=False):
    """The options of formats that are about reading alone."""

    # The required check of each move: a piece on its starting square, text that matches the board, or legality. Of
    # vgn, bccf, bcfen; `basic` unless given.
    validation: Literal["off", "basic", "full"]
    # The contents of columns with other names, as in `AN=moves,white_id=White`. Of csv, tsv, parquet, arrow; ``
    # unless given.
    rename: str
    # The data set whose columns these are: `Lichess/standard-chess-games` on Hugging Face, `datasnaek/chess` on
    # Kaggle, the puzzles of Lichess, or `angeluriot/chess_games` and `austindavis/lichess-uci` on Hugging Face. Of
    # csv, tsv, parquet, arrow; `none` unless given.
    preset: Literal["none", "huggingface", "kaggle", "puzzles", "angeluriot", "lichess-uci"]
    # Whether time controls such as `15+10` are in minutes and seconds; by default, `preset` decides. Of csv, tsv,
    # parquet, arrow; `auto` unless given.
    minutes: Literal["auto", "yes", "no"]


class _OnlyWriteChoices(TypedDict, total=False):
    """The options of formats that are about writing alone."""

    # The longest line of moves and comments in characters, 0 for a single line; a longer word is never broken. Of
    # pgn; `79` unless given.
    width: int
    # The encoding of the text; characters that it lacks become `?`. Of pgn, csv, tsv; `utf-8` unless given.
    output_encoding: Literal["utf-8", "latin-1", "windows-1252"]
    # Start the file with a byte order mark, if it is UTF-8: spreadsheets recognize it by that. Of pgn, csv, tsv; `no`
    # unless given.
    bom: bool | Literal["yes", "no"]
    # The place of comments and variations on White's move: after Black's reply, or right after the move. Of vgn;
    # `paired` unless given.
    comments: Literal["paired", "inplace"]
    # Whether a comment after Black's reply marks its original place: `[%at 12.]`; one with commands, such as clocks,
    # always does. Of vgn; `no` unless given.
    anchors: bool | Literal["no", "yes"]
    # Whether the only legal move, a turn that ends in check and an illegal move get the NAGs $230, $231 and $232. Of
    # vgn; `no` unless given.
    flag_nags: bool | Literal["no", "yes"]
    # Whether NAGs are written as PGN's numbers or as composite ones; by default, the NAGs of VGN input stay
    # unchanged. Of vgn; `pgn` unless given.
    nags: Literal["pgn", "composite"]
    # Whether PGC keeps comments as escaped lines. Of vgn; `no` unless given.
    # Whether to keep comments as escaped lines. Of pgc; `no` unless given.
    pgc_comments: bool | Literal["no", "yes"]
    # The boards to write for each game: the last one, all, or the one after N plies; by default, those that a search
    # has found. Of fen, epd; `last` unless given.
    # Write the whole game, or only the position after N plies. Of icn, icn-json; `all` unless given.
    ply: int | Literal["last", "all"]
    # The columns in order: tags, operations of EPD and `moves`, or `NAME=TAG` for a column with a different name. Of
    # csv, tsv; `Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,Variant,FEN,moves` unless given.
    fields: str
    # `no` writes nothing after the moves, as many data sets do; by default, the result follows them if there is no
    # column `Result`. Of csv, tsv; `yes` unless given.
    marker: bool | Literal["yes", "no"]
    # `safe` writes a `'` before values that start with `=`, `+`, `-`, `@`, a tab or a CR, so that spreadsheets do not
    # run them. Of csv, tsv; `keep` unless given.
    formulas: Literal["keep", "safe"]
    # Whether the file is text: `base64:`, and its bytes in base64 on the same line; such a file is read like the
    # bytes in it. Of pgc, bccf, bcfen, cpgn, archive; `no` unless given.
    base64: bool | Literal["no", "yes"]
    # Whether moves and signs are kept as spelled; `no` writes them in their usual spelling, and counts those that had
    # another one. Of cpgn; `yes` unless given.
    spelling: bool | Literal["yes", "no"]
    # Whether codes beyond the original description preserve what that cannot express: spellings, `;` comments, `%`
    # lines, NAGs above 255, moves that cannot be played, other variants; `no` leaves these out and counts them. Of
    # cpgn; `yes` unless given.
    extensions: bool | Literal["yes", "no"]
    # Write moves as squares only, or with numbers, pieces and signs, and with every argument. Of icn; `compact`
    # unless given.
    style: Literal["compact", "long"]
    # How moves are weighted: 2 per win and 1 per draw of the side to move, the number of games, its score in percent,
    # or all equally. Of polyglot; `polyglot` unless given.
    weights: Literal["polyglot", "games", "score", "uniform"]
    # The number of half-moves from the start of each game to use. Of polyglot; `all` unless given.
    max_plies: int | Literal["all"]
    # Leave out moves that were played in fewer games. Of polyglot; `1` unless given.
    min_games: int
    # Leave out moves with which the side to move scored less than this, in percent. Of polyglot; `0` unless given.
    min_score: int
    # The side whose moves to use. Of polyglot; `both` unless given.
    side: Literal["both", "white", "black"]
    # How many games are stored together: fewer make single games quicker to reach, more make the file smaller. Of
    # archive; `256` unless given.
    block: Literal[32, 256, 1024, 4096, "32", "256", "1024", "4096"]
    # How much work is spent on each move: `max` makes smaller files, which take longer to write and to read. Of
    # archive; `usual` unless given.
    effort: Literal["usual", "max"]
    # How documents are stored: as `jsonb`, as `xml`, or not at all; without `columns`, only if this is given. Of
    # postgresql; `json` unless given.
    doc: Literal["json", "xml", "none"]


class ReadChoices(_OnlyReadChoices, total=False):
    """The options of formats about reading."""

    # The separator between columns. Of csv; `auto` unless given.
    delimiter: Literal["auto", "comma", "semicolon", "tab", "pipe"]
    # The layout of the bits; `auto` detects it from the first bytes when reading, and writes `v0`. Of cpgn; `auto`
    # unless given.
    layout: Literal["auto", "draft", "v0"]
    # The ICN dialect to read: `modern` is as strict as today's site, the others accept everything that any dialect
    # allows. Of icn, icn-json; `doc` unless given.
    profile: Literal["doc", "fc", "modern"]
    # Restore the inputs that were kept, byte by byte, instead of writing their games: one as a file, all in a folder.
    # Of archive; `no` unless given.
    exact: bool | Literal["no", "yes"]
    # The table or collection of the database to read games from. Of duckdb, sqlite, postgresql, mongodb; `games`
    # unless given.
    table: str


class WriteChoices(_OnlyWriteChoices, total=False):
    """The options of formats about writing."""

    # The separator between columns. Of csv; `comma` unless given.
    delimiter: Literal["comma", "semicolon", "tab", "pipe"]
    # The layout of the bits; `auto` detects it from the first bytes when reading, and writes `v0`. Of cpgn; `auto`
    # unless given.
    layout: Literal["auto", "draft", "v0"]
    # The ICN dialect to write: that of the original description, of the original converter, or today's. Of icn, icn-
    # json; `doc` unless given.
    profile: Literal["doc", "fc", "modern"]
    # Whether the inputs themselves are kept, byte by byte, so that they can be restored. Of archive; `no` unless
    # given.
    exact: bool | Literal["no", "yes"]
    # The table or collection of the database to load games into. Of duckdb, sqlite, postgresql, mongodb; `games`
    # unless given.
    table: str


class FormatChoices(_OnlyReadChoices, _OnlyWriteChoices, total=False):
    """The options of formats."""

    # The separator between columns. Of csv; `comma` unless given.
    delimiter: Literal["comma", "semicolon", "tab", "pipe"]
    # The layout of the bits; `auto` detects it from the first bytes when reading, and writes `v0`. Of cpgn; `auto`
    # unless given.
    layout: Literal["auto", "draft", "v0"]
    # The ICN dialect to write: that of the original description, of the original converter, or today's. Of icn, icn-
    # json; `doc` unless given.
    profile: Literal["doc", "fc", "modern"]
    # Whether the inputs themselves are kept, byte by byte, so that they can be restored. Of archive; `no` unless
    # given.
    exact: bool | Literal["no", "yes"]
    # The table or collection of the database to load games into. Of duckdb, sqlite, postgresql, mongodb; `games`
    # unless given.
    table: str


class _FileOptions(TypedDict, total=False):
    """Options of `convert`, `write` and `analyse`."""

    # The format to write, regardless of the output's name (`scoresheet list formats`).
    to: FormatId | TextFormatId | None
    # Overwrite an existing output; in a database, empty the table first.
    force: bool
    # Add the games to an existing file: an archive, PGN, or another text format without a header, compressed or not.
    # The file is unchanged if this fails. With `{part}` in the name, add files with the next numbers to a folder; the
    # files in it are not changed.
    append: bool
    # For columns and databases: families and columns (`scoresheet list columns`). None means `tags`, `summary` and
    # `moves`, and for a database what its questions need. The family `errors` is always added.
    columns: Sequence[str] | None
    # Keep the rows of Parquet files in the order of the inputs instead of sorting them by date.
    no_sort: bool
    # The memory in bytes that sorting may use before it spills to disk; 1 GiB by default.
    sort_memory: int | None
    # Report what the output spends its bits on, and compare its size with gzip, xz and zstd on the same input
    # (`Report.gain`). Only for formats that count their bits. The comparison takes 1 to 2 seconds per megabyte, and
    # 700 MB of memory for large inputs.
    explain: bool
    # The number of games in each part if the output is split into parts: `"out/games-{part}.pgn"` or `"out/"`.
    part_games: int | None
    # The maximum size of each part in bytes, before compression, if the output is split into parts. A larger game
    # gets its own part.
    part_size: int | None


class _TextOptions(TypedDict, total=False):
    """Options of `convert`, `write`, `Game.to` and `analyse`."""

    # Keep the original spelling of moves and annotations.
    keep_spelling: bool
    # Write tags in the order of the PGN standard.
    sort_tags: bool
    # Write the complete Seven Tag Roster first.
    export: bool
    # The notation of the moves, if the output format offers a choice.
    moves: MovesId | None
    # The notation of the starting position, if the output format offers a choice.
    positions: PositionsId | None


class _TransformOptions(TypedDict, total=False):
    """Options of `convert`, `write`, `read` and `analyse`."""

    # Tags to rename in every game: a dict of the new names by the old ones.
    rename_tags: Mapping[str, str] | None
    # The names of the tags to remove from every game.
    remove_tags: Sequence[str] | None
    # Tags to set in every game: values by name. Missing tags are added.
    set_tags: Mapping[str, str] | None
    # Names of players, events and sites to replace: a dict of the wanted names by the names found, or a CSV file with
    # the columns `found`, `wanted` and, optionally, `kind` (`player`, `event` or `site`). `scoresheet.names` suggests
    # replacements.
    names: str | os.PathLike[str] | Mapping[str, str] | None
    # Rewrite dates in tags as `YYYY.MM.DD`, with `?` for unknown parts. Ambiguous dates, such as `4/5/1992`, are kept
    # and counted.
    dates: bool
    # Fill in missing or unknown Result tags from the result after the moves, or from mate or stalemate on the board.
    # Other spellings, such as `1:0` and `draw`, are rewritten in the standard form.
    result: bool
    # Write the tags `ECO`, `Opening` and `Variation`, from the last position of the game that belongs to a named
    # opening, so transpositions count. Games without such a position keep their tags.
    eco: bool
    # Convert the comments of engine matches to the commands `eval`, with the depth, and `emt`: `+0.31/15 1.2s` of
    # cutechess and fastchess, and `d=24, mt=1200, wv=0.30` of TCEC. The rest of a comment is kept.
    engine_comments: bool
    # A position pattern (`scoresheet list patterns`). Games whose mainline does not match it anywhere are dropped.
    find: str | None
    # The comment to add at the first match of `find` in each game; `{ply}` in it becomes the number of plies.
    find_comment: str | None
    # Add the comment of `find_comment` at every match.
    find_all: bool
    # The games to keep, by their numbers, counted from 1 over all inputs: `5` or `"5,10-20,100-"`.
    select: int | str | None
    # Keep one of each group of duplicates. Duplicates have the same moves from the same start; for `"exact"`, also
    # the same players; for `"loose"`, similar players and dates: names may be spelled differently, dates may be less
    # precise, and a game of at least 20 plies may be the beginning of another.
    dedupe: Literal["exact", "moves", "loose"] | None
    # Which duplicate to keep: the first, the one with the longest text, or the one with the most comments, NAGs and
    # variations. None means `"first"`, and `"annotated"` for `"loose"`, which keeps the game with the most moves in
    # any case.
    dedupe_keep: Literal["first", "longest", "annotated"] | None
    # Files whose games are dropped; `dedupe` sets how games are compared (`"exact"` by default). For Parquet files
    # and archives, an index is stored beside the file (`FILE.known`), so that it is read only after it has changed.
    dedupe_against: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None
    # Merge the comments, NAGs and variations of dropped duplicates into the game that is kept.
    dedupe_merge: bool
    # The file for bad games, of which the output gets the moves before the first error: `.pgn` for their original
    # text with the reasons, `.jsonl` or `.csv` for a list of the errors, optionally compressed (`.pgn.zst`).
    repair: str | os.PathLike[str] | None
    # The number of games to choose at random. The same `seed` chooses the same games.
    sample: int | None
    # The seed for `sample`; None means 0.
    seed: int | None
    # The columns to sort the games by; `"-white_elo"` sorts in descending order. Missing values come last. If the
    # games need more memory than `sort_memory`, they are sorted on disk.
    sort: Sequence[str] | None
    # Put the games in reverse order.
    reverse: bool
    # The plies to keep: `40` for the first forty, or `"10-40"`; the game then starts from the position before ply 10.
    # Games that are too short are dropped.
    cut: int | str | None
    # Parts that are removed from every game: `comments`, `nags`, `variations`, `commands` (in comments), `clocks`,
    # `evals`, `escapes` (lines that start with `%`), and `tags` except the Seven Tag Roster, or except the tags of
    # `keep_tags`.
    strip: Sequence[str] | None
    # The tags to keep, in addition to those that affect how the moves are read, such as `FEN`.
    keep_tags: Sequence[str] | None
    # Write the number of plies of the mainline as the tag `PlyCount`.
    ply_count: bool
    # Write the final position of the mainline as the tag `FinalFEN`.
    final_fen: bool


class _InputOptions(TypedDict, total=False):
    """Options of `convert`, `check`, `read`, `query` and `analyse`."""

    # The format of the inputs; None detects it.
    from_: FormatId | None
    # The number of threads; None uses all cores.
    threads: int | None
    # HTTP headers for inputs at URLs, such as `{"Authorization": "Bearer TOKEN"}`. They are not sent to other hosts
    # after a redirect.
    headers: Mapping[str, str] | None
    # Stop after this many games. If games are filtered, only matching games count.
    limit: int | None
    # Read only one part of each file, such as `"3/8"`. Each game is in exactly one part. Game and line numbers still
    # refer to the whole file. A file that cannot be divided belongs to one part as a whole.
    part: str | None


class _ParsingOptions(TypedDict, total=False):
    """Options of `convert`, `check`, `read`, `query`, `parse` and `analyse`."""

    # Treat notes as errors, and reject games that would lose information; `"read"` or `"write"` for only one of the
    # two.
    strict: bool | Literal["both", "read", "write"]
    # The language of the piece letters (`scoresheet list languages`); `"auto"` tries English first, and for a game
    # that English cannot read, the language that reads most of it; `auto` unless given.
    language: LanguageId | Literal["auto"] | None
    # The text encoding of the inputs, such as `"windows-1251"`, `"koi8-r"`, `"cp437"` or `"utf-16"`. By default, each
    # tag and comment is read as UTF-8 or, if it is not valid UTF-8, as Windows-1252. Byte offsets of errors refer to
    # the text as UTF-8. Binary formats ignore this.
    encoding: str | None
    # The starting position of games that have no tags, such as plain lists of moves.
    fen: str | None
    # Limits that protect against hostile input: values by name (`scoresheet list limits`).
    limits: Mapping[LimitName, int] | None


class ConvertOptions(
    _FileOptions, _TextOptions, _TransformOptions, _InputOptions, _ParsingOptions, FormatChoices, total=False
):
    """The options of `convert`."""

    # The file for the games that `dedupe` drops. The extension determines the format; `.csv` and `.jsonl` list each
    # game with the one that was kept and the reason.
    duplicates: str | os.PathLike[str] | None
    # How to handle a game with an error: keep it up to the error (`"keep"`), drop it (`"skip"`), or raise the error
    # (`"raise"`); `keep` unless given.
    on_error: Literal["keep", "skip", "raise"] | None
    # Write every error and note to this file, one per line with its location: `.jsonl`, `.ndjson` or `.csv`,
    # optionally compressed (`.jsonl.zst`).
    errors: str | os.PathLike[str] | None
    # The variant of games that do not name one, such as plain lists of moves: a name or a code of `scoresheet list
    # variants`. It can be combined with `fen`.
    variant: str | None


class CheckOptions(_InputOptions, _ParsingOptions, ReadChoices, total=False):
    """The options of `check`."""

    # Overwrite the file named by `errors` if it exists.
    force: bool
    # `"raise"` raises the first error; otherwise errors are counted; `keep` unless given.
    on_error: Literal["keep", "skip", "raise"] | None
    # Write every error and note to this file, one per line with its location: `.jsonl`, `.ndjson` or `.csv`,
    # optionally compressed (`.jsonl.zst`).
    errors: str | os.PathLike[str] | None
    # The variant of games that do not name one, such as plain lists of moves: a name or a code of `scoresheet list
    # variants`. It can be combined with `fen`.
    variant: str | None


class ReadOptions(_TransformOptions, _InputOptions, _ParsingOptions, ReadChoices, total=False):
    """The options of `read`."""

    # Families and columns, in any combination (`scoresheet list columns`). None means `tags`, `summary` and `moves`.
    columns: Sequence[str] | None
    # Games keep the original spelling of moves and annotations.
    keep_spelling: bool
    # How to handle a game with an error: keep it up to the error (`"keep"`), drop it (`"skip"`), or raise the error
    # (`"raise"`); `keep` unless given.
    on_error: Literal["keep", "skip", "raise"] | None
    # The variant of games that do not name one, such as plain lists of moves: a name or a code of `scoresheet list
    # variants`. It can be combined with `fen`.
    variant: str | None


class QueryOptions(_InputOptions, _ParsingOptions, ReadChoices, total=False):
    """The options of `query`."""

    # How to handle a game with an error: keep it up to the error (`"keep"`), drop it (`"skip"`), or raise the error
    # (`"raise"`); `keep` unless given.
    on_error: Literal["keep", "skip", "raise"] | None


class ParseOptions(_ParsingOptions, ReadChoices, total=False):
    """The options of `parse`."""

    # Keep the original spelling of moves and annotations, for `Node.text` and `Game.to`.
    keep_spelling: bool
    # How to handle an error: keep the game up to it (`"keep"`; see `Game.errors`), or raise it (`"raise"`); `keep`
    # unless given.
    on_error: Literal["keep", "raise"] | None
    # The variant of games that do not name one, such as plain lists of moves: a name or a code of `scoresheet list
    # variants`. It can be combined with `fen`.
    variant: str | None


class WriteOptions(_FileOptions, _TextOptions, _TransformOptions, WriteChoices, total=False):
    """The options of `write`."""

    # Treat notes as errors, and reject games that would lose information; `"read"` or `"write"` for only one of the
    # two.
    strict: bool | Literal["both", "read", "write"]


class ToOptions(_TextOptions, WriteChoices, total=False):
    """The options of `Game.to`."""


class InputsOptions(TypedDict, total=False):
    """The options of `inputs`."""

    # The format of the inputs; None detects it.
    from_: FormatId | None
    # HTTP headers for inputs at URLs, such as `{"Authorization": "Bearer TOKEN"}`. They are not sent to other hosts
    # after a redirect.
    headers: Mapping[str, str] | None


class IndexOptions(TypedDict, total=False):
    """The options of `index`."""

    # Overwrite an existing index.
    force: bool
    # Keep an existing index, and add the games that the file has beyond those in it. Where the file starts with other
    # games, the whole index is built.
    append: bool
    # The memory in bytes that sorting may use before it spills to disk; 1 GiB by default.
    sort_memory: int | None
    # Positions after this ply that occur in only one game are left out; None keeps all of them.
    plies: int | None
    # The number of threads; None uses all cores.
    threads: int | None


class AnalyseOptions(
    _FileOptions, _TextOptions, _TransformOptions, _InputOptions, _ParsingOptions, FormatChoices, total=False
):
    """The options of `analyse`."""

    # How to handle a game with an error: keep it up to the error (`"keep"`), drop it (`"skip"`), or raise the error
    # (`"raise"`); `keep` unless given.
    on_error: Literal["keep", "skip", "raise"] | None
    # The variant of games that do not name one, such as plain lists of moves: a name or a code of `scoresheet list
    # variants`. It can be combined with `fen`.
    variant: str | None
