"""The room that boards, names, controls and bars have, in windows of every shape and with texts of every length."""

from __future__ import annotations

import re

import pytest

import scoresheet
from scoresheet.drawing import page_html
from scoresheet.drawing.games_table import games_table
from scoresheet.drawing.printed_page import printed_html

NAMES = [("Ann", "Bob"), ("A" * 3000, "h\u0337" * 3000), ("\u05e9\u05d7\u05e7\u05df \u202eevil", "(\u0645\u063a) e4")]
MOVES = "1. e4 {[%eval 0.31]} e5 {[%eval -12.31]} 2. Bc4 {[%eval 0]} Nc6 3. Qh5 Nf6?? {[%eval #-3]} 4. Qxf7# 1-0"
GAMES = "".join(
    f'[White "{white}"]\n[Black "{black}"]\n[Event "{"E" * 3000}"]\n[Date "{date}"]\n[Result "1-0"]\n'
    f'[WhiteElo "1812"]\n[BlackElo "1790"]\n\n{MOVES}\n\n'
    for (white, black), date in zip(NAMES, ("2001.??.??", "0900.??.??", "9000.??.??"), strict=True)
)
ORDINARY, LONG, RIGHT = range(3)

BOX = "([name]) => document.querySelector(name).getBoundingClientRect().toJSON()"


@pytest.fixture(scope="module")
def games(serve, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("room") / "games.pgn"
    path.write_text(GAMES, "utf-8")
    return serve(path)


@pytest.fixture(scope="module")
def examples(serve, root) -> str:
    return serve(root / "examples")


def box(page, name: str) -> dict[str, float]:
    return page.evaluate(BOX, [name])


def test_moves_are_beside_a_board_that_is_as_high_as_a_low_window(open_page, games):
    page = open_page(games + f"#game={ORDINARY}&view=game", viewport={"width": 640, "height": 400})
    for width, height in ((640, 400), (700, 420), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        board, moves, steps = (box(page, name) for name in (".board", ".moves", ".steps"))
        assert moves["left"] >= board["right"], (width, height)
        assert max(board["bottom"], steps["bottom"]) <= height, (width, height)
        assert moves["top"] + 60 < height, (width, height)


def test_no_step_moves_what_is_below_on_a_phone(open_page, games):
    page = open_page(games + f"#game={ORDINARY}&view=game", viewport={"width": 320, "height": 740}, locale="de-DE")
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 740})
        page.keyboard.press("Home")
        places = set()
        for _ in range(8):
            places.add((box(page, ".steps")["height"], page.locator(".side").evaluate("side => side.offsetTop")))
            page.keyboard.press("ArrowRight")
        assert len(places) == 1
        assert page.locator(".ended").inner_text() != ""
        views = page.locator("#views button")  # German has the longest names
        assert views.evaluate_all("all => all.every((each) => each.scrollWidth <= each.clientWidth)")
        assert views.last.bounding_box()["x"] + views.last.bounding_box()["width"] <= width


def test_long_names_take_two_lines_everywhere(open_page, games, tmp_path):
    page = open_page(games + f"#game={LONG}&view=game")
    assert box(page, ".moves")["top"] < 400
    names = page.locator(".game h2 bdi")
    assert names.first.get_attribute("title") == "A" * 3000
    assert "underline" in names.first.evaluate("name => getComputedStyle(name).textDecorationLine")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert box(page, ".game > .areas > .side > header")["height"] < 300
    all_games = scoresheet.parse_all(GAMES)
    files = {
        "exported": page_html(*all_games),
        "printed": printed_html(all_games),
        "table": f"<!doctype html>{games_table(all_games, '3 games')}",
    }
    page = page.context.new_page()
    for name, text in files.items():
        path = tmp_path / f"{name}.html"
        path.write_text(text, "utf-8")
        page.goto(path.as_uri())
        if name == "exported":
            white, black = page.locator("nav.games li").nth(RIGHT).locator("bdi").all()
            assert white.bounding_box()["x"] < black.bounding_box()["x"]
        tallest = "() => Math.max(...[...document.querySelectorAll('bdi')].map((each) => each.offsetHeight))"
        assert page.evaluate(tallest) < 80, name
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], name


