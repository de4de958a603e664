"""Properties that hold for any position and any bytes; hypothesis draws the examples, the same ones each time."""

from __future__ import annotations

import gzip
import io
import pickle
import random
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import chess.polyglot
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoresheet
from columns_by_hand import text_of
from levels import rounds

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
ALL_COLUMNS = ["tags", "summary", "moves", "packed", "notes", "text", "errors", "final_fen"]

some = settings(max_examples=rounds(60))
many = settings(max_examples=rounds(400))
few = settings(max_examples=rounds(25))


@st.composite
def boards(draw: st.DrawFn, chess960: bool | None = None) -> chess.Board:
    """A position that was reached from a start by random legal moves."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    board = chess.Board()
    if chess960 if chess960 is not None else draw(st.booleans()):
        board = chess.Board.from_chess960_pos(rng.randrange(960))
    for _ in range(draw(st.integers(0, 160))):
        moves = list(board.legal_moves)
        if not moves:
            break
        # Captures and promotions less often, so that the boards do not all run empty.
        quiet = [move for move in moves if not board.is_capture(move)] or moves
        board.push(rng.choice(quiet if rng.random() < 0.7 else moves))
    return board


def position_of(board: chess.Board) -> scoresheet.Position:
    return scoresheet.Position(board.fen(en_passant="fen"), "chess960" if board.chess960 else None)


# Positions


@some
@given(boards())
def test_positions_round_trip_in_fen(board: chess.Board) -> None:
    position = position_of(board)
    assert position.fen() == board.fen(en_passant="legal")
    assert position.fen("always") == board.fen(en_passant="fen")
    again = scoresheet.Position(position.fen("always"), position.variant)
    assert again == position
    assert pickle.loads(pickle.dumps(position)) == position


@some
@given(boards())
def test_positions_know_what_python_chess_knows(board: chess.Board) -> None:
    position = position_of(board)
    assert position.turn == ("white" if board.turn else "black")
    assert position.is_check == board.is_check()
    assert position.is_mate == board.is_checkmate()
    assert position.is_stalemate == board.is_stalemate()
    assert position.hash == chess.polyglot.zobrist_hash(board)
    legal = {move.uci(chess960=board.chess960) for move in position.legal_moves}
    assert legal == {move.uci() for move in board.legal_moves}


@some
@given(boards())
def test_every_legal_move_round_trips_in_every_notation(board: chess.Board) -> None:
    position = position_of(board)
    for notation in ("san", "lan", "uci"):
        texts = set()
        for move in position.legal_moves:
            text = position.write(move, notation)
            assert position.parse(text, notation) == move
            texts.add(text)
        assert len(texts) == len(position.legal_moves)
    for move in position.legal_moves:
        theirs = board.parse_uci(move.uci(chess960=board.chess960))
        assert position.write(move) == board.san(theirs)
        assert pickle.loads(pickle.dumps(move)) == move


@some
@given(boards())
def test_playing_a_move_gives_the_next_position(board: chess.Board) -> None:
    position = position_of(board)
    for move in position.legal_moves:
        board.push(board.parse_uci(move.uci(chess960=board.chess960)))
        after = position.play(move)
        assert after.fen() == board.fen(en_passant="legal")
        assert after.hash == chess.polyglot.zobrist_hash(board)
        board.pop()


# Any text


def tried(function: Callable[[], Any]) -> tuple[Any, str | None]:
    """What a call gave, or the code of its error; anything but a named error is a failure."""
    try:
        return function(), None
    except scoresheet.ScoresheetError as error:
        return None, error.code


@many
@given(st.text("KQRBNPkqrbnp12345678/ w-bHAha0e36x\u00e9", max_size=90))
def test_any_text_is_a_position_or_a_named_error(text: str) -> None:
    position, code = tried(lambda: scoresheet.Position(text))
    assert (position is None) is (code is not None)
    if position is not None:
        assert scoresheet.Position(position.fen("always"), position.variant) == position


@many
@given(st.text("KQRBN12345678/pknqrb", min_size=20, max_size=60), st.sampled_from(["w KQkq - 0 1", "b - e3 5 9", "w"]))
def test_any_board_is_a_position_or_a_named_error(text: str, rest: str) -> None:
    moves, code = tried(lambda: scoresheet.Position(f"{text} {rest}").legal_moves)
    assert (moves is None) is (code is not None)


@many
@given(boards(), st.text("abcdefgh12345678KQRBNxO0-=+#qrbnkP:e.p\u2658", max_size=8))
def test_any_text_is_a_legal_move_or_a_named_error(board: chess.Board, text: str) -> None:
    position = position_of(board)
    move, code = tried(lambda: position.parse(text))
    assert code in (None, "move-syntax", "move-illegal", "move-ambiguous")
    assert move is None or move.null or move in position.legal_moves
    try:
        theirs = board.parse_san(text)
    except ValueError:
        return
    assert move is not None
    assert move.null == (not theirs)
    assert move.null or move.uci(chess960=board.chess960) == theirs.uci()


SEEDS = [text_of(path) for path in sorted(EXAMPLES.iterdir()) if ".pgn" in path.suffixes]
BITS = [*'{}()[]";$*<\\', "\n\n", "\n%", "\0", "\xff", "1-0", "e4", "O-O", "--"]


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """Some games of the examples with bytes cut out, doubled, put in and changed."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    seed = rng.choice(SEEDS)
    start = rng.randrange(max(1, len(seed) - 3000))
    data = bytearray(seed[start : start + rng.randrange(3000)].encode())
    for _ in range(draw(st.integers(0, 12))):
        place = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0:
                del data[place : place + rng.randrange(40)]
            case 1:
                data[place:place] = data[place : place + rng.randrange(200)]
            case 2:
                data[place:place] = rng.choice(BITS).encode("latin-1")
            case _:
                data[place:place] = rng.randbytes(rng.randrange(4))
    return bytes(data)


