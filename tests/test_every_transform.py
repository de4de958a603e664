"""Every transform in the list of options: golden cases, and a plain computation over the games as objects."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plain_transforms
import scoresheet
from levels import rounds
from scoresheet._options import options_of

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "vectors" / "transform"
SOURCE = VECTORS / "games.pgn"
# Games with other annotations, results, openings and lengths. Their tags have no unusual spellings.
EXAMPLES = [ROOT / "examples" / f"{name}.pgn" for name in ("annotated", "historic", "generated")]
CASES: dict[str, dict[str, Any]] = json.loads((VECTORS / "cases.json").read_text("utf-8"))
BLESS = bool(os.environ.get("SCORESHEET_BLESS"))
THREADS = [1, 3]

# Options that are not transforms by themselves, but choose games in the same way.
CHOICES = {"where", "limit"}

# Options that need other files, with separate tests: `test_repair.py`, `test_known_games.py`.
FILES = {"repair", "dedupe_against"}

# The method of `Games` for each option, with its value.
METHODS: dict[str, Callable[[Any, Any, dict[str, Any]], Any]] = {
    "rename_tags": lambda games, value, _: games.rename_tags(value),
    "remove_tags": lambda games, value, _: games.remove_tags(*value),
    "set_tags": lambda games, value, _: games.set_tags(value),
    "names": lambda games, value, _: games.with_names(value),
    "dates": lambda games, *_: games.dates(),
    "result": lambda games, *_: games.fill(result=True),
    "eco": lambda games, *_: games.eco(),
    "engine_comments": lambda games, *_: games.engine_comments(),
    "find": lambda games, value, options: games.find(
        value, comment=options.get("find_comment"), everywhere=options.get("find_all", False)
    ),
    "where": lambda games, value, _: games.where(value),
    "select": lambda games, value, _: games.select(value),
    "dedupe": lambda games, value, options: games.dedupe(
        value, keep=options.get("dedupe_keep", "first"), merge=options.get("dedupe_merge", False)
    ),
    "sample": lambda games, value, options: games.sample(value, seed=options.get("seed", 0)),
    "sort": lambda games, value, _: games.sort(*value),
    "reverse": lambda games, *_: games.reverse(),
    "limit": lambda games, value, _: games.limit(value),
    "cut": lambda games, value, _: games.cut(**span(value)),
    "strip": lambda games, value, _: games.strip(*value),
    "keep_tags": lambda games, value, _: games.keep_tags(*value),
    "ply_count": lambda games, *_: games.fill(ply_count=True),
    "final_fen": lambda games, *_: games.fill(final_fen=True),
}


def span(value: str) -> dict[str, int | None]:
    first, dash, last = value.partition("-")
    return {"before": int(first) if dash else None, "after": int(last or 0) or None if dash else int(first)}


def written(source: Any, folder: Path, **options: Any) -> str:
    output = folder / "out.pgn"
    scoresheet.convert(source, output, force=True, **options)
    return output.read_text("utf-8")


def text_of(games: Any, folder: Path) -> str:
    output = folder / "plain.pgn"
    scoresheet.write(games, output, force=True)
    return output.read_text("utf-8")


@pytest.mark.parametrize("case", CASES)
def test_each_case_is_golden(case: str, tmp_path: Path) -> None:
    golden = VECTORS / f"{case}.pgn"
    found = written(SOURCE, tmp_path, **CASES[case])
    if BLESS:
        golden.write_text(found, "utf-8", newline="")
    assert found == golden.read_text("utf-8")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The games of the vectors; and those of the examples, without most of the generated ones unless slow tests run."""
    *others, generated = EXAMPLES
    fewer = tmp_path_factory.mktemp("sources") / generated.name
    scoresheet.convert(generated, fewer, limit=rounds(200))
    return {"vectors": SOURCE, "examples": [*others, fewer]}


@pytest.mark.parametrize("source", ["vectors", "examples"])
@pytest.mark.parametrize("case", CASES)
def test_each_case_is_a_plain_computation(case: str, source: str, sources: dict[str, Any], tmp_path: Path) -> None:
    expected = text_of(plain_transforms.transformed(plain_transforms.read(sources[source]), CASES[case]), tmp_path)
    for threads in THREADS:
        assert written(sources[source], tmp_path, threads=threads, **CASES[case]) == expected


@pytest.mark.parametrize("case", [case for case in CASES if set(CASES[case]) - {"keep_tags"} != {"strip"}])
def test_methods_do_the_same_as_options(case: str, tmp_path: Path) -> None:
    """Called in the order in which the options are done."""
    games = scoresheet.read(SOURCE)
    for name in plain_transforms.TRANSFORMS:
        if name in CASES[case]:
            games = METHODS[name](games, CASES[case][name], CASES[case])
    assert text_of(games, tmp_path) == written(SOURCE, tmp_path, **CASES[case])


def test_every_transform_has_cases_and_a_plain_computation() -> None:
    listed = [option for option in options_of("convert") if option["works"] == "transform"]
    names = {option["name"] for option in listed} - FILES | CHOICES
    used = {name for options in CASES.values() for name in options}
    assert used == names
    assert names == plain_transforms.TRANSFORMS.keys() | plain_transforms.PARTS_OF.keys()
    assert names == METHODS.keys() | plain_transforms.PARTS_OF.keys()
    for option in listed:
        values = [options[option["name"]] for options in CASES.values() if option["name"] in options]
        chosen = [word for value in values for word in (value if isinstance(value, list) else [value])]
        assert [value for value in option["values"] if value not in chosen] == [], f"`{option['name']}` lacks cases"


def test_there_is_no_golden_file_without_a_case() -> None:
    assert {path.stem for path in VECTORS.glob("*.pgn")} == {*CASES, "games"}
