"""Folders for temporary files. The native part names, locks and removes them: see `crates/files/src/temporary.rs`.

A process that is killed cannot remove its files, so the next process that works in the same place removes them.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scoresheet import _core

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["beside", "own", "remove_own"]


@contextmanager
def beside(target: str | os.PathLike[str]) -> Iterator[Path]:
    """A folder in the same place as a file that will be written, so that the finished file can be renamed.

    >>> with beside("games.csv") as folder:
    ...     folder.is_dir()
    True
    >>> folder.exists()
    False
    """
    scratch = _core.Scratch(target)
    try:
        yield scratch.path
    finally:
        scratch.close()


_own: dict[int, _core.Scratch] = {}


def own() -> Path:
    """The folder of this process among the system's temporary files. It is removed when the process ends.

    >>> own() == own() and own().is_dir()
    True
    """
    process = os.getpid()
    if process not in _own:  # a forked child gets a separate folder
        _own[process] = _core.Scratch()
    return _own[process].path


@atexit.register
def remove_own() -> None:
    """Removes the folder of this process, if it has one."""
    scratch = _own.pop(os.getpid(), None)
    if scratch is not None:
        scratch.close()
