"""The reference pages of single notations: templates in `docs/reference/*.md.in`, in which tables are filled in.

A line `{{name}}` of a template is replaced by a table. Each table is read from a registry or from the package when the
page is made, so it shows what the program does.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import compared_page
import scoresheet
from scoresheet import schemas, vgn
from scoresheet._registry import entries, registry
from scoresheet.infinite.pieces import KINDS
from scoresheet.infinite.rules.ends import HILL
from scoresheet.infinite.rules.playable import WINS

_PLACE = re.compile(r"^\{\{([\w-]+)\}\}$", re.MULTILINE)


def pages(folder: Path, made_by: str) -> Iterator[tuple[Path, str]]:
    """Every page that has a template in this folder, and its text."""
    for template in sorted(folder.glob("*.md.in")):
        text = _PLACE.sub(lambda place: "\n".join(TABLES[place[1]]()), template.read_text("utf-8"))
        yield template.with_suffix(""), f"<!-- {made_by} -->\n{text}"


def titles(folder: Path) -> Iterator[tuple[str, str]]:
    """The name of the file of every such page, and its title."""
    for template in sorted(folder.glob("*.md.in")):
        yield template.with_suffix("").name, template.read_text("utf-8").partition("\n")[0].removeprefix("# ")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table."""
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]


def drawn(made: Callable[[], list[list[str]]]) -> list[str]:
    """A table whose first row is its head."""
    head, *rows = made()
    return table(head, rows)


def move_formats() -> list[str]:
    """The codes of VGN's MoveFormat tag."""
    kinds = {"words": "text: one word per move", "boards": "text: one row per move", "bytes": "bytes"}
    rows = [
        [f"`{row['code']}`", row["means"], kinds[row["moves"]], "yes" if row["writes"] else "no"]
        for row in registry("codes")
    ]
    return table(["code", "notation", "move section", "written"], rows)


# Sentences that are tried; those without a meaning are not shown.
_SUBJECTS = ("White", "Black")
_VERBS = (
    "wins",
    "surrendered",
    "resigned",
    "ran out of time",
    "lost on time",
    "was disqualified",
    "abandoned",
)
_OTHERS = ("Draw", "Stalemate", "Unfinished", "Both sides lost")


def pattern(kind: str, name: str) -> list[str]:
    """The regular expression of a notation."""
    return ["```text", next(str(row["regex"]) for row in entries(kind) if row["id"] == name), "```"]


def sentences() -> list[str]:
    """What sentences in the Result tag of VGN mean."""
    found: dict[str, list[str]] = {}
    for sentence in [*(f"{subject} {verb}" for verb in _VERBS for subject in _SUBJECTS), *_OTHERS]:
        marker = vgn.result_marker(sentence)
        assert marker, f"`{sentence}` has a meaning"
        found.setdefault(marker, []).append(sentence)
    rows = [[f"`{marker}`", ", ".join(f"`{sentence}`" for sentence in said)] for marker, said in found.items()]
    return table(["result", "values that start with"], rows)


# The arguments of each pattern of composite NAGs, and an example.
_COMPOSITE = (
    ("side, seconds, milliseconds", "$1.1.300.20"),
    ("1 good, 2 poor, 3 very good, 4 very poor, 5 speculative, 6 questionable, 9 worst", "$2.6"),
    ("1 forced, 2 singular, 3 only legal move, 4 ended the turn in check, 5 illegal", "$3.2"),
    ("1 drawish, 2 equal and quiet, 3 equal and active, 4 unclear", "$4.1"),
    ("side; degree; subject; 1 advantage, 0 disadvantage", "$5.0.3.2.0"),
    ("side; 1 zugzwang, 2 initiative, 3 lasting initiative, 4 attack", "$6.1.2"),
    ("side; 1 insufficient, 2 sufficient, 3 more than adequate", "$7.0.3"),
    (
        "side; 1 very poor, 2 poor, 3 good, 4 very good; 1 first rank, 2 king protection, 3 king placement, "
        "4 pawn structure, 5 knight, 6 bishop, 7 rook, 8 queen, 9 coordination",
        "$8.1.2.7",
    ),
    ("side; 1 opening, 2 middlegame, 3 ending; 1 very poorly, 2 poorly, 3 well, 4 very well", "$9.0.1.4"),
    ("side; degree", "$10.1.2"),
    ("side; 2 moderate, 3 severe", "$11.0.3"),
)


