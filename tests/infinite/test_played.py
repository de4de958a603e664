"""Games that are played at random, with every piece and far away, come back from every form as they were."""

from __future__ import annotations

import copy
import pickle
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levels import rounds
from scoresheet.infinite import Game, Move, Piece, Position, parse
from scoresheet.infinite.document import Promotion
from scoresheet.infinite.pieces import KINDS

FAR = 10**60
PLACES = st.one_of(st.integers(-6, 6), st.integers(-6, 6), st.integers(-FAR, FAR))
SQUARES = st.tuples(PLACES, PLACES)
CODES = [kind.code for kind in KINDS if kind.code != "k"]
COMMENTS = st.text(alphabet="abc äß.,:;[]|>x12-+\n\"'", min_size=1, max_size=12).filter(
    lambda text: text.strip() == text
)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A king a side, and some of any other piece."""
    squares = draw(st.lists(SQUARES, min_size=2, max_size=14, unique=True))
    pieces = {squares[0]: Piece.of("K"), squares[1]: Piece.of("k")}
    for square in squares[2:]:
        code = draw(st.sampled_from(CODES))
        pieces[square] = Piece.of(code.upper() if code not in ("ob", "vo") and draw(st.booleans()) else code)
    movable = [square for square, piece in pieces.items() if not piece.kind.neutral]
    return Position(
        pieces,
        rights=frozenset(draw(st.lists(st.sampled_from(movable), max_size=6))),
        turn_order=draw(st.sampled_from([(1, 2), (2, 1)])),
        move_rule=draw(st.sampled_from([None, (0, 100), (3, 10**30)])),
        fullmove=draw(st.integers(1, 10**20)),
        promotions=draw(st.sampled_from([{}, {1: Promotion((4, 9), None), 2: Promotion((-4,), None)}])),
        extras=draw(st.sampled_from([{}, {"slideLimit": 5}, {"mine": [1, {"a": None}]}])),
    )


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Up to ten legal moves, some with comments and signs."""
    game = Game({"White": "A", "Event": draw(COMMENTS).replace("\n", " ").replace("]", ")")}, start=draw(positions()))
    for _ in range(draw(st.integers(0, 10))):
        if game.outcome is not None:
            break
        legal = game.end.legal_moves
        moves: list[Move] = list(legal.moves)
        for ray in legal.rays:
            moves += [Move(ray.start, end) for end in islice(ray, 4)]
        node = game.add(draw(st.sampled_from(moves)))
        if draw(st.booleans()):
            node.comments_after = [draw(COMMENTS)]
            node.nags = draw(st.sampled_from([[], [1], [6], [3, "="]]))
    if draw(st.booleans()):
        game.result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]))
    return game


@pytest.mark.slow
@settings(max_examples=80)
@given(games())
def test_games_that_were_played_come_back(game: Game) -> None:
    boards = [node.position for node in game.mainline()]
    assert [node.position for node in game.walk("post")] == boards[::-1]
    assert pickle.loads(pickle.dumps(game)) == copy.copy(game) == game
    long = parse(game.to_icn(style="long"))
    assert (long.errors, long._notes) == ([], [])
    assert long == game
    assert [node.position for node in long.mainline()] == boards
    assert long.outcome == game.outcome
    assert long.to_icn(style="long") == game.to_icn(style="long")
    assert parse(game.to("icn-json")) == game
    # Today's dialect has no slide limit: the game is another without it.
    for profile in ("doc", "fc", "modern") if game.start.slide_limit is None else ("doc", "fc"):
        short = parse(game.to_icn(profile))
        assert short.errors == []
        assert [node.move for node in short.mainline()] == [node.move for node in game.mainline()]
        assert [node.comments_after for node in short.mainline()] == [node.comments_after for node in game.mainline()]


@settings(max_examples=rounds(25))
@given(games(), st.data())
def test_cutting_keeps_what_is_between(game: Game, data: st.DataObject) -> None:
    first = data.draw(st.integers(1, game.ply_count + 1))
    last = data.draw(st.integers(first - 1, game.ply_count))
    boards = [node.position for node in (game.root, *game.mainline())][first - 1 : last + 1]
    game.cut(before=first, after=last)
    assert [node.position for node in (game.root, *game.mainline())] == boards
    again = parse(game.to_icn(style="long"))
    assert again.errors == []
    assert [node.position for node in (again.root, *again.mainline())] == boards
