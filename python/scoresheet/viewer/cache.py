"""Inputs that DuckDB cannot read, converted once to Parquet in the user's cache folder.

A file is found again by its path, size, time of change and first bytes, so a changed file is converted again.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import scoresheet

__all__ = ["COLUMNS", "Converted", "converted", "folder", "stamp"]

COLUMNS = ("tags", "summary", "openings", "packed", "clock_ms", "text", "errors")
"""The columns and families of columns that the viewer needs."""

_DOCUMENTS = ("bgn", "bgnl", "bgnx")
"""The formats whose games can say more than PGN, such as whose an annotation is. They are kept as documents, too."""

_MOST_BYTES = 20 << 30
"""The total size of the cache. The files that were used longest ago are removed first."""

_HEAD_BYTES = 1 << 16
"""How much of a file is compared, beside its size and time."""


@dataclass(frozen=True)
class Converted:
    """An input as Parquet."""

    path: Path
    games: int
    errors: int
    """The number of games with errors."""


def folder() -> Path:
    """The folder of converted inputs: `SCORESHEET_CACHE`, or a folder in the place that the system has for caches."""
    chosen = os.environ.get("SCORESHEET_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "scoresheet"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "scoresheet" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "scoresheet"


def stamp(path: str) -> tuple[str, int, int, str]:
    """What shows whether a file is still the same: the path, the size, the time of change, and the first bytes."""
    resolved = Path(path).resolve()
    found = resolved.stat()
    with resolved.open("rb") as file:
        head = hashlib.blake2b(file.read(_HEAD_BYTES), digest_size=16).hexdigest()
    return str(resolved), found.st_size, found.st_mtime_ns, head


def converted(
    path: str, progress: Callable[[int, int], object] | None = None, kind: str | None = None
) -> Converted | None:
    """A file as Parquet, which is converted unless the cache holds it. `progress` is that of `convert`.

    `kind` is the format of the file. Games of BGN also have the column `doc`.

    If no game of the file can be read, there is no Parquet. An interrupted conversion leaves nothing in the cache.

    Raises:
        FileError: the file cannot be read.
        WriteError: the cache cannot be written.
    """
    columns = (*COLUMNS, "doc") if kind in _DOCUMENTS else COLUMNS
    key = hashlib.blake2b(repr((stamp(path), columns, scoresheet.__version__)).encode(), digest_size=16).hexdigest()
    games, facts = folder() / f"{key}.parquet", folder() / f"{key}.json"
    if not (games.is_file() and facts.is_file()):
        folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _convert(path, games, facts, columns, progress):
            return None
    os.utime(games)  # the cache is bounded by the time of use
    _remove_oldest(keep=games)
    known = json.loads(facts.read_text("utf-8"))
    return Converted(games, int(known["games"]), int(known["errors"]))


def _convert(
    path: str, games: Path, facts: Path, columns: Sequence[str], progress: Callable[[int, int], object] | None
) -> bool:
    """Returns whether anything of the file could be read."""
    games.unlink(missing_ok=True)
    done = scoresheet.convert(path, games, columns=list(columns), no_sort=True, force=True, progress=progress)
    if not games.is_file():
        return False
    beside = facts.with_suffix(f".{os.getpid()}")
    beside.write_text(json.dumps({"games": done.written, "errors": done.faulty, "from": path}), "utf-8")
    beside.replace(facts)  # last, so that an entry without it is not complete
    return True


def _remove_oldest(keep: Path) -> None:
    """Removes what was used longest ago while the cache is too large. Another process may do the same."""
    found = sorted(_used(file) for file in folder().glob("*.parquet"))
    total = sum(size for _, size, _ in found)
    for _, size, file in found:
        if total <= _MOST_BYTES:
            return
        if file != keep:
            with suppress(OSError):  # Windows keeps files that are open
                file.unlink(missing_ok=True)
                file.with_suffix(".json").unlink(missing_ok=True)
                total -= size


def _used(file: Path) -> tuple[float, int, Path]:
    """When a file was used, its size and its path; nothing if it has gone."""
    try:
        about = file.stat()
    except FileNotFoundError:
        return 0, 0, file
    return about.st_mtime, about.st_size, file
