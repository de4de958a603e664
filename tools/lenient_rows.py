"""The rows of the page of leniencies, what programs read of them, and how that is compared.

The rows are those of `vectors/edges/cases.jsonl` that can be shown. `vectors/edges/peers.json` keeps what python-chess
and pgn-extract read of those in PGN; `python -m bench.leniencies` writes it. Games of all programs are brought into one
form, a `Reading`, without the help of another program's reader.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any

import scoresheet

EDGES = Path(__file__).resolve().parent.parent / "vectors" / "edges"
PEERS = EDGES / "peers.json"
# Longer ones fill the page and add nothing.
LONGEST = 160
# The command line's options that functions have, too.
KEYWORDS = {"--from": "from_", "--encoding": "encoding"}
# Facts about games, for any program that reads them. The others are about reports, columns and texts of Scoresheet.
FACTS = {"games", "plies", "tags", "result", "moves", "nags"}
OURS = "Scoresheet"
LEFT_OUT = {"Result", "SetUp"}
# Values that mean nothing in a tag.
UNKNOWN = {"?", "????.??.??", ""}


@dataclass(frozen=True)
class Row:
    """An input, and the facts that must hold of what is read of it."""

    facts: dict[str, Any]

    @property
    def name(self) -> str:
        """What the row is called."""
        return str(self.facts["id"])

    @property
    def kind(self) -> str:
        """The kind of leniency."""
        return str(self.facts["kind"])

    @property
    def text(self) -> str:
        """The input."""
        return str(self.facts["text"])

    @property
    def data(self) -> bytes:
        """The input as in a file."""
        return self.text.encode(self.encoding)

    @property
    def encoding(self) -> str:
        """The encoding of the input, as Python calls it."""
        return str(self.facts.get("encode", "utf-8"))

    @property
    def file_name(self) -> str:
        """A name for the file."""
        return f"games.{self.facts.get('ext', 'pgn')}"

    @property
    def chosen(self) -> dict[str, Any]:
        """The keywords of functions that read the row."""
        options = self.facts.get("options", [])
        return {KEYWORDS[name]: value for name, value in zip(options[::2], options[1::2], strict=True)}

    @property
    def is_pgn(self) -> bool:
        """Whether the row is a PGN file, which other programs read too."""
        return self.file_name.endswith(".pgn") and "from_" not in self.chosen

    @property
    def is_judged(self) -> bool:
        """Whether facts of the row are about games, for any program that reads them."""
        return self.is_pgn and not FACTS.isdisjoint(self.facts)

    @property
    def digest(self) -> str:
        """Returns whether the input is the one that other programs were given."""
        return hashlib.sha256(self.data).hexdigest()[:16]

    def read(self) -> tuple[str, list[str]]:
        """What Scoresheet reads of the row, as PGN, and the codes of its errors and notes."""
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder, self.file_name), Path(folder, "read.pgn")
            source.write_bytes(self.data)
            report = scoresheet.convert(source, target, width=0, threads=1, **self.chosen)
            codes = [found.code for found in (*report.errors, *report.notes)]
            return (target.read_text(encoding="utf-8") if target.exists() else ""), codes

    def readings(self) -> list[Reading]:
        """The games that Scoresheet reads of the row."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, self.file_name)
            source.write_bytes(self.data)
            try:
                return [reading(game) for game in scoresheet.read(source, **self.chosen)]
            except scoresheet.FileError:
                return []


@dataclass(frozen=True)
class Reading:
    """A game as a program read it.

    The line is that of the game, in UCI, with the NAGs after their moves and the variations in parentheses. Tags of
    the Seven Tag Roster without a value are left out, because some programs add them; so are SetUp, which means no more
    than FEN, and Result, which is compared by itself.
    """

    tags: dict[str, str]
    result: str
    line: str

    @classmethod
    def of(cls, tags: Iterable[tuple[str, str]], result: str, line: str) -> Reading:
        """A reading of a game in the one form."""
        said = {name: value for name, value in tags if name not in LEFT_OUT and value not in UNKNOWN}
        words = re.sub(r"\(\s*\)", "", line).split()
        return cls(said, result, " ".join(words).replace("( ", "(").replace(" )", ")"))

    def main_line(self) -> tuple[list[str], dict[int, list[int]]]:
        """The moves outside variations, and the NAGs by the number of plies before them."""
        line = self.line
        while (shorter := re.sub(r"\([^()]*\)", "", line)) != line:
            line = shorter
        moves: list[str] = []
        nags: dict[int, list[int]] = {}
        for word in line.split():
            if word.startswith("$"):
                nags.setdefault(len(moves), []).append(int(word[1:]))
            else:
                moves.append(word)
        return moves, {ply: sorted(found) for ply, found in nags.items()}


