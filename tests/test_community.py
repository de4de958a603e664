"""The descriptor for DuckDB's community extensions: its version, and its examples."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import duckdb
import pytest

import scoresheet
from scoresheet.engines.extension import functions

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "crates" / "duckdb" / "community"
DESCRIPTOR = (FOLDER / "description.yml").read_text("utf-8")


def block(name: str) -> str:
    """A text of several lines in the descriptor."""
    found = re.search(rf"^  {name}: \|\n((?:    .*\n|\n)+)", DESCRIPTOR, re.MULTILINE)
    assert found is not None, name
    return textwrap.dedent(found[1])


@pytest.fixture
def connection() -> Any:
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{scoresheet.extension_path()}'")
    return connection


def test_the_version_matches_the_package() -> None:
    [version] = re.findall(r"^  version: (.*)$", DESCRIPTOR, re.MULTILINE)
    assert f'\nversion = "{version}"\n' in (ROOT / "Cargo.toml").read_text("utf-8")


def test_the_examples_run(connection) -> None:
    sql = re.sub(r"'games[^']*'", f"'{ROOT / 'examples' / 'historic.pgn'}'", block("hello_world"))
    statements = [statement.query for statement in connection.extract_statements(sql)]
    assert len(statements) == 3
    assert all(isinstance(connection.execute(statement).fetchall(), list) for statement in statements)


def test_the_description_names_functions_that_are_there() -> None:
    named = set(re.findall(r"`(\w+)(?:\(\))?`", block("extended_description"))) - {"on_error"}
    assert named <= {function["name"] for function in functions()}


def test_the_trial_of_a_build_passes() -> None:
    command = [sys.executable, str(FOLDER / "trial.py"), scoresheet.extension_path()]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
