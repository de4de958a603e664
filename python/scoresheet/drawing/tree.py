"""A game, or a position, as JSON for the page: a flat list of nodes, each with the number of its parent.

Neither side recurses, however deeply variations nest. A key without content is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from scoresheet._core import Game, Node, Position
from scoresheet._kinds import EitherGame, is_standard
from scoresheet._nag_words import languages, words
from scoresheet.drawing.ends import end_of, has_rule
from scoresheet.drawing.movetext import flowing, remark, signs
from scoresheet.drawing.opinions import opinions_of, together
from scoresheet.drawing.standard_view import StandardView

if TYPE_CHECKING:
    from scoresheet.game import Evaluation
    from scoresheet.protocols import AnyNode

__all__ = ["game_json", "nodes_json", "notes_of", "position_json", "shared_facts"]

_PERIOD = re.compile(r"(?:\d+/)?(\d{1,9})(?:\+(\d{1,9}))?(?::.*)?", re.ASCII)
"""The first period of a TimeControl tag, in seconds."""

_NOWHERE = {"fen": "8/8/8/8/8/8/8/8 w - - 0 1", "ply": 0}


def game_json(game: EitherGame, row: int = 0, *, moves: str | None = None) -> dict[str, Any]:
    """A game of either kind as JSON; `row` is its number in the library, and `moves` the notation of its moves.

    A game whose start position or rules cannot be read is `unknown`, and has an empty board.

    >>> import scoresheet
    >>> found = game_json(scoresheet.parse("1. e4 (1. d4) e5 {fine} *"))
    >>> [(node["p"], node.get("san"), node.get("text")) for node in found["nodes"]]
    [(-1, None, None), (0, 'e4', None), (0, 'd4', None), (1, 'e5', 'fine')]
    """
    if not is_standard(game):
        from scoresheet.drawing.infinite_tree import infinite_tree  # here: few games are on infinite boards

        return {**infinite_tree(game), "row": row}
    nodes = [game.root, *game.walk()]
    opening = game.opening
    unknown = game._is_unplayed
    return {
        "kind": "chess",
        "row": row,
        **({"unknown": True} if unknown else {}),
        **shared_facts(game, nodes),
        "rules": game.start.variant,
        "variant": _variant(game),
        "nodes": [{"p": -1, **_NOWHERE, **notes_of(game.root)}] if unknown else nodes_json(game, nodes, moves),
        "opening": None if opening is None else {"eco": opening.eco, "name": opening.name},
        "times": _times(game.tags.get("TimeControl")),
    }


def _variant(game: Game) -> str | None:
    """The name of a game's rules for people; None for those of chess."""
    if game.start.variant == "standard":
        return None
    return flowing(game.tags.get("Variant") or game.start.variant)


def shared_facts(game: EitherGame, nodes: list[Any]) -> dict[str, Any]:
    """What a game of either kind has besides its nodes."""
    return {
        "tags": [[flowing(name), flowing(value)] for name, value in game.tags.items()],
        "result": flowing(game.result),
        "plies": game.ply_count,
        "closing": list(_comments(game.closing_comments)),
        "errors": [_error(error, nodes) for error in game.errors],
        "nagWords": _translated(nodes),
    }


def nodes_json(game: Game, nodes: list[Node], notation: str | None = None) -> list[dict[str, Any]]:
    """Nodes of a game as JSON, each with the place of its parent among them."""
    found = []
    for plain, more in zip(_nodes(game, nodes, notation), opinions_of(game, nodes, _nag), strict=True):
        nags = together(more["said"]) if "said" in more else []
        found.append({**plain, **more, **({"nags": nags} if nags else {})})
    return found


def _nodes(game: Game, nodes: list[Node], notation: str | None) -> Iterator[dict[str, Any]]:
    view = StandardView(game)
    number = view.numbers()
    places = {node: place for place, node in enumerate(nodes)}
    for node in nodes:
        plain = {"p": -1 if node.parent is None else places[node.parent], **_node(node)}
        if node.ply:
            plain |= {"no": number(node.ply), **_move(node)}
        if node.ply and notation is not None:
            plain["shown"] = view.spelled(node, notation)
        yield plain


def _node(node: Node) -> dict[str, Any]:
    position = node.position
    flags = {"chk": position.is_check, "illegal": node.illegal, "null": node.null, "end": _end(position)}
    marks = {"arr": [list(arrow) for arrow in node.arrows], "csl": [list(mark) for mark in node.squares]}
    found = {name: value for name, value in {**flags, **marks, "op": _opening(position)}.items() if value}
    return {"fen": position.fen(), "ply": node.ply, **found, **notes_of(node)}


def _opening(position: Position) -> list[str] | None:
    """The code and the name of the opening of a position; None if it has none."""
    found = position.opening
    return None if found is None else [found.eco, found.name]


def _end(position: Position) -> str | None:
    """How the game has ended on the board, in words; None if it continues."""
    end = end_of(position)
    return None if end is None else end.words()


