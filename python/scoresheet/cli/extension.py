"""`scoresheet extension-path`: the file of the DuckDB extension."""

from __future__ import annotations

import click

from scoresheet.cli import output
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import Verb

__all__ = ["command"]


@click.command(
    "extension-path",
    cls=Verb,
    hidden=True,  # the first help screen is for verbs about games
    epilog="""\b
Examples:
  scoresheet extension-path
  duckdb -unsigned -c "LOAD '$(scoresheet extension-path)'; SELECT play(NULL, 'e4 e5')\"""",
)
def command() -> Exit:
    """Print the path of the DuckDB extension.

    The extension has the functions that `scoresheet list functions` shows. `scoresheet query` loads it by itself; load
    this file to use the functions in the `duckdb` shell, started with `-unsigned`, or in other programs.
    """
    from scoresheet.engines.extension import extension_path

    output.data(extension_path())
    return Exit.OK
