"""A board and a game's moves as lines for a terminal, with colours if it supports them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoresheet.drawing.beside import Beside, beside_of, blast_of
from scoresheet.drawing.board import pieces_on

if TYPE_CHECKING:
    from scoresheet import Position
    from scoresheet.drawing.movetext import Stretch, Word

__all__ = ["CHECK", "FIGURES", "PIECES", "Color", "Look", "board_lines", "ground_of", "text_lines"]


@dataclass(frozen=True)
class Color:
    """A colour for terminals with all colours, and the code of a similar one for terminals with 256."""

    rgb: tuple[int, int, int]
    code: int


# Both colours of pieces must contrast with both colours of squares, which are darker than on paper.
_LIGHT, _DARK = Color((181, 143, 99), 137), Color((122, 86, 56), 94)
_LAST_LIGHT, _LAST_DARK = Color((169, 160, 60), 143), Color((125, 122, 34), 100)
CHECK = Color((190, 50, 40), 124)
_BLAST = Color((214, 93, 14), 166)
PIECES = {"white": Color((255, 255, 255), 231), "black": Color((0, 0, 0), 16)}

_ROLES = ("king", "queen", "rook", "bishop", "knight", "pawn")
FIGURES = {
    **{("white", role): figure for role, figure in zip(_ROLES, "♔♕♖♗♘♙", strict=True)},
    **{("black", role): figure for role, figure in zip(_ROLES, "♚♛♜♝♞♟", strict=True)},
}
_LETTERS = {
    **{("white", role): letter for role, letter in zip(_ROLES, "KQRBNP", strict=True)},
    **{("black", role): letter for role, letter in zip(_ROLES, "kqrbnp", strict=True)},
}

_DEEPEST_INDENT = 6
"""Deeper variations are not indented further, because their lines would be too short."""

_RESET = "\x1b[0m"


@dataclass(frozen=True)
class Look:
    """The capabilities and the size of a terminal."""

    colors: Literal["none", "256", "true"] = "none"
    width: int = 80
    flipped: bool = False
    figures: bool = True
    """Whether Unicode chess figures can be written. Otherwise letters are used."""
    height: int = 40
    """The number of lines. A board with eight ranks is always drawn whole."""

    def paint(self, text: str, code: str) -> str:
        r"""Text in a style of the terminal, or unchanged if there are no colours.

        >>> Look().paint("e4", "1"), Look("256").paint("e4", "1")
        ('e4', '\x1b[1me4\x1b[0m')
        """
        return text if self.colors == "none" or not text else f"\x1b[{code}m{text}{_RESET}"

    def color(self, color: Color, ground: Literal[38, 48]) -> str:
        """The code of a colour: 38 for text, 48 for the background."""
        if self.colors == "true":
            return f"{ground};2;" + ";".join(map(str, color.rgb))
        return f"{ground};5;{color.code}"


def board_lines(position: Position, look: Look, last_move: tuple[int, int] | None = None) -> list[str]:
    """The board with its coordinates. The last move's squares and a king in check are coloured.

    Under the rules of variants there are lines with what each player has in hand and how many checks remain to be
    given, a mark after promoted pieces, and a colour for the squares of an explosion.

    >>> import scoresheet
    >>> board_lines(scoresheet.Position(), Look())[0]
    '8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜'
    >>> lines = board_lines(scoresheet.Position("4k3/8/8/8/8/8/8/4K3[QPP] w - - 0 1", "crazyhouse"), Look())
    >>> lines[0], lines[-1]
    ('   Black: nothing in hand', '   White: ♕1 ♙2')
    """
    pieces, promoted = pieces_on(position), frozenset(position.promoted.numbers)
    blast = frozenset(blast_of(position, last_move))
    files = range(7, -1, -1) if look.flipped else range(8)
    ranks = range(8) if look.flipped else range(7, -1, -1)
    checked = (position.turn, "king") if position.is_check else None
    lines = []
    for rank in ranks:
        squares = [8 * rank + file for file in files]
        if look.colors == "none":
            row = "".join(_plain(pieces.get(square), look) + _mark(square in promoted, look) for square in squares)
            lines.append(f"{rank + 1}  {row.rstrip()}")
            continue
        cells = []
        for square in squares:
            piece = pieces.get(square)
            ground = _ground(square, last_move, checked is not None and piece == checked)
            cells.append(_cell(piece, _BLAST if square in blast else ground, _mark(square in promoted, look), look))
        lines.append(look.paint(f"{rank + 1} ", "2") + "".join(cells))
    names = ["abcdefgh"[file] for file in files]
    lines.append("   " + " ".join(names) if look.colors == "none" else look.paint("   " + "  ".join(names), "2"))
    beside = {side: _beside(side, each, look) for side, each in beside_of(position).items()}
    if not beside:
        return lines
    above, below = ("white", "black") if look.flipped else ("black", "white")
    return [beside[above], *lines, beside[below]]


def _beside(side: str, beside: Beside, look: Look) -> str:
    """What a player has in hand, and the number of checks that remain."""
    pieces = FIGURES if look.figures else _LETTERS
    said = []
    if beside.hand is not None:
        said.append(" ".join(f"{pieces[side, role]}{count}" for role, count in beside.hand) or "nothing in hand")
    if beside.checks is not None:
        said.append(f"+{beside.checks}")
    return f"   {side.capitalize()}: {'  '.join(said)}"


def _mark(promoted: bool, look: Look) -> str:
    """What follows a piece: a mark if it was promoted, else a space."""
    if not promoted:
        return " "
    return "•" if look.figures else "~"


def _plain(piece: tuple[str, str] | None, look: Look) -> str:
    if not look.figures:
        return _LETTERS[piece] if piece else "."
    return FIGURES[piece] if piece else "·"


def _cell(piece: tuple[str, str] | None, ground: Color, mark: str, look: Look) -> str:
    if piece is None:
        return look.paint("   ", look.color(ground, 48))
    # Filled figures for both sides, because the square would show through hollow ones.
    shown = FIGURES["black", piece[1]] if look.figures else _LETTERS[piece]
    return look.paint(f" {shown}{mark}", f"{look.color(ground, 48)};{look.color(PIECES[piece[0]], 38)}")


def _ground(square: int, last_move: tuple[int, int] | None, check: bool) -> Color:
    return ground_of((square // 8 + square % 8) % 2 == 0, last_move is not None and square in last_move, check)


def ground_of(dark: bool, last: bool, check: bool) -> Color:
    """The colour of a square: dark or light, of the last move, or of a king in check.

    >>> ground_of(True, False, True) == CHECK
    True
    """
    if check:
        return CHECK
    if last:
        return _LAST_DARK if dark else _LAST_LIGHT
    return _DARK if dark else _LIGHT


def text_lines(parts: Sequence[Stretch], look: Look, current: int | None = None) -> Iterator[str]:
    r"""The moves, wrapped to the width, with variations indented; `current` is the ply that the board shows.

    Without colours, comments are in braces.

    >>> import scoresheet
    >>> from scoresheet.drawing.movetext import stretches
    >>> game = scoresheet.parse("1. e4 (1. d4 {is better} d5) e5 *")
    >>> print("\n".join(text_lines(stretches(game), Look())))
    1. e4
      (1. d4 {is better} 1... d5)
    1... e5 *
    """
    from rich.cells import cell_len

    for stretch in parts:
        indent = "  " * min(stretch.depth, _DEEPEST_INDENT)
        line, used = indent, len(indent)
        for group in _groups(stretch, current, braces=look.colors == "none"):
            needed, between = sum(cell_len(text) for text, _ in group), used > len(indent)
            if between and used + 1 + needed > look.width:
                yield line
                line, used, between = indent, len(indent), False
            line += " " * between + "".join(look.paint(text, style) if style else text for text, style in group)
            used += between + needed
        yield line


def _groups(stretch: Stretch, current: int | None, *, braces: bool) -> Iterator[list[tuple[str, str]]]:
    """Texts with their styles, between which no line is broken."""
    group: list[tuple[str, str]] = []
    glued = True
    for word in stretch.words:
        style = _style(stretch.depth, word, current)
        text = f"{{{word.text}}}" if braces and word.kind == "comment" else word.text
        for part in text.split() if word.kind in ("nag", "comment", "unplayed") else [text]:
            if group and not glued and word.kind != "close":
                yield group
                group = []
            group.append((part, style))
            glued = False
        if word.kind == "number":
            group.append((" ", ""))
        glued = word.kind in ("open", "number")
    yield group


def _style(depth: int, word: Word, current: int | None) -> str:
    if word.kind == "move" and depth == 0:
        return "1;7" if word.node is not None and word.node.ply == current else "1"
    return "" if word.kind in ("move", "result") else "2"
