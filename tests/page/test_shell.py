"""The frame of the page: views, themes, help, keys, phone, print, links, and stopping the server."""

from __future__ import annotations

import pytest

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}


def background(page):
    return page.evaluate("() => getComputedStyle(document.body).backgroundColor")


def test_the_theme_follows_the_system_and_the_choice_is_kept(open_page, annotated):
    dark, light = (background(open_page(annotated, color_scheme=scheme)) for scheme in ("dark", "light"))
    assert dark != light
    page = open_page(annotated, color_scheme="light")
    button = page.locator("#theme")
    assert button.get_attribute("aria-label") == "Theme: system"
    button.click()
    assert (button.get_attribute("aria-label"), background(page)) == ("Theme: light", light)
    button.click()
    assert (button.get_attribute("aria-label"), background(page)) == ("Theme: dark", dark)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert background(page) == dark
    assert page.context.cookies() == []


def test_help_lists_every_key(open_page, annotated):
    page = open_page(annotated)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    keys = "async () => (await import(new URL('js/keys.js', document.baseURI).href)).KEYS"
    listed = [key["words"] for key in page.evaluate(keys)]
    shown = dialog.locator("dd").all_inner_texts()
    assert sorted(shown) == sorted(listed)
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    page.get_by_role("button", name="Keys").click()
    dialog.wait_for()


HANDLED = """([selector, key]) => {
    const parts = key.split(/(?<=.)\\+/);
    const event = new KeyboardEvent('keydown', {key: parts.pop(), shiftKey: parts.includes('Shift'),
        ctrlKey: parts.includes('Ctrl'), bubbles: true, cancelable: true});
    document.querySelector(selector).dispatchEvent(event);
    return event.defaultPrevented;
}"""


def test_the_keys_that_help_lists_have_a_meaning(open_page, annotated):
    page = open_page(annotated + "#at=1&game=0")
    keys = page.evaluate("async () => (await import(new URL('js/keys.js', document.baseURI).href)).KEYS")
    places = {"list": "#list .lines .row", "game": "#game .game"}
    for key in keys:
        place = "#list .head button" if key["act"] == "resize" else places.get(key["area"])
        for name in key["keys"] if place else []:
            if key["area"] == "game":  # some keys are about a move, which the start of the game is not
                page.evaluate(HANDLED, [place, "ArrowRight"])
            assert page.evaluate(HANDLED, [place, name]), key["words"]


def test_each_view_has_a_key_a_tab_and_a_link(open_page, annotated, until):
    page = open_page(annotated)
    for key, view, pane in [("2", "game", "#game"), ("3", "plots", "#plots"), ("1", "list", "#list")]:
        page.keyboard.press(key)
        assert page.locator(pane).is_visible()
        assert page.locator("#views [aria-current]").get_attribute("data-view") == view
    page.get_by_role("button", name="Plots").click()
    until(lambda: "view=plots" in page.url)
    page.go_back()
    until(lambda: page.locator("#list").is_visible())
    assert not open_page(annotated + "#view=game").locator("#list").is_visible()
    other = open_page(annotated + "#view=nothing&ply=20")  # a view and a filter that there are not
    assert other.locator("#list").is_visible()
    until(lambda: other.locator("#list .row").count() > 1 and "ply=" not in other.url)


def test_a_link_opens_a_game_at_a_move_and_a_changed_link_goes_there(open_page, annotated, until):
    page = open_page(annotated + "#game=1&at=3")
    assert page.locator(".lines [aria-current=true]").get_attribute("data-place") == "1"
    page.evaluate("() => { location.hash = '#game=0&at=2'; }")
    until(lambda: page.locator(".lines [aria-current=true]").get_attribute("data-place") == "0")


PENDING = """async () => {
    const { State } = await import(new URL('js/state.js', document.baseURI).href);
    const followed = [];
    const state = new State([], (now) => followed.push(now.at));
    state.record({ game: 0, at: 1 });
    const changed = new Promise((done) => addEventListener('hashchange', done, { once: true }));
    location.hash = '#game=0&at=2';
    state.write();
    const kept = location.hash;
    await changed;
    state.record({ at: 3 });
    state.write();
    return [kept, followed, location.hash];
}"""


def test_a_change_that_waits_is_not_written_over_a_link_that_was_just_changed(open_page, annotated):
    page = open_page(annotated)
    assert page.evaluate(PENDING) == ["#game=0&at=2", [2], "#game=0&at=3"]


def test_a_link_that_was_just_changed_wins_over_another_view(open_page, annotated, until):
    page = open_page(annotated + "#game=1&at=3")
    page.evaluate("() => { location.hash = '#game=0&at=2'; document.querySelector('[data-view=plots]').click(); }")
    until(lambda: page.locator(".lines [aria-current=true]").get_attribute("data-place") == "0")
    assert page.locator("#list").is_visible()
    assert page.url.endswith("#game=0&at=2")


def test_a_phone_shows_one_pane_and_never_scrolls_sideways(open_page, annotated, until):
    page = open_page(annotated, **PHONE)
    fits = lambda: page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")  # noqa: E731
    assert page.locator("#list").is_visible()
    assert not page.locator("#game").is_visible()
    assert fits()
    page.locator("[data-place='1']").tap()
    until(lambda: page.locator("#game").is_visible())
    assert not page.locator("#list").is_visible()
    assert fits()
    page.get_by_role("button", name="More filters").count()
    page.go_back()
    until(lambda: page.locator("#list").is_visible())
    page.get_by_role("button", name="More filters").tap()
    assert fits()


def test_the_panes_are_resized_by_mouse_and_keys(open_page, annotated):
    page = open_page(annotated)
    bar, pane = page.get_by_role("separator", name="Width of the list"), page.locator("#list")
    before = pane.bounding_box()["width"]
    box = bar.bounding_box()
    page.mouse.move(box["x"] + 3, 400)
    page.mouse.down()
    page.mouse.move(box["x"] - 97, 400, steps=3)
    page.mouse.up()
    assert pane.bounding_box()["width"] == pytest.approx(before - 100, abs=16)
    bar.focus()
    narrow = pane.bounding_box()["width"]
    page.keyboard.press("ArrowRight")
    assert pane.bounding_box()["width"] > narrow


def test_print_shows_the_game_alone(open_page, annotated):
    page = open_page(annotated)
    page.emulate_media(media="print")
    assert page.locator("#game").is_visible()
    assert not page.locator("#list").is_visible()
    assert not page.locator("#header").is_visible()


def test_the_server_is_stopped_from_the_page(open_page, serve, root, until):
    page = open_page(serve(root / "examples" / "historic.pgn"))
    page.get_by_role("button", name="Stop Scoresheet").click()
    until(lambda: page.get_by_role("heading", name="Scoresheet has stopped").is_visible())


def test_a_server_that_is_gone_is_reported(open_page, annotated, until):
    page = open_page(annotated)
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("combobox", name="Player", exact=True).fill("somebody")
    until(lambda: "does not answer" in page.locator("#filter-fault").inner_text())
    page.faults[:] = [fault for fault in page.faults if "net::ERR" not in fault]
