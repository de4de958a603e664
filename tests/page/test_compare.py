"""Games side by side."""

from __future__ import annotations

import pytest

GAMES = """[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 3. Bb5 1-0

[White "C"]
[Black "<b>D</b>"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nf6 1/2-1/2

[White "E"]
[Black "F"]
[Result "*"]

1. e4 e5 *
"""
SIZES = [(390, 844), (1280, 800), (1920, 1080)]


@pytest.fixture(scope="module")
def three(serve, tmp_path_factory):
    path = tmp_path_factory.mktemp("compare") / "three.pgn"
    path.write_text(GAMES)
    return serve(path)


def places(page):
    return page.locator(".compared .where").all_inner_texts()


def test_games_are_compared_and_step_together_or_each_on_its_own(open_page, three, until):
    page = open_page(three)
    button = page.get_by_role("button", name="Compare", exact=True)
    page.locator("[data-place='0']").click(modifiers=["Control"])
    assert not button.is_visible()
    page.locator("[data-place='0']").focus()
    page.keyboard.press("c")
    until(lambda: page.get_by_text("Select two to six games").count() == 1)
    for place in (1, 2):
        page.locator(f"[data-place='{place}']").click(modifiers=["Control"])
    button.click()
    dialog = page.get_by_role("dialog", name="3 games compared")
    dialog.wait_for()
    assert "compare=0%2C1%2C2" in page.url
    assert dialog.locator("h3").all_inner_texts() == ["A – B 1-0", "C – <b>D</b> ½-½", "E – F *"]  # noqa: RUF001
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert places(page) == ["1... e5", "1... e5", "1... e5"]
    page.keyboard.press("End")
    assert places(page) == ["3. Bb5", "2... Nf6", "1... e5"]
    assert dialog.locator(".parts").all_inner_texts() == [
        "First difference: 2. Nf3", "First difference: 2. Nf3", "First difference: the game ends here"
    ]  # fmt: skip
    dialog.get_by_role("button", name="First difference").click()
    assert places(page) == ["2. Nf3", "2. Nf3", "1... e5"]
    assert dialog.locator(".parting[aria-current]").all_inner_texts() == ["2. Nf3", "2. Nf3"]
    dialog.get_by_label("Step together").uncheck()
    dialog.get_by_role("group", name="Steps of A – B").get_by_role("button", name="Forward").click()  # noqa: RUF001
    assert places(page) == ["2... Nc6", "2. Nf3", "1... e5"]
    page.keyboard.press("f")
    assert dialog.locator(".compared [data-square]").first.get_attribute("data-square") == "7"
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    until(lambda: "compare" not in page.url)
    page.go_back()
    assert page.locator("#list").is_visible()


def test_a_click_and_a_click_with_ctrl_select_both_games(open_page, three, until):
    page = open_page(three)
    selected = page.locator("[aria-selected=true]")
    page.locator("[data-place='2'] .kind-result").click()
    until(lambda: "game=2" in page.url)
    assert selected.count() == 0
    page.locator("[data-place='1']").click(modifiers=["Control"])
    assert selected.count() == 2
    page.get_by_role("button", name="Compare", exact=True).click()
    dialog = page.get_by_role("dialog", name="2 games compared")
    dialog.wait_for()
    assert dialog.locator("h3").all_inner_texts() == ["C – <b>D</b> ½-½", "E – F *"]  # noqa: RUF001
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    page.locator("[data-place='2']").click(modifiers=["Control"])  # leaves the other one
    assert selected.get_attribute("data-place") == "1"
    page.locator("[data-place='1']").click(modifiers=["Control"])
    page.locator("[data-place='0']").click(modifiers=["Control"])  # none was opened since
    assert selected.get_attribute("data-place") == "0"
    page.locator("[data-place='2'] .kind-result").click()
    page.get_by_role("button", name="Select games by clicks").click()
    page.locator("[data-place='0']").click()
    assert selected.get_attribute("data-place") == "0"


FITS = "() => document.querySelector('.comparison').scrollWidth <= document.querySelector('.comparison').clientWidth"


def test_a_link_compares_games_and_everything_fits(open_page, three, violations, violations_in_every_theme):
    page = open_page(f"{three}#compare=0,1")
    assert page.get_by_role("dialog", name="2 games compared").is_visible()
    assert violations_in_every_theme(page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FITS)
        first, second = (page.locator(".compared").nth(place).bounding_box() for place in (0, 1))
        assert (first["y"] == second["y"]) == (width > 600)
        assert violations(page) == []


def test_games_that_start_from_different_positions_have_no_first_difference(open_page, annotated):
    page = open_page(f"{annotated}#compare=1,2")
    dialog = page.get_by_role("dialog", name="2 games compared")
    assert dialog.locator(".parts").all_inner_texts() == ["The games start from different positions"] * 2
    assert dialog.get_by_role("toolbar").inner_text() == "Step together"


def test_a_comparison_that_cannot_be_shown_is_reported_or_ignored(open_page, three, until):
    page = open_page(f"{three}#compare=0,99")
    until(lambda: page.get_by_role("alert").filter(has_text="no game 99").count() == 1)
    until(lambda: "compare" not in page.url)
    page.faults[:] = [fault for fault in page.faults if "status of 404" not in fault]
    page = open_page(f"{three}#compare=0,1,0,1,0,1,0")
    assert page.locator("dialog").count() == 0
