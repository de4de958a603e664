"""Puzzles in games: where a bad move may have left the other side one good reply, and what the solution is."""

from __future__ import annotations

import hashlib
from base64 import b32encode
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from scoresheet.analysis.accuracy import START
from scoresheet.analysis.engines import SearchChoice, search_position
from scoresheet.analysis.judging import JUDGES, NAGS, win_chance
from scoresheet.analysis.searching import GameSearch, MoveChoice, is_searchable
from scoresheet.game import Evaluation, Game, Node

if TYPE_CHECKING:
    from scoresheet.analysis.results import PositionResult
    from scoresheet.analysis.store import StoredSetup
    from scoresheet.notation import Move, Position
    from scoresheet.uci.engine import Engine

__all__ = ["PuzzleSearch", "candidates_of", "rules_of", "search_puzzle", "solution_of"]

LEAST_CHANCE = 0.5
"""The win chance that the solver has with the best move, at least."""

LEAST_GAP = 0.6
"""By how much of the win chance every other move is worse, at least."""

LONGEST_SOLUTION = 64
"""Solutions end after this many half-moves at the latest."""

_BAD = frozenset(NAGS.values())


class PuzzleSearch(GameSearch):
    """A position that may be a puzzle: a game of one bad move, from the position before it.

    Attributes:
        source: the game that it is from.
        number: the number of that game in the run.
        ply: the half-move that was bad there.
    """

    def __init__(self, source: Game, number: int, node: Node) -> None:
        assert node.parent is not None
        assert node.move is not None
        before = node.parent.position
        game = Game(fen=before.fen(), variant=rules_of(before))
        game.add(node.move)
        super().__init__(game, MoveChoice())
        self.source, self.number, self.ply = source, number, node.ply

    @property
    def start(self) -> Position:
        """The position to solve."""
        return self.nodes[1].position

    def same(self) -> bytes:
        """What puzzles have in common if they are the same position, however it was reached."""
        return _digest(self.start.variant, *self.start.fen(shredder=True).split(" ")[:-2])

    def id(self) -> str:
        """A name that depends on the position before the bad move and on that move, and on nothing else."""
        before = self.nodes[0].position
        move = self.nodes[1].move
        assert move is not None
        digest = _digest(before.variant, before.fen(shredder=True), move.uci(chess960=True))
        return b32encode(digest).decode().lower()


def rules_of(position: Position) -> str | None:
    """The rules of a position as a new game names them; None for chess, which needs no name."""
    return None if position.variant == "standard" else position.variant


def _digest(*parts: str) -> bytes:
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=10).digest()


def candidates_of(game: Game) -> Iterator[Node]:
    """The bad moves of a mainline that may have left the other side a puzzle.

    Moves are bad if they have a NAG (`?!`, `?` or `??`), or by the evaluations before and after them under the rule of
    Lichess. If the evaluation after the move is known, it has to be good for the other side.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. f3 e5 2. g4?? Qh4# *")
    >>> [node.san for node in candidates_of(game)]
    ['g4']
    """
    for node in game.mainline():
        if node.parent is None or node.illegal or node.null or not is_searchable(node):
            continue
        white = node.parent.position.turn == "white"
        before, after = _evaluation(node.parent), node.eval
        is_bad = not _BAD.isdisjoint(node.nags)
        if before is not None and after is not None and not is_bad:
            is_bad = JUDGES["lichess"](before, after, white=white) is not None
        if is_bad and (after is None or _chance(after, white=not white) >= LEAST_CHANCE):
            yield node


def _evaluation(node: Node) -> Evaluation | None:
    """The evaluation of the position after a node; before the first move, the one that the site assumes."""
    return node.eval or (START if node.ply == 0 else None)


def _chance(evaluation: Evaluation, *, white: bool) -> float:
    return win_chance(evaluation) if white else -win_chance(evaluation)


def solution_of(position: Position, look: Callable[[Position], PositionResult]) -> list[Move]:
    """The solution of a puzzle: moves of both sides, the last one by the solver. Empty if it is not a puzzle.

    Each move of the solver is the only one that keeps the win chance; the replies are the best ones. A mate in one at
    the end may have several mating moves. A move without any alternative is part of a solution that continues, but no
    puzzle starts or ends with it unless it mates.

    Args:
        position: the position to solve.
        look: returns the two best lines from a position, or the only one. It is called for one position after another.
    """
    moves: list[Move] = []
    solved = 0
    while len(moves) < LONGEST_SOLUTION:
        lines = look(position)
        if not _is_alone(position, lines, is_first=not moves):
            break
        move, *answer = lines[0].played(position, 2)
        moves.append(move)
        if len(lines) > 1:
            solved = len(moves)
        after = position.play(move)
        if after.outcome() is not None:
            solved = len(moves)
            break
        if not answer:
            best = look(after)
            answer = best[0].played(after, 1) if best else []
        if not answer:
            break
        moves += answer
        position = after.play(answer[0])
        if position.outcome() is not None:
            break
    return moves[:solved]


def _is_alone(position: Position, lines: PositionResult, *, is_first: bool) -> bool:
    """Whether one move alone keeps the win chance of the side to move, as far as its two best lines show."""
    white = position.turn == "white"
    if not lines or lines[0].best is None or _chance(lines[0].eval, white=white) < LEAST_CHANCE:
        return False
    if len(lines) == 1:
        # An engine that finds one line only, although there are other moves, shows nothing about them.
        return not is_first and len(list(position.legal_moves)) == 1
    if not is_first and all(line.eval.mate == (1 if white else -1) for line in lines[:2]):
        return True
    return _chance(lines[0].eval, white=white) - _chance(lines[1].eval, white=white) >= LEAST_GAP


def search_puzzle(
    engine: Engine,
    search: GameSearch,
    choice: SearchChoice,
    kept: StoredSetup | None,
    told: Callable[[int], object],
) -> tuple[dict[int, PositionResult], int]:
    """What `solution_of` looks at, in its order, and how much of that came from a store."""
    found: dict[int, PositionResult] = {}
    stored = 0

    def look(position: Position) -> PositionResult:
        nonlocal stored
        # The solver knows the position only. The moves before it do not matter.
        root = Game(fen=position.fen(), variant=rules_of(position)).root
        found[len(found)], is_stored = search_position(engine, root, choice, kept)
        stored += is_stored
        told(1)
        return found[len(found) - 1]

    solution_of(search.nodes[1].position, look)
    return found, stored
