"""The list of games: scrolling, columns, sorting, selection and keys, in a list longer than a scroll bar has pixels."""

from __future__ import annotations

import json
import urllib.parse
import urllib.request

import pytest

SETTLED = "() => !document.querySelector('.lines .wait')"


def session(address):
    with urllib.request.urlopen(address + "api/session") as answer:
        return json.load(answer)


@pytest.fixture
def listed(open_page, many, until):
    page = open_page(many)
    until(lambda: page.locator(".lines .row").count() > 5 and page.evaluate(SETTLED))
    return page


def first_in_sight(page):
    """The place of the first row below the headings."""
    return page.evaluate("""() => {
        const edge = document.querySelector('.head').getBoundingClientRect().bottom;
        const rows = [...document.querySelectorAll('.lines .row')];
        const inSight = rows.filter((row) => row.getBoundingClientRect().bottom > edge + 1);
        return Math.min(...inSight.map((row) => Number(row.dataset.place)));
    }""")


def drag_bar(page, part):
    page.locator("#list .scroll").evaluate("(view, part) => { view.scrollTop = part * view.scrollHeight; }", part)


RESTED = "() => new Promise((done) => setTimeout(done, 400))"
"""Waits longer than the timer that puts the bar where its row belongs, which started before."""

BELOW = """() => {
    const view = document.querySelector("#list .scroll"), bottoms = [...view.querySelectorAll(".lines .row")]
        .map((row) => row.getBoundingClientRect().bottom);
    return Math.max(...bottoms) - view.getBoundingClientRect().top - view.clientHeight;
}"""
"""How many pixels of the last row are below the view."""


def test_it_draws_only_the_rows_in_sight_and_counts_all(listed, many):
    games = session(many)["games"]
    assert games >= 200_000
    assert listed.get_by_role("grid", name="Games").get_attribute("aria-rowcount") == str(games + 1)
    assert listed.locator(".lines .row").count() < 60
    assert listed.locator(".count").inner_text() == f"{games:,} games"


@pytest.mark.parametrize("part", [0.25, 0.5, 0.9])
def test_the_scroll_bar_reaches_every_part(listed, many, until, part):
    games = session(many)["games"]
    drag_bar(listed, part)
    until(lambda: abs(first_in_sight(listed) - part * games) < games / 50 and listed.evaluate(SETTLED))


def test_the_ends_of_the_scroll_bar_are_the_ends_of_the_list(listed, many, until):
    games = session(many)["games"]
    drag_bar(listed, 1)
    last = listed.locator(f'[data-place="{games - 1}"]')
    until(lambda: last.count() and listed.evaluate(SETTLED))
    listed.evaluate(RESTED)
    assert listed.evaluate(BELOW) == 0
    for height in (1000, 700, 800):
        listed.set_viewport_size({"width": 1280, "height": height})
        until(lambda: last.count() and abs(listed.evaluate(BELOW)) < 1)
    listed.evaluate(RESTED)
    assert abs(listed.evaluate(BELOW)) < 1
    drag_bar(listed, 0)
    until(lambda: first_in_sight(listed) == 0)


def test_the_wheel_scrolls_row_by_row(listed, until):
    drag_bar(listed, 0.5)
    until(lambda: first_in_sight(listed) > 1000)
    until(lambda: listed.evaluate(SETTLED))
    listed.evaluate(RESTED)
    before = first_in_sight(listed)
    listed.locator("#list .scroll").hover()
    listed.mouse.wheel(0, 280)
    # The way may be gone in several steps.
    until(lambda: first_in_sight(listed) - before in (9, 10, 11))


