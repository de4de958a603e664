"""Numbers with a point or an exponent that are written back as they stood."""

from __future__ import annotations

__all__ = ["Real"]


class Real(float):
    """A number of JSON that is no integer: it counts as a `float`, and remembers its spelling.

    >>> price = Real("1.50")
    >>> price * 2, price.text, Real("1e400").text
    (3.0, '1.50', '1e400')
    """

    __slots__ = ("text",)

    text: str
    """How it was written."""

    def __new__(cls, text: str) -> Real:
        """The number that is written like this."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __reduce__(self) -> tuple[type[Real], tuple[str]]:
        return Real, (self.text,)

    def __repr__(self) -> str:
        return self.text
