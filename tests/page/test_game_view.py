"""The view of a game: moves, keys, variations that are played on the board, marks, graphs, and what can be copied."""

from __future__ import annotations

import pytest

import scoresheet

MARKED = """[White "A"]
[Black "B"]
[Result "*"]
[TimeControl "300+3"]

1. e4 {[%clk 0:05:00] [%eval 0.3] [%csl Ge5] [%cal Re4e5]} e5 {[%clk 0:04:58] [%eval 0.2]}
2. Nf3 $1 {[%clk 0:04:50] [%eval 0.4] good}
(2. f4 exf4 (2... d5 {[%clk 0:04:40]}) 3. Nf3) Nc6 {[%clk 0:04:51] [%eval 0.3]} 3. Bb5 {[%clk 0:04:44] [%eval 0.3]} *

[White "Promoter"]
[Black "B"]
[Result "*"]
[SetUp "1"]
[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]

*
"""


@pytest.fixture(scope="module")
def marked(serve, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("marked") / "marked.pgn"
    path.write_text(MARKED)
    return serve(path)


def where(page) -> str:
    return page.locator(".where").evaluate("element => element.value")


def square(page, name: str):
    number = "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)
    return page.locator(f".cells [data-square='{number}']")


def test_keys_walk_through_the_game(open_page, marked, until):
    page = open_page(marked + "#game=0&view=game")
    page.locator(".moves").click(position={"x": 2, "y": 2})
    steps = [("ArrowRight", "1. e4"), ("ArrowRight", "1... e5"), ("ArrowRight", "2. Nf3"), ("ArrowDown", "2. f4")]
    for key, shown in [*steps, ("ArrowUp", "2. Nf3"), ("End", "3. Bb5"), ("ArrowLeft", "2... Nc6"), ("Home", "Start")]:
        page.keyboard.press(key)
        until(lambda shown=shown: where(page).startswith(shown))
    until(lambda: "at=" not in page.url or page.url.endswith("at=0"))  # the link follows a little later


def test_a_move_is_said_in_words(open_page, marked):
    page = open_page(marked + "#game=0&view=game")
    page.locator(".moves .move", has_text="Nf3").first.click()
    assert page.locator(".game > [role=status]").inner_text() == "2. knight f3, good move. good"


def test_marks_and_check_are_drawn(open_page, marked):
    page = open_page(marked + "#game=0&at=1&view=game")
    assert page.locator(".board .arrow").count() == 1
    assert page.locator(".board svg rect").count() == 3  # the two squares of the move, and the mark


def test_clocks_and_graphs_follow_the_ply(open_page, marked):
    page = open_page(marked + "#game=0&at=3&view=game")
    assert page.locator(".bar.white .clock").inner_text() == "4:50"
    assert page.locator(".bar.black .clock").inner_text() == "4:58"
    graphs = page.locator(".graph svg")
    assert graphs.count() == 2
    box = graphs.first.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    assert where(page).startswith("3. Bb5")


def test_a_variation_is_folded_and_unfolded(open_page, marked):
    page = open_page(marked + "#game=0&view=game")
    inner = page.locator(".moves .move", has_text="d5")
    fold = page.locator(".moves .fold").first
    assert inner.is_visible()
    fold.click()
    assert (inner.is_visible(), fold.get_attribute("aria-expanded")) == (False, "false")
    fold.click()
    assert inner.is_visible()


def test_a_move_by_clicks_becomes_a_variation_that_is_saved(open_page, marked, until):
    page = open_page(marked + "#game=0&view=game")
    until(lambda: page.locator(".board.playable").count() == 1)
    square(page, "d2").click()
    assert page.locator(".board .target").count() == 2
    square(page, "d4").click()
    until(lambda: where(page) == "1. d4")
    assert page.locator(".moves .added").inner_text() == "d4"
    page.locator(".copying summary").click()
    page.get_by_role("button", name="Copy PGN").click()
    until(lambda: "(1. d4)" in page.evaluate("navigator.clipboard.readText()"))
    copied = scoresheet.parse(page.evaluate("navigator.clipboard.readText()"))
    assert [node.san for node in copied.root.children] == ["e4", "d4"]
    page.keyboard.press("Delete")
    until(lambda: page.locator(".moves .added").count() == 0)


def test_a_piece_can_be_dragged(open_page, marked, until):
    page = open_page(marked + "#game=0&view=game")
    until(lambda: page.locator(".board.playable").count() == 1)
    start, end = (square(page, name).bounding_box() for name in ("g1", "f3"))
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=4)
    page.mouse.up()
    until(lambda: where(page) == "1. Nf3")


