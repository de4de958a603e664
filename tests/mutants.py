"""Damaged documents of BGN in each rendering: keys, values, pieces and bytes changed, the same ones each time."""

from __future__ import annotations

import datetime
import io
import json
import random
import re
import struct
from functools import lru_cache
from pathlib import Path
from typing import Any

import scoresheet

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "vectors" / "bgn"
FORMATS = ("bgn", "bgnl", "bgnx", "bson")

GAMES = r"""
[Event "Café \"Régence\""]
[Site "https://lichess.org/abcdefgh"]
[Date "2021.03.04"]
[Round "1"]
[White "Alder, Ann"]
[Black "Birch"]
[Result "1-0"]
[WhiteElo "2100"]
[BlackElo "-"]
[UTCDate "2021.03.04"]
[UTCTime "10:11:12"]
[TimeControl "180+2"]
[Annotator "Elm"]

{Before it all} 1. e4 $1 {[%eval 0.31] [%clk 0:03:00]} e5 { [%eval 0.2,20] [%clk 0:02:58] sharp } 2. Nf3 (2. f4 $6
{gambit} (2. Nc3 Nf6 {[%cal Ge2e4,Rd1h5][%csl Ye4]}) 2... exf4 $14 {one} {two}) 2... Nc6 {[%emt 0:00:05]} 3. Bb5
a6 $2 $146 4. Ba4 Nf6 5. O-O Nxe4 {a [%foo bar] b [%eval #3]} 6. d4 b5 ({before} 6... exd4 {after}) 1-0 {behind}

[Event "?"]
[White "Cedar"]
[Black "Dogwood"]
[Result "0-1"]
[SetUp "1"]
[FEN "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 4 9"]

9... O-O-O 10. O-O-O {x} Bxe3 11. Qxe3 d5 12. exd5 Nxd5 13. Nxd5 Bxd5 $10 0-1

[Event "Shuffled"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]
[Result "*"]

9. O-O {castled} O-O 10. Nf3 *

[Event "Unknown rules"]
[Variant "Kitchen Rules"]
[Result "1-0"]

1. c4 {a  remark
over lines} Xx (1... ??) 2. Qz9 1-0

[White "No kings"]
[SetUp "1"]
[FEN "8/8/4n3/8/8/2B5/8/8 w - - 0 1"]
[Result "0-1"]

1. Bd4   Nxd4 0-1

[White "Illegal"]
[Result "1/2-1/2"]

1. e4 e5 2. Ke3 Nc6 3. Zz9 {unread} Nf6 (3... d6) 1/2-1/2

[Event "Promotion"]
[SetUp "1"]
[FEN "7k/P7/8/3pP3/8/8/8/K7 w - d6 0 1"]
[Result "1-0"]

1. exd6 Kg7 2. a8=Q {[%eval 9.5][%clk 1:00:00]} Kf7 3. -- Kg6 4. d7 ; rest of the line
1-0

[White "Nothing"]
[White "Twice"]
[Custom_Tag "a\\b"]
[Result "*"]

*
"""

