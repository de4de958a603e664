"""The patterns of moves, positions and whole games: several engines have to agree on every text of the vectors."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import regex_engines
import scoresheet
from regex_engines import ENGINES, MissingEngineError, TooLargeError
from scoresheet._regexes import regexes
from scoresheet._registry import registry

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "vectors"

# What the parts of a pattern may be: no look-around, no flags, no names, no anchors, no possessive or lazy repetition,
# no classes by letter, no class within a class, no escapes but of characters that have a meaning.
ESCAPE = r"\\(?:[\^$\\.*+?()\[\]{}|nrt]|x[0-9a-f]{2})"
REPETITION = r"(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})(?![*+?{])"
PART = re.compile(
    rf"\[\^?(?P<listed>(?:[^\[\]\\^]|{ESCAPE}|\\-)+)\]|{ESCAPE}|\(\?:|\((?!\?)|[)|]|{REPETITION}|[^\\\[\](){{}}^$.*+?|]"
)

# PCRE compiles a pattern to at most 64 KiB unless it is built otherwise.
TOO_LARGE_FOR_PCRE = {"games-pgn", "games-vgn", "games-icn"}

# Spellings that are read and never written may have the shape of what is written.
WRITTEN = {"roundtrip.tsv": "text", "accept.tsv": "written", "note.tsv": "written", "operations.tsv": "written"}
# What only counting shows, a rank that has not eight squares, and what only the rules of the game forbid.
NOT_BY_PATTERN = {"rank-of-seven", "rank-of-nine", "syntax-promotion-to-king"}
# Invalid operations that are kept unchanged.
KEPT = {"opcode-that-is-none"}


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def all_patterns() -> dict[str, str]:
    """Each pattern by its kind and name."""
    found = {f"{kind}-{row['id']}": row["regex"] for kind in ("notations", "positions") for row in registry(kind)}
    return found | {f"games-{name}": row["regex"] for name, row in regexes().items()}


@cache
def texts(name: str) -> tuple[str, ...]:
    """The texts of the vectors to compare with a pattern: those of its notation or format, each once."""
    kind, _, entry = name.partition("-")
    found = games(entry) if kind == "games" else notation_texts(kind, entry)
    # A file of lines can hold no text with this character.
    return tuple(text for text in dict.fromkeys(found) if "\0" not in text)


def folder_of(kind: str, name: str) -> Path:
    return VECTORS / {"notations": "move", "positions": "position"}[kind] / name


def notation_texts(kind: str, name: str) -> Iterator[str]:
    for path in sorted(folder_of(kind, name).glob("*.tsv")):
        for row in table(path):
            yield from (row[column] for column in ("text", "written") if column in row)
    of_vgn = {"MCN": "mcn", "FCN": "fcn", "SFEN": "sfen", "BCCF": "bccf", "BCFEN": "bcfen"}
    for row in rows_of_vgn():
        if of_vgn.get(row["format"]) == name:
            yield row["input"]


def rows_of_vgn() -> Iterator[dict[str, Any]]:
    rows = map(json.loads, (VECTORS / "vgn" / "vectors.jsonl").read_text("utf-8").splitlines())
    return (row for row in rows if row["direction"] == "parse" and isinstance(row["input"], str))


def games(name: str) -> Iterator[str]:
    """Texts of games, also with the line break that ends them left out, as it is not part of a line or row."""
    for text in files_of_games(name):
        yield from (text, text.rstrip("\n"), *(text.splitlines()[1:] if name == "csv" else ()))


def files_of_games(name: str) -> Iterator[str]:
    for path in sorted((VECTORS / "game" / name).glob(f"*/*.{name}")):
        try:
            yield path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue  # no text to most engines
    for example in sorted((ROOT / "examples").glob("*.pgn")):
        for game in scoresheet.read(example, limit=10):
            if name != "icn":
                written = game.to(name)
                yield written.decode() if isinstance(written, bytes) else written
    if name == "vgn":
        yield from (row["input"] for row in rows_of_vgn() if row["format"].startswith("VGN"))
    if name == "icn":
        for row in map(json.loads, (VECTORS / "icn" / "vectors.jsonl").read_text("utf-8").splitlines()):
            if isinstance(row["input"], str):
                yield row["input"]


@pytest.mark.parametrize("name", all_patterns())
def test_a_pattern_is_of_the_common_dialect(name: str) -> None:
    pattern = all_patterns()[name]
    parts = list(PART.finditer(pattern))
    assert "".join(part[0] for part in parts) == pattern
    for listed in filter(None, (part["listed"] for part in parts)):
        # Some engines take pairs of signs for operations on classes.
        assert not re.search(r"&&|~~|--|\|\||##|!!", listed), listed


@pytest.mark.parametrize("name", [name for name in all_patterns() if not name.startswith("games-")])
def test_a_pattern_matches_written_texts_and_nothing_else(name: str) -> None:
    kind, _, entry = name.partition("-")
    pattern = re.compile(all_patterns()[name])
    tables = {path.name: table(path) for path in folder_of(kind, entry).glob("*.tsv")}
    rows = [(WRITTEN.get(file, ""), row) for file, rows in tables.items() for row in rows if row["id"] not in KEPT]
    wanted = [row[column] for column, row in rows if column in row]
    assert [text for text in wanted if not pattern.fullmatch(text)] == []
    assert [text for text in wanted if pattern.fullmatch(text + "\n")] == []
    refused = [row for row in tables["reject.tsv"] if row["code"].endswith(("-syntax", "-length"))]
    assert [row["text"] for row in refused if pattern.fullmatch(row["text"]) and row["id"] not in NOT_BY_PATTERN] == []


@cache
def verdicts(engine: str, name: str) -> list[bool]:
    """What an engine finds in the texts of a pattern."""
    return ENGINES[engine]([(all_patterns()[name], texts(name))])[0]


@pytest.mark.parametrize("name", all_patterns())
def test_a_pattern_fits_some_texts_and_not_others(name: str) -> None:
    assert set(verdicts("python", name)) == {True, False}


@pytest.mark.parametrize("engine", [engine for engine in ENGINES if engine != "python"])
@pytest.mark.parametrize("kind", ["notations", "positions", "games"])
def test_engines_agree(engine: str, kind: str) -> None:
    for name in (name for name in all_patterns() if name.startswith(kind)):
        try:
            found = verdicts(engine, name)
        except MissingEngineError as missing:
            pytest.skip(f"`{missing}` is not installed")
        except TooLargeError:
            assert engine == "grep"
            assert name in TOO_LARGE_FOR_PCRE
            continue
        expected = verdicts("python", name)
        assert [text for text, one, other in zip(texts(name), found, expected, strict=True) if one != other] == []


@pytest.mark.parametrize("kind", ["notations", "positions"])
def test_patterns_of_moves_and_positions_are_valid_in_html(kind: str) -> None:
    # The attribute `pattern` has the flag `v`, which is stricter than `u`.
    asked = [(pattern, texts(name)) for name, pattern in all_patterns().items() if name.startswith(kind)]
    try:
        assert regex_engines.node(asked, "v") == regex_engines.node(asked)
    except MissingEngineError as missing:
        pytest.skip(f"`{missing}` is not installed")
