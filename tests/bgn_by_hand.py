"""Documents of BGN made slowly and in another way: of the text in PGN, by regular expressions, and of the boards.

Texts come without their line ends, as PGN breaks its lines anywhere: compare them with `flat`.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from typing import Any

import scoresheet

TOKEN = re.compile(r"\{([^}]*)\}|(\()|(\))|(\$\d+)|(1-0|0-1|1/2-1/2|0-0(?!-)|\*)(?=\s|$)|\d+\.+|([^\s(){}$]+)|\s+")
COMMAND = re.compile(r"\[%([^\]\s]*)(\s[^\]]*)?\]")
ABBREVIATED = {"ECO": "eco", "NIC": "nic", "FEN": "fen", "UTCDate": "utcDate", "UTCTime": "utcTime"}
NAMED = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteTitle",
    "BlackTitle",
    "WhiteElo",
    "BlackElo",
    "WhiteUSCF",
    "BlackUSCF",
    "WhiteNA",
    "BlackNA",
    "WhiteType",
    "BlackType",
    "EventDate",
    "EventSponsor",
    "Section",
    "Stage",
    "Board",
    "Opening",
    "Variation",
    "SubVariation",
    "ECO",
    "NIC",
    "Time",
    "UTCTime",
    "UTCDate",
    "TimeControl",
    "SetUp",
    "FEN",
    "Termination",
    "Annotator",
    "Mode",
    "PlyCount",
]
KEYS = {name: ABBREVIATED.get(name, name[0].lower() + name[1:]) for name in NAMED}
FIRST = ["eval", "clk", "emt", "csl", "cal"]
DEEPEST = 12

# The parts of a line: the kind of each, and its text; a line within it is a list of the same.
Items = list[tuple[str, Any]]


def flat(value: Any) -> Any:
    """A document whose texts have white space replaced by one blank, and none around them."""
    if isinstance(value, dict):
        return {key: flat(held) for key, held in value.items()}
    if isinstance(value, list):
        return [flat(held) for held in value]
    return " ".join(value.split()) if isinstance(value, str) else value


def document(game: scoresheet.Game) -> dict[str, Any]:
    """The document of a game without errors."""
    tags = game._tags()
    found: dict[str, str] = {}
    for name, value in tags:
        found.setdefault(name, value)
    text = game.to("pgn")
    # Tags, and escaped lines, which documents cannot express.
    moves = re.sub(r'^\[[^\s"]+ "(?:[^"\\]|\\.)*"\]\n|^%.*\n', "", text, flags=re.MULTILINE)
    maker = Maker(game, found)
    line, end = parsed(moves)
    mainline = maker.line(line, {"white": 0, "black": 0}, 0)
    bgn: dict[str, Any] = {**dates(found), **{side: player(found, side.title()) for side in ("white", "black")}}
    variant = game.start.variant
    if game.start.fen() != scoresheet.Position(variant=variant).fen() or variant in ("horde", "racingkings"):
        bgn["setup"] = {"fen": game.start.fen()}
    if game.start.variant != "standard":
        bgn["rules"] = game.start.variant
    if game.termination is not None:
        bgn["termination"] = game.termination
    bgn["a"] = maker.grouped(mainline.pop("before"), None)
    bgn["end"] = maker.grouped(end, None)
    bgn["sources"] = [{"id": maker.source}] if maker.used else []
    elapsed(mainline["moves"], found, game.start.turn)
    null = [None] if game.start.turn == "black" else []
    return {
        "pgn": keyed(tags),
        "bgn": {key: value for key, value in bgn.items() if value not in ({}, [])},
        "moves": null + mainline["moves"],
    }


def keyed(tags: list[tuple[str, str]]) -> dict[str, str]:
    out: dict[str, str] = {}
    times: dict[str, int] = {}
    for name, value in tags:
        times[name] = times.get(name, 0) + 1
        escaped = "#" if name in KEYS.values() or "#" in name else ""
        out[KEYS.get(name, escaped + name) + (f"#{times[name]}" if times[name] > 1 else "")] = value
    return out


def dates(tags: dict[str, str]) -> dict[str, Any]:
    text = tags.get("UTCDate", tags.get("Date", "")).strip()
    match = re.fullmatch(r"(\d{4})(?:[./-]([^./-]*)(?:[./-]([^./-]*))?)?", text, re.ASCII)
    if not match or match[1] == "0000":
        return {}
    year, month, day = (
        int(match[1]),
        *(int(part) if re.fullmatch(r"\d\d?", part or "") else 0 for part in match.groups()[1:]),
    )
    known = 1 <= month <= 12
    last = calendar.monthrange(year, month)[1] if known else 31
    fits = 1 <= day <= last
    out: dict[str, Any] = {"eventDate": f"{year:04}-{month if known else 1:02}-{day if fits else 1:02}"}
    if not (known and fits):
        first, final = (month, month) if known else (1, 12)
        out["dateRange"] = [f"{year:04}-{first:02}-01", f"{year:04}-{final:02}-{calendar.monthrange(year, final)[1]}"]
    elif "UTCDate" in tags and re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d", tags.get("UTCTime", "")):
        out["startTime"] = f"{out['eventDate']}T{tags['UTCTime']}Z"
    return out


def player(tags: dict[str, str], side: str) -> dict[str, Any]:
    out: dict[str, Any] = {}
    name = tags.get(side, "")
    if "," in name:
        last, _, first = name.partition(",")
        out.update(last=last.strip(), first=first.strip())
    else:
        out["nick"] = name
    rating = re.fullmatch(r"\s*(\d+)[?* ]*\s*", tags.get(f"{side}Elo", ""), re.ASCII)
    if rating and int(rating[1]) < 1 << 15:
        out["rating"] = int(rating[1])
    out["title"] = tags.get(f"{side}Title", "")
    return {key: value for key, value in out.items() if value != ""}


def parsed(text: str) -> tuple[Items, Items]:
    """The parts of a line, lines within it as lists; and those after the marker."""
    lines: list[Items] = [[]]
    end: Items | None = None
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        assert match, text[at : at + 40]
        at = match.end()
        comment, opened, closed, nag, marker, move = match.groups()
        if comment is not None:
            (lines[-1] if end is None else end).append(("comment", comment))
        elif opened:
            lines.append([])
        elif closed:
            line = lines.pop()
            lines[-1].append(("line", line))
        elif nag:
            lines[-1].append(("nag", nag))
        elif marker and len(lines) == 1:
            end = []
        elif move:
            lines[-1].append(("move", move))
    assert len(lines) == 1
    return lines[0], end or []


class Maker:
    """Makes the lines of one game."""

    def __init__(self, game: scoresheet.Game, tags: dict[str, str]) -> None:
        self.nodes: Iterator[scoresheet.Node] = iter(game.walk("text"))
        self.source = tags.get("Annotator") or "pgn"
        self.used = False
        self.space = "pgn"
        for text in (tags.get("Link", ""), tags.get("Site", "")):
            for site, space in (("chess.com", "chesscom"), ("lichess.org", "lichess")):
                self.space = space if site in text.lower() else self.space

    def line(self, items: Items, checks: dict[str, int], depth: int) -> dict[str, Any]:
        """A line and, as `before`, the parts before its first move."""
        groups: list[Items] = [[]]
        for item in items:
            if item[0] == "move":
                groups.append([])
            groups[-1].append(item)
        moves = []
        for _, *notes in groups[1:]:
            node = next(node for node in self.nodes if node.move is not None)
            before = dict(checks)
            move = fields(node, checks)
            self.annotate(move, notes, before, depth)
            moves.append(move)
        return {"before": groups[0], "moves": moves}

    def annotate(self, move: dict[str, Any], notes: Items, checks: dict[str, int], depth: int) -> None:
        properties: dict[str, str] = {}
        comments = [text for kind, text in notes if kind == "comment"]
        for text in comments:
            for name, value in COMMAND.findall(text):
                if name:
                    properties.setdefault(name, unquoted(value.strip()))
        first = next((at for at, (kind, _) in enumerate(notes) if kind != "nag"), None)
        if first is not None and notes[first][0] == "comment":
            left, form = without(notes[first][1], comments[1:])
            if left is not None:
                move.update({"commands": form} if form else {})
                notes = list(notes)
                notes[first] = ("comment", left)
                if left == "" and all(kind == "line" for kind, _ in notes[first + 1 :]):
                    del notes[first]
        annotations = self.grouped(notes, (checks, depth))
        if annotations:
            move["a"] = annotations
        if properties:
            move["properties"] = {self.space: properties}

    def grouped(self, notes: Items, where: tuple[dict[str, int], int] | None) -> list[dict[str, Any]]:
        """Annotations: each has a NAG, a comment and a line at most, in this order."""
        order = ["nag", "comment", "line"]
        out: list[dict[str, Any]] = []
        reached = len(order)
        for kind, text in notes:
            if order.index(kind) <= reached if reached < len(order) else True:
                out.append({"id": self.source})
                self.used = True
            reached = order.index(kind)
            if kind == "nag":
                number = int(text[1:])
                out[-1]["nag"] = number if number < 256 else text
            elif kind == "comment":
                out[-1]["comment"] = text
            else:
                assert where is not None
                key, line = self.inner(text, *where)
                out[-1][key] = line
        return out

    def inner(self, items: Items, checks: dict[str, int], depth: int) -> tuple[str, Any]:
        line = self.line(items, dict(checks), depth + 1)
        before = line.pop("before")
        at = next((at for at, (kind, _) in enumerate(before) if kind == "comment"), None)
        out: dict[str, Any] = {}
        if at is not None:
            out["comment"] = before.pop(at)[1]
        annotations = self.grouped(before, None)
        out.update({"a": annotations} if annotations else {}, moves=line["moves"])
        return ("altText" if depth + 1 == DEEPEST + 1 else "alt"), out


def fields(node: scoresheet.Node, checks: dict[str, int]) -> dict[str, Any]:
    move, before, after = node.move, node.before, node.position
    assert move is not None
    assert before is not None
    rows = "".join("." * int(sign) if sign.isdigit() else sign for sign in before.fen().split()[0].replace("/", ""))
    pieces = {file + rank: rows[(8 - int(rank)) * 8 + at] for at, file in enumerate("abcdefgh") for rank in "12345678"}
    start, target = (f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in (move.from_square, move.to_square))
    moved, taken = pieces[start].upper(), pieces[target].upper()
    if move.drop:
        out: dict[str, Any] = {"p": " PNBRQ"[move.drop], "t": target}
    else:
        out = {"p": moved.replace(".", "K"), "f": start, "t": target}
    if move.en_passant:
        out.update(x="P", ep=True)
    elif taken != "." and not (move.castle or move.null or move.drop):
        out["x"] = taken
    if "x" in out and before.variant == "atomic":
        files = "abcdefgh"
        near = {
            name: piece
            for name, piece in pieces.items()
            if max(abs(files.index(name[0]) - files.index(target[0])), abs(int(name[1]) - int(target[1]))) == 1
        }
        gone = {name: piece for name, piece in near.items() if piece not in ".Pp" and name != start}
        out.update({"gone": gone} if gone else {})
    if after.is_check:
        checks[before.turn] += 1
        out["c"] = checks[before.turn]
    if move.castle:
        out["castle"] = move.castle
    if move.promotion and not move.drop:
        out["promote"] = " PNBRQK"[move.promotion]
    is_over = after.is_variant_end
    truths = {
        "mate": after.is_mate and not is_over,
        "stalemate": after.is_stalemate and not is_over,
        "drop": move.drop is not None,
        "illegal": node.illegal,
        "null": move.null,
    }
    return {**out, **{key: True for key, holds in truths.items() if holds}}


def unquoted(value: str) -> str:
    match = re.fullmatch(r'"([^",\s]|[^",\s][^",]*[^",\s]|)"', value)
    return match[1] if match else value


def without(comment: str, others: list[str]) -> tuple[str | None, str]:
    """What is left of a comment without its commands, and their form if unusual; `None` if they stay."""
    match = re.fullmatch(r"\s*((?:\[%[^\]]*\]\s*)+)(.*)", comment, re.DOTALL)
    if not match or COMMAND.search(match[2]):
        return None, ""
    written = [" ".join(found[0].splitlines()) for found in re.finditer(r"\[%[^\]]*\]", match[1])]
    names = [COMMAND.fullmatch(command)[1] for command in written]  # type: ignore[index]
    elsewhere = {name for text in others for name, _ in COMMAND.findall(text)}
    if "" in names or len(set(names)) < len(names) or elsewhere & set(names):
        return None, ""
    values = [unquoted(command[2 + len(name) : -1].strip()) for command, name in zip(written, names, strict=True)]
    ranks = [(FIRST.index(name) if name in FIRST else len(FIRST), name) for name in names]
    usual = [f"[%{name} {value}]" for name, value in zip(names, values, strict=True)]
    if ranks == sorted(ranks) and written == usual and all(values):
        return match[2].strip(), ""
    forms = []
    for command, value in zip(written, values, strict=True):
        at = command.rfind(value) if value else command.find('""') + 1
        forms.append(command if not value and at == 0 else command[:at] + "_" + command[at + len(value) :])
    return match[2].strip(), " ".join(forms)


def milliseconds(text: str) -> int | None:
    match = re.fullmatch(r"(?:(?:(\d+):)?(\d+):)?(\d+)(?:\.(\d+))?", text, re.ASCII)
    if not match:
        return None
    hours, minutes, seconds, fraction = (part or "0" for part in match.groups())
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(f"{fraction:0<3}"[:3])


def elapsed(moves: list[dict[str, Any]], tags: dict[str, str], turn: str) -> None:
    """Adds `et` to the moves of the mainline."""

    def told(name: str) -> list[int | None]:
        found = [list(move.get("properties", {}).values()) for move in moves]
        values = [spaces[0].get(name) if spaces else None for spaces in found]
        return [None if value is None else milliseconds(value) for value in values]

    clocks, spent = told("clk"), told("emt")
    times: list[int | None] = []
    if any(clock is not None for clock in clocks):
        match = re.fullmatch(r"\s*(\d+)(?:\+(\d+))?\s*", tags.get("TimeControl", ""), re.ASCII)
        if not match:
            return
        base, increment = int(match[1]) * 1000, int(match[2] or 0) * 1000
        used: list[int | None] = [0, 0]
        seen: list[list[int]] = [[0], [0]]
        missing: list[int | None] = [None, None]
        for ply, clock in enumerate(clocks):
            side = (ply + (turn == "black")) % 2
            used[side] = None
            if clock is not None:
                first = missing[side]
                missing[side] = int(clock <= base) if first is None else first
                now = base + increment * (ply // 2 + 1 - (missing[side] or 0)) - clock
                used[side] = now
                seen[side].append(now)
            known = [time for time in used if time is not None]
            times.append(sum(known) if len(known) == 2 else None)
        if any(values != sorted(values) for values in seen):
            return
    else:
        total: int | None = 0
        for value in spent:
            total = None if total is None or value is None else total + value
            times.append(total)
    for move, time in zip(moves, times, strict=True):
        if time is not None:
            move["et"] = time // 1000 if time % 1000 == 0 else time / 1000
