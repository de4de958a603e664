"""The source distribution: what it contains, and what its build backend does on each system."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from email.parser import BytesParser
from pathlib import Path

import pytest

import scoresheet_build
from page_examples import START, difference
from test_house import table, tracked

ROOT = Path(__file__).resolve().parent.parent
VERSION = table("Cargo.toml")["workspace"]["package"]["version"]
LARGEST = 16_000_000
"""Bytes of the packed file; package indexes have limits, and a data set that was added by mistake exceeds this one."""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution that `SCORESHEET_SOURCES` names; without it, one as a build frontend has it made."""
    if not (ROOT / ".git").exists():
        pytest.skip("a source distribution is made from a repository, and this is an unpacked one")
    if given := os.environ.get("SCORESHEET_SOURCES"):
        return Path(given).resolve()
    folder = tmp_path_factory.mktemp("sources")
    program = "import sys, scoresheet_build; scoresheet_build.build_sdist(sys.argv[1])"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "tools" / "build"), "CARGO_NET_OFFLINE": "true"}
    subprocess.run([sys.executable, "-c", program, folder], check=True, cwd=ROOT, env=environment, capture_output=True)
    (packed,) = folder.iterdir()
    return packed


def test_it_contains_every_tracked_file_and_nothing_else(sources: Path) -> None:
    assert sources.name == f"scoresheet-{VERSION}.tar.gz"
    assert sources.stat().st_size < LARGEST
    with tarfile.open(sources) as archive:
        members = archive.getmembers()
        described = archive.extractfile(f"scoresheet-{VERSION}/PKG-INFO")
        assert described is not None
        metadata = BytesParser().parse(described)
    assert all(member.isfile() for member in members)
    packed = {member.name.removeprefix(f"scoresheet-{VERSION}/") for member in members}
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert packed == {*listing.rstrip("\0").split("\0"), "PKG-INFO"}
    assert {
        "Cargo.lock",
        "LICENSE-THIRD-PARTY",
        "Makefile",
        "crates/duckdb/Cargo.toml",
        "crates/duckdb/src/lib.rs",
        "python/scoresheet/py.typed",
        "tests/test_source_distribution.py",
        "tools/build/scoresheet_build.py",
    } <= packed
    built = (".so", ".pyd", ".dll", ".dylib", ".duckdb_extension", ".pyc", ".rlib")
    assert [name for name in packed if name.endswith(built) or name.startswith(("target/", ".venv", "shared"))] == []
    assert (metadata["Name"], metadata["Version"]) == ("scoresheet", VERSION)


def test_the_backend_is_a_file_of_the_repository() -> None:
    system = table("pyproject.toml")["build-system"]
    (folder,) = system["backend-path"]
    assert [path.name for path in tracked(f"{folder}/*.py")] == [f"{system['build-backend']}.py"]


@pytest.mark.parametrize(
    ("target", "platform"),
    [
        ("x86_64-unknown-linux-gnu", "linux_amd64"),
        ("aarch64-unknown-linux-gnu", "linux_arm64"),
        ("aarch64-apple-darwin", "osx_arm64"),
        ("x86_64-apple-darwin", "osx_amd64"),
        ("x86_64-pc-windows-msvc", "windows_amd64"),
        ("x86_64-unknown-linux-musl", None),
        ("x86_64-alpine-linux-musl", None),
        ("x86_64-unknown-linux-gnux32", None),
        ("i686-unknown-linux-gnu", None),
        ("riscv64gc-unknown-linux-gnu", None),
        ("x86_64-unknown-freebsd", None),
    ],
)
def test_systems_have_the_names_of_duckdb_or_none(monkeypatch, target: str, platform: str | None) -> None:
    monkeypatch.setenv("CARGO_BUILD_TARGET", target)
    assert scoresheet_build.duckdb_platform() == platform


