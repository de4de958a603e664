"""All printing: text, tables, JSON and errors. Data goes to stdout, everything else to stderr.

Imports that only some functions need are local: checking a small file should cost little more than the check.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from scoresheet._registry import hint_of
from scoresheet.errors import WriteError

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "data",
    "failure",
    "findings",
    "listing",
    "note",
    "objects",
    "on_terminal",
    "painted",
    "rows_shown",
    "save",
    "streamed",
    "table",
    "table_file",
    "whole",
]

_SEEN_AT_ONCE = 200
"""How many rows a terminal shows; a file or a pipe gets all of them."""

_NARROWEST = 8
"""The minimum width of a table column in characters, including the space beside it."""

_RECORDS_AT_ONCE = 5
"""How many rows a terminal shows if each column takes a line."""


def on_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal. Python has no stream if the shell has closed it.

    >>> on_terminal(None)
    False
    """
    return stream is not None and stream.isatty()


def data(text: str) -> None:
    """Prints a result: unchanged, except that on a terminal it cannot send control sequences."""
    click.echo(_safe(text) if on_terminal(sys.stdout) else text)


def painted(text: str) -> None:
    """Prints a drawing made for a terminal. Its control sequences are our own colours."""
    click.echo(text)


def _safe(text: str) -> str:
    """A text without control sequences for terminals, because it may come from any file. Lines stay."""
    from scoresheet._printable import printable  # here: `--help` does not need it

    return printable(text, lines=True)


def findings(text: str) -> None:
    """Prints a report as the result of a verb."""
    _colored_where_seen(text, sys.stdout)


def note(text: str) -> None:
    """Prints a note on stderr."""
    _colored_where_seen(text, sys.stderr)


def _colored_where_seen(text: str, stream: TextIO | None) -> None:
    if stream is None:
        return
    text = _safe(text)
    colored = on_terminal(stream) and has_colors()
    click.echo(_painted(text) if colored else text, file=stream, color=colored)


def has_colors() -> bool:
    """Whether a terminal can show colours, and its user wants them."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def failure(error: str | Exception) -> None:
    """Prints why the command failed, with the place and the hint if the error has them."""
    from scoresheet.errors import ScoresheetError  # here: `--help` does not need the package

    text = error.report() if isinstance(error, ScoresheetError) else f"error: {error}"
    note(text if text.startswith("error:") else f"error: {text}")


def _painted(text: str) -> str:
    colors = {"error:": "red", "note:": "yellow", "hint:": "cyan", "loss:": "yellow"}
    lines = []
    for line in text.split("\n"):
        word = line.partition(" ")[0]
        lines.append(click.style(word, fg=colors[word], bold=True) + line[len(word) :] if word in colors else line)
    return "\n".join(lines)


def objects(value: Any) -> None:
    """Prints a result, listing or report as JSON."""
    data(_json(value))


def save(path: str, value: Any) -> None:
    """Writes JSON to a file."""
    whole(path, lambda name: Path(name).write_text(_json(value) + "\n", encoding="utf-8", newline="\n"))


def _json(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def whole(path: str, write: Callable[[str], object]) -> None:
    """Lets `write` fill a file beside `path` and then renames it, so that the file is complete or absent."""
    from scoresheet import _scratch  # here: most output does not go to a file
    from scoresheet.cli.signals import completing

    target = Path(path).resolve()  # a link is kept, and its target is replaced
    if target.exists() and not target.is_file():
        write(path)  # a device or a pipe must not be replaced by a file
        return
    try:
        with _scratch.beside(target) as folder:
            made = folder / target.name
            write(str(made))
            with completing():
                made.replace(target)
    except OSError as error:
        message = f"cannot write {path}: {error.strerror or error}"
        raise WriteError(message, code="write-failed", file=path, hint=hint_of("write-failed")) from error


def streamed(write: Callable[[str], object]) -> None:
    """Lets `write` fill a temporary text file, and prints the file."""
    import shutil

    from scoresheet import _scratch  # here, as above

    made = _scratch.own() / "rows"
    write(str(made))
    with made.open(encoding="utf-8", newline="") as file:
        if on_terminal(sys.stdout):
            sys.stdout.writelines(map(_safe, file))
        elif sys.stdout is not None:
            shutil.copyfileobj(file, sys.stdout)
    made.unlink()


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Prints rows under their column names: wrapped and coloured on a terminal, plain and complete elsewhere.

    >>> table(["games", "white"], [(1, "A"), (12, None)])
    games  white
        1  A
       12  NULL
    """
    if on_terminal(sys.stdout):
        _rich_table(columns, list(rows))
    else:
        _plain_table(columns, list(rows))


