"""python-chess plays random games of all variants that it knows: the same legal moves, texts, positions and ends.

What differs is one of `KNOWN`, and nothing else may differ.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Callable, Iterator

import chess
import chess.variant
import pytest

from scoresheet import Game, Position

BOARDS: dict[str, type[chess.Board]] = {
    "chess960": chess.Board,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "atomic": chess.variant.AtomicBoard,
    "antichess": chess.variant.AntichessBoard,
    "kingofthehill": chess.variant.KingOfTheHillBoard,
    "threecheck": chess.variant.ThreeCheckBoard,
    "horde": chess.variant.HordeBoard,
    "racingkings": chess.variant.RacingKingsBoard,
}
FREE = ["chess960", "crazyhouse", "atomic", "kingofthehill", "threecheck"]
"""Variants that also start from the arrays of Chess960."""

PLIES = 200
ALL_TEXTS = 40
"""After so many plies, the texts of all legal moves are compared, and not only that of the move played."""


@dataclasses.dataclass(frozen=True)
class Difference:
    """The results of both on one subject."""

    variant: str
    kind: str
    ours: str
    theirs: str
    place: str
    clock: int
    """Plies since a capture, a pawn's move or the drop of a pawn, counted here."""


@dataclasses.dataclass(frozen=True)
class Known:
    """A difference that is meant."""

    variant: str
    kind: str
    why: str
    fits: Callable[[str, str, int], bool]
    """Whether it is about these two values, ours and theirs; the third is the clock."""

    def explains(self, found: Difference) -> bool:
        same = (found.variant.removesuffix("960"), found.kind) == (self.variant, self.kind)
        return same and self.fits(found.ours, found.theirs, found.clock)


def is_other_clock(ours: str, theirs: str, clock: int) -> bool:
    """Whether only the halfmove clock differs, and ours is right."""
    words = theirs.split(" ")
    words[-2] = str(clock)
    return words == ours.split(" ")


def is_other_passing(ours: str, theirs: str, _: int) -> bool:
    """Whether only the square of an en passant capture differs, which one of them does not show."""
    words, others = ours.split(" "), theirs.split(" ")
    return [*words[:3], *words[4:]] == [*others[:3], *others[4:]] and "-" in (words[3], others[3])


def is_dead(ours: str, theirs: str, _: int) -> bool:
    """Whether a dead position is not over for python-chess, or much later."""
    return ours == "1/2-1/2 insufficient-material" and theirs in ("", "1/2-1/2 seventy-five-moves")


KNOWN = [
    Known(
        "crazyhouse",
        "san",
        "python-chess writes the drop of a pawn without its letter. Lichess and PyChess write `P@e4`.",
        lambda ours, theirs, _: ours.startswith("P@") and theirs == ours.removeprefix("P"),
    ),
    Known(
        "crazyhouse",
        "fen",
        "The drop of a pawn sets the halfmove clock to 0, as on Lichess. python-chess counts it like any other drop.",
        is_other_clock,
    ),
    Known(
        "antichess",
        "end",
        "With bishops on squares of different colours and pawns that cannot move, nobody can win: the game is over on "
        "Lichess. python-chess asks for bishops alone.",
        is_dead,
    ),
    Known(
        "atomic",
        "end",
        "With kings, bishops of one colour and pawns that cannot move, nobody can win: the game is over on Lichess. "
        "python-chess does not look at pawns.",
        is_dead,
    ),
    Known(
        "atomic",
        "end",
        "With kings and more than two bishops that attack squares of both colours the game goes on. python-chess asks "
        "for no more than that the bishops of the two sides are on different colours.",
        lambda ours, theirs, _: (ours, theirs) == ("", "1/2-1/2 insufficient-material"),
    ),
    Known(
        "atomic",
        "fen",
        "Whether a capture in passing is legal depends on which kings it blows up. Both list the same moves, but the "
        "FEN of python-chess asks only whether a line to the own king is opened.",
        is_other_passing,
    ),
    Known(
        "horde",
        "end",
        "Where every move of Black leaves White's pawns without a move, nobody can win: the game is over on Lichess. "
        "python-chess waits for the stalemate.",
        is_dead,
    ),
]


TERMINATIONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "insufficient-material",
    chess.Termination.SEVENTYFIVE_MOVES: "seventy-five-moves",
}
BY_RULES = {"exploded", "no-pieces", "horde-gone", "hill", "three-checks", "race", "race-drawn"}


def our_end(position: Position) -> str:
    """How the game ends here, claims aside: the result and the reason."""
    outcome = Game(fen=position.fen(), variant=position.variant).outcome()
    if outcome is None or outcome.claimable:
        return ""
    by_rules = outcome.reason in BY_RULES or (outcome.reason == "stalemate" and outcome.result != "1/2-1/2")
    return f"{outcome.result} {'variant' if by_rules else outcome.reason}"


def their_end(board: chess.Board) -> str:
    """The same by python-chess, which also sees repetitions in the moves before."""
    outcome = board.outcome()
    if outcome is None or outcome.termination is chess.Termination.FIVEFOLD_REPETITION:
        return ""
    return f"{outcome.result()} {TERMINATIONS.get(outcome.termination, 'variant')}"


def choose(rng: random.Random, board: chess.Board, moves: list[chess.Move]) -> chess.Move:
    """A random move, in half of the cases a capture, so that games end."""
    captures = [move for move in moves if board.is_capture(move)] if rng.random() < 0.5 else []
    return rng.choice(captures or moves)


def start(rng: random.Random, variant: str) -> tuple[str, chess.Board]:
    """The rules and the start of a game."""
    free = variant in FREE and (variant == "chess960" or rng.random() < 0.25)
    board = BOARDS[variant](chess960=free)
    if free:
        board.set_chess960_pos(rng.randrange(960))
    return variant if not free or variant == "chess960" else variant + "960", board


def play(rng: random.Random, variant: str, counts: Counter[str]) -> Iterator[Difference]:
    """Plays a game and gives all that differs."""
    name, board = start(rng, variant)
    position, clock = Position(board.fen(), name), 0
    for ply in range(PLIES):
        place = board.fen()
        theirs = {move.uci(): move for move in board.legal_moves}
        ours = {move.uci(chess960=board.chess960): move for move in position.legal_moves}
        end = our_end(position)
        pairs: list[tuple[str, object, object]] = [
            ("moves", sorted(ours), sorted(theirs)),
            ("fen", position.fen(), place),
            ("check", position.is_check, board.is_check()),
            ("end", end, their_end(board)),
        ]
        counts.update(["plies", end] if end else ["plies"])
        is_over = bool(end) or not theirs or theirs.keys() != ours.keys()
        move = None if is_over else choose(rng, board, list(theirs.values()))
        told = [] if move is None else list(theirs) if ply % ALL_TEXTS == 0 else [move.uci()]
        for uci in told:
            text = board.san(theirs[uci])
            pairs += [("san", position.write(ours[uci]), text), ("reads", position.parse(text), ours[uci])]
            counts["texts"] += 1
        yield from (Difference(name, kind, str(a), str(b), place, clock) for kind, a, b in pairs if a != b)
        if move is None:
            return
        pawn = move.drop == chess.PAWN or (move.drop is None and board.piece_type_at(move.from_square) == chess.PAWN)
        clock = 0 if pawn or board.is_capture(move) else clock + 1
        position = position.play(ours[move.uci()])
        board.push(move)


def check(variant: str, games: int) -> Counter[str]:
    rng, counts = random.Random(variant), Counter[str]()
    for _ in range(games):
        for found in play(rng, variant, counts):
            known = next((known for known in KNOWN if known.explains(found)), None)
            assert known is not None, found
            counts[known.why] += 1
    print(variant, games, "games", dict(counts))
    return counts


@pytest.mark.parametrize("variant", BOARDS)
def test_python_chess_plays_the_same_games(variant: str) -> None:
    assert check(variant, 200)["plies"] > 10_000


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("variant", BOARDS)
def test_python_chess_plays_the_same_ten_thousand_games(variant: str) -> None:
    counts = check(variant, 10_000)
    assert counts["plies"] > 500_000
    # What never occurs need not be known.
    assert all(counts[known.why] > 0 for known in KNOWN if known.variant == variant)
