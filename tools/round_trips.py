"""Proves what formats keep: PGN to a format and back loses what the registries declare, as counted, and nothing else.

    python tools/round_trips.py [--limit N] [--formats TEXT] [-o build/round_trips.json] [FILE_OR_FOLDER...]

Without names, the archives `annotated`, `masters`, `lichess-other`, `weird` and `variants` of SCORESHEET_DATA are
taken. Games with an error are left out, and two processes work. Both sides are read as `Game`s and compared: tags,
start, moves, final position, variations, comments and their places, commands, NAGs, result. Each difference is
of a kind of loss, and of each kind the differences must be as many as the two writers have counted; else they are
unexplained. What differs without a loss is counted with its reason.

Two kinds cannot be seen in a `Game`, and are counted in the source instead: `escaped-line`, and `variation-place`
(after which of two moves a variation was written; it still replaces the same one, and anchors leave no trace).
Of the latter the exact number is unknown if a move has several variations, so it must lie between two bounds,
which nearly always are one.
"""

from __future__ import annotations

import argparse
import collections
import difflib
import itertools
import json
import multiprocessing
import re
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import real_games
import scoresheet
from scoresheet import Game, Node
from scoresheet._registry import registry

ARCHIVES = ("annotated", "masters", "lichess-other", "weird", "variants")
PROCESSES = 2

Counts = collections.Counter[str]


class Trip(NamedTuple):
    """A format, and how it is written."""

    format: str
    moves: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    via: str = ""
    columns: str = ""

    @property
    def name(self) -> str:
        """`vgn fcn comments=inplace`, or `bgnl, then vgn fcn`."""
        name = " ".join(filter(None, [self.format, self.moves, *map("=".join, self.choices), self.columns]))
        return f"{self.via}, then {name}" if self.via else name

    @property
    def code(self) -> str:
        """The code of the moves in VGN."""
        return self.moves.upper()

    @property
    def binary(self) -> bool:
        """Whether the moves are bytes, after which no result follows."""
        return self.format == "pgc" or self.moves in BINARY

    def options(self) -> dict[str, Any]:
        """The arguments of `convert`."""
        given = {"moves": self.moves, "columns": self.columns.split(",") if self.columns else None}
        return {"to": self.format, **{name: value for name, value in given.items() if value}, **dict(self.choices)}

    def declared(self) -> set[str]:
        """The kinds of loss that the registries declare for the way there and back."""
        entries = {str(entry["id"]): entry for entry in registry("formats")}
        notations = {self.moves or {"pgc": "pgc", "uci": "uci", "lan": "lan"}.get(self.format, "san"), "san"}
        kinds = {*entries[self.format]["losses"], *entries["pgn"]["losses"]}
        if self.via:
            kinds |= {*entries[self.via]["losses"]}
        for loss in registry("losses"):
            if notations & set(loss["notations"]) or (self.format == "vgn" and self.code in loss["move_formats"]):
                kinds.add(str(loss["id"]))
        return kinds | {"tail"}

    def loses(self, kind: str) -> bool:
        """Whether a move of this kind has no text."""
        loss = next(entry for entry in registry("losses") if entry["id"] == kind)
        if self.format == "vgn":
            return self.code in loss["move_formats"]
        return self.format in loss["notations"]


# What differs without a loss, and why.
MISMATCH = "the Result tag differed from the marker after the moves, which the reader reported"
BY_BOARD = "`*` without a Result tag after a mate or a stalemate, which the board shows"
ADDED = "a Result tag was added, because nothing else gives the result there"
RULES = "the castling rights show whether it is Chess960, and so does the tag Variant that is derived from them"
CLOSING = "a comment after the result is before it in VGN, because it would belong to the next game there"
TWICE = "a tag occurs twice: FEN and Result are written once"
ONE_DAY = "an EndDate equal to the Date means the same as no EndDate in VGN"
SENTENCE = "a Result tag without a result is a sentence about the ending in VGN, which PGN has in its Termination tag"
BLANKS = "blanks at the ends of a comment and around commands have no meaning in BGN"
BARE = "variations without a move, which a `Game` cannot hold"

BEHIND = (("comments", "paired"),)
ANCHORED = (("comments", "paired"), ("anchors", "yes"))
IN_PLACE = (("comments", "inplace"),)
BINARY = ("bccf", "bcfen", "pgc")


