"""Annotations by source and properties of moves: added, read back, kept by formats, copies and edits."""

from __future__ import annotations

import copy
import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import scoresheet
from scoresheet import Annotation, Game, Node
from scoresheet.annotating import annotate, annotation, formats
from scoresheet.cli.group import command as main

ROOT = Path(__file__).resolve().parent.parent
WORKED = ROOT / "vectors" / "bgn" / "worked.bgnl"
# Archives hold many games, so that a game is not written alone; `test_archive.py` has annotations in them.
RENDERINGS = [form for form in formats() if form != "archive"]


def document(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(game.to("bgnl"))
    return found


def said(node: Node) -> list[tuple[Any, ...]]:
    return [(*one[:3], one.alt and one.alt.san, *one[4:]) for one in node.annotations]


@pytest.fixture
def game() -> Game:
    found = scoresheet.parse(
        '[Annotator "Hoover"]\n\n{start} 1. e4 $1 {best} (1. d4 d5) 1... e5 {[%clk 0:01:00]} 2. Nf3 *'
    )
    assert isinstance(found, Game)
    return found


def kept(game: Game) -> None:
    """Whether everything survives in every kind of storage."""
    for form in RENDERINGS:
        again = scoresheet.parse(game.to(form), from_=form)  # type: ignore[call-overload]
        assert again == game, (form, game.to("bgn"), again.to("bgn"))
        assert again.errors == []
        assert again.to(form) == game.to(form)
    assert pickle.loads(pickle.dumps(game)) == game
    assert copy.copy(game) == game


def test_an_annotation_is_added_after_the_others(game: Game) -> None:
    node = game.at(1)
    node.annotate(
        "AA2", nag="?!", comment="Hm.", alt="1. c4 e5 2.Nc3", date=date(2022, 3, 4), q=0.75, info={"rating": 1000}
    )
    assert said(node) == [
        ("Hoover", 1, "best", "d4", None, None),
        ("AA2", 6, "Hm.", "c4", date(2022, 3, 4), 0.75),
    ]
    assert [variation.san for variation in node.variations] == ["d4", "c4"]
    found = document(game)
    assert found["bgn"]["sources"] == [{"id": "Hoover"}, {"id": "AA2", "info": {"rating": 1000}}]
    first, second = found["moves"][0]["a"]
    assert first["alt"]["moves"][0]["t"] == "d4"
    assert {key: value for key, value in second.items() if key != "alt"} == {
        "id": "AA2",
        "date": "2022-03-04",
        "nag": 6,
        "comment": "Hm.",
        "q": 0.75,
    }
    assert [move["t"] for move in second["alt"]["moves"]] == ["c4", "e5", "c3"]
    kept(game)


@pytest.mark.parametrize(
    "what",
    [{"nag": 255}, {"nag": "novel"}, {"nag": "$300"}, {"comment": "a } b"}, {"q": -1}, {"alt": ["c5"]}],
    ids=str,
)
@pytest.mark.parametrize("source", ["AA2", "Hoover", 'a"b\\é'])
@pytest.mark.parametrize("ply", [2, 3])
def test_each_part_alone_is_kept(game: Game, what: dict[str, Any], source: str, ply: int) -> None:
    if "alt" in what:
        what = {"alt": [{2: "c5", 3: "f4"}[ply]]}
    game.at(ply).annotate(source, **what)
    [*_, last] = game.at(ply).annotations
    assert last.source == source
    kept(game)
    game.at(ply).annotate(source, **what)
    assert len(game.at(ply).annotations) == 2
    kept(game)


def test_the_start_is_annotated(game: Game) -> None:
    game.root.annotate("AA2", comment="A fine game.", date="2022-03-04")
    assert document(game)["bgn"]["a"] == [
        {"id": "Hoover", "comment": "start"},
        {"id": "AA2", "date": "2022-03-04", "comment": "A fine game."},
    ]
    assert said(game.root)[1][:3] == ("AA2", None, "A fine game.")
    kept(game)


def test_others_are_left_alone() -> None:
    game = scoresheet.parse(WORKED.read_bytes(), from_="bgnl")
    before = document(game)
    for ply in range(1, game.ply_count + 1):
        game.at(ply).annotate("AA9", comment=f"ply {ply}", date="2026-01-01")
    found = document(game)
    assert found["bgn"]["sources"] == [*before["bgn"]["sources"], {"id": "AA9"}]
    for ply, (old, new) in enumerate(zip(before["moves"], found["moves"], strict=True), 1):
        assert new["a"].pop() == {"id": "AA9", "date": "2026-01-01", "comment": f"ply {ply}"}
        if not new["a"]:
            del new["a"]
        assert new == old
    kept(game)


def test_text_before_the_next_move_stays_there() -> None:
    text = '{"moves":[{"f":"e2","t":"e4"},{"f":"e7","t":"e5","a":[{"id":"x","before":true,"comment":"why"}]}]}'
    game = scoresheet.parse(text, from_="bgnl")
    game.at(1).annotate("AA2", comment="good", alt="d4")
    found = document(game)["moves"]
    assert [note["id"] for note in found[0]["a"]] == ["AA2"]
    assert found[1]["a"] == [{"id": "x", "before": True, "comment": "why"}]
    assert said(game.at(1)) == [("AA2", None, "good", "d4", None, None)]
    assert game.at(2).annotations == []


def test_words_that_could_not_be_played_stay_last() -> None:
    game = scoresheet.parse("1. e4 e5 2. Ke3 Qh4 *")
    game.at(2).annotate("AA2", comment="Here it ends.")
    assert game.at(2).rest == "Ke3 Qh4"
    assert document(game)["bgn"]["tail"] == "Ke3 Qh4"


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"source": "", "nag": 1}, "needs a source"),
        ({"source": 5, "nag": 1}, "needs a source"),
        ({"source": "x"}, "the annotation is empty"),
        ({"source": "x", "comment": ""}, "the annotation is empty"),
        ({"source": "x", "date": "2022-03-04"}, "the annotation is empty"),
        ({"source": "x", "nag": ""}, "the NAG is empty"),
        ({"source": "x", "nag": 1, "date": "2022-02-30"}, "`2022-02-30` is not a date"),
        ({"source": "x", "nag": 1, "date": "20220304"}, "is not a date"),
        ({"source": "x", "nag": 1, "date": datetime(2022, 3, 4)}, "date of an annotation has no time"),
        ({"source": "x", "q": float("nan")}, "`nan` is not a number"),
        ({"source": "x", "q": True}, "`True` is not a number"),
        ({"source": "x", "q": "1"}, "`1` is not a number"),
        ({"source": "x", "nag": 1, "info": [1]}, "must be a JSON object"),
        ({"source": "x", "nag": 1, "info": {"a": {1}}}, "cannot be written as JSON"),
        ({"source": "x", "alt": ""}, "the line has no moves"),
        ({"source": "Hoover", "nag": 1, "info": {"rating": 2}}, "other facts about the source"),
    ],
    ids=str,
)
def test_what_no_annotation_can_express_is_refused_and_nothing_is_added(
    game: Game, what: dict[str, Any], message: str
) -> None:
    game.at(1).annotate("Hoover", nag=1, info={"rating": 1})
    before = game.to("bgnl")
    with pytest.raises(scoresheet.UsageError, match=message):
        game.at(2).annotate(**what)
    assert game.to("bgnl") == before


