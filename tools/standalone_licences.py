"""The licences of what the executable for people without Python contains beside the package.

`tools/standalone.py` writes them into the folder `licenses` of the Python that it embeds. The C libraries are those
that python-build-standalone links into Python. The archives that `uv` installs lack their texts, so they are in
`packaging/licenses`. Packages of Python have theirs beside them, as pip installs them, and so has Python itself.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from check_licences import ROOT, crates_of
from third_party import notices_of

TEXTS = ROOT / "packaging" / "licenses"
APACHE = "apache-2.0.txt"
"""The name that the Apache licence of the repository gets there."""

Found = Mapping[str, Mapping[str, object]]
"""What `PROBE` prints: modules, and their attributes."""


@dataclass(frozen=True)
class Library:
    """A C library, the module of Python that uses it, and the attribute of the module with its version."""

    name: str
    licence: str
    address: str
    module: str
    version: str = ""
    system: str | None = None
    """Other systems have it themselves, or not at all."""

    @property
    def text(self) -> str:
        """The name of the file with its licence."""
        return APACHE if self.licence == "Apache-2.0" else f"{self.name.lower().replace(' ', '-')}.txt"


LIBRARIES = [
    Library("Berkeley DB", "Sleepycat", "https://github.com/berkeleydb/libdb", "_dbm", system="linux"),
    Library("bzip2", "bzip2-1.0.6", "https://sourceware.org/bzip2", "_bz2"),
    Library("expat", "MIT", "https://libexpat.github.io", "pyexpat", "EXPAT_VERSION"),
    Library("libedit", "BSD-3-Clause", "https://thrysoee.dk/editline", "readline", system="linux"),
    Library("libffi", "MIT", "https://sourceware.org/libffi", "_ctypes"),
    Library("libuuid", "BSD-3-Clause", "https://sourceforge.net/projects/libuuid", "_uuid", system="linux"),
    Library("mpdecimal", "BSD-2-Clause", "https://www.bytereef.org/mpdecimal", "_decimal", "__libmpdec_version__"),
    Library("ncurses", "X11", "https://invisible-island.net/ncurses", "_curses", "ncurses_version", "linux"),
    Library("OpenSSL", "Apache-2.0", "https://openssl-library.org", "_ssl", "OPENSSL_VERSION"),
    Library("SQLite", "public domain", "https://sqlite.org", "_sqlite3", "sqlite_version"),
    Library("xz", "0BSD", "https://tukaani.org/xz", "_lzma"),
    Library("zlib", "Zlib", "https://zlib.net", "zlib", "ZLIB_RUNTIME_VERSION"),
    Library("zlib-ng", "Zlib", "https://github.com/zlib-ng/zlib-ng", "zlib", "ZLIBNG_VERSION"),
    Library("zstd", "BSD-3-Clause", "https://github.com/facebook/zstd", "_zstd", "zstd_version"),
]

PROBE = """
import importlib, json, sys

found = {"sys": {"platform": sys.platform, "version": sys.version.split()[0]}}
for name in json.loads(sys.argv[1]):
    try:
        module = importlib.import_module(name)
    except ImportError:
        continue
    found[name] = {key: value for key, value in vars(module).items() if isinstance(value, (str, tuple))}
    found[name]["__doc__"] = str(module.__doc__)
print(json.dumps(found, default=str))
"""
"""Prints the modules that an installation has, with their attributes that are texts or tuples."""

NOTICE = """\
This executable contains Scoresheet and the software below. Scoresheet and the other packages of Python have their
licences in the folders named *.dist-info.

{python}

Python is linked with these C libraries, or contains them:

{libraries}
{runtime}
The launcher that unpacks and starts all this is PyApp. Its licence and those of the crates in it are in launcher.txt.
It also contains the C library zstd: BSD-3-Clause, zstd.txt, https://github.com/facebook/zstd.

All sources are available without charge: those of the libraries at these addresses, how Python is built with them at
https://github.com/astral-sh/python-build-standalone, PyApp and its crates at https://crates.io.
"""

RUNTIME = "The files vcruntime*.dll are from Microsoft, under the terms of https://visualstudio.microsoft.com/license-terms.\n"

LAUNCHER = """\
The launcher is built from PyApp and from the crates below.