def trips() -> list[Trip]:
    """Every format that holds games: VGN with all its move formats that can be written, PGC, lists of moves."""
    codes = [entry for entry in registry("codes") if entry["writes"]]
    found = []
    for entry in codes:
        moves = str(entry["code"]).lower()
        found.append(Trip("vgn", moves, () if moves in BINARY else BEHIND))
    found += [Trip("vgn", moves, choices) for moves in ("fcn", "san") for choices in (ANCHORED, IN_PLACE)]
    found += [Trip("pgc"), Trip("uci"), Trip("san"), Trip("lan"), *map(Trip, DOCUMENTS)]
    # Parquet is sorted, so that its games come back in another order; what its columns hold is the same.
    found += [Trip("vgn", "fcn", BEHIND, via="bgnl"), Trip("arrow", via="bgnl", columns="tags,summary,moves,doc")]
    return found


@dataclass
class Comparison:
    """What came of one file, or of several."""

    games: int = 0
    plies: int = 0
    identical: int = 0
    tailed: int = 0
    counted: Counts = field(default_factory=collections.Counter)
    found: Counts = field(default_factory=collections.Counter)
    allowed: Counts = field(default_factory=collections.Counter)
    unexplained: Counts = field(default_factory=collections.Counter)
    examples: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    def add(self, other: Comparison) -> None:
        """Takes what came of other files into account."""
        self.games += other.games
        self.plies += other.plies
        self.identical += other.identical
        self.tailed += other.tailed
        self.counted += other.counted
        self.found += other.found
        self.allowed += other.allowed
        self.unexplained += other.unexplained
        self.examples = {**other.examples, **self.examples}
        self.seconds += other.seconds

    def explain(self, kind: str, count: int, where: str) -> None:
        """Takes what nothing explains into account, with the first place."""
        self.unexplained[kind] += count
        self.examples.setdefault(kind, where)


