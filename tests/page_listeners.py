"""Listeners to events of the browser's pages, which end with the test: later tests use the same pages."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest

__all__ = ["Listen", "listening", "refuse_listeners"]

Listen: TypeAlias = "Callable[[Any, str, Callable[[Any], Any]], None]"


@contextlib.contextmanager
def listening() -> Iterator[Listen]:
    """Gives a function that listens to an event of a page, or of a context, until the block ends."""
    watching: list[tuple[Any, str, Callable[[Any], Any]]] = []

    def listen(page: Any, event: str, note: Callable[[Any], Any]) -> None:
        type(page).on(page, event, note)
        watching.append((page, event, note))

    try:
        yield listen
    finally:
        for page, event, note in watching:
            page.remove_listener(event, note)


def refuse_listeners(page: Any) -> None:
    """Lets a page, and its context, refuse listeners that would stay on it."""

    def refuse(event: str, _note: object) -> None:
        pytest.fail(f"a later test would have this listener, too: write `listen(page, {event!r}, …)`")

    for owner in (page, page.context):
        owner.on = owner.once = refuse
