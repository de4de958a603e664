"""The rules of boards without edges: how each piece goes, castling, pawns, check, and how games end."""

from __future__ import annotations

import itertools
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import pytest

from levels import rounds
from scoresheet import MoveError, ReadError, UsageError
from scoresheet.infinite import Game, Move, Piece, Position
from scoresheet.infinite.document import Square
from scoresheet.infinite.faults import Refused
from scoresheet.infinite.pieces import BLACK, KINDS, WHITE
from scoresheet.infinite.rules import Board, End, Ray, Replay, is_check, why_illegal
from scoresheet.infinite.rules.primes import is_prime, next_prime

FAR = 10**30
FARTHER = 10**60


def position(text: str) -> Position:
    return Position.read(text)


def from_square(where: Position, start: Square) -> tuple[set[Square], dict[tuple[int, int], Ray]]:
    """Where the piece on a square may go: single squares, and rays by their directions."""
    legal = where.legal_moves
    ends = {move.end for move in legal.moves if move.start == start}
    return ends, {ray.step: ray for ray in legal.rays if ray.start == start}


def reason(where: Position, move: Move) -> str:
    """Why a move is not legal, in words."""
    fault = why_illegal(Board(where), move, "modern")
    assert fault is not None
    assert fault.code == "move-illegal"
    assert not where.is_legal(move)
    with pytest.raises(MoveError, match="is not legal"):
        where.play(move, rules="modern")
    return fault.message.partition("legal: ")[2]


def around(*steps: Square) -> set[Square]:
    """Steps with every change of sign and axes."""
    both = {(x, y) for a, b in steps for x, y in ((a, b), (b, a))}
    return {(sx * x, sy * y) for x, y in both for sx in (1, -1) for sy in (1, -1)}


KING = around((0, 1), (1, 1))
KNIGHT = around((1, 2))
ORTHOGONAL = around((0, 1))
DIAGONAL = around((1, 1))

LEAPS = {
    "k": KING,
    "n": KNIGHT,
    "am": KNIGHT,
    "ch": KNIGHT,
    "ar": KNIGHT,
    "ha": around((0, 2), (2, 2), (0, 3), (3, 3)),
    "gu": KING,
    "ca": around((1, 3)),
    "gi": around((1, 4)),
    "ze": around((2, 3)),
    "ce": KING | KNIGHT,
    "rc": KING | KNIGHT,
    "p": {(0, 1)},
}
SLIDES = {
    "b": DIAGONAL,
    "r": ORTHOGONAL,
    "q": ORTHOGONAL | DIAGONAL,
    "nr": KNIGHT,
    "am": ORTHOGONAL | DIAGONAL,
    "ch": ORTHOGONAL,
    "ar": DIAGONAL,
    "rq": ORTHOGONAL | DIAGONAL,
    "hu": ORTHOGONAL,
}
MOVING = [kind for kind in KINDS if not kind.neutral]

# Each piece by itself


@pytest.mark.parametrize("kind", [kind for kind in MOVING if kind.code != "ro"], ids=lambda kind: kind.code)
def test_pieces_on_an_empty_board(kind) -> None:
    alone = Position({(0, 0): Piece(kind, WHITE)})
    ends, rays = from_square(alone, (0, 0))
    assert ends == LEAPS.get(kind.code, set())
    assert set(rays) == SLIDES.get(kind.code, set())
    assert all(ray.last is None and ray.count is None for ray in rays.values())


def test_a_rose_has_32_targets() -> None:
    ends, rays = from_square(position("RO0,0"), (0, 0))
    assert (len(ends), rays) == (32, {})
    assert {(1, 2), (3, 3), (5, 2), (6, 0), (5, -2), (3, -3), (1, -2)} <= ends
    assert (0, 0) not in ends


def test_a_rose_reaches_a_square_by_any_free_route() -> None:
    # (3,3) is on two circles, and on each is reached both ways round.
    ways = ["P1,2", "P2,1", "vo5,2", "q2,5"]
    for free in ways:
        rest = "|".join(way for way in ways if way != free)
        assert (3, 3) in from_square(position(f"RO0,0|{rest}"), (0, 0))[0]
    blocked = from_square(position(f"RO0,0|{'|'.join(ways)}"), (0, 0))[0]
    assert (3, 3) not in blocked
    assert (2, 5) in blocked
    assert blocked.isdisjoint({(1, 2), (2, 1), (5, 2)})


@pytest.mark.parametrize("kind", MOVING, ids=lambda kind: kind.code)
def test_pieces_land_on_enemies_and_obstacles_but_not_on_friends_and_voids(kind) -> None:
    if kind.code == "p":
        targets: list[Square] = [(1, 1)]
    elif kind.code == "ro":
        targets = [(1, 2), (3, 3)]
    else:
        targets = [next(iter(kind.leaps or kind.slides))]
        if kind.code == "hu":
            targets = [(3, 0)]
    for end in targets:
        for code, lands in (("q", True), ("ob", True), ("Q", False), ("vo", False)):
            there = Position({(0, 0): Piece(kind, WHITE), end: Piece.of(code)})
            assert there.is_legal(Move((0, 0), end)) is lands, (end, code)


@pytest.mark.parametrize(("code", "last"), [("q", 5), ("ob", 5), ("Q", 4), ("vo", 4)])
@pytest.mark.parametrize("step", sorted(around((0, 1), (1, 1), (1, 2))))
def test_slides_end_at_what_is_in_the_way(step: Square, code: str, last: int) -> None:
    kind = next(kind for kind in MOVING if step in kind.slides and not kind.royal and not kind.special)
    x, y = step
    there = Position({(0, 0): Piece(kind, WHITE), (5 * x, 5 * y): Piece.of(code), (9 * x, 9 * y): Piece.of("q")})
    ray = from_square(there, (0, 0))[1][step]
    assert (ray.first, ray.last, ray.count) == (1, last, last)
    assert list(ray) == [(n * x, n * y) for n in range(1, last + 1)]


def test_leapers_jump() -> None:
    walls = "|".join(f"vo{x},{y}" for x, y in sorted(KING))
    assert from_square(position(f"HA0,0|{walls}"), (0, 0))[0] == LEAPS["ha"]
    assert from_square(position(f"NR0,0|{walls}"), (0, 0))[1].keys() == KNIGHT


def test_a_knightrider_is_stopped_on_its_own_squares_only() -> None:
    there = position("NR0,0|p1,1|p1,3|p3,6|p5,10")
    assert from_square(there, (0, 0))[1][1, 2].last == 3


# Far away


