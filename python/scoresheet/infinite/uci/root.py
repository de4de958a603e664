"""Infinite chess as engines write it: positions in ICN, and moves such as `4,2>4,4`."""

from __future__ import annotations

import re

from scoresheet._printable import printable
from scoresheet.errors import EngineError, MoveError, UsageError
from scoresheet.infinite.game import Game
from scoresheet.infinite.move import Move
from scoresheet.infinite.node import Node
from scoresheet.infinite.pieces import BY_CODE, Piece
from scoresheet.infinite.position import Position
from scoresheet.infinite.rules.messages import shown_square
from scoresheet.infinite.uci.lines import Line
from scoresheet.uci.faults import engine_error, excerpt
from scoresheet.uci.info import Info
from scoresheet.uci.lines import facts_of
from scoresheet.uci.options import EngineOptions
from scoresheet.uci.searches import SearchRoot, Setting

__all__ = ["DIALECTS", "LARGEST", "IcnRoot", "engine_move"]

DIALECTS = ("doc", "modern")
"""The dialects of ICN for positions, the preferred one first: it can express every position."""

LARGEST = 2**63 - 1001
"""The largest coordinate of an engine that does not name one: of 64 bits, with room for a few steps."""

_DIGITS = 1000
"""How many digits a coordinate may have."""

_NUMBER = rf"-?[0-9]{{1,{_DIGITS}}}"
_MOVE = re.compile(rf"({_NUMBER}),({_NUMBER})>({_NUMBER}),({_NUMBER})(?:=?([A-Za-z]{{1,2}}))?")
_STRING_OR_SPACE = re.compile(r'"(?:[^"\\]|\\.)*"| ')
_OWN = ("UCI_Variant", "UCI_Icn", "UCI_MaxCoordinate")
"""The options of which an engine has at least one."""


class IcnRoot(SearchRoot[Position, Move, Line]):
    """A position to search, with the moves that led to it if it is a game or a node of one.

    Raises:
        UsageError: it is none of these.
    """

    def __init__(self, root: Position | Node | Game) -> None:
        place: object = root.last if isinstance(root, Game) else root
        self._node = place if isinstance(place, Node) else None
        if isinstance(place, Node):
            self.position, self._start, self._moves = _history(place)
        elif isinstance(place, Position):
            self.position, self._start, self._moves = place, place, []
        else:
            what = f"{type(place).__module__}.{type(place).__name__}".removeprefix("builtins.")
            message = f"an engine of infinite chess searches a `Position`, a `Node` or a `Game` of it, not `{what}`"
            raise UsageError(message, hint="`infinite.Position.read` reads ICN")
        self._largest: int | None = None

    def command(self, options: EngineOptions) -> str:
        """The start as ICN, and the moves.

        Raises:
            EngineError: the engine does not know such boards, its dialect cannot express the position, or a number is
                beyond the engine's limit (`engine-option`).
        """
        if not any(name in options for name in _OWN):
            hint = f"it would have one of the options {', '.join(_OWN)}"
            raise engine_error("engine-option", "the engine does not know boards without edges", hint=hint)
        self._largest = _largest(options)
        moves = ["moves", *map(str, self._moves)] if self._moves else []
        command = " ".join(["position icn", _icn_text(self._start, _dialect(options)), *moves])
        if self._largest is not None:
            _refuse_beyond(self._largest, command)
        return command

    def settings(self, options: EngineOptions) -> list[Setting]:
        """The rules, and the dialect of ICN."""
        dialect = _dialect(options)
        return [("UCI_Variant", "infinite", "infinite"), ("UCI_Icn", dialect, dialect)]

    @property
    def ended(self) -> str | None:
        """Why the game has ended on the board; None if it continues.

        Raises:
            ReadError: the rules of the position are not supported.
        """
        if self._node is not None and self._node.next is None and (outcome := self._node.game.outcome) is not None:
            return outcome.condition
        if self.position.is_mate:
            return "checkmate"
        return "stalemate" if self.position.is_stalemate else None

    @property
    def fen(self) -> None:
        """None: a position without edges has no FEN."""

    def legal_move(self, position: Position, text: str) -> Move:
        """The move for a text in ICN, which must not be beyond the limit that the engine itself has named."""
        move = engine_move(position, text)
        for square in (move.start, move.end):
            if self._largest is not None and max(map(abs, square)) > self._largest:
                message = f"{shown_square(square)} is beyond the engine's own limit, `{self._largest}`"
                raise MoveError(message, code="move-illegal", text=text[:80])
        return move

    def line(self, info: Info, *, stopped: bool) -> Line:
        """The line that an engine printed, from White's side."""
        moves = self.moves(info.moves)
        return Line(*facts_of(info, self.position.turn), moves, len(moves) < len(info.moves), stopped)


