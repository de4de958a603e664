"""The question about annotations: every engine returns the results that were counted by hand."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from loaded_stores import Place, places  # noqa: F401 - a fixture
from scoresheet.annotating import annotate
from scoresheet.engines.duckdb import query
from scoresheet.questions.texts import engine
from scoresheet.stores.annotating import annotate_in
from scoresheet.stores.asking import store_of

GAMES = """[Event "One"]
[Annotator "Hoover"]

{Before it starts.} 1. e4 $1 e5 $2 2. Nf3 $1 $14 (2. f4 $3) *

[Event "Two"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"]

1... Kd7 2. O-O-O+ *
"""

# Game, ply, source, and text.
SAID: list[tuple[int, int, str, dict[str, Any]]] = [
    (1, 1, "AA2", {"nag": 4, "date": "2022-03-04"}),
    (1, 1, "AA3", {"nag": 1, "date": "2022-03-05"}),
    (1, 2, "AA2", {"nag": 2, "date": "2022-03-04"}),
    (1, 2, "AA2", {"comment": "No.", "date": "2022-03-04"}),
    (2, 0, "AA2", {"comment": "From here.", "date": "2022-03-04"}),
    (2, 1, "AA2", {"nag": 1}),
    (2, 1, "AA3", {"nag": 6, "date": "2022-03-05"}),
    (2, 1, "AA3", {"nag": "?!?!", "date": "2022-03-05"}),
]

ANSWERS: list[tuple[dict[str, str], list[tuple[Any, ...]]]] = [
    ({}, [
        ("AA2", None, 1, 1, 1), ("AA2", "2022-03-04", 2, 2, 4), ("AA3", "2022-03-05", 2, 2, 3),
        ("Hoover", None, 1, 3, 5),
        ]),
    ({"since": "2022-03-05"}, [("AA3", "2022-03-05", 2, 2, 3)]),
    ({"what": "nags"}, [
        ("AA2", "1", 1), ("AA2", "2", 1), ("AA2", "4", 1), ("AA3", "1", 1), ("AA3", "6", 1), ("AA3", "?!?!", 1),
        ("Hoover", "1", 2), ("Hoover", "14", 1), ("Hoover", "2", 1),
        ]),
    ({"what": "nags", "until": "2022-03-05"}, [("AA2", "2", 1), ("AA2", "4", 1)]),
    ({"what": "differences"}, [
        ("club.pgn", 1, 1, "AA2 $4, AA3 $1, Hoover $1"), ("club.pgn", 2, 1, "AA2 $1, AA3 $6"),
        ]),
    ({"what": "differences", "since": "2022-03-01"}, [("club.pgn", 1, 1, "AA2 $4, AA3 $1")]),
    ({"what": "differences", "until": "2000-01-01"}, []),
]  # fmt: skip


@pytest.fixture
def annotated(places: Place, tmp_path: Path) -> Place:  # noqa: F811
    games = tmp_path / "club.pgn"
    games.write_text(GAMES)
    scoresheet.convert(games, places.location, columns=["tags", "summary", "moves", "documents"])
    for game, ply, who, said in SAID:
        store = store_of(places.location, {})
        assert store is not None
        annotate_in(store, (None, game, ply), who, **said)
    return places


def test_every_engine_returns_the_same_results(annotated: Place) -> None:
    store = store_of(annotated.location, {})
    assert store is not None
    if not engine(store.engine).has("annotations"):
        pytest.skip(f"{store.engine} has no text for it")
    for parameters, wanted in ANSWERS:
        assert query(annotated.location, "annotations", **parameters).fetchall() == wanted, parameters


def test_jq_returns_the_same_results(tmp_path: Path) -> None:
    if shutil.which("jq") is None:
        pytest.skip("`jq` is not installed")
    games, documents, earlier = tmp_path / "club.pgn", tmp_path / "club.bgnl", tmp_path / "a.bgnl"
    games.write_text(GAMES)
    scoresheet.convert(games, documents)
    shutil.copy(documents, earlier)
    for game, ply, who, said in SAID:
        annotate(documents, game, ply, who, **said)
    for parameters, wanted in ANSWERS:
        command = ["jq", "-c", "-n", scoresheet.question_text("annotations", "jq", **parameters), str(documents)]
        if parameters.get("what") == "differences":  # games are counted for each file
            command.append(str(earlier))
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found = [tuple(json.loads(line).values()) for line in done.stdout.splitlines()]
        assert found == [tuple("club.bgnl" if cell == "club.pgn" else cell for cell in row) for row in wanted]


def test_documents_of_files_are_queried_as_well(tmp_path: Path) -> None:
    games = tmp_path / "club.pgn"
    games.write_text(GAMES)
    wanted = [("Hoover", "1", 2), ("Hoover", "14", 1), ("Hoover", "2", 1)]
    assert query(games, "annotations", what="nags").fetchall() == wanted
    scoresheet.convert(games, tmp_path / "club.parquet", columns=["game", "source", "doc"])
    assert query(tmp_path / "club.parquet", "annotations", what="nags").fetchall() == wanted
