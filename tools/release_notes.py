"""Prints the notes of a release, made of CHANGELOG.md, for the page of the release.

Without arguments, the notes are those of the next release. With `--tag v1.2.3`, they are those of that version, and the
tool fails unless everything agrees with it: the version and the address in Cargo.toml, and a heading with a date in the
changelog, which has nothing left under "Unreleased". The build backend has to be importable: `PYTHONPATH=tools/build`.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import scoresheet_build

ROOT = Path(__file__).resolve().parent.parent
UNRELEASED = "Unreleased"
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def main(arguments: list[str] | None = None) -> int:
    """Prints the notes; the exit status is 1 if something contradicts the release."""
    parser = argparse.ArgumentParser(description="Print the notes of a release.")
    parser.add_argument("--tag", help="the tag of the release, such as v1.2.3; without it, the next release")
    parser.add_argument("--repository", help="the address of the repository that releases")
    options = parser.parse_args(arguments)
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    version, address = scoresheet_build.in_cargo("version"), scoresheet_build.in_cargo("repository")
    problems = []
    if options.tag is not None:
        problems = contradictions(changelog, options.tag, version)
        if options.repository != address:
            problems.append(f"the repository is {options.repository}, but Cargo.toml has {address}")
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    if problems:
        return 1
    text = sections(changelog).get(UNRELEASED if options.tag is None else version or "", "")
    print(scoresheet_build.long_description(unwrapped(text), address, version or ""))
    return 0


def contradictions(changelog: str, tag: str, version: str | None) -> list[str]:
    """What speaks against a release of this tag, one line each."""
    problems = []
    if tag != f"v{version}":
        problems.append(f"the tag is {tag}, but Cargo.toml has version {version}")
    if not re.search(rf"^## {re.escape(str(version))} \(\d{{4}}-\d\d-\d\d\)$", changelog, re.MULTILINE):
        problems.append(f"CHANGELOG.md has no heading `## {version} (YYYY-MM-DD)`")
    elif not sections(changelog)[str(version)]:
        problems.append(f"CHANGELOG.md says nothing about {version}")
    if sections(changelog).get(UNRELEASED):
        problems.append(f"CHANGELOG.md has lines under `{UNRELEASED}`")
    return problems


def sections(changelog: str) -> dict[str, str]:
    r"""The texts of the changelog by version, without the dates of the headings; the next release is `UNRELEASED`.

    >>> sections("# Changelog\n\n## Unreleased\n\n## 1.2.3 (2026-12-01)\n\n- More.\n")
    {'Unreleased': '', '1.2.3': '- More.'}
    """
    parts = _HEADING.split(changelog)
    return {heading.partition(" (")[0]: text.strip() for heading, text in zip(parts[1::2], parts[2::2], strict=True)}


def unwrapped(text: str) -> str:
    r"""A text of Markdown with each paragraph in one line, because release pages keep the line breaks of the text.

    >>> unwrapped("- One item\n  of two lines.\n- Another.\n\nA paragraph\nof two.\n")
    '- One item of two lines.\n- Another.\n\nA paragraph of two.\n'
    """
    parts = _FENCED.split(text)  # every second one is code
    parts[::2] = [re.sub(r"(?<=[^\n|]) *\n *(?=[^\s|#>*-])", " ", part) for part in parts[::2]]
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(main())
