"""The other programs: those in the folder `SCORESHEET_PEERS`, and python-chess in a separate environment.

They are under the GPL and never part of this tree: their own pages explain how to build them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

from bench.inputs import BUILD, ROOT, annotated, clocks, packed, plain
from bench.ours import EMPTY, GAMES, WALKED
from bench.process import Job

FOLDER = Path(os.environ.get("SCORESHEET_PEERS", ROOT / "build" / "peers"))
VENV = ROOT / "build" / "python-chess"
PYTHON_CHESS = "chess==1.11.2"
READ = """
import sys, time, chess.pgn
started = time.perf_counter()
games = 0
with open(sys.argv[1], encoding="utf-8") as file:
    while (game := chess.pgn.read_game(file)) is not None:
        games += not game.errors
print(time.perf_counter() - started)
assert games, games
"""


WALK = """
import logging, sys, time, chess.pgn
logging.disable()
started = time.perf_counter()
games = plies = said = 0
with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
    while (game := chess.pgn.read_game(file)) is not None:
        games += 1
        for node in game.mainline():
            node.move
            said += len(node.comment)
            plies += 1
print(time.perf_counter() - started)
assert (games, plies) == ({games}, {plies}) and said > 100_000, (games, plies, said)
"""
HOLD = """
import logging, sys, time, chess.pgn
logging.disable()
started = time.perf_counter()
games = []
with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
    while (game := chess.pgn.read_game(file)) is not None:
        games.append(game)
print(time.perf_counter() - started)
assert len(games) == {games}, len(games)
"""


def jobs() -> list[Job]:
    """What the programs found here do with the same files."""
    found: list[Job] = []
    if validate := program("validate"):
        for name, path in (("plain", plain()), ("packed", packed()), ("clocks", clocks())):
            found.append(Job("pgn-reader validate", name, [validate, str(path)], check=_success))
    if extract := program("pgn-extract"):
        for name, path in (("plain", plain()), ("clocks", clocks())):
            found.append(Job("pgn-extract -r", name, [extract, "-r", "-s", str(path)]))
    if to_aix := program("pgn-to-aix"):
        target = BUILD / "games.aix"
        found.append(
            Job(
                "pgn-to-aix",
                "plain",
                [to_aix, str(plain()), str(target)],
                before=lambda: target.unlink(missing_ok=True),
            )
        )
    if python := python_chess():
        # It takes a minute: once is enough to tell hundreds of times from one.
        found.append(Job("python-chess read_game", "plain", [python, "-c", READ, str(plain())], runs=1))
        walk, hold = WALK.format(games=GAMES["plain"], plies=WALKED), HOLD.format(games=GAMES["annotated"])
        found.append(Job("python-chess, empty Python", "", [python, "-c", EMPTY]))
        found.append(Job("python-chess walks mainlines", "plain", [python, "-c", walk, str(plain())], runs=1))
        found.append(Job("python-chess holds all games", "annotated", [python, "-c", hold, str(annotated())], runs=1))
    return found


def program(name: str) -> str | None:
    """The path of a program among the peers, if it is there."""
    path = FOLDER / name
    if os.access(path, os.X_OK):
        return str(path)
    print(f"not measured: `{name}` is not in SCORESHEET_PEERS ({FOLDER})", file=sys.stderr)
    return None


def python_chess() -> str | None:
    """The Python of an environment that has python-chess, if that can be installed."""
    python = VENV / "bin" / "python"
    if not python.exists():
        venv.create(VENV, with_pip=True)
    installed = subprocess.run([python, "-m", "pip", "install", "--quiet", PYTHON_CHESS], capture_output=True)
    if installed.returncode:
        print(f"not measured: {PYTHON_CHESS} cannot be installed", file=sys.stderr)
        return None
    return str(python)


def _success(out: bytes) -> None:
    if b"success" not in out:
        raise SystemExit(f"pgn-reader finds errors: {out.decode()}")
