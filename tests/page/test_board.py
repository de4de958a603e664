"""The board of the viewer: its size, its looks, what is beside it, and the gestures on it."""

from __future__ import annotations

import pytest

import scoresheet

GAMES = """[White "Ann"]
[Black "Bob"]
[Site "https://lichess.org/aB3dE5gH"]
[TimeControl "60+0"]

1. e4 {[%clk 0:01:00] [%cal Ge4e5,Rd1h5]} d5 {[%clk 0:01:00]} 2. exd5 {[%clk 0:00:58]} Qxd5 {[%clk 0:00:59]}
3. Nc3 {[%clk 0:00:57]} Qxa2 {[%clk 0:00:40]} 4. Nxa2 {[%clk 0:00:56]} *

[White "Cid"]
[Black "javascript:alert(1)"]
[Site "javascript:alert(1)"]
[SetUp "1"]
[FEN "6k1/P7/8/8/8/8/8/K7 w - - 0 1"]

1. a8=Q+ *
"""


@pytest.fixture(scope="module")
def played(serve, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("played") / "played.pgn"
    path.write_text(GAMES)
    return serve(path)


def at(page) -> int:
    current = page.locator(".moves [aria-current]")
    return int(current.get_attribute("data-node")) if current.count() else 0


def captured(page, side: str) -> str:
    return page.locator(f".bar.{side} .captured .unseen").inner_text()


def test_the_board_fills_the_window(open_page, played):
    page = open_page(played + "#game=0&view=game&at=3")
    for width, height in [(1920, 1080), (1280, 800), (1024, 1366), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        board = page.locator(".board").bounding_box()
        assert board["width"] == pytest.approx(board["height"], abs=1)
        assert board["width"] >= 0.78 * min(width, height)
        bars = [page.locator(f".bar.{side}").bounding_box() for side in ("black", "white")]
        assert bars[0]["y"] > 0
        assert bars[1]["y"] + bars[1]["height"] <= height
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_moves_are_in_sight_beside_a_list(open_page, played):
    page = open_page(played + "#game=0&at=3")
    moves = page.locator(".moves").bounding_box()
    assert moves["y"] + 60 < 800


def test_what_was_captured_and_who_is_ahead(open_page, played, until):
    page = open_page(played + "#game=0&view=game&at=4")
    assert page.locator(".bar.white .captured .unseen").inner_text() == "captured 1 pawn"
    page.keyboard.press("End")
    assert captured(page, "white") == "captured 1 queen, 1 pawn; ahead by 8"
    assert captured(page, "black") == "captured 2 pawns"
    assert page.locator(".bar.white .ahead").inner_text() == "+8"
    # Under the rules of a start with one pawn, the pawn that became a queen was not captured.
    page.goto(played + "#game=1&view=game&at=1")
    until(lambda: page.locator(".bar.white .player").inner_text() == "Cid")
    assert captured(page, "white") == "ahead by 9"
    assert page.locator(".bar.black .captured").count() == 0


def test_the_side_to_move_is_marked(open_page, played):
    page = open_page(played + "#game=0&view=game&at=1")
    assert page.locator(".bar.turn .side-mark").get_attribute("title") == "Black to move"
    page.keyboard.press("ArrowRight")
    assert page.locator(".bar.turn .side-mark").get_attribute("title") == "White to move"


def test_the_opening_belongs_to_the_position(open_page, played, until):
    page = open_page(played + "#game=0&view=game")
    opening = page.locator(".opening")
    assert opening.inner_text() == ""
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert opening.inner_text() == "B01 Scandinavian Defense"
    page.keyboard.press("End")
    assert opening.inner_text().startswith("B01 Scandinavian Defense: ")
    # So it is after a move that the reader plays.
    page.keyboard.press("Home")
    for square in ("d2", "d4"):
        number = "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)
        page.locator(".board.playable").wait_for()
        page.locator(f".cells [data-square='{number}']").click()
    until(lambda: opening.inner_text() == "A40 Queen's Pawn Game")


def test_arrows_lie_on_pieces(open_page, played):
    page = open_page(played + "#game=0&view=game&at=1")
    assert page.locator(".board svg .arrow").count() == 2
    layers = page.evaluate(
        "[...document.querySelectorAll('.board svg > g')].map((g) => g.querySelector('.arrow, .man')?.classList[0])"
    )
    assert [layer for layer in layers if layer] == ["man", "arrow"]


def test_a_small_board_has_no_coordinates(open_page, played):
    page = open_page(played + "#game=0&view=game")
    names = page.locator(".board .names")
    assert names.is_visible()
    page.locator(".board-host").evaluate("host => host.style.maxWidth = '200px'")
    assert not names.is_visible()


def test_the_wheel_steps(open_page, played, until):
    page = open_page(played + "#game=0&view=game&at=1")
    page.locator(".board").hover()
    page.mouse.wheel(0, 120)
    until(lambda: at(page) == 3)
    page.mouse.wheel(0, -60)
    until(lambda: at(page) == 2)


SWIPE = """(host, [x, y]) => {
  const at = (name, x, y) => host.dispatchEvent(new PointerEvent(name, {
    pointerType: "touch", isPrimary: true, pointerId: 7, clientX: x, clientY: y, bubbles: true }));
  at("pointerdown", 200, 300);
  at("pointerup", 200 + x, 300 + y);
}"""


def test_swipes_step(open_page, played):
    page = open_page(played + "#game=0&view=game&at=2", viewport={"width": 390, "height": 844}, has_touch=True)
    for way, reached in [((-90, 5), 3), ((90, 5), 2), ((90, 5), 1), ((-20, 0), 1), ((-60, 80), 1)]:
        page.locator(".board-host").evaluate(SWIPE, way)
        assert at(page) == reached, way


def test_looks_are_chosen_and_remembered(open_page, played, until):
    page = open_page(played + "#game=0&view=game")
    light = "() => document.querySelector('.board svg path').getAttribute('fill')"
    assert page.evaluate(light) == "#f0d9b5"
    before = page.locator(".board .man path").first.get_attribute("d")
    page.get_by_role("button", name="Board settings").click()
    page.get_by_label("green").check()
    page.get_by_label("modern").check()
    page.get_by_label("More contrast").check()
    assert page.evaluate(light) == "#ebecd0"
    assert page.locator(".board .man path").first.get_attribute("d") != before
    page.get_by_role("button", name="Close").click()
    page.reload()
    page.wait_for_selector("html[data-ready=ready]")
    assert page.evaluate(light) == "#ebecd0"
    assert page.locator("html").get_attribute("data-contrast") == "more"
    # A dragged piece, a piece in hand and the board all have it.
    assert page.locator(".board .man").count() == 32


COLOURS = {"type": "rule", "values": ["color-contrast"]}


def test_looks_are_accessible(open_page, played, violations, violations_in_every_theme):
    page = open_page(played + "#game=0&view=game&at=6")
    page.get_by_role("button", name="Board settings").click()
    for choice in page.locator(".looks [name=look-board], .looks [name=look-pieces]").all():
        choice.check()
        assert violations(page, COLOURS) == []
    page.get_by_label("brown").check()
    assert violations_in_every_theme(page) == []
    page.get_by_label("More contrast").check()
    page.keyboard.press("Escape")
    page.wait_for_selector(".looks", state="detached")
    assert violations_in_every_theme(page) == []


def test_autoplay_takes_the_time_of_the_players(open_page, played, until):
    page = open_page(played + "#game=0&view=game")
    page.evaluate("""() => {
      window.waited = [];
      const own = window.setTimeout;
      window.setTimeout = (act, time, ...rest) => {
        if (time >= 1000) waited.push(time);
        return own(act, time >= 1000 ? 1 : time, ...rest);
      };
      localStorage.setItem("scoresheet.pace", '"real"');
    }""")
    page.get_by_role("button", name="Autoplay").click()
    until(lambda: at(page) == 7)
    times = page.evaluate("waited")
    # By the clocks, with the base time of the game; the first moves took no time.
    assert times == [2000, 1000, 1000, 19000, 1000]


def test_a_link_leads_to_the_page_of_the_game_and_nothing_else_is_a_link(open_page, played, until):
    page = open_page(played + "#game=0&view=game")
    link = page.locator("header .facts a")
    assert (link.inner_text(), link.get_attribute("href")) == ("lichess.org/aB3dE5gH", "https://lichess.org/aB3dE5gH")
    assert link.get_attribute("rel") == "noopener noreferrer"
    page.goto(played + "#game=1&view=game")
    until(lambda: page.locator(".bar.white .player").inner_text() == "Cid")
    assert page.locator("header .facts a").count() == 0
    assert "javascript:alert(1)" in page.locator("header .facts").inner_text()


def test_the_exported_page_has_the_requested_look(open_page, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(scoresheet.parse("1. e4 e5 *").html(theme="contrast", pieces="modern"))
    page = open_page(path.as_uri())
    assert page.evaluate("document.querySelector('.board svg path').getAttribute('fill')") == "#ffffff"
    classic = scoresheet.Position().svg().count("<path")
    assert page.locator(".board svg .man path").count() < 2 * classic
    assert page.locator(".opening").inner_text() == ""
    page.keyboard.press("End")
    assert page.locator(".opening").inner_text() == "C20 King's Pawn Game"
