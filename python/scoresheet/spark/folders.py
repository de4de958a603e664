"""Folders that tasks write files into, and in which files appear: on this machine and its shared disks, or at a URL.

A file gets its place in a folder in two steps, because several attempts of a task may run, and jobs may fail: an
attempt delivers a file under a name that no other attempt has, and the driver commits those of successful attempts.
"""

from __future__ import annotations

import shutil
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scoresheet._options import is_remote
from scoresheet._remote import failures, opened
from scoresheet.errors import UsageError

__all__ = ["Folder", "folder_at"]

_SUCCESS = "_SUCCESS"
_TEMPORARY = "_temporary"


class Folder(ABC):
    """A folder at a path or a URL."""

    def __init__(self, path: str) -> None:
        self.path = path.rstrip("/") or "/"

    def place_of(self, name: str) -> str:
        """The path or URL of a file."""
        return f"{self.path}/{name}"

    @abstractmethod
    def exists(self) -> bool:
        """Whether files can be looked for in it."""

    @abstractmethod
    def names(self) -> set[str]:
        """The names of its files. Hidden ones, and those whose names start with `_`, do not count."""

    @abstractmethod
    @contextmanager
    def scratch(self, job: str) -> Iterator[Path]:
        """A folder of this machine in which an attempt of a task may make a file."""

    @abstractmethod
    def deliver(self, file: Path) -> None:
        """Stores a file from the scratch folder, so that it can be committed."""

    @abstractmethod
    def commit(self, job: str, delivered: Iterable[str], *, replace: bool) -> None:
        """Makes the files that a job has delivered, and no others of it, files of the folder.

        Args:
            job: the job, whose name is a part of the names of its files.
            delivered: the names of the files of successful attempts.
            replace: whether the files that were there are removed.
        """

    @abstractmethod
    def abort(self, job: str) -> None:
        """Removes what a job has delivered."""


class _Local(Folder):
    """Delivered files are below `_temporary` until they are renamed."""

    def _attempts(self, job: str) -> Path:
        return Path(self.path, _TEMPORARY, job)

    def exists(self) -> bool:
        return Path(self.path).is_dir()

    def names(self) -> set[str]:
        folder = Path(self.path)
        return _visible(path.name for path in folder.iterdir() if path.is_file()) if folder.is_dir() else set()

    @contextmanager
    def scratch(self, job: str) -> Iterator[Path]:
        attempts = self._attempts(job)
        attempts.mkdir(parents=True, exist_ok=True)
        yield attempts

    def deliver(self, file: Path) -> None:
        """It is in its place already."""

    def commit(self, job: str, delivered: Iterable[str], *, replace: bool) -> None:
        folder, before = Path(self.path), self.names() if replace else set()
        folder.mkdir(parents=True, exist_ok=True)
        for name in delivered:
            (self._attempts(job) / name).rename(folder / name)
        for name in before:
            (folder / name).unlink()
        self.abort(job)
        (folder / _SUCCESS).touch()

    def abort(self, job: str) -> None:
        shutil.rmtree(self._attempts(job), ignore_errors=True)
        temporary = Path(self.path, _TEMPORARY)
        if temporary.is_dir() and not any(temporary.iterdir()):
            temporary.rmdir()


class _Remote(Folder):
    """Stores of objects cannot rename, so delivered files have their final names, and a job removes those of others."""

    def exists(self) -> bool:
        return True  # what has no files yet is no folder of a store

    def names(self) -> set[str]:
        with failures(self.path):
            system, path = opened(self.path)
            system.invalidate_cache()
            try:
                found = system.ls(path, detail=True)
            except FileNotFoundError:
                return set()
            return _visible(about["name"].rsplit("/", 1)[-1] for about in found if about["type"] == "file")

    @contextmanager
    def scratch(self, job: str) -> Iterator[Path]:
        with tempfile.TemporaryDirectory(prefix=f"scoresheet-{job}-") as folder:
            yield Path(folder)

    def deliver(self, file: Path) -> None:
        with failures(self.path):
            system, path = opened(self.path)
            system.makedirs(path, exist_ok=True)
            system.put_file(str(file), f"{path}/{file.name}")

    def commit(self, job: str, delivered: Iterable[str], *, replace: bool) -> None:
        kept = set(delivered)
        self._remove(name for name in self.names() - kept if replace or job in name)
        with failures(self.path):
            system, path = opened(self.path)
            system.makedirs(path, exist_ok=True)
            system.pipe_file(f"{path}/{_SUCCESS}", b"")

    def abort(self, job: str) -> None:
        self._remove(name for name in self.names() if job in name)

    def _remove(self, names: Iterable[str]) -> None:
        with failures(self.path):
            system, path = opened(self.path)
            for name in names:
                system.rm_file(f"{path}/{name}")


def folder_at(paths: Collection[str], hint: str) -> Folder:
    """The one folder that was given.

    Raises:
        UsageError: there are none, or several.
    """
    if len(paths) != 1:
        raise UsageError(f"one folder is needed, but {len(paths)} were given", hint=hint)
    (path,) = paths
    return _Remote(path) if is_remote(path) else _Local(path)


def _visible(names: Iterable[str]) -> set[str]:
    return {name for name in names if name and not name.startswith((".", "_"))}
