"""A reader of archives in plain Python, from docs/reference/archive-format.md alone.

It reads the frame with its checksums, the heads and items of games, and their moves. It does not decode tags and
comments, which the page does not define; the caller passes the starts of games that start at the board of a FEN tag.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import zstandard

from archive_moves import NOTHING, Line, Move, Table, usual
from xxh3 import xxh3

MAGIC, TRAILER, HEADER = b"\xf5SCZ\r\n\x1a\x01", b"SCZ\n", 16
KINDS = {
    b"\xf5SZg": "Group",
    b"\xf5SZt": "Texts",
    b"\xf5SZb": "Block",
    b"\xf5SZi": "Index",
    b"\xf5SZr": "Rest",
}
SEGMENT = 16
MARKERS = [None, "1-0", "0-1", "1/2-1/2", "0-0", "*"]
PLAIN, DEAD, ITEMS, TEXT = range(4)
END, MOVE, ODD, NAG, OPEN, CLOSE, INNER = 0, 1, 2, 3, 6, 7, 8
FIRST_TEXT = 10
LEVELS = [32, 64, 128, 256, 512, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768]
LEVELS += [40960, 49152, 53248, 57344, 59392, 61440, 62464, 63488, 64000, 64512, 65024, 65280, 65408, 65472, 65503]
WORD32 = (1 << 32) - 1


class Cursor:
    """Numbers and texts, one after another."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        assert self.at + count <= len(self.data), "it ends too early"
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def numbers(self, count: int) -> list[int]:
        return [self.number() for _ in range(count)]

    def text(self) -> bytes:
        return self.take(self.number())

    def several(self, read: Callable[[], Any]) -> list[Any]:
        return [read() for _ in range(self.number())]

    def is_done(self) -> bool:
        return self.at == len(self.data)


class Bit:
    """The probability of a bit, which follows the bits that were read."""

    __slots__ = ("limit", "p", "seen")

    def __init__(self) -> None:
        self.p, self.seen, self.limit = 1 << 15, 0, 60

    def learn(self, bit: int) -> None:
        rate = (1 << 16) // (2 * self.seen + 3)
        self.p = min(max(self.p + ((65535 * bit - self.p) * rate >> 15), 32), 65535 - 32)
        self.seen += self.seen < self.limit

    def bits(self) -> Iterator[Bit]:
        yield self


