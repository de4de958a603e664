"""What mypy finds in the files of the tests that are about types."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from typing import Any

import pytest

from levels import rounds
from scoresheet import _core
from scoresheet._transforms import Transformed
from test_house import PACKAGE, ROOT

CHECKED = [ROOT / "tests" / name for name in ("both_kinds.py", "transform_types.py")]


@pytest.mark.slow  # `make lint` checks the same files
def test_mypy_accepts_what_is_right_and_finds_each_mistake() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", *map(str, CHECKED)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_type_of_every_transform_is_checked() -> None:
    checked = set(re.findall(r"\.(\w+)\(", (ROOT / "tests" / "transform_types.py").read_text("utf-8")))
    assert {name for name in vars(Transformed) if not name.startswith("_")} <= checked


STUB = ast.parse((PACKAGE / "_core.pyi").read_text("utf-8")).body
CLASSES = {node.name: node for node in STUB if isinstance(node, ast.ClassDef)}


def rows() -> dict[str, str]:
    """The type of the rows of each registry, as the stub has it."""
    found: dict[str, str] = {}
    for node in STUB:
        if isinstance(node, ast.FunctionDef) and node.name == "registry":
            kinds = re.findall(r"'(\w+)'", ast.unparse(node.args))
            found |= dict.fromkeys(kinds, ast.unparse(node.returns).removeprefix("Sequence[").removesuffix("]"))
    return found


def is_of(value: Any, kind: str) -> bool:
    """Whether a value has a type of the stub."""
    if " | " in kind:
        return any(is_of(value, part) for part in kind.split(" | "))
    name, _, inside = kind.removesuffix("]").partition("[")
    if name in CLASSES:
        members = {
            node.target.id: ast.unparse(node.annotation) for node in CLASSES[name].body if hasattr(node, "target")
        }
        optional = any(keyword.arg == "total" for keyword in CLASSES[name].keywords)
        named = value.keys() <= members.keys() if optional else value.keys() == members.keys()
        return named and all(is_of(value[key], members[key]) for key in value)
    if name == "Literal":
        return value in ast.literal_eval(f"[{inside}]")
    if name == "list":
        return isinstance(value, list) and all(is_of(one, inside) for one in value)
    if name == "dict":
        return isinstance(value, dict) and all(is_of(one, inside.partition(", ")[2]) for one in value.values())
    return value is None if name == "None" else type(value) is {"str": str, "int": int, "bool": bool}[name]


@pytest.mark.parametrize("kind", rows())
def test_the_rows_of_each_registry_have_the_types_of_the_stub(kind: str) -> None:
    # All rows of a registry are made in one place; there are thousands of openings.
    found = _core.registry(kind)
    for row in found[:: max(1, len(found) // rounds(5000))]:
        assert is_of(row, rows()[kind]), row


def test_the_stub_knows_every_registry() -> None:
    with pytest.raises(Exception, match="no registry") as caught:
        _core.registry("nothing")  # type: ignore[call-overload]
    assert set(re.findall(r"`([a-z_]+)`", caught.value.hint)) == rows().keys()
