"""Binary files whose first bytes look like those of a text encoding or of a compressed file."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path
from typing import Any

import pytest

import scoresheet


def document(length: int) -> bytes:
    """A BSON document of this length, which are its first four bytes."""
    missing = length - len(scoresheet.parse("1. e4 {} e5 *").to("bson"))
    for letters in range(missing - 100, missing + 1):
        text = "x" * letters
        found = scoresheet.parse(f"1. e4 {{{text}}} e5 *").to("bson")
        if len(found) == length:
            return found
    raise AssertionError(length)


@pytest.mark.parametrize("options", [{}, {"from_": "bson"}], ids=["detected", "from"])
@pytest.mark.parametrize("name", ["games.bson", "games.dat"])
@pytest.mark.parametrize(
    ("length", "start"), [(65279, b"\xff\xfe"), (65534, b"\xfe\xff"), (559903, b"\x1f\x8b\x08")], ids=str
)
def test_documents_of_any_length_are_read(
    length: int, start: bytes, name: str, options: dict[str, Any], tmp_path: Path
) -> None:
    one, path = document(length), tmp_path / name
    assert one.startswith(start)
    path.write_bytes(one * 2)
    assert scoresheet.check(path, **options).games == 2
    assert scoresheet.read(one, **options).count() == 1
    packed = path.with_name(f"{name}.gz")
    packed.write_bytes(gzip.compress(one * 2))
    assert scoresheet.read(packed, **options).count() == 2


@pytest.mark.parametrize(("name", "options"), [("book.bin", {}), ("book.dat", {"from_": "polyglot"})])
@pytest.mark.parametrize("start", [0xFEFF, 0xFFFE])
def test_books_may_start_with_any_key(start: int, name: str, options: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(struct.pack(">QHHI", start << 48 | 1, 4 << 9 | 1, 1, 0))
    report = scoresheet.check(path, **options)
    assert (report.inputs[0]["kind"], report.errors) == ("polyglot", ())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(("name", "options"), [("a.pgn", {}), ("a.txt", {}), ("a.pgn", {"from_": "pgn"})])
def test_texts_in_utf_16_are_still_named(encoding: str, name: str, options: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes("\ufeff1. e4 *".encode(encoding))
    with pytest.raises(scoresheet.ReadError, match="UTF-16"):
        scoresheet.read(path, **options).count()