class Decoder:
    """The range coder."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at, self.range = data, 4, WORD32
        self.code = int.from_bytes(data[:4].ljust(4, b"\0"), "big")

    def widen(self) -> None:
        while self.range < 1 << 24:
            byte = self.data[self.at] if self.at < len(self.data) else 0
            self.at += 1
            self.code, self.range = (self.code << 8 | byte) & WORD32, self.range << 8

    def bit(self, model: Bit) -> int:
        split = (self.range >> 16) * model.p
        bit = int(self.code < split)
        if bit:
            self.range = split
        else:
            self.code, self.range = self.code - split, self.range - split
        model.learn(bit)
        self.widen()
        return bit

    def symbol(self, frequencies: list[int]) -> int:
        """The index of a symbol."""
        total = sum(frequencies)
        unit = self.range // total
        place, before = min(self.code // unit, total - 1), 0
        for index, frequency in enumerate(frequencies):
            if place < before + frequency:
                self.take(unit, before, frequency)
                return index
            before += frequency
        raise AssertionError

    def take(self, unit: int, before: int, frequency: int) -> None:
        self.code, self.range = self.code - before * unit, frequency * unit
        self.widen()

    def plain(self, count: int) -> int:
        value = 0
        while count:
            part = min(count, 16)
            unit = self.range >> part
            found = min(self.code // unit, (1 << part) - 1)
            self.take(unit, found, 1)
            value, count = value << part | found, count - part
        return value


class Tree:
    """Symbols below a power of two."""

    def __init__(self, depth: int) -> None:
        self.depth, self.models = depth, [Bit() for _ in range(1 << depth)]

    def read(self, decoder: Decoder) -> int:
        node = 1
        for _ in range(self.depth):
            node = 2 * node + decoder.bit(self.models[node])
        return node - (1 << self.depth)

    def bits(self) -> Iterator[Bit]:
        yield from self.models[1:]


class Number:
    """Numbers of any size."""

    def __init__(self) -> None:
        self.length, self.tops = Tree(7), [Tree(3) for _ in range(65)]

    def read(self, decoder: Decoder) -> int:
        length = min(self.length.read(decoder), 64)
        if length == 0:
            return 0
        fine = min(length - 1, 3)
        coarse = length - 1 - fine
        top = self.tops[length].read(decoder) % (1 << fine)
        return (1 << length - 1) + (top << coarse) + decoder.plain(coarse)

    def bits(self) -> Iterator[Bit]:
        yield from self.length.bits()
        for top in self.tops:
            yield from top.bits()


class Head(NamedTuple):
    """What is known of a game besides its tags and moves."""

    vgn: int
    notation: int
    start: int
    rules: int | None
    marker: str | None
    body: int
    plies: int | None


class HeadModel:
    """The model of the stream `heads`."""

    def __init__(self, start: bytes) -> None:
        self.vgn, self.notation, self.start, self.rules = Bit(), Number(), Tree(2), Number()
        self.marker, self.bodies = Tree(3), [Tree(2) for _ in range(8)]
        self.plies = [Number() for _ in range(8)]
        parts = [self.vgn, self.notation, self.start, self.rules, self.marker, *self.bodies, *self.plies]
        read_start(start, (bit for part in parts for bit in part.bits()))

    def read(self, decoder: Decoder) -> Head:
        vgn, notation, start = decoder.bit(self.vgn), self.notation.read(decoder), self.start.read(decoder)
        rules = self.rules.read(decoder) if start else None
        marker = self.marker.read(decoder)
        body = self.bodies[marker].read(decoder)
        plies = self.plies[marker].read(decoder) if body == PLAIN else None
        return Head(vgn, notation, start, rules, MARKERS[marker], body, plies)


class ItemModel:
    """The model of the stream `items`."""

    def __init__(self, start: bytes) -> None:
        self.kinds, self.nags = [Tree(5) for _ in range(512)], [Tree(8), Tree(8)]
        self.inner, self.illegal = Tree(3), Bit()
        parts = [*self.kinds, *self.nags, self.inner, self.illegal]
        read_start(start, (bit for part in parts for bit in part.bits()))

    def game(self, decoder: Decoder) -> Iterator[tuple[int, int]]:
        """The kinds of the tokens of a game, and the bits of odd moves."""
        last = earlier = depth = 0
        while True:
            packed = 0
            kind = self.kinds[(last * 8 + min(earlier, 7)) * 2 + (depth > 0)].read(decoder)
            if kind == NAG:
                self.nags[last == NAG].read(decoder)
            elif kind == INNER:
                self.inner.read(decoder)
            elif kind == ODD:
                packed = decoder.plain(17)
                decoder.bit(self.illegal)
            yield kind, packed
            if kind == END:
                return
            depth = max(depth + (kind == OPEN) - (kind == CLOSE), 0)
            last, earlier = kind, last


def read_start(data: bytes, bits: Iterator[Bit]) -> None:
    """What the bits of a model have learned."""
    decoder, used, sure, levels, before = Decoder(data), [Bit(), Bit()], Bit(), [Tree(5), Tree(5)], 0
    for bit in bits:
        before = decoder.bit(used[before])
        if before:
            is_sure = decoder.bit(sure)
            bit.p, bit.seen = LEVELS[min(levels[is_sure].read(decoder), 30)], 24 if is_sure else 4


class Group:
    """What the blocks of a group share."""

    def __init__(self, content: bytes) -> None:
        cursor = Cursor(content)
        self.table, self.hash = cursor.number(), int.from_bytes(cursor.take(8), "little")
        self.notations, self.rules = cursor.several(cursor.text), cursor.several(cursor.text)
        self.heads, self.items, self.tags, self.comments = (cursor.text() for _ in range(4))
        assert cursor.is_done()


class Segment(NamedTuple):
    """The streams of the games of a segment."""

    items: bytes
    moves: bytes
    texts: bytes


class Block:
    """The streams of a block."""

    def __init__(self, content: bytes, texts: list[bytes]) -> None:
        cursor = Cursor(content)
        section, start = cursor.numbers(2)
        self.place = (section, start)
        self.games, self.plies = cursor.numbers(2)
        self.heads, self.tags, self.numbers, self.prose = (cursor.text() for _ in range(4))
        lengths = [cursor.numbers(3) for _ in range(-(-self.games // SEGMENT))]
        own = Cursor(texts[section - 1][start:] if section else b"")
        self.segments = [
            Segment(cursor.take(items), cursor.take(moves), own.take(others)) for items, moves, others in lengths
        ]
        assert cursor.is_done()


class Archive:
    """A file whose frame has been read, and all of whose checksums are right."""

    def __init__(self, data: bytes) -> None:
        assert data.startswith(MAGIC)
        assert data.endswith(TRAILER)
        self.data = data
        length = int.from_bytes(data[-8:-4], "little")
        cursor = Cursor(self.section(len(data) - 8 - length - HEADER, length, "Index"))
        self.sources = cursor.several(lambda: self.source(cursor))
        self.groups = cursor.several(lambda: self.group(cursor))
        assert cursor.is_done()

    def source(self, cursor: Cursor) -> str:
        """The name of an input; its own bytes are only checked."""
        name = cursor.text().decode()
        if cursor.take(1)[0]:
            cursor.text()
            cursor.take(8)
            for byte, length, _before, _games in cursor.several(lambda: cursor.numbers(4)):
                self.section(byte, length, "Rest")
        return name

    def section(self, byte: int, length: int, kind: str) -> bytes:
        """The content of a section."""
        header, content = self.data[byte : byte + HEADER], self.data[byte + HEADER : byte + HEADER + length]
        assert KINDS[header[:4]] == kind
        assert int.from_bytes(header[4:8], "little") == length == len(content)
        seed = list(KINDS.values()).index(kind)
        assert int.from_bytes(header[8:], "little") == xxh3(content, seed), f"the checksum of the {kind} at {byte}"
        return content

    def group(self, cursor: Cursor) -> tuple[Group, list[Block]]:
        group = Group(self.section(*cursor.numbers(2), "Group"))
        texts = cursor.several(lambda: unpacked(self.section(*cursor.numbers(2), "Texts")))
        return group, cursor.several(lambda: self.block(cursor, texts))

    def block(self, cursor: Cursor, texts: list[bytes]) -> Block:
        block = Block(self.section(*cursor.numbers(2), "Block"), texts)
        games, plies, section, start, first, last = cursor.numbers(6)
        assert (games, plies, (section, start)) == (block.games, block.plies, block.place)
        assert first <= last
        return block

    def games(self, folder: Path, starts: Iterable[Line] = ()) -> Iterator[Game]:
        """The games, with the tables in a folder, and the starts of those that have another one than the usual one."""
        others = iter(starts)
        for group, blocks in self.groups:
            table = find_table(group, folder)
            for block in blocks:
                yield from games_of(group, block, table, others)


def unpacked(content: bytes) -> bytes:
    cursor = Cursor(content)
    length = cursor.number()
    texts = zstandard.ZstdDecompressor().decompress(content[cursor.at :], max_output_size=length)
    assert len(texts) == length
    return texts


FILES = {
    1: ("1-plain.table", "lichess.book"),
    2: ("2-rich.table", "lichess.book"),
    3: ("3-masters.table", "masters.book"),
    4: ("4-masters-rich.table", "masters.book"),
    5: ("5-shapes.table", "lichess.book"),
    6: ("6-masters-shapes.table", "masters.book"),
}


def find_table(group: Group, folder: Path) -> Table:
    files = [folder / name for name in FILES[group.table]]
    assert group.hash == xxh3(b"".join(file.read_bytes() for file in files)), "the table has another hash"
    return Table.read(*files)


class Coded(NamedTuple):
    """A move, and what the range coder received for it."""

    uci: str
    index: int
    frequencies: list[int]


class Game(NamedTuple):
    """The head of a game and the moves of its mainline."""

    head: Head
    moves: list[Coded]


def games_of(group: Group, block: Block, table: Table, starts: Iterator[Line]) -> Iterator[Game]:
    decoder, model = Decoder(block.heads), HeadModel(group.heads)
    heads = [model.read(decoder) for _ in range(block.games)]
    for number, segment in enumerate(block.segments):
        reader = SegmentReader(group, segment, table)
        for head in heads[SEGMENT * number : SEGMENT * (number + 1)]:
            yield Game(head, reader.game(head, next(starts) if head.start else usual()))


class SegmentReader:
    """The games of a segment, one after another."""

    def __init__(self, group: Group, segment: Segment, table: Table) -> None:
        self.table, self.moves = table, Decoder(segment.moves)
        self.items, self.model = Decoder(segment.items), ItemModel(group.items)

    def game(self, head: Head, line: Line) -> list[Coded]:
        """The moves of the mainline of the next game, which starts at this position."""
        if head.body == TEXT:
            return []
        if head.body == ITEMS:
            return self.with_items(line)
        found: list[Coded] = []
        while line.board.legal() if head.plies is None else len(found) < head.plies:
            coded, move = self.move(line)
            found.append(coded)
            line = line.play(move)
            assert len(found) <= 10_000, "the moves do not end"
        return found

    def move(self, line: Line) -> tuple[Coded, Move]:
        moves, frequencies = line.frequencies(self.table)
        index = self.moves.symbol(frequencies) if len(moves) > 1 else 0
        return Coded(line.uci(moves[index]), index, frequencies), moves[index]

    def with_items(self, line: Line) -> list[Coded]:
        mainline: list[Coded] = []
        lines: list[tuple[Line | None, Line]] = [(None, line)]
        for kind, packed in self.model.game(self.items):
            before, now = lines[-1]
            if kind == MOVE:
                coded, move = self.move(now)
                lines[-1] = (now, now.play(move))
                if len(lines) == 1:
                    mainline.append(coded)
            elif kind == ODD:
                move = odd_move(now, packed)
                lines[-1] = (now, now.play(move).anew())
                if len(lines) == 1:
                    mainline.append(Coded("0000" if move is None else now.uci(move), 0, []))
            elif kind == OPEN:
                lines.append((None, now if before is None else before))
            elif kind == CLOSE:
                lines.pop()
        return mainline


def odd_move(line: Line, packed: int) -> Move | None:
    """A move that the model does not code; None for a null move."""
    origin, destination, promoted, kind = packed & 63, packed >> 6 & 63, packed >> 12 & 7, packed >> 15
    if kind == 3:
        return None
    assert kind == 0, "no other kind of illegal move is tested"
    origin, destination = (square ^ (56 if line.black else 0) for square in (origin, destination))
    piece, captured = line.board.squares[origin], line.board.squares[destination]
    assert piece is not None
    captured_role = NOTHING if captured is None else captured[1]
    return Move(piece[1], origin, destination, captured_role, promoted - 1 if promoted else None)
