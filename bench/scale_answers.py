"""A second computation of what the jobs of `bench.scale` count, without any code of Scoresheet.

`counts` reads the text of all games, by what their moves look like. `sampled` replays one game in a hundred with
python-chess, and compares what needs boards with the answers of Scoresheet about the same games.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

SAMPLED = 100
"""One game in so many is replayed."""

PLIES = 20
"""How many plies castling may take, and after how many positions are counted."""


def texts(games: Path) -> Iterator[tuple[dict[bytes, bytes], bytes]]:
    """The tags and the moves of each game, whose moves are on one line, as `bench.synthetic` writes them."""
    tags: dict[bytes, bytes] = {}
    with games.open("rb") as file:
        for line in file:
            if line.startswith(b"["):
                name, _, value = line[1:].partition(b" ")
                tags[name] = value.rstrip()[1:-2]
            elif line.strip():
                yield tags, line.rstrip()
                tags = {}


def counts(games: Path) -> dict[str, int]:
    """What the text of the games shows."""
    found: Counter[str] = Counter()
    lines, exact = set(), set()
    last = b" %d. " % (PLIES // 2 + 1)
    for tags, moves in texts(games):
        played, _, result = moves.rpartition(b" ")
        found["games"] += 1
        found[result.decode()] += 1
        # Two moves have one number before them, so of three words two are moves.
        found["plies"] += (2 * (played.count(b" ") + bool(played))) // 3
        found["mates"] += played.endswith(b"#")
        found["castled"] += b"O-O" in played.partition(last)[0]
        for piece in "QRBN":
            found[f"promotions to {piece}"] += played.count(b"=" + piece.encode())
        found["games with a promotion to N"] += b"=N" in played
        if not played:  # no duplicate of anything
            found["no moves"] += 1
            continue
        digest = hashlib.blake2b(played, digest_size=12)
        lines.add(digest.digest())
        digest.update(b"\n".join((b"", tags[b"White"], tags[b"Black"])))
        exact.add(digest.digest())
    unique = {"unique, moves": len(lines) + found["no moves"], "unique, exact": len(exact) + found["no moves"]}
    return dict(found) | unique


def sample(games: Path, out: Path) -> None:
    """Writes one game in `SAMPLED` to another file."""
    with out.open("wb") as file:
        for number, (tags, moves) in enumerate(texts(games)):
            if number % SAMPLED == 0:
                file.writelines(b'[%s "%s"]\n' % pair for pair in tags.items())
                file.write(b"\n" + moves + b"\n\n")


def replayed(games: Path, fen: str) -> dict[str, Any]:
    """What python-chess finds in the games of a file; `fen` is the position of the explorer, with White to move."""
    import chess
    import chess.pgn

    found: Counter[str] = Counter()
    positions = set()
    explored = chess.Board(fen).epd()
    answers: Counter[str] = Counter()
    with games.open() as file:
        while game := chess.pgn.read_game(file):
            board, castled, reached, endgame = game.board(), False, False, False
            for ply, move in enumerate(game.mainline_moves()):
                if board.turn == chess.WHITE and not reached and board.epd() == explored:
                    reached = True
                    answers[board.san(move)] += 1
                castled |= ply < PLIES and board.is_castling(move)
                board.push(move)
                endgame |= chess.popcount(board.occupied) == 5 and _is_rook_ending(board)
                if ply + 1 == PLIES:
                    positions.add(board.epd())
            found["games"] += 1
            found["plies"] += board.ply()
            found["mates"] += board.is_checkmate()
            found["stalemates"] += board.is_stalemate()
            found["castled"] += castled
            found["rook and pawn against rook"] += endgame
    return dict(found) | {"positions": len(positions), "explorer": dict(answers)}


def _is_rook_ending(board: Any) -> bool:
    """Whether one side has a rook and a pawn, the other a rook."""
    import chess

    roles = range(chess.PAWN, chess.KING)
    sides = [tuple(len(board.pieces(role, color)) for role in roles) for color in chess.COLORS]
    return sorted(sides) == [(0, 0, 0, 1, 0), (1, 0, 0, 1, 0)]


def answered(command: str, games: Path, fen: str, find: str, positions: Sequence[str]) -> dict[str, Any]:
    """What Scoresheet says about the same games; the last two ask for an ending and for positions."""

    def output(*words: str) -> bytes:
        return subprocess.run(words, capture_output=True, check=True).stdout

    table = games.with_suffix(".parquet")
    output(command, "convert", str(games), "-o", str(table), "--force")
    report = json.loads(output(command, "check", str(games), "--json"))
    [castled] = json.loads(output(command, "query", str(table), "@castling", f"plies={PLIES}", "--json"))
    rows = json.loads(output(command, "query", str(table), "@explorer", f"fen={fen}", "--json"))
    return {
        **{name: report[name] for name in ("games", "plies", "mates", "stalemates")},
        "castled": castled["castled"],
        "rook and pawn against rook": int(output(command, "find", str(table), find, "--count")),
        "positions": int(output(*positions, str(table))),
        "explorer": {row["move"]: row["games"] for row in rows},
    }


def sampled(games: Path, command: str, fen: str, find: str, positions: Sequence[str]) -> dict[str, Any]:
    """Both answers about a sample of a file; ends the program where they differ."""
    few = games.with_name("sample.pgn")
    sample(games, few)
    ours, theirs = answered(command, few, fen, find, positions), replayed(few, fen)
    if ours != theirs:
        raise SystemExit(f"the answers about {few} differ: {ours} by Scoresheet, {theirs} by python-chess")
    return {"games": ours["games"], "answers": sorted(ours)}