def test_lines_are_played(game: Game) -> None:
    with pytest.raises(scoresheet.MoveError, match="cannot play `Ke7`"):
        game.at(2).annotate("x", alt="1... c5 2. Ke2 Ke7 3. Ke2")
    with pytest.raises(scoresheet.UsageError, match="no lines of its own"):
        game.at(1).variations[0].annotate("x", alt="c4")
    with pytest.raises(scoresheet.UsageError, match="no move at the start"):
        game.root.annotate("x", alt="c4")
    with pytest.raises(TypeError, match="a NAG is a number"):
        game.at(2).annotate("x", nag=256)
    # The same first move as the one that was played.
    game.at(2).annotate("x", alt=[game.at(2).move, "f4"])
    assert [node.san for node in game.at(2).variations] == ["e5"]
    assert said(game.at(2))[-1][3] == "e5"
    kept(game)


def test_moves_of_lines_are_annotated(game: Game) -> None:
    game.at(1).variations[0].next.annotate("AA2", nag=2, alt="1... Nf6")
    [line] = [note["alt"] for note in document(game)["moves"][0]["a"]]
    assert line["moves"][1]["a"][0]["id"] == "AA2"
    assert line["moves"][1]["a"][0]["alt"]["moves"][0]["f"] == "g8"
    kept(game)


