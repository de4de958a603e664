"""The page that `show --html` writes: it works from a file, without a server, and without scripts."""

from __future__ import annotations

import gzip

import pytest

import scoresheet
from scoresheet.drawing import page_html

GAMES = """[White "One"]
[Black "Two"]
[Result "1-0"]

1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 1-0

[White "Three"]
[Black "Four"]
[Result "*"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w KQkq - 0 1"]

1. e4 e5 2. O-O *
"""
LARGEST = 45_000
"""Bytes of a page when compressed, with one short game."""


@pytest.fixture
def written(tmp_path):
    """Writes a page and gives its address."""

    def write(text: str) -> str:
        path = tmp_path / "page.html"
        path.write_text(text, "utf-8")
        return path.as_uri()

    return write


def first() -> scoresheet.Game:
    """The first of the games."""
    return next(iter(scoresheet.parse_all(GAMES)))


def where(page) -> str:
    return page.locator(".where").evaluate("element => element.value")


def square(page, name: str):
    return page.locator(f".cells [data-square='{'abcdefgh'.index(name[0]) + 8 * (int(name[1]) - 1)}']")


def test_it_shows_a_game_from_a_file(open_page, written):
    page = open_page(written(page_html(first(), ply=2)))
    assert where(page) == "1... e5"
    page.keyboard.press("ArrowRight")
    assert where(page) == "2. Nf3"
    assert page.url.endswith("#at=5")
    assert "One" in page.locator("h2").inner_text()


def test_it_knows_the_rules_without_a_server(open_page, written, until):
    page = open_page(written(page_html(first())))
    until(lambda: page.locator(".board.playable").count() == 1)
    square(page, "b1").click()
    assert page.locator(".board .target").count() == 2
    square(page, "c3").click()
    until(lambda: where(page) == "1. Nc3")


def test_several_games_have_a_list(open_page, written, until):
    page = open_page(written(page_html(*scoresheet.parse_all(GAMES))))
    links = page.locator("nav.games a")
    assert links.count() == 2
    links.nth(1).click()
    until(lambda: "Three" in page.locator("h2").inner_text())
    assert links.nth(1).get_attribute("aria-current") == "page"
    page.reload()
    page.wait_for_selector("html[data-ready]")
    until(lambda: "Three" in page.locator("h2").inner_text())


def test_it_reports_unknown_rules(open_page, written):
    page = open_page(written(page_html(*scoresheet.parse_all(GAMES))) + "#game=1")
    page.wait_for_timeout(200)
    assert page.locator(".board.playable").count() == 0
    page.keyboard.press("End")
    assert where(page).startswith("2. O-O")


def test_without_scripts_it_has_a_board_for_every_ply(browser, written):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(written(page_html(first(), ply=1)))
    assert page.locator("section.scoresheet-ply").count() == 6
    assert page.locator("section.scoresheet-ply:visible").get_attribute("id") == "ply-1"
    page.locator("section.scoresheet-ply:visible a[rel=next]").click()
    assert page.locator("section.scoresheet-ply:visible").get_attribute("id") == "ply-2"
    context.close()


def test_pages_are_small():
    assert len(gzip.compress(page_html(first()).encode())) <= LARGEST


def test_hostile_games_are_not_markup(open_page, written):
    hostile = '</script><script>document.title="owned"</script><img src=x onerror="document.title=1">'
    game = first()
    game.tags["White"] = hostile
    game.root.comments_after = [hostile]
    page = open_page(written(page_html(game)))
    assert page.title() == f"{hostile} \N{EN DASH} Two"
    assert page.locator("img").count() == 0
    assert hostile in page.locator("h2").inner_text()


def test_it_is_accessible(open_page, written, violations_in_every_theme):
    page = open_page(written(page_html(*scoresheet.parse_all(GAMES))))
    assert violations_in_every_theme(page) == []


def test_it_fits_a_phone(open_page, written):
    page = open_page(written(page_html(*scoresheet.parse_all(GAMES))), viewport={"width": 390, "height": 800})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390


TO_PRINT = """[White "One"]
[Black "Two"]
[Result "1-0"]

1. e4 $220 {<b>good</b>} e5 (1... c5 2. Nf3 {[#]} d6) 2. Nf3 Nc6 $221 3. Bb5 1-0

[White "Three"]
[SetUp "1"]
[FEN "8/8/4k3/8/8/2Q5/8/4K3 w - - 0 1"]

1. Qc4+ {[%cal Gc4e6] check} *

[White "Four"]

1. f3 e5 2. g4 Qh4# 0-1
"""


def test_all_games_are_printed_with_their_diagrams(open_page, written):
    page = open_page(written(page_html(*scoresheet.parse_all(TO_PRINT), theme="grey")))
    assert page.locator(".paper article").count() == 0  # not before it is printed
    page.emulate_media(media="print")
    page.wait_for_selector(".paper article")
    first, second, plain = page.locator(".paper article").all()
    assert first.locator("h2").inner_text() == "One \N{EN DASH} Two 1-0"
    words = [part.inner_text().replace("\xa0", " ") for part in first.locator("p:not(.facts), figcaption").all()]
    assert words == [
        "1. e4 <b>good</b>",
        "Black to move",
        "1... e5",
        "(1... c5 2. Nf3",
        "Black to move",
        "2... d6)",
        "2. Nf3 Nc6",
        "White to move",
        "3. Bb5 1-0",
    ]
    boards = [figure.locator("text").first.text_content() for figure in first.locator("figure").all()]
    assert boards == ["a", "a", "h"]  # the last one has Black at the bottom
    assert second.locator("figure").count() == 2  # where it starts, and where it ends
    assert plain.locator("p:not(.facts), figcaption").all_inner_texts() == [
        "1.\xa0f3 e5 2.\xa0g4 Qh4# 0-1",
        "White is mated",
    ]
    assert [page.locator(name).is_visible() for name in ("main > .game", "nav.games", ".paper")] == [False, False, True]
    page.emulate_media(media="screen")
    assert [page.locator(name).is_visible() for name in ("main > .game", "nav.games", ".paper")] == [True, True, False]


def test_the_printer_gets_the_same(open_page, written):
    page = open_page(written(page_html(*scoresheet.parse_all(TO_PRINT))))
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert (page.locator(".paper article").count(), page.locator(".paper figure").count()) == (3, 6)