def engine_move(position: Position, text: str) -> Move:
    """The legal move for a text of an engine: two squares, and the code of the piece that a pawn becomes.

    The code may start with `=`, and may be upper or lower case, because it is always a piece of the player to
    move. A pawn that can promote must do so.

    Raises:
        MoveError: the text is not a move, or the move is illegal.

    >>> position = Position.read("(8|1) K0,0|P2,7|k9,9")
    >>> str(engine_move(position, "2,7>2,8q")), str(engine_move(position, "0,0>-1,1"))
    ('2,7>2,8Q', '0,0>-1,1')
    """
    found = _MOVE.fullmatch(text)
    kind = BY_CODE.get((found[5] or "").lower()) if found else None
    if found is None or (found[5] and (kind is None or kind.neutral)):
        message = f"{excerpt(text)} is not a move: expected two squares, `4,2>4,4`, and a promotion, `2,7>1,8Q`"
        raise MoveError(message, code="move-syntax", text=printable(text[:80]))
    x, y, to_x, to_y = map(int, found.group(1, 2, 3, 4))
    move = Move((x, y), (to_x, to_y), None if kind is None else Piece(kind, position.mover))
    if not position.is_legal(move):
        position.play(move, rules="modern")  # raises the reason
    return move


def _history(node: Node) -> tuple[Position, Position, list[Move]]:
    """The position of a node, and the last position before it from which all moves can be sent, with these moves."""
    moves: list[Move] = []
    # A pawn may stay a pawn by the rules of the description, which engines need not know.
    declined = {note.ply for note in node.game._replay().notes if note.code == "promotion-declined"}
    at = node
    while (before := at.parent) is not None and at.move is not None and not at.illegal and at.ply not in declined:
        moves.append(at.move)
        at = before
    return node.position, at.position, moves[::-1]


def _dialect(options: EngineOptions) -> str:
    """The dialect in which an engine reads positions."""
    option = options.get("UCI_Icn")
    if option is None:
        return DIALECTS[0]
    offered = {choice.lower() for choice in option.choices}
    found = next((dialect for dialect in DIALECTS if dialect in offered), None)
    if found is None:
        hint = f"`UCI_Icn` would be a combo of {' and '.join(f'`{dialect}`' for dialect in DIALECTS)}, or one of them"
        raise engine_error("engine-option", "the engine reads no known dialect of ICN", hint=hint)
    return found


def _largest(options: EngineOptions) -> int | None:
    """The largest coordinate that an engine can have, in either direction; None if it has no limit."""
    option = options.get("UCI_MaxCoordinate")
    if option is None:
        return LARGEST
    text = str(option.default)
    if text == "":
        return None
    if not re.fullmatch(rf"[0-9]{{1,{_DIGITS}}}", text):
        hint = "it would be a string with a number, or `<empty>` for no limit"
        raise engine_error("engine-option", f"the option `UCI_MaxCoordinate` has no number: {excerpt(text)}", hint=hint)
    return int(text)


def _icn_text(position: Position, dialect: str) -> str:
    """A position on one line, without decoration, and without spaces in its JSON."""
    plain = position.replace(squares=(), rays=())
    losses = Game(start=plain).losses("icn", profile=dialect)
    if losses:
        message = f"the dialect `{dialect}` of ICN cannot express the position: it lacks {losses[0].kind}"
        raise engine_error("engine-option", message, hint="use an engine that reads the dialect `doc`")
    text = plain.to_icn(dialect)
    before, brace, rest = text.partition("{")
    inside, closing, after = rest.rpartition("}")
    # A string may hold ` moves `, which would end the position.
    packed = _STRING_OR_SPACE.sub(lambda found: found[0].replace(" ", r"\u0020") if found[0] != " " else "", inside)
    return f"{before}{brace}{packed}{closing}{after}"


def _refuse_beyond(largest: int, command: str) -> None:
    """Raises an error if any number is too large for an engine, which would silently misread it."""
    digits = len(str(largest))
    for number in re.findall(r"[0-9]+", command):
        if len(number) > digits or (len(number) == digits and int(number) > largest):
            raise _beyond(largest, number)


def _beyond(largest: int, number: str) -> EngineError:
    message = f"the position has the number {excerpt(number)}, and the engine has none beyond `{largest}`"
    hint = "use an engine whose option `UCI_MaxCoordinate` is larger, or `<empty>` for no limit"
    return engine_error("engine-option", message, hint=hint)
