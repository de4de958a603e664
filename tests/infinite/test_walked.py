"""Legal moves are those that are found by walking every square, on small boards with all that there is."""

from __future__ import annotations

import random

import pytest

from scoresheet.infinite import Move, Piece, Position
from scoresheet.infinite.document import Border, Promotion, Square
from scoresheet.infinite.pieces import BLACK, BY_CODE, KINDS, WHITE
from scoresheet.infinite.rules import Ray
from walked import Walked

EVERY = [kind.code for kind in KINDS]
MIXTURES = [EVERY, EVERY, ["hu", "hu", "r", "rq", "k", "q"], ["ro", "n", "rq", "k"], ["nr", "rq", "k", "p"]]
MIXTURES += [["rq", "q", "b", "r", "am"], ["p", "k", "r", "q"], ["hu", "rq", "b"]]
WINS = (("checkmate",), ("checkmate",), ("koth", "checkmate"), ("royalcapture",))
WINDOW = 30


def anywhere(chance: random.Random) -> Position:
    """A position of pieces put anywhere near the origin, with a royal piece or more for each side."""
    codes, span = chance.choice(MIXTURES), chance.choice((4, 6, 9, 14))
    pieces: dict[Square, Piece] = {}
    for count in range(chance.choice((6, 12, 20, 30))):
        kind = BY_CODE[chance.choice(["k", "rq", "rc", "k"] if count < 2 else codes)]
        owner = count + 1 if count < 2 else chance.choice((WHITE, BLACK))
        pieces[chance.randint(-span, span), chance.randint(-span, span)] = Piece(kind, 0 if kind.neutral else owner)
    order = chance.choice(((WHITE, BLACK), (BLACK, WHITE)))
    passed = in_passing(chance, pieces, order)
    rank = chance.randint(-span, span)
    promotions = {WHITE: Promotion((rank,), None), BLACK: Promotion((-rank, rank), (BY_CODE["am"], BY_CODE["ro"]))}
    sides = [chance.choice((None, sign * chance.randint(span + 1, span + 4))) for sign in (-1, 1, -1, 1)]
    return Position(
        pieces,
        frozenset(square for square in pieces if chance.random() < 0.3),
        order,
        passed,
        promotions=promotions if chance.random() < 0.5 else {},
        wins={player: chance.choice(WINS) for player in order},
        border=Border(*sides) if chance.random() < 0.5 else None,
        extras={"slideLimit": chance.randint(1, 12)} if chance.random() < 0.3 else {},
    )


def in_passing(chance: random.Random, pieces: dict[Square, Piece], order: tuple[int, int]) -> Square | None:
    """An en passant square behind a pawn, and mostly a pawn that may capture on it."""
    way = 1 if order[0] == WHITE else -1
    pawns = [square for square, piece in pieces.items() if piece.code.lower() == "p" and piece.owner == order[1]]
    if not pawns or chance.random() < 0.3:
        return None
    x, y = chance.choice(pawns)
    if (x, y + way) in pieces:
        return None
    if chance.random() < 0.7:
        pieces.setdefault((x + chance.choice((1, -1)), y), Piece(BY_CODE["p"], order[0]))
    return x, y + way


def near(square: Square) -> bool:
    return max(abs(square[0]), abs(square[1])) <= WINDOW


def listed(position: Position) -> set[Move]:
    """The legal moves within the window, each of which is there once."""
    legal = position.legal_moves
    moves = {move for move in legal.moves if near(move.end)}
    count = sum(near(move.end) for move in legal.moves)
    for ray in legal.rays:
        assert ray, ray
        for number in range(1, 2 * WINDOW + 2):
            if near(ray.square(number)) and ray.has_step(number):
                moves.add(Move(ray.start, ray.square(number)))
                count += 1
    assert len(moves) == count
    return moves


def compare(position: Position) -> None:
    slowly = Walked(position, WINDOW)
    moves = slowly.moves()
    assert listed(position) == moves, position
    assert position.is_check == slowly.in_check(dict(position.pieces), position.mover)
    in_reach = all(ray.last is not None and near(ray.square(ray.last)) for ray in position.legal_moves.rays)
    if moves or in_reach:
        assert bool(position.legal_moves) == bool(moves)
        assert (position.is_mate or position.is_stalemate) == (not moves)
    for move in moves:
        assert position.is_legal(move), (position, move)
    for end in ((x, y) for x in range(-9, 10, 3) for y in range(-9, 10)):
        for start in position.pieces:
            move = Move(start, end)
            if move not in moves and not any(move.start == one.start and move.end == one.end for one in moves):
                assert not position.is_legal(move), (position, move)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_legal_moves_match_those_found_by_walking(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        compare(anywhere(chance))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_legal_moves_match_those_found_by_walking_many_times(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(100):
        compare(anywhere(chance))


EAST, NORTH = 10**60 + 7, -(10**40) - 3


def far(square: Square) -> Square:
    return square[0] + EAST, square[1] + NORTH


def told(ray: Ray) -> tuple[object, ...]:
    """All of a ray except its start."""
    return ray.step, ray.first, ray.last, ray.points, ray.intervals, ray.primes, ray.primes_out


@pytest.mark.slow
def test_far_away_legal_moves_are_the_same() -> None:
    chance = random.Random(5)
    for _ in range(400):
        here = anywhere(chance)
        sides = here.border and [
            None if side is None else side + (EAST, NORTH)[at // 2] for at, side in enumerate(here.border)
        ]
        there = Position(
            {far(square): piece for square, piece in here.pieces.items()},
            frozenset(map(far, here.rights)),
            here.turn_order,
            here.en_passant and far(here.en_passant),
            promotions={
                player: Promotion(tuple(rank + NORTH for rank in said.ranks), said.kinds)
                for player, said in here.promotions.items()
            },
            wins=here.wins,
            border=sides and Border(*sides),
            extras=here.extras,
        )
        near_moves, far_moves = here.legal_moves, there.legal_moves
        assert {Move(far(m.start), far(m.end), m.promotion) for m in near_moves.moves} == set(far_moves.moves)
        assert list(map(told, near_moves.rays)) == list(map(told, far_moves.rays))
        assert [ray.count for ray in near_moves.rays] == [ray.count for ray in far_moves.rays]
        assert (here.is_check, here.is_mate, here.is_stalemate) == (there.is_check, there.is_mate, there.is_stalemate)
