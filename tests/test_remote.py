"""Files at URLs: the same games as those of a file, with few requests, and errors that name the URL."""

from __future__ import annotations

import bz2
import gzip
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import zstandard

import pzstd
import scoresheet
from loopback import Web, served
from scoresheet import parts
from scoresheet.errors import FileError, ScoresheetError, UsageError

pa = pytest.importorskip("pyarrow", reason="PyArrow is not installed")

COLUMNS = ["tags", "summary", "moves", "errors"]


@pytest.fixture(scope="module")
def text(root: Path) -> bytes:
    return b"".join((root / "examples" / name).read_bytes() + b"\n" for name in ("historic.pgn", "generated.pgn"))


@pytest.fixture(scope="module")
def contents(root: Path, text: bytes) -> dict[str, bytes]:
    return {
        "/games/a.pgn": text,
        "/games/b.pgn.gz": gzip.compress(text),
        "/games/c.pgn.zst": pzstd.compress(text, 30_001),
        "/games/d.pgn.bz2": bz2.compress(text, 1),
        "/games/cut.pgn.zst": zstandard.compress(text)[:-100],
    }


@pytest.fixture
def web(contents: dict[str, bytes]) -> Iterator[Web]:
    with served(dict(contents)) as web:
        yield web


def rows(games: scoresheet.Games) -> list[dict[str, object]]:
    return [{**row, "source": None} for row in pa.table(games).to_pylist()]


@pytest.mark.parametrize("name", ["a.pgn", "b.pgn.gz", "c.pgn.zst", "d.pgn.bz2"])
def test_games_match_those_of_the_file(web: Web, text: bytes, name: str) -> None:
    url = f"{web.url}/games/{name}"
    expected = rows(scoresheet.read(text, columns=COLUMNS))
    assert rows(scoresheet.read(url, columns=COLUMNS)) == expected
    assert [game.tags["White"] for game in scoresheet.read(url)][:3] == [row["white"] for row in expected[:3]]


@pytest.mark.parametrize("name", ["a.pgn", "c.pgn.zst", "d.pgn.bz2"])
@pytest.mark.parametrize("size", [9_000, 20_000])
def test_parts_together_are_the_whole(web: Web, text: bytes, name: str, size: int) -> None:
    planned = parts.plan(f"{web.url}/games/{name}", size=size)
    assert len(planned) > 2
    assert all(part.path == f"{web.url}/games/{name}" and part.version for part in planned)
    found = [row for part in pickle.loads(pickle.dumps(planned)) for row in rows(part.read(columns=COLUMNS))]
    assert found == rows(scoresheet.read(text, columns=COLUMNS))


