"""Annotations added to games in a store: at their places, beside all others, and none is lost with two writers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import command_line
import scoresheet
from deep_lines import deep_text
from loaded_stores import Place, places  # noqa: F401 - a fixture
from scoresheet import UsageError
from scoresheet.stores.annotating import annotate_in
from scoresheet.stores.asking import store_of

WHOLE = ["tags", "summary", "moves", "documents"]
# Each writer adds this many.
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
    scoresheet.convert(games, places.location, columns=WHOLE)
    return places


def annotate(place: Place, game: int, ply: int | str, who: str, source: str | None = None, **said: Any) -> None:
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


def test_an_annotation_comes_after_the_others(place: Place) -> None:
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


def test_plies_are_counted_from_the_start_for_both_sides(place: Place) -> None:
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
    scoresheet.convert(other, place.location, columns=WHOLE)
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
location, who, other, number, ply = sys.argv[1:]
for count in range(int(number)):
    if count == int(number) // 2:  # neither is done before the other one has begun
        Path(who).touch()
        wait_until(Path(other).exists)
    annotate_in(store_of(location, {}), (None, 1, ply), who, nag=count % 256, comment=f"{who} {count}")
"""


# In the mainline, in a line, and in a line that nests so deeply that it is a text.
@pytest.mark.parametrize("line", [0, 1, 13])
def test_two_writers_at_a_time_lose_nothing(places: Place, tmp_path: Path, line: int) -> None:  # noqa: F811
    if not places.is_server:
        pytest.skip("it is a file, which one process writes at a time")
    place = loaded(places, tmp_path, deep_text(14))
    addresses = [address for address in notes_by_address(place) if address.count(".") == 2 * line and address != "0"]
    address = addresses[0]
    command = [sys.executable, "-c", WRITER, place.location]
    found_by = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    writers = [
        subprocess.Popen([*command, *pair, str(EACH), address], cwd=tmp_path, env=found_by)
        for pair in (("AA2", "AA3"), ("AA3", "AA2"))
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    said = [comment for _, _, comment, _ in notes_by_address(place)[address] if comment is not None]
    assert len(said) == 2 * EACH
    for who in ("AA2", "AA3"):
        assert [comment for comment in said if comment.startswith(who)] == [f"{who} {n}" for n in range(EACH)]
    assert {"AA2", "AA3"} == {source["id"] for source in document(place, 1)["bgn"]["sources"]} - {"pgn"}
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


LINES = """[Annotator "Hoover"]

1. e4 {best} (1. d4 (1. c4 e5) d5 {closed} (1... Nf6 2. c4 {Indian} (2. Nf3))) e5 (1... c5 2. Nf3 (2. c3 d5 3. exd5)
2... d6) ({French} 1... e6 2. d4 $1) 2. Nf3 *
"""


def loaded(places: Place, tmp_path: Path, text: str) -> Place:  # noqa: F811
    games = tmp_path / "club.pgn"
    games.write_text(text)
    scoresheet.convert(games, places.location, columns=WHOLE)
    return places


def notes_by_address(place: Place) -> dict[str, list[tuple[Any, ...]]]:
    (game,) = scoresheet.read(place.location)
    return {
        node.address: [(one.source, one.nag, one.comment, one.alt and one.alt.address) for one in node.annotations]
        for node in [game.root, *game.walk()]
    }


@pytest.mark.parametrize("text", [LINES, deep_text(11), deep_text(12), deep_text(15)], ids=["lines", "11", "12", "15"])
def test_each_move_of_each_line_is_annotated_in_its_place(
    places: Place,  # noqa: F811
    tmp_path: Path,
    text: str,
) -> None:
    place = loaded(places, tmp_path, text)
    wanted = notes_by_address(place)
    for number, address in enumerate(list(wanted)):
        annotate(place, 1, address, "AA2", nag=number, comment=f'"{address}"')
        wanted[address].append(("AA2", number, f'"{address}"', None))
    assert notes_by_address(place) == wanted
    found = document(place, 1)
    assert [source["id"] for source in found["bgn"]["sources"]].count("AA2") == 1
    # Without what was added, the document is what it was.
    again = tmp_path / "again.bgnl"
    scoresheet.convert(tmp_path / "club.pgn", again, columns=WHOLE)
    assert without(found, "AA2") == without(json.loads(again.read_text()), "AA2")


def without(value: Any, source: str) -> Any:
    """A document without the annotations and the entry of a source, with the texts in it as documents."""
    if isinstance(value, list):
        kept = [without(part, source) for part in value if not (isinstance(part, dict) and part.get("id") == source)]
        return kept or None
    if not isinstance(value, dict):
        return value
    parts = {key: json.loads(part) if key == "altText" else part for key, part in value.items() if key != "_id"}
    return {
        key: part for key, part in ((key, without(part, source)) for key, part in parts.items()) if part is not None
    }


def test_lines_in_lines_are_added_in_their_place(places: Place, tmp_path: Path) -> None:  # noqa: F811
    place = loaded(places, tmp_path, LINES)
    words = ["--game", "1", "--ply", "2.1.2.1.2", "--source", "AA2", "--date", "2022-03-04", "--alt-name", "Quiet"]
    done = command(place, *words, "--alt", "2... e6 $1 {solid} 3. d4 (3. Nf3 {also}) 3... d5")
    assert (done.returncode, done.stderr) == (0, "")
    found = notes_by_address(place)
    assert found["2.1.2.1.2"] == [("AA2", None, None, "2.1.2.1.2.1.1")]
    assert found["2.1.2.1.2.1.1"] == [("AA2", 1, "solid", None)]
    assert found["2.1.2.1.2.1.2"] == [("AA2", None, None, "2.1.2.1.2.1.2.1.1")]
    assert found["2.1.2.1.2.1.2.1.1"] == [("AA2", None, "also", None)]
    (game,) = scoresheet.read(place.location)
    assert game.node("2.1.2.1.2.1.1").line_name == "Quiet"
    # The new line is annotated like any other.
    annotate(place, 1, "2.1.2.1.2.1.3", "AA3", nag=6)
    assert notes_by_address(place) == {**found, "2.1.2.1.2.1.3": [("AA3", 6, None, None)]}


def test_addresses_of_no_move_change_nothing(places: Place, tmp_path: Path) -> None:  # noqa: F811
    place = loaded(places, tmp_path, LINES)
    before = place.table()
    for address in ("12.0.1", "2.0.1", "2.9.1", "2.1", "2.1.99", "2.1.1.1.1", "a", "", "-1"):
        with pytest.raises(UsageError) as caught:
            annotate(place, 1, address, "AA2", nag=1)
        assert caught.value.hint
        done = command(place, "--game", "1", f"--ply={address}", "--source", "AA2", "--nag", "1")
        assert done.returncode == 2
        assert "hint: " in done.stderr
    for alt in ("2. Nf3 Qh7", "1... c5 (2. Nf3", "1... c5 *"):
        done = command(place, "--game", "1", "--ply", "2", "--source", "AA2", "--alt", alt)
        assert done.returncode in (1, 2)
        assert "hint: " in done.stderr
    assert place.table() == before


def test_a_place_that_was_changed_is_found_again(places: Place, tmp_path: Path) -> None:  # noqa: F811
    place = loaded(places, tmp_path, deep_text(14))
    (address,) = {max(notes_by_address(place), key=len)}
    store = store_of(place.location, {})
    assert store is not None
    kept = store.annotate
    rivals = iter(["AA3", "AA4"])

    def late(note: Any) -> bool:
        # Somebody else is always faster, twice.
        rival = next(rivals, None)
        if rival is not None:
            store.close()
            annotate(place, 1, address, rival, nag=1)
        return kept(note)

    store.annotate = late  # type: ignore[method-assign]
    annotate_in(store, (None, 1, address), "AA2", nag=2)
    assert notes_by_address(place)[address] == [("AA3", 1, None, None), ("AA4", 1, None, None), ("AA2", 2, None, None)]


def test_addresses_agree_with_the_views(places: Place, tmp_path: Path) -> None:  # noqa: F811
    if not places.has_columns:
        pytest.skip("it has no views")
    place = loaded(places, tmp_path, LINES)
    (game,) = scoresheet.read(place.location)
    rows = sorted((row["line"], row["parent_line"], row["parent_ply"]) for row in place.table("lines"))
    parents: dict[int, tuple[int, int]] = {}
    prefixes = {0: ""}
    counts: dict[tuple[int, int], int] = {}
    for line, parent_line, parent_ply in rows[1:]:
        # A line on the first move of a line is one of its alternatives.
        held = parent_line, parent_ply
        while held[0] and held[1] == parents[held[0]][1]:
            held = parents[held[0]]
        parents[line] = held
        counts[held] = counts.get(held, 0) + 1
        before = held[1] if held[0] == 0 else held[1] - parents[held[0]][1] + 1
        prefixes[line] = f"{prefixes[held[0]]}{before}.{counts[held]}."
    found = {}
    for row in place.table("line_plies"):
        line, ply = row["line"], row["ply"]
        address = f"{prefixes[line]}{ply - parents[line][1] + 1 if line else ply}"
        found[address] = f"{row['f']}{row['t']}"
    wanted = {node.address: node.move.uci() for node in game.walk() if node.move is not None}
    assert found == wanted
