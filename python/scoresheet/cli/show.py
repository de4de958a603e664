"""`scoresheet show`: shows a game or a position in the terminal, as SVG or as an HTML page."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click

from scoresheet._registry import names
from scoresheet.cli import output
from scoresheet.cli.exits import Exit
from scoresheet.cli.look import look, writable
from scoresheet.cli.one_text import variant_option
from scoresheet.cli.options import check_output, existing
from scoresheet.drawing.captions import Captions, times_of
from scoresheet.drawing.heading import heading_of
from scoresheet.drawing.movetext import clean, stretches
from scoresheet.drawing.page import page_html
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

_DRAWN = frozenset(
    [
        "avif",
        "bmp",
        "eps",
        "gif",
        "heic",
        "htm",
        "html",
        "ico",
        "jpeg",
        "jpg",
        "pdf",
        "png",
        "ps",
        "svg",
        "tif",
        "tiff",
        "webp",
    ]
)
"""The endings of files that hold pictures and pages."""


class _Numbers(_Range):
    """The number of a game, or the first and the last of several."""

    name = "games"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """The first and the last number."""
        match = re.fullmatch(r"([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?", str(value), re.ASCII)
        if match is None or int(match[2] or match[1]) < int(match[1]):
            self.fail(f"{value!r} is neither the number of a game nor a range such as 1-20", param, ctx)
        return int(match[1]), int(match[2] or match[1])


@click.command(
    "show",
    epilog="""\b
Examples:
  scoresheet show club.pgn --game 3 --ply 24
  scoresheet show club.pgn --game 1-20 --html games.html""",
)
@click.argument("source", metavar="[INPUT]", required=False)
@click.option(
    "--game",
    "numbers",
    type=_Numbers(),
    metavar="N",
    help="Show the Nth game; with --html also several, such as 1-20. [default: 1]",
)
@click.option(
    "--ply", type=click.IntRange(min=0), metavar="N", help="Show the board after N half-moves. [default: the end]"
)
@click.option("--fen", metavar="FEN", help="Show this position instead of an input.")
@variant_option("The rules of `--fen`.")
@click.option(
    "--moves",
    type=click.Choice(names("notations")),
    metavar="NOTATION",
    help="The notation of the moves; see `list notations`. [default: san]",
)
@click.option("--flipped", is_flag=True, help="Put Black at the bottom.")
@click.option("--theme", type=click.Choice(list(THEMES)), default="brown", help="The colours of --svg and --html.")
@click.option("--svg", metavar="FILE", help="Write the board as SVG to this file instead.")
@click.option("--html", metavar="FILE", help="Write an interactive page to this file instead.")
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@click.option("--from", "from_", type=click.Choice(names("formats")), help="Read the input as this format.")
def command(source: str | None, fen: str | None, **options: Any) -> Exit:
    """Show a game or a position.

    A terminal shows the board in colours, and the moves with comments and variations. INPUT is a file, `-` for
    standard input, or anything else that `check` reads. For boards without edges, only the parts with pieces are
    shown. Under the rules of variants, the board is shown with what is in hand and the checks that remain.
    """
    for kind in ("svg", "html"):
        _check_kind(options[kind], kind)
        check_output(options[kind], options["force"])
    games, status = _asked(source, fen, options)
    if len(games) > 1 and (options["svg"] or not options["html"]):
        raise click.UsageError("several games need `--html FILE`, and no `--svg`")
    view = view_of(games[0])
    view.check_notation(options["moves"])
    shown = view.at(options["ply"])
    if options["svg"]:
        board = view.picture(shown, theme=options["theme"], flipped=options["flipped"])
        _write(options["svg"], board.svg() + "\n")
    if options["html"]:
        _write(options["html"], _page(games, options))
    if not options["svg"] and not options["html"]:
        output.painted(writable("\n".join(_lines(view, shown, look(options["flipped"]), options["moves"]))))
    return status


def _check_kind(path: str | None, kind: str) -> None:
    """Refuses a name that promises a file of another kind, which no program would open."""
    ending = PurePath(path or "").suffix.lower().lstrip(".")
    if ending in _DRAWN - {kind, "htm" if kind == "html" else ""}:
        hint = f"name a file that ends in `.{kind}`; browsers and programs for pictures convert it"
        raise UsageError(f"`--{kind} {path}` would not write a file of the kind `.{ending}`", hint=hint)


def _asked(source: str | None, fen: str | None, options: dict[str, Any]) -> tuple[list[EitherGame], Exit]:
    """The games to show, and the exit status for their errors."""
    import scoresheet

    if (source is None) == (fen is None):
        raise click.UsageError("`show` needs either an input or `--fen`")
    if fen is not None:
        if options["numbers"] or options["from_"]:
            raise click.UsageError("`--game` and `--from` need an input; `--fen` gives a position")
        return [scoresheet.Game(fen=fen, variant=options["variant"])], Exit.OK
    if options["variant"]:
        raise click.UsageError("`--variant` needs `--fen`; an input says by which rules its games are played")
    (path,) = existing([str(source)])
    first, last = options["numbers"] or (1, 1)
    asked = scoresheet.read(path, from_=options["from_"], limit=last, threads=1)
    games: list[EitherGame] = [*(asked[first - 1 :] if asked._has_numbers else islice(asked, first - 1, last))]
    if not games:
        raise UsageError(f"`{path}` has no game {first}")
    errors = [error for game in games for error in game.errors]
    for error in errors:
        output.failure(str(error))  # without its hint, which names options of other verbs
    return games, Exit.BAD_INPUT if errors else Exit.OK


def _page(games: list[EitherGame], options: dict[str, Any]) -> str:
    looks = {name: options[name] for name in ("flipped", "theme", "moves")}
    return page_html(*games, ply=options["ply"] or 0, **looks)


def _write(path: str, text: str) -> None:
    if path == "-":
        output.data(text.rstrip("\n"))
    else:
        output.whole(path, lambda name: Path(name).write_text(text, encoding="utf-8"))


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
