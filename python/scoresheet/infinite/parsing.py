"""`parse`: from a text, or its bytes, to a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from scoresheet._registry import names, registry
from scoresheet.errors import ReadError, UsageError
from scoresheet.infinite.annotation import as_comment
from scoresheet.infinite.document import Document
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.game import Game
from scoresheet.infinite.json import document_of, notes_of, read_json
from scoresheet.infinite.pieces import BLACK
from scoresheet.infinite.raising import error_of
from scoresheet.infinite.reading import Read, read_document
from scoresheet.infinite.rules import Rules

__all__ = ["Profile", "Reading", "Text", "looks_like_json", "parse", "read_text"]

Profile = Literal["doc", "fc", "modern"]

_PROFILES = (None, "doc", "fc", "modern")
_JSON_KEY = re.compile(r'"(?:startingPosition|turnOrder|position|gameRules)"[ \t\r\n]*:')
_JSON_STEP = re.compile(r'"[^"\\]*(?:\\.?[^"\\]*)*(?:"|\Z)|[{}]', re.DOTALL)
_JSON_START = re.compile(r'\ufeff?[ \t\r\n]*\{[ \t\r\n]*["}]')
_JSON_END = re.compile(r"\}[ \t\r\n]*\Z")


@dataclass(frozen=True)
class Text:
    """A text, and how it was encoded: places in it are told in bytes too."""

    text: str
    encoding: str = "utf-8"

    @classmethod
    def of(cls, data: str | bytes) -> Text:
        """The text of bytes in UTF-8 or, where they are none, in Windows-1252.

        >>> Text.of("ü".encode("cp1252"))
        Text(text='ü', encoding='cp1252')
        """
        if isinstance(data, str):
            return cls(data)
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"a game is parsed from str or bytes, not {type(data).__name__}")
        try:
            return cls(bytes(data).decode())
        except UnicodeDecodeError:
            return cls(bytes(data).decode("latin-1").translate(_CP1252), "cp1252")

    def bytes_before(self, places: Iterable[int]) -> list[int]:
        """How many bytes stand before each of some characters; these come in the order of the text.

        >>> Text("äbü").bytes_before([0, 1, 3]), Text("äbü", "cp1252").bytes_before([0, 1, 3])
        ([0, 2, 5], [0, 1, 3])
        """
        counted, at, found = 0, 0, []
        for place in places:
            counted += self._length(at, place)
            at = max(at, place)
            found.append(counted)
        return found

    @property
    def length(self) -> int:
        """How many bytes it is long."""
        return self._length(0, len(self.text))

    def _length(self, start: int, end: int) -> int:
        part = self.text[start:end]
        return len(part) if self.encoding == "cp1252" or part.isascii() else len(part.encode("utf-8", "surrogatepass"))


# The five bytes that Windows-1252 has no character for stay what Latin-1 has for them.
_CP1252 = {byte: letter for byte in range(0x80, 0xA0) if (letter := bytes([byte]).decode("cp1252", "ignore"))}


@dataclass(frozen=True)
class Reading:
    """What came of a text: its game, and what is wrong with it, in the order of the text."""

    game: Game
    errors: list[Fault]
    """What was not understood, or not allowed; at most one, unless reading is strict."""
    notes: list[Fault]

    def first_error(self, source: Text, file: str | None = None) -> list[ReadError]:
        """The first error as an exception; there may be very many where reading is strict."""
        return [error_of(fault, source.text, file) for fault in self.errors[:1]]


def parse(
    text: str | bytes,
    *,
    profile: Profile | None = None,
    on_error: Literal["keep", "raise"] = "keep",
    strict: bool = False,
    rules: Rules | None = None,
    limits: Mapping[str, int] | None = None,
) -> Game:
    """The game that a text of ICN holds, or its JSON.

    Moves are played by the rules. The first that they forbid ends the game; what follows is kept as the text it is.
    Games that are not played here, with further players for instance, keep their moves, and nothing is said of them.

    Args:
        text: the game, as `str` or as `bytes`.
        profile: whose dialect it is: `modern` is read as strictly as today's site does; `doc` and `fc`, and None, take
            all that any dialect says.
        on_error: at an error the game is kept up to it (`"keep"`; see `Game.errors`), or the error is raised.
        strict: leniencies are errors.
        rules: whose rules play it: `doc`, the original description's, or `modern`, today's; where it is None, `modern`
            for that profile, else `doc`.
        limits: limits against hostile input by name (`scoresheet list limits`).

    Raises:
        ReadError: the first error, where `on_error` is `"raise"`; and always where there is no game in the text.
        UsageError: an argument is not known.

    >>> from scoresheet import infinite
    >>> game = infinite.parse("w 0/100 1 K0,0|k5,5|R9,9 1. R9,9 > 9,5 {[%clk 0:05:00]} | k5,5 x 9,5")
    >>> game.ply_count, game.at(1).clock, game.last.rest
    (1, 300.0, 'k5,5 x 9,5')
    >>> print(game.errors[0].code, game.errors[0].ply)
    move-illegal 2
    """
    _check_arguments(profile, on_error, strict, rules, limits)
    source = Text.of(text)
    reading = read_text(source, profile=profile, strict=strict, rules=rules, limits=limits)
    empty = next((fault for fault in reading.errors if fault.code == "icn-empty"), None)
    if reading.errors and (on_error == "raise" or empty):
        raise error_of(empty or reading.errors[0], source.text)
    reading.game._errors = reading.first_error(source)
    return reading.game


def _check_arguments(
    profile: str | None, on_error: str, strict: object, rules: str | None, limits: Mapping[str, int] | None
) -> None:
    if profile not in _PROFILES:
        raise UsageError(f"`profile={profile}` is not known", hint="it is `doc`, `fc` or `modern`")
    if on_error not in ("keep", "raise"):
        raise UsageError(f"`on_error={on_error}` is not known", hint="it is `keep` or `raise`")
    if strict not in (True, False):
        raise UsageError(f"`strict={strict}` is not known", hint="it is a bool")
    if rules not in (None, "doc", "modern"):
        raise UsageError(f"`rules={rules}` is not known", hint="it is `doc` or `modern`")
    unknown = [name for name in limits or {} if name not in names("limits")]
    if unknown:
        raise UsageError(f"there is no limit `{unknown[0]}`", hint=f"known are {', '.join(names('limits'))}")


def read_text(
    source: Text,
    *,
    profile: str | None = None,
    kind: Literal["icn", "icn-json"] | None = None,
    strict: bool = False,
    rules: Rules | None = None,
    limits: Mapping[str, int] | None = None,
) -> Reading:
    """The game of a text, and all that is wrong with it; nothing is raised for bad texts.

    >>> reading = read_text(Text("K0,0|k5,5 0,0>1,1|"))
    >>> reading.game.ply_count, [note.code for note in reading.notes]
    (1, ['icn-separator'])
    """
    is_json = kind == "icn-json" or (kind is None and looks_like_json(source.text))
    read = _read(source, profile, limits, is_json=is_json)
    game = Game._begun(read.document, rules or ("modern" if profile == "modern" else "doc"))
    moves = read.document.moves
    if read.fault is not None:
        # An argument may turn out to be wrong when all else has been read.
        moves = [move for move in moves if move.at < read.fault.at]
    illegal = game._play(moves)
    if read.fault is not None and not moves:
        illegal, game._notes = None, []  # said of a position that was not read to its end
    fault = _numbered(read.fault, game) if illegal is None else read.fault
    if is_json:
        fault, illegal = _in_json(fault, source.text), _in_json(illegal, source.text)
    errors = [found for found in (fault, illegal) if found is not None]
    notes = [*read.notes, *game._notes]
    ends = fault if game.ply_count == len(moves) else illegal
    if ends is not None:
        errors, notes = ([fault for fault in found if fault.at <= ends.at] for found in (errors, notes))
        if not is_json:
            game.last._step.rest = as_comment(source.text[ends.at :])
    if strict:
        errors, notes = [*errors, *notes], []
    return Reading(game, sorted(errors, key=_place), sorted(notes, key=_place))


def _numbered(fault: Fault | None, game: Game) -> Fault | None:
    """A fault in the move that would be the next one, with its number."""
    replay = game._replayed
    if fault is None or replay is None or fault.ply != game.ply_count + 1:
        return fault
    return replace(fault, number=(replay.board.fullmove, replay.board.mover == BLACK))


def _in_json(fault: Fault | None, text: str) -> Fault | None:
    """A fault of JSON, whose objects know no places: put where its words stand as a string, if they do once."""
    if fault is None or fault.at or not fault.text:
        return fault
    words = fault.text.rpartition(".")[2]
    at = text.find(f'"{words}"')
    if at < 0 or text.find(f'"{words}"', at + 1) >= 0:
        return fault
    return replace(fault, at=at + 1, text=words)


def _place(fault: Fault) -> int:
    return fault.at


def _read(source: Text, profile: str | None, limits: Mapping[str, int] | None, *, is_json: bool) -> Read:
    """What the text says, up to its first error."""
    fault = _too_long(source, limits)
    if fault is not None:
        return Read(Document(), [], fault)
    if is_json:
        try:
            document = document_of(read_json(source.text, dict(limits or {})))
        except Refused as refused:
            return Read(Document(), [], refused.fault)
        return Read(document, notes_of(document))
    return read_document(source.text, profile=profile, limits=limits)


def _too_long(source: Text, limits: Mapping[str, int] | None) -> Fault | None:
    usual = next(int(entry["default"]) for entry in registry("limits") if entry["id"] == "game")
    most = (limits or {}).get("game", usual)
    if len(source.text) * 4 > most and source.length > most:
        return Fault("limit-game", f"the text is longer than the limit of {most:,} bytes")
    return None


def looks_like_json(text: str) -> bool:
    """Whether a text is a game as JSON: an object with the keys of one.

    >>> looks_like_json('{"startingPosition": {}}'), looks_like_json('{"slideLimit": 7} K1,1 {no "position": x}')
    (True, False)
    """
    if not (_JSON_START.match(text) and _JSON_END.search(text) and _JSON_KEY.search(text)):
        return False
    depth, known = 0, False
    for step in _JSON_STEP.finditer(text):
        depth += {"{": 1, "}": -1}.get(step.group(), 0)
        known |= depth == 1 and _JSON_KEY.match(text, step.start()) is not None
        if depth == 0:
            # Behind further rules there is more to come.
            return known and not text[step.end() :].strip(" \t\r\n")
    return known
