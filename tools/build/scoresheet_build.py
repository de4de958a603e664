"""Builds the package: maturin builds the module for Python, and this adds the extension of DuckDB and the description.

This is the build backend that pyproject.toml names (PEP 517). It builds with the profile `dist` of Cargo.toml, and with
another one with `--config-settings profile=release` of pip. `python tools/build/scoresheet_build.py PROFILE` builds
the extension alone, beside the sources of the package, for an environment that uses these.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
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

# The addresses that indexes of packages show, as paths in the repository.
_ADDRESSES = {
    "Repository": "",
    "Documentation": "/blob/main/docs/README.md",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Issues": "/issues",
}

_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_PICTURE = re.compile(r"<picture>.*?(<img [^>]*>).*?</picture>", re.DOTALL)
_IMAGE = re.compile(r"""(<img src=")(?!https?:)([^"]*)("[^>]*>)\n*""")
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)\s]+)\)")


def build_extension(profile: str = "dist") -> None:
    """Builds the extension with a profile of Cargo.toml, and puts it among the files of the package.

    If DuckDB has no name for the system, nothing is built, and an extension of another build is removed.
    """
    platform = duckdb_platform()
    if platform is None:
        TARGET.unlink(missing_ok=True)
        print(f"building without the extension for DuckDB, which does not exist for {_triple()}", file=sys.stderr)
        return
    # Its symbols are not needed, and are a fifth of it.
    command = [_cargo(), "rustc", "--profile", profile, "--locked", "--package", "scoresheet-duckdb", "--lib"]
    subprocess.run([*command, "--", "-C", "strip=symbols"], check=True, cwd=ROOT)
    # cargo puts what it builds for a named target into a separate folder, even if that is the host.
    folder = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / os.environ.get("CARGO_BUILD_TARGET", "")
    library = (folder / profile / _LIBRARIES[platform.partition("_")[0]]).read_bytes()
    beside = TARGET.with_suffix(".part")
    beside.write_bytes(library + footer(platform))
    beside.replace(TARGET)


def duckdb_platform() -> str | None:
    """The name that DuckDB has for the system that is built for, such as `linux_amd64`; None if it has none."""
    return _PLATFORMS.get(_triple())


def _triple() -> str:
    """The system that is built for, as Rust names it: `CARGO_BUILD_TARGET`, or the one that cargo runs on."""
    if target := os.environ.get("CARGO_BUILD_TARGET"):
        return target
    lines = subprocess.run([_cargo(), "-vV"], check=True, capture_output=True, text=True).stdout.splitlines()
    return next(line for line in lines if line.startswith("host: ")).removeprefix("host: ")


def _cargo() -> str:
    """The path of cargo. Without it, nothing can be built, and the build stops with a message about what to do."""
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


def in_cargo(key: str) -> str | None:
    """The text that Cargo.toml has for a key of the workspace; None if it does not have the key."""
    lines = (ROOT / "Cargo.toml").read_text("utf-8").splitlines()
    return next((line.split('"')[1] for line in lines if line.startswith(f'{key} = "')), None)


def _of_cargo(key: str) -> str:
    """The same for a key that Cargo.toml has to have."""
    text = in_cargo(key)
    if text is None:
        raise SystemExit(f"error: Cargo.toml has no `{key}`")
    return text


def metadata(written: str) -> str:
    """The metadata of the package: what maturin writes, with the addresses and the description added."""
    repository, version = in_cargo("repository"), _of_cargo("version")
    headers = written.partition("\n\n")[0].rstrip("\n").splitlines()
    headers = [line for line in headers if not line.startswith("Description-Content-Type: ")]
    if repository is not None:
        headers += [f"Project-URL: {name}, {repository}{path}" for name, path in _ADDRESSES.items()]
    headers.append("Description-Content-Type: text/markdown; charset=UTF-8; variant=GFM")
    described = long_description((ROOT / "README.md").read_text("utf-8"), repository, version)
    return "\n".join(headers) + "\n\n" + described


