"""Compares Scoresheet with python-chess: the same moves, the same final FEN, the same verdict on every game.

    python tools/oracle.py [--sample N] [-o RESULT.json] FILE_OR_FOLDER...

For development only: python-chess is under the GPL and is never shipped. Scoresheet reads the files through Arrow; the
bytes of each game (the column `game_text`) are then given to python-chess, two processes at a time. That the bytes were
cut rightly is checked apart from that: python-chess may find one game only in them, and their number must be that of
the `[Event` tags or of the games that python-chess finds in the file: if a game has no such tag, or an empty line
is inside one, these differ. Of a file of bare moves, one game per line, the lines are counted.
"""

from __future__ import annotations

import argparse
import collections
import functools
import io
import itertools
import json
import multiprocessing
import struct
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import chess
import chess.pgn
import pyarrow as pa
import zstandard

import scoresheet

COLUMNS = ["game", "game_text", "packed_moves", "final_fen", "error_code", "error_ply"]
SUFFIXES = (".pgn", ".pgn.zst", "movetext.txt.zst", "movetext.txt")
PROCESSES = 2
EXAMPLES = 5
CHUNK = 200


class Explanation(NamedTuple):
    """How often a kind of difference is known in SCORESHEET_DATA, and why it is meant."""

    times: int
    why: str


# More of a kind than these is not explained; docs/measured.md prints the reasons.
EXPLAINED = {
    "python-chess finds 2 games in the bytes of one": Explanation(
        13,
        "Two empty lines separate the tags from the moves; python-chess starts another game there.",
    ),
    "verdict (ours: control-byte; theirs: legal)": Explanation(
        1,
        "NUL bytes are attached to the result of the last game of a file; python-chess skips them.",
    ),
    "verdict (ours: stray; theirs: legal)": Explanation(
        2,
        "A tag without its first bytes is between two games; python-chess skips words that are not moves.",
    ),
    "number of games": Explanation(
        1,
        "Tags follow moves without an empty line, and one lacks its first bytes: others find more or fewer games.",
    ),
}


class Reading(NamedTuple):
    """What one program made of one game."""

    packed: bytes
    fen: str | None
    error: str | None
    games: int


class Case(NamedTuple):
    """A game's bytes and what Scoresheet made of them."""

    game: int
    text: bytes
    ours: Reading


@dataclass
class Difference:
    """One kind of difference: how often, and the first of them."""

    kind: str
    count: int = 0
    first: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Comparison:
    """What came of one file."""

    file: str
    group: str
    games: int = 0
    compared: int = 0
    plies: int = 0
    same: int = 0
    seconds: float = 0.0
    differences: dict[str, Difference] = field(default_factory=dict)

    def differ(self, kind: str, example: dict[str, Any]) -> None:
        """Counts one difference and keeps the first few."""
        found = self.differences.setdefault(kind, Difference(kind))
        found.count += 1
        if len(found.first) < EXAMPLES:
            found.first.append(example)


class Mainline(chess.pgn.BaseVisitor[Reading]):
    """Collects the mainline as packed moves, and the first error anywhere; builds no tree."""

    def __init__(self, variations: bool = True) -> None:
        self.variations = variations
        self.packed = bytearray()
        self.board: chess.Board | None = None
        self.error: str | None = None
        self.depth = 0

    def begin_variation(self) -> chess.pgn.SkipType | None:
        if not self.variations:
            return chess.pgn.SKIP
        self.depth += 1
        return None

    def end_variation(self) -> None:
        self.depth -= self.variations

    def visit_board(self, board: chess.Board) -> None:
        if self.depth == 0:
            self.board = board

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        if self.depth == 0:
            self.packed += struct.pack("<H", pack(board, move))

    def handle_error(self, error: Exception) -> None:
        self.error = self.error or f"{type(error).__name__}: {error}"

    def result(self) -> Reading:
        fen = self.board.fen(en_passant="legal") if self.board else None
        return Reading(bytes(self.packed), fen, self.error, 1)


