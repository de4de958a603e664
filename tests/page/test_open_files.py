"""Several open files, files that replace them, filters that hide the open game, and keys beside the plots."""

from __future__ import annotations

import json
import urllib.request

import pytest

from editing_page import GAMES, edit, marked

DROP = """([name, text, shiftKey = false]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    const options = {dataTransfer: data, bubbles: true, cancelable: true, shiftKey};
    document.body.dispatchEvent(new DragEvent('dragover', options));
    document.body.dispatchEvent(new DragEvent('drop', options));
}"""


@pytest.fixture
def two(serve, root):
    return serve(root / "examples" / "annotated.pgn", root / "examples" / "historic.pgn")


def board_names(page):
    return page.locator("#game .game:visible h2").inner_text()


def test_open_files_are_named_and_one_that_cannot_be_read_replaces_none(open_page, two, until, violations):
    page = open_page(two)
    name = page.locator("#name button")
    assert name.inner_text().endswith("annotated.pgn, historic.pgn")
    until(lambda: "in annotated.pgn" in page.locator("#game header .facts").inner_text())
    name.click()
    dialog = page.get_by_role("dialog", name="Open files")
    assert [row.split("\t")[0] for row in dialog.locator("tr").all_inner_texts()] == ["annotated.pgn", "historic.pgn"]
    assert violations(page) == []
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    page.keyboard.press("ArrowRight")
    until(lambda: "at=1" in page.url)
    page.evaluate(DROP, ["bad.pgn.gz", "no games"])
    until(lambda: page.get_by_role("alert").filter(has_text="bad.pgn").count() == 1)
    assert (name.is_visible(), "at=1" in page.url) == (True, True)
    page.locator("[data-place='1'] .kind-result").click()
    until(lambda: "game=1" in page.url)
    page.evaluate(DROP, ["good.pgn", '[White "Somebody"]\n\n1. e4 *\n'])
    until(lambda: page.locator("#name").inner_text() == "good.pgn")
    until(lambda: "Somebody" in board_names(page))
    assert " in " not in page.locator("#game header .facts").inner_text()


def test_requests_about_replaced_games_fail_until_the_page_is_reloaded(open_page, two, until):
    """The order is forced: the page learns last that the server has opened the file."""
    page, held = open_page(two), []
    other = open_page(two)
    until(lambda: page.locator("[data-place='1'] .kind-result").is_visible())
    page.route("**/api/progress", lambda route: held.append(route))
    page.evaluate(DROP, ["good.pgn", '[White "Somebody"]\n\n1. e4 *\n'])
    until(lambda: len(held) == 1 and session(two)["name"] == "good.pgn")
    for each in (page, other):
        # The dialog about opening a file does not keep the page from sending requests.
        each.evaluate("document.querySelector(\"[data-place='1'] .kind-result\").click()")
        until(lambda each=each: "other games are open now" in each.locator("#game").inner_text())
    assert page.faults == []
    page.unroute("**/api/progress")  # which lets the held request continue
    until(lambda: page.locator("#name").inner_text() == "good.pgn")
    until(lambda: "Somebody" in board_names(page))
    assert other.locator("#name button").inner_text().endswith("annotated.pgn, historic.pgn")


def test_files_are_added_to_the_open_ones_and_unsaved_changes_stay(open_page, serve, tmp_path, until, violations):
    path, more = tmp_path / "three.pgn", tmp_path / "more.pgn"
    path.write_text(GAMES)
    more.write_text('[White "Somebody"]\n\n1. e4 *\n')
    page = open_page(serve(path) + "#game=1")
    edit(page, until, 1, "unsaved")
    page.evaluate(DROP, ["first.pgn", '[White "First"]\n\n1. d4 *\n', True])
    until(lambda: page.locator("#name").inner_text().endswith("three.pgn, first.pgn"))
    until(lambda: page.locator(".count").inner_text() == "4 games")
    until(lambda: marked(page) == ["1"])
    assert page.locator(".moves .comment", has_text="unsaved").is_visible()
    page.locator("#name button").click()
    dialog = page.get_by_role("dialog", name="Open files")
    assert violations(page) == []
    with page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Add a file …").click()
    chooser.value.set_files(more)
    until(lambda: page.locator("#name").inner_text().endswith("three.pgn, first.pgn, more.pgn"))
    until(lambda: marked(page) == ["1"])
    page.evaluate(DROP, ["empty.pgn", "\n", True])
    until(lambda: page.get_by_role("alert").filter(has_text="empty.pgn").count() == 1)
    assert page.locator(".count").inner_text() == "5 games"
    page.locator("#name button").click()
    with page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Open another file …").click()
    chooser.value.set_files(more)
    until(lambda: page.locator("#name").inner_text() == "more.pgn")
    until(lambda: "Somebody" in board_names(page))


def session(address):
    with urllib.request.urlopen(address + "api/session") as answer:
        return json.load(answer)


def test_a_filter_that_hides_the_open_game_opens_the_first_of_the_others(open_page, two, until):
    page = open_page(two)
    before = board_names(page)
    last = page.locator(".lines .row").last.locator(".kind-text").first.inner_text()
    page.get_by_role("combobox", name="Player", exact=True).fill(last)
    until(lambda: " of " in page.locator(".count").inner_text())
    until(lambda: last in board_names(page))
    assert board_names(page) != before
    until(lambda: page.locator(".lines [aria-current=true]").get_attribute("data-place") == "0")
    opened = board_names(page)
    page.get_by_role("button", name="Clear").click()
    until(lambda: " of " not in page.locator(".count").inner_text())
    assert board_names(page) == opened
    page = open_page(f"{two}#player={last}")
    assert last in board_names(page)
    page = open_page(f"{two}#game=0&player={last}")
    assert last in board_names(page)


def test_keys_of_the_game_work_beside_plots_but_not_in_them(open_page, two, until):
    page = open_page(f"{two}#view=plots", viewport={"width": 1920, "height": 1080})
    page.wait_for_selector(".plots[aria-busy=false] .picture svg")
    where = page.locator("#game .where")
    assert where.is_visible()
    page.keyboard.press("ArrowRight")
    until(lambda: where.inner_text() != "Start")
    page.locator(".plots summary", has_text="Table").click()
    page.locator(".plots .scroll").focus()
    page.keyboard.press("ArrowLeft")
    page.locator(".plots .figure select").focus()
    page.keyboard.press("f")
    assert where.inner_text() != "Start"
    assert page.locator("#game .left.flipped").count() == 0
    page.locator(".plots summary", has_text="Table").focus()
    page.keyboard.press("f")
    assert page.locator("#game .left.flipped").count() == 1
    page.set_viewport_size({"width": 1280, "height": 800})
    before = page.locator("#game .where").text_content()
    page.keyboard.press("ArrowRight")
    assert page.locator("#game .where").text_content() == before


def test_the_page_has_an_icon_that_browsers_can_decode(open_page, two):
    page = open_page(two)
    decoded = "link => { const image = new Image(); image.src = link.href; return image.decode().then(() => true); }"
    assert page.locator("link[rel=icon]").evaluate(decoded)
