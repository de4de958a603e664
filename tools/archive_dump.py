"""The parts of an archive, byte by byte: `archive_dump.py FILE` prints them.

Streams are shown as they are; `tests/archive_reader.py` decodes those of heads and moves.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

MAGIC, HEADER, TAIL = 8, 16, 8
SEGMENT = 16
Part = tuple[int, bytes, str]


class Cursor:
    """Bytes that are taken one part after another, each with its meaning."""

    def __init__(self, data: bytes, at: int, end: int) -> None:
        self.data, self.at, self.end = data, at, end

    def take(self, count: int, says: str) -> Part:
        """The next `count` bytes."""
        part = (self.at, self.data[self.at : self.at + count], says)
        self.at += count
        return part

    def peek(self) -> tuple[int, int]:
        """The next number, and its length in bytes."""
        value = count = 0
        while True:
            byte = self.data[self.at + count]
            value |= (byte & 0x7F) << 7 * count
            count += 1
            if byte < 0x80:
                return value, count

    def number(self, says: str) -> tuple[int, Part]:
        """A number."""
        value, count = self.peek()
        return value, self.take(count, f"{says}: {value}")

    def text(self, says: str) -> Iterator[Part]:
        """A text: its length, and its bytes."""
        length, part = self.number(f"length of {says}")
        yield part
        if length:
            yield self.take(length, says)

    def string(self, says: str) -> Iterator[Part]:
        """A text that is shown as such."""
        length, count = self.peek()
        shown = self.data[self.at + count : self.at + count + length].decode()
        yield self.take(count + length, f"{says}: `{shown}`")


def parts(data: bytes) -> Iterator[Part]:
    """Every part of a file: its place, its bytes, and their meaning."""
    yield 0, data[:MAGIC], "magic"
    cursor = Cursor(data, MAGIC, len(data))
    while cursor.at < len(data) - TAIL:
        kind = data[cursor.at + 3 : cursor.at + 4].decode()
        name, read = SECTIONS[kind]
        yield cursor.take(4, f"**section `{name}`**")
        length = int.from_bytes(data[cursor.at : cursor.at + 4], "little")
        yield cursor.take(4, f"length: {length}")
        yield cursor.take(8, "checksum")
        content = Cursor(data, cursor.at, cursor.at + length)
        yield from read(content)
        if content.at != content.end:
            raise ValueError(f"the section `{name}` has {content.end - content.at} more bytes")
        cursor.at = content.end
    yield cursor.take(4, "length of the index")
    yield cursor.take(4, "trailer")


def group(cursor: Cursor) -> Iterator[Part]:
    """What the blocks of a group share."""
    yield cursor.number("table")[1]
    yield cursor.take(8, "hash of the table")
    for name in ("notation", "rules"):
        count, part = cursor.number(f"number of {name.rstrip('s')}s")
        yield part
        for _ in range(count):
            yield from cursor.string(name)
    for name in ("the start of heads", "the start of items", "the tags of the group", "the comments of the group"):
        yield from cursor.text(name)


def texts(cursor: Cursor) -> Iterator[Part]:
    """Texts of blocks."""
    yield cursor.number("unpacked length")[1]
    yield cursor.take(cursor.end - cursor.at, "zstd frame")


def block(cursor: Cursor) -> Iterator[Part]:
    """Games."""
    yield cursor.number("section of texts")[1]
    yield cursor.number("start in it")[1]
    games, part = cursor.number("games")
    yield part
    yield cursor.number("plies")[1]
    for name in ("`heads`", "`tags`", "`numbers`", "`prose`"):
        yield from cursor.text(name)
    lengths = []
    for segment in range(-(-games // SEGMENT)):
        for name in ("items", "moves", "texts"):
            length, part = cursor.number(f"segment {segment}, length of its {name}")
            lengths += [(length, f"segment {segment}, `{name}`")] if name != "texts" else []
            yield part
    for length, says in lengths:
        if length:
            yield cursor.take(length, says)


def index(cursor: Cursor) -> Iterator[Part]:
    """Where everything is."""
    sources, part = cursor.number("number of sources")
    yield part
    for _ in range(sources):
        yield from source(cursor)
    groups, part = cursor.number("number of groups")
    yield part
    for _ in range(groups):
        yield from place(cursor, "section `Group`")
        for name, more in (("Texts", []), ("Block", BLOCK)):
            count, part = cursor.number(f"number of sections `{name}`")
            yield part
            for _ in range(count):
                yield from place(cursor, f"section `{name}`")
                for says in more:
                    yield cursor.number(says)[1]


def source(cursor: Cursor) -> Iterator[Part]:
    """An input, and where its own bytes are."""
    yield from cursor.string("source")
    is_kept, part = cursor.number("whether its bytes are kept")
    yield part
    if is_kept:
        yield from cursor.string("format")
        yield cursor.take(8, "XXH3-64 of its bytes")
        pieces, part = cursor.number("number of pieces")
        yield part
        for _ in range(pieces):
            yield from place(cursor, "section `Rest`")
            yield cursor.number("games before it")[1]
            yield cursor.number("games")[1]


BLOCK = ["games", "plies", "section of texts", "start in it", "first date", "last date"]


def place(cursor: Cursor, name: str) -> Iterator[Part]:
    """The place of a section."""
    yield cursor.number(f"{name} starts at byte")[1]
    yield cursor.number("length of its content")[1]


def rest(cursor: Cursor) -> Iterator[Part]:
    """A piece of an input."""
    yield cursor.number("bytes of the piece")[1]
    yield cursor.take(1, "layout")
    yield cursor.take(1, "width of lines")
    yield cursor.take(cursor.end - cursor.at, "zstd frame")


SECTIONS = {
    "g": ("Group", group),
    "t": ("Texts", texts),
    "b": ("Block", block),
    "i": ("Index", index),
    "r": ("Rest", rest),
}


if __name__ == "__main__":
    for byte, part, says in parts(Path(sys.argv[1]).read_bytes()):
        print(f"{byte:8} {part[:16].hex(' '):48} {says}")