@pytest.mark.parametrize("far", [FAR, FARTHER, 10**400])
def test_a_far_slide_is_a_ray(far: int) -> None:
    there = Position({(0, 0): Piece.of("R"), (far, 0): Piece.of("q"), (0, far): Piece.of("P")})
    rays = from_square(there, (0, 0))[1]
    assert (rays[1, 0].last, rays[1, 0].count) == (far, far)
    assert (rays[0, 1].last, rays[-1, 0].last) == (far - 1, None)
    assert Move((0, 0), (far // 3, 0)) in there.legal_moves
    assert Move((0, 0), (far + 1, 0)) not in there.legal_moves
    assert Move((0, 0), (0, -(far**2))) in there.legal_moves


@pytest.mark.parametrize("far", [FAR, FARTHER])
def test_check_comes_from_far_away(far: int) -> None:
    for attacker, start in (("r", (0, far)), ("b", (-far, far)), ("q", (far, 0)), ("nr", (2 * far, -far))):
        there = Position({(0, 0): Piece.of("K"), start: Piece.of(attacker)})
        assert there.is_check
        assert is_check(Board(there), WHITE)
        assert not is_check(Board(there), BLACK)
        assert not Position({**there.pieces, (start[0] // 2, start[1] // 2): Piece.of("ob")}).is_check


def test_far_away_everything_is_as_at_home() -> None:
    text = "K5,1+|R8,1+|Q4,4|b9,4|k4,9|n6,3|P2,2+"
    near = position(text)
    far = Position(
        {(x + FARTHER, y - FARTHER): piece for (x, y), piece in near.pieces.items()},
        frozenset((x + FARTHER, y - FARTHER) for x, y in near.rights),
    )
    moved = {
        (m.start[0] - FARTHER, m.start[1] + FARTHER, m.end[0] - FARTHER, m.end[1] + FARTHER)
        for m in far.legal_moves.moves
    }
    assert moved == {(*m.start, *m.end) for m in near.legal_moves.moves}
    assert [ray.count for ray in far.legal_moves.rays] == [ray.count for ray in near.legal_moves.rays]


def test_moves_of_all_rays_come_by_turns() -> None:
    legal = position("K0,0|R100,100|k50,1").legal_moves
    first = [move for move, _ in zip(legal, range(len(legal.moves) + 8), strict=False)]
    assert first[: len(legal.moves)] == list(legal.moves)
    assert {move.end for move in first[len(legal.moves) :]} == {
        (100 + n * x, 100 + n * y) for n in (1, 2) for x, y in ORTHOGONAL
    }
    assert all(move in legal for move in first)
    assert "e4" not in legal


# Limits


def test_the_slide_limit_counts_steps() -> None:
    there = position('{"slideLimit": 3} Q0,0|NR0,100|HU100,0|RO200,0|HA50,50')
    assert {ray.last for ray in from_square(there, (0, 0))[1].values()} == {3}
    assert (6, 103) in from_square(there, (0, 100))[1][2, 1]
    assert list(from_square(there, (100, 0))[1][1, 0]) == [(102, 0), (103, 0)]
    assert len(from_square(there, (50, 50))[0]) == 16
    # Three knight's steps of a rose.
    assert (205, 2) in from_square(there, (200, 0))[0]
    assert (206, 0) not in from_square(there, (200, 0))[0]


def test_the_slide_limit_limits_attacks_and_may_be_a_text() -> None:
    assert position('{"slideLimit": "4"} K0,0|r4,0').is_check
    assert not position('{"slideLimit": "4"} K0,0|r5,0').is_check
    assert position(f'{{"slideLimit": "{FAR}"}} K0,0|r{FAR},0').is_check
    assert not position(f'{{"slideLimit": "{FAR}"}} K0,0|r{FAR + 1},0').is_check


@pytest.mark.parametrize("limit", [0, -3, True, "x", "-3", 1.5, [7], "", "٣"])
def test_an_invalid_slide_limit_is_refused(limit: object) -> None:
    bad = Position({(0, 0): Piece.of("K")}, extras={"slideLimit": limit})
    with pytest.raises(ReadError) as caught:
        _ = bad.legal_moves
    assert caught.value.code == "icn-extras"
    with pytest.raises(ReadError):
        _ = bad.slide_limit


def test_a_border_ends_everything() -> None:
    there = position('{"worldBorder": "1,8,_,8"} Q4,4|N8,7|P3,8+|HU2,8|RO1,2')
    rays = from_square(there, (4, 4))[1]
    assert {step: ray.last for step, ray in rays.items()} == {
        (1, 0): 4, (-1, 0): 3, (0, 1): 4, (0, -1): None, (1, 1): 4, (-1, 1): 3, (1, -1): 4, (-1, -1): 3,
    }  # fmt: skip
    assert from_square(there, (8, 7))[0] == {(6, 8), (6, 6), (7, 5)}
    assert from_square(there, (3, 8)) == (set(), {})
    assert all(x >= 1 and y <= 8 for x, y in from_square(there, (1, 2))[0])
    # Back inside again does not help a rose that has left.
    assert from_square(position('{"worldBorder": "0,6,0,6"} RO0,0'), (0, 0))[0] == {
        (1, 2), (3, 3), (5, 2), (6, 0), (4, 0), (2, 1), (2, 5), (0, 6), (0, 4),
    }  # fmt: skip
    assert "outside the border" in reason(there, Move((4, 4), (9, 4)))


def test_a_piece_outside_the_border_is_an_error() -> None:
    with pytest.raises(ReadError) as caught:
        _ = Position({(9, 1): Piece.of("K")}, border=position('{"worldBorder": "1,8,1,8"} K1,1').border).is_check
    assert caught.value.code == "icn-outside"


# Pawns


def ends_of_pawn(text: str, start: Square) -> set[Square]:
    return from_square(position(text), start)[0]


def test_pawns_step_and_capture() -> None:
    assert ends_of_pawn("P0,0", (0, 0)) == {(0, 1)}
    assert ends_of_pawn("b p0,0", (0, 0)) == {(0, -1)}
    assert ends_of_pawn("P0,0+", (0, 0)) == {(0, 1), (0, 2)}
    assert ends_of_pawn("P0,77+|n0,79", (0, 77)) == {(0, 78)}
    assert ends_of_pawn("P0,0+|n0,1", (0, 0)) == set()
    assert ends_of_pawn("P0,0|n1,1|ob-1,1|n0,1", (0, 0)) == {(1, 1), (-1, 1)}
    assert ends_of_pawn("P0,0|N1,1|vo-1,1|vo0,1", (0, 0)) == set()


def test_a_pawn_is_captured_en_passant_from_beyond_the_square() -> None:
    there = position("w 4,6 P5,5|p4,5|K0,0|k50,50")
    after = there.play(Move((5, 5), (4, 6)))
    assert set(after.pieces) == {(4, 6), (0, 0), (50, 50)}
    black = position("b 4,3 P4,4|p5,4|K0,0|k50,50")
    assert set(black.play(Move((5, 4), (4, 3))).pieces) == {(4, 3), (0, 0), (50, 50)}


@pytest.mark.parametrize("behind", ["", "|n4,5", "|P4,5", "|p4,7", "|p4,5|n4,6"])
def test_en_passant_requires_an_enemy_pawn_behind_the_square(behind: str) -> None:
    there = position(f"w 4,6 P5,5|K0,0|k50,50{behind}")
    replay = Replay(there)
    assert [(note.code, note.ply) for note in replay.notes] == [("en-passant-void", 0)]
    end = Move((5, 5), (4, 6))
    assert there.is_legal(end) is ((4, 6) in there.pieces)
    if (4, 6) not in there.pieces:
        assert "en passant square" in reason(there, end)
        replay.play(end, judged=False)
        assert [(note.code, note.ply) for note in replay.notes[1:]] == [("en-passant-void", 1)]
        assert len(replay.position.pieces) == len(there.pieces)


def test_en_passant_is_only_possible_immediately() -> None:
    there = position("P3,2+|p4,4|K0,0|k50,50")
    after = there.play(Move((3, 2), (3, 4)))
    assert after.en_passant == (3, 3)
    assert after.is_legal(Move((4, 4), (3, 3)))
    later = after.play(Move((50, 50), (50, 51))).play(Move((0, 0), (0, 1)))
    assert later.en_passant is None
    assert "nothing for the pawn to capture" in reason(later, Move((4, 4), (3, 3)))


def test_in_passing_may_not_open_the_line_of_both_pawns() -> None:
    there = position("w 4,6 P5,5|p4,5|K0,5|r9,5|k50,50")
    assert "royal piece attacked" in reason(there, Move((5, 5), (4, 6)))
    assert there.replace(wins={WHITE: ("checkmate",), BLACK: ("koth",)}).is_legal(Move((5, 5), (4, 6)))


def test_in_passing_takes_a_pawn_that_gives_check() -> None:
    there = position("w 4,6 P5,5|p4,5|K3,4|k50,50")
    assert there.is_check
    assert there.is_legal(Move((5, 5), (4, 6)))


def test_promotion_is_offered_on_listed_ranks_only() -> None:
    there = position("(8,17;Q,am|1) P0,7|P0,16|P5,8|K9,0|k50,50")
    assert {str(move) for move in there.legal_moves.moves if move.start == (0, 7)} == {"0,7>0,8Q", "0,7>0,8AM"}
    assert {str(move) for move in there.legal_moves.moves if move.start == (0, 16)} == {"0,16>0,17Q", "0,16>0,17AM"}
    assert {str(move) for move in there.legal_moves.moves if move.start == (5, 8)} == {"5,8>5,9"}
    assert {str(m) for m in position("b (8|1) p3,2|n4,1").legal_moves.moves if m.start == (3, 2)} == {
        "3,2>3,1q", "3,2>3,1r", "3,2>3,1b", "3,2>3,1n",
    }  # fmt: skip


def test_a_step_of_two_may_promote_and_passing_over_a_rank_does_nothing() -> None:
    lands = position("(8|) P3,6+|K0,0|k50,50")
    assert Move((3, 6), (3, 8), Piece.of("Q")) in lands.legal_moves
    after = lands.play(Move((3, 6), (3, 8), Piece.of("Q")))
    assert (after.pieces[3, 8].code, after.en_passant) == ("Q", None)
    over = position("(8|) P3,7+|K0,0|k50,50")
    assert Move((3, 7), (3, 9)) in over.legal_moves
    assert over.play(Move((3, 7), (3, 9))).en_passant == (3, 8)


def test_promotion_by_capture_in_passing() -> None:
    there = position("w 4,8 (8|) P5,7|p4,7|K0,0|k50,50")
    assert Move((5, 7), (4, 8), Piece.of("N")) in there.legal_moves
    assert (4, 7) not in there.play(Move((5, 7), (4, 8), Piece.of("N"))).pieces


def test_a_promotion_may_be_declined_by_doc_with_a_note() -> None:
    there = position("(8|1) P3,7|K0,0|k50,50")
    stays = Move((3, 7), (3, 8))
    assert stays not in there.legal_moves
    replay = Replay(there, "doc")
    replay.play(stays)
    assert [(note.code, note.ply, note.text) for note in replay.notes] == [("promotion-declined", 1, "3,7>3,8")]
    replay.play(Move((50, 50), (50, 51)))
    replay.play(Move((3, 8), (3, 9)))
    assert replay.position.pieces[3, 9].code == "P"
    with pytest.raises(Refused, match="has to promote"):
        Replay(there, "modern").play(stays)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Move((3, 7), (3, 8), Piece.of("AM")), "may become"),
        (Move((3, 7), (3, 8), Piece.of("q")), "may become"),
        (Move((3, 5), (3, 6), Piece.of("Q")), "do not promote on"),
        (Move((0, 0), (0, 1), Piece.of("Q")), "a king does not promote"),
    ],
)
def test_promotions_that_are_not(move: Move, why: str) -> None:
    assert why in reason(position("(8|1) P3,7|P3,5|K0,0|k50,50"), move)


# Castling


@pytest.mark.parametrize("distance", [3, 4, 5, 100, FAR])
@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("partner", ["R", "Q", "GU", "RQ", "HU"])
def test_kings_castle_with_any_partner_at_any_distance(distance: int, way: int, partner: str) -> None:
    there = Position(
        {(0, 0): Piece.of("K"), (way * distance, 0): Piece.of(partner), (50, 50): Piece.of("k")},
        frozenset({(0, 0), (way * distance, 0)}),
        extras={"slideLimit": 7},
    )
    castles = Move((0, 0), (2 * way, 0))
    assert castles in there.legal_moves
    after = there.play(castles)
    assert list(after.pieces) == [(50, 50), (2 * way, 0), (way, 0)]
    assert (after.pieces[2 * way, 0].code, after.pieces[way, 0].code) == ("K", partner)
    assert not after.rights


def test_royal_centaurs_castle_too() -> None:
    assert position("RC0,0+|R5,0+|k50,50").is_legal(Move((0, 0), (2, 0)))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("K0,0|R5,0+", "the king has no right to castle"),
        ("K0,0+|R5,0", "the rook on `5,0` has no right to castle"),
        ("K0,0+", "there is no partner"),
        ("K0,0+|R5,1+", "there is no partner"),
        ("K0,0+|R1,0+", "1 squares away"),
        ("K0,0+|N3,0|R5,0+", "the knight on `3,0` has no right to castle"),
        ("K0,0+|n3,0|R5,0+", "the first piece on that side, the knight on `3,0`"),
        ("K0,0+|ob3,0|R5,0+", "the obstacle on `3,0`"),
        ("K0,0+|P5,0+", "the pawn on `5,0`"),
        ("K0,0+|K5,0+", "the king on `5,0`"),
        ("K0,0+|RC5,0+", "the royal centaur on `5,0`"),
        ("K0,0+|r5,0+", "the rook on `5,0`"),
        ("K0,0+|R5,0+|r0,9", "cannot castle out of check"),
        ("K0,0+|R5,0+|r1,9", "`1,0` is attacked"),
        ("K0,0+|R5,0+|r2,9", "`2,0` is attacked"),
        ("K0,0+|R5,0+|p3,1", "`2,0` is attacked"),
        ("K0,0+|R5,0+|K9,9|r9,20", "cannot castle out of check"),
        ("K0,0+|R5,0+|r9,0", "leave a royal piece attacked"),
        ("K0,0+|R5,0+|K5,-3|r5,9", "leave a royal piece attacked"),
    ],
)
def test_castling_that_is_not(text: str, why: str) -> None:
    there = position(f"{text}|k500,507")
    castles = Move((0, 0), (2, 0))
    assert castles not in there.legal_moves
    assert why in reason(there, castles)