def test_the_keyboard_plays_a_move(open_page, marked, until):
    page = open_page(marked + "#game=0&view=game")
    until(lambda: page.locator(".board.playable").count() == 1)
    square(page, "e2").focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    until(lambda: where(page) == "1. e3")


def test_a_promotion_offers_the_pieces_and_escape_cancels_it(open_page, marked, until):
    page = open_page(marked + "#game=1&view=game")
    for key, shown in (("Escape", "Start"), ("n", "1. a8=N"), ("q", "1. a8=Q+")):
        until(lambda: page.locator(".board.playable").count() == 1)
        square(page, "a7").click()
        square(page, "a8").click()
        assert page.get_by_role("dialog", name="Promote to").locator("button").count() == 4
        page.keyboard.press(key)
        until(lambda: page.get_by_role("dialog").count() == 0)
        until(lambda shown=shown: where(page) == shown)
        page.keyboard.press("Home")


def test_the_board_is_turned(open_page, marked):
    page = open_page(marked + "#game=0&view=game")
    above = square(page, "a8").bounding_box()
    page.keyboard.press("f")
    assert square(page, "h1").bounding_box() == above
    bars = [page.locator(f".bar.{side}").bounding_box()["y"] for side in ("white", "black")]
    assert bars[0] < bars[1]


def test_autoplay_continues_and_stops(open_page, marked, until):
    page = open_page(marked + "#game=0&view=game")
    page.keyboard.press(" ")
    until(lambda: where(page).startswith("1. e4"))
    page.keyboard.press(" ")
    stopped = where(page)
    page.wait_for_timeout(1500)
    assert where(page) == stopped


def test_letters_of_a_language(open_page, marked):
    page = open_page(marked + "#game=0&view=game")
    page.get_by_label("Piece letters").select_option("de")
    assert page.locator(".moves .move").nth(2).inner_text().startswith("Sf3")


def test_a_position_is_copied_in_a_notation(open_page, marked, until):
    page = open_page(marked + "#game=0&at=1&view=game")
    page.locator(".copying summary").click()
    page.get_by_role("button", name="Copy FEN").click()
    after = scoresheet.Position().play("e4")
    until(lambda: page.evaluate("navigator.clipboard.readText()") == after.fen())
    page.get_by_label("Move as").select_option("uci")
    page.get_by_role("button", name="Copy move").click()
    until(lambda: page.evaluate("navigator.clipboard.readText()") == "e2e4")


def test_a_bad_game_shows_its_error_at_its_place(open_page, serve, tmp_path):
    path = tmp_path / "bad.pgn"
    path.write_text("1. e4 e5 2. Ke3 Nf6 *\n")
    page = open_page(serve(path) + "#game=0&view=game")
    assert "Ke3" in page.locator(".moves .error").inner_text()
    assert "line 1" in page.locator(".moves .error").inner_text()
    assert "not played" in page.locator(".moves .unplayed").first.inner_text()


def test_a_game_whose_start_is_unknown_has_an_empty_board(open_page, serve, tmp_path, until):
    path = tmp_path / "unknown.pgn"
    path.write_text('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 e5 *\n\n[White "Next"]\n\n1. e4 *\n')
    page = open_page(serve(path) + "#game=0&view=game")
    assert "White has 0 kings" in page.locator(".moves .error").inner_text()
    assert page.locator(".around").is_hidden()
    assert page.locator(".board button[aria-label*='king']").count() == 0
    page.goto(page.url.replace("game=0", "game=1"))
    until(lambda: page.locator(".board button[aria-label*='king']").count() == 2)
    assert page.locator(".around").is_visible()


def test_text_of_games_is_never_markup(open_page, serve, tmp_path):
    path = tmp_path / "hostile.pgn"
    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>\u202e\x1b[2J"
    path.write_text(f'[White "{hostile}"]\n[Event "{hostile}"]\n\n1. e4 {{{hostile}}} *\n')
    page = open_page(serve(path) + "#game=0&at=1&view=game")
    assert page.locator("img, .moves script").count() == 0
    assert "<img src=x" in page.locator(".moves .comment").inner_text()
    assert "<script>" in page.locator(".game h2").inner_text()


def test_a_phone_needs_no_sideways_scrolling(open_page, marked):
    page = open_page(marked + "#game=0&view=game", viewport={"width": 390, "height": 800}, has_touch=True)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    assert page.locator("#game").evaluate("element => element.scrollWidth <= element.clientWidth")


def test_a_game_is_accessible(open_page, marked, violations_in_every_theme):
    page = open_page(marked + "#game=0&at=3&view=game")
    page.locator(".copying summary").click()
    assert violations_in_every_theme(page) == []
