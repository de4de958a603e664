"""Builds the package: maturin builds the module for Python, and this adds the extension of DuckDB to its files.

This is the build backend that pyproject.toml names (PEP 517). `python tools/build/scoresheet_build.py PROFILE` builds the
extension alone, beside the sources of the package, for an environment that uses these. PROFILE is a profile of
Cargo.toml: `release` for daily work, `dist` for what ships.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = ROOT / "python" / "scoresheet" / "scoresheet.duckdb_extension"

# The version of DuckDB's C API that the extension needs. Every DuckDB from 1.4.4 on has it.
API = "v1.2.0"

_SYSTEMS = {"linux": "linux", "darwin": "osx", "win32": "windows"}
_MACHINES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}
_LIBRARIES = {
    "linux": "libscoresheet_duckdb.so",
    "darwin": "libscoresheet_duckdb.dylib",
    "win32": "scoresheet_duckdb.dll",
}


def build_extension(profile: str = "dist") -> None:
    """Builds the extension with a profile of Cargo.toml, and puts it among the files of the package.

    Where DuckDB has no name for the system, the package is built without the extension.
    """
    target = duckdb_platform()
    if target is None:
        TARGET.unlink(missing_ok=True)
        print("Building without the extension of DuckDB, which does not exist for this system", file=sys.stderr)
        return
    subprocess.run(
        [_cargo(), "build", "--profile", profile, "--locked", "--package", "scoresheet-duckdb"], check=True, cwd=ROOT
    )
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    library = (folder / profile / _LIBRARIES[sys.platform]).read_bytes()
    beside = TARGET.with_suffix(".part")
    beside.write_bytes(library + footer(target))
    beside.replace(TARGET)


def duckdb_platform() -> str | None:
    """The name that DuckDB has for this system, such as `linux_amd64`; None where it has none, as for FreeBSD and musl."""
    system, machine = _SYSTEMS.get(sys.platform), _MACHINES.get(platform.machine().lower())
    if system is None or machine is None or (system == "linux" and platform.libc_ver()[0] != "glibc"):
        return None
    return f"{system}_{machine}"


def _cargo() -> str:
    """The path of cargo. Without it, nothing can be built, and the build stops with a message that says what to do."""
    found = shutil.which(os.environ.get("CARGO", "cargo"))
    if found is None:
        raise SystemExit(
            f"error: Scoresheet is built with Rust {_of_cargo('rust-version')} or newer, and there is no `cargo` here\n"
            "hint: install Rust from https://rustup.rs, or take a wheel: pip install --only-binary :all: scoresheet"
        )
    return found


def footer(target: str) -> bytes:
    """The end of a file by which DuckDB recognizes an extension for `target`: `linux_amd64`.

    It is a section as WebAssembly has them, with eight fields of 32 bytes and 256 bytes for a signature.
    """
    fields = ["", "", "", "C_STRUCT", "v" + _of_cargo("version"), API, target, "4"]
    section = b"\0\x93\x04\x10duckdb_signature\x80\x04"
    return section + b"".join(field.encode().ljust(32, b"\0") for field in fields) + bytes(256)


def _of_cargo(key: str) -> str:
    """The text that Cargo.toml has for a key of the workspace."""
    lines = (ROOT / "Cargo.toml").read_text("utf-8").splitlines()
    return next(line for line in lines if line.startswith(f"{key} = ")).split('"')[1]


def build_wheel(wheel_directory: str, *arguments: Any) -> str:
    """Builds a wheel with the extension."""
    import maturin

    build_extension()
    return str(maturin.build_wheel(wheel_directory, *arguments))


def build_editable(wheel_directory: str, *arguments: Any) -> str:
    """Builds a wheel that uses the sources of the package, with the extension among them."""
    import maturin

    build_extension("release")
    return str(maturin.build_editable(wheel_directory, *arguments))


def build_sdist(sdist_directory: str, *arguments: Any) -> str:
    """Packs the sources."""
    import maturin

    return str(maturin.build_sdist(sdist_directory, *arguments))


def get_requires_for_build_wheel(*arguments: Any) -> list[str]:
    """What building a wheel needs in addition: nothing that pip could install.

    maturin would have pip fetch a whole toolchain. Whoever builds chooses where Rust comes from.
    """
    _cargo()
    return []


get_requires_for_build_editable = get_requires_for_build_wheel


def get_requires_for_build_sdist(*arguments: Any) -> list[str]:
    """What packing the sources needs in addition: nothing."""
    return []


if __name__ == "__main__":
    build_extension(*sys.argv[1:2])
