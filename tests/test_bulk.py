"""Positions of many games as rows and as arrays: the same as those of the games as objects."""

from __future__ import annotations

import io
import struct
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import scoresheet
from scoresheet import Game, PositionRows, Tensors, UsageError, read

HISTORIC = "examples/historic.pgn"
ALL = [
    "game",
    "ply",
    "fen",
    "board",
    "planes",
    "state_planes",
    "hands",
    "hash",
    "move",
    "packed_move",
    "result",
    "rules",
    "clock_ms",
    "eval_cp",
    "eval_mate",
]
ANNOTATED = """[Result "1-0"]

1. e4 {[%eval 0.25] [%clk 0:01:00]} (1. d4 {[%eval 9]} d5) 1... e5 {[%clk 0:00:59.5]} 2. Nf3 {[%eval #-3]} 1-0

[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
[SetUp "1"]

1. O-O {castled} *

"""


@pytest.fixture(autouse=True)
def at_root(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)


def walked(game: Game) -> list[dict[str, object]]:
    """The rows of a game, found by walking through it."""
    nodes = [game.root, *game.mainline()]
    return [
        {
            "ply": node.ply,
            "fen": node.position.fen(),
            "board": node.position.board,
            "planes": list(node.position.to_planes()),
            "state_planes": list(node.position.to_planes(18)),
            "hash": node.position.hash,
            "move": None if node.next is None else str(node.next.move),
            "result": game.result,
        }
        for node in nodes
    ]


@pytest.mark.parametrize("name", [HISTORIC, "examples/annotated.pgn"])
def test_rows_are_the_positions_of_the_games(name: str) -> None:
    games = read(name, limit=20)
    columns = ["ply", "fen", "board", "planes", "state_planes", "hash", "move", "result"]
    expected = [row for game in games for row in walked(game)]  # type: ignore[arg-type]
    assert games.positions(*columns).arrow().to_pylist() == expected


def test_rows_have_the_rules_and_what_is_in_hand(tmp_path: Path) -> None:
    path = tmp_path / "variants.pgn"
    path.write_text(
        '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n[Variant "Atomic"]\n\n1. e4 *\n\n1. d4 *\n'
    )
    games = read(path)
    expected = [
        {
            "hands": [node.position.hand(side).get(letter, 0) for side in ("white", "black") for letter in "PNBRQ"],
            "rules": None if game.start.variant == "standard" else game.start.variant,
            "planes": list(node.position.to_planes()),
        }
        for game in games
        if isinstance(game, Game)
        for node in [game.root, *game.mainline()]
    ]
    assert games.positions("hands", "rules", "planes").arrow().to_pylist() == expected
    assert {tuple(row["hands"]) for row in expected if row["rules"] == "crazyhouse"} == {
        (0,) * 10,
        (1, *(0,) * 9),
        (1, 0, 0, 0, 0, 1, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 1, 0, 0, 0, 0),
    }
    assert {row["rules"] for row in expected} == {"crazyhouse", "atomic", None}


def test_games_are_numbered_and_counted() -> None:
    games = read(HISTORIC)
    table = games.positions("game", "ply").arrow()
    assert table["game"].to_pylist() == [n + 1 for n, game in enumerate(games) for _ in range(game.ply_count + 1)]
    report = games.report()
    assert report is not None
    assert (report.games, report.written) == (45, 45)
    assert len(games) == 45


