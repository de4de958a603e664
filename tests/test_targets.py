"""What `write` and `convert` write besides files: open files, and anything with a method `write`."""

from __future__ import annotations

import gzip
import io
import os
from pathlib import Path
from typing import Any

import pytest

import scoresheet

HISTORIC = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"


@pytest.fixture
def games() -> scoresheet.Games:
    return scoresheet.read(HISTORIC)


class Taking:
    """Takes bytes or text and notes how often."""

    def __init__(self, kind: type) -> None:
        self.kind = kind
        self.parts: list[Any] = []

    def write(self, data: Any) -> None:
        if not isinstance(data, self.kind):
            raise TypeError(f"it takes {self.kind}")
        self.parts.append(data)


def again(content: Any) -> list[scoresheet.Game]:
    return list(scoresheet.read(content))


def test_open_files_get_games(games: scoresheet.Games, tmp_path: Path) -> None:
    expected = list(games)
    with (tmp_path / "a.pgn").open("wb") as binary, (tmp_path / "b.pgn").open("w", encoding="utf-8") as text:
        assert scoresheet.write(games, binary).written == 45
        assert scoresheet.write(list(games), text).written == 45
    assert again(tmp_path / "a.pgn") == again(tmp_path / "b.pgn") == expected
    memory, words = io.BytesIO(), io.StringIO()
    assert scoresheet.convert(HISTORIC, memory).written == scoresheet.convert(HISTORIC, words).written == 45
    assert memory.getvalue() == words.getvalue().encode()
    for taking in (Taking(bytes), Taking(str)):
        scoresheet.write(games, taking)
        assert taking.kind().join(taking.parts) == (memory if taking.kind is bytes else words).getvalue()


def test_a_file_is_written_from_its_position(games: scoresheet.Games) -> None:
    out = io.BytesIO(b"before\n")
    out.seek(0, 2)
    scoresheet.write(games, out)
    assert out.getvalue().startswith(b"before\n[Event")


def test_to_and_the_name_determine_the_format(games: scoresheet.Games, tmp_path: Path) -> None:
    out = io.BytesIO()
    scoresheet.write(games.columns("tags", "text"), out, to="parquet")
    assert out.getvalue().startswith(b"PAR1")
    assert len(again(out.getvalue())) == 45
    with (tmp_path / "a.pgn.gz").open("wb") as packed:
        scoresheet.write(games, packed)
    assert gzip.decompress((tmp_path / "a.pgn.gz").read_bytes()).startswith(b"[Event")


def test_files_without_a_buffer_get_everything(games: scoresheet.Games, tmp_path: Path) -> None:
    class Slow(io.RawIOBase):
        parts = b""

        def writable(self) -> bool:
            return True

        def write(self, data: Any) -> int:
            self.parts += bytes(data[:100])
            return min(len(data), 100)

    slow, whole = Slow(), io.BytesIO()
    scoresheet.write(games, slow)
    scoresheet.write(games, whole)
    assert slow.parts == whole.getvalue()


def test_text_objects_that_write_parts_get_everything(games: scoresheet.Games) -> None:
    class SlowText(io.TextIOBase):
        text = ""

        def write(self, data: str) -> int:
            self.text += data[:100]
            return min(len(data), 100)

    class SlowObject:
        text = ""

        def write(self, data: Any) -> int:
            if not isinstance(data, str):
                raise TypeError("it takes text")
            self.text += data[:100]
            return min(len(data), 100)

    whole = io.StringIO()
    scoresheet.write(games, whole)
    for slow in (SlowText(), SlowObject()):
        scoresheet.write(games, slow)
        assert slow.text == whole.getvalue()


def test_a_pipe_that_takes_no_more_is_an_error(games: scoresheet.Games) -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with io.FileIO(reading) as out, io.FileIO(writing, "w") as raw:
        with pytest.raises(BlockingIOError, match="cannot accept more data now") as caught:
            scoresheet.convert([HISTORIC] * 40, raw)
        assert caught.value.characters_written == len(out.read(1 << 20))


@pytest.mark.parametrize("count", [0, -1])
def test_a_file_that_takes_nothing_is_an_error(games: scoresheet.Games, count: int) -> None:
    class Full(io.RawIOBase):
        def write(self, data: Any) -> int:
            return count

    with pytest.raises(OSError, match=f"returned {count}"):
        scoresheet.write(games, Full())


def test_a_file_gets_nothing_of_what_failed(tmp_path: Path) -> None:
    out = io.StringIO()
    with pytest.raises(scoresheet.MoveError):
        scoresheet.convert(b"1. e4 * 1. Ke3 *", out, on_error="raise")
    with pytest.raises(scoresheet.UsageError, match="takes games, not `int`"):
        scoresheet.write([scoresheet.parse("1. e4 *"), 5], out)
    assert out.getvalue() == ""
    with pytest.raises(scoresheet.UsageError, match="the output takes text"):
        scoresheet.convert(HISTORIC, out, to="parquet")


def test_one_game_is_written_by_itself(tmp_path: Path) -> None:
    game = scoresheet.parse("1. e4 e5 *")
    scoresheet.write(game, tmp_path / "one.pgn")
    assert again(tmp_path / "one.pgn") == [game]
    endless = scoresheet.parse("K5,1|k5,8")
    scoresheet.write(endless, tmp_path / "one.icn")
    assert len(again(tmp_path / "one.icn")) == 1


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (5, "not `int`"),
        ("a.pgn", "not `str`"),
        (b"*", "not `bytes`"),
        (["1. e4 *"], "not `str`"),
        ([None], "not `None"),
    ],
)
def test_what_is_not_a_game_is_refused_with_a_message(games: Any, said: str, tmp_path: Path) -> None:
    with pytest.raises(scoresheet.UsageError, match="`write` takes games") as caught:
        scoresheet.write(games, tmp_path / "a.pgn")
    assert said in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_invalid_outputs_are_refused_with_a_message(games: scoresheet.Games) -> None:
    with pytest.raises(scoresheet.UsageError, match="an output cannot be `int`") as caught:
        scoresheet.write(games, 5)  # type: ignore[arg-type]
    assert "an open file" in str(caught.value.hint)
