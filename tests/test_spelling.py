"""One spelling: British, with -ize, in the text of the pages, and American in public names of code and data."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Callable
from inspect import isclass, signature
from pathlib import Path

import pytest

import scoresheet
from scoresheet._registry import entries, name_of
from test_house import ROOT, tracked

BRITISH = {
    "analyse": "analyze",
    "behaviour": "behavior",
    "cancelled": "canceled",
    "catalogue": "catalog",
    "centre": "center",
    "colour": "color",
    "defence": "defense",
    "favour": "favor",
    "grey": "gray",
    "labelled": "labeled",
    "licence": "license",
    "neighbour": "neighbor",
}
"""Words of the text, and their American spelling, which names have."""

NEVER = ("normalis", "optimis", "organis", "recognis", "serialis", "summaris", "initialis", "minimis", "capitalis")
"""The starts of words that are written with a z in both spellings here."""

NAMES = ("colour", "behaviour", "centre", "neighbour", "favour")
"""British words that no name has. `analyse` and `grey` are words that users type."""

PAGES = [
    page
    for page in tracked("*.md", "*.md.in")
    if "vectors" not in page.parts and not page.read_text("utf-8").startswith("<!-- made by")
]
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# What is not prose: code, targets of links, tags of HTML, and names of openings and licences.
OTHER = re.compile(r"`[^`]*`|\]\([^)\s]*\)|https?:\S+|<[^>]+>|\b\w+ Defense\b|\bMIT License\b|\bLicensed\b")


def blank(text: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", text[0])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_have_the_british_spelling(page: Path) -> None:
    text = OTHER.sub(blank, FENCE.sub(blank, page.read_text("utf-8")))
    words = rf"\w*(?:{'|'.join(BRITISH.values())})(?:s|d|ed|er|ing|less|ful)?|(?:{'|'.join(NEVER)})\w*"
    for number, line in enumerate(text.splitlines(), 1):
        found = re.findall(rf"\b(?:{words})\b", line, re.IGNORECASE)
        assert not found, f"line {number}: {found}; tests/test_spelling.py has the words"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_code_in_pages_has_the_american_spelling(page: Path) -> None:
    text = page.read_text("utf-8")
    code = re.findall(r"^```(?:python|pycon|sql|js|json)\n.*?^```$", text, re.MULTILINE | re.DOTALL)
    found = re.findall("|".join(NAMES), "\n".join([*code, *re.findall(r"`[^`\n]*`", FENCE.sub("", text))]))
    # `centre` is a word of the language of patterns; the changelog mentions names that were replaced.
    assert page.name == "CHANGELOG.md" or not set(found) - {"centre"}


def test_public_names_have_the_american_spelling() -> None:
    """The names of the package, their parameters, and everything that the registries of the core list."""
    names = [*scoresheet.__all__]
    for each in (getattr(scoresheet, name) for name in scoresheet.__all__):
        own = vars(each).items() if isclass(each) else ()
        members = [each, *(member for name, member in own if not name.startswith("_"))]
        names += [name for member in members if callable(member) for name in parameters(member)]
    assert len(names) > 500
    for kind in ("columns", "options", "formats", "errors", "losses", "limits"):
        names += [name_of(row) for row in entries(kind)]
    assert [name for name in names if any(word in name for word in NAMES)] == []


def test_private_names_have_the_american_spelling() -> None:
    """All names in the code of the package, its tools and benchmarks. Tests are named by sentences."""
    found = {
        f"{path.relative_to(ROOT)}: {token.string}"
        for path in tracked("python/*.py", "tools/*.py", "bench/*.py")
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
        if token.type == tokenize.NAME and any(word in token.string.lower() for word in NAMES)
    }
    assert found == set()


def parameters(member: Callable[..., object]) -> list[str]:
    try:
        return list(signature(member).parameters)
    except ValueError:  # of the native part, which has none
        return []
