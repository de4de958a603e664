"""`scoresheet show`: shows a game or a position in the terminal, or in a file: as a picture, an animation or a page."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scoresheet._registry import names
from scoresheet.cli import output
from scoresheet.cli.drawn_files import ALL, DrawnFile, drawn_file, of_ending, refuse_other_kinds
from scoresheet.cli.exits import Exit
from scoresheet.cli.look import look, writable
from scoresheet.cli.one_text import variant_option
from scoresheet.cli.options import existing
from scoresheet.cli.screens import Choice, GroupedCommand, option
from scoresheet.drawing.captions import Captions, times_of
from scoresheet.drawing.heading import heading_of
from scoresheet.drawing.messages import LANGUAGES
from scoresheet.drawing.movetext import clean, stretches
from scoresheet.drawing.pieces import SETS
from scoresheet.drawing.terminal import text_lines
from scoresheet.drawing.theme import THEMES
from scoresheet.drawing.views import view_of
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame
    from scoresheet.drawing.terminal import Look
    from scoresheet.drawing.view import AnyView, Shown

    _Range = click.ParamType[tuple[int, int]]
else:
    _Range = click.ParamType

__all__ = ["command"]


_MOST_GAMES = 5_000
"""The maximum number of games of a file to print: a book of a thousand pages."""


class _Numbers(_Range):
    """The number of a game, or the first and the last of several."""

    name = "games"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """The first and the last number."""
        match = re.fullmatch(r"([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?", str(value), re.ASCII)
        if match is None or int(match[2] or match[1]) < int(match[1]):
            self.fail(f"{value!r} is neither the number of a game nor a range such as 1-20", param, ctx)
        return int(match[1]), int(match[2] or match[1])


_MORE = """
Boards without edges (infinite chess) are cropped to the parts with pieces. Variants are shown with the pieces in hand
and the remaining checks.
"""


@click.command(
    "show",
    cls=GroupedCommand,
    short_help="Show a game or a position, or write it as a picture.",
    more=_MORE,
    epilog="""\b
