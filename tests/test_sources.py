"""What `read` and the other functions take besides paths: bytes, open files, patterns, lists of these."""

from __future__ import annotations

import gc
import io
import os
import pickle
import socket
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from waiting import wait_until

HISTORIC = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"
DATA = HISTORIC.read_bytes()
LATIN = '[White "Müller"]\n\n1. e4 {böse} *\n'


class Once:
    """Gives bytes or text once, a few at a time."""

    def __init__(self, content: Any, at_once: int = 1000) -> None:
        self.content = content
        self.at_once = at_once
        self.calls = 0

    def read(self, _size: int) -> Any:
        self.calls += 1
        piece, self.content = self.content[: self.at_once], self.content[self.at_once :]
        return piece


class Failing(Once):
    """Fails after two pieces."""

    def read(self, size: int) -> Any:
        if self.calls == 2:
            raise RuntimeError("the cable is out")
        return super().read(size)


def white(source: Any, **options: Any) -> list[str]:
    return [game.tags["White"] for game in scoresheet.read(source, **options)]


@pytest.mark.parametrize(
    "make",
    [
        lambda: DATA,
        lambda: bytearray(DATA),
        lambda: memoryview(DATA),
        lambda: io.BytesIO(DATA),
        lambda: io.StringIO(DATA.decode()),
        lambda: HISTORIC.open("rb"),
        lambda: HISTORIC.open("rb", buffering=0),
        lambda: HISTORIC.open(encoding="utf-8"),
        lambda: Once(DATA),
        lambda: Once(DATA.decode()),
    ],
    ids=["bytes", "bytearray", "memoryview", "BytesIO", "StringIO", "file", "raw", "text", "read", "read-text"],
)
def test_everything_that_holds_games_is_read(make: Callable[[], Any]) -> None:
    assert white(make()) == white(HISTORIC)
    assert scoresheet.check(make()).games == 45
    assert scoresheet.read(make(), columns=["white"]).pl()["white"].to_list() == white(HISTORIC)


def test_several_are_read_in_their_order() -> None:
    names = scoresheet.read([b'[White "A"] *', HISTORIC, io.StringIO('[White "B"] *'), b'[White "C"] *'])
    rows = names.columns("source", "white").pl()
    assert rows["white"].to_list() == ["A", *white(HISTORIC), "B", "C"]
    assert rows["source"].unique(maintain_order=True).to_list() == ["<bytes>", str(HISTORIC), "<stream 3>", "<bytes 4>"]


def test_text_is_read_as_utf_8_from_any_encoding(tmp_path: Path) -> None:
    path = tmp_path / "latin.pgn"
    path.write_text(LATIN, encoding="utf-16")
    with path.open(encoding="utf-16") as file:
        [game] = scoresheet.read(file)
    assert (game.tags["White"], game.at(1).comment) == ("Müller", "böse")
    [game] = scoresheet.read(io.StringIO('[White "a\udce4"] *'))  # a byte that Python could not decode
    assert game.tags["White"] == "aä"


def test_packed_bytes_and_columns_are_detected_by_their_content(tmp_path: Path) -> None:
    for name in ("a.pgn.gz", "a.pgn.zst", "a.parquet", "a.arrow"):
        scoresheet.convert(HISTORIC, tmp_path / name)
        packed = (tmp_path / name).read_bytes()
        assert white(packed) == white(io.BytesIO(packed)) == white(Once(packed)), name
        assert sorted(white(packed)) == sorted(white(HISTORIC)), name
    assert [type(game).__module__ for game in scoresheet.read(b"K5,1|k5,8")] == ["scoresheet.infinite.game"]


def test_a_file_is_read_again_from_its_position() -> None:
    file = io.BytesIO(b"rubbish" + DATA)
    file.seek(7)
    games = scoresheet.read(file)
    assert len(list(games)) == len(list(games)) == games.df().shape[0] == 45
    assert file.tell() == 7
    assert scoresheet.check(file).games == scoresheet.check(file).games == 45


def test_two_who_read_one_file_do_not_disturb_each_other() -> None:
    for file in (io.BytesIO(DATA * 400), io.StringIO(DATA.decode() * 400)):
        games = scoresheet.read(file)
        pairs = list(zip(games, games, strict=True))
        assert len(pairs) == 45 * 400
        assert all(one == other for one, other in pairs)


