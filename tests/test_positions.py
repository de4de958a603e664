"""What a `Position` shows of itself, sets of squares, and how games end by the rules.

Every predicate is compared with python-chess on seeded positions; the long run takes those of SCORESHEET_DATA.
"""

from __future__ import annotations

import copy
import itertools
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import positions
from levels import rounds
from scoresheet import Game, LegalMoves, Move, MoveError, Outcome, Position, SquareSet, UsageError, parse

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PASSED = "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 2"


def test_python_chess_sees_the_same_in_our_own_positions() -> None:
    bases = [
        *positions.chess960()[::40],
        CASTLING,
        PASSED,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    ]
    count = max(150, rounds(600))
    result = positions.compare_all(positions.gathered(bases, count), processes=1)
    assert result["differences"] == {}
    assert result["refused"] > count // 60
    assert result["accepted"] > count * 2 // 3
    assert result["chess960"] > count // 12


@pytest.mark.long
def test_python_chess_sees_the_same_in_the_suites(data: Callable[[str], Path]) -> None:
    fens = positions.gathered(positions.suites(data("positions")), 20_000, seed=1)
    assert positions.compare_all(fens)["differences"] == {}


@pytest.mark.parametrize("count", [0, 13, -12, 10**30])
def test_a_position_has_12_or_18_planes(count: int) -> None:
    with pytest.raises(UsageError, match=f"does not become {count} planes") as caught:
        Position().to_planes(count)  # type: ignore[arg-type]
    assert caught.value.hint == "use 12 or 18"


def test_planes_are_ready_for_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    planes = numpy.frombuffer(Position(PASSED).to_planes(18), "u1").reshape(18, 8, 8)
    assert planes[0, 4, 4] == 1  # a white pawn on e5
    assert planes[:12].sum() == 6
    assert [plane.sum() for plane in planes[12:]] == [64, 64, 0, 0, 64, 1]
    assert planes[17, 5, 3] == 1  # d6


def test_letters_are_printed_as_python_chess_prints_them() -> None:
    chess = pytest.importorskip("chess")
    for fen in (CASTLING, PASSED, Position().fen(), "8/8/8/8/8/8/8/K1k5 b - - 0 1"):
        assert str(Position(fen)) == str(chess.Board(fen))
        assert eval(repr(Position(fen)), {"Position": Position}) == Position(fen)


