"""Proves that cpgn keeps every token of PGN: PGN to cpgn and back, in both layouts, compared token by token.

    python tools/tokens.py [-o build/tokens.json] [FILE_OR_FOLDER...]

Without names, the archives `masters`, `historic`, `annotated`, `weird` and `lichess-other` of SCORESHEET_DATA are
taken. Both texts are split by a regular expression that is independent of the program: tags unchanged, and words,
signs, NAGs, comments, `;` and `%` lines, parentheses and results in their order. White space, move numbers and dots
are left out, which no layout keeps. What differs is counted by its reason if cpgn is not meant to keep it, and is
unexplained otherwise.
"""

from __future__ import annotations

import argparse
import collections
import difflib
import json
import multiprocessing
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, Literal

import real_games
import scoresheet

ARCHIVES = ("masters", "historic", "annotated", "weird", "lichess-other")
Layout = Literal["draft", "v0"]
LAYOUTS: tuple[Layout, ...] = ("draft", "v0")
PROCESSES = 2

TAG = r'\[\s*(?P<name>[^\s"\[\]]+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]'
TOKEN = re.compile(
    rf"""
      (?P<comment>\{{[^}}]*\}}?) | (?P<line>;[^\r\n]*) | ^(?P<escape>%[^\r\n]*) | (?P<tag>{TAG})
    | (?P<nag>\$[\d.]*\d) | (?P<glyph>[!?]+) | (?P<parenthesis>[()])
    | (?P<word>[^\s(){{}}\[\];<>$!?*.,%]+) | (?P<other>[^\s.])
    """,
    re.VERBOSE | re.MULTILINE,
)
# A byte-order mark, and the mark by which DOS ends a file.
MARKS = "[\ufeff\x1a]"
RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}

MISSING = "the result was missing, and the one that the game implies was written"
SPELLED = "the result was spelled in another way"
QUOTED = "the quotes of a tag were missing or not escaped, which the reader reported"
BEHIND = "a `<` or `>` followed the result of a game whose line was given up, where only comments keep their place"
CLOSED = "a comment or a variation that was left open was closed"


def tokens(text: str) -> tuple[list[str], list[str]]:
    """The tags of a text, and its other tokens."""
    tags, others = [], []
    for match in TOKEN.finditer(re.sub(MARKS, "", text)):
        match match.lastgroup:
            case "tag" | "value" | "name":
                tags.append(f'{match["name"]} "{match["value"]}"')
            case "word" if match[0].isdigit():
                pass
            case _:
                others.append(match[0])
    return tags, others


def decoded(data: bytes) -> str:
    """A text as the reader takes it: each game that is not UTF-8 as Windows-1252."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return "".join(map(game_of, re.split(rb"(?=^\[Event )", data, flags=re.MULTILINE)))


def game_of(data: bytes) -> str:
    """The text of one game."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return "".join(bytes([byte]).decode("cp1252", "replace") for byte in data)


def compare_file(path: Path, layout: Layout) -> dict[str, Any]:
    """Take one file to cpgn and back."""
    with tempfile.TemporaryDirectory() as folder:
        packed, back = Path(folder) / "a.cpgn", Path(folder) / "a.pgn"
        written = scoresheet.convert(path, packed, from_="pgn", layout=layout)
        scoresheet.convert(packed, back, keep_spelling=True)
        source, again = tokens(decoded(path.read_bytes())), tokens(back.read_bytes().decode())
    notes = {note.code for note in written.notes}
    found: collections.Counter[str] = collections.Counter()
    examples = []
    for before, after in zip(source, again, strict=True):
        for old, new in differences(before, after):
            reason = reason_of(old, new, notes)
            found[reason] += 1
            if reason == "unexplained":
                examples.append(f"{path.name}: {old[:4]} became {new[:4]}")
    counted = sum(map(len, source))
    return {"games": written.written, "tokens": counted, "found": dict(found), "examples": examples[:3]}


def differences(before: list[str], after: list[str]) -> list[tuple[list[str], list[str]]]:
    """The runs of tokens that differ."""
    if before == after:
        return []
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return [(before[a:b], after[c:d]) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]


def reason_of(old: list[str], new: list[str], notes: set[str]) -> str:
    """Why these tokens differ."""
    added = [token for token in new if token not in RESULTS]
    if not old and set(new) <= RESULTS:
        return MISSING
    if len(old) == len(new) == 1 and new[0] in RESULTS:
        return SPELLED
    opened = [token for token in added if token != ")"]
    if (not old and not opened) or (len(old) == len(opened) == 1 and opened[0] == f"{old[0]}}}"):
        return CLOSED
    if notes & {"tag-quote", "tag-unclosed"}:
        tags = not old and all(token.endswith(('"', "]")) for token in added)
        if tags or (not added and old[0] == "["):
            return QUOTED
    if "reserved" in notes and {*old, *new} <= {"<", ">"}:
        return BEHIND
    return "unexplained"


def work(task: tuple[Path, Layout]) -> tuple[Path, Layout, dict[str, Any]]:
    """One file in one layout, in a separate process."""
    path, layout = task
    return path, layout, compare_file(path, layout)


def files(names: list[str]) -> list[tuple[str, Path]]:
    """The files of PGN with the name of what they were found in."""
    found = []
    for name in names or ARCHIVES:
        place = Path(name) if Path(name).exists() else real_games.find(name)
        if place is None:
            print(f"skipped: `{name}` is not in SCORESHEET_DATA", file=sys.stderr)
            continue
        among = sorted(place.rglob("*")) if place.is_dir() else [place]
        found += [(Path(name).name, path) for path in among if path.suffix.lower() == ".pgn"]
    return found


def main(arguments: list[str]) -> int:
    """Compare all files; 1 if a difference is unexplained."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args(arguments)
    chosen = files(options.names)
    names = {path: name for name, path in chosen}
    rows: dict[str, dict[str, Any]] = {}
    with multiprocessing.Pool(PROCESSES) as pool:
        tasks = [(path, layout) for _, path in chosen for layout in LAYOUTS]
        for path, layout, result in pool.imap_unordered(work, tasks, chunksize=4):
            row = rows.setdefault(f"{names[path]} {layout}", {"files": 0, "games": 0, "tokens": 0, "found": {}})
            row["files"] += 1
            row["games"] += result["games"]
            row["tokens"] += result["tokens"]
            for reason, count in result["found"].items():
                row["found"][reason] = row["found"].get(reason, 0) + count
            row.setdefault("examples", []).extend(result["examples"])
    for name, row in sorted(rows.items()):
        row["examples"] = row["examples"][:10]
        print(f"{name}: {row['files']} files, {row['games']} games, {row['tokens']} tokens")
        for reason, count in row["found"].items():
            print(f"  {count}: {reason}")
        for example in row["examples"]:
            print(f"    {example}")
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(json.dumps(dict(sorted(rows.items())), indent=1, ensure_ascii=False) + "\n")
    return 1 if any("unexplained" in row["found"] for row in rows.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