def test_a_large_file_takes_few_requests(web: Web, text: bytes) -> None:
    large = text * (20_000_000 // len(text))
    web.files["/large.pgn"] = large
    assert scoresheet.read(f"{web.url}/large.pgn").count() == 20_000_000 // len(text) * scoresheet.read(text).count()
    assert sum(length for _, length in web.gets) == len(large)
    assert len(web.gets) <= len(large) / (8 << 20) + 4
    planned = parts.plan(f"{web.url}/large.pgn", size=10 << 20, numbers=False)
    web.gets.clear()
    for part in planned:
        part.read(columns=["white"]).count()
    assert len(web.gets) <= len(large) / (8 << 20) + 3 * len(planned)


def test_the_source_of_a_game_has_no_secret(web: Web) -> None:
    url = f"{web.url}/games/a.pgn"
    games = scoresheet.read(f"{url}?X-Amz-Signature=hidden", columns=["source"])
    assert set(pa.table(games)["source"].to_pylist()) == {url}


def test_what_is_not_there_is_named(web: Web) -> None:
    with pytest.raises(UsageError, match=rf"cannot read `{web.url}/none.pgn`: no such file or folder") as told:
        scoresheet.read(f"{web.url}/none.pgn")
    assert told.value.hint == "check the URL"


def test_a_refusal_is_named(web: Web) -> None:
    web.refused["/games/a.pgn"] = 403
    with pytest.raises(
        FileError, match=rf"cannot read `{web.url}/games/a.pgn`: the server responded with 403 Forbidden"
    ):
        scoresheet.read(f"{web.url}/games/a.pgn?signature=hidden").count()


def test_a_server_that_does_not_respond_is_named() -> None:
    with pytest.raises(
        FileError, match=r"cannot read `http://127\.0\.0\.1:9/a\.pgn`: cannot connect: Connection refused"
    ):
        scoresheet.read("http://127.0.0.1:9/a.pgn").count()


def test_cut_data_is_never_complete(web: Web) -> None:
    games = scoresheet.read(f"{web.url}/games/cut.pgn.zst", columns=["white"])
    with pytest.raises(pa.ArrowInvalid, match=r"cut\.pgn\.zst"):
        pa.table(games)


def test_a_server_without_ranges_is_read_once_but_not_in_parts(text: bytes) -> None:
    with served({"/large.pgn": text * 3}, ranges=False) as web:
        url = f"{web.url}/large.pgn"
        assert scoresheet.read(url).count() == 3 * scoresheet.read(text).count()
        [whole] = parts.plan(url, size=9_000)
        assert whole.is_whole
    with served({"/large.pgn": text * 3}) as web:
        planned = parts.plan(f"{web.url}/large.pgn", size=90_000)
        web.ranges = False
        with pytest.raises(ScoresheetError, match="range requests"):
            planned[1].read().count()


def test_a_file_that_was_replaced_is_refused(web: Web) -> None:
    planned = parts.plan(f"{web.url}/games/a.pgn", size=40_000)
    web.files["/games/a.pgn"] = web.files["/games/a.pgn"].replace(b"1-0", b"0-1")
    with pytest.raises(pa.ArrowInvalid, match="changed since its parts were planned: it has another version"):
        pa.table(planned[1].read())
    other = replace(planned[1], version=None, size=5)
    with pytest.raises(pa.ArrowInvalid, match="5 bytes then"):
        pa.table(other.read())


def test_the_command_line_reads_urls_and_does_not_write_them(web: Web, text: bytes, tmp_path: Path) -> None:
    target = tmp_path / "out.pgn"
    command = [sys.executable, "-m", "scoresheet", "convert", "--quiet"]
    subprocess.run([*command, f"{web.url}/games/c.pgn.zst", "-o", str(target)], check=True)
    assert scoresheet.read(target).count() == scoresheet.read(text).count()
    done = subprocess.run([*command, str(target), "-o", f"{web.url}/x.pgn"], capture_output=True, text=True)
    assert (done.returncode, "files at URLs are only read" in done.stderr) == (2, True)
    with pytest.raises(UsageError, match="files at URLs are only read"):
        scoresheet.convert(target, f"{web.url}/x.pgn")


def test_a_missing_package_is_named() -> None:
    with pytest.raises(UsageError, match="needs a package that is not installed") as told:
        scoresheet.read("gs://bucket/games.pgn").count()
    assert told.value.hint == "run `pip install 'scoresheet[gs]'`"


def test_folders_and_patterns(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fsspec = pytest.importorskip("fsspec")
    # A local folder replaces a bucket.
    inner = fsspec.filesystem("dir", path=str(tmp_path), target_protocol="file")
    monkeypatch.setattr("fsspec.core.url_to_fs", lambda url: (inner, url.partition("://")[2]))
    months = tmp_path / "games" / "2013"
    months.mkdir(parents=True)
    for name in ("01.pgn", "02.pgn", "notes.txt"):
        (months / name).write_bytes((root / "examples" / "historic.pgn").read_bytes())
    expected = ["s3://games/2013/01.pgn", "s3://games/2013/02.pgn"]
    for url in ("s3://games", "s3://games/", "s3://games/2013/*.pgn", "s3://games/201?/0[12].pgn"):
        found = pa.table(scoresheet.read(url, columns=["source"]))["source"].to_pylist()
        assert sorted(set(found)) == expected, url
        assert len(found) == 90
    (months / "01.pgn").unlink()
    (months / "02.pgn").unlink()
    with pytest.raises(UsageError, match="`s3://games` contains no games"):
        scoresheet.read("s3://games")
    with pytest.raises(UsageError, match="no such file"):
        scoresheet.read("s3://games/*.pgn")
