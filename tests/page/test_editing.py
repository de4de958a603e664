"""Editing a game in the page: comments, signs, tags and the result. What is saved equals the same edits in Python."""

from __future__ import annotations

import random

import pytest

import scoresheet
from editing_page import menu, move, saved, where
from scoresheet.drawing.tree import game_json
from scoresheet.viewer.game_edits import with_edits

NOTED = """[Event "Club"]
[White "A"]
[Black "B"]
[Result "*"]

{start} 1. e4 $2 {[%clk 0:01:00] old} e5 ({why} 1... c5 2. Nf3) 2. Nf3 Nc6 *
"""


@pytest.fixture(scope="module")
def noted(serve, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("editing") / "noted.pgn"
    path.write_text(NOTED)
    return serve(path)


def test_what_is_edited_and_saved_equals_the_edits_in_python(open_page, noted, until, violations):
    page, wanted = open_page(noted + "#game=0&at=1&view=game"), scoresheet.parse(NOTED)
    given = saved(page, until)
    field, said = page.locator(".comment-editor textarea"), page.locator(".game > [role=status]")
    page.locator(".moves").focus()
    page.keyboard.press("e")
    assert field.input_value() == "old"
    assert violations(page) == []
    field.fill("a [%cmd]")
    page.keyboard.press("Enter")
    assert field.evaluate("field => field.validationMessage") != ""
    page.keyboard.press("Escape")
    assert (field.count(), page.locator(".moves .comment", has_text="old").count()) == (0, 1)
    move(page, "e4").click(button="right")
    menu(page).get_by_role("menuitem", name="Edit the comment").click()
    field.fill("<b>new</b>")
    page.keyboard.press("Enter")
    wanted.at(1).comments_after = ["[%clk 0:01:00] <b>new</b>"]
    until(lambda: said.inner_text().startswith("Changed the comment"))

    page.keyboard.press("!")
    assert menu(page).get_by_role("menuitemcheckbox", checked=True).inner_text().startswith("? ")
    assert violations(page) == []
    menu(page).get_by_role("menuitemcheckbox", name="!? speculative move").click()
    assert where(page) == "1. e4!?"
    page.keyboard.press("!")
    menu(page).get_by_role("menuitemcheckbox", name="± ").click()
    wanted.at(1).nags = ["!?", 16]
    move(page, "c5").click(button="right")
    menu(page).get_by_role("menuitem", name="Comment before the move").click()
    field.fill("because")
    page.keyboard.press("Enter")
    wanted.at(2).variations[0].comments_before = ["because"]

    page.get_by_role("button", name="Edit tags and result").click()
    dialog = page.get_by_role("dialog")
    assert violations(page) == []
    dialog.get_by_label("White", exact=True).fill("Ann")
    dialog.get_by_label("Event", exact=True).fill("")
    dialog.get_by_role("button", name="Add a tag").click()
    dialog.get_by_label("Name of the tag").last.fill("Mood")
    dialog.get_by_label("Value of the tag").fill("good")
    dialog.locator("select").select_option("1-0")
    dialog.get_by_role("button", name="Apply").click()
    page.wait_for_selector("dialog", state="detached")
    wanted.tags["White"], wanted.tags["Mood"], wanted.result = "Ann", "good", "1-0"
    del wanted.tags["Event"]
    assert page.locator(".game h2").inner_text().startswith("Ann \N{EN DASH} B 1-0")
    assert saved(page, until) == wanted.to("pgn")
    page.locator(".moves").focus()
    for _ in range(6):
        page.keyboard.press("Control+z")
    assert page.locator(".game h2").inner_text().startswith("A \N{EN DASH} B *")
    assert saved(page, until) == given


EDITED = """async ({ game, edits }) => {
  const { Explored } = await import(new URL("js/explore_moves.js", document.baseURI).href);
  const explored = new Explored(game), before = JSON.stringify([explored.game, explored.children]);
  const nothing = edits.filter((edit) => !explored.edits.make(edit)).length;
  while (explored.edits.undo());
  const back = JSON.stringify([explored.game, explored.children]) === before;
  while (explored.edits.redo());
  return { ...explored.game, back, nothing };
}"""
COMPARED = ("p", "san", "text", "pre", "nags", "arr", "csl")


def test_random_annotations_mean_the_same_in_the_page_and_in_python(open_page, noted):
    page, rng = open_page(noted + "#game=0&view=game"), random.Random(9)
    for _ in range(20):
        edits = [edit(rng) for _ in range(30)]
        game = scoresheet.parse(NOTED)
        found = page.evaluate(EDITED, {"game": game_json(game), "edits": edits})
        wanted = game_json(with_edits(game, edits))
        assert [{key: node.get(key) for key in COMPARED} for node in found["nodes"]] == [
            {key: node.get(key) for key in COMPARED} for node in wanted["nodes"]
        ]
        # The result is written as a tag, too.
        assert dict(found["tags"]) | {"Result": found["result"]} == dict(wanted["tags"]) | {"Result": wanted["result"]}
        assert (found["result"], found["back"]) == (wanted["result"], True)


def edit(rng: random.Random) -> dict[str, object]:
    kind, node = rng.choice(["comment", "before", "nags", "marks", "tags", "result"]), rng.randint(1, 6)
    squares = [[rng.randrange(64), rng.choice("RGBY")] for _ in range(rng.randint(0, 2))]
    values = {
        "comment": {"node": rng.randint(0, 6), "text": rng.choice(["", "one", "two  words", " <i> "])},
        "before": {"node": node, "text": rng.choice(["", "first", "so"])},
        "nags": {"node": node, "nags": rng.sample(["$1", "$2", "$16", "$146", "$200"], rng.randint(0, 3))},
        "marks": {"node": node, "arrows": [[12, *square] for square in squares], "squares": squares},
        "tags": {"tags": [[rng.choice(["Event", "White", "Mood"]), rng.choice([None, "x", "y z"])]]},
        "result": {"result": rng.choice(["*", "1-0", "0-1", "1/2-1/2"])},
    }
    return {"edit": kind, **values[kind]}


def test_arrows_and_squares_are_drawn_with_the_right_button_and_with_keys(open_page, noted, until):
    page, wanted = open_page(noted + "#game=0&at=1&view=game"), scoresheet.parse(NOTED)
    given, board = saved(page, until), page.locator(".board > svg").bounding_box()

    def point(square: str) -> tuple[float, float]:
        side = board["width"] / 8
        return board["x"] + ("abcdefgh".index(square[0]) + 0.5) * side, board["y"] + (8.5 - int(square[1])) * side

    def drag(start: str, end: str, *modifiers: str) -> None:
        for key in modifiers:
            page.keyboard.down(key)
        page.mouse.move(*point(start))
        page.mouse.down(button="right")
        page.mouse.move(*point(end))
        page.mouse.up(button="right")
        for key in modifiers:
            page.keyboard.up(key)

    drag("e2", "e4")
    drag("g1", "f3", "Shift")
    drag("d1", "h5", "Alt")
    drag("a1", "a8", "Shift", "Alt")
    drag("e5", "e5", "Control")
    drag("d5", "d5")
    drag("d5", "d5")  # the same again removes it
    wanted.at(1).arrows, wanted.at(1).squares = "Ge2e4,Rg1f3,Bd1h5,Ya1a8", "Re5"
    assert page.locator(".board .arrow").count() == 4
    page.locator(".cells [data-square='0']").focus()
    page.keyboard.press("a")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+A")
    page.keyboard.press("a")
    page.keyboard.press("a")
    wanted.at(1).arrows, wanted.at(1).squares = "Ge2e4,Rg1f3,Bd1h5,Ya1a8,Ra1b1", "Re5,Gb1"
    assert scoresheet.parse(saved(page, until)) == scoresheet.parse(wanted.to("pgn"))
    page.locator(".moves").focus()
    for _ in range(9):
        page.keyboard.press("Control+z")
    assert saved(page, until) == given


def test_unsaved_changes_stay_and_are_saved_beside_the_source(open_page, serve, tmp_path, until):
    path = tmp_path / "noted.pgn"
    path.write_text(NOTED)
    page, wanted = open_page(serve(path) + "#game=0&at=1&view=game"), scoresheet.parse(NOTED)
    save = page.get_by_role("button", name="Save …")
    assert save.count() == 0
    page.keyboard.press("e")
    page.locator(".comment-editor textarea").fill("kept")
    page.keyboard.press("Enter")
    wanted.at(1).comments_after = ["[%clk 0:01:00] kept"]
    save.wait_for()
    page.reload()
    page.locator(".moves .comment", has_text="kept").wait_for()
    for name in ("noted-edited.pgn", "noted.pgn"):
        save.click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Name of the new file").fill(name)
        dialog.get_by_role("button", name="Save beside noted.pgn").click()
        if name == path.name:
            page.faults.clear()
            dialog.get_by_text("already exists").wait_for()
            assert path.read_text() == NOTED
            page.faults.clear()
            dialog.get_by_role("button", name="Replace noted.pgn").click()
        page.wait_for_selector("dialog", state="detached")
        assert (tmp_path / name).read_text().strip() == wanted.to("pgn").strip()
        until(lambda: save.count() == 0)
        page.locator(".moves").focus()
        page.keyboard.press("!")
        menu(page).get_by_role("menuitemcheckbox").first.click()
        wanted.at(1).nags = ["!"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["noted-edited.pgn", "noted.pgn"]
