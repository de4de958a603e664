"""Games by other rules on the same board: hands and drops, marks, checks that remain, explosions and ends."""

from __future__ import annotations

import pytest

import scoresheet
from scoresheet.drawing import page_html

GAMES = """[White "House"]
[Black "B"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. P@e4 Nf6 *

[White "Promoted"]
[Black "B"]
[Variant "Crazyhouse"]
[SetUp "1"]
[FEN "4k3/1P6/8/8/8/8/8/4K3[NNp] w - - 0 1"]

1. b8=Q+ *

[White "Atomic"]
[Black "B"]
[Result "1-0"]
[Variant "Atomic"]

1. Nf3 d5 2. Ne5 a6 3. Nxf7# 1-0

[White "Checks"]
[Black "B"]
[Result "1-0"]
[Variant "Three-check"]

1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxg6# 1-0

[White "Losing"]
[Black "B"]
[Variant "Antichess"]
[SetUp "1"]
[FEN "8/P7/8/8/8/8/7p/8 w - - 0 1"]

*
"""
HOUSE, PROMOTED, ATOMIC, CHECKS, LOSING = range(5)


@pytest.fixture(scope="module")
def variants(serve, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("variants") / "variants.pgn"
    path.write_text(GAMES)
    return serve(path)


def at(address: str, game: int, node: int = 0) -> str:
    return f"{address}#game={game}&at={node}&view=game"


def where(page) -> str:
    return page.locator(".where").evaluate("element => element.value")


def square(page, name: str):
    return page.locator(f".cells [data-square='{'abcdefgh'.index(name[0]) + 8 * (int(name[1]) - 1)}']")


def held(page, side: str) -> dict[str, int]:
    """What a player has in hand."""
    piles = page.locator(f".pocket.{side} button:not(.absent)").all()
    return {pile.get_attribute("data-letter"): int(pile.inner_text()) for pile in piles}


def middle(place) -> tuple[float, float]:
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_hands_follow_the_game(open_page, variants):
    page = open_page(at(variants, HOUSE, 6))
    assert (held(page, "white"), held(page, "black")) == ({"P": 1}, {"P": 1})
    page.keyboard.press("ArrowRight")
    assert (held(page, "white"), held(page, "black"), where(page)) == ({}, {"P": 1}, "4. P@e4")
    assert page.locator(".pocket.black [data-letter=P]").get_attribute("aria-label") == "black pawn in hand: 1"
    boxes = [page.locator(name).bounding_box()["y"] for name in (".pocket.black", ".board", ".pocket.white")]
    assert boxes == sorted(boxes)
    page.keyboard.press("f")
    boxes = [page.locator(name).bounding_box()["y"] for name in (".pocket.white", ".board", ".pocket.black")]
    assert boxes == sorted(boxes)


def test_games_without_drops_have_no_hands(open_page, variants):
    page = open_page(at(variants, ATOMIC))
    assert page.locator(".pocket:visible").count() == 0


def test_a_piece_is_dropped_by_clicks(open_page, variants, until):
    page = open_page(at(variants, HOUSE, 6))
    pawn = page.locator(".pocket.white [data-letter=P]")
    until(pawn.is_enabled)
    assert not page.locator(".pocket.black [data-letter=P]").is_enabled()  # it is White's turn
    pawn.click()
    assert pawn.get_attribute("aria-pressed") == "true"
    assert (
        page.locator(".board .target").count() == 3
    )  # e2, e3 and e4 are between the king and the queen that gives check
    page.keyboard.press("Escape")
    assert pawn.get_attribute("aria-pressed") == "false"
    assert page.locator(".board .target").count() == 0
    page.goto(at(variants, PROMOTED))
    knight = page.locator(".pocket.white [data-letter=N]")
    until(knight.is_enabled)
    knight.click()
    square(page, "c6").click()
    until(lambda: where(page) == "1. N@c6")
    assert held(page, "white") == {"N": 1}
    assert page.locator(".game > [role=status]").inner_text() == "1. knight dropped on c6"


@pytest.mark.parametrize("flipped", [False, True])
def test_a_piece_is_dropped_by_dragging(open_page, variants, until, flipped):
    page = open_page(at(variants, PROMOTED))
    if flipped:
        page.keyboard.press("f")
    knight = page.locator(".pocket.white [data-letter=N]")
    until(knight.is_enabled)
    pieces = page.locator(".board .man").count()
    for end in (page.locator(".pocket.black"), square(page, "f6")):  # what is dragged to no square goes back
        page.mouse.move(*middle(knight))
        page.mouse.down()
        page.mouse.move(*middle(square(page, "d4")), steps=3)
        assert page.locator(".board .man").count() == pieces + 1
        page.mouse.move(*middle(end), steps=3)
        page.mouse.up()
        until(lambda: page.locator(".board .held").count() == 0)
    until(lambda: where(page) == "1. N@f6+")
    assert page.locator(".board .man").count() == pieces + 1


def test_a_piece_is_dropped_by_keys(open_page, variants, until):
    page = open_page(at(variants, PROMOTED))
    knight = page.locator(".pocket.white [data-letter=N]")
    until(knight.is_enabled)
    knight.focus()
    page.keyboard.press("Enter")
    square(page, "d4").focus()
    page.keyboard.press("Enter")
    until(lambda: where(page) == "1. N@d4")


def test_promoted_pieces_are_marked(open_page, variants):
    page = open_page(at(variants, PROMOTED, 1))
    assert page.locator(".board .promoted").count() == 1
    assert square(page, "b8").get_attribute("aria-label") == "b8, white queen, promoted"
    page.keyboard.press("Home")
    assert page.locator(".board .promoted").count() == 0


def test_an_explosion_is_shown_for_one_ply(open_page, variants):
    page = open_page(at(variants, ATOMIC, 5))
    assert page.locator(".board svg rect").count() == 2 + 7
    assert page.locator(".ended").inner_text() == "White wins: the king exploded"
    assert "the king exploded" in page.locator(".moves .move", has_text="Nxf7#").evaluate(
        "move => { move.click(); return document.querySelector('.game > [role=status]').textContent; }"
    )
    page.keyboard.press("ArrowLeft")
    assert page.locator(".board svg rect").count() == 2
    assert page.locator(".ended").inner_text() == ""


def test_checks_that_remain_are_beside_the_names(open_page, variants):
    page = open_page(at(variants, CHECKS))
    for key, left in (("Home", ["+3", "+3"]), ("End", ["+0", "+3"])):
        page.keyboard.press(key)
        assert [page.locator(f".bar.{side} .checks [aria-hidden]").inner_text() for side in ("white", "black")] == left
    assert page.locator(".bar.white .checks").get_attribute("title") == "0 checks left"
    assert page.locator(".ended").inner_text() == "White wins: third check"


def test_a_pawn_may_become_a_king(open_page, variants, until):
    page = open_page(at(variants, LOSING))
    until(lambda: page.locator(".board.playable").count() == 1)
    square(page, "a7").click()
    square(page, "a8").click()
    page.get_by_role("button", name="king").click()
    until(lambda: where(page) == "1. a8=K")
    until(lambda: page.locator(".board.playable").count() == 1)
    assert page.locator(".game > [role=status]").inner_text() == "1. a8, promotes to king"


def test_they_are_accessible_and_fit(open_page, variants, until, violations, violations_in_every_theme):
    page = open_page(at(variants, HOUSE, 6))
    for game, node, name in (
        (HOUSE, 6, "House"),
        (PROMOTED, 1, "Promoted"),
        (ATOMIC, 5, "Atomic"),
        (CHECKS, 9, "Checks"),
    ):
        page.goto(at(variants, game, node))
        until(lambda name=name: page.locator("h2:visible").first.inner_text().startswith(name))
        assert violations_in_every_theme(page) == []
        page.set_viewport_size({"width": 320, "height": 800})
        assert violations(page) == []
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 320
        page.set_viewport_size({"width": 1280, "height": 800})
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 1280


def test_an_exported_page_shows_them_without_playing_them(open_page, tmp_path, until):
    path = tmp_path / "page.html"
    path.write_text(page_html(*scoresheet.parse_all(GAMES)), "utf-8")
    page = open_page(path.as_uri())
    assert page.get_by_text("These rules are not played offline.").is_visible()
    page.keyboard.press("End")
    assert (where(page), held(page, "black")) == ("4... Nf6", {"P": 1})
    page.locator("nav.games a").nth(ATOMIC).click()
    until(lambda: "Atomic" in page.locator("h2").first.inner_text())
    page.keyboard.press("End")
    assert page.locator(".ended").inner_text() == "White wins: the king exploded"
    assert page.locator(".board.playable").count() == 0
    assert page.locator(".pocket button:enabled").count() == 0


def test_an_exported_page_of_chess_does_not_mention_rules(open_page, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(page_html(scoresheet.parse("1. e4 *")), "utf-8")
    assert not open_page(path.as_uri()).get_by_text("These rules are not played offline.").is_visible()
