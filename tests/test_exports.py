"""What `import scoresheet` gives: every public name, sorted, documented, and nothing heavy."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import scoresheet
from scoresheet import _core

PACKAGE = Path(scoresheet.__file__).parent


def public(module: object) -> set[str]:
    return {name for name in vars(module) if not name.startswith("_") and not inspect.ismodule(getattr(module, name))}


def test_all_is_sorted_and_complete() -> None:
    assert scoresheet.__all__ == sorted(scoresheet.__all__)
    imported_for_types = {"TYPE_CHECKING", "Any", "annotations"}
    assert public(scoresheet) - imported_for_types <= set(scoresheet.__all__)
    for name in scoresheet.__all__:
        assert getattr(scoresheet, name) is not None


def test_there_is_nothing_else() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = scoresheet.nonsense  # type: ignore[attr-defined]


def test_the_native_part_has_few_names() -> None:
    names = {name for name in vars(_core) if not name.startswith("__")} | {"__version__"}
    assert names == set(_core.__all__)
    assert len(names) <= 31


@pytest.mark.parametrize("name", sorted(set(scoresheet.__all__) - {"__version__"}))
def test_public_names_have_docstrings(name: str) -> None:
    doc = inspect.getdoc(getattr(scoresheet, name))
    assert doc
    first = doc.splitlines()[0]
    assert first.endswith(".") or "." in doc.split("\n\n")[0], first


@pytest.mark.parametrize(
    "name", ["Games", "Move", "Position", "Report", "check", "convert", "convert_move", "read", "write"]
)
def test_public_names_come_with_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(getattr(scoresheet, name)) or "")


@pytest.mark.parametrize("cls", [scoresheet.Position, scoresheet.Move], ids=lambda cls: cls.__name__)
def test_native_members_are_documented(cls: type) -> None:
    members = {name: member for name, member in vars(cls).items() if not name.startswith("_")}
    assert members
    for name, member in members.items():
        assert member.__doc__, name


def test_the_package_is_marked_as_typed() -> None:
    assert (PACKAGE / "py.typed").exists()
    assert (PACKAGE / "_core.pyi").exists()


def test_every_name_has_a_place() -> None:
    assert set(scoresheet._STANDS_IN) | {"infinite"} == set(scoresheet.__all__)
    assert set(scoresheet.__all__) <= set(dir(scoresheet))
    for module in scoresheet._MODULES:
        assert inspect.ismodule(getattr(scoresheet, module))


def imported_by(program: str) -> set[str]:
    """What a fresh process has imported at the end of a program, less what any process has."""
    programs = (f"{text}; import sys; print(*sys.modules)" for text in ("pass", program))
    runs = [
        subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True) for text in programs
    ]
    usual, all_ = (set(run.stdout.splitlines()[-1].split()) for run in runs)
    return all_ - usual


def test_importing_imports_no_part_before_it_is_used() -> None:
    assert imported_by("import scoresheet") == {"scoresheet", "__future__"}


def test_the_version_is_available_without_the_command_line() -> None:
    found = imported_by("from scoresheet.cli import main; main(['--version'])")
    assert {name for name in found if "scoresheet" in name} == {"scoresheet", "scoresheet.cli", "scoresheet._core"}
    assert found.isdisjoint({"click", "dataclasses", "enum", "inspect", "re", "typing"})


def test_importing_imports_nothing_heavy() -> None:
    heavy = {"duckdb", "pyarrow", "polars", "pandas", "numpy", "click", "rich", "asyncio"}
    script = "import sys, scoresheet; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert heavy.isdisjoint(run.stdout.split())


def test_the_version_matches_the_native_part() -> None:
    assert scoresheet.__version__ == _core.__version__
