"""`scoresheet annotate`: adds an annotation with its source to a stored game."""

from __future__ import annotations

import json
from typing import Any

import click

from scoresheet.cli.options import check_output, existing
from scoresheet.cli.screens import GroupedCommand

__all__ = ["command"]


def _nag(_ctx: click.Context, _option: click.Parameter, value: str | None) -> int | str | None:
    return int(value) if value is not None and value.isdecimal() and value.isascii() else value


def _info(_ctx: click.Context, _option: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    try:
        return json.loads(value)
    except ValueError as error:
        raise click.BadParameter(f"not valid JSON: {error}") from None


def _table(choices: tuple[str, ...]) -> dict[str, str]:
    """The options given for a database."""
    given = dict(choice.partition("=")[::2] for choice in choices)
    for name in given:
        if name != "table":
            raise click.UsageError(f"`annotate` has no option `{name}`; `-O` takes only `table=NAME`")
    return given


@click.command(
    "annotate",
    cls=GroupedCommand,
    epilog="""\b
Examples:
  scoresheet annotate club.bgnl --game 3 --ply 12 --source AA2 --nag "?!" --alt "6... Nf6 {solid} 7. Bg5 (7. Nf3) h6"
  scoresheet annotate postgresql://localhost/chess --file club.pgn --game 3 --ply 12.1.3 --source AA2 --nag 4""",
)
@click.argument("file", metavar="FILE|DATABASE")
@click.option("--game", type=int, required=True, metavar="N", help="Number of the game, from 1.")
@click.option(
    "--ply",
    required=True,
    metavar="P",
    help="Ply, from 1; 0 for the game itself; or the address of a move in a variation, such as `12.1.3`.",
)
@click.option(
    "--source",
    required=True,
    metavar="ID",
    help="Source id, such as an engine or a person.",
)
@click.option(
    "--nag", callback=_nag, metavar="NAG", help="NAG: a number from 0 to 255, a sign such as `!?`, or other text."
)
@click.option("--comment", metavar="TEXT", help="Text of a comment.")
@click.option(
    "--alt",
    metavar="MOVES",
    help="Line that the source prefers to the move, in SAN, with {comments}, NAGs and (variations) as in PGN.",
)
@click.option("--alt-name", metavar="NAME", help="Name of the line.")
@click.option(
    "--date", metavar="DATE", help="Date of the annotation, such as 2022-03-04. [default: the date of the game]"
)
@click.option("--q", type=float, metavar="NUMBER", help="A number that the source assigns to the move.")
@click.option("--info", callback=_info, metavar="JSON", help="Facts about the source, as a JSON object.")
@click.option(
    "--file",
    "of",
    metavar="NAME",
    help="File that the game was loaded from, if the database has games from several files.",
)
@click.option("-O", "choices", metavar="NAME=VALUE", multiple=True, help="Set an option of the database: `table=NAME`.")
@click.option("-o", "--output", metavar="FILE", help="Write to this file. [default: replace FILE]")
@click.option("--force", is_flag=True, help="Overwrite an existing output.")
def command(
    file: str, game: int, ply: str, source: str, output: str | None, force: bool, of: str | None,
    choices: tuple[str, ...], **said: Any,
) -> None:  # fmt: skip
    """Add an annotation to a game.

    FILE contains BGN documents in any of their formats (`bgn`, `bgnl`, `bgnx`, `bson`). DATABASE is the file or URL of
    a database. Existing annotations are kept, and the source is added to the sources of the game. A file is replaced
    when the new one is complete; if the file has errors, it is not changed. A database is changed in place.

    The address of a move in a variation has three numbers: the ply of a mainline move, the number of a line at that
    move, and the number of a move in that line. So `12.1.3` is the third move of the first line at ply 12, and
    `12.1.3.2.1` the first move of the second line at that move. All numbers start at 1. Lines without moves are not
    counted.
    """
    from scoresheet.stores.asking import store_of

    existing([file])
    store = store_of(file, _table(choices))
    if store is not None:
        if output is not None or force:
            raise click.UsageError("a database is changed in place, so --output and --force do not apply")
        from scoresheet.stores.annotating import annotate_in

        annotate_in(store, (of, game, ply), source, **said)
        return
    if of is not None or choices:
        raise click.UsageError("--file and -O apply only to databases")
    check_output(output, force, inputs=[file])
    from scoresheet.annotating import annotate

    annotate(file, game, ply, source, output=output, force=force, **said)
