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
    epilog="""\b
Examples:
  scoresheet extension-path
  duckdb -unsigned -c "LOAD '$(scoresheet extension-path)'; SELECT play(NULL, 'e4 e5')\"""",
)
def command() -> Exit:
    """Print the path of the DuckDB extension.

    The extension provides the functions of `scoresheet list functions`. `scoresheet query` loads it automatically. To
    use the functions in other programs or in the `duckdb` shell, started with `-unsigned`, load this file.
    """
    from scoresheet.engines.extension import extension_path

    output.data(extension_path())
    return Exit.OK
