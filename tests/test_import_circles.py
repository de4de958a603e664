"""No two folders of a crate and no two packages of Python import each other, not even by way of others: each can be
read after those that it needs. Files of one folder of a crate may import each other.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import scoresheet

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / "python"
CRATES = sorted(path.parent.name for path in (ROOT / "crates").glob("*/Cargo.toml"))


# Circles


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """A circle of each strongly connected part of a graph: the shortest one through the part's first node.

    A part may hold more circles, which show when this one is broken. A node that points at itself is a circle too.
    """
    parts = [part for part in _parts(graph) if len(part) > 1 or part <= graph[min(part)]]
    return [_shortest_way_round(graph, part, min(part)) for part in parts]


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


def _shortest_way_round(graph: dict[str, set[str]], part: set[str], first: str) -> list[str]:
    """The shortest way from a node of a part back to it."""
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


def test_a_graph_without_cycles_has_none() -> None:
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


# Python

_SOURCES = (".py", ".pyi")
"""A native module is told by its stub, which nothing runs."""


@cache
def python_graph(*, in_functions: bool = False) -> dict[str, set[str]]:
    """Which module of the package imports which others, by their names; a package means its `__init__.py`.

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


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _imported(path: Path, *, in_functions: bool) -> Iterator[str]:
    """What a file imports, as `package.module` or `package.module.name`."""
    for node in _run(parsed(path), in_functions=in_functions):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _run(node: ast.AST, *, in_functions: bool) -> Iterator[ast.AST]:
    """The parts of a file that run: without bodies of functions, unless requested, and without imports for types."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and not in_functions:
            continue
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            continue
        yield child
        yield from _run(child, in_functions=in_functions)


def _file_of(name: str, files: dict[str, Path]) -> str:
    """The module that an imported name is, or is in: `a.b.c` may be `c` of `a.b`."""
    return name if name in files else name.rpartition(".")[0]


def _executed(module: str, importer: str) -> Iterator[str]:
    """A module with the packages around it, whose files run before it.

    Those around the importer run already, independent of its imports: a package may gather what its own modules define.
    Only who takes a name from such a package itself waits for its file.
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
    assert "scoresheet.engines.conditions" not in graph["scoresheet._transforms"]
    assert "scoresheet.engines.conditions" in python_graph(in_functions=True)["scoresheet._transforms"]
    assert "scoresheet.infinite" not in graph["scoresheet.writing"]


# Python in layers
#
# A package imports only packages below it, imports inside functions included. Modules beside the packages
# belong to a layer like a package: the first word of their path is looked up here.

LAYERS: dict[str, list[str]] = {
    "the native core": ["_core"],
    "base": [
        "errors", "_hints", "_registry", "_options", "_signatures", "_sources", "_targets", "_remote", "_scratch",
        "_web", "_interruptible", "_libraries", "_suggest", "_synonyms", "_printable", "_kinds", "_ids", "_nag_words",
        "_png", "_strokes",
    ],
    "core objects": [
        "_annotations", "_note_places", "game", "notation", "legal", "squares", "openings", "books", "vgn", "report",
        "protocols", "schemas", "indexing", "indexed", "uci",
    ],
    "infinite chess": ["infinite", "_regexes"],
    "questions": ["questions"],
    "stores": ["stores"],
    "engines": ["engines"],
    "games": [
        "_transforms", "frames", "bulk", "reading", "tables", "writing", "parts", "asynchronous", "annotating",
        "exploring", "naming", "connecting", "analysis",
    ],
    "drawing": ["drawing"],
    "programs": ["viewer", "spark"],
    "command line": ["cli", "__main__"],
}  # fmt: skip
"""The layers of the package, the lowest first. What is in one layer may import each other, but not in circles."""

