"""The schemas that ship: what the package writes is valid, and no field may have a value of another type."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import xmlschema

import levels
import scoresheet
from bgnx_by_hand import documents

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "vectors" / "bgn"
GAMES = [*sorted((ROOT / "examples").glob("*.pgn*")), *sorted((ROOT / "vectors/game/pgn").glob("*/*.pgn"))]

SCHEMA = json.loads(scoresheet.schemas.path("bgn.schema.json").read_text("utf-8"))
JSON = jsonschema.Draft202012Validator(SCHEMA, format_checker=jsonschema.FormatChecker())


@cache
def xml_schema() -> xmlschema.XMLSchema10:
    return xmlschema.XMLSchema10(str(scoresheet.schemas.path("bgn.xsd")))


def test_the_schemas_are_schemas() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert xml_schema().validity == "valid"
    assert scoresheet.schemas.NAMES == ("bgn.schema.json", "bgn.xsd")
    with pytest.raises(scoresheet.UsageError, match="no schema `bgn`"):
        scoresheet.schemas.path("bgn")


@pytest.mark.parametrize("path", [*GAMES, *VECTORS.glob("*.bgnl")], ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_is_written_is_valid(path: Path, tmp_path: Path) -> None:
    lines, pretty, xml = (tmp_path / f"a.{ending}" for ending in ["bgnl", "bgn", "bgnx"])
    for output in [lines, pretty, xml]:
        scoresheet.convert(str(path), str(output), limit=200 if levels.slow_too else 4)
    if not lines.exists() or not lines.stat().st_size:
        return
    for line in lines.read_text("utf-8").splitlines():
        JSON.validate(json.loads(line))
    JSON.validate(json.loads(pretty.read_text("utf-8")))
    xml_schema().validate(str(xml))


@pytest.mark.parametrize("name", ["worked", "black-first", "crazyhouse", "atomic"])
def test_the_vectors_are_valid(name: str) -> None:
    JSON.validate(json.loads((VECTORS / f"{name}.json").read_text("utf-8")))
    xml_schema().validate(str(VECTORS / f"{name}.xml"))


# Every field that the notation names, with a right value and with wrong ones, as JSON and as XML.
LINE: dict[str, Any] = {"moves": [{"f": "d2", "t": "d4"}]}
FIELDS: dict[str, dict[str, tuple[Any, list[Any]]]] = {
    "document": {
        "pgn": ({"event": "x"}, [[], "x", {"event": 1}]),
        "bgn": ({}, [[], None]),
        "moves": ([], [{}, None, [1], ["e4"], [{}], [{"f": "e2", "t": "e4"}, None]]),
        "unplayed": ([{"f": "e5", "t": "e4"}], [{}, "x"]),
    },
    "bgn": {
        "eventDate": ({"$date": "1992-11-04T10:00:00Z"}, ["1992.11.04", 1992, "1992-13-01", {"date": "1992"}]),
        "dateRange": (["1992-01-01", "1992-12-31"], [["1992-01-01"], "1992", ["1992-01-01", "x"]]),
        "startTime": ("1992-11-04T10:00:00Z", ["10:00", 10]),
        "white": ({"nick": "x"}, ["x", []]),
        "black": ({"last": "x"}, ["x", []]),
        "sources": ([{"id": "x"}], [{}, "x", ["x"], [{}], [{"id": 1}]]),
        "setup": ({"fen": "x"}, ["x", {"fen": 1}, {"icn": 1}]),
        "rules": ("Chess960", [960]),
        "termination": ("1-0", ["1:0", 1]),
        "a": ([{"id": "x"}], [{}, [{}], ["x"]]),
        "end": ([{"id": "x"}], [{}, [{}], ["x"]]),
        "tail": ("x", [1]),
        "version": (1, ["1", 0, 1.5]),
    },
    "player": {
        "last": ("x", [1]),
        "first": ("x", [1]),
        "nick": ("x", [1]),
        "rating": (2000, ["high", True]),
        "title": ("GM", [1]),
    },
    "move": {
        "p": ("P", ["pawn", 1]),
        "f": ("e2", ["e9", 1]),
        "t": ("-4,12", ["e", 1]),
        "x": ("P", ["p", 1]),
        "ep": (True, [False, "true", 1]),
        "gone": ({"d5": "n", "e6": "B"}, [{}, [], {"e9": "n"}, {"e5": "p"}, {"e5": 1}]),
        "c": (1, [0, "1", True]),
        "castle": ("K", ["k", True]),
        "promote": ("Q", ["=Q", 1]),
        "mate": (True, [False, 1]),
        "stalemate": (True, [False, 1]),
        "et": (1.5, ["1.5", None]),
        "a": ([{"id": "x"}], [[], {}, ["x"]]),
        "properties": ({"x": {}}, [[], {}, {"x": 1}]),
        "drop": (True, [False, 1]),
        "illegal": (True, [False, 1]),
        "null": (True, [False, None]),
        "commands": ("[%clk _]", [1, {}]),
        "unplayed": ([{"x": 1}, 2], [{}, "x"]),
    },
    "annotation": {
        "id": ("x", [1, None]),
        "before": (True, [False, 1]),
        "date": ("1992-11-04", ["1992", 1]),
        "nag": (255, [256, 1.5, True]),
        "comment": ("x", [1]),
        "alt": (LINE, [[], "x", {}]),
        "altText": ("{}", [{}]),
        "q": (0.5, ["0.5", True]),
    },
    "line": {
        "name": ("x", [1]),
        "comment": ("x", [1]),
        "a": ([{"id": "x"}], [{}, ["x"]]),
        "moves": ([], [{}, [None]]),
        "tail": ("x", [1]),
        "unplayed": ([{"f": "e5", "t": "e4"}], [{}, "x"]),
    },
}


def document_with(kind: str, field: str, value: Any) -> dict[str, Any]:
    """A document in which a field of an object has this value."""
    line = copy.deepcopy(LINE)
    note: dict[str, Any] = {"id": "x", "alt": line}
    move: dict[str, Any] = {"f": "e2", "t": "e4", "a": [note]}
    player: dict[str, Any] = {}
    head: dict[str, Any] = {"white": player}
    document: dict[str, Any] = {"bgn": head, "moves": [move]}
    of = {"document": document, "bgn": head, "player": player, "move": move, "annotation": note, "line": line}
    of[kind][field] = value
    return document


CASES = [(kind, field, right, wrong) for kind, fields in FIELDS.items() for field, (right, wrong) in fields.items()]


def test_every_field_is_tried() -> None:
    names = {"document": "document", "game": "bgn", "player": "player", "move": "move", "annotation": "annotation"}
    for name, kind in {**names, "line": "line"}.items():
        assert set(SCHEMA["$defs"][name]["properties"]) == set(FIELDS[kind]), name


@pytest.mark.parametrize(("kind", "field", "right", "wrong"), CASES, ids=[f"{case[0]}-{case[1]}" for case in CASES])
def test_no_field_of_json_has_another_type(kind: str, field: str, right: Any, wrong: list[Any]) -> None:
    JSON.validate(document_with(kind, field, right))
    for value in wrong:
        assert not JSON.is_valid(document_with(kind, field, value)), value


def test_fields_that_are_not_named_are_allowed() -> None:
    for kind in FIELDS:
        JSON.validate(document_with(kind, "new", {"any": [None]}))
    assert not JSON.is_valid([{"moves": []}, 1])
    assert not JSON.is_valid("x")


# The same for XML: the field, a right content, wrong contents.
XML_FIELDS = {
    "bgn": {
        "eventDate": ("1992-11-04T10:00:00Z", ["1992.11.04", "1992-02-30", ""]),
        "dateRange": ("<from>1992-01-01</from><until>1992-12-31</until>", ["<from>1992-01-01</from>", "1992", ""]),
        "startTime": ("1992-11-04T10:00:00Z", ["10:00", ""]),
        "white": ("<nick>x</nick><other name='n'>1</other>", ["x", "<rating>high</rating>", "<id>x</id>"]),
        "black": ("<rating>2000.5</rating>", ["x", "<rating>1,5</rating>"]),
        "sources": (
            "<source><id>x</id><info>{}</info></source>",
            ["x", "<source/>", "<source><id>x</id><info/></source>"],
        ),
        "setup": ("<fen>x</fen>", ["x", "<sfen>x</sfen>"]),
        "rules": ("x", ["<x/>"]),
        "termination": ("1-0", ["1:0", ""]),
        "a": ("<annotation><id>x</id></annotation>", ["x", "<annotation/>"]),
        "end": ("<annotation><id>x</id></annotation>", ["x", "<annotation/>"]),
        "tail": ("x", ["<x/>"]),
        "version": ("1", ["one", "0", "1.5"]),
    },
    "move": {
        "p": ("P", ["pawn", ""]),
        "f": ("e2", ["e9", ""]),
        "t": ("-4,12", ["e", ""]),
        "x": ("P", ["p", ""]),
        "ep": ("true", ["false", "1", ""]),
        "gone": ('{"d5":"n"}', ["[]", "x", ""]),
        "c": ("1", ["0", " 1", "one"]),
        "castle": ("K", ["k", "true"]),
        "promote": ("Q", ["=Q", ""]),
        "mate": ("true", ["false", ""]),
        "stalemate": ("true", ["false", ""]),
        "et": ("1.50", ["1,5", ".5", ""]),
        "a": ("<annotation><id>x</id></annotation>", ["x", "<annotation/>"]),
        "properties": ('{"x":{}}', ["[]", "x", ""]),
        "drop": ("true", ["false", ""]),
        "illegal": ("true", ["false", ""]),
        "null": ("true", ["null", ""]),
        "commands": ("[%clk _]", ["<x/>"]),
        "unplayed": ("<move><f>e5</f><t>e4</t></move>", ["x", "<none/>"]),
    },
    "annotation": {
        "before": ("true", ["false", ""]),
        "date": ("1992-11-04", ["1992", ""]),
        "nag": ("1", ["<x/>"]),
        "comment": ("x", ["<x/>"]),
        "alt": ("<moves><move><f>d2</f><t>d4</t></move></moves>", ["x", ""]),
        "altText": ("{}", ["<moves/>"]),
        "q": ("-0.5e1", ["much", ""]),
        "id": ("y", ["<x/>"]),
    },
    "alt": {
        "name": ("x", ["<x/>"]),
        "comment": ("x", ["<x/>"]),
        "a": ("<annotation><id>x</id></annotation>", ["x", "<annotation/>"]),
        "tail": ("x", ["<x/>"]),
        "unplayed": ("<move><f>d2</f><t>d4</t></move>", ["<none/>", "d4"]),
        "moves": ("<move><f>d2</f><t>d4</t></move>", ["<none/>", "d4"]),
    },
    "game": {
        "pgn": ("<tag name='a'>x</tag>", ["<tag>x</tag>", "<event>x</event>", "x"]),
        "bgn": ("", ["x", "<x/>"]),
        "unplayed": ("<move><f>d2</f><t>d4</t></move>", ["<none/>", "d4"]),
        "moves": ("<none/>", ["<move/>", "e4", "<move><f>e2</f><t>e4</t></move><none/>"]),
    },
}


def xml_with(kind: str, field: str, content: str) -> str:
    """A game in which an element holds this."""
    inside = {name: f"<{field}>{content}</{field}>" if name == kind else "" for name in XML_FIELDS}
    moves = "" if (kind, field) == ("alt", "moves") else "<moves/>"
    alt = f"<alt>{inside['alt']}{moves}</alt>" if kind == "alt" else ""
    source = "" if (kind, field) == ("annotation", "id") else "<id>x</id>"
    note = f"<a><annotation>{source}{inside['annotation']}{alt}</annotation></a>" if alt or kind == "annotation" else ""
    played = f"<move><f>e2</f><t>e4</t>{inside['move']}{note}</move>"
    mainline = "" if (kind, field) == ("game", "moves") else f"<moves>{played}</moves>"
    return f"<game>{inside['game']}<bgn>{inside['bgn']}</bgn>{mainline}</game>"


XML_CASES = [(kind, field, *tried) for kind, fields in XML_FIELDS.items() for field, tried in fields.items()]


def test_every_element_is_tried() -> None:
    for kind, name in {
        "bgn": "bgn",
        "move": "move",
        "annotation": "annotation",
        "line": "alt",
        "document": "game",
    }.items():
        assert set(FIELDS[kind]) == set(XML_FIELDS[name]), kind


@pytest.mark.parametrize(
    ("kind", "field", "right", "wrong"), XML_CASES, ids=[f"{case[0]}-{case[1]}" for case in XML_CASES]
)
def test_no_element_has_another_type(kind: str, field: str, right: str, wrong: list[str]) -> None:
    xml_schema().validate(xml_with(kind, field, right))
    for content in wrong:
        assert not xml_schema().is_valid(xml_with(kind, field, content)), content


def test_elements_that_are_not_named_are_allowed_as_others() -> None:
    for kind in XML_FIELDS:
        xml_schema().validate(xml_with(kind, "other", "1").replace("<other>", "<other name='new'>"))
        assert not xml_schema().is_valid(xml_with(kind, "new", "1"))
    xml_schema().validate("<games/>")
    assert not xml_schema().is_valid("<games><moves/></games>")
    text = '<game><pgn><tag name="event" json="true">"\\u0001"</tag></pgn><moves/></game>'
    xml_schema().validate(text)
    assert documents(text)[0]["pgn"] == {"event": "\x01"}
