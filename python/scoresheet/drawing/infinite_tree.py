"""A game of infinite chess as plain data: the pieces at the start, and what each move changes.

Coordinates are texts, because they outgrow the numbers of JavaScript.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoresheet.drawing.fairies import FIGURES
from scoresheet.drawing.infinite_view import InfiniteView
from scoresheet.drawing.tree import notes_of, shared_facts
from scoresheet.errors import ScoresheetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scoresheet.infinite.interface import Game, Node, Piece, Position, Square

__all__ = ["infinite_node", "infinite_tree", "piece_of", "place_of"]


def infinite_tree(game: Game) -> dict[str, Any]:
    """A game as plain data.

    >>> from scoresheet import infinite
    >>> tree = infinite_tree(infinite.parse("K0,0|k5,5 0,0>1,1"))
    >>> tree["pieces"], tree["nodes"][1]["off"], tree["nodes"][1]["on"]
    ([['0', '0', 1, 'k'], ['5', '5', 2, 'k']], [['0', '0']], [['1', '1', 1, 'k']])
    """
    nodes: list[Node] = [game.root, *game.walk()]
    start = game.start
    return {
        "kind": "infinite",
        **shared_facts(game, nodes),
        "rules": game.rules,
        "turns": list(start.turn_order),
        "pieces": [piece_of(square, piece) for square, piece in start.pieces.items()],
        "border": None if start.border is None else [None if line is None else str(line) for line in start.border],
        "nodes": list(_nodes(game, nodes)),
        "opening": None,
        "times": None,
    }


def _nodes(game: Game, nodes: list[Node]) -> Iterator[dict[str, Any]]:
    label = InfiniteView(game).numbers()
    before: Mapping[Square, Piece] = game.start.pieces
    for place, node in enumerate(nodes):
        after = node.position.pieces
        yield {"p": place - 1, **_told(node, label, _changes(before, after) if node.ply else {})}
        before = after


def infinite_node(node: Node) -> dict[str, Any]:
    """A node by itself, as the nodes of `infinite_tree` are, but without its parent.

    >>> from scoresheet import infinite
    >>> found = infinite_node(infinite.parse("K0,0|k5,5 0,0>1,1").at(1))
    >>> found["no"], found["uci"], found["on"]
    ('1.', '0,0>1,1', [['1', '1', 1, 'k']])
    """
    before = node.before
    changes = {} if before is None else _changes(before.pieces, node.position.pieces)
    return _told(node, InfiniteView(node.game).numbers(), changes)


def _told(node: Node, label: Callable[[int], str], changes: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = {"ply": node.ply}
    if node.ply:
        plain |= {"no": label(node.ply), **_moved(node), **changes}
    if node.illegal:
        plain["illegal"] = True
    if _in_check(node.position):
        plain["chk"] = True
    return plain | notes_of(node)


def _moved(node: Node) -> dict[str, Any]:
    move = node.move
    if move is None:
        return {"san": node.text or "--", "say": node.text or "no move"}
    piece = node.piece
    kind = "piece" if piece is None else _name_of(piece)
    start, end = (", ".join(place_of(square)) for square in (move.start, move.end))
    said = f"{kind} {start} to {end}"
    return {"san": str(move), "say": said, "uci": str(move), "mv": [place_of(move.start), place_of(move.end)]}


def _name_of(piece: Piece) -> str:
    figure = FIGURES.get(piece.kind.code)
    return piece.kind.name if figure is None else figure.name


def _changes(before: Mapping[Square, Piece], after: Mapping[Square, Piece]) -> dict[str, Any]:
    """The squares that a move empties, and the pieces that it puts down."""
    # The views of two mappings are compared in C, which matters for boards with many pieces.
    return {
        "off": [place_of(square) for square, _ in sorted(dict(before).items() - dict(after).items(), key=_by_square)],
        "on": [piece_of(square, piece) for square, piece in sorted(dict(after).items() - dict(before).items(),
                                                                  key=_by_square)],
    }  # fmt: skip


def _by_square(entry: tuple[Square, Piece]) -> Square:
    return entry[0]


def _in_check(position: Position) -> bool:
    try:
        return position.is_check
    except ScoresheetError:  # the rules of the game are not supported
        return False


def place_of(square: Square) -> list[str]:
    """The coordinates of a square as texts."""
    return [str(square[0]), str(square[1])]


def piece_of(square: Square, piece: Piece) -> list[Any]:
    """A piece on its square: the coordinates, the player, and the code of the kind."""
    return [*place_of(square), piece.owner, piece.kind.code]
