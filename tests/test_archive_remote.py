"""Archives at URLs are read in parts: what a server sends shows which."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

import scoresheet
from archive_reader import HEADER
from forged_archive import sections
from loopback import Web, served
from scoresheet import parts
from scoresheet.errors import FileError

pa = pytest.importorskip("pyarrow", reason="PyArrow is not installed")

GAMES, BLOCK = 40_000, 256
HEAD = END = LEAST = 64 << 10
"""The bytes of the first request, those at the end of an archive, and the least that is requested."""


def game(number: int) -> str:
    """A game whose text hardly shrinks, one of a thousand a month."""
    month = number // 1000
    date = f"{2013 + month // 12}.{month % 12 + 1:02}.{number % 28 + 1:02}"
    site = hashlib.sha256(str(number).encode()).hexdigest()
    tags = f'[Event "{number}"]\n[Site "https://host/{site[:32]}"]\n[Round "{site[32:60]}"]\n[Date "{date}"]\n'
    return f'{tags}[White "A"]\n[Black "B"]\n\n1. e4 e5 1-0\n\n'


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("remote")
    (folder / "games.pgn").write_text("".join(map(game, range(GAMES))))
    scoresheet.convert(folder / "games.pgn", folder / "games.scz", block=BLOCK)
    return folder / "games.scz"


@pytest.fixture
def web(path: Path) -> Iterator[Web]:
    with served({"/games.scz": path.read_bytes()}) as web:
        yield web


def sent(web: Web) -> int:
    return sum(length for _, length in web.gets)


def lengths(path: Path, kind: str) -> list[int]:
    return [HEADER + len(content) for _, found, content in sections(path.read_bytes()) if found == kind]


def overhead(path: Path) -> int:
    """What is sent whatever is read: the first bytes, the index, and what the blocks share."""
    return HEAD + END + max(sum(lengths(path, "Group")), LEAST)


def test_one_game_takes_its_block(web: Web, path: Path) -> None:
    games, expected = scoresheet.read(f"{web.url}/games.scz"), scoresheet.read(path)
    assert games[GAMES // 2] == expected[GAMES // 2]
    assert sent(web) <= overhead(path) + LEAST < path.stat().st_size / 2
    before = sent(web)
    assert [games[number] for number in (GAMES // 2 + 1, -1)] == [expected[GAMES // 2 + 1], expected[-1]]
    assert sent(web) - before <= 2 * LEAST
    with pytest.raises(TypeError, match="not known"):
        len(games)


def test_games_that_meet_a_condition_take_their_blocks(web: Web, path: Path) -> None:
    url = f"{web.url}/games.scz"
    where = "date >= '2014-05-01' and date < '2014-07-01'"
    found = [game.tags["Event"] for game in scoresheet.read(url).where(where)]
    assert found == [str(number) for number in range(16_000, 18_000)]
    own = 2000 / GAMES * path.stat().st_size
    # The archive is opened twice: to find the games, and to read them.
    assert sent(web) <= 2 * (overhead(path) + own + 3 * LEAST) < path.stat().st_size


def test_a_period_takes_its_blocks(web: Web, path: Path) -> None:
    sql = "select count(*) as n, min(date)::text, max(event::int) from games where date >= $from and date < $to"
    values = {"from": "2014-05-01", "to": "2014-07-01"}
    assert scoresheet.query(f"{web.url}/games.scz", sql, **values).fetchall() == [(2000, "2014-05-01", 17_999)]
    own = 2000 / GAMES * path.stat().st_size
    assert sent(web) <= overhead(path) + own + 3 * LEAST < path.stat().st_size / 2
    assert len(web.gets) <= 8


def test_everything_is_sent_once(web: Web, path: Path) -> None:
    url, size = f"{web.url}/games.scz", path.stat().st_size
    assert scoresheet.read(url).count() == GAMES
    assert sent(web) <= size + HEAD + END
    web.gets.clear()
    tags = [*scoresheet.read(path, columns=["event", "date", "site"]).arrow().to_pylist()]
    assert scoresheet.read(url, columns=["event", "date", "site"]).arrow().to_pylist() == tags
    assert sent(web) <= size + HEAD + END


def test_the_first_games_take_the_first_blocks(web: Web, path: Path) -> None:
    games = scoresheet.read(f"{web.url}/games.scz", limit=300, columns=["event"])
    assert pa.table(games).num_rows == 300
    assert sent(web) <= overhead(path) + 3 * LEAST


@pytest.mark.parametrize("select", ["20001", "5,20001-20300", "39990-"])
def test_games_of_numbers_take_their_blocks(web: Web, path: Path, select: str) -> None:
    url = f"{web.url}/games.scz"
    expected = pa.table(scoresheet.read(path, columns=["game", "event"], select=select)).to_pylist()
    assert pa.table(scoresheet.read(url, columns=["game", "event"], select=select)).to_pylist() == expected
    # The archive is opened twice: to count its games, and to read them.
    assert sent(web) <= 2 * (overhead(path) + 3 * LEAST) < path.stat().st_size
    assert [game.tags["Event"] for game in scoresheet.read(url, select=select)] == [row["event"] for row in expected]


def test_numbers_count_over_all_archives(web: Web, path: Path) -> None:
    urls, paths = [f"{web.url}/games.scz"] * 2, [path] * 2
    for select in ("7", "39999-40002", "60000", "1,79999-"):
        found = scoresheet.read(urls, columns=["game", "event"], select=select)
        expected = scoresheet.read(paths, columns=["game", "event"], select=select)
        assert pa.table(found).to_pylist() == pa.table(expected).to_pylist()
    web.gets.clear()
    assert scoresheet.read(urls, select="7", keep_tags="Event").count() == 1
    assert sent(web) <= 2 * (overhead(path) + 3 * LEAST) < path.stat().st_size


def test_parts_take_their_blocks(web: Web, path: Path) -> None:
    planned = parts.plan(f"{web.url}/games.scz", size=path.stat().st_size // 8)
    assert len(planned) in (8, 9)
    assert all(part.version for part in planned)
    found, least = [], []
    for part in pickle.loads(pickle.dumps(planned)):
        web.gets.clear()
        found += pa.table(part.read(columns=["game", "event"])).to_pylist()
        least.append(sent(web))
    assert found == pa.table(scoresheet.read(path, columns=["game", "event"])).to_pylist()
    assert max(least) <= overhead(path) + path.stat().st_size / 7 + 3 * LEAST


def test_a_server_without_ranges_sends_all_of_it(path: Path) -> None:
    with served({"/games.scz": path.read_bytes()}, ranges=False) as web:
        games = scoresheet.read(f"{web.url}/games.scz", select="20000")
        assert [game.tags["Event"] for game in games] == ["19999"]


def test_a_server_that_loses_its_ranges_is_named(web: Web) -> None:
    games = scoresheet.read(f"{web.url}/games.scz")
    assert games[5].tags["Event"] == "5"
    web.ranges = False
    with pytest.raises(FileError, match="no longer supports range requests"):
        games[GAMES // 2]


def test_a_cut_archive_is_read_up_to_the_cut(web: Web, path: Path) -> None:
    web.files["/games.scz"] = path.read_bytes()[: path.stat().st_size // 2]
    games = scoresheet.read(f"{web.url}/games.scz", columns=["event"])
    with pytest.raises(pa.ArrowInvalid, match="whose end is missing"):
        pa.table(games)
    with pytest.raises(FileError, match="whose end is missing"):
        scoresheet.read(f"{web.url}/games.scz")[0]


def test_damage_is_named(web: Web, path: Path) -> None:
    data = bytearray(path.read_bytes())
    blocks = [at for at, kind, _ in sections(path.read_bytes()) if kind == "Block"]
    data[blocks[70] + HEADER] ^= 0xFF
    web.files["/games.scz"] = bytes(data)
    games = scoresheet.read(f"{web.url}/games.scz")
    assert games[0].tags["Event"] == "0"
    with pytest.raises(FileError, match=rf"games\.scz`: the section at byte {blocks[70]}"):
        games[70 * BLOCK]
