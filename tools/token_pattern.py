"""Compares the pattern of tokens with the reader, game by game, on files of PGN.

    python tools/token_pattern.py [FILE_OR_FOLDER...]

Without names, the examples are taken. A game that strict reading accepts must have the same tags, moves, NAGs,
variations and result in both, in the same order, and the same comments. Of all other games those are counted whose
mainline is the same.
"""

from __future__ import annotations

import argparse
import collections
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import scoresheet
from scoresheet._regexes import regexes

ROOT = Path(__file__).resolve().parent.parent
TOKEN = re.compile(regexes()["pgn"]["token_regex"])

Token = tuple[str, str]

SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13, "+/=": 14, "⩲": 14, "=/+": 15}
SIGNS |= {"⩱": 15, "+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19}
RESULTS = {"½-½": "1/2-1/2", "1/2": "1/2-1/2", "½": "1/2-1/2"}


@dataclass
class Comparison:
    """What was compared, and what differs."""

    games: int = 0
    strict: int = 0
    tokens: int = 0
    lenient: int = 0
    same_mainline: int = 0
    differing: list[str] = field(default_factory=list)
    reordered: int = 0
    others: collections.Counter[str] = field(default_factory=collections.Counter)
    unequal_files: int = 0

    def __str__(self) -> str:
        share = self.same_mainline / self.lenient if self.lenient else 1
        return (
            f"{self.games:,} games; {self.strict:,} strict ones with {self.tokens:,} tokens, of which "
            f"{len(self.differing):,} differ, {self.reordered:,} in order; {self.lenient:,} others, of which "
            f"{self.same_mainline:,} ({share:.1%}) have the same mainline; "
            f"{self.unequal_files:,} files whose games cannot be told apart by tags alone"
        )


def found(text: str) -> list[Token]:
    """The tokens that the pattern finds, without move numbers and escaped lines. Signs are NAGs."""
    tokens: list[Token] = []
    for match in TOKEN.finditer(text):
        if match["move"] is not None:
            tokens.append(("move", match["move"] + (match["check"] or "")))
            tokens += [nag(match[kind]) for kind in ("evaluation", "sign") if match[kind]]
        elif match["tag"] is not None:
            value = re.sub(r'\\(["\\])', r"\1", match["value"])
            tokens.append(("tag", f"{match['name']} {value}"))
        elif match["nag"] is not None:
            tokens.append(nag(match["nag"]))
        elif match["result"] is not None:
            tokens.append(("result", RESULTS.get(match["result"], match["result"])))
        else:
            kinds = ("comment", "line_comment", "open", "close", "other")
            tokens += [(kind.removeprefix("line_"), match[kind]) for kind in kinds if match[kind] is not None]
    return tokens


def nag(spelled: str) -> Token:
    """A NAG by its number."""
    number = spelled.removeprefix("$").lstrip("0") or "0" if spelled.startswith("$") else SIGNS.get(spelled, spelled)
    return "nag", str(number)


def by_games(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    """The tokens of each game: the first tag after anything but tags and comments starts another one."""
    game: list[Token] = []
    in_tags = True
    for token in tokens:
        if token[0] == "tag" and not in_tags:
            yield game
            game, in_tags = [], True
        in_tags = in_tags and token[0] in ("tag", "comment")
        game.append(token)
    if game:
        yield game


def read(game: scoresheet.Game) -> list[Token]:
    """The tokens of a game as the reader sees them."""
    tokens: list[Token] = [("tag", f"{name} {value}") for name, value in game.tags.items()]
    tokens += (("comment", text) for text in game.root.comments_after)
    tokens += line(game.root.next)
    if game.termination is not None:
        tokens.append(("result", game.termination))
    return [*tokens, *(("comment", text) for text in game.closing_comments)]


def line(first: scoresheet.Node | None) -> list[Token]:
    """The tokens of a line of moves."""
    tokens: list[Token] = []
    node = first
    while node is not None:
        tokens += (("comment", text) for text in node.comments_before)
        tokens += [("move", node.text or ""), *(("comment", text) for text in node.comments_after)]
        for annotation in node.annotations:
            if annotation.nag is not None:
                tokens.append(("nag", str(annotation.nag)))
            if annotation.alt is not None:
                tokens += [("open", "("), *line(annotation.alt), ("close", ")")]
        node = node.next
    return tokens


def mainline(tokens: Iterable[Token]) -> list[str]:
    """The moves outside of variations, without check marks."""
    moves, depth = [], 0
    for kind, text in tokens:
        depth += (kind == "open") - (kind == "close")
        if kind == "move" and depth == 0:
            moves.append(text.rstrip("+#"))
    return moves


def first_difference(expected: list[Token], tokens: list[Token]) -> str | None:
    """The first difference.

    A tree does not show whether a comment precedes a variation, so comments are compared separately.
    """
    of_comments = [sorted(token for token in found if token[0] == "comment") for found in (expected, tokens)]
    of_others = [[token for token in found if token[0] != "comment"] for found in (expected, tokens)]
    for one, other in (of_others, of_comments):
        for pair in zip([*one, None], [*other, None], strict=False):
            if pair[0] != pair[1]:
                return f"{pair[0]} and {pair[1]}"
    return None


def opens_beside_a_variation(tokens: list[Token]) -> bool:
    """Whether a variation replaces the first move of another one. In a tree it is beside that one, not in it."""
    kinds = "".join(" " if kind in ("comment", "nag") else kind[0] for kind, _ in tokens)
    return re.search("o *m *o", kinds) is not None


def compare(path: Path, result: Comparison) -> None:
    """Compares the games of one file."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        text = path.read_bytes().decode("windows-1252", "replace")
    games = list(scoresheet.read(path, keep_spelling=True, from_="pgn"))
    split = list(by_games(found(text)))
    result.games += len(games)
    if len(games) != len(split):
        result.unequal_files += 1
        return
    for game, tokens in zip(games, split, strict=True):
        expected = read(game)
        result.others.update(text for kind, text in tokens if kind == "other")
        if not game.errors and not game.notes:
            result.strict += 1
            result.tokens += len(expected)
            if opens_beside_a_variation(tokens) and sorted(expected) == sorted(tokens):
                result.reordered += expected != tokens
            elif difference := first_difference(expected, tokens):
                result.differing.append(f"{path.name}: {difference}")
        else:
            result.lenient += 1
            result.same_mainline += mainline(expected) == mainline(tokens)


def compared(paths: Iterable[Path]) -> Comparison:
    """Compares the games of all files of PGN in these folders."""
    result = Comparison()
    for path in paths:
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() == ".pgn") if path.is_dir() else [path]
        for file in files:
            compare(file, result)
    return result


def main() -> None:
    """Compare the files and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, default=[ROOT / "examples"])
    result = compared(parser.parse_args().paths)
    print(result)
    for example in result.differing[:20]:
        print(example)
    print(result.others.most_common(40))


if __name__ == "__main__":
    main()
