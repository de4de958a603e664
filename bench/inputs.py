"""The files to measure with: real games, unpacked."""

from __future__ import annotations

from pathlib import Path

from tools.real_games import DATA, ROOT, find

BUILD = ROOT / "build" / "bench"

SAMPLE = "lichess_2013-01_part.pgn"
# A clock on nearly every move; so often that it is about as long as the sample.
CLOCKS = "lichess-other/1-lichess/user-exports/pnmadelaine_lichess.pgn"
CLOCKS_TIMES = 8


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


def found(name: str) -> Path:
    """A file of the real games; ends the program where it is absent."""
    path = find(name)
    if path is None:
        raise SystemExit(f"`{name}` is not in SCORESHEET_DATA ({DATA})")
    return path
