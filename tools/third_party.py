"""Writes `LICENSE-THIRD-PARTY`: the texts that the licences of the crates in the native core require it to include.

`make docs` writes it; `--check`, which `make lint` runs, fails if it differs. Crates that may be used under the
Apache licence are named, with their NOTICE files; of the others the licence files are included in full.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from check_licences import ROOT, crates_that, permits

TARGET = ROOT / "LICENSE-THIRD-PARTY"
LINE = "-" * 79
INTRO = """\
Scoresheet's native core is built from its own code and from the crates below.

Used under the Apache License 2.0, whose text is LICENSE-APACHE:
"""


def main(arguments: list[str]) -> int:
    """Write the file, or with `--check` compare it; 1 if it differs."""
    text = notices()
    if "--check" not in arguments:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    agrees = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
    print("third-party notices: " + ("agree" if agrees else "differ; run `make docs`"))
    return 0 if agrees else 1


def notices() -> str:
    """The whole file."""
    return notices_of([crate for crate in crates_that({None}) if crate["source"]], INTRO)


def notices_of(crates: list[dict[str, Any]], intro: str) -> str:
    """What crates ask to be passed on, below an introduction to the list of those under the Apache licence."""
    apache = [crate for crate in crates if permits(crate["license"], {"Apache-2.0"})]
    others = [crate for crate in crates if crate not in apache]
    parts = [intro + "\n".join(f"  {named(crate)}" for crate in apache)]
    parts += sections(apache, "NOTICE")
    parts += sections(others, "LICEN")
    return "\n".join(parts) + "\n"


def named(crate: dict[str, Any]) -> str:
    """A crate's name and version."""
    return f"{crate['name']} {crate['version']}"


def sections(crates: list[dict[str, Any]], start: str) -> list[str]:
    """Each different text among the crates' files whose names start so, below the crates that hold it."""
    holders: dict[str, list[str]] = {}
    for crate in crates:
        folder = Path(crate["manifest_path"]).parent
        files = sorted(path for path in folder.iterdir() if path.name.upper().startswith(start) and path.is_file())
        if start == "LICEN" and not files:
            holders.setdefault(f"{crate['license']}, as its manifest says", []).append(named(crate))
        for path in files:
            holders.setdefault(tidy(path), []).append(named(crate))
    return [f"\n{LINE}\n{', '.join(dict.fromkeys(names))}\n\n{text}" for text, names in holders.items()]


def tidy(path: Path) -> str:
    """A file's text with plain line ends."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
