"""Games in a page of another site: one script shows all of them, with any styles and policy of that page."""

from __future__ import annotations

import gzip
import http.server
import threading

import pytest

import scoresheet
from scoresheet.drawing import page_html
from scoresheet.drawing.embedded import SCRIPT_NAME, embedded_html, embedding_script

LARGEST = 45_000
ANNOTATED = '[White "One"]\n[Black "Two"]\n\n1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 1-0'
HOSTILE_NAME = '</script><img src=x onerror="document.title=1">'
POLICY = "; ".join(
    [
        *(f"{kind}-src 'self'" for kind in ("script", "style", "frame")),
        "default-src 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types",
    ]
)
STYLE = """
:root { --ink: #ff0000; --line: 7; --accent: url(x); --raised: #ff0000; --on-accent: #ff0000; font-size: 40px; }
body { line-height: 5; letter-spacing: 9px; text-transform: uppercase; color: #b00000; text-align: right; }
body * { all: unset !important; line-height: 5 !important; color: #b00000 !important; }
p, div, button, section, svg, .board, .moves { display: none !important; }
scoresheet-game { display: block !important; max-width: 640px !important; margin: 20px !important; }
"""


class Site(http.server.BaseHTTPRequestHandler):
    """A site with a strict policy."""

    def do_GET(self):
        """One of the files of the site."""
        media, text = self.server.files.get(self.path, ("text/plain", None))
        self.send_response(404 if text is None else 200)
        self.send_header("Content-Type", f"{media}; charset=utf-8")
        if self.path != "/frame.html":  # it has its own policy
            self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write((text or "").encode())

    def log_message(self, *_):
        """Nothing."""


