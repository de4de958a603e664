"""The recipes for other package managers, and what builds the command as one executable."""

from __future__ import annotations

import doctest
import hashlib
import json
import platform
import shutil
import sqlite3
import ssl
import subprocess
import sys
import zlib
from contextlib import nullcontext
from pathlib import Path

import pytest

import recipes
import standalone
import standalone_licences
from test_house import table

ROOT = Path(__file__).resolve().parent.parent
PROJECT = table("pyproject.toml")["project"]
REPOSITORY = "https://git.example/chess/scoresheet"
VERSION = table("Cargo.toml")["workspace"]["package"]["version"]
SYSTEMS = ["linux-aarch64", "linux-x86_64", "macos-arm64", "macos-x86_64"]


@pytest.fixture
def release(tmp_path) -> Path:
    """A folder with files that are named as those of a release."""
    for name in [f"scoresheet-{VERSION}.tar.gz", *(f"scoresheet-{VERSION}-{system}" for system in SYSTEMS)]:
        (tmp_path / name).write_text(name, "utf-8")
    return tmp_path


def sum_of(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


@pytest.mark.parametrize("tool", [recipes, standalone, standalone_licences], ids=lambda tool: tool.__name__)
def test_examples_in_the_docstrings_run(tool) -> None:
    assert doctest.testmod(tool).failed == 0


def test_recipes_are_filled_in_beside_the_files_of_a_release(release) -> None:
    assert recipes.main([str(release), "--repository", REPOSITORY]) == 0
    recipe, formula = ((release / name).read_text("utf-8") for name in ("recipe.yaml", "scoresheet.rb"))
    assert sum_of(f"scoresheet-{VERSION}.tar.gz") in recipe
    assert all(sum_of(f"scoresheet-{VERSION}-{system}") in formula for system in SYSTEMS)
    assert "@" not in recipe + formula


def test_a_release_without_one_of_the_files_has_no_recipes(release, capsys) -> None:
    (release / f"scoresheet-{VERSION}-macos-arm64").unlink()
    assert recipes.main([str(release), "--repository", REPOSITORY]) == 1
    message = f"error: the release has no file `scoresheet-{VERSION}-macos-arm64`, which a recipe names\n"
    assert capsys.readouterr().err == message
    assert not (release / "recipe.yaml").exists()


def test_without_an_address_there_are_no_recipes(release, capsys, monkeypatch) -> None:
    monkeypatch.setattr(recipes.scoresheet_build, "in_cargo", {"version": VERSION}.get)
    assert recipes.main([str(release)]) == 1
    assert capsys.readouterr().err == "error: Cargo.toml has no `repository`; pass its address as --repository\n"


@pytest.mark.parametrize("target", ["linux-64", "linux-aarch64", "osx-64", "osx-arm64", "win-64"])
def test_rattler_build_renders_the_recipe_for_conda(release, target) -> None:
    rattler_build = pytest.importorskip("rattler_build", reason="py-rattler-build is not installed")
    recipes.main([str(release), "--repository", REPOSITORY])
    # conda-forge gives these to every recipe.
    variants = {
        "c_compiler": ["c"],
        "c_stdlib": ["libc"],
        "is_abi3": [True],
        "is_python_min": [True],
        "python": ["3.10.*"],
        "python_min": ["3.10"],
        "rust_compiler": ["rust"],
    }
    platform = rattler_build.PlatformConfig(target_platform=target, build_platform="linux-64")
    recipe = rattler_build.Stage0Recipe.from_file(release / "recipe.yaml")
    rendered = recipe.render(rattler_build.VariantConfig(variants), rattler_build.RenderConfig(platform=platform))
    (found,) = (variant.recipe.to_dict() for variant in rendered)
    assert found["package"] == {"name": "scoresheet", "version": VERSION}
    assert found["build"]["python"]["version_independent"] is True
    assert found["about"]["summary"] in PROJECT["description"]
    assert found["about"]["license"] == PROJECT["license"]
    assert all((ROOT / name).exists() for name in found["about"]["license_file"] if name != "THIRDPARTY.yml")
    dependencies = {line.split(";")[0].replace("duckdb", "python-duckdb") for line in PROJECT["dependencies"]}
    # One package serves all versions of Python, so it names the oldest DuckDB of any.
    wanted = dependencies - {"python-duckdb>=2"} | {"python"}
    assert {line.replace(" ", "") for line in found["requirements"]["run"]} == wanted
    built = [f"maturin {table('pyproject.toml')['dependency-groups']['build'][0].removeprefix('maturin')}"]
    assert [line for line in found["requirements"]["host"] if line.startswith("maturin")] == built


# As much of Homebrew's classes as a formula for executables uses. It prints what the formula chose for a system.
HOMEBREW = """
require "json"
require "pathname"

class Formula
  def self.chosen = @chosen ||= {}
  %w[desc homepage version url sha256 license].each do |word|
    define_singleton_method(word) { |value| chosen[word] = value }
  end
  def self.on_macos = (yield if ARGV[1] == "macos")
  def self.on_linux = (yield if ARGV[1] == "linux")
  def self.on_arm = (yield if %w[arm64 aarch64].include?(ARGV[2]))
  def self.on_intel = (yield if ARGV[2] == "x86_64")
  def self.test = nil
end

load ARGV[0]
puts JSON.generate(Scoresheet.chosen)
"""


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_formula_for_homebrew_takes_the_executable_of_the_system(release, system) -> None:
    ruby = shutil.which("ruby")
    if ruby is None:
        pytest.skip("`ruby` is not installed")
    recipes.main([str(release), "--repository", REPOSITORY])
    command = [ruby, "-w", "-e", HOMEBREW, release / "scoresheet.rb", *system.split("-")]
    shown = subprocess.run(command, check=True, capture_output=True, text=True)
    assert shown.stderr == ""
    name = f"scoresheet-{VERSION}-{system}"
    chosen = json.loads(shown.stdout)
    assert chosen.pop("desc") in PROJECT["description"]
    assert " OR ".join(chosen.pop("license")["any_of"]) == PROJECT["license"]
    assert chosen == {
        "homepage": REPOSITORY,
        "version": VERSION,
        "url": f"{REPOSITORY}/releases/download/v{VERSION}/{name}",
        "sha256": sum_of(name),
    }


def test_a_python_that_works_only_in_its_folder_is_not_embedded(tmp_path) -> None:
    # The interpreter of a virtual environment finds the library of the Python that made it.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "environment"], check=True)
    with pytest.raises(SystemExit, match="cannot be embedded"):
        standalone.copy_python(tmp_path / "environment", tmp_path / "copy")


def test_an_installation_is_copied_without_what_is_not_used(tmp_path) -> None:
    names = ["json.py", "test/cases.py", "site-packages/other.py", "lib-dynload/readline.so", "libtcl.a"]
    for name in names:
        path = tmp_path / "python" / "lib" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    copy = shutil.copytree(tmp_path / "python", tmp_path / "copy", ignore=shutil.ignore_patterns(*standalone.UNUSED))
    assert [path.name for path in copy.rglob("*") if path.is_file()] == ["json.py"]


# The licences in the executable


def probed() -> dict[str, dict]:
    command = [sys.executable, "-c", standalone_licences.PROBE, json.dumps(standalone_licences.modules())]
    found: dict[str, dict] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def names(found: dict[str, dict]) -> set[str]:
    return {library.name for library in standalone_licences.libraries(found)}


def test_every_library_of_the_executable_has_its_licence() -> None:
    texts = {library.text for library in standalone_licences.LIBRARIES} - {standalone_licences.APACHE}
    assert texts == {path.name for path in standalone_licences.TEXTS.iterdir()}


def test_the_notice_names_the_libraries_of_a_python_with_versions_and_texts(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(standalone_licences, "launcher_crates", lambda _version: [])
    found = probed()
    if "readline" in found:
        found["readline"]["backend"] = "editline"  # another one would not be embedded
    standalone_licences.write(tmp_path, found, "1.2.3")
    texts = {path.name: path.read_text("utf-8") for path in (tmp_path / "licenses").iterdir()}
    notice, launcher = texts.pop("README.txt"), texts.pop("launcher.txt")
    assert {name for name in texts if name not in notice} == set()
    versions = [
        sqlite3.sqlite_version,
        zlib.ZLIB_RUNTIME_VERSION,
        ssl.OPENSSL_VERSION.split()[1],
        platform.python_version(),
    ]
    assert [version for version in versions if f" {version} " not in notice] == []
    assert "PyApp" in launcher
    assert max(len(line) for line in notice.splitlines()) <= 120


def test_systems_contain_different_libraries() -> None:
    used = {name: {} for name in standalone_licences.modules() if name != "_zstd"}
    everywhere = {"OpenSSL", "SQLite", "bzip2", "expat", "libffi", "mpdecimal", "xz", "zlib"}
    assert names({**used, "sys": {"platform": "darwin"}}) == everywhere
    assert names({**used, "sys": {"platform": "win32"}}) == everywhere
    assert names({**used, "sys": {"platform": "linux"}}) == everywhere | {
        "Berkeley DB",
        "libedit",
        "libuuid",
        "ncurses",
    }
    newer = {"zlib": {"ZLIBNG_VERSION": "2.2.4"}, "_zstd": {"zstd_version": "1.5.7"}, "sys": {"platform": "win32"}}
    assert names(newer) == {"zlib-ng", "zstd"}


@pytest.mark.parametrize(
    ("module", "stops"),
    [
        ({"backend": "editline"}, False),
        ({"backend": "readline"}, True),
        ({"__doc__": "Importing this module enables command line editing using libedit readline."}, False),
        ({"__doc__": "Importing this module enables command line editing using GNU readline."}, True),
    ],
)
def test_a_python_with_gnu_readline_is_not_embedded(module, stops) -> None:
    with pytest.raises(SystemExit, match="GPL") if stops else nullcontext():
        standalone_licences.refuse_readline({"readline": module})
