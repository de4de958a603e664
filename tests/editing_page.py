"""What the tests of editing in the page share: the parts of the page, and the game as the page saves it."""

from __future__ import annotations

GAMES = "\n".join(f'[White "Player {number}"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 *\n' for number in range(3))
"""Three games that only their players tell apart."""

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


def edit(page, until, row: int, text: str) -> None:
    """Opens a game by its result in the list, and comments its start."""
    page.locator(f"[data-place='{row}'] .kind-result").click()
    until(lambda: f"Player {row}" in page.locator(".game h2").inner_text())
    page.locator(".moves").focus()
    page.keyboard.press("e")
    page.locator(".comment-editor textarea").fill(text)
    page.keyboard.press("Enter")
    page.locator(".moves .comment", has_text=text).wait_for()


def marked(page) -> list[str]:
    """The places of the games with unsaved changes in the list."""
    rows = page.locator(".row", has=page.get_by_role("img", name="Unsaved changes"))
    return rows.evaluate_all("rows => rows.map((row) => row.dataset.place)")
