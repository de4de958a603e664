"""What transforms do to games, as plain computations over lists of games as objects.

Slow and simple on purpose: the native transforms are compared with these.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import real_games
import scoresheet
from scoresheet import Game, Position

TABLES = real_games.ROOT / "crates" / "core" / "openings"
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
# Tags without which the moves would be read in another way.
FIXED = ("SetUp", "FEN", "Variant")
NAMED = ("White", "Black", "Event", "Site")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
SPELLED = {"draw": "1/2-1/2", "½-½": "1/2-1/2", "white wins": "1-0", "black wins": "0-1"}
# Conditions in SQL, and what they mean.
CONDITIONS: dict[str, Callable[[Game], bool]] = {
    "ply_count > 4 and white like 'C%'": lambda game: game.ply_count > 4 and game.tags["White"].startswith("C"),
}
# The columns that games are sorted by. Missing values come last.
COLUMNS: dict[str, Callable[[Game], Any]] = {
    "white": lambda game: game.tags.get("White"),
    "black": lambda game: game.tags.get("Black"),
    "ply_count": lambda game: game.ply_count,
    "year": lambda game: year_of(game.tags.get("Date", "")),
}


def year_of(date: str) -> int | None:
    """The year of a date that starts with it, or of a whole day in which it comes last."""
    year = re.match(r"(\d{4})(?=[.-]|$)", date) or re.fullmatch(r"(?:\d+\.\d+\.|[A-Z][a-z]+ \d+, )(\d{4})", date)
    return int(year[1]) if year else None


@dataclass
class Plain:
    """A game, and the length of its text."""

    game: Game
    length: int


Games = list[Plain]
Options = dict[str, Any]


def read(source: Any) -> Games:
    """The games of a source."""
    texts = [text.as_py() for text in scoresheet.read(source).columns("game_text").arrow()["game_text"]]
    return [Plain(game, len(text)) for game, text in zip(scoresheet.read(source), texts, strict=True)]


def transformed(games: Games, options: Options) -> list[Game]:
    """Games after everything that the options name, in the order in which it is done."""
    for name, transform in TRANSFORMS.items():
        if options.get(name):
            games = transform(games, options)
    return [plain.game for plain in games]


def each(change: Callable[[Game, Any], object], name: str) -> Callable[[Games, Options], Games]:
    """A transform that changes each game on its own, by the value of an option."""

    def transform(games: Games, options: Options) -> Games:
        for plain in games:
            change(plain.game, options[name])
        return games

    return transform


# Tags


def rename_tags(games: Games, options: Options) -> Games:
    """Renames tags in their places, which only a text allows."""
    for plain in games:
        text = plain.game.to("pgn")
        for old, new in options["rename_tags"].items():
            text = re.sub(rf"^\[{old} (?=\")", f"[{new} ", text, flags=re.MULTILINE)
        plain.game = scoresheet.parse(text)
    return games


def remove_tags(game: Game, names: list[str]) -> None:
    for name in names:
        game.tags.pop(name, None)


def keep_tags(game: Game, names: list[str] | tuple[str, ...]) -> None:
    remove_tags(game, [name for name in game.tags if name not in names and name not in FIXED])


def set_names(game: Game, wanted: dict[str, str]) -> None:
    game.tags.update({name: wanted.get(value, value) for name, value in game.tags.items() if name in NAMED})


def set_dates(game: Game, _wanted: bool) -> None:
    game.tags.update({name: date(value) for name, value in game.tags.items() if name.endswith("Date")})


def date(text: str) -> str:
    """A date as the standard writes it; the text itself if it is not a date, or ambiguous."""
    if match := re.fullmatch(r"(\w{3}) (\d{1,2}), (\d{4})", text):
        year, month, day = int(match[3]), MONTHS.index(match[1].lower()) + 1, int(match[2])
    elif match := re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", text):
        year, month, day = int(match[3]), int(match[2]), int(match[1])
    elif match := re.fullmatch(r"(\d{4})(?:[.-](\d\d|\?\?)(?:[.-](\d\d|\?\?))?)?", text):
        year, month, day = (int(part) if part and part != "??" else 0 for part in match.groups())
    else:
        return text
    return f"{year}.{month:02}.{day:02}".replace(".00", ".??").replace(".13", ".??", month == 13)


def set_result(game: Game, _wanted: bool) -> None:
    found = game.tags.get("Result", "*")
    found = SPELLED.get(found.lower(), found)
    if found in ("*", "?", ""):
        # `Game.result` prefers the marker, too, and knows mate and stalemate.
        found = game.termination if game.termination not in (None, "*") else ended(game)
    if found or "Result" in game.tags:
        game.tags["Result"] = found or game.tags["Result"]


def ended(game: Game) -> str | None:
    """The result on the board."""
    last = positions(game)[-1]
    if last.is_mate:
        return "0-1" if last.turn == "white" else "1-0"
    return "1/2-1/2" if last.is_stalemate else None


def positions(game: Game) -> list[Position]:
    return [game.start, *(node.position for node in game.mainline())]


def set_opening(game: Game, _wanted: bool) -> None:
    found = opening(game)
    if found is None:
        return
    code, name, _ = found
    family, _, variation = name.partition(": ")
    game.tags.update({"ECO": code, "Opening": family})
    if variation:
        game.tags["Variation"] = variation
    else:
        game.tags.pop("Variation", None)


def opening(game: Game) -> tuple[str, str, int] | None:
    """The code and the name of the last position of the mainline in the table of openings, and its ply."""
    if game.start.variant == "chess960":
        return None
    named = ((table().get(key(position)), ply) for ply, position in enumerate(positions(game)))
    found = [(*entry, ply) for entry, ply in named if entry]
    return found[-1] if found else None


def key(position: Position) -> str:
    """What makes positions the same: pieces, turn, castling and a possible en passant capture."""
    return " ".join(position.fen().split()[:4])


@cache
def table() -> dict[str, tuple[str, str]]:
    """The codes and names of positions, by playing the moves in the table."""
    found: dict[str, tuple[str, str]] = {}
    for path in sorted(TABLES.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                position = Position()
                for word in row["pgn"].split():
                    position = position if word.endswith(".") else position.play(word)
                found[key(position)] = (row["eco"], row["name"])
    return found


# Parts of games


def strip(game: Game, parts: list[str], kept: list[str] | None) -> None:
    if annotation := [part for part in parts if part != "tags"]:
        game.strip(**dict.fromkeys(annotation, True))
    if "tags" in parts and kept is None:
        keep_tags(game, ROSTER)


def cut(games: Games, options: Options) -> Games:
    first, dash, last = options["cut"].partition("-")
    before, after = (int(first), last) if dash else (1, first)
    long_enough = [plain for plain in games if plain.game.ply_count >= before - 1]
    for plain in long_enough:
        plain.game.cut(before=before if before > 1 else None, after=int(after) if after else None)
    return long_enough


# Choices among games


# Comments of engines


MATCH = re.compile(r"([+-]?)(?:M(\d+)|(\d+)\.(\d\d))/(\d+),? ([\d.]+)s(?:,? (.*))?")
FIELDS = re.compile(r"d=(\d+), (.*)mt=(\d+), (.*)wv=([+-]?)(?:M(\d+)|(\d+)\.(\d\d)), (.*)")


def set_engine_comments(game: Game, _wanted: bool) -> None:
    for node in game.walk():
        white = node.position.turn == "black"
        node.comments_after = [reworded(text, white) for text in node.comments_after]


def reworded(text: str, white: bool) -> str:
    """A comment in which the texts of engines are commands."""
    if match := MATCH.fullmatch(text):
        sign, mate, whole, rest, depth, seconds, more = match.groups()
        negative, spent = (sign == "-") == white, round(1000 * float(seconds))
    elif match := FIELDS.fullmatch(text):
        depth, one, ms, two, sign, mate, whole, rest, three = match.groups()
        negative, spent, more = sign == "-", int(ms), one + two + three
    else:
        return text
    value = f"{int(whole)}.{rest}" if mate is None else str((int(mate) + 1) // 2)
    negative = negative and (mate is not None or float(value) != 0)
    clock = f"{spent // 3600000}:{spent // 60000 % 60:02}:{spent // 1000 % 60:02}"
    clock += f".{spent % 1000:03}".rstrip("0").rstrip(".")
    eval_text = ("#" if mate else "") + ("-" if negative else "") + value
    return f"[%eval {eval_text},{depth}] [%emt {clock}] {more or ''}".rstrip()


# Patterns, and what they mean for a move.
PATTERNS: dict[str, Callable[[Any], bool]] = {
    "move Bb5": lambda node: re.fullmatch(r"B[a-h1-8]?x?b5[+#]?", node.san) is not None,
    "capture or ply 3": lambda node: "x" in node.san or node.ply == 3,
}


def find(games: Games, options: Options) -> Games:
    """The games with a move that the pattern holds for, and comments there."""
    found = []
    for plain in games:
        nodes = [node for node in plain.game.mainline() if PATTERNS[options["find"]](node)]
        if nodes:
            found.append(plain)
        for node in nodes if options.get("find_all") else nodes[:1]:
            if comment := options.get("find_comment"):
                node.comments_after = [comment.replace("{ply}", str(node.ply)), *node.comments_after]
    return found


def select(games: Games, options: Options) -> Games:
    chosen: list[int] = []
    for part in str(options["select"]).split(","):
        first, dash, last = part.partition("-")
        chosen += range(int(first), int(last or (len(games) if dash else first)) + 1)
    return [plain for number, plain in enumerate(games, 1) if number in chosen]


def sample(games: Games, options: Options) -> Games:
    """Each game draws a number, and those with the lowest ones are taken."""
    drawn = sorted(range(len(games)), key=lambda place: splitmix(options.get("seed", 0), place))
    return [games[place] for place in sorted(drawn[: options["sample"]])]


def splitmix(seed: int, place: int) -> int:
    """A number of the generator SplitMix64 (Steele, Lea, Flood 2014)."""
    mixed = (seed + (place + 1) * 0x9E3779B97F4A7C15) % 2**64
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
    return mixed ^ mixed >> 31


def sort(games: Games, options: Options) -> Games:
    for column in reversed(options["sort"]):
        value = COLUMNS[column.removeprefix("-")]
        known = [plain for plain in games if value(plain.game) is not None]
        unknown = [plain for plain in games if value(plain.game) is None]
        # The sort is stable in both directions.
        games = sorted(known, key=lambda plain: value(plain.game), reverse=column.startswith("-")) + unknown
    return games


# Duplicates


def dedupe(games: Games, options: Options) -> Games:
    """Compares each game with each that is kept, the one to prefer first."""
    rank = RANKS[options.get("dedupe_keep", "first")]
    kept: list[tuple[int, Plain]] = []
    merged: dict[int, list[Game]] = {}
    moves = [(key(plain.game.start), [node.move for node in plain.game.mainline()]) for plain in games]
    for place, plain in sorted(enumerate(games), key=lambda entry: (-rank(entry[1]), entry[0])):
        same = (
            other
            for other, known in kept
            if are_same(known.game, plain.game, moves[other] == moves[place], options["dedupe"])
        )
        first = next(same, None)
        if first is None:
            kept.append((place, plain))
        else:
            merged.setdefault(first, []).append(plain.game)
    if options.get("dedupe_merge"):
        for place, plain in kept:
            plain.game.merge(*merged.get(place, []), clocks=True, evals=True)
    return [plain for _, plain in sorted(kept, key=lambda entry: entry[0])]


RANKS: dict[str, Callable[[Plain], int]] = {
    "first": lambda _: 0,
    "longest": lambda plain: plain.length,
    "annotated": lambda plain: notes(plain.game),
}


def notes(game: Game) -> int:
    """How many comments, NAGs and variations a game has."""
    nodes = [game.root, *game.walk()]
    comments = sum(len(node.comments_before) + len(node.comments_after) for node in nodes)
    return comments + sum(len(node.nags) + len(node.variations) for node in nodes) + len(game.closing_comments)


def are_same(one: Game, other: Game, moves: bool, by: str) -> bool:
    """Whether two games are duplicates; `moves` is whether they have the same moves."""
    games = one, other
    if any(game.errors or not game.ply_count for game in games):
        # Their moves are not enough to compare them.
        return str(one) == str(other)
    if not moves or by == "moves":
        return moves
    white, black, played = ([game.tags.get(name, "?") for game in games] for name in ("White", "Black", "Date"))
    if by == "exact":
        return white[0] == white[1] and black[0] == black[1]
    return are_like(*white) and are_like(*black) and fit(*map(date, played))


def are_like(one: str, other: str) -> bool:
    """Whether two names `Surname, G` or `Surname, Given` may be those of one person."""
    if "?" in (one, other):
        return True
    one_parts, other_parts = one.split(", "), other.split(", ")
    shorter, longer = sorted([one_parts[-1], other_parts[-1]], key=len)
    spelled = longer.startswith(shorter) if len(shorter) == 1 else shorter == longer
    return one_parts[0] == other_parts[0] and spelled


def fit(one: str, other: str) -> bool:
    """Whether two dates may be the same one: what is known of both is equal."""
    if "?" in (one, other):
        return True
    return all("?" in a + b or a == b for a, b in zip(one.split("."), other.split("."), strict=True))


# Every transform by its option, in the order in which they are done.
TRANSFORMS: dict[str, Callable[[Games, Options], Games]] = {
    "rename_tags": rename_tags,
    "remove_tags": each(remove_tags, "remove_tags"),
    "set_tags": each(lambda game, tags: game.tags.update(tags), "set_tags"),
    "names": each(set_names, "names"),
    "dates": each(set_dates, "dates"),
    "result": each(set_result, "result"),
    "eco": each(set_opening, "eco"),
    "engine_comments": each(set_engine_comments, "engine_comments"),
    "find": find,
    "where": lambda games, options: [plain for plain in games if CONDITIONS[options["where"]](plain.game)],
    "select": select,
    "dedupe": dedupe,
    "sample": sample,
    "sort": sort,
    "reverse": lambda games, _: games[::-1],
    "limit": lambda games, options: games[: options["limit"]],
    "cut": cut,
    "strip": lambda games, options: each(lambda game, parts: strip(game, parts, options.get("keep_tags")), "strip")(
        games, options
    ),
    "keep_tags": each(keep_tags, "keep_tags"),
    "ply_count": each(lambda game, _: game.tags.update(PlyCount=str(game.ply_count)), "ply_count"),
    "final_fen": each(lambda game, _: game.tags.update(FinalFEN=positions(game)[-1].fen()), "final_fen"),
}
# Options that only belong to one of these.
PARTS_OF = {
    "find_comment": "find",
    "find_all": "find",
    "seed": "sample",
    "dedupe_keep": "dedupe",
    "dedupe_merge": "dedupe",
}
