"""The page of openings: the tree, the line above it, and holes of a repertoire."""

from __future__ import annotations

import re

import pytest


@pytest.fixture(scope="module")
def examples(serve, root) -> str:
    return serve(root / "examples")


def test_the_tree_unfolds_by_keys_and_follows_the_filters(open_page, examples, until, violations_in_every_theme):
    page = open_page(examples + "#view=openings")
    branches = page.locator(".openings [role=treeitem]")
    until(lambda: branches.count() > 2)
    assert "White won" in branches.first.get_attribute("aria-label")
    first = branches.count()
    branches.first.focus()
    page.keyboard.press("ArrowRight")
    until(lambda: branches.count() > first and branches.first.get_attribute("aria-expanded") == "true")
    until(
        lambda: page.locator(".game output.where").evaluate("e => e.value").startswith("1. e4")
    )  # it is the move of the game
    page.keyboard.press("ArrowRight")
    until(lambda: page.locator(".openings .line button").count() == 3)
    assert page.evaluate("document.activeElement.getAttribute('aria-level')") == "2"
    until(lambda: page.locator(".openings .details caption").count() > 0)
    assert page.locator(".openings .node svg").count() > 0
    line = page.locator(".openings .line button").all_inner_texts()
    until(lambda: f"line={line[1].split()[1]}+{line[2]}" in page.url)
    other = open_page(page.url)
    until(lambda: other.locator(".openings .line button").all_inner_texts() == line)
    assert violations_in_every_theme(page) == []
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    until(lambda: branches.count() == first)
    page.keyboard.press("d")
    until(lambda: page.locator(".openings .line button").last.inner_text() == "1. d4")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.get_by_role("button", name="Save …").count() == 0  # no move was added to the game
    games = int(page.locator(".openings [aria-selected=true] .number").first.inner_text().replace(",", ""))
    page.locator("#openings").get_by_role("button", name="Show these games").click()
    assert "line=" not in page.url
    page.set_viewport_size({"width": 1280, "height": 800})
    until(lambda: re.match(rf"{games}\b", page.locator(".count").inner_text()))


def test_openings_without_games_show_a_message_and_holes_have_links(open_page, examples, serve, tmp_path, until):
    page = open_page(examples + "#view=openings&white=Nobody%20at%20all")
    until(lambda: "No game continues" in page.locator(".openings [role=status]").first.inner_text())
    path = tmp_path / "games.pgn"
    text = "".join(f'[White "B"]\n\n1. e4 {"c5" if number % 2 else "e5"} 2. Nf3 1-0\n\n' for number in range(24))
    own = "".join('[White "A"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 0-1\n\n' for _ in range(6))
    path.write_text(text + own)
    page = open_page(serve(path) + "#view=openings")
    page.locator(".repertoire input").fill("A")
    page.keyboard.press("Enter")
    holes = page.locator(".repertoire li")
    until(lambda: holes.count() == 2)
    assert "score 0 %" in holes.first.inner_text()
    holes.last.get_by_role("button").click()
    until(lambda: page.locator(".openings .line button").all_inner_texts() == ["Start", "1. e4", "c5"])
