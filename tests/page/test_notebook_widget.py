"""The widget of notebooks, with a model in the page that does what anywidget's does."""

from __future__ import annotations

import http.server
import json
import threading
from functools import partial
from typing import ClassVar

import pytest

pytest.importorskip("anywidget")

import scoresheet
from scoresheet import infinite
from scoresheet.viewer.widget import GameWidget

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Notebook</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="widget.css"><main></main>
<script type="module">
import widget from "./widget.mjs";
const values = await (await fetch("model.json")).json(), listeners = {}, sent = [];
const model = {
  get: (name) => values[name],
  set: (name, value) => { values[name] = value; },
  save_changes: () => {},
  on: (name, act) => (listeners[name] ??= []).push(act),
  off: (name, act) => { listeners[name] = (listeners[name] ?? []).filter((each) => each !== act); },
  send: (message) => sent.push(message),
};
const change = (name, value) => { values[name] = value; for (const act of listeners[`change:${name}`] ?? []) act(); };
const hear = (message) => { for (const act of listeners["msg:custom"] ?? []) act(message); };
const end = widget.render({ model, el: document.querySelector("main") });
Object.assign(window, { values, sent, change, hear, end, listeners });
document.documentElement.dataset.ready = "1";
</script></html>"""


@pytest.fixture
def display(open_page, tmp_path):
    """Shows widgets in separate pages."""
    handler = partial(Quiet, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def show(widget: GameWidget, **options):
            model = {name: getattr(widget, name) for name in ("game", "at", "edits", "options")}
            files = {"index.html": PAGE, "widget.mjs": widget._esm, "widget.css": widget._css}
            for name, text in {**files, "model.json": json.dumps(model)}.items():
                (tmp_path / name).write_text(str(text), "utf-8")
            return open_page(f"http://127.0.0.1:{server.server_port}/index.html", **options)

        yield show
        server.shutdown()


@pytest.fixture
def shown(display):
    """A widget, and the page that shows it."""
    widget = GameWidget(scoresheet.parse("1. e4 e5 (1... c5) 2. Nf3 *"), ply=1)
    return widget, display(widget)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that logs nothing."""

    extensions_map: ClassVar = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def log_message(self, *_):
        """Nothing."""


def where(page) -> str:
    return page.locator(".where").evaluate("element => element.value")


def answer(widget, page) -> None:
    """Replies to the requests of the page, as Python does in a notebook."""
    told = []
    widget.send = told.append
    for asked in page.evaluate("sent.splice(0)"):
        widget._answer(widget, asked, [])
    for message in told:
        page.evaluate("message => hear(message)", message)


def test_the_place_is_shared_both_ways(shown):
    _, page = shown
    assert where(page) == "1. e4"
    page.locator(".moves").click(position={"x": 2, "y": 2})
    page.keyboard.press("ArrowRight")
    assert page.evaluate("values.at") == 2
    page.evaluate("change('at', 3)")
    assert where(page) == "1... c5"


def test_moves_that_the_user_plays_reach_python(shown, until):
    widget, page = shown
    until(lambda: page.evaluate("sent.length") > 0)
    answer(widget, page)
    until(lambda: page.locator(".board.playable").count() == 1)
    page.locator(".cells [data-square='51']").click()
    page.locator(".cells [data-square='35']").click()
    until(lambda: page.evaluate("sent.length") > 0)
    answer(widget, page)
    until(lambda: where(page) == "1... d5")
    assert page.evaluate("values.edits") == [{"edit": "add", "parent": 1, "uci": "d7d5"}]
    widget.edits = page.evaluate("values.edits")
    assert [node.san for node in widget.played.at(1).children] == ["e5", "c5", "d5"]


def test_edits_are_shared_both_ways(shown, until):
    widget, page = shown
    page.evaluate("change('edits', [{ edit: 'mainline', node: 3 }])")
    until(lambda: page.locator(".moves .move").nth(1).inner_text() == "c5")
    page.locator(".moves").focus()
    page.keyboard.press("Control+z")
    assert page.evaluate("values.edits") == []
    page.keyboard.press("Control+y")
    widget.edits = page.evaluate("values.edits")
    assert [node.san for node in widget.played.at(1).children] == ["c5", "e5"]


