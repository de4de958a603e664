"""The client's rules of standard chess, compared with the core."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scoresheet import Position
from scoresheet.drawing.client import source
from scoresheet.drawing.tree import position_json

STARTS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
)
"""Positions with castling, promotions, en passant captures, and pins, as tests of move generators use them."""


def played(module: Path, asked: list[list[str | None]]) -> list[dict[str, Any]]:
    """What the client reports about positions and moves."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("the client's rules are not tested: there is no node")
    program = (
        f"import {{ positionOf }} from {json.dumps(module.as_uri())};"
        'import { readFileSync } from "node:fs";'
        'const asked = JSON.parse(readFileSync(0, "utf8"));'
        "console.log(JSON.stringify(asked.map(([fen, uci]) => positionOf(fen, uci ?? undefined))));"
    )
    command = [node, "--input-type=module", "-e", program]
    run = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    answers: list[dict[str, Any]] = json.loads(run.stdout)
    return answers


def walked(plies: int) -> list[list[str | None]]:
    """Moves of random games from each start."""
    chance, asked = random.Random(17), []
    for start in STARTS:
        position = Position(start)
        for _ in range(plies):
            moves = list(position.legal_moves)
            if not moves:
                position = Position(start)
                continue
            asked += [[position.fen(), move.uci()] for move in chance.sample(moves, min(3, len(moves)))]
            position = position.play(chance.choice(moves))
    return asked


def test_positions_and_moves_match_the_core(tmp_path: Path) -> None:
    module = tmp_path / "rules.mjs"
    module.write_text(source("rules"), "utf-8")
    asked = [*([start, None] for start in STARTS), *walked(150)]
    for (fen, uci), answer in zip(asked, played(module, asked), strict=True):
        wanted = position_json(str(fen), "standard", uci)
        assert sorted(map(tuple, answer.pop("legal")), key=str) == sorted(map(tuple, wanted.pop("legal")), key=str)
        # The page itself knows the move that it requests. It has no names of openings.
        assert answer == {name: value for name, value in wanted.items() if name not in ("uci", "op")}, (fen, uci)
