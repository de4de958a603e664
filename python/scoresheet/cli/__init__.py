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
    if args is None:
        _speak_utf_8()
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


def _speak_utf_8() -> None:
    """Starts the process again if Python took the names of files and the arguments for another encoding than UTF-8.

    The native part always takes them for UTF-8. Python decides this once, by the locale. On Windows, both are text, and
    a setting for old programs would make the new process no different.
    """
    if sys.platform != "win32" and sys.getfilesystemencoding() != "utf-8" and sys.executable:
        import os

        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def _print_utf_8() -> None:
    r"""Makes standard output and standard error take every character.

    Files and pipes get UTF-8, as all data of this program are, and lines that end with `\n` on every system. A terminal
    keeps its encoding; what it cannot show is escaped.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is None or not hasattr(stream, "reconfigure"):  # closed by the shell, or replaced by the caller
            continue
        if stream.isatty():
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