def test_castling_onto_a_piece_or_beyond_the_border_is_not() -> None:
    assert "same side" in reason(position("K0,0+|R2,0+|k50,57"), Move((0, 0), (2, 0)))
    outside = position('{"worldBorder": "_,9,_,_"} K8,0+|R3,0+|k5,7')
    assert Move((8, 0), (6, 0)) in outside.legal_moves
    assert "outside the border" in reason(outside, Move((8, 0), (10, 0)))


def test_the_partner_may_pass_attacked_squares() -> None:
    assert position("K0,0+|R-4,0+|r-3,9|k50,50").is_legal(Move((0, 0), (-2, 0)))


def test_kings_castle_through_attack_if_there_is_no_mate() -> None:
    there = position("(checkmate|koth) K0,0+|R5,0+|r0,9|r1,9|r2,9|k50,50")
    assert there.is_check
    assert Move((0, 0), (2, 0)) in there.legal_moves


# Check, mate and stalemate


def test_a_royal_piece_is_not_left_attacked() -> None:
    there = position("K0,0|R0,5|r0,9|k50,50")
    assert set(from_square(there, (0, 5))[1]) == {(0, 1), (0, -1)}
    assert reason(there, Move((0, 5), (3, 5))) == "it would leave the king on `0,0` attacked by the rook on `0,9`"
    assert reason(there, Move((0, 0), (0, 0))) == "it does not leave its square"
    away = position("K0,0|r1,9|k50,50")
    assert reason(away, Move((0, 0), (1, 0))) == "the king would be attacked there by the rook on `1,9`"


