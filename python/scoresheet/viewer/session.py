"""What the viewer shows now: nothing, inputs that are being converted, a library, or why there is none."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

import scoresheet
from scoresheet._options import is_url, shown
from scoresheet._registry import registry
from scoresheet.errors import ScoresheetError
from scoresheet.viewer import columns, figures, filters, saving
from scoresheet.viewer.cache import stamp
from scoresheet.viewer.errors import Refused, Replaced, refusal_of
from scoresheet.viewer.game_analysis import AnalysedGames
from scoresheet.viewer.library import Library
from scoresheet.viewer.opening import Opener, files_of
from scoresheet.viewer.views import Views

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame

__all__ = ["Opened", "Session"]

_PATIENCE = 0.2
"""How many seconds the start waits for small inputs."""


class _Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """The user has cancelled the conversion."""


@dataclass(frozen=True)
class Opened:
    """A library and what belongs to it."""

    library: Library
    views: Views
    name: str
    stamps: dict[str, tuple[str, int, int, str]]
    folder: Path | None = None
    """Where games can be saved: the folder of the file that the viewer was started with."""
    analysed: AnalysedGames = field(default_factory=AnalysedGames)

    def game(self, row: int) -> EitherGame:
        """A game as the page shows it: with its analysis, if there is one.

        Raises:
            Refused: there is no such game.
        """
        analysed = self.analysed.get(row)
        return self.library.game(row) if analysed is None else analysed.game

    @property
    def source(self) -> str:
        """What identifies these games, and these versions of their files."""
        return hashlib.blake2s(repr(sorted(self.stamps.items())).encode(), digest_size=10).hexdigest()

    @property
    def kind(self) -> str:
        """`chess`, `infinite` or `mixed`."""
        kinds = {"infinite" if part.format else "chess" for part in self.library.parts}
        return kinds.pop() if len(kinds) == 1 else "mixed"


@dataclass(frozen=True)
class _Asked:
    """The inputs to open."""

    paths: list[str]
    files: Sequence[tuple[str, str]]
    folder: Path | None
    added: str | None
    cancelled: threading.Event


class Session:
    """The inputs of the viewer. They are opened in the background, and replace others only when they can be shown."""

    def __init__(self, threads: int | None = None, memory: str | None = None) -> None:
        self._threads = threads
        self._memory = memory
        self._lock = threading.Lock()
        self._opened: Opened | None = None
        self._failed: Refused | None = None
        self._error: Exception | None = None
        self._progress: dict[str, Any] = {"state": "empty"}
        self._cancelled = threading.Event()
        self._begun = threading.Event()
        self._worker: threading.Thread | None = None
        self.paths: list[str] = []

    def open(self, paths: Sequence[str], *, folder: Path | None = None, added: str | None = None) -> None:
        """Opens inputs in the background. Those before stay open until then, and for good if these cannot be read.

        Args:
            paths: the inputs.
            folder: where games can be saved; by default nowhere.
            added: one of the inputs, without which the others are not opened again.

        Raises:
            UsageError: an input does not exist, or holds no games.
        """
        files = files_of(paths)
        self.cancel()
        self.wait()
        self._cancelled, self._begun = threading.Event(), threading.Event()
        self._failed = self._error = None
        if self._opened is None:
            self.paths = list(paths)
        total = sum(Path(path).stat().st_size for path, _ in files if not is_url(path))
        self._progress = {"state": "converting", "file": "", "done": 0, "total": total, "games": 0}
        self._progress["started"] = time.monotonic()
        asked = _Asked(list(paths), files, folder, added, self._cancelled)
        self._worker = threading.Thread(target=self._work, args=(asked,), daemon=True)
        self._worker.start()

    def add(self, path: str) -> None:
        """Opens an input besides those that are open, which `open` does for all of them again.

        Raises:
            UsageError: the input does not exist, or holds no games.
        """
        self.open([*(self.paths if self._opened else ()), path], added=path)

    def wait_for_first_games(self) -> None:
        """Waits until games are being read, or the inputs are open, or cannot be opened."""
        if self._worker is not None:
            self._begun.wait()
            self.wait(_PATIENCE)

    def wait(self, seconds: float | None = None) -> None:
        """Waits until the inputs are open, or cannot be opened."""
        if self._worker is not None:
            self._worker.join(seconds)

    def cancel(self) -> None:
        """Stops the conversion."""
        self._cancelled.set()

    def close(self) -> None:
        """Stops all work, and closes the library."""
        self.cancel()
        self.wait()
        with self._lock:
            opened, self._opened = self._opened, None
        if opened is not None:
            opened.library.close()

    @property
    def opened(self) -> Opened:
        """The open library.

        Raises:
            Refused: there is none.
        """
        with self._lock:
            opened, failed = self._opened, self._failed
        if opened is not None:
            return opened
        if failed is not None:
            raise failed
        if self._progress["state"] == "converting":
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "converting", "the games are still being converted")
        raise Refused(HTTPStatus.NOT_FOUND, "empty", "no games are open", hint="open a file")

    def expect(self, source: str) -> None:
        """Refuses a page that shows other games than those that are open.

        Raises:
            Replaced: other games are open now.
        """
        with self._lock:
            opened = self._opened
        if opened is not None and opened.source != source:
            raise Replaced

    @property
    def failure(self) -> Exception | None:
        """The error that prevented opening the inputs; None if there is none so far."""
        with self._lock:
            return self._error

    @property
    def state(self) -> str:
        """`empty`, `converting`, `ready` or `failed`."""
        with self._lock:
            return str(self._progress["state"])

    @property
    def folder(self) -> Path | None:
        """Where games can be saved, if they can."""
        with self._lock:
            return None if self._opened is None else self._opened.folder

    def _work(self, asked: _Asked) -> None:
        before: Opened | None = None
        files = asked.files
        try:
            opener = Opener(self._threads, self._memory, self._watching(files, asked.cancelled))
            library = opener.library(files, needed=asked.added)
            stamps = {path: stamp(path) for path, _ in files if not is_url(path)}
            name = Path(shown(files[0][0])).name if len(files) == 1 else f"{len(files)} files"
            opened = Opened(library, Views(library), name, stamps, asked.folder)
            with self._lock:
                before, self._opened, self.paths = self._opened, opened, asked.paths
                self._progress |= {"state": "ready", "games": library.games}
        except _Cancelled:
            with self._lock:
                self._progress = self._as_before()
        except (ScoresheetError, OSError) as error:
            self._fail(_refusal(error), error)
        except Exception as error:  # the page would wait for ever
            reason = Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "internal", f"{type(error).__name__}: {error}")
            self._fail(reason, error)
        finally:
            self._begun.set()
        if before is not None:
            before.library.close()  # requests that still use it end with an error, which does not concern the new games

    def _fail(self, reason: Refused, error: Exception) -> None:
        with self._lock:
            if self._opened is not None:
                self._progress = {**self._as_before(), "refused": reason.to_dict()["error"]}
                return
            self._failed, self._error = reason, error
            self._progress |= {"state": "failed", **reason.to_dict()}

    def _as_before(self) -> dict[str, Any]:
        """The progress when inputs are not opened: that of the games that stay open."""
        return {"state": "empty"} if self._opened is None else {"state": "ready", "games": self._opened.library.games}

    def _watching(self, files: Sequence[tuple[str, str]], cancelled: threading.Event) -> Any:
        sizes = {Path(path).name: Path(path).stat().st_size for path, _ in files if not is_url(path)}
        before: dict[str, tuple[int, int]] = {}

        def tell(name: str, done: int, games: int) -> None:
            if games:
                self._begun.set()
            if cancelled.is_set():
                raise _Cancelled
            before[name] = (min(done, sizes.get(name, done)), games)
            read, counted = (sum(values) for values in zip(*before.values(), strict=True))
            with self._lock:
                self._progress |= {"file": name, "done": read, "games": counted}

        return tell

    def progress(self) -> dict[str, Any]:
        """How far the conversion has come."""
        with self._lock:
            found = dict(self._progress)
        started = found.pop("started", None)
        return found if started is None else {**found, "seconds": round(time.monotonic() - started, 1)}

    def to_dict(self) -> dict[str, Any]:
        """The session for the page: what is open, and everything that the page lets the user choose from."""
        facts: dict[str, Any] = {"name": "", "version": scoresheet.__version__, "state": self.state, "games": 0}
        if self._failed is not None:
            facts |= self._failed.to_dict()
        facts |= _choices()
        with self._lock:
            opened = self._opened
        facts["folder"] = opened is not None and opened.folder is not None
        return facts | (_no_library() if opened is None else _about(opened))


def _refusal(error: Exception) -> Refused:
    if isinstance(error, ScoresheetError):
        return refusal_of(error)
    return Refused(HTTPStatus.BAD_REQUEST, "file-unreadable", str(error))


def _no_library() -> dict[str, Any]:
    return {"kind": "chess", "sources": [], "columns": [], "filters": [], "figures": [], "indexed": False, "sql": False}


def _about(opened: Opened) -> dict[str, Any]:
    library = opened.library
    changed = any(_changed(path, known) for path, known in opened.stamps.items())
    return {
        "name": opened.name,
        "source": opened.source,
        "games": library.games,
        "kind": opened.kind,
        "sources": [{"name": part.name, "games": part.games, "errors": part.errors} for part in library.parts],
        "columns": [column.to_dict() for column in columns.present(library.columns)],
        "filters": [filter_.to_dict() for filter_ in filters.present(library.columns)],
        "figures": [figure.to_dict() for figure in figures.present(library.columns)],
        "indexed": library.index is not None,
        "most_copied": saving.MOST_COPIED,
        "sql": False,
        "changed": changed,
    }


def _changed(path: str, known: tuple[str, int, int, str]) -> bool:
    try:
        found = Path(path).stat()
    except OSError:
        return True
    return (found.st_size, found.st_mtime_ns) != known[1:3]


@lru_cache(1)
def _choices() -> dict[str, Any]:
    """What does not depend on the games: formats, notations and languages."""
    return {
        "formats": [
            {
                "name": entry["id"], "title": entry["title"], "binary": not entry["text"], "moves": entry["moves"],
                "extension": entry["extensions"][0] if entry["extensions"] else entry["id"],
            }
            for entry in registry("formats") if entry["writes"] and not entry["store"]
        ],
        "variants": [{"name": entry["id"], "title": entry["title"]} for entry in registry("variants")],
        "notations": {
            "moves": [{"name": entry["id"], "title": entry["title"]} for entry in registry("notations")],
            "positions": [{"name": entry["id"], "title": entry["title"]} for entry in registry("positions")],
        },
        "languages": [{key: entry[key] for key in ("id", "title", "letters")} for entry in registry("languages")],
    }  # fmt: skip