def test_nags_of_documents_are_numbers_for_both_sides() -> None:
    # Some signs have one NAG for White and one for Black; a number is what it is.
    game = scoresheet.parse("1. e4 $33 e5 $32 2. Nf3 $133 Nc6 $132 *")
    kept(game)
    again = scoresheet.parse(game.to("bgnl"), from_="bgnl")
    assert [node.nags for node in again.walk()] == [[33], [32], [133], [132]]


def test_annotations_follow_their_moves(game: Game) -> None:
    game.at(2).annotate("AA2", nag=4, q=1)
    line = game.at(2).add("Nc3").add("Nf6")
    line.annotate("AA3", comment="better")
    line.promote(to_mainline=True)
    assert [(one.source, one.comment) for one in game.at(4).annotations] == [("AA3", "better")]
    assert [(one.source, one.q) for one in game.at(2).annotations] == [("AA2", 1)]
    other = scoresheet.parse("1. e4 e5 2. f4 *")
    other.at(3).annotate("AA4", nag=1)
    game.merge(other)
    merged = next(node for node in game.walk() if node.san == "f4")
    assert [one.source for one in merged.annotations] == ["AA4"]


def test_changes_do_not_affect_other_objects(game: Game) -> None:
    game.at(3).annotate("AA2", nag=4, date="2022-03-04")
    game.at(3).comment = "mine"
    game.at(3).clock = 59
    assert [(one.source, one.nag, one.comment) for one in game.at(3).annotations] == [
        ("Hoover", None, "mine"),
        ("AA2", 4, None),
    ]


def test_other_formats_count_what_they_lose(game: Game) -> None:
    game.at(1).annotate("AA2", nag=4, q=1)
    lost = {loss.kind: loss.count for loss in game.losses("pgn")}
    assert lost["attribution"] == 1
    assert "$4" in game.to("pgn")


def test_the_annotation_of_a_document(game: Game) -> None:
    before = game.to("bgnl")
    made = annotation(game, 2, "AA2", alt="1... Nf6 2. e5", comment="x")
    assert made == {
        "id": "AA2",
        "comment": "x",
        "alt": {"moves": [{"p": "N", "f": "g8", "t": "f6"}, {"p": "P", "f": "e4", "t": "e5"}]},
    }
    assert annotation(game, 0, "AA2", nag=1) == {"id": "AA2", "nag": 1}
    assert game.to("bgnl") == before
    black = scoresheet.parse((ROOT / "vectors" / "bgn" / "black-first.bgnl").read_bytes(), from_="bgnl")
    assert annotation(black, 1, "AA2", alt="Rh1+")["alt"]["moves"] == [{"p": "R", "f": "h8", "t": "h1", "c": 1}]


# Properties