WORDS = [
    *(
        "",
        " ",
        "  ",
        "\n",
        "\t",
        "a",
        "e2",
        "e4",
        "e9",
        "K",
        "Q",
        "P",
        "N",
        "1-0",
        "0-1",
        "*",
        "1/2-1/2",
        "$1",
        "$0",
        "!?",
        "?",
    ),
    *(
        "[%clk 0:01:02]",
        "[%eval 1.5]",
        "[%eval #-2]",
        "[%x",
        "{",
        "}",
        "{a}",
        "}{",
        "(",
        ")",
        ";",
        "%",
        "[",
        "]",
        '"',
        "\\",
        "\\n",
    ),
    *(
        " a  b ",
        "a\r\nb",
        "\u00a0",
        "\u2028",
        "\ufeff",
        "é",
        "\U0001f600",
        "\0",
        "\x01",
        "\x7f",
        "<",
        "&",
        "&lt;",
        "]]>",
        "<!--",
    ),
    *(
        "2021-03-04",
        "2021.03.04",
        "2021.??.??",
        "2021-02-30",
        "10:11:12",
        "2021-03-04T10:11:12Z",
        "180+2",
        "40/7200:3600",
        "?",
    ),
    *(
        "chess960",
        "Kitchen Rules",
        "standard",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "pgn",
        "AA2",
        "-",
    ),
    *(
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "1. e4 e5",
        "e4 {x} e5 (d5)",
    ),
]
NUMBERS = [0, 1, 2, 3, 6, 140, 255, 256, -1, 9.5, 0.001, 1e300, 2**31, 2**63, 10**30, 1000, 60_000]
KEYS = [
    *(
        "pgn",
        "bgn",
        "moves",
        "p",
        "f",
        "t",
        "x",
        "c",
        "et",
        "a",
        "properties",
        "ep",
        "castle",
        "promote",
        "mate",
        "stalemate",
        "gone",
    ),
    *(
        "drop",
        "illegal",
        "null",
        "id",
        "before",
        "date",
        "nag",
        "comment",
        "alt",
        "altText",
        "q",
        "name",
        "tail",
        "end",
    ),
    *(
        "eventDate",
        "dateRange",
        "startTime",
        "white",
        "black",
        "last",
        "first",
        "rating",
        "sources",
        "info",
        "termination",
    ),
    *(
        "variant",
        "setup",
        "fen",
        "lichess",
        "pgn4web",
        "eval",
        "clk",
        "emt",
        "cal",
        "csl",
        "event",
        "site",
        "result",
        "setUp",
    ),
    *(
        "timeControl",
        "annotator",
        "utcDate",
        "FEN",
        "white2",
        "_id",
        "",
        "a.b",
        "$x",
        "%",
        "é",
        "a b",
        "Custom_Tag",
        "custom_Tag",
    ),
]


class Members(list[tuple[str, Any]]):
    """An object of JSON, whose keys may occur more than once."""


def members(pairs: list[tuple[str, Any]]) -> Members:
    return Members(pairs)


@lru_cache(maxsize=1)
def bases() -> list[Any]:
    """Documents of many kinds of games."""
    texts = [GAMES, (ROOT / "examples" / "annotated.pgn").read_text(), (ROOT / "examples" / "chess960.pgn").read_text()]
    found = [(VECTORS / name).read_text() for name in ("worked.json", "black-first.json")]
    for text in texts:
        out = io.BytesIO()
        scoresheet.convert(text.encode(), out, from_="pgn", to="bgnl")
        found += out.getvalue().decode().splitlines()[:12]
    documents = [json.loads(text, object_pairs_hook=members) for text in found]
    for document in documents:
        for at, (key, value) in enumerate(document):
            if key == "moves" and len(value) > 24:
                document[at] = (key, value[:24])
    return documents


def copy(value: Any) -> Any:
    if isinstance(value, Members):
        return Members((key, copy(held)) for key, held in value)
    return [copy(held) for held in value] if isinstance(value, list) else value


