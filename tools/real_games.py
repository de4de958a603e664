"""The folder of real games: where it is, and its archives unpacked.

`SCORESHEET_DATA` names the folder; without it, `../shared/data` beside the repository is taken. Run with the name of a
file or an archive, `python tools/real_games.py weird`, it prints the path; it fails if that is absent.
"""

from __future__ import annotations

import os
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

import zstandard

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("SCORESHEET_DATA", ROOT.parent / "shared" / "data"))

# The archives were made with `zstd --long=27`.
WINDOW = 1 << 27


def find(name: str) -> Path | None:
    """A file or folder of the real games, unpacked if it is packed under this name; None if it is absent."""
    first, _, rest = name.partition("/")
    if (plain := DATA / first).exists():
        return existing(plain, rest)
    for packed in (DATA / f"{first}.tar.zst", DATA / f"{first}.zst"):
        if packed.exists():
            return existing(unpacked(packed, first), rest)
    return None


def existing(folder: Path, rest: str) -> Path | None:
    """The path of a name in a folder; the folder itself without one."""
    path = folder / rest if rest else folder
    return path if path.exists() else None


def unpacked(packed: Path, name: str) -> Path:
    """Where the content of `packed` is: unpacked once for each of its states, and kept for later runs."""
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
    """Unpack an archive into a folder, or a compressed file into a file."""
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


def main(name: str) -> int:
    """Print the requested path; 1 if it does not exist."""
    path = find(name)
    if path is None:
        print(f"`{name}` is not in SCORESHEET_DATA", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
