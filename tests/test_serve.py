"""`scoresheet serve` as a process: how it starts, what it prints, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import zstandard

pytest.importorskip("duckdb")

import command_line
import scoresheet
from scoresheet.cli.exits import Exit
from viewing import pgn, write
from waiting import SECONDS, wait_until

TOKEN = "a-token-for-tests-only"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SCORESHEET_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cache"


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "scoresheet", "serve", *map(str, words)]


@contextmanager
def started(*words: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and the address that it prints."""
    with subprocess.Popen(
        command("--no-browser", *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as it:
        try:
            assert it.stdout is not None
            yield it, it.stdout.readline().strip()
        finally:
            it.kill()


def ended(*words: object) -> subprocess.CompletedProcess[str]:
    """A start that must fail."""
    return command_line.run_text("serve", "--no-browser", *words)


def get(address: str, path: str) -> Any:
    with urllib.request.urlopen(address + path, timeout=SECONDS) as answer:
        return json.load(answer)


def ready(address: str) -> Any:
    """The session, once the games are open."""
    wait_until(lambda: get(address, "api/session")["state"] != "converting", step_s=0.05)
    return get(address, "api/session")


def test_it_prints_the_address_and_responds(root: Path, own_cache: Path) -> None:
    with started(root / "examples" / "annotated.pgn") as (process, address):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{43}/", address)
        session = ready(address)
        assert (session["name"], session["games"]) == ("annotated.pgn", 3)
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == Exit.OK
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert len(list(own_cache.glob("*.parquet"))) == 1


def test_the_page_can_end_it() -> None:
    with started() as (process, address):
        assert get(address, "api/session")["state"] == "empty"
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(address + "api/quit", b"{}", headers)
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            assert json.load(answer) == {"state": "quit"}
        assert process.wait(SECONDS) == Exit.OK


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM that a process can handle")
def test_sigterm_ends_it() -> None:
    with started() as (process, _):
        process.terminate()
        assert process.wait(SECONDS) == Exit.TERMINATED


def test_the_port_and_the_token_can_be_chosen() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with started("--port", port, "--token", TOKEN) as (_, address):
        assert address == f"http://127.0.0.1:{port}/{TOKEN}/"
        assert get(address, "api/session")["state"] == "empty"
        other = ended("--port", port)
        assert (other.returncode, other.stdout) == (Exit.WRONG_USE, "")
        assert "cannot listen on" in other.stderr


def test_viewers_beside_each_other_have_ports_of_their_own() -> None:
    with started() as (_, one), started() as (_, other):
        assert one != other
        assert {get(each, "api/session")["state"] for each in (one, other)} == {"empty"}


def test_other_machines_need_a_token() -> None:
    refused = ended("--host", "0.0.0.0")
    assert (refused.returncode, refused.stdout) == (Exit.WRONG_USE, "")
    assert "needs `--token`" in refused.stderr
    with started("--host", "0.0.0.0", "--token", TOKEN) as (_, address):
        assert get(address, "api/session")["state"] == "empty"


@pytest.mark.parametrize(
    "words",
    [
        ["missing.pgn"],
        ["--host", "example.com"],
        ["--host", "192.0.2.1", "--token", TOKEN],  # an address that no machine has
        ["--token", "short"],
        ["--port", "99999"],
        ["--memory", "much"],
        ["empty"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_refused_at_once(words: list[str]) -> None:
    Path("empty").mkdir()
    refused = ended(*words)
    assert (refused.returncode, refused.stdout) == (Exit.WRONG_USE, "")
    assert refused.stderr.startswith("error: ")


@pytest.mark.parametrize("name", ["damaged.parquet", "damaged.pgn.zst", "damaged.duckdb", "noise.txt"])
def test_inputs_that_cannot_be_read_are_refused_at_once(name: str) -> None:
    starts = {".parquet": b"PAR1", ".zst": b"\x28\xb5\x2f\xfd"}
    Path(name).write_bytes(starts.get(Path(name).suffix, b"") + bytes(range(256)) * 10)
    refused = ended(name)
    assert (refused.returncode, refused.stdout) == (Exit.BAD_INPUT, "")
    assert refused.stderr.startswith("error: ")
    assert name in refused.stderr


def test_folders_and_files_form_one_list(root: Path) -> None:
    with started(root / "examples", root / "examples" / "annotated.pgn") as (_, address):
        session = ready(address)
        assert session["games"] == sum(1 for _ in scoresheet.read(root / "examples"))  # no file twice


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_killed_conversion_leaves_no_half_of_a_file(tmp_path: Path, own_cache: Path) -> None:
    games = 100_000
    path = write(tmp_path / "many.pgn", *(pgn(White=str(number)) for number in range(games)))
    for wait in (0.0, 0.05, 0.2, 0.4):
        with started(path) as (process, address):
            time.sleep(wait)
            process.kill()
        facts = list(own_cache.glob("*.json"))
        whole = [file.with_suffix(".parquet") for file in facts]
        assert all(len(scoresheet.read(file)) == games for file in whole)
    with started(path) as (_, address):
        assert ready(address)["games"] == games
    # The next conversion has removed what the killed ones were writing.
    assert sorted(file.suffix for file in own_cache.iterdir()) == [".json", ".parquet"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for a single process")
def test_ctrl_c_stops_a_conversion(tmp_path: Path, own_cache: Path) -> None:
    games = write(tmp_path / "some.pgn", *(pgn(White=str(number)) for number in range(100_000)))
    # Far more games than are converted before the signal comes, in a file that takes no time to write.
    path = tmp_path / "many.pgn.zst"
    path.write_bytes(100 * zstandard.compress(games.read_bytes()))
    with started(path) as (process, address):
        assert get(address, "api/progress")["state"] == "converting"
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == Exit.OK
    assert not list(own_cache.iterdir())
