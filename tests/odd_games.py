"""Games with odd tags for tests that compare engines: the moves of the examples, with dates, ratings, results, time
controls and annotations as careless people and programs write them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

__all__ = ["DATES", "write"]

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

DATES = [
    "1990.05.01", "1990.12.31", "1991.01.01", "1995.06.15", "1996.01.01", "2024.02.29",  # whole
    "1990.05.??", "1990.??.??", "1990.??.15", "1995", "1995.06", "????.??.??", "?", "-", "",  # partly unknown
    "1990.02.30", "1991.13.05", "1991.00.00", "1900.02.29", "2000.04.31", "1995.06.15.01",  # impossible
    "1990-05-01", "1990/5/1", " 1995.6.1 ", "05/01/1990", "May 1990", "199?.01.01",  # other forms
    "19900501", "1.5.1990", "31/12/1990", "-1990.01.01",
    "0000.01.01", "0001.01.01", "9999.12.31", "10000.01.01", "\uff11\uff19\uff19\uff10.05.01",  # the ends of time
]  # fmt: skip
"""Values of tags for dates."""

TIMES = ["12:30:00", "23:59:59.5", "24:00:00", "??:??:??", "9:5:1", ""]
RATINGS = ["1799", "1800", "2300", "2301", "2400?", "(2000)", "1500P", "-", "?", "", "0", "32767", "99999", "2100.5"]
RESULTS = [
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "",
    " 1-0 ",
    "White wins.",
    "black resigned",
    "  Draw",
    "½-½",
    "1:0",
    " 0 \N{EN DASH} 1",
    "½",
    "1\t-0",
    "0-0",
    "?",
]
CONTROLS = [
    "60+0", "180+2", "300", "600+5", "5400+30", "40/7200:3600", "40/5400+30:1800+30", "20/600", "*180", "1/86400", "-",
    "?", "", "60+0.6", "30.5", "90 min", "0060+01", " 300+3 ", "0/600", "40/7200:?", "+5", "10/4320000",
]  # fmt: skip
ANNOTATORS = ["Tal, Mihail", "“Q”", "", "a,b,c", "?"]
ENDINGS = ["Normal", "Time forfeit", "abandoned", "", "normal"]
PLAYERS = ["O'Hara; DROP", "Tal", "Tal, Mihail", "$pgn.white", "Ünal, “Q”", "", "a,b,c", "?"]
UNPLAYED = ['[Variant "Kitchen"]', '[SetUp "1"]\n[FEN "no board"]', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]']
NAGS = ["$1", "$2", "$3", "$4", "$5", "$6", "$14", "$146", "$1 $2", ""]


@cache
def _examples() -> tuple[tuple[str, str], ...]:
    """The tags that the moves of each example need, and the moves."""
    found = []
    for name in ("annotated", "chess960", "generated", "historic"):
        text = (EXAMPLES / f"{name}.pgn").read_text("utf-8")
        for game in re.split(r"\n\n(?=\[Event )", text.strip()):
            tags, _, moves = game.partition("\n\n")
            needed = re.findall(r'^\[(?:FEN|SetUp|Variant) ".*"\]$', tags, re.MULTILINE)
            found.append(("\n".join(needed), moves))
    return tuple(found)


def _tags(chance: random.Random) -> Iterator[tuple[str, str]]:
    yield "White", chance.choice(PLAYERS)
    yield "Black", chance.choice(PLAYERS)
    kinds = [
        ("Date", 0.8, DATES), ("UTCDate", 0.3, DATES), ("UTCTime", 0.3, TIMES), ("EventDate", 0.3, DATES),
        ("Date", 0.05, DATES), ("WhiteElo", 0.8, RATINGS), ("BlackElo", 0.8, RATINGS), ("Result", 0.9, RESULTS),
        ("TimeControl", 0.7, CONTROLS), ("Termination", 0.5, ENDINGS), ("Annotator", 0.2, ANNOTATORS),
    ]  # fmt: skip
    for name, often, values in kinds:
        if chance.random() < often:
            yield name, chance.choice(values)


def _annotated(moves: str, chance: random.Random) -> str:
    """Moves with NAGs, and with clocks if there are no comments."""
    words = moves.split()
    clock, has_clocks = 3000, chance.random() < 0.3 and "{" not in moves and "(" not in moves
    for place, word in enumerate(words[:-1]):
        if not re.fullmatch(r"[a-hKQRBNO][-a-hxKQRBNO1-8=+#]+", word) or chance.random() < 0.3:
            continue
        clock -= chance.choice([0, 0, 1, 9, 10, 120, 121, -5])
        told = f" {{[%clk 0:{clock // 60:02}:{clock % 60:02}{chance.choice(['', '.5', '.05'])}]}}" if has_clocks else ""
        nag = f" {chance.choice(NAGS)}" if chance.random() < 0.1 else ""
        words[place] = f"{word}{nag}{told}"
    return " ".join(words)


def write(path: Path, number: int, seed: int = 38) -> None:
    """Writes this many games to a file of PGN."""
    chance = random.Random(seed)
    games = []
    for _ in range(number):
        needed, moves = chance.choice(_examples())
        marker = chance.choice(["1-0", "0-1", "1/2-1/2", "*", ""])
        body = re.sub(r"\s*(1-0|0-1|1/2-1/2|\*)$", "", moves)
        words = _annotated(f"{body} {marker}", chance) if "(" not in body else f"{body} {marker}"
        if chance.random() < 0.1:  # a short game, which ends in no endgame
            words = " ".join(words.split()[: chance.randrange(12)]) if "{" not in words and "(" not in words else words
        if chance.random() < 0.03:  # a game that ends with an error
            words = words.replace(" ", " Zz9 ", 1) if "{" not in words else words
        tags = [f'[{name} "{value}"]' for name, value in _tags(chance)]
        if chance.random() < 0.03:  # a game that cannot be played
            needed = chance.choice(UNPLAYED)
        games.append("\n".join([*tags, *needed.splitlines()]) + f"\n\n{words}\n")
    path.write_text("\n".join(games), "utf-8")