def test_texts_from_right_to_left_stay_in_their_places(open_page, games):
    page = open_page(games + f"#game={RIGHT}")
    row = page.locator(".lines .row[aria-current]")
    cells = row.locator(".kind-text")
    assert cells.first.inner_text() == "\u05e9\u05d7\u05e7\u05df \ufffdevil"
    assert page.locator(".bar.white .player bdi").inner_text() == "\u05e9\u05d7\u05e7\u05df \ufffdevil"
    assert cells.first.evaluate("cell => getComputedStyle(cell).direction") == "rtl"
    assert cells.first.evaluate("cell => getComputedStyle(cell).textAlign") == "left"
    assert "%E2%80%AEevil" in cells.first.locator("a").get_attribute("href")


def test_evaluations_have_a_minus_and_the_comma_of_the_language(open_page, games):
    for locale, shown in (("en-GB", ["+0.31", "\u221212.31", "0.00"]), ("de-DE", ["+0,31", "\u221212,31", "0,00"])):
        page = open_page(games + f"#game={ORDINARY}&view=game", locale=locale)
        for text in shown:
            page.keyboard.press("ArrowRight")
            assert page.locator(".where").evaluate("where => where.value").endswith(f"  {text}")
        assert page.locator(".evaluation").get_attribute("aria-label").split(", ")[1] == shown[-1]
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        assert page.locator(".where").evaluate("where => where.value").endswith("  #\u22123")


def touch(page, points: list[tuple[float, float]]) -> None:
    """A finger that goes from the first point to the last."""
    session = page.context.new_cdp_session(page)
    for place, (x, y) in enumerate(points):
        kind = "touchMove" if place else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def test_a_finger_drags_movable_pieces_and_scrolls_elsewhere(open_page, games, until):
    page = open_page(games + f"#game={ORDINARY}&view=game", viewport={"width": 390, "height": 600}, has_touch=True)
    until(lambda: page.locator(".board .starts").count() == 10)

    def middle(square: str) -> tuple[float, float]:
        number = "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)
        found = page.locator(f".cells [data-square='{number}']").bounding_box()
        return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2

    (x, y), (_, end) = middle("d2"), middle("d4")
    touch(page, [(x, y), (x, y - 12), (x, (y + end) / 2), (x, end)])
    until(lambda: page.locator(".where").evaluate("where => where.value") == "1. d4")
    top = "() => document.querySelector('#game').scrollTop"
    assert page.evaluate(top) == 0
    until(lambda: page.locator(".board .starts").count() == 10)
    x, y = middle("e4")
    touch(page, [(x, y - step) for step in range(0, 160, 16)])
    until(lambda: page.evaluate(top) > 60)
    assert page.locator(".where").evaluate("where => where.value") == "1. d4"


def test_a_game_that_loads_for_long_dims_the_one_before(open_page, games, until):
    waiting = []
    page = open_page(games + f"#game={ORDINARY}&view=game")
    page.route(re.compile(rf"game/{RIGHT}$"), lambda route: waiting.append(route))
    page.evaluate(f"location.hash = '#game={RIGHT}&view=game'")
    until(lambda: waiting)
    dimmed = "() => Number(getComputedStyle(document.querySelector('#game > .place')).opacity) < 0.6"
    until(lambda: page.evaluate(dimmed))
    assert page.locator("#game").get_attribute("aria-busy") == "true"
    waiting[0].continue_()
    until(lambda: not page.evaluate(dimmed))


