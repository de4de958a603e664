"""Suites of positions: what an engine finds about them, as operations of EPD, and which of them it solves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoresheet.errors import MoveError
from scoresheet.game import Evaluation
from scoresheet.report import SuitePosition

if TYPE_CHECKING:
    from scoresheet.analysis.results import PositionResult
    from scoresheet.game import Game
    from scoresheet.notation import Move, Position

__all__ = ["compared", "expected_moves", "operations_of", "write_operations"]

_TAG = "EPD"

_REPLACED = frozenset(["acd", "acn", "acs", "ce", "dm", "pm", "pv"])
"""The operations that say what an engine has found. `acs` is removed but not written: seconds are never the same."""

_OPERATION = re.compile(r'(?:[^;"]|"[^"]*"?)+')
"""An operation without the `;` at its end. Texts in quotes may have others."""

_MATE_CE = 32_767
"""The evaluation of a mate on the board; each half-move until then takes one off."""


def write_operations(game: Game, lines: PositionResult) -> None:
    """Writes what an engine found about the start of a game as operations of EPD, in place of older results.

    >>> import scoresheet
    >>> from scoresheet.analysis.results import FoundLine
    >>> [game] = scoresheet.parse_all("8/8/8/8/8/1k6/8/K6r w - - bm Ka2; ce 5; c9 7;", from_="epd")
    >>> write_operations(game, (FoundLine(Evaluation(cp=-31, depth=12), 400, None, ()),))
    >>> game.tags["EPD"]
    'bm Ka2; c9 7; acd 12; acn 400; ce -31;'
    """
    found = [part.strip() for part in _OPERATION.findall(game.tags.get(_TAG, ""))]
    kept = [part + '"' * (part.count('"') % 2) for part in found if part and part.split()[0] not in _REPLACED]
    parts = [*kept, *operations_of(game.root.position, lines)]
    game.tags[_TAG] = " ".join(f"{part};" for part in parts)


def operations_of(position: Position, lines: PositionResult) -> Iterator[str]:
    """What an engine found about a position, as operations in the order of their names."""
    if not lines:
        return
    best = lines[0]
    if best.eval.depth is not None:
        yield f"acd {best.eval.depth}"
    if best.nodes is not None:
        yield f"acn {best.nodes}"
    yield _evaluation(best.eval, white=position.turn == "white")
    sans = []
    for move in best.played(position):
        sans.append(position.write(move))
        position = position.play(move)
    if sans:
        yield f"pm {sans[0]}"
        yield f"pv {' '.join(sans)}"


def _evaluation(evaluation: Evaluation, *, white: bool) -> str:
    """An evaluation in the form of EPD, from the side to move: `dm` has no form for a side that gets mated.

    >>> _evaluation(Evaluation(cp=31), white=False), _evaluation(Evaluation(mate=-3), white=False)
    ('ce -31', 'dm 3')
    >>> _evaluation(Evaluation(mate=-3), white=True)
    'ce -32761'
    """
    if evaluation.mate is None:
        cp = evaluation.cp or 0
        return f"ce {cp if white else -cp}"
    mate = evaluation.mate if white else -evaluation.mate
    return f"dm {mate}" if mate > 0 else f"ce {-(_MATE_CE + 2 * mate)}"


def expected_moves(game: Game, opcode: str) -> tuple[dict[str, Move], list[MoveError]]:
    """The moves of an operation for the start of a game by their texts, and the errors of texts that are not moves."""
    moves, errors = {}, []
    for text in map(str, game.operations.get(opcode, ())):
        try:
            moves[text] = game.root.position.parse(text)
        except MoveError as error:
            errors.append(error)
    return moves, errors


def compared(game: Game, number: int, lines: PositionResult) -> tuple[SuitePosition, list[MoveError]] | None:
    """Whether an engine solves a position, and what cannot be read of its solution; None if it has no solution.

    It is solved by any move that is among those of `bm`, if there are any, and not among those of `am`.
    """
    operations = game.operations
    if not operations.get("bm") and not operations.get("am"):
        return None
    position = game.root.position
    best, best_errors = expected_moves(game, "bm")
    avoided, avoided_errors = expected_moves(game, "am")
    played = lines[0].played(position, 1) if lines else []
    is_right = bool(played) and (not operations.get("bm") or played[0] in best.values())
    result = SuitePosition(
        number,
        str(operations["id"][0]) if operations.get("id") else None,
        position.fen(),
        tuple(map(str, operations.get("bm", ()))),
        tuple(map(str, operations.get("am", ()))),
        position.write(played[0]) if played else None,
        is_right and played[0] not in avoided.values(),
    )
    return result, [*best_errors, *avoided_errors]
