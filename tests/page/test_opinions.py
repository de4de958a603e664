"""Notes of several authors: whose they are, whose are shown, and how one's own are entered."""

from __future__ import annotations

import random

import pytest

import scoresheet
from editing_page import menu, move, saved
from scoresheet.drawing.tree import game_json
from scoresheet.viewer.game_edits import with_edits

TODAY = "new Date().toLocaleDateString('sv-SE')"


def annotated_game() -> scoresheet.Game:
    """A game with notes without a source, notes of two authors, and a line of one of them."""
    game = scoresheet.parse('[White "A"] [Black "B"] 1. e4 {[%clk 0:01:00] book} e5 $1 2. Nf3 Nc6 *')
    game.at(1).annotate("Ann", nag="!", comment="best by test", date="2022-03-04", q=0.75)
    game.at(2).annotate("Bob", nag="?", comment="too early", alt="1... c5 2. Nf3", date="2023-05-06")
    game.at(3).annotate("Ann", nag=10)
    return game


@pytest.fixture(scope="module")
def authors(serve, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("authors") / "authors.bgnl"
    path.write_text(str(annotated_game().to("bgnl")))
    return serve(path)


def lines(page) -> list[str]:
    return page.locator(".moves .by:not(:empty)").all_inner_texts()


def in_format(page, until, name: str) -> str:
    """The game as the page writes it in a format."""
    return page.evaluate(
        """async ([format]) => {
          const { ask } = await import(new URL("js/api.js", document.baseURI).href);
          const drafts = JSON.parse(Object.entries(localStorage).find(([name]) => name.includes("edits."))[1]);
          return (await ask("game/0/text", { format, edits: drafts[0].edits })).text;
        }""",
        [name],
    )


def test_names_and_dates_are_beside_notes_which_can_be_chosen(open_page, authors, until, violations_in_every_theme):
    page = open_page(authors + "#game=0&at=2&view=game")
    assert lines(page) == ["Ann, 2022-03-04, q 0.75", "? Bob, 2023-05-06", "Bob"]
    assert page.locator(".moves .comment").all_inner_texts() == ["book", "best by test", "too early"]
    e5 = move(page, "e5").locator(".nag")
    assert [nag.strip() for nag in e5.evaluate_all("all => all.map((nag) => nag.firstChild.data)")] == ["!", "?"]
    assert e5.last.get_attribute("title") == "poor move \N{EN DASH} Bob, 2023-05-06"
    page.get_by_role("button", name="3 authors").click()
    dialog = page.get_by_role("dialog", name="Authors of notes")
    assert violations_in_every_theme(page) == []
    dialog.get_by_role("checkbox", name="Bob").focus()
    page.keyboard.press("Space")
    assert lines(page) == ["Ann, 2022-03-04, q 0.75"]
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.locator(".moves .comment").all_inner_texts() == ["book", "best by test"]
    assert move(page, "c5").count() == 0
    page.get_by_role("button", name="Some authors").click()
    dialog.get_by_role("checkbox", name="Bob").check()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert len(lines(page)) == 3


def test_notes_are_entered_under_a_name_and_saved_with_it(open_page, authors, until, violations):
    page, wanted = open_page(authors + "#game=0&at=1&view=game"), annotated_game()
    given, today = saved(page, until), page.evaluate(TODAY)
    field, name = page.locator(".comment-editor textarea"), page.get_by_label("Note by")
    page.locator(".moves").focus()
    page.keyboard.press("e")
    assert (field.input_value(), name.input_value()) == ("book", "")
    assert violations(page) == []
    name.fill("Cleo")
    name.press("Tab")
    assert field.input_value() == ""
    field.fill("my own")
    field.press("Enter")
    wanted.at(1).annotate("Cleo", comment="my own", date=today)
    assert lines(page)[1] == f"Cleo, {today}"
    page.keyboard.press("!")
    menu(page).get_by_role("menuitemcheckbox", name="!? speculative move").click()
    wanted.at(1).remove_annotations("Cleo")
    wanted.at(1).annotate("Cleo", nag="!?", comment="my own", date=today)
    page.keyboard.press("e")
    name.fill("Ann")
    name.press("Tab")
    assert field.input_value() == "best by test"
    field.fill("best")
    page.get_by_role("button", name="Save the comment").click()
    wanted.at(1).remove_annotations("Ann")
    wanted.at(1).annotate("Ann", nag="!", comment="best", date=today, q=0.75)
    assert scoresheet.parse(in_format(page, until, "bgnl"), from_="bgn") == scoresheet.parse(
        str(wanted.to("bgnl")), from_="bgn"
    )
    assert saved(page, until) == wanted.to("pgn")
    page.reload()
    page.locator(".moves .comment", has_text="my own").wait_for()
    page.locator(".moves").focus()
    page.keyboard.press("e")
    assert name.input_value() == "Ann"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Save …").click()
    dialog = page.get_by_role("dialog", name="Save the game")
    assert dialog.get_by_label("Format").input_value() == "bgnl"
    dialog.get_by_label("Format").select_option("pgn")
    with page.expect_download():
        dialog.get_by_role("button", name="Download").click()
    assert "attribution: " in dialog.get_by_role("alert").inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.locator(".moves").focus()
    for _ in range(3):
        page.keyboard.press("Control+z")
    assert saved(page, until) == given


EDITED = """async ({ game, edits }) => {
  await import(new URL("js/opinions.js", document.baseURI).href);
  const { Explored } = await import(new URL("js/explore_moves.js", document.baseURI).href);
  const explored = new Explored(game), before = JSON.stringify([explored.game, explored.children]);
  for (const edit of edits) explored.edits.make(edit);
  while (explored.edits.undo());
  const back = JSON.stringify([explored.game, explored.children]) === before;
  while (explored.edits.redo());
  return { ...explored.game, back };
}"""


def test_random_opinions_mean_the_same_in_the_page_and_in_python(open_page, authors):
    page, rng = open_page(authors + "#game=0&view=game"), random.Random(7)
    for _ in range(20):
        edits = [opinion(rng) for _ in range(20)]
        game = annotated_game()
        found = page.evaluate(EDITED, {"game": game_json(game), "edits": edits})
        wanted = game_json(with_edits(game, edits))
        assert list(map(told, found["nodes"])) == list(map(told, wanted["nodes"]))
        assert found["back"]


def opinion(rng: random.Random) -> dict[str, object]:
    nags = rng.sample(["$1", "$2", "$16", "$146"], rng.randint(0, 2))
    source, date = rng.choice(["", "Ann", "Bob", "Cleo"]), rng.choice([None, "2024-01-02", "2026-11-29"])
    text = rng.choice(["", "one", "two  words", " <i> "])
    return {"edit": "opinion", "node": rng.randint(0, 6), "source": source, "date": date, "nags": nags, "text": text}


def told(node: dict[str, object]) -> list[object]:
    """The annotations of a node. If all are by one source without a date, it is not named."""
    said = node.get("said") or [{"nags": node.get("nags", []), "text": node.get("text", "")}]
    plain = [{name: value for name, value in one.items() if name != "hidden"} for one in said]
    if plain == [{"nags": [], "text": ""}]:
        plain = []
    return [node["p"], node.get("san"), node.get("text"), node.get("nags"), plain]