def test_commands_are_properties(game: Game) -> None:
    node = game.at(2)
    assert node.properties == {"pgn": {"clk": "0:01:00"}}
    node.properties["pgn"]["eval"] = "0.3"
    node.properties["mine"] = {"rush": [11.023, 0], "é": None}
    assert node.comment == "[%eval 0.3] [%clk 0:01:00]"
    assert node.eval == scoresheet.Evaluation(cp=30)
    assert document(game)["moves"][1]["properties"] == {
        "pgn": {"eval": "0.3", "clk": "0:01:00"},
        "mine": {"rush": [11.023, 0], "é": None},
    }
    kept(game)
    del node.properties["pgn"]["clk"]
    assert (node.clock, node.comment) == (None, "[%eval 0.3]")
    del node.properties["pgn"]
    assert (node.properties, node.comment) == ({"mine": {"rush": [11.023, 0], "é": None}}, "")
    node.properties.clear()
    assert (list(node.properties), len(node.properties), "mine" in node.properties) == ([], 0, False)
    kept(game)


@pytest.mark.parametrize("value", [1, -1.5, "x", None, True, [], {}, {"a": [{"b": "c"}]}, "0:00:59", "a ] b"], ids=str)
@pytest.mark.parametrize("namespace", ["pgn", "lichess", "mine"])
def test_any_value_is_kept(game: Game, namespace: str, value: Any) -> None:
    game.at(3).annotate("AA2", nag=1)
    game.at(3).properties[namespace]["clk"] = value
    assert game.at(3).properties[namespace] == {"clk": value}
    assert document(game)["moves"][2]["properties"][namespace] == {"clk": value}
    kept(game)
    del game.at(3).properties[namespace]["clk"]
    assert namespace not in game.at(3).properties


def test_the_site_names_the_namespace() -> None:
    game = scoresheet.parse('[Site "https://lichess.org/x"]\n\n1. e4 {[%clk 0:01:00]} *')
    assert game.at(1).properties == {"lichess": {"clk": "0:01:00"}}
    game.at(1).properties["lichess"]["clk"] = "0:00:59"
    assert game.at(1).comment == "[%clk 0:00:59]"
    kept(game)


def test_properties_are_replaced_at_once(game: Game) -> None:
    game.at(2).properties = {"mine": {"x": 1}}
    assert (game.at(2).properties, game.at(2).comment) == ({"mine": {"x": 1}}, "")
    with pytest.raises(KeyError):
        del game.at(2).properties["theirs"]
    with pytest.raises(KeyError):
        game.at(2).properties["mine"]["y"]


@pytest.mark.parametrize(
    ("properties", "message"),
    [
        ({"mine": 5}, "mappings by namespace"),
        ({5: {}}, "mappings by namespace"),
        ({"mine": {5: 1}}, "keys of properties are strings"),
        ({"mine": {"x": float("inf")}}, "cannot be written as JSON"),
        ({"mine": {"x": {1}}}, "cannot be written as JSON"),
    ],
    ids=str,
)
def test_invalid_properties_are_refused(game: Game, properties: Any, message: str) -> None:
    before = game.to("bgnl")
    with pytest.raises(scoresheet.UsageError, match=message):
        game.at(2).properties = properties
    assert game.to("bgnl") == before


def test_properties_nest_as_deep_as_documents_allow(game: Game) -> None:
    value: Any = 1
    for _ in range(30):
        value = [value]
    game.at(2).properties["mine"]["x"] = value
    kept(game)
    with pytest.raises(scoresheet.UsageError, match="at most 32 deep"):
        game.at(2).properties["mine"]["x"] = [value]


# Files


