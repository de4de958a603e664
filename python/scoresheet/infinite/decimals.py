"""Numbers with a point or an exponent that are written back unchanged."""

from __future__ import annotations

__all__ = ["Real"]


class Real(float):
    """A number of JSON that is not an integer: a `float` that remembers its spelling.

    >>> price = Real("1.50")
    >>> price * 2, price.text, Real("1e400").text
    (3.0, '1.50', '1e400')
    """

    __slots__ = ("text",)

    text: str
    """Its spelling."""

    def __new__(cls, text: str) -> Real:
        """The number with this spelling."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __reduce__(self) -> tuple[type[Real], tuple[str]]:
        return Real, (self.text,)

    def __repr__(self) -> str:
        return self.text
