"""The profiles of ICN, which are its dialects, and the rules that games are played by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, cast, get_args

from scoresheet._registry import values_of
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._ids import ProfileId

__all__ = ["PROFILES", "RULES", "Profile", "Rules", "check_profile", "check_rules"]

Profile: TypeAlias = "ProfileId"
"""Whose dialect: of the original description, of the original converter, or of today's site."""

PROFILES = cast("tuple[Profile, ...]", tuple(values_of("profile")))

Rules = Literal["doc", "modern"]
"""Whose way of playing: of the description and the original converter, or of today's site."""

RULES: tuple[Rules, ...] = get_args(Rules)


def check_profile(profile: object) -> None:
    """Raises `UsageError` for a profile that is not known.

    >>> check_profile("pgn")
    Traceback (most recent call last):
    scoresheet.errors.UsageError: `profile=pgn` is not known
    """
    if profile not in PROFILES:
        raise UsageError(f"`profile={profile}` is not known", hint=f"it is {_either(PROFILES)}")


def check_rules(rules: object) -> None:
    """Raises `UsageError` for rules that are not known."""
    if rules not in RULES:
        raise UsageError(f"`rules={str(rules)[:80]}` is not known", hint=f"it is {_either(RULES)}")


def _either(names: tuple[str, ...]) -> str:
    """Names as a sentence has them.

    >>> _either(("a", "b", "c"))
    '`a`, `b` or `c`'
    """
    quoted = [f"`{name}`" for name in names]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"