def test_ranks_are_the_board_by_rank_and_file() -> None:
    board = Position(PASSED)
    assert [type(rank) for rank in board.ranks] == [str] * 8
    assert "".join(board.ranks) == board.board
    for number, name in enumerate(f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"):
        assert board.ranks[number // 8][number % 8] == (board.piece_at(name) or ".")
    assert str(board) == "\n".join(" ".join(rank) for rank in reversed(board.ranks))


@pytest.mark.parametrize("fen", [CASTLING, PASSED, "4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1"])
def test_san_of_moves_and_of_their_texts(fen: str) -> None:
    board = Position(fen)
    for move in board.legal_moves:
        assert board.san(move) == board.san(move.uci()) == board.san(board.write(move)) == board.write(move)


def test_san_of_moves_that_are_not_legal_is_refused() -> None:
    for move in ("e2e5", "Qd4", "", Move("e2", "e5")):
        with pytest.raises(MoveError):
            Position().san(move)
    assert Position().san("--") == "--"  # a game may have a null move if the side to move is not in check
    with pytest.raises(TypeError, match="a `Move` or its text"):
        Position().san(5)  # type: ignore[arg-type]


def test_unknown_colours_pieces_and_squares_are_refused() -> None:
    board = Position()
    with pytest.raises(UsageError, match="`red` is not a colour") as caught:
        board.attackers("e4", "red")  # type: ignore[arg-type]
    assert caught.value.hint == "use `white` or `black`"
    with pytest.raises(UsageError, match="`w` is not a colour"):
        board.king("w")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="`x` is not a piece"):
        board.with_piece("e4", "x")
    with pytest.raises(UsageError, match="`é` is not a piece"):
        board.squares("né")
    for ask in (board.attacks, board.without, lambda square: board.is_attacked(square, "white")):
        with pytest.raises(UsageError, match="there is no square `e9`"):
            ask("e9")
    with pytest.raises(UsageError, match="cannot count 65 plies"):
        board.perft(65)


def test_the_clocks_alone_do_not_make_another_position() -> None:
    early, late = Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Position("4k3/8/8/8/8/8/8/4K2R w K - 7 30")
    assert early != late
    assert early.is_same(late)
    assert not early.is_same(Position("4k3/8/8/8/8/8/8/4K2R b K - 0 1"))


def test_boards_without_kings_have_no_checkers_or_pins() -> None:
    board = Position("4k3/8/8/8/1b6/2N5/8/r3K3 w - - 0 1")
    assert (board.checkers, list(board.pins)) == (SquareSet("a1"), ["c3"])
    bare = board.without("e8")
    assert (len(bare.checkers), bare.pins, bare.king("black")) == (0, {}, None)
    assert "a1" in bare.attackers("e1", "black")


def test_moves_that_are_not_legal_have_no_properties() -> None:
    board = Position(CASTLING)
    for ask in (board.is_capture, board.gives_check, board.is_castling, board.is_en_passant):
        with pytest.raises(MoveError):
            ask("Ke3")
        with pytest.raises(TypeError):
            ask(5)  # type: ignore[arg-type]
    assert board.is_castling(Move("e1", "g1"))
    assert board.is_capture("Rxa8+")
    assert board.gives_check("Rxa8+")


def test_counting_can_be_interrupted_only_between_moves_and_gives_known_numbers() -> None:
    assert Position(CASTLING).perft(5) == 7_594_526
    assert Position("nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1").perft(0) == 1


# ---- legal moves


def test_legal_moves_are_a_sequence() -> None:
    board = Position(CASTLING)
    legal = board.legal_moves
    assert len(legal) == 26
    assert legal[0] in legal
    assert legal[:2] == list(legal)[:2]
    assert legal == list(legal) == board.legal_moves
    assert legal != list(legal)[:-1]
    assert {str(move) for move in legal.of("e1")} == {"e1d1", "e1d2", "e1e2", "e1f2", "e1f1", "e1g1", "e1c1"}
    assert legal.of("K") == legal.of("k") == legal.of("e1")
    assert legal.of("e8") == legal.of("e4") == []
    assert {str(move) for move in legal.to("g1")} == {"e1g1", "h1g1"}
    assert isinstance(legal, LegalMoves)
    assert pickle.loads(pickle.dumps(legal)) == legal
    assert copy.copy(legal) == legal


def test_membership_is_legality() -> None:
    legal = Position(CASTLING).legal_moves
    assert Move("e1", "g1") in legal
    assert "O-O-O" in legal
    assert "e1c1" in legal
    assert "Ke3" not in legal
    assert "nonsense" not in legal
    assert 5 not in legal
    assert Position().parse("--") not in Position().legal_moves


def test_moves_of_nothing_are_refused() -> None:
    legal = Position().legal_moves
    for nothing in ("", "X", "e9", "knight"):
        with pytest.raises(UsageError, match="there is no square"):
            legal.of(nothing)
        with pytest.raises(UsageError, match="there is no square"):
            legal.to(nothing)


# ---- sets of squares


def test_sets_of_squares_are_sets() -> None:
    some, others = SquareSet("a1 e4 h8"), SquareSet(["e4", 9])
    assert some & others == {"e4"}
    assert some | others == {"a1", "e4", "h8", "b2"}
    assert some - others == {"a1", "h8"}
    assert some ^ others == {"a1", "h8", "b2"}
    assert len(~some) == 61
    assert ~~some == some
    assert {"e4"} & some == SquareSet("e4")
    assert {"e4", "e5"} - some == {"e5"}
    assert (list(some), some.numbers, some.mask) == (["a1", "e4", "h8"], [0, 28, 63], 1 | 1 << 28 | 1 << 63)
    assert "a1" in some
    assert 28 in some
    assert "b1" not in some
    assert None not in some
    assert SquareSet("e4") < some
    assert some.isdisjoint(SquareSet("e5"))
    assert hash(some) == hash(frozenset(some))
    assert pickle.loads(pickle.dumps(some)) == some
    assert (bool(SquareSet()), repr(SquareSet()), repr(others)) == (False, "SquareSet()", "SquareSet('b2 e4')")


@pytest.mark.parametrize(
    "make",
    [
        lambda: SquareSet("e9"),
        lambda: SquareSet([64]),
        lambda: SquareSet([-1]),
        lambda: SquareSet.of_mask(-1),
        lambda: SquareSet.of_mask(1 << 64),
        lambda: SquareSet("e4") & ["i1"],
    ],
)
def test_squares_that_do_not_exist_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(UsageError):
        make()


def test_sets_of_squares_draw_themselves() -> None:
    rows = str(SquareSet("a1 h8")).splitlines()
    assert (rows[0], rows[-1], len(rows)) == (". . . . . . . x", "x . . . . . . .", 8)
    drawing = SquareSet("a1 h8")._repr_svg_()
    assert drawing.startswith("<svg")
    assert drawing != SquareSet("a1")._repr_svg_()


# ---- games


def test_repetitions_are_counted_along_a_line() -> None:
    game = parse("1. Nf3 Nf6 2. Ng1 Ng8 (2... Nd5 3. Nf3) 3. Nf3 Nf6 4. Ng1 Ng8 *")
    assert [node.repetitions for node in game.mainline()] == [1, 1, 1, 2, 2, 2, 2, 3]
    assert game.at(4).variations[0].repetitions == 1
    assert (game.root.repetitions, game.repetitions) == (1, 3)
    assert game.at(7).outcome() is None
    assert game.outcome() == Outcome("1/2-1/2", "threefold-repetition", True)


def test_castling_rights_distinguish_positions() -> None:
    game = Game(fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    for move in ("Ke2", "Ke7", "Ke1", "Ke8"):
        game.add(move)
    assert game.repetitions == 1


def test_hashes_match_the_positions() -> None:
    game = parse("1. e4 e5 (1... c5 2. e5 d5 3. exd6) 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *")
    assert game.hashes == [game.start.hash, *(node.position.hash for node in game.mainline())]
    last = game.at(2).variations[0].next.next.next
    assert last.hashes == [
        game.start.hash,
        game.at(1).position.hash,
        *(node.position.hash for node in (last.parent.parent.parent, last.parent.parent, last.parent, last)),
    ]
    assert game.root.hashes == [Position().hash]


@pytest.mark.parametrize(
    ("fen", "outcome"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 160 90", Outcome("1-0", "checkmate", False)),
        ("8/8/8/8/8/6k1/6q1/7K w - - 0 90", Outcome("0-1", "checkmate", False)),
        ("7k/8/6Q1/8/8/8/8/K7 b - - 0 90", Outcome("1/2-1/2", "stalemate", False)),
        ("7k/8/8/8/8/8/8/KN6 w - - 0 90", Outcome("1/2-1/2", "insufficient-material", False)),
        ("7k/8/8/8/8/8/8/KR6 w - - 150 90", Outcome("1/2-1/2", "seventy-five-moves", False)),
        ("7k/8/8/8/8/8/8/KR6 w - - 100 90", Outcome("1/2-1/2", "fifty-moves", True)),
        ("7k/8/8/8/8/8/8/KR6 w - - 99 90", None),
    ],
)
def test_rules_that_end_games_come_before_claims(fen: str, outcome: Outcome | None) -> None:
    game = Game(fen=fen)
    assert game.outcome() == game.root.outcome() == outcome
    assert game.fifty_moves == (Position(fen).halfmove_clock >= 100) == game.root.fifty_moves


@pytest.mark.parametrize(
    ("variant", "fen", "moves", "outcome"),
    [
        ("atomic", "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1", "Qxd8#", Outcome("1-0", "exploded", False)),
        ("antichess", "8/8/8/8/8/8/1p6/k7 b - - 0 1", "b1=K", Outcome("1-0", "no-pieces", False)),
        ("antichess", "8/8/8/8/7p/8/7P/8 w - - 0 1", "h3", Outcome("0-1", "stalemate", False)),
        ("kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "Kd4# Kd7", Outcome("1-0", "hill", False)),
        ("racingkings", "8/k6K/8/8/8/8/8/8 w - - 0 1", "Kg8 Kb8", Outcome("1/2-1/2", "race-drawn", False)),
        ("horde", "8/8/8/8/8/8/k7/P7 b - - 0 1", "Kxa1#", Outcome("0-1", "horde-gone", False)),
    ],
)
def test_rules_of_variants_end_games(variant: str, fen: str, moves: str, outcome: Outcome) -> None:
    game = Game(fen=fen, variant=variant)
    for move in moves.split():
        game.add(move)
    assert game.outcome() == outcome


def test_the_fifth_repetition_ends_the_game() -> None:
    game = Game()
    for move in itertools.chain.from_iterable([("Nf3", "Nf6", "Ng1", "Ng8")] * 4):
        game.add(move)
    assert (game.repetitions, game.outcome()) == (5, Outcome("1/2-1/2", "fivefold-repetition", False))