class Differ:
    """Compares two games, one of them written by a trip and read again; counts differences by kind of loss."""

    blanks_vanish = False

    def __init__(self, trip: Trip) -> None:
        self.trip = trip
        self.null = trip.loses("null-move")
        self.blanks_vanish = bool({trip.format, trip.via} & {*DOCUMENTS}) or "doc" in trip.columns
        self.found: Counts = collections.Counter()
        self.allowed: Counts = collections.Counter()
        self.faults: list[str] = []

    def compare(self, one: Game, other: Game) -> None:
        """Counts the differences of two games."""
        self.tags(one, other)
        if one.start.fen() != other.start.fen():
            self.faults.append(f"start: {one.start.fen('always')} became {other.start.fen('always')}")
        whole = self.line(
            Line(one.root, one.root.next, one.closing_comments),
            Line(other.root, other.root.next, other.closing_comments),
        )
        if whole and one.end.fen() != other.end.fen():
            self.faults.append(f"end: {one.end.fen('always')} became {other.end.fen('always')}")
        if one.result == "*" != other.result and "Result" not in one.tags and not one.end.legal_moves:
            self.allowed[BY_BOARD] += 1
        elif one.result != other.result:
            self.found["result"] += 1

    def tags(self, one: Game, other: Game) -> None:
        """Compares tags: those of the roster, the others in their order; the start is compared as a position."""
        left, right = told(one), told(other)
        if left == right:
            return
        missing = collections.Counter(left) - collections.Counter(right)
        added = collections.Counter(right) - collections.Counter(left)
        if not missing and not added:
            self.faults.append(f"tags in another order: {left} became {right}")
        for (name, value), count in missing.items():
            now = next((new for known, new in added if known == name and added[(known, new)] > 0), None)
            if now is None:
                self.missing_tag((name, value), one, other, count)
                continue
            added[(name, now)] -= count
            if self.trip.format in LISTS and name == "Variant":
                self.allowed[RULES] += count
                continue
            if name == "Result" and now == one.result and not is_spelled(value):
                if self.trip.binary and value.strip() not in (*MARKERS, "?", ""):
                    # Bytes have no place for a sentence about the end.
                    self.found["tag-text" if self.trip.format == "pgc" else "result-sentence"] += count
                else:
                    self.allowed[MISMATCH] += count
                continue
            self.found["tag-text"] += count
            if name != "Result" and shape(now) not in (shape(value), shape(value)[:LONGEST]):
                self.faults.append(f"tag {name}: {value!r} became {now!r}")
        for (name, value), count in added.items():
            if count > 0 and name == "Result" and value == other.result and self.trip.binary:
                self.allowed[ADDED] += count
            elif count > 0 and name == "Termination" and value == one.tags.get("Result"):
                self.allowed[SENTENCE] += count
            elif count > 0 and (name, value) == ("Variant", "Chess960") and one.start.variant == "chess960":
                self.allowed[RULES] += count
            elif count > 0:
                self.faults.append(f"tag new: {name} {value!r}")

    def missing_tag(self, tag: tuple[str, str], one: Game, other: Game, count: int) -> None:
        """Counts a tag that is gone: one that VGN would give a meaning, or a list of moves has no place for."""
        name, value = tag
        says_rules = "FEN" in one.tags and one.start.fen().split()[2] != "-"
        if self.trip.format in LISTS:
            if name == "Variant" and says_rules:
                self.allowed[RULES] += count
            elif name != "Result" or value not in MARKERS:
                self.found["tag"] += count
            elif value != other.result:
                self.allowed[MISMATCH] += count
            return
        if sum(known == name for known, _ in one.tags.pairs()) > 1:
            self.allowed[TWICE] += count
            return
        if name == "EndDate" and value == one.tags.get("Date"):
            self.allowed[ONE_DAY] += count
            return
        self.found["tag-text"] += count
        if name.lower() not in MEANING:
            self.faults.append(f"tag missing: {name} {value!r}")

    def line(self, one: Line, other: Line) -> bool:
        """Compares two lines of moves and their variations; whether the second goes as far as the first."""
        lines, whole = [(one, other)], True
        while lines:
            left, right = lines.pop()
            whole &= self.moves(left, right, lines)
        return whole

    def moves(self, one: Line, other: Line, lines: list[tuple[Line, Line]]) -> bool:
        """Compares two lines without their variations, which are added to `lines`."""
        left, right = list(one.nodes()), list(other.nodes())
        comments: list[tuple[int, Sequence[str]]] = [(-1, one.before())]
        others: list[tuple[int, Sequence[str]]] = [(-1, other.before())]
        for index, (a, b) in enumerate(itertools.zip_longest(left, right)):
            if a is None or (b is not None and (a.move, a.illegal) != (b.move, b.illegal)):
                where = (a or b).ply
                self.faults.append(f"ply {where}: {a and a.san} became {b and b.san}")
                return False
            if b is None:
                kind = self.unsaid(a)
                if kind is None:
                    self.faults.append(f"ply {a.ply}: {a.san} is missing")
                    return False
                self.found[kind] += 1
                self.left_out(left[index], tail=True, comments=comments)
                break
            comments.append((index, a.comments_after))
            others.append((index, b.comments_after))
            self.nags(a, b)
            a_varied, b_varied = varied(a), varied(b)
            kept = iter(b_varied)
            for start in a_varied:
                # A variation of which nothing could be written is left out.
                gone = not b_varied or self.unsaid(start) is not None
                counterpart = None if gone else next(kept, None)
                if counterpart is None:
                    self.variation(start, tail=False)
                else:
                    lines.append((Line(None, start), Line(None, counterpart)))
            if next(kept, None) is not None:
                self.faults.append(f"ply {a.ply}: a variation is new")
        comments.append((len(right), one.closing))
        others.append((len(right), other.closing))
        if comments != others:
            ends = {index for index, node in enumerate(left) if node.position.turn == "black"}
            self.comments(placed(comments), placed(others), {**dict.fromkeys(ends, 1), len(right): -1})
        return len(left) == len(right)

    def unsaid(self, node: Node) -> str | None:
        """The kind of loss that a move is which has no text; None for a move that has one."""
        return "null-move" if self.null and node.null else None

    def nags(self, one: Node, other: Node) -> None:
        """Compares the NAGs of two moves."""
        if (left := one.nags) == (right := other.nags):
            return
        kept = iter(right)
        following = next(kept, None)
        for nag in left:
            if nag == following:
                following = next(kept, None)
            else:
                self.found["nag" if isinstance(nag, int) else "nag-composite"] += 1
        if following is not None:
            self.faults.append(f"ply {one.ply}: NAGs {left} became {right}")

    def comments(self, one: list[tuple[int, str]], other: list[tuple[int, str]], steps: dict[int, int]) -> None:
        """Compares the comments of two lines, each with the index of the move that it follows.

        `steps` is how far a comment after a move may go: from White's to after Black's, from the result to before it.
        """
        if one == other:
            return
        if self.blanks_vanish:
            self.allowed[BLANKS] += 1
            one, other = without_blanks(one), without_blanks(other)
            if one == other:
                return
        texts, kept = [text for _, text in one], [text for _, text in other]
        for what, a, b, c, d in difflib.SequenceMatcher(None, texts, kept, autojunk=False).get_opcodes():
            if what == "delete":
                self.lose(texts[a:b])
                continue
            if what == "insert" or b - a != d - c:
                self.faults.append(f"comments: {texts[a:b]} became {kept[c:d]}")
                continue
            for (place, text), (now, read) in zip(one[a:b], other[c:d], strict=True):
                if text != read:
                    self.found["comment-text"] += 1
                    if shape(text).replace("}", ")") != shape(read):
                        self.faults.append(f"comment text: {text!r} became {read!r}")
                if place == now + 1 and steps.get(place) == -1:
                    self.allowed[CLOSING] += 1
                elif place != now:
                    self.found["comment-place"] += 1
                    if now - place != steps.get(place):
                        self.faults.append(
                            f"comment place: behind move {place} of its line, now behind {now}: {text!r}"
                        )

    def lose(self, comments: Iterable[str]) -> None:
        """Counts comments that are gone."""
        for text in comments:
            commands = COMMAND.findall(text)
            self.found["command"] += len(commands)
            self.found["comment"] += not commands or bool(COMMAND.sub("", text).strip())

    def variation(self, start: Node, *, tail: bool) -> None:
        """Counts a variation that is gone, and all in it."""
        self.found["variation"] += 1
        self.lose(start.comments_before)
        self.left_out(start, tail=tail)

    def left_out(self, start: Node, *, tail: bool, comments: Any = None) -> None:
        """Counts what is gone with the moves from one on; `tail`: after the end of a line of moves, they count too."""
        pending = [(start, tail)]
        while pending:
            first, ended = pending.pop()
            node: Node | None = first
            while node is not None:
                kind = None if ended else self.unsaid(node)
                if kind is not None:
                    self.found[kind] += 1
                    ended = True
                self.found["tail"] += ended
                self.lose(node.comments_after)
                for nag in node.nags:
                    self.found["nag" if isinstance(nag, int) else "nag-composite"] += 1
                for variation in varied(node):
                    self.found["variation"] += 1
                    self.lose(variation.comments_before)
                    pending.append((variation, ended))
                node = node.next


