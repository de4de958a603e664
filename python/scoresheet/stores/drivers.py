"""The drivers of databases: packages of their own, imported when a store is opened and not before."""

from __future__ import annotations

import importlib
from typing import Any

from scoresheet.errors import UsageError

__all__ = ["driver"]


def driver(module: str, *, extra: str) -> Any:
    """The module of a driver, which an extra of this package installs.

    >>> driver("no_such_driver", extra="postgresql")
    Traceback (most recent call last):
    scoresheet.errors.UsageError: `postgresql` needs the package `no_such_driver`, which is not installed
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UsageError(
            f"`{extra}` needs the package `{module}`, which is not installed",
            hint=f"install it with `pip install 'scoresheet[{extra}]'`",
        ) from error
