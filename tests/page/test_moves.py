"""The list of moves: its layouts, signs and folds, the small board, the menu of a move, and edits of the tree."""

from __future__ import annotations

import contextlib
import itertools
import random

import pytest

import scoresheet
from editing_page import CLIPBOARD, menu, move, saved, where
from levels import large
from scoresheet import Game
from scoresheet.drawing import page_html
from scoresheet.drawing.tree import game_json
from scoresheet.viewer.game_edits import with_edits

PLAIN = """[White "Plain"]
[Black "Game"]
[Result "1/2-1/2"]

1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 $1 {a note} Nf6 5. O-O Be7 6. Re1 b5
(6... d6 7. c3 (7. d4 Bd7 (7... exd4)) 7... O-O) 7. Bb3 O-O 1/2-1/2

[White "Annotated"]
[Black "Game"]
[Result "*"]

1. e4 $3 {one} e5 $1 {two} 2. Nf3 $5 (2. f4 $6 exf4 $2 3. Bc4 (3. Nf3) Qh4+ $4) Nc6 {three} 3. Bb5 $10 *
"""
SIGNS = {"!!": "brilliant", "!": "good", "!?": "interesting", "?!": "dubious", "?": "mistake", "??": "blunder"}
ARABIC = "\u0645\u0631\u062d\u0628\u0627 12. Nf3 \u0628\u0643"


