"""Libraries that the package can work with but does not require."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from scoresheet.errors import UsageError

__all__ = ["installed"]


def installed(library: str, extra: str) -> Any:
    """Imports an optional library when it is first needed.

    Args:
        library: the name of its module.
        extra: the extra of this package that installs it.

    Raises:
        UsageError: it is not installed.

    >>> installed("json", "json").__name__
    'json'
    >>> installed("no_such_library", "pandas")
    Traceback (most recent call last):
    scoresheet.errors.UsageError: `no_such_library` is not installed
    hint: pip install 'scoresheet[pandas]'
    """
    try:
        return import_module(library)
    except ImportError as error:
        raise UsageError(f"`{library}` is not installed", hint=f"pip install 'scoresheet[{extra}]'") from error
