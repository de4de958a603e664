"""The files of the page. They are in one folder, except for those that are generated from others."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from scoresheet.viewer.errors import missing

__all__ = ["static"]

_CLIENT = Path(__file__).parent.parent / "drawing" / "client"

_MEDIA = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""The kinds of files that are served. All others are not."""


def static(path: str) -> tuple[bytes, str]:
    """A file of the page with its media type.

    Raises:
        Refused: there is no such file.
    """
    name = path or "index.html"
    if name in _MADE:
        return _MADE[name](), _MEDIA[".js"]
    file = _CLIENT.joinpath(name).resolve() if "\0" not in name else _CLIENT
    if _CLIENT.resolve() not in file.parents or file.suffix not in _MEDIA or not file.is_file():
        raise missing(f"there is no file `{name[:80]}`")
    return file.read_bytes(), _MEDIA[file.suffix]


@cache
def _joined() -> bytes:
    """All modules as one script. The page would be ready half a second later with a request for each."""
    from scoresheet.drawing.messages import bundle_for_readers  # here: most requests need no words

    return bundle_for_readers("main").encode()


def _module(name: str) -> bytes:
    from scoresheet.drawing.client import source  # here: most requests need no pieces

    return source(name).encode()


_MADE: dict[str, Callable[[], bytes]] = {
    "app.js": _joined,
    "js/pieces.js": partial(_module, "pieces"),
    "js/infinite_pieces.js": partial(_module, "infinite_pieces"),
    "js/messages.js": partial(_module, "messages"),
}
"""The scripts that are made of others, or of drawings."""
