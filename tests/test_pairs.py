"""From each format into each other one: every difference was counted.

Each game is written in a format, read, written in a second one, and read again. All formats come from the registry,
VGN once for each of its move formats.
"""

from __future__ import annotations

import collections
from pathlib import Path
from typing import NamedTuple

import pytest

import levels
import scoresheet
from pairs import PairDiffer
from scoresheet import Game
from scoresheet._registry import registry

GAMES = {
    "plain": (
        "pgn",
        """[Event "Plain"]
[Site "?"]
[Date "2020.01.01"]
[Round "1"]
[White "A"]
[Black "B"]
[Result "1-0"]
[WhiteElo "2000"]
[Termination "Black ran out of time"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Qd4 1-0
""",
    ),
    "annotated": (
        "pgn",
        """[White "A \\"quoted\\" \\\\ name"]
[Black "Ç, É"]
[Result "0-1"]
[Annotator "C"]

{before all} 1. e4 $1 $14 {good [%clk 0:01:00] [%eval 0.3]} ({first} 1. d4 {other} d5 (1... Nf6 $5 2. c4 (2. Nf3
{deep} g6) 2... e6) 2. c4) (1. c4) 1... e5 {[%cal Ge2e4,Rd8h4]} {two} (1... c5 {Sicilian}) 2. Nf3 {on White's}
2... Nc6 {on Black's}
% an escaped line
3. Bb5 {a text
in lines} ; to the end of } the line
a6 $6 0-1
""",
    ),
    "chess960": (
        "pgn",
        """[White "A"]
[Result "*"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w KQkq - 0 1"]

1. e4 e5 2. O-O O-O-O *
""",
    ),
    "illegal": (
        "vgn",
        """[GameFormat "VGN"]
[White "A"]
[Result "Black surrendered"]
[MoveFormat "MCN"]

1. e2e4 e7e5 2. e4e6 {through a pawn} d7d5 (2... a7a6) 3. a2a3 1-0
""",
    ),
    "own": (
        "vgn",
        """[GameFormat "VGN"]
[Result "Draw"]
[MoveFormat "MCN"]

1. e2e4 e7e5 2. a2b2 d7d5 3. g1f3 1/2-1/2
""",
    ),
    "start": (
        "pgn",
        """[White "A"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "4k3/8/8/8/3p4/8/4P3/4K2R w K - 12 40"]

40. O-O {castles} Kd7 41. e4 dxe3 1/2-1/2
""",
    ),
    "passing": (
        "pgn",
        """[White "A"]
[Result "*"]

1. e4 -- {passes} 2. d4 (2. -- d5 {in the tail}) d5 $1 (2... c5) 3. e5 *
""",
    ),
    "binary": (
        "vgn",
        b'[GameFormat "VGN"]\n[White "A"]\n[Result "Black surrendered"]\n[SetUp "4k3/8/8/8/8/8/4P3/4K2R w K -"]\n'
        b'[MoveFormat "BCCF"]\x86\x30\x9f\x51',
    ),
}


class Way(NamedTuple):
    """A format, and what moves are written in if there is a choice of boards, words and bytes."""

    format: str
    moves: str = ""

    @property
    def name(self) -> str:
        """`vgn-bccf`."""
        return "-".join(filter(None, self))

    def options(self) -> dict[str, str]:
        """What is passed to writers."""
        return {"moves": self.moves} if self.moves else {}


def ways() -> list[Way]:
    """Every format that is read and written, VGN with every move format that is written.

    Databases hold documents of BGN, and `test_stores.py` shows that they give them back as they were. A book holds
    moves of positions rather than games, and `test_books_written.py` shows which.
    """
    both = [entry for entry in registry("formats") if entry["writes"] and not entry["store"]]
    formats = [str(entry["id"]) for entry in both if entry["id"] != "polyglot"]
    codes = [str(entry["code"]).lower() for entry in registry("codes") if entry["writes"]]
    return [way for name in formats for way in ([Way(name, code) for code in codes] if name == "vgn" else [Way(name)])]


WAYS = ways()


