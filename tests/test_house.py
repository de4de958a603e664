"""The rules of the house: who may know whom, what stands once, what never stands in the repository."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from test_import_circles import rust_graph

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
CRATES = ["columns", "core", "files", "jobs", "python"]
PACKAGE = ROOT / "python" / "scoresheet"


def tracked(*patterns: str) -> list[Path]:
    """The files of the repository that match, generated and ignored ones left out."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for name in listing.split("\0") if name and (path := ROOT / name).is_file()]


def names(paths: list[Path]) -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in paths)


def table(path: str) -> dict:
    return tomllib.loads((ROOT / path).read_text("utf-8"))


# Crates


@pytest.fixture(scope="module")
def dependencies() -> dict[str, set[str]]:
    """What each of our crates depends on, tests' own dependencies left out."""
    command = ["cargo", "metadata", "--format-version", "1", "--no-deps", "--locked", "--offline"]
    packages = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)["packages"]
    return {
        package["name"].removeprefix("scoresheet-"): {
            dependency["name"].removeprefix("scoresheet-")
            for dependency in package["dependencies"]
            if dependency["kind"] != "dev"
        }
        for package in packages
    }


def test_there_are_five_crates(dependencies) -> None:
    assert sorted(dependencies) == CRATES


def test_core_depends_on_nothing(dependencies) -> None:
    assert dependencies["core"] == set()


@pytest.mark.parametrize(
    ("crate", "known"),
    [
        ("files", {"core"}),
        ("columns", {"core"}),
        ("jobs", {"core", "files", "columns"}),
        ("python", {"core", "files", "columns", "jobs"}),
    ],
)
def test_crates_know_only_those_below_them(dependencies, crate, known) -> None:
    assert dependencies[crate] & set(CRATES) == known


def test_unsafe_code_is_forbidden_outside_the_python_crate() -> None:
    for crate in ["core", "files", "columns", "jobs"]:
        assert "#![forbid(unsafe_code)]" in (ROOT / "crates" / crate / "src" / "lib.rs").read_text("utf-8"), crate


def test_core_is_built_without_std() -> None:
    assert "#![no_std]" in (ROOT / "crates/core/src/lib.rs").read_text("utf-8")


# Modules of core: a folder or file, and the modules it may not name. A game flows through those of `GAMES` in about the
# order of `MAY_NOT_KNOW`.
BELOW = ["at", "eight", "error", "limits", "loss", "roster", "text"]
GAMES = {"event", "step", "dialect", "read", "write", "game", "tree"}
BOARDS = {"rules", "position", "notation"}
MAY_NOT_KNOW = {
    **dict.fromkeys(BELOW, BOARDS | GAMES),
    "rules": {"position", "notation", *GAMES},
    "notation": {"position", *GAMES},
    "position": GAMES,
    "event": BOARDS | GAMES - {"event", "step"},
    "step": {"position"} | GAMES - {"step"},
    "dialect": {"read", "write", "game", "tree"},
    "read": {"write", "game", "tree"},
    "write": {"event", "dialect", "read", "game", "tree"},
    "game": {"tree"},
    "tree": {"game"},
    "game/pgn/lexer": BOARDS | {"dialect", "read", "write"},
    "game/vgn/lexer": BOARDS | {"read", "write"},
    "game/pgc/records": BOARDS | {"dialect", "read", "write"},
    "game/pgn/frame": BOARDS | {"dialect", "read", "write"},
}


def named_modules(source: str) -> set[str]:
    """The modules of its own crate that a Rust file names, in comments and unit tests not counted."""
    code = re.sub(r"//.*", "", source.split("#[cfg(test)]")[0])
    return set(re.findall(r"\bcrate::(\w+)", code))


@pytest.mark.parametrize("module", MAY_NOT_KNOW)
def test_modules_of_core_know_only_what_is_below_them(module) -> None:
    paths = tracked(f"crates/core/src/{module}.rs", f"crates/core/src/{module}/*.rs")
    assert paths, f"no file for `{module}`"
    for path in (path for path in paths if path.name != "tests.rs"):
        assert named_modules(path.read_text("utf-8")) & MAY_NOT_KNOW[module] == set(), path.name


# Formats of games that do not know each other, though one file may hold games of both.
@pytest.mark.parametrize(("format_", "other"), [("pgn", "vgn"), ("vgn", "pgn")])
def test_pgn_and_vgn_do_not_know_each_other(format_, other) -> None:
    inside = "crates/core/src/game/"
    graph = rust_graph("core")
    named = {
        file: [target for target in targets if target.startswith((f"{inside}{other}/", f"{inside}mixed/"))]
        for file, targets in graph.items()
        if file.startswith(f"{inside}{format_}/")
    }
    assert named, f"no file for `{format_}`"
    assert {file: targets for file, targets in named.items() if targets} == {}


def paths_named(tree: str) -> list[str]:
    """The paths that the tree of a `use` names, one for each of its leaves.

    >>> paths_named("crate::a::{self, b::{C, D}}")
    ['crate::a::self', 'crate::a::b::C', 'crate::a::b::D']
    """
    inner = re.fullmatch(r"([^{}]*)\{(.*)\}", tree.strip(), re.DOTALL)
    if inner is None:
        return [tree.split(" as ")[0].strip()]
    branches, depth = [""], 0
    for char in inner[2]:
        depth += {"{": 1, "}": -1}.get(char, 0)
        if char == "," and depth == 0:
            branches.append("")
        else:
            branches[-1] += char
    return [inner[1].strip() + path for branch in branches if branch.strip() for path in paths_named(branch)]


