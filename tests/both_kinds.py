"""Objects of both kinds, used through the protocols.

Mypy checks this file for `test_types.py`, and `test_protocols.py` runs it.
"""

from __future__ import annotations

import scoresheet
from scoresheet import infinite
from scoresheet.protocols import AnyGame, AnyMove, AnyMoves, AnyNode, AnyPosition


def games() -> list[AnyGame]:
    """A game of each kind, with a move, a comment and a sign."""
    usual: scoresheet.Game = scoresheet.parse("1. e4! {best} e5 *")
    unbounded: infinite.Game = infinite.parse("K0,0|k5,5 0,0>1,1!{best}|5,5>6,6")
    return [usual, unbounded]


def nodes() -> list[AnyNode]:
    """The first move of each."""
    usual: scoresheet.Node = scoresheet.parse("1. e4! {best} e5 *").at(1)
    unbounded: infinite.Node = infinite.parse("K0,0|k5,5 0,0>1,1!{best}|5,5>6,6").at(1)
    return [usual, unbounded]


def positions() -> list[AnyPosition]:
    """A start position of each kind."""
    usual: scoresheet.Position = scoresheet.Position()
    unbounded: infinite.Position = infinite.Position.read("K0,0|k5,5")
    return [usual, unbounded]


def moves() -> list[AnyMove]:
    """A move of each kind."""
    usual: scoresheet.Move = scoresheet.Position().parse("e4")
    unbounded: infinite.Move = infinite.Move((0, 0), (1, 1))
    return [usual, unbounded]


def legal_moves() -> list[AnyMoves]:
    """The legal moves of each."""
    usual: scoresheet.LegalMoves = scoresheet.Position().legal_moves
    unbounded: infinite.LegalMoves = infinite.Position.read("K0,0|k5,5").legal_moves
    return [usual, unbounded]


def summary(game: AnyGame) -> list[str]:
    """What a reader of both kinds would use: tags, moves with comments and signs, positions, texts."""
    lines = [game.tags.get("White", "?"), game.result]
    for node in game.mainline():
        before, move = node.before, node.move
        if before is None or move is None:
            continue
        text = before.write(move)
        assert isinstance(text, str)
        assert before.parse(text) == move
        assert before.is_legal(move)
        assert move in before.legal_moves
        assert before.play(move) == node.position
        lines.append(" ".join([text, *map(str, node.nags), node.comment]).rstrip())
    return lines


def edited(game: AnyGame) -> tuple[int, str, float | None]:
    """Changes what can be changed of both: how many moves are left, the comment and the clock of the last one."""
    game.result = "1-0"
    game.closing_comments = []
    game.cut(after=1)
    node = game.last
    node.comments_before = []
    node.nags = [2]
    node.comment = "now"
    node.clock = 90
    assert game.result == "1-0"
    assert node.nags == [2]
    said = node.comment.replace("[%clk 0:01:30]", "").strip()
    return game.ply_count, said, node.clock


# mypy reports each of these that is not a mistake.
a_move_is_no_node: AnyNode = infinite.Move((0, 0), (1, 1))  # type: ignore[assignment]
a_document_is_no_game: AnyGame = infinite.Document()  # type: ignore[assignment]
a_list_is_no_position: AnyPosition = scoresheet.Position().legal_moves  # type: ignore[assignment]