def test_another_game_replaces_the_first(shown):
    _, page = shown
    other = GameWidget(scoresheet.Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    page.evaluate("game => { values.at = 0; change('game', game); }", other.game)
    assert where(page) == "Start"
    assert page.locator(".board .man").count() == 3


def test_pieces_in_hand_are_dropped(shown, until):
    _, page = shown
    other = GameWidget(scoresheet.Position("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", variant="crazyhouse"))
    page.evaluate("game => { sent.length = 0; values.at = 0; change('game', game); }", other.game)
    answer(other, page)
    knight = page.locator(".pocket.white [data-letter=N]")
    until(knight.is_enabled)
    knight.click()
    page.locator(".cells [data-square='42']").click()
    until(lambda: page.evaluate("sent.length") > 0)
    answer(other, page)
    until(lambda: where(page) == "1. N@c6")
    other.edits = page.evaluate("values.edits")
    assert other.edits == [{"edit": "add", "parent": 0, "uci": "N@c6"}]
    assert (other.played.start.rules, other.played.last.san) == ("N-L,M+16", "N@c6")


def test_a_position_is_not_a_game(display, until):
    widget = GameWidget(scoresheet.Position("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"))
    page = display(widget)
    assert where(page) == "Black to move, in check"
    for name in ("header", ".moves", ".letters", "[aria-label='Autoplay (Space)']"):
        assert not page.locator(name).is_visible()
    assert page.get_by_label("Flip the board (f)").is_visible()
    until(lambda: page.evaluate("sent.length") > 0)
    answer(widget, page)
    until(lambda: page.locator(".board.playable").count() == 1)
    page.locator(".cells [data-square='60']").click()
    page.locator(".cells [data-square='51']").click()
    until(lambda: page.evaluate("sent.length") > 0)
    answer(widget, page)
    until(lambda: where(page) == "1... Kd7")
    assert page.locator(".moves .move").all_inner_texts() == ["Kd7"]
    assert not page.locator(".moves .result").is_visible()
    page.keyboard.press("Delete")
    until(lambda: where(page) == "Black to move, in check")
    assert not page.locator(".moves").is_visible()


def test_a_position_is_accessible(display, violations_in_every_theme):
    page = display(GameWidget(scoresheet.Position()))
    # The document around the widget is that of the notebook.
    rules = ("page-has-heading-one", "region")
    assert [found for found in violations_in_every_theme(page) if not found.startswith(rules)] == []


FAR = 10**30


@pytest.fixture
def endless(display):
    """A widget of infinite chess, and the page that shows it."""
    widget = GameWidget(infinite.Position.read("w (8|1) K0,0|R5,0|k9,9|P2,7+"))
    return widget, display(widget)


def asked(widget, page, until) -> None:
    """Replies to the next request of the page."""
    until(lambda: page.evaluate("sent.length") > 0)
    answer(widget, page)


def choose(widget, page, until, name: str) -> None:
    """Chooses a piece from the list."""
    if not page.locator(".pieces[open]").count():
        page.locator(".pieces summary").click()
    page.get_by_role("button", name=name).click()
    asked(widget, page, until)


def test_a_board_without_edges_is_played_on(endless, until):
    widget, page = endless
    assert where(page) == "White to move"
    assert not page.locator(".moves").is_visible()
    choose(widget, page, until, "player 1: rook")
    box = page.locator("canvas.infinite").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 3 * 40)
    asked(widget, page, until)
    until(lambda: where(page) == "1. 5,0>5,3")
    choose(widget, page, until, "player 2: king")
    page.get_by_label("Go to a square").fill("8,8")
    page.get_by_role("button", name="Move there").click()
    asked(widget, page, until)
    until(lambda: where(page) == "1... 9,9>8,8")
    choose(widget, page, until, "player 1: rook")
    page.get_by_label("Go to a square").fill(f"5,{FAR}")
    page.get_by_role("button", name="Move there").click()
    asked(widget, page, until)
    until(lambda: where(page) == f"2. 5,3>5,{FAR}")
    widget.edits = page.evaluate("values.edits")
    assert [str(node.move) for node in widget.played.mainline()] == ["5,0>5,3", "9,9>8,8", f"5,3>5,{FAR}"]
    page.locator(".moves").focus()
    page.keyboard.press("Delete")
    assert where(page) == "1... 9,9>8,8"
    assert [step["uci"] for step in page.evaluate("values.edits")] == ["5,0>5,3", "9,9>8,8"]


