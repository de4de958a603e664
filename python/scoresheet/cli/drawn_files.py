"""The files that `scoresheet show` writes, by the endings of their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from scoresheet.cli import output
from scoresheet.cli.options import check_output
from scoresheet.drawing.embedded import SCRIPT_NAME, embedding_page, embedding_script
from scoresheet.drawing.heading import heading_of
from scoresheet.drawing.latex import games_latex
from scoresheet.drawing.markdown import games_markdown
from scoresheet.drawing.page import page_html
from scoresheet.drawing.pictures import game_apng, game_gif, picture_png
from scoresheet.drawing.printed_page import printed_html
from scoresheet.drawing.theme import Theme, theme_of
from scoresheet.drawing.views import view_of
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame

__all__ = ["ALL", "DrawnFile", "drawn_file", "of_ending", "refuse_other_kinds"]

_OF_OTHERS = ("avif", "bmp", "eps", "heic", "ico", "jpeg", "jpg", "pdf", "ps", "tif", "tiff", "webp")
"""The endings of pictures and pages that are not written."""

_Options = Mapping[str, Any]


@dataclass(frozen=True)
class DrawnFile:
    """A kind of file that shows games."""

    id: str
    endings: tuple[str, ...]
    make: Callable[[Sequence[EitherGame], _Options], str | bytes]
    takes: frozenset[str]
    """The options that mean something for it, of those that not all kinds take."""
    several: bool = False
    """Whether it shows several games."""
    whole: bool = False
    """Whether it shows all games of an input if none are chosen."""
    script: bool = False
    """Whether it needs the script of embedded games beside itself."""

    def check(self, path: str, options: _Options) -> None:
        """Refuses a file that exists, before any work is done, unless options overwrite it.

        Raises:
            UsageError: the file, or the script beside it, cannot be written.
        """
        check_output(path, options["force"])
        if self.script and path == "-":
            raise UsageError(
                "`--embed` writes a script beside the page, so the page needs a name", hint="use `-o games.html`"
            )
        if self.script and not _is_there(_script_beside(path)):
            check_output(str(_script_beside(path)), options["force"])

    def write(self, path: str, games: Sequence[EitherGame], options: _Options) -> None:
        """Writes a file, or standard output for `-`."""
        made = self.make(games, options)
        if self.script and not _is_there(_script_beside(path)):
            output.whole(
                str(_script_beside(path)),
                lambda name: Path(name).write_text(embedding_script(), encoding="utf-8", newline="\n"),
            )
        if isinstance(made, bytes):
            output.whole(path, lambda name: Path(name).write_bytes(made))
        elif path == "-":
            output.data(made.rstrip("\n"))
        else:
            output.whole(path, lambda name: Path(name).write_text(made, encoding="utf-8", newline="\n"))


def _script_beside(path: str) -> Path:
    return Path(path).parent / SCRIPT_NAME


def _is_there(script: Path) -> bool:
    """Whether the script is in its place already, as it is after the first of several pages."""
    return script.is_file() and script.read_bytes() == embedding_script().encode()


def _look(options: _Options, *names: str) -> dict[str, Any]:
    """Those of the options that were given."""
    return {name: options[name] for name in names if options[name] is not None}


def _theme(options: _Options) -> Theme:
    return theme_of(options["theme"], pieces=options["pieces"])


def _svg(games: Sequence[EitherGame], options: _Options) -> str:
    view = view_of(games[0])
    picture = view.picture(view.at(options["ply"]), theme=_theme(options), flipped=options["flipped"])
    return picture.svg(options["size"]) + "\n"


def _png(games: Sequence[EitherGame], options: _Options) -> bytes:
    view = view_of(games[0])
    picture = view.picture(view.at(options["ply"]), theme=_theme(options), flipped=options["flipped"])
    return picture_png(picture, options["size"])


def _animated(draw: Callable[..., bytes]) -> Callable[[Sequence[EitherGame], _Options], bytes]:
    names = ("flipped", "theme", "pieces", "size", "ply", "delay", "once")
    return lambda games, options: draw(games[0], **_look(options, *names))


def _embedded(games: Sequence[EitherGame], options: _Options) -> str:
    head = heading_of(view_of(games[0]))
    title = f"{head.white} \N{EN DASH} {head.black}" if len(games) == 1 else f"{len(games)} games"
    return embedding_page(games, title, **_look(options, "ply", "flipped", "theme", "pieces", "moves"))


def _page(games: Sequence[EitherGame], options: _Options) -> str:
    look = _look(options, "flipped", "theme", "pieces", "moves", "language")
    return page_html(*games, ply=options["ply"] or 0, **look)


def _printed(draw: Callable[..., str], *names: str) -> Callable[[Sequence[EitherGame], _Options], str]:
    return lambda games, options: draw(games, **_look(options, "flipped", "moves", *names))


_OF_BOARDS = frozenset(["ply", "size"])
_OF_PRINT = frozenset(["print"])
_OF_ANIMATIONS = _OF_BOARDS | {"delay", "once"}

ALL = (
    DrawnFile("svg", ("svg",), _svg, _OF_BOARDS),
    DrawnFile("png", ("png",), _png, _OF_BOARDS),
    DrawnFile("gif", ("gif",), _animated(game_gif), _OF_ANIMATIONS),
    DrawnFile("apng", ("apng",), _animated(game_apng), _OF_ANIMATIONS),
    DrawnFile("html", ("html", "htm"), _page, frozenset(["ply", "language"]), several=True),
    DrawnFile("tex", ("tex",), _printed(games_latex), _OF_PRINT, several=True, whole=True),
    DrawnFile("md", ("md", "markdown"), _printed(games_markdown), _OF_PRINT, several=True, whole=True),
)

_PAPER = DrawnFile(
    "html", ("html", "htm"), _printed(printed_html, "theme", "pieces"), _OF_PRINT, several=True, whole=True
)
"""What HTML is with `--print`."""

_EMBEDDED = DrawnFile("html", ("html", "htm"), _embedded, frozenset(["ply", "embed"]), several=True, script=True)
"""What HTML is with `--embed`."""

_OTHER_PAGES = {"print": _PAPER, "embed": _EMBEDDED}
"""What options make of HTML."""


def of_ending(path: str, options: _Options | None = None) -> DrawnFile:
    """The kind of file for the ending of a name. `print` and `embed` make other pages of HTML.

    Raises:
        UsageError: no such file is written.

    >>> of_ending("game.APNG").id
    'apng'
    """
    if path == "-":
        raise UsageError("`-o` needs the name of a file", hint="`--svg -` and `--html -` write to standard output")
    ending = _ending(path)
    for kind in (*_pages(options or {}), *ALL):
        if ending in kind.endings:
            return kind
    listed = ", ".join(f"`.{kind.endings[0]}`" for kind in ALL)
    raise UsageError(f"cannot show games in `{path}`", hint=f"name a file that ends in {listed}")


def drawn_file(name: str, options: _Options | None = None) -> DrawnFile:
    """The kind of file with this name.

    >>> drawn_file("html").several
    True
    """
    return next(kind for kind in (*_pages(options or {}), *ALL) if kind.id == name)


def _pages(options: _Options) -> list[DrawnFile]:
    """What HTML is with these options, if it is another page than usual."""
    given = [name for name in _OTHER_PAGES if options.get(name)]
    if len(given) > 1:
        raise UsageError("`--print` and `--embed` make different pages", hint="run `show` once for each")
    return [_OTHER_PAGES[name] for name in given]


def refuse_other_kinds(path: str, kind: DrawnFile) -> None:
    """Refuses a name that promises a file of another kind, which no program would open.

    Raises:
        UsageError: the name has such an ending.

    >>> refuse_other_kinds("board", drawn_file("svg"))
    """
    ending = _ending(path)
    known = [*_OF_OTHERS, *(each for other in ALL for each in other.endings)]
    if ending in known and ending not in kind.endings:
        hint = f"name a file that ends in `.{kind.id}`; with `-o FILE`, the extension determines the format"
        raise UsageError(f"`--{kind.id}` writes `.{kind.id}`, but `{path}` ends in `.{ending}`", hint=hint)


def _ending(path: str) -> str:
    return PurePath(path).suffix.lower().lstrip(".")
