"""Saving all edited games at once, the marks of games with unsaved changes, and the question before leaving."""

from __future__ import annotations

import scoresheet
from editing_page import GAMES, edit, marked


def test_all_edited_games_are_marked_and_saved_at_once(open_page, serve, tmp_path, until, violations_in_every_theme):
    path = tmp_path / "three.pgn"
    path.write_text(GAMES)
    page = open_page(serve(path))
    unsaved = page.locator("#list .unsaved")
    assert (marked(page), unsaved.is_visible()) == ([], False)
    edit(page, until, 0, "first")
    edit(page, until, 2, "third")
    assert (marked(page), unsaved.inner_text()) == (["0", "2"], "2 games unsaved")
    assert violations_in_every_theme(page) == []
    unsaved.click()
    dialog = page.get_by_role("dialog", name="Unsaved changes")
    assert violations_in_every_theme(page) == []
    assert dialog.locator("li").all_inner_texts() == ["Player 0 \N{EN DASH} B", "Player 2 \N{EN DASH} B"]
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    page.wait_for_selector("dialog", state="detached")
    found = list(scoresheet.read(download.value.path(), from_="pgn"))
    assert [(game.tags["White"], game.root.comment) for game in found] == [("Player 0", "first"), ("Player 2", "third")]
    assert (download.value.suggested_filename, marked(page), unsaved.is_visible()) == ("three-edited.pgn", [], False)

    edit(page, until, 1, "second")
    page.get_by_role("button", name="Save …").click()
    dialog = page.get_by_role("dialog", name="Save the game")
    choices = dialog.get_by_label("What to save").locator("option")
    assert choices.all_inner_texts() == ["This game", "A copy of three.pgn with the changes"]
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    edit(page, until, 2, "again")
    page.get_by_role("button", name="Save …").click()
    dialog.get_by_label("What to save").select_option(label="A copy of three.pgn with the changes")
    dialog.get_by_role("button", name="Save beside three.pgn").click()
    page.wait_for_selector("dialog", state="detached")
    found = list(scoresheet.read(tmp_path / "three-edited.pgn"))
    assert [game.root.comment for game in found] == ["", "second", "again"]
    assert (path.read_text(), marked(page)) == (GAMES, [])
    assert page.get_by_role("button", name="Save …").count() == 0


def test_the_page_asks_before_it_is_left_with_unsaved_changes(open_page, listen, serve, tmp_path, until):
    path = tmp_path / "three.pgn"
    path.write_text(GAMES)
    page = open_page(serve(path))
    asked: list[str] = []
    listen(page, "dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    edit(page, until, 1, "unsaved")
    page.evaluate("setTimeout(() => location.reload())")
    until(lambda: asked == ["beforeunload"])
    assert page.locator(".moves .comment", has_text="unsaved").is_visible()
    page.locator(".moves").focus()
    page.keyboard.press("Control+z")
    until(lambda: marked(page) == [])
    page.reload()
    page.wait_for_selector("html[data-ready=ready]")
    assert asked == ["beforeunload"]


def test_changes_that_cannot_be_made_again_stay_until_they_can(open_page, serve, tmp_path, until):
    path = tmp_path / "three.pgn"
    path.write_text(GAMES)
    page = open_page(serve(path) + "#game=0&view=game")
    for square in ("12", "20"):
        until(lambda: page.locator(".board .starts").count() > 0)
        page.locator(f".cells [data-square='{square}']").click()
    until(lambda: page.locator(".moves .move").count() == 3)
    page.keyboard.press("e")
    page.locator(".comment-editor textarea").fill("on e3")
    page.keyboard.press("Enter")
    page.route("**/api/position?*move=*", lambda route: route.abort())
    page.reload()
    said = page.locator(".game > [role=status]")
    until(lambda: said.text_content() == "Not all unsaved changes could be made again.")
    assert page.locator(".moves .move").all_inner_texts() == ["e4", "e5"]
    page.keyboard.press("End")
    page.unroute("**/api/position?*move=*")
    page.faults[:] = [fault for fault in page.faults if "net::ERR" not in fault]
    page.reload()
    page.locator(".moves .comment", has_text="on e3").wait_for()
    assert page.locator(".moves .move").all_inner_texts() == ["e4", "e3", "e5"]