@pytest.mark.parametrize(
    ("text", "move", "why"),
    [
        ("K0,0|k9,9", "5,5>5,6", "there is no piece on `5,5`"),
        ("K0,0|k9,9", "9,9>9,8", "the king on `9,9` is not White's, who is to move"),
        ("b K0,0|k9,9", "0,0>0,1", "the king on `0,0` is not Black's, who is to move"),
        ("K0,0|ob9,9", "9,9>9,8", "the obstacle on `9,9` belongs to no player and cannot move"),
        ("K0,0|R5,5|N5,9", "5,5>5,9", "a piece of the same side, a knight, is on `5,9`"),
        ("K0,0|R5,5|vo5,9", "5,5>5,9", "the void on `5,9` cannot be captured"),
        ("K0,0|R5,5|n5,7", "5,5>5,9", "the knight on `5,7` is in the way of the rook"),
        ("K0,0|R5,5", "5,5>6,6", "a rook cannot move from `5,5` to `6,6`"),
        ("K0,0|RO5,5", "5,5>6,6", "a rose cannot move from `5,5` to `6,6`"),
        ("K0,0|P5,5", "5,5>5,7", "the pawn has no right to step twice"),
        ("K0,0|P5,5+|n5,6", "5,5>5,7", "the knight on `5,6` is in the way of the pawn"),
        ("K0,0|P5,5", "5,5>5,4", "a pawn cannot move from `5,5` to `5,4`"),
        ("K0,0|P5,5", "5,5>6,6", "there is nothing for the pawn to capture on `6,6`"),
        ("K0,0|HU5,5", "5,5>5,9", "a huygens moves a prime number of squares, which 4 is not"),
        ("K0,0|HU5,5|n5,8", "5,5>5,10", "the knight on `5,8` is in the way of the huygens"),
        ('{"slideLimit": 3} K0,0|R5,5', "5,5>5,9", "a slide has at most 3 steps, but this one has 4"),
    ],
)
def test_reasons_are_for_people(text: str, move: str, why: str) -> None:
    start, end = (tuple(int(place) for place in square.split(",")) for square in move.split(">"))
    assert reason(position(text), Move(start, end)) == why  # type: ignore[arg-type]


def test_several_royal_pieces_are_all_guarded() -> None:
    there = position("K0,0|RQ20,0|RC40,0|r40,9|k50,55")
    assert there.is_check
    ends = {(move.start, move.end) for move in there.legal_moves.moves}
    assert {start for start, _ in ends} == {(40, 0)}
    # The royal queen may only be in the way, and not be attacked there.
    assert not [ray for ray in there.legal_moves.rays if (40, 9) not in ray and ray.start != (20, 0)]
    pinned = position("K0,0|RQ0,5|r0,9|k50,55")
    assert all(move.end != (1, 5) for move in pinned.legal_moves.moves)


def test_a_double_check_only_lets_the_king_move() -> None:
    there = position("K0,0|Q5,5|r0,9|b7,7|n1,2|k50,55")
    assert {move.start for move in there.legal_moves.moves} == {(0, 0)}
    assert there.legal_moves.rays == ()