def test_without_a_target_the_system_is_the_one_of_cargo(monkeypatch) -> None:
    def told(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        assert command[1:] == ["-vV"]
        return subprocess.CompletedProcess(command, 0, "cargo 1.89.0\nhost: aarch64-apple-darwin\nos: Mac OS\n")

    monkeypatch.delenv("CARGO_BUILD_TARGET", raising=False)
    monkeypatch.setattr(subprocess, "run", told)
    assert scoresheet_build.duckdb_platform() == "osx_arm64"


def test_duckdb_itself_has_the_name_that_is_built_for(monkeypatch) -> None:
    duckdb = pytest.importorskip("duckdb")
    monkeypatch.delenv("CARGO_BUILD_TARGET", raising=False)
    [(platform,)] = duckdb.sql("PRAGMA platform").fetchall()
    assert scoresheet_build.duckdb_platform() == platform


def test_without_a_name_of_duckdb_the_rest_is_built(monkeypatch, tmp_path, capsys) -> None:
    stale = tmp_path / "scoresheet.duckdb_extension"
    stale.write_bytes(b"of another system")
    monkeypatch.setattr(scoresheet_build, "TARGET", stale)
    monkeypatch.setattr(subprocess, "run", lambda *command, **options: pytest.fail(f"ran {command}"))
    monkeypatch.setenv("CARGO_BUILD_TARGET", "x86_64-unknown-freebsd")
    scoresheet_build.build_extension()
    assert not stale.exists()
    assert capsys.readouterr().err == (
        "building without the extension for DuckDB, which does not exist for x86_64-unknown-freebsd\n"
    )


@pytest.mark.parametrize(
    ("target", "library"),
    [
        ("aarch64-unknown-linux-gnu", "libscoresheet_duckdb.so"),
        ("x86_64-apple-darwin", "libscoresheet_duckdb.dylib"),
        ("x86_64-pc-windows-msvc", "scoresheet_duckdb.dll"),
    ],
)
def test_the_extension_for_another_target_is_taken_from_its_folder(monkeypatch, tmp_path, target, library) -> None:
    def cargo(command: list[str], **options: object) -> None:
        built = tmp_path / "built" / target / "dist" / library
        built.parent.mkdir(parents=True)
        built.write_bytes(b"library")

    monkeypatch.setenv("CARGO_BUILD_TARGET", target)
    monkeypatch.setenv("CARGO_TARGET_DIR", str(tmp_path / "built"))
    monkeypatch.setattr(scoresheet_build, "TARGET", tmp_path / "scoresheet.duckdb_extension")
    monkeypatch.setattr(subprocess, "run", cargo)
    scoresheet_build.build_extension()
    (file,) = tmp_path.glob("*.duckdb_extension")
    platform = scoresheet_build.duckdb_platform()
    assert platform is not None
    assert file.read_bytes() == b"library" + scoresheet_build.footer(platform)
    # DuckDB reads the last 512 bytes: eight fields from the last to the first, then the signature.
    fields = [file.read_bytes()[-512:-256][place : place + 32].rstrip(b"\0").decode() for place in range(0, 256, 32)]
    assert fields == ["", "", "", "C_STRUCT", f"v{VERSION}", scoresheet_build.API, platform, "4"]


@pytest.mark.parametrize("hook", ["wheel", "editable", "sdist"])
def test_without_cargo_the_message_explains_what_to_do(monkeypatch, hook: str) -> None:
    monkeypatch.delenv("CARGO", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit) as stopped:
        getattr(scoresheet_build, f"get_requires_for_build_{hook}")()
    oldest = table("Cargo.toml")["workspace"]["package"]["rust-version"]
    assert str(stopped.value).splitlines() == [
        f"error: building Scoresheet needs Rust {oldest} or newer, but `cargo` was not found",
        "hint: install Rust from https://rustup.rs, or a wheel: `pip install --only-binary scoresheet scoresheet`",
    ]


@pytest.mark.parametrize(
    ("hook", "settings", "profile", "arguments"),
    [
        ("build_wheel", None, "dist", ""),
        ("build_wheel", {"profile": "release", "maturin.build-args": "--strip"}, "release", "--strip"),
        ("build_editable", {"other": "x"}, "release", ""),
    ],
)
def test_a_wheel_gets_its_profile_and_the_description(monkeypatch, hook, settings, profile, arguments) -> None:
    maturin = pytest.importorskip("maturin")
    given = {}

    def prepared(folder: str, *_settings: object) -> str:
        written = Path(folder, "scoresheet.dist-info")
        written.mkdir()
        (written / "METADATA").write_text(f"Name: scoresheet\nVersion: {VERSION}\n", "utf-8")
        return written.name

    def built(folder: str, settings: dict[str, str], metadata: str) -> str:
        given["folder"], given["settings"] = folder, settings
        given["metadata"] = Path(metadata, "METADATA").read_text("utf-8")
        return "scoresheet.whl"

    monkeypatch.delenv("MATURIN_PEP517_ARGS", raising=False)
    monkeypatch.setattr(maturin, hook, built)
    monkeypatch.setattr(maturin, "prepare_metadata_for_build_wheel", prepared)
    monkeypatch.setattr(scoresheet_build, "build_extension", lambda profile: given.update(extension=profile))
    assert getattr(scoresheet_build, hook)("dist", settings) == "scoresheet.whl"
    assert given["extension"] == profile
    assert given["settings"].pop("maturin.build-args").split() == ["--profile", profile, *arguments.split()]
    assert given["settings"] == {key: value for key, value in (settings or {}).items() if key == "other"}
    assert "\n# Scoresheet\n" in given["metadata"]


@pytest.mark.long
def test_it_installs_from_an_empty_folder(sources: Path, tmp_path: Path) -> None:
    """Builds everything as it ships, which takes many minutes and needs indexes of Python packages and of crates."""

    def run(*command: str | Path) -> str:
        shown = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path, env=environment)
        assert shown.returncode == 0, shown.stderr[-4000:]
        return shown.stdout

    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYO3_", "PYTHON", "CARGO_"))
    }
    environment = {**inherited, "CARGO_TARGET_DIR": str(tmp_path / "target")}
    with tarfile.open(sources) as archive:
        archive.extractall(tmp_path, filter="data")
    run(sys.executable, "-m", "venv", tmp_path / "environment")
    commands = tmp_path / "environment" / ("Scripts" if sys.platform == "win32" else "bin")
    run(commands / "python", "-m", "pip", "install", "--quiet", tmp_path / f"scoresheet-{VERSION}")
    assert run(commands / "scoresheet", "--version").split()[-1] == VERSION
    examples = tmp_path / f"scoresheet-{VERSION}" / "examples"
    run(commands / "scoresheet", "convert", examples, "-o", "games.parquet")
    asked = run(commands / "scoresheet", "query", "games.parquet", "select count(*) from games", "--to", "csv")
    assert asked.split()[-1] == "282"
    assert Path(run(commands / "scoresheet", "extension-path").strip()).is_relative_to(tmp_path / "environment")
    for page in START if os.name == "posix" else []:
        (home := tmp_path / page.stem).mkdir()
        assert not (shown := difference(page, commands, home)), shown
