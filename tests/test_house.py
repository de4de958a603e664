"""The rules of the repository: which module may import which, what exists once, what must never be in it."""

from __future__ import annotations

import ast
import atexit
import importlib.metadata
import json
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

from test_import_circles import code_of, parsed, rust_graph

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
CRATES = ["archive", "columns", "core", "duckdb", "files", "jobs", "parallel", "python", "spill"]
# Programs in Rust that make files of the crates, or games to measure with. They ship in nothing.
TOOLS = ["synthetic", "train"]
PACKAGE = ROOT / "python" / "scoresheet"


@cache
def git() -> list[str]:
    """How git is called. An unpacked source distribution is no repository, so it gets an empty one elsewhere."""
    if (ROOT / ".git").exists():
        return ["git"]
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    subprocess.run(["git", "init", "--quiet", "--bare", folder], check=True)
    return ["git", "--git-dir", folder, "--work-tree", str(ROOT)]


def tracked(*patterns: str) -> list[Path]:
    """The files of the repository that match, generated and ignored ones left out."""
    command = [*git(), "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
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


def test_these_are_all_crates(dependencies) -> None:
    assert sorted(dependencies) == sorted([*CRATES, *TOOLS])


@pytest.mark.parametrize("crate", ["core", "parallel", "spill"])
def test_the_lowest_crates_depend_on_nothing(dependencies, crate) -> None:
    assert dependencies[crate] == set()


@pytest.mark.parametrize(
    ("crate", "known"),
    [
        ("files", {"core", "parallel"}),
        ("columns", {"core", "parallel", "spill"}),
        ("archive", {"core", "parallel"}),
        ("jobs", {"core", "parallel", "spill", "files", "columns", "archive"}),
        ("python", {"core", "parallel", "files", "columns", "jobs"}),
        ("duckdb", {"core", "parallel", "files", "columns", "jobs"}),
    ],
)
def test_crates_know_only_those_below_them(dependencies, crate, known) -> None:
    assert dependencies[crate] & set(CRATES) == known


def test_unsafe_code_is_forbidden_outside_the_python_crate() -> None:
    for crate in ["core", "parallel", "spill", "files", "columns", "archive", "jobs"]:
        assert "#![forbid(unsafe_code)]" in (ROOT / "crates" / crate / "src" / "lib.rs").read_text("utf-8"), crate


def test_threads_are_started_and_locks_recovered_in_one_crate() -> None:
    own = re.compile(r"\bthread::(spawn|scope|Builder)|\bPoisonError\b|\b(catch|resume)_unwind\b")
    sources = [path for crate in CRATES for path in tracked(f"crates/{crate}/src/*.rs")]
    found = {path.relative_to(ROOT).as_posix() for path in sources if own.search(path.read_text("utf-8"))}
    assert {path for path in found if not path.startswith("crates/parallel/")} == set()


def test_the_extension_has_unsafe_code_only_at_its_border() -> None:
    assert "#![deny(unsafe_code)]" in (ROOT / "crates/duckdb/src/lib.rs").read_text("utf-8")
    allowing = [path for path in tracked("crates/duckdb/src/*.rs") if "allow(unsafe_code)" in path.read_text("utf-8")]
    assert [path.relative_to(ROOT).as_posix() for path in allowing] == ["crates/duckdb/src/ffi/mod.rs"]


def test_core_is_built_without_std() -> None:
    assert "#![no_std]" in (ROOT / "crates/core/src/lib.rs").read_text("utf-8")


# Modules of core: a folder or file, and the modules it may not name. A game flows through those of `GAMES` in about the
# order of `MAY_NOT_KNOW`.
BELOW = ["error", "limits", "location", "loss", "name", "names", "roster", "swar", "text"]
GAMES = {"event", "step", "dialect", "read", "write", "edit", "game", "tree"}
BOARDS = {"rules", "position", "notation"}
MAY_NOT_KNOW = {
    **dict.fromkeys(BELOW, BOARDS | GAMES),
    "rules": {"position", "notation", *GAMES},
    "openings": {"position", "notation", *GAMES},
    "notation": {"position", *GAMES},
    "position": GAMES,
    "event": BOARDS | GAMES - {"event", "step"},
    "step": {"position"} | GAMES - {"step"},
    "dialect": {"read", "write", "edit", "game", "tree"},
    "read": {"write", "edit", "game", "tree"},
    "write": {"event", "read", "edit", "game", "tree"},
    "edit": {"event", "write", "game", "tree"},
    "game": {"edit", "tree"},
    "tree": {"game"},
    "game/pgn/lexer": BOARDS | {"dialect", "read", "write"},
    "game/vgn/lexer": BOARDS | {"read", "write"},
    "game/pgc/records": BOARDS | {"dialect", "read", "write"},
    "game/pgn/frame": BOARDS | {"dialect", "read", "write"},
}


def named_modules(source: str) -> set[str]:
    """The modules of its own crate that a Rust file names, in comments and unit tests not counted."""
    code = re.sub(r"//.*", "", source.split("#[cfg(test)]\nmod tests {")[0])
    return set(re.findall(r"\bcrate::(\w+)", code))


@pytest.mark.parametrize("module", MAY_NOT_KNOW)
def test_modules_of_core_know_only_what_is_below_them(module) -> None:
    paths = tracked(f"crates/core/src/{module}.rs", f"crates/core/src/{module}/*.rs")
    assert paths, f"no file for `{module}`"
    for path in (path for path in paths if path.name != "tests.rs"):
        assert named_modules(path.read_text("utf-8")) & MAY_NOT_KNOW[module] == set(), path.name


# The layers of jobs: each names only those before it. Sources and sinks do not know each other. The jobs themselves are
# the files beside these folders, and are above them.
LAYERS = [
    "common",
    "formats",
    "settings",
    "inputs",
    "options",
    "pipeline",
    "sources",
    "sinks",
    "containers",
    "selection",
]


def test_layers_of_jobs_know_only_those_below_them() -> None:
    inside = "crates/jobs/src/"
    graph = rust_graph("jobs")
    folders = {path.partition("/")[0] for file in graph if "/" in (path := file.removeprefix(inside))}
    assert folders == set(LAYERS)
    for place, layer in enumerate(LAYERS):
        below = {*LAYERS[: place + 1]} - ({"sources"} if layer == "sinks" else set())
        named = {
            target
            for file, targets in graph.items()
            if file.startswith(f"{inside}{layer}/")
            for target in targets
            if target.removeprefix(inside).partition("/")[0] not in below
        }
        assert named == set(), layer


def test_the_kinds_of_formats_are_named_in_one_place() -> None:
    """A new kind is an arm in `formats` and one implementation of each trait, not a case in every job."""
    kinds = re.compile(r"\bFormat::[A-Z]")
    naming = {
        file
        for crate in CRATES
        for file, code in rust_codes(crate).items()
        if kinds.search(code) and not file.startswith("crates/jobs/src/formats/")
    }
    assert naming == set()


# Formats of games that do not know each other, though one file may hold games of both.
@pytest.mark.parametrize(("format_", "other"), [("pgn", "vgn"), ("vgn", "pgn")])
def test_pgn_and_vgn_do_not_know_each_other(format_, other) -> None:
    inside = "crates/core/src/game/"
    graph = rust_graph("core")
    named = {
        file: [target for target in targets if target.startswith((f"{inside}{other}/", f"{inside}vgn_file/"))]
        for file, targets in graph.items()
        if file.startswith(f"{inside}{format_}/")
    }
    assert named, f"no file for `{format_}`"
    assert {file: targets for file, targets in named.items() if targets} == {}


# Types and words of the crates


DEFINED = re.compile(r"^(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|union|trait|type)\s+(\w+)", re.MULTILINE)
OWN_METHODS = re.compile(r"^impl(?:<[^{;]*?>)?\s+(?:\w+::)*(\w+)(?![^{;]*\bfor\b)[^{;]*\{", re.MULTILINE)
# Types with methods in more than one file, with the reason.
SPREAD = {
    # The patterns that the library names are built in their list.
    ("core", "Pattern"),
    # The content of a row, and how it is written.
    ("core", "BoardRow"),
    # How a format is detected needs all formats, which are below.
    ("jobs", "Format"),
    # The list of options is a separate file, with what it sets.
    ("jobs", "Opt"),
    ("jobs", "Settings"),
    # What counting matches needs from a plan.
    ("jobs", "Plan"),
    # Sources add the way in which they go through an input, and are above the pass.
    ("jobs", "Pass"),
}


def rust_codes(crate: str) -> dict[str, str]:
    """The files of a crate without tests, by name."""
    paths = [path for path in tracked(f"crates/{crate}/src/*.rs") if path.name != "tests.rs"]
    return {str(path.relative_to(ROOT)): code_of(path.read_text("utf-8")) for path in paths}


def files_of(pattern: re.Pattern[str], crate: str) -> dict[str, list[str]]:
    """The names that a pattern finds in a crate, each with the files in which it does."""
    found: dict[str, list[str]] = {}
    for file, code in rust_codes(crate).items():
        for name in pattern.findall(code):
            found.setdefault(name, []).append(file)
    return found


@pytest.mark.parametrize("crate", CRATES)
def test_no_name_of_a_type_occurs_twice_in_a_crate(crate) -> None:
    assert {name: files for name, files in files_of(DEFINED, crate).items() if len(files) > 1} == {}


@pytest.mark.parametrize("crate", CRATES)
def test_the_methods_of_a_type_are_in_one_file(crate) -> None:
    defined = files_of(DEFINED, crate)
    spread = {name for name, files in files_of(OWN_METHODS, crate).items() if len(set(files)) > 1}
    assert {name for name in spread if name in defined and (crate, name) not in SPREAD} == set()


# Vague words in names, each with a better one.
VAGUE_FILES = {
    "at": "location",
    "attached": "call",
    "bases": "rating_baseline",
    "chained": "chain",
    "copied": "pg_copy",
    "counted": "row_counts",
    "early": "leading_variations",
    "eight": "swar",
    "found": "what was found",
    "gathered": "interleave",
    "give": "decode",
    "given": "what was given",
    "held": "buffer",
    "kept": "pending_game",
    "learning": "training",
    "left_out": "storage_losses",
    "letters": "char_model",
    "meaning": "the trait in `mod.rs`",
    "meant": "suggest",
    "merging": "merge",
    "met": "occurrence",
    "mixed": "vgn_file",
    "moments": "timestamps",
    "named": "parsed_move",
    "normal": "normalize",
    "parsed": "parse",
    "pile": "partitions",
    "playing": "plain_moves",
    "ranged": "range_reader",
    "recent": "recency",
    "seen": "key_set",
    "seen_before": "duplicates",
    "shapes": "schema",
    "stamp": "fingerprint",
    "stored": "stored_rows",
    "stretch": "run",
    "telling": "output",
    "told": "what was read",
    "unmarked": "short_text",
    "usual": "fast_path",
    "wanted": "what is wanted",
    "yielding": "detached_batches",
}
VAGUE_TYPES = [
    "Asked",
    "At",
    "Found",
    "Given",
    "Held",
    "Kept",
    "Made",
    "Meaning",
    "Met",
    "Named",
    "Part",
    "Place",
    "Reading",
    "Said",
    "Seen",
    "Told",
    "Wanted",
]


@pytest.mark.parametrize("crate", CRATES)
def test_files_and_types_have_meaningful_names(crate) -> None:
    named = {part: file for file in rust_codes(crate) for part in Path(file.removesuffix(".rs")).parts[3:]}
    assert {file: VAGUE_FILES[stem] for stem, file in named.items() if stem in VAGUE_FILES} == {}
    assert sorted(files_of(DEFINED, crate).keys() & set(VAGUE_TYPES)) == []


# Files of fewer lines than a file is made for, each with the reason.
SHORTEST = 30
SHORT_FILES = {
    # The entries of registries: one file for each format, for each family of columns and for each group of options.
    "crates/columns/src/column/packed.rs",
    "crates/columns/src/column/text.rs",
    "crates/core/src/game/bccf.rs",
    "crates/core/src/game/bcfen.rs",
    "crates/core/src/game/bgnl.rs",
    "crates/core/src/game/lan.rs",
    "crates/core/src/game/san.rs",
    "crates/core/src/game/tsv.rs",
    "crates/core/src/game/uci.rs",
    "crates/jobs/src/options/parts.rs",
    # One job each.
    "crates/jobs/src/count.rs",
    # Lists, and types that all files of their folder use.
    "crates/columns/src/sort/options.rs",
    "crates/core/src/read/annotation_letters.rs",
    "crates/core/src/roster.rs",
    "crates/jobs/src/common/style.rs",
    # The only way between the languages.
    "crates/python/src/call.rs",
    # The generator of random numbers of unit tests.
    "crates/core/src/seed.rs",
}


def test_files_are_not_made_for_a_few_lines() -> None:
    sources = [path for crate in CRATES for path in tracked(f"crates/{crate}/src/*.rs")]
    own = [path for path in sources if path.name not in {"lib.rs", "mod.rs", "tests.rs"}]
    assert {*names([path for path in own if len(path.read_text("utf-8").splitlines()) < SHORTEST])} == SHORT_FILES


# The package


@cache
def imported(path: Path) -> set[str]:
    """The modules that a Python file imports, anywhere in the file."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return found


def test_commands_and_questions_reach_the_core_through_the_package() -> None:
    # The engines are below the public reader, which uses them for conditions, so they read the core itself.
    reaching = [path for path in tracked("python/*.py") if "scoresheet._core" in imported(path)]
    assert [name for name in names(reaching) if "/cli/" in name or "/questions/" in name] == []


def test_the_test_oracle_is_never_imported_by_what_ships() -> None:
    assert [path for path in tracked("python/*.py") if "chess" in {name.split(".")[0] for name in imported(path)}] == []


# Parts of the boards without edges, and the other parts of them that each may name.
FOUNDATION = {"document", "faults", "move", "pieces", "players", "profiles", "state", "values"}
INFINITE_MAY_KNOW = {
    "pieces": set(),
    "document": {"pieces"},
    "rules": FOUNDATION,
    "apply": FOUNDATION,
    "reading": FOUNDATION | {"errors", "decimals"},
    "writing": FOUNDATION | {"reading", "decimals", "rules", "apply"},
    "compat": FOUNDATION | {"reading", "apply", "writing"},
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


# What exists once


def test_the_version_is_only_in_the_workspace() -> None:
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


# What must never be in the repository


def test_no_file_has_a_path_of_one_machine() -> None:
    homes = "|".join(["home", "root", "work", "Users"])
    path_of_a_machine = re.compile(rf"(?<![\w.~*$}}>)-])/(?:{homes})/[\w.]")
    found = []
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "ignore")
        found += [f"{path.relative_to(ROOT)}: {match.group()}" for match in path_of_a_machine.finditer(text)]
    assert found == []


def test_there_is_no_toolchain_file() -> None:
    # rustup would download what it names; `rust-version` states what is needed.
    assert tracked("rust-toolchain", "rust-toolchain.toml") == []
    assert "rust-version" in table("Cargo.toml")["workspace"]["package"]
