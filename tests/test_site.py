"""The pages of the documentation site: all are staged, listed in the navigation, and linked only to each other."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

import scoresheet
import site_pages
import speed_table
from test_house import PACKAGE, ROOT

LINK = re.compile(r"\]\(([^)\s#]+)")


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    target = tmp_path_factory.mktemp("site")
    site_pages.stage(target)
    return target


def test_the_navigation_holds_every_page_once(staged) -> None:
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    listed = re.findall(r"[\w./-]+\.md", navigation)
    pages = [path.relative_to(staged).as_posix() for path in staged.rglob("*.md")]
    assert sorted(listed) == sorted(pages)


def test_links_between_pages_lead_to_pages_of_the_site(staged) -> None:
    found = 0
    for page in staged.rglob("*.md"):
        text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in LINK.findall(text):
            if not re.match(r"[a-z]+:", target):
                assert (page.parent / target).exists(), f"{page.relative_to(staged)}: {target}"
                found += 1
    assert found > 100


def test_every_public_name_has_an_entry(staged) -> None:
    entries = re.findall(r"^::: (.+)$", "".join(path.read_text("utf-8") for path in (staged / "api").iterdir()), re.M)
    assert len(entries) == len(set(entries))
    modules = {name for name in scoresheet.__all__ if name in scoresheet._MODULES}
    assert {f"scoresheet.{name}" for name in scoresheet.__all__ if name not in modules} <= set(entries)


def test_pictures_of_the_gallery_are_drawings(staged) -> None:
    for picture in (staged / "gallery").iterdir():
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_a_table_shows_a_bar_in_code_without_its_backslash() -> None:
    assert site_pages.for_site("| `a\\|b` | c\\|d |", "README.md") == "| `a|b` | c\\|d |"


def test_a_list_starts_after_an_empty_line() -> None:
    assert site_pages.for_site("Either:\n- a\n- b", "README.md") == "Either:\n\n- a\n- b"


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path) -> None:
    """A broken link or a page outside the navigation is an error of a strict build."""
    pytest.importorskip("material", reason="mkdocs-material is not installed: `make site` installs it")
    pytest.importorskip("mkdocstrings", reason="mkdocstrings is not installed: `make site` installs it")
    site_pages.stage(tmp_path / "pages")
    settings = (ROOT / "mkdocs.yml").read_text("utf-8").replace("[python]", f"[{PACKAGE.parent}]")
    settings = re.sub(r"_dir: build/(site-)?", "_dir: ", settings)
    (tmp_path / "mkdocs.yml").write_text(settings, "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    paths = f"{ROOT / 'tools'}{os.pathsep}{PACKAGE.parent}"
    environment = {**os.environ, "PYTHONPATH": paths, "NO_MKDOCS_2_WARNING": "1"}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=110)
    assert run.returncode == 0, run.stdout + run.stderr
    # Pages that were opened from the disk search in it, because they cannot fetch the JSON file.
    assert (tmp_path / "site" / "search" / "search_index.js").exists()
    for page in (tmp_path / "site").rglob("*.html"):
        assert not re.search(r'<(script|link|img)[^>]* (src|href)="https?:', page.read_text("utf-8")), page


def test_the_table_of_speeds_has_the_measured_figures() -> None:
    page = """# Measured

## Speed and memory

`make bench` at 0123456789ab, 2030-01-02: Some Processor, 8 cores, load 1.1 at the end.

| job | file | user | wall | runs |
| --- | --- | --- | --- | --- |
"""
    times = zip(speed_table.JOBS, "12345", strict=True)
    rows = [f"| {job} | plain | 9.000 s | {seconds} s | 7 |\n" for job, seconds in times]
    table = speed_table.table(page + "".join(rows) + "\n## Transforms\n")
    assert "| `scoresheet check --threads 1` | 2.00 s | 20,600 |" in table
    assert "Some Processor with 8 cores, 2030-01-02" in table
    assert "the median of 7 runs" in " ".join(table.split())
    with pytest.raises(ValueError, match="no figures"):
        speed_table.table(page + "".join(rows[1:]))


def test_figures_of_the_comparison_are_measured() -> None:
    """Numbers of two digits or more outside of code; shorter ones are counts in prose."""
    template = (ROOT / "docs" / "start" / "comparison.md.in").read_text("utf-8")
    measured = speed_table.MEASURED.read_text("utf-8")
    numbers = re.findall(r"\d[\d.,]*\d", re.sub(r"`[^`]*`|\]\([^)]*\)", "", template))
    assert len(numbers) > 5
    assert [number for number in numbers if number not in measured] == []


def test_every_command_has_a_page_with_its_options() -> None:
    from scoresheet.cli.group import command

    for name in command.list_commands(None):
        page = (ROOT / "docs" / "commands" / f"{name}.md").read_text("utf-8")
        assert "## Example" in page
        options = command.get_command(None, name).params
        assert all(f"{each.opts[0]}" in page for each in options if each.opts[0].startswith("-") and not each.hidden)
