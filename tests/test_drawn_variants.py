"""Games by other rules on the same board, as pages, terminals and the viewer show them."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import scoresheet
from scoresheet import FenError, Game, Position
from scoresheet.cli.group import command as main
from scoresheet.drawing import game_html, page_html
from scoresheet.drawing.client import source
from scoresheet.drawing.ends import end_of
from scoresheet.drawing.terminal import Look, board_lines
from scoresheet.drawing.tree import game_json, position_json

VECTORS = Path(__file__).resolve().parent.parent / "vectors" / "variants"


def rows(name: str) -> list[dict[str, str]]:
    with (VECTORS / f"{name}.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def pgn(variant: str, moves: str, *tags: str) -> str:
    return "\n".join([f'[Variant "{variant}"]', *tags, "", f"{moves} *", ""])


def show(*args: str) -> Result:
    return CliRunner().invoke(main, ["show", *args], prog_name="scoresheet")


ATOMIC = pgn("Atomic", "1. Nf3 d5 2. Ne5 a6 3. Nxf7#")
HOUSE = pgn("Crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. P@e4 Nf6")
CHECKS = pgn("Three-check", "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxg6#")
LOSING = pgn("Antichess", "1. a8=K", '[SetUp "1"]', '[FEN "8/P7/8/8/8/8/7p/8 w - - 0 1"]')


# Ends


def test_ends_match_the_vectors() -> None:
    judged = 0
    for row in rows("ends"):
        if row["contrived"] == "true":
            continue
        try:
            game = Game(fen=row["fen"], variant=row["variant"])
        except FenError:  # some rows are positions that are read by programs only that check less
            continue
        end, outcome = end_of(game.start), game.outcome()
        assert ((end and end.winner) or "") == row["winner"], row["id"]
        if end is not None:
            assert outcome is not None
            assert end.reason == outcome.reason, row["id"]
            judged += 1
    assert judged > 200


@pytest.mark.parametrize(
    ("fen", "variant", "said"),
    [
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "atomic", "Black wins: the king exploded"),
        ("4k3/8/8/4K3/8/8/8/8 b - - 0 1", "kingofthehill", "White wins: the king reached the centre"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 2+0 0 1", "threecheck", "Black wins: third check"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "antichess", "White wins: no pieces left"),
        ("8/8/8/8/8/8/8/4k3 w - - 0 1", "horde", "Black wins: the horde is gone"),
        ("7K/8/8/8/8/8/8/k7 b - - 0 1", "racingkings", "White wins: the king reached the eighth rank"),
        ("k6K/8/8/8/8/8/8/8 w - - 0 1", "racingkings", "Draw: both kings reached the eighth rank"),
        ("8/8/8/8/8/4p3/4P3/8 w - - 0 1", "antichess", "White wins: stalemate"),
        ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", None, "Draw: stalemate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", None, "White wins: checkmate"),
    ],
)
def test_ends_are_described_in_words(fen: str, variant: str | None, said: str) -> None:
    found = position_json(fen, variant)
    assert (found["end"], found["legal"]) == (said, [])


# Terminals


def test_hands_and_promoted_pieces_are_lines_of_a_terminal() -> None:
    position = Position("4k3/1Q~6/8/8/8/8/8/4K3[QPPn] b - - 0 1", variant="crazyhouse")
    lines = board_lines(position, Look())
    assert (lines[0], lines[2], lines[-1]) == ("   Black: ♞1", "7  · ♕•· · · · · ·", "   White: ♕1 ♙2")
    turned = board_lines(position, Look(flipped=True, figures=False))
    assert (turned[0], turned[7], turned[-1]) == ("   White: Q1 P2", "7  . . . . . . Q~.", "   Black: n1")
    assert len(board_lines(Position(), Look())) == 9


def test_an_explosion_has_its_colour_in_a_terminal() -> None:
    game = scoresheet.parse(ATOMIC)
    assert game.last.move is not None
    ends = (game.last.move.from_square, game.last.move.to_square)
    painted, plain = (board_lines(game.end, Look("256"), move) for move in (ends, None))
    assert sum(line.count("48;5;166") for line in painted) == 7
    assert not any("48;5;166" in line for line in plain)


@pytest.mark.parametrize(
    ("text", "ply", "lines"),
    [
        (ATOMIC, None, ["3. Nxf7#, White wins: the king exploded"]),
        (HOUSE, 7, ["   Black: ♟1", "   White: nothing in hand", "4. P@e4, Black to move"]),
        (CHECKS, 7, ["   Black: +3", "   White: +1", "4. Qh5+, Black to move, in check"]),
        (CHECKS, None, ["5. Qxg6#, White wins: third check"]),
        (LOSING, None, ["1. a8=K, Black to move"]),
    ],
)
def test_show_prints_what_the_rules_add(tmp_path: Path, text: str, ply: int | None, lines: list[str]) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(text)
    shown = show(str(path), *(["--ply", str(ply)] if ply is not None else []))
    assert shown.exit_code == 0
    assert set(lines) <= set(shown.stdout.splitlines())


def test_a_position_is_shown_by_the_rules_that_are_named() -> None:
    fen = "4k3/8/8/4K3/8/8/8/8 b - - 0 1"
    assert "White wins" not in show("--fen", fen).stdout
    assert "White wins" in show("--fen", fen, "--variant", "koth").stdout
    refused = show("game.pgn", "--variant", "koth")
    assert (refused.exit_code, "`--variant` needs `--fen`" in refused.output) == (2, True)


# What the client gets


@pytest.mark.parametrize("row", rows("games")[::7], ids=lambda row: row["id"])
def test_nodes_have_the_boards_of_their_rules(row: dict[str, str]) -> None:
    game = Game(fen=row["start"], variant=row["variant"] + "960" * (row["chess960"] == "true"))
    for word in row["moves"].split():
        game.add(word, notation="uci")
    plain = game_json(game)
    assert [node["san"] for node in plain["nodes"][1:]] == row["sans"].split()
    assert plain["nodes"][-1]["fen"] == row["final"]
    assert plain["rules"] == game.start.variant
    assert plain["variant"] == game.tags["Variant"]
    for before, node in zip(plain["nodes"], plain["nodes"][1:], strict=False):
        answer = position_json(before["fen"], plain["rules"], node["uci"])
        assert {name: answer[name] or None for name in ("fen", "san", "mv", "chk", "end")} == {
            name: node.get(name) for name in ("fen", "san", "mv", "chk", "end")
        }


def test_a_drop_starts_from_the_hand() -> None:
    found = position_json("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "crazyhouse", "N@e4")
    assert (found["san"], found["mv"]) == ("N@e4", [28, 28])
    legal = position_json("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "crazyhouse")["legal"]
    drops = {start: {end for _, piece, end, _ in legal if piece == start} for start in ("N", "P")}
    empty = set(range(64)) - {4, 60}
    assert drops == {"N": empty, "P": {square for square in empty if 7 < square < 56}}


def test_a_pawn_of_antichess_may_become_a_king() -> None:
    legal = position_json("8/P7/8/8/8/8/7p/8 w - - 0 1", "antichess")["legal"]
    assert sorted(move[3] for move in legal) == ["b", "k", "n", "q", "r"]
    assert position_json(None, "antichess")["chk"] is False


def test_a_move_that_wins_without_mate_shows_the_reason() -> None:
    said = [game_json(scoresheet.parse(text))["nodes"][-1]["end"] for text in (ATOMIC, CHECKS)]
    assert said == ["White wins: the king exploded", "White wins: third check"]


@pytest.mark.parametrize("text", [ATOMIC, HOUSE, CHECKS, LOSING], ids=["atomic", "house", "checks", "losing"])
def test_pages_show_the_boards_of_the_game(text: str) -> None:
    game = scoresheet.parse(text)
    page = page_html(game)
    data = json.loads(page.partition('id="games">')[2].partition("</script>")[0])
    assert [node["fen"] for node in data["games"][0]["nodes"]] == [
        node.position.fen() for node in (game.root, *game.mainline())
    ]
    descriptions = re.findall("<desc>(.*?)</desc>", page.partition("<noscript>")[2])
    assert len(descriptions) == game.ply_count + 1
    assert re.findall("<desc>(.*?)</desc>", game_html(game, fragment=True, ply=1))[0] in descriptions


# The client


FENS = [
    "r1b1k2r/1Q~3ppp/8/8/8/8/PPP5/4K3[QPPpn] b kq - 12 34",
    "r1b1k2r/8/8/8/8/8/8/4K3[] w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 3+1 5 67",
    "4k3/8/8/8/8/8/8/4K3[Q] w - - 2+3 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
]


def test_the_client_reads_the_fens_of_all_rules(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    module = tmp_path / "fen.mjs"
    module.write_text(source("fen"), "utf-8")
    program = (
        f"import {{ readFen }} from {json.dumps(module.as_uri())};"
        "const plain = (_, value) => value instanceof Map ? Object.fromEntries(value) : value;"
        f"console.log(JSON.stringify({json.dumps(FENS)}.map((fen) => readFen(fen)), plain));"
    )
    run = subprocess.run([node, "--input-type=module", "-e", program], capture_output=True, text=True, check=True)
    for fen, found in zip(FENS, json.loads(run.stdout), strict=True):
        assert found == wanted(fen)


def wanted(fen: str) -> dict[str, Any]:
    """What the core reports about a FEN."""
    rules = {(True, False): "N-L,M+16", (False, True): "N+11", (True, True): "N-L,M+11,16", (False, False): "N"}
    position = Position(fen, variant=rules["[" in fen, bool(re.search(r" \d\+\d ", fen))])
    checks = position.checks_remaining
    marked = set(position.promoted.numbers)
    letters = {square: letter for square, letter in enumerate(position.board) if letter != "."}
    return {
        "pieces": {str(square): letter + "~" * (square in marked) for square, letter in letters.items()},
        "turn": position.turn,
        "hands": {"white": position.hand("white"), "black": position.hand("black")} if "[" in fen else None,
        "checks": None if checks is None else {"white": checks[0], "black": checks[1]},
        "number": str(position.fullmove),
    }
