"""The jobs that `tools/pgn_extract.py` compares, and the known differences between the programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Read:
    """A game of an output."""

    tags: dict[str, str]
    moves: str
    """The moves with all annotations and the marker at the end."""
    fen: str
    """The final position."""


@dataclass(frozen=True)
class Job:
    """A job for both programs."""

    theirs: Sequence[str]
    ours: dict[str, Any]
    differs: Sequence[str] = ()
    """The known differences between the programs that matter here, besides `DROPS_LAST`."""
    files: tuple[str, str] | None = None
    """The outputs to compare, if they are not the main ones: patterns for the files of ours and of theirs."""
    compared: Callable[[Read], Any] = lambda game: (game.tags, game.moves)
    spelled: bool = False
    """Whether the moves are compared as they are spelled in the outputs."""


def without_what_follows(one: Read, other: Read) -> tuple[Read, Read]:
    """Ours without comments after the marker."""
    return replace(one, moves=re.sub(r"(?<= )(1-0|0-1|1/2-1/2|\*) \{.*\}$", r"\1", one.moves)), other


def without_start(one: Read, other: Read) -> tuple[Read, Read]:
    """Ours without the tags that determine how the moves are read, unless theirs has them."""
    if "FEN" in one.tags and "FEN" not in other.tags:
        return other, other  # theirs cannot be read
    fixed = {"SetUp", "Variant"} - other.tags.keys()
    return replace(one, tags={name: value for name, value in one.tags.items() if name not in fixed}), other


def without_marker(one: Read, other: Read) -> tuple[Read, Read]:
    """Both without the marker at the end, if theirs is `*`."""
    if not other.moves.endswith(" *"):
        return one, other
    ours, theirs = (replace(game, moves=game.moves.rpartition(" ")[0]) for game in (one, other))
    return ours, theirs


def without_comments_at_the_start(one: Read, other: Read) -> tuple[Read, Read]:
    """Ours without the comments before the first move."""
    return replace(one, moves=re.sub(r"^(\{[^}]*\} )+", "", one.moves)), other


def without_ply_count(one: Read, other: Read) -> tuple[Read, Read]:
    """Both without the tag PlyCount, if both have it."""
    if not {"PlyCount"} <= one.tags.keys() & other.tags.keys():
        return one, other
    ours, theirs = (
        replace(game, tags={name: value for name, value in game.tags.items() if name != "PlyCount"})
        for game in (one, other)
    )
    return ours, theirs


def with_their_result(one: Read, other: Read) -> tuple[Read, Read]:
    """Ours with their Result tag and marker, if both have that tag."""
    if not {"Result"} <= one.tags.keys() & other.tags.keys():
        return one, other
    moves = f"{one.moves.rpartition(' ')[0]} {other.moves.rpartition(' ')[2]}".strip()
    return replace(one, tags={**one.tags, "Result": other.tags["Result"]}, moves=moves), other


def without_equals_signs(one: Read, other: Read) -> tuple[Read, Read]:
    """Ours without the signs before the pieces of promotions."""
    return replace(one, moves=one.moves.replace("=", "")), other


def without_check_signs(one: Read, other: Read) -> tuple[Read, Read]:
    """Theirs without the signs for check and mate."""
    return one, replace(other, moves=re.sub(r"[+#]", "", other.moves))


def without_double_signs(one: Read, other: Read) -> tuple[Read, Read]:
    """Theirs with one sign for check after castling."""
    return one, replace(other, moves=other.moves.replace("++", "+").replace("##", "#"))


def with_small_letters(one: Read, other: Read) -> tuple[Read, Read]:
    """Theirs with small letters for promotions."""
    return one, replace(other, moves=re.sub(r"(?<=[a-h][18])[QRBN]", lambda piece: piece[0].lower(), other.moves))


def with_final_fen(game: Read) -> tuple[Any, ...]:
    """A game with its final position, whether that is a tag or a comment."""
    tags = {name: value for name, value in game.tags.items() if name != "FinalFEN"}
    moves, comment, end = game.moves.rpartition(' {"') if "FinalFEN" not in game.tags else (game.moves, "", "")
    fen, _, closing = end.partition('"} ')
    return (tags, f"{moves} {closing}".strip() if comment else moves, game.tags.get("FinalFEN", fen))


DROPS_LAST = "pgn-extract drops comments after the result"
KEEPS_START = "Scoresheet keeps the tags that determine how the moves are read"
ENDS_OPEN = "pgn-extract ends a game that it cuts with `*`"
DROPS_COMMENT = "pgn-extract drops the comment on the new starting position"
CORRECTS_COUNT = "pgn-extract corrects a PlyCount tag that was there"
CORRECTS_RESULT = "pgn-extract also replaces a result that contradicts the board or the marker"
NO_SIGN = "pgn-extract writes no `=` before the piece of a promotion"
CHECKS = "pgn-extract adds signs for check and mate"
CASTLING = "pgn-extract writes `++` for castling with check"
CAPITALS = "pgn-extract writes the piece of a promotion as a capital letter"
DIFFERENCES: dict[str, Callable[[Read, Read], tuple[Read, Read]]] = {
    DROPS_LAST: without_what_follows,
    KEEPS_START: without_start,
    ENDS_OPEN: without_marker,
    DROPS_COMMENT: without_comments_at_the_start,
    CORRECTS_COUNT: without_ply_count,
    CORRECTS_RESULT: with_their_result,
    NO_SIGN: without_equals_signs,
    CHECKS: without_check_signs,
    CASTLING: without_double_signs,
    CAPITALS: with_small_letters,
}

BARE = ["-7", "-C", "-N", "-V"]
PARTS = ["comments", "nags", "variations", "tags"]
CRITERIA = 'WhiteElo >= "2000"\nResult "1-0"\n'
TWICE = {"dedupe": "moves", "duplicates": "{folder}/ours-double.pgn"}

# Of a game without tags, it is unknown whether a comment before the moves belongs to the game before it.
UNTAGGED = Job(["--notags", "-C"], {"keep_tags": ["NoneOfThem"], "strip": ["comments"]}, [KEEPS_START])

JOBS = {
    "": Job([], {}),
    "-C": Job(["-C"], {"strip": ["comments"]}),
    "-N": Job(["-N"], {"strip": ["nags"]}),
    "-V": Job(["-V"], {"strip": ["variations"]}),
    "-7": Job(["-7"], {"strip": ["tags"]}, [KEEPS_START]),
    "--notags -C": UNTAGGED,
    "-D": Job(["-D"], {"dedupe": "moves"}),
    "-d": Job(["-dtheirs-double.pgn"], TWICE, files=("ours-double.pgn", "theirs-double.pgn")),
    "--plylimit 20": Job(["--plylimit", "20"], {"cut": "20"}, [ENDS_OPEN, CORRECTS_COUNT]),
    "--dropply 8": Job(["--dropply", "8"], {"cut": "9-"}, [DROPS_COMMENT, CORRECTS_COUNT]),
    "--selectonly 5,10:20,1000:2000": Job(["--selectonly", "5,10:20,1000:2000"], {"select": "5,10-20,1000-2000"}),
    "--skipmatching 1:5": Job(["--skipmatching", "1:5"], {"select": "6-"}),
    "-#1000": Job(
        ["-#1000"], {"output": "{folder}/ours-{{part}}.pgn", "part_games": 1000}, files=("ours-*.pgn", "[0-9]*.pgn")
    ),
    "--fixresulttags": Job(["--fixresulttags"], {"result": True}, [CORRECTS_RESULT]),
    "--plycount": Job(["--plycount"], {"ply_count": True}),
    "-F --nofauxep": Job(["-F", "--nofauxep"], {"final_fen": True}, compared=with_final_fen),
    "-M": Job(["-M"], {"where": "mate"}),
    "--stalemate": Job(["--stalemate"], {"where": "stalemate"}),
    "--underpromotion": Job(["--underpromotion"], {"where": "underpromotions > 0"}),
    "-pl20 -pu60": Job(["-pl20", "-pu60"], {"where": "ply_count between 20 and 60"}),
    "-tcriteria": Job(["-tcriteria.txt"], {"where": "white_elo >= 2000 and result = '1-0'"}),
    "-TeB": Job(["-TeB"], {"where": "eco like 'B%'"}),
    "--nosetuptags": Job(["--nosetuptags"], {"where": "fen is null"}),
    "--onlysetuptags": Job(["--onlysetuptags"], {"where": "fen is not null"}),
    "-Wsan": Job([*BARE, "-Wsan"], {"strip": PARTS}, spelled=True),
    "-Wxolalg": Job([*BARE, "-Wxolalg"], {"strip": PARTS, "moves": "lan"}, [NO_SIGN, CASTLING], spelled=True),
    "-Wlalg": Job([*BARE, "-Wlalg"], {"strip": PARTS, "moves": "uci"}, [CHECKS, CAPITALS], spelled=True),
}
