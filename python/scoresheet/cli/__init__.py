"""The command `scoresheet`: one file per verb, each imported when it is used.

Every start loads this file, so it imports nothing: not even Click is needed for `--version`.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # the same as in `typing`, whose import takes longer than all the rest
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["main"]


def main(args: Sequence[str] | None = None, **how: Any) -> Any:
    """Runs the command with these arguments, or those of the process; `how` is passed on to Click's `Command.main`."""
    _print_utf_8()
    try:
        if list(sys.argv[1:] if args is None else args) == ["--version"]:
            import scoresheet

            return print(f"scoresheet {scoresheet.__version__}")
        from scoresheet.cli.group import command

        if args is None:
            from scoresheet.cli.signals import end_process

            end_process()
        return command.main(args, **how)
    except KeyboardInterrupt:
        # No work has begun, or the user pressed Ctrl-C again while the command was ending: a traceback would not help.
        from scoresheet.cli.exits import Exit

        sys.exit(Exit.INTERRUPTED)


def _print_utf_8() -> None:
    """Makes standard output take every character.

    Files and pipes get UTF-8, as all data of this program are. A terminal keeps its encoding; what it cannot show is
    escaped.
    """
    stdout = sys.stdout
    if stdout is None or not hasattr(stdout, "reconfigure"):  # closed by the shell, or replaced by the caller
        return
    if stdout.isatty():
        stdout.reconfigure(errors="backslashreplace")
    else:
        stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
