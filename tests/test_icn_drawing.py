"""Boards without edges as pictures: which lines they show, how pieces look, and what is said of what they leave out."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from scoresheet.drawing.window import Axis, Gap, Run, Window, window_of
from scoresheet.infinite.document import Border

# Windows


def scattered(count: int, digits: int, seed: int = 7) -> dict[tuple[int, int], int]:
    """Pieces anywhere, those of some clusters near each other."""
    chance = random.Random(seed)
    centres = [tuple(chance.randint(-(10**digits), 10**digits) for _ in "xy") for _ in range(1 + count // 20)]
    return {
        (chance.choice(centres)[0] + chance.randint(-9, 9), chance.choice(centres)[1] + chance.randint(-9, 9)): index
        for index in range(count)
    }


def lines(axis: Axis) -> list[int]:
    """The lines of an axis by what its parts say."""
    runs = [part for part in axis.parts if isinstance(part, Run)]
    return [line for run in runs for line in range(run.first, run.last + 1)]


def check_axis(axis: Axis, pieces: list[int], most: int) -> None:
    """What holds of every axis, whatever is drawn; `pieces` are the lines that they stand on."""
    assert 1 <= len(axis) <= most
    assert [type(part) for part in axis.parts] == [Run, Gap] * (len(axis.parts) // 2) + [Run]
    for left, right in pairwise(axis.parts):
        assert right.first == left.last + 1
    assert sorted(axis.slots) == lines(axis)
    assert sorted({*axis.slots.values(), *(slot for slot, part in axis.laid() if isinstance(part, Gap))}) == list(
        range(len(axis))
    )
    for part in axis.parts:
        if isinstance(part, Gap):
            assert part.size >= 2
            assert part.pieces == sum(part.first <= line <= part.last for line in pieces)
    drawn = lines(axis)
    assert axis.beyond == (sum(line < drawn[0] for line in pieces), sum(line > drawn[-1] for line in pieces))


@pytest.mark.parametrize("most", [3, 10, 64])
@pytest.mark.parametrize("digits", [1, 3, 30, 60])
@pytest.mark.parametrize("count", [1, 2, 32, 200, 2000])
def test_a_window_is_bounded_and_leaves_out_what_it_says(count: int, digits: int, most: int) -> None:
    pieces = scattered(count, digits)
    window: Window[int] = window_of(pieces, columns=most, rows=most)
    check_axis(window.columns, [x for x, _ in pieces], most)
    check_axis(window.rows, [y for _, y in pieces], most)
    assert window.pieces == {square: piece for square, piece in pieces.items() if window.shows(square)}
    assert window.outside == len(pieces) - len(window.pieces)
    assert window.pieces


def test_everything_is_drawn_where_there_is_room() -> None:
    far = {(sign * 10**60 + step, sign * step): step for sign in (1, -1) for step in range(9)}
    assert window_of(far).outside == 0


def test_near_lines_are_at_true_distance() -> None:
    window = window_of({(1, 1): "K", (8, 8): "k"})
    assert window.columns.parts == window.rows.parts == (Run(0, 9),)


def test_a_far_piece_is_behind_a_gap() -> None:
    window = window_of({(0, 0): "K", (10**30, -(10**30)): "k"})
    assert window.columns.parts == (
        Run(-1, 1),
        Gap(2, 10**30 - 2, 0),
        Run(10**30 - 1, 10**30 + 1),
    )
    assert window.columns.parts[1].size == 10**30 - 3
    assert window.rows.slots == {-(10**30) - 1: 0, -(10**30): 1, -(10**30) + 1: 2, -1: 4, 0: 5, 1: 6}


def test_of_too_many_pieces_the_first_ones_are_drawn() -> None:
    pieces = {(x, y): "P" for x in range(316) for y in range(316)} | {(10**40, 5): "K", (4, 10**41): "k"}
    window = window_of(pieces, first=[(300, 300), (10**40, 5), (4, 10**41)], columns=40, rows=30)
    assert {(300, 300), (10**40, 5), (4, 10**41)} <= window.pieces.keys()
    assert len(window.columns) <= 40
    assert len(window.rows) <= 30
    # Around them and in the thick of them everything is drawn.
    assert len(window.pieces) > 0.5 * 40 * 30
    assert window.outside == len(pieces) - len(window.pieces)


def test_a_hundred_thousand_scattered_pieces_leave_a_small_window() -> None:
    chance = random.Random(3)
    pieces = {(chance.randint(-(10**60), 10**60), chance.randint(-(10**60), 10**60)): 0 for _ in range(100_000)}
    window = window_of(pieces)
    assert max(len(window.columns), len(window.rows)) <= 64
    assert len(window.pieces) >= 20
    assert window.outside + len(window.pieces) == 100_000


@pytest.mark.parametrize("border", [Border(1, 8, 1, 8), Border(1, None, None, 8), Border(-(10**9), 10**9, -5, 12)])
def test_the_border_is_drawn_and_nothing_behind_it(border: Border) -> None:
    window = window_of({(1, 1): "K", (8, 8): "k"}, border=border)
    for axis, low, high in ((window.columns, *border[:2]), (window.rows, *border[2:])):
        drawn = lines(axis)
        assert axis.ends == (low is not None, high is not None)
        assert drawn[0] == (0 if low is None else low)
        assert drawn[-1] == (9 if high is None else high)


def test_an_empty_board_has_a_window() -> None:
    assert window_of({}).columns.parts == (Run(-1, 1),)
    assert window_of({}, border=Border(100, 200, None, None)).columns.ends == (True, True)
