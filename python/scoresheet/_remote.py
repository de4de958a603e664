"""Files at URLs, read by ranges: with fsspec, or from web servers. The native part decides what to request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from scoresheet import _web
from scoresheet._libraries import pip_install
from scoresheet._registry import registry
from scoresheet.errors import ScoresheetError, UsageError

__all__ = ["RemoteFile", "failures", "file_at", "find", "opened"]

_VERSIONS = ("ETag", "etag", "generation", "Content-MD5")
"""What stores call the version of a file, in the order in which they are looked for."""

_Stamp = tuple[int, str | None]
"""The size of a file in bytes, and its version, if the store has one."""


_Listed = tuple[str, "int | None", "str | None", "_web.WebFile | _web.WebStream | None"]
"""The URL of a file, its stamp, and what reads it if that is there already. A file without ranges has no size."""


def find(url: str, headers: Iterable[tuple[str, str]] = ()) -> tuple[bool, list[_Listed]]:
    """Whether a URL names a folder, and the files that it names, sorted. Web servers are sent the headers.

    Raises:
        UsageError: a package is missing.
        OSError: there is nothing, or it cannot be read.
    """
    if _web.is_web(url):
        with failures(url):
            data = _web.found(url, headers)
            size, version = data.stamp() if isinstance(data, _web.WebFile) else (None, None)
            return False, [(url, size, version, data)]
    with failures(url):
        system, path = opened(url)
        system.invalidate_cache()
        if _is_pattern(url):
            found = system.glob(path, detail=True)
            if not found:
                raise FileNotFoundError(url)
            root = _folder_before(path)
            start = url[: len(url) - len(path) + len(root)]
            return False, [(start + name[len(root) :], *_stamp(about), None) for name, about in _files(found)]
        about = system.info(path)
        if about["type"] != "directory":
            return False, [(url, *_stamp(about), None)]
        root = path.rstrip("/")
        inside = _files(system.find(path, detail=True))
        return True, [(url.rstrip("/") + name[len(root) :], *_stamp(about), None) for name, about in inside]


def file_at(url: str, headers: Iterable[tuple[str, str]] = ()) -> RemoteFile | _web.WebFile:
    """The file at a URL, which is read by ranges. Nothing is requested yet."""
    return _web.WebFile(url, headers) if _web.is_web(url) else RemoteFile(url)


class RemoteFile:
    """A file at a URL, which threads may read in parallel."""

    def __init__(self, url: str) -> None:
        self._url = url
        with failures(url):
            self._system, self._path = opened(url)

    def stamp(self) -> _Stamp:
        """The size of the file in bytes, and its version, if the store has one."""
        with failures(self._url):
            return _stamp(self._system.info(self._path))

    def fetch(self, start: int, end: int) -> bytes:
        """The bytes of a range."""
        with failures(self._url):
            found: bytes = self._system.cat_file(self._path, start=start, end=end)
            return found


def opened(url: str) -> tuple[Any, str]:
    """The client for a URL, and what it calls the file."""
    scheme = url.partition("://")[0].lower()
    needed = next(place["needs"] for place in registry("places") if scheme in place["schemes"])
    try:
        from fsspec.core import url_to_fs

        system, path = url_to_fs(scheme + url[len(scheme) :])
    except ImportError as error:
        message = f"reading from `{scheme}://` needs a package that is not installed"
        raise UsageError(message, hint=f"run `{pip_install(*needed.split())}`") from error
    return system, path


def _is_pattern(url: str) -> bool:
    """Whether `*` and the like are wildcards."""
    return any(letter in url for letter in "*?[")


def _folder_before(pattern: str) -> str:
    """The folder of a pattern whose name is not a pattern.

    >>> _folder_before("games/2013*/x.pgn")
    'games/'
    """
    plain = next(place for place, letter in enumerate(pattern) if letter in "*?[")
    return pattern[: pattern.rfind("/", 0, plain) + 1]


def _files(found: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted((name, about) for name, about in found.items() if about["type"] == "file")


def _stamp(about: Mapping[str, Any]) -> _Stamp:
    size = about.get("size")
    if size is None:
        raise OSError("the server does not report the size of the file")
    version = next((about[name] for name in _VERSIONS if about.get(name)), None)
    return int(size), None if version is None else str(version)


@contextmanager
def failures(url: str) -> Iterator[None]:
    """Turns the exceptions of all the clients into an OSError with one line."""
    try:
        yield
    except (OSError, ScoresheetError):
        raise
    except Exception as error:
        raise _told(error, url) from error


def _told(error: BaseException, url: str) -> OSError:
    if isinstance(status := getattr(error, "status", None), int):
        return OSError(f"the server responded with {status} {getattr(error, 'message', '')}".rstrip())
    line = next(iter(str(error).splitlines()), "").replace(url, "it")
    return OSError(f"{type(error).__name__}: {line}" if line else type(error).__name__)
