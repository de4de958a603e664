"""The profiles of ICN, which are its dialects, and the rules of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, cast, get_args

from scoresheet._registry import values_of
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._ids import ProfileId

__all__ = ["PROFILES", "RULES", "Profile", "Rules", "check_profile", "check_rules"]

Profile: TypeAlias = "ProfileId"
"""The dialect of the original description, of the original converter, or of today's site."""

PROFILES = cast("tuple[Profile, ...]", tuple(values_of("profile")))

Rules = Literal["doc", "modern"]
"""The rules of the description and the original converter, or of today's site."""

RULES: tuple[Rules, ...] = get_args(Rules)


def check_profile(profile: object) -> None:
    """Raises `UsageError` for an unknown profile.

    >>> try:
    ...     check_profile("pgn")
    ... except UsageError as error:
    ...     print(error)
    `profile=pgn` is not a valid value
    """
    if profile not in PROFILES:
        raise UsageError(f"`profile={profile}` is not a valid value", hint=f"it is {_either(PROFILES)}")


def check_rules(rules: object) -> None:
    """Raises `UsageError` for unknown rules."""
    if rules not in RULES:
        raise UsageError(f"`rules={str(rules)[:80]}` is not a valid value", hint=f"it is {_either(RULES)}")


def _either(names: tuple[str, ...]) -> str:
    """Names in a sentence.

    >>> _either(("a", "b", "c"))
    '`a`, `b` or `c`'
    """
    quoted = [f"`{name}`" for name in names]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"