@pytest.fixture(scope="module")
def games(serve, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("moves") / "moves.pgn"
    path.write_text(PLAIN)
    return serve(path)


def listed(page) -> list[str]:
    """The moves in the order of the list."""
    return page.locator(".moves .move").evaluate_all("all => all.map((move) => move.firstChild.textContent)")


def choose(page, san: str, item: str, nth: int = 0) -> None:
    """Chooses an item of the menu of a move."""
    move(page, san, nth).click(button="right")
    menu(page).get_by_role("menuitem", name=item).click()


# Layouts


def test_a_plain_game_has_two_columns_and_an_annotated_one_is_a_text(open_page, games):
    page = open_page(games + "#game=0&view=game")
    assert page.locator(".moves.columns .row").count() == 8  # a note interrupts one of the seven
    assert page.locator(".moves .row").nth(0).inner_text().split() == ["1.", "e4", "5:00", "e5", "4:58"]
    assert page.locator(".moves .row").nth(4).inner_text().split() == ["4.", "…", "Nf6"]
    page = open_page(games + "#game=1&view=game")
    assert page.locator(".moves.text .row").count() == 0


def test_the_choice_of_a_layout_is_remembered(open_page, games, until):
    page = open_page(games + "#game=1&at=3&view=game")
    page.get_by_label("Layout of the moves").select_option("columns")
    assert (page.locator(".moves.columns").count(), where(page)) == (1, "2. Nf3!?")
    page.reload()
    page.wait_for_selector(".moves.columns .row")
    page.get_by_label("Layout of the moves").select_option("auto")
    assert page.locator(".moves.text").count() == 1


def test_both_layouts_hold_the_same_moves_and_words(open_page, games):
    page = open_page(games + "#game=0&view=game")
    moves, words = listed(page), page.locator(".moves .comment").all_inner_texts()
    page.get_by_label("Layout of the moves").select_option("text")
    assert (listed(page), page.locator(".moves .comment").all_inner_texts()) == (moves, words)


def test_the_columns_of_a_game_that_black_begins(open_page, serve, tmp_path):
    path = tmp_path / "black.pgn"
    path.write_text('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n\n30... Kd7 31. e4 Kd6 *\n')
    page = open_page(serve(path) + "#game=0&view=game")
    assert [row.split() for row in page.locator(".moves .row").all_inner_texts()] == [
        ["30.", "…", "Kd7"],
        ["31.", "e4", "Kd6"],
    ]


# Signs and results


def test_each_judgement_has_a_colour_and_words(open_page, games):
    page = open_page(games + "#game=1&view=game")
    colours = set()
    for sign, name in SIGNS.items():
        found = page.locator(f".moves .judged.{name}")
        colours.add(found.evaluate("move => getComputedStyle(move).color"))
        nag = found.locator(".nag")
        assert nag.evaluate("nag => nag.firstChild.textContent") == sign
        assert nag.locator(".unseen").inner_text().strip() == nag.get_attribute("title")
    assert len(colours) == len(SIGNS)
    assert page.get_by_role("button", name="e4!! very good move").count() == 1


def test_it_is_accessible_on_a_variation(open_page, games, violations_in_every_theme):
    page = open_page(games + "#game=1&at=6&view=game")
    for layout in ("columns", "text"):
        page.get_by_label("Layout of the moves").select_option(layout)
        assert page.locator(".moves.branched").count() == 1
        assert violations_in_every_theme(page) == []
        page.keyboard.press("Shift+F10")
        assert menu(page).count() == 1
        assert violations_in_every_theme(page) == []
        page.keyboard.press("Escape")


LINES = """() => [...document.querySelectorAll(".game .result")]
  .map((result) => [result.getClientRects().length, result.innerText])"""
"""The results, each behind the number of lines that it takes."""


def test_a_result_never_breaks(open_page, games):
    page = open_page(games + "#game=0&view=game", viewport={"width": 300, "height": 700})
    for width in range(300, 700, 25):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate(LINES) == 2 * [[1, "½-½"]], width


def test_comments_from_right_to_left_leave_the_moves_alone(open_page, serve, tmp_path):
    path = tmp_path / "arabic.pgn"
    path.write_text(f"1. e4 {{{ARABIC}}} e5 2. Nf3 Nc6 *\n", "utf-8")
    page = open_page(serve(path) + "#game=0&view=game")
    for layout in ("text", "columns"):
        page.get_by_label("Layout of the moves").select_option(layout)
        assert page.locator(".moves .comment").evaluate("text => getComputedStyle(text).direction") == "rtl"
        lines = [move.bounding_box() for move in page.locator(".moves .move").all()]
        assert [(box["y"], box["x"]) for box in lines] == sorted((box["y"], box["x"]) for box in lines)
        assert page.locator(".moves .comment").inner_text() == ARABIC


# Lines and folds


def test_the_line_to_the_current_move_is_marked(open_page, games, until):
    page = open_page(games + "#game=0&view=game")
    move(page, "exd4").click()
    marked = page.locator(".moves .path").evaluate_all("all => all.map((move) => move.firstChild.textContent)")
    assert marked[-4:] == ["Re1", "d6", "d4", "exd4"]
    assert page.locator(".moves.branched").count() == 1
    page.locator(".moves .move[data-node='12']").click()
    assert page.locator(".moves .path").count() == 12
    assert page.locator(".moves.branched").count() == 0


def test_all_variations_are_folded_and_unfolded(open_page, games):
    page = open_page(games + "#game=0&view=game")
    count = page.locator(".moves .move:visible").count()
    page.get_by_role("button", name="Fold all variations (v)", exact=True).click()
    assert page.locator(".moves .move:visible").count() == 14
    page.get_by_role("button", name="Unfold all variations").click()
    assert page.locator(".moves .move:visible").count() == count
    move(page, "c3").click()
    page.keyboard.press("v")  # the variation that is read stays
    assert page.locator(".moves .fold[aria-expanded=false]").count() == 2
    assert move(page, "c3").is_visible()
    page.keyboard.press("v")
    assert page.locator(".moves .move:visible").count() == count


def test_a_move_of_a_folded_variation_is_unfolded_when_it_is_shown(open_page, games):
    page = open_page(games + "#game=0&view=game")
    page.keyboard.press("v")
    assert not move(page, "exd4").is_visible()
    page.evaluate("location.hash = location.hash.replace(/#.*/, '#view=game&game=0&at=18')")
    page.locator(".moves .move[aria-current]").wait_for()
    assert page.locator(".moves .move[aria-current]").is_visible()
    assert page.locator(".moves .fold[aria-expanded=true]").count() > 0


# The small board


def test_a_small_board_appears_beside_a_move(open_page, games, until):
    page = open_page(games + "#game=0&view=game")
    move(page, "Ba4").hover()
    page.locator(".preview").wait_for()
    assert page.locator(".preview p").inner_text() == "4. Ba4, good move"
    assert page.locator(".preview .man").count() == 32
    assert page.locator(".preview").evaluate("board => board.inert && board.closest('[aria-hidden=true]') !== null")
    assert page.evaluate("document.activeElement === document.body")
    box = page.locator(".preview").bounding_box()
    assert box["x"] >= 0
    assert box["y"] + box["height"] <= 800
    page.keyboard.press("Escape")
    assert page.locator(".preview").count() == 0
    move(page, "Nf3").hover()
    page.locator(".preview").wait_for()
    page.mouse.move(5, 400)
    until(lambda: page.locator(".preview").count() == 0)


def test_keys_look_at_moves_without_going_there(open_page, games):
    page = open_page(games + "#game=0&at=3&view=game")
    for shown in ("2... Nc6", "3. Bb5"):
        page.keyboard.press("Shift+ArrowRight")
        assert page.locator(".preview p").text_content() == shown
    assert where(page) == "2. Nf3"
    page.keyboard.press("Escape")
    assert page.locator(".preview").count() == 0
    page.keyboard.press("Enter")
    assert where(page) == "3. Bb5"


def test_no_small_board_on_touch(open_page, games):
    page = open_page(games + "#game=0&view=game", viewport={"width": 390, "height": 800}, has_touch=True)
    page.clock.install()
    move(page, "Ba4").tap()
    assert where(page).startswith("4. Ba4")
    page.clock.run_for(5000)
    assert page.locator(".preview").count() == 0
    page.close()  # the next page would have this clock, too


def test_the_exported_page_has_small_boards_edits_and_menus(open_page, tmp_path, until):
    path = tmp_path / "page.html"
    path.write_text(page_html(*scoresheet.parse_all(PLAIN)), "utf-8")
    page = open_page(path.as_uri())
    move(page, "Ba4").hover()
    page.locator(".preview").wait_for()
    choose(page, "d6", "Make it the mainline")
    assert listed(page)[11:13] == ["d6", "b5"]
    page.keyboard.press("Control+z")
    assert listed(page)[11:13] == ["b5", "d6"]
    page.keyboard.press("Control+y")
    page.locator(".copying summary").click()
    page.get_by_role("button", name="Copy PGN").click()
    until(lambda: page.locator(".game > [role=status]").inner_text() != "")


# The menu


def test_the_menu_is_used_with_keys(open_page, games, until):
    page = open_page(games + "#game=0&at=16&view=game")
    page.locator(".moves .move[aria-current]").focus()
    page.keyboard.press("Shift+F10")
    focused = "document.activeElement.textContent"
    assert menu(page).get_attribute("aria-label") == where(page)
    assert page.evaluate(focused) == "Promote the variation"
    steps = [
        ("ArrowDown", "Make it the mainline"),
        ("ArrowUp", "Promote the variation"),
        ("ArrowUp", "Copy the move as …"),
    ]
    for key, item in [
        *steps,
        ("Home", "Promote the variation"),
        ("d", "Delete the variation"),
        ("d", "Delete from here"),
    ]:
        page.keyboard.press(key)
        assert page.evaluate(focused) == item
    page.keyboard.press("Escape")
    assert menu(page).count() == 0
    assert page.evaluate("document.activeElement.matches('.move[aria-current]')")
    page.keyboard.press("ContextMenu")
    for key in ("End", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.evaluate(focused) == "Copy the move as …"
    page.keyboard.press("Tab")
    assert menu(page).count() == 0


def test_a_click_elsewhere_closes_the_menu(open_page, games):
    page = open_page(games + "#game=0&view=game")
    move(page, "Ba4").click(button="right")
    assert menu(page).get_by_role("menuitem").all_inner_texts()[0] == "Delete from here"
    page.locator(".game h2").click()
    assert menu(page).count() == 0
    assert where(page) == "Start"


def test_the_button_opens_the_menu_of_the_current_move(open_page, games):
    page = open_page(games + "#game=0&view=game")
    actions = page.get_by_role("button", name="Actions for this move")
    assert actions.is_disabled()
    move(page, "Bb5").click()
    actions.click()
    assert menu(page).get_attribute("aria-label") == "3. Bb5"
    page.keyboard.press("Escape")
    assert actions.evaluate("button => button === document.activeElement")


def test_a_long_press_opens_the_menu(open_page, games):
    page = open_page(games + "#game=0&view=game", viewport={"width": 390, "height": 800}, has_touch=True)
    move(page, "Ba4").evaluate("""move => move.dispatchEvent(new PointerEvent("pointerdown",
      { bubbles: true, pointerType: "touch", clientX: 100, clientY: 400 }))""")
    menu(page).wait_for()
    move(page, "Ba4").evaluate("""move => {
      move.dispatchEvent(new PointerEvent("pointerup", { bubbles: true, pointerType: "touch" }));
      move.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }""")
    assert where(page) == "Start"  # the finger did not go to the move
    assert menu(page).count() == 1


def test_lines_positions_and_moves_are_copied(open_page, games, until):
    page = open_page(games + "#game=0&view=game")
    line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 d6 7. d4 exd4"
    choose(page, "exd4", "Copy the line")
    until(lambda: page.evaluate(CLIPBOARD) == line)
    choose(page, "exd4", "Copy the FEN")
    after = scoresheet.parse(f"{line} *").last.position
    until(lambda: page.evaluate(CLIPBOARD) == after.fen())
    choose(page, "exd4", "Copy the move as …")
    menu(page).get_by_role("menuitem", name="UCI long algebraic").click()
    until(lambda: page.evaluate(CLIPBOARD) == "e5d4")


# Edits


def test_a_variation_is_promoted_and_that_is_undone_and_saved(open_page, games, until):
    page = open_page(games + "#game=0&view=game")
    given = next(iter(scoresheet.parse_all(PLAIN)))
    before, text = listed(page), saved(page, until)
    assert page.get_by_role("button", name="Undo").count() == 0
    choose(page, "d4", "Promote the variation")
    given.at(12).variations[0].next.variations[0].promote()
    assert saved(page, until) == given.to("pgn")
    assert listed(page).index("d4") < listed(page).index("c3")
    page.get_by_role("button", name="Undo").click()
    assert (listed(page), saved(page, until)) == (before, text)
    page.locator(".moves").focus()
    page.keyboard.press("Control+Shift+z")
    assert saved(page, until) == given.to("pgn")


def test_moves_are_deleted_and_come_back(open_page, games, until):
    page = open_page(games + "#game=0&at=12&view=game")
    before = listed(page)
    choose(page, "exd4", "Delete the variation")
    assert "exd4" not in listed(page)
    assert where(page).startswith("6... b5")  # what is shown stays
    choose(page, "Bb5", "Delete from here")
    assert listed(page) == ["e4", "e5", "Nf3", "Nc6"]
    assert where(page) == "2... Nc6"
    assert scoresheet.parse(saved(page, until)).ply_count == 4
    page.locator(".moves").focus()
    page.keyboard.press("Control+z")
    assert where(page) == "3. Bb5"
    page.keyboard.press("Control+z")
    assert listed(page) == before
    page.keyboard.press("Delete")
    assert where(page) == "7. d4"


def test_moves_of_the_board_join_the_history(open_page, games, until):
    page = open_page(games + "#game=0&view=game")
    before = listed(page)
    until(lambda: page.locator(".board.playable").count() == 1)
    for number in (11, 27):  # d2, d4
        page.locator(f".cells [data-square='{number}']").click()
    until(lambda: where(page) == "1. d4")
    choose(page, "d4", "Make it the mainline")
    assert listed(page)[:2] == ["d4", "e4"]
    copied = scoresheet.parse(saved(page, until))
    assert [node.san for node in copied.root.children] == ["d4", "e4"]
    page.locator(".moves").focus()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert (listed(page), where(page)) == (before, "Start")
    page.keyboard.press("Control+z")
    assert page.locator(".game > [role=status]").inner_text() == "There is nothing to undo"
    page.keyboard.press("Control+y")
    assert where(page) == "1. d4"


def test_folds_stay_when_the_tree_is_changed(open_page, games):
    page = open_page(games + "#game=0&view=game")
    page.locator(".moves .fold").last.click()
    choose(page, "Ba4", "Delete from here")
    page.locator(".moves").focus()
    page.keyboard.press("Control+z")
    assert page.locator(".moves .fold[aria-expanded=false]").count() == 1


EDITED = """async ({ game, edits }) => {
  const { Explored } = await import(new URL("js/explore_moves.js", document.baseURI).href);
  const explored = new Explored(game);
  for (const edit of edits) explored.edits.make(edit);
  const { nodes, children } = { nodes: explored.game.nodes, children: explored.children };
  const lines = [], pending = [[0, ""]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [at, line] = next;
    if (!children[at].length) lines.push(line);
    pending.push(...children[at].map((child) => [child, `${line} ${nodes[child].uci}`]).reverse());
  }
  while (explored.edits.undo());
  const same = JSON.stringify(explored.children) === JSON.stringify(new Explored(game).children);
  return { lines, same, list: explored.edits.list };
}"""


def test_random_edits_mean_the_same_in_the_page_and_in_python(open_page, games):
    page, rng = open_page(games + "#game=0&view=game"), random.Random(5)
    for _ in range(20):
        game, edits = random_game(rng), []
        for _ in range(25):
            kind = rng.choice(["promote", "mainline", "delete"])
            edit = {"edit": kind, "node": rng.randint(1, len(list(game.walk())))}
            with contextlib.suppress(scoresheet.UsageError):  # the node was deleted before
                with_edits(game, [*edits, edit])
                edits.append(edit)
        changed = with_edits(game, edits)
        found = page.evaluate(EDITED, {"game": game_json(game), "edits": edits})
        assert found["lines"] == in_order(changed)
        assert (found["same"], found["list"]) == (True, [])


TAKEN_OVER = """async ({ before, after, edits }) => {
  const { Explored } = await import(new URL("js/explore_moves.js", document.baseURI).href);
  const explored = new Explored(before), other = new Explored(after);
  for (const edit of edits) explored.edits.make(edit);
  const at = other.takeOver(explored, 3);
  return { at, list: other.edits.list };
}"""


def test_edits_are_taken_over_by_another_version_of_the_game(open_page, games):
    page = open_page(games + "#game=0&view=game")
    before = game_json(scoresheet.parse("1. e4 e5 (1... c5) 2. Nf3 *"))
    after = game_json(scoresheet.parse("1. e4 (1. d4 d5) e5 (1... e6) (1... c5) 2. Nf3 *"))
    edits = [
        {"edit": "add", "parent": 3, "uci": "g1f3", "made": {**before["nodes"][4], "p": 3}},
        {"edit": "mainline", "node": 5},
        {"edit": "delete", "node": 4},
    ]
    found = page.evaluate(TAKEN_OVER, {"before": before, "after": after, "edits": edits})
    moves = [node.get("san") for node in after["nodes"]]
    assert moves[found["at"]] == "c5"
    added, promoted, deleted = found["list"]
    assert moves[added["parent"]] == "c5"
    assert promoted == {"edit": "mainline", "node": len(moves)}
    assert moves[deleted["node"]] == "Nf3"


def random_game(rng: random.Random) -> Game:
    game = Game()
    for _ in range(40):
        node = rng.choice([game.root, *game.walk()][-12:])
        node.add(rng.choice(list(node.position.legal_moves)))
    return game


def moves_to(node) -> str:
    return moves_to(node.parent) + f" {node.move}" if node.parent is not None else ""


def in_order(game) -> list[str]:
    """The ends of all lines, the preferred ones first."""
    lines, pending = [], [game.root]
    while pending:
        node = pending.pop()
        if not node.children:
            lines.append(moves_to(node))
        pending += reversed(node.children)
    return lines


# Large games

SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")


def test_many_comments_on_a_long_game(open_page, serve, tmp_path, until):
    game, path = Game(), tmp_path / "long.pgn"
    for ply, san in zip(range(500), itertools.cycle(SHUFFLE)):
        game.add(san).comment = f"note {ply} " + "word " * 12 if ply % 5 < 3 else ""
    path.write_text(game.to("pgn"))
    page = open_page(serve(path) + "#game=0&view=game")
    assert page.locator(".moves.text .comment").count() == 300
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    assert where(page).startswith("20... ")
    page.keyboard.press("End")
    assert where(page).startswith("250... ")


@pytest.mark.parametrize("nodes", [1000, *large([10_000])])
@pytest.mark.parametrize("shape", ["deep", "wide"])
def test_a_tree_of_many_nodes(open_page, serve, tmp_path, until, shape, nodes):
    path = tmp_path / "huge.pgn"
    path.write_text(deep(nodes) if shape == "deep" else wide(nodes))
    page = open_page(serve(path) + "#game=0&view=game")
    moves = page.locator(".moves .move")
    until(lambda: moves.count() >= nodes)
    total = moves.count()
    page.keyboard.press("v")
    assert page.locator(".moves .fold[aria-expanded=true]").count() == 0
    page.keyboard.press("v")
    assert page.locator(".moves .fold[aria-expanded=false]").count() == 0
    moves.last.click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    until(lambda: moves.count() < total)
    page.keyboard.press("Control+z")
    until(lambda: moves.count() == total)


def deep(nodes: int) -> str:
    """A variation in each variation, thousands of times: the knights go out in two ways, and the second one goes on."""
    game = Game()
    node = game.root
    for choice in itertools.islice(
        itertools.cycle([("Nf3", "Nh3"), ("Nf6", "Nh6"), ("Ng1", "Rg1"), ("Ng8", "Rg8")]), nodes * 67 // 100
    ):
        for san in choice[: 2 if choice[0] in ("Nf3", "Nf6") else 1]:
            last = node.add(san)
        node = last
    return str(game.to("pgn"))


def wide(nodes: int) -> str:
    """Variations of one move beside every move."""
    game = Game()
    for san in itertools.islice(itertools.cycle(SHUFFLE), nodes * 34 // 100):
        game.add(san)
    for node in list(game.mainline())[:-1]:
        for other in itertools.islice((each for each in node.position.legal_moves if each != node.next.move), 2):
            node.add(other)
    return str(game.to("pgn"))