def composite_nags() -> list[str]:
    """The patterns of composite NAGs."""
    rows = []
    for arguments, example in _COMPOSITE:
        found = vgn.nag(example)
        number = f"`${found['pgnNag']}`" if found["pgnNag"] else ""
        rows.append([str(found["args"][0]), arguments, f"`{example}`", number, found["text"]])
    return table(["pattern", "arguments", "example", "NAG", "text"], rows)


# Games that end in each of the ways that the marks of FCN distinguish.
_CHECK = "1. e4 f5 2. Qh5+"
_ENDS = {
    "the game goes on, or was not finished": "1. e4 *",
    "check": f"{_CHECK} *",
    "checkmate": "1. f3 e5 2. g4 Qh4# 0-1",
    "stalemate": '[SetUp "1"]\n[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]\n\n1. Qf7 1/2-1/2',
    "won, but not by checkmate: resignation, time, forfeit": "1. e4 1-0",
    "the same, and the last move gave check": f"{_CHECK} 1-0",
    "drawn, but not by stalemate: agreement, repetition, the 50-move rule": "1. e4 1/2-1/2",
    "the same, with the last move giving check": f"{_CHECK} 1/2-1/2",
}


def end_marks() -> list[str]:
    """The end marks of FCN and SFEN, from games that end in each way."""
    rows = []
    for meaning, pgn in _ENDS.items():
        found = {}
        for notation in ("fcn", "fcn2", "sfen"):
            text = scoresheet.parse(pgn).to("vgn", moves=notation)
            last = str(text).split()[-2]
            found[notation] = last
        marks = {name: re.sub(r"^[^+#]*", "", word) for name, word in found.items()}
        assert marks["fcn"] == marks["sfen"], "FCN and SFEN have the same marks"
        rows.append([shown(marks["fcn"]), shown(marks["fcn2"]), meaning, f"`{found['fcn']}`"])
    return table(["marks", "in version 1.0", "meaning", "example in FCN"], rows)


def shown(text: str) -> str:
    """A text as code, or the word for none."""
    return f"`{text}`" if text else "none"


_PROMOTING = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"


def bccf_promotions() -> list[str]:
    """The promotion bits of BCCF in both versions."""
    rows = []
    for letter, piece in {"R": "rook", "N": "knight", "B": "bishop", "Q": "queen"}.items():
        words = [scoresheet.convert_move(f"a8={letter}", "san", name, fen=_PROMOTING) for name in ("bccf", "bccf2")]
        bits = [f"{int(word, 16):016b}" for word in words]
        assert {word[:12] for word in bits} == {"000110000111"}
        rows.append([f"`{bits[0][12:14]}`", piece, f"`{words[0]}`", f"`{words[1]}`"])
    return table(["bits 3 and 2", "piece", "`a8=…` in version 1.1", "in version 1.0"], rows)


def bccf_words() -> list[str]:
    """Moves in BCCF, bit by bit."""
    castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    moves = [
        ("e4", None, "a pawn's double step"),
        ("Nf3", None, ""),
        ("O-O", castling, "castling: the king's squares"),
        ("O-O-O", castling, ""),
        ("exd6", passing, "en passant: the pawn's squares"),
        ("a8=Q", _PROMOTING, "promotion"),
    ]
    rows = []
    for san, fen, note in moves:
        word = scoresheet.convert_move(san, "san", "bccf", fen=fen)
        mcn = scoresheet.convert_move(san, "san", "mcn", fen=fen)
        bits = f"{int(word, 16):016b}"
        parts = [bits[0:3], bits[3:6], bits[6:9], bits[9:12], bits[12:14], bits[14], bits[15]]
        rows.append([san, f"`{mcn}`", f"`{' '.join(parts)}`", f"`{word[:2]} {word[2:]}`", note])
    return table(["move", "MCN", "bits", "bytes", "what it is"], rows)


