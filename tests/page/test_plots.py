"""The plots, and the table of played moves."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def examples(serve, root) -> str:
    return serve(root / "examples")


def plot(page):
    return page.locator(".plots .picture svg")


DRAWN = """() => {
  const root = document.querySelector('.plots .picture svg'), all = root.getBoundingClientRect();
  const texts = [...root.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]);
  const inside = ({left, right, top, bottom}) =>
    left >= all.left - 1 && right <= all.right + 1 && top >= all.top - 1 && bottom <= all.bottom + 1;
  const over = ([, one], [, other]) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 2 && other.top < one.bottom - 2;
  return {
    cut: texts.filter(([text, box]) => !inside(box) || text.includes('…')).map(([text]) => text),
    overlapping: texts.filter((one, place) => texts.slice(place + 1).some((other) => over(one, other)))
      .map(([text]) => text),
    wide: document.documentElement.scrollWidth > innerWidth,
    stops: root.querySelectorAll('[tabindex="0"]').length,
    marks: [...root.querySelectorAll('.bar')].map((bar) => bar.getAttribute('aria-label')),
  };
}"""
"""The faults of a picture: texts that are cut or lie over each other, and its number of stops of the Tab key."""


@pytest.mark.parametrize("width", [390, 1280])
def test_every_figure_is_drawn_with_whole_labels_and_what_counts(open_page, examples, until, width):
    page = open_page(examples + "#view=plots", viewport={"width": width, "height": 800})
    names = page.locator(".plots .figure option").evaluate_all("all => all.map(each => each.value)")
    assert len(names) >= 16
    for name in names:
        page.locator(".plots .figure select").select_option(name)
        if page.locator(".plots .choices input").count():  # the most frequent player has no rating
            page.locator(".plots .choices input").fill("Moor")
            page.keyboard.press("Enter")
            page.keyboard.press("Escape")
        until(lambda: page.locator(".plots").get_attribute("aria-busy") == "false")
        assert page.locator(".plots .fault").inner_text() == "", name
        found = page.evaluate(DRAWN)
        marks = found.pop("marks")
        assert found == {"cut": [], "overlapping": [], "wide": False, "stops": 1}, name
        assert len(marks) > 1, name
        assert [mark for mark in marks if " game" not in mark] == [], name
        assert page.locator(".plots .counts").inner_text().startswith("n = "), name


def test_a_bar_opens_its_games_by_a_click_a_key_and_the_table(open_page, examples, until):
    page = open_page(examples + "#view=plots")
    count = page.locator("#list .count")
    until(lambda: plot(page).locator(".opens").count() > 3)
    bar = plot(page).get_by_role("button", name="French Defense: ")
    games = bar.get_attribute("aria-label").rsplit("; ")[1].split()[0]
    bar.click(position={"x": 4, "y": 8})
    until(lambda: count.inner_text() == f"{games} of 282 games")
    field = page.get_by_label("Bar of a plot")
    assert field.input_value() == 'openings opening="French Defense"'
    assert "bar=openings" in page.url
    page.go_back()
    until(lambda: plot(page).is_visible() and plot(page).locator(".opens").count() > 3)
    page.locator(".plots .figure select").select_option("lengths")
    until(lambda: plot(page).locator(".opens").first.get_attribute("aria-label").startswith("0\N{EN DASH}9"))
    plot(page).locator(".opens").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    until(lambda: count.inner_text() == f"{label.split(': ')[1].split()[0]} of 282 games")
    until(lambda: page.evaluate("document.activeElement.closest('.list') !== null"))  # what had the focus is hidden
    page.keyboard.press("3")  # the plots of these games
    until(lambda: plot(page).locator(".opens").count() == 1)
    page.locator(".plots .figure select").select_option("castling")
    until(lambda: plot(page).locator(".opens").count() > 2)
    page.locator(".plots summary", has_text="Table").click()
    shows = page.locator(".plots tbody button").first
    games = shows.inner_text()
    shows.click()
    until(lambda: count.inner_text() == f"{games} of 282 games")
    assert " and castling " in field.input_value()
    assert page.locator("#more-filters").is_hidden()  # the list keeps its room
    page.get_by_role("button", name="Remove", exact=True).click()
    until(lambda: count.inner_text() == "282 games" and not field.is_visible())
    until(lambda: "bar=" not in page.url)


def test_figures_follow_the_filters(open_page, examples, until):
    page = open_page(examples + "#view=plots&white=Morphy")
    until(lambda: "games in" in page.locator(".plots [role=status]").inner_text())
    assert page.locator(".plots .counts").inner_text().startswith("n = ")
    few = int(page.locator(".plots [role=status]").inner_text().split()[0])
    assert 0 < few < 20


def test_a_figure_has_its_table_its_sql_and_files(open_page, examples, until):
    page = open_page(examples + "#view=plots")
    page.locator(".plots .figure select").select_option("lengths")
    until(lambda: page.locator(".plots thead th").all_text_contents() == ["plies", "games"])
    page.locator(".plots summary", has_text="Table").click()
    assert page.locator(".plots thead th").first.is_visible()
    page.locator(".plots summary", has_text="SQL").click()
    page.get_by_role("button", name="Copy the SQL").click()
    until(lambda: "FROM games" in page.evaluate("navigator.clipboard.readText()"))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as SVG").click()
    saved_svg = saved.value.path().read_text("utf-8")
    assert saved_svg.startswith("<svg")
    assert [part for part in ("Length of games", "n = 282 games", ">plies<") if part not in saved_svg] == []
    assert "var(" not in saved_svg
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as PNG").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_heat_map_has_choices(open_page, examples, until):
    page = open_page(examples + "#view=plots")
    page.locator(".plots .figure select").select_option("squares")
    until(lambda: plot(page).locator(".heat").count() == 64)
    first = plot(page).locator("title").all_text_contents()
    page.locator(".plots .choices select").first.select_option("K")
    until(lambda: plot(page).locator("title").all_text_contents() != first)


def test_a_link_opens_the_same_plot_with_its_choices(open_page, examples, until):
    page = open_page(examples + "#view=plots")
    page.locator(".plots .figure select").select_option("squares")
    choices = page.locator(".plots .choices select")
    until(lambda: choices.count() > 1)
    options = choices.first.locator("option").evaluate_all("all => all.map(each => each.value)")
    choices.first.select_option(options[-1])
    until(lambda: f"plot=name%3Dsquares%26piece%3D{options[-1]}" in page.url)
    other = open_page(page.url)
    until(lambda: other.locator(".plots").get_attribute("aria-busy") == "false")
    assert other.locator(".plots .figure select").input_value() == "squares"
    assert other.locator(".plots .choices select").first.input_value() == options[-1]
    assert plot(other).count() == 1
    other.locator("header").get_by_role("button", name="Games").click()
    assert "plot=" not in other.url
    other.go_back()
    until(lambda: "plot=" in other.url)
    assert other.locator(".plots .choices select").first.input_value() == options[-1]


def test_a_figure_of_a_player_begins_with_a_frequent_one_and_keeps_the_name(open_page, examples, until):
    page = open_page(examples + "#view=plots")
    figure, field = page.locator(".plots .figure select"), page.locator(".plots .choices input")
    figure.select_option("player")
    until(lambda: plot(page).locator(".bar title").first.text_content().startswith("White: Won"))
    assert field.input_value() != ""
    field.fill("Moo")
    until(lambda: page.locator(".plots [role=option]").count() > 0)
    page.locator(".plots [role=option]", has_text="Moor").click()
    until(lambda: page.locator(".plots").get_attribute("aria-busy") == "false")
    figure.select_option("rating")
    until(lambda: plot(page).locator("path.line").count() > 0)
    assert field.input_value() == "Moor"
    points = plot(page).locator(".bar title").all_text_contents()
    page.locator(".plots .choices select").select_option("year")
    until(lambda: plot(page).locator(".bar title").all_text_contents() != points)
    field.fill("O'Nobody")
    page.keyboard.press("Enter")
    until(lambda: page.locator(".plots .picture").inner_text() == "No game counts here.")
    assert page.get_by_role("button", name="Save as SVG").count() == 0


def test_a_figure_of_a_player_starts_with_the_one_in_the_filter(open_page, examples, until):
    page = open_page(examples + "#view=plots&player=Anderssen")
    page.locator(".plots .figure select").select_option("opponents")
    until(lambda: page.locator(".plots .choices input").input_value() == "Anderssen, Adolf")
    until(lambda: plot(page).locator(".bar").count() > 1)


def test_a_name_that_is_filled_in_late_is_replaced_by_what_is_typed(open_page, examples, until):
    page = open_page(examples + "#view=plots")
    until(lambda: plot(page).count() == 1)
    held = []
    page.route("**/api/suggest/player?q=&*", lambda route: held.append(route))
    page.locator(".plots .figure select").select_option("player")
    field = page.locator(".plots .choices input")
    field.focus()
    until(lambda: len(held) == 1)
    held[0].continue_()
    until(lambda: field.input_value() != "")
    page.keyboard.type("Moor")
    assert field.input_value() == "Moor"


def test_plots_are_accessible(open_page, examples, until, violations_in_every_theme):
    page = open_page(examples + "#view=plots")
    until(lambda: plot(page).count() == 1)
    assert violations_in_every_theme(page) == []
    for name in ("player", "rating"):
        page.locator(".plots .figure select").select_option(name)
        page.locator(".plots .choices input").fill("Moor")
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        until(lambda: page.locator(".plots").get_attribute("aria-busy") == "false")
        until(lambda: page.locator(".plots tbody tr").count() > 0 and plot(page).count() == 1)
        assert violations_in_every_theme(page) == []


def test_the_explorer_plays_moves_and_narrows_the_list(open_page, examples, until):
    page = open_page(examples + "#game=0&view=game")
    rows = page.locator(".explorer tbody tr")
    until(lambda: rows.count() > 3)
    assert rows.first.locator(".results").get_attribute("aria-label").startswith("White won")
    rows.filter(has=page.get_by_role("button", name="d4", exact=True)).get_by_role(
        "button", name="d4", exact=True
    ).click()
    until(lambda: page.locator(".game output.where").evaluate("e => e.value") == "1. d4")
    page.get_by_role("button", name="Show these games").click()
    until(lambda: "of" in page.locator(".count").inner_text())
    found, all_games = (int(word) for word in page.locator(".count").inner_text().split() if word.isdigit())
    assert 0 < found < all_games


def test_the_explorer_shows_the_games_that_it_names(open_page, examples, until):
    page = open_page(examples + "#game=0&view=game")
    before = page.locator(".game h2").inner_text()
    until(lambda: page.locator(".explorer .links button").count() > 1)
    page.locator(".explorer .links button", has_text="last").first.click()
    until(lambda: page.locator(".game h2").inner_text() != before)
