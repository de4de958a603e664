"""BGN as BSON, compared with PyMongo, which was written by others."""

from __future__ import annotations

import json
import math
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import bson
import pytest
from bson import BSON
from bson.codec_options import CodecOptions, DatetimeConversion
from bson.datetime_ms import DatetimeMS
from bson.decimal128 import Decimal128
from bson.int64 import Int64
from hypothesis import given
from hypothesis import strategies as st

import bson_by_hand
import scoresheet
from scoresheet._core import from_bson, to_bson

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "vectors" / "bgn"
EXAMPLES = sorted((ROOT / "examples").glob("*.pgn*"))
# As documents of games must be read that may hold one bad date.
AUTO = CodecOptions[dict[str, Any]](tz_aware=True, datetime_conversion=DatetimeConversion.DATETIME_AUTO)


@pytest.mark.parametrize("name", ["worked", "black-first", "crazyhouse", "atomic"])
def test_the_vectors_are_what_pymongo_writes(name: str, tmp_path: Path) -> None:
    expected = (VECTORS / f"{name}.bson").read_bytes()
    assert bson_by_hand.encoded((VECTORS / f"{name}.bgnl").read_bytes()) == expected
    scoresheet.convert(str(VECTORS / f"{name}.json"), str(tmp_path / "out.bson"), from_="bgn")
    assert (tmp_path / "out.bson").read_bytes() == expected
    found = bson.decode(expected, AUTO)
    assert found == bson_by_hand.document((VECTORS / f"{name}.json").read_bytes())
    scoresheet.convert(str(VECTORS / f"{name}.bson"), str(tmp_path / "out.bgnl"))
    assert (tmp_path / "out.bgnl").read_bytes() == (VECTORS / f"{name}.bgnl").read_bytes()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_there_and_back(path: Path, tmp_path: Path) -> None:
    lines, stored, again = (tmp_path / name for name in ["a.bgnl", "b.bson", "c.bgnl"])
    scoresheet.convert(str(path), str(lines))
    scoresheet.convert(str(lines), str(stored))
    scoresheet.convert(str(stored), str(again))
    assert again.read_bytes() == lines.read_bytes()
    documents = lines.read_bytes().splitlines()
    assert b"".join(bson_by_hand.encoded(line) for line in documents) == stored.read_bytes()
    scoresheet.convert(str(path), str(tmp_path / "direct.bson"))
    assert (tmp_path / "direct.bson").read_bytes() == stored.read_bytes()


def values() -> st.SearchStrategy[Any]:
    texts = st.text(st.characters(exclude_categories=["Cs"]))
    numbers = st.integers(-(2**66), 2**66) | st.floats(allow_nan=False, allow_infinity=False)
    return st.recursive(
        st.none() | st.booleans() | numbers | texts,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
        max_leaves=20,
    )


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), values(), max_size=5))
def test_any_document_is_what_pymongo_writes(members: dict[str, Any]) -> None:
    members.pop("_id", None)
    line = json.dumps({"more": members}).encode()
    [stored] = to_bson([line])
    assert stored == bson_by_hand.encoded(line)
    assert isinstance(stored, bytes)
    [(told, flaws)] = from_bson([stored])
    assert (json.loads(told), flaws) == ({"more": members}, [])


@given(st.decimals(allow_nan=False, allow_infinity=False).filter(lambda value: len(value.as_tuple().digits) <= 34))
def test_decimals_match_those_of_pymongo(value: Decimal) -> None:
    [(told, flaws)] = from_bson([bson.encode({"v": Decimal128(value)})])
    assert (told.decode(), flaws) == (f'{{"v":{Decimal128(value)}}}', [])
    found = json.loads(told, parse_float=Decimal, parse_int=Decimal)["v"]
    assert found == value
    [stored] = to_bson([told])
    assert isinstance(stored, bytes)
    kept = bson.decode(stored)["v"]
    assert (kept.to_decimal() if isinstance(kept, Decimal128) else Decimal(repr(kept))) == value


def test_the_identity_comes_first() -> None:
    [first, second] = to_bson([b'{"moves":[]}', b'{"pgn":{}}'], ["a.pgn#1", "a.pgn#2"])
    assert isinstance(first, bytes)
    assert isinstance(second, bytes)
    assert list(bson.decode(first).items()) == [("_id", "a.pgn#1"), ("moves", [])]
    assert [told for told, _ in from_bson([first, second])] == [b'{"moves":[]}', b'{"pgn":{}}']
    with pytest.raises(ValueError, match="as many ids"):
        to_bson([b"{}"], [])


def test_what_bson_cannot_hold_is_reported_and_the_others_are_written() -> None:
    large = b'{"moves":[],"x":"' + b"x" * (16 << 20) + b'"}'
    told = to_bson([large, b'{"x":1e9999}', b'{"x":', b"{}"])
    assert [getattr(item, "code", item) for item in told] == [
        "store-too-large",
        "bson-number",
        "json-syntax",
        b"\x05\0\0\0\0",
    ]
    assert [getattr(item, "byte", None) for item in told[1:3]] == [5, 5]
    assert all(isinstance(item, scoresheet.ScoresheetError) for item in told[:3])


def test_what_json_cannot_express_is_left_out_and_reported() -> None:
    late = DatetimeMS(253_402_300_800_000)
    stored = bson.encode(
        {
            "_id": bson.ObjectId(),
            "bgn": {"eventDate": late, "startTime": datetime(2020, 1, 31, 18, 30, tzinfo=timezone.utc)},
            "raw": b"\0\1",
            "re": bson.Regex("a.*", "i"),
            "list": [bson.MinKey(), Int64(2), math.inf],
            "free": datetime(1, 1, 1, tzinfo=timezone.utc),
        }
    )
    [(told, flaws)] = from_bson([stored])
    assert told == (b'{"bgn":{"startTime":"2020-01-31T18:30:00Z"},"list":[null,2,null],"free":"0001-01-01T00:00:00Z"}')
    codes = ["field-value", "bson-type", "bson-type", "bson-type", "bson-number"]
    assert [flaw.code for flaw in flaws] == codes
    assert flaws[0].byte == stored.index(b"eventDate\0") + 10
    assert isinstance(bson.decode(stored, AUTO)["bgn"]["eventDate"], DatetimeMS)


def test_a_bad_date_harms_no_other_game(tmp_path: Path) -> None:
    games = [
        bson.encode({"bgn": {"eventDate": date}, "moves": [{"f": "e2", "t": "e4"}]})
        for date in [DatetimeMS(2**62), datetime(1992, 11, 4, tzinfo=timezone.utc)]
    ]
    (tmp_path / "two.bson").write_bytes(b"".join(games))
    found = list(scoresheet.read(str(tmp_path / "two.bson")))
    assert [len(game.errors) for game in found] == [1, 0]
    assert [[node.move.uci() for node in game.mainline()] for game in found] == [["e2e4"], ["e2e4"]]
    assert json.loads(found[1].to("bgnl"))["bgn"]["eventDate"] == "1992-11-04"


def test_games_are_bytes() -> None:
    game = scoresheet.parse("1. e4 e5 *")
    stored = game.to("bson")
    assert isinstance(stored, bytes)
    # Though they could be text.
    assert isinstance(scoresheet.parse("1. e4 *").to("bson"), bytes)
    assert [move["t"] for move in BSON(stored).decode()["moves"]] == ["e4", "e5"]
    assert scoresheet.parse(stored) == game
    assert scoresheet.parse(stored, from_="bson").to("pgn") == game.to("pgn")
