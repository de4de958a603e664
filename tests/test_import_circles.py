"""No two files import each other, not even by way of others: every file can be read after those that it needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / "python"


# Circles


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """A circle of each strongly connected part of a graph: the shortest one through the part's first node.

    A part may hold more circles, which show when this one is broken. A node that points at itself is a circle too.
    """
    return [_shortest_way_round(graph, part) for part in _parts(graph) if len(part) > 1 or part <= graph[min(part)]]


def _parts(graph: dict[str, set[str]]) -> list[set[str]]:
    """The strongly connected parts: nodes that reach each other."""
    reached = {node: _reachable(graph, node) for node in graph}
    parts = {frozenset({node, *(other for other in reached[node] if node in reached[other])}) for node in graph}
    return [set(part) for part in sorted(parts, key=min)]


def _reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    pending = [start]
    while pending:
        new = graph.get(pending.pop(), set()) & graph.keys() - found
        found |= new
        pending += new
    return found


def _shortest_way_round(graph: dict[str, set[str]], part: set[str]) -> list[str]:
    """The shortest way from the first node of a part back to it."""
    first = min(part)
    ways = [[first]]
    for way in ways:
        for following in sorted(graph[way[-1]] & part):
            if following == first:
                return way
            if not any(following in known for known in ways):
                ways.append([*way, following])
    raise AssertionError("each node of a part reaches all others")


def as_lines(found: list[list[str]]) -> str:
    """Circles as lines of a message."""
    return "\n".join(" -> ".join([*circle, circle[0]]) for circle in found)


def test_circles_are_found_and_named() -> None:
    graph = {"a": {"b", "outside"}, "b": {"c", "d"}, "c": {"a"}, "d": {"e"}, "e": set(), "f": {"f"}}
    assert circles(graph) == [["a", "b", "c"], ["f"]]
    assert as_lines(circles(graph)) == "a -> b -> c -> a\nf -> f"


def test_a_graph_without_circles_has_none() -> None:
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


# Python

_SOURCES = (".py", ".pyi")
"""A native module is told by its stub, which nothing runs."""


def python_graph(*, in_functions: bool = False) -> dict[str, set[str]]:
    """Which module of the package imports which others, by their names; a package stands for its `__init__.py`.

    An import counts when it runs as its file is imported; with `in_functions`, those count too that run later.
    What is imported for type checkers only never counts.
    """
    files = {_module(path): path for path in sorted((PYTHON / "scoresheet").rglob("*.py*")) if path.suffix in _SOURCES}
    return {
        module: {
            part
            for name in _imported(path, in_functions=in_functions)
            for part in _executed(_file_of(name, files), module)
            if part in files
        }
        for module, path in files.items()
        if path.suffix == ".py"
    }


def _module(path: Path) -> str:
    parts = path.relative_to(PYTHON).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path, *, in_functions: bool) -> Iterator[str]:
    """What a file imports, as `package.module` or `package.module.name`."""
    for node in _run(ast.parse(path.read_text("utf-8")), in_functions=in_functions):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _run(node: ast.AST, *, in_functions: bool) -> Iterator[ast.AST]:
    """The parts of a file that run: bodies of functions left out, unless they are asked for, and what is for types."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and not in_functions:
            continue
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            continue
        yield child
        yield from _run(child, in_functions=in_functions)


def _file_of(name: str, files: dict[str, Path]) -> str:
    """The module that an imported name is, or stands in: `a.b.c` may be `c` of `a.b`."""
    return name if name in files else name.rpartition(".")[0]


def _executed(module: str, importer: str) -> Iterator[str]:
    """A module with the packages around it, whose files run before it.

    Those around the importer run already, whatever it imports: a package may gather what its own modules define. Only
    who takes a name from such a package itself waits for its file.
    """
    yield module
    parts = module.split(".")
    around = (".".join(parts[:end]) for end in range(1, len(parts)))
    yield from (package for package in around if not f"{importer}.".startswith(f"{package}."))


def test_no_python_files_import_each_other() -> None:
    found = circles(python_graph())
    assert not found, f"circles of imports:\n{as_lines(found)}"


def test_the_graph_of_python_files_has_what_runs_at_import() -> None:
    graph = python_graph()
    assert "scoresheet.report" in graph["scoresheet.writing"]
    # A name from a package runs the package's file, and so does a module inside it, but not for those inside already.
    assert "scoresheet.infinite" in graph["scoresheet.drawing.window"]
    assert "scoresheet.infinite" not in graph["scoresheet.infinite.game"]
    assert "scoresheet.infinite.rules" in graph["scoresheet.infinite.contents"]
    # What is imported for types, or in a function, does not run.
    assert "scoresheet.engines.duckdb" not in graph["scoresheet"]
    assert "scoresheet.engines.duckdb" in python_graph(in_functions=True)["scoresheet"]
    assert "scoresheet.infinite" not in graph["scoresheet.writing"]
