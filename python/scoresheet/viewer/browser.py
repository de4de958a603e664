"""Opens the browser at an address that other users of the machine must not see."""

from __future__ import annotations

import html
import os
import webbrowser
from pathlib import Path

from scoresheet import _scratch

__all__ = ["open_browser"]


def open_browser(address: str) -> bool:
    """Opens the user's browser; returns whether there is one.

    The browser gets the name of a file that only this user can read, and which leads to the address: the arguments of
    a process are visible to all users.
    """
    file = _scratch.own() / "open.html"
    file.unlink(missing_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as page:
        target = html.escape(address, quote=True)
        page.write(f'<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={target}">\n')
    try:
        return webbrowser.open(Path(file).as_uri())
    except webbrowser.Error:
        return False
