"""What was played in positions of variants: only games of the same rules count, with an index and without."""

from __future__ import annotations

import random
import shutil
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import command_line
import scoresheet
import variant_games
from levels import rounds
from scoresheet import Explorer, Position, UsageError
from scoresheet.cli.explore import Walk
from scoresheet.drawing.terminal import Look, board_lines
from scoresheet.questions import find

HERE = ["standard", "crazyhouse", "atomic", "antichess", "kingofthehill", "threecheck", "horde", "racingkings"]
HOUSE = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR[Pp] b KQkq - 1 3"
FEW = """[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 P@d4 4. P@e6 1-0

[Variant "Atomic"]

1. e4 d5 2. exd5 1-0

[Variant "Standard"]

1. e4 d5 2. exd5 1-0

[Variant "Atomic"]

1. d4 1-0
"""


@pytest.fixture(scope="module")
def text(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "variants.pgn"
    usual = (root / "examples" / "historic.pgn").read_text("utf-8")
    path.write_text(variant_games.pgn(every=max(1, 20 // rounds(20))) + "\n" + usual, "utf-8")
    return path


@pytest.fixture(scope="module")
def searched(text: Path) -> str:
    path = str(text.with_name("searched.parquet"))
    scoresheet.convert(text, path, columns=["tags", "packed"])
    return path


@pytest.fixture(scope="module")
def indexed(searched: str) -> str:
    path = shutil.copy(searched, Path(searched).with_name("indexed.parquet"))
    scoresheet.index(path)
    return str(path)


@pytest.fixture(scope="module")
def played(text: Path) -> tuple[dict[int, Counter[str]], dict[int, Position]]:
    """What was played in each position, and the positions, by their hashes."""
    moves: dict[int, Counter[str]] = defaultdict(Counter)
    positions = {}
    for game in scoresheet.read(text):
        seen = set()
        for node in game.mainline():
            before = node.parent.position
            if before.hash not in seen:
                seen.add(before.hash)
                moves[before.hash][node.san] += 1
                positions[before.hash] = before
    return moves, positions


def counted(source: str | Path, position: Position | None = None, **asked: str) -> Counter[str]:
    return Counter({row.move: row.games for row in Explorer(source).moves(position, **asked)})


def test_index_and_search_find_games_of_the_same_rules(searched: str, indexed: str, played) -> None:
    moves, positions = played
    chosen = random.Random(3).sample(sorted(positions), rounds(80))
    starts = [Position(None, variant) for variant in HERE]
    for position in [*starts, *(positions[key] for key in chosen)]:
        expected = moves[position.hash]
        assert counted(searched, position) == expected, position
        assert counted(indexed, position) == expected, position


def test_the_rules_by_name_choose_the_games(indexed: str, searched: str, played) -> None:
    moves, _ = played
    for variant in HERE:
        expected = moves[Position(None, variant).hash]
        assert expected.total() > 0, variant
        for source in (searched, indexed):
            assert counted(source, variant=variant) == expected
            rows = scoresheet.query(source, "explorer", variant=variant).fetchall()
            assert {row[0]: row[1] for row in rows} == expected
            tree = Explorer(source).tree(variant=variant, plies=1, min_games=1)
            assert {branch.move: branch.games for branch in tree} == expected
    # The same board under other rules is another position.
    assert counted(indexed) == counted(indexed, variant="standard") != counted(indexed, variant="atomic")


def test_drops_are_explored(tmp_path: Path) -> None:
    path = tmp_path / "few.pgn"
    path.write_text(FEW)
    parquet = str(tmp_path / "few.parquet")
    scoresheet.convert(path, parquet, columns=["tags", "summary", "moves"])
    for source in (path, parquet):
        assert counted(source, HOUSE) == {"P@d4": 1}
        after = Position(HOUSE).play("P@d4")
        assert counted(source, after) == {"P@e6": 1}
        assert [branch.move for branch in Explorer(source).tree(HOUSE, min_games=1)[0].below] == ["P@e6"]
        assert counted(source, variant="atomic") == {"e4": 1, "d4": 1}
        assert counted(source, Position(None, "atomic").fen()) == {"e4": 1}  # the FEN alone is one of chess
    scoresheet.index(parquet)
    assert counted(parquet, HOUSE) == {"P@d4": 1}
    shown = command_line.run_text("explore", parquet, "--variant", "crazyhouse", "--moves", "e4 d5 exd5 Qxd5 Nc3 P@d4")
    assert "> P@e6" in shown.stdout


def test_the_screen_shows_what_show_shows(tmp_path: Path) -> None:
    path = tmp_path / "few.pgn"
    path.write_text(FEW)
    position, last = Position(HOUSE).play("P@d4"), (27, 27)
    explored = command_line.run_text("explore", path, "--fen", HOUSE, "--moves", "P@d4").stdout.splitlines()
    shown = command_line.run_text("show", "--fen", position.fen()).stdout.splitlines()
    assert explored[:11] == shown[:11] == board_lines(position, Look())
    assert (explored[0], explored[10]) == ("   Black: nothing in hand", "   White: ♙1")
    walk = Walk(Explorer(path), Position(HOUSE), {})
    walk.play()
    painted = Look("256", height=24)
    screen = walk.screen(painted)
    assert screen.splitlines()[:11] == board_lines(position, painted, last) != board_lines(position, painted)
    assert "> P@e6" in screen
    assert len(screen.splitlines()) <= 24


def test_a_position_that_is_over_has_no_moves(tmp_path: Path) -> None:
    path = tmp_path / "over.pgn"
    path.write_text('[Variant "Atomic"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7 a6 1-0\n\n' * 2)
    parquet = str(tmp_path / "over.parquet")
    scoresheet.convert(path, parquet, columns=["tags", "packed"])
    scoresheet.index(parquet)
    position = Position(None, "atomic")
    for move in ["e4", "e5", "Qh5", "Nc6"]:
        position = position.play(move)
    for source in (path, parquet):
        assert counted(source, position) == {"Qxf7#": 2}
        assert counted(source, position.play("Qxf7")) == {}


def test_values_of_rules() -> None:
    explorer = find("explorer")
    assert explorer.values({"variant": "King of the Hill"})["variant"] == "kingofthehill"
    mixed = explorer.values({"variant": "N+11,12"})
    assert (mixed["variant"], mixed["fen"]) == ("N+11,12", Position(None, "N+11,12").fen())
    # What the FEN shows is not repeated.
    assert explorer.values({"variant": "horde"})["variant"] is None
    assert explorer.values({"fen": Position(None, "horde")})["fen"] == Position(None, "horde").fen()
    assert explorer.values({"fen": HOUSE, "variant": "crazyhouse"})["variant"] is None
    assert explorer.values({"fen": Position(None, "atomic")})["variant"] == "atomic"
    assert explorer.values({"fen": Position()})["variant"] is None
    two_kings = "8/8/8/8/8/8/KK6/k7 w - - 0 1"
    assert explorer.values({"fen": two_kings, "variant": "antichess"})["variant"] == "antichess"
    assert find("tree").values({})["fen"] is None


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"variant": "nonsense"}, "no rules called `nonsense`"),
        ({"variant": "N+1G"}, "rule `1G` is not supported"),
        ({"variant": ""}, "`variant=` is not the rules"),
        ({"variant": "horde", "fen": "8/8"}, "`fen=8/8` is not a position"),
        ({"variant": "horde", "fen": Position()}, "the position is one of `standard`, not of `horde`"),
    ],
    ids=lambda value: str(value),
)
def test_wrong_rules_are_refused(asked: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        find("explorer").values(asked)


@pytest.mark.parametrize("engine", ["duckdb", "spark"])
def test_texts_of_engines_name_the_rules(engine: str) -> None:
    for question in ("explorer", "tree"):
        assert "'atomic'" in scoresheet.question_text(question, engine, variant="atomic")
        assert "[Pp]" in scoresheet.question_text(question, engine, fen=HOUSE)
        assert "'atomic'" not in scoresheet.question_text(question, engine)
