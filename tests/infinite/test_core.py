"""On eight by eight squares with the usual pieces and rules, the legal moves are those of the position core."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import scoresheet
from levels import slow
from scoresheet import infinite
from scoresheet._registry import registry
from scoresheet.infinite import Move, Piece
from scoresheet.infinite.document import Border, Promotion
from scoresheet.infinite.pieces import BLACK, BY_CODE, WHITE
from scoresheet.infinite.profiles import PROFILES
from scoresheet.infinite.rules import Board, Judge, Replay
from scoresheet.infinite.rules.legal import legal_moves_of

BOARD = Border(1, 8, 1, 8)
LIMIT = {"slideLimit": 7}
PROMOTIONS = {WHITE: Promotion((8,), None), BLACK: Promotion((1,), None)}
CORNERS = {"K": ((5, 1), (8, 1)), "Q": ((5, 1), (1, 1)), "k": ((5, 8), (8, 8)), "q": ((5, 8), (1, 8))}
PROMOTED = " NBRQ"


def unbounded(fen: str) -> infinite.Position:
    """The position of a FEN, on a board whose border is drawn around it."""
    placement, turn, castling, passed, halfmoves, fullmove = fen.split()
    pieces: dict[tuple[int, int], Piece] = {}
    for row, codes in zip(range(8, 0, -1), placement.split("/"), strict=True):
        x = 1
        for code in codes:
            if code.isdigit():
                x += int(code)
            else:
                pieces[x, row] = Piece.of(code)
                x += 1
    rights = {square for code in castling if code != "-" for square in CORNERS[code]}
    home = {WHITE: 2, BLACK: 7}
    rights |= {square for square, piece in pieces.items() if piece.kind.code == "p" and square[1] == home[piece.owner]}
    return infinite.Position(
        pieces,
        frozenset(rights),
        (WHITE, BLACK) if turn == "w" else (BLACK, WHITE),
        None if passed == "-" else ("abcdefgh".index(passed[0]) + 1, int(passed[1])),
        (int(halfmoves), 100),
        int(fullmove),
        PROMOTIONS,
        border=BOARD,
        extras=LIMIT,
    )


def moves_of_core(position: scoresheet.Position) -> set[Move]:
    """The core's legal moves as infinite ones: castling is the king's step of two."""
    player = WHITE if position.turn == "white" else BLACK
    moves = set()
    for move in position.legal_moves:
        start, end = ((square % 8 + 1, square // 8 + 1) for square in (move.from_square, move.to_square))
        uci = move.uci()
        promotion = Piece(BY_CODE[uci[4]], player) if len(uci) == 5 else None
        if move.castle:
            end = (7 if move.castle == "K" else 3, end[1])
        moves.add(Move(start, end, promotion))
    return moves


def same(position: scoresheet.Position) -> bool:
    """Checks that legal moves and their outcomes are the same; raises if not."""
    fen = position.fen("always")
    there = unbounded(fen)
    legal = there.legal_moves
    listed = list(legal)
    assert set(listed) == moves_of_core(position), fen
    assert len(listed) == len(set(listed)) == legal.count, fen
    ends = (there.is_check, there.is_mate, there.is_stalemate)
    assert ends == (position.is_check, position.is_mate, position.is_stalemate), fen
    return True


def played(chance: random.Random) -> Iterator[scoresheet.Position]:
    """Positions of random games."""
    while True:
        position = scoresheet.Position()
        for _ in range(chance.randint(10, 120)):
            legal = position.legal_moves
            if not legal:
                break
            position = position.play(chance.choice(legal))
            yield position


def random_fens(chance: random.Random) -> Iterator[scoresheet.Position]:
    """Legal positions of pieces put anywhere, many in check; castling and en passant captures if they fit."""
    while True:
        squares = chance.sample(range(64), chance.randint(3, 24))
        board = dict(zip(squares, "Kk" + "".join(chance.choices("PPPpppNnBbRrQq", k=22)), strict=False))
        castling = ""
        if chance.random() < 0.3:
            board |= {4: "K", 7: "R"}
            board = {s: p for s, p in board.items() if p != "K" or s == 4}
            castling = "K"
        board = {s: p for s, p in board.items() if p not in "Pp" or 8 <= s < 56}
        passed = "-"
        if chance.random() < 0.3:
            x = chance.randint(1, 7)
            board |= {32 + x: "p", 31 + x: "P"}
            board.pop(40 + x, None)
            board.pop(48 + x, None)
            passed = "abcdefgh"[x] + "6"
        rows = ["".join(board.get(row * 8 + x, "1") for x in range(8)) for row in range(7, -1, -1)]
        turn = "w" if passed != "-" else chance.choice("wb")
        try:
            yield scoresheet.Position.read(f"{'/'.join(rows)} {turn} {castling or '-'} {passed} 0 1", validation="full")
        except scoresheet.ScoresheetError:
            continue


@pytest.mark.parametrize("seed", [0, *slow(range(1, 10))])
def test_legal_moves_are_the_position_cores(seed: int) -> None:
    chance = random.Random(seed)
    compared = 0
    for positions in (played(chance), random_fens(chance)):
        compared += sum(same(position) for _, position in zip(range(500), positions, strict=False))
    assert compared == 1000


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def perft(board: Board, depth: int) -> int:
    legal = legal_moves_of(Judge(board))
    if depth == 1:
        assert legal.count is not None
        return legal.count
    nodes = 0
    for move in list(legal):
        change = board.apply(move)
        nodes += perft(board, depth - 1)
        board.undo(change)
    return nodes


@pytest.mark.parametrize(("depth", "nodes"), [(1, 20), (2, 400), (3, 8902)])
def test_perft_from_the_start(depth: int, nodes: int) -> None:
    start = unbounded(START)
    board = Board(start)
    assert perft(board, depth) == nodes
    assert board.position() == start
    assert list(board.position().pieces) == list(start.pieces)


# The usual trial position: castling, en passant captures and promotions early.
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PROMOTING = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"


@pytest.mark.parametrize(
    ("fen", "depth", "nodes"),
    [(KIWIPETE, 1, 48), (KIWIPETE, 2, 2039), (PROMOTING, 1, 24), (PROMOTING, 2, 496), (PROMOTING, 3, 9483)],
)
def test_perft_of_trial_positions(fen: str, depth: int, nodes: int) -> None:
    assert perft(Board(unbounded(fen)), depth) == nodes


def test_games_of_the_core_replay_to_the_same_positions() -> None:
    chance = random.Random(11)
    for _ in range(20):
        position = scoresheet.Position()
        replay = Replay(unbounded(position.fen()))
        for _ in range(80):
            legal = position.legal_moves
            if not legal:
                break
            move = chance.choice(legal)
            uci = move.uci()
            start, end = (("abcdefgh".index(uci[at]) + 1, int(uci[at + 1])) for at in (0, 2))
            promotion = Piece(BY_CODE[uci[4]], WHITE if position.turn == "white" else BLACK) if len(uci) == 5 else None
            replay.play(Move(start, end, promotion))
            position = position.play(move)
        theirs = unbounded(position.fen("always"))
        # The core takes the right of a rook with its king's; the description leaves it to the rook.
        assert replay.position.pieces == theirs.pieces
        assert (replay.position.turn, replay.position.fullmove) == (theirs.turn, theirs.fullmove)
        assert replay.position.en_passant == theirs.en_passant
        assert replay.position.move_rule == theirs.move_rule
        assert (replay.end is not None) == (position.is_mate or position.is_stalemate)


def test_the_profiles_match_the_registry() -> None:
    options = [option for entry in registry("formats") for option in entry["options"] if option["name"] == "profile"]
    assert options
    assert all(tuple(option["values"]) == PROFILES for option in options)
