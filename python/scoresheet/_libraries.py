"""Libraries that the package can work with but does not require."""

from __future__ import annotations

import os
import shlex
import sys
from importlib import import_module
from typing import Any

from scoresheet.errors import UsageError

__all__ = ["installed", "pip_install"]


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
        raise UsageError(f"`{library}` is not installed", hint=pip_install(f"scoresheet[{extra}]")) from error


def pip_install(*packages: str) -> str:
    """The command that installs packages beside this one.

    In the executable that includes Python, pip is the command `scoresheet self pip`. That executable sets `PYAPP` for
    every program that it starts, so a Python in a virtual environment is not taken for the one inside it.

    >>> pip_install("scoresheet[pandas]")
    "pip install 'scoresheet[pandas]'"
    """
    standalone = "PYAPP" in os.environ and sys.prefix == sys.base_prefix
    return f"{'scoresheet self pip' if standalone else 'pip'} install {shlex.join(packages)}"
