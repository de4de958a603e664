"""Converts a game of standard chess to one on a board with a border. Every game of PGN can be written in ICN."""

from __future__ import annotations

from collections import Counter

import scoresheet
from scoresheet.errors import ScoresheetError, UsageError
from scoresheet.infinite.annotation import NAGS
from scoresheet.infinite.contents import RESULTS
from scoresheet.infinite.document import MoveText, Square
from scoresheet.infinite.game import Game
from scoresheet.infinite.node import Entry
from scoresheet.infinite.pgn.boards import head_of_standard
from scoresheet.infinite.pgn.left_out import lose_line, lose_unplayed, lose_variation, variations_on, why_not
from scoresheet.infinite.pgn.tags import metadata_of
from scoresheet.infinite.pieces import BLACK, BY_CODE, WHITE, Piece

__all__ = ["from_pgn"]

_PROMOTIONS = {2: "n", 3: "b", 4: "r", 5: "q"}
_EQUAL = 10
_SIGNS: dict[int, str] = {number: sign for sign, number in NAGS.items()} | {_EQUAL: "="}


def from_pgn(game: scoresheet.Game) -> tuple[Game, list[tuple[str, int]]]:
    """A game of standard chess as one of infinite chess with a border, and the losses by kind.

    Variations, Chess960 castling and NAGs without a sign are lost; comments, clocks and tags are kept.

    Raises:
        UsageError: the variant of the game is not supported.

    >>> import scoresheet
    >>> from scoresheet.infinite.pgn import from_pgn
    >>> game, losses = from_pgn(scoresheet.parse("1. e4! e5 (1... c5) 2. Ke2 {odd} *"))
    >>> print(game.to_icn(style="long").splitlines()[-2:], losses)
    ['1. P5,2 > 5,4 ! | p5,7 > 5,5', '2. K5,1 > 5,2 {odd}'] [('variation', 1)]
    """
    unplayed = any(isinstance(error, ScoresheetError) and error.code == "variant-unsupported" for error in game.errors)
    if unplayed or game.start.variant not in ("standard", "chess960"):
        name = game.tags.get("Variant", "" if unplayed else game.start.variant)[:80]
        hint = "only games of standard chess and Chess960 can be converted"
        raise UsageError(
            f"this game cannot be converted to infinite chess: the variant `{name}` is not supported", hint=hint
        )
    tags, unsaid = game._tags_in_pgn()
    losses: Counter[str] = Counter(unsaid)
    head = head_of_standard(game.start, losses)
    head.metadata = metadata_of(tags, losses)
    head.comments = tuple(_remarks(game.root))
    head.result = _marker(game, dict(reversed(tags)).get("Result"), losses)
    made = Game._begun(head, "doc")
    made._entries = _entries(game, losses)
    _close(made, game, losses)
    return made, [(kind, count) for kind, count in losses.items() if count]


def _marker(game: scoresheet.Game, tag: str | None, losses: Counter[str]) -> str | None:
    """The marker after the moves, if no tag has the result. If the tag has another result, the tag counts."""
    marker = game.termination
    if marker is None or marker == tag:
        return None
    lost = tag is not None or marker not in RESULTS
    losses["result"] += lost
    return None if lost or marker == "*" else marker


def _remarks(node: scoresheet.Node) -> list[str]:
    """The comments after a node, and words that could not be played."""
    return node.comments_after if node.rest is None else [*node.comments_after, node.rest]


def _entries(game: scoresheet.Game, losses: Counter[str]) -> list[Entry]:
    """The moves of the mainline, up to the first that ICN cannot express."""
    entries: list[Entry] = []
    before = game.root
    lose_unplayed(game.root, losses)
    for node in game.mainline():
        if why_not(node):
            lose_line(node, losses)
            break
        _add_before(entries, node)
        entries.append(_entry(before, node, losses))
        for variation in variations_on(node):
            lose_variation(variation, losses)
        lose_unplayed(node, losses)
        before = node
    return entries


def _entry(before: scoresheet.Node, node: scoresheet.Node, losses: Counter[str]) -> Entry:
    move = node.move
    assert move is not None, "only the start has no move"
    promotion = None
    if move.promotion is not None:
        kind = BY_CODE[_PROMOTIONS[move.promotion]]
        promotion = Piece(kind, WHITE if before.position.turn == "white" else BLACK)
    signs = tuple(_SIGNS[nag] for nag in node.nags if isinstance(nag, int) and nag in _SIGNS)
    losses["nag"] += len(node.nags) - len(signs)
    start, end = _square(move.from_square), _square(move.to_square)
    return Entry.of(node.ply, MoveText(start, end, promotion, signs=signs, comments=tuple(_remarks(node))))


def _square(number: int) -> Square:
    return number % 8 + 1, number // 8 + 1


def _add_before(entries: list[Entry], node: scoresheet.Node) -> None:
    """Moves comments before a move to the end of the previous move."""
    if entries and node.comments_before:
        entries[-1].comments += node.comments_before


def _close(made: Game, game: scoresheet.Game, losses: Counter[str]) -> None:
    """Moves comments after the result to the last move."""
    if game.closing_comments:
        losses["comment-place"] += len(game.closing_comments)
        made.last._entry.comments += game.closing_comments
