"""The report of a run: games, plies, errors with the first place of each, and losses."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "AnalysisCounts",
    "BookCounts",
    "CodeCount",
    "Gain",
    "Loss",
    "PuzzleCounts",
    "Report",
    "SuiteCounts",
    "SuitePosition",
    "TreeCounts",
]


@dataclass(frozen=True)
class CodeCount:
    """How often one kind of error or note occurred, and where first."""

    code: str
    """The stable name of this kind (`scoresheet list errors`)."""
    severity: str
    """`"error"` or `"note"`."""
    count: int
    """How often it occurred, including variations."""
    first: dict[str, Any]
    """The first occurrence: `file, game, ply, line, column, byte, text, message, fen, hint`, None if they do not apply,
    and `report`, several lines for people."""


@dataclass(frozen=True)
class Loss:
    """Something that an output could not express."""

    kind: str
    """The kind of loss, in a few words."""
    count: int
    """How often it occurred."""
    first: str
    """The first place: the input and the game, and the text at fault if the kind does not name it."""


@dataclass(frozen=True)
class Gain:
    """How the bits of an output are spent, and the sizes that other compressors reach for the same input.

    >>> import scoresheet
    >>> gain = scoresheet.convert("examples/historic.pgn", "historic.cpgn", explain=True).gain
    >>> {name: round(bits, 2) for name, bits in gain.bits_per_ply.items()}
    {'tags': 19.59, 'moves': 8.97, 'comments': 0.0, 'other': 0.3, 'total': 28.86}
    >>> sorted(gain.compressed)
    ['gzip -9', 'xz -9e', 'zstd -19']
    """

    plies: int
    """Half-moves written, including those of variations."""
    bits: dict[str, int]
    """The bits by purpose: `tags`, `moves`, `comments` and `other` for cpgn, more kinds for archives. Names such as
    `tags: White` are parts of the kind before the colon."""
    bytes_out: int
    """The size of the output in bytes, before the compression that its extension may request."""
    bytes_in: int | None = None
    """The bytes read, after decompression. None if sizes are not compared: some games were not read as text, or `where`
    selected some of them."""
    compressed: dict[str, int] | None = None
    """The sizes of these bytes after `gzip -9`, `xz -9e` and `zstd -19`; None if sizes are not compared."""

    @property
    def bits_per_ply(self) -> dict[str, float]:
        """`bits` and their `total`, divided by the plies. Empty if there are no plies."""
        total = sum(bits for name, bits in self.bits.items() if ": " not in name)
        bits = {**self.bits, "total": total}
        return {name: count / self.plies for name, count in bits.items()} if self.plies else {}

    def to_dict(self) -> dict[str, Any]:
        """All of it as dicts and numbers, including `bits_per_ply`."""
        return {**copy.deepcopy(vars(self)), "bits_per_ply": self.bits_per_ply}

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Gain:
        """The gain from the result of `to_dict`.

        >>> gain = Gain(2, {"moves": 18}, 3)
        >>> Gain.from_dict(gain.to_dict()) == gain
        True
        """
        return cls(**{name: value for name, value in found.items() if name != "bits_per_ply"})


@dataclass(frozen=True)
class BookCounts:
    """What a book contains, and what it leaves out.

    >>> import scoresheet
    >>> counts = scoresheet.convert("examples/historic.pgn", "historic.bin", max_plies=8, min_games=2).book
    >>> counts.positions, counts.records, counts.rare
    (20, 30, 188)
    """

    positions: int
    """The positions in the book."""
    records: int
    """The records of the book: one for each move of each position."""
    rare: int = 0
    """Moves left out because they were played in fewer games than `min_games`."""
    low: int = 0
    """Moves left out because they scored less than `min_score`, or no game with them has a result."""
    weightless: int = 0
    """Moves left out because their weight is 0: the side to move never scored with them."""
    later_plies: int = 0
    """Half-moves of games after the last one that `max_plies` includes."""


@dataclass(frozen=True)
class SuitePosition:
    """A position with a solution, and what an engine found."""

    game: int
    """The number of the position in the run, from 1."""
    id: str | None
    """Its name: the operation `id`; None if it has none."""
    fen: str
    """The position."""
    expected: tuple[str, ...]
    """The best moves according to the position (`bm`), any of which solves it. Empty if only `avoided` counts."""
    avoided: tuple[str, ...]
    """The moves to avoid (`am`)."""
    found: str | None
    """The best move in SAN, by the first engine; None if it named none."""
    solved: bool
    """Whether that is one of the best moves, and not to avoid."""


@dataclass(frozen=True)
class SuiteCounts:
    """How many positions of a suite the first engine has solved.

    >>> import sys, scoresheet
    >>> suite = b"4k3/8/8/3p4/4P3/8/8/4K3 w - - bm exd5;"
    >>> engine = [sys.executable, "examples/one_ply.py"]
    >>> report = scoresheet.analyse(suite, "results.epd", engine=engine, depth=1, from_="epd")
    >>> report.analysis.suite.solved, report.analysis.suite.tested
    (1, 1)
    >>> report.analysis.suite.positions[0].found
    'exd5'
    """

    solved: int
    """Positions for which the engine found a solution."""
    tested: int
    """Positions with a solution (`bm` or `am`) that were searched."""
    unreadable: int
    """Moves of solutions that are not moves of their positions. The errors of the report say which."""
    positions: tuple[SuitePosition, ...]
    """All positions that were tested, in their order."""

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> SuiteCounts:
        """The counts from the result of `to_dict`.

        >>> position = SuitePosition(1, None, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ("O-O",), (), "Rh7", False)
        >>> counts = SuiteCounts(0, 1, 0, (position,))
        >>> SuiteCounts.from_dict(counts.to_dict()) == counts
        True
        """
        positions = (
            SuitePosition(**{**row, "expected": tuple(row["expected"]), "avoided": tuple(row["avoided"])})
            for row in found["positions"]
        )
        return cls(**{**found, "positions": tuple(positions)})

    def to_dict(self) -> dict[str, Any]:
        """The counts as dicts, lists, numbers and text."""
        rows = [{**vars(row), "expected": list(row.expected), "avoided": list(row.avoided)} for row in self.positions]
        return {**vars(self), "positions": rows}


@dataclass(frozen=True)
class AnalysisCounts:
    """What engines did in a run."""

    engines: tuple[str, ...]
    """The names of the engines, as they say themselves."""
    games: int
    """Games that were analysed."""
    positions: int
    """Positions in them with a result. Each counts once for each engine."""
    stored: int
    """How many of these results came from the store."""
    seconds: float
    """The duration of the run in seconds."""
    restarts: int
    """How often an engine had to be started again."""
    kept: int = 0
    """Games left as they were because they have evaluations."""
    left_out: int = 0
    """Games without a move to judge, those on boards without edges, and, if there is no engine, those of which a table
    of evaluations has no position."""
    unknown_rules: int = 0
    """Games by rules that an engine does not know."""
    failed: int = 0
    """Games written without analysis because the engines failed."""
    inaccuracies: int = 0
    """Moves with this mark, by the first engine."""
    mistakes: int = 0
    """The same."""
    blunders: int = 0
    """The same."""
    lacking: str | None = None
    """The format of the output if it has no place for evaluations; None if they are there."""
    suite: SuiteCounts | None = None
    """The positions without moves that have a solution; None, and absent from `to_dict`, if there are none."""
    known: int = 0
    """How many of the results came from a table of evaluations."""

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> AnalysisCounts:
        """The counts from the result of `to_dict`.

        >>> counts = AnalysisCounts(("A",), 1, 40, 0, 2.5, 0)
        >>> AnalysisCounts.from_dict(counts.to_dict()) == counts
        True
        """
        suite = SuiteCounts.from_dict(found["suite"]) if "suite" in found else None
        return cls(**{**found, "engines": tuple(found["engines"]), "suite": suite})

    def to_dict(self) -> dict[str, Any]:
        """The counts as dicts, lists, numbers and text."""
        found = {**vars(self), "engines": list(self.engines)}
        suite = found.pop("suite")
        return found if suite is None else {**found, "suite": suite.to_dict()}


@dataclass(frozen=True)
class PuzzleCounts:
    """What was found in a search for puzzles."""

    engine: str
    """The name of the engine, as it reports it."""
    games: int
    """Games that were looked at."""
    candidates: int
    """Positions after bad moves, each of them once."""
    positions: int
    """Positions that were searched: the candidates, and those in which solutions could continue."""
    stored: int
    """How many of these results came from the store."""
    puzzles: int
    """Puzzles that were found."""
    longer: int
    """How many of them have several moves to find."""
    seconds: float
    """The duration of the run in seconds."""
    restarts: int
    """How often an engine had to be started again."""
    repeated: int = 0
    """Candidates that were left out because the same position had occurred before."""
    left_out: int = 0
    """Games on boards without edges, and those by rules that the engine does not know."""
    failed: int = 0
    """Candidates that were left out because the engine failed."""


@dataclass(frozen=True)
class TreeCounts:
    """What a tree of games contains, and what it leaves out.

    >>> import scoresheet
    >>> games = scoresheet.read("examples/historic.pgn")
    >>> tree = games.tree(plies=8, min_games=2)
    >>> counts = games.report().tree
    >>> counts.games, counts.moves, counts.rare
    (45, 31, 191)
    """

    games: int
    """The games in the tree."""
    moves: int
    """The moves of the tree."""
    transpositions: int
    """Moves that lead to a position from which the tree continues elsewhere."""
    min_games: int
    """The minimum number of games with a move: `min_games`, or more if there were more than `max_moves` moves."""
    rare: int
    """Different moves left out because fewer games have them, or because one before them is left out."""
    beyond_top: int
    """Moves left out because their position has `top` moves that more games have."""
    later_plies: int
    """Half-moves of games after the last one of the tree."""
    broken: int
    """Games that count only up to a move that is not legal."""
    other_starts: int
    """Games left out because they do not reach the position from which the tree starts."""
    other_rules: int
    """Games left out because they are played by other rules."""
    other_players: int
    """Games left out because they are not games of `player`, or not with this `color`."""


@dataclass(frozen=True)
class Report:
    """The counts of a run.

    >>> import scoresheet
    >>> report = scoresheet.check("examples/historic.pgn")
    >>> report.games, report.plies, report.errors
    (45, 2171, ())
    """

    games: int
    """Games read."""
    plies: int
    """Half-moves played, in mainlines only."""
    errors: tuple[CodeCount, ...]
    """What was lost or not understood, by code. With `strict`, notes too."""
    losses: tuple[Loss, ...]
    """What the output could not express, by kind."""
    seconds: float
    """The duration in seconds."""
    notes: tuple[CodeCount, ...] = ()
    """What was read leniently, by code."""
    written: int = 0
    """Games written."""
    skipped: int = 0
    """Games left out: those with errors if `on_error` is `"skip"`, those that a strict writer refused, those
    that are too short for `cut`, and those that do not belong to a tree."""
    changes: dict[str, int] = field(default_factory=dict)
    """How often games were changed on the way, by kind of change: `comments-stripped`, `tags-set`, …"""
    files: int = 0
    """How many files the games were split into, if the output's name has fields or is a folder."""
    renamed: int = 0
    """How many of these files have a changed name, because the value was not safe, too long, or already taken."""
    set_aside: int = 0
    """Bad games that `repair` wrote to a file of their own."""
    repaired: int = 0
    """How many of them were kept up to their first error; the others were dropped."""
    faulty: int = 0
    """Games with an error."""
    mates: int = 0
    """Games that end in mate."""
    stalemates: int = 0
    """Games that end in stalemate."""
    results: dict[str, int] = field(default_factory=dict)
    """Games by the marker after the moves; `none` counts those without one."""
    rules: dict[str, int] = field(default_factory=dict)
    """Games played by other rules than those of standard chess, by the id or the code of the rules."""
    depth: str = "positions"
    """How much of the games was read: `frame`, `tags`, `moves` or `positions`. Only the last one checks the moves."""
    inputs: tuple[dict[str, Any], ...] = ()
    """The inputs that were read: `name`, `kind`, `games`, and `bytes` (the size on disk)."""
    trailing: tuple[str, ...] = ()
    """The comments after the last game of a VGN file, which belong to no game."""
    gain: Gain | None = None
    """How the bits of the output are spent, with `explain=True`; otherwise None, and absent from
    `to_dict`."""
    book: BookCounts | None = None
    """What the output contains if it is an opening book; otherwise None, and absent from `to_dict`."""
    tree: TreeCounts | None = None
    """What the tree contains, after `Games.tree`; otherwise None, and absent from `to_dict`."""
    analysis: AnalysisCounts | None = None
    """What engines did, after `scoresheet.analyse`; otherwise None, and absent from `to_dict`."""
    puzzles: PuzzleCounts | None = None
    """What was found, after `scoresheet.puzzles`; otherwise None, and absent from `to_dict`."""
    unread: int = 0
    """Games of archives that were passed over, because no game of their block was wanted; not counted in `games`."""

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Report:
        """The report from the result of `to_dict`.

        >>> from scoresheet import Report
        >>> empty = Report(0, 0, (), (), 0.0)
        >>> Report.from_dict(empty.to_dict()) == empty
        True
        """
        plain = {name: found[name] for name in _PLAIN if name in found}
        return cls(
            errors=tuple(CodeCount(**row) for row in found["errors"]),
            notes=tuple(CodeCount(**row) for row in found["notes"]),
            losses=tuple(Loss(**row) for row in found["losses"]),
            inputs=tuple(found["inputs"]),
            trailing=tuple(found.get("trailing", ())),
            gain=Gain.from_dict(found["gain"]) if "gain" in found else None,
            book=BookCounts(**found["book"]) if "book" in found else None,
            tree=TreeCounts(**found["tree"]) if "tree" in found else None,
            analysis=AnalysisCounts.from_dict(found["analysis"]) if "analysis" in found else None,
            puzzles=PuzzleCounts(**found["puzzles"]) if "puzzles" in found else None,
            **plain,
        )

    def to_dict(self) -> dict[str, Any]:
        """The report as dicts, lists, numbers and text, as `--json` prints it.

        >>> import scoresheet
        >>> scoresheet.check("examples/historic.pgn").to_dict()["games"]
        45
        """
        found: dict[str, Any] = {name: copy.deepcopy(getattr(self, name)) for name in _PLAIN}
        for name in ("errors", "notes", "losses"):
            found[name] = [copy.deepcopy(vars(row)) for row in getattr(self, name)]
        found["inputs"] = [dict(row) for row in self.inputs]
        found["trailing"] = list(self.trailing)
        if self.gain is not None:
            found["gain"] = self.gain.to_dict()
        if self.book is not None:
            found["book"] = dict(vars(self.book))
        if self.tree is not None:
            found["tree"] = dict(vars(self.tree))
        if self.analysis is not None:
            found["analysis"] = self.analysis.to_dict()
        if self.puzzles is not None:
            found["puzzles"] = dict(vars(self.puzzles))
        return found


_PLAIN = (
    "games",
    "plies",
    "seconds",
    "written",
    "skipped",
    "unread",
    "changes",
    "files",
    "renamed",
    "set_aside",
    "repaired",
    "faulty",
    "mates",
    "stalemates",
    "results",
    "rules",
    "depth",
)
