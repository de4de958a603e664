"""Converts a game of infinite chess to one of standard chess, if it stays on the standard board."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import scoresheet
from scoresheet.errors import ReadError, UsageError
from scoresheet.infinite.contents import RESULTS
from scoresheet.infinite.pgn.boards import fen_of, fits, refused, square_name
from scoresheet.infinite.pgn.tags import tags_of

if TYPE_CHECKING:
    from scoresheet.infinite.game import Game
    from scoresheet.infinite.move import Move
    from scoresheet.infinite.node import Node

__all__ = ["to_pgn"]

_MARKERS = (*RESULTS, "0-0")
"""The markers that PGN has for the end of a game."""


def to_pgn(game: Game) -> tuple[scoresheet.Game, list[tuple[str, int]]]:
    r"""A game of infinite chess as one of standard chess, and the losses by kind.

    All pieces and moves must be on the squares from `1,1` to `8,8`. If the game is over on the board, that decides the
    result.

    Raises:
        UsageError: the game does not fit: a square outside, another piece, more players, another way to win.

    >>> from scoresheet import infinite
    >>> from scoresheet.infinite.pgn import to_pgn
    >>> game = infinite.parse("[Variant: Core] w (8|1) K5,1|k5,8|P5,2+ 5,2>5,4{best}")
    >>> standard, losses = to_pgn(game)
    >>> standard.to("pgn"), losses
    ('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 {best} *\n\n', [('variant', 1)])
    """
    start = game.start
    moves = [node.move for node in game.mainline() if node.move is not None]
    if not start.pieces:
        raise refused("it does not list its pieces")
    fits(start, moves)
    losses: Counter[str] = Counter()
    standard = _begun(tags_of(game.tags.pairs(), losses), fen_of(start, losses))
    _annotate(standard.root, game.root, losses)
    whole = _play(standard, game, moves, losses)
    _end(standard, game, losses, whole=whole)
    return standard, [(kind, count) for kind, count in losses.items() if count]


def _begun(tags: dict[str, str], fen: str) -> scoresheet.Game:
    """A game of standard chess without moves."""
    try:
        start = scoresheet.Position(fen)
        if start == scoresheet.Position():
            return scoresheet.Game(tags)
        return scoresheet.Game(tags, fen=fen)
    except (ReadError, UsageError) as error:
        raise refused(error.message) from None


def _play(standard: scoresheet.Game, game: Game, moves: list[Move], losses: Counter[str]) -> bool:
    """Adds the moves. Returns whether all of them are moves of standard chess."""
    for node, move in zip(game.mainline(), moves, strict=True):
        promotion = move.promotion.kind.code if move.promotion is not None else ""
        text = f"{square_name(move.start)}{square_name(move.end)}{promotion}"
        try:
            added = standard.add(text, notation="uci")
        except ReadError:
            losses["illegal-move"] += 1
            losses["tail"] += len(moves) - node.ply
            return False
        _annotate(added, node, losses)
    return True


def _annotate(standard: scoresheet.Node, node: Node, losses: Counter[str]) -> None:
    """Adds the comments and signs of a node to one of standard chess."""
    rest = node.rest
    standard.comments_after = node.comments_after if rest is None else [*node.comments_after, rest]
    nags: list[int | str] = []
    for nag in node.nags:
        try:
            standard.nags = [nag]
        except UsageError:
            losses["signs"] += 1
        else:
            nags += standard.nags
    standard.nags = nags


def _end(standard: scoresheet.Game, game: Game, losses: Counter[str], *, whole: bool) -> None:
    """Sets the result according to the standard board."""
    end, tag = standard.end, standard.tags.get("Result")
    result = game.termination or (tag if tag in _MARKERS else "*")
    if end.is_mate:
        result = "0-1" if end.turn == "white" else "1-0"
    elif end.is_stalemate:
        result = "1/2-1/2"
    if whole:
        outcome = game.outcome
        condition = outcome.condition if outcome is not None else None
        losses["board-edge"] += (end.is_mate, end.is_stalemate) != (condition == "checkmate", condition == "stalemate")
    standard.termination = result
    if tag in _MARKERS:
        standard.tags["Result"] = result
