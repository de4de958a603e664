"""Builds the package: maturin builds the module for Python, and this adds the extension of DuckDB to its files.

This is the build backend that pyproject.toml names (PEP 517). `python tools/build/scoresheet_build.py PROFILE` builds
the extension alone, beside the sources of the package, for an environment that uses these. PROFILE is a profile of
Cargo.toml: `release` for daily work, `dist` for what ships.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = ROOT / "python" / "scoresheet" / "scoresheet.duckdb_extension"

# The version of DuckDB's C API that the extension needs. Every DuckDB from 1.4.4 on has it.
API = "v1.2.0"

# The names that DuckDB has for systems. Elsewhere, such as on FreeBSD, with musl and on RISC-V, the package is built
# without the extension.
_PLATFORMS = {
    "x86_64-unknown-linux-gnu": "linux_amd64",
    "aarch64-unknown-linux-gnu": "linux_arm64",
    "x86_64-apple-darwin": "osx_amd64",
    "aarch64-apple-darwin": "osx_arm64",
    "x86_64-pc-windows-gnu": "windows_amd64",
    "x86_64-pc-windows-msvc": "windows_amd64",
    "aarch64-pc-windows-msvc": "windows_arm64",
}
_LIBRARIES = {
    "linux": "libscoresheet_duckdb.so",
    "osx": "libscoresheet_duckdb.dylib",
    "windows": "scoresheet_duckdb.dll",
}


def build_extension(profile: str = "dist") -> None:
    """Builds the extension with a profile of Cargo.toml, and puts it among the files of the package.

    Where DuckDB has no name for the system, nothing is built, and an extension of another build is removed.
    """
    platform = duckdb_platform()
    if platform is None:
        TARGET.unlink(missing_ok=True)
        print(f"building without the extension for DuckDB, which does not exist for {_triple()}", file=sys.stderr)
        return
    subprocess.run(
        [_cargo(), "build", "--profile", profile, "--locked", "--package", "scoresheet-duckdb"], check=True, cwd=ROOT
    )
    # cargo puts what it builds for a named target into a folder of its own, even if that is the host.
    folder = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / os.environ.get("CARGO_BUILD_TARGET", "")
    library = (folder / profile / _LIBRARIES[platform.partition("_")[0]]).read_bytes()
    beside = TARGET.with_suffix(".part")
    beside.write_bytes(library + footer(platform))
    beside.replace(TARGET)


def duckdb_platform() -> str | None:
    """The name that DuckDB has for the system that is built for, such as `linux_amd64`; None where it has none."""
    return _PLATFORMS.get(_triple())


def _triple() -> str:
    """The system that is built for, as Rust names it: `CARGO_BUILD_TARGET`, or the one that cargo runs on."""
    if target := os.environ.get("CARGO_BUILD_TARGET"):
        return target
    lines = subprocess.run([_cargo(), "-vV"], check=True, capture_output=True, text=True).stdout.splitlines()
    return next(line for line in lines if line.startswith("host: ")).removeprefix("host: ")


def _cargo() -> str:
    """The path of cargo. Without it, nothing can be built, and the build stops with a message that says what to do."""
    found = shutil.which(os.environ.get("CARGO", "cargo"))
    if found is None:
        raise SystemExit(
            f"error: building Scoresheet needs Rust {_of_cargo('rust-version')} or newer, but `cargo` was not found\n"
            "hint: install Rust from https://rustup.rs, or a wheel: `pip install --only-binary scoresheet scoresheet`"
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
    """Packs the sources: every file that git knows."""
    import maturin

    return str(maturin.build_sdist(sdist_directory, *arguments))


def get_requires_for_build_wheel(*arguments: Any) -> list[str]:
    """What building a wheel needs in addition: nothing that pip could install.

    maturin would have pip fetch a whole toolchain. Whoever builds chooses where Rust comes from.
    """
    _cargo()
    return []


# maturin asks cargo for the version of the package, also to pack the sources.
get_requires_for_build_editable = get_requires_for_build_sdist = get_requires_for_build_wheel


if __name__ == "__main__":
    build_extension(*sys.argv[1:2])