def rows() -> Iterator[Row]:
    """The rows of inputs that are texts short enough to be shown, and that are read as they should be."""
    waiting = json.loads((EDGES / "waiting.json").read_text(encoding="utf-8"))
    for line in (EDGES / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        facts = json.loads(line)
        options = facts.get("options", [])
        is_shown = "text" in facts and "commands" not in facts and "then" not in facts and len(facts["text"]) <= LONGEST
        if is_shown and facts["id"] not in waiting and set(options[::2]) <= KEYWORDS.keys():
            yield Row(facts)


def measured() -> dict[str, Any]:
    """What other programs made of the rows: their versions, and what they wrote."""
    return dict(json.loads(PEERS.read_text(encoding="utf-8")))


def keep(made: dict[str, Any]) -> None:
    """Writes what other programs made of the rows, each row in a line."""
    rest = ",\n".join(f'"{name}": {json.dumps(found, ensure_ascii=False)}' for name, found in made["rows"].items())
    PEERS.write_text(f'{{"versions": {json.dumps(made["versions"])},\n"rows": {{\n{rest}\n}}}}\n', "utf-8")


def reading(game: scoresheet.Game) -> Reading:
    """A game that Scoresheet read."""
    return Reading.of(game.tags.items(), game.result, f"{_nags(game.root)} {_line(game.root)}")


def _line(node: scoresheet.Node) -> str:
    """The moves after a node, the variations after the move that they replace. Rows have few moves and no deep ones."""
    if node.next is None:
        return ""
    others = "".join(f" ({_move(child)} {_line(child)})" for child in node.children[1:])
    return f"{_move(node.next)}{others} {_line(node.next)}"


def _move(node: scoresheet.Node) -> str:
    return f"{node.move.uci() if node.move else ''} {_nags(node)}"


def _nags(node: scoresheet.Node) -> str:
    # NAGs that have no number of a byte are texts.
    return " ".join(nag if isinstance(nag, str) else f"${nag}" for nag in node.nags)


def right_by_kind(kept: dict[str, Any]) -> dict[str, dict[str, int]]:
    """How many rows of each kind are judged, and how many of them each program reads as it should."""
    counts: dict[str, dict[str, int]] = {}
    for row in rows():
        if row.is_judged:
            found = counts.setdefault(row.kind, dict.fromkeys(("rows", OURS, *kept["versions"]), 0))
            found["rows"] += 1
            found[OURS] += not missed(row, row.readings())
            for name in kept["versions"]:
                made = kept["rows"][row.name][name]
                found[name] += "failure" not in made and not missed(row, peer_readings(made))
    return counts


def peer_readings(made: dict[str, Any]) -> list[Reading]:
    """The games that another program read."""
    return [Reading(**game) for game in made["games"]]


def missed(row: Row, games: Sequence[Reading]) -> list[str]:
    """The facts of a row that do not hold of what a program read."""
    facts, found = row.facts, []
    seen: dict[int, Reading] = defaultdict(lambda: Reading({}, "", ""), enumerate(games))
    plies = sum(len(game.main_line()[0]) for game in games)
    found += ["games"] if facts.get("games", len(games)) != len(games) else []
    found += ["plies"] if facts.get("plies", plies) != plies else []
    for number, name, value in facts.get("tags", []):
        there = seen[number].result if name == "Result" else seen[number].tags.get(name, "")
        found += [f"tag {name}"] if there != (value or "") else []
    found += ["result" for number, value in facts.get("result", []) if seen[number].result != value]
    for number, value in facts.get("moves", []):
        found += ["moves"] if seen[number].main_line()[0] != value.split() else []
    for number, ply, value in facts.get("nags", []):
        found += ["nags"] if seen[number].main_line()[1].get(ply, []) != sorted(value) else []
    return found


def cells(row: Row, kept: dict[str, Any]) -> list[str]:
    """What each of the other programs makes of a row, as cells of a table."""
    ours = row.readings() if row.is_pgn else []
    return [_cell(row, ours, name, kept) for name in kept["versions"]]


def _cell(row: Row, ours: Sequence[Reading], name: str, kept: dict[str, Any]) -> str:
    found = kept["rows"].get(row.name, {})
    if not row.is_pgn:
        return "not PGN"
    if found.get("input") != row.digest:
        return "not measured"
    made = found[name]
    if "failure" in made:
        return str(made["failure"])
    words = differences(ours, peer_readings(made)) or ["same"]
    return "; ".join([*words, *(["reports a problem"] if made["reports"] else [])])


def differences(ours: Sequence[Reading], theirs: Sequence[Reading]) -> list[str]:
    """What another program read otherwise: the number of games, or a few words for each game."""
    if len(ours) != len(theirs):
        count = len(theirs)
        return [f"{count or 'no'} game{'' if count == 1 else 's'}"]
    found = []
    for number, (mine, other) in enumerate(zip(ours, theirs, strict=True), 1):
        if words := [*_tags_differ(mine, other), *_lines_differ(mine, other)]:
            found.append((f"game {number}: " if len(ours) > 1 else "") + ", ".join(words))
    return found


def _tags_differ(mine: Reading, other: Reading) -> Iterator[str]:
    for name in dict.fromkeys([*mine.tags, *other.tags]):
        value = other.tags.get(name)
        if value is None:
            yield f"no tag {name}"
        elif value != mine.tags.get(name):
            yield f"tag {name} is `{value}`"
    if mine.result != other.result:
        yield f"result `{other.result}`"


def _lines_differ(mine: Reading, other: Reading) -> Iterator[str]:
    (moves, nags), (their_moves, their_nags) = mine.main_line(), other.main_line()
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(moves, their_moves, strict=False)))
    if moves != their_moves:
        if not their_moves:
            yield "no moves"
        elif same == len(their_moves):
            yield f"{same} of {_plies(len(moves))}"
        elif same == len(moves):
            yield f"{_plies(len(their_moves))} instead of {len(moves) or 'none'}"
        else:
            yield f"other moves from ply {same + 1} on"
    elif nags != their_nags:
        for ply in sorted({*nags, *their_nags}):
            yield from _nags_differ(nags.get(ply, []), their_nags.get(ply, []))
    elif mine.line != other.line:
        yield "variations differ"


def _plies(count: int) -> str:
    return f"{count} {'ply' if count == 1 else 'plies'}"


def _nags_differ(mine: Iterable[int], other: Iterable[int]) -> Iterator[str]:
    lost, added = [[nag for nag in one if nag not in two] for one, two in ((mine, other), (other, mine))]
    for lacking, there in zip_longest(lost, added):
        if lacking is None:
            yield f"adds `${there}`"
        else:
            yield f"no `${lacking}`" if there is None else f"`${there}` for `${lacking}`"
