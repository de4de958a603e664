"""Suggestions for names that are not known."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["ALIKE", "meant", "near"]

ALIKE = 0.7
"""How similar a word must be to be suggested if all words are short or start the same way, like choices and flags."""

_MOST_SYNONYMS = 3
"""How many names a synonym may suggest, even if the caller wants fewer."""

_SURE = 0.8
"""How similar a spelling must be to be suggested beside a synonym."""


def near(word: str, known: Iterable[str], most: int = 1, cutoff: float = 0.6) -> list[str]:
    """The known names that a word probably means, the best first: those it is a synonym of, then similar spellings.

    `cutoff` is how similar a spelling must be, from 0 to 1.

    >>> near("chek", ["convert", "check"]), near("zzz", ["convert"])
    (['check'], [])
    >>> near("merge", ["convert", "check", "tree"]), near("--overwrite", ["--output", "--force"])
    (['convert', 'tree'], ['--force'])
    """
    import difflib  # here, and below: most names are spelled correctly

    from scoresheet._synonyms import SYNONYMS, plain

    listed = list(known)
    by_plain = {plain(name): name for name in reversed(listed)}
    found = []
    for name in SYNONYMS.get(plain(word), ()):
        verb = name.partition(" --")[0]
        if plain(verb) in by_plain:
            found.append(by_plain[plain(verb)] + name[len(verb) :])
    found = list(dict.fromkeys(found))[:_MOST_SYNONYMS]
    close = difflib.get_close_matches(word, listed, most, max(cutoff, _SURE) if found else cutoff)
    similar = [name for name in close if name not in found]
    return [*found, *similar][: max(most, len(found))]


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
