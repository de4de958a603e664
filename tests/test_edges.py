"""Inputs as people have them: small files at the edges of each format, and the facts that must hold of each.

`vectors/edges/README.md` describes the rows. Rows that are not read correctly yet are listed there in `waiting.json`
with what they wait for; a row that becomes right must leave that list.
"""

from __future__ import annotations

import base64
import csv
import io
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from command_line import run

VECTORS = Path(__file__).parents[1] / "vectors" / "edges"
ROWS = [json.loads(line) for line in (VECTORS / "cases.jsonl").read_text("utf-8").splitlines()]
WAITING = json.loads((VECTORS / "waiting.json").read_text("utf-8"))
ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "ECO", "Variant", "FEN"]
# A column of the position's fields as the run of a table prints them may be rounded.
NEAR = 0.006

Facts = dict[str, Any]


class Row:
    """A row with its input in a folder."""

    def __init__(self, row: Facts, folder: Path) -> None:
        self.facts = row
        self.folder = folder
        self.options: list[str] = row.get("options", [])
        self.path = folder / f"in.{row.get('ext', 'pgn')}"
        encoded = row["text"].encode(row.get("encode", "utf-8")) if "text" in row else b""
        self.path.write_bytes(base64.b64decode(row["b64"]) if "b64" in row else encoded)

    def wrong(self) -> list[str]:
        """What is wrong with it."""
        if "then" in self.facts:
            given, self.path = self.path, self.folder / f"then.{self.facts['then']}"
            self.command("convert", given, "-o", self.path, "--quiet", *self.facts.get("then_options", []))
            self.options = []
            if not self.path.exists():
                return ["it is not converted"]
        return self.missed(self.facts)

    def command(self, *words: object, **environment: str) -> tuple[int, str, str]:
        """The status and the outputs of a command with the row's options."""
        done = run(*words, *self.options, **environment)
        printed, told = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
        assert "Traceback (most" not in printed + told, told
        assert "panicked" not in told, told
        return done.returncode, printed, told

    def missed(self, wanted: Facts) -> list[str]:
        """The facts that do not hold."""
        found = []
        for keys, look in (
            ("status games plies format errors notes noted says", self.report),
            ("tags result moves", self.cells),
            ("nags doc", self.document),
            ("has hasnot", self.text),
            ("query", self.answer),
        ):
            if any(key in wanted for key in keys.split()):
                found += look(wanted)
        for wanted_command in wanted.get("commands", []):
            found += self.effects(wanted_command)
        if "one_of" in wanted:
            tried = [self.missed(choice) for choice in wanted["one_of"]]
            found += [] if [] in tried else [f"none of {tried}"]
        return found

    def report(self, wanted: Facts) -> list[str]:
        status, printed, told = self.command("check", self.path, "--json")
        report = json.loads(printed) if printed.startswith("{") else {"errors": [], "notes": [], "inputs": []}
        report |= {"status": status, "format": next((source["kind"] for source in report["inputs"]), None)}
        keys = ("status", "games", "plies", "format")
        found = [f"{key} {report.get(key)!r}" for key in keys if key in wanted and report.get(key) != wanted[key]]
        errors, notes = ({fault["code"]: fault["count"] for fault in report[which]} for which in ("errors", "notes"))
        if "errors" in wanted:
            counted = {code: count for code, count in wanted["errors"].items() if count is not None}
            if set(errors) != set(wanted["errors"]) or any(errors[code] != count for code, count in counted.items()):
                found.append(f"errors {errors}")
        found += [f"no note {code}" for code in wanted.get("notes", []) if code not in notes]
        if "noted" in wanted and bool(set(notes) - {"termination-missing"}) != wanted["noted"]:
            found.append(f"notes {sorted(notes)}")
        if "says" in wanted:
            _, printed, told = self.command("check", self.path)
            found += [f"does not say {text!r}" for text in wanted["says"] if text not in printed + told]
        return found

    def cells(self, wanted: Facts) -> list[str]:
        names = [*ROSTER, *(name for _, name, _ in wanted.get("tags", []) if name not in ROSTER)]
        fields = f"fields={','.join(dict.fromkeys([*names, 'moves']))}"
        _, printed, _ = self.command("convert", self.path, "--to", "csv", "--moves", "uci", "-O", fields, "--quiet")
        rows = list(csv.DictReader(io.StringIO(printed, newline="")))
        facts = list(wanted.get("tags", []))
        facts += [(game, "Result", value) for game, value in wanted.get("result", [])]
        facts += [(game, "moves", value) for game, value in wanted.get("moves", [])]
        cell = {(game, name): rows[game].get(name) if game < len(rows) else None for game, name, _ in facts}
        return [f"{game} {name} {cell[game, name]!r}" for game, name, value in facts if cell[game, name] != value]

    def document(self, wanted: Facts) -> list[str]:
        _, printed, _ = self.command("convert", self.path, "--to", "bgnl", "--quiet")
        documents = [json.loads(line) for line in printed.splitlines()]
        found = []
        for game, ply, numbers in wanted.get("nags", []):
            moves = [move for move in documents[game]["moves"] if move]
            notes = moves[ply - 1].get("a", []) if ply <= len(moves) else []
            nags = [note["nag"] for note in notes if "nag" in note]
            found += [f"game {game} ply {ply}: {nags}"] if nags != numbers else []
        for game, place, value in wanted.get("doc", []):
            there = _inside(documents[game], place) if game < len(documents) else None
            found += [f"game {game} {place}: {there!r}"] if there != value else []
        return found

    def text(self, wanted: Facts) -> list[str]:
        _, printed, _ = self.command("convert", self.path, "--to", "pgn", "--quiet")
        flat = " ".join(printed.split())
        found = [f"lacks {text!r}" for text in wanted.get("has", []) if text not in flat]
        return found + [f"has {text!r}" for text in wanted.get("hasnot", []) if text in flat]

    def answer(self, wanted: Facts) -> list[str]:
        _, printed, told = self.command("query", self.path, *wanted["query"], "--json", "--quiet")
        if not printed:
            return [f"no answer: {told}"]
        rows = json.loads(printed)
        fits = len(rows) == len(wanted["rows"]) and all(
            _same(row.get(key), value)
            for row, wanted_row in zip(rows, wanted["rows"], strict=True)
            for key, value in wanted_row.items()
        )
        return [] if fits else [f"rows {rows}"]

    def effects(self, wanted: Facts) -> list[str]:
        folder = self.folder / "out"
        folder.mkdir(exist_ok=True)

        def place(word: str) -> str:
            return str(self.path if word == "IN" else folder / word if word.startswith("OUT.") else word)

        def content(name: str) -> str | None:
            file = Path(place(name))
            return file.read_text("utf-8", "replace") if file.exists() else None

        for name, text in wanted.get("before", {}).items():
            Path(place(name)).write_text(text, "utf-8")
        done = run(*map(place, wanted["args"]), **wanted.get("env", {}))
        printed, told = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
        losses = []
        if {"losses", "no_losses"} & set(wanted):
            losses = [loss["kind"] for loss in json.loads(printed or "{}").get("losses", [])]
        texts: dict[str, str] = defaultdict(str, stdout=printed, stderr=told)
        has, hasnot = dict(wanted.get("after_has", {})), dict(wanted.get("after_hasnot", {}))
        texts |= {name: content(name) or "" for name in {*has, *hasnot}}
        for name in ("stdout", "stderr"):
            has[name], hasnot[name] = wanted.get(f"{name}_has", []), wanted.get(f"{name}_hasnot", [])
        found = ["crash"] if "Traceback (most" in printed + told or "panicked" in told else []
        found += [f"status {done.returncode}"] if done.returncode != wanted.get("status", done.returncode) else []
        found += [f"prints {printed!r}"] if printed != wanted.get("stdout", printed) else []
        found += [f"prints {len(printed)}"] if len(printed) > wanted.get("most", len(printed)) else []
        kept = wanted.get("after", {})
        found += [f"{name}: {content(name)!r}" for name, text in kept.items() if content(name) != text]
        found += [f"{name} lacks {part!r}" for name, parts in has.items() for part in parts if part not in texts[name]]
        found += [f"{name} has {part!r}" for name, parts in hasnot.items() for part in parts if part in texts[name]]
        found += [f"no loss {kind}" for kind in wanted.get("losses", []) if kind not in losses]
        found += [f"loss {kind}" for kind in wanted.get("no_losses", []) if kind in losses]
        return [f"{wanted['args']}: {fact}" for fact in found]