def facts(path: Path, **options: Any) -> dict[str, Any]:
    found = scoresheet.check([str(path)], **options).to_dict()
    return {name: value for name, value in found.items() if name != "seconds"}


def table(path: Path, columns: list[str], **options: Any) -> pa.Table:
    return pa.table(scoresheet.read(str(path), **options).columns(*columns))


@settings(max_examples=rounds(150))
@given(st.one_of(broken(), st.binary(max_size=400)))
def test_any_bytes_are_read_and_written_to_the_same_games(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        source, once, twice = (Path(name) / part for part in ("source.pgn", "once.pgn", "twice.pgn"))
        source.write_bytes(data)
        found = facts(source, from_="pgn")
        if any(error["code"].startswith(("encoding-utf16", "file-")) for error in found["errors"]):
            return
        read = table(source, ["game", "ply_count", "packed_moves", "final_fen"], from_="pgn")
        assert read.num_rows == found["games"]
        assert sum(read.column("ply_count").to_pylist()) == found["plies"]
        scoresheet.convert(str(source), str(once), from_="pgn")
        scoresheet.convert(str(once), str(twice), from_="pgn")
        assert once.read_bytes() == twice.read_bytes()
        assert table(once, read.schema.names, from_="pgn") == read


@few
@given(broken())
def test_a_packed_file_gives_the_same_as_a_plain_one(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        plain, packed = Path(name) / "plain.pgn", Path(name) / "packed.pgn"
        plain.write_bytes(data)
        packed.write_bytes(gzip.compress(data))
        columns = ["tags", "summary", "packed", "errors", "final_fen"]
        left, right = (table(path, columns).drop_columns(["source"]) for path in (plain, packed))
        assert left == right


# What accompanies the moves


def nodes(game: chess.pgn.Game) -> list[tuple[str | None, int, set[int], list[str]]]:
    """Everything of a game that python-chess knows, in order: moves, how many follow, NAGs, comments but for blanks."""
    found, waiting = [], [game]
    while waiting:
        node = waiting.pop()
        move = node.move.uci() if node.move else None
        comments = [" ".join(text.split()) for text in (node.starting_comment, node.comment)]
        found.append((move, len(node.variations), node.nags, comments))
        waiting += reversed(node.variations)
    return found


def assert_kept(before: str, after: str) -> int:
    """All of `before` is in `after`; python-chess itself passes over `;` comments and signs like `±`."""
    left, right = games_in(before), games_in(after)
    assert len(left) == len(right)
    for old, new in zip(left, right, strict=True):
        # It fills in the seven tags that it does not find. `[Setup "1"]` is written as `[SetUp "1"]`, with a note.
        told = {name.lower(): text for name, text in old.headers.items() if text not in ("?", "????.??.??", "*")}
        assert told.items() <= {name.lower(): text for name, text in new.headers.items()}.items()
        for one, other in zip(nodes(old), nodes(new), strict=True):
            assert one[:2] == other[:2]
            assert one[2] <= other[2]
            assert all(text in ("", kept) for text, kept in zip(one[3], other[3], strict=True)), (one, other)
    return len(left)


@lru_cache(maxsize=20)  # the same text is compared with what several options make of it
def games_in(text: str) -> list[chess.pgn.Game]:
    stream = io.StringIO(text)
    read = iter(lambda: chess.pgn.read_game(stream), None)
    # A marker alone is a separate game to us, and the end of the game before it to python-chess.
    return [game for game in read if game.variations and not game.errors]


@pytest.fixture(scope="module")
def beginnings() -> list[str]:
    """The first games of each example."""
    return [first_games(seed, rounds(200_000)) for seed in SEEDS]


def first_games(text: str, characters: int) -> str:
    """The whole games at the start of a text."""
    return text if len(text) <= characters else text[: text.rindex("\n[Event ", 0, characters) + 1]


@pytest.mark.parametrize("options", [{}, {"keep_spelling": True}, {"export": True}, {"sort_tags": True}], ids=str)
def test_comments_nags_and_variations_survive(beginnings: list[str], tmp_path: Path, options: dict[str, bool]) -> None:
    for number, text in enumerate(beginnings):
        source, output = tmp_path / f"{number}.pgn", tmp_path / f"{number}-again.pgn"
        source.write_text(text, "utf-8")
        scoresheet.convert(source, output, **options)
        assert assert_kept(text, output.read_text("utf-8")) > 0


@pytest.mark.slow
def test_comments_nags_and_variations_of_real_games_survive(data: Callable[[str], Path], tmp_path: Path) -> None:
    """The first games of every annotated file, as far as they are read without an error."""
    compared = 0
    for number, source in enumerate(sorted(data("annotated").rglob("*.pgn"))):
        part, output = tmp_path / f"{number}.pgn", tmp_path / f"{number}-again.pgn"
        part.write_text(first_games(source.read_bytes().decode("utf-8", errors="ignore"), 60_000), "utf-8")
        if not scoresheet.check(part).errors:
            scoresheet.convert(part, output)
            compared += assert_kept(part.read_text("utf-8"), output.read_text("utf-8"))
    assert compared > 500


# Threads


@pytest.fixture(scope="module")
def long_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """About 3 MB of games, some of them broken, so that there are several blocks."""
    rng = random.Random(3)
    path = tmp_path_factory.mktemp("long") / "games.pgn"
    games = [part for seed in SEEDS for part in ("[Event " + game for game in seed.split("[Event ")[1:])]
    with path.open("w", encoding="utf-8") as file:
        for _ in range(12):
            for game in games:
                if rng.random() < 0.03:
                    place = rng.randrange(len(game))
                    bit = rng.choice(["{", "(", ")", "Qh9 ", "\x07", "[x", "0-0-0"])
                    game = game[:place] + bit + game[place:].rstrip() + "\n\n"
                file.write(game)
    return path


def test_the_number_of_threads_changes_nothing(long_file: Path) -> None:
    one, *others = (facts(long_file, threads=number) for number in (1, 2, 3))
    assert others == [one, one]
    assert one["errors"]
    left, *others = (table(long_file, ALL_COLUMNS, threads=number) for number in (1, 2, 3))
    assert all(right == left for right in others)


def test_the_number_of_threads_does_not_change_what_is_written(long_file: Path, tmp_path: Path) -> None:
    outputs = []
    for threads in (1, 2, 3):
        for name in ("games.pgn", "games.parquet"):
            output = tmp_path / f"{threads}-{name}"
            scoresheet.convert(str(long_file), str(output), threads=threads)
            outputs.append(output.read_bytes())
    assert len(set(outputs)) == 2
