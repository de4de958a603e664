"""The accuracy of moves and sides, and the mean loss, as Lichess computes them.

The formulas are those that Lichess publishes (https://lichess.org/page/accuracy).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean, harmonic_mean, pstdev

from scoresheet.analysis.judging import capped, win_chance
from scoresheet.game import Evaluation

__all__ = ["START", "mean_loss", "move_accuracies", "side_accuracy", "win_percent"]

START = Evaluation(cp=15)
"""The evaluation of the position before the first move, regardless of the engine."""

_NARROWEST, _WIDEST = 2, 8
"""How many positions the window around a move has, at least and at most."""

_LEAST_WEIGHT, _MOST_WEIGHT = 0.5, 12.0


def win_percent(evaluation: Evaluation) -> float:
    """How likely it is that White wins, from 0 to 100, with the evaluation capped at ten pawns.

    >>> round(win_percent(Evaluation(cp=100)), 2), win_percent(Evaluation(mate=2)) == win_percent(Evaluation(cp=5000))
    (59.1, True)
    """
    return 50 + 50 * win_chance(Evaluation(cp=capped(evaluation)))


def move_accuracies(evaluations: Sequence[Evaluation], *, white: bool) -> list[float]:
    """The accuracy of each move between the positions, from 0 to 100; `white` is whether White has the first move.

    >>> [round(value) for value in move_accuracies([Evaluation(15), Evaluation(15), Evaluation(400)], white=True)]
    [100, 26]
    """
    percents = [win_percent(evaluation) for evaluation in evaluations]
    found = []
    for number, (before, after) in enumerate(pairwise(percents)):
        drop = before - after if (number % 2 == 0) == white else after - before
        found.append(_of_drop(drop))
    return found


def _of_drop(drop: float) -> float:
    if drop <= 0:
        return 100.0
    raw = 103.1668100711649 * math.exp(-0.04354415386753951 * drop) - 3.166924740191411 + 1
    return max(0.0, min(100.0, raw))


def side_accuracy(evaluations: Sequence[Evaluation], *, white: bool, side: bool) -> float | None:
    """The accuracy of a side over all moves between the positions; None if it has none.

    It is the mean of two means of the accuracies of its moves: one in which moves weigh more while the evaluation
    changes much, and the harmonic one, in which no move counts as less than 1.

    Args:
        evaluations: those of the positions, from White's side.
        white: whether White has the first move.
        side: whether the accuracy is that of White.

    >>> round(side_accuracy([Evaluation(15), Evaluation(20), Evaluation(300), Evaluation(290)], white=True, side=False))
    35
    """
    percents = [win_percent(evaluation) for evaluation in evaluations]
    accuracies = move_accuracies(evaluations, white=white)
    window = max(_NARROWEST, min(_WIDEST, len(accuracies) // 10))
    # The first moves share the first window. The last window ends with the last position.
    first = min(window, len(percents)) - 2
    starts = [*[0] * first, *range(len(percents) - window + 1)]
    weights = [max(_LEAST_WEIGHT, min(_MOST_WEIGHT, pstdev(percents[at : at + window]))) for at in starts]
    own = [
        (accuracy, weight)
        for number, (accuracy, weight) in enumerate(zip(accuracies, weights, strict=True))
        if ((number % 2 == 0) == white) == side
    ]
    if not own:
        return None
    weighted = sum(accuracy * weight for accuracy, weight in own) / sum(weight for _, weight in own)
    return (weighted + harmonic_mean([max(1.0, accuracy) for accuracy, _ in own])) / 2


def mean_loss(evaluations: Sequence[Evaluation], *, white: bool, side: bool) -> float | None:
    """How many hundredths of a pawn a side loses with a move, on average; None if it has no move.

    >>> mean_loss([Evaluation(15), Evaluation(-35), Evaluation(0)], white=True, side=True)
    50.0
    """
    values = [capped(evaluation) for evaluation in evaluations]
    losses = [
        max(0, before - after if side else after - before)
        for number, (before, after) in enumerate(pairwise(values))
        if ((number % 2 == 0) == white) == side
    ]
    return fmean(losses) if losses else None