def bcfen_pieces() -> list[str]:
    """The four bits of each piece in BCFEN."""
    rows = []
    for letter, piece in zip("RNBQKP", ("rook", "knight", "bishop", "queen", "king", "pawn"), strict=True):
        codes = []
        for sign in (letter, letter.lower()):
            board = scoresheet.Position.read(f"{sign}7/8/8/8/8/8/8/8 w - - 0 1", "fen", validation="off")
            codes.append(int(board.to("bcfen").hex()[0], 16))
        rows.append([piece, *(f"`{code:04b}`, hex {code:X}" for code in codes)])
    rows.append(["empty square", "`0000`, hex 0", ""])
    return table(["piece", "White", "Black"], rows)


# The objects of the schema of BGN that have a table on the page, by the name of the table.
_BGN = {"bgn-document": "document", "bgn-game": "game", "bgn-player": "player", "bgn-source": "source"}
_BGN |= {"bgn-move": "move", "bgn-annotation": "annotation", "bgn-line": "line"}


# The tags of the PGN standard, in its order; other tags keep their names in documents.
_TAGS = (
    "Event Site Date Round White Black Result WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteNA "
    "BlackNA WhiteType BlackType EventDate EventSponsor Section Stage Board Opening Variation SubVariation ECO NIC "
    "Time UTCTime UTCDate TimeControl SetUp FEN Termination Annotator Mode PlyCount"
)


def bgn_keys() -> list[str]:
    """The keys of the tags of the PGN standard in documents of BGN."""
    start = scoresheet.Position().fen()
    values = {"FEN": start, "SetUp": "1"}
    tags = "".join(f'[{name} "{values.get(name, "?")}"]\n' for name in _TAGS.split())
    document = json.loads(scoresheet.parse(f"{tags}\n*").to("bgn"))
    keys = list(document["pgn"])
    assert [key.lower() for key in keys] == _TAGS.lower().split(), "each tag has the key that its name gives"
    named = " ".join(f"`{key}`" for key in keys)
    return textwrap.wrap(f"These are the keys: {named}.", 128, break_on_hyphens=False)


def bgn_fields(name: str) -> list[str]:
    """The fields of an object of BGN, from its JSON Schema."""
    schema = json.loads(schemas.path("bgn.schema.json").read_text("utf-8"))
    parts = schema["$defs"]
    rows = []
    for field, rule in parts[name]["properties"].items():
        target = rule.get("$ref", "").rpartition("/")[2]
        doc = rule.get("description") or parts.get(target, {}).get("description", "")
        rows.append([f"`{field}`", kind_of(rule, target, parts), doc])
    return table(["field", "type", "content"], rows)


# Objects of the schema that have a separate table, or a well-known form.
_NAMED_KINDS = {
    "date": "date: `1992-11-04`",
    "moment": "date or time",
    "extendedDate": "object with `$date`",
    "square": "square: `e2`",
    "piece": "piece: `P`, `N`, `B`, `R`, `Q`, `K`",
    "flag": "`true`",
    "player": "[player](#players)",
    "annotations": "array of [annotations](#annotations)",
    "mainline": "array of [moves](#moves)",
    "line": "[line](#lines)",
    "tags": "object: [tags](#tags)",
    "game": "object: [game](#the-object-bgn)",
}


_PLURALS = {"moment": "two dates or times", "move": "[moves](#moves)", "source": "[sources](#sources)"}


