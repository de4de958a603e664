"""Annotations added to games in a store: where they belong, beside all others, and none is lost of two writers."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import command_line
import scoresheet
from loaded_stores import Place, places  # noqa: F401 - a fixture
from scoresheet import UsageError
from scoresheet.stores.annotating import annotate_in
from scoresheet.stores.asking import store_of

# Each writer adds so many.
EACH = 40

GAMES = """[Event "One"]
[Annotator "Hoover"]

1. e4 {best by test} e5 $1 *

[Event "Two"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"]

1... Kd7 2. O-O-O+ *
"""


@pytest.fixture
def place(places: Place, tmp_path: Path) -> Place:  # noqa: F811
    games = tmp_path / "club.pgn"
    games.write_text(GAMES)
    scoresheet.convert(games, places.location)
    return places


def annotate(place: Place, game: int, ply: int, who: str, source: str | None = None, **said: Any) -> None:
    store = store_of(place.location, {})
    assert store is not None
    annotate_in(store, (source, game, ply), who, **said)


def command(place: Place, *words: str) -> subprocess.CompletedProcess[str]:
    return command_line.run_text("annotate", place.location, *words)


def document(place: Place, game: int) -> dict[str, Any]:
    return plain(next(row["doc"] for row in place.table() if row["game"] == game))


def plain(value: Any) -> Any:
    """A document with its dates as JSON has them."""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, list):
        return [plain(part) for part in value]
    return {key: plain(part) for key, part in value.items()} if isinstance(value, dict) else value


def test_an_annotation_stands_behind_the_others(place: Place) -> None:
    before = document(place, 1)
    annotate(
        place, 1, 1, "AA2", nag=4, comment='"; DROP TABLE games; --', date="2022-03-04", q=0.5, info={"rating": 1000}
    )
    annotate(place, 1, 1, "AA2", nag="!?")
    annotate(place, 1, 2, "AA3", alt="c5 Nf3")
    after = document(place, 1)
    first, second = after["moves"][0]["a"][-2:]
    assert first == {
        "id": "AA2", "date": "2022-03-04", "nag": 4, "comment": '"; DROP TABLE games; --', "q": 0.5
    }  # fmt: skip
    assert second["id"] == "AA2"
    assert after["moves"][1]["a"][-1]["alt"]["moves"][0]["t"] == "c5"
    assert after["bgn"]["sources"] == [{"id": "Hoover"}, {"id": "AA2", "info": {"rating": 1000}}, {"id": "AA3"}]
    # Everything else is what it was.
    assert after["moves"][0]["a"][:-2] == before["moves"][0]["a"]
    assert after["moves"][1]["a"][:-1] == before["moves"][1]["a"]
    for part in (before, after):
        for move in part["moves"]:
            move.pop("a", None)
        del part["bgn"]["sources"]
    assert after == before


def test_plies_are_counted_from_the_start_whoever_begins(place: Place) -> None:
    annotate(place, 2, 0, "AA2", comment="Before it starts.")
    annotate(place, 2, 1, "AA2", comment="One.")
    annotate(place, 2, 2, "AA2", comment="Two.")
    found = document(place, 2)
    assert found["moves"][0] is None
    assert [note["comment"] for note in found["bgn"]["a"]] == ["Before it starts."]
    assert [[note["comment"] for note in move["a"]] for move in found["moves"][1:]] == [["One."], ["Two."]]
    assert [source["id"] for source in found["bgn"]["sources"]] == ["AA2"]
    games = list(scoresheet.read(place.location))
    assert [note.comment for note in games[1].at(2).annotations] == ["Two."]


def test_what_is_not_there_is_not_annotated(place: Place, tmp_path: Path) -> None:
    before = place.table()
    for game, ply in ((3, 1), (1, 3), (2, 3), (1, -1)):
        with pytest.raises((UsageError, ValueError, IndexError)):
            annotate(place, game, ply, "AA2", nag=1)
    with pytest.raises(UsageError, match=r"no game 1 of `other\.pgn`"):
        annotate(place, 1, 1, "AA2", source="other.pgn", nag=1)
    assert place.table() == before
    other = tmp_path / "other.pgn"
    other.write_text(GAMES)
    scoresheet.convert(other, place.location)
    with pytest.raises(UsageError, match="games from 2 sources") as caught:
        annotate(place, 1, 1, "AA2", nag=1)
    assert caught.value.hint == "name one of them by the first part of `place`: `club.pgn`, `other.pgn`"
    done = command(place, "--game", "1", "--ply", "1", "--source", "AA2", "--nag", "1")
    assert done.returncode == 2
    assert "hint: name one of them by `--file`: `club.pgn`, `other.pgn`" in done.stderr
    annotate(place, 1, 2, "AA2", source="other.pgn", nag=2)
    found = {row["source"]: len(row["doc"]["moves"][1]["a"]) for row in place.table() if row["game"] == 1}
    assert found == {"club.pgn": 1, "other.pgn": 2}


def test_the_command_reaches_a_store(place: Place) -> None:
    words = ["--game", "1", "--ply", "2", "--source", "AA2", "--nag", "4", "--date", "2022-03-04"]
    done = command(place, *words, "--file", "club.pgn")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert document(place, 1)["moves"][1]["a"][-1] == {"id": "AA2", "date": "2022-03-04", "nag": 4}
    for wrong in (["--output", "x.bgnl"], ["--file", "no.pgn"], ["-O", "table=no"], ["-O", "doc=xml"]):
        assert command(place, *words, *wrong).returncode == 2, wrong


WRITER = """
import sys
from pathlib import Path
from scoresheet.stores.annotating import annotate_in
from scoresheet.stores.asking import store_of
from waiting import wait_until
location, who, other, number = sys.argv[1:]
for count in range(int(number)):
    if count == int(number) // 2:  # neither is done before the other one has begun
        Path(who).touch()
        wait_until(Path(other).exists)
    annotate_in(store_of(location, {}), (None, 1, 1), who, nag=count % 256, comment=f"{who} {count}")
"""


def test_two_writers_at_a_time_lose_nothing(place: Place, tmp_path: Path) -> None:
    if not place.is_server:
        pytest.skip("it is a file, which one process writes at a time")
    before = document(place, 1)["moves"][0]["a"]
    command = [sys.executable, "-c", WRITER, place.location]
    found_by = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    writers = [
        subprocess.Popen([*command, *pair, str(EACH)], cwd=tmp_path, env=found_by)
        for pair in (("AA2", "AA3"), ("AA3", "AA2"))
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    found = document(place, 1)
    said = [note["comment"] for note in found["moves"][0]["a"][len(before) :]]
    assert len(said) == 2 * EACH
    for who in ("AA2", "AA3"):
        assert [comment for comment in said if comment.startswith(who)] == [f"{who} {n}" for n in range(EACH)]
    assert sorted(source["id"] for source in found["bgn"]["sources"]) == ["AA2", "AA3", "Hoover"]
    # They were at work at the same time.
    assert said != sorted(said, key=lambda comment: comment.split()[0])
    assert said != sorted(said, key=lambda comment: comment.split()[0], reverse=True)


def test_games_without_documents_are_not_annotated(places: Place, tmp_path: Path) -> None:  # noqa: F811
    if not places.has_columns:
        pytest.skip("it keeps documents alone")
    games = tmp_path / "club.pgn"
    games.write_text(GAMES)
    scoresheet.convert(games, places.location, columns=["tags"])
    with pytest.raises(UsageError, match="column `doc`"):
        annotate(places, 1, 1, "AA2", nag=1)
