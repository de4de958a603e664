"""The public API, the command line and the names of the registries change only with a line in the changelog."""

from __future__ import annotations

import os

import pytest

pytest.importorskip("griffe")

import public_surface
from public_surface import differences, items, unmentioned

BLESS = bool(os.environ.get("SCORESHEET_BLESS"))
ADVICE = (
    "Mention each changed name as code in a new or an edited item of CHANGELOG.md. Then run `make bless`. "
    "After a conflict in tests/surface, first take all its files from one side: `git checkout SIDE -- tests/surface`."
)


def test_the_surface_is_the_one_that_the_changelog_describes() -> None:
    if BLESS:
        missing = public_surface.bless()
        assert missing == [], f"no new item of the changelog mentions these names. {ADVICE}"
    changed = []
    for name, make in public_surface.SURFACES.items():
        before, after = public_surface.kept(name), make()
        changed += [f"{path}: {before.get(path)} -> {after.get(path)}" for path in differences(before, after)]
    assert changed == [], f"the public surface has changed. {ADVICE}"


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ({"a.f": "function"}, {"a.f": "function"}, []),
        ({}, {"a.f": "function", "a.f(x)": "int", "a.f(y)": "int"}, ["a.f"]),
        ({"a.C": "class", "a.C.f": "function"}, {}, ["a.C"]),
        ({"a.f": "function"}, {"a.f": "function", "a.f(x)": "int"}, ["a.f(x)"]),
        ({"a.f": "function", "a.f(x)": "int"}, {"a.f": "function", "a.f(x)": "str"}, ["a.f(x)"]),
        ({"a.f": "function -> int"}, {"a.f": "function -> str", "a.f(x)": "int"}, ["a.f", "a.f(x)"]),
        (
            {"check": "command"},
            {"check": "command", "check --dry": "option", "check --dry a": "choice"},
            ["check --dry"],
        ),
        ({"check": "command", "check --dry": "option"}, {"check": "command"}, ["check --dry"]),
    ],
)
def test_parts_of_what_is_new_or_gone_need_no_mention(before, after, changed) -> None:
    assert differences(before, after) == changed


@pytest.fixture
def surface(tmp_path, monkeypatch):
    """A small surface that was blessed together with a changelog; gives the file of the changelog."""
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text(
        "## Unreleased\n\n- `convert` has `sort_tags`, and `threads` is\n  `None` by default.\n", "utf-8"
    )
    monkeypatch.setattr(public_surface, "FOLDER", tmp_path)
    monkeypatch.setattr(public_surface, "CHANGELOG", changelog)
    monkeypatch.setattr(public_surface, "SURFACES", {"python": lambda: {"convert": "function"}})
    public_surface.write({"python": {"convert": "function"}}, changelog.read_text("utf-8"))
    return changelog


@pytest.mark.parametrize(
    ("added", "missing"),
    [
        ("", ["convert --sort-tags", "convert(threads)"]),
        ("- Sorts tags with sort_tags, in threads.\n", ["convert --sort-tags", "convert(threads)"]),
        ("- `--sort-tags` sorts.\n", ["convert(threads)"]),
        ("- `sort_tags=True` sorts,\n  with `threads`.\n", []),
        ("- `unsort_tags`, `sort_tags_`, `threads2`.\n", ["convert(threads)"]),
    ],
)
def test_only_new_items_of_the_changelog_that_mention_a_name_as_code_count(surface, added, missing) -> None:
    changelog = surface.read_text("utf-8") + added
    assert unmentioned(["convert --sort-tags", "convert(threads)"], changelog) == missing


def test_an_edited_item_counts_as_new(surface) -> None:
    changelog = surface.read_text("utf-8").replace("None", "1")
    assert unmentioned(["convert(threads)"], changelog) == []


def test_blessing_alone_changes_nothing(surface, monkeypatch) -> None:
    changed = {"convert": "function", "convert(threads)": "int"}
    monkeypatch.setattr(public_surface, "SURFACES", {"python": lambda: changed})
    assert public_surface.bless() == ["convert(threads)"]
    assert public_surface.kept("python") == {"convert": "function"}
    surface.write_text(surface.read_text("utf-8") + "- `threads` is a number.\n", "utf-8")
    assert public_surface.bless() == []
    assert public_surface.kept("python") == changed
    # The item has done its duty: another change needs another one.
    monkeypatch.setattr(public_surface, "SURFACES", {"python": lambda: {**changed, "convert(threads)": "str"}})
    assert public_surface.bless() == ["convert(threads)"]


def test_blessing_without_a_change_keeps_the_items_for_the_next_one(surface) -> None:
    before = (surface.parent / "changelog.txt").read_text("utf-8")
    surface.write_text(surface.read_text("utf-8") + "- `other` is new.\n", "utf-8")
    assert public_surface.bless() == []
    assert (surface.parent / "changelog.txt").read_text("utf-8") == before


def test_items_are_whole_paragraphs() -> None:
    text = "# Title\n\n- One\n  item.\n- Another.\n\nNo item.\n"
    assert [*items(text).values()] == ["One item.", "Another."]
    assert items(text).keys() == items(text.replace("One\n  item", "One item")).keys()
