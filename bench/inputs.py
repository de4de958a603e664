"""The files to measure with: real games, unpacked."""

from __future__ import annotations

from pathlib import Path

from tools.real_games import DATA, ROOT, find

BUILD = ROOT / "build" / "bench"

SAMPLE = "lichess_2013-01_part.pgn"
# A clock on nearly every move; so often that it is about as long as the sample.
CLOCKS = "lichess-other/1-lichess/user-exports/pnmadelaine_lichess.pgn"
CLOCKS_TIMES = 8


def nothing() -> Path:
    """A file without a game."""
    path = BUILD / "nothing.pgn"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def packed() -> Path:
    """The sample as it came."""
    return DATA / f"{SAMPLE}.zst"


def plain() -> Path:
    """The sample unpacked."""
    return found(SAMPLE)


def clocks() -> Path:
    """Games with clocks."""
    path = BUILD / "clocks.pgn"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".part")
        beside.write_bytes((found(CLOCKS).read_bytes().rstrip(b"\n") + b"\n\n") * CLOCKS_TIMES)
        beside.rename(path)
    return path


# Files that python-chess ends in the middle of, or splits otherwise, or in which it takes a stray byte for a game.
READ_OTHERWISE = (
    "lichess_study_lichess-practice-the-fork_by_arex_2017.01.29.pgn",
    "kranik-topalov.pgn",
    "d00_chess_informant.pgn",
)


def annotated() -> Path:
    """Games with variations, comments and NAGs, in one file."""
    path = BUILD / "annotated.pgn"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        files = sorted(file for file in found("annotated").rglob("*.pgn") if file.name not in READ_OTHERWISE)
        beside = path.with_suffix(".part")
        beside.write_bytes(b"".join(file.read_bytes().strip() + b"\n\n" for file in files))
        beside.rename(path)
    return path


def found(name: str) -> Path:
    """A file of the real games; ends the program if it is absent."""
    path = find(name)
    if path is None:
        raise SystemExit(f"`{name}` is not in SCORESHEET_DATA ({DATA})")
    return path
