"""What was played in a position: the index and the search of all games give what a dictionary in Python gives."""

from __future__ import annotations

import math
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from datetime import date
from pathlib import Path

import pytest

import command_line
import scoresheet
from levels import few, rounds
from scoresheet import Position
from scoresheet.errors import FileError, UsageError
from scoresheet.exploring import Explored
from scoresheet.indexing import beside
from waiting import wait_until

SAMPLE = "lichess_2013-01_part.pgn"
COMMAND = [sys.executable, "-m", "scoresheet"]


def convert(source: Path, folder: Path, columns: str = "tags,packed") -> str:
    path = str(folder / "games.parquet")
    scoresheet.convert(source, path, columns=columns.split(","))
    return path


@pytest.fixture(scope="module")
def games(root, tmp_path_factory) -> str:
    """The example games, with an index."""
    folder = tmp_path_factory.mktemp("games")
    path = str(folder / "games.parquet")
    scoresheet.convert(sources(root), path, columns=["tags", "packed"])
    scoresheet.index(path)
    return path


def sources(root: Path) -> list[Path]:
    return [root / "examples" / name for name in ("generated.pgn", "historic.pgn", "chess960.pgn")]


@pytest.fixture(scope="module", params=["packed", "moves"])
def searched(root, tmp_path_factory, request) -> str:
    """The same games without an index, with packed moves or with lists."""
    path = tmp_path_factory.mktemp("searched") / "games.parquet"
    scoresheet.convert(sources(root), path, columns=["tags", request.param])
    return str(path)


class Plain:
    """What was played in each position, in dictionaries."""

    def __init__(self, path: str) -> None:
        self.met: dict[int, list[tuple]] = defaultdict(list)
        self.positions: dict[int, Position] = {}
        columns = scoresheet.query(
            path,
            "SELECT game, termination, result, white_elo, black_elo, date, year, base_seconds, increment_seconds, "
            "white FROM games",
        ).fetchall()
        for row, game in zip(columns, scoresheet.read(path), strict=True):
            seen = set()
            position = game.start
            for node in game.mainline():
                if position.hash not in seen:
                    seen.add(position.hash)
                    self.met[position.hash].append((node.move, *row))
                    self.positions[position.hash] = position
                position = node.position

    def moves(self, position: Position, keep=lambda row: True) -> list[Explored]:
        by_move = defaultdict(list)
        for move, *row in self.met[position.hash]:
            if keep(row):
                by_move[position.write(move, "san")].append(row)
        total = sum(map(len, by_move.values()))
        return sorted(self._explored(position, san, rows, total) for san, rows in by_move.items())

    def _explored(self, position: Position, san: str, rows: list, total: int) -> Explored:
        results = [row[1] if row[1] not in (None, "*") else row[2] for row in rows]
        white, draws, black = (results.count(marker) for marker in ("1-0", "1/2-1/2", "0-1"))
        mine = white if position.turn == "white" else black
        ended = white + draws + black
        score = (mine + draws / 2) / ended if ended else None
        rated = [
            (row, result)
            for row, result in zip(rows, results, strict=True)
            if (row[3] or 0) > 0 and (row[4] or 0) > 0 and result in ("1-0", "1/2-1/2", "0-1")
        ]
        own, other = (3, 4) if position.turn == "white" else (4, 3)
        won = "1-0" if position.turn == "white" else "0-1"
        performance = None
        if rated:
            points = sum(1 if result == won else 0.5 if result == "1/2-1/2" else 0 for _, result in rated) / len(rated)
            opponents = sum(row[other] for row, _ in rated) / len(rated)
            gain = 800 if points >= 0.99 else -800 if points <= 0.01 else 400 * math.log10(points / (1 - points))
            performance = round(opponents + gain)
        known = [row for row in rows if (row[3] or 0) > 0 and (row[4] or 0) > 0]
        low, high = wilson(score, ended) if ended else (None, None)
        return Explored(
            san, len(rows), round(100 * len(rows) / total, 1), white, draws, black,
            None if score is None else round(100 * score, 1), low, high,
            round(sum(row[own] for row, _ in rated) / len(rated)) if rated else None, performance,
            max((row[5] or date.min, row[0]) for row in rows)[1],
            max(((row[3] + row[4], row[0]) for row in known), default=(None, None))[1],
        )  # fmt: skip


