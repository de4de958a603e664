"""The page in other languages: chosen by the browser or the reader, complete, and wide enough for longer words."""

from __future__ import annotations

import re

import pytest

from levels import large
from scoresheet.drawing import page_html
from scoresheet.drawing.messages import table

LOCALES = {"de": "de-DE", "es": "es-ES", "fr": "fr-FR"}

TEXTS = """() => {
  const texts = [], seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (seen(walk.currentNode.parentElement)) texts.push(walk.currentNode.data.trim());
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    if (!seen(element) || element.matches(".tags [name=value]")) continue;
    for (const name of ["aria-label", "title", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
  }
  return [...new Set(texts)].filter(Boolean);
}"""
"""All texts that eyes see and screen readers hear, without the names of tags."""

CUT = """() => [...document.querySelectorAll("button, label, legend, summary, h2, h3, nav, dt, dd, caption")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, .cells"))
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline")
  .map((element) => element.textContent || element.getAttribute("aria-label"))"""
"""The labels that are wider than their places."""


def english(language: str) -> re.Pattern[str]:
    """Every English text that has another one in a language; those that are mostly values are left out."""
    known = [text for text, message in table(language).items() if text != message and len(text) > 1]
    plain = [text for text in known if len(re.sub(r"\{\w+\}|[^a-zA-Z]", "", text)) > 4 or "{" not in text]
    alike = {message for message in table(language).values() if isinstance(message, str)}
    holes = [re.sub(r"\\\{(\w+)\\\}", ".+", re.escape(text)) for text in plain if text not in alike]
    return re.compile("|".join(holes))


def left_in_english(page, language: str) -> list[str]:
    found = english(language)
    return [text for text in page.evaluate(TEXTS) if found.fullmatch(text)]


def screens(page, until):
    """Goes through the screens of the page."""
    yield "games"
    page.locator(".filters .more").click()
    yield "filters"
    page.locator(".filters .more").click()
    for label in (page.locator("#list > .tools button").last, page.locator("#list > .tools button:visible").first):
        label.click()
        page.wait_for_selector("dialog")
        yield "dialog of the list"
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    for key in ("?", "p"):
        page.keyboard.press(key)
        page.wait_for_selector("dialog")
        yield f"dialog of {key}"
        page.locator("dialog .close").click()
        page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("2")
    page.locator(".copying summary").click()
    yield "game"
    page.locator(".moves-bar .move-menu").click()
    page.wait_for_selector(".context-menu")
    yield "menu of a move"
    page.keyboard.press("Escape")
    page.keyboard.press("!")
    page.wait_for_selector(".context-menu")
    yield "signs"
    page.locator(".context-menu button").nth(1).click()
    page.keyboard.press("e")
    page.locator(".comment-editor textarea").fill("kept")
    yield "editor"
    page.keyboard.press("Enter")
    for opens in (".edit-tags", ".moves-bar .unsaved"):
        page.locator(opens).click()
        page.wait_for_selector("dialog")
        yield f"dialog of {opens}"
        page.locator("dialog .close").click()
        page.wait_for_selector("dialog", state="detached")
    page.locator(".steps button").last.click()
    page.wait_for_selector("dialog.looks")
    yield "settings"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("3")
    until(lambda: page.locator(".plots .picture svg, .plots .picture .none").count() > 0)
    yield "plots"
    page.keyboard.press("4")
    until(lambda: page.locator(".openings .details p").count() > 0)
    yield "openings"
    name = page.evaluate("document.querySelector('.player-link').textContent")
    page.evaluate("name => location.hash = `#view=player&name=${encodeURIComponent(name)}`", name)
    until(lambda: page.locator(".player-page[aria-busy=false] .parts section").count() > 2)
    yield "player"
    page.evaluate("location.hash = '#view=list&compare=0,1'")
    page.wait_for_selector("dialog.comparison")
    yield "comparison"


@pytest.mark.parametrize("language", ["de", *large(["es", "fr"])])
def test_every_screen_is_in_the_language_of_the_browser(open_page, until, annotated, violations, language) -> None:
    page = open_page(f"{annotated}#at=6", locale=LOCALES[language])
    assert page.evaluate("document.documentElement.lang") == language
    for name in screens(page, until):
        assert left_in_english(page, language) == [], name
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(CUT) == [], (name, width)
            assert page.evaluate("document.scrollingElement.scrollWidth") <= width, name
        if language == "de" and name in ("games", "settings"):
            assert violations(page) == []


def test_a_page_without_games_is_in_the_language_of_the_browser(open_page, serve) -> None:
    address = serve()
    for language, locale in LOCALES.items():
        page = open_page(address, locale=locale)
        assert page.locator(".screen h2").inner_text() == table(language)["Open games"]
        assert left_in_english(page, language) == []


def test_a_browser_in_another_language_gets_english(open_page, annotated) -> None:
    page = open_page(annotated, locale="pt-BR")
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.locator("#views button").all_inner_texts() == ["Games", "Board", "Plots", "Openings"]


def test_the_language_that_is_chosen_is_kept(open_page, annotated) -> None:
    page = open_page(f"{annotated}#view=game")
    page.locator(".steps button").last.click()
    page.locator(".language select").select_option("fr")
    page.wait_for_selector("html[lang=fr][data-ready=ready]")
    assert page.locator("#views button").all_inner_texts() == ["Parties", "Échiquier", "Graphiques", "Ouvertures"]
    page.locator(".steps button").last.click()
    assert page.locator(".language select").input_value() == "fr"
    page.locator(".language select").select_option("")
    page.wait_for_selector("html[lang=en][data-ready=ready]")


def test_a_page_is_written_in_one_language_for_every_reader(open_page, tmp_path) -> None:
    import scoresheet

    path = tmp_path / "page.html"
    path.write_text(page_html(scoresheet.parse("1. f3 e5 2. g4 Qh4# 0-1"), language="es"), "utf-8")
    page = open_page(path.as_uri(), locale="de-DE")
    assert page.evaluate("document.documentElement.lang") == "es"
    assert page.locator(".copying summary").inner_text() == "Copiar o guardar"
    page.keyboard.press("End")
    assert page.locator(".ended").inner_text() == "Ganan las negras: jaque mate"
    assert "dama h4, mate" in page.locator(".game > .unseen").inner_text()
    assert left_in_english(page, "es") == []
    page.locator(".steps button").last.click()
    assert page.locator(".language").count() == 0