def listing(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a list as a table. On a terminal, only the last column wraps, so that the others stay readable.

    >>> listing(["id", "doc"], [["pgn", "games"], ["fen", "boards"]])
    id   doc
    pgn  games
    fen  boards
    """
    cells = [list(columns), *(list(row) for row in rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(columns) - 1)]
    indent = sum(widths) + 2 * len(widths)
    width = _width() - indent if on_terminal(sys.stdout) else None
    for row in cells:
        start = "".join(f"{cell:<{width}}  " for cell, width in zip(row, widths, strict=False))
        data((start + _wrapped(row[-1], width, indent)).rstrip())


def _width() -> int:
    import shutil

    return shutil.get_terminal_size().columns


def console_of(**settings: Any) -> Console:
    """A console of Rich's with these settings.

    `COLUMNS=0` means that the width is unknown. Rich would believe it, and show nothing.
    """
    from rich.console import Console

    unknown = not os.environ.get("COLUMNS", "1").strip("0")
    return Console(width=_width() if unknown else None, **settings)


def _wrapped(text: str, width: int | None, indent: int) -> str:
    if width is None or width < _NARROWEST:
        return text
    import textwrap

    return ("\n" + " " * indent).join(textwrap.wrap(text, width)) if len(text) > width else text


def rows_shown() -> int | None:
    """How many rows to fetch: one more than a terminal shows, or all of them for a file or a pipe."""
    return _SEEN_AT_ONCE + 1 if on_terminal(sys.stdout) else None


def _rich_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    console = console_of()
    if len(columns) * _NARROWEST > console.width:
        _records(console, columns, rows)
        return
    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(columns):
        shown.add_column(name, justify="right" if _numeric(rows, place) else "left", overflow="fold")
    for row in rows[:_SEEN_AT_ONCE]:
        shown.add_row(*(Text(_cell(value)) for value in row))
    console.print(shown)
    _note_the_rest(rows, _SEEN_AT_ONCE)


def _records(console: Console, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Prints one line per column. Side by side, the columns would have no room for their values."""
    from rich.table import Table
    from rich.text import Text

    for row in rows[:_RECORDS_AT_ONCE]:
        shown = Table(box=None, show_header=False, pad_edge=False)
        shown.add_column(style="bold", no_wrap=True)
        shown.add_column(overflow="ellipsis", no_wrap=True)
        for name, value in zip(columns, row, strict=True):
            shown.add_row(name, Text(_cell(value)))
        console.print(shown, Text())
    _note_the_rest(rows, _RECORDS_AT_ONCE)


def _note_the_rest(rows: Sequence[object], shown: int) -> None:
    if len(rows) > shown:
        note(f"only the first {shown} rows are shown; use `-o FILE` or a pipe to get all")


def table_file(path: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Writes rows under their column names to a file."""
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in _plain_lines(columns, rows))


def _plain_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    for line in _plain_lines(columns, rows):
        data(line)


def _plain_lines(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    cells = [list(columns), *([_cell(value).replace("\n", " ") for value in row] for row in rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(columns))]
    right = [_numeric(rows, place) for place in range(len(columns))]
    for row in cells:
        padded = (
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        )
        yield "  ".join(padded).rstrip()


def _numeric(rows: Sequence[Sequence[Any]], place: int) -> bool:
    values = [row[place] for row in rows if row[place] is not None]
    return bool(values) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _cell(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, bytes):
        return value.hex()
    return _safe(str(value))