def pack(board: chess.Board, move: chess.Move) -> int:
    """The 16 bits of `packed_moves`: origin, destination, promotion, castling by the king's destination."""
    if not move:
        king = board.king(board.turn)
        assert king is not None
        return king | king << 6
    to, castle = move.to_square, board.is_castling(move)
    if castle:
        short = chess.square_file(move.to_square) > chess.square_file(move.from_square)
        to = chess.square(6 if short else 2, chess.square_rank(move.from_square))
    return move.from_square | to << 6 | (move.promotion or 0) << 12 | castle << 15


def by_python_chess(text: bytes, variations: bool = True) -> Reading:
    """What python-chess makes of the bytes of one game."""
    try:
        decoded = text.decode()
    except UnicodeDecodeError:
        decoded = text.decode("cp1252", errors="replace")
    stream = io.StringIO(decoded.replace("\r\n", "\n").replace("\r", "\n"))
    reading = chess.pgn.read_game(stream, Visitor=lambda: Mainline(variations))
    if reading is None:
        return Reading(b"", chess.STARTING_FEN, None, 0)
    more = sum(1 for _ in iter(lambda: chess.pgn.read_game(stream, Visitor=chess.pgn.SkipVisitor), None))
    return reading._replace(games=1 + more)


def compare(case: Case) -> tuple[Case, Reading, str | None]:
    """The kind of difference on one game, or None if both agree."""
    theirs, ours = by_python_chess(case.text), case.ours
    if ours.error and theirs.error:
        # An error in a variation can make python-chess lose its place in the mainline.
        mainline = by_python_chess(case.text, variations=False)
        theirs = theirs._replace(packed=mainline.packed, fen=mainline.fen)
    kind = difference(ours, theirs)
    if kind is not None and (ours.error or theirs.error):
        kind += f" (ours: {ours.error or 'legal'}; theirs: {(theirs.error or 'legal').split(':')[0]})"
    return case, theirs, kind


def difference(ours: Reading, theirs: Reading) -> str | None:
    """The first thing that two readings of one game do not share."""
    if theirs.games > 1:
        return f"python-chess finds {theirs.games} games in the bytes of one"
    if ours.packed != theirs.packed:
        longer = "more" if len(ours.packed) > len(theirs.packed) else "fewer"
        prefix = ours.packed.startswith(theirs.packed) or theirs.packed.startswith(ours.packed)
        return f"moves: the same as far as both go, ours are {longer}" if prefix else "moves: others"
    if ours.fen != theirs.fen:
        return "final FEN"
    return "verdict" if bool(ours.error) != bool(theirs.error) else None


def cases(path: Path) -> Iterator[Case]:
    """Every game of a file, as Scoresheet reads it."""
    stream = pa.RecordBatchReader.from_stream(scoresheet.read(str(path)).columns(*COLUMNS))
    for batch in stream:
        for row in batch.to_pylist():
            ours = Reading(row["packed_moves"], row["final_fen"], row["error_code"], 1)
            yield Case(row["game"], row["game_text"], ours)


