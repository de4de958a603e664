"""Text compressed as pzstd does it: in frames, before each of which a skippable frame contains its length."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import zstandard

_SKIPPABLE = 0x184D2A50


def compress(text: bytes, size: int) -> bytes:
    """Frames of at most this many bytes of text each."""
    return b"".join(_frames(text[at : at + size] for at in range(0, len(text), size)))


def copy(source: BinaryIO, target: BinaryIO, size: int) -> None:
    """Compresses a file into another."""
    target.writelines(_frames(iter(lambda: source.read(size), b"")))


def _frames(pieces: Iterable[bytes]) -> Iterator[bytes]:
    compressor = zstandard.ZstdCompressor(write_checksum=True)
    for piece in pieces:
        frame = compressor.compress(piece)
        yield struct.pack("<III", _SKIPPABLE, 4, len(frame)) + frame
