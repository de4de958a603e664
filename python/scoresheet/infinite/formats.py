"""A game in the formats that it can be written in, and what these cannot express."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from scoresheet import _core
from scoresheet.errors import LossError, UsageError
from scoresheet.infinite.bgn import document_text
from scoresheet.infinite.document import Document
from scoresheet.infinite.json import json_losses_of, write_json
from scoresheet.infinite.pgn import to_pgn
from scoresheet.infinite.texts import said_in
from scoresheet.infinite.writing import losses_of
from scoresheet.report import Loss

if TYPE_CHECKING:
    from scoresheet.infinite.game import Game

__all__ = ["DOCUMENTS", "in_format", "losses_in"]

_PLACE = "the game"

DOCUMENTS = ("bgn", "bgnl", "bgnx", "bson")
"""The renderings of BGN, which has games of infinite chess too."""


def in_format(game: Game, fmt: str, *, strict: bool = False, **options: Any) -> str | bytes:
    """The game in a format; the arguments are those of `Game.to`."""
    if strict:
        _refuse_losses(fmt, losses_in(game, fmt, **options))
    if fmt in ("icn", "icn-json"):
        game = _at(game, options.pop("ply", None))
    if fmt == "icn":
        return _icn(game, **options)
    if fmt == "icn-json":
        return write_json(game.to_json(**_only(fmt, options, "profile")))
    if fmt in DOCUMENTS:
        return _core.write_document(document_text(game), fmt, options)
    standard, _ = to_pgn(game)
    return standard.to(fmt, **options)  # type: ignore[call-overload, no-any-return]


def losses_in(game: Game, fmt: str, **options: Any) -> list[Loss]:
    """What a format cannot express of a game; the arguments are those of `Game.losses`."""
    if fmt in ("icn", "icn-json"):
        game = _at(game, options.pop("ply", None))
    if fmt == "icn":
        chosen = _only(fmt, options, "profile", "style")
        return _listed((*game._left_out.items(), *losses_of(_said(game, **chosen), **chosen)))
    if fmt == "icn-json":
        chosen = _only(fmt, options, "profile")
        return _listed((*game._left_out.items(), *json_losses_of(_said(game, **chosen), **chosen)))
    if fmt in DOCUMENTS:
        return _listed(game._left_out.items())
    standard, lost = to_pgn(game)
    return _listed(lost, standard.losses(fmt, **options))  # type: ignore[arg-type]


def _at(game: Game, ply: str | int | None) -> Game:
    """The game without moves that starts after a number of half-moves; the game itself for None and `all`.

    Raises:
        UsageError: the game is too short, or this is not a number.
    """
    if ply in (None, "all"):
        return game
    if not str(ply).isdecimal() or not str(ply).isascii():
        raise UsageError(f"`ply={str(ply)[:80]}` is not a valid value", hint="it is `all` or a number of half-moves")
    kept = copy.deepcopy(game)
    number = int(str(ply)[:9])
    kept.cut(before=number + 1, after=number)
    return kept


def _said(game: Game, profile: str = "doc", **_: Any) -> Document:
    return said_in(profile, game.document(), game.start)


def _icn(game: Game, **options: Any) -> str:
    text = game.to_icn(**_only("icn", options, "profile", "style"))
    return text if text.endswith("\n") or not text else text + "\n"


def _only(fmt: str, options: dict[str, Any], *known: str) -> dict[str, Any]:
    """The options of a format.

    Raises:
        UsageError: one of them does not belong to the format.
    """
    for name in options:
        if name not in known:
            has = ", ".join(f"`{option}`" for option in known)
            raise UsageError(f"`{fmt}` has no option `{name}`", hint=f"its options are {has}")
    return options


def _listed(lost: Iterable[tuple[str, int]], more: Iterable[Loss] = ()) -> list[Loss]:
    """Losses by kind, each kind once."""
    found: dict[str, Loss] = {}
    for loss in (*(Loss(kind, count, _PLACE) for kind, count in lost), *more):
        count = found[loss.kind].count + loss.count if loss.kind in found else loss.count
        found[loss.kind] = Loss(loss.kind, count, loss.first)
    return list(found.values())


def _refuse_losses(fmt: str, losses: list[Loss]) -> None:
    if losses:
        said = ", ".join(f"{loss.count} {loss.kind}" for loss in losses)
        raise LossError(
            f"`{fmt}` cannot express all of this game: {said}",
            hint="`scoresheet list losses` shows which formats can express it",
        )