Examples:
  scoresheet show club.pgn --game 3 --ply 24 -o board.png
  scoresheet show club.pgn --moves san-figurine --print -o games.html""",
)
@click.argument("source", metavar="[INPUT]", required=False)
@option(
    "--game",
    "numbers",
    type=_Numbers(),
    metavar="N",
    group="Input",
    help="Show game N, or several games on a page, such as 1-20. [default: 1; all games on a page to print]",
)
@option("--fen", metavar="FEN", group="Input", help="Show this position instead of an input.")
@variant_option("Variant of --fen", group="Input", common=False)
@option(
    "--from",
    "from_",
    type=Choice(names("formats")),
    metavar="FORMAT",
    group="Input",
    common=False,
    help="Read the input in this format instead of detecting it (`list formats`).",
)
@option(
    "--ply",
    type=click.IntRange(min=0),
    metavar="N",
    group="Display",
    help="Show the board after N plies. [default: the end of the game]",
)
@option("--flipped", is_flag=True, group="Display", help="Put Black at the bottom.")
@option(
    "--moves",
    type=Choice(names("notations")),
    metavar="NOTATION",
    group="Display",
    help="Notation of the moves (`list notations`). [default: san]",
)
@option(
    "--language",
    type=Choice(["en", *LANGUAGES]),
    group="Display",
    common=False,
    help="Language of the words on pages. [default: en]",
)
@option(
    "--theme",
    type=Choice(list(THEMES)),
    default="brown",
    group="Display",
    common=False,
    help="Colours of pictures and pages. [default: brown]",
)
@option(
    "--pieces",
    type=Choice(list(SETS)),
    default="classic",
    group="Display",
    common=False,
    help="Pieces of pictures and pages. [default: classic]",
)
@option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    group="Output",
    help="Write a picture (.svg, .png), an animation (.gif, .apng), an interactive page (.html) or a text to print "
    "(.tex, .md) to this file.",
)
@option(
    "--print", is_flag=True, default=None, group="Output", help="Lay out an .html page for printing, with diagrams."
)
@option(
    "--embed",
    is_flag=True,
    default=None,
    group="Output",
    common=False,
    help="Write an .html page whose boards can be pasted into other pages, and the script that they need.",
)
@option(
    "--size", type=click.IntRange(min=1), metavar="N", group="Output", common=False, help="Size of pictures in pixels."
)
@option(
    "--delay",
    type=float,
    metavar="SECONDS",
    group="Output",
    common=False,
    help="Time for each board of an animation. [default: 1]",
)
@option(
    "--once",
    is_flag=True,
    default=None,
    group="Output",
    common=False,
    help="Play an animation only once.",
)
@option(
    "--svg",
    metavar="FILE",
    group="Output",
    common=False,
    help="Write the board as SVG to this file (`-`: stdout).",
)
@option(
    "--html",
    metavar="FILE",
    group="Output",
    common=False,
    help="Write an interactive page to this file (`-`: stdout).",
)
@option("--force", is_flag=True, group="Output", help="Overwrite existing files.")
def command(source: str | None, fen: str | None, **options: Any) -> Exit:
    """Show a game or a position in the terminal, or write it as a picture or a page.

    The terminal shows the board in colours, and the moves with comments and variations. INPUT is a file, a folder, a
    URL, or `-` for standard input.
    """
    files = [*_files(options)]
    for path, kind in files:
        kind.check(path, options)
    whole = bool(files) and all(kind.whole for _, kind in files)
    games, status = _asked(source, fen, options, whole)
    if len(games) > 1 and not (files and all(kind.several for _, kind in files)):
        raise click.UsageError("several games need a page, such as `-o games.html`")
    view = view_of(games[0])
    view.check_notation(options["moves"])
    for path, kind in files:
        kind.write(path, games, options)
    if not files:
        shown = view.at(options["ply"])
        output.painted(writable("\n".join(_lines(view, shown, look(options["flipped"]), options["moves"]))))
    return status


def _files(options: dict[str, Any]) -> Iterator[tuple[str, DrawnFile]]:
    """The files to write. Options that mean nothing for any of them are refused."""
    found = []
    if options["target"]:
        found.append((str(options["target"]), of_ending(options["target"], options)))
    for name in ("svg", "html"):
        if options[name]:
            kind = drawn_file(name, {"embed": options["embed"]})  # `--print` is for `-o` alone
            refuse_other_kinds(options[name], kind)
            found.append((options[name], kind))
    for name in ("ply", "size", "delay", "once", "print", "embed", "language"):
        if name == "ply" and not found:
            continue  # the terminal shows a board, too
        if options[name] is not None and not any(name in kind.takes for _, kind in found):
            takers = ["html"] if name in ("print", "embed") else [kind.id for kind in ALL if name in kind.takes]
            kinds = ", ".join(f"`.{taker}`" for taker in takers)
            limited = ", without `--print` and `--embed`" if name == "language" else ""
            hint = f"use it with an output that ends in {kinds}{limited}"
            raise UsageError(f"`--{name}` has no effect here", hint=hint)
    yield from found


def _asked(source: str | None, fen: str | None, options: dict[str, Any], whole: bool) -> tuple[list[EitherGame], Exit]:
    """The games to show, and the exit status for their errors. `whole` takes all games if none are chosen."""
    import scoresheet

    if (source is None) == (fen is None):
        raise click.UsageError("`show` needs either an input or `--fen`")
    if fen is not None:
        if options["numbers"] or options["from_"]:
            raise click.UsageError("`--game` and `--from` need an input, so they cannot be combined with `--fen`")
        return [scoresheet.Game(fen=fen, variant=options["variant"])], Exit.OK
    if options["variant"]:
        raise click.UsageError("`--variant` needs `--fen`; the games of an input name their own variant")
    if _is_position(str(source)):
        raise UsageError(f"`{source}` is a position, not an input", hint="use `--fen FEN`")
    (path,) = existing([str(source)])
    first, last = options["numbers"] or (1, _MOST_GAMES + 1 if whole else 1)
    asked = scoresheet.read(path, from_=options["from_"], limit=last, threads=1)
    games: list[EitherGame] = [*(asked[first - 1 :] if asked._has_numbers else islice(asked, first - 1, last))]
    if not games:
        raise UsageError(f"`{path}` has no game {first}")
    if whole and len(games) > _MOST_GAMES:
        raise UsageError(
            f"`{path}` has more than {_MOST_GAMES:,} games, too many for one file to print",
            hint=f"choose some, such as `--game 1-{_MOST_GAMES}`, or write some of them to another file first",
        )
    errors = [error for game in games for error in game.errors]
    for error in errors:
        output.failure(str(error))  # without its hint, which names options of other verbs
    return games, Exit.BAD_INPUT if errors else Exit.OK


def _is_position(source: str) -> bool:
    """Whether an argument is a position instead of the name of a file."""
    from scoresheet import Position, ScoresheetError

    if Path(source).exists():
        return False
    if source == "startpos":
        return True
    try:
        Position(source)
    except ScoresheetError:
        return False
    return True


def _lines(view: AnyView, shown: Shown[Any, Any], look: Look, notation: str | None) -> Iterator[str]:
    """The lines for a terminal: the players, the board, the last move, and the movetext."""
    head = heading_of(view)
    if head.tagged:
        yield look.paint(f"{head.white} - {head.black}  {head.result}", "1")
    if head.tagged or head.facts:
        yield from textwrap.wrap(" | ".join(head.facts), look.width)
        yield ""
    yield from view.board_lines(shown, look)
    yield ""
    move = Captions(view, notation).of(shown) if shown.plies else ""
    yield ", ".join(part for part in (move, view.state(shown), clean(times_of(shown.node))) if part)
    yield ""
    start = None if shown.plies else view.start_text()
    if start is None:
        yield from text_lines(stretches(view.game, notation), look, shown.ply)
    else:
        yield start
