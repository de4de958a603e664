"""Polyglot books written from games and read as games, compared with plain computations over python-chess."""

from __future__ import annotations

import collections
import io
import json
import random
import struct
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import chess
import chess.pgn
import chess.polyglot
import pytest
from click.testing import CliRunner, Result

import columns_by_hand
import scoresheet
from scoresheet import Book
from scoresheet.cli.group import command as main
from scoresheet.errors import UsageError

HISTORIC = Path("examples/historic.pgn")
START = chess.polyglot.zobrist_hash(chess.Board())
HALF_POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}

Record = tuple[int, int, int]


def run(*args: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, args, prog_name="scoresheet")


class Tried(NamedTuple):
    """A move of a position in the games of a collection."""

    games: int
    half_points: int
    decided: int


class Options(NamedTuple):
    """The options of a book, with their defaults."""

    weights: str = "polyglot"
    max_plies: int = 10**6
    min_games: int = 1
    min_score: int = 0
    side: str = "both"

    @property
    def given(self) -> dict[str, str]:
        """Those that differ from the default, as texts."""
        return {name: str(value) for name, value in self._asdict().items() if value != self._field_defaults[name]}


def number_of(board: chess.Board, move: chess.Move) -> int:
    """A move as the format stores it."""
    target = move.to_square
    if board.is_castling(move):
        rank = chess.square_rank(move.from_square)
        rooks = chess.SquareSet(board.castling_rights & chess.BB_RANKS[rank])
        kingside = board.is_kingside_castling(move)
        target = max(rooks) if kingside else min(rooks)
    promotion = move.promotion - 1 if move.promotion else 0
    return promotion << 12 | move.from_square << 6 | target


def games_of(text: str) -> Iterator[chess.pgn.Game]:
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        yield game


@cache
def played_in(text: str) -> list[tuple[str, list[tuple[int, int, bool]]]]:
    """The result of each game, and for each move the position, its number, and whether White makes it."""
    found = []
    for game in games_of(text):
        board, moves = game.board(), []
        for move in game.mainline_moves():
            moves.append((chess.polyglot.zobrist_hash(board), number_of(board, move), board.turn))
            board.push(move)
        found.append((game.headers["Result"], moves))
    return found


def tried_in(text: str, options: Options) -> dict[int, dict[int, Tried]]:
    """What was played in each position. A game counts once for a move in a position."""
    found: dict[int, dict[int, Tried]] = collections.defaultdict(dict)
    for result, moves in played_in(text):
        met = set()
        points = HALF_POINTS.get(result)
        for ply, (key, number, white) in enumerate(moves):
            if ply >= options.max_plies or options.side == ("black" if white else "white") or (key, number) in met:
                continue
            met.add((key, number))
            games, half_points, decided = found[key].get(number, Tried(0, 0, 0))
            scored = points[0 if white else 1] if points else 0
            found[key][number] = Tried(games + 1, half_points + scored, decided + bool(points))
    return found


def weight_of(tried: Tried, weights: str) -> int:
    if weights == "polyglot":
        return tried.half_points
    if weights == "games":
        return tried.games
    if weights == "uniform":
        return 1
    percent = int(tried.half_points * 50 / tried.decided + 0.5) if tried.decided else 0
    return max(percent, min(tried.half_points, 1))


def by_hand(text: str, options: Options) -> list[Record]:
    """The key, the move and the weight of each record of a book, in order."""
    records: list[Record] = []
    for key, moves in tried_in(text, options).items():
        kept = {}
        for number, tried in moves.items():
            scores = tried.decided and tried.half_points / tried.decided * 50 >= options.min_score
            if tried.games >= options.min_games and (scores or not options.min_score):
                kept[number] = weight_of(tried, options.weights)
        records += [(key, number, weight) for number, weight in kept.items() if weight]
    return sorted(records, key=lambda record: (record[0], -record[2], record[1]))


def records_of(path: Path) -> list[Record]:
    return [record[:3] for record in struct.iter_unpack(">QHHI", path.read_bytes())]


def check(text: str, options: Options, path: Path, source: Any = None) -> scoresheet.Report:
    report = scoresheet.convert(source or io.BytesIO(text.encode()), path, force=True, **options.given)
    expected = by_hand(text, options)
    assert records_of(path) == expected
    assert report.book is not None
    assert report.book.records == len(expected)
    assert report.book.positions == len({key for key, *_ in expected})
    return report


# Books from games