@pytest.fixture(scope="module")
def site():
    """Serves a page with these elements, and gives its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.files = {
        f"/{SCRIPT_NAME}": ("text/javascript", embedding_script()),
        "/own.css": ("text/css", STYLE),
        "/favicon.ico": ("image/x-icon", ""),
        "/frame.html": ("text/html", page_html(scoresheet.parse(ANNOTATED))),
    }
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def serve(body: str, *, hostile: bool = True) -> str:
        style = '<link rel="stylesheet" href="own.css">' if hostile else ""
        head = f'<meta charset="utf-8"><title>A blog</title>{style}<script src="{SCRIPT_NAME}" defer></script>'
        content = f"<main><h1>A blog</h1>{body}</main>"
        page = f'<!doctype html><html lang="en" data-ready><head>{head}</head><body>{content}</body></html>'
        server.files["/page.html"] = ("text/html", page)
        return f"http://127.0.0.1:{server.server_port}/page.html"

    yield serve
    server.shutdown()
    server.server_close()


def boards(page):
    page.wait_for_function("[...document.querySelectorAll('scoresheet-game')].every((each) => 'ready' in each.dataset)")
    return page.locator("scoresheet-game").all()


def where(board) -> str:
    return board.locator(".where").evaluate("element => element.value")


def two() -> str:
    game = scoresheet.parse(ANNOTATED)
    return embedded_html(game, ply=3) + embedded_html(scoresheet.parse("1. d4 d5 *"), flipped=True, theme="green")


@pytest.fixture
def shown(open_page, site):
    """A page with two boards, which lets nothing through."""
    return open_page(site(two()))


def test_two_boards_share_a_script(shown):
    first, second = boards(shown)
    assert (where(first), where(second)) == ("2. Nf3", "Start")
    looks = [each.locator(".cells button").first.get_attribute("data-square") for each in (first, second)]
    assert looks == ["56", "7"]
    fills = {each.locator(".board path").nth(1).get_attribute("fill") for each in (first, second)}
    assert len(fills) == 2


def test_keys_act_on_the_focused_board_alone(shown):
    first, second = boards(shown)
    shown.keyboard.press("ArrowRight")
    assert (where(first), where(second)) == ("2. Nf3", "Start")
    second.get_by_label("Forward (→)").focus()
    shown.keyboard.press("ArrowRight")
    assert (where(first), where(second)) == ("2. Nf3", "1. d4")
    first.get_by_label("Forward (→)").focus()
    shown.keyboard.press("End")
    assert (where(first), where(second)) == ("3. Bb5", "1. d4")


def test_boards_can_be_played_on(shown, until):
    _, second = boards(shown)
    until(lambda: second.locator(".board.playable").count() == 1)
    second.locator("[data-square='12']").click()
    second.locator("[data-square='28']").click()
    until(lambda: where(second) == "1. e4")


def test_styles_of_the_page_stay_outside(shown):
    first, _ = boards(shown)
    names = ["color", "lineHeight", "letterSpacing", "textTransform", "textAlign", "display"]
    facts = f"element => Object.fromEntries({names}.map((name) => [name, getComputedStyle(element)[name]]))"
    expected = {
        "color": "rgb(27, 28, 30)",
        "lineHeight": "21.75px",
        "letterSpacing": "normal",
        "textTransform": "none",
        "textAlign": "start",
        "display": "block",
    }
    assert first.locator("h2").evaluate(facts) == expected
    assert first.locator(".facts").first.evaluate(facts)["color"] == "rgb(91, 94, 99)"
    assert first.locator(".moves").evaluate("element => getComputedStyle(element).borderTopWidth") == "1px"
    board = first.locator(".board").bounding_box()
    assert board["width"] > 250
    assert abs(board["width"] - board["height"]) < 1


def test_attributes_move_and_turn_a_board(shown):
    first, _ = boards(shown)
    first.evaluate("element => { element.dataset.ply = '1'; element.dataset.flipped = ''; }")
    assert where(first) == "1. e4"
    assert first.locator(".cells button").first.get_attribute("data-square") == "7"
    first.evaluate("element => { element.dataset.ply = '99'; element.dataset.flipped = 'false'; }")
    assert where(first) == "3. Bb5"
    assert first.locator(".cells button").first.get_attribute("data-square") == "56"


def test_boards_that_are_added_later_are_shown(shown):
    shown.evaluate(
        """() => { const game = document.querySelector("scoresheet-game"), other = document.createElement(game.tagName);
        other.append(game.querySelector("script")); document.body.append(other); game.remove(); }"""
    )
    second, third = boards(shown)
    assert (where(second), where(third)) == ("Start", "Start")
    third.get_by_label("To the end (End)").click()
    assert where(third) == "3. Bb5"


def test_hostile_games_are_not_markup(open_page, site):
    game = scoresheet.parse("1. e4 *")
    game.tags["White"] = HOSTILE_NAME
    game.root.comments_after = [HOSTILE_NAME]
    page = open_page(site(embedded_html(game)))
    (board,) = boards(page)
    assert page.title() == "A blog"
    assert board.locator("img").count() == 0
    assert HOSTILE_NAME in board.locator("h2").inner_text()


def test_a_damaged_game_shows_an_error(open_page, site):
    page = open_page(site('<scoresheet-game><script type="application/json">{"game":</script></scoresheet-game>'))
    (board,) = boards(page)
    assert board.locator(".failed").inner_text() == "This game cannot be shown: its data is missing or damaged."
    assert "SyntaxError" in page.faults.pop()


def test_without_scripts_the_moves_are_text(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site(two(), hostile=False))
    text = page.locator("scoresheet-game").first.inner_text()
    assert "One \N{EN DASH} Two 1-0" in text
    assert "1. e4 good" in text
    assert "(1... c5 2. Nf3)" in text
    assert "{" not in text
    context.close()


def test_they_are_accessible(open_page, site, violations_in_every_theme):
    style = '<meta name="color-scheme" content="light dark">'
    page = open_page(site(style + two(), hostile=False))
    first, _ = boards(page)
    for scheme, colour in (("dark", "rgb(23, 24, 26)"), ("light", "rgb(251, 251, 250)")):
        page.emulate_media(color_scheme=scheme)
        ground = first.locator(".embedded").evaluate("element => getComputedStyle(element).backgroundColor")
        assert ground == colour
    assert violations_in_every_theme(page) == []


def test_they_fit_a_phone(open_page, site):
    page = open_page(site(two(), hostile=False), viewport={"width": 390, "height": 800})
    boards(page)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390


def test_the_script_is_small():
    assert len(gzip.compress(embedding_script().encode())) <= LARGEST


def test_a_frame_is_played_through(open_page, site, until):
    frame = '<iframe src="frame.html" title="A game" width="640" height="420" sandbox="allow-scripts"></iframe>'
    page = open_page(site(frame, hostile=False))
    inside = page.frame_locator("iframe")
    inside.get_by_label("To the end (End)").click()
    until(lambda: where(inside) == "3. Bb5")
    page.keyboard.press("ArrowLeft")
    until(lambda: where(inside) == "2... Nc6")


def test_an_exported_page_fits_a_frame(open_page, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(page_html(scoresheet.parse(ANNOTATED)), "utf-8")
    page = open_page(path.as_uri())
    for width, height in [(640, 300), (640, 400), (800, 500), (380, 500)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        board, steps = (page.locator(name).bounding_box() for name in (".board", ".steps"))
        assert board["width"] >= 165
        assert steps["y"] + steps["height"] <= height


def test_a_wide_board_in_a_high_window_has_its_moves_beside_it_and_more_contrast_if_it_is_wanted(open_page, site):
    body = embedded_html(scoresheet.parse(ANNOTATED))
    page = open_page(site(body, hostile=False), before=lambda _: None, viewport={"width": 820, "height": 1180})
    (board,) = boards(page)
    squares, moves = board.locator(".board").bounding_box(), board.locator(".moves").bounding_box()
    assert moves["x"] >= squares["x"] + squares["width"]
    assert moves["height"] > 200
    ink = "() => getComputedStyle(document.querySelector('scoresheet-game').shadowRoot.querySelector('.facts')).color"
    before = page.evaluate(ink)
    board.get_by_role("button", name="Board settings").click()
    board.get_by_label("More contrast").check()
    assert page.evaluate(ink) != before
    page.emulate_media(contrast="more")
    wanted = page.evaluate(ink)
    board.get_by_label("More contrast").uncheck()
    assert page.evaluate(ink) == wanted
    assert page.locator("html").get_attribute("data-contrast") is None
