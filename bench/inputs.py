"""The files to measure with: the real games of `SCORESHEET_DATA`, unpacked under `build/bench`."""

from __future__ import annotations

import io
import os
import shutil
import tarfile
from pathlib import Path

import zstandard

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("SCORESHEET_DATA", ROOT.parent / "shared" / "data"))
BUILD = ROOT / "build" / "bench"

SAMPLE = "lichess_2013-01_part.pgn"
# A clock on nearly every move; so often, that it is about as long as the sample.
CLOCKS = "1-lichess/user-exports/pnmadelaine_lichess.pgn"
CLOCKS_TIMES = 8


def packed() -> Path:
    """The sample as it came."""
    return DATA / f"{SAMPLE}.zst"


def plain() -> Path:
    """The sample unpacked."""
    path = BUILD / SAMPLE
    if not path.exists():
        with open_zstd(packed()) as stream:
            _write(path, stream)
    return path


def clocks() -> Path:
    """Games with clocks."""
    path = BUILD / "clocks.pgn"
    if not path.exists():
        with (
            open_zstd(DATA / "lichess-other.tar.zst") as stream,
            tarfile.open(fileobj=stream, mode="r|") as archive,
        ):
            member = next(entry for entry in archive if entry.name.removeprefix("./") == CLOCKS)
            found = archive.extractfile(member)
            assert found is not None
            _write(path, io.BytesIO(found.read().rstrip(b"\n").join([b""] + [b"\n\n"] * CLOCKS_TIMES)))
    return path


def open_zstd(path: Path) -> zstandard.ZstdDecompressionReader:
    """The content of a zstd file; the archives were made with `--long=27`."""
    decompressor = zstandard.ZstdDecompressor(max_window_size=1 << 27)
    return decompressor.stream_reader(path.open("rb"), read_across_frames=True, closefd=True)


def _write(path: Path, source: io.IOBase | zstandard.ZstdDecompressionReader) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".part")
    with beside.open("wb") as file:
        shutil.copyfileobj(source, file)
    beside.rename(path)
