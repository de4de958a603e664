"""What Scoresheet is measured at."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from bench.inputs import BUILD, annotated, clocks, nothing, packed, plain
from bench.process import Job

COMMAND = str(Path(sys.executable).with_name("scoresheet"))
GAMES = {"plain": 41_192, "packed": 41_192, "clocks": 2_110 * 8, "30 times": 41_192 * 30, "annotated": 3_222}
REPEATED = 30

IMPORT = "import time; t = time.perf_counter(); import scoresheet; print(time.perf_counter() - t)"
CASTLING = """
import sys, time, duckdb, scoresheet
started = time.perf_counter()
answer = scoresheet.query(sys.argv[1], "castling", moves=10).fetchall()
print(time.perf_counter() - started)
assert answer[0][0] == {games}, answer
"""


# Both print the seconds they took, as many games as there are must come, and the moves and comments are looked at.
WALK = """
import sys, time, scoresheet
started = time.perf_counter()
games = plies = said = 0
for game in scoresheet.read(sys.argv[1]):
    games += 1
    for node in game.mainline():
        node.move
        said += len(node.comment)
        plies += 1
print(time.perf_counter() - started)
assert (games, plies) == ({games}, {plies}) and said > 100_000, (games, plies, said)
"""
ITERATE = """
import sys, time, scoresheet
started = time.perf_counter()
games = 0
for game in scoresheet.read(sys.argv[1]):
    games += 1
