"""`Book`: an opening book in the format of Polyglot."""

from __future__ import annotations

import os
import random
import struct
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scoresheet.errors import FileError

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

    from scoresheet._core import Move, Position

__all__ = ["Book", "BookMove"]

_RECORD = struct.Struct(">QHHI")  # key, move, weight, learn
_KEY = struct.Struct(">Q")
_RECORDS_AT_ONCE = 4096  # how many records are read together, when records are read in order


class BookMove(NamedTuple):
    """A move of a book for a position. Returned by `Book.moves`.

    `weight` is the number in the book: the larger it is, the more often the move should be played. `learn` is
    left to programs that learn from their games, and is 0 in most books.
    """

    move: Move
    san: str
    weight: int
    learn: int


class Book:
    """An opening book in the format of Polyglot (`.bin`), of any size.

    A lookup searches the file by halves and reads only a few records. Several threads can share a book. Close it after
    use, or use it in a `with` block.

    >>> import pathlib, struct, tempfile, scoresheet
    >>> start = scoresheet.Position()
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "book.bin"
    >>> _ = path.write_bytes(struct.pack(">QHHI", start.hash, 0o1434, 5, 0))  # e2e4, by the octal digits of its squares
    >>> with scoresheet.Book(path) as book:
    ...     print(len(book), start in book, [(move.san, move.weight) for move in book[start]])
    1 True [('e4', 5)]
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Opens a book.

        Raises:
            FileError: the file cannot be read, or its size is not a multiple of 16 bytes.
        """
        self._path = os.fspath(path)
        self._lock = threading.Lock()
        try:
            # Without a buffer: a search jumps, so that a buffer would read far more than is needed.
            self._file = Path(self._path).open("rb", buffering=0)  # noqa: SIM115 # `close` closes it
            size = self._file.seek(0, os.SEEK_END)
        except OSError as error:
            raise FileError(f"cannot read `{self._path}`: {error}", code="file-unreadable", file=self._path) from error
        self._len, rest = divmod(size, _RECORD.size)
        if rest:
            self._file.close()
            raise self._damaged(f"its last record has {rest} bytes instead of 16", size - rest)

    def moves(self, position: Position) -> list[BookMove]:
        """The moves for a position, the largest weight first; equal weights stay in the order of the book.

        Records whose move is not legal in the position are left out: different positions can share a key.

        Raises:
            FileError: the file cannot be read.
        """
        legal = {_number(move): move for move in position.legal_moves}
        found = [
            BookMove(legal[number], position.write(legal[number]), weight, learn)
            for number, weight, learn in self._records(position.hash)
            if number in legal
        ]
        return sorted(found, key=lambda move: -move.weight)

    def __getitem__(self, position: Position) -> list[BookMove]:
        """The same as `moves`: an empty list if the book does not know the position."""
        return self.moves(position)

    def __contains__(self, position: Position) -> bool:
        return bool(self.moves(position))

    __iter__ = None  # a book knows keys, not positions

    def __len__(self) -> int:
        """The number of records: one for each move of each position."""
        return self._len

    def weighted_choice(self, position: Position, seed: int | None = None) -> BookMove | None:
        """A random move for a position, None if the book has none. A move is as likely as its weight is large.

        Moves with weight 0 are never chosen. The same `seed` chooses the same move.

        Raises:
            FileError: the file cannot be read.
        """
        moves = [move for move in self.moves(position) if move.weight]
        if not moves:
            return None
        return random.Random(seed).choices(moves, [move.weight for move in moves])[0]

    def check(self) -> None:
        """Reads the whole book, and checks that its keys are in order. Lookups in a book out of order miss moves.

        Raises:
            FileError: the keys are not in order, or the file cannot be read. `byte` is the offset of the record.
        """
        last = 0
        for first in range(0, self._len, _RECORDS_AT_ONCE):
            for index, (key, *_) in enumerate(_RECORD.iter_unpack(self._read(first, _RECORDS_AT_ONCE)), first):
                if key < last:
                    raise self._damaged("its keys are not in order", index * _RECORD.size)
                last = key

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Book: {self._path!r}, {self._len} records>"

    def _records(self, key: int) -> list[tuple[int, int, int]]:
        """The move, weight and learn value of each record with a key."""
        found: list[tuple[int, int, int]] = []
        index = self._first(key)
        while index < self._len:
            # Few positions have more moves than are read here. A damaged book can repeat one key without end.
            for other, move, weight, learn in _RECORD.iter_unpack(self._read(index, 32)):
                if other != key:
                    return found
                found.append((move, weight, learn))
            index += 32
        return found

    def _first(self, key: int) -> int:
        """The index of the first record whose key is not smaller."""
        low, high = 0, self._len
        while low < high:
            middle = (low + high) // 2
            if _KEY.unpack_from(self._read(middle, 1))[0] < key:
                low = middle + 1
            else:
                high = middle
        return low

    def _read(self, index: int, count: int) -> bytes:
        """The bytes of this many records, or of those that are left."""
        wanted = min(count, self._len - index) * _RECORD.size
        read = b""
        try:
            with self._lock:
                self._file.seek(index * _RECORD.size)
                while len(read) < wanted and (more := self._file.read(wanted - len(read))):
                    read += more
        except (OSError, ValueError) as error:  # ValueError: it is closed
            raise FileError(f"cannot read `{self._path}`: {error}", code="file-unreadable", file=self._path) from error
        if len(read) < wanted:
            raise self._damaged("it was cut while it was open", index * _RECORD.size + len(read))
        return read

    def _damaged(self, why: str, byte: int) -> FileError:
        message = f"`{self._path}` is not a Polyglot book, or is damaged: {why} (byte {byte})"
        return FileError(message, code="file-damaged", file=self._path, byte=byte)


def _number(move: Move) -> int:
    """A move as 16 bits: the target, the origin and the promotion. Castling moves the king onto its rook."""
    target = move.to_square if move.rook_square is None else move.rook_square
    promotion = 0 if move.promotion is None else move.promotion - 1  # 1 knight to 4 queen
    return promotion << 12 | move.from_square << 6 | target