@pytest.mark.parametrize("form", formats())
def test_a_game_of_a_file_is_annotated_in_its_place(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{form}.gz"
    scoresheet.convert(str(ROOT / "vectors" / "bgn" / "castling-20.pgn"), str(path), to=form)
    before = list(scoresheet.read(str(path)))
    arguments = ["--game", "3", "--ply", "2", "--source", "AA2", "--nag", "5", "--comment", "x", "--q", "0.5"]
    run = CliRunner().invoke(main, ["annotate", str(path), *arguments, "--date", "2022-03-04", "--info", '{"a":1}'])
    assert (run.exit_code, run.output) == (0, "")
    found = list(scoresheet.read(str(path)))
    assert found[2].at(2).annotations[-1] == Annotation("AA2", 5, "x", None, date(2022, 3, 4), 0.5)
    before[2].at(2).annotate("AA2", nag=5, comment="x", q=0.5, date="2022-03-04", info={"a": 1})
    assert found == before


def test_a_file_is_annotated_into_another(tmp_path: Path) -> None:
    path, other = tmp_path / "a.bgnl", tmp_path / "b.bson"
    path.write_bytes(WORKED.read_bytes())
    annotate(path, 1, 3, "AA2", alt="c4", output=other)
    assert path.read_bytes() == WORKED.read_bytes()
    assert [one.source for game in scoresheet.read(str(other)) for one in game.at(3).annotations] == ["AA2"]
    with pytest.raises(scoresheet.UsageError, match="already exists"):
        annotate(path, 1, 3, "AA2", alt="c4", output=other)
    annotate(path, 1, 3, "AA3", alt="c4", output=other, force=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "2", "--ply", "1", "--nag", "1"], "there is no game 2"),
        (["--game", "0", "--ply", "1", "--nag", "1"], "there is no game 0"),
        (["--game", "1", "--ply", "99", "--nag", "1"], "there is no ply 99"),
        (["--game", "1", "--ply", "1"], "the annotation is empty"),
        (["--game", "1", "--ply", "1", "--nag", "1", "--info", "{"], "not valid JSON"),
        (["--game", "1", "--ply", "1", "--nag", "1", "--date", "soon"], "is not a date"),
    ],
    ids=str,
)
def test_wrong_use_changes_nothing(arguments: list[str], message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.bgnl"
    path.write_bytes(WORKED.read_bytes())
    run = CliRunner().invoke(main, ["annotate", str(path), "--source", "AA2", *arguments])
    assert (run.exit_code, message in run.output) == (2, True), run.output
    assert path.read_bytes() == WORKED.read_bytes()
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_with_an_error_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.bgnl"
    path.write_bytes(WORKED.read_bytes() + b'{"moves":[{"f":"e2","t":"e5"}]}\n')
    before = path.read_bytes()
    run = CliRunner().invoke(main, ["annotate", str(path), "--game", "1", "--ply", "1", "--source", "x", "--nag", "1"])
    assert run.exit_code == 1, run.output
    assert path.read_bytes() == before


def test_an_archive_keeps_the_annotations_of_variants(tmp_path: Path) -> None:
    path = tmp_path / "a.scz"
    pgn = tmp_path / "a.pgn"
    pgn.write_text('[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n')
    scoresheet.convert(pgn, path)
    annotate(path, 1, 5, "x", nag=1, comment="dropped")
    (game,) = scoresheet.read(path)
    assert (game.start.variant, [str(node.move) for node in game.mainline()][-1]) == ("crazyhouse", "P@e4")
    assert [(found.source, found.comment) for found in game.at(5).annotations] == [("x", "dropped")]


def test_other_formats_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 *\n")
    with pytest.raises(scoresheet.UsageError, match="cannot hold annotations by source") as caught:
        annotate(path, 1, 1, "x", nag=1)
    assert "bgnl" in str(caught.value.hint)


def test_those_who_annotate_at_the_same_time_wait_for_each_other(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "games.bgnl"
    scoresheet.write([game], path)
    with ThreadPoolExecutor(8) as pool:
        made = [pool.submit(annotate, path, 1, 1, "AA2", comment=f"number {number}") for number in range(40)]
    assert all(one.result().written == 1 for one in made)
    text = path.read_text(encoding="utf-8")
    assert all(f'"number {number}"' in text for number in range(40))
