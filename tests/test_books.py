"""Polyglot books: hand-made files, python-chess as the oracle, damage."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import chess
import chess.polyglot
import pytest

import scoresheet
from scoresheet import Book, Position
from scoresheet.errors import FileError

EN_PASSANT = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
CHESS960 = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"

Record = tuple[int, int, int, int]


def squares(from_square: str, to_square: str, promotion: int = 0) -> int:
    """A move, by the layout of the published format: file and row of the target, of the origin, the promotion."""
    target, origin = (("abcdefgh".index(name[0]), int(name[1]) - 1) for name in (to_square, from_square))
    parts = [*target, *origin, promotion]
    return sum(part << 3 * place for place, part in enumerate(parts))


def book_of(path: Path, records: list[Record]) -> Path:
    path.write_bytes(b"".join(struct.pack(">QHHI", *record) for record in sorted(records, key=lambda r: r[0])))
    return path


def found(book: Book, position: Position) -> list[tuple[str, int, int]]:
    return [(move.san, move.weight, move.learn) for move in book[position]]


def test_moves_come_by_weight_with_san_weight_and_learn(tmp_path: Path) -> None:
    start = Position()
    records = [
        (start.hash, squares("d2", "d4"), 3, 0),
        (start.hash, squares("e2", "e4"), 7, 9),
        (start.hash, squares("g1", "f3"), 3, 0),
        (start.play("e4").hash, squares("c7", "c5"), 1, 0),
        (1, squares("a2", "a3"), 1, 0),
    ]
    with Book(book_of(tmp_path / "book.bin", records)) as book:
        assert len(book) == 5
        assert found(book, start) == [("e4", 7, 9), ("d4", 3, 0), ("Nf3", 3, 0)]
        assert book.moves(start) == book[start]
        assert book[start][0].move == start.parse("e4")
        assert start in book
        assert start.play("d4") not in book
        assert book[start.play("d4")] == []
        book.check()


@pytest.mark.parametrize(
    ("fen", "move", "san"),
    [
        (EN_PASSANT, squares("d4", "e3"), "dxe3"),
        (CASTLING, squares("e1", "h1"), "O-O"),
        (CASTLING, squares("e1", "a1"), "O-O-O"),
        (PROMOTION, squares("a7", "a8", 1), "a8=N"),
        (PROMOTION, squares("a7", "a8", 2), "a8=B"),
        (PROMOTION, squares("a7", "a8", 3), "a8=R"),
        (PROMOTION, squares("a7", "a8", 4), "a8=Q"),
        (CHESS960, squares("e1", "g1"), "O-O"),
        (CHESS960, squares("e1", "b1"), "O-O-O"),
    ],
)
def test_special_moves(tmp_path: Path, fen: str, move: int, san: str) -> None:
    position = Position(fen)
    with Book(book_of(tmp_path / "book.bin", [(position.hash, move, 1, 0)])) as book:
        assert [entry.san.rstrip("+") for entry in book[position]] == [san]


def test_illegal_moves_are_left_out(tmp_path: Path) -> None:
    start = Position()
    moves = [squares("e2", "e5"), 0, 0xFFFF, squares("e2", "e4")]
    with Book(book_of(tmp_path / "book.bin", [(start.hash, move, 1, 0) for move in moves])) as book:
        assert found(book, start) == [("e4", 1, 0)]


def test_choice_follows_the_weights_and_the_seed(tmp_path: Path) -> None:
    start = Position()
    weights = {"e2e4": 3, "d2d4": 1, "c2c4": 0}
    records = [(start.hash, squares(move[:2], move[2:]), weight, 0) for move, weight in weights.items()]
    with Book(book_of(tmp_path / "book.bin", records)) as book:
        chosen = [book.weighted_choice(start, seed) for seed in range(400)]
        assert chosen == [book.weighted_choice(start, seed) for seed in range(400)]
        sans = [move.san for move in chosen if move is not None]
        assert set(sans) == {"e4", "d4"}
        assert 250 < sans.count("e4") < 350
        assert book.weighted_choice(start.play("e4"), 1) is None


def test_a_choice_without_weights_returns_none(tmp_path: Path) -> None:
    start = Position()
    with Book(book_of(tmp_path / "book.bin", [(start.hash, squares("e2", "e4"), 0, 0)])) as book:
        assert book.weighted_choice(start) is None


def test_python_chess_reads_the_same_of_the_examples(tmp_path: Path) -> None:
    counts: dict[tuple[int, int], int] = {}
    boards: dict[int, chess.Board] = {}
    for game in scoresheet.read("examples/historic.pgn"):
        board = chess.Board()
        for uci in (str(node.move) for node in game.mainline() if node.move is not None):
            move = board.parse_uci(uci)
            key = chess.polyglot.zobrist_hash(board)
            boards[key] = board.copy(stack=False)
            origin, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
            if board.is_castling(move):  # the king takes its rook
                target = ("h" if chess.square_file(move.to_square) == 6 else "a") + target[1]
            entry = (key, squares(origin, target, (move.promotion or 1) - 1))
            counts[entry] = counts.get(entry, 0) + 1
            board.push(move)
    path = book_of(tmp_path / "book.bin", [(key, move, count, 0) for (key, move), count in counts.items()])
    with Book(path) as book, chess.polyglot.open_reader(path) as reader:
        assert len(book) == len(reader) == len(counts)
        for board in boards.values():
            ours = [(board.parse_uci(str(e.move)), e.weight, e.learn) for e in book[Position(board.fen())]]
            theirs = [(e.move, e.weight, e.learn) for e in reader.find_all(board)]
            assert sorted(ours, key=str) == sorted(theirs, key=str)


def test_an_empty_book(tmp_path: Path) -> None:
    with Book(book_of(tmp_path / "book.bin", [])) as book:
        assert len(book) == 0
        assert Position() not in book
        book.check()


def test_a_missing_and_a_closed_book(tmp_path: Path) -> None:
    with pytest.raises(FileError) as missing:
        Book(tmp_path / "none.bin")
    assert missing.value.code == "file-unreadable"
    book = Book(book_of(tmp_path / "book.bin", [(1, 1, 1, 1)]))
    book.close()
    with pytest.raises(FileError):
        book.moves(Position())


def test_every_prefix_is_a_book_or_an_error_with_its_byte(tmp_path: Path) -> None:
    start = Position()
    records = [(start.hash, squares("e2", "e4"), 1, 0), (start.hash, squares("d2", "d4"), 1, 0)]
    whole = book_of(tmp_path / "book.bin", records).read_bytes()
    for length in range(len(whole) + 1):
        path = tmp_path / "cut.bin"
        path.write_bytes(whole[:length])
        if length % 16 == 0:
            with Book(path) as book:
                assert len(book[start]) == length // 16
            continue
        with pytest.raises(FileError) as damaged:
            Book(path)
        assert (damaged.value.code, damaged.value.byte) == ("file-damaged", length // 16 * 16)


def test_keys_out_of_order_are_found_with_their_byte(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(b"".join(struct.pack(">QHHI", key, 0, 0, 0) for key in [*range(5000), 17]))
    with Book(path) as book, pytest.raises(FileError) as damaged:
        book.check()
    assert (damaged.value.code, damaged.value.byte) == ("file-damaged", 80_000)


def test_random_bytes_do_no_harm(tmp_path: Path) -> None:
    source = random.Random(7)
    start = Position()
    for _ in range(100):
        path = tmp_path / "book.bin"
        records = [struct.pack(">Q", start.hash) if source.random() < 0.5 else source.randbytes(8) for _ in range(99)]
        path.write_bytes(b"".join(key + source.randbytes(8) for key in records))
        with Book(path) as book:
            assert all(start.is_legal(entry.move) for entry in book[start])