def kind_of(rule: dict[str, object], target: str, parts: dict[str, dict[str, object]]) -> str:
    """The type of a field in words."""
    if target in _NAMED_KINDS:
        return _NAMED_KINDS[target]
    if target:
        return kind_of(parts[target], "", parts)
    if "enum" in rule:
        values = rule["enum"]
        assert isinstance(values, list)
        return ", ".join(f"`{value}`" for value in values)
    if "anyOf" in rule:
        choices = rule["anyOf"]
        assert isinstance(choices, list)
        return " or ".join(kind_of(choice, str(choice.get("$ref", "")).rpartition("/")[2], parts) for choice in choices)
    kind = rule.get("type", "any value")
    if kind == "array":
        items = rule.get("items")
        if items is None:
            return "array"
        assert isinstance(items, dict)
        return f"array of {_PLURALS[str(items['$ref']).rpartition('/')[2]]}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


_WINS = {
    "checkmate": "the opponent is in check and has no legal move",
    "allpiecescaptured": "the opponent has no pieces left",
    "threecheck": "the side has given check three times; not in `modern`",
    "royalcapture": "the side has captured a royal piece",
    "allroyalscaptured": "the side has captured the last royal piece of the opponent",
    "koth": f"the side's king moves to one of the squares {', '.join(f'({x},{y})' for x, y in sorted(HILL))}",
}


def icn_wins() -> list[str]:
    """The win conditions of ICN that are played."""
    assert tuple(_WINS) == WINS, "each win condition that is played has a description"
    return table(["name", "a side wins when"], [[f"`{name}`", doc] for name, doc in _WINS.items()])


def icn_pieces() -> list[str]:
    """The pieces of ICN and how they move."""
    rows = []
    for kind in KINDS:
        owner = "neutral" if kind.neutral else f"`{kind.code.upper()}`, `{kind.code}`"
        code = f"`{kind.code}`" if kind.neutral else owner
        rows.append([code, kind.singular, steps(kind.leaps), steps(kind.slides), "yes" if kind.royal else ""])
    return table(["code: White, Black", "piece", "leaps", "slides", "royal"], rows)


def steps(found: Iterable[tuple[int, int]]) -> str:
    """Steps without their reflections."""
    return ", ".join(f"({x},{y})" for x, y in dict.fromkeys((min(map(abs, s)), max(map(abs, s))) for s in found))


# Who made each notation, when, and what for.
_PGN = "Steven J. Edwards and others, the PGN standard, 1994"
_VGN = "[SkySpiral7](http://skyspiral7.blogspot.com/2015/05/chess-notation-updates-11.html), 2015"
_BGN_MAKER = "[Buzz Moschetti](https://www.moschetti.org/rants/bgnchess.html), 2020"
_ICN = "[Andreas Tsevas and Naviary](https://github.com/tsevasa/infinite-chess-notation), 2024"
_MOVES: dict[Any, tuple[str, str]] = {
    "san": (_PGN, "people; the notation of PGN"),
    "lan": ("FIDE, Laws of Chess", "people; the text names both squares"),
    "uci": ("Stefan Meyer-Kahlen, the Universal Chess Interface", "chess engines"),
    "iccf": ("ICCF", "correspondence chess in all languages: digits only"),
    "mcn": (_VGN, "programs: the two squares and no more"),
    "fcn": (_VGN, "moves that can be understood and taken back without the rules"),
    "bccf": (_VGN, "two bytes per move"),
    "pgc": (_PGN, "one byte per move"),
}
_POSITIONS: dict[Any, tuple[str, str]] = {
    "fen": ("David Forsyth, 1883; extended in the PGN standard", "a position and its counters"),
    "epd": ("John Stanback and Steven J. Edwards", "a position with operations: best moves, evaluations, names"),
    "sfen": (_VGN, "a position without counters; fields may be missing"),
    "bcfen": (_VGN, "the pieces in 32 bytes"),
}
_FORMATS: dict[Any, tuple[str, str]] = {
    "pgn": (_PGN, "exchange between all programs; readable by people"),
    "vgn": (_VGN, "games whose moves are in any of eight notations, text or bytes"),
    "bgn": (_BGN_MAKER, "documents for databases and programs that do not know the rules"),
    "icn": (_ICN, "games on a board without edges, with fairy pieces"),
    "pgc": (_PGN, "games in little space, with variations"),
    "cpgn": ("[Chi-Iroh](https://github.com/Chi-Iroh/PGN-Compressor), 2024 and 2025", "PGN in about 9 bits per move"),
    "bccf": (_VGN, "the moves of one game"),
    "bcfen": (_VGN, "the positions of one game"),
    "uci": ("Stefan Meyer-Kahlen", "one game per line for engines"),
    "epd": ("John Stanback and Steven J. Edwards", "sets of positions to test engines"),
    "polyglot": ("Fabien Letouzey", "opening books for engines"),
    "archive": ("Scoresheet", "whole games in the smallest space"),
}

