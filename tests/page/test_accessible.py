"""Every screen in light and dark, as axe checks it: WCAG 2.2 AA and best practice."""

from __future__ import annotations

import pytest

from pretended import SESSION, answering

PROGRESS = {"state": "converting", "file": "month.pgn", "done": 1, "total": 4, "games": 3, "seconds": 1}
FAILED = {"state": "failed", "error": {"code": "x", "message": "no games", "hint": "None.", "place": "line 1"}}


def suggesting(page):
    page.get_by_role("combobox", name="Player", exact=True).press_sequentially("a")
    page.wait_for_selector(".suggestions [role=option]")


def selecting(page):
    page.locator("[data-place='0']").click(modifiers=["Control"])


DOES = {
    "list": lambda page: None,
    "suggestions": suggesting,
    "panel": lambda page: page.get_by_role("button", name="More filters").click(),
    "selection": selecting,
    "help": lambda page: page.keyboard.press("?"),
    "columns": lambda page: page.get_by_role("button", name="Choose columns").click(),
    "export": lambda page: page.get_by_role("button", name="Export").click(),
    "board": lambda page: page.keyboard.press("2"),
    "plots": lambda page: page.keyboard.press("3"),
    "scrolled": lambda page: page.keyboard.press("End"),
}
STATES = {
    "opening": {"session": (200, {**SESSION, "state": "empty"})},
    "converting": {"session": (200, {**SESSION, "state": "converting"}), "progress": (200, PROGRESS)},
    "failed": {"session": (200, {**SESSION, "state": "failed"}), "progress": (200, FAILED)},
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", DOES)
def test_screens_of_games(open_page, annotated, violations, screen, scheme):
    page = open_page(annotated, color_scheme=scheme)
    DOES[screen](page)
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_screens_without_games(open_page, annotated, violations, state, scheme):
    page = open_page(annotated, color_scheme=scheme, before=answering(**STATES[state]))
    assert page.locator(".screen").is_visible()
    assert violations(page) == []


@pytest.mark.parametrize("view", ["list", "game"])
def test_a_phone(open_page, annotated, violations, view):
    page = open_page(f"{annotated}#view={view}", viewport={"width": 390, "height": 800}, has_touch=True)
    assert violations(page) == []