class Line(NamedTuple):
    """A line of moves: the first one; the root and the comments after the result, for the mainline."""

    root: Node | None
    first: Node | None
    closing: Sequence[str] = ()

    def nodes(self) -> Iterator[Node]:
        """Its moves."""
        node = self.first
        while node is not None:
            yield node
            node = node.next

    def before(self) -> list[str]:
        """The comments before its first move."""
        before = self.root.comments_after if self.root else []
        return before + (self.first.comments_before if self.first else [])


COMMAND = re.compile(r"\[%[^\]]*\]")
BLANKS_AROUND = re.compile(r"\s*(\[%[^\]]*\])\s*")
LINE_END = re.compile(r"[ \t]*[\r\n][ \t\r\n]*")


def placed(comments: Iterable[tuple[int, Sequence[str]]]) -> list[tuple[int, str]]:
    """Comments with their places, one at a time. White space that holds a line end counts as a blank."""
    return [(place, LINE_END.sub(" ", text)) for place, texts in comments for text in texts]


def without_blanks(comments: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Comments without the blanks at their ends and around their commands."""
    return [(place, BLANKS_AROUND.sub(r"\1", text).strip()) for place, text in comments]


def varied(node: Node) -> list[Node]:
    """The variations that replace a move, if it is the first choice."""
    parent = node.parent
    children = parent.children if parent is not None else []
    return children[1:] if len(children) > 1 and children[0] == node else []


def told(game: Game) -> list[tuple[str, str]]:
    """The tags, in the order in which VGN has them, without the start."""
    pairs = [pair for pair in game.tags.pairs() if pair[0] not in ("SetUp", "FEN")]
    return sorted(pairs, key=lambda pair: ORDER.get(pair[0], len(ORDER)))


# How long a text may be in PGC.
LONGEST = 255
MARKERS = ("1-0", "0-1", "1/2-1/2", "0-0", "*")
LISTS = ("uci", "san", "lan")
DOCUMENTS = ("bgn", "bgnl", "bgnx", "bson")
MEANING = {"setup", "fen", "moveformat", "gameformat", "rules", "pieces"}
# Spelled out here and not taken from the package: code under test must not define what is right.
ORDER = {
    name: place for place, name in enumerate(["Event", "Site", "Date", "Round", "White", "Black", "Result", "EndDate"])
}


def is_spelled(result: str) -> bool:
    """Whether a result is a marker in another spelling, which is counted if it is written as the marker."""
    plain = "".join(result.split()).replace("½", "1/2").replace("\u2013", "-")
    return result not in MARKERS and (plain == "1/2" or plain in MARKERS)


def shape(text: str) -> str:
    """A text without what some texts cannot contain: control characters, and what is not Latin-1."""
    plain = "".join(" " if not letter.isprintable() else letter for letter in text)
    return plain.encode("latin-1", "replace").decode("latin-1")


def compare_file(path: Path, trip: Trip, limit: int | None) -> Comparison:
    """Writes the games of a file in a format, reads them, writes them as PGN, and compares."""
    started = time.monotonic()
    result = Comparison()
    with tempfile.TemporaryDirectory() as folder:
        # Games with an error are left out here, so that both sides have the same games.
        there, back = Path(folder) / f"games.{trip.format}", Path(folder) / "back.pgn"
        reading: dict[str, Any] = {"threads": 1}
        source, choice = str(path), dict[str, Any](on_error="skip", limit=limit)
        reports = []
        if trip.via:
            between = str(Path(folder) / f"between.{trip.via}")
            reports.append(scoresheet.convert(source, between, **choice, **reading))
            source, choice = between, {}
        reports.append(scoresheet.convert(source, there, **choice, **reading, **trip.options()))
        reports.append(scoresheet.convert(there, back, **reading))
        for loss in (loss for report in reports for loss in report.losses):
            result.counted[loss.kind] += loss.count
        for report in reports[1:]:
            for error in report.errors:
                result.explain(f"error {error.code}", error.count, f"{path.name}: {error.first.get('report')}")
        sources = scoresheet.read(str(path), on_error="skip", limit=limit, **reading)
        escapes = 0
        least = most = 0
        for number, (one, other) in enumerate(itertools.zip_longest(sources, scoresheet.read(back, **reading)), 1):
            if one is None or other is None:
                result.explain("number of games", 1, path.name)
                continue
            result.games += 1
            result.plies += one.ply_count
            if "escaped-line" in result.counted:
                escapes += escaped_lines(one) - escaped_lines(other)
            if "variation-place" in result.counted:
                fewest, moved = (0, 0) if ("anchors", "yes") in trip.choices else moved_variations(one, trip)
                least, most = least + fewest, most + moved
            if one == other:
                result.identical += 1
                continue
            differ = Differ(trip)
            differ.compare(one, other)
            result.found += differ.found
            result.allowed += differ.allowed
            result.tailed += differ.found["tail"] > 0
            for fault in differ.faults:
                result.explain(fault.split(":")[0], 1, f"{path}, game {number}: {fault}")
            if not differ.found and not differ.faults:
                # The order of the tags, and how FEN is spelled, are all that may be left.
                other.tags = one.tags.pairs()
                if one == other or differ.allowed or without_escapes(one) == other:
                    result.identical += 1
                elif len(one.tags.pairs()) > len(one.tags):
                    result.allowed[TWICE] += 1
                else:
                    result.explain("unseen", 1, f"{path}, game {number}")
        result.found["escaped-line"] += escapes
        result.found["variation-place"] += min(max(result.counted["variation-place"], least), most)
    balance(result, trip, path)
    result.seconds = time.monotonic() - started
    return result


def escaped_lines(game: Game) -> int:
    """How many escaped lines a game has."""
    return sum(line.startswith("%") for line in game.to("pgn").splitlines())


def without_escapes(game: Game) -> Game:
    """A game in PGN, without its escaped lines: these a `Game` shows only there."""
    lines = game.to("pgn").splitlines(keepends=True)
    return scoresheet.parse("".join(line for line in lines if not line.startswith("%")))


def moved_variations(game: Game, trip: Trip) -> tuple[int, int]:
    """How many variations on White's moves come after Black's reply, which follows: at least, and at most.

    A game has one list of variations for each move. In the text the second and later of them may be on the first
    move of one before, which has its own reply, or none.
    """
    null = trip.loses("null-move")
    least = most = 0
    for node in game.walk():
        if node.move is None or node.position.turn != "black":
            continue
        replied: list[bool] = []
        for start in [node, *varied(node)]:
            if replied and not (null and start.null):
                least += all(replied)
                most += any(replied)
            reply = start.next
            replied.append(reply is not None and not (null and reply.null))
    return least, most


def balance(result: Comparison, trip: Trip, path: Path) -> None:
    """Whether the differences of each kind are as many as the writers have counted, and declared."""
    declared = trip.declared()
    braces = result.found.pop("comment-text", 0)
    result.found["comment-brace"] = min(braces, result.counted["comment-brace"])
    result.found["tag-text"] += braces - result.found["comment-brace"]
    bare = None
    for kind in sorted(set(result.counted) | set(result.found)):
        counted, found = result.counted[kind], result.found[kind]
        if counted != found and kind in OF_BARE:
            bare = len(NO_MOVE.findall(path.read_bytes())) if bare is None else bare
            if bare and abs(counted - found) <= bare:
                result.allowed[BARE] += abs(counted - found)
                continue
        if counted != found:
            result.explain(f"{kind}: counts", abs(counted - found), f"{path}: {counted} counted, {found} found")
        elif counted and kind not in declared:
            result.explain(f"{kind}: not declared", counted, str(path))


# What a variation without a move makes writers count, and its pattern.
OF_BARE = {"variation", "variation-place", "comment", "comment-place"}
NO_MOVE = re.compile(rb"\((?=\s*(?:\{[^}]*\}\s*)*[()])")


def files(names: list[str]) -> list[Path]:
    """The files named, and those in the folders named."""
    found: list[Path] = []
    for name in map(Path, names):
        found += sorted(path for path in name.rglob("*.pgn*") if path.is_file()) if name.is_dir() else [name]
    return found


def work(task: tuple[Path, Trip, int | None]) -> tuple[Trip, Comparison]:
    """One file and one trip, for a pool."""
    path, trip, limit = task
    return trip, compare_file(path, trip, limit)


def compare_files(paths: list[Path], chosen: list[Trip], limit: int | None = None) -> dict[str, Any]:
    """The whole result, ready for JSON."""
    results = {trip: Comparison() for trip in chosen}
    tasks = [(path, trip, limit) for path in paths for trip in chosen]
    if len(tasks) > 1:
        with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
            for trip, found in pool.imap_unordered(work, tasks):
                results[trip].add(found)
    else:
        for trip, found in map(work, tasks):
            results[trip].add(found)
    return {
        "scoresheet": scoresheet.__version__,
        "files": len(paths),
        "limit": limit,
        "trips": [{"name": trip.name, **as_row(found)} for trip, found in results.items()],
    }


def as_row(result: Comparison) -> dict[str, Any]:
    """A comparison for the result file."""
    return {
        "games": result.games,
        "plies": result.plies,
        "identical": result.identical,
        "tailed": result.tailed,
        "counted": dict(sorted(result.counted.items())),
        "allowed": dict(sorted(result.allowed.items())),
        "found": dict(sorted((+result.found).items())),
        "unexplained": dict(sorted(result.unexplained.items())),
        "examples": result.examples,
        "seconds": round(result.seconds, 1),
    }


def main(arguments: list[str]) -> int:
    """Compares, prints a table, writes the result; 1 when anything is unexplained."""
    parser = argparse.ArgumentParser(description="Prove what formats keep of PGN, there and back.")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--limit", type=int, help="at most so many games of each file")
    parser.add_argument("--formats", default="", help="only formats with this in their name, as the table shows it")
    parser.add_argument("-o", "--output", type=Path, help="write the result as JSON")
    options = parser.parse_args(arguments)
    names = options.paths or [str(path) for path in map(real_games.find, ARCHIVES) if path is not None]
    chosen = [trip for trip in trips() if options.formats in trip.name]
    result = compare_files(files(names), chosen, options.limit)
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(json.dumps(result, indent=1) + "\n")
    failed = False
    for row in result["trips"]:
        losses = ", ".join(f"{kind} {count:,}" for kind, count in row["counted"].items()) or "none"
        print(
            f"{row['name']}: {row['games']:,} games, {row['plies']:,} plies, {row['identical']:,} identical; {losses}"
        )
        for why, count in row["allowed"].items():
            print(f"    {count:,} times: {why}")
        for kind, count in row["unexplained"].items():
            failed = True
            print(f"    UNEXPLAINED {count:,} {kind}: {row['examples'][kind]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
