"""A file that the page sends to be opened."""

from __future__ import annotations

import itertools
import re
import shutil
from http import HTTPStatus
from pathlib import Path
from typing import BinaryIO

from scoresheet import _scratch
from scoresheet.viewer.errors import Refused, wrong

__all__ = ["received"]

_AT_ONCE = 1 << 20
_LONGEST = 120

# Names that Windows keeps for devices, with any ending.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)", re.IGNORECASE)

_numbers = itertools.count(1)


def received(name: str, body: BinaryIO | None, length: int) -> Path:
    """Writes the body of a request to a file of this name in the temporary folder of the process.

    Raises:
        Refused: the name or the size makes no sense, or the body ends early.
    """
    plain = safe_name(name)
    if body is None or length == 0:
        raise wrong("the file is empty")
    folder = _scratch.own() / f"received-{next(_numbers)}"
    folder.mkdir(mode=0o700)
    try:
        with (folder / plain).open("xb") as file:
            left = length
            while left and (part := body.read(min(_AT_ONCE, left))):
                file.write(part)
                left -= len(part)
        if left:
            raise Refused(HTTPStatus.BAD_REQUEST, "bad-request", "the file did not arrive completely")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder / plain


def safe_name(name: str) -> str:
    r"""The last part of a name, without characters that mean something to a file system.

    >>> safe_name("../../etc/My games (2).pgn.zst"), safe_name("C:\\games.pgn"), safe_name("aux.pgn")
    ('My games _2_.pgn.zst', 'games.pgn', '_aux.pgn')
    """
    last = re.split(r"[/\\]", name)[-1]
    plain = re.sub(r"[^\w. -]", "_", last).strip(" .")[-_LONGEST:]
    if not plain:
        raise wrong("the file has no name")
    return f"_{plain}" if _DEVICE.match(plain) else plain
