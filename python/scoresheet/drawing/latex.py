r"""Games as a document for LaTeX, with the package `chessboard` for diagrams and `chessfss` for signs and figurines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from scoresheet._kinds import is_standard
from scoresheet.drawing.beside import beside_of
from scoresheet.drawing.marks import name_of_square
from scoresheet.drawing.movetext import Word
from scoresheet.drawing.printed import Diagram, PrintedGame, joined, printed
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame

__all__ = ["games_latex"]

_START = r"""\documentclass[10pt,a4paper,twocolumn]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \usepackage{lmodern}
\else
  \usepackage{fontspec}
  \IfFontExistsTF{DejaVu Serif}{\setmainfont{DejaVu Serif}}{}% it has most letters
\fi
\tracinglostchars=3 % a letter that the font lacks is an error
\usepackage{textcomp}
\usepackage[margin=18mm]{geometry}
\usepackage{chessfss}
\usepackage{chessboard}
\setchessboard{boardfontsize=15pt,labelfontsize=6pt,showmover=false}
\setlength{\parindent}{0pt}
\setlength{\parskip}{3pt plus 1pt}
\newcommand{\gameheading}[2]{\par\addvspace{12pt}\pagebreak[1]%
  {\large\bfseries\raggedright #1\hspace{1em}\hfill\mbox{#2}\par}\nopagebreak}
\newcommand{\gamefacts}[1]{{\small\itshape\raggedright #1\par}\nopagebreak}
\newenvironment{mainline}{\par}{\par}
\newenvironment{sideline}{\par\begingroup\leftskip=1em\small}{\par\endgroup}
\newcommand{\diagram}[2]{\par\begin{center}\chessboard[#1]\\*\small #2\end{center}}
\raggedbottom\sloppy
\begin{document}
"""

_END = "\\end{document}\n"

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "\u00a0": "~",
}
"""Replacements for characters that mean something to TeX, or that its fonts lack."""

_FIGURES = {
    **dict(zip("♔♕♖♗♘♙", ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True)),
    **dict(zip("♚♛♜♝♞♟", ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True)),
}

_SIGNS = {
    "±": "wupperhand",
    "∓": "bupperhand",
    "⩲": "wbetter",
    "⩱": "bbetter",
    "∞": "unclear",
    "⨀": "zugzwang",
    "□": "onlymove",
    "⟳": "devadvantage",
    "↑": "withinit",
    "→": "withattack",
    "⇆": "counterplay",
    "⊕": "timelimit",
    "∆": "withidea",
}
"""The signs of books, and their names in `chessfss`."""

_ESCAPES = {
    **_SPECIAL,
    **{figure: f"\\sym{name}{{}}" for figure, name in _FIGURES.items()},
    **{sign: f"\\{name}{{}}" for sign, name in _SIGNS.items()},
}

_ANY = re.compile("[" + re.escape("".join(_ESCAPES)) + "]")

_LIGATURE = re.compile(r"(?<=-)-|(?<=')'|(?<=,),|(?<=[?!])(?=\\textasciigrave)")
"""Where two characters would become one: `--` a dash, `''` and `,,` quotes."""

_LONG = re.compile(r"(?<=\S{20})[/?&=]")
"""Where a long word, such as an address of a page, may continue on the next line."""

_COLORS = {"G": "green!60!black", "R": "red", "Y": "orange", "B": "blue"}


def games_latex(games: Iterable[EitherGame], *, flipped: bool = False, moves: str | None = None) -> str:
    r"""Games as a document for LaTeX, with diagrams where the authors request them, as `printed_html` finds them.

    pdfLaTeX takes it where all letters are Latin. LuaLaTeX and XeLaTeX take all letters of the font, which is DejaVu
    Serif if that is installed; a letter that it lacks is an error. The packages are those of TeX Live
    (`texlive-games`).

    Args:
        games: any number of games on boards with 64 squares.
        flipped: put Black at the bottom of diagrams for which the author does not say otherwise.
        moves: the notation of the moves, such as `san-figurine`; SAN if it is not given.

    Raises:
        UsageError: the notation is invalid, or a game is of infinite chess.

    >>> import scoresheet
    >>> print(games_latex([scoresheet.parse("1. e4 {100% & more} *")]).splitlines()[-4])
    \textbf{1.}~\textbf{e4} 100\% \& more \textbf{*}
    """
    written = [_START]
    for game in games:
        if not is_standard(game):
            raise UsageError("LaTeX has no diagrams of boards without edges", hint="write HTML or Markdown")
        written.append(_game(printed(game, flipped=flipped, moves=moves)))
    return "".join([*written, _END])


def _game(part: PrintedGame) -> str:
    lines = []
    if part.title:
        title = " -- ".join(map(escaped, part.title))
        lines.append(f"\\gameheading{{{title}}}{{{escaped(part.result)}}}")
    if part.facts:
        facts = r" \textperiodcentered{} ".join(map(escaped, part.facts))
        lines.append(f"\\gamefacts{{{facts}}}")
    for block in part.blocks:
        if isinstance(block, Diagram):
            lines.append(f"\\diagram{{{_board(block)}}}{{{escaped(_caption(part, block))}}}")
        else:
            kind = "mainline" if block.main else "sideline"
            text = joined(block.words, _main_word if block.main else _word, fixed="~")
            lines += [f"\\begin{{{kind}}}", text, f"\\end{{{kind}}}"]
    return "\n".join(lines) + "\n\n"


def escaped(text: str) -> str:
    r"""A text in which nothing means anything to TeX.

    >>> print(escaped(r"50% of #1: \def {x}--y"))
    50\% of \#1: \textbackslash{}def \{x\}-{}-y
    """
    plain = _LIGATURE.sub(lambda found: "{}" + found[0], _ANY.sub(lambda found: _ESCAPES[found[0]], text))
    return _LONG.sub(lambda found: found[0] + r"\allowbreak{}", plain)


def _main_word(word: Word) -> str:
    written = _word(word)
    return f"\\textbf{{{written}}}" if word.kind in ("number", "move", "result") else written


def _word(word: Word) -> str:
    return escaped(word.text)


def _caption(part: PrintedGame, diagram: Diagram) -> str:
    """Whose turn it is, and what players have in hand, which the board does not show."""
    beside = beside_of(diagram.shown.position)
    hands = [f"{side.capitalize()}: {', '.join(each.words())}" for side, each in beside.items()]
    return "; ".join([part.view.state(diagram.shown), *hands])


def _board(diagram: Diagram) -> str:
    """The options of a diagram."""
    shown = diagram.shown
    placement = re.sub(r"\[.*?\]|~", "", shown.position.fen().split()[0])
    placement = "/".join(placement.split("/")[:8])
    options = [f"setfen={placement} {shown.position.turn[0]} - - 0 1"]
    if diagram.flipped:
        options.append("inverse")
    for mark in shown.node.squares:
        color = _COLORS.get(mark.color, _COLORS["G"])
        options += [f"pgfstyle=color,opacity=.45,color={color}", f"markfield={name_of_square(mark.square)}"]
    for arrow in shown.node.arrows:
        color = _COLORS.get(arrow.color, _COLORS["G"])
        ends = f"{name_of_square(arrow.start)}-{name_of_square(arrow.end)}"
        options += [f"pgfstyle=straightmove,opacity=.7,color={color}", f"markmove={ends}"]
    return ",".join(options)
