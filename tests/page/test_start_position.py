"""Another start position for a game: set up on a board, pasted, or taken from the search for positions."""

from __future__ import annotations

import pytest

import scoresheet
from editing_page import saved

GAME = '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n'
NO_KNIGHT = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"


@pytest.fixture(scope="module")
def plain(serve, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("start") / "plain.pgn"
    path.write_text(GAME)
    return serve(path)


def dialog_of(page):
    page.get_by_role("button", name="Edit tags and result").click()
    page.get_by_role("button", name="Start position …").click()
    page.wait_for_selector("dialog form.tags", state="detached")
    return page.get_by_role("dialog", name="Start position")


def test_a_pasted_start_keeps_the_moves_that_are_legal_from_it(open_page, plain, until, violations_in_every_theme):
    page, wanted = open_page(plain + "#game=0&at=4&view=game"), scoresheet.parse(GAME)
    given, dialog = saved(page, until), dialog_of(page)
    uses = dialog.get_by_role("button", name="Use as start position")
    until(lambda: dialog.get_by_role("status").inner_text() == "All moves are legal from here.")
    dialog.get_by_label("FEN").fill("no FEN")
    until(lambda: "cannot read" in dialog.get_by_role("alert").inner_text())
    assert uses.is_disabled()
    page.faults.clear()
    dialog.get_by_label("FEN").fill(NO_KNIGHT)
    said = "3 moves not legal from here will be dropped, 3 moves will stay."
    until(lambda: dialog.get_by_role("status").inner_text() == said)
    assert violations_in_every_theme(page) == []
    uses.click()
    page.wait_for_selector("dialog", state="detached")
    assert wanted.restart(NO_KNIGHT) == 3
    assert page.locator(".moves .move").all_inner_texts() == ["e4", "e5", "c5"]
    assert saved(page, until) == wanted.to("pgn")
    page.reload()
    until(lambda: page.locator(".moves .move").all_inner_texts() == ["e4", "e5", "c5"])
    page.locator(".moves").focus()
    page.keyboard.press("Control+z")
    assert page.locator(".moves .move").count() == 6
    assert saved(page, until) == given
    page.keyboard.press("Control+y")
    assert saved(page, until) == wanted.to("pgn")
    page.keyboard.press("Control+z")


def test_pieces_are_placed_with_the_pointer_and_with_keys_and_rules_are_chosen(open_page, plain, until):
    page, wanted = open_page(plain + "#game=0&view=game"), scoresheet.parse(GAME)
    dialog = dialog_of(page)
    field, said = dialog.get_by_label("FEN"), dialog.get_by_role("status")
    dialog.get_by_role("radio", name="Eraser").click()
    dialog.locator("[data-square='6']").click()
    assert field.input_value().split()[0] == NO_KNIGHT.split()[0]
    dialog.locator("[data-square='5']").focus()
    page.keyboard.press("Delete")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("N")
    assert field.input_value().split()[0] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR"
    dialog.get_by_label("Rules").select_option(label="Atomic")
    dialog.get_by_role("checkbox", name="Black, queen").uncheck()
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQk - 0 1"
    assert field.input_value() == fen
    until(lambda: said.inner_text() == "All moves are legal from here.")
    dialog.get_by_role("button", name="Use as start position").click()
    page.wait_for_selector("dialog", state="detached")
    wanted.restart(fen, "atomic")
    assert saved(page, until) == wanted.to("pgn")
    assert "Atomic" in page.locator(".game header .facts").inner_text()
    dialog = dialog_of(page)
    dialog.get_by_label("Rules").select_option(label="Standard")
    dialog.get_by_role("button", name="Usual start").click()
    until(lambda: field.input_value().startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"))
    until(lambda: said.inner_text() == "All moves are legal from here.")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.locator(".moves").focus()
    page.keyboard.press("Control+z")


def test_the_search_for_positions_gives_a_start(open_page, plain, until):
    page = open_page(plain + "#game=0&view=game")
    page.get_by_role("button", name="Search from here…").click()
    page.get_by_role("button", name="Use as start position …").click()
    dialog = page.get_by_role("dialog", name="Start position")
    until(lambda: dialog.get_by_role("status").inner_text() == "All moves are legal from here.")
    assert dialog.get_by_label("FEN").input_value().startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq")
