"""Schemas of Better Game Notation, for programs that check documents without reading games.

| file | what it describes |
|---|---|
| `bgn.schema.json` | documents as JSON, the formats `bgn` and `bgnl`: JSON Schema, draft 2020-12 |
| `bgn.xsd` | documents as XML, the format `bgnx`: XML Schema 1.0 |

Both allow fields that the notation does not name, and hold those that it names to their types. Only reading tells
whether a move can be played and whether a field says what the board says: see `scoresheet.check`.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["NAMES", "path"]

NAMES: tuple[str, ...] = ("bgn.schema.json", "bgn.xsd")
"""The files that there are."""


def path(name: str) -> Path:
    """Where the schema of this name stands on this machine.

    Raises `UsageError` where there is none of that name.

    ```pycon
    >>> import json
    >>> from scoresheet import schemas
    >>> schema = json.loads(schemas.path("bgn.schema.json").read_text("utf-8"))
    >>> schema["$schema"]
    'https://json-schema.org/draft/2020-12/schema'
    >>> schemas.path("bgn.xsd").name
    'bgn.xsd'

    ```
    """
    if name not in NAMES:
        from scoresheet.errors import UsageError

        raise UsageError(f"there is no schema `{name}`", hint=f"those there are: {', '.join(NAMES)}")
    return Path(__file__).with_name(name)
