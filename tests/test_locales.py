"""Games, names and arguments in other letters, in every locale, and what Windows does otherwise than other systems."""

from __future__ import annotations

import io
import os
import select
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from levels import slow
from scoresheet import cli
from scoresheet.cli import group
from scoresheet.cli.group import command
from scoresheet.viewer import cache
from scoresheet.viewer.server import Server

PLAYER = "Müller, Łukasz ♞"
GAMES = f'[White "{PLAYER}"]\n[Black "Липа"]\n[Date "2024.01.02"]\n[Result "1-0"]\n\n1. e4 {{naïve ♞}} e5 2. Nf3 1-0\n'
OPENED = "8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"

# What each verb prints about the games, if it prints anything of them. `serve` waits for requests, and `analyse` and
# `puzzles` for an engine; an engine that is not there shows that they start.
SHOWN = {
    "convert": (["Spiel-ü.pgn", "--player", PLAYER], PLAYER),
    "check": (["Spiel-ü.pgn"], "1 game read"),
    "query": (["Spiel-ü.pgn", "select white, 'ü♞' as x from games"], f"{PLAYER}  ü♞"),
    "find": (["Spiel-ü.pgn", "move Nf3"], "Spiel-ü.pgn     1    3"),
    "index": (["Partien-ü.parquet", "--force"], "Partien-ü.positions.parquet"),
    "explore": (["Spiel-ü.pgn"], OPENED),
    "tree": (["Spiel-ü.pgn", "--player", PLAYER], f'[Annotator "{PLAYER}"]'),
    "names": (["Spiel-ü.pgn"], "found,wanted,kind"),
    "show": (["Spiel-ü.pgn"], f"{PLAYER} - Липа"),
    "serve": (["--host", "ü♞"], "`--host ü♞` is not an IP address"),
    "analyse": (["Spiel-ü.pgn", "--engine", "Motor-ü"], "cannot start `Motor-ü`"),
    "puzzles": (["Spiel-ü.pgn", "--engine", "Motor-ü"], "cannot start `Motor-ü`"),
    "evals": (["fehlt-ü.jsonl", "-o", "x.parquet"], "cannot read `fehlt-ü.jsonl`"),
    "annotate": (["Spiel-ü.bgn", "--game", "1", "--ply", "1", "--source", "ü", "--comment", "schön ♞"], ""),
    "move": (["♘f3"], "Nf3"),
    "position": (["ü"], "`ü` at character 1"),
    "list": (["languages"], "Кр, Ф, Л, С, К"),
    "extension-path": ([], "scoresheet.duckdb_extension"),
    "completion": (["bash"], "scoresheet"),
}
LOCALES = {
    "c": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "c-and-windows-1252": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "cp1252"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "windows-1252": {"PYTHONIOENCODING": "cp1252"},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the same game as a text, a table and a document, under names that are not in ASCII."""
    import scoresheet

    folder = tmp_path_factory.mktemp("ü")
    (folder / "Spiel-ü.pgn").write_text(GAMES, "utf-8")
    for name in ("Partien-ü.parquet", "Spiel-ü.bgn"):
        scoresheet.convert(folder / "Spiel-ü.pgn", folder / name)
    return folder


def start(folder: Path, *words: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    arguments = [os.fsencode(word) for word in (sys.executable, "-m", "scoresheet", *words)]
    return subprocess.run(
        arguments if os.name == "posix" else [*map(os.fsdecode, arguments)],
        cwd=folder, env={**os.environ, **environment}, input=stdin, capture_output=True, timeout=60, check=False,
    )  # fmt: skip


def test_every_verb_is_tested() -> None:
    import click

    assert [*SHOWN] == command.list_commands(click.Context(command))


@pytest.mark.parametrize("locale", ["c-and-windows-1252", *slow(["c", "ascii", "windows-1252"])])
@pytest.mark.parametrize("verb", SHOWN)
def test_other_letters_are_printed_in_every_locale(folder: Path, verb: str, locale: str) -> None:
    words, shown = SHOWN[verb]
    done = start(folder, verb, *words, **LOCALES[locale])
    told, printed = done.stderr.decode(), done.stdout.decode()
    assert "Traceback" not in told
    assert shown in printed + told, told


def test_sql_on_standard_input_is_utf_8_in_every_locale(folder: Path) -> None:
    sql = "select white as \"ü♞\" from games where black = 'Липа'"
    done = start(folder, "query", "Spiel-ü.pgn", "-f", "-", "--to", "csv", stdin=sql.encode(), **LOCALES["c"])
    assert done.stdout.decode() == f'ü♞\n"{PLAYER}"\n', done.stderr.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are text on Windows")
@pytest.mark.parametrize(
    "words",
    [["move"], ["position"], ["find", "Spiel-ü.pgn"], ["query", "Spiel-ü.pgn"], ["convert", "Spiel-ü.pgn", "--player"]],
    ids=lambda words: words[0],
)
def test_an_argument_that_is_not_utf_8_is_reported(folder: Path, words: list[str]) -> None:
    done = start(folder, *words, os.fsdecode(b"select '\xff'"))
    assert done.stderr.decode() == "error: the argument `select '\\xff'` is not UTF-8\n\nhint: write it in UTF-8\n"
    assert done.returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="starts a process without standard input, as shells of POSIX do")
@pytest.mark.parametrize(
    "words", [["query", "-", "select 1"], ["query", "Spiel-ü.pgn", "-f", "-"]], ids=["games", "sql"]
)
def test_a_closed_standard_input_is_reported(folder: Path, words: list[str]) -> None:
    closing = ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "scoresheet", *words]
    done = subprocess.run(closing, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert "standard input is closed" in done.stderr
    assert "Traceback" not in done.stderr


# What only Windows does, imitated


class Streams:
    """Standard streams as a program on Windows has them, and the bytes that arrive."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bytes = {name: io.BytesIO() for name in ("stdout", "stderr")}
        for name, raw in self.bytes.items():
            monkeypatch.setattr(sys, name, io.TextIOWrapper(raw, encoding="cp1252", newline="\r\n"))


def test_pipes_get_the_same_bytes_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = Streams(monkeypatch)
    cli.main(["--version"])
    print("ü♞")
    print("♞ü", file=sys.stderr, flush=True)
    sys.stdout.flush()
    assert streams.bytes["stdout"].getvalue().endswith("\nü♞\n".encode())
    assert b"\r" not in streams.bytes["stdout"].getvalue()
    assert streams.bytes["stderr"].getvalue() == "♞ü\n".encode()


def test_without_poll_only_a_pipe_can_have_lost_its_reader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delattr(select, "poll", raising=False)
    reading, writing = os.pipe()
    with (tmp_path / "out.txt").open("wb") as file:
        for number, closed in [(file.fileno(), False), (writing, True)]:
            monkeypatch.setattr(group, "_STDOUT", number)
            assert group._stdout_is_closed() is closed
    os.close(reading)
    os.close(writing)


@pytest.mark.skipif(not hasattr(select, "poll"), reason="no poll")
def test_with_poll_a_pipe_is_checked_for_a_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    monkeypatch.setattr(group, "_STDOUT", writing)
    assert group._stdout_is_closed() is False
    os.close(reading)
    assert group._stdout_is_closed() is True
    os.close(writing)


def test_no_other_program_can_take_over_the_port_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    server = Server("127.0.0.1", 0, answers=None)  # type: ignore[arg-type] - no request comes
    with server.socket:
        assert server.socket.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert not server.socket.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)


def test_the_cache_leaves_files_that_are_open_or_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(cache, "_MOST_BYTES", 0)
    for name in ("gone", "open", "other", "kept"):
        (tmp_path / f"{name}.parquet").write_bytes(b"12345")
    removing, using = Path.unlink, cache._used

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if path.stem == "open":
            raise PermissionError(13, "the file is used by another process")
        removing(path, missing_ok)

    def used(path: Path) -> tuple[float, int, Path]:
        if path.stem == "gone":
            path.unlink()  # by another process, after the folder was listed
        return using(path)

    monkeypatch.setattr(Path, "unlink", unlink)
    monkeypatch.setattr(cache, "_used", used)
    cache._remove_oldest(keep=tmp_path / "kept.parquet")
    assert sorted(path.stem for path in tmp_path.glob("*.parquet")) == ["kept", "open"]
