"""The words for NAGs in other languages: every table is complete, and no two meanings have the same text."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

import scoresheet
from scoresheet import _nag_words, vgn
from scoresheet._registry import registry

PHRASES = Path(_nag_words.__file__).parent / "phrases"
LANGUAGES = [language for language in _nag_words.languages() if language != "en"]
SIMPLE = [entry["code"] for entry in registry("nags")]
HIGHEST = {1: (1, 2, 2), 2: (9,), 3: (5,), 4: (4,), 5: (1, 5, 6, 1), 6: (1, 4), 7: (1, 3), 8: (1, 4, 9), 9: (1, 3, 4)}
HIGHEST |= {10: (1, 5), 11: (1, 3)}
"""The largest number of each argument, by pattern."""


def tokens() -> list[str]:
    """Every composite NAG that has a meaning, and some beyond."""
    arguments = [
        (pattern, *values)
        for pattern, highest in HIGHEST.items()
        for values in itertools.product(*(range(number + 2) for number in highest))
    ]
    return ["$" + ".".join(map(str, numbers)) for numbers in arguments]


def test_the_languages_match_the_letters() -> None:
    assert len(LANGUAGES) == len(list(PHRASES.iterdir())) > 5
    assert set(LANGUAGES) < {entry["id"] for entry in registry("languages")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_has_words_for_the_nags_of_english(language: str) -> None:
    checked = 0
    for token in [*SIMPLE, *tokens()]:
        english = vgn.nag(token)["text"]
        table = _nag_words._table(language)
        composite = vgn.nag(token)["composite"]
        phrase = _nag_words._phrase(table, [int(part) for part in composite[1:].split(".")])
        assert (phrase is None) == (english is None), token
        assert english is None or phrase != english, token
        checked += english is not None
    assert checked > 480


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_nags_have_different_words(language: str) -> None:
    texts = [text for text in (_nag_words.words(token, language) for token in tokens()) if text]
    assert len(texts) == len(set(texts))
    assert all(text == " ".join(text.split()) and "{" not in text for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_has_nothing_besides(language: str) -> None:
    table = json.loads((PHRASES / f"{language}.json").read_text("utf-8"))
    assert set(table) == {"sides", "patterns"}
    assert set(table["patterns"]) == {str(pattern) for pattern in _nag_words._ARGUMENTS}
    for entry in table["patterns"].values():
        slots = set(_nag_words._SLOT.findall(entry["text"])) - {"side", *_nag_words._NUMBERS}
        assert slots == set(entry) - {"text"}


@pytest.mark.parametrize(
    ("token", "language", "text"),
    [
        ("$14", "de", "Weiß hat einen leichten Vorteil"),
        ("$5.0.0.1.0", "de", "Schwarz hat einen Raumnachteil"),
        ("$5.1.4.4.1", "fr", "Les Blancs ont un avantage décisif au centre"),
        ("$95", "es", "Las negras tienen una mala colocación de la torre"),
        ("$119", "it", "Il Nero ha giocato bene il mediogioco"),
        ("$1.1.300.20", "nl", "Wit heeft nog 300 seconden en 20 milliseconden"),
        ("$133", "pt", "As pretas têm um contrajogo moderado"),
        ("$26", "fi", "White has a moderate space advantage"),
    ],
)
def test_words(token: str, language: str, text: str) -> None:
    assert _nag_words.words(token, language) == text
    assert vgn.nag(token, language)["text"] == text


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(scoresheet.UsageError, match="no language `xx`"):
        vgn.nag("$1", "xx")