Used under the Apache License 2.0, whose text is apache-2.0.txt:
"""


def write(python: Path, found: Found, pyapp: str) -> None:
    """Writes the notice and the texts into an installation. `found` is what `PROBE` prints in it, `pyapp` a version."""
    refuse_readline(found)
    folder = python / "licenses"
    folder.mkdir()
    shutil.copyfile(ROOT / "LICENSE-APACHE", folder / APACHE)
    contained = libraries(found)
    for text in {library.text for library in contained} - {APACHE} | {"zstd.txt"}:
        shutil.copyfile(TEXTS / text, folder / text)
    (folder / "README.txt").write_text(notice(contained, found), "utf-8", newline="\n")
    (folder / "launcher.txt").write_text(notices_of(launcher_crates(pyapp), LAUNCHER), "utf-8", newline="\n")


def modules() -> list[str]:
    """The modules that `PROBE` looks for."""
    return sorted({library.module for library in LIBRARIES})


def refuse_readline(found: Found) -> None:
    """Stops if the installation has GNU readline, which is under the GPL."""
    module = found.get("readline", {"backend": "editline"})
    if module.get("backend") != "editline" and "libedit" not in str(module.get("__doc__")):
        raise SystemExit(
            "error: this Python is linked with GNU readline, which is under the GPL, so it cannot be embedded"
        )


def libraries(found: Found) -> list[Library]:
    """The libraries of an installation."""
    platform = found["sys"]["platform"]

    def is_contained(library: Library) -> bool:
        module = found.get(library.module)
        if module is None or library.system not in (None, platform):
            return False
        # Python has one of the two, in the same module.
        return not library.name.startswith("zlib") or ("ZLIBNG_VERSION" in module) == (library.name == "zlib-ng")

    return [library for library in LIBRARIES if is_contained(library)]


def notice(contained: Sequence[Library], found: Found) -> str:
    """The list of what an installation contains."""
    rows = [(named(library, found), library.licence, library.text, library.address) for library in contained]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]) for row in rows
    ]
    version = str(found["sys"]["version"])
    python = (
        f"Python {version} is under the licence Python-2.0, in its file LICENSE.txt. It also incorporates what\n"
        f"https://docs.python.org/{version.rpartition('.')[0]}/license.html lists."
    )
    runtime = f"\n{RUNTIME}" if found["sys"]["platform"] == "win32" else ""
    return NOTICE.format(python=python, libraries="\n".join(lines), runtime=runtime)


def named(library: Library, found: Found) -> str:
    """A library with its version, if its module knows that.

    >>> zlib = next(library for library in LIBRARIES if library.name == "zlib")
    >>> named(zlib, {"zlib": {"ZLIB_RUNTIME_VERSION": "1.3.1"}}), named(zlib, {"zlib": {}})
    ('zlib 1.3.1', 'zlib')
    """
    version = found[library.module].get(library.version, "")
    if isinstance(version, (list, tuple)):  # major and minor version, then a date
        version = ".".join(str(part) for part in version[:2])
    words = [word for word in str(version).replace("_", " ").split() if word[0].isdigit()]
    return " ".join([library.name, *words[:1]])


def launcher_crates(version: str) -> list[dict[str, Any]]:
    """The data of cargo for PyApp and each crate that is compiled into it."""
    with tempfile.TemporaryDirectory() as folder:
        manifest = Path(folder, "Cargo.toml")
        Path(folder, "lib.rs").touch()
        lines = ["[package]", 'name = "sources"', 'edition = "2021"', "[lib]", 'path = "lib.rs"', "[workspace]"]
        manifest.write_text("\n".join([*lines, "[dependencies]", f'pyapp = "={version}"', ""]), "utf-8")
        subprocess.run(["cargo", "fetch", "--quiet", "--manifest-path", manifest], check=True)
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    sources = next(home.glob(f"registry/src/*/pyapp-{version}"))
    return crates_of(sources / "Cargo.toml", "pyapp", {None})
