"""Schemas of Better Game Notation, for programs that check documents without playing the moves.

| file | what it describes |
|---|---|
| `bgn.schema.json` | documents as JSON, the formats `bgn` and `bgnl`: JSON Schema, draft 2020-12 |
| `bgn.xsd` | documents as XML, the format `bgnx`: XML Schema 1.0 |

Both allow fields that the notation does not define, and check the types of those that it does. Only reading shows
whether a move can be played and whether a field agrees with the board: see `scoresheet.check`.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["NAMES", "path"]

NAMES: tuple[str, ...] = ("bgn.schema.json", "bgn.xsd")
"""The names of the files."""


def path(name: str) -> Path:
    """The path of the schema with this name on this machine.

    Raises `UsageError` if there is no schema with that name.

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

        raise UsageError(f"there is no schema `{name}`", hint=f"known schemas: {', '.join(NAMES)}")
    return Path(__file__).with_name(name)
