"""Builds the command as one executable, for people without Python.

    python tools/standalone.py WHEEL --python FOLDER [-o dist]

The executable is PyApp with a Python installation inside, into which pip installed the wheel and its dependencies. When
it runs for the first time, it unpacks this into a folder of the user; after that, it only starts the Python there.

`--python` names the installation. It has to work in any folder, as those do that `uv python install` downloads. The
build needs cargo, an index of Python packages for the dependencies, and one of crates.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import zstandard

import standalone_licences

ROOT = Path(__file__).resolve().parent.parent
PYAPP = "0.31.0"

UNUSED = [
    "*.a",
    "*.lib",
    "*.pdb",
    "Doc",
    "EXTERNALLY-MANAGED",  # pip does not install into what uv manages
    "Scripts",
    "__pycache__",
    "_ctypes_test*",
    "_test*",
    "_tkinter*",
    "_xxtestfuzz*",
    "config-*",
    "idlelib",
    "include",
    "itcl*",
    "lib2to3",
    "libs",
    "libtcl*",
    "libtk*",
    "pkgconfig",
    "pydoc_data",
    "readline*",  # may be linked with a library under the GPL
    "share",
    "site-packages",
    "tcl*",
    "test",
    "thread[0-9]*",
    "tk*",
    "turtledemo",
    "xxlimited*",
    "xxsubtype*",
]
"""Names of files and folders of an installation that the package does not use."""


def main(arguments: list[str] | None = None) -> int:
    """Builds the executable and prints its path."""
    parser = argparse.ArgumentParser(description="Build the command as one executable.")
    parser.add_argument("wheel", type=Path, help="the wheel of the package")
    parser.add_argument("--python", type=Path, required=True, help="the folder of the Python installation to embed")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "dist", help="the folder of the executable")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder, "python")
        copy_python(options.python, python)
        install(options.wheel, python)
        add_licences(python)
        packed = Path(folder, "python.tar.zst")
        pack(python, packed)
        print(build(options.wheel, python, packed, options.output))
    return 0


def name(wheel: Path) -> str:
    """The name of the executable that this machine builds from a wheel.

    >>> import unittest.mock
    >>> with unittest.mock.patch.multiple(platform, system=lambda: "Darwin", machine=lambda: "arm64"):
    ...     name(Path("dist/scoresheet-1.2.3-cp310-abi3-macosx_11_0_arm64.whl"))
    'scoresheet-1.2.3-macos-arm64'
    """
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    machine = {"AMD64": "x86_64"}.get(platform.machine(), platform.machine().lower())
    return f"scoresheet-{version(wheel)}-{system}-{machine}" + (".exe" if system == "windows" else "")


def version(wheel: Path) -> str:
    """The version in the name of a wheel."""
    return wheel.name.split("-")[1]


def copy_python(source: Path, target: Path) -> None:
    """Copies what is used of a Python installation, without the packages that it has, and with its own pip."""
    shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(*UNUSED))
    prefix = printed(target, "-c", "import sys; print(sys.base_prefix)")
    if not target.samefile(prefix):
        raise SystemExit(f"error: a copy of {source} works with the files of {prefix}, so it cannot be embedded")
    printed(target, "-m", "ensurepip", "--default-pip")
    for bundled in target.rglob("ensurepip"):
        shutil.rmtree(bundled)


def install(wheel: Path, python: Path) -> None:
    """Installs the wheel, and compiles all modules, so that the first start has nothing to compile."""
    printed(python, "-m", "pip", "install", "--no-compile", "--no-warn-script-location", str(wheel.resolve()))
    # These contain paths of this machine: the commands in their first line, `direct_url.json` in its address.
    named = [path for path in commands(python).iterdir() if not re.fullmatch(r"python3?(\.\d+)?", path.name)]
    for path in [*named, *python.rglob("direct_url.json")]:
        path.unlink()
    stripped = ["-s", str(python), str(python)]  # the folder of this machine, from the paths in compiled modules
    printed(python, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", *stripped)


def add_licences(python: Path) -> None:
    """Adds the licences of what is neither the package nor one that pip installed."""
    found = printed(python, "-c", standalone_licences.PROBE, json.dumps(standalone_licences.modules()))
    standalone_licences.write(python, json.loads(found), PYAPP)


def printed(python: Path, *arguments: str) -> str:
    """What an installation prints when it runs with these arguments, isolated from the user's own Python."""
    run = subprocess.run([str(interpreter(python)), "-I", *arguments], check=True, stdout=subprocess.PIPE, text=True)
    return run.stdout.strip()


def commands(python: Path) -> Path:
    """The folder of an installation into which pip writes commands."""
    return python / ("Scripts" if os.name == "nt" else "bin")


def interpreter(python: Path) -> Path:
    """The interpreter of an installation."""
    return python / ("python.exe" if os.name == "nt" else "bin/python3")


def pack(python: Path, packed: Path) -> None:
    """Packs an installation."""
    with (
        packed.open("wb") as file,
        zstandard.ZstdCompressor(19, threads=-1).stream_writer(file) as writer,
        tarfile.open(mode="w|", fileobj=writer) as archive,
    ):
        for path in sorted(python.iterdir()):
            archive.add(path, path.name)


def build(wheel: Path, python: Path, packed: Path, output: Path) -> Path:
    """Builds PyApp around a packed installation."""
    packages = printed(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    settings = {
        "PYAPP_PROJECT_NAME": "scoresheet",
        "PYAPP_PROJECT_VERSION": version(wheel),
        "PYAPP_DISTRIBUTION_PATH": str(packed),
        "PYAPP_DISTRIBUTION_FORMAT": "tar|zstd",
        "PYAPP_DISTRIBUTION_PYTHON_PATH": str(interpreter(python).relative_to(python)),
        "PYAPP_DISTRIBUTION_SITE_PACKAGES_PATH": os.path.relpath(packages, python),
        "PYAPP_FULL_ISOLATION": "1",
        "PYAPP_SKIP_INSTALL": "1",
        "PYAPP_EXEC_MODULE": "scoresheet",
        "PYAPP_EXPOSE_PIP": "1",
        "PYAPP_EXPOSE_CACHE": "1",
    }
    target = ROOT / "target" / "pyapp"
    command = ["cargo", "install", "pyapp", "--version", PYAPP, "--locked", "--force", "--quiet"]
    folders = ["--root", str(target), "--target-dir", str(target / "build")]
    subprocess.run([*command, *folders], check=True, env={**os.environ, **settings})
    output.mkdir(parents=True, exist_ok=True)
    built = target / "bin" / ("pyapp.exe" if os.name == "nt" else "pyapp")
    return Path(shutil.copy(built, output / name(wheel)))


if __name__ == "__main__":
    sys.exit(main())