def test_keys_lead_through_the_list_and_open_a_game(listed, many, until):
    games = session(many)["games"]
    listed.locator(".lines .row[tabindex='0']").focus()
    place = lambda: int(listed.evaluate("() => document.activeElement.dataset.place"))  # noqa: E731
    for key, reached in [("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("Home", 0), ("End", games - 1)]:
        listed.keyboard.press(key)
        assert place() == reached, key
    listed.keyboard.press("PageUp")
    assert games - 60 < place() < games - 5
    until(lambda: listed.evaluate(SETTLED))
    there = place()
    listed.keyboard.press("Enter")
    until(lambda: f"game={there}" in listed.url)
    assert listed.locator(f'[data-place="{there}"]').get_attribute("aria-current") == "true"


def test_a_click_opens_a_game(listed, until):
    row = listed.locator("[data-place='3']")
    row.click()
    until(lambda: "game=3" in listed.url)
    assert row.get_attribute("aria-current") == "true"


def test_games_are_selected_by_clicks_and_keys(listed, many):
    selected = lambda: listed.locator("[aria-selected=true]").count()  # noqa: E731
    rows = listed.locator
    rows("[data-place='2']").click(modifiers=["Control"])
    rows("[data-place='5']").click(modifiers=["Control"])
    assert selected() == 2
    assert listed.locator(".count").inner_text().endswith("2 selected")
    rows("[data-place='8']").click(modifiers=["Shift"])
    assert selected() == 4
    rows("[data-place='8']").focus()
    listed.keyboard.press("Shift+ArrowDown")
    assert selected() == 5
    listed.keyboard.press(" ")
    assert selected() == 4
    listed.keyboard.press("Escape")
    assert selected() == 0
    listed.locator(".lines .row[tabindex='0']").focus()
    listed.keyboard.press("Control+a")
    assert selected() == listed.locator(".lines .row").count()
    games = session(many)["games"]
    assert listed.locator(".count").inner_text() == f"{games:,} games · {games:,} selected"


def test_a_button_makes_clicks_select(listed):
    listed.get_by_role("button", name="Select games by clicks").click()
    for place in (1, 4):
        listed.locator(f"[data-place='{place}']").click()
    assert listed.locator("[aria-selected=true]").count() == 2
    listed.get_by_role("button", name="Select games by clicks").click()
    assert listed.locator("[aria-selected=true]").count() == 0


def test_a_heading_sorts_both_ways_and_the_link_keeps_it(listed, until):
    heading = listed.locator("[role=columnheader][data-name=white]")
    values = lambda: [listed.locator(f"[data-place='{place}'] .kind-text").first.inner_text() for place in range(3)]  # noqa: E731
    heading.get_by_role("button").click()
    until(lambda: heading.get_attribute("aria-sort") == "ascending" and listed.evaluate(SETTLED))
    least = values()
    listed.locator("[role=columnheader][data-name=white] button").click()
    until(lambda: heading.get_attribute("aria-sort") == "descending" and listed.evaluate(SETTLED))
    assert least < values()
    until(lambda: "sort=-white" in listed.url)
    listed.reload()
    listed.wait_for_selector("html[data-ready]")
    assert heading.get_attribute("aria-sort") == "descending"


def test_no_heading_and_no_name_is_clipped(listed):
    clipped = """() => [...document.querySelectorAll('.head button, .lines .row > div')]
        .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""
    assert listed.evaluate(clipped) == []


def test_columns_are_chosen_resized_and_kept(listed, until):
    listed.get_by_role("button", name="Choose columns").click()
    dialog = listed.get_by_role("dialog", name="Columns")
    date = dialog.get_by_label("Date", exact=True)
    there = listed.locator("[role=columnheader][data-name=date]")
    shown = there.count()
    date.click()
    assert there.count() == 1 - shown
    listed.keyboard.press("Escape")
    white = listed.locator("[role=columnheader][data-name=white]")
    before = white.bounding_box()["width"]
    grip = white.locator(".grip").bounding_box()
    listed.mouse.move(grip["x"] + 4, grip["y"] + 8)
    listed.mouse.down()
    listed.mouse.move(grip["x"] + 64, grip["y"] + 8, steps=3)
    listed.mouse.up()
    assert white.bounding_box()["width"] == pytest.approx(before + 60, abs=2)
    white.get_by_role("button").focus()
    listed.keyboard.press("Shift+ArrowLeft")
    wide = white.bounding_box()["width"]
    assert wide == pytest.approx(before + 44, abs=2)
    listed.reload()
    listed.wait_for_selector("html[data-ready]")
    assert there.count() == 1 - shown
    assert white.bounding_box()["width"] == pytest.approx(wide, abs=2)
    listed.get_by_role("button", name="Choose columns").click()
    listed.get_by_role("button", name="Show the columns that fit").click()
    until(lambda: there.count() == shown)


def test_names_lead_to_players_and_clicks_that_select_still_do(open_page, annotated, until, violations):
    page = open_page(annotated)
    until(lambda: page.locator(".lines .row").count() == 3 and page.evaluate(SETTLED))
    link = page.locator("[data-place='1'] a").first
    name = link.inner_text()
    link.click(modifiers=["Control"])
    assert page.locator("[aria-selected=true]").get_attribute("data-place") == "1"
    page.get_by_role("button", name="Select games by clicks").click()
    page.locator("[data-place='0'] a").first.click()
    assert page.locator("[aria-selected=true]").count() == 2
    page.keyboard.press("Escape")
    assert (page.locator("[aria-selected=true]").count(), len(page.context.pages)) == (0, 1)
    assert violations(page) == []
    row = page.locator("[data-place='0']")
    row.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert link.evaluate("link => link === document.activeElement")
    page.keyboard.press("Enter")
    until(lambda: page.locator("#player h2").first.inner_text() == name)
    assert f"name={name.split(',')[0].replace(' ', '+')}" in page.url
    page.go_back()
    link.click()
    until(lambda: page.locator("#player h2").first.is_visible())


def test_rows_have_no_links_for_fingers(open_page, annotated, until):
    page = open_page(annotated, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    until(lambda: page.locator(".lines .row").count() == 3 and page.evaluate(SETTLED))
    assert page.locator(".lines a").count() == 0
    page.locator("[data-place='1']").tap()
    until(lambda: "game=1" in page.url)


def test_pages_name_themselves_so_that_none_interrupts_another(open_page, listen, annotated, until):
    tabs: list[set[str]] = []
    for _ in range(2):
        asked: list[str] = []
        page = open_page(annotated)
        listen(page, "request", lambda request, asked=asked: asked.extend(told(request)))
        page.locator("[data-place='1'] .kind-result").click()
        until(lambda page=page: "game=1" in page.url)
        if not page.locator("details.explorer[open]").count():
            page.locator("details.explorer summary").click()
        page.get_by_role("combobox", name="Player", exact=True).press_sequentially("mor")
        until(lambda asked=asked: {"explorer", "suggest"} <= {name for name, _ in asked})
        tabs.append({tab for _, tab in asked})
    assert all(len(tab) == 1 and "" not in tab for tab in tabs)
    assert not tabs[0] & tabs[1]


def told(request) -> list[tuple[str, str]]:
    """A request of a page with the name that it gives itself, if other pages could interrupt it."""
    path, _, query = request.url.partition("/api/")[2].partition("?")
    name = path.split("/")[0]
    if name == "explorer":
        return [(name, request.post_data_json["tab"])]
    return [(name, dict(urllib.parse.parse_qsl(query)).get("tab", ""))] if name == "suggest" else []