def test_checks_are_stopped_far_away_by_slides_that_cross() -> None:
    there = Position(
        {(0, 0): Piece.of("K"), (0, FAR): Piece.of("r"), (-FAR // 2, 7): Piece.of("R"), (9, 9): Piece.of("k")}
    )
    ends, rays = from_square(there, (-FAR // 2, 7))
    assert ends == set()
    assert list(rays[1, 0]) == [(0, 7)]
    assert set(rays) == {(1, 0)}


def test_without_checkmate_kings_walk_into_attack() -> None:
    there = position("(checkmate|royalcapture) K0,0|r1,9|r0,9|k50,50")
    assert there.is_check
    assert not there.is_mate
    assert there.is_legal(Move((0, 0), (1, 0)))
    assert there.legal_moves.count == 8
    # Black's king still has to mind White's checkmate.
    assert position("b (checkmate|royalcapture) K0,0|k1,5|R0,9|R2,9").is_legal(Move((1, 5), (0, 5))) is False


def test_a_side_without_royals_is_never_in_check() -> None:
    there = position("N0,0|r0,9|k50,50")
    assert not there.is_check
    assert len(there.legal_moves.moves) == 8


def test_mate_and_stalemate_with_rays_without_end() -> None:
    # Four far rooks take all the squares around; a fifth gives check.
    box = f"R{FAR},1|R{-FAR},-1|R1,{FAR}|R-1,{-FAR}|K50,50"
    assert position(f"b k0,0|{box}").is_stalemate
    assert not position(f"b k0,0|{box}").is_mate
    mate = position(f"b k0,0|{box}|R0,{FARTHER}")
    assert mate.is_mate
    assert not mate.legal_moves
    assert mate.legal_moves.count == 0
    # A distant piece can capture, or move in between.
    assert not position(f"b k0,0|{box}|R0,{FARTHER}|r{FARTHER},{FARTHER}").is_mate
    assert not position(f"b k0,0|{box}|R0,{FARTHER}|b{FARTHER},{FARTHER + 77}").is_mate
    blocked = position(f"b k0,0|{box}|R0,{FARTHER}|b{FARTHER},{FARTHER + 77}").legal_moves
    assert [list(ray) for ray in blocked.rays] == [[(0, 77)]]


# Royal queens: which squares of a ray are attacked


def test_a_royal_queen_does_not_slide_onto_attacked_squares() -> None:
    there = position("RQ0,0|r5,100|n3,2|k500,507")
    ray = from_square(there, (0, 0))[1][1, 0]
    assert (5, 0) not in ray
    assert (2, 0) not in ray
    assert (4, 0) not in ray
    assert ray.last is None
    assert ray.points == {5, 2, 4} | ({1} if (1, 0) not in ray else set())


def test_a_royal_queen_is_seen_through_the_square_it_leaves() -> None:
    there = position("RQ0,0|r-9,0|k500,507")
    rays = from_square(there, (0, 0))[1]
    assert (1, 0) not in rays
    assert list(rays[-1, 0]) == [(-9, 0)]


def test_a_royal_queen_may_leave_the_reach_of_a_limited_slide() -> None:
    there = position('{"slideLimit": 9} RQ0,0|r-5,0|k500,507')
    ray = from_square(there, (0, 0))[1][1, 0]
    assert list(ray) == [(n, 0) for n in (5, 6, 7, 8, 9)]


def test_a_protected_attacker_is_not_captured_by_a_royal_queen() -> None:
    assert (0, 9) in from_square(position("RQ0,0|r0,9|k500,507"), (0, 0))[1][0, 1]
    for guard in ("r0,99", "b5,14", "n1,11", "p1,10", "hu0,12", "ro1,11", "nr-7,23"):
        there = position(f"RQ0,0|r0,9|{guard}|k500,507")
        assert not there.is_legal(Move((0, 0), (0, 9))), guard


def test_a_royal_queen_whose_only_free_squares_are_far_away_is_not_mated() -> None:
    # All directions but one are closed by voids; on the open one rooks attack the first thousand squares.
    walls = "|".join(f"vo{x},{y}" for x, y in sorted(KING - {(1, 0)}))
    rooks = "|".join(f"r{x},9" for x in range(1, 1001))
    check = "n-1,2|ca-2,1"  # the camel attacks (1,0), which a void hides from the first rook
    open_ended = position(f"RQ0,0|{walls}|{rooks}|{check}|k5000,5007")
    assert open_ended.is_check
    assert not open_ended.is_mate
    assert next(iter(open_ended.legal_moves)).end == (1001, 0)
    closed = position(f"RQ0,0|{walls}|{rooks}|{check}|k5000,5007|P1001,0")
    assert closed.is_mate


def test_a_royal_queen_is_mated_along_a_whole_ray() -> None:
    walls = "|".join(f"vo{x},{y}" for x, y in sorted(KING - {(1, 0), (-1, 0)}))
    assert position(f"RQ0,0|{walls}|r-{FAR},0|b-{FAR + 1},1|k5000,5007").is_mate
    # A limited rook leaves the far part of the ray.
    assert not position(f'{{"slideLimit": {FAR + 9}}} RQ0,0|{walls}|r-{FAR},0|b-{FAR + 1},1|k5000,5007').is_mate


# Huygens


def test_a_huygens_goes_by_primes() -> None:
    there = position("HU0,0|q0,4|q0,7|Q9,0|Q-5,0")
    rays = from_square(there, (0, 0))[1]
    assert list(rays[0, 1]) == [(0, 2), (0, 3), (0, 5), (0, 7)]
    assert [square for square, _ in zip(rays[1, 0], range(6), strict=False)] == [(n, 0) for n in (2, 3, 5, 7, 11, 13)]
    assert list(rays[-1, 0]) == [(-2, 0), (-3, 0)]
    assert (rays[0, 1].count, rays[1, 0].count) == (4, None)
    assert (0, 4) not in rays[0, 1]


def test_a_huygens_lands_at_far_primes() -> None:
    legal = position("HU0,0|K9,9|k50,55").legal_moves
    assert Move((0, 0), (FAR + 57, 0)) in legal
    assert Move((0, 0), (FAR + 58, 0)) not in legal
    assert Move((0, 0), (FAR + 59, 0)) not in legal


def test_a_huygens_gives_check_over_everything_at_composite_distances() -> None:
    assert position("K0,0|hu7,0|R1,0|N3,0").is_check  # at distances 6 and 4
    assert not position("K0,0|hu7,0|R2,0").is_check
    assert not position("K0,0|hu8,0").is_check


def test_a_huygens_check_is_stopped_at_prime_distances_only() -> None:
    there = position("K0,0|hu7,0|R1,50|R2,50|R3,50|R4,50|R5,50|k500,507")
    assert {ray.start[0]: list(ray) for ray in there.legal_moves.rays} == {2: [(2, 0)], 4: [(4, 0)], 5: [(5, 0)]}


def test_slides_along_the_line_of_a_huygens_stop_it_at_primes_or_capture_it() -> None:
    there = position("K0,0|R4,0|hu7,0|k500,507")  # pinned at distance 3
    assert sorted(square for ray in there.legal_moves.rays if ray.start == (4, 0) for square in ray) == [
        (2, 0),
        (5, 0),
        (7, 0),
    ]


def test_two_huygens_on_a_line() -> None:
    # Black's checks at a distance of 11; White's, at 4 beyond the king, has to land at primes from both.
    there = position("K0,0|HU-4,0|hu11,0|k500,507")
    ends = {square for ray in there.legal_moves.rays for square in ray}
    assert ends == {(x, 0) for x in range(1, 11) if x + 4 in (2, 3, 5, 7, 11, 13) and 11 - x in (2, 3, 5, 7)}


def test_whether_two_primes_meet_is_decided_far_away() -> None:
    def along(last: int, *primes: int) -> Ray:
        return Ray((0, 0), (1, 0), 2, last, primes=primes)

    # Of two numbers with an odd sum one is even, so that it is 2.
    assert not along(FAR, 0, FAR + 1)
    assert list(along(FAR + 55, 0, FAR + 59)) == [(2, 0)]  # FAR + 57 is prime
    # Of three numbers 2 apart one is divisible by 3.
    assert [x for x, _ in along(FARTHER, 0, -2, -4)] == [3]
    assert list(along(FARTHER, 0, 2, 4)) == [(7, 0)]
    # Every even number is thought to be the sum of two primes; these are.
    for total in (FAR, FARTHER):
        assert next(iter(along(total, 0, total)))[0] > 1


def test_a_royal_queen_flees_to_composite_distances() -> None:
    walls = "|".join(f"vo{x},{y}" for x, y in sorted(KING - {(1, 0)}))
    there = position(f"RQ0,0|{walls}|hu-2,0|k500,507")
    ray = from_square(there, (0, 0))[1][1, 0]
    assert [x for x, _ in [square for square, _ in zip(ray, range(6), strict=False)]] == [2, 4, 6, 7, 8, 10]
    assert (FAR + 57 - 2, 0) not in ray
    assert (FAR, 0) in ray


# Win conditions and other ends


def replayed(text: str, *moves: str, rules: str = "doc") -> Replay:
    replay = Replay(position(text), rules)  # type: ignore[arg-type]
    for move in moves:
        start, end = (tuple(int(place) for place in square.split(",")) for square in move.split(">"))
        replay.play(Move(start, end))  # type: ignore[arg-type]
    return replay


BOTH = ("doc", "modern")


@pytest.mark.parametrize("rules", BOTH)
def test_checkmate_ends_the_game(rules: str) -> None:
    replay = replayed("b K50,50|k0,0|R9,1|R9,-1|R10,5|r60,60", "60,60>60,61", "10,5>10,0", rules=rules)
    assert replay.end == End("checkmate", WHITE)
    with pytest.raises(Refused, match="ended by checkmate"):
        replay.play(Move((0, 0), (0, 1)))


@pytest.mark.parametrize("rules", BOTH)
def test_stalemate_is_a_draw_for_any_condition(rules: str) -> None:
    assert replayed("K50,50|k0,0|R9,1|R9,-2|R1,5|R-1,9", "9,-2>9,-1", rules=rules).end == End("stalemate", None)
    assert replayed("koth K50,50|k0,0|P0,-2|P5,5|p0,5", "5,5>5,6", rules=rules).end is None
    blocked = "royalcapture K50,50|p0,0|P0,-2|P5,5"
    assert replayed(blocked, "0,-2>0,-1", rules=rules).end == End("stalemate", None)


def test_a_position_may_begin_ended() -> None:
    assert Replay(position("b K50,50|k0,0|R9,1|R9,-1|R10,0")).end == End("checkmate", WHITE)


def test_without_checkmate_an_attacked_king_that_cannot_move_is_stalemated() -> None:
    walls = "|".join(f"vo{x},{y}" for x, y in sorted(KING))
    assert Replay(position(f"b (koth|checkmate) K50,50|k0,0|{walls}|N1,2")).end == End("stalemate", None)


@pytest.mark.parametrize("rules", BOTH)
def test_allpiecescaptured(rules: str) -> None:
    text = "(checkmate,allpiecescaptured|checkmate) K0,0|R5,5|n5,9|ob7,7"
    assert replayed(text, "5,5>5,9", rules=rules).end == End("allpiecescaptured", WHITE)
    assert replayed(text.replace(",allpiecescaptured", ""), "5,5>5,9", rules=rules).end == End("stalemate", None)
    assert replayed(text + "|p9,9", "5,5>5,9", rules=rules).end is None


@pytest.mark.parametrize("rules", BOTH)
def test_royalcapture(rules: str) -> None:
    text = "royalcapture K0,0|R5,5|k5,9|k9,7"
    assert replayed(text, "5,5>5,9", rules=rules).end == End("royalcapture", WHITE)
    assert replayed(text.replace("k5,9", "n5,9"), "5,5>5,9", rules=rules).end is None


@pytest.mark.parametrize("rules", BOTH)
def test_allroyalscaptured(rules: str) -> None:
    text = "allroyalscaptured K0,0|R5,5|k5,9|rq9,7|p20,20"
    assert replayed(text, "5,5>5,9", rules=rules).end is None
    assert replayed(text.replace("|rq9,7", ""), "5,5>5,9", rules=rules).end == End("allroyalscaptured", WHITE)


@pytest.mark.parametrize("hill", [(4, 4), (5, 4), (4, 5), (5, 5)])
def test_koth(hill: Square) -> None:
    move = f"{hill[0]},3>{hill[0]},4" if hill[1] == 4 else f"{hill[0]},6>{hill[0]},5"
    text = f"koth K{move.partition('>')[0]}|k50,50"
    assert replayed(text, move).end == End("koth", WHITE)
    assert replayed(f"{text}|n{hill[0]},{hill[1]}", move).end == End("koth", WHITE)


def test_koth_is_for_kings_who_come() -> None:
    assert replayed("koth RC3,3|K20,20|k50,50", "3,3>4,4").end is None
    assert replayed("koth K4,4|N20,20|k50,50", "20,20>21,22").end is None
    assert replayed("koth K6,5+|R1,5+|k50,50", "6,5>4,5").end == End("koth", WHITE)
    assert replayed("(checkmate|koth) K3,3|k50,50", "3,3>4,4").end is None


def test_threecheck_counts_moves_that_give_check() -> None:
    text = "(threecheck,checkmate|checkmate) K0,-50|R50,1|k0,0|p90,90"
    moves = ["50,1>50,0", "0,0>0,1", "50,0>50,1", "0,1>0,2", "50,1>50,2"]
    for played in range(len(moves)):
        assert replayed(text, *moves[:played]).end is None
    assert replayed(text, *moves).end == End("threecheck", WHITE)
    # It has to be among one's own conditions.
    assert replayed(text.replace("(threecheck,checkmate|checkmate)", "(checkmate|threecheck)"), *moves).end is None


def test_threecheck_counts_a_double_check_once() -> None:
    text = "threecheck K20,-50|R0,-9|N0,-4|R50,3|k0,0|p90,90"
    moves = ["0,-4>1,-2", "0,0>1,1", "50,3>50,1", "1,1>1,2", "50,1>50,2"]
    assert len(replayed(text, moves[0])._judge.checks) == 2
    assert replayed(text, *moves[:3]).end is None
    assert replayed(text, *moves).end == End("threecheck", WHITE)


def test_repetition_and_move_rule_are_claimed_by_doc_and_end_the_game_by_modern() -> None:
    text = "0/7 K0,0|k50,50|R9,9"
    there_and_back = ["0,0>0,1", "50,50>50,51", "0,1>0,0", "50,51>50,50"]
    twice = replayed(text, *there_and_back, *there_and_back[:2])
    assert (twice.claims, twice.end) == ([], None)
    claimable = replayed(text, *there_and_back, *there_and_back)
    assert (claimable.claims, claimable.end) == (["repetition", "moverule"], None)
    claimable.play(Move((0, 0), (0, 1)))
    assert claimable.end is None
    ended = replayed(text, *there_and_back, *there_and_back[:3], rules="modern")
    assert (ended.claims, ended.end) == (["moverule"], End("moverule", None))
    thrice = replayed(text.replace("0/7", "0/100"), *there_and_back, *there_and_back, rules="modern")
    assert (thrice.claims, thrice.end) == (["repetition"], End("repetition", None))


def test_repetition_looks_at_rights_and_the_en_passant_square() -> None:
    back = ["0,0>0,1", "50,50>50,51", "0,1>0,0", "50,51>50,50"]
    assert replayed("K0,0|k50,50", *back, *back).claims == ["repetition"]
    assert replayed("K0,0+|k50,50", *back, *back).claims == []
    stepped = ["9,9>9,11"]
    black = ["50,50>50,51", "0,0>0,1", "50,51>50,50", "0,1>0,0"]
    assert replayed("K0,0|P9,9+|k50,50", *stepped, *black, *black).claims == []
    assert replayed("K0,0|P9,9+|k50,50", *stepped, *black, *black, *black).claims == ["repetition"]


def test_what_is_2_to_the_61_apart_is_not_a_repetition() -> None:
    # Python takes numbers modulo 2^61 - 1 for its own hashes.
    far = 9 + 2**61 - 1
    back = ["9,9>9,10", "50,50>50,51", "9,10>9,9", "50,51>50,50"]
    away = [f"9,9>{far},9", "50,50>50,51", "0,0>0,1", "50,51>51,50", "0,1>0,0", "51,50>50,50"]
    assert replayed("K0,0|R9,9|k50,50", *back, *away).claims == []
    assert replayed("K0,0|R9,9|k50,50", *back, *back).claims == ["repetition"]


# Modern and doc


def test_modern_accepts_rights_that_are_of_no_use() -> None:
    text = "K0,0+|R5,0+|R-5,0+|k50,50+|r55,50+"
    assert replayed(text, "0,0>0,1").position.rights == {(5, 0), (-5, 0), (50, 50), (55, 50)}
    assert replayed(text, "0,0>0,1", rules="modern").position.rights == {(50, 50), (55, 50)}
    assert replayed(text, "5,0>5,1", rules="modern").position.rights == {(0, 0), (-5, 0), (50, 50), (55, 50)}
    assert replayed(text, "0,0>0,1", "55,50>55,51", rules="modern").position.rights == set()


def test_the_place_in_the_list_of_a_capturing_piece() -> None:
    text = "K0,0|R5,5|n5,9|k50,50"
    assert list(replayed(text, "5,5>5,9").position.pieces) == [(0, 0), (5, 9), (50, 50)]
    assert list(replayed(text, "5,5>5,9", rules="modern").position.pieces) == [(0, 0), (50, 50), (5, 9)]


def test_the_number_of_the_move() -> None:
    text = "b 7 K0,0|k50,50"
    moves = ["50,50>50,51", "0,0>0,1"]
    assert [replayed(text, *moves[:n]).position.fullmove for n in range(3)] == [7, 8, 8]
    assert [replayed(text, *moves[:n], rules="modern").position.fullmove for n in range(3)] == [7, 7, 8]


def test_taking_back_leaves_nothing() -> None:
    there = position("w 4,6 0/100 3 (8|1) P5,5|p4,5|K0,0+|R5,0+|k8,9|P7,7|n8,8")
    moves = [Move((5, 5), (4, 6)), Move((0, 0), (2, 0)), Move((7, 7), (8, 8), Piece.of("Q")), Move((0, 0), (0, 1))]
    for rules in BOTH:
        board = Board(there)
        fingerprint = board.fingerprint
        for move in moves:
            change = board.apply(move, rules)  # type: ignore[arg-type]
            assert board.fingerprint == Board(board.position()).fingerprint
            board.undo(change)
            assert board.position() == there
            assert list(board.position().pieces) == list(there.pieces)
            assert board.fingerprint == fingerprint


# What is not played


@pytest.mark.parametrize("text", ["w:b:r K0,0|k9,9|3k5,5", "w:w:b K0,0|k9,9", "w K0,0|k9,9|3q5,5", "w K0,0|0q5,5"])
def test_other_players_are_kept_and_not_played(text: str) -> None:
    there = position(text)
    for ask in (lambda: there.legal_moves, lambda: there.is_check, lambda: there.play(Move((0, 0), (0, 1)))):
        with pytest.raises(ReadError) as caught:
            ask()
        assert caught.value.code == "unplayable"
    with pytest.raises(Refused):
        Replay(there)


def test_unknown_win_conditions_are_kept_and_not_played() -> None:
    there = position("(checkmate|conquest) K0,0|k9,9")
    with pytest.raises(ReadError, match="`conquest`") as caught:
        _ = there.legal_moves
    assert caught.value.code == "unplayable"
    replay = Replay(there)
    with pytest.raises(Refused):
        replay.play(Move((0, 0), (0, 1)))
    replay.play(Move((0, 0), (0, 1)), judged=False)
    assert replay.end is None


def test_passing_is_never_a_move() -> None:
    there = position('{"cannotPassTurn": false} K0,0|k9,9')
    assert reason(there, Move((0, 0), (0, 0))) == "it does not leave its square"


def test_a_move_from_an_empty_square_is_refused_even_unjudged() -> None:
    replay = Replay(position("K0,0|k9,9"))
    with pytest.raises(Refused, match="there is no piece on `7,7`") as caught:
        replay.play(Move((7, 7), (8, 8)), judged=False)
    assert (caught.value.fault.code, caught.value.fault.ply) == ("move-illegal", 1)
    with pytest.raises(MoveError, match="there is no piece"):
        position("K0,0").play(Move((7, 7), (8, 8)), illegal=True)


def test_illegal_moves_are_played_on_request() -> None:
    after = position("K0,0|k9,9|ob5,5").play(Move((9, 9), (0, 0)), illegal=True)
    assert [(square, piece.code) for square, piece in after.pieces.items()] == [((0, 0), "k"), ((5, 5), "ob")]
    assert position("K0,0|ob5,5").play(Move((5, 5), (7, 7)), illegal=True).pieces[7, 7].code == "ob"
    with pytest.raises(MoveError):
        position("P0,0").play(Move((0, 0), (0, 1), Piece(KINDS[5], 3)), illegal=True)


# Hostile boards


@pytest.mark.slow
def test_a_hundred_thousand_pieces_are_played() -> None:
    codes = ["R", "n", "Q", "p", "k", "hu", "B", "ro"]
    pieces = {(x, y): Piece.of(codes[(x * 7 + y * 3) % len(codes)]) for x in range(1000) for y in range(100)}
    pieces[-1, -1] = Piece.of("K")
    crowd = Position(pieces, frozenset(pieces))
    replay = Replay(crowd)
    assert replay.end is None
    move = next(iter(replay.legal_moves))
    replay.play(move)
    assert replay.position.turn == "black"


@pytest.mark.slow
def test_boards_full_of_attacked_kings_are_decided() -> None:
    kings = {(x, y): Piece.of("K" if (x + y) % 2 else "k") for x in range(150) for y in range(150)}
    crowd = Position(kings)
    assert crowd.is_check
    assert crowd.is_mate
    assert not crowd.legal_moves


@pytest.mark.parametrize("digits", [100, 300])
def test_primes_that_meet_far_away_are_looked_for_last(digits: int) -> None:
    distance = next_prime(10**digits)
    there = Position({(0, 0): Piece.of("K"), (distance, 0): Piece.of("hu"), (-9, 0): Piece.of("HU")})
    assert there.is_check
    assert not there.is_mate
    if digits == 100:
        ray = from_square(there, (-9, 0))[1][1, 0]
        end = next(iter(ray))
        assert is_prime(end[0] + 9)
        assert is_prime(distance - end[0])
        assert not there.play(Move((-9, 0), end)).replace(turn_order=(WHITE, BLACK)).is_check


def test_legal_moves_pickle() -> None:
    legal = position("RQ0,0|r5,100|n3,2|hu0,7|k500,507").legal_moves
    again = pickle.loads(pickle.dumps(legal))
    assert (again.moves, again.rays) == (legal.moves, legal.rays)
    assert [hash(ray) for ray in again.rays] == [hash(ray) for ray in legal.rays]
    assert "primes_out" in repr(legal.rays)


def test_positions_are_used_by_several_threads_at_once() -> None:
    there = position("w 4,6 P5,5|p4,5|K0,0+|R9,0+|RQ3,-9|r50,-9|hu3,40|ro1,30|nr-8,15|k500,507")
    wanted = there.replace().legal_moves
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: there.legal_moves, range(64)))
    assert all(legal == wanted for legal in found)


def test_numbers_too_long_to_be_written_are_played_and_reported() -> None:
    far = 10**5000
    there = Position({(0, 0): Piece.of("K"), (9, far): Piece.of("r"), (far, 7): Piece.of("R"), (0, far): Piece.of("q")})
    assert there.is_check
    assert reason(there, Move((far, 7), (far, 8))) == (
        "it would leave the king on `0,0` attacked by the queen on `0,(more than 3,900 digits)`"
    )
    assert there.is_legal(Move((far, 7), (0, 7)))
    with pytest.raises(MoveError, match="there is no piece on"):
        there.play(Move((far + 1, 7), (far, 7)), illegal=True)
    assert Replay(there).end is None


def test_whether_eleven_primes_meet_is_decided_if_eleven_divides_one_of_them() -> None:
    # All huygens are at 1 modulo 210, so that no smaller prime divides one of their distances everywhere.
    voids = {(x, y): Piece.of("vo") for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)}
    far = 10**40 - 10**40 % 2310
    places = (itertools.count(far + 210 * rest + 1, 2310) for rest in range(11))
    attackers = [next(filter(is_prime, some)) for some in places if next(some) % 11]
    assert {square % 11 for square in (-209, *attackers)} == set(range(11))
    assert all(square % 210 == 1 for square in (-209, *attackers))
    pieces = {(0, 0): Piece.of("K"), (-209, 0): Piece.of("HU"), (-7, -99): Piece.of("k"), **voids}
    there = Position({**pieces, **{(square, 0): Piece.of("hu") for square in attackers}})
    assert there.is_check
    assert there.is_mate


# Values of callers


NO_MOVES: list[Any] = [(*"xy", None), Move(*[(0, 1), (0,)]), Move(*["x", "y"]), Move(*[(0, 1), (0, 2.5)])]
NO_MOVES += ["0,1>0,2", ((0, 1), (0, 2)), Move(*[(0, 1), (0, 2), "Q"])]


@pytest.mark.parametrize("move", NO_MOVES, ids=repr)
def test_invalid_moves_are_reported(move: Any) -> None:
    there = position("K0,0|R0,1|k9,9")
    asks = [there.is_legal, Replay(there).play, Replay(there).why_illegal, Board(there).apply]
    # A text is a move to be played.
    asks += [] if isinstance(move, str) else [there.play, lambda move: there.play(move, illegal=True)]
    for ask in asks:
        with pytest.raises(TypeError, match=r"a (move|square|promotion) is"):
            ask(move)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pieces", {(0, 0): "K"}),
        ("pieces", {"0,0": Piece.of("K")}),
        ("pieces", {(0, 0.5): Piece.of("K")}),
        ("turn_order", ()),
        ("turn_order", "w"),
        ("en_passant", (1,)),
        ("move_rule", 5),
        ("fullmove", "1"),
        ("promotions", {1: None}),
        ("promotions", {1: ((8,), None)}),
        ("wins", {1: "koth"}),
        ("wins", {1: (5,)}),
        ("border", (1, 8)),
        ("extras", None),
    ],
)
def test_invalid_positions_are_reported(name: str, value: object) -> None:
    with pytest.raises(TypeError, match=f"`{name}` of a position is not"):
        position("K0,0|k9,9").replace(**{name: value})


