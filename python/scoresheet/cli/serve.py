"""`scoresheet serve`: shows games in the browser."""

from __future__ import annotations

import ipaddress
import sys
from typing import Any

import click

from scoresheet.cli import output
from scoresheet.cli.engine_options import command_of, engine_options_of
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import Size, Verb, existing
from scoresheet.cli.signals import Ended
from scoresheet.errors import UsageError

__all__ = ["command"]

_MOST_PORT = 65_535


@click.command(
    "serve",
    cls=Verb,
    short_help="Show games in the browser.",
    epilog="""\b
Examples:
  scoresheet serve lichess.pgn.zst --engine stockfish
  scoresheet serve games.parquet club/ --port 8000 --no-browser""",
)
@click.argument("inputs", metavar="[INPUT]...", nargs=-1, callback=lambda _ctx, _argument, paths: existing(paths))
@click.option(
    "--engine",
    metavar="CMD",
    help="Let the page analyse games with this engine: a name, a path, or a program with its arguments.",
)
@click.option(
    "--engine-option",
    metavar="NAME=VALUE",
    multiple=True,
    help="Set an option of the engine; several times for several options.",
)
@click.option(
    "--port",
    type=click.IntRange(0, _MOST_PORT),
    metavar="N",
    help="Listen on this port; 0 stands for any free one. [default: 6464, or a free one if that is taken]",
)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Listen on this address; any but that of this machine alone needs --token.",
)
@click.option(
    "--token",
    metavar="TEXT",
    help="The secret part of the address: 16 or more letters and digits. [default: a random one]",
)
@click.option("--no-browser", is_flag=True, help="Print the address, but do not open it.")
@click.option(
    "--threads", type=click.IntRange(min=1), metavar="N", help="How many threads search games. [default: all]"
)
@click.option(
    "--memory",
    type=Size(),
    metavar="SIZE",
    help="How much memory searches may use before they write to disk, such as 2GB.",
)
def command(inputs: tuple[str, ...], no_browser: bool, **options: Any) -> Exit:
    """Show games in the browser: a list with filters, boards, an explorer and plots.

    Inputs are files of any format, folders, archives and databases, which form one list. Parquet and DuckDB files are
    read as they are. Everything else is converted once, and kept in the user's cache folder. Without an input, the
    page asks for one. Ctrl-C ends the server.

    With `--engine`, the page evaluates positions and analyses games; no game or page can name another engine. Files are
    not changed.

    Only programs that know the printed address get answers, and only on this machine unless `--host` says otherwise.
    """
    from scoresheet.viewer.serving import Running, Settings  # here, so that the help needs neither DuckDB nor a server

    running = Running(Settings(**_settings(options)))
    try:
        running.open(inputs)
        output.data(running.address)
        sys.stdout.flush()
        if not no_browser and not running.open_browser():
            output.note("no browser was found; open the address above")
        running.run()
    except KeyboardInterrupt as interrupt:
        if isinstance(interrupt, Ended):
            raise
    finally:
        running.close()
    return Exit.OK  # Ctrl-C is the usual way to end


def _settings(options: dict[str, Any]) -> dict[str, Any]:
    """The settings. Checks what only other machines make dangerous."""
    from scoresheet.analysis.engines import EngineChoice  # here, as above
    from scoresheet.viewer.guard import checked_token

    host, token = options["host"], options["token"]
    if not _is_loopback(host) and token is None:
        raise UsageError(
            f"`--host {host}` needs `--token`", hint="other machines could reach the server; choose a secret"
        )
    command, pairs = options.pop("engine"), options.pop("engine_option")
    if command is None and pairs:
        raise UsageError("`--engine-option` needs `--engine`", hint="name the engine that has the option")
    if command is not None:
        options["engine"] = EngineChoice(command_of(command), engine_options_of(pairs)[0])
    memory = None if options["memory"] is None else f"{options['memory']}B"
    return {**options, "token": None if token is None else checked_token(token), "memory": memory}


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        raise UsageError(f"`--host {host}` is not an address", hint="write one such as `127.0.0.1`") from None
