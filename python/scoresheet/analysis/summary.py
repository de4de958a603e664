"""The results of an analysis for a game: the figures of both sides, and of each move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoresheet.analysis.accuracy import START, mean_loss, side_accuracy
from scoresheet.analysis.judging import Mark

if TYPE_CHECKING:
    from scoresheet.game import Evaluation

__all__ = ["GameAnalysis", "MoveAnalysis", "SideAnalysis", "summary_of"]


@dataclass(frozen=True)
class MoveAnalysis:
    """The result of an engine for a move.

    Attributes:
        ply: the half-move, from 1.
        san: the move in SAN.
        before: the evaluation of the position before it, from White's side; None if that was not searched.
        after: the same for the position after it; None also if the game has ended with the move.
        chance_lost: how much of its chance to win the side has lost, from 0 to 2; None without both evaluations.
        loss: the loss in hundredths of a pawn, with evaluations capped at ten pawns; None without both evaluations.
        accuracy: from 0 to 100, as Lichess computes it; None without both evaluations.
        mark: `"inaccuracy"`, `"mistake"`, `"blunder"`, or None.
        best: the best move in SAN; None if the position before was not searched.
    """

    ply: int
    san: str
    before: Evaluation | None
    after: Evaluation | None
    chance_lost: float | None
    loss: int | None
    accuracy: float | None
    mark: Mark | None
    best: str | None


@dataclass(frozen=True)
class SideAnalysis:
    """The figures of a side, over the moves that were judged.

    Attributes:
        moves: the number of its moves with evaluations before and after.
        accuracy: from 0 to 100, as Lichess computes it; None without such moves.
        mean_loss: the mean loss in hundredths of a pawn; None without such moves.
        inaccuracies: the number of its moves with this mark.
        mistakes: the same.
        blunders: the same.
    """

    moves: int
    accuracy: float | None
    mean_loss: float | None
    inaccuracies: int
    mistakes: int
    blunders: int


@dataclass(frozen=True)
class GameAnalysis:
    """The result of an engine for a game. Returned by `Game.analyse`.

    Attributes:
        engine: the name of the engine.
        white: the figures of White.
        black: the figures of Black.
        moves: the moves that were judged.
    """

    engine: str
    white: SideAnalysis
    black: SideAnalysis
    moves: tuple[MoveAnalysis, ...]


def summary_of(
    engine: str, evaluations: Mapping[int, Evaluation], moves: Sequence[MoveAnalysis], *, white_starts: bool
) -> GameAnalysis:
    """The figures of a game. `evaluations` are those of its positions by half-move, 0 for the start."""
    run = _run_of(evaluations)
    first = run.start
    # The position before the first move counts as on the site.
    values = [START if ply == 0 else evaluations[ply] for ply in run]
    moves_white = white_starts == (first % 2 == 0)

    def side(white: bool) -> SideAnalysis:
        own = [move for move in moves if move.loss is not None and (white_starts == (move.ply % 2 == 1)) == white]
        marks = [move.mark for move in own]
        return SideAnalysis(
            len(own),
            side_accuracy(values, white=moves_white, side=white) if own else None,
            mean_loss(values, white=moves_white, side=white) if own else None,
            marks.count("inaccuracy"),
            marks.count("mistake"),
            marks.count("blunder"),
        )

    return GameAnalysis(engine, side(True), side(False), tuple(moves))


def _run_of(evaluations: Mapping[int, Evaluation]) -> range:
    """The first half-moves with evaluations that follow each other without a gap."""
    first = min(evaluations, default=0)
    last = first
    while last in evaluations:
        last += 1
    return range(first, last)