def test_lists_and_plain_tuples_do_for_orders_and_borders() -> None:
    there = position("K1,1|k8,8").replace(turn_order=[BLACK, WHITE], border=(1, 8, None, 8))
    assert there == position("b 1,8,_,8 K1,1|k8,8")
    assert there.legal_moves.count == 3


def test_unknown_rules_are_reported() -> None:
    there = position("K0,0|k9,9")
    with pytest.raises(UsageError, match="`rules=today` is not a valid value"):
        there.play(Move((0, 0), (0, 1)), rules="today")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="`rules=today` is not a valid value"):
        Replay(there, "today")  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", BOTH)
def test_positions_played_on_by_themselves_count_moves_after_black(rules: str) -> None:
    there = position("w 7 K0,0|k50,50")
    counted = []
    for start, end in (((0, 0), (0, 1)), ((50, 50), (50, 51)), ((0, 1), (0, 0)), ((50, 51), (50, 50))):
        there = there.play(Move(start, end), rules=rules)  # type: ignore[arg-type]
        counted.append(there.fullmove)
    assert counted == [7, 8, 8, 9]


def test_a_position_is_not_playable_if_a_player_owns_an_obstacle() -> None:
    obstacle = Piece(Piece.of("ob").kind, WHITE)
    there = Position({(0, 0): Piece.of("K"), (5, 5): obstacle, (9, 9): Piece.of("k")})
    assert not there.is_playable
    with pytest.raises(ReadError, match="a player owns the obstacle"):
        _ = there.is_check


