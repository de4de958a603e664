"""The notes of a release, and what has to agree before there is one."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from pathlib import Path

import pytest

import release_notes
import scoresheet_build

ROOT = Path(__file__).resolve().parent.parent
REPOSITORY = "https://git.example/chess/scoresheet"
RELEASED = """# Changelog

Preface.

## Unreleased

## 1.2.3 (2026-12-01)

### Added

- A thing, described in
  [two lines](docs/README.md).

```text
a code
  of lines
```

## 1.2.2 (2026-11-01)

- Older.
"""


@pytest.fixture
def release(monkeypatch, tmp_path):
    """Gives the exit status and what is printed for a changelog of version 1.2.3."""

    def run(changelog: str, *arguments: str) -> int:
        (tmp_path / "CHANGELOG.md").write_text(changelog, "utf-8")
        monkeypatch.setattr(release_notes, "ROOT", tmp_path)
        monkeypatch.setattr(scoresheet_build, "in_cargo", {"repository": REPOSITORY, "version": "1.2.3"}.get)
        return release_notes.main([*arguments])

    return run


def test_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(release_notes).failed == 0


def test_the_notes_of_a_version_have_whole_lines_and_whole_addresses(release, capsys) -> None:
    assert release(RELEASED, "--tag", "v1.2.3", "--repository", REPOSITORY) == 0
    assert capsys.readouterr().out == (
        "### Added\n\n"
        f"- A thing, described in [two lines]({REPOSITORY}/blob/v1.2.3/docs/README.md).\n\n"
        "```text\na code\n  of lines\n```\n"
    )


def test_without_a_tag_the_notes_are_those_of_the_next_release(release, capsys) -> None:
    assert release(RELEASED.replace("## Unreleased\n", "## Unreleased\n\n- Newer.\n")) == 0
    assert capsys.readouterr().out == "- Newer.\n"


@pytest.mark.parametrize(
    ("changed", "to", "problem"),
    [
        ("## 1.2.3 (2026-12-01)", "## 1.2.3", "CHANGELOG.md has no heading `## 1.2.3 (YYYY-MM-DD)`"),
        ("## 1.2.3 (2026-12-01)", "## 1.2.4 (2026-12-01)", "CHANGELOG.md has no heading `## 1.2.3 (YYYY-MM-DD)`"),
        ("## Unreleased\n", "## Unreleased\n\n- Newer.\n", "CHANGELOG.md has lines under `Unreleased`"),
        (
            RELEASED[RELEASED.index("### Added") : RELEASED.index("## 1.2.2")],
            "",
            "CHANGELOG.md says nothing about 1.2.3",
        ),
    ],
)
def test_a_changelog_that_is_not_ready_stops_the_release(release, capsys, changed, to, problem) -> None:
    assert release(RELEASED.replace(changed, to), "--tag", "v1.2.3", "--repository", REPOSITORY) == 1
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", f"error: {problem}\n")


def test_another_tag_or_repository_stops_the_release(release, capsys) -> None:
    assert release(RELEASED, "--tag", "v1.2.4", "--repository", "https://git.example/fork/scoresheet") == 1
    assert capsys.readouterr().err.splitlines() == [
        "error: the tag is v1.2.4, but Cargo.toml has version 1.2.3",
        f"error: the repository is https://git.example/fork/scoresheet, but Cargo.toml has {REPOSITORY}",
    ]


def test_unwrapping_changes_only_white_space_and_keeps_items_and_tables_apart() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    text = release_notes.unwrapped(changelog)
    assert text.split() == changelog.split()
    starts = re.compile(r"^(?:[-*] |#+ |\||```)", re.MULTILINE)
    assert len(starts.findall(text)) == len(starts.findall(changelog))


def test_the_changelog_has_known_headings() -> None:
    sections = release_notes.sections((ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert release_notes.UNRELEASED in sections
    for heading, text in sections.items():
        assert heading == release_notes.UNRELEASED or re.fullmatch(r"\d+\.\d+\.\d+", heading)
        kinds = re.findall(r"^### (.+)$", text, re.MULTILINE)
        assert len(kinds) == len({*kinds})
        assert {*kinds} <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Data format"}


def test_each_item_of_the_changelog_is_there_once() -> None:
    unwrapped = release_notes.unwrapped((ROOT / "CHANGELOG.md").read_text("utf-8"))
    starts = [line[:60] for line in unwrapped.splitlines() if line.startswith("- ") and len(line) >= 60]
    assert [start for start, count in Counter(starts).items() if count > 1] == []