def test_comments_contain_clocks_and_evaluations_of_the_mainline(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(ANNOTATED)
    columns = ["game", "ply", "move", "result", "clock_ms", "eval_cp", "eval_mate"]
    rows = read(path).positions(*columns).arrow().to_pylist()
    assert [tuple(row.values()) for row in rows] == [
        (1, 0, "e2e4", "1-0", None, None, None),
        (1, 1, "e7e5", "1-0", 60_000, 25, None),
        (1, 2, "g1f3", "1-0", 59_500, None, None),
        (1, 3, None, "1-0", None, None, -3),
        (2, 0, "e1g1", "*", None, None, None),
        (2, 1, None, "*", None, None, None),
    ]


def test_columns_are_chosen_by_name() -> None:
    rows = read(HISTORIC).positions()
    assert isinstance(rows, PositionRows)
    assert rows.names == [name for name in ALL if name not in ("planes", "state_planes", "hands")]
    assert read(HISTORIC).positions(*ALL).names == ALL == pa.schema(read(HISTORIC).positions(*ALL)).names
    with pytest.raises(UsageError, match="positions have no column `nonsense`") as caught:
        read(HISTORIC).positions("fen", "nonsense")
    assert "`fen`" in str(caught.value.hint)
    with pytest.raises(UsageError, match="the column `fen` is named twice"):
        read(HISTORIC).positions("fen", "fen")


def test_selected_games_alone_have_rows() -> None:
    games = read(HISTORIC)
    short = games.where("ply_count < 40")
    counts = [game.ply_count + 1 for game in games if game.ply_count < 40]
    assert 0 < len(counts) < 45
    assert short.positions("ply").arrow().num_rows == sum(counts)
    assert read(HISTORIC, limit=3).positions("game").arrow()["game"].to_pylist()[-1] == 3


def test_games_with_errors_are_skipped_or_end_before_them(tmp_path: Path) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text("1. e4 e5 *\n\n1. d4 Ke4 2. c4 *\n\n1. c4 *\n\n")
    plies = read(path).positions("game", "ply").arrow()
    assert plies["game"].to_pylist() == [1, 1, 1, 2, 2, 3, 3]
    kept = read(path, on_error="skip").positions("game", "move").arrow()
    assert kept["game"].to_pylist() == [1, 1, 1, 3, 3]
    assert kept["move"].to_pylist() == ["e2e4", "e7e5", None, "c2c4", None]
    with pytest.raises(scoresheet.ReadError):
        list(read(path, on_error="raise").tensors())


def test_games_whose_start_is_refused_have_no_positions(tmp_path: Path) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text('1. e4 *\n\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n\n1. d4 *\n\n')
    games = read(path)
    assert games.positions("game").arrow()["game"].to_pylist() == [1, 1, 3, 3]
    assert len(games) == 3


def test_games_in_tables_have_the_same_positions(tmp_path: Path) -> None:
    scoresheet.convert(HISTORIC, str(tmp_path / "games.parquet"), no_sort=True)
    columns = ["game", "ply", "fen", "packed_move", "result"]
    assert read(tmp_path / "games.parquet").positions(*columns).arrow() == read(HISTORIC).positions(*columns).arrow()


def test_arrays_have_the_values_of_the_rows() -> None:
    numpy = pytest.importorskip("numpy")
    games = read(HISTORIC, limit=5)
    rows = games.positions("state_planes", "packed_move", "result").arrow().to_pylist()
    batches = list(games.tensors(batch=100, planes=18))
    assert {len(batch.moves) for batch in batches[:-1]} == {100}
    assert sum(len(batch.moves) for batch in batches) == len(rows)
    whole = Tensors(*(numpy.concatenate(part) for part in zip(*batches, strict=True)))
    assert (whole.planes.dtype, whole.moves.dtype, whole.results.dtype) == ("u1", "<u2", "<f4")
    assert whole.planes.reshape(len(rows), -1).tolist() == [row["state_planes"] for row in rows]
    assert whole.moves.tolist() == [65535 if row["packed_move"] is None else row["packed_move"] for row in rows]
    scores = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
    assert whole.results.tolist() == [scores[row["result"]] for row in rows]


def test_arrays_of_numbers_are_added_on_request(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    text = "1. e4 {[%eval 0.17] [%clk 0:03:00]} e5 {[%eval #-3]} *\n\n1. d4 {[%eval -1.2]} *\n\n"
    path.write_text(text * 3)
    names: list[Any] = ["game", "ply", "hash", "clock_ms", "eval_cp", "eval_mate"]
    rows = read(path).positions(*names).arrow().to_pylist()
    for size in (1, 4, 100):
        batches = list(read(path).tensors(size, columns=names))
        for name, kind in zip(names, ("<i8", "<i4", "<u8", "<f8", "<f4", "<f4"), strict=True):
            arrays = [getattr(batch, name) for batch in batches]
            assert {array.dtype.str for array in arrays} == {kind}
            found = [None if value != value else value for array in arrays for value in array.tolist()]
            assert found == [row[name] for row in rows], name
    assert {row["eval_cp"] for row in rows} == {None, 17, -120}


def test_a_batch_is_always_a_tuple_of_three() -> None:
    for columns in ([], ["ply"]):
        (batch, *_) = read(HISTORIC).tensors(columns=columns)  # type: ignore[arg-type]
        planes, moves, results = batch
        assert (planes is batch.planes, moves is batch.moves, results is batch.results) == (True, True, True)
        assert (batch.ply is None) == (not columns)
        assert batch.game is None


@pytest.mark.parametrize(
    ("columns", "message"), [(["fen"], "there is no array of `fen`"), (["ply", "ply"], "`ply` is named twice")]
)
def test_arrays_that_do_not_exist_are_refused(columns: list[Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read(HISTORIC).tensors(columns=columns)


def test_games_without_a_result_have_no_score(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 *\n")
    (batch,) = read(path).tensors()
    assert batch.results.tobytes() == struct.pack("<2f", float("nan"), float("nan"))
    assert batch.planes.shape == (2, 12, 8, 8)


@pytest.mark.parametrize("size", [0, -1, 1 << 21])
def test_batches_have_a_sensible_size(size: int) -> None:
    with pytest.raises(UsageError, match=f"a batch cannot have {size} rows"):
        read(HISTORIC).tensors(batch=size)


def test_other_numbers_of_planes_are_refused() -> None:
    with pytest.raises(UsageError, match="does not become 13 planes"):
        read(HISTORIC).tensors(planes=13)  # type: ignore[arg-type]


def test_a_stream_can_be_left_early() -> None:
    batches = read(HISTORIC).tensors(batch=1)
    assert next(batches).planes.shape == (1, 12, 8, 8)
    del batches


def test_pipes_are_read_once() -> None:
    games = read(io.BytesIO(Path(HISTORIC).read_bytes()))
    assert games.positions("ply").arrow().num_rows == 2216
