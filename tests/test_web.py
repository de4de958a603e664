"""Responses of web servers without a length or without ranges: read once while they arrive, with the given headers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import scoresheet
from loopback import Answer, Web, served
from scoresheet.errors import FileError, ReadError, SourceConsumed, UsageError

GAMES = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White "Bob"]\n[Black "Cid"]\n\n1. d4 d5 0-1\n\n'
LINES = [
    {"id": "1", "rated": True, "players": {}, "moves": "e4 e5", "status": "resign", "variant": "standard"},
    {"id": "2", "rated": True, "players": {}, "moves": "d4 d5 c4", "status": "draw", "variant": "standard"},
]
SECRET = "Bearer lip_hidden"


@pytest.fixture
def web() -> Iterator[Web]:
    with served({"/plain.pgn": GAMES.encode()}) as web:
        halves = [GAMES.encode()[:50], GAMES.encode()[50:]]
        web.answers["/api/games/user/ann"] = Answer(halves, headers={"Content-Type": "application/x-chess-pgn"})
        web.answers["/api/lines"] = Answer([json.dumps(line).encode() + b"\n" for line in LINES])
        yield web


def run(*arguments: str, fails: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([sys.executable, "-m", "scoresheet", *arguments], capture_output=True, text=True)
    assert done.returncode == fails, done.stderr
    return done


def whites(path: Path) -> list[str | None]:
    return [game.tags.get("White") for game in scoresheet.read(path)]


def test_a_response_without_a_length_is_converted_with_one_request(web: Web, tmp_path: Path) -> None:
    target = tmp_path / "out.pgn"
    report = scoresheet.convert(f"{web.url}/api/games/user/ann?max=2", target)
    assert (report.written, whites(target)) == (2, ["Ann", "Bob"])
    assert [(method, path) for method, path, _ in web.asked] == [("GET", "/api/games/user/ann?max=2")]
    assert report.inputs[0]["name"] == f"{web.url}/api/games/user/ann"


def test_lines_of_json_are_detected_by_their_content(web: Web, tmp_path: Path) -> None:
    report = scoresheet.convert(f"{web.url}/api/lines", tmp_path / "out.pgn")
    assert (report.written, report.inputs[0]["kind"]) == (2, "lichess")


def test_check_and_the_command_line_read_it(web: Web, tmp_path: Path) -> None:
    url = f"{web.url}/api/games/user/ann"
    assert json.loads(run("check", url, "--json").stdout)["games"] == 2
    run(
        "convert", url, "-o", str(tmp_path / "out.pgn"), "--header", f"Authorization={SECRET}", "--header", "Accept=a/b"
    )
    assert web.asked[-1][2]["Authorization"] == SECRET
    assert web.asked[-1][2]["Accept"] == "a/b"


def test_headers_are_sent_with_every_request_for_ranges(web: Web) -> None:
    web.files["/large.pgn"] = GAMES.encode() * 3000
    assert scoresheet.read(f"{web.url}/large.pgn", headers={"X-Key": "k"}).count() == 6000
    assert len(web.asked) > 1
    assert {headers["X-Key"] for _, _, headers in web.asked} == {"k"}
    assert all(headers["User-Agent"].startswith("scoresheet/") for _, _, headers in web.asked)


def test_headers_follow_a_redirect_only_to_the_same_host(web: Web) -> None:
    with served({"/plain.pgn": GAMES.encode()}) as other:
        for target, is_sent in ((f"{other.url}/plain.pgn", False), ("/plain.pgn", True)):
            web.answers["/moved"] = Answer(status=302, headers={"Location": target})
            assert scoresheet.read(f"{web.url}/moved", headers={"authorization": SECRET, "X-Key": "k"}).count() == 2
            asked = web.asked[-1] if is_sent else other.asked[-1]
            names = {name.lower() for name in asked[2]}
            assert ("authorization" in names, "x-key" in names) == (is_sent, is_sent)


def test_a_redirect_off_the_web_is_refused(web: Web) -> None:
    web.answers["/moved"] = Answer(status=302, headers={"Location": "file:///etc/passwd"})
    with pytest.raises(FileError, match="302 Found: it redirects in a loop, or to a URL that is not HTTP"):
        scoresheet.read(f"{web.url}/moved")


def test_a_user_in_the_url_is_sent_and_not_shown(web: Web) -> None:
    games = scoresheet.read(web.url.replace("://", "://me:hid%64en@") + "/plain.pgn")
    assert "hid" not in repr(games)
    assert web.asked[-1][2]["Authorization"] == "Basic bWU6aGlkZGVu"


@pytest.mark.parametrize(
    ("status", "said", "hint"),
    [
        (401, "the server responded with 401 Unauthorized", "send that with `headers={…}`"),
        (403, "the server responded with 403 Forbidden", "send that with `headers={…}`"),
        (500, "the server responded with 500 Internal Server Error", "try again later"),
        (418, "the server responded with 418 I'm a Teapot", "check the URL"),
    ],
)
def test_a_response_without_data_has_a_reason(web: Web, status: int, said: str, hint: str) -> None:
    web.answers["/api"] = Answer(status=status)
    with pytest.raises(FileError, match=said) as told:
        scoresheet.read(f"{web.url}/api?token=hidden", headers={"Authorization": SECRET})
    assert hint in (told.value.hint or "")
    assert "hidden" not in told.value.report()


def test_a_page_that_is_missing_is_a_wrong_url(web: Web) -> None:
    with pytest.raises(UsageError, match="no such file or folder") as told:
        scoresheet.read(f"{web.url}/none")
    assert told.value.hint == "check the URL"


@pytest.mark.parametrize(
    ("retry", "said"),
    [
        ("60", "429 Too Many Requests, and asks to wait 60 seconds"),
        ("Sat, 28 Nov 2026 22:00:00 GMT", "asks to wait until Sat, 28 Nov 2026 22:00:00 GMT"),
        ("soon", "the server responded with 429 Too Many Requests"),
    ],
)
def test_too_many_requests_have_a_code(web: Web, retry: str, said: str, tmp_path: Path) -> None:
    web.answers["/api"] = Answer(status=429, headers={"Retry-After": retry})
    with pytest.raises(FileError, match=said) as told:
        scoresheet.convert(f"{web.url}/api", tmp_path / "out.pgn")
    assert told.value.code == "file-busy"
    assert "wait a minute" in (told.value.hint or "")
    assert not list(tmp_path.iterdir())
    shown = run("convert", f"{web.url}/api", "-o", str(tmp_path / "out.pgn"), "--header", f"X-Key={SECRET}", fails=1)
    assert "--header" in shown.stderr
    assert "hidden" not in shown.stderr


def test_a_truncated_response_is_not_a_success(web: Web, tmp_path: Path) -> None:
    web.answers["/api"] = Answer([GAMES.encode()], whole=False)
    with pytest.raises(FileError, match="the connection ended before everything was sent"):
        scoresheet.read(f"{web.url}/api").count()
    report = run("convert", f"{web.url}/api", "-o", str(tmp_path / "out.pgn"), fails=1)
    assert "the connection ended" in report.stderr


def test_what_is_sorted_is_read_from_a_copy(web: Web, tmp_path: Path) -> None:
    target = tmp_path / "out.pgn"
    scoresheet.convert(f"{web.url}/api/games/user/ann", target, sort="black", reverse=True, dedupe="exact")
    assert (whites(target), len(web.asked)) == (["Bob", "Ann"], 1)


def test_a_condition_and_a_query_read_it_from_a_copy(web: Web, tmp_path: Path) -> None:
    url, target = f"{web.url}/api/games/user/ann", tmp_path / "out.pgn"
    report = scoresheet.convert(url, target, where="black = 'Cid'", headers={"X-Key": "k"})
    assert (whites(target), report.inputs[0]["name"]) == (["Bob"], url)
    done = run("query", url, "SELECT white FROM games ORDER BY white", "--to", "csv", "--header", "X-Key=k")
    assert done.stdout.split() == ["white", "Ann", "Bob"]
    assert [headers["X-Key"] for _, _, headers in web.asked] == ["k", "k"]


def test_it_is_read_only_once(web: Web) -> None:
    games = scoresheet.read(f"{web.url}/api/games/user/ann")
    assert len(list(games)) == 2
    with pytest.raises(SourceConsumed):
        list(games)


@pytest.mark.parametrize(
    "headers",
    [{"Authorization: Bearer hidden": ""}, {"X": "hidden\r\nHost: x"}, {"X": "hiddén"}, {"": "hidden"}],
)
def test_a_header_that_cannot_be_sent_is_refused_without_its_text(web: Web, headers: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="is not valid in HTTP") as told:
        scoresheet.read(f"{web.url}/plain.pgn", headers=headers)
    assert "hid" not in told.value.report()
    assert not web.asked


def test_reserved_headers_and_headers_without_a_url_are_refused(web: Web, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Scoresheet sets the header `range` itself"):
        scoresheet.read(f"{web.url}/plain.pgn", headers={"range": "bytes=0-1"})
    with pytest.raises(UsageError, match="no input is at the URL of one"):
        scoresheet.read(b"1. e4 *", headers={"X-Key": "k"})
    done = run("convert", f"{web.url}/plain.pgn", "--header", "Authorization: hidden", fails=2)
    assert "write a header as NAME=VALUE" in done.stderr
    assert "hidden" not in done.stderr


def test_a_page_of_text_is_not_a_game(web: Web) -> None:
    web.answers["/page"] = Answer([b"<html><body>Sign in</body></html>"])
    with pytest.raises((FileError, ReadError), match="does not look like chess games"):
        scoresheet.read(f"{web.url}/page").count()


def test_an_empty_response_has_no_games(web: Web) -> None:
    web.answers["/none"] = Answer([])
    assert scoresheet.read(f"{web.url}/none").count() == 0
    web.files["/empty.pgn"] = b""
    assert scoresheet.read(f"{web.url}/empty.pgn").count() == 0