UPWARDS = {
    ("infinite.game", "drawing"): "`Game.html` draws the game; nothing else in a game knows pictures",
    ("infinite.game", "viewer"): "notebooks ask a game for its board, as they ask the native `Game`",
    ("infinite.position", "viewer"): "notebooks ask a position for its board, as they ask the native `Position`",
    ("reading", "drawing"): "notebooks ask `Games` for a table of its first games",
    ("infinite.position", "drawing"): "`Position.svg` and `str` draw the board, as those of the native `Position` do",
}
"""The imports that go up, from a module to a package: each runs when its method is called, and for no other reason."""


def rooms(modules: Iterable[str]) -> dict[str, str]:
    """The room of each module: the package or module right below `scoresheet` that it is in."""
    return {module: module.split(".")[1] for module in modules if module != "scoresheet"}


@cache
def room_graph(*, without: frozenset[tuple[str, str]] = frozenset()) -> dict[str, set[str]]:
    """Which packages, and modules beside them, import which others. A name of the facade means its module."""
    graph = {module: set(targets) for module, targets in python_graph(in_functions=True).items()}
    for module in graph:
        graph[module] |= set(_behind_the_facade(module))
    room = rooms({*graph, *(target for targets in graph.values() for target in targets)})
    found: dict[str, set[str]] = {name: set() for name in room.values()}
    for module in graph.keys() - {"scoresheet"}:
        for target in graph[module] - {"scoresheet"}:
            if room[module] != room[target] and (module.removeprefix("scoresheet."), room[target]) not in without:
                found[room[module]].add(room[target])
    return found


