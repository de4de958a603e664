"""`scoresheet tree`: the moves of many games as one game."""

from __future__ import annotations

from typing import Any

import click

from scoresheet._options import options_of
from scoresheet.cli import report, signals
from scoresheet.cli.exits import Exit
from scoresheet.cli.one_text import variant_option
from scoresheet.cli.options import (
    SIDELINES,
    Verb,
    chosen,
    given,
    input_arguments,
    job_options,
    output_option,
    parted,
    report_options,
    where_options_without_player,
    with_condition,
)
from scoresheet.cli.reporting import take_writing
from scoresheet.cli.screens import Choice, option

__all__ = ["command"]

# The options of jobs for writing the tree, and those for reading games that mean something else here or nothing.
_WRITING = ("to", "force", "append", "sort_tags", "export", "moves", "positions")
_NOT_HERE = ("columns", "keep_spelling", "find_comment", "find_all", "fen", "variant")
_READING = tuple(row["name"] for row in options_of("read") if row["name"] not in _NOT_HERE)
_OTHERS = tuple(row["name"] for row in options_of("convert") if row["name"] not in (*_WRITING, *_READING))

# The options that are arguments of `Games.tree`.
_OWN = ("plies", "min_games", "top", "max_moves", "examples", "player", "color")


@click.command(
    "tree",
    cls=Verb,
    short_help="Merge many games into one tree of moves.",
    epilog="""\b
Examples:
  scoresheet tree lichess.pgn.zst -o tree.pgn --plies 20 --min-games 100
  scoresheet tree games.pgn -o repertoire.pgn --player "Carlsen, Magnus" --color white""",
)
@input_arguments
@output_option
@option("--plies", type=click.IntRange(1, 500), metavar="N", group="Tree", help="Depth of the tree. [default: 30]")
@option(
    "--min-games",
    type=click.IntRange(1),
    metavar="N",
    group="Tree",
    help="Leave out moves that were played in fewer than N games. [default: 1]",
)
@option(
    "--top",
    type=click.IntRange(1),
    metavar="N",
    group="Tree",
    help="Keep only the N most frequent moves in each position. [default: all]",
)
@option("--fen", metavar="FEN", group="Tree", help="Start from this position. [default: the start of the game]")
@variant_option("Variant of the games and of --fen", group="Tree", common=False)
@option(
    "--max-moves",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    group="Tree",
    common=False,
    help="Maximum number of moves in the tree; if there are more, --min-games is raised. [default: 20,000]",
)
@option(
    "--examples",
    type=click.IntRange(0, 20),
    metavar="N",
    group="Tree",
    common=False,
    help="Name N of the best-known games at each move. [default: 1]",
)
@option(
    "--no-transpositions",
    is_flag=True,
    group="Tree",
    common=False,
    help="Do not merge transpositions; count the games of each move order separately.",
)
@option(
    "--player",
    metavar="NAME",
    group="Select",
    help="Keep only games of the player with this exact name, and show the player's scores.",
)
@option(
    "--color",
    "--as",
    type=Choice(["white", "black"]),
    group="Select",
    help="Keep only games in which the player of --player has this color.",
)
@job_options("convert", after={"force": where_options_without_player}, without=(*_OTHERS, *_NOT_HERE), rare=SIDELINES)
@report_options
def command(inputs: list[str], fen: str | None, variant: str | None, no_transpositions: bool, **options: Any) -> Exit:
    """Merge the mainlines of many games into one game with variations, the most frequent moves first.

    The comment of each move has the number of games, the score in percent, and the best-known games. Scores are
    White's, or those of --player. INPUT and the output are the same as for `convert`.

    Transpositions are merged: if several move orders of the same length reach a position, one of them continues with
    all of their games, and the others end with the comment `transposes to`. Games that do not reach the position of
    --fen, and games of other variants, are counted and left out.
    """
    import scoresheet

    options = with_condition({**options, "player": None}) | {"player": options["player"]}
    target, reporting = take_writing(options, inputs)
    own = {name: value for name in _OWN if (value := options.pop(name)) is not None}
    condition = options.pop("where")
    reading, writing = parted(given(options), target)
    games = chosen(inputs, condition, reading)
    start = scoresheet.Position(fen, variant)
    with reporting.progress(inputs) as progress:
        tree = games.tree(start, transpositions=not no_transpositions, progress=progress, **own)
    signals.last_job()
    written = scoresheet.write(tree, "-" if target is None else target, **writing)
    facts = report.joined(games.report(), written)
    reporting.tell(facts)
    return report.status(facts, options["strict"])