def test_what_cannot_be_rewound_is_read_once() -> None:
    games = scoresheet.read(Once(DATA))
    assert repr(games) == "<Games from <stream>, 60 columns>"
    assert len(list(games.columns("white"))) == 45
    for use in (
        lambda: list(games),
        games.df,
        games.reverse().pl,
        lambda: games[0],
        lambda: scoresheet.write(games, os.devnull),
        lambda: games.__arrow_c_stream__(),
    ):
        with pytest.raises(
            scoresheet.SourceConsumed, match="`<stream>` can be read only once, and has already been read"
        ) as caught:
            use()
        assert (caught.value.file, caught.value.hint) == (
            "<stream>",
            "save it to a file, or keep what was read in memory",
        )


def test_its_first_game_comes_before_its_end() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, ours.makefile("rb") as file:
        theirs.sendall(b'[White "A"] 1. e4 *\n\n[White "B"] 1. d4 *\n\n')
        threading.Timer(0.3, theirs.close).start()
        assert white(file) == ["A", "B"]


class Endless:
    """A stream of games without an end."""

    def read(self, size: int) -> bytes:
        return b'[White "A"] 1. e4 *\n\n' * (size // 22 + 1)


def test_reading_stops_when_no_more_is_needed() -> None:
    endless = Endless()
    games = iter(scoresheet.read(endless))
    assert next(games).tags["White"] == "A"
    let_go = weakref.ref(endless)
    del games, endless

    def is_gone() -> bool:
        # Objects of earlier tests may hold a frame that is still to be collected.
        gc.collect()
        return let_go() is None

    wait_until(is_gone)


def test_an_iterator_may_be_dropped_while_a_file_is_read() -> None:
    for _ in range(30):
        games = iter(scoresheet.read(io.BytesIO(DATA * 50), threads=2))
        next(games)
        del games
        stream = scoresheet.read(io.BytesIO(DATA * 50)).__arrow_c_stream__()
        del stream


def test_an_error_of_the_file_is_ours_with_its_place() -> None:
    for options in ({}, {"on_error": "raise"}):
        with pytest.raises(
            scoresheet.FileError, match="cannot read `<stream>`: RuntimeError: the cable is out"
        ) as caught:
            list(scoresheet.read(Failing(DATA), **options))  # type: ignore[arg-type]
        assert (caught.value.file, caught.value.byte) == ("<stream>", 2000)
    report = scoresheet.check(Failing(DATA))
    assert report.games > 0
    assert [error.code for error in report.errors] == ["file-unreadable"]


@pytest.mark.parametrize("given", [None, 5, object()])
def test_read_must_give_bytes_or_text(given: object) -> None:
    stream = Once(b"")
    stream.read = lambda _size: given  # type: ignore[method-assign]
    with pytest.raises(scoresheet.FileError, match="`read` returned"):
        list(scoresheet.read(stream))


def test_names_come_from_the_object() -> None:
    with HISTORIC.open("rb") as file:
        assert scoresheet.inputs([file, b"1. e4 *", io.BytesIO(b"")]) == [
            {"name": str(HISTORIC), "kind": "pgn", "size": len(DATA)},
            {"name": "<bytes 2>", "kind": "pgn", "size": 7},
            {"name": "<stream 3>", "kind": "pgn", "size": 0},
        ]
    report = scoresheet.check(b"1. e4 Ke5 *")
    assert report.errors[0].first["file"] == "<bytes>"


def test_patterns_name_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    for number, name in enumerate(["b.pgn", "a.pgn", "deep/c.pgn", "deep/er/d.pgn", "e[1].pgn"]):
        (tmp_path / name).write_text(f'[White "{number}"] *')
    monkeypatch.chdir(tmp_path)
    assert white("*.pgn") == ["1", "0", "4"]
    assert white(Path("?.pgn")) == ["1", "0"]
    assert white(["**/d.pgn", "a.pgn"]) == ["3", "1"]
    assert sorted(white("**/*.pgn")) == ["0", "1", "2", "3", "4"]
    assert white("e[1].pgn") == ["4"]  # a file of that name goes first
    assert scoresheet.convert("deep/**", "all.pgn").games == 2
    with pytest.raises(scoresheet.UsageError, match=r"no file matches `\*\.nothing`"):
        scoresheet.read("*.nothing")


def test_invalid_sources_are_refused_with_a_message() -> None:
    for source in (5, None, [5], [None]):
        with pytest.raises(scoresheet.UsageError, match="a source is a path, bytes, an open file, or a list of these"):
            scoresheet.read(source)  # type: ignore[arg-type]


def test_tables_and_games_lead_to_the_functions_that_take_them() -> None:
    for source in (scoresheet.read(HISTORIC), scoresheet.query(HISTORIC, "from games")):
        with pytest.raises(scoresheet.UsageError, match="a source is a path") as caught:
            scoresheet.check(source)  # type: ignore[arg-type]
        assert "scoresheet.games" in str(caught.value.hint)
        assert "scoresheet.write" in str(caught.value.hint)


def test_a_file_that_was_closed_is_an_error_of_ours() -> None:
    file = io.BytesIO(DATA)
    games = scoresheet.read(file)
    file.close()
    with pytest.raises(scoresheet.FileError, match="closed file"):
        list(games)


def test_bytes_pickle_and_open_files_do_not() -> None:
    games = pickle.loads(pickle.dumps(scoresheet.read(DATA, limit=3)))
    assert (repr(games), len(list(games))) == ("<Games from <bytes>, 60 columns>", 3)
    with pytest.raises(TypeError, match="open file"):
        pickle.dumps(scoresheet.read(io.BytesIO(DATA)))


def test_convert_and_query_take_them_too(tmp_path: Path) -> None:
    for make in (lambda: DATA, lambda: io.BytesIO(DATA), lambda: Once(DATA)):
        assert scoresheet.convert(make(), tmp_path / "a.pgn", force=True).written == 45
        assert scoresheet.convert(make(), tmp_path / "b.pgn", where="result = '1-0'", force=True).written == 25
        assert scoresheet.query(make(), "select count(*), max(ply_count) from games").fetchall() == [(45, 106)]
        assert scoresheet.query(make(), "castling", moves=10).fetchall() == [(45, 34, 0)]


# Texts


def test_all_games_of_a_text_are_a_list() -> None:
    for text in ("1. e4 * 1. d4 d5 1-0", b"1. e4 * 1. d4 d5 1-0"):
        assert [game.ply_count for game in scoresheet.parse_all(text)] == [1, 2]
    assert len(scoresheet.parse_all(DATA, limit=7)) == 7
    assert len(scoresheet.parse_all("K5,1|k5,8")) == 1
    with pytest.raises(scoresheet.MoveError, match="<text>"):
        scoresheet.parse_all("1. e4 * 1. Ke3 *", on_error="raise")
    with pytest.raises(scoresheet.UsageError, match="takes text, not `int`"):
        scoresheet.parse_all(5)  # type: ignore[arg-type]


def test_a_second_game_leads_to_parse_all() -> None:
    with pytest.raises(scoresheet.UsageError, match="more than one game") as caught:
        scoresheet.parse("1. e4 * 1. d4 *")
    assert caught.value.hint is not None
    assert "scoresheet.parse_all" in caught.value.hint


@pytest.mark.parametrize("parse", [scoresheet.parse, scoresheet.parse_all])
@pytest.mark.parametrize("text", ["", "  \n", "hello there", "Zz9", "<html>", b"\x89PNG\r\n"])
def test_a_text_without_a_game_is_refused(parse: Callable[[Any], Any], text: str | bytes) -> None:
    with pytest.raises(scoresheet.UsageError, match="holds no game"):
        parse(text)


@pytest.mark.parametrize("text", ["1. Ke3", "1. e9", "*", "{a comment}", '[White "A"]', "1.", "e4 nonsense"])
def test_a_bad_game_is_still_a_game(text: str) -> None:
    assert isinstance(scoresheet.parse(text), scoresheet.Game)
    assert len(scoresheet.parse_all(text)) == 1


@pytest.mark.parametrize("parse", [scoresheet.parse, scoresheet.parse_all])
def test_a_path_leads_to_read(parse: Callable[[str], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("file.pgn", "2024.pgn"):
        Path(name).write_bytes(DATA)
        with pytest.raises(scoresheet.UsageError, match="it is the path of a file") as caught:
            parse(name)
        assert caught.value.hint == f'did you mean `scoresheet.read("{name}")`?'


# Options


def test_a_misspelled_option_is_distinguished_from_one_of_formats() -> None:
    with pytest.raises(scoresheet.UsageError, match="there is no option `on_eror`") as caught:
        scoresheet.check(HISTORIC, on_eror="skip")  # type: ignore[call-arg]
    assert caught.value.hint == "did you mean `on_error`?"


def test_one_column_need_not_be_a_list() -> None:
    assert scoresheet.read(HISTORIC, columns="white").names == ["white"]  # type: ignore[arg-type]
    assert scoresheet.read(HISTORIC, columns="white, black").names == ["white", "black"]  # type: ignore[arg-type]