def test_numbers_at_prime_distances_match_those_found_one_by_one() -> None:
    chance = random.Random(4)
    for _ in range(max(4, rounds(25))):
        centers = tuple(2 * chance.randint(-2000, 2000) for _ in range(chance.choice((2, 2, 3, 4))))
        ray = Ray((0, 0), (1, 0), chance.randint(-200, 200), 40_000, primes=tuple(dict.fromkeys(centers)))
        wanted = [n for n in range(ray.first, 40_001) if all(is_prime(abs(n - center)) for center in centers)]
        assert list(ray.numbers()) == wanted


def test_the_meeting_square_of_three_huygens_and_one_is_found_far_away() -> None:
    voids = {(x, y): Piece.of("vo") for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)}
    squares = [10**40]
    for _ in range(3):
        squares.append(next_prime(squares[-1] + 10))
    attackers = {(square, 0): Piece.of("hu") for square in squares[1:]}
    there = Position({(0, 0): Piece.of("K"), (-9, 0): Piece.of("HU"), (-7, -99): Piece.of("k"), **voids, **attackers})
    assert len(there._judge.checks) == 3
    assert not there.is_mate
    end = next(iter(there.legal_moves)).end
    assert all(is_prime(square - end[0]) for square in squares[1:])


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("K0,0+|R5,0+|R-5,0+|k50,50+|r55,50+", {(0, 0), (5, 0), (-5, 0), (50, 50), (55, 50)}),
        ("K0,0|R5,0+|k50,50+|r55,50", set()),
        ("K0,0+|R2,0+|R-2,0+|RC9,1+|AM6,1+", {(9, 1), (6, 1)}),
        ("K0,0+|k5,0+|r9,0+|P1,1+|p7,7+", {(5, 0), (9, 0), (1, 1), (7, 7)}),
        ("K0,0+|RC5,0+|k50,50", set()),
        ("w:b:r 3k0,0+|3r5,0+|K9,9|k50,50+", {(0, 0), (5, 0)}),
    ],
)
def test_rights_of_no_use_are_taken_on_demand(text: str, kept: set[Square]) -> None:
    position = Position.read(text)
    assert position.normalise_rights() == position.replace(rights=frozenset(kept))
    assert position.normalise_rights().normalise_rights() == position.normalise_rights()


