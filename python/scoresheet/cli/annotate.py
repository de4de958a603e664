"""`scoresheet annotate`: an annotation by a source, added to a game that is stored."""

from __future__ import annotations

import json
from typing import Any

import click

from scoresheet.cli.options import check_output, existing, job_option

__all__ = ["command"]


def _nag(_ctx: click.Context, _option: click.Parameter, value: str | None) -> int | str | None:
    return int(value) if value is not None and value.isdecimal() and value.isascii() else value


def _info(_ctx: click.Context, _option: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    try:
        return json.loads(value)
    except ValueError as error:
        raise click.BadParameter(f"it is no JSON: {error}") from None


def _table(choices: tuple[str, ...]) -> dict[str, str]:
    """The options of a database."""
    given = dict(choice.partition("=")[::2] for choice in choices)
    for name in given:
        if name != "table":
            raise click.UsageError(f"there is no option `{name}` of a database that is annotated; `table=NAME` is one")
    return given


@click.command(
    "annotate",
    epilog="""\b
Examples:
  scoresheet annotate club.bgnl --game 3 --ply 12 --source AA2 --nag "?!" --comment "Too early."
  scoresheet annotate postgresql://localhost/chess --file club.pgn --game 3 --ply 12 --source AA2 --nag 4""",
)
@click.argument("file", metavar="FILE|DATABASE")
@click.option("--game", type=int, required=True, metavar="N", help="The game, counted from 1.")
@click.option(
    "--ply", type=int, required=True, metavar="P", help="The half-move, counted from 1; 0 for the game itself."
)
@click.option("--source", required=True, metavar="ID", help="Whose annotation it is.")
@click.option(
    "--nag", callback=_nag, metavar="NAG", help="A number from 0 to 255, a sign such as `!?`, or another text."
)
@click.option("--comment", metavar="TEXT", help="What is said.")
@click.option("--alt", metavar="MOVES", help="A line in place of the move, in SAN.")
@click.option("--date", metavar="DATE", help="When it was said, as in 2022-03-04; the time of the game if not given.")
@click.option("--q", type=float, metavar="NUMBER", help="The source's own measure.")
@click.option("--info", callback=_info, metavar="JSON", help="What is known of the source, an object.")
@click.option("--file", "of", metavar="SOURCE", help="The source of the game, where a database holds several.")
@click.option("-O", "choices", metavar="NAME=VALUE", multiple=True, help="An option of a database: `table=NAME`.")
@click.option("-o", "--output", metavar="FILE", help="Write here. [default: FILE itself]")
@job_option("force")
def command(
    file: str, game: int, ply: int, source: str, output: str | None, force: bool, of: str | None,
    choices: tuple[str, ...], **said: Any,
) -> None:  # fmt: skip
    """Add an annotation to a game.

    FILE holds documents of BGN, in any of their renderings; a database is named by its file or its URL. All other
    annotations stay as they are, and the source is added to the sources of the game. A file is replaced when the new
    one is complete, and stays untouched if it has errors. In a database, the game is changed in place.
    """
    from scoresheet.stores.asking import store_of

    existing([file])
    store = store_of(file, _table(choices))
    if store is not None:
        if output is not None or force:
            raise click.UsageError("a database is changed where it stands, so there is no --output and no --force")
        from scoresheet.stores.annotating import annotate_in

        annotate_in(store, (of, game, ply), source, **said)
        return
    if of is not None or choices:
        raise click.UsageError("--file and -O are for databases")
    check_output(output, force, inputs=[file])
    from scoresheet.annotating import annotate

    annotate(file, game, ply, source, output=output, force=force, **said)
