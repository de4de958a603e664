"""The modules of the viewer's client, and the script that they are joined to."""

from __future__ import annotations

import re

import pytest

from scoresheet.drawing.bundle import bundle
from scoresheet.drawing.client import source
from scoresheet.drawing.messages import bundle_for_readers
from scoresheet.viewer.static import static
from test_house import PACKAGE

CLIENT = PACKAGE / "drawing" / "client"
MODULES = sorted(path.stem for path in CLIENT.glob("js/*.js"))


def test_the_page_loads_one_script_which_holds_the_whole_application() -> None:
    page = static("")[0].decode()
    assert re.findall(r'<script .*?src="(.*?)"', page) == ["app.js"]
    script, media = static("app.js")
    assert script.decode() == bundle_for_readers("main")
    assert media.startswith("text/javascript")


def test_every_style_sheet_of_the_page_is_served() -> None:
    for name in re.findall(r'<link rel="stylesheet" href="(.*?)"', static("")[0].decode()):
        assert static(name)[1].startswith("text/css")


@pytest.mark.parametrize("name", MODULES)
def test_every_module_can_be_joined_and_is_checked_for_types(name) -> None:
    assert f"const {name}$ =" in bundle(name, source)
    assert source(name).startswith("// @ts-check\n")
    assert len(source(name).splitlines()) <= 300


@pytest.mark.parametrize("name", MODULES)
def test_no_text_of_a_module_looks_like_a_comment_or_spans_lines(name) -> None:
    for line in source(name).splitlines():
        line = line.replace('"`"', "")
        assert line.count("`") % 2 == 0 or line.lstrip().startswith(("//", "*", "/**")), line
        for comment in re.finditer(r"/\*\*|^\s*//", line):
            before = re.sub(r"/\*\*.*?\*/", "", line[: comment.start()])
            assert all(before.count(quote) % 2 == 0 for quote in "\"'`"), line


def test_a_joined_script_has_no_comments() -> None:
    for entry in ("main", "page", "widget"):
        assert not re.search(r"^\s*//|/\*\*|^\s", bundle(entry, source), re.MULTILINE)


@pytest.mark.parametrize("name", MODULES)
def test_no_module_makes_markup_or_code_of_text(name) -> None:
    unsafe = r"\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\(\"style\""
    assert re.findall(unsafe, source(name)) == []
