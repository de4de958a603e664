"""`parse`: reads a game from text or bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from scoresheet._registry import names, registry
from scoresheet.errors import UsageError
from scoresheet.infinite.annotation import as_comment
from scoresheet.infinite.bgn import read_bgn
from scoresheet.infinite.document import Document
from scoresheet.infinite.encoded import EncodedText
from scoresheet.infinite.errors import Found, error_of
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.game import Game
from scoresheet.infinite.json import document_of, looks_like_json, notes_of, read_json
from scoresheet.infinite.pieces import BLACK
from scoresheet.infinite.profiles import Profile, Rules, check_profile, check_rules
from scoresheet.infinite.reading import Read, read_document

__all__ = ["Reading", "parse", "read_text"]


@dataclass(frozen=True)
class Reading:
    """The result of reading a text: its game, and its faults, in the order of the text."""

    game: Game
    errors: list[Fault]
    """What was illegal or not understood; at most one, unless reading is strict."""
    notes: list[Fault]


def parse(
    text: str | bytes,
    *,
    profile: Profile | None = None,
    on_error: Literal["keep", "raise"] = "keep",
    strict: bool = False,
    rules: Rules | None = None,
    limits: Mapping[str, int] | None = None,
) -> Game:
    """The game in a text of ICN or its JSON.

    Moves are played by the rules. The first illegal move ends the game; the rest is kept as text. Games whose rules are
    not supported, such as those with further players, keep all moves unjudged.

    Args:
        text: the game, as `str` or as `bytes`.
        profile: the dialect: `modern` is read as strictly as today's site does; `doc`, `fc` and None accept everything
            that any dialect allows.
        on_error: whether to keep the game up to an error (`"keep"`; see `Game.errors`), or to raise the error.
        strict: whether leniencies are errors.
        rules: the rules to play by: `doc`, those of the original description, or `modern`, today's. None is `modern`
            for that profile, otherwise `doc`.
        limits: limits against hostile input by name (`scoresheet list limits`).

    Raises:
        ReadError: the first error, if `on_error` is `"raise"`, or if there is no game in the text.
        UsageError: an argument is not a valid value.

    >>> from scoresheet import infinite
    >>> game = infinite.parse("w 0/100 1 K0,0|k5,5|R9,9 1. R9,9 > 9,5 {[%clk 0:05:00]} | k5,5 x 9,5")
    >>> game.ply_count, game.at(1).clock, game.last.rest
    (1, 300.0, 'k5,5 x 9,5')
    >>> print(game.errors[0].code, game.errors[0].ply)
    move-illegal 2
    """
    _check_arguments(profile, on_error, strict, rules, limits)
    source = EncodedText.of(text)
    reading = read_text(source, profile=profile, strict=strict, rules=rules, limits=limits)
    empty = next((fault for fault in reading.errors if fault.code == "icn-empty"), None)
    if reading.errors and (on_error == "raise" or empty):
        raise error_of(empty or reading.errors[0], source.text)
    reading.game._found = Found.of(reading.errors, reading.notes, source.text)
    return reading.game


def _check_arguments(
    profile: str | None, on_error: str, strict: object, rules: str | None, limits: Mapping[str, int] | None
) -> None:
    if profile is not None:
        check_profile(profile)
    if on_error not in ("keep", "raise"):
        raise UsageError(f"`on_error={on_error}` is not a valid value", hint="use `keep` or `raise`")
    if strict not in (True, False):
        raise UsageError(f"`strict={strict}` is not a valid value", hint="it is a bool")
    if rules is not None:
        check_rules(rules)
    unknown = [name for name in limits or {} if name not in names("limits")]
    if unknown:
        raise UsageError(f"there is no limit `{unknown[0]}`", hint=f"use one of {', '.join(names('limits'))}")


def read_text(
    source: EncodedText,
    *,
    profile: str | None = None,
    kind: Literal["icn", "icn-json", "bgn"] | None = None,
    strict: bool = False,
    rules: Rules | None = None,
    limits: Mapping[str, int] | None = None,
    too_long: bool = False,
) -> Reading:
    """The game in a text, and all its faults. Nothing is raised for bad texts.

    A text that is `too_long` exceeds the limit on the bytes of games, even if not all of them are here.

    >>> reading = read_text(EncodedText("K0,0|k5,5 0,0>1,1|"))
    >>> reading.game.ply_count, [note.code for note in reading.notes]
    (1, ['icn-separator'])
    """
    if kind == "bgn":
        return _of_document(source, limits, strict=strict, too_long=too_long)
    is_json = kind == "icn-json" or (kind is None and looks_like_json(source.text))
    fault = _too_long(source, limits, known=too_long)
    read = Read(Document(), [], fault) if fault else _read(source, profile, limits, is_json=is_json)
    game = Game._begun(read.document, rules or ("modern" if profile == "modern" else "doc"))
    moves = read.document.moves
    if read.fault is not None:
        # An argument may turn out to be wrong after everything else was read.
        moves = [move for move in moves if move.at < read.fault.at]
    illegal = game._play(moves)
    if read.fault is not None and not moves:
        illegal, game._notes = None, []  # they are about a position that was not read to its end
    fault = _numbered(read.fault, game) if illegal is None else read.fault
    if is_json:
        fault, illegal = _in_json(fault, source.text), _in_json(illegal, source.text)
    errors = [found for found in (fault, illegal) if found is not None]
    notes = [*read.notes, *game._notes]
    ends = fault if game.ply_count == len(moves) else illegal
    if ends is not None:
        errors, notes = ([fault for fault in found if fault.at <= ends.at] for found in (errors, notes))
        if not is_json:
            game.last._entry.rest = as_comment(source.text[ends.at :])
    if strict:
        errors, notes = [*errors, *notes], []
    return Reading(game, sorted(errors, key=_place), sorted(notes, key=_place))


def _of_document(source: EncodedText, limits: Mapping[str, int] | None, *, strict: bool, too_long: bool) -> Reading:
    """The game in a document of BGN."""
    fault = _too_long(source, limits, known=too_long)
    if fault is not None:
        return Reading(Game._begun(Document(), "doc"), [fault], [])
    read = read_bgn(source.text, limits)
    errors, notes = (read.errors + read.notes, []) if strict else (read.errors, read.notes)
    return Reading(read.game, sorted(errors, key=_place), sorted(notes, key=_place))


def _numbered(fault: Fault | None, game: Game) -> Fault | None:
    """A fault in the next move, with its number."""
    replay = game._replayed
    if fault is None or replay is None or fault.ply != game.ply_count + 1:
        return fault
    return replace(fault, number=(replay.board.fullmove, replay.board.mover == BLACK))


def _in_json(fault: Fault | None, text: str) -> Fault | None:
    """A fault in JSON, which has no places: put at its text if that occurs exactly once as a string."""
    if fault is None or fault.at or not fault.text:
        return fault
    words = fault.text.rpartition(".")[2]
    at = text.find(f'"{words}"')
    if at < 0 or text.find(f'"{words}"', at + 1) >= 0:
        return fault
    return replace(fault, at=at + 1, text=words)


def _place(fault: Fault) -> int:
    return fault.at


def _read(source: EncodedText, profile: str | None, limits: Mapping[str, int] | None, *, is_json: bool) -> Read:
    """The contents of the text, up to its first error."""
    if is_json:
        try:
            document = document_of(read_json(source.text, dict(limits or {})))
        except Refused as refused:
            return Read(Document(), [], refused.fault)
        return Read(document, notes_of(document))
    return read_document(source.text, profile=profile, limits=limits)


def _too_long(source: EncodedText, limits: Mapping[str, int] | None, *, known: bool) -> Fault | None:
    usual = next(entry["default"] for entry in registry("limits") if entry["id"] == "game")
    most = (limits or {}).get("game", usual)
    if known or (len(source.text) * 4 > most and source.length > most):
        return Fault("limit-game", f"the text is longer than the limit of {most:,} bytes")
    return None
