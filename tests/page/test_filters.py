"""The filters: counts, suggestions, faults in patterns, the link, and newer filters that replace older ones."""

from __future__ import annotations

import json

import pytest

COUNT = ".count"


@pytest.fixture
def page(open_page, many, until):
    page = open_page(many)
    until(lambda: first_name(page))
    return page


def player(page):
    return page.get_by_role("combobox", name="Player", exact=True)


def first_name(page):
    return page.locator("[data-place='0'] .kind-text").first.inner_text()


def test_a_filter_counts_at_once_and_is_kept_in_the_link(page, until):
    all_games, name = page.locator(COUNT).inner_text(), first_name(page)
    player(page).fill(name)
    until(lambda: " of " in page.locator(COUNT).inner_text())
    until(lambda: "player=" in page.url)
    filtered = page.locator(COUNT).inner_text()
    assert filtered.endswith(f" of {all_games}")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert player(page).input_value() == name
    until(lambda: page.locator(COUNT).inner_text() == filtered)
    page.get_by_role("button", name="Clear").click()
    until(lambda: page.locator(COUNT).inner_text() == all_games)
    until(lambda: "player=" not in page.url)


def test_suggestions_are_chosen_by_keys(page, until):
    name = first_name(page)
    player(page).fill(name[:3])  # at once, so that no later suggestions take the place of these
    options = page.locator(".suggestions [role=option]")
    until(lambda: options.count() > 0)
    page.keyboard.press("ArrowDown")
    assert options.first.get_attribute("aria-selected") == "true"
    assert player(page).get_attribute("aria-activedescendant") == options.first.get_attribute("id")
    chosen = options.first.locator(".value").inner_text()
    page.keyboard.press("Enter")
    assert player(page).input_value() == chosen
    assert options.count() == 0
    until(lambda: " of " in page.locator(COUNT).inner_text())


def test_suggestions_are_chosen_by_a_click_and_closed_by_escape(page, until):
    name = first_name(page)
    player(page).fill(name[:2])
    options = page.locator(".suggestions [role=option]")
    until(lambda: options.count() > 0)
    page.keyboard.press("Escape")
    assert options.count() == 0
    player(page).press_sequentially(name[2:3])
    until(lambda: options.count() > 0)
    options.last.click()
    assert player(page).get_attribute("aria-expanded") == "false"


def test_slash_goes_to_the_filters_and_escape_leaves_them(page):
    page.keyboard.press("/")
    assert player(page).evaluate("(field) => field === document.activeElement")
    page.keyboard.press("Escape")
    assert not player(page).evaluate("(field) => field === document.activeElement")
    assert player(page).input_value() == ""


def test_other_filters_are_in_a_panel_that_shows_how_many_are_set(page, until):
    more = page.get_by_role("button", name="More filters")
    panel = page.locator("#more-filters")
    assert not panel.is_visible()
    more.click()
    number = panel.locator(".kind-number input").first
    number.fill("10")
    until(lambda: more.inner_text() == "More filters (1)")
    until(lambda: f"{number.get_attribute('name')}=10" in page.url)


def test_a_fault_in_a_pattern_is_shown_at_its_place(page, until):
    page.get_by_role("button", name="More filters").click()
    field = page.get_by_role("textbox", name="Pattern or FEN")
    field.fill("fine ☃")
    page.faults.clear()
    until(lambda: page.locator(".fault pre").count() == 1)
    line, caret = page.locator(".fault pre").inner_text().split("\n")[:2]
    assert line == "fine ☃"
    assert caret.strip() == "^"
    assert field.get_attribute("aria-invalid") == "true"
    field.fill("")
    until(lambda: page.locator(".fault pre").count() == 0)
    assert field.get_attribute("aria-invalid") is None
    forget(page, "status of 4")  # the browser reports the response to the pattern, too


def forget(page, words):
    page.faults[:] = [fault for fault in page.faults if words not in fault]


def test_a_newer_filter_takes_the_place_of_an_older_one(open_page, many, until):
    """The first response comes late, after that to the second request, and must not be shown."""
    asked = []

    def slow(route):
        filter_ = json.loads(route.request.post_data)["filter"]
        asked.append(filter_)
        if filter_.get("player") == "older":
            page.wait_for_timeout(400)
        route.continue_()

    page = open_page(many)
    until(lambda: first_name(page))
    page.route("**/api/view", slow)
    name = first_name(page)
    player(page).fill("older")
    until(lambda: len(asked) == 1)
    player(page).fill(name)
    until(lambda: " of " in page.locator(COUNT).inner_text())
    page.wait_for_timeout(500)
    assert not page.locator(COUNT).inner_text().startswith("0 of")
    forget(page, "net::ERR")


def test_a_filter_without_games_shows_a_message(page, until):
    player(page).fill("nobody is called that")
    until(lambda: page.get_by_text("No game matches the filters.").is_visible())
    assert page.locator(".lines .row").count() == 0