class Told(NamedTuple):
    """A game as a format has it."""

    way: Way
    path: Path
    game: Game
    # What was lost in writing it.
    lost: collections.Counter[str]


def read(path: Path, way: Way, start: dict[str, str]) -> tuple[Game, collections.Counter[str]]:
    """The one game of a file, which starts there if the file does not give its start."""
    if not way.format.startswith("icn"):
        (game,) = scoresheet.read(path, from_=way.format, threads=1, **start)
        if isinstance(game, scoresheet.Game):
            return game, collections.Counter()
    # Games on boards without edges are another class; VGN keeps of them what ICN has.
    back = path.with_name("back.vgn")
    how = {"to": "vgn", "moves": "san", "comments": "inplace"}
    report = scoresheet.convert(path, back, from_=way.format, force=True, threads=1, **how)
    (game,) = scoresheet.read(back, threads=1)
    return game, losses(report)


def losses(report: scoresheet.Report) -> collections.Counter[str]:
    return collections.Counter({loss.kind: loss.count for loss in report.losses})


def told(one: Told, way: Way, folder: Path) -> tuple[Told | None, list[str]]:
    """A game written in another format and read again, and what differs uncounted."""
    path = folder / f"{one.way.name}-{way.name}.{way.format.replace('-', '.')}"
    start = {"fen": one.game.start.fen()} if "start" in one.lost else {}
    how = {"from_": one.way.format, "to": way.format, "force": True, "threads": 1, **way.options(), **start}
    try:
        report = scoresheet.convert(one.path, path, **how)
    except scoresheet.UsageError as refused:
        return None, [] if "boards without edges" in str(refused) else [f"refused: {refused}"]
    counted = losses(report)
    if report.written == 0:
        explained = counted["unplayed-game"] + counted["board"] + report.faulty
        return None, [] if explained else ["not written, and nothing says why"]
    game, lost = read(path, way, {"fen": one.game.start.fen()} if counted["start"] else {})
    faults = PairDiffer(counted + lost, once=way in COLUMNS).unexplained(one.game, game)
    return Told(way, path, game, counted), faults + [f"error: {error}" for error in game.errors]


COLUMNS = [way for way in WAYS if way.format in ("parquet", "arrow")]
OTHERS = [way for way in WAYS if way not in COLUMNS]


@pytest.fixture
def source(name: str, tmp_path: Path) -> Told:
    kind, text = GAMES[name]
    path = tmp_path / f"{name}.{kind}"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    (game,) = scoresheet.read(path, on_error="raise")
    return Told(Way(kind), path, game, collections.Counter())


def uncounted(source: Told, first: list[Way], then: list[Way], folder: Path) -> dict[str, list[str]]:
    """What goes uncounted from each of the first formats into each of the others, by pair.

    Each pair is tried with one of the eight games, and with all of them if slow tests run, too.
    """
    found: dict[str, list[str]] = {}
    share = 1 if levels.slow_too else len(GAMES)
    offset = list(GAMES).index(source.path.stem)
    for number, there in enumerate(first):
        second, found[there.name] = told(source, there, folder)
        for further in then[(number + offset) % share :: share] if second is not None else ():
            _, found[f"{there.name} {further.name}"] = told(second, further, folder)
    return {pair: faults for pair, faults in found.items() if faults}


@pytest.mark.parametrize("name", GAMES)
def test_losses_between_formats_are_counted(source: Told, tmp_path: Path) -> None:
    assert uncounted(source, OTHERS, OTHERS, tmp_path) == {}


@pytest.mark.parametrize("name", GAMES)
def test_losses_from_formats_to_columns_are_counted(source: Told, tmp_path: Path) -> None:
    assert uncounted(source, OTHERS, COLUMNS, tmp_path) == {}


@pytest.mark.parametrize("name", GAMES)
def test_losses_of_a_format_from_columns_are_counted(source: Told, tmp_path: Path) -> None:
    found = uncounted(source, COLUMNS, WAYS, tmp_path)
    assert {pair: faults for pair, faults in found.items() if " " in pair} == {}
