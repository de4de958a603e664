"""The golden rows of `vectors/*/*.jsonl` that have a runner."""

from __future__ import annotations

from pathlib import Path

import pytest

import run_vectors
from table_rows import failing

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "vectors").glob("*/*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_rows(path: Path) -> None:
    known = [row for row in run_vectors.read(path) if run_vectors.kind_of(path, row) in run_vectors.RUNNERS]
    assert failing(known, lambda row: run_vectors.RUNNERS[run_vectors.kind_of(path, row)](row)) == []


def test_every_runner_has_rows() -> None:
    kinds = {run_vectors.kind_of(path, row) for path in FILES for row in run_vectors.read(path)}
    assert set(run_vectors.RUNNERS) <= kinds
