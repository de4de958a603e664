"""Writes the recipes for other package managers: those of `packaging`, with the checksums of a release filled in.

    python tools/recipes.py FILES [--repository ADDRESS] [-o FOLDER]

FILES is the folder with the files of a release. In a template, `@VERSION@`, `@REPOSITORY@` and `@OWNER@` are replaced,
and `@sha256:NAME@` becomes the checksum of the file NAME, in which `VERSION` is the version. The build backend has to
be importable: `PYTHONPATH=tools/build`.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

import scoresheet_build

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((ROOT / "packaging").rglob("*.in"))


def main(arguments: list[str] | None = None) -> int:
    """Writes the recipes; the exit status is 1 if the release lacks a file or the repository has no address."""
    parser = argparse.ArgumentParser(description="Write the recipes for other package managers.")
    parser.add_argument("files", type=Path, help="the folder with the files of the release")
    parser.add_argument("--repository", help="the address of the repository; by default, the one in Cargo.toml")
    parser.add_argument("-o", "--output", type=Path, help="the folder to write into; by default, the one of the files")
    options = parser.parse_args(arguments)
    repository = options.repository or scoresheet_build.in_cargo("repository")
    try:
        if repository is None:
            raise LookupError("Cargo.toml has no `repository`; pass its address as --repository")
        texts = {path.stem: filled(path.read_text("utf-8"), repository, options.files) for path in TEMPLATES}
    except LookupError as problem:
        print(f"error: {problem.args[0]}", file=sys.stderr)
        return 1
    output = options.output or options.files
    output.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (output / name).write_text(text, "utf-8", newline="\n")
    return 0


def filled(template: str, repository: str, files: Path) -> str:
    """A template with everything filled in.

    >>> import unittest.mock
    >>> with unittest.mock.patch.object(scoresheet_build, "in_cargo", {"version": "1.2.3"}.get):
    ...     filled("@REPOSITORY@/releases/v@VERSION@ by @OWNER@", "https://git.example/chess/scoresheet", Path())
    'https://git.example/chess/scoresheet/releases/v1.2.3 by chess'
    """
    version = scoresheet_build.in_cargo("version") or ""
    owner = urlsplit(repository).path.split("/")[1]
    for word, value in {"VERSION": version, "REPOSITORY": repository, "OWNER": owner}.items():
        template = template.replace(f"@{word}@", value)
    return re.sub(r"@sha256:(.+?)@", lambda found: checksum(files / found[1].replace("VERSION", version)), template)


def checksum(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    if not path.is_file():
        raise LookupError(f"the release has no file `{path.name}`, which a recipe names")
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
