"""`scoresheet tree`: the moves of many games as one game."""

from __future__ import annotations

from typing import Any

import click

from scoresheet._options import options_of
from scoresheet.cli import report, signals
from scoresheet.cli.exits import Exit
from scoresheet.cli.one_text import variant_option
from scoresheet.cli.options import (
    Verb,
    chosen,
    given,
    input_arguments,
    job_options,
    parted,
    report_options,
    where_options_without_player,
    with_condition,
)
from scoresheet.cli.reporting import take_writing

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
@click.option(
    "-o", "--output", metavar="FILE", help="Write to this file; the extension determines the format. [default: stdout]"
)
@click.option("--fen", metavar="FEN", help="Start at this position. [default: the start of the rules]")
@variant_option("The rules of the games and of `--fen`.")
@click.option("--plies", type=click.IntRange(1, 500), metavar="N", help="The depth in half-moves. [default: 30]")
@click.option(
    "--min-games", type=click.IntRange(1), metavar="N", help="Leave out moves that fewer games have. [default: 1]"
)
@click.option("--top", type=click.IntRange(1), metavar="N", help="Only so many moves of each position. [default: all]")
@click.option(
    "--max-moves",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="The most moves of the tree; if there are more, --min-games is raised until they fit. [default: 20,000]",
)
@click.option(
    "--examples",
    type=click.IntRange(0, 20),
    metavar="N",
    help="Name so many of the best-known games at each move. [default: 1]",
)
@click.option(
    "--player", metavar="NAME", help="Only games of the player with exactly this name, whose scores are shown."
)
@click.option(
    "--color", "--as", type=click.Choice(["white", "black"]), help="Only games in which the player has this side."
)
@click.option(
    "--no-transpositions", is_flag=True, help="Keep different orders of moves apart, each with its own games."
)
@job_options("convert", after={"force": where_options_without_player}, without=(*_OTHERS, *_NOT_HERE))
@report_options
def command(inputs: list[str], fen: str | None, variant: str | None, no_transpositions: bool, **options: Any) -> Exit:
    """Merge the mainlines of many games into one game, a tree of variations with the most frequent moves first.

    INPUT is as for `convert`, and so is the output, which is one game. The comment of each move has the number of
    games, the score in percent, and the best-known games with it. Scores are White's, or those of `--player`.

    A position that several orders of moves reach after as many half-moves goes on in one place, with all of their
    games; the other moves to it say `transposes to`. Games that do not reach the position of `--fen`, or are played by
    other rules, are left out and counted.
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
