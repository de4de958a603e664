"""What an engine finds about the positions of a game, and its compact form in a store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scoresheet.errors import MoveError
from scoresheet.game import Evaluation
from scoresheet.notation import Move, Position

if TYPE_CHECKING:
    from scoresheet.uci.lines import Line

__all__ = ["FoundLine", "PositionResult", "decoded", "encoded"]

VERSION = 1
"""The version of the compact form."""


class FoundLine(NamedTuple):
    """A line that an engine found from a position. All numbers are from White's side."""

    eval: Evaluation
    nodes: int | None
    wdl: tuple[int, int, int] | None
    moves: tuple[int, ...]
    """The moves as 16 bits, as `Position.pack` makes them."""

    @property
    def best(self) -> int | None:
        """Its first move; None if it has no moves."""
        return self.moves[0] if self.moves else None

    def played(self, position: Position, plies: int | None = None) -> list[Move]:
        """Its moves from a position, up to this number. They end before the first one that is not legal there."""
        found = []
        for packed in self.moves[:plies]:
            try:
                move = position.unpack(packed)
            except MoveError:
                break
            found.append(move)
            position = position.play(move)
        return found


PositionResult = tuple[FoundLine, ...]
"""The lines found from a position, the best first."""


def result_of(lines: Sequence[Line], position: Position, plies: int) -> PositionResult:
    """The stored part of the lines that an engine found from a position: at most this many moves of each."""
    return tuple(
        FoundLine(line.eval, line.nodes, line.wdl, tuple(_packed(line.moves[: max(1, plies)], position)))
        for line in lines
    )


def _packed(moves: Sequence[Move], position: Position) -> Iterator[int]:
    for move in moves:
        yield position.pack(move)
        position = position.play(move)


def encoded(results: Sequence[PositionResult]) -> bytes:
    """The results in compact form: numbers of 7 bits a byte, and moves of two bytes.

    >>> line = FoundLine(Evaluation(cp=-31, depth=12), 100_000, None, (796, 2356))
    >>> packed = encoded([(line,)])
    >>> len(packed), decoded(packed) == [(line,)]
    (14, True)
    """
    out = bytearray([VERSION])
    _put(out, len(results))
    for result in results:
        _put(out, len(result))
        for line in result:
            _put_line(out, line)
    return bytes(out)


def _put_line(out: bytearray, line: FoundLine) -> None:
    cp, mate, depth = line.eval
    present = [mate is not None, depth is not None, line.nodes is not None, line.wdl is not None]
    out.append(sum(1 << bit for bit, is_there in enumerate(present) if is_there))
    value = mate if mate is not None else cp or 0
    _put(out, value << 1 if value >= 0 else (-value << 1) - 1)
    for number in (depth, line.nodes, *(line.wdl or ())):
        if number is not None:
            _put(out, number)
    _put(out, len(line.moves))
    for move in line.moves:
        out += move.to_bytes(2, "little")


def _put(out: bytearray, number: int) -> None:
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)


def decoded(packed: bytes) -> list[PositionResult]:
    """The results from their compact form.

    Raises:
        ValueError: it is damaged, or of another version.
    """
    reader = _Reader(packed)
    if reader.byte() != VERSION:
        raise ValueError("another version")
    found = [tuple(reader.line() for _ in range(reader.count())) for _ in range(reader.count())]
    if reader.rest:
        raise ValueError("trailing bytes")
    return found


class _Reader:
    def __init__(self, packed: bytes) -> None:
        self._packed, self._at = packed, 0

    @property
    def rest(self) -> int:
        return len(self._packed) - self._at

    def byte(self) -> int:
        if not self.rest:
            raise ValueError("cut off")
        self._at += 1
        return self._packed[self._at - 1]

    def number(self) -> int:
        found = 0
        for shift in range(0, 63, 7):
            byte = self.byte()
            found |= (byte & 0x7F) << shift
            if byte < 0x80:
                return found
        raise ValueError("a number of more than 63 bits")

    def count(self) -> int:
        """A number of things, each of which has at least one byte."""
        count = self.number()
        if count > self.rest:
            raise ValueError("cut off")
        return count

    def line(self) -> FoundLine:
        present = self.byte()
        has_mate, has_depth, has_nodes, has_wdl = (bool(present >> bit & 1) for bit in range(4))
        folded = self.number()
        value = -(folded + 1 >> 1) if folded & 1 else folded >> 1
        depth = self.number() if has_depth else None
        nodes = self.number() if has_nodes else None
        wdl = (self.number(), self.number(), self.number()) if has_wdl else None
        evaluation = Evaluation(None, value, depth) if has_mate else Evaluation(value, None, depth)
        moves = tuple(self.byte() | self.byte() << 8 for _ in range(self.count()))
        return FoundLine(evaluation, nodes, wdl, moves)
