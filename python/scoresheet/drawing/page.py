"""A game as HTML: a fragment with one board for a notebook, or a complete page.

The page shows the game with the view of `scoresheet.viewer`. Without scripts, and for infinite boards, it has a
board for every ply. It loads nothing. All text from files is escaped, and the page runs no script except its own.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from scoresheet._kinds import is_standard
from scoresheet.drawing.captions import Captions, times_of
from scoresheet.drawing.heading import LONG_STYLE, Heading, heading_of, quoted
from scoresheet.drawing.movetext import Stretch, Word, shown_result, stretches
from scoresheet.drawing.theme import theme_of
from scoresheet.drawing.views import view_of
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame
    from scoresheet.drawing.theme import Theme
    from scoresheet.drawing.view import AnyView, PieceLook, Shown
    from scoresheet.protocols import AnyNode

__all__ = ["fragment_html", "game_html", "page_html"]

_SHOWN = "background:rgba(240,190,30,.45)"
"""The move whose board is visible."""

_STYLE = (
    """
.scoresheet-game{font:15px/1.5 system-ui,sans-serif;color:inherit;max-width:64em}
.scoresheet-game h2{font-size:1.15em;margin:0 0 .1em}
.scoresheet-game p{margin:0 0 .35em}
.scoresheet-facts,.scoresheet-nag,.scoresheet-comment,.scoresheet-number,.scoresheet-unplayed{opacity:.72}
.scoresheet-both{display:flex;flex-wrap:wrap;gap:1.2em;margin-top:.7em;align-items:flex-start}
.scoresheet-board{flex:0 1 auto;min-width:0}
.scoresheet-board svg{display:block;max-width:100%;height:auto;border-radius:3px}
.scoresheet-text{flex:1 1 18em;min-width:0;overflow-wrap:anywhere}
.scoresheet-line-0{font-weight:600}
.scoresheet-line-0 :is(.scoresheet-nag,.scoresheet-comment,.scoresheet-number,.scoresheet-unplayed){font-weight:400}
.scoresheet-move{white-space:nowrap;color:inherit;text-decoration:none;border-radius:3px;padding:0 .1em}
.scoresheet-shown{SHOWN}
""".replace("SHOWN", _SHOWN)
    + LONG_STYLE
)

_PAGE_STYLE = """
:root{color-scheme:light dark}
body{margin:1.2em;background:#fbfaf7;color:#1d1b18}
@media (prefers-color-scheme:dark){body{background:#191a1c;color:#e4e2dd}}
.scoresheet-game{margin:0 auto}
.scoresheet-boards{flex:0 1 26em;min-width:min(100%,16em);position:sticky;top:0}
.scoresheet-ply{display:none;scroll-margin:2em}
.scoresheet-ply:target,.scoresheet-first{display:block}
.scoresheet-ply:target~.scoresheet-first{display:none}
.scoresheet-ply svg{display:block;width:100%;border-radius:3px}
.scoresheet-steps{display:flex;gap:.4em;align-items:baseline;margin-top:.5em}
.scoresheet-steps a,.scoresheet-steps i{flex:none;min-width:2.2em;text-align:center;font-style:normal;
text-decoration:none;color:inherit;border:1px solid rgba(128,128,128,.5);border-radius:4px}
.scoresheet-steps i{opacity:.3}
.scoresheet-steps span{flex:1;text-align:center}
a.scoresheet-move:hover{background:rgba(128,128,128,.25)}
@media (min-width:48em){.scoresheet-text{max-height:88vh;overflow:auto}}
"""

# The page works without scripts as well, because its links do the same.
_SCRIPT = """
addEventListener("keydown",e=>{
const way={ArrowLeft:"prev",ArrowRight:"next",Home:"first",End:"last"}[e.key];
if(!way||e.altKey||e.ctrlKey||e.metaKey)return;
const link=(document.querySelector(".scoresheet-ply:target")||document.querySelector(".scoresheet-first"))
.querySelector("a[rel~="+way+"]");
e.preventDefault();if(link)location.replace(link.hash)});
const see=()=>{
for(const move of document.querySelectorAll("a.scoresheet-move"))
if(move.hash===location.hash)move.scrollIntoView({block:"nearest"})};
addEventListener("hashchange",see);
addEventListener("load",see);
"""


_NOT_PLAYED = (
    '<p class="scoresheet-facts">Moves cannot be played on this page, because it does not know the rules of boards '
    "without edges. They can be played in <code>scoresheet serve</code> and in notebooks.</p>"
)
"""The text of a page of infinite chess below the game."""

_DEEPEST_INDENT = 8
"""Deeper variations are not indented further, because their lines would be too short."""

_MOST_BOARDS = 5_000
"""The maximum number of boards on a page. Browsers cannot handle more, and no real game needs more."""

_PREFIX = "scoresheet"
"""The prefix of the names of shapes that all boards of a page share."""


def game_html(game: EitherGame, *, fragment: bool = False, **look: Any) -> str:
    """A game as a complete HTML page or as a fragment of one, as `Game.html` returns it.

    Raises:
        UsageError: an argument is invalid, or does not apply to a page or to a fragment.

    >>> import scoresheet
    >>> game_html(scoresheet.parse("1. e4 e5 *"), fragment=True).count("<svg")
    1
    """
    if fragment:
        if look.pop("language", None) is not None:
            raise UsageError("a fragment has no words of its own", hint="`language` is for a page")
        return fragment_html(game, **look)
    if look.pop("size", None) is not None:
        raise UsageError(
            "the boards of a page have no fixed size",
            hint="`size` needs `fragment=True`; a page fits its window",
        )
    ply = look.pop("ply", None)
    return page_html(game, ply=ply if ply is not None else 0, **look)


def fragment_html(
    game: EitherGame,
    *,
    ply: int | None = None,
    size: int | None = None,
    flipped: bool = False,
    theme: str = "brown",
    pieces: str = "classic",
    moves: str | None = None,
) -> str:
    """A game as an HTML fragment with one board, for a notebook or as a part of a page.

    >>> import scoresheet
    >>> fragment_html(scoresheet.parse("1. e4 e5 *")).count("<svg")
    1
    """
    view = view_of(game)
    shown = view.at(ply)
    drawn = view.picture(shown, theme=theme_of(theme, pieces=pieces), flipped=flipped).svg(size)
    text = _text(stretches(game, moves), shown.ply, linked=False)
    head = _heading(heading_of(view))
    body = (
        f'<div class="scoresheet-both"><div class="scoresheet-board">{drawn}</div>'
        f'<div class="scoresheet-text">{text}</div></div>'
    )
    return f'<div class="scoresheet-game"><style>{_STYLE}</style>{head}{body}</div>'


def page_html(
    *games: EitherGame,
    ply: int = 0,
    flipped: bool = False,
    theme: str = "brown",
    pieces: str = "classic",
    moves: str | None = None,
    language: str = "en",
) -> str:
    """A complete HTML page of one or several games; `ply` of the first one is visible first.

    The page works from a file. Its board can be played on, and its keys are those of `scoresheet serve`. A browser
    that runs no scripts shows a board for every ply of the mainline, or the moves alone if there are several games.
    So does any browser if the board has no edges: links and the keys ← → Home End lead from board to board.

    `language` is the language of the words of the page, `en` or one of those in `scoresheet.drawing.LANGUAGES`. The
    texts of the games stay as they are, and what a browser without scripts shows is in English.

    Raises:
        UsageError: the mainline is too long for a page, or has no such ply; or one of several games is of
            infinite chess; or there are no messages in the language.

    >>> import scoresheet
    >>> page_html(scoresheet.parse("1. e4 e5 *")).count("<section")
    3
    """
    from scoresheet.drawing.messages import language_of  # here: pictures need no words

    look, language = theme_of(theme, pieces=pieces), language_of(language)
    standard = [game for game in games if is_standard(game)]
    if len(standard) < len(games):
        if len(games) > 1:
            raise UsageError("a page of several games shows standard chess only", hint="write one page for each game")
        if language != "en":
            raise UsageError("a page of infinite chess is in English", hint="leave the language out")
        return _still_page(games[0], ply, flipped, look, moves)
    from scoresheet.drawing.export import one_page  # here: pictures need no viewer

    first = view_of(standard[0])
    shown, head = first.at(ply), heading_of(first)
    first.check_notation(moves)
    if len(standard) == 1:
        style, body = _still(standard[0], ply, flipped, look, moves)
        still = f'<style>{style}</style><div class="scoresheet-game">{body}</div>'
    else:
        told = "<hr/>".join(_told(game, moves) for game in standard)
        still = f'<style>{_STYLE}</style><div class="scoresheet-game">{told}</div>'
    title = f"{head.white} \N{EN DASH} {head.black}" if len(standard) == 1 else f"{len(standard)} games"
    return one_page(
        standard,
        still,
        title=title,
        ply=shown.ply,
        moves=moves,
        language=language,
        flipped=flipped,
        theme=theme,
        pieces=pieces,
    )


def _told(game: EitherGame, moves: str | None) -> str:
    """A game without boards."""
    return _heading(heading_of(view_of(game))) + _text(stretches(game, moves), None, linked=False)


def _still_page(game: EitherGame, ply: int, flipped: bool, look: Theme, moves: str | None) -> str:
    """A page with a board for every ply, between which its links and keys lead."""
    style, body = _still(game, ply, flipped, look, moves)
    head = heading_of(view_of(game))
    return _page(f"{escape(head.white)} &#8211; {escape(head.black)}", style, body + _NOT_PLAYED)


def _still(game: EitherGame, ply: int, flipped: bool, look: Theme, moves: str | None) -> tuple[str, str]:
    """The style and the body of a page with a board for every ply."""
    view = view_of(game)
    head = heading_of(view)
    shown = view.at(ply)
    if shown.plies > _MOST_BOARDS:
        raise UsageError(
            f"the game has {shown.plies} plies, but a page shows at most {_MOST_BOARDS}",
            hint="draw one board with `--svg FILE --ply N`, or in Python with `game.at(n).position.svg()`",
        )
    text = _text(stretches(game, moves), None, linked=shown.plies == game.ply_count)
    boards, shapes = _boards(view, shown.ply, Captions(view, moves), look, flipped=flipped)
    body = (
        f'{_heading(head)}<div class="scoresheet-both"><div class="scoresheet-boards">{boards}</div>'
        f'<div class="scoresheet-text">{text}</div></div>'
    )
    return _STYLE + _PAGE_STYLE + _current(shown.ply, shown.plies + 1), shapes + body


def _boards(view: AnyView, first: int, captions: Captions, look: Theme, *, flipped: bool) -> tuple[str, str]:
    """The boards of all plies, and the shapes that they use."""
    sections, lines = [], view.most_lines()
    looks: set[PieceLook] = set()
    for shown in view.all():
        board = view.picture(shown, theme=look, flipped=flipped, lines=lines)
        sections.append(
            f'<section class="scoresheet-ply{" scoresheet-first" * (shown.ply == first)}" id="ply-{shown.ply}">'
            f"{board.part(_PREFIX)}{_steps(shown, captions)}</section>"
        )
        looks |= board.looks()
    # The board that is visible by default must be the last, because a CSS rule only applies to later siblings.
    sections.append(sections.pop(first))
    return "".join(sections), _unseen(view.shapes(looks, look, _PREFIX, flipped=flipped))


def _page(title: str, style: str, body: str) -> str:
    """The whole document around its body. Its policy forbids all other scripts, for any content of comments."""
    own = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{own}'"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"/>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"/><title>{title}</title>'
        f'<style>{style}</style></head><body><main class="scoresheet-game">{body}</main>'
        f"<script>{_SCRIPT}</script></body></html>\n"
    )


def _current(first: int, places: int) -> str:
    """The CSS rule that marks the move whose board is visible."""
    untouched = ".scoresheet-game:not(:has(.scoresheet-ply:target))"
    marked = [(untouched, first), *((f".scoresheet-game:has(#ply-{ply}:target)", ply) for ply in range(1, places))]
    return ",".join(f'{where} .scoresheet-move[href="#ply-{ply}"]' for where, ply in marked) + f"{{{_SHOWN}}}"


def _unseen(shapes: str) -> str:
    """The shapes that all boards of a page use, defined once and invisible."""
    unseen = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {unseen}>{shapes}</svg>'


def _steps(shown: Shown[Any, Any], captions: Captions) -> str:
    """The links from one board to others, with the caption of this board between them."""
    steps = [
        _step("first", 0, "&#171;", "to the start", shown.ply > 0),
        _step("prev", shown.ply - 1, "&#8249;", "back", shown.ply > 0),
        f"<span>{escape(captions.of(shown))}</span>",
        _step("next", shown.ply + 1, "&#8250;", "on", shown.ply < shown.plies),
        _step("last", shown.plies, "&#187;", "to the end", shown.ply < shown.plies),
    ]
    return f'<nav class="scoresheet-steps">{"".join(steps)}</nav>'


def _step(way: str, ply: int, sign: str, words: str, there: bool) -> str:
    return f'<a rel="{way}" href="#ply-{ply}" title="{words}">{sign}</a>' if there else f"<i>{sign}</i>"


def _heading(head: Heading) -> str:
    facts = " · ".join(map(quoted, head.facts))
    shown = f'<p class="scoresheet-facts">{facts}</p>' if facts else ""
    if not head.tagged:
        return shown
    players = f"{quoted(head.white)} &#8211; {quoted(head.black)}"
    return f"<h2>{players} <span>{escape(shown_result(head.result))}</span></h2>{shown}"


def _text(parts: Sequence[Stretch], shown: int | None, *, linked: bool) -> str:
    paragraphs = []
    for stretch in parts:
        indent = f"{min(stretch.depth, _DEEPEST_INDENT) * 1.1:g}"
        words = "".join(_words(stretch, shown, linked))
        paragraphs.append(
            f'<p class="scoresheet-line-{min(stretch.depth, 1)}" style="margin-left:{indent}em">{words}</p>'
        )
    return "".join(paragraphs)


def _words(stretch: Stretch, shown: int | None, linked: bool) -> Iterator[str]:
    between = ""
    for word in stretch.words:
        if word.kind != "close":
            yield between
        # A number must stay on the line of its move.
        between = {"open": "", "number": "&#160;"}.get(word.kind, " ")
        yield _move(word, word.node, stretch.depth, shown, linked) if word.node else _other(word)


def _other(word: Word) -> str:
    text = escape(word.shown)
    if word.kind in ("nag", "comment", "unplayed"):
        return f'<bdi class="scoresheet-{word.kind}">{text}</bdi>'
    return f'<span class="scoresheet-number">{text}</span>' if word.kind == "number" else text


def _move(word: Word, node: AnyNode, depth: int, shown: int | None, linked: bool) -> str:
    text, times = escape(word.text), times_of(node)
    title = f' title="{escape(times)}"' if times else ""
    if linked and depth == 0:
        return f'<a class="scoresheet-move" href="#ply-{node.ply}"{title}>{text}</a>'
    current = " scoresheet-shown" * (depth == 0 and node.ply == shown)
    return f'<span class="scoresheet-move{current}"{title}>{text}</span>'