def test_the_board_of_the_openings_has_its_share_and_holes_are_in_sight(open_page, examples, until):
    page = open_page(examples + "#view=openings")
    branches = page.locator(".openings [role=treeitem]")
    until(lambda: branches.count() > 2)
    for width, height, least in ((1280, 800, 560), (1920, 1080, 880), (1024, 768, 480), (390, 844, 340)):
        page.set_viewport_size({"width": width, "height": height})
        board, holes = box(page, ".openings .board"), box(page, ".repertoire .tools")
        assert board["width"] >= least, (width, height)
        assert board["bottom"] <= height
        assert holes["bottom"] <= height or width == 390, (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    # On a phone, the tree scrolls by itself.
    assert box(page, ".openings .tree")["height"] <= 0.41 * 844
    page.set_viewport_size({"width": 1280, "height": 500})
    branches.last.focus()
    tree, last = box(page, ".openings .tree"), branches.last.bounding_box()
    assert last["y"] + last["height"] <= tree["bottom"] + 1


def test_the_explorer_hides_whole_columns(open_page, examples, until):
    page = open_page(examples + "#game=0&view=game&at=0")
    until(lambda: page.locator(".explorer tbody tr").count() > 3)
    for width in (1280, 1100, 1920, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator(".explorer .scroll").evaluate("all => all.scrollWidth <= all.clientWidth"), width


LUMINANCE = """(names) => names.map((name) => {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.querySelector(".plots").append(probe);
  const parts = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map((each) => each / 255);
  probe.remove();
  const [r, g, b] = parts.map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
})"""


def test_neighbouring_parts_of_bars_differ_and_none_is_too_thin(open_page, games, until):
    page = open_page(games + "#view=plots")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        white, draws, black = page.evaluate(LUMINANCE, ["--white-bar", "--draw-bar", "--black-bar"])
        assert (white + 0.05) / (draws + 0.05) >= 3, scheme
        assert (draws + 0.05) / (black + 0.05) >= 3, scheme
    page.locator(".plots .figure select").select_option("years")
    bars = page.locator(".plots .picture .bar rect:not(.hit)")
    until(lambda: page.locator(".plots thead th").first.text_content() == "year" and bars.count() == 3)
    assert min(bars.evaluate_all("all => all.map((each) => each.getBBox().width)")) >= 1


def test_ratings_are_written_as_years_are(open_page, games, until):
    page = open_page(games + "#view=plots", locale="de-DE")
    page.locator(".plots .figure select").select_option("ratings")
    ticks = page.locator(".plots .picture .tick")
    until(lambda: page.locator(".plots thead th").count() > 1 and "1800" in ticks.all_text_contents())
    label = page.locator(".plots .picture .bar").first.get_attribute("aria-label")
    assert label.startswith("1800\u20131899: ")
    assert page.locator(".plots tbody tr td").first.text_content() == "1800"


def test_an_infinite_board_shows_its_players_and_whose_turn_it_is(open_page, serve, tmp_path, until):
    path = tmp_path / "game.icn"
    path.write_text("[White: Tom]\n[Black: Ben]\n\nw 0/100 1 (8|1) K5,1|k5,8|R1,1|r8,8 1,1>1,7|5,8>4,8")
    page = open_page(serve(path) + "#game=0&view=game", color_scheme="dark")
    assert [page.locator(f".bar.{side}").inner_text().strip() for side in ("black", "white")] == ["Ben", "Tom"]
    assert page.locator(".bar.turn .side-mark").get_attribute("title") == "White to move"
    page.keyboard.press("ArrowRight")
    assert page.locator(".bar.turn .side-mark").get_attribute("title") == "Black to move"
    frame, bars = box(page, ".infinite-frame"), [box(page, f".bar.{side}") for side in ("black", "white")]
    assert bars[0]["bottom"] <= frame["top"]
    assert frame["bottom"] <= bars[1]["top"]
    assert bars[1]["bottom"] <= 800
    page.keyboard.press("m")
    page.wait_for_selector("dialog .map")
    paper = """() => {
      const picture = document.querySelector("dialog .map"), canvas = document.createElement("canvas");
      const pen = canvas.getContext("2d");
      pen.drawImage(picture, 0, 0);
      return picture.complete && picture.naturalWidth ? [...pen.getImageData(6, 6, 1, 1).data] : null;
    }"""
    until(lambda: page.evaluate(paper) == [32, 34, 37, 255])
