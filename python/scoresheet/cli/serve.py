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
    help="Engine for evaluations and analyses in the page: a name, a path, or a command with arguments.",
)
@click.option(
    "--engine-option",
    metavar="NAME=VALUE",
    multiple=True,
    help="Set an option of the engine, such as Hash=1024. Repeat it for several options.",
)
@click.option(
    "--port",
    type=click.IntRange(0, _MOST_PORT),
    metavar="N",
    help="Listen on this port; 0 chooses a free one. [default: 6464, or a free one if that is in use]",
)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Listen on this address; addresses other than localhost require --token. [default: 127.0.0.1]",
)
@click.option(
    "--token",
    metavar="TEXT",
    help="Secret in the address: at least 16 letters and digits. [default: random]",
)
@click.option("--no-browser", is_flag=True, help="Print the address without opening a browser.")
@click.option(
    "--threads", type=click.IntRange(min=1), metavar="N", help="Number of threads for searches. [default: all]"
)
@click.option(
    "--memory",
    type=Size(),
    metavar="SIZE",
    help="Memory for searches, such as 2GB; larger ones use the disk.",
)
def command(inputs: tuple[str, ...], no_browser: bool, **options: Any) -> Exit:
    """Show games in the browser: a list with filters, boards, an opening explorer and plots.

    Inputs are files of any format, folders, archives and databases. All inputs are shown as one list. Parquet and
    DuckDB files are read directly. Other inputs are converted once, and the result is kept in your cache folder.
    Without an input, you choose files in the page. Ctrl-C stops the server.

    With --engine, the page evaluates positions and analyses games. Neither a game nor a page can start another engine.
    Your files are not changed unless you save a game in the page.

    The server answers only requests that contain the secret in the printed address. It listens on this machine only,
    unless you set --host.
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
            f"`--host {host}` needs `--token`", hint="other machines can reach the server, so choose a secret"
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
        raise UsageError(f"`--host {host}` is not an IP address", hint="use one such as `127.0.0.1`") from None
