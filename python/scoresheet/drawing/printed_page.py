"""Games as one HTML file for paper, in two columns, made for the print dialog of a browser ("Save as PDF")."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from scoresheet._kinds import is_standard
from scoresheet.drawing.heading import LONG_STYLE, quoted
from scoresheet.drawing.movetext import Word, shown_result
from scoresheet.drawing.printed import Diagram, PrintedGame, joined, printed
from scoresheet.drawing.theme import Theme, theme_of

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame

__all__ = ["printed_html"]

_PREFIXES = {False: "w", True: "b"}
"""The prefixes of the names that all diagrams share, by whether Black is at the bottom."""

_STYLE = (
    """
@page{margin:16mm 14mm}
:root{color-scheme:light}
body{margin:0 auto;padding:1em;max-width:56em;background:#fff;color:#111;
font:10.5pt/1.38 "Charter","Georgia","DejaVu Serif",serif;print-color-adjust:exact;-webkit-print-color-adjust:exact}
@media print{body{padding:0;max-width:none}}
main{columns:2;column-gap:2.2em}
@media screen and (max-width:40em){main{columns:1}}
article{margin:0 0 1.6em}
header{break-inside:avoid;break-after:avoid;border-top:1px solid #999;padding-top:.35em;margin-bottom:.4em}
h2{font-size:1.12em;line-height:1.25;margin:0;break-after:avoid}
h2 .result{white-space:nowrap;float:right;margin-left:1em}
p{margin:0 0 .45em;orphans:2;widows:2;overflow-wrap:break-word;break-before:auto}
.facts{font-size:.88em;color:#444;margin:.1em 0 0}
.main b{font-weight:700}
.side{font-size:.93em;margin-left:1em}
.diagram{break-inside:avoid;margin:.5em auto .8em;width:62mm;max-width:100%;text-align:center}
.diagram svg{display:block;width:100%}
.diagram figcaption{font-size:.85em;color:#444;margin-top:.2em}
.unplayed{color:#777}
.shapes{position:absolute;width:0;height:0}
"""
    + LONG_STYLE
)

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def printed_html(
    games: Iterable[EitherGame],
    *,
    flipped: bool = False,
    theme: str = "brown",
    pieces: str = "classic",
    moves: str | None = None,
) -> str:
    """Games as one HTML page for paper, with their comments and variations.

    A diagram comes where the author requested one: by the NAG `$220`, by `$221`, which puts Black at the bottom, or in
    a comment by `[#]`, `(D)` or `Diagram`. The page needs no other file, and runs no script.

    Args:
        games: any number of games of either kind.
        flipped: put Black at the bottom of diagrams for which the author does not say otherwise.
        theme: the colours of diagrams; `grey` suits printers without colours.
        pieces: the set of pieces, `classic` or `modern`.
        moves: the notation of the moves, such as `san-figurine`; SAN if it is not given.

    Raises:
        UsageError: the theme or the notation is invalid.

    >>> import scoresheet
    >>> page = printed_html([scoresheet.parse("1. e4 {[#] the best move} *"), scoresheet.parse("1. d4 *")])
    >>> page.count("<article"), page.count("<figure")
    (2, 1)
    """
    look = theme_of(theme, pieces=pieces)
    parts = [printed(game, flipped=flipped, moves=moves) for game in games]
    bodies = [_game(part, look) for part in parts]
    title = _title(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>'
        '<meta name="viewport" content="width=device-width,initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        f"{_shapes(parts, look)}<main>\n{''.join(bodies)}</main></body></html>\n"
    )


def _title(parts: list[PrintedGame]) -> str:
    return f"{len(parts):,} games" if len(parts) != 1 else " - ".join(parts[0].title) or "A game"


def _diagrams(part: PrintedGame) -> list[Diagram]:
    return [block for block in part.blocks if isinstance(block, Diagram)]


def _shapes(parts: list[PrintedGame], look: Theme) -> str:
    """What the diagrams of standard boards share, defined once for each side at the bottom."""
    used = {diagram.flipped: part for part in parts if is_standard(part.view.game) for diagram in _diagrams(part)}
    defined = [
        part.view.shapes([], look, _PREFIXES[flipped], flipped=flipped)
        for flipped, part in sorted(used.items(), key=str)
    ]
    return f'<svg class="shapes" aria-hidden="true">{"".join(defined)}</svg>' if defined else ""


def _game(part: PrintedGame, look: Theme) -> str:
    written = [_heading(part)]
    for block in part.blocks:
        if isinstance(block, Diagram):
            written.append(_figure(part, block, look))
        else:
            kind = "main" if block.main else "side"
            text = joined(block.words, _main_word if block.main else _word, fixed="&#160;")
            written.append(f'<p class="{kind}">{text}</p>')
    return f"<article>{''.join(written)}</article>\n"


def _heading(part: PrintedGame) -> str:
    facts = " · ".join(map(quoted, part.facts))
    shown = f'<p class="facts">{facts}</p>' if facts else ""
    if not part.title:
        return f"<header>{shown}</header>" if facts else ""
    title = " &#8211; ".join(map(quoted, part.title))
    return f'<header><h2><span class="result">{escape(shown_result(part.result))}</span> {title}</h2>{shown}</header>'


def _figure(part: PrintedGame, diagram: Diagram, look: Theme) -> str:
    picture = part.view.picture(diagram.shown, theme=look, flipped=diagram.flipped)
    drawn = picture.part(_PREFIXES[diagram.flipped]) if is_standard(part.view.game) else picture.svg()
    state = escape(part.view.state(diagram.shown))
    return f'<figure class="diagram">{drawn}<figcaption>{state}</figcaption></figure>'


def _main_word(word: Word) -> str:
    written = _word(word)
    return f"<b>{written}</b>" if word.kind in ("number", "move", "result") else written


def _word(word: Word) -> str:
    text = escape(word.shown)
    if word.kind in ("nag", "comment", "unplayed"):
        return f'<bdi class="{word.kind}">{text}</bdi>'
    return text