def containers(value: Any) -> list[Any]:
    """All arrays and objects of a document, itself included."""
    found, waiting = [], [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            found.append(value)
            waiting += [held[1] for held in value] if isinstance(value, Members) else value
    return found


def put(container: Any, at: int, value: Any) -> None:
    container[at] = (container[at][0], value) if isinstance(container, Members) else value


def held(container: Any, at: int) -> Any:
    return container[at][1] if isinstance(container, Members) else container[at]


def any_value(rng: random.Random) -> Any:
    match rng.randrange(9):
        case 0 | 1:
            return rng.choice(WORDS)
        case 2:
            return rng.choice(NUMBERS)
        case 3:
            return rng.choice([True, False, None])
        case 4:
            return rng.choice([[], Members(), [[]], [None], [""]])
        case 5:
            return Members([(rng.choice(KEYS), any_value(rng)) for _ in range(rng.randrange(4))])
        case 6:
            return [any_value(rng) for _ in range(rng.randrange(3))]
        case _:
            container = rng.choice([found for found in containers(rng.choice(bases())) if found])
            return copy(held(container, rng.randrange(len(container))))


def other_text(text: str, rng: random.Random) -> str:
    """A text with something put in or cut out."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + (rng.choice(WORDS) if rng.randrange(3) else "") + text[at + rng.randrange(3) :]


def change(document: Any, rng: random.Random) -> None:
    """Changes one thing in a document."""
    container = rng.choice([found for found in containers(document) if found] or [document])
    if not container:
        return
    at, kind = rng.randrange(len(container)), rng.randrange(10)
    value = held(container, at)
    if kind == 0:
        del container[at]
    elif kind == 1:
        container.insert(rng.randrange(len(container) + 1), copy(container[at]))
    elif kind == 2:
        other = rng.choice([found for found in containers(document) if found])
        place = rng.randrange(len(other))
        first, second = copy(value), copy(held(other, place))
        put(container, at, second)
        put(other, place, first)
    elif kind == 3 and isinstance(container, Members):
        key = container[at][0]
        container[at] = (rng.choice([rng.choice(KEYS), other_text(key, rng), key.upper()]), value)
    elif kind == 4 and isinstance(container, Members):
        container.insert(rng.randrange(len(container) + 1), (rng.choice(KEYS), any_value(rng)))
    elif kind == 5:
        put(container, at, [value] if rng.randrange(2) else Members([(rng.choice(KEYS), value)]))
    elif kind in (6, 7) and isinstance(value, str):
        put(container, at, other_text(value, rng))
    elif kind == 8:
        rng.shuffle(container)
    else:
        put(container, at, any_value(rng))


def other_bytes(data: bytes, rng: random.Random) -> bytes:
    """The same bytes with some cut out, doubled, put in or changed."""
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(6):
            case 0:
                del changed[at : at + rng.randrange(1, 20)]
            case 1:
                changed[at:at] = changed[at : at + rng.randrange(60)]
            case 2:
                changed[at:at] = rng.choice(WORDS).encode()
            case 3:
                changed[at : at + 1] = rng.randbytes(rng.randrange(3))
            case 4:
                changed[at:at] = rng.choice(
                    [b" ", b"\n", b"\r\n", b"\t", b",", b"{", b"}", b"[", b"]", b'"', b"<", b">", b"\0"]
                )
            case _:
                blanks = [
                    place
                    for place in range(len(changed))
                    if bytes(changed[place : place + 1]) in (b",", b":", b"{", b">", b" ")
                ]
                place = rng.choice(blanks or [0])
                changed[place + 1 : place + 1] = rng.choice([b" ", b"\n", b"\n\n  ", b"\t"])
    return bytes(changed)


def json_text(value: Any, rng: random.Random) -> str:
    """A value as JSON, now and then with blanks between its parts."""

    def blank() -> str:
        return rng.choice([" ", "\n  ", "\t", "  "]) if spread and not rng.randrange(6) else ""

    def text(value: Any) -> str:
        if isinstance(value, Members):
            parts = [f"{blank()}{string(key)}{blank()}:{blank()}{text(held)}" for key, held in value]
            return "{" + ",".join(parts) + blank() + "}"
        if isinstance(value, list):
            return "[" + ",".join(blank() + text(held) for held in value) + blank() + "]"
        return string(value) if isinstance(value, str) else json.dumps(value)

    def string(value: str) -> str:
        at = rng.randrange(len(value)) if escapes and value and not rng.randrange(5) else len(value)
        parts = [json.dumps(part, ensure_ascii=ascii_only)[1:-1] for part in (value[:at], value[at + 1 :])]
        units = value[at : at + 1].encode("utf-16-be", "surrogatepass").hex()
        return '"' + parts[0] + re.sub("....", r"\\u\g<0>", units) + parts[1] + '"'

    spread, ascii_only, escapes = rng.randrange(4) == 0, rng.randrange(3) == 0, rng.randrange(4) == 0
    return text(value)


def bson_bytes(value: Any, rng: random.Random) -> bytes:
    """A document as BSON, some values of it in types that JSON lacks."""

    def element(key: str, value: Any) -> bytes:
        kind, said = typed(value)
        return bytes([kind]) + key.replace("\0", "").encode() + b"\0" + said

    def typed(value: Any) -> tuple[int, bytes]:
        if rng.randrange(150) == 0:
            return rng.choice(
                [
                    (5, b"\x02\0\0\0\0ab"),
                    (7, b"abcdefghijkl"),
                    (11, b"a\0i\0"),
                    (13, b"\x02\0\0\0a\0"),
                    (17, b"12345678"),
                    (255, b""),
                    (127, b""),
                    (6, b""),
                ]
            )
        if isinstance(value, list):
            pairs = value if isinstance(value, Members) else [(str(at), held) for at, held in enumerate(value)]
            body = b"".join(element(key, held) for key, held in pairs)
            return (3 if isinstance(value, Members) else 4), struct.pack("<i", len(body) + 5) + body + b"\0"
        if value is None or isinstance(value, bool):
            return (10, b"") if value is None else (8, bytes([value]))
        if isinstance(value, int) and abs(value) < 2**31 - 1:
            return 16, struct.pack("<i", value)
        if isinstance(value, int) and abs(value) < 2**63 - 1:
            return 18, struct.pack("<q", value)
        if isinstance(value, (int, float)):
            return 1, struct.pack("<d", value)
        if re.fullmatch(r"\d{4}-\d\d-\d\d(T[\d:]*Z)?", value) and rng.randrange(3):
            try:
                moment = datetime.datetime.fromisoformat(value.replace("Z", "+00:00")).replace(
                    tzinfo=datetime.timezone.utc
                )
                return 9, struct.pack("<q", int(moment.timestamp()) * 1000)
            except ValueError:
                pass
        text = value.encode("utf-8", "surrogatepass") + b"\0"
        return 2, struct.pack("<i", len(text)) + text

    return typed(value)[1]


TOKEN = re.compile(rb"<[^>]*>|[^<]+|<")


def other_tags(data: bytes, rng: random.Random) -> bytes:
    """A text in XML with tags and texts cut out, doubled, swapped, and changed."""
    tokens = TOKEN.findall(data)
    for _ in range(rng.randrange(1, 4)):
        at, kind = rng.randrange(len(tokens)), rng.randrange(8)
        if kind == 0:
            del tokens[at : at + rng.randrange(1, 4)]
        elif kind == 1:
            end = at + rng.randrange(1, 6)
            place = rng.randrange(len(tokens))
            tokens[place:place] = tokens[at:end]
        elif kind == 2:
            place = rng.randrange(len(tokens))
            tokens[at], tokens[place] = tokens[place], tokens[at]
        elif kind == 3:
            names = [name for name in KEYS if name.isalpha()] + ["game", "move", "tag", "annotation", "source"]
            tokens[at] = re.sub(rb"^(</?)\w+", rb"\1" + rng.choice(names).encode(), tokens[at])
        elif kind == 4:
            tokens[at] = (
                tokens[at][:-1]
                + rng.choice([b' json=""', b' name="white"', b" x='1'", b"/", b' json="json"'])
                + tokens[at][-1:]
            )
        elif kind == 5:
            tokens.insert(
                at,
                rng.choice(
                    [
                        b"<!-- a -->",
                        b"<![CDATA[a<b]]>",
                        b" ",
                        b"\n",
                        b"&amp;",
                        b"&#10;",
                        b"<?a b?>",
                        b"<x/>",
                        b"<x>a</x>",
                    ]
                ),
            )
        else:
            tokens.insert(at, rng.choice(WORDS).encode())
        tokens = tokens or [b" "]
    return b"".join(tokens)


def mutant(format_id: Any, seed: str) -> bytes:
    """A file of a few damaged documents."""
    rng = random.Random(seed)
    documents = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        document = copy(rng.choice(bases()))
        for _ in range(rng.randrange(5)):
            change(document, rng)
        documents.append(document)
    if format_id == "bson":
        data = b"".join(bson_bytes(document, rng) for document in documents)
    else:
        texts = [json_text(document, rng) for document in documents]
        match rng.randrange(4) if format_id != "bgnl" else 3:
            case 0:
                data = ("[" + ",".join(texts) + "]\n").encode("utf-8", "surrogatepass")
            case 1:
                data = ("[\n" + ",\n".join(texts) + "\n]\n").encode("utf-8", "surrogatepass")
            case _:
                data = ("\n".join(texts) + "\n").encode("utf-8", "surrogatepass")
    if format_id == "bgnx":
        data = written(data, "bgn", "bgnx")
        if rng.randrange(4):
            data = other_tags(data, rng)
    return other_bytes(data, rng) if rng.randrange(3) == 0 else data


def written(data: bytes, source: Any, target: Any) -> bytes:
    """The games of a file in one format as another one has them."""
    out = io.BytesIO()
    scoresheet.convert(data, out, from_=source, to=target, threads=1)
    return out.getvalue()
