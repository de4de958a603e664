"""Columns: the same values as a plain computation, the same in every program that reads them, under names that stay."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import columns_by_hand
import scoresheet
from levels import few, rounds

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
FILES = sorted(path.name for path in EXAMPLES.iterdir() if ".pgn" in path.suffixes)
FAMILIES = ["tags", "summary", "moves", "openings", "packed", "notes", "text", "documents", "errors"]

# A name, type or meaning changes only with a new `scoresheet.schema` number and a line in the changelog.
SCHEMA = """
game int64
source string
event string null
site string null
round string null
board_number int32 null
white string null
black string null
result string null
eco string null
opening string null
variant string null
annotator string null
date_text string null
date date32[day] null
date_precision int8
year int16 null
start_time timestamp[us] null
white_elo int16 null
black_elo int16 null
white_title string null
black_title string null
time_control string null
base_seconds int32 null
increment_seconds int32 null
speed string null
ended_by string null
termination string null
fen string null
other_tags map<string, string>
ply_count int32
first_move string null
white_castle_ply int32 null
black_castle_ply int32 null
first_capture_ply int32 null
first_queen_trade_ply int32 null
first_promotion_ply int32 null
white_castle string null
black_castle string null
white_checks int32
black_checks int32
captures int32
promotions int32
underpromotions int32
en_passants int32
min_material int16
final_material string
mate bool
stalemate bool
rules string null
board_end string null
drops int32 null
piece list<int8> null
from_square list<int8> null
to_square list<int8> null
captured list<int8> null
gives_check list<int8> null
castle list<int8> null
promotion list<int8> null
imbalance list<int8> null
eco_found string null
opening_found string null
opening_ply int32 null
packed_moves binary null
clock_ms list<int64 null> null
eval_cp list<int32 null> null
eval_mate list<int32 null> null
eval_depth list<int32 null> null
best list<int32 null> null
elapsed_ms list<int64 null> null
annotations string null
game_text binary
tag_names list<string>
doc string null
error_code string null
error string null
error_ply int32 null
error_byte int64 null
"""


def type_name(kind: pa.DataType) -> str:
    if pa.types.is_list(kind):
        return f"list<{type_name(kind.value_type)}{' null' if kind.value_field.nullable else ''}>"
    if pa.types.is_map(kind):
        return f"map<{type_name(kind.key_type)}, {type_name(kind.item_type)}>"
    return str(kind)


def described(schema: pa.Schema) -> list[str]:
    return [f"{field.name} {type_name(field.type)}{' null' if field.nullable else ''}" for field in schema]


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example games as the working folder, so that `source` is a file's name."""
    monkeypatch.chdir(EXAMPLES)
    return EXAMPLES


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All families of all examples in one file."""
    path = tmp_path_factory.mktemp("columns") / "games.parquet"
    scoresheet.convert([str(EXAMPLES / name) for name in FILES], str(path), columns=[*FAMILIES, "final_fen"])
    return path


# Names and types


def test_the_schema_is_the_published_one() -> None:
    games = scoresheet.read(str(EXAMPLES / FILES[0])).columns(*FAMILIES)
    assert described(pa.table(games).schema) == SCHEMA.split("\n")[1:-1]


def test_no_column_bears_the_name_of_a_family() -> None:
    assert not {line.split()[0] for line in SCHEMA.strip().split("\n")} & set(FAMILIES)


def test_the_default_is_tags_summary_and_moves() -> None:
    games = scoresheet.read(str(EXAMPLES / FILES[0]))
    names = pa.table(games).schema.names
    assert names == pa.table(games.columns("tags", "summary", "moves")).schema.names
    assert "final_fen" not in names


def test_exactly_the_named_columns_come_back_in_their_order() -> None:
    games = scoresheet.read(str(EXAMPLES / FILES[0]))
    assert pa.table(games.columns("white", "result", "castle")).schema.names == ["white", "result", "castle"]
    assert pa.table(games.columns("castle", "errors", "game")).schema.names[0] == "castle"


# Values


@pytest.mark.parametrize("name", FILES)
def test_the_columns_match_a_plain_computation(name: str, examples: Path) -> None:
    most = rounds(200)
    table = pa.table(scoresheet.read(name, limit=most).columns(*FAMILIES, "final_fen"))
    expected = list(itertools.islice(columns_by_hand.rows(examples / name, name), most))
    assert table.num_rows == len(expected)
    for column in expected[0]:
        native = table.column(column).to_pylist()
        assert native == [row[column] for row in expected], column
    unchecked = set(table.schema.names) - set(expected[0])
    documents = {"tag_names", "doc"}
    assert unchecked == {"game_text", "annotations", "error_code", "error", "error_ply", "error_byte"} | documents
    for column in ("error_code", "error", "error_ply", "error_byte"):
        assert table.column(column).null_count == table.num_rows


@pytest.mark.parametrize("name", FILES)
def test_the_texts_of_the_games_are_the_files_bytes(name: str, examples: Path) -> None:
    texts = pa.table(scoresheet.read(name).columns("game_text")).column("game_text").to_pylist()
    whole = columns_by_hand.text_of(examples / name).encode()
    assert [part.strip() for part in texts] == [b"[Event " + part.strip() for part in whole.split(b"[Event ")[1:]]


@pytest.mark.parametrize("name", FILES)
def test_documents_are_the_lines_of_a_file_of_them(name: str, examples: Path, tmp_path: Path) -> None:
    table = pa.table(scoresheet.read(name).columns("documents"))
    lines = tmp_path / "games.bgnl"
    scoresheet.convert(str(examples / name), lines)
    assert table.column("doc").to_pylist() == lines.read_text("utf-8").splitlines()
    assert table.column("tag_names").to_pylist() == [list(game.tags) for game in scoresheet.read(name)]


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_games_come_back_from_their_documents(kind: str, examples: Path, tmp_path: Path) -> None:
    lines, columns = tmp_path / "games.bgnl", tmp_path / f"games.{kind}"
    files = [str(examples / name) for name in FILES]
    scoresheet.convert(files, lines)
    report = scoresheet.convert(files, columns, columns=["tags", "moves", "doc"], no_sort=True)
    assert report.losses == ()
    for name in ("a.pgn", "a.bgnl"):
        for source in (lines, columns):
            scoresheet.convert(source, tmp_path / f"{source.suffix}-{name}")
        assert (tmp_path / f".bgnl-{name}").read_bytes() == (tmp_path / f".{kind}-{name}").read_bytes()


def test_columns_name_what_they_lose_of_documents(tmp_path: Path) -> None:
    game = tmp_path / "game.bgnl"
    game.write_text(
        '{"bgn":{"sources":[{"id":"A"}]},"moves":[{"f":"e2","t":"e4","et":1.5,"a":[{"id":"A","nag":1,"comment":"x",'
        '"alt":{"name":"main","moves":[{"f":"d2","t":"d4"}]},"q":2}],"properties":{"mine":{"n":[1]}},"extra":1}]}\n'
    )
    lost = {
        loss.kind
        for loss in scoresheet.convert(game, tmp_path / "a.parquet", columns=["tags", "moves", "notes"]).losses
    }
    assert lost == {"attribution", "comment", "elapsed", "field", "line-name", "nag", "property", "variation"}
    assert scoresheet.convert(game, tmp_path / "b.parquet", columns=["tags", "moves", "doc"]).losses == ()


def test_errors_are_in_their_columns(tmp_path: Path) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text("1. e4 e5 2. Ke3 Nc6 *\n\n1. d4 d5 *\n\n1. c4 ( 1. c9 ) c5 2. Qc3 *\n")
    columns = ("game", "ply_count", "error_code", "error_ply", "error_byte", "castle", "final_fen")
    first, second, third = pa.table(scoresheet.read(str(path)).columns(*columns)).to_pylist()
    assert (first["error_code"], first["error_ply"], first["error_byte"]) == ("move-illegal", 3, 12)
    assert (first["ply_count"], first["castle"]) == (2, [0, 0])
    assert first["final_fen"] == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert (second["error_code"], second["ply_count"]) == (None, 2)
    # The first by byte: the one in the variation.
    assert (third["error_code"], third["error_ply"], third["ply_count"]) == ("move-syntax", 1, 2)


def test_a_repeated_tag_is_kept_under_another_key(tmp_path: Path) -> None:
    path = tmp_path / "repeated.pgn"
    path.write_text('[White "A"]\n[White "B"]\n[Mood "x"]\n[Mood "y"]\n[Mood "z"]\n[WhiteElo "2400?"]\n\n1. e4 *\n')
    row = pa.table(scoresheet.read(str(path)).columns("white", "white_elo", "other_tags")).to_pylist()[0]
    assert row["white"] == "A"
    assert row["white_elo"] in (None, 2400)
    expected = {"White#2": "B", "Mood": "x", "Mood#2": "y", "Mood#3": "z", "WhiteElo": "2400?"}
    assert dict(row["other_tags"]) == expected


@pytest.mark.parametrize(
    ("text", "day", "precision"),
    [
        ("2013.01.31", "2013-01-31", 3),
        ("2013.01.??", "2013-01-01", 2),
        ("2013.??.??", "2013-01-01", 1),
        ("2013.??.10", "2013-01-10", 1),
        ("????.??.??", None, 0),
        ("2013.02.30", "2013-02-01", 2),
        ("2013.13.10", "2013-01-10", 1),
        ("2024.02.29", "2024-02-29", 3),
        ("2023.02.29", "2023-02-01", 2),
        ("", None, 0),
        ("soon", None, 0),
    ],
)
def test_dates_are_as_precise_as_known(tmp_path: Path, text: str, day: str | None, precision: int) -> None:
    path = tmp_path / "date.pgn"
    path.write_text(f'[Date "{text}"]\n\n1. e4 *\n')
    columns = ("date_text", "date", "date_precision", "year")
    row = pa.table(scoresheet.read(str(path)).columns(*columns)).to_pylist()[0]
    assert row["date_text"] == text
    assert (str(row["date"]) if row["date"] else None, row["date_precision"]) == (day, precision)
    assert row["year"] == (int(day[:4]) if day else None)


def test_null_moves_are_in_the_lists(tmp_path: Path) -> None:
    path = tmp_path / "null.pgn"
    path.write_text("1. e4 -- 2. Ke2 -- *\n")
    row = pa.table(scoresheet.read(str(path)).columns("moves", "packed")).to_pylist()[0]
    assert row["piece"] == [1, 0, 6, 0]
    assert row["from_square"] == [12, 60, 4, 60]
    assert row["to_square"] == [28, 60, 12, 60]
    assert row["packed_moves"][2:4] == (60 | 60 << 6).to_bytes(2, "little")


# Other programs


def test_every_program_reads_the_same_from_parquet(parquet: Path) -> None:
    names = ["game", "white", "date", "start_time", "ply_count", "white_castle_ply", "mate", "castle", "clock_ms"]
    expected = pq.read_table(parquet, columns=names).to_pylist()
    assert len(expected) == 282
    query = f"select {', '.join(names)} from read_parquet('{parquet}')"
    assert duckdb.sql(query).to_arrow_table().to_pylist() == expected
    assert pl.read_parquet(parquet, columns=names).to_dicts() == expected
    frame = pd.read_parquet(parquet, columns=names)
    assert frame["white"].tolist() == [row["white"] for row in expected]
    assert frame["ply_count"].tolist() == [row["ply_count"] for row in expected]
    assert [list(value) for value in frame["castle"]] == [row["castle"] for row in expected]


def test_every_program_reads_the_same_from_the_stream(examples: Path) -> None:
    games = scoresheet.read(FILES[0]).columns("game", "white", "ply_count", "castle", "other_tags")
    expected = pa.table(games).to_pylist()
    plain = ["game", "white", "ply_count", "castle"]
    assert pl.DataFrame(games).select(plain).to_dicts() == [{name: row[name] for name in plain} for row in expected]
    found = duckdb.sql("from games select game, white, ply_count, castle").fetchall()
    assert found == [tuple(row[name] for name in plain) for row in expected]
    keys = duckdb.sql("from games select map_keys(other_tags)").fetchall()
    assert [key for (key,) in keys] == [[name for name, _ in row["other_tags"]] for row in expected]


def test_the_stream_starts_again_each_time(examples: Path) -> None:
    games = scoresheet.read(FILES[0]).columns("game", "white")
    assert pa.table(games).equals(pa.table(games))


# Files


def test_parquet_is_sorted_by_date_source_and_game(tmp_path: Path) -> None:
    dates = ["2001.05.06", "????.??.??", "1999.??.??", "2001.05.06", "", "1998.12.31", "2001.05.??"]
    games = [f'[Date "{text}"]\n[White "{number}"]\n\n1. e4 *\n\n' for number, text in enumerate(dates * 3)]
    for name in ("b.pgn", "a.pgn"):
        random.Random(name).shuffle(games)
        (tmp_path / name).write_text("".join(games))
    # Sources are in the order of the arguments, not of their names.
    sources = [str(tmp_path / "b.pgn"), str(tmp_path / "a.pgn")]
    scoresheet.convert(sources, str(tmp_path / "sorted.parquet"), columns=["game", "source", "date"])
    rows = pq.read_table(tmp_path / "sorted.parquet").to_pylist()
    keys = [(row["date"] is None, str(row["date"]), sources.index(row["source"]), row["game"]) for row in rows]
    assert keys == sorted(keys)
    assert len(keys) == 42
    scoresheet.convert(sources, str(tmp_path / "as-read.parquet"), columns=["game", "source"], no_sort=True)
    unsorted = pq.read_table(tmp_path / "as-read.parquet").to_pylist()
    assert [(row["source"], row["game"]) for row in unsorted] == [(s, n) for s in sources for n in range(1, 22)]


def test_a_sorter_with_little_memory_gives_the_same_file(tmp_path: Path) -> None:
    sources = [str(EXAMPLES / name) for name in FILES]
    tables = []
    for name, options in (("whole", {}), ("spilled", {"sort_memory": 100_000})):
        scoresheet.convert(sources, str(tmp_path / f"{name}.parquet"), **options)
        tables.append(pq.read_table(tmp_path / f"{name}.parquet"))
    assert tables[0].equals(tables[1])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["spilled.parquet", "whole.parquet"]


def test_parquet_records_how_it_was_made(parquet: Path, tmp_path: Path) -> None:
    file = pq.ParquetFile(parquet)
    told = {key.decode(): value.decode() for key, value in file.metadata.metadata.items()}
    assert told["scoresheet.version"] == scoresheet.__version__
    assert told["scoresheet.schema"] == "2"
    assert told["scoresheet.depth"] == "positions"
    assert any("282" in value for key, value in told.items() if key.startswith("scoresheet.")), told
    column = file.metadata.row_group(0).column(0)
    assert (column.compression, column.is_stats_set) == ("ZSTD", True)
    # For a file of tags alone no move was played, which it records.
    scoresheet.convert(str(EXAMPLES / FILES[0]), str(tmp_path / "tags.parquet"), columns=["tags"])
    assert pq.ParquetFile(tmp_path / "tags.parquet").metadata.metadata[b"scoresheet.depth"] in (b"tags", b"moves")


def test_files_get_the_errors_family(tmp_path: Path) -> None:
    output = tmp_path / "games.parquet"
    scoresheet.convert(str(EXAMPLES / FILES[0]), str(output), columns=["white"])
    names = pq.read_schema(output).names
    assert names == ["white", "error_code", "error", "error_ply", "error_byte"]


@pytest.mark.parametrize(
    "columns", [["tags", "text"], ["tags", "packed"], ["tags", "moves"]], ids=lambda names: names[1]
)
@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_columns_become_games_again(tmp_path: Path, columns: list[str], kind: str) -> None:
    source, table, again = EXAMPLES / "generated.pgn", tmp_path / f"games.{kind}", tmp_path / "again.pgn"
    scoresheet.convert(str(source), str(table), columns=columns, no_sort=True)
    scoresheet.convert(str(table), str(again))
    wanted = ("tags", "moves", "packed", "final_fen")
    left, right = (drop_source(pa.table(scoresheet.read(str(path)).columns(*wanted))) for path in (source, again))
    assert left == right


def other_program(kind: pa.DataType) -> pa.DataType:
    """A type as other programs write it: every value may be NULL, and those of lists have another name."""
    if pa.types.is_map(kind):
        return pa.map_(kind.key_type, kind.item_type)
    return pa.list_(pa.field("l", other_program(kind.value_type))) if pa.types.is_list(kind) else kind


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_columns_that_another_program_wrote_are_taken(tmp_path: Path, kind: str) -> None:
    table = pa.table(scoresheet.read(EXAMPLES / "historic.pgn").columns("tags", "moves", "packed", "notes"))
    fields = [pa.field(field.name, other_program(field.type)) for field in table.schema]
    values = (pa.array(column.to_pylist(), field.type) for column, field in zip(table.columns, fields, strict=True))
    foreign = pa.table(list(values), schema=pa.schema(fields))
    source, output = tmp_path / f"foreign.{kind}", tmp_path / "ours.parquet"
    write = pq.write_table if kind == "parquet" else pa.feather.write_feather
    write(foreign, source)
    scoresheet.convert(source, output, no_sort=True)
    assert pq.read_table(output, columns=table.column_names).to_pylist() == table.to_pylist()
    assert pq.read_schema(output).field("castle").type.value_field.nullable is False
    lists = [None if castle is None else [None, *castle[1:]] for castle in table["castle"].to_pylist()]
    place = foreign.schema.get_field_index("castle")
    holes = foreign.set_column(place, foreign.schema.field(place), pa.array(lists, foreign.schema.field(place).type))
    write(holes, source)
    with pytest.raises(scoresheet.FileError, match="its column `castle` is List") as raised:
        scoresheet.convert(source, output, force=True)
    assert "type of this column" in str(raised.value.hint)


@pytest.mark.parametrize("has", [["packed"], ["moves"], ["text"], ["moves", "packed"]], ids=str)
@pytest.mark.parametrize("wants", [["moves"], ["packed", "openings"], ["summary", "moves"]], ids=str)
def test_columns_that_a_table_lacks_are_made_from_its_games(tmp_path: Path, has: list[str], wants: list[str]) -> None:
    table = tmp_path / "games.parquet"
    scoresheet.convert([EXAMPLES / "historic.pgn", EXAMPLES / "chess960.pgn"], table, columns=["tags", *has])
    scoresheet.convert(table, tmp_path / "made.parquet", columns=["tags", *wants])
    found = pq.read_table(tmp_path / "made.parquet")
    wanted = tmp_path / "wanted.parquet"
    scoresheet.convert([EXAMPLES / "historic.pgn", EXAMPLES / "chess960.pgn"], wanted, columns=["tags", *wants])
    assert found.to_pylist() == pq.read_table(wanted).to_pylist()
    read = pa.table(scoresheet.read(table, columns=["source", "game", *wants]))
    assert read.to_pylist() == found.select(read.column_names).to_pylist()


@pytest.mark.parametrize("on_error", ["keep", "skip", "raise"])
def test_errors_of_games_whose_columns_are_made_are_those_of_the_table(tmp_path: Path, on_error: str) -> None:
    source, tables = tmp_path / "games.pgn", [tmp_path / "whole.parquet", tmp_path / "few.parquet"]
    source.write_text("1. e4 e5 *\n\n1. e4 e5 2. Ke3 *\n\n1. d4 *\n\n")
    for table, columns in zip(tables, (["tags", "summary", "moves"], ["tags", "packed"]), strict=True):
        scoresheet.convert(source, table, columns=columns, no_sort=True)
    found = []
    for table in tables:
        output = tmp_path / f"{table.stem}-again.parquet"
        options: dict[str, Any] = {"columns": ["tags", "summary", "moves"], "on_error": on_error, "force": True}
        report = scoresheet.convert(table, output, **options)
        found.append((report.written, [count.code for count in report.errors], pq.read_table(output).to_pylist()))
    assert found[0] == found[1]
    assert found[0][:2] == (3, ["move-illegal"])


def test_columns_that_a_table_lacks_are_named_if_it_has_no_games(tmp_path: Path) -> None:
    table = tmp_path / "games.parquet"
    scoresheet.convert(EXAMPLES / "historic.pgn", table, columns=["tags"])
    with pytest.raises(scoresheet.UsageError, match="lacks the column `piece` of the family `moves`"):
        scoresheet.convert(table, tmp_path / "other.parquet", columns=["tags", "moves"])


def drop_source(table: pa.Table) -> list[dict[str, Any]]:
    return table.drop_columns(["source"]).to_pylist()


# The castling question


def castled(rows: list[columns_by_hand.Row], plies: int, since: str | None, until: str | None) -> tuple[int, int]:
    """The number of games, and of games in which a player castled within this many plies: a plain replay."""
    asked = found = 0
    for row in rows:
        day = str(row["date"]) if row["date"] else None
        if (since or until) and (day is None or (since and day < since) or (until and day >= until)):
            continue
        asked += 1
        found += any(row["castle"][:plies])
    return asked, found


COUNTS = [5, 10, 15, 20, 40]
BOUNDS = [(None, None), ("1960-01-01", "1980-01-01"), ("1999-12-31", None)]


@pytest.mark.parametrize(("count", "unit", "bounds"), few(itertools.product(COUNTS, ["plies", "moves"], BOUNDS)))
def test_the_castling_question_agrees_with_a_plain_replay(
    parquet: Path, plain: list[columns_by_hand.Row], count: int, unit: str, bounds: tuple[str | None, str | None]
) -> None:
    since, until = bounds
    given = {name: value for name, value in (("since", since), ("until", until)) if value}
    relation = scoresheet.query(str(parquet), "castling", **{unit: count}, **given)
    answer = dict(zip(relation.columns, relation.fetchall()[0], strict=True))
    asked, found = castled(plain, count if unit == "plies" else 2 * count, since, until)
    assert (answer["games"], answer["castled"]) == (asked, found)
    assert answer["undated"] == sum(row["date"] is None for row in plain)


@pytest.fixture(scope="module")
def plain() -> list[columns_by_hand.Row]:
    return [
        {"date": columns_by_hand.tags(game.headers)["date"], "castle": columns_by_hand.castles(game)}
        for name in FILES
        for game in columns_by_hand.games(EXAMPLES / name)
    ]


def test_the_registry_documents_every_column() -> None:
    entries = scoresheet._core.registry("columns")
    documented = {str(entry["name"]): entry for entry in entries}
    names = [line.split()[0] for line in SCHEMA.strip().split("\n")]
    assert set(documented) == {*names, "final_fen", "operations"}
    assert all(str(entry["doc"]).strip() for entry in entries)
    assert json.dumps(entries)


def test_annotations_are_listed_by_ply(tmp_path: Path) -> None:
    source, target = tmp_path / "games.pgn", tmp_path / "games.arrow"
    source.write_text(
        '[Site "https://lichess.org/x"]\n\n{first} 1. e4 e5 $1 {[%clk 0:01:00]} (1... c5) 2. Nf3 {last} * {behind}\n\n'
        "1. e4 *\n"
    )
    scoresheet.convert(source, target, columns=["game", "annotations"])
    found, nothing = pa.table(scoresheet.read(target)).column("annotations").to_pylist()
    assert nothing is None
    line = {"moves": [{"p": "P", "f": "c7", "t": "c5"}]}
    assert json.loads(found) == {
        "0": [{"id": "pgn", "comment": "first"}],
        "2": {
            "a": [{"id": "pgn", "nag": 1, "alt": line}],
            "properties": {"lichess": {"clk": "0:01:00"}},
        },
        "3": {"a": [{"id": "pgn", "comment": "last"}]},
        "end": [{"id": "pgn", "comment": "behind"}],
    }


BESIDE = ["tags", "summary", "packed", "eval_cp", "eval_mate", "eval_depth", "best"]


def test_depths_and_best_moves(tmp_path: Path) -> None:
    game = scoresheet.parse("1. e4 {[%eval 0.3,20]} e5 {[%eval #4,31]} 2. Nf3 {[%eval 0.2]} Nc6 3. Bc4 Bc5 *")
    nodes = list(game.mainline())
    nodes[2].properties["fish-1"] = {"depth": 18, "best": "b8c6"}
    nodes[3].properties["note"] = {"depth": 3}
    nodes[3].properties["bird-2"] = {"best": "f1b5"}
    nodes[4].properties["fish-1"] = {"depth": 250, "best": "g8f6"}
    nodes[4].properties["bird-2"] = {"depth": 1, "best": "a7a6"}
    nodes[5].properties["fish-1"] = {"depth": 9, "best": "e1g1"}
    kept = tmp_path / "games.parquet"
    scoresheet.write([game], kept, columns=BESIDE)
    (row,) = pq.read_table(kept).to_pylist()
    assert row["eval_depth"] == [20, 31, 18, None, 250, 9]
    moves = zip(nodes, row["best"], strict=True)
    best = [None if move is None else node.position.unpack(move).uci() for node, move in moves]
    assert best == [None, None, "b8c6", "f1b5", "g8f6", "e1g1"]
    assert row["best"][5] >> 15 == 1  # castling
    query = f"SELECT packed_uci(best[3]), packed_uci(best[6]), packed_uci(best[1]) FROM '{kept}'"
    assert scoresheet.connect().sql(query).fetchall() == [("b8c6", "e1g1", None)]
    again = next(iter(scoresheet.read(kept))).to("pgn")
    assert "{[%eval 0.3,20]} 1... e5 {[%eval #4,31]} 2. Nf3 {[%eval 0.2,18]}" in again


def test_an_impossible_best_move_is_ignored(tmp_path: Path) -> None:
    for best in ('"e2e5"', '"e9"', "5", '"\\u0065"', "null", '""'):
        move = f'{{"p":"P","f":"e2","t":"e4","properties":{{"x":{{"best":{best},"depth":-2}}}}}}'
        text = f'{{"pgn":{{}},"bgn":{{}},"moves":[{move}]}}'
        (row,) = scoresheet.read(text.encode(), columns=["eval_depth", "best"], from_="bgn").arrow().to_pylist()
        assert row == {"eval_depth": None, "best": None}, best


def test_evaluations_of_earlier_versions_are_read(tmp_path: Path) -> None:
    source, kept, target = tmp_path / "games.pgn", tmp_path / "games.parquet", tmp_path / "again.parquet"
    source.write_text("1. c4 {[%eval 0.31]} e5 {[%eval #-4]} *\n")
    columns = ["tags", "summary", "packed", "eval_cp", "eval_mate"]
    scoresheet.convert(source, kept, columns=columns)
    rows = pq.read_table(kept)
    for name in ("eval_cp", "eval_mate"):
        place = rows.column_names.index(name)
        rows = rows.set_column(place, name, rows[name].cast(pa.list_(pa.int16())))
    pq.write_table(rows, kept)
    scoresheet.convert(kept, target, columns=columns)
    (row,) = pq.read_table(target).to_pylist()
    assert (row["eval_cp"], row["eval_mate"]) == ([31, None], [None, -4])
    assert next(iter(scoresheet.read(kept))).to("pgn").endswith("1. c4 {[%eval 0.31]} 1... e5 {[%eval #-4]} *\n\n")


def test_the_best_move_of_a_site_is_about_another_position() -> None:
    export = {
        "id": "abcdefgh", "rated": True, "variant": "standard", "speed": "blitz", "perf": "blitz",
        "moves": "f3 e5 g4 Qh4#",
        "analysis": [{"eval": -60}, {"eval": -50}, {"mate": -1, "best": "d2d4", "judgment": {"name": "Blunder"}}],
    }  # fmt: skip
    (row,) = scoresheet.read(json.dumps(export).encode(), columns=["eval_cp", "eval_mate", "best"]).arrow().to_pylist()
    assert row == {"eval_cp": [-60, -50, None, None], "eval_mate": [None, None, -1, None], "best": None}
