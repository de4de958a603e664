"""Games, names and arguments in other letters, in every locale, and what Windows does otherwise than other systems."""

from __future__ import annotations

import io
import json
import os
import select
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from urllib.request import Request, urlopen

import pytest

import command_line
import scoresheet
from levels import slow
from scoresheet import annotating, cli
from scoresheet.cli import group
from scoresheet.cli.group import command
from scoresheet.viewer import cache
from scoresheet.viewer.server import Server
from waiting import SECONDS, wait_until

PLAYER = "Müller, Łukasz ♞"
GAMES = f'[White "{PLAYER}"]\n[Black "Липа"]\n[Date "2024.01.02"]\n[Result "1-0"]\n\n1. e4 {{naïve ♞}} e5 2. Nf3 1-0\n'
ONE_PLY = Path(__file__).resolve().parent.parent / "examples" / "one_ply.py"
OPENED = "8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"

TRAP = f'[White "{PLAYER}"]\n[Black "Липа"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxe5+?? {{schön ♞}} Nxe5 *\n'
SPELLINGS = "".join(f'[White "{name}"]\n\n1. e4 *\n\n' for name in ["Корчной, Виктор", *["Korchnoi, Viktor"] * 2])
EVALUATION = """\
{"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
 "evals": [{"depth": 20, "knodes": 5, "pvs": [{"cp": 40, "line": "d2d4"}]}]}
"""
ENGINE = ["--engine", shlex.join([sys.executable, "Motor-ü.py"]), "--nodes", "100"]