def _move(node: Node) -> dict[str, Any]:
    move = node.move
    if move is None or move.null or node.before is None:
        return {"san": node.san or "--"}
    uci = _uci(node.before, move)
    return {"san": node.san or node.text or uci, "uci": uci, "mv": [move.from_square, move.to_square]}


def _uci(before: Position, move: Any) -> str:
    """A move in UCI. In Chess960, castling is written as the king taking its rook, or it could be a king's move."""
    return str(move.uci(chess960=has_rule(before, "10")))


def notes_of(node: AnyNode) -> dict[str, Any]:
    """The comments, NAGs, times and evaluation of a node of either kind, as far as it has them."""
    unplayed = [*(f"({text})" for text in node.unplayed), node.rest or ""]
    found = {
        "nags": [_nag(nag) for nag in node.nags],
        "text": " ".join(_comments(node.comments_after)),
        "pre": " ".join(_comments(node.comments_before)),
        "unplayed": [flowing(text) for text in unplayed if text],
        "eval": _evaluation(node.eval),
    }
    plain = {name: value for name, value in found.items() if value}
    return plain | {name: value for name, value in (("clk", node.clock), ("emt", node.emt)) if value is not None}


def _evaluation(found: Evaluation | None) -> dict[str, int | None] | None:
    if found is None:
        return None
    return {"cp": found.cp} if found.mate is None else {"mate": found.mate}


def _comments(comments: Iterable[str]) -> Iterator[str]:
    """Comments without commands and without characters that change the direction of writing."""
    for comment in comments:
        if shown := remark(comment):
            yield shown


def _nag(nag: int | str) -> dict[str, str]:
    code = f"${nag}" if isinstance(nag, int) else flowing(nag)
    return {"sign": signs([nag]).strip(), "words": words(nag) or code, "code": code}


def _translated(nodes: Iterable[AnyNode]) -> dict[str, dict[str, str]]:
    """What the NAGs of a game mean, by language and code."""
    known = {nag["code"] for node in nodes for nag in map(_nag, node.nags) if nag["words"] != nag["code"]}
    if not known:
        return {}
    others = (language for language in languages() if language != "en")
    return {language: {code: words(code, language) or code for code in sorted(known)} for language in others}


def _error(error: Any, nodes: list[Any]) -> dict[str, Any]:
    """An error with the number of the node after which it happened, or of the start if it concerns no move."""
    parts = {name: getattr(error, name, None) for name in ("code", "line", "column", "ply", "text", "hint")}
    return {**parts, "message": flowing(str(getattr(error, "message", error))), "node": _node_of(parts, nodes)}


def _node_of(error: Mapping[str, Any], nodes: list[Any]) -> int:
    """The node of an error: that with the words that could not be played, or the one before its ply."""
    ply, text = error["ply"], error["text"]
    if ply is None:
        return 0
    before = [place for place, node in enumerate(nodes) if node.ply == max(ply - 1, 0)]
    told = [place for place in before if text and any(text in rest for rest in _rests(nodes[place]))]
    return (told or before or [0])[0]


def _rests(node: AnyNode) -> list[str]:
    return [*node.unplayed, node.rest or ""]


def _times(written: str | None) -> dict[str, int] | None:
    """The time that each player has at first and gains with each move, in seconds."""
    period = _PERIOD.fullmatch(written or "")
    return {"base": int(period[1]), "increment": int(period[2] or 0)} if period else None


def position_json(fen: str | None = None, rules: str | None = None, move: str | None = None) -> dict[str, Any]:
    """A position with its legal moves; with `move` in UCI, the position after it, and that move in SAN.

    Squares are numbers, and a1 is 0. A legal move is its UCI, its two squares, and the piece that it promotes to or
    None. In Chess960, castling goes to the square of the rook. A drop starts from no square, but from the letter of
    the piece.

    Raises:
        FenError: the FEN is invalid.
        MoveError: the move is not legal.

    >>> found = position_json("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    >>> found["turn"], [move for move in found["legal"] if move[3]][0]
    ('white', ['a7a8q', 48, 56, 'q'])
    >>> found = position_json("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "crazyhouse")
    >>> [move for move in found["legal"] if move[0] == "N@e4"]
    [['N@e4', 'N', 28, None]]
    """
    position = Position(fen, rules)
    said: dict[str, Any] = {}
    if move is not None:
        played = position.parse(move, "uci")
        san, after = str(position.write(played)), position.play(played)
        said = {"san": san, "uci": _uci(position, played)}
        said["mv"] = [played.from_square, played.to_square]
        position = after
    return {
        "fen": position.fen(),
        "turn": position.turn,
        "chk": position.is_check,
        "mate": position.is_mate,
        "stalemate": position.is_stalemate,
        "end": _end(position),
        "op": _opening(position),
        **said,
        "legal": [_legal(position, each) for each in position.legal_moves],
    }


def _legal(position: Position, move: Any) -> list[Any]:
    uci = _uci(position, move)
    if move.drop:
        return [uci, uci[0], move.to_square, None]
    takes_rook = move.rook_square is not None and has_rule(position, "10")
    return [uci, move.from_square, move.rook_square if takes_rook else move.to_square, uci[4:] or None]
