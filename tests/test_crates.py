"""The crates that are published: their metadata, what their packages contain, and programs that depend on one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import measured
import scoresheet
from test_house import CRATES, ROOT, table, tracked

PUBLISHED = ["archive", "columns", "core", "parallel", "spill"]
VERSION = table("Cargo.toml")["workspace"]["package"]["version"]
EXAMPLE = ROOT / "crates" / "core" / "examples" / "castlings.rs"
PAGE = ROOT / "docs" / "guides" / "rust.md"
OUTSIDE = ROOT / "tests" / "crates"


def manifest(crate: str) -> dict:
    return table(f"crates/{crate}/Cargo.toml")


def test_only_crates_for_others_are_published() -> None:
    assert table("Cargo.toml")["workspace"]["package"]["publish"] is False
    published = {crate: manifest(crate)["package"]["publish"] for crate in CRATES}
    assert published == {crate: True if crate in PUBLISHED else {"workspace": True} for crate in CRATES}


def test_the_makefile_packs_and_compares_the_published_crates() -> None:
    [named] = re.findall(r"^PUBLISHED := (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert sorted(named.split()) == PUBLISHED


@pytest.mark.parametrize("crate", PUBLISHED)
def test_a_published_crate_has_the_metadata_that_registries_show(crate: str) -> None:
    package = manifest(crate)["package"]
    assert 40 < len(package["description"]) < 160
    assert not package["description"].endswith(".") or package["description"].endswith("no_std.")
    assert 1 <= len(package["keywords"]) <= 5
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9_-]{,19}", word) for word in package["keywords"])
    assert package["categories"]
    assert package["documentation"] == f"https://docs.rs/scoresheet-{crate}"
    readme = (ROOT / "crates" / crate / package["readme"]).read_text("utf-8")
    assert readme.startswith(f"# scoresheet-{crate}\n")
    # Registries show the page without the files beside it.
    assert all(target.startswith("https://") for target in re.findall(r"\]\(([^)]+)\)", readme))
    # The address of the repository, as soon as the workspace has one.
    known = "repository" in table("Cargo.toml")["workspace"]["package"]
    assert package.get("repository") == ({"workspace": True} if known else None)


@pytest.mark.parametrize("crate", PUBLISHED)
def test_a_published_crate_contains_both_licences(crate: str) -> None:
    for licence in ("LICENSE-APACHE", "LICENSE-MIT"):
        assert (ROOT / "crates" / crate / licence).read_bytes() == (ROOT / licence).read_bytes()
    assert "/LICENSE-*" in manifest(crate)["package"]["include"]


@pytest.mark.parametrize("crate", PUBLISHED)
def test_published_crates_depend_on_each_other_in_this_version(crate: str) -> None:
    own = {name for name in manifest(crate).get("dependencies", {}) if name.startswith("scoresheet-")}
    assert {name.removeprefix("scoresheet-") for name in own} <= {*PUBLISHED}
    shared = table("Cargo.toml")["workspace"]["dependencies"]
    assert {shared[name]["version"] for name in own} <= {f"={VERSION}"}


@pytest.mark.parametrize("crate", PUBLISHED)
def test_a_package_reads_no_file_outside_of_it(crate: str) -> None:
    folder = (ROOT / "crates" / crate).resolve()
    packed = tracked(f"crates/{crate}/src/*.rs", *([str(EXAMPLE)] if crate == "core" else []))
    for path in packed:
        for name in re.findall(r"include(?:_str|_bytes)?!\(\s*\"([^\"]+)\"", path.read_text("utf-8")):
            assert (path.parent / name).resolve().is_relative_to(folder), f"{path.relative_to(ROOT)}: {name}"
        assert "CARGO_MANIFEST_DIR" not in path.read_text("utf-8"), path


def test_code_of_the_page_is_code_of_examples() -> None:
    examples = [EXAMPLE, *(ROOT / "crates" / crate / "README.md" for crate in PUBLISHED)]
    sources = [path.read_text("utf-8") for path in examples]
    blocks = re.findall(r"^```rust\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        assert any(block in source for source in sources), block


def test_speeds_of_the_page_are_measured() -> None:
    rows = re.findall(r"^\|.* s \|.* MB \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    section = measured.sections(measured.PAGE.read_text("utf-8"))["From Rust"]
    assert len(rows) == 3
    assert [row for row in rows if row not in section] == []


# The packages, built outside of the repository


@pytest.fixture(scope="module")
def cargo() -> str:
    found = shutil.which("cargo")
    if found is None:
        pytest.skip("`cargo` is not installed")
    return found


@pytest.fixture(scope="module")
def packages(cargo: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the unpacked packages of all published crates."""
    folder = tmp_path_factory.mktemp("packages")
    names = [part for crate in PUBLISHED for part in ("--package", f"scoresheet-{crate}")]
    command = [
        cargo,
        "package",
        "--no-verify",
        "--allow-dirty",
        "--locked",
        "--offline",
        "--target-dir",
        folder,
        *names,
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    # Tests and most examples stay here.
    assert {line.split()[1] for line in run.stderr.splitlines() if line.startswith("warning:")} <= {"ignoring"}
    for crate in PUBLISHED:
        with tarfile.open(folder / "package" / f"scoresheet-{crate}-{VERSION}.crate") as archive:
            for member in archive:
                assert member.isfile()
                path = folder / member.name
                path.parent.mkdir(parents=True, exist_ok=True)
                content = archive.extractfile(member)
                assert content is not None
                path.write_bytes(content.read())
    return folder


@pytest.mark.slow
def test_packages_contain_what_is_needed_and_no_tests(packages: Path) -> None:
    for crate in PUBLISHED:
        folder = packages / f"scoresheet-{crate}-{VERSION}"
        names = {path.name for path in folder.iterdir()}
        assert {"Cargo.toml", "README.md", "LICENSE-APACHE", "LICENSE-MIT", "src"} <= names
        assert "tests" not in names
        for licence in ("LICENSE-APACHE", "LICENSE-MIT"):
            assert (folder / licence).read_bytes() == (ROOT / licence).read_bytes()
        # Registries refuse packages of more than 10 MiB.
        assert (packages / "package" / f"{folder.name}.crate").stat().st_size < 5 << 20


@pytest.fixture(scope="module")
def outside(cargo: str, packages: Path) -> Path:
    """The folder of the programs of a crate outside of the repository that depends on the package of the core."""
    folder = packages / "outside"
    (folder / "src" / "bin").mkdir(parents=True)
    core = packages / f"scoresheet-core-{VERSION}"
    (folder / "Cargo.toml").write_text(
        f"""[package]
name = "outside"
version = "1.0.0"
edition = "2024"

[dependencies]
scoresheet-core = {{ path = {json.dumps(str(core))} }}

[profile.dev]
panic = "abort" # as programs without std need
debug = false # to link sooner

[workspace]
""",
        "utf-8",
    )
    example = (core / "examples" / "castlings.rs").read_text("utf-8")
    programs = {
        "castlings": example,
        "allocations": "\n".join(
            [example.replace("fn main()", "fn count()"), (OUTSIDE / "allocations.rs").read_text("utf-8")]
        ),
    }
    if sys.platform == "linux":
        programs["bare"] = (OUTSIDE / "bare.rs").read_text("utf-8")
    for name, source in programs.items():
        (folder / "src" / "bin" / f"{name}.rs").write_text(source, "utf-8")
    command = [cargo, "build", "--offline", "--target-dir", folder / "target"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "warning" not in run.stderr
    return folder / "target" / "debug"


def ran(*command: str | Path, given: str = "") -> str:
    return subprocess.run(command, input=given, check=True, capture_output=True, text=True).stdout


@pytest.mark.slow
def test_a_crate_outside_counts_the_castlings_that_the_columns_have(outside: Path) -> None:
    for name in ("historic", "annotated", "generated", "chess960"):
        file = ROOT / "examples" / f"{name}.pgn"
        counts = "sum(len(list_filter(castle, lambda side: side = {})))::BIGINT"
        sides = ", ".join(counts.format(side) for side in (1, 2))
        query = f"select count(*), sum(ply_count)::BIGINT, {sides} from games"
        [(games, plies, kingside, queenside)] = scoresheet.query(file, query).fetchall()
        shown = ran(outside / "castlings", file)
        assert shown == (
            f"{games} games, {plies} plies, 0 games with an error\n"
            f"{kingside} castlings kingside, {queenside} queenside\n"
        )
        assert ran(outside / "castlings", given=file.read_text("utf-8")) == shown


@pytest.mark.slow
def test_the_visitor_allocates_nothing_for_a_game(outside: Path) -> None:
    lines = ran(outside / "allocations", ROOT / "examples" / "historic.pgn").splitlines()[2:]
    (blocks, games, once), (more_blocks, more_games, often) = ([int(word) for word in line.split()] for line in lines)
    assert more_games == 100 * games
    # Each block has its own buffers.
    assert often < once * (1 + more_blocks - blocks) + 10


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="how a program without std is linked differs between systems")
def test_a_program_without_std_reads_games(outside: Path) -> None:
    assert subprocess.run([outside / "bare"]).returncode == 4