# What each verb prints about the games, if it prints anything. `serve` waits for requests, and has a test of its own.
SHOWN = {
    "convert": (["Spiel-ü.pgn", "--player", PLAYER], PLAYER),
    "check": (["Spiel-ü.pgn"], "1 game read"),
    "query": (["Spiel-ü.pgn", "select white, 'ü♞' as x from games"], f"{PLAYER}  ü♞"),
    "find": (["Spiel-ü.pgn", "move Nf3"], "Spiel-ü.pgn     1    3"),
    "index": (["Partien-ü.parquet", "--force"], "Partien-ü.positions.parquet"),
    "explore": (["Spiel-ü.pgn"], OPENED),
    "tree": (["Spiel-ü.pgn", "--player", PLAYER], f'[Annotator "{PLAYER}"]'),
    "names": (["Namen-ü.pgn"], '"Корчной, Виктор","Korchnoi, Viktor",player'),
    "show": (["Spiel-ü.pgn"], f"{PLAYER} - Липа"),
    "serve": (["--host", "ü♞"], "`--host ü♞` is not an IP address"),
    "analyse": (["Falle-ü.pgn", *ENGINE], "schön ♞"),
    "puzzles": (["Falle-ü.pgn", *ENGINE], f'[White "{PLAYER}"]'),
    "evals": (["Werte-ü.jsonl", "-o", "Werte-ü.parquet", "--force"], "1 positions written"),
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
    """A folder with the same game as a text, a table and a document, and other files, under names not in ASCII."""
    folder = tmp_path_factory.mktemp("ü")
    (folder / "Spiel-ü.pgn").write_text(GAMES, "utf-8")
    (folder / "Falle-ü.pgn").write_text(TRAP, "utf-8")
    (folder / "Namen-ü.pgn").write_text(SPELLINGS, "utf-8")
    (folder / "Werte-ü.jsonl").write_text(EVALUATION.replace("\n ", " "), "utf-8")
    shutil.copy(ONE_PLY, folder / "Motor-ü.py")
    for name in ("Partien-ü.parquet", "Spiel-ü.bgn"):
        scoresheet.convert(folder / "Spiel-ü.pgn", folder / name)
    return folder


def start(folder: Path, *words: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    arguments = [os.fsencode(word) for word in (sys.executable, "-m", "scoresheet", *words)]
    return subprocess.run(
        arguments if os.name == "posix" else [*map(os.fsdecode, arguments)],
        cwd=folder, env={**os.environ, **environment}, input=stdin, capture_output=True, timeout=60, check=False,
    )  # fmt: skip


def shown_text(folder: Path, verb: str, done: subprocess.CompletedProcess[bytes]) -> str:
    """What a verb has printed, which has to contain what is expected of it."""
    printed = done.stdout.decode() + done.stderr.decode()
    assert SHOWN[verb][1] in printed, printed
    if verb == "annotate":
        assert "schön ♞" in (folder / "Spiel-ü.bgn").read_text("utf-8")
    return printed


def test_every_verb_is_tested() -> None:
    import click

    assert [*SHOWN] == command.list_commands(click.Context(command))


@pytest.mark.parametrize("locale", ["c-and-windows-1252", *slow(["c", "ascii", "windows-1252"])])
@pytest.mark.parametrize("verb", SHOWN)
def test_other_letters_are_printed_in_every_locale(folder: Path, verb: str, locale: str) -> None:
    text = shown_text(folder, verb, start(folder, verb, *SHOWN[verb][0], **LOCALES[locale]))
    assert "Traceback" not in text


def test_the_viewer_opens_other_letters_in_another_locale(folder: Path, tmp_path: Path) -> None:
    def asked(path: str, body: bytes | None = None) -> dict[str, object]:
        with urlopen(
            Request(f"{address}api/{path}", body, {"Content-Type": "application/json"}), timeout=SECONDS
        ) as it:
            found: dict[str, object] = json.load(it)
        return found

    words = [sys.executable, "-m", "scoresheet", "serve", "Spiel-ü.pgn", "--no-browser"]
    environment = {**os.environ, **LOCALES["c-and-windows-1252"], "SCORESHEET_CACHE": str(tmp_path / "ü")}
    with subprocess.Popen(
        words if os.name == "nt" else [os.fsencode(word) for word in words],
        cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as viewer:  # fmt: skip
        try:
            assert viewer.stdout is not None
            assert viewer.stderr is not None
            address = viewer.stdout.readline().decode().strip()
            wait_until(lambda: asked("session")["state"] != "converting", viewer)
            session = asked("session")
            assert (session["name"], session["games"]) == ("Spiel-ü.pgn", 1)
            assert asked("quit", b"{}") == {"state": "quit"}
            assert (viewer.wait(SECONDS), viewer.stderr.read()) == (0, b"")
        finally:
            viewer.kill()


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


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard streams as a program on Windows has them, and what the modules do there that look at the system."""
    monkeypatch.setattr(command_line, "TEXT", {"encoding": "cp1252", "newline": "\r\n"})
    there = SimpleNamespace(platform="win32")
    monkeypatch.setattr(annotating, "sys", there)
    monkeypatch.setattr("scoresheet.uci.process.sys", there)
    monkeypatch.setitem(sys.modules, "fcntl", None)


@pytest.mark.parametrize("verb", SHOWN)
def test_pipes_get_the_same_bytes_on_windows(
    folder: Path, windows: None, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    monkeypatch.chdir(folder)
    assert "\r" not in shown_text(folder, verb, command_line.run(verb, *SHOWN[verb][0]))


def test_python_prints_the_same_bytes_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = {name: io.BytesIO() for name in ("stdout", "stderr")}
    for name, raw in streams.items():
        monkeypatch.setattr(sys, name, io.TextIOWrapper(raw, encoding="cp1252", newline="\r\n"))
    cli.main(["--version"])
    print("ü♞")
    print("♞ü", file=sys.stderr, flush=True)
    sys.stdout.flush()
    assert streams["stdout"].getvalue().endswith("\nü♞\n".encode())
    assert b"\r" not in streams["stdout"].getvalue()
    assert streams["stderr"].getvalue() == "♞ü\n".encode()


@pytest.mark.parametrize(("platform", "starts_again"), [("win32", False), ("linux", True)])
def test_only_where_arguments_are_bytes_the_process_starts_again(
    monkeypatch: pytest.MonkeyPatch, platform: str, starts_again: bool
) -> None:
    """On Windows, `PYTHONLEGACYWINDOWSFSENCODING` would make the new process the same, so that it never ended."""
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _program, words: started.append(words))
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "mbcs")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "argv", ["scoresheet", "--version"])
    cli.main()
    assert [words[1:3] for words in started] == ([["-X", "utf8"]] if starts_again else [])


@pytest.mark.parametrize(
    ("platform", "name", "variables", "wanted"),
    [
        ("linux", "posix", {}, ".cache/scoresheet"),
        ("linux", "posix", {"XDG_CACHE_HOME": "other"}, "other/scoresheet"),
        ("darwin", "posix", {"XDG_CACHE_HOME": "other"}, "Library/Caches/scoresheet"),
        ("win32", "nt", {"LOCALAPPDATA": "Local"}, "Local/scoresheet/cache"),
        ("win32", "nt", {}, "scoresheet/cache"),
        ("win32", "nt", {"LOCALAPPDATA": "Local", "SCORESHEET_CACHE": "chosen"}, "chosen"),
    ],
)
def test_the_cache_is_where_the_system_has_caches(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, name: str, variables: dict[str, str], wanted: str
) -> None:
    paths = {variable: str(tmp_path / path) for variable, path in variables.items()}
    monkeypatch.setattr(cache, "sys", SimpleNamespace(platform=platform))
    monkeypatch.setattr(cache, "os", SimpleNamespace(name=name, environ=paths))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache.folder() == tmp_path / wanted


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