def long_description(readme: str, repository: str | None, version: str) -> str:
    """The README as indexes of packages show it, which have no files beside it.

    Links and pictures lead to the files of this version in the repository. If that has no address, links become their
    texts, and pictures are left out. Indexes do not choose between pictures, so the one for light pages is taken.
    """
    parts = _FENCED.split(readme)  # every second one is code
    parts[::2] = [_outside_code(part, repository, version) for part in parts[::2]]
    return "".join(parts)


def _outside_code(text: str, repository: str | None, version: str) -> str:
    text = _PICTURE.sub(r"\1", text)
    if repository is None:
        return _LINK.sub(r"\1", _IMAGE.sub("", text))
    text = _IMAGE.sub(rf"\1{repository}/raw/v{version}/\2\3\n\n", text)
    return _LINK.sub(rf"[\1]({repository}/blob/v{version}/\2)", text)


def _with_description(folder: Path) -> None:
    """Replaces the metadata in a folder that has those of a wheel."""
    file = folder / "METADATA"
    file.write_text(metadata(file.read_text("utf-8")), "utf-8", newline="\n")


def prepare_metadata_for_build_wheel(metadata_directory: str, *arguments: Any) -> str:
    """Writes the metadata that a wheel would have, without building it."""
    import maturin

    _cargo()
    name = str(maturin.prepare_metadata_for_build_wheel(metadata_directory, *arguments))
    _with_description(Path(metadata_directory, name))
    return name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """Builds a wheel with the extension."""
    import maturin

    return _build(maturin.build_wheel, wheel_directory, config_settings, metadata_directory, "dist")


def build_editable(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """Builds a wheel that uses the sources of the package, with the extension among them."""
    import maturin

    return _build(maturin.build_editable, wheel_directory, config_settings, metadata_directory, "release")


def _build(
    build: Callable[..., str],
    wheel_directory: str,
    config_settings: dict[str, Any] | None,
    metadata_directory: str | None,
    profile: str,
) -> str:
    settings = dict(config_settings or {})
    profile = settings.pop("profile", profile)
    build_extension(profile)
    arguments = settings.get("maturin.build-args", os.environ.get("MATURIN_PEP517_ARGS", ""))
    settings["maturin.build-args"] = f"--profile {profile} {arguments}"
    with tempfile.TemporaryDirectory() as folder:
        # maturin packs the metadata from a folder, if it is given one.
        given = metadata_directory or str(Path(folder, prepare_metadata_for_build_wheel(folder)))
        return str(build(wheel_directory, settings, given))


def build_sdist(sdist_directory: str, *arguments: Any) -> str:
    """Packs the sources: every file that git knows."""
    import maturin

    name = str(maturin.build_sdist(sdist_directory, *arguments))
    packed, beside = Path(sdist_directory, name), Path(sdist_directory, f"{name}.part")
    with tarfile.open(packed) as source, tarfile.open(beside, "w:gz") as target:
        for member in source:
            content = source.extractfile(member)
            if content is not None and member.name.count("/") == 1 and member.name.endswith("/PKG-INFO"):
                changed = metadata(content.read().decode("utf-8")).encode("utf-8")
                member.size = len(changed)
                content = io.BytesIO(changed)
            target.addfile(member, content)
    beside.replace(packed)
    return name


def get_requires_for_build_wheel(*arguments: Any) -> list[str]:
    """What building a wheel needs in addition: nothing that pip could install.

    maturin would have pip fetch a whole toolchain. The caller of the build chooses where Rust comes from.
    """
    _cargo()
    return []


# maturin runs cargo for the version of the package, also to pack the sources.
get_requires_for_build_editable = get_requires_for_build_sdist = get_requires_for_build_wheel


if __name__ == "__main__":
    build_extension(*sys.argv[1:2])
