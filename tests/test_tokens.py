"""The proof that cpgn keeps every token of PGN: over our examples, and over a text with everything odd in it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import tokens  # noqa: E402
from tokens import CLOSED, LAYOUTS, MISSING, SPELLED, Layout  # noqa: E402

EXAMPLES = sorted(path for path in (ROOT / "examples").iterdir() if path.suffix == ".pgn")

ODD = """\
{before} ;the tags
% and a line
[Event "a \\"quoted\\" \\name"]
[result "1-0"]
[Event "twice"]

1. e2-e4! {a
comment} e5 $1 $300 $01 +- ; to the end }
(1... c5 < 2. Nf3 1/2-1/2 (2. Nc3 {deep}) 2... d6 ?!) ( {bare} )
2. Ng1f3 Nc6!? 3. 0-0-0 Kd4 {x} $7 (3. a3) ) 4. d4 1-0 {after}
% more

[White "B"]

(1. d4) 1. e4 d5 2. e5 f5 3. exf6 e.p. -- 1/2

[White "C"]
[Variant "Atomic"]

1. e4 {boom} d5 2. exd5 *

[White "D"]

1. e4 e5 (1... c5 {open
"""


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_token_of_odd_games_comes_back(layout: Layout, tmp_path: Path) -> None:
    path = tmp_path / "odd.pgn"
    path.write_text(ODD)
    found = tokens.compare_file(path, layout)
    assert found["examples"] == []
    assert found["games"] == 4
    assert found["found"] == {SPELLED: 1, CLOSED: 1}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_token_of_the_examples_comes_back(path: Path, layout: Layout) -> None:
    found = tokens.compare_file(path, layout)
    assert found["tokens"] > 0
    assert set(found["found"]) <= {MISSING, SPELLED, CLOSED}, found["examples"]


@pytest.mark.long
@pytest.mark.parametrize("name", tokens.ARCHIVES)
def test_every_token_of_real_games_comes_back(name: str, data: Callable[[str], Path]) -> None:
    files = tokens.files([str(data(name))])
    found = [tokens.compare_file(path, layout) for _, path in files for layout in LAYOUTS]
    assert sum(result["games"] for result in found) > 0
    assert [example for result in found for example in result["examples"]] == []


def test_what_differs_is_seen() -> None:
    before, after = tokens.tokens("1. e4 {a} e5 *")[1], tokens.tokens("1. e4 {b} e5 *")[1]
    assert [tokens.reason_of(old, new, set()) for old, new in tokens.differences(before, after)] == ["unexplained"]
    assert tokens.tokens("1. e4 e5 *") == tokens.tokens("1.e4\n1... e5 *")
