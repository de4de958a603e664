"""A bridge for engines of infinite chess that read and write JSON: it speaks UCI on their behalf.

infinite.Engine([sys.executable, "examples/json_bridge.py", "PROGRAM", "ARGUMENT"])

For each search, the program gets one line with the members `icn`, `variant`, `wtime`, `btime`, `winc`, `binc`,
`fixed_time` and `max_depth`; times are milliseconds, and missing limits are null. It replies with one line:
`bestmove` (two squares and maybe the code of a promotion: `2,7 1,8 q`), `score` (in hundredths of a pawn, from the side
to move), `elapsed_ms`, and `panic` if it failed. `score`, `elapsed_ms` and `panic` may be missing. The program gets the
position that is searched, without the moves before it, so it does not notice repetitions.
"""

import json
import subprocess
import sys
from collections.abc import Mapping

from scoresheet.infinite import Position

LIMITS = {
    "wtime": "wtime",
    "btime": "btime",
    "winc": "winc",
    "binc": "binc",
    "movetime": "fixed_time",
    "depth": "max_depth",
}
"""The members for the words of `go`."""


def limits(words: list[str]) -> dict[str, int | None]:
    """The limits of a search. A word that JSON has no member for ends the bridge, as it would not be obeyed."""
    given = dict(zip(words[::2], words[1::2], strict=True))
    unknown = [word for word in given if word not in LIMITS]
    if unknown:
        sys.exit(f"the program cannot limit a search by {', '.join(unknown)}")
    return {member: int(given[word]) if word in given else None for word, member in LIMITS.items()}


def ask(program: "subprocess.Popen[str]", request: Mapping[str, object]) -> dict[str, object]:
    """The reply of the program."""
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(json.dumps(request, separators=(",", ":")) + "\n")
    program.stdin.flush()
    line = program.stdout.readline()
    if not line:
        sys.exit(f"the program ended with status {program.wait()}")
    try:
        answer = json.loads(line)
    except ValueError as error:
        sys.exit(f"the program did not answer with JSON: {error}")
    if not isinstance(answer, dict) or answer.get("panic"):
        sys.exit(f"the program failed: {answer['panic'] if isinstance(answer, dict) else line.strip()}")
    return answer


def printed(answer: dict[str, object]) -> list[str]:
    """The reply in UCI."""
    squares = str(answer.get("bestmove") or "").split()
    if len(squares) < 2:
        return ["bestmove (none)"]
    move = f"{squares[0]}>{squares[1]}{''.join(squares[2:])}"
    if answer.get("score") is None:
        return [f"bestmove {move}"]
    return [f"info score cp {answer['score']} time {answer.get('elapsed_ms') or 0} pv {move}", f"bestmove {move}"]


def main() -> None:
    """Reply to the commands on standard input until `quit`, or until it ends."""
    if not sys.argv[1:]:
        sys.exit("name the program, and its arguments")
    position, variant = Position({}), "Classical"
    with subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        for line in sys.stdin:
            command, _, rest = line.strip().partition(" ")
            if command == "uci":
                print("id name JSON Bridge\nid author Scoresheet")
                print("option name UCI_Variant type combo default infinite var infinite")
                print("option name UCI_Icn type combo default modern var modern")
                print("option name UCI_MaxCoordinate type string default 9223372036854774807")
                print("option name Variant type string default Classical\nuciok")
            elif command == "isready":
                print("readyok")
            elif rest.startswith("name Variant value "):
                variant = rest.removeprefix("name Variant value ")
            elif command == "position":
                text, _, moves = rest.removeprefix("icn ").partition(" moves ")
                position = Position.read(text)
                for move in moves.split():
                    position = position.play(move)
            elif command == "go":
                request = {"icn": position.to_icn("modern"), "variant": variant, **limits(rest.split())}
                print("\n".join(printed(ask(program, request))))
            elif command == "quit":
                return
            sys.stdout.flush()


if __name__ == "__main__":
    main()