def imports_between_files(crate: str) -> dict[str, set[str]]:
    """The modules of a crate, each with those of the same crate that its file names; the crate's root left out."""
    source = ROOT / "crates" / crate / "src"
    texts = {}
    for path in tracked(f"crates/{crate}/src/*.rs"):
        parts = path.relative_to(source).with_suffix("").parts
        texts["::".join(parts[:-1] if parts[-1] == "mod" else parts)] = path.read_text("utf-8")
    texts.pop("lib")

    def module_of(path: str) -> str | None:
        while path not in texts and "::" in path:
            path = path.rpartition("::")[0]
        return path if path in texts else None

    graph = {}
    for module, text in texts.items():
        code = re.sub(r"//.*", "", text.split("#[cfg(test)]")[0])
        named = [path for tree in re.findall(r"\buse\s+([^;]+);", code) for path in paths_named(tree)]
        named += re.findall(r"\bcrate::[\w:]+", code)
        above, inside = module.rpartition("::")[0], f"crate::{module}::"
        named = [path.replace("super::", f"crate::{above}::" if above else "crate::", 1) for path in named]
        named = [path if path.startswith("crate::") else inside + path for path in named]
        found = {module_of(path.removeprefix("crate::")) for path in named}
        graph[module] = {other for other in found if other is not None} - {module}
    return graph


@pytest.mark.parametrize("crate", ["jobs", "python"])
def test_files_import_each_other_in_no_circle(crate) -> None:
    graph = imports_between_files(crate)
    assert sum(map(len, graph.values())) > len(graph), "hardly any import was found"
    while free := [module for module, named in graph.items() if not named & graph.keys()]:
        for module in free:
            del graph[module]
    assert {module: named & graph.keys() for module, named in graph.items()} == {}


# The package


def imported(path: Path) -> set[str]:
    """The modules that a Python file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return found


def test_commands_and_engines_reach_the_core_through_the_package() -> None:
    reaching = [path for path in tracked("python/*.py") if "scoresheet._core" in imported(path)]
    assert [name for name in names(reaching) if "/cli/" in name or "/engines/" in name or "/questions/" in name] == []


def test_the_test_oracle_is_never_imported_by_what_ships() -> None:
    assert [path for path in tracked("python/*.py") if "chess" in {name.split(".")[0] for name in imported(path)}] == []


# Parts of the boards without edges, and the other parts of them that each may name.
FOUNDATION = {"document", "faults", "move", "pieces", "players", "profiles", "state", "values"}
INFINITE_MAY_KNOW = {
    "pieces": set(),
    "document": {"pieces"},
    "rules": FOUNDATION,
    "unjudged": FOUNDATION,
    "reading": FOUNDATION | {"raising", "real"},
    "writing": FOUNDATION | {"reading", "real", "rules", "unjudged"},
    "compat": FOUNDATION | {"reading", "unjudged", "writing"},
}


@pytest.mark.parametrize("part", INFINITE_MAY_KNOW)
def test_parts_of_infinite_chess_know_only_what_is_below_them(part) -> None:
    inside = "scoresheet.infinite."
    paths = tracked(f"python/scoresheet/infinite/{part}.py", f"python/scoresheet/infinite/{part}/*.py")
    assert paths, f"no file for `{part}`"
    for path in paths:
        named = {name.removeprefix(inside).split(".")[0] for name in imported(path) if name.startswith(inside)}
        assert named - {part} <= INFINITE_MAY_KNOW[part], path.name


HEAVY = ["click", "duckdb", "numpy", "pandas", "polars", "pyarrow", "rich"]


def test_importing_the_package_imports_nothing_heavy() -> None:
    program = f"import sys, scoresheet; print(*[name for name in {HEAVY} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert run.stdout.split() == []


# What stands once


def test_the_version_stands_in_the_workspace_only() -> None:
    version = table("Cargo.toml")["workspace"]["package"]["version"]
    for crate in CRATES:
        assert table(f"crates/{crate}/Cargo.toml")["package"]["version"] == {"workspace": True}, crate
    assert "version" in table("pyproject.toml")["project"]["dynamic"]
    quoted = re.compile(rf"""["']{re.escape(version)}["']""")
    holders = [path for path in tracked("*.py", "*.pyi", "*.rs", "*.toml") if quoted.search(path.read_text("utf-8"))]
    assert names(holders) == ["Cargo.toml"]


def test_the_package_has_the_version_of_the_workspace() -> None:
    import scoresheet

    assert importlib.metadata.version("scoresheet") == table("Cargo.toml")["workspace"]["package"]["version"]
    assert scoresheet.__version__ == importlib.metadata.version("scoresheet")


def test_the_builder_is_the_same_everywhere() -> None:
    project = table("pyproject.toml")
    assert project["dependency-groups"]["build"] == project["build-system"]["requires"]


def test_the_licence_is_the_same_everywhere() -> None:
    licence = "MIT OR Apache-2.0"
    assert table("pyproject.toml")["project"]["license"] == licence
    assert table("Cargo.toml")["workspace"]["package"]["license"] == licence


# What never stands in the repository


def test_no_path_of_one_machine_stands_in_a_file() -> None:
    homes = "|".join(["home", "root", "work", "Users"])
    path_of_a_machine = re.compile(rf"(?<![\w.~*$}}>)-])/(?:{homes})/[\w.]")
    found = []
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "ignore")
        found += [f"{path.relative_to(ROOT)}: {match.group()}" for match in path_of_a_machine.finditer(text)]
    assert found == []


def test_there_is_no_toolchain_file() -> None:
    # rustup would download what it names; `rust-version` says what is needed.
    assert tracked("rust-toolchain", "rust-toolchain.toml") == []
    assert "rust-version" in table("Cargo.toml")["workspace"]["package"]
