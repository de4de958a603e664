"""The recipes for libraries of machine learning, with the libraries if they are installed, or with substitutes."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy
import pytest

import scoresheet
from scoresheet import parts
from test_house import ROOT

GAMES = str(ROOT / "examples" / "generated.pgn")
PAGE = (ROOT / "docs" / "guides" / "parts.md").read_text("utf-8")


def recipe(heading: str) -> dict[str, Any]:
    """The names that the code of a section defines."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    (code,) = re.findall(r"^```py\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, heading, "exec"), names)
    return names


def is_installed(library: str) -> bool:
    return importlib.util.find_spec(library) is not None


@pytest.fixture
def torch(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The current worker, which a test sets: PyTorch's own function knows only its processes."""
    now = SimpleNamespace(worker=None)
    if is_installed("torch"):
        monkeypatch.setattr("torch.utils.data.get_worker_info", lambda: now.worker)
        return now
    library, utils, data = ModuleType("torch"), ModuleType("torch.utils"), ModuleType("torch.utils.data")
    library.tensor = numpy.array  # type: ignore[attr-defined]
    data.get_worker_info = lambda: now.worker  # type: ignore[attr-defined]
    data.IterableDataset = object  # type: ignore[attr-defined]
    data.DataLoader = lambda dataset, batch_size, num_workers: dataset  # type: ignore[attr-defined]
    for module in (library, utils, data):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return now


def test_workers_of_pytorch_have_each_position_once(torch: SimpleNamespace) -> None:
    positions = recipe("PyTorch")["Positions"](parts.plan(GAMES, size=30_000), batch=1000)
    assert len(positions.planned) > 4
    found = []
    for number in range(4):
        torch.worker = SimpleNamespace(id=number, num_workers=4)
        for batch in positions:
            assert batch["planes"].shape[1:] == (18, 8, 8)
            found += zip(batch["games"].tolist(), batch["moves"].tolist(), batch["results"].tolist(), strict=True)
    whole = scoresheet.read(GAMES).positions("game", "packed_move").arrow().to_pylist()
    wanted = [(row["game"], 65535 if row["packed_move"] is None else row["packed_move"]) for row in whole]
    assert sorted((game, move) for game, move, _ in found) == sorted(wanted)


@pytest.mark.usefixtures("torch")
def test_one_process_of_pytorch_has_the_evaluations(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text("1. e4 {[%eval 0.17]} e5 2. Nf3 {[%eval -1.2]} *\n")
    (batch,) = recipe("PyTorch")["batches"](str(tmp_path / "games.pgn"), workers=0)
    assert [None if value != value else value for value in batch["evals"].tolist()] == [None, 17, None, -120]


@pytest.fixture
def datasets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Datasets that read each shard of a list of parts by itself, as workers do."""
    if is_installed("datasets"):
        return
    library = ModuleType("datasets")

    def from_generator(generator: Any, gen_kwargs: dict[str, list[Any]]) -> list[Any]:
        ((name, shards),) = gen_kwargs.items()
        return [row for shard in shards for row in generator(**{name: [shard]})]

    library.IterableDataset = SimpleNamespace(from_generator=from_generator)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", library)


@pytest.mark.usefixtures("datasets")
def test_datasets_have_each_game_once() -> None:
    found = recipe("Hugging Face Datasets")
    assert list(found["dataset"](GAMES)) == scoresheet.read(GAMES, columns=found["COLUMNS"]).arrow().to_pylist()
