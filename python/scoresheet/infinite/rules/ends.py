"""How a game ends, and what ends it only if a player claims it."""

from __future__ import annotations

from typing import NamedTuple

from scoresheet.infinite.document import Square
from scoresheet.infinite.profiles import Rules
from scoresheet.infinite.rules.board import Board, Change
from scoresheet.infinite.rules.judge import Judge
from scoresheet.infinite.rules.playable import opponent

__all__ = ["HILL", "REPETITIONS", "THREE", "End", "draws_of", "end_of", "won_by"]

HILL: frozenset[Square] = frozenset({(4, 4), (5, 4), (4, 5), (5, 5)})
"""The squares on which a king wins by `koth`."""

THREE = 3
"""How many moves that give check win by `threecheck`."""

REPETITIONS = 3
"""How many occurrences of a position make a draw."""


class End(NamedTuple):
    """How a game ended."""

    condition: str
    """The win condition; or `stalemate`, `repetition` or `moverule`."""
    winner: int | None
    """1 is White, 2 is Black; None after a draw."""


def won_by(board: Board, change: Change, checks_given: int) -> str | None:
    """The condition by which a move won, except checkmate; None if it did not win."""
    player = change.piece.owner
    enemy = opponent(player)
    taken = change.captured is not None and change.captured.owner == enemy and change.captured.kind.royal
    met = {
        "allpiecescaptured": not board.army[enemy],
        "royalcapture": taken,
        "allroyalscaptured": taken and not any(True for _ in board.royals(enemy)),
        "koth": change.piece.kind.code == "k" and change.move.end in HILL,
        "threecheck": checks_given >= THREE,
    }
    return next((name for name, is_met in met.items() if is_met and name in board.wins[player]), None)


def draws_of(board: Board, seen: int) -> list[str]:
    """The draws that may be claimed in a position after this many occurrences. By today's rules they end the game."""
    draws = ["repetition"] if seen >= REPETITIONS else []
    if board.move_rule is not None and board.move_rule[0] >= board.move_rule[1]:
        draws.append("moverule")
    return draws


def end_of(judge: Judge, draws: list[str], rules: Rules) -> End | None:
    """How the game ends for lack of moves or in a draw; None if it continues."""
    if rules == "modern" and "repetition" in draws:
        return End("repetition", None)
    if not judge.has_move:
        return End("checkmate", judge.enemy) if judge.is_mate else End("stalemate", None)
    if rules == "modern" and draws:
        return End(draws[0], None)
    return None
