"""Archives whose parts were changed, with checksums that are right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from archive_reader import HEADER, KINDS, MAGIC, TRAILER, Cursor
from xxh3 import xxh3

KIND_NUMBERS = {"Group": 0, "Texts": 1, "Block": 2, "Index": 3, "Rest": 4}
MARKS = {name: mark for mark, name in KINDS.items()}


def leb(number: int) -> bytes:
    """A number as archives have it."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def text(content: bytes) -> bytes:
    return leb(len(content)) + content


def section(kind: str, content: bytes) -> bytes:
    """A section with its checksum."""
    checksum = xxh3(content, KIND_NUMBERS[kind])
    return MARKS[kind] + len(content).to_bytes(4, "little") + checksum.to_bytes(8, "little") + content


def sections(data: bytes) -> Iterator[tuple[int, str, bytes]]:
    """The place, the kind and the content of each section."""
    at = len(MAGIC)
    while at + HEADER <= len(data):
        kind = KINDS[data[at : at + 4]]
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        yield at, kind, data[at + HEADER : at + HEADER + length]
        at += HEADER + length + (8 if kind == "Index" else 0)


@dataclass
class Block:
    """The entry of a block in the index."""

    place: list[int]
    numbers: list[int]


@dataclass
class Forged:
    """An archive with one group, to be changed and written again."""

    sections: list[tuple[str, bytes]]
    sources: list[list[object]]
    header: list[int]
    texts: list[list[int]]
    blocks: list[Block]
    pieces: list[list[int]] = field(default_factory=list)

    @classmethod
    def of(cls, data: bytes) -> Forged:
        found = list(sections(data))
        index = Cursor(found[-1][2])
        sources: list[list[object]] = []
        pieces: list[list[int]] = []
        for _ in range(index.number()):
            source: list[object] = [index.text(), index.take(1)]
            if source[1] == b"\1":
                source += [index.text(), index.take(8)]
                pieces = [index.numbers(4) for _ in range(index.number())]
            sources.append(source)
        assert index.number() == 1
        header = index.numbers(2)
        texts = [index.numbers(2) for _ in range(index.number())]
        blocks = [Block(index.numbers(2), index.numbers(6)) for _ in range(index.number())]
        return cls([one[1:] for one in found[:-1]], sources, header, texts, blocks, pieces)

    def index(self) -> bytes:
        out = [leb(len(self.sources))]
        for source in self.sources:
            out += [text(source[0]), source[1]]  # type: ignore[arg-type, list-item]
            if source[1] == b"\1":
                out += [text(source[2]), source[3], leb(len(self.pieces))]  # type: ignore[arg-type, list-item]
                out += [leb(number) for piece in self.pieces for number in piece]
        out += [leb(1), *map(leb, self.header), leb(len(self.texts))]
        out += [leb(number) for place in self.texts for number in place]
        out += [leb(len(self.blocks))]
        out += [leb(number) for block in self.blocks for number in (*block.place, *block.numbers)]
        return b"".join(out)

    def data(self) -> bytes:
        """The archive, whose sections follow one another. Their lengths must not change."""
        index = section("Index", self.index())
        tail = (len(index) - HEADER).to_bytes(4, "little") + TRAILER
        return b"".join([MAGIC, *(section(*one) for one in self.sections), index, tail])
