"""The page of a player: how it is reached, what it counts, where its bars lead, and names of all kinds."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

import scoresheet
from viewing import pgn, write


@pytest.fixture(scope="module")
def examples(serve, root) -> str:
    return serve(root / "examples")


ODD = ['O"Neil <b>&amp;', "渡辺 明", "שלום a=b and c", "%3F#&+"]


@pytest.fixture(scope="module")
def odd(serve, tmp_path_factory) -> str:
    """Games of players with odd names, one of each, and one of unknown players."""
    names = [name.replace('"', '\\"') for name in ODD]
    games = [pgn(White=name, Black="Somebody Else", Result="1-0") for name in names]
    return serve(write(tmp_path_factory.mktemp("odd") / "odd.pgn", *games, pgn(White="?", Black="?", Result="0-1")))


def done(page):
    return page.locator(".player-page").get_attribute("aria-busy") == "false"


def section(page, title):
    return page.locator(".player-page section", has=page.get_by_role("heading", name=title, exact=True))


def of_player(root, name):
    """The games of a player, with the score, None if it is unknown."""
    scores = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
    found = []
    for game in scoresheet.read(root / "examples"):
        score = scores.get(game.result)
        if game.tags.get("White") == name:
            found.append((game, score))
        elif game.tags.get("Black") == name:
            found.append((game, None if score is None else 1 - score))
    return found


def test_the_name_in_a_game_leads_to_the_page_and_bars_to_games(open_page, examples, until, root):
    page = open_page(examples + "#view=plots")
    page.locator(".plots .figure select").select_option("opponents")
    page.locator(".plots .choices input").fill("Moor")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="All about this player").click()
    until(lambda: done(page) and page.locator(".player-page section").count() > 8)
    assert page.locator(".player-page h2").inner_text() == "Moor"
    assert "view=player&name=Moor" in page.url
    games = of_player(root, "Moor")
    won, drawn, lost = (sum(score == each for _, score in games) for each in (1, 0.5, 0))
    facts = page.locator(".player-page .summary span").all_inner_texts()
    assert facts[:2] == [
        f"{len(games)} games",
        f"{won} won, {drawn} drawn, {lost} lost ({100 * (won + drawn / 2) / len(games):.1f} %)",
    ]
    white = [game for game, _ in games if game.tags["White"] == "Moor"]
    bar = section(page, "Score by color").get_by_role("button", name="White: ")
    assert bar.get_attribute("aria-label").endswith(f"; {len(white)} games")
    bar.focus()
    page.keyboard.press("Enter")
    until(lambda: page.locator("#list .count").inner_text() == f"{len(white)} of 282 games")
    assert page.get_by_label("Bar of a plot").input_value() == "player player=Moor by=color part=White"
    page.go_back()
    until(
        lambda: (
            page.locator(".player-page").is_visible()
            and done(page)
            and facts == page.locator(".player-page .summary span").all_inner_texts()
        )
    )
    page.get_by_role("button", name="Show these games").click()
    until(lambda: page.locator("#list .count").inner_text() == f"{len(games)} of 282 games")
    until(lambda: page.locator("#list .row[aria-rowindex='2']").count() == 1)
    page.locator("#list .lines .row .kind-result").first.click()
    until(lambda: page.locator(".game h2 a", has_text="Moor").count() == 1)
    other = next(text for text in page.locator(".game h2 a").all_inner_texts() if text != "Moor")
    page.locator(".game h2 a", has_text=other).click()
    until(lambda: done(page) and page.locator(".player-page h2").inner_text() == other)
    assert "The filters of the list leave" in page.locator(".player-page .tools").inner_text()
    page.get_by_role("button", name="Clear the filters").last.click()
    until(
        lambda: (
            done(page)
            and page.locator(".player-page .summary span").first.inner_text() == f"{len(of_player(root, other))} games"
        )
    )
    page.go_back()
    until(lambda: page.locator(".game h2").is_visible())


def test_opponents_lead_to_their_pages_and_pages_can_be_shared(open_page, examples, until, violations_in_every_theme):
    page = open_page(examples + "#view=player&name=Moor")
    until(lambda: done(page) and page.locator(".player-page section").count() > 8)
    for plot in page.locator(".player-page .plot").all():
        assert plot.locator(".counts").inner_text().startswith("n = ")
        assert plot.locator("svg").count() == 1
    assert violations_in_every_theme(page) == []
    opponents = section(page, "Opponents")
    opponents.locator("summary", has_text="Table").click()
    name = opponents.locator("tbody a").first.inner_text()
    opponents.locator("tbody a").first.click()
    until(lambda: page.locator(".player-page h2").inner_text() == name and done(page))
    page.go_back()
    until(lambda: page.locator(".player-page h2").inner_text() == "Moor" and done(page))
    page.set_viewport_size({"width": 390, "height": 800})
    until(lambda: page.locator(".player-page svg").first.evaluate("each => each.clientWidth") < 390)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_names_with_any_characters_have_a_page(open_page, odd, until):
    page = open_page(odd)
    for name in ODD:
        page.goto(f"{odd}#view=player&name={quote(name)}")
        until(lambda name=name: page.locator(".player-page h2").inner_text() == name)
        until(lambda: done(page) and page.locator(".player-page section").count() > 1)
        assert page.locator(".player-page .summary span").first.inner_text() == "1 game"
        section(page, "Score by color").get_by_role("button", name="White").first.click()
        until(lambda: page.locator("#list .count").inner_text() == "1 of 5 games")
        bar = page.get_by_label("Bar of a plot")
        until(lambda bar=bar, name=name: json.dumps(name, ensure_ascii=False) in bar.input_value())
        until(lambda: page.locator("#list .lines .row").count() == 1)
        page.locator("#list .lines .row .kind-result").first.click()
        until(lambda name=name: page.locator(".game h2 a").first.inner_text() == name)


def test_unknown_and_missing_names_are_explained(open_page, odd, until):
    page = open_page(f"{odd}#view=player&name=Somebody")
    until(lambda: page.locator(".player-page .similar a").count() == 1)
    assert page.locator(".player-page .summary").inner_text() == "No game of a player with exactly this name."
    page.locator(".player-page .similar a").click()
    until(lambda: done(page) and page.locator(".player-page .summary span").first.inner_text() == "4 games")
    for name, said in (("", "names no player"), ("%20", "names no player"), ("?", "is not the name of a player")):
        page.goto(f"{odd}#view=player&name={name}")
        until(lambda said=said: said in page.locator(".player-page .fault").inner_text())
        assert page.locator(".player-page section").count() == 0
    page.faults[:] = [fault for fault in page.faults if "400 (Bad Request)" not in fault]
    page.keyboard.press("1")
    until(lambda: page.locator("#list").is_visible())
    until(lambda: page.locator("#list .lines .row").count() == 5)
    page.locator("#list .lines .row .kind-result").last.click()
    until(lambda: page.locator(".game h2").inner_text().startswith("White "))
    assert page.locator(".game h2 a").count() == 0  # games without names lead nowhere