def compare_file(path: Path, sample: int | None, pool: Any) -> Comparison:
    """Compares all games of a file, or about `sample` of them spread over it."""
    started = time.monotonic()
    result = Comparison(path.name, group(path))
    step = 1 if sample is None else max(1, min(counts(path)) // sample)
    counted: collections.Counter[str] = collections.Counter()
    for case, theirs, kind in pool.imap(compare, chosen(path, step, counted), chunksize=CHUNK):
        result.compared += 1
        result.plies += len(case.ours.packed) // 2
        if kind is None:
            result.same += 1
        else:
            result.differ(kind, example(path, case, theirs))
    result.games = counted["games"]
    if result.games not in counts(path):
        result.differ("number of games", {"file": path.name, "ours": result.games, "others": sorted(counts(path))})
    result.seconds = round(time.monotonic() - started, 1)
    return result


def group(path: Path) -> str:
    """The name under which a page sums up a file: its folder within the data, or itself."""
    known = [part for part in path.parts if part.endswith(("masters", "historic", "examples"))]
    return known[-1] if known else path.name


def chosen(path: Path, step: int, counted: collections.Counter[str]) -> Iterator[Case]:
    """Every `step`-th game; counts all."""
    for case in cases(path):
        counted["games"] += 1
        if (case.game - 1) % step == 0:
            yield case


def example(path: Path, case: Case, theirs: Reading) -> dict[str, Any]:
    """One difference as the result file shows it."""
    pairs = zip(case.ours.packed[::1], theirs.packed[::1], strict=False)
    same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)) // 2
    return {
        "file": path.name,
        "game": case.game,
        "same_plies": same,
        "plies": [len(case.ours.packed) // 2, len(theirs.packed) // 2],
        "fen": [case.ours.fen, theirs.fen],
        "error": [case.ours.error, theirs.error],
    }


@functools.cache
def counts(path: Path) -> set[int]:
    """The number of games as others count them: lines of bare moves, else `[Event` tags and what python-chess finds."""
    with opened(path) as file:
        if file.peek(2).startswith(b"1."):
            return {sum(1 for line in file if line.strip())}
        events = sum(1 for line in file if line.startswith(b"[Event "))
    with opened(path) as file:
        stream = io.TextIOWrapper(file, encoding="latin-1")
        return {events, sum(1 for _ in iter(lambda: chess.pgn.skip_game(stream), False))}


def opened(path: Path) -> io.BufferedReader:
    """The bytes of a file, packed or not."""
    file = path.open("rb")
    if path.suffix != ".zst":
        return file
    reader = zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(file, read_across_frames=True)
    return io.BufferedReader(reader)


def files(names: list[str]) -> list[Path]:
    """The files named, and those in the folders named."""
    found: list[Path] = []
    for name in map(Path, names):
        inside = sorted(path for path in name.rglob("*") if path.name.endswith(SUFFIXES)) if name.is_dir() else [name]
        found += inside
    return found


def compare_files(paths: list[Path], sample: int | None = None) -> dict[str, Any]:
    """The whole result, ready for JSON: counts by file, and every difference grouped by kind."""
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        results = [compare_file(path, sample, pool) for path in paths]
    kinds: dict[str, Difference] = {}
    for found in itertools.chain.from_iterable(result.differences.values() for result in results):
        kind = kinds.setdefault(found.kind, Difference(found.kind))
        kind.count += found.count
        kind.first = (kind.first + found.first)[:EXAMPLES]
    return {
        "python_chess": chess.__version__,
        "scoresheet": scoresheet.__version__,
        "sample": sample,
        "games": sum(result.games for result in results),
        "compared": sum(result.compared for result in results),
        "plies": sum(result.plies for result in results),
        "same": sum(result.same for result in results),
        "differences": [asdict(kind) for kind in sorted(kinds.values(), key=lambda kind: -kind.count)],
        "files": [
            {key: value for key, value in asdict(result).items() if key != "differences"}
            | {"differences": {kind: found.count for kind, found in result.differences.items()}}
            for result in results
        ],
    }


def main(arguments: list[str]) -> int:
    """Compares, prints a summary, writes the result; 1 when anything differs."""
    parser = argparse.ArgumentParser(description="Compare Scoresheet with python-chess.")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--sample", type=int, help="about so many games of each file")
    parser.add_argument("-o", "--output", type=Path, help="write the result as JSON")
    options = parser.parse_args(arguments)
    result = compare_files(files(options.paths), options.sample)
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(json.dumps(result, indent=1) + "\n")
    print(
        f"{result['compared']:,} of {result['games']:,} games, {result['plies']:,} plies, {result['same']:,} the same"
    )
    for difference in result["differences"]:
        print(f"{difference['count']:>8,}  {difference['kind']}: {difference['first'][0]}")
    return 1 if result["differences"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