def _behind_the_facade(module: str) -> Iterator[str]:
    """The modules of the names that a module takes from `scoresheet` itself, which imports them when they are used."""
    file = PYTHON.joinpath(*module.split("."))
    path = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
    for node in _run(parsed(path), in_functions=True):
        taken = []
        if isinstance(node, ast.ImportFrom) and node.module == "scoresheet":
            taken = [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "scoresheet":
            taken = [node.attr]
        yield from (f"scoresheet.{FACADE[name]}" for name in taken if name in FACADE)


FACADE = {name: module for name, module in scoresheet._STANDS_IN.items() if name != "__version__"}


def test_no_python_packages_import_each_other() -> None:
    found = circles(room_graph(without=frozenset(UPWARDS)))
    assert not found, f"circles of packages:\n{as_lines(found)}"


def test_python_packages_import_only_what_is_below_them() -> None:
    floor = {name: number for number, layer in enumerate(LAYERS.values()) for name in layer}
    graph = room_graph(without=frozenset(UPWARDS))
    assert graph.keys() == floor.keys(), "a package without a layer, or a layer without its package"
    up = [f"{name} -> {target}" for name in graph for target in graph[name] if floor[target] > floor[name]]
    assert not up, f"imports of higher layers: {sorted(up)}"


def test_each_exception_is_still_one() -> None:
    whole = python_graph(in_functions=True)
    for module, package in UPWARDS:
        assert any(f"{target}.".startswith(f"scoresheet.{package}.") for target in whole[f"scoresheet.{module}"])


def test_infinite_chess_is_reached_by_its_interface_only() -> None:
    inside = "scoresheet.infinite."
    for module, targets in python_graph(in_functions=True).items():
        if module != "scoresheet.infinite" and not module.startswith(inside):
            reached = {target for target in targets if target.startswith(inside)}
            assert reached <= {"scoresheet.infinite.interface"}, module


def test_names_of_the_facade_count_as_imports_of_their_modules() -> None:
    assert "scoresheet.game" in set(_behind_the_facade("scoresheet.infinite.pgn.from_standard"))
    assert "scoresheet.notation" in set(_behind_the_facade("scoresheet.viewer.boards"))
    assert "reading" in room_graph()["viewer"]


# Rust
#
# A file imports another if it names something of it, by `use crate::...`, `use super::...`, or by such a path in
# code. Comments, literals and tests do not count. A folder's own file (`mod.rs`, or `name.rs` beside `name/`) may list
# the files of its folder and what they hold, and re-export it. That is not an import: a user of a re-exported name
# imports the file that defines it.

# Literals and comments, in the order in which the first that fits is the right one. A lifetime is not a character.
NOT_CODE = re.compile(
    r"""
    //[^\n]*
  | /\*.*?\*/
  | \b[bc]?r(\#*)".*?"\1
  | [bc]?"(?:\\.|[^"\\])*"
  | b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[^}]*\}|.)|[^'\\\n])'
    """,
    re.VERBOSE | re.DOTALL,
)
TEST_ONLY = re.compile(r"#\[cfg\((?:test|all\(test\b[^\]]*)\)\]")
MODULE = re.compile(r"^[ \t]*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;", re.MULTILINE)
USE = re.compile(r"^[ \t]*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);", re.MULTILINE)
SCOPE = re.compile(r"\bpub\s*\(in [^)]*\)")
PATH = re.compile(r"(?<![\w:])(?:\$?crate|self|(?:self::)?super(?:\s*::\s*super)*)(?:\s*::\s*\w+)+")

# The segments of a path.
RustPath = tuple[str, ...]


@cache
def code_of(source: str) -> str:
    """The source without comments, literals, what is for tests only, and the scopes in which names are visible."""
    code = SCOPE.sub("pub", NOT_CODE.sub(" ", source))
    while found := TEST_ONLY.search(code):
        code = code[: found.start()] + code[end_of_item(code, found.end()) :]
    return code


def end_of_item(code: str, at: int) -> int:
    """Where the item that starts at this place ends: after its semicolon or its last brace."""
    depth = 0
    for here in range(at, len(code)):
        if code[here] in "([{":
            depth += 1
        elif code[here] in ")]}":
            depth -= 1
            if depth == 0 and code[here] == "}":
                return here + 1
        elif code[here] == ";" and depth == 0:
            return here + 1
    return len(code)


def used_paths(tree: str) -> list[tuple[RustPath, str]]:
    """The paths of a `use` tree, each with the name that it is known by afterwards; `*` means every name."""
    tree = tree.strip()
    prefix, brace, group = tree.partition("{")
    if not brace:
        path, _, alias = re.sub(r"\s+", " ", tree).partition(" as ")
        segments = segments_of(path)
        if segments[-1:] == ("self",) and len(segments) > 1:
            segments = segments[:-1]
        return [(segments, alias.strip() or segments[-1])]
    start = segments_of(prefix)
    found = []
    for part in split_group(group[: group.rindex("}")]):
        for path, name in used_paths(part):
            # `a::{self}` is `a` itself.
            whole = start if path == ("self",) else start + path
            found.append((whole, start[-1] if (path, name) == (("self",), "self") else name))
    return found


def segments_of(path: str) -> RustPath:
    return tuple(segment for part in path.split("::") if (segment := part.strip()))


def split_group(group: str) -> list[str]:
    """The parts of a group between its own commas."""
    parts, depth = [""], 0
    for sign in group:
        depth += (sign == "{") - (sign == "}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part.strip()]


class Crate:
    """The modules of a crate and what they hand on."""

    def __init__(self, root: Path) -> None:
        self.files: dict[RustPath, Path] = {}
        self.codes: dict[RustPath, str] = {}
        # By module: the names it imports, each with the path meant, already from the crate's root.
        self.handed_on: dict[RustPath, list[tuple[RustPath, str]]] = {}
        self.add((), root)
        for module, code in self.codes.items():
            uses = [
                (self.absolute(module, path), name) for use in USE.finditer(code) for path, name in used_paths(use[2])
            ]
            self.handed_on[module] = [(path, name) for path, name in uses if path is not None]

    def add(self, module: RustPath, file: Path) -> None:
        self.files[module] = file
        self.codes[module] = code = code_of(file.read_text("utf-8"))
        folder = file.parent if file.name in ("mod.rs", "lib.rs") else file.with_suffix("")
        for found in MODULE.finditer(code):
            beside, within = folder / f"{found[1]}.rs", folder / found[1] / "mod.rs"
            self.add((*module, found[1]), beside if beside.exists() else within)

    def absolute(self, module: RustPath, path: RustPath) -> RustPath | None:
        """A path seen from the crate's root; `None` for a path into another crate."""
        if path[0] in ("crate", "$crate"):
            return path[1:]
        if path[0] in ("self", "super"):
            rest = path[1:] if path[0] == "self" else path
            while rest[:1] == ("super",):
                module, rest = module[:-1], rest[1:]
            return module + rest
        return module + path if (*module, path[0]) in self.files else None

    def home(self, path: RustPath, seen: frozenset[RustPath] = frozenset()) -> RustPath:
        """The module that defines what a path names."""
        module: RustPath = ()
        for at, segment in enumerate(path):
            if (*module, segment) in self.files:
                module = (*module, segment)
                continue
            if path in seen or self.defines(module, segment):
                return module
            for target, name in self.handed_on[module]:
                if name in (segment, "*"):
                    target = target[:-1] if name == "*" else target
                    target = target + path[at + (name != "*") :]
                    found = self.home(target, seen | {path})
                    if name != "*" or self.defines(found, segment):
                        return found
            return module
        return module

    def defines(self, module: RustPath, name: str) -> bool:
        kinds = r"fn|struct|enum|union|trait|type|const|static|macro_rules!"
        return re.search(rf"\b(?:{kinds})\s+(?:mut\s+)?{re.escape(name)}\b", self.codes[module]) is not None

    def imports(self, module: RustPath) -> set[RustPath]:
        """The other modules that a module names, those below it that it only lists or hands on left out."""
        found = set()
        for use in USE.finditer(self.codes[module]):
            for path, _ in used_paths(use[2]):
                target = self.absolute(module, path)
                if target is not None and not (use[1] and target[: len(module)] == module):
                    found.add(self.home(target[:-1] if path[-1] == "*" else target))
        for path in PATH.finditer(USE.sub("", self.codes[module])):
            target = self.absolute(module, segments_of(path[0]))
            if target is not None:
                found.add(self.home(target))
        return found - {module}


@cache
def rust_graph(crate: str) -> dict[str, set[str]]:
    """The files of a crate, each with those that it imports, by their paths from the root of the repository."""
    whole = Crate(ROOT / "crates" / crate / "src" / "lib.rs")
    name = {module: str(file.relative_to(ROOT)) for module, file in whole.files.items()}
    return {name[module]: {name[target] for target in whole.imports(module)} for module in whole.files}


def folder_graphs(graph: dict[str, set[str]]) -> Iterator[dict[str, set[str]]]:
    """For each folder with files of a graph, which of its files and folders imports which others.

    A folder imports what any file below it does. The folder's own file is one of its files.
    """
    folders = {str(folder) for file in graph for folder in Path(file).parents}
    # `name.rs` beside `name/` is the folder's own file.
    place = {file: f"{stem}/mod.rs" if (stem := file.removesuffix(".rs")) in folders else file for file in graph}
    for folder in sorted(folders):
        around = f"{folder}/"
        below: dict[str, set[str]] = {}
        for file, targets in graph.items():
            if place[file].startswith(around):
                inside = {place[target] for target in targets if place[target].startswith(around)}
                below.setdefault(_child(around, place[file]), set()).update(_child(around, path) for path in inside)
        yield {child: targets - {child} for child, targets in below.items()}


def _child(around: str, file: str) -> str:
    """The file, or the folder with it, that is directly in a folder."""
    return around + file.removeprefix(around).partition("/")[0]


def folder_circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """A circle through a folder, for each strongly connected part of a level that has one.

    Files that are beside each other may be in a circle: the methods of a type are in one file, regardless of what they
    use.
    """
    through = [(part, [node for node in part if not node.endswith(".rs")]) for part in _parts(graph) if len(part) > 1]
    return [_shortest_way_round(graph, part, min(folders)) for part, folders in through if folders]


# Circles that are allowed, with the reason.
FOLDERS_IN_CIRCLES = {
    # All unsafe code is in one folder: what reads and writes DuckDB's memory, which functions use, and what registers
    # functions.
    ("crates/duckdb/src/ffi", "crates/duckdb/src/function.rs"),
}


@pytest.mark.parametrize("crate", CRATES)
def test_no_circles_between_the_folders_of_a_crate(crate) -> None:
    found = [circle for graph in folder_graphs(rust_graph(crate)) for circle in folder_circles(graph)]
    found = [circle for circle in found if tuple(circle) not in FOLDERS_IN_CIRCLES]
    assert not found, f"circles of imports:\n{as_lines(found)}"


def test_folders_that_import_each_other_are_a_circle() -> None:
    graph = {
        "src/lib.rs": set(),
        "src/a.rs": {"src/b/low.rs"},
        "src/a/deep/one.rs": {"src/a.rs"},
        "src/a/high.rs": {"src/a/deep/one.rs", "src/b/low.rs"},
        "src/b/low.rs": set(),
        "src/b/high.rs": {"src/c.rs"},
        "src/c.rs": {"src/b/low.rs"},
    }
    assert [folder_circles(level) for level in folder_graphs(graph)] == [[], [["src/b", "src/c.rs"]], [], [], []]
    graph["src/a/deep/two.rs"] = {"src/a/high.rs"}
    found = [circle for level in folder_graphs(graph) for circle in folder_circles(level)]
    assert found == [["src/b", "src/c.rs"], ["src/a/deep", "src/a/high.rs"]]


def test_files_of_one_folder_may_import_each_other() -> None:
    graph = {"src/lib.rs": set(), "src/a/one.rs": {"src/a/two.rs"}, "src/a/two.rs": {"src/a/one.rs"}}
    assert [folder_circles(level) for level in folder_graphs(graph)] == [[], [], []]


@pytest.mark.parametrize(
    ("tree", "paths"),
    [
        ("crate::a::B", [("crate::a::B", "B")]),
        ("crate::a::B as C", [("crate::a::B", "C")]),
        ("crate::a::{B, c::{D, E as F}}", [("crate::a::B", "B"), ("crate::a::c::D", "D"), ("crate::a::c::E", "F")]),
        (
            "super::super::{a::{self, B}, c}",
            [("super::super::a", "a"), ("super::super::a::B", "B"), ("super::super::c", "c")],
        ),
        ("crate::a::{self as b}", [("crate::a", "b")]),
        ("crate::{\n    a::*,\n    b::C,\n}", [("crate::a::*", "*"), ("crate::b::C", "C")]),
    ],
)
def test_the_paths_of_a_use(tree, paths) -> None:
    assert [("::".join(path), name) for path, name in used_paths(tree)] == paths


def test_what_counts_as_an_import(tmp_path) -> None:
    sources = {
        "lib.rs": "mod folder;\nmod plain;\nmod top;\npub use folder::Inner;\n",
        "folder/mod.rs": "mod inner;\nmod other;\npub use inner::Inner;\npub static ALL: &[&str] = &[other::NAME];\n",
        "folder/inner.rs": "pub struct Inner;\n",
        "folder/other.rs": "use super::Inner;\npub const NAME: &str = super::super::plain::NAME;\n",
        "plain.rs": """
            // use crate::top::Top;
            /* crate::top::Top */
            pub const NAME: &str = "crate::top::Top";
            pub const QUOTE: (char, &'static str) = ('"', r#"crate::top::"Top"#);
            #[cfg(test)]
            mod tests {
                use crate::top::Top;
            }
        """,
        "top.rs": "use crate::{Inner as Renamed, folder};\npub struct Top(Renamed, folder::Inner);\n",
    }
    for name, source in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source, "utf-8")
    crate = Crate(tmp_path / "lib.rs")
    assert {"/".join(module): {"/".join(target) for target in crate.imports(module)} for module in crate.files} == {
        "": set(),
        "folder": set(),
        "folder/inner": set(),
        "folder/other": {"folder/inner", "plain"},
        "plain": set(),
        "top": {"folder", "folder/inner"},
    }
