"""A text with its encoding, for places that are counted in bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["EncodedText"]


@dataclass(frozen=True)
class EncodedText:
    """A text with its original encoding, because places in it are counted in bytes too."""

    text: str
    encoding: str = "utf-8"

    @classmethod
    def of(cls, data: str | bytes) -> EncodedText:
        """The text for bytes in UTF-8 or, if they are invalid, in Windows-1252.

        >>> EncodedText.of("ü".encode("cp1252"))
        EncodedText(text='ü', encoding='cp1252')
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
        """How many bytes come before each of these characters, which are in the order of the text.

        >>> EncodedText("äbü").bytes_before([0, 1, 3]), EncodedText("äbü", "cp1252").bytes_before([0, 1, 3])
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
        """Its length in bytes."""
        return self._length(0, len(self.text))

    def _length(self, start: int, end: int) -> int:
        part = self.text[start:end]
        return len(part) if self.encoding == "cp1252" or part.isascii() else len(part.encode("utf-8", "surrogatepass"))


# The five bytes that have no character in Windows-1252 are read as Latin-1.
_CP1252 = {byte: letter for byte in range(0x80, 0xA0) if (letter := bytes([byte]).decode("cp1252", "ignore"))}
