"""The messages of the client: each language has all of them, and no text of a module is left out."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess

import pytest

import scoresheet
from scoresheet._registry import registry
from scoresheet.drawing.bundle import bundle
from scoresheet.drawing.client import source, style
from scoresheet.drawing.fairies import FIGURES
from scoresheet.drawing.messages import (
    LANGUAGES,
    bundle_for_readers,
    bundle_in,
    drawn_words,
    language_of,
    said_in,
    table,
)
from scoresheet.drawing.page import page_html
from scoresheet.errors import UsageError
from scoresheet.viewer import columns, figures, filters
from test_house import PACKAGE

CLIENT = PACKAGE / "drawing" / "client"
MODULES = sorted(path.stem for path in CLIENT.glob("js/*.js") if path.stem != "language")

CATEGORIES = {"de": {"one", "other"}, "es": {"one", "many", "other"}, "fr": {"one", "many", "other"}}
"""The plural categories of the languages, by CLDR."""

ANSWERS = """White|Black|bullet|blitz|rapid|classical|correspondence|unknown speed|stronger by more than 200
stronger by 51 to 200|equal within 50|weaker by 51 to 200|weaker by more than 200|opening|middlegame|endgame|checkmate
time|abandoned|resignation|wins|games without a loss|losses""".replace("\n", "|")
"""Words in the answers of figures."""

SAME_EVERYWHERE = {"1-0", "0-1", "1/2-1/2", "*", "Event=Candidates", "move Nf3 then check", "years year=1960"}
"""What the server sends for all languages: results, and examples of what is typed in English."""

ABBREVIATED = ("No.", "Perf.", "Plies")
"""Headings of columns, which end with a point where they are shortened."""

NAMES = {"Export of lichess.org", "Export of chess.com", "Polyglot book", "Parquet", "Arrow IPC"}
"""Titles of formats that are only read, or names."""


def sent() -> set[str]:
    """The texts that the server sends to be shown, by its lists."""
    found = {"White Elo", "Black Elo", *ANSWERS.split("|")}
    for filter_ in filters.ALL:
        found |= {filter_.label, filter_.hint, *filter_.choices}
    found |= {column.label for column in columns.ALL}
    for figure in figures.ALL:
        picture = figure.picture
        found |= {figure.title, figure.lacks, picture.unit, *(label for _, label in picture.series)}
        found |= {each.split(" AS ")[-1].replace("_", " ") for each in (*figure.keys, "games", *figure.sums)}
        if picture.step or picture.step_by:
            found.add(picture.axis or picture.x)
        for choice in figure.choices:
            found |= {choice.label, *(label for _, label in choice.values)}
    found |= {figure.name for figure in FIGURES.values()}
    for kind in ("notations", "positions"):
        found |= {str(entry["title"]) for entry in registry(kind)}
    found |= {str(entry["title"]) for entry in registry("formats") if entry["writes"] and not entry["store"]}
    return found - SAME_EVERYWHERE - NAMES - {""}


def said() -> set[str]:
    """The texts that the modules name."""
    return set().union(*(said_in(source(name)) for name in MODULES))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_message_and_no_other(language) -> None:
    wanted = said() | sent() | drawn_words()
    assert sorted(wanted - set(table(language))) == []
    assert sorted(set(table(language)) - wanted) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_file_is_sorted_and_its_texts_are_tidy(language) -> None:
    messages = table(language)
    assert list(messages) == sorted(messages, key=lambda text: (text.lower(), text))
    for text, message in messages.items():
        for form in message.values() if isinstance(message, dict) else [message]:
            assert form == form.strip() != "", text
            assert "  " not in form, text
            assert not re.search(r"[<>]", form), text
            assert text.endswith(".") == form.endswith(".") or text in ABBREVIATED, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_placeholders_and_its_code_match_the_english_text(language) -> None:
    holes = re.compile(r"\{\w+\}|`[^`]+`")
    for text, message in table(language).items():
        for category, form in message.items() if isinstance(message, dict) else [("other", message)]:
            found, wanted = sorted(holes.findall(form)), sorted(holes.findall(text))
            if category == "one" and "{n}" not in found:
                wanted.remove("{n}")  # the form for one thing can do without its number
            assert found == wanted, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_counted_messages_have_the_plural_forms_of_the_language(language) -> None:
    counted = {match[1] for name in MODULES for match in re.finditer(r'\btn\([^"]*?"[^"]*", "([^"]*)"', source(name))}
    plural = {text: set(message) for text, message in table(language).items() if isinstance(message, dict)}
    assert set(plural) == counted
    assert all(forms == CATEGORIES[language] for forms in plural.values())


def test_every_language_has_a_name_in_the_choice() -> None:
    names = re.search(r"const NAMES = \{(.*?)\};", source("language"))
    assert names is not None
    assert re.findall(r'(\w+): "', names[1]) == ["en", *LANGUAGES]


SHOWN = re.compile(
    r'(?:aria-label|title|placeholder|alt|label|hint|message)"?: "[^"]*[a-z]{2}'  # attributes
    r'|"(?:aria-label|title|placeholder)", "[^"]*[a-z]{2}'
    r'|(?:h|s)\("\w+", \{[^{}]*\}, "[^"]*[a-z]{2}'  # the text of an element
    r'|(?:openDialog|button|iconButton|screen|push|choice|Bar|group|tell|say|tellOf)\((?:"\w+", )?"[^"]*[A-Z ][^"]*"'
    r'|\.(?:textContent|title) = (?:[^;"]*\? )?"[^"]*[a-z]{2}'
    r'|new Error\(["`][^)]*[a-z]{2}'
)
"""Texts that a reader would see in English: a heuristic, which cannot find all."""

ALLOWED = ("is not legal", "abcdefgh")
"""What no reader sees."""


@pytest.mark.parametrize("name", MODULES)
def test_no_text_of_a_module_is_left_in_english(name) -> None:
    found = [match[0] for match in SHOWN.finditer(source(name)) if not match[0].startswith('button("button"')]
    assert [text for text in found if not any(allowed in text for allowed in ALLOWED)] == []


@pytest.mark.parametrize("name", MODULES)
def test_no_constant_of_a_module_is_translated_before_it_is_drawn(name) -> None:
    assert re.findall(r"^(?:export )?const \w+ = (?!\()[^\n]*\btn?\(\"", source(name), re.MULTILINE) == []


def test_pages_hold_only_the_messages_that_they_show() -> None:
    german = bundle_in("page", "de")
    assert "Brett drehen (f)" in german
    assert "Eröffnungsbaum" not in german
    assert "Retourner" not in german
    assert 'ONLY = "en"' in bundle_in("page", "en")
    assert "Brett drehen" not in bundle_in("page", "en")
    assert "Standard Algebraic" not in bundle_for_readers("widget", frozenset()).replace(bundle("widget", source), "")
    for language in LANGUAGES:
        assert table(language)["Opening explorer"] in bundle_for_readers("main")


MOVES = [
    ("Nbxd7+", None), ("O-O-O#", "Black wins: checkmate"), ("exd8=Q", None), ("e4", None), ("Qh4e1", None),
    ("--", None), ("P@e4+", None), ("Nxf7#", "White wins: the king exploded"),
]  # fmt: skip

IN_WORDS = {
    "en": [
        "knight b takes d7, check", "castles queenside, mate", "e takes d8, promotes to queen", "e4",
        "queen h4 to e1", "null move", "pawn dropped on e4, check", "knight takes f7, the king exploded",
    ],
    "de": [
        "Springer b schlägt d7, Schach", "lange Rochade, matt", "e schlägt d8, Umwandlung in Dame", "e4",
        "Dame h4 nach e1", "Nullzug", "Bauer eingesetzt auf e4, Schach",
        "Springer schlägt f7, der König ist explodiert",
    ],
}  # fmt: skip


@pytest.mark.parametrize("language", IN_WORDS)
def test_moves_are_said_in_the_language_of_the_page(language) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("the client's words are not tested: there is no node")
    asked = f"console.log(JSON.stringify({json.dumps(MOVES)}.map(([san, end]) => spoken$.moveWords(san, end))));"
    run = subprocess.run(
        [node, "-"], input=bundle_in("spoken", language) + asked, capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == IN_WORDS[language]


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_a_written_page_is_small_in_every_language(language) -> None:
    assert f'<html lang="{language}">' in page_html(scoresheet.parse("1. e4 *"), language=language)
    script = bundle_in("page", language) + style("game") + style("controls") + style("page")
    assert len(gzip.compress(script.encode())) <= 45_000


def test_a_language_without_messages_is_refused() -> None:
    assert [language_of(name) for name in ("en", *LANGUAGES)] == ["en", *LANGUAGES]
    with pytest.raises(UsageError, match="there are no messages in the language `pt`") as refused:
        language_of("pt")
    assert refused.value.hint == "use `en`, `de`, `es`, `fr`"
