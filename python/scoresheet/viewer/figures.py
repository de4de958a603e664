"""The questions with pictures that the page offers."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["ALL", "Figure", "present"]


@dataclass(frozen=True)
class Figure:
    """A question with a picture."""

    name: str
    title: str
    columns: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The object for the page."""
        return asdict(self)


ALL: tuple[Figure, ...] = ()


def present(names: Container[str]) -> list[Figure]:
    """The figures for games with these columns."""
    return [figure for figure in ALL if all(column in names for column in figure.columns)]
