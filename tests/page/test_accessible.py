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


def press(*keys):
    return lambda page: [page.keyboard.press(key) for key in keys]


def click(name):
    return lambda page: page.get_by_role("button", name=name).click()


DOES = {
    "list": press(),
    "suggestions": suggesting,
    "panel": click("More filters"),
    "selection": selecting,
    "help": press("?"),
    "columns": click("Choose columns"),
    "export": click("Export"),
    "plots": press("3"),
    "board": press("2"),
    "end of the game": press("End"),
}
"""What shows each screen, after the one before."""
STATES = {
    "opening": {"session": (200, {**SESSION, "state": "empty"})},
    "converting": {"session": (200, {**SESSION, "state": "converting"}), "progress": (200, PROGRESS)},
    "failed": {"session": (200, {**SESSION, "state": "failed"}), "progress": (200, FAILED)},
}


def test_screens_of_games(open_page, annotated, violations_in_every_theme):
    page = open_page(annotated)
    for screen, show in DOES.items():
        show(page)
        assert (screen, violations_in_every_theme(page)) == (screen, [])
        page.keyboard.press("Escape")


def test_moves_while_others_are_requested(open_page, annotated, violations_in_every_theme):
    page = open_page(f"{annotated}#view=game")
    page.wait_for_selector(".explorer .move")
    page.locator(".explorer").evaluate("explorer => explorer.setAttribute('aria-busy', 'true')")
    assert violations_in_every_theme(page) == []


def test_a_plot_while_another_one_is_requested(open_page, annotated, violations_in_every_theme):
    page = open_page(f"{annotated}#view=plots")
    page.wait_for_selector(".plots[aria-busy=false] .picture svg")
    page.locator(".plots").evaluate("plots => plots.setAttribute('aria-busy', 'true')")
    assert violations_in_every_theme(page) == []


@pytest.mark.parametrize("state", STATES)
def test_screens_without_games(open_page, annotated, violations_in_every_theme, state):
    page = open_page(annotated, before=answering(**STATES[state]))
    assert page.locator(".screen").is_visible()
    assert violations_in_every_theme(page) == []


@pytest.mark.parametrize("view", ["list", "game"])
def test_a_phone(open_page, annotated, violations, view):
    page = open_page(f"{annotated}#view={view}", viewport={"width": 390, "height": 800}, has_touch=True)
    assert violations(page) == []
