"""Two tabs with the same games: they share what is changed and not saved, so that none overwrites the other."""

from __future__ import annotations

import scoresheet
from editing_page import GAMES, edit, marked, move, saved


def comments(page) -> list[str]:
    return page.locator(".moves .comment").all_inner_texts()


def test_tabs_share_what_is_changed_and_what_is_saved(open_page, serve, tmp_path, until):
    path = tmp_path / "three.pgn"
    path.write_text(GAMES)
    first = open_page(serve(path))
    second = open_page(first.url, beside=first)
    edit(first, until, 1, "by the first")
    until(lambda: marked(second) == ["1"])
    second.locator("[data-place='1'] .kind-result").click()
    until(lambda: comments(second) == ["by the first"])

    move(second, "e5").click()
    second.keyboard.press("e")
    second.locator(".comment-editor textarea").fill("being written")
    move(first, "e4").click()
    first.keyboard.press("!")
    first.get_by_role("menuitemcheckbox").first.click()
    until(lambda: second.locator(".moves .nag").count() == 1)
    assert second.locator(".comment-editor textarea").input_value() == "being written"
    second.keyboard.press("Enter")
    until(lambda: comments(first) == ["by the first", "being written"])
    assert (saved(first, until), marked(first)) == (saved(second, until), ["1"])

    # Another game in each of them: neither forgets that of the other.
    edit(first, until, 0, "zero")
    edit(second, until, 2, "two")
    for page in (first, second):
        until(lambda page=page: marked(page) == ["0", "1", "2"])
    first.locator(".moves").focus()
    first.keyboard.press("Control+z")
    until(lambda: marked(second) == ["1", "2"])
    second.locator("#list .unsaved").click()
    dialog = second.get_by_role("dialog", name="Unsaved changes")
    with second.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    until(lambda: marked(first) == marked(second) == [])
    found = list(scoresheet.read(download.value.path(), from_="pgn"))
    assert [(game.root.comment, game.at(1).nags, game.at(2).comment) for game in found] == [
        ("by the first", [1], "being written"), ("two", [], "")
    ]  # fmt: skip
    assert first.evaluate("Object.values(localStorage).some((text) => text.includes('being written'))") is False


def test_an_added_move_is_added_in_the_other_tab_and_taken_back_there(open_page, serve, tmp_path, until):
    path = tmp_path / "three.pgn"
    path.write_text(GAMES)
    first = open_page(serve(path) + "#game=0&view=game")
    second = open_page(first.url, beside=first)
    for square in ("12", "20"):
        until(lambda: first.locator(".board .starts").count() > 0)
        first.locator(f".cells [data-square='{square}']").click()
    until(lambda: second.locator(".moves .move").count() == 3)
    assert second.locator(".where").evaluate("where => where.value") == "Start"
    second.locator(".moves").focus()
    second.keyboard.press("Control+z")
    until(lambda: first.locator(".moves .move").count() == 2)