print(time.perf_counter() - started)
assert games == {games}, games
"""
TO_PGN = """
import sys, time, scoresheet
games = list(scoresheet.read(sys.argv[1]))
started = time.perf_counter()
written = sum(len(game.to("pgn")) for game in games)
print(time.perf_counter() - started)
assert len(games) == {games} and written > 30_000_000, (len(games), written)
"""
HOLD = """
import sys, time, scoresheet
started = time.perf_counter()
games = list(scoresheet.read(sys.argv[1]))
print(time.perf_counter() - started)
assert len(games) == {games}, len(games)
"""
WALKED = 2_749_031
EMPTY = "pass"


def objects() -> list[Job]:
    """What is measured of games as objects, for the same to be done by python-chess."""
    walk, hold = WALK.format(games=GAMES["plain"], plies=WALKED), HOLD.format(games=GAMES["annotated"])
    iterate, to_pgn = ITERATE.format(games=GAMES["plain"]), TO_PGN.format(games=GAMES["plain"])
    hold_plain = HOLD.format(games=GAMES["plain"])
    return [
        Job("empty Python", "", [sys.executable, "-c", EMPTY]),
        Job("iterate over Games", "plain", [sys.executable, "-c", iterate, str(plain())]),
        Job("walk the mainlines of Games", "plain", [sys.executable, "-c", walk, str(plain())]),
        Job("hold all Games", "annotated", [sys.executable, "-c", hold, str(annotated())]),
        Job("hold all Games", "plain", [sys.executable, "-c", hold_plain, str(plain())]),
        Job("write held Games to PGN", "plain", [sys.executable, "-c", to_pgn, str(plain())]),
    ]


# Each prints the seconds from its report, so that the start of a process does not count.
CHECK = """
import sys, scoresheet
report = scoresheet.check(sys.argv[1], threads=2)
print(report.seconds)
assert report.games == {games}, report.games
"""
CONVERT = """
import sys, scoresheet
options = {{"moves": sys.argv[3]}} if sys.argv[3] else {{}}
report = scoresheet.convert(sys.argv[1], sys.argv[2], threads=2, force=True, **options)
print(report.seconds)
assert report.written == {games} and not report.errors, report
"""
# Conversions by name: from what to what, and the moves of the output.
CONVERSIONS = {
    "PGN to PGN": ("pgn", "pgn", ""),
    "PGN to VGN/FCN": ("pgn", "fcn.vgn", "fcn"),
    "VGN/FCN to PGN": ("fcn.vgn", "pgn", ""),
    "PGN to VGN/BCCF": ("pgn", "bccf.vgn", "bccf"),
    "VGN/BCCF to PGN": ("bccf.vgn", "pgn", ""),
    "PGN to BGN": ("pgn", "bgnl", ""),
    "BGN to PGN": ("bgnl", "pgn", ""),
}
DOCUMENTS_CHECKED = "check of BGN, time reported by the program"


def conversions() -> list[Job]:
    """What is measured of formats, in memory: each output is the input of a later one."""
    memory = Path("/dev/shm")
    folder = memory if memory.is_dir() else BUILD
    games = GAMES["plain"]

    def place(kind: str) -> str:
        return str(folder / f"scoresheet-bench.{kind}")

    def job(name: str, source: str, target: str, moves: str) -> Job:
        given = str(plain()) if source == "pgn" else place(source)
        return Job(
            f"{name}, --threads 2",
            "plain",
            [sys.executable, "-c", CONVERT.format(games=games), given, place(target), moves],
        )

    def checked(name: str, path: str) -> Job:
        return Job(name, "plain", [sys.executable, "-c", CHECK.format(games=games), path])

    converted = [job(name, *parts) for name, parts in CONVERSIONS.items()]
    return [
        checked("check, time reported by the program", str(plain())),
        *converted,
        checked(DOCUMENTS_CHECKED, place("bgnl")),
    ]


def jobs() -> list[Job]:
    """Every job of ours, the empty start first."""
    games, table, again = BUILD / "games.parquet", BUILD / "again.pgn", str(plain())
    feed = [sys.executable, "-c", REPEAT, again, str(REPEATED)]
    return [
        # What is subtracted from the others: `--version` loads no code that reads games, and is too short a start.
        Job("empty start", "", [COMMAND, "check", str(nothing())]),
        Job("version", "", [COMMAND, "--version"]),
        *(
            Job("check --threads 1", name, _check(str(path), 1), check=right(name))
            for name, path in (("plain", plain()), ("packed", packed()), ("clocks", clocks()))
        ),
        Job("check --threads 2", "plain", _check(again, 2), check=right("plain")),
        Job(
            "convert to Parquet, sorted, --threads 2",
            "plain",
            _convert(games),
            check=right("plain"),
            before=fresh(games),
        ),
        Job("convert to PGN, --threads 2", "plain", _convert(table), check=right("plain"), before=fresh(table)),
        Job("castling question", "plain", [sys.executable, "-c", CASTLING.format(games=GAMES["plain"]), str(games)]),
        Job("import scoresheet", "", [sys.executable, "-c", IMPORT]),
        *conversions(),
        *objects(),
        Job("check --threads 2", "30 times", _check("-", 2), right("30 times"), feed, 1),
        *(
            Job(
                f"convert to {name}, --threads 2",
                "30 times",
                [*_convert(path, "-"), *more],
                right("30 times"),
                feed,
                1,
                fresh(path),
            )
            for name, path, more in (
                ("PGN", BUILD / "many.pgn", []),
                ("Parquet, --no-sort", BUILD / "many.parquet", ["--no-sort"]),
                ("Parquet, --sort-memory 100MB", BUILD / "many.parquet", ["--sort-memory", "100MB"]),
            )
        ),
    ]


REPEAT = """
import sys
data = open(sys.argv[1], "rb").read().rstrip(b"\\n") + b"\\n\\n"
for _ in range(int(sys.argv[2])):
    sys.stdout.buffer.write(data)
"""


def _check(path: str, threads: int) -> list[str]:
    return [COMMAND, "check", path, "--json", "--progress", "never", "--threads", str(threads)]


def _convert(output: Path, source: str | None = None) -> list[str]:
    source = source or str(plain())
    return [COMMAND, "convert", source, "-o", str(output), "--json", "--progress", "never", "--threads", "2"]


def fresh(path: Path) -> Callable[[], None]:
    """Removes an output before each run."""
    return lambda: path.unlink(missing_ok=True)


def right(name: str) -> Callable[[bytes], None]:
    """Compares a report with the number of games that are there: a wrong result is not measured."""

    def check(out: bytes) -> None:
        games = json.loads(out)["games"]
        if games != GAMES[name]:
            raise SystemExit(f"{games} games read in `{name}`, not {GAMES[name]}")

    return check
