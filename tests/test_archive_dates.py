"""Queries for a period read only the blocks of an archive that may have games of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from archive_reader import HEADER
from forged_archive import Forged, sections
from scoresheet.errors import FileError

BLOCK, MONTHS = 32, 24
BOUNDS = 1 << 27


@dataclass
class Dated:
    """An archive with a block for each of 24 months."""

    path: Path
    blocks: list[tuple[int, int]]
    """The first byte of each block, and the byte after it."""

    def damaged(self, kept: set[int], target: Path) -> Path:
        """A copy in which all blocks but these are damaged, so that reading any other one is an error."""
        data = bytearray(self.path.read_bytes())
        for number, (start, end) in enumerate(self.blocks):
            if number not in kept:
                data[end - 1] ^= 0xFF
                data[start + HEADER] ^= 0xFF
        target.write_bytes(data)
        return target


def day(month: int, number: int) -> str:
    return f"{2013 + month // 12}.{month % 12 + 1:02}.{number % 28 + 1:02}"


def game(date: str, number: int) -> str:
    return f'[Event "{number}"]\n[White "A{number % 7}"]\n[Black "B"]\n[UTCDate "{date}"]\n\n1. e4 e5 2. Nf3 1-0\n\n'


def places(data: bytes) -> list[tuple[int, int]]:
    return [(at, at + HEADER + len(content)) for at, kind, content in sections(data) if kind == "Block"]


@pytest.fixture(scope="module")
def dated(tmp_path_factory: pytest.TempPathFactory) -> Dated:
    folder = tmp_path_factory.mktemp("dated")
    games = (game(day(number // BLOCK, number), number) for number in range(BLOCK * MONTHS))
    (folder / "games.pgn").write_text("".join(games))
    scoresheet.convert(folder / "games.pgn", folder / "games.scz", block=BLOCK)
    found = places((folder / "games.scz").read_bytes())
    assert len(found) == MONTHS
    return Dated(folder / "games.scz", found)


PERIODS = {
    "date >= '2013-03-01' and date < '2013-05-01'": {2, 3},
    "date between '2013-03-05' and '2013-03-06'": {2},
    "date = date '2014-12-28'": {23},
    "year = 2014": set(range(12, 24)),
    "year < 2014 and white = 'A1' and date > '2013-11-30'": {11},
    "year(date) = 2013": set(range(12)),
    "date >= '2013-12-31' and date < '2014-01-01'": set(),
}
"""The blocks that may have games that meet a condition."""


@pytest.mark.parametrize(("condition", "blocks"), PERIODS.items(), ids=map(str, range(len(PERIODS))))
def test_only_blocks_of_the_period_are_read(dated: Dated, tmp_path: Path, condition: str, blocks: set[int]) -> None:
    sql = f"select event, date, game from games where {condition}"
    expected = scoresheet.query(dated.path.with_suffix(".pgn"), sql).fetchall()
    damaged = dated.damaged(blocks, tmp_path / "damaged.scz")
    assert scoresheet.query(damaged, sql).fetchall() == expected
    assert scoresheet.query(scoresheet.read(damaged), sql).fetchall() == expected
    kept = [found.tags["Event"] for found in scoresheet.read(damaged).where(condition)]
    assert kept == [event for event, _, _ in expected]
    for block in blocks:
        others = dated.damaged(blocks - {block}, tmp_path / "one.scz")
        with pytest.raises(FileError, match="checksum"):
            scoresheet.query(others, sql).fetchall()


WHOLE = (
    "select count(*) from games",
    "select count(*) from games where date < '2013-02-01' or white = 'A1'",
    "select count(*) from games where date is null",
    "select n from (select date, row_number() over () as n from games) where date = '2013-01-02'",
    "select count(*) from games a join games b on a.event = b.event where a.date < '2013-02-01'",
    "select count(*) from games where white = '\n(year = 2013)\n'",
    "select count(*) from games where date = (select min(date) from games)",
)
"""SQL that uses all games."""


@pytest.mark.parametrize("sql", WHOLE, ids=map(str, range(len(WHOLE))))
def test_other_queries_read_all_blocks(dated: Dated, tmp_path: Path, sql: str) -> None:
    assert (
        scoresheet.query(dated.path, sql).fetchall() == scoresheet.query(dated.path.with_suffix(".pgn"), sql).fetchall()
    )
    with pytest.raises(FileError, match="checksum"):
        scoresheet.query(dated.damaged({0}, tmp_path / "damaged.scz"), sql).fetchall()


def test_choices_before_the_condition_see_all_games(dated: Dated) -> None:
    condition = "date >= '2014-12-01'"
    for choose in ("limit", "select"):
        value: Any = {"limit": 750, "select": "740-760"}[choose]
        games = [scoresheet.read(path, **{choose: value}) for path in (dated.path, dated.path.with_suffix(".pgn"))]
        found, expected = ([game.tags["Event"] for game in each.where(condition)] for each in games)
        assert found == expected
        assert found
    sql = f"select event from games where {condition}"
    assert scoresheet.query(dated.path, sql, limit=740).fetchall() == [(str(number),) for number in range(736, 740)]


def test_errors_stop_wherever_they_are(dated: Dated, tmp_path: Path) -> None:
    damaged = dated.damaged({0}, tmp_path / "damaged.scz")
    with pytest.raises(FileError, match="checksum"):
        scoresheet.query(damaged, "select event from games where year = 2012", on_error="raise").fetchall()


def bounds(path: Path) -> list[tuple[int, int]]:
    """The dates of the blocks of an archive, from its index."""
    return [(block.numbers[4], block.numbers[5]) for block in Forged.of(path.read_bytes()).blocks]


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (["2013.01.31", "2012.12.01", "????.??.??"], (20121201, 20130131)),
        (["2013.??.??", "2013.05.??"], (20130101, 20130501)),
        (["2013-01-31", "31.01.2012"], (20120131, 20130131)),
        (["2013.02.31"], (20130201, 20130201)),
        (["?", ""], None),
    ],
)
def test_the_index_has_the_dates_of_the_column(
    dates: list[str], expected: tuple[int, int] | None, tmp_path: Path
) -> None:
    (tmp_path / "games.pgn").write_text("".join(map(game, dates, range(len(dates)))))
    scoresheet.convert(tmp_path / "games.pgn", tmp_path / "games.scz")
    known = (0, 0) if expected is None else (BOUNDS + expected[0], BOUNDS + expected[1])
    assert bounds(tmp_path / "games.scz") == [known]
    column = "select cast(strftime(date, '%Y%m%d') as integer) as n from games where date is not null"
    sql = f"select min(n), max(n) from ({column})"
    assert scoresheet.query(tmp_path / "games.scz", sql).fetchall() == [expected or (None, None)]


def test_documents_have_no_known_dates(tmp_path: Path) -> None:
    source = tmp_path / "games.bgnl"
    (tmp_path / "games.pgn").write_text(game("2013.??.??", 1))
    scoresheet.convert(tmp_path / "games.pgn", source)
    text = source.read_text()
    source.write_text(text.replace('{"pgn":', '{"bgn":{"eventDate":"1990-01-01"},"pgn":', 1))
    scoresheet.convert(source, tmp_path / "games.scz")
    assert bounds(tmp_path / "games.scz") == [(0, 0)]
    sql = "select date::text, ply_count from games where year = 1990"
    assert scoresheet.query(tmp_path / "games.scz", sql).fetchall() == scoresheet.query(source, sql).fetchall()


def test_dates_of_earlier_writers_skip_nothing(dated: Dated, tmp_path: Path) -> None:
    """They did not count dates without a day."""
    forged = Forged.of(dated.path.read_bytes())
    for block in forged.blocks:
        block.numbers[4:] = [number - BOUNDS for number in block.numbers[4:]]
    old = tmp_path / "old.scz"
    old.write_bytes(forged.data())
    sql = "select count(*) from games where year = 2014"
    assert scoresheet.query(old, sql).fetchall() == [(12 * BLOCK,)]
    broken = Dated(old, dated.blocks).damaged({20}, tmp_path / "broken.scz")
    with pytest.raises(FileError, match="checksum"):
        scoresheet.query(broken, sql).fetchall()