_SHOWN_MOVES = (
    ("Nf3", None),
    ("exd6", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
    ("O-O", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("a8=Q+", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
)


def moves_shown() -> list[str]:
    """The move notations, each with the same moves."""
    rows = []
    for name, (who, purpose) in _MOVES.items():
        texts = [scoresheet.convert_move(san, "san", name, fen=fen) for san, fen in _SHOWN_MOVES]
        rows.append([f"`{name}`", title_of("notations", name), who, purpose, ", ".join(f"`{text}`" for text in texts)])
    return table(["id", "notation", "made by", "for", "examples"], rows)


def title_of(kind: str, name: str) -> str:
    """What an entry of a registry is called."""
    return next(str(row["title"]) for row in entries(kind) if row["id"] == name)


def positions_shown() -> list[str]:
    """The position notations, each with the board after 1. e4."""
    rows = []
    board = scoresheet.Position().play("e4")
    for name, (who, purpose) in _POSITIONS.items():
        text = board.to(name)
        text = text if isinstance(text, str) else text.hex(" ", 4)
        rows.append([f"`{name}`", title_of("positions", name), who, purpose, f"`{text}`"])
    return table(["id", "notation", "made by", "for", "1. e4"], rows)


def formats_shown() -> list[str]:
    """The formats of games."""
    rows = [[f"`{name}`", title_of("formats", name), *made] for name, made in _FORMATS.items()]
    return table(["id", "format", "made by", "for"], rows)


_SHOWN_GAME = '[White "Doe, Jane"]\n[Black "bob77"]\n[Result "1-0"]\n\n1. e4 {best} f5 2. Qh5+ $2 g6 1-0'


def games_shown() -> list[str]:
    """One game in each format, bytes as hexadecimal digits."""
    lines = []
    for name in _FORMATS:
        if name in ("polyglot", "archive"):
            continue  # a book is of many games, and an archive of one is not representative
        data = scoresheet.parse(_SHOWN_GAME).to(name)
        text = data.rstrip("\n") if isinstance(data, str) else "\n".join(textwrap.wrap(data.hex(" "), 96))
        lines += [f"### {title_of('formats', name)}", "", "```text", text, "```", ""]
    return lines[:-1]


TABLES: dict[str, Callable[[], list[str]]] = {
    "expressed": partial(drawn, compared_page.expressed),
    "sizes": partial(drawn, compared_page.sizes),
    "moves-shown": moves_shown,
    "positions-shown": positions_shown,
    "formats-shown": formats_shown,
    "games-shown": games_shown,
    "move-formats": move_formats,
    "pattern-mcn": partial(pattern, "notations", "mcn"),
    "pattern-fcn": partial(pattern, "notations", "fcn"),
    "pattern-sfen": partial(pattern, "positions", "sfen"),
    "sentences": sentences,
    "composite-nags": composite_nags,
    "end-marks": end_marks,
    "bccf-promotions": bccf_promotions,
    "bccf-words": bccf_words,
    "bcfen-pieces": bcfen_pieces,
    "bgn-keys": bgn_keys,
    "icn-wins": icn_wins,
    "icn-pieces": icn_pieces,
    **{table_: partial(bgn_fields, name) for table_, name in _BGN.items()},
}
