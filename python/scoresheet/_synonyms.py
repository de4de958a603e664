"""What users of other programs call things: the synonyms that errors about unknown names suggest from."""

from __future__ import annotations

import re

__all__ = ["SYNONYMS", "plain"]

# One group a line: our names, and what others call them. A name can be a verb, an option, a format, a notation, a
# language, a variant, a column, a list or a question; an error suggests only those that are possible in its place. A
# verb with an option, such as `convert --sort`, is possible in the places of the verb.
_GROUPS = {
    # Verbs: pgn-extract, SCID, python-chess, ffmpeg, DuckDB, git.
    "convert": (
        "export import load save write transcode translate transform copy copy-to combine join concat concatenate cat "
        "append merge json jsonl csv parquet pgn"
    ),
    "tree": "merge combine book opening-tree repertoire",
    "convert --part-games": "split chunk partition",
    "convert --dedupe": "dedup dedupe deduplicate duplicates unique uniq",
    "convert --sort": "sort order",
    "convert --select": "select extract slice",
    "convert --limit": "head take limit",
    "convert --sample": "sample random shuffle",
    "convert --strip": "strip clean",
    "convert --repair": "repair fix",
    "convert --to archive": "compress pack zip archive",
    "check": "validate verify lint test stats statistics count info probe ffprobe describe summary summarize scan",
    "query": "sql select ask stats statistics count aggregate group report question",
    "find": "search grep filter match cql scout scoutfish position-search pattern material position z x",
    "show": "view display print render draw diagram board picture image svg gif cat",
    "serve": "gui view viewer web browser browse server ui app open",
    "analyse": "analysis evaluate evaluation eval engine stockfish blundercheck",
    "annotate": "comment nag",
    "puzzles": "puzzle tactics tactic",
    "evals": "evaluations",
    "explore": "explorer opening openings book browse",
    "index": "reindex create-index positions database db",
    "names": "spellcheck spelling aliases players rename spelling-file",
    "move": "san uci lan parse-san parse-uci",
    "position": "fen epd board setup startpos",
    "list": "ls help formats columns codecs notations languages variants functions",
    "extension-path": "extension duckdb load-extension",
    "completion": "completions complete bash zsh fish",
    # Options.
    "output": "out outfile output-file out-file dest destination target save-as w",
    "to": "format output-format out-format of fmt type codec vcodec out-type export-format",
    "from": "format input-format in-format if fmt read-as",
    "force": "overwrite y yes clobber no-clobber replace",
    "append": "add a",
    "json": "as-json output-json",
    "threads": "jobs j cores cpus workers processes parallel num-threads",
    "limit": "max max-games maxgames head first take n count stop-after stopafter top",
    "select": "games game numbers range ids selectonly skip",
    "on-error": "skip-errors ignore-errors continue-on-error tolerant lenient error err-detect",
    "errors": "log log-file error-file rejects logfile l codes error notes warnings",
    "repair": "bad bad-games fix",
    "strict": "pedantic validate verify fixresulttags",
    "where": "filter condition when having tags white black elo rating min-elo max-elo result mate checkmate t",
    "player": "name white black players p profile record",
    "since": "after from-date date-from start start-date year date min-date",
    "until": "before to-date date-to end end-date max-date",
    "speed": "time time-control timecontrol tc category time-class",
    "sort": "order order-by orderby sort-by",
    "reverse": "desc descending",
    "sample": "random rand shuffle",
    "part": "shard slice",
    "part-games": "split chunk chunk-games games-per-file split-games batch",
    "part-size": "chunk-size split-size max-size fs",
    "split-variations": "splitvariants split variations",
    "dedupe": "dedup deduplicate duplicates no-duplicates noduplicates unique uniq distinct suppress d",
    "dedupe-against": "checkfile against c",
    "dedupe-merge": "merge",
    "duplicates": "dupes duplicate-file",
    "strip": (
        "nocomments no-comments remove-comments strip-comments nonags no-nags novars no-variations novariations notags "
        "no-tags noresults remove clean"
    ),
    "keep-tags": "tags sevenonly sevenroster roster tag-roster",
    "remove-tags": "droptag droptags delete-tags drop-tags remove-tag",
    "set-tags": "addtag tag set-tag add-tags metadata",
    "rename-tags": "rename rename-tag",
    "eco": "opening openings add-eco classify e",
    "ply-count": "plycount add-plycount",
    "final-fen": "addfen fencomments fen-comment",
    "cut": "plylimit ply-limit plies max-plies maxply max-ply ply-range truncate trim ss",
    "moves": "notation movetext san uci lan",
    "columns": "fields cols schema",
    "sort-memory": "memory mem ram memory-limit",
    "language": "lang locale piece-letters pieces letters",
    "encoding": "charset codepage",
    "fen": "startpos start position setup initial-position starting-position startfen",
    "variant": "rules game-type chess960",
    "header": "headers auth authorization token bearer user-agent http-header",
    "quiet": "silent q verbose v loglevel log-level nostats",
    "progress": "verbose stats no-progress",
    "report": "summary stats-file",
    "help-all": "full-help all-options man usage",
    "engine": "stockfish uci path",
    "nodes": "node-limit",
    "movetime": "time seconds move-time time-limit",
    "lines": "multipv pv multi-pv",
    "engine-option": "hash uci-option setoption option",
    "flipped": "flip orientation black rotate",
    "ply": "move at half-move",
    "size": "width height resolution s",
    "delay": "fps duration framerate r",
    "port": "p listen",
    "host": "bind address ip",
    "no-browser": "headless no-open",
    "plies": "depth max-plies half-moves",
    # Formats of games, and other kinds of files.
    "pgn": "txt text cbh cbv chessbase si4 si5 scid pgn4 movetext",
    "bgn": "json",
    "bgnl": "jsonl ndjson json-lines",
    "bgnx": "xml",
    "csv": "xlsx excel xls spreadsheet table",
    "tsv": "tab tabs",
    "markdown": "md",
    "polyglot": "bin book ctg abk opening-book",
    "archive": "scz zip compressed 7z binary",
    "parquet": "pandas polars spark pq delta iceberg columns",
    "arrow": "feather ipc pyarrow",
    "duckdb": "duck ddb",
    "sqlite": "db sqlite3 db3 sql",
    "postgresql": "postgres pg psql sql",
    "mongodb": "mongo",
    "san": "algebraic short-algebraic sanlist english",
    "lan": "long-algebraic long",
    "uci": "coordinate coordinates lalg ucinewgame smith",
    "san-figurine": "figurine figurines fan unicode",
    "iccf": "numeric correspondence",
    "descriptive": "english-descriptive p-k4",
    # Languages, also as notations of moves.
    "en": "english eng gb us",
    "fr san-fr": "french français francais fra fre",
    "de san-de": "german deutsch ger deu",
    "es san-es": "spanish español espanol castellano spa esp",
    "it san-it": "italian italiano ita",
    "nl san-nl": "dutch nederlands nld dut",
    "pl san-pl": "polish polski pol",
    "ru san-ru": "russian русский rus",
    "sv san-sv": "swedish svenska swe se",
    "da san-da": "danish dansk dan dk",
    "no san-no": "norwegian norsk nor nb nn",
    "cs san-cs": "czech čeština cestina ces cze cz",
    "hu san-hu": "hungarian magyar hun",
    "pt san-pt": "portuguese português portugues por brazilian br",
    "fi san-fi": "finnish suomi fin",
    "ro san-ro": "romanian română romana ron rum",
    "tr san-tr": "turkish türkçe turkce tur",
    # Variants.
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "startpos start",
    "standard": "chess normal classical orthodox regular",
    "chess960": "960 fischer-random fischerandom frc chess-960 freestyle",
    "crazyhouse": "zh house",
    "antichess": "suicide giveaway losers losing-chess",
    "kingofthehill": "koth king-of-the-hill",
    "threecheck": "3check 3-check three-check",
    "racingkings": "racing-kings race",
    # Questions.
    "accuracy": "acpl cpl average-centipawn-loss quality",
    "annotations": "comments nags glyphs",
    "blunders": "blunder mistakes mistake inaccuracies errors",
    "castling": "castle castles castled",
    "crosstable": "cross-table tournament",
    "endgames": "endgame ending endings tablebase",
    "explorer": "explore opening-explorer",
    "heatmap": "heat-map squares",
    "holes": "gaps weaknesses preparation prep",
    "imbalance": "material balance",
    "novelties": "novelty tn new-moves",
    "openings": "opening eco",
    "opponents": "opponent head-to-head h2h rivals",
    "pace": "clock clocks time-trouble timing zeitnot",
    "promotions": "promotion underpromotion underpromotions",
    "queen_trades": "queen-trade queen-exchange",
    "rating": "elo ratings rating-history",
    "repertoire": "prep preparation",
    "results": "result wins draws wdl win-rate score mates",
    "sacrifices": "sacrifice gambit gambits",
    "standings": "ranking table leaderboard tie-breaks",
    "structure": "pawn-structure pawns skeleton",
    # Columns.
    "white_elo": "elo rating whiterating white-rating",
    "black_elo": "elo rating blackrating black-rating",
    "white": "player white-name white-player",
    "black": "player black-name black-player",
    "game_text": "pgn movetext",
    "packed_moves": "moves uci san",
    "clock_ms": "clock clk clocks",
    "elapsed_ms": "emt think-time",
    "eval_cp": "eval evaluation score cp evals",
    "ply_count": "plies length num-moves nb-moves half-moves",
    "event": "tournament",
    # Lists.
    "formats": "codecs muxers",
    "languages": "locales piece-letters",
    "functions": "sql-functions",
    "patterns": "tests structures pattern cql",
    "limits": "limit",
    "questions": "plots charts queries question",
}


def plain(name: str) -> str:
    """A name as synonyms are compared: in lower case, without `@`, blanks, dashes and underscores.

    >>> plain("--Part_Games"), plain("@queen_trades")
    ('partgames', 'queentrades')
    """
    return re.sub(r"[-_@\s]", "", name.lower())


def _by_word() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for group, words in _GROUPS.items():
        for name in [group] if "--" in group or "/" in group else group.split():
            for word in words.split():
                found.setdefault(plain(word), []).append(name)
    return found


SYNONYMS = _by_word()
"""The names that a word can mean, by the word as `plain` writes it."""
