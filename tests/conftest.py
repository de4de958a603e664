"""What tests share: the folder of real games, where it is there.

`SCORESHEET_DATA` names the folder; without it, `../shared/data` beside the repository is taken. Tests that need a file
of it ask for the fixture `data` and are skipped, with the file's name, where it is absent.
"""

from __future__ import annotations

import os
import shutil
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("SCORESHEET_DATA", ROOT.parent / "shared" / "data"))

# The archives were made with `zstd --long=27`.
WINDOW = 1 << 27


def pytest_report_header() -> str:
    found = "found" if DATA.is_dir() else "absent: tests that need it are skipped; set SCORESHEET_DATA to its path"
    return f"real games (SCORESHEET_DATA): {found}"


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture(scope="session")
def data() -> Callable[[str], Path]:
    """Gives the path of a file or an unpacked archive of the folder of real games; skips the test where there is none.

    `data("lichess_2013-01_part.pgn.zst")` is the file as it is, `data("lichess_2013-01_part.pgn")` the same unpacked,
    and `data("weird")` the folder that `weird.tar.zst` unpacks to.
    """
    return find


def find(name: str) -> Path:
    plain = DATA / name
    if plain.exists():
        return plain
    for packed in (DATA / f"{name}.tar.zst", DATA / f"{name}.zst"):
        if packed.exists():
            return unpacked(packed, name)
    pytest.skip(f"`{name}` is not in SCORESHEET_DATA")


def unpacked(packed: Path, name: str) -> Path:
    """Where the content of `packed` lies: unpacked once for each of its states, and kept for later runs."""
    state = packed.stat()
    cache = Path(tempfile.gettempdir()) / f"scoresheet-data-{os.getuid()}"
    cache.mkdir(mode=0o700, exist_ok=True)
    assert cache.stat().st_uid == os.getuid(), f"{cache} belongs to another user"
    place = cache / f"{packed.name}-{state.st_size}-{state.st_mtime_ns}"
    if not place.exists():
        # Made beside and renamed, so that two runs at once, or one that was ended, leave nothing half unpacked.
        beside = Path(tempfile.mkdtemp(dir=cache))
        unpack(packed, beside / name)
        try:
            beside.rename(place)
        except OSError:
            shutil.rmtree(beside)
    return place / name


def unpack(packed: Path, target: Path) -> None:
    with (
        packed.open("rb") as file,
        zstandard.ZstdDecompressor(max_window_size=WINDOW).stream_reader(file, read_across_frames=True) as stream,
    ):
        if packed.name.endswith(".tar.zst"):
            with tarfile.open(fileobj=stream, mode="r|") as archive:
                archive.extractall(target, filter="data")
        else:
            with target.open("wb") as output:
                shutil.copyfileobj(stream, output)