def wilson(score: float, games: int, z: float = 1.95996) -> tuple[float, float]:
    """The interval as textbooks have it: the solutions of (p - score)^2 = z^2 p (1 - p) / n."""
    a, b, c = 1 + z * z / games, -(2 * score + z * z / games), score * score
    root = math.sqrt(b * b - 4 * a * c)
    return round(100 * (-b - root) / (2 * a), 1), round(100 * (-b + root) / (2 * a), 1)


def asked(path: str, position: Position, **bounds) -> list[Explored]:
    rows = scoresheet.query(path, "explorer", fen=position.fen(), **bounds).fetchall()
    assert [row[1] for row in rows] == sorted((row[1] for row in rows), reverse=True)
    return sorted(Explored(*row) for row in rows)


def alike(found: list[Explored], expected: list[Explored]) -> bool:
    """Whether rows are equal, but for halves that are rounded up or down."""

    def close(a, b) -> bool:
        if isinstance(a, float) and isinstance(b, float):
            return abs(a - b) < 0.1001
        return a == b

    return len(found) == len(expected) and all(
        all(close(a, b) or (place in (9, 10) and a is not None and b is not None and abs(a - b) <= 1)
            for place, (a, b) in enumerate(zip(one, other, strict=True)))
        for one, other in zip(found, expected, strict=True)
    )  # fmt: skip