def _inside(value: Any, place: str) -> Any:
    for step in place.split("."):
        try:
            value = value[int(step)] if isinstance(value, list) else value[step]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return value


def _same(there: Any, wanted: Any) -> bool:
    if isinstance(there, int | float) and isinstance(wanted, int | float) and not isinstance(wanted, bool):
        return abs(there - wanted) < NEAR
    return bool(there == wanted)


def kinds() -> dict[str, list[Facts]]:
    """The rows by their kind."""
    found: dict[str, list[Facts]] = defaultdict(list)
    for row in ROWS:
        found[row["kind"]].append(row)
    return found


@pytest.mark.parametrize("kind", kinds())
def test_edge_cases_are_read_as_intended(kind: str, tmp_path: Path) -> None:
    wrong, right = {}, []
    for row in kinds()[kind]:
        folder = tmp_path / row["id"]
        folder.mkdir()
        try:
            found = Row(row, folder).wrong()
        except (AssertionError, LookupError, ValueError) as error:
            found = [repr(error)]
        if row["id"] in WAITING:
            right += [] if found else [row["id"]]
        elif found:
            wrong[row["id"]] = found
    assert not wrong, "\n".join(f"{name}: {'; '.join(found)}" for name, found in wrong.items())
    assert not right, f"these are right now; take them off {VECTORS / 'waiting.json'}: {right}"


def test_what_waits_is_known() -> None:
    assert set(WAITING) <= {row["id"] for row in ROWS}
    assert all(WAITING.values()), "each with what it waits for"