OPTIONS = [
    Options(),
    Options(weights="games"),
    Options(weights="score", max_plies=12),
    Options(weights="uniform", side="white"),
    Options(max_plies=9, min_games=2),
    Options(weights="games", min_score=50, side="black"),
    Options(max_plies=0),
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_book_has_the_records_of_a_plain_computation(options: Options, tmp_path: Path) -> None:
    check(columns_by_hand.text_of(HISTORIC), options, tmp_path / "book.bin")


SPECIAL = """[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 1-0

[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 d5 1/2-1/2

[Result "0-1"]
[FEN "4k3/P6p/8/8/3pP3/8/7P/R3K2R w KQ - 0 1"]
[SetUp "1"]

1. a8=N h5 2. O-O-O 0-1

[Result "*"]
[FEN "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"]
[SetUp "1"]

3... dxe3 4. fxe3 *

[Result "1-0"]
[Variant "Chess960"]
[FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]
[SetUp "1"]

1. O-O Kd7 2. Kf2 1-0
"""


def test_castling_promotions_captures_in_passing_and_other_starts_are_stored(tmp_path: Path) -> None:
    check(SPECIAL, Options(weights="games"), tmp_path / "book.bin")


@pytest.mark.slow
def test_games_of_lichess_make_the_book_of_a_plain_computation(data: Callable[[str], Path], tmp_path: Path) -> None:
    text = columns_by_hand.text_of(data("lichess_2013-01_part.pgn"))
    games = text[: text.index("\n\n[Event", 400_000) + 2]
    check(games, Options(max_plies=20, min_games=2), tmp_path / "book.bin")


@pytest.mark.parametrize("suffix", ["pgn", "vgn", "parquet", "arrow"])
def test_every_source_makes_the_same_book(suffix: str, tmp_path: Path) -> None:
    source, path = tmp_path / f"games.{suffix}", tmp_path / "book.bin"
    scoresheet.convert(HISTORIC, source, **({"no_sort": True} if suffix == "parquet" else {}))
    check(columns_by_hand.text_of(HISTORIC), Options(max_plies=20), path, source)


def test_games_that_a_program_holds_and_edits_make_books_too(tmp_path: Path) -> None:
    whole, held = tmp_path / "whole.bin", tmp_path / "held.bin"
    scoresheet.convert(HISTORIC, whole)
    report = scoresheet.write(list(scoresheet.read(HISTORIC)), held)
    assert held.read_bytes() == whole.read_bytes()
    assert report.book is not None
    cut = scoresheet.convert(HISTORIC, held, force=True, limit=3)
    assert cut.written == 3
    text = columns_by_hand.text_of(HISTORIC)
    first = "\n\n[Event".join(text.split("\n\n[Event")[:3])
    assert records_of(held) == by_hand(first, Options())


def test_games_in_icn_make_books_if_they_are_of_standard_chess(tmp_path: Path) -> None:
    game, path = tmp_path / "game.icn", tmp_path / "book.bin"
    scoresheet.convert(io.BytesIO(b"1. e4 e5 2. Nf3 1-0\n"), game)
    report = scoresheet.convert(game, path, weights="games")
    assert report.written == 1
    assert records_of(path) == by_hand("1. e4 e5 2. Nf3 1-0\n", Options(weights="games"))


def test_a_small_memory_budget_changes_nothing(tmp_path: Path) -> None:
    whole, spilled = tmp_path / "whole.bin", tmp_path / "spilled.bin"
    scoresheet.convert(HISTORIC, whole)
    scoresheet.convert([HISTORIC], spilled, sort_memory=1)
    assert spilled.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["spilled.bin", "whole.bin"]


def test_large_weights_are_scaled(tmp_path: Path) -> None:
    # Half of 140,000 half points do not fit in 16 bits.
    games = tmp_path / "games.uci"
    games.write_text("e2e4\n" * 70_000 + "d2d4\n" * 7_000)
    path = tmp_path / "book.bin"
    scoresheet.convert(games, path, weights="games")
    with Book(path) as book:
        assert [(move.san, move.weight) for move in book[scoresheet.Position()]] == [("e4", 65_535), ("d4", 6_554)]


def test_the_report_lists_what_is_in_the_book_and_what_is_not(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    options = Options(max_plies=8, min_games=2)
    report = check(columns_by_hand.text_of(HISTORIC), options, path)
    tried = tried_in(columns_by_hand.text_of(HISTORIC), options)
    all_moves = [move for moves in tried.values() for move in moves.values()]
    assert report.book is not None
    assert report.book.rare == sum(move.games < 2 for move in all_moves)
    assert report.book.weightless == sum(move.games >= 2 and move.half_points == 0 for move in all_moves)
    assert report.book.later_plies == report.plies - 8 * report.games
    assert scoresheet.Report.from_dict(report.to_dict()) == report
    shown = run("convert", str(HISTORIC), "-o", str(path), "-O", "max_plies=8", "-O", "min_games=2", "--force")
    assert shown.exit_code == 0
    assert f"book: {report.book.records} moves in {report.book.positions} positions" in shown.stderr
    assert f"{report.book.rare} moves in too few games" in shown.stderr


def test_what_a_book_lacks_is_counted() -> None:
    game = scoresheet.parse('[White "A"]\n[Black "B"]\n\n1. e4 {a} e5 $1 (1... c5) 2. Z0 Nf6 *\n')
    kinds = {loss.kind: loss.count for loss in game.losses("polyglot")}
    assert kinds == {"tag": 2, "comment": 1, "nag": 1, "variation": 1, "null-move": 1, "tail": 1}


def test_an_existing_book_is_kept_unless_it_is_to_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(b"")
    with pytest.raises(UsageError, match="exists"):
        scoresheet.convert(HISTORIC, path)
    assert path.read_bytes() == b""
    scoresheet.convert(HISTORIC, path, force=True)
    assert path.stat().st_size > 0


# Books as games


def edges_of(games: scoresheet.Games) -> set[tuple[int, int]]:
    """The positions and moves of games, as a book stores them."""
    edges = set()
    for game in games:
        board = chess.Board()
        for node in game.mainline():
            move = board.parse_san(node.san)
            edges.add((chess.polyglot.zobrist_hash(board), number_of(board, move)))
            board.push(move)
    return edges


def reached_in(path: Path) -> set[tuple[int, int]]:
    """The records that a plain search from the start reaches."""
    moves: dict[int, set[int]] = collections.defaultdict(set)
    for key, move, _ in records_of(path):
        moves[key].add(move)
    waiting, seen, edges = [chess.Board()], set(), set()
    while waiting:
        board = waiting.pop()
        key = chess.polyglot.zobrist_hash(board)
        if key in seen:
            continue
        seen.add(key)
        for move in board.legal_moves:
            number = number_of(board, move)
            if number in moves[key]:
                edges.add((key, number))
                after = board.copy()
                after.push(move)
                waiting.append(after)
    return edges


@pytest.mark.parametrize("options", [Options(weights="games"), Options(), Options(max_plies=14, min_games=2)], ids=str)
def test_the_games_of_a_book_have_its_moves_and_no_others(options: Options, tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    scoresheet.convert(HISTORIC, path, **options.given)
    reached = reached_in(path)
    assert edges_of(scoresheet.read(path)) == reached
    report = scoresheet.check(path)
    unreached = len(records_of(path)) - len(reached)
    assert {note.code: note.count for note in report.notes} == ({"book-unreached": unreached} if unreached else {})
    assert report.errors == ()
    assert report.inputs[0]["kind"] == "polyglot"
    assert report.inputs[0]["bytes"] == path.stat().st_size


def test_random_games_come_back(tmp_path: Path) -> None:
    chance = random.Random(11)
    for number in range(20):
        lines = []
        for _ in range(chance.randrange(1, 12)):
            board, moves = chess.Board(), []
            for _ in range(chance.randrange(0, 30)):
                if not (legal := sorted(board.legal_moves, key=str)[: chance.choice([1, 2, 30])]):
                    break
                moves.append(chance.choice(legal))
                board.push(moves[-1])
            lines.append(" ".join(move.uci() for move in moves))
        games, path = tmp_path / f"{number}.uci", tmp_path / f"{number}.bin"
        games.write_text("\n".join(lines) + "\n")
        scoresheet.convert(games, path, weights="uniform")
        assert edges_of(scoresheet.read(path)) == {(key, move) for key, move, _ in records_of(path)}
        # Nothing is lost on the way back.
        again = tmp_path / f"{number}-again.bin"
        scoresheet.convert(path, again, weights="uniform")
        assert again.read_bytes() == path.read_bytes()


def test_a_book_can_be_shown_and_converted(tmp_path: Path) -> None:
    path, lines = tmp_path / "book.bin", tmp_path / "lines.pgn"
    scoresheet.convert(HISTORIC, path, max_plies=6)
    report = scoresheet.convert(path, lines)
    assert report.written == report.games == len(list(scoresheet.read(lines))) > 0
    assert run("show", str(path)).exit_code == 0
    listed = json.loads(run("list", "formats", "polyglot", "--json").stdout)
    assert "comment" in listed[0]["losses"]


# Damaged books


def record(key: int, move: int, weight: int = 1) -> bytes:
    return struct.pack(">QHHI", key, move, weight, 0)


@pytest.mark.parametrize(
    ("content", "code", "byte"),
    [
        (record(START, 0o1434) + record(START - 1, 0o1434) * 2, "file-damaged", 16),
        (record(START, 0o1434) + b"\0" * 5, "file-damaged", 16),
        (record(1, 1) + record(START, 0o1434) + record(START, 0o1444), "book-move", 32),
        (record(START, 0o1434) * 2, "book-move", 16),
    ],
)
def test_damage_is_reported_with_its_place(content: bytes, code: str, byte: int, tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(content)
    report = scoresheet.check(path)
    [error] = report.errors
    assert (error.code, error.first["byte"]) == (code, byte)
    with pytest.raises(scoresheet.ScoresheetError) as raised:
        list(scoresheet.read(path, on_error="raise"))
    assert (raised.value.code, raised.value.byte) == (code, byte)
    assert run("check", str(path)).exit_code == 1


def test_a_long_line_ends(tmp_path: Path) -> None:
    board, chance, path = chess.Board(), random.Random(5), tmp_path / "book.bin"
    records: dict[int, int] = {}
    while len(records) < 700:
        # A walk of pieces through positions that are all different.
        key, is_pawn = chess.polyglot.zobrist_hash(board), board.pawns
        moves = [move for move in board.legal_moves if not (is_pawn >> move.from_square & 1 or board.is_capture(move))]
        chance.shuffle(moves)
        for move in moves:
            number = number_of(board, move)
            board.push(move)
            if chess.polyglot.zobrist_hash(board) not in records and not board.is_check():
                records[key] = number
                break
            board.pop()
        else:
            pytest.fail("the walk is stuck")
    path.write_bytes(b"".join(record(key, move) for key, move in sorted(records.items())))
    report = scoresheet.check(path)
    assert (report.games, report.plies) == (1, 500)
    assert {note.code: note.count for note in report.notes} == {"book-unreached": 200}


def test_any_bytes_and_every_prefix_can_be_read(tmp_path: Path) -> None:
    path, cut = tmp_path / "book.bin", tmp_path / "cut.bin"
    scoresheet.convert(HISTORIC, path, max_plies=4)
    whole = path.read_bytes()
    for length in range(len(whole)):
        cut.write_bytes(whole[:length])
        report = scoresheet.check(cut, from_="polyglot")
        assert bool(report.errors) == bool(length % 16)
    chance = random.Random(3)
    for _ in range(300):
        noise = bytearray(whole)
        for _ in range(chance.randrange(1, 9)):
            noise[chance.randrange(len(noise))] = chance.randrange(256)
        cut.write_bytes(bytes(noise) if chance.random() < 0.8 else chance.randbytes(chance.randrange(200)))
        report = scoresheet.check(cut, from_="polyglot")
        assert {error.code for error in report.errors} <= {"file-damaged", "book-move"}


# Detection


def test_text_and_other_formats_are_not_taken_for_books(tmp_path: Path) -> None:
    for suffix in ("pgn", "vgn", "uci", "csv", "parquet", "arrow", "bson", "bgn"):
        source, renamed = tmp_path / f"games.{suffix}", tmp_path / f"{suffix}.bin"
        scoresheet.convert(HISTORIC, source, limit=1)
        source.rename(renamed)
        kind = scoresheet.inputs(renamed)[0]["kind"]
        assert kind != "polyglot", suffix


def test_books_in_a_folder_are_not_games(tmp_path: Path) -> None:
    scoresheet.convert(HISTORIC, tmp_path / "book.bin")
    scoresheet.convert(HISTORIC, tmp_path / "games.pgn")
    assert [Path(found["name"]).name for found in scoresheet.inputs(tmp_path)] == ["games.pgn"]


def test_records_out_of_order_at_the_end_are_skipped_with_a_note(tmp_path: Path) -> None:
    path, whole = tmp_path / "book.bin", tmp_path / "whole.bin"
    scoresheet.convert(HISTORIC, whole, max_plies=6)
    records = whole.read_bytes()
    tail = struct.pack(">QHHI", 17, 0o1434, 1, 0) * 3
    path.write_bytes(records + tail)
    report = scoresheet.check(path)
    assert report.errors == ()
    notes = {note.code: note for note in report.notes}
    assert notes["book-order"].count == 3
    assert notes["book-order"].first["byte"] == len(records)
    assert edges_of(scoresheet.read(path)) == edges_of(scoresheet.read(whole))
    with pytest.raises(scoresheet.ReadError) as caught:
        scoresheet.read(path, strict=True, on_error="raise").count()
    assert caught.value.code == "book-order"
    # Most of a book is not a tail.
    path.write_bytes(tail + records[:32] + tail * 4)
    assert [error.code for error in scoresheet.check(path).errors] == ["file-damaged"]