def some(plain: Plain, count: int) -> list[Position]:
    """Positions at random, half of them from those that several games have."""
    chance = random.Random(11)
    keys = sorted(plain.positions)
    shared = [key for key in keys if len(plain.met[key]) > 1]
    chosen = chance.sample(shared, min(count // 2, len(shared)))
    chosen += chance.sample(keys, min(count - len(chosen), len(keys)))
    return [plain.positions[key] for key in chosen]


@pytest.fixture(scope="module")
def plain(games) -> Plain:
    return Plain(games)


def test_index_and_search_equal_a_dictionary(games, searched, plain) -> None:
    explorer = scoresheet.Explorer(games)
    for position in [Position(), *some(plain, rounds(60))]:
        expected = plain.moves(position)
        assert alike(asked(searched, position), expected), position
        assert alike(asked(games, position), expected), position
        assert alike(sorted(explorer.moves(position)), expected), position


def by_sql(path: str, position: Position, **bounds) -> list[tuple]:
    """The rows of the query in SQL, which DuckDB computes only if something is asked that nothing else knows."""
    return scoresheet.query(path, "explorer", fen=position, limit=10**9, **bounds).fetchall()


def test_the_search_equals_sql(searched, plain) -> None:
    for position in [Position(), *some(plain, rounds(60))]:
        assert scoresheet.query(searched, "explorer", fen=position).fetchall() == by_sql(searched, position), position
        assert scoresheet.Explorer(searched).moves(position) == by_sql(searched, position)
    for bounds, _ in BOUNDS:
        for position in (Position(), Position().play("e4"), Position().play("d4").play("d5")):
            for threads in (1, 3):
                found = scoresheet.query(searched, "explorer", fen=position, threads=threads, **bounds).fetchall()
                assert found == by_sql(searched, position, **bounds)


def test_a_file_that_the_search_does_not_know_is_left_to_sql(searched, tmp_path) -> None:
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(searched)
    wide = table.set_column(
        table.schema.get_field_index("white_elo"), "white_elo", table["white_elo"].cast(pyarrow.int64())
    )
    for name, other in (("wide", wide), ("less", table.drop_columns(["date"]))):
        path = str(tmp_path / f"{name}.parquet")
        pyarrow.parquet.write_table(other, path)
        if name == "wide":
            assert asked(path, Position()) == asked(searched, Position())
        else:
            missing = "column `date`" if "packed_moves" in table.column_names else "columns `date`, `packed_moves`"
            with pytest.raises(UsageError, match=f"no {missing}"):
                asked(path, Position())


@pytest.mark.slow
def test_several_row_groups_are_searched(data, tmp_path) -> None:
    path = str(tmp_path / "games.parquet")
    scoresheet.convert([data(SAMPLE)] * 4, path, columns=["tags", "packed"])
    for position in (Position(), Position().play("e4").play("c5")):
        assert scoresheet.Explorer(path).moves(position) == by_sql(path, position)


BOUNDS = [
    ({"min_elo": 1600}, lambda row: min(row[3] or 0, row[4] or 0) >= 1600),
    ({"max_elo": 1799}, lambda row: row[3] is not None and row[4] is not None and max(row[3], row[4]) <= 1799),
    ({"min_elo": 1650}, lambda row: min(row[3] or 0, row[4] or 0) >= 1650),
    ({"since": "1900-01-01"}, lambda row: row[5] is not None and row[5] >= date(1900, 1, 1)),
    ({"until": "1900-01-01"}, lambda row: row[5] is not None and row[5] < date(1900, 1, 1)),
    ({"since": "1851-06-21"}, lambda row: row[5] is not None and row[5] >= date(1851, 6, 21)),
    ({"white": "Anderssen, Adolf"}, lambda row: row[9] == "Anderssen, Adolf"),
    ({"time": "blitz"}, lambda row: row[7] is not None and 180 <= row[7] + 40 * row[8] < 480),
]


@pytest.mark.parametrize(("bounds", "keep"), few(BOUNDS, step=2))
def test_bounds(bounds, keep, games, searched, plain) -> None:
    for position in [Position(), *some(plain, max(2, rounds(10)))]:
        expected = plain.moves(position, keep)
        assert alike(asked(searched, position, **bounds), expected)
        assert alike(asked(games, position, **bounds), expected)


@pytest.mark.parametrize("columns", ["tags,packed", "tags,moves"])
def test_a_rating_of_zero_is_none(columns, tmp_path) -> None:
    ratings = [(0, 1500), (1500, 0), (1500, 1600), (2500, 2600)]
    tags = [f'[WhiteElo "{white}"]\n[BlackElo "{black}"]\n\n1. e4 *\n\n' for white, black in ratings]
    (tmp_path / "games.pgn").write_text("".join(tags))
    path = convert(tmp_path / "games.pgn", tmp_path, columns)

    def found(**bounds: int) -> list[int]:
        sources = (path, scoresheet.read(tmp_path / "games.pgn"))
        return [sum(move.games for move in scoresheet.Explorer(source).moves(**bounds)) for source in sources]

    for index in (False, True):
        if index:
            scoresheet.index(path)
        assert found() == [4, 4]
        assert found(min_elo=0) == found(max_elo=2799) == [2, 2]
        assert found(max_elo=1999) == [1, 1]


def test_only_parquet_files_have_an_index(root, tmp_path) -> None:
    with pytest.raises(FileError, match="it is not a Parquet file") as raised:
        scoresheet.index(root / "examples" / "historic.pgn", tmp_path / "index.parquet")
    assert "scoresheet convert" in str(raised.value.hint)


def test_every_source_gives_the_same(root, tmp_path) -> None:
    source = root / "examples" / "historic.pgn"
    position = Position().play("e4").play("e5")
    expected = asked(str(source), position)
    assert sum(row.games for row in expected) > 5
    for columns in ("tags,packed", "tags,moves", "tags,moves,packed"):
        path = convert(source, tmp_path, columns)
        assert asked(path, position) == expected
        scoresheet.index(path, force=True)
        assert asked(path, position) == expected
        Path(beside(path)).unlink()
        Path(path).unlink()
    assert sorted(scoresheet.Explorer(scoresheet.read(source)).moves(position)) == expected


def grown(path: str, position: Position, plies: int, min_games: int) -> dict[tuple[str, ...], tuple]:
    """The lines of moves from a position: games, share, results and score, counted one at a time."""
    ends = scoresheet.query(path, "SELECT coalesce(nullif(termination, '*'), result) FROM games").fetchall()
    lines: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for game, (end,) in zip(scoresheet.read(path), ends, strict=True):
        nodes = [game.root, *game.mainline()]
        places = [place for place, node in enumerate(nodes) if node.position.hash == position.hash]
        sans = [node.san for node in nodes[places[0] + 1 : places[0] + 1 + plies]] if places else []
        for ply in range(len(sans)):
            lines[tuple(sans[: ply + 1])].append(end)
    found = {}
    for line, results in lines.items():
        white, draws, black = (results.count(marker) for marker in ("1-0", "1/2-1/2", "0-1"))
        mine = white if (len(line) % 2 == 1) == (position.turn == "white") else black
        all_games = sum(len(other) for key, other in lines.items() if key[:-1] == line[:-1] and len(key) == len(line))
        score = 100 * (mine + draws / 2) / (white + draws + black) if white + draws + black else None
        if len(results) >= min_games:
            found[line] = (len(results), 100 * len(results) / all_games, white, draws, black, score)
    return found


@pytest.mark.parametrize(("moves", "plies", "min_games"), [("", 4, 3), ("e4", 3, 1), ("d4 Nf6 c4", 6, 2)])
def test_the_tree_equals_a_count_of_lines(games, moves, plies, min_games) -> None:
    position = Position()
    for move in moves.split():
        position = position.play(move)
    expected = grown(games, position, plies, min_games)
    assert len(expected) > 10
    rows = scoresheet.query(games, "tree", fen=position.fen(), plies=plies, min_games=min_games).fetchall()
    assert {tuple(row[0].split()): row[3:] for row in rows} == {
        line: pytest.approx(row, abs=0.0501) for line, row in expected.items()
    }
    assert all((row[1], row[2]) == (len(row[0].split()), row[0].split()[-1]) for row in rows)

    # The nested table has the same lines, in the same order, and siblings by the number of their games.
    pending = [((), scoresheet.Explorer(games).tree(position, plies=plies, min_games=min_games))]
    nested = {}
    while pending:
        line, branches = pending.pop()
        assert [branch.games for branch in branches] == sorted((branch.games for branch in branches), reverse=True)
        for branch in branches:
            nested[(*line, branch.move)] = branch[1:-1]
        pending += [((*line, branch.move), branch.below) for branch in branches]
    assert nested == {tuple(row[0].split()): row[3:] for row in rows}


def test_the_tree_of_a_position_that_no_game_reached(games) -> None:
    nowhere = Position("8/8/8/8/8/8/K6k/8 w - - 0 1")
    assert scoresheet.Explorer(games).tree(nowhere) == []


@pytest.mark.long
def test_a_thousand_positions_of_a_month(data, tmp_path) -> None:
    path = convert(data(SAMPLE), tmp_path)
    plain = Plain(path)
    positions = some(plain, 1000)
    searched = {position.hash: asked(path, position) for position in positions}
    scoresheet.index(path)
    for position in positions:
        assert alike(searched[position.hash], plain.moves(position)), position
        assert alike(asked(path, position), searched[position.hash]), position


def test_positions_of_one_game_beyond_the_chosen_ply_are_searched(searched, plain) -> None:
    scoresheet.index(searched, plies=2)
    try:
        late = [position for key, position in plain.positions.items() if len(plain.met[key]) == 1][:4]
        for position in late:
            assert alike(asked(searched, position), plain.moves(position))
    finally:
        Path(beside(searched)).unlink()


def test_an_index_of_other_games_is_refused(root, tmp_path) -> None:
    path = convert(root / "examples" / "historic.pgn", tmp_path)
    scoresheet.index(path)
    scoresheet.convert(root / "examples" / "generated.pgn", path, columns=["tags", "packed"], force=True)
    with pytest.raises(FileError, match="was built from another version") as error:
        scoresheet.query(path, "explorer")
    assert error.value.code == "file-stale"
    assert "scoresheet index --force" in str(error.value.hint)
    with pytest.raises(FileError, match="another version"):
        scoresheet.Explorer(path)
    scoresheet.index(path, force=True)
    assert scoresheet.Explorer(path).moves()


def test_a_damaged_index_is_refused(root, tmp_path) -> None:
    path = convert(root / "examples" / "historic.pgn", tmp_path)
    scoresheet.index(path)
    index = Path(beside(path))
    whole = index.read_bytes()
    for at in (5, len(whole) // 3, len(whole) // 2):
        damaged = bytearray(whole)
        damaged[at] ^= 1
        index.write_bytes(damaged)
        with pytest.raises(FileError, match="damaged"):
            scoresheet.query(path, "explorer")
    index.write_bytes(whole[:-100])
    with pytest.raises(FileError, match="damaged"):
        scoresheet.query(path, "explorer")


def test_bad_positions_and_parameters(games) -> None:
    with pytest.raises(UsageError, match="`fen=nonsense` is not a position in FEN"):
        scoresheet.query(games, "explorer", fen="nonsense")
    with pytest.raises(UsageError, match="no parameter"):
        scoresheet.query(games, "explorer", colour="white")
    with pytest.raises(UsageError, match="`time=slow` is not one of"):
        scoresheet.Explorer(games).moves(time="slow")


def test_files_without_moves_have_no_index(root, tmp_path) -> None:
    path = convert(root / "examples" / "historic.pgn", tmp_path, "tags,summary")
    with pytest.raises(scoresheet.ScoresheetError, match="lacks `packed`"):
        scoresheet.index(path)
    assert not Path(beside(path)).exists()
    assert [file.name for file in tmp_path.iterdir()] == ["games.parquet"]


def test_the_verb(games, tmp_path) -> None:
    path = shutil.copy(games, tmp_path / "games.parquet")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return command_line.run_text("index", path, *arguments)

    first = run()
    assert first.returncode == 0
    assert "positions of" in first.stderr
    again = run()
    assert again.returncode == 2
    assert "already exists" in again.stderr
    forced = run("--force", "--json", "--plies", "10", "--threads", "1")
    assert forced.returncode == 0
    assert '"positions"' in forced.stdout
    assert run("-o", path, "--force").returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_an_index_that_is_not_finished_does_not_appear(number, data, tmp_path) -> None:
    path = convert(data(SAMPLE), tmp_path)
    index = Path(beside(path))
    unfinished = 0
    for delay_s in (0, 0.05, 0.1, 0.2, 0.3):
        before = set(tmp_path.iterdir())
        process = subprocess.Popen([*COMMAND, "index", path, "--sort-memory", "20MB", "--quiet"])
        # The output is begun beside its place.
        wait_until(lambda before=before: set(tmp_path.iterdir()) - before, process, step_s=0.001)
        time.sleep(delay_s)
        process.send_signal(number)
        process.wait(60)
        # The signal may also come after the index was finished.
        if index.exists():
            assert scoresheet.Explorer(path).moves()[0].move == "e4"
            index.unlink()
        else:
            assert process.returncode != 0
            unfinished += 1
    assert unfinished > 0
    scoresheet.index(path)
    assert {file.name for file in tmp_path.iterdir()} == {"games.parquet", "games.positions.parquet"}
