"""A program that plays infinite chess by JSON, for tests of the bridge: an object per line in, an object per line out.

    scripted_json_engine.py LOG [BEHAVIOUR]

It writes each request to LOG, and plays the first legal move.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from scoresheet.infinite import Position


def answer(request: dict[str, object]) -> dict[str, object]:
    move = next(iter(Position.read(str(request["icn"])).legal_moves))
    squares = f"{move.start[0]},{move.start[1]} {move.end[0]},{move.end[1]}"
    promotion = "" if move.promotion is None else f" {move.promotion.kind.code}"
    return {"bestmove": squares + promotion, "score": 31, "elapsed_ms": 7, "panic": None}


def main(log: Path, behaviour: str) -> None:
    for line in sys.stdin:
        with log.open("a", encoding="utf-8") as file:
            file.write(line)
        found = answer(json.loads(line))
        match behaviour:
            case "panic":
                found["panic"] = "index out of bounds"
            case "illegal":
                found["bestmove"] = "0,0 777,999"
            case "none":
                found["bestmove"] = None
            case "scoreless":
                found = {"bestmove": found["bestmove"]}
            case "exit":
                sys.exit(3)
        print("thinking …" if behaviour == "garbage" else json.dumps(found), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), "".join(sys.argv[2:]))
