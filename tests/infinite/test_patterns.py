"""The regular expression of ICN against strict reading: both agree on a text, or there is a listed reason."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from scoresheet.infinite.reading import read_document
from scoresheet.infinite.reading.pattern import icn_regex

VECTORS = Path(__file__).resolve().parent.parent.parent / "vectors" / "icn"
PATTERN = re.compile(icn_regex())

# What reading finds wrong with texts of the right shape, because it counts, compares, or knows what is meant.
BEYOND_PATTERNS = {
    "icn-repeated": "which arguments stand before is not remembered",
    "icn-square-repeated": "squares are not compared",
    "icn-promotion": "sides are not counted",
    "icn-win-condition": "sides are not counted",
    "icn-outside": "squares are not compared with the border",
    "icn-extras": "the members of further rules are not looked at",
    "move-rule-passed": "the two numbers of the move rule are not compared",
    "limit-digits": "digits are not counted",
    "limit-depth": "nothing is counted",
}
# Texts that are read and do not match.
NOT_MATCHED = {
    "further rules nest deeper than the pattern has levels": re.compile(r"\{[^{}\[\]]*[{\[][^{}\[\]]*[{\[]"),
    "a result or number touches the letter or sign before it": re.compile(r"[A-Za-z!?+#=](?:1-0|0-1|1/2|[0-9]+\.)"),
    "a comment before the moves starts with a quote": re.compile(r'\{[ \t\r\n]*"'),
}
TOKENS = [
    *(" ", "\n", "|", " | ", "1. ", "2.", "[A: b]", '[A "b"]', '[A:"b"]', "{c}", '{"a": [1, {"b": null}]}', "K5,1"),
    *("k5,8+", "R1,1|", "5,1>5,2", "P4,2 > 4,4", "x", "=Q", "Q", "=3q", " + ", "!?", "#", "*", "1-0", "w", "b:w"),
    *("0/100", "(8|1)", "(8;Q,R|1;q)", "(checkmate|koth)", "checkmate", "1,8,_,8", "Squares:1,2|3,4", "n"),
    *("Rays:1,2>0,1", "-0", "01", "1e5", "+3", "(", ")", "}", "{", "]", "[", ",", "\ufeff", "vo1,1", "3R1,1", ": "),
]
CHARACTERS = 'KQkqpP0123456789,>x|+-=()[]{}:;"! \n*.w'


def texts() -> list[str]:
    """Every text in the vectors, the shortest first."""
    found = set()
    for path in sorted(VECTORS.glob("*.jsonl")):
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            given = row.get("input")
            values = given.values() if isinstance(given, dict) else [given, row.get("text")]
            found |= {value for value in values if isinstance(value, str)}
    return sorted(found, key=lambda text: (len(text), text))


TEXTS = texts()


def changed(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 3)):
        at = chance.randint(0, len(text))
        end = min(len(text), at + chance.randint(0, 8))
        way = chance.randrange(6)
        if way == 0:
            text = text[:at] + chance.choice(TOKENS) + text[at:]
        elif way == 1:
            text = text[:at] + text[end:]
        elif way == 2:
            text = text[:end] + text[at:end] + text[end:]
        elif way == 3:
            text = text[:at] + chance.choice(CHARACTERS) + text[at + 1 :]
        elif way == 4:
            other = chance.choice(TEXTS)
            start = chance.randint(0, len(other))
            text = text[:at] + other[start : start + chance.randint(0, 30)] + text[at:]
        else:
            text = text[:at] + chance.choice(TOKENS) + text[end:]
    return text


def verdict(text: str) -> str:
    """`read` or `refused` if both agree, else the reason; `unexplained` if there is none."""
    fault = read_document(text, strict=True).fault
    matches = PATTERN.fullmatch(text) is not None
    if matches == (fault is None):
        return "read" if matches else "refused"
    if fault is not None:
        return BEYOND_PATTERNS.get(fault.code, "unexplained")
    return next((reason for reason, shape in NOT_MATCHED.items() if shape.search(text)), "unexplained")


def test_vectors_have_the_same_verdict() -> None:
    found = Counter(map(verdict, TEXTS))
    assert found["read"] > 100
    assert found["refused"] > 50
    assert [text for text in TEXTS if verdict(text) == "unexplained"] == []


@pytest.mark.slow
def test_changed_texts_have_the_same_verdict() -> None:
    chance = random.Random(20)
    short = [text for text in TEXTS if len(text) < 1500]
    games = [changed(short[chance.randrange(chance.randrange(len(short)) + 1)], chance) for _ in range(100_000)]
    found = Counter(map(verdict, games))
    assert [game for game in games if verdict(game) == "unexplained"] == [], found
    assert found["read"] > 5_000


@pytest.mark.parametrize("text", ["", " \n", "|", "K5,1|", "1. K5,1", "{c} K5,1", "K5,1 05,1>5,2", "K5,1 5,1>5,21-0"])
def test_texts_that_do_not_match(text: str) -> None:
    assert PATTERN.fullmatch(text) is None


def test_the_pattern_is_of_the_common_dialect() -> None:
    # No look-around, no flags, no back-references, no class within a class.
    assert not re.search(r"\(\?[^:]|\\[1-9]", icn_regex())