# Listing what may have no end


def test_moves_without_end_are_not_listed() -> None:
    legal = Position.read("K0,0|R0,1|k9,9").legal_moves
    for act in (lambda: list(legal), lambda: [*legal], lambda: sorted(legal), lambda: list(legal.rays[0])):
        with pytest.raises(UsageError) as raised:
            act()
        assert raised.value.hint == "`itertools.islice` returns some of them"
    assert len(list(islice(legal, 1000))) == 1000
    with pytest.raises(UsageError):
        list(Ray((0, 0), (0, 1), 1, 10**30))


@pytest.mark.slow
def test_moves_with_an_end_are_listed() -> None:
    legal = Position.read("1,8,1,8 K1,1|R1,2|k8,8").legal_moves
    assert len(list(legal)) == legal.count == 15
    assert len(list(Ray((0, 0), (0, 1), 1, 10**6))) == 10**6


@pytest.mark.parametrize(
    "make", [Piece.of, Board, Replay, lambda value: Piece(value, 1), lambda value: Game(start=value)]
)
def test_arguments_of_the_wrong_type_are_reported(make: Any) -> None:
    with pytest.raises(TypeError, match=r"^a|^the"):
        make(5)


def test_by_unknown_rules_moves_are_added_only_as_illegal() -> None:
    game = Game(start="foo K0,0|k50,50")
    with pytest.raises(ReadError, match="there is no rule for the win condition `foo`"):
        game.add("0,0>0,1")
    assert game.add("0,0>0,1", illegal=True).ply == 1


def test_a_piece_that_could_move_before_is_checked_again() -> None:
    # White's pawn is the only one that moves, until it is blocked, or captured.
    text = "koth P0,0|p9,50|P5,5|p5,6|p0,3"
    blocked = replayed(text, "0,0>0,1", "0,3>0,2")
    assert blocked.end == End("stalemate", None)
    pinned = replayed("K0,0|R0,5|vo1,0|vo-1,0|vo1,1|vo-1,1|vo0,1|vo1,-1|vo0,-1|vo-1,-1|k50,50|N9,9|q9,12", "9,9>10,11")
    assert pinned.end is None
    pinned.play(Move((9, 12), (10, 11)))
    assert pinned.end is None
    pinned.play(Move((0, 5), (0, 6)))
    pinned.play(Move((10, 11), (0, 21)))
    for one in (blocked, pinned):
        assert (one.end is None) == bool(one.position.legal_moves)


def test_a_text_names_a_legal_move() -> None:
    position = Position.read("(8|1) K0,0|P5,7|k9,9")
    assert position.parse("5,7>5,8Q") == Move((5, 7), (5, 8), Piece.of("Q"))
    assert position.parse("1. P5,7 > 5,8 =Q !?") == position.parse(b"5,7>5,8=Q")
    for text, code in (("e4", "move-syntax"), ("0,0>0,2", "move-illegal"), ("9,9>9,8", "move-illegal")):
        with pytest.raises(MoveError) as caught:
            position.parse(text)
        assert caught.value.code == code
