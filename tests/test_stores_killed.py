"""Loads that are killed at any time: the same command continues, and the rows are those of an undisturbed load."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import scoresheet
from loaded_stores import Place, places  # noqa: F401 - a fixture

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"
# How often the examples are repeated in the input, so that a load takes several transactions and much longer than a
# start.
COPIES = 200
# How many kills in the middle of a load are enough, if it has not ended before.
KILLS = 6
# How often it is started and killed at the most, until that many kills came in its middle.
MOST_KILLS = 20


# The first transaction of DuckDB has more rows than these loads, which then have no middle.
SOON = "from scoresheet.stores.duckdb import DuckDB; DuckDB.first_rows = 1"
RUN = f"{SOON}; from scoresheet.cli import main; main(prog_name='scoresheet')"


def command(games: Path, place: Place) -> list[str]:
    return [sys.executable, "-c", RUN, "convert", "--quiet", str(games), "-o", place.location]


def killed(load: list[str], after_s: float) -> None:
    """Starts a load and kills it, if it is still at work then."""
    with subprocess.Popen(load, stderr=subprocess.DEVNULL) as process:
        time.sleep(after_s)
        process.kill()


def test_a_killed_load_continues_where_it_stopped(places: Place, tmp_path: Path) -> None:  # noqa: F811
    games = tmp_path / "games.pgn"
    copies = int(COPIES * places.speed)
    games.write_bytes(EXAMPLE.read_bytes() * copies)
    load = command(games, places)
    for _ in range(2):  # a server that has just started is slower
        started = time.monotonic()
        subprocess.run(load, check=True)
        takes_s = time.monotonic() - started
    whole = places.table()
    assert len(whole) == 45 * copies
    scoresheet.convert(EXAMPLE, places.location, force=True)  # the table is empty but for another source

    chance, in_the_middle = random.Random(17), 0
    for _ in range(MOST_KILLS):
        killed(load, chance.uniform(0.2, 0.9) * takes_s)
        came = places.loads().get("games.pgn", (0, False))
        there = [row["game"] for row in places.table() if row["source"] == "games.pgn"]
        # What is noted is there, all of it and nothing else.
        assert there[: came[0]] == list(range(1, came[0] + 1))
        assert len(there) == came[0] or not places.has_transactions
        in_the_middle += not came[1] and came[0] > 0
        if in_the_middle >= KILLS or (came[1] and in_the_middle):
            break
        if came[1]:  # it was faster than the one before: once more, from the start
            scoresheet.convert(EXAMPLE, places.location, force=True)
            takes_s *= 0.7
        elif came[0] == 0:  # it was slower
            takes_s *= 1.2
    subprocess.run(load, check=True)
    assert in_the_middle, "no load was killed in its middle"
    assert places.loads() == {"games.pgn": (45 * copies, True), "historic.pgn": (45, True)}
    assert [row for row in places.table() if row["source"] == "games.pgn"] == whole


def test_a_load_that_is_killed_while_it_replaces_ends_as_a_new_one(places: Place, tmp_path: Path) -> None:  # noqa: F811
    games = tmp_path / "games.pgn"
    copies = int(COPIES * places.speed)
    games.write_bytes(EXAMPLE.read_bytes() * copies)
    load = command(games, places)
    started = time.monotonic()
    subprocess.run(load, check=True)
    takes_s = time.monotonic() - started
    games.write_bytes(EXAMPLE.read_bytes().replace(b'[White "', b'[White "X') * (copies // 2))
    killed(load, 0.4 * takes_s)
    subprocess.run(load, check=True)
    rows = places.table()
    assert [row["game"] for row in rows] == list(range(1, 45 * (copies // 2) + 1))
    assert all(row["white"].startswith("X") for row in rows)
    assert places.loads() == {"games.pgn": (len(rows), True)}


def test_an_interrupted_load_is_reported_and_continues(places: Place, tmp_path: Path) -> None:  # noqa: F811
    games = tmp_path / "games.pgn"
    games.write_bytes(EXAMPLE.read_bytes() * COPIES)
    load = command(games, places)
    started = time.monotonic()
    subprocess.run(load, check=True)
    takes_s = time.monotonic() - started
    for share in (0.7, 0.6, 0.5, 0.4) * 3:
        scoresheet.convert(EXAMPLE, places.location, force=True)
        with subprocess.Popen(load, stderr=subprocess.PIPE) as process:
            time.sleep(share * takes_s)
            process.send_signal(signal.SIGINT)
            said = process.communicate()[1]
        # A signal while Python ends comes too late to be reported.
        if process.returncode == 130:
            break
    assert (process.returncode, said) == (130, b"error: interrupted\n")
    subprocess.run(load, check=True)
    assert places.loads()["games.pgn"] == (45 * COPIES, True)
