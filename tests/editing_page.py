"""What the tests of editing in the page share: the parts of the page, and the game as the page saves it."""

from __future__ import annotations

CLIPBOARD = "navigator.clipboard.readText()"


def where(page) -> str:
    return page.locator(".where").evaluate("element => element.value")


def move(page, san: str, nth: int = 0):
    return page.locator(".moves .move", has_text=san).nth(nth)


def menu(page):
    return page.get_by_role("menu")


def saved(page, until) -> str:
    """The game as the page saves it."""
    if not page.locator(".copying[open]").count():
        page.locator(".copying summary").click()
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_role("button", name="Copy PGN").click()
    until(lambda: page.evaluate(CLIPBOARD) != "")
    return page.evaluate(CLIPBOARD)
