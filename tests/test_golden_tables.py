"""The tables of `vectors/` through the public API; the crates' tests walk the same ones."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import scoresheet
import variant_keys
from scoresheet._registry import names, registry
from table_rows import failing

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
Row = dict[str, str]

# A pattern cannot count the squares of a rank.
UNSEEN_BY_PATTERNS = {"rank-of-seven", "rank-of-nine"}


def rows(name: str) -> list[Row]:
    head, *lines = (VECTORS / name).read_text("utf-8").splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]


def each(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """One test a table, of what is to hold for each of its rows."""

    def over_tables(check: Callable[..., None]) -> Callable[..., None]:
        takes_folder = "tmp_path" in inspect.signature(check).parameters

        @pytest.mark.parametrize("table", names)
        def over_rows(table: str, tmp_path: Path) -> None:
            place = {"tmp_path": tmp_path} if takes_folder else {}
            found = rows(table)
            assert found
            assert failing(found, lambda row: check(Path(table).parent.name, row, **place)) == []

        over_rows.__name__ = check.__name__
        return over_rows

    return over_tables


def tables(kind: str) -> list[str]:
    return [f"move/{notation}/{kind}.tsv" for notation in ("san", "lan", "uci")]


def position(row: Row) -> scoresheet.Position:
    return scoresheet.Position(row["fen"], "chess960" if "chess960" in row["id"] else None)


def uci(move: scoresheet.Move, row: Row) -> str:
    return move.uci(chess960="chess960" in row["id"])


def codes(row: Row) -> set[str]:
    """The notes that a row must make, no more and no fewer."""
    return set() if row["note"] == "-" else set(row["note"].split())


@each(*tables("roundtrip"))
def test_a_move_is_written_and_read_back(folder: str, row: Row) -> None:
    before = position(row)
    move = before.parse(row["text"], folder)
    assert uci(move, row) == row["uci"]
    assert before.write(move, folder) == row["text"]


@each(*tables("accept"))
def test_a_lenient_spelling_is_read_and_never_written(folder: str, row: Row) -> None:
    before = position(row)
    move = before.parse(row["text"], folder)
    assert uci(move, row) == row["uci"]
    assert before.write(move, folder) != row["text"]


@each(*tables("reject"))
def test_invalid_moves_are_refused_with_their_code(folder: str, row: Row) -> None:
    with pytest.raises(scoresheet.MoveError) as caught:
        position(row).parse(row["text"], folder)
    assert caught.value.code == row["code"]
    assert caught.value.text == row["text"]


# In a file, `(` not followed by a piece and `)` opens a variation, and a word of digits is a move number.
NOT_IN_FILES = {"e8(=Q)", "0000"}


@each("move/san/accept.tsv")
def test_a_lenient_spelling_is_noted(folder: str, row: Row, tmp_path: Path) -> None:
    if row["text"] in NOT_IN_FILES:
        return  # it means something else in a file
    path = tmp_path / "case.pgn"
    variant = '[Variant "Chess960"]\n' if "chess960" in row["id"] else ""
    path.write_text(f'{variant}[FEN "{row["fen"]}"]\n\n{row["text"]} *\n', "utf-8")
    report = scoresheet.check(path)
    assert report.errors == ()
    assert report.plies == 1
    assert {note.code for note in report.notes} == codes(row)


@each("language/letters.tsv")
def test_the_letters_of_a_language_are_read(folder: str, row: Row) -> None:
    assert scoresheet.convert_move(row["text"], "san", "uci", fen=row["fen"], language=row["language"]) == row["uci"]


def boards(kind: str) -> list[str]:
    return [f"position/{notation}/{kind}.tsv" for notation in names("positions")]


@each(*boards("accept"), *boards("note"))
def test_a_position_is_read_and_written(folder: str, row: Row) -> None:
    # Marks that were read stay, but the rows determine how the board is written.
    written = scoresheet.Position.read(row["text"], folder).to(folder, marks="")
    assert (written.hex() if isinstance(written, bytes) else written) == row["written"]


@each(*boards("accept"))
def test_a_proper_text_is_read_strictly(folder: str, row: Row) -> None:
    assert scoresheet.Position.read(row["text"], folder, strict=True) is not None


@each(*boards("note"))
def test_a_leniency_is_refused_strictly(folder: str, row: Row) -> None:
    with pytest.raises(scoresheet.FenError) as caught:
        scoresheet.Position.read(row["text"], folder, strict=True)
    assert caught.value.code == row["note"].split()[0]


@each(*boards("accept"), *boards("note"), *boards("reject"))
def test_the_pattern_matches_written_texts_and_no_refused_ones(folder: str, row: Row) -> None:
    pattern = next(entry["regex"] for entry in registry("positions") if entry["id"] == folder)
    if "written" in row:
        assert re.fullmatch(pattern, row["written"])
    elif row["code"].endswith(("-syntax", "-length")) and row["id"] not in UNSEEN_BY_PATTERNS:
        assert not re.fullmatch(pattern, row["text"])


@each("position/fen/note.tsv")
def test_a_repaired_fen_is_noted(folder: str, row: Row, tmp_path: Path) -> None:
    path = tmp_path / "case.pgn"
    path.write_text(f'[FEN "{row["text"]}"]\n\n*\n', "utf-8")
    assert {note.code for note in scoresheet.check(path).notes} == codes(row)


@each(*boards("reject"))
def test_invalid_positions_are_refused_with_their_code(folder: str, row: Row) -> None:
    with pytest.raises(scoresheet.FenError) as caught:
        scoresheet.Position.read(row["text"], folder)
    assert caught.value.code == row["code"]


@each("hash/variants.tsv")
def test_the_key_depends_on_the_rules(folder: str, row: Row) -> None:
    position = scoresheet.Position.read(row["fen"], "fen", "basic", variant=row["variant"])
    assert f"{position.hash:016x}" == row["key"]
    assert variant_keys.key(row["variant"], row["fen"]) == position.hash


@each("variants/moves.tsv")
def test_the_key_after_a_move_depends_on_the_rules(folder: str, row: Row) -> None:
    position = scoresheet.Position.read(row["after"], "fen", "basic", variant=row["variant"])
    assert variant_keys.key(row["variant"], row["after"]) == position.hash


@each("hash/polyglot.tsv")
def test_the_key_is_the_published_one(folder: str, row: Row) -> None:
    assert f"{scoresheet.Position(row['fen']).hash:016x}" == row["key"]
