"""The golden rows of `vectors/*/*.jsonl` that have a runner, each a test of its id."""

from __future__ import annotations

from pathlib import Path

import pytest

import run_vectors

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "vectors").glob("*/*.jsonl"))
ROWS = [
    pytest.param(runner, row, id=f"{path.parent.name}-{row['id']}")
    for path in FILES
    for row in run_vectors.read(path)
    if (runner := run_vectors.RUNNERS.get(run_vectors.kind_of(path, row)))
]


@pytest.mark.parametrize(("runner", "row"), ROWS)
def test_row(runner, row) -> None:
    runner(row)


def test_every_runner_has_rows() -> None:
    kinds = {run_vectors.kind_of(path, row) for path in FILES for row in run_vectors.read(path)}
    assert set(run_vectors.RUNNERS) <= kinds
