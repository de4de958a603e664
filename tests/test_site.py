"""The pages of the documentation site: all are staged, listed in the navigation, and linked only to each other."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

import scoresheet
import site_pages
from test_house import ROOT

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
