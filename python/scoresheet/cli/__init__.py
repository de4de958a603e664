"""The command `scoresheet`: one file a command, each imported when it is used.

This file is all that every start pays for, so it imports nothing: Click is needed for more than the version only.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # what `typing` says too; to import that takes longer than the rest
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["main"]


def main(args: Sequence[str] | None = None, **how: Any) -> Any:
    """Runs the command with these arguments, or those of the process; `how` is for Click's `Command.main`."""
    if list(sys.argv[1:] if args is None else args) == ["--version"]:
        import scoresheet

        return print(f"scoresheet {scoresheet.__version__}")
    from scoresheet.cli.verbs import command

    return command.main(args, **how)
