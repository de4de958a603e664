"""The page with an engine: the bar beside the board, lines of the position, and the analysis of the game."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import sys
from pathlib import Path

import pytest

import scoresheet

SCRIPT = Path(__file__).parent.parent / "scripted_engine.py"
JUDGED = """[White "A"]
[Black "B"]

1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 $6 {[%eval -0.9]} (2. Nf3) Ke7 $4 {[%eval #1]} 3. Qxe5# *

[White "C"]
[Black "D"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 *

[White "E"]
[Variant "Atomic"]

1. e4 e5 *
"""


@pytest.fixture(scope="module")
def judged(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("judged") / "judged.pgn"
    path.write_text(JUDGED)
    return path


@pytest.fixture(scope="module")
def plain(serve, judged) -> str:
    """The address of the games without an engine."""
    return serve(judged)


def command(*behaviour: str) -> list[str]:
    return ["--engine", shlex.join([sys.executable, str(SCRIPT), *behaviour])]


@pytest.fixture(scope="module")
def engined(serve, judged) -> str:
    """The address of the games with an engine that behaves."""
    return serve(judged, *command())


def bar(page):
    return page.locator(".evaluation")


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def processes_of(word: str) -> list[int]:
    """The processes with an argument."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has just ended
            if word.encode() in (folder / "cmdline").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


# Without an engine


def test_the_bar_shows_the_values_of_comments(open_page, plain, until):
    page = open_page(plain + "#game=0&view=game")
    assert bar(page).get_attribute("aria-label") == "No evaluation of this position"
    for label, figure in [
        ("Evaluation: White is slightly better, +0.30, from the comments of the game", "0.3"),
        ("Evaluation: White is slightly better, +0.20, from the comments of the game", "0.2"),
        ("Evaluation: Black is better, \u22120.90, from the comments of the game", "0.9"),
        ("Evaluation: White mates in 1, from the comments of the game", "#1"),
        ("White wins: checkmate", "1-0"),
    ]:
        page.keyboard.press("ArrowRight")
        until(lambda label=label: bar(page).get_attribute("aria-label") == label)
        assert bar(page).inner_text() == figure
    assert page.locator(".engine").count() == 0


def test_games_without_evaluations_have_no_bar(open_page, plain):
    page = open_page(plain + "#game=1&view=game")
    assert not bar(page).is_visible()


def test_marks_have_words_in_the_moves_and_the_graph(open_page, plain, until):
    page = open_page(plain + "#game=0&view=game")
    assert page.locator(".moves .mark").all_inner_texts() == ["inaccuracy", "blunder"]
    assert page.locator(".graph figcaption .mark").all_inner_texts() == ["1 inaccuracy", "1 blunder"]
    label = page.locator(".graph svg").get_attribute("aria-label")
    assert label.endswith(". White: 1 inaccuracy. Black: 1 blunder")
    spots = page.locator(".plot .spot")
    assert [spot.get_attribute("title") for spot in spots.all()] == ["2. Qh5: inaccuracy", "2... Ke7: blunder"]
    spots.last.click()
    until(lambda: page.locator(".where").evaluate("element => element.value").startswith("2... Ke7"))
    assert page.locator(".game > [role=status]").inner_text().endswith("blunder")


def test_the_bar_turns_with_the_board(open_page, plain):
    page = open_page(plain + "#game=0&at=1&view=game")
    white = page.locator(".evaluation .white-part")
    before, height = white.bounding_box()["y"], bar(page).bounding_box()["y"]
    page.keyboard.press("f")
    assert before > height + 5
    assert white.bounding_box()["y"] < height + 5


def test_an_exported_page_has_the_bar_and_the_marks(open_page, judged, tmp_path):
    path = tmp_path / "game.html"
    path.write_text(next(iter(scoresheet.read(judged))).html(), "utf-8")
    page = open_page(path.as_uri() + "#at=3")
    assert bar(page).is_visible()
    assert "Black is better" in bar(page).get_attribute("aria-label")
    assert page.locator(".moves .mark").count() == 2


# Lines


def test_lines_of_the_position_are_shown_and_played(open_page, engined, until):
    page = open_page(engined + "#game=1&view=game")
    page.get_by_label("Lines", exact=True).select_option("3")
    button(page, "Evaluate").click()
    lines = page.locator(".engine-lines li")
    until(lambda: lines.count() == 3)
    until(lambda: "done" in page.locator(".engine").inner_text())
    label = bar(page).get_attribute("aria-label")
    assert label.startswith("Evaluation: ")
    assert "Scripted" in label
    assert "\x1b" not in label
    best = lines.first.locator("button").first.inner_text().split()[-1]
    first = lines.first.inner_text()
    page.keyboard.press("ArrowRight")
    until(lambda: lines.count() == 3 and lines.first.inner_text() != first)
    assert lines.first.locator("button").first.inner_text().startswith("1...")
    page.keyboard.press("ArrowLeft")
    until(lambda: lines.count() == 3 and lines.first.inner_text() == first)
    lines.first.locator("button").nth(1).click()
    until(lambda: page.locator(".moves .added").count() == 2)
    assert page.locator(".moves .added").first.inner_text() == best
    button(page, "Stop evaluating").click()
    assert lines.count() == 0
    assert not bar(page).is_visible()


def test_a_second_page_takes_the_engine(open_page, serve, judged, until):
    address = serve(judged, *command("until-stop")) + "#game=1&view=game"
    pages = [open_page(address), open_page(address)]
    for page in pages:
        button(page, "Evaluate").click()
        until(lambda page=page: "Searching" in page.locator(".engine").inner_text())
    until(lambda: "works for another page" in pages[0].locator(".engine").inner_text())
    pages[0].keyboard.press("ArrowRight")
    until(lambda: "works for another page" in pages[1].locator(".engine").inner_text())
    assert "Searching" in pages[0].locator(".engine").inner_text()


def test_rules_that_the_engine_lacks_are_named(open_page, engined, until):
    page = open_page(engined + "#game=2&view=game")
    button(page, "Evaluate").click()
    alert = page.locator(".engine [role=alert]")
    until(lambda: "UCI_Variant" in alert.inner_text())
    assert button(page, "Start the engine again").count() == 0


# The analysis


def test_a_game_is_analysed_and_saved(open_page, engined, until):
    page = open_page(engined + "#game=1&at=2&view=game")
    assert page.locator(".graph").count() == 0
    page.get_by_label("Nodes for each position").select_option("20000")
    button(page, "Analyse this game").click()
    page.wait_for_selector(".engine table")
    assert "20,000 nodes" in page.locator(".engine caption").inner_text()
    rows = page.locator(".engine tbody tr").all_inner_texts()
    assert [row.split("\t")[0] for row in rows] == [
        "Accuracy", "Mean loss in pawns", "Inaccuracies", "Mistakes", "Blunders",
    ]  # fmt: skip
    assert page.locator(".graph svg").count() == 1
    assert page.locator(".where").evaluate("element => element.value").startswith("1... d5")
    page.locator(".copying summary").click()
    button(page, "Copy PGN").click()
    until(lambda: "[%eval" in page.evaluate("navigator.clipboard.readText()"))
    page.reload()
    page.wait_for_selector(".engine table")
    button(page, "Remove the analysis").click()
    until(lambda: page.locator(".engine table").count() == 0)
    assert page.locator(".graph").count() == 0


def test_moves_that_were_added_stay(open_page, engined, until):
    page = open_page(engined + "#game=1&view=game")
    until(lambda: page.locator(".board.playable").count() == 1)
    for number in (12, 28):  # e2, e4
        page.locator(f".cells [data-square='{number}']").click()
    until(lambda: page.locator(".moves .added").count() == 1)
    button(page, "Analyse this game").click()
    page.wait_for_selector(".engine table")
    assert page.locator(".moves .added").inner_text() == "e4"
    assert page.locator(".where").evaluate("element => element.value") == "1. e4"
    button(page, "Remove the analysis").click()
    until(lambda: page.locator(".engine table").count() == 0)
    assert page.locator(".moves .added").inner_text() == "e4"


def test_an_analysis_is_stopped(open_page, serve, judged, until):
    page = open_page(serve(judged, *command("until-stop")) + "#game=1&view=game")
    button(page, "Analyse this game").click()
    until(lambda: "0 of 7 positions" in page.locator(".engine").inner_text())
    button(page, "Stop the analysis").click()
    until(lambda: "The analysis was stopped." in page.locator(".engine").inner_text())
    assert button(page, "Analyse this game").is_enabled()


@pytest.mark.skipif(os.name == "nt", reason="processes are found in /proc")
def test_an_engine_that_ends_is_started_again(open_page, serve, judged, until, tmp_path):
    mark = tmp_path / "mark"
    page = open_page(serve(judged, *command("until-stop", f"log={mark}")) + "#game=1&view=game")
    button(page, "Evaluate").click()
    until(lambda: "Searching" in page.locator(".engine").inner_text())
    [engine] = processes_of(f"log={mark}")
    os.kill(engine, signal.SIGKILL)
    again = button(page, "Start the engine again")
    until(lambda: again.count() == 1)
    assert "SIGKILL" in page.locator(".engine [role=alert]").inner_text()
    again.click()
    until(lambda: again.count() == 0 and "Searching" in page.locator(".engine").inner_text())


def test_everyone_can_use_it(open_page, engined, violations_in_every_theme):
    page = open_page(engined + "#game=0&at=3&view=game")
    page.wait_for_selector(".explorer .move")
    assert violations_in_every_theme(page) == []
    button(page, "Evaluate").click()
    page.wait_for_selector(".engine-lines li")
    button(page, "Analyse this game").click()
    page.wait_for_selector(".engine table")
    page.wait_for_selector(".engine-lines li")
    assert violations_in_every_theme(page) == []
    button(page, "Remove the analysis").click()
    page.wait_for_selector(".engine table", state="detached")


def test_a_phone(open_page, engined, violations):
    page = open_page(engined + "#game=0&at=3&view=game", viewport={"width": 390, "height": 800}, has_touch=True)
    button(page, "Evaluate").click()
    page.wait_for_selector(".engine-lines li")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
