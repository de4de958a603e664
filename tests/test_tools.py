"""The tools that the build relies on."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import check_licences
import demo
import pgn_extract
import run_vectors
from pgn_extract_jobs import JOBS, Read
from scoresheet.drawing.terminal import Look

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = {"MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"}


@pytest.mark.parametrize(
    ("expression", "permitted"),
    [
        ("MIT", True),
        ("MIT/GPL-3.0", True),
        ("MIT OR GPL-3.0-or-later", True),
        ("MIT AND GPL-3.0-or-later", False),
        ("(MIT OR GPL-3.0-or-later) AND Unicode-3.0", True),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("MIT WITH LLVM-exception", False),
        ("GPL-3.0-or-later", False),
        ("unnamed", False),
    ],
)
def test_an_expression_is_permitted_when_allowed_licences_meet_it(expression: str, permitted: bool) -> None:
    assert check_licences.permits(expression, ALLOWED) is permitted


@pytest.mark.parametrize(
    ("licence", "gpl"),
    [
        ("MIT License", False),
        ("GPL-3.0+", True),
        ("GNU Lesser General Public License v3 (LGPLv3)", True),
        ("AGPL-3.0-only", True),
        ("unnamed", True),
    ],
)
def test_python_licences_of_the_gpl_family_are_recognized(licence: str, gpl: bool) -> None:
    assert check_licences.is_gpl(licence) is gpl


@pytest.mark.parametrize(
    ("licence", "lesser"),
    [
        ("LGPL-3.0-only", True),
        ("GNU Lesser General Public License v3 (LGPLv3)", True),
        ("GPL-3.0+", False),
        ("AGPL-3.0-only", False),
        ("unnamed", False),
    ],
)
def test_only_the_lgpl_is_lesser(licence: str, lesser: bool) -> None:
    assert check_licences.is_lesser(licence) is lesser


def test_what_everybody_installs_is_not_what_extras_bring() -> None:
    names = {name for name, _ in check_licences.python_packages(extras=False)}
    assert "click" in names
    assert names.isdisjoint({"psycopg", "pymongo", "pandas"})


def test_vector_rows_of_unknown_kinds_are_named_and_counted(tmp_path, capsys) -> None:
    folder = tmp_path / "icn"
    folder.mkdir()
    rows = [{"id": str(i), "kind": "unheard_of", "profile": "fc"} for i in range(3)]
    (folder / "vectors.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    assert run_vectors.main([str(folder / "vectors.jsonl")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "skipped: icn/fc unheard_of: 3, not implemented",
        "0 passed, 0 failed, 3 skipped",
    ]


def test_a_vector_row_that_fails_is_named_and_sets_the_exit_status(tmp_path, capsys, monkeypatch) -> None:
    def run(row: run_vectors.Row) -> None:
        if row["input"] != row["expected"]:
            raise AssertionError(f"expected {row['expected']}, found {row['input']}")

    monkeypatch.setitem(run_vectors.RUNNERS, f"{tmp_path.name}/same", run)
    rows = [
        {"id": "a", "kind": "same", "input": 1, "expected": 1},
        {"id": "b", "kind": "same", "input": 1, "expected": 2},
    ]
    path = tmp_path / "vectors.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    assert run_vectors.main([str(path)]) == 1
    failure, closing = capsys.readouterr().out.splitlines()
    assert failure.startswith(f"failed: {tmp_path.name}/same: b: AssertionError: expected 2, found 1")
    assert closing == "1 passed, 1 failed"


def test_what_a_machine_lacks_is_named_with_what_to_install(tmp_path) -> None:
    for tool in ["awk", "sed"]:
        (tmp_path / tool).symlink_to(shutil.which(tool))
    command = [shutil.which("sh"), "tools/check_machine.sh", "python3"]
    run = subprocess.run(command, cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    assert run.returncode == 1
    missing = [line for line in run.stderr.splitlines() if line.startswith("missing: ")]
    assert [line.split()[1] for line in missing] == ["Python", "cargo,", "a"]
    assert run.stderr.count("hint: ") == len(missing)


def test_this_machine_lacks_nothing() -> None:
    subprocess.run(["sh", "tools/check_machine.sh", sys.executable], cwd=ROOT, check=True)


@pytest.mark.parametrize(("figures", "rank"), [(True, "1  · · · · · ♖ ♔ ·"), (False, "1  . . . . . R K .")])
def test_the_demo_ends_with_a_board(figures, rank, capsys, monkeypatch) -> None:
    monkeypatch.setattr(demo, "look", lambda: Look(figures=figures))
    demo.board(str(ROOT / "examples" / "historic.pgn"))
    shown = capsys.readouterr().out
    assert shown.splitlines()[-2:] == [rank, "   a b c d e f g h"]
    assert ("has no chess pieces" in shown) is not figures


# The comparison with pgn-extract, without the program


def compared(job: str, ours: Read, theirs: Read) -> dict[str, int]:
    """The reasons for a difference between two games."""
    return pgn_extract.difference(JOBS[job], iter([(ours, theirs)]))["reasons"]


@pytest.mark.parametrize(
    ("job", "ours", "theirs", "reasons"),
    [
        ("", ({}, "1. e4 1-0"), ({}, "1. e4 1-0"), []),
        ("", ({}, "1. e4 1-0"), ({}, "1. e4 *"), [pgn_extract.UNEXPLAINED]),
        ("--plylimit 20", ({}, "1. e4 1-0"), ({}, "1. e4 *"), ["pgn-extract ends a game that it cuts with `*`"]),
        ("--plylimit 20", ({}, "1. e4 1-0"), ({}, "1. d4 *"), [pgn_extract.UNEXPLAINED]),
        ("--plylimit 20", ({"White": "A"}, "1. e4 1-0"), ({}, "1. e4 *"), [pgn_extract.UNEXPLAINED]),
        ("-Wlalg", ({}, "1. a2a4 1-0"), ({}, "1. a2a4+ 1-0"), ["pgn-extract adds signs for check and mate"]),
    ],
)
def test_games_differ_for_known_reasons_only(job, ours, theirs, reasons) -> None:
    assert list(compared(job, Read(*ours, ""), Read(*theirs, ""))) == reasons


def test_games_of_both_programs_are_paired_by_their_numbers(tmp_path: Path) -> None:
    source, numbered = tmp_path / "a.pgn", tmp_path / "b.pgn"
    source.write_text('[White "A"]\n\n1. e4 { a  b } *\n\n[White "B"]\n[Site "?"]\n\n1. d4 *\n')
    assert pgn_extract.number(source, numbered) == 2
    games = pgn_extract.read(numbered)
    assert [(game.tags, game.moves) for game in games.values()] == [
        ({"White": "A"}, "1. e4 {a b} *"), ({"White": "B"}, "1. d4 *")]  # fmt: skip
    theirs = {2: games[2]}
    assert list(pgn_extract.paired(games, theirs, left_out=set())) == [(games[1], None), (games[2], games[2])]
    assert list(pgn_extract.paired(games, theirs, left_out={1})) == [(games[2], games[2])]
