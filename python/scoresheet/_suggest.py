"""Suggestions for names that are not known."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["meant", "near"]


def near(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """The known names that are most similar to a word, the best first.

    >>> near("chek", ["convert", "check"]), near("zzz", ["convert"])
    (['check'], [])
    """
    import difflib  # here: most names are spelled correctly

    return difflib.get_close_matches(word, list(known), most)


def meant(names: Iterable[str], form: str = "`{}`") -> str:
    """A question that suggests these names; empty if there are none.

    >>> meant(["castling"], "`@{}`")
    'did you mean `@castling`?'
    >>> meant(["--errors", "--on-error"])
    'did you mean `--errors` or `--on-error`?'
    """
    shown = [form.format(name) for name in names]
    if not shown:
        return ""
    first, last = ", ".join(shown[:-1]), shown[-1]
    return f"did you mean {f'{first} or {last}' if first else last}?"
