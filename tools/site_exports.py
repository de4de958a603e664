"""Games as lichess.org and chess.com export them, for tests and measurements: nothing writes these formats."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scoresheet import Game, Node

# The words of Lichess for results without a winner.
STATUS = {"1/2-1/2": "draw", "*": "unknownFinish"}
WINNERS = {"1-0": "white", "0-1": "black"}


def write(games: Iterable[Game], path: Path) -> int:
    """Writes games, for `.ndjson` as Lichess does, else as a month of chess.com. Returns how many there are."""
    if path.suffix == ".ndjson":
        lines = [json.dumps(lichess(game)) + "\n" for game in games]
        path.write_text("".join(lines), "utf-8")
        return len(lines)
    month = [chesscom(number, game) for number, game in enumerate(games, 1)]
    path.write_text(json.dumps({"games": month}), "utf-8")
    return len(month)


def chesscom(number: int, game: Game) -> dict[str, Any]:
    """A game with its text."""
    return {"url": f"https://www.chess.com/game/live/{number}", "pgn": game.to("pgn"), "rules": "chess"}


def lichess(game: Game) -> dict[str, Any]:
    """A game with the clocks and the evaluations of its moves."""
    tags, nodes = game.tags, list(game.mainline())
    said = {
        "id": tags.get("Site", "")[-8:],
        "rated": True,
        "variant": "standard",
        "speed": "blitz",
        "perf": "blitz",
        "createdAt": 1_700_000_000_000,
        "lastMoveAt": 1_700_000_300_000,
        "status": STATUS.get(game.result, "resign"),
        "players": {color.lower(): player(game, color) for color in ("White", "Black")},
        "moves": " ".join(str(node.san) for node in nodes),
    }
    if game.result in WINNERS:
        said["winner"] = WINNERS[game.result]
    if "FEN" in tags:
        is_960 = game.rules == "chess960"
        said |= {"variant": "chess960" if is_960 else "fromPosition", "initialFen": tags["FEN"]}
    if nodes and all(node.clock is not None for node in nodes):
        said["clocks"] = [round((node.clock or 0) * 100) for node in nodes]
    if any(node.eval for node in nodes):
        said["analysis"] = [evaluated(node) for node in nodes]
    return said


def player(game: Game, color: str) -> dict[str, Any]:
    """The data of a player."""
    name = game.tags.get(color, "?")
    return {"user": {"name": name, "id": name.lower()}, "rating": 1500}


def evaluated(node: Node) -> dict[str, Any] | None:
    """The element of a move in the list of evaluations."""
    if node.eval is None:
        return None
    return {"mate": node.eval.mate} if node.eval.cp is None else {"eval": node.eval.cp}
