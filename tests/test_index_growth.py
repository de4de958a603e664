"""An index that games were added to gives the same answers as one that was built at once."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

import command_line
import scoresheet
from levels import rounds
from scoresheet import Position
from scoresheet.errors import FileError, UsageError
from scoresheet.indexing import beside
from waiting import wait_until

SAMPLE = "lichess_2013-01_part.pgn"
BOUNDS = ({}, {"min_elo": 1600}, {"max_elo": 1799}, {"since": "1900-01-01"}, {"time": "blitz"}, {"min_elo": 1650})


@pytest.fixture(scope="module")
def games(root) -> list[scoresheet.Game]:
    names = ("generated.pgn", "chess960.pgn", "historic.pgn", "generated.pgn")
    return [game for name in names for game in scoresheet.read(root / "examples" / name)]


def stored(games: list[scoresheet.Game], path: Path) -> str:
    """The games as Parquet, in their order."""
    scoresheet.write(games, path, columns=["tags", "packed"], no_sort=True, force=True)
    return str(path)


def positions_of(games: list[scoresheet.Game], count: int) -> list[Position]:
    """Positions at random, more of them from the starts of games, and the usual start."""
    chance = random.Random(5)
    found = [Position()]
    for game in chance.sample(games, min(count, len(games))):
        nodes = [game.root, *game.mainline()]
        found += [chance.choice(nodes[:8]).position, chance.choice(nodes).position]
    return found


@pytest.mark.parametrize("sizes", [(1, 40), (30, 31, 100), (0, 60), (100, 100), tuple(range(0, 240, 12))])
def test_added_games_count_like_others(sizes, games, tmp_path) -> None:
    whole = stored(games[: sizes[-1]], tmp_path / "whole.parquet")
    built = scoresheet.index(whole)
    path = stored(games[: sizes[0]], tmp_path / "games.parquet")
    report = scoresheet.index(path)
    for _, size in pairwise(sizes):
        stored(games[:size], tmp_path / "games.parquet")
        report = scoresheet.index(path, append=True)
    assert (report.games, report.positions, report.unplayable) == (built.games, built.positions, built.unplayable)
    grown, at_once = scoresheet.Explorer(path), scoresheet.Explorer(whole)
    for position in positions_of(games[: sizes[-1]], rounds(15)):
        for bounds in BOUNDS:
            assert grown.moves(position, **bounds) == at_once.moves(position, **bounds), (position, bounds)
        assert scoresheet.query(path, "explorer", fen=position).fetchall() == at_once.moves(position)
    assert {file.name for file in tmp_path.iterdir()} == {
        "whole.parquet", "whole.positions.parquet", "games.parquet", "games.positions.parquet",
    }  # fmt: skip


def test_an_index_of_other_first_games_is_built_anew(games, tmp_path) -> None:
    path = stored(games[:50], tmp_path / "games.parquet")
    for others in (games[50:120], games[:20], games[:49] + games[60:]):
        stored(games[:50], tmp_path / "games.parquet")
        scoresheet.index(path, force=True)
        stored(others, tmp_path / "games.parquet")
        report = scoresheet.index(path, append=True)
        grown = Path(beside(path)).read_bytes()
        built = scoresheet.index(path, force=True)
        assert (report.positions, report.rows) == (built.positions, built.rows)
        assert Path(beside(path)).read_bytes() == grown


def test_an_index_without_all_positions_is_built_anew(games, tmp_path) -> None:
    path = stored(games[:50], tmp_path / "games.parquet")
    scoresheet.index(path, plies=4)
    stored(games[:120], tmp_path / "games.parquet")
    report = scoresheet.index(path, append=True)
    assert report == scoresheet.index(path, force=True)


def test_where_there_is_no_index_it_is_built(games, tmp_path) -> None:
    path = stored(games[:50], tmp_path / "games.parquet")
    report = scoresheet.index(path, append=True)
    assert report == scoresheet.index(path, force=True)
    with pytest.raises(UsageError):
        scoresheet.index(path, force=True, append=True)


def test_a_damaged_index_is_not_added_to(games, tmp_path) -> None:
    path = stored(games[:50], tmp_path / "games.parquet")
    scoresheet.index(path)
    index = Path(beside(path))
    damaged = bytearray(index.read_bytes())
    damaged[len(damaged) // 3] ^= 1
    index.write_bytes(damaged)
    stored(games[:120], tmp_path / "games.parquet")
    with pytest.raises(scoresheet.ScoresheetError, match=r"damaged|checksum"):
        scoresheet.index(path, append=True)
    assert index.read_bytes() == damaged


def test_games_that_changed_are_not_mixed_with_an_index_that_is_open(games, tmp_path) -> None:
    path = stored(games[:1], tmp_path / "games.parquet")
    scoresheet.index(path)
    stored(games[:40], tmp_path / "games.parquet")
    scoresheet.index(path, append=True)
    explorer = scoresheet.Explorer(path)
    # The first moves of the first game are summed up from its row.
    before = explorer.moves()
    stored(games[40:90], tmp_path / "games.parquet")
    with pytest.raises(FileError, match="another version") as caught:
        explorer.moves()
    assert (caught.value.code, "--force" in str(caught.value.hint)) == ("file-stale", True)
    stored(games[:40], tmp_path / "games.parquet")
    assert explorer.moves() == before


def test_the_verb(games, tmp_path) -> None:
    path = stored(games[:50], tmp_path / "games.parquet")
    assert command_line.run_text("index", path, "--append").returncode == 0
    stored(games[:120], tmp_path / "games.parquet")
    added = command_line.run_text("index", path, "--append")
    assert (added.returncode, "positions of 120 games" in added.stderr) == (0, True)
    assert command_line.run_text("index", path).returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_an_addition_that_is_not_finished_changes_nothing(number, data, tmp_path) -> None:
    path, less = str(tmp_path / "games.parquet"), str(tmp_path / "less.parquet")
    columns = ["tags", "packed"]
    scoresheet.convert(data(SAMPLE), path, columns=columns, no_sort=True)
    scoresheet.convert(data(SAMPLE), less, columns=columns, no_sort=True, limit=4000)
    scoresheet.index(less)
    index, earlier = Path(beside(path)), Path(beside(less))
    before = earlier.read_bytes()
    unfinished = 0
    for delay_s in (0, 0.05, 0.1, 0.2, 0.3):
        shutil.copy(earlier, index)
        names = set(tmp_path.iterdir())
        process = subprocess.Popen([sys.executable, "-m", "scoresheet", "index", path, "--append", "--quiet"])
        # The output is begun beside its place.
        wait_until(lambda names=names: set(tmp_path.iterdir()) - names, process, step_s=0.001)
        time.sleep(delay_s)
        process.send_signal(number)
        process.wait(60)
        # The signal may also come after the games were added.
        if index.read_bytes() == before:
            unfinished += 1
        else:
            assert scoresheet.Explorer(path).moves()[0].move == "e4"
    assert unfinished > 0
    shutil.copy(earlier, index)
    scoresheet.index(path, append=True)
    assert {file.name for file in tmp_path.iterdir()} == {
        "games.parquet", "games.positions.parquet", "less.parquet", "less.positions.parquet",
    }  # fmt: skip
