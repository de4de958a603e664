"""Spellings of names that probably mean the same: `scoresheet.names` and the verb `names`."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner

import scoresheet
from scoresheet import Proposal, UsageError
from scoresheet.cli.group import command as main

GAMES = [
    ("Carlsen, Magnus", "Корчной, Виктор", "Wijk aan Zee", "London"),
    ("Carlsen, Magnus", "Korchnoi, Viktor", "WIJK AAN ZEE", "London"),
    ("Carlsen,M", "Korchnoi, Viktor", "Wijk aan Zee", "Paris"),
    ("Magnus Carlsen", "Karpov, Anatoly", "Wijk aan Zee", "https://example.org/aB"),
    ("Carlsen, Henrik", "?", "?", "https://example.org/ab"),
]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    source = tmp_path / "games.pgn"
    text = '[White "{}"]\n[Black "{}"]\n[Event "{}"]\n[Site "{}"]\n\n1. e4 *\n'
    source.write_text("\n".join(text.format(*game) for game in GAMES), "utf-8")
    return source


EXPECTED = [
    Proposal("Carlsen,M", "Carlsen, Magnus", "player", 1, "initials", "medium"),
    Proposal("Magnus Carlsen", "Carlsen, Magnus", "player", 1, "order", "high"),
    Proposal("Корчной, Виктор", "Korchnoi, Viktor", "player", 1, "transliteration", "high"),
    Proposal("WIJK AAN ZEE", "Wijk aan Zee", "event", 1, "punctuation", "high"),
]


def test_names_are_proposed(games) -> None:
    found = scoresheet.names(games)
    assert found == EXPECTED
    assert scoresheet.names(games, kinds=["event"]) == EXPECTED[3:]
    assert scoresheet.names(scoresheet.read(games), kinds=["event"]) == EXPECTED[3:]
    with pytest.raises(UsageError, match="`river`"):
        scoresheet.names(games, kinds=["river"])


def test_the_verb_writes_a_file_that_convert_takes(games, tmp_path) -> None:
    aliases = tmp_path / "aliases.csv"
    run = CliRunner().invoke(main, ["names", str(games), "-o", str(aliases)])
    assert run.exit_code == 0, run.output
    with aliases.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["found"] for row in rows] == [proposal.found for proposal in EXPECTED]
    run = CliRunner().invoke(main, ["convert", str(games), "--names", str(aliases), "-o", str(tmp_path / "b.pgn")])
    assert run.exit_code == 0, run.output
    assert scoresheet.names(tmp_path / "b.pgn") == []
    assert "names replaced 4" in run.output


def test_the_verb_prints_csv_or_json_of_the_requested_kinds(games) -> None:
    run = CliRunner().invoke(main, ["names", str(games), "--events", "--quiet"])
    assert run.stdout.splitlines() == [
        "found,wanted,kind,count,why,sure",
        "WIJK AAN ZEE,Wijk aan Zee,event,1,punctuation,high",
    ]
    run = CliRunner().invoke(main, ["names", str(games), "--events", "--json", "--quiet"])
    assert json.loads(run.stdout) == [asdict(EXPECTED[3])]


def test_a_file_that_exists_is_not_overwritten(games, tmp_path) -> None:
    there = tmp_path / "there.csv"
    there.write_text("mine", "utf-8")
    assert CliRunner().invoke(main, ["names", str(games), "-o", str(there)]).exit_code == 2
    assert there.read_text("utf-8") == "mine"
    assert CliRunner().invoke(main, ["names", str(games), "-o", str(there), "--force"]).exit_code == 0


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_many_names_are_compared_without_comparing_each_pair(tmp_path) -> None:
    source = tmp_path / "many.pgn"
    with source.open("w", encoding="utf-8") as file:
        for number in range(60_000):
            file.write(f'[White "Smith, Name{number}"]\n[Black "user{number}"]\n\n1. e4 *\n\n')
    assert scoresheet.names(source, kinds=["player"]) == []
