"""What may be meant by a name that is not known."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["meant", "near"]


def near(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """The known names that are most like a word, the likeliest first.

    >>> near("chek", ["convert", "check"]), near("zzz", ["convert"])
    (['check'], [])
    """
    import difflib  # here: most names are spelled well

    return difflib.get_close_matches(word, list(known), most)


def meant(names: Iterable[str], form: str = "`{}`") -> str:
    """The question whether one of these was meant; empty where there is none.

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