def test_a_board_without_edges_is_accessible(endless, until, violations):
    widget, page = endless
    choose(widget, page, until, "player 1: rook")
    assert page.get_by_role("button", name="Move there").is_visible()
    rules = ("page-has-heading-one", "region")
    assert [found for found in violations(page) if not found.startswith(rules)] == []


def test_a_pawn_promotes_on_a_board_without_edges(endless, until):
    widget, page = endless
    choose(widget, page, until, "player 1: pawn")
    page.get_by_label("Go to a square").fill("2,8")
    page.get_by_role("button", name="Move there").click()
    page.get_by_role("dialog").get_by_role("button", name="knight").click()
    asked(widget, page, until)
    until(lambda: where(page) == "1. 2,7>2,8N")


def test_a_move_that_is_not_legal_is_refused_on_a_board_without_edges(endless, until):
    widget, page = endless
    assert not page.get_by_role("button", name="Move there").is_visible()
    choose(widget, page, until, "player 1: king")
    for place, said in (
        ("7,7", "The piece may not go to 7, 7"),
        ("?", "Write the square into the field, such as 12,-5"),
    ):
        page.get_by_label("Go to a square").fill(place)
        page.get_by_role("button", name="Move there").click()
        assert page.locator("output.seen").evaluate("element => element.value") == said
    assert where(page) == "White to move"


def test_moves_are_added_by_python_on_a_board_without_edges(endless, until):
    widget, page = endless
    page.evaluate(
        "change('edits', [{ edit: 'add', parent: 0, uci: '0,0>1,1' }, { edit: 'add', parent: 1, uci: '9,9>8,8' }])"
    )
    asked(widget, page, until)
    asked(widget, page, until)
    until(lambda: page.locator(".moves .move").all_inner_texts() == ["0,0>1,1", "9,9>8,8"])
    # Taken back while the last of them is shown, they leave the place before them.
    page.locator(".moves .move").last.click()
    page.evaluate("change('edits', [])")
    until(lambda: page.locator(".moves .move").count() == 0)
    assert where(page) == "White to move"


def test_the_map_of_a_board_without_edges_comes_from_python(endless, until):
    widget, page = endless
    page.get_by_label("Map of all pieces (m)").click()
    asked(widget, page, until)
    until(lambda: page.locator("dialog img").evaluate("image => image.naturalWidth") > 0)


def test_a_game_of_the_other_kind_replaces_the_first(endless):
    _, page = endless
    page.evaluate("game => { values.at = 0; change('game', game); }", GameWidget(scoresheet.parse("1. e4 *")).game)
    assert page.locator(".board .man").count() == 32
    assert page.locator("canvas.infinite").count() == 0


def test_it_ends_without_traces(shown):
    _, page = shown
    page.evaluate("end()")
    assert page.evaluate("Object.values(listeners).flat().length") == 0


def test_messages_of_any_kind_do_no_harm():
    widget, told = GameWidget(scoresheet.parse("1. e4 *")), []
    widget.send = told.append
    for message in (
        None,
        {},
        {"id": 1},
        {"id": 2, "kind": "position", "fen": "x"},
        {"id": 3, "kind": "text", "edits": 5},
        {"id": 4, "kind": "reach", "at": 0, "x": "0", "y": "0"},
        {"id": 5, "kind": "play", "line": 7},
        {"id": 6, "kind": "map", "at": -1},
    ):
        widget._answer(widget, message, [])
    assert [each["id"] for each in told] == [1, 2, 3, 4, 5, 6]
    assert all("error" in each for each in told)


def test_a_ply_that_is_not_there_is_refused():
    with pytest.raises(scoresheet.UsageError, match="the game has no ply 3"):
        GameWidget(scoresheet.parse("1. e4 e5 *"), ply=3)
