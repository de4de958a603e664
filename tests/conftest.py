"""What tests share: the folder of real games, if it is there.

Tests that need a file of it use the fixture `data` and are skipped, with the file's name, if it is absent.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import levels
import real_games

# pytest-xdist sets these for its processes. Tests that need a size of the terminal set it themselves.
os.environ.pop("COLUMNS", None)
os.environ.pop("LINES", None)

# A job in the background is started with Ctrl-C ignored; the tests of interrupts, and what they start, need it.
signal.signal(signal.SIGINT, signal.default_int_handler)


# The command line is started many times; what Python compiles for it is kept, as it is on the machines of users.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_configure(config: pytest.Config) -> None:
    levels.slow_too = "not slow" not in config.option.markexpr
    levels.large_too = "not large" not in config.option.markexpr
    if config.pluginmanager.hasplugin("hypothesispytest"):
        from hypothesis import HealthCheck, settings
        from hypothesis.internal.conjecture import providers

        # Hypothesis also draws literals of the modules that happen to be loaded: other examples in each process.
        providers.is_local_module_file = lambda path: False  # type: ignore[assignment]

        # The same examples in every run, so that a failure can be seen again, and no verdict that depends on time.
        settings.register_profile(
            "scoresheet",
            max_examples=levels.rounds(100),
            derandomize=True,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        )
        settings.load_profile("scoresheet")


def pytest_report_header() -> str:
    absent = "absent: tests that need them are skipped; SCORESHEET_DATA names their folder"
    return f"real games: {'found' if real_games.DATA.is_dir() else absent}"


SECONDS = {"slow": 600, "long": 7200}
"""How long a test with a marker may take, if it sets no limit of its own."""


@pytest.hookimpl(trylast=True)  # after a folder has marked its tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        limits = [seconds for marker, seconds in SECONDS.items() if item.get_closest_marker(marker)]
        if limits and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(max(limits)))


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return real_games.ROOT


@pytest.fixture(scope="session")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that `SCORESHEET_WHEEL` names; without it, one that is built from what `make build` left."""
    if given := os.environ.get("SCORESHEET_WHEEL"):
        return Path(given).resolve()
    folder = tmp_path_factory.mktemp("dist")
    # The environment of Spark has no maturin.
    python = Path(sys.executable) if find_spec("maturin") else root / ".venv" / "bin" / "python"
    environment = {**os.environ, "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}"}
    command = [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder]
    subprocess.run([*command, "--config-settings", "profile=release", root], check=True, env=environment, timeout=1200)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def data() -> Callable[[str], Path]:
    """Returns the path of a file or an unpacked archive of the folder of real games; skips the test if there is none.

    `data("lichess_2013-01_part.pgn.zst")` is the file as it is, `data("lichess_2013-01_part.pgn")` the same unpacked,
    and `data("weird")` the folder that `weird.tar.zst` unpacks to.
    """

    def find(name: str) -> Path:
        path = real_games.find(name)
        return path if path is not None else pytest.skip(f"`{name}` is not in SCORESHEET_DATA")

    return find
