"""The layout of a text: the only table of what each profile and style writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from scoresheet.errors import UsageError
from scoresheet.infinite.profiles import PROFILES, Profile

__all__ = ["LAYOUTS", "STYLES", "Layout", "layout_of"]

STYLES = ("compact", "long")


@dataclass(frozen=True)
class Layout:
    """What is written, and the separators."""

    profile: Profile
    metadata: Literal["colon", "quoted"] = "quoted"
    """`[White: Tom]` or `[White "Tom"]`."""
    defaults: bool = False
    """Whether the turn, the full move and the win conditions are written even if they are the usual ones."""
    position: bool = True
    """Whether the pieces are written."""
    codes: bool = False
    """Whether moves have the code of their piece, `x`, `+` and `#`, and the other signs."""
    spaces: bool = False
    """Whether there are spaces inside moves."""
    numbers: bool = False
    """Whether moves are numbered."""
    comments: bool = True
    make_new_lines: bool = True
    orders_wins: bool = True
    """Whether the win conditions of players that differ only in their order are written for each of them."""
    as_written: bool = False
    """Whether moves keep their original spelling."""

    @property
    def equals(self) -> bool:
        """Whether promotions start with `=`."""
        return self.codes or self.profile == "modern"

    @property
    def section(self) -> str:
        """The separator after the metadata, and between the pieces and the moves in the long style."""
        if self.make_new_lines:
            return "\n\n"
        return "  " if self.profile == "fc" else " "

    @property
    def before_moves(self) -> str:
        """The separator between the pieces, or the arguments if no pieces are written, and the moves."""
        if self.profile == "fc" and not self.position:
            return " "
        compact = self.profile == "doc" and not self.numbers
        return "\n" if compact and self.make_new_lines else self.section


_FULL: dict[str, Any] = {"codes": True, "spaces": True, "numbers": True}

LAYOUTS: Mapping[tuple[str, str], Layout] = {
    ("doc", "compact"): Layout("doc", "colon"),
    ("doc", "long"): Layout("doc", "colon", defaults=True, **_FULL),
    ("fc", "compact"): Layout("fc", orders_wins=False),
    ("fc", "long"): Layout("fc", orders_wins=False, **_FULL),
    ("modern", "compact"): Layout("modern", defaults=True),
    ("modern", "long"): Layout("modern", defaults=True, **_FULL),
}


def layout_of(profile: str, style: str, options: Mapping[str, Any]) -> Layout:
    """The layout of a profile and a style, with some settings changed.

    Raises:
        UsageError: there is no such profile, style or setting.

    >>> layout_of("doc", "compact", {"metadata": "quoted"}).metadata
    'quoted'
    """
    named: list[tuple[str, str, tuple[str, ...]]] = [("profile", profile, PROFILES), ("style", style, STYLES)]
    for name, value, names in named:
        if value not in names:
            raise UsageError(f"no {name} of ICN is called `{value}`", hint=f"use one of {', '.join(names)}")
    known = [field.name for field in fields(Layout) if field.name != "profile"]
    for name in options:
        if name not in known:
            raise UsageError(f"writing ICN has no option `{name}`", hint=f"its options are {', '.join(known)}")
    if options.get("metadata", "colon") not in ("colon", "quoted"):
        raise UsageError(f"`metadata={options['metadata']}` is not a valid value", hint="use `colon` or `quoted`")
    return replace(LAYOUTS[profile, style], **options)
