"""Rows of `cpgn/vectors.jsonl`: whole files in both layouts, and the bits of single codes."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import scoresheet
from scoresheet import _core

Row = dict[str, Any]

# One token of PGN: what cpgn keeps of a text, in order. Move numbers and white space are not compared.
TOKEN = re.compile(
    r"""
      (?P<tag>\[\w+\ "(?:[^"\\]|\\.)*"\])
    | (?P<comment>\{[^}]*\}) | (?P<line>;[^\n]*) | (?P<escape>^%[^\n]*)
    | (?P<number>\d+\.+\s*|\.+) | (?P<marker>1-0|0-1|1/2-1/2|\*) | (?P<nag>\$\d+) | (?P<parenthesis>[()])
    | (?P<move>[A-Za-z0-][\w=+\#:-]*(?:\s+e\.p\.)?) | (?P<glyph>[!?]+) | (?P<other>\S)
    """,
    re.VERBOSE | re.MULTILINE,
)


def _tokens(text: str) -> list[str]:
    found = (match for match in TOKEN.finditer(text) if match.lastgroup != "number")
    return [re.sub(r"\s+e\.p\.", " e.p.", match[0]) if match.lastgroup == "move" else match[0] for match in found]


def _converted(data: bytes, source: str, target: str, **options: Any) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        from_, to = Path(folder) / f"a.{source}", Path(folder) / f"b.{target}"
        from_.write_bytes(data)
        scoresheet.convert(from_, to, keep_spelling=True, **options)
        return to.read_bytes()


def _file(row: Row) -> None:
    layout, data = row["protocol"], bytes.fromhex(row["bytes_hex"])
    written = _converted(row["pgn"].encode(), "pgn", "cpgn", layout=layout)
    assert written == data, f"wrote {written.hex()}, not {data.hex()}"
    if "bits" in row:
        assert "".join(f"{byte:08b}" for byte in data).startswith(row["bits"])
    for options in ({}, {"layout": layout}):
        text = _converted(data, "cpgn", "pgn", **options).decode()
        assert _tokens(text) == _tokens(row["pgn"]), f"read {_tokens(text)}, not {_tokens(row['pgn'])}"


RUNNERS: dict[str, Callable[[Row], None]] = {
    f"cpgn/{layout} file": _file for layout in ("draft", "v0")
}
