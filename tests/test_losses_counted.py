"""What writers leave out or change is counted, one test for each way in which it could go unnoticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import scoresheet
from scoresheet import infinite
from scoresheet._registry import registry

ROOT = Path(__file__).resolve().parent.parent
VGN = '[GameFormat "VGN"]\n'


class Written:
    """A text that was converted."""

    def __init__(self, folder: Path, source: bytes | str, to: str, from_: str = "", **options: Any) -> None:
        data = source.encode() if isinstance(source, str) else source
        kind = from_ or ("vgn" if data.startswith(b"[GameFormat") else "pgn")
        given, self.path = folder / f"given.{kind}", folder / f"written.{to.replace('-', '.')}"
        given.write_bytes(data)
        self.report = scoresheet.convert(given, self.path, from_=kind, to=to, force=True, **options)

    @property
    def text(self) -> str:
        return self.path.read_text("utf-8")

    @property
    def losses(self) -> dict[str, int]:
        return {loss.kind: loss.count for loss in self.report.losses}

    def games(self, **options: Any) -> list[Any]:
        """The games that are read from it, without any error."""
        return list(scoresheet.read(self.path, on_error="raise", **options))


OWN = VGN + '[MoveFormat "MCN"]\n\n1. e2e4 e7e5 2. a2b2 (2. a2a3 a7b7) 2.5 d7d5 3. g1f3 *\n'


@pytest.mark.parametrize("moves", ["sfen", "sfen2", "fen", "bcfen"])
def test_rows_cannot_express_the_capture_of_an_equal_piece(moves: str, tmp_path: Path) -> None:
    written = Written(tmp_path, OWN, "vgn", moves=moves)
    # The variation comes after the move that ended its line.
    lost = {"own-capture": 1, "tail": 5, "variation": 1}
    assert written.losses == lost
    (game,) = written.games()
    assert [node.san for node in game.mainline()] == ["e4", "e5"]


def test_rows_express_the_capture_of_an_own_piece(tmp_path: Path) -> None:
    text = VGN + '[MoveFormat "MCN"]\n\n1. d1d2 e7e5 *\n'
    for moves in ("sfen", "fen", "bcfen"):
        written = Written(tmp_path, text, "vgn", moves=moves)
        assert written.losses == {}
        assert [node.move.uci() for node in written.games()[0].mainline() if node.move] == ["d1d2", "e7e5"]


def test_a_promotion_that_takes_what_it_becomes_changes_one_square() -> None:
    text = VGN + '[SetUp "Q3k3/P7/8/8/8/8/8/4K3 w -"]\n[MoveFormat "MCN"]\n\n1. a7a8q *\n'
    game = scoresheet.parse(text)
    assert [loss.kind for loss in game.losses("vgn", moves="sfen")] == ["own-capture", "tail"]


INNER = VGN + '[MoveFormat "MCN"]\n\n1. e2e4 e7e5 (1.5 c7c5 1-0) 2. a2a3 *\n'


@pytest.mark.parametrize(
    ("to", "lost"),
    [
        ("vgn", {}),
        ("pgn", {"inner-result": 1}),
        ("pgc", {"inner-result": 1}),
        ("uci", {"inner-result": 1, "variation": 1}),
        ("icn", {"inner-result": 1, "variation": 1}),
    ],
)
def test_a_result_in_a_variation_is_counted_if_it_is_left_out(to: str, lost: dict[str, int], tmp_path: Path) -> None:
    assert Written(tmp_path, INNER, to).losses == lost


def test_an_empty_variation_is_written_or_counted(tmp_path: Path) -> None:
    text = "1. e4 () 1... e5 (1... c5 ()) *\n\n"
    game = scoresheet.parse(text)
    assert game.to("pgn") == text == Written(tmp_path, text, "pgn").text
    for to, variations in {"vgn": 2, "uci": 3, "pgc": 2, "icn": 3}.items():
        assert Written(tmp_path, text, to).losses.get("variation", 0) == variations, to
        assert {loss.kind: loss.count for loss in game.losses(to)}.get("variation", 0) == variations, to


KINGLESS = VGN + '[SetUp "8/8/8/8/8/8/4P3/4K3 w -"]\n[MoveFormat "MCN"]\n\n1. e2e4 *\n'


@pytest.mark.parametrize("to", ["pgn", "uci", "san", "lan", "csv", "pgc", "fen", "epd"])
def test_a_start_without_a_king_is_counted_if_readers_refuse_it(to: str, tmp_path: Path) -> None:
    written = Written(tmp_path, KINGLESS, to)
    assert written.losses["odd-start"] == 1
    assert "odd-start" in next(entry for entry in registry("formats") if entry["id"] == to)["losses"]
    with pytest.raises(scoresheet.ReadError):
        written.games(from_=to)


def test_vgn_starts_without_a_king(tmp_path: Path) -> None:
    written = Written(tmp_path, KINGLESS, "vgn", moves="fcn")
    assert written.losses == {}
    assert written.games()[0].ply_count == 1


# A tag of PGC whose name would end its tag in a text, and start another game.
NAME = b"A\n\n1. d4 *\n\n[B"
RECORDS = b"\x05\x02" + bytes([len(NAME)]) + NAME + b"\x01x\x02\x05White\x01y\x03\x01\x0d\x06"


@pytest.mark.parametrize("to", ["pgn", "vgn", "pgc", "uci", "csv", "epd", "icn"])
def test_a_name_that_no_tag_can_have_is_left_out_and_counted(to: str, tmp_path: Path) -> None:
    written = Written(tmp_path, RECORDS, to, "pgc")
    assert written.losses["tag"] == {"uci": 2, "epd": 2}.get(to, 1)
    assert b"d4" not in written.path.read_bytes()
    (game,) = written.games(from_=to)
    assert [name for name in game.tags if name not in ("GameFormat", "MoveFormat", "EPD", "SetUp", "FEN")] == (
        [] if to in ("uci", "epd") else ["White"] if to != "csv" else ["White", "Result"]
    )


def test_a_name_of_a_stored_tag_is_checked_too(tmp_path: Path) -> None:
    stored = tmp_path / "stored.parquet"
    Written(tmp_path, '[White "y"]\n[Odd "x"]\n\n1. e4 *\n', "parquet").path.rename(stored)
    table = pq.read_table(stored)
    at = table.schema.get_field_index("other_tags")
    field = table.schema.field(at)
    changed = pa.array([[(NAME.decode(), "x")]], field.type)
    pq.write_table(table.set_column(at, field, changed), stored)
    report = scoresheet.convert(stored, tmp_path / "out.pgn")
    assert {loss.kind: loss.count for loss in report.losses} == {"tag": 1}
    assert (tmp_path / "out.pgn").read_text() == '[White "y"]\n\n1. e4 *\n\n'


@pytest.mark.parametrize("name", ["A\n\n1. d4 *\n\n[B", "", "a{b", "a;b", "%a", "a b", 'a"', "a\x1bb", "a\xa0b"])
def test_a_game_has_no_tag_of_such_a_name(name: str) -> None:
    with pytest.raises(scoresheet.UsageError, match="a tag cannot be called"):
        scoresheet.parse("*").tags[name] = "x"


def is_read(format_: str) -> bool:
    """Whether a format is not only written."""
    try:
        scoresheet.parse("", from_=format_)
    except scoresheet.UsageError as error:
        return "can only be written" not in str(error)
    except scoresheet.ScoresheetError:
        pass
    return True


TEXTS = [str(entry["id"]) for entry in registry("formats") if entry["text"] and entry["writes"]]


@pytest.mark.parametrize("to", [*filter(is_read, TEXTS), "vgn", "pgc"])
@pytest.mark.parametrize(
    "value", ['a\n\n1. d4 *\n\n[B "x"]', "a\r\nb", "a\x1b[31mb", "a\tb", "a\x00b", "a\x7f\x85b", "a]"]
)
def test_a_value_is_read_back_or_counted(value: str, to: str, tmp_path: Path) -> None:
    game = scoresheet.parse("1. e4 *")
    game.tags["Event"] = value
    written = tmp_path / f"written.{to.replace('-', '.')}"
    data = game.to(to)
    written.write_bytes(data if isinstance(data, bytes) else data.encode())
    (again,) = scoresheet.read(written, from_=to, on_error="raise")
    lost = {loss.kind for loss in game.losses(to)}
    assert again.tags.get("Event") == value or lost & {"tag", "tag-text", "line-end"}, (again.tags, lost)


@pytest.mark.parametrize("result", ["1/2", "½-½", " 1/2 ", "1/2 - ½"])
def test_a_draw_in_another_spelling_becomes_no_sentence(result: str, tmp_path: Path) -> None:
    source = f'[White "A"]\n[Result "{result}"]\n\n1. e4 e5 1/2-1/2\n\n'
    there = Written(tmp_path, source, "vgn")
    assert '[Result "Draw"]' in there.text
    assert there.losses == {"tag-text": 1}
    again = Written(tmp_path, there.text, "pgn")
    assert again.text == '[White "A"]\n[Result "1/2-1/2"]\n\n1. e4 e5 1/2-1/2\n\n'
    assert again.losses == {}
    assert Written(tmp_path, source, "pgc").losses == {"tag-text": 1}
    own = Written(tmp_path, VGN + f'[Result "{result}"]\n[MoveFormat "MCN"]\n\n1. e2e4 1/2-1/2\n', "pgn")
    assert own.text == '[Result "1/2-1/2"]\n\n1. e4 1/2-1/2\n\n'
    assert own.losses == {"tag-text": 1}


@pytest.mark.parametrize(
    ("code", "data", "rest"),
    [
        ("BCCF", "8630 0020 1001", "0020 1001"),
        ("BCFEN", "00" * 32 + "11" * 32 + "88", "00" * 32 + " " + "11" * 32),
    ],
)
def test_unreadable_bytes_are_kept_as_hex(code: str, data: str, rest: str, tmp_path: Path) -> None:
    source = f'{VGN}[MoveFormat "{code}"]'.encode() + bytes.fromhex(data)
    assert scoresheet.parse(source).last.rest == rest
    written = Written(tmp_path, source, "pgn")
    assert f"{{{rest}}}" in written.text.replace("\n", " ")
    assert f"{{{rest}}}" in Written(tmp_path, source, "icn").text


def test_the_last_day_is_written_if_it_differs(tmp_path: Path) -> None:
    dates = '[Date "2020.01.01"]\n[EndDate "2020.01.0{}"]\n\n1. e4 *\n'
    assert "EndDate" not in Written(tmp_path, dates.format(1), "vgn").text
    assert "EndDate" in Written(tmp_path, dates.format(2), "vgn").text
    same = VGN + dates.format(1).replace("\n\n", '\n[MoveFormat "SAN"]\n\n')
    assert "EndDate" not in Written(tmp_path, same, "vgn").text


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        (
            "1. e4 -- {passes [%clk 0:01:00]} 2. d4 (2. -- d5 $2 {in the tail}) d5 $1 (2... c5) 3. e5 *",
            {"null-move": 1, "tail": 7, "comment": 2, "command": 1, "nag": 2, "variation": 2},
        ),
        ("1. e4 (1. d4 -- 2. c4 {lost} (2. Nf3)) e5 *", {"null-move": 1, "tail": 3, "comment": 1, "variation": 2}),
        (OWN, {"illegal-move": 1, "tail": 5, "variation": 1}),
    ],
)
def test_icn_counts_what_follows_a_move_as_others_do(text: str, lost: dict[str, int], tmp_path: Path) -> None:
    assert Written(tmp_path, text, "icn-json").losses == lost
    # A list of moves has no form for what ICN has none for.
    to = "uci" if "illegal-move" in lost else "bccf"
    assert Written(tmp_path, text, to).losses == lost


def test_games_of_vgn_keep_their_result_and_leave_their_tags_in_icn(tmp_path: Path) -> None:
    text = VGN + (
        '[White "A"]\n[Result "Black ran out of time"]\n[SetUp "4k3/8/8/8/8/8/4P3/4K3 w -"]\n'
        '[MoveFormat "FCN"]\n\n1. Pe2-e4 1-0\n'
    )
    written = Written(tmp_path, text, "icn")
    (game,) = written.games()
    assert dict(game.tags) == {"White": "A", "Result": "1-0", "Termination": "time forfeit"}
    assert written.losses == {}
    back = Written(tmp_path, written.text, "pgn", "icn")
    assert back.games()[0].to("pgn").startswith('[White "A"]\n[Result "1-0"]\n[Termination "time forfeit"]\n')
    assert back.games()[0].result == "1-0"


@pytest.mark.parametrize("to", ["fen", "epd"])
def test_a_game_without_the_requested_board_is_not_written(to: str, tmp_path: Path) -> None:
    report = scoresheet.convert(ROOT / "examples", tmp_path / f"p.{to}", ply=200)
    lines = (tmp_path / f"p.{to}").read_text().splitlines()
    (lost,) = (loss.count for loss in report.losses if loss.kind == "board")
    assert report.written == len(lines) == report.games - lost < report.games


def test_a_game_without_moves_is_a_game_of_its_stream(tmp_path: Path) -> None:
    for to, data in {"bccf": b"\x00\x01", "bcfen": b"\x88"}.items():
        written = Written(tmp_path, "*", to)
        assert (written.path.read_bytes(), written.losses) == (data, {})
        assert [game.result for game in written.games(from_=to)] == ["*"]


FORMULAS = '[White "=1+1"]\n[Black "@x"]\n[Event "\tx"]\n[Site "+1"]\n[Round "-"]\n\n1. -- e5 *\n'


def test_cells_that_start_like_formulas_are_neutralised_on_request(tmp_path: Path) -> None:
    fields = {"fields": "Event,Site,Round,White,Black,Result,moves"}
    plain = Written(tmp_path, FORMULAS, "csv", **fields)
    assert plain.text.splitlines()[1] == '"\tx",+1,-,=1+1,@x,*,-- e5'
    assert plain.losses == {}
    safe = Written(tmp_path, FORMULAS, "csv", formulas="safe", **fields)
    assert safe.text.splitlines()[1] == "'\tx,'+1,'-,'=1+1,'@x,*,'-- e5"
    assert safe.losses == {"tag-text": 6}
    (game,) = safe.games()
    # Moves are read without the quote; other cells are read unchanged.
    assert (game.tags["White"], [node.san for node in game.mainline()]) == ("'=1+1", ["--", "e5"])


COMPOSITE = "1. e4 $5.1.2.1.1 e5 $1.1.300.20 *\n"


def test_composite_nags_are_written_so_that_strict_reading_takes_them(tmp_path: Path) -> None:
    with pytest.raises(scoresheet.ReadError) as error:
        scoresheet.parse(COMPOSITE, strict=True, on_error="raise")
    assert error.value.code == "nag-composite"
    written = Written(tmp_path, COMPOSITE, "pgn")
    assert (written.text, written.losses) == ("1. e4 $26 e5 *\n\n", {"nag-composite": 1})
    assert scoresheet.check(written.path, strict=True).errors == ()
    announced = '[NAGFormat "CNAG:Composite NAG"]\n\n' + COMPOSITE
    kept = Written(tmp_path, announced, "pgn")
    assert (kept.text, kept.losses) == (announced + "\n", {})
    assert scoresheet.check(kept.path, strict=True).errors == ()
    assert scoresheet.check(kept.path).notes == ()


@pytest.mark.parametrize("notation", ["sfen", "sfen2", "bcfen"])
def test_boards_without_clocks_are_marked(notation: str) -> None:
    told = scoresheet.Position("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39")
    assert told.losses(notation) == ["clocks"]
    assert told.losses("fen") == told.losses("epd") == []
    assert scoresheet.Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").losses(notation) == []
    inner = scoresheet.Position("4k3/8/8/8/8/8/8/R1R1K3 w C - 0 2")
    assert inner.losses("sfen") == ["castling-rook", "clocks"]


def test_tags_of_vgn_become_those_of_pgn_in_rows(tmp_path: Path) -> None:
    text = VGN + '[White "A"]\n[Result "Black ran out of time"]\n[MoveFormat "FCN"]\n\n1. Pe2-e4 1-0\n'
    written = Written(tmp_path, text, "csv", fields="White,Result,Termination")
    assert written.text == "White,Result,Termination,moves\nA,1-0,time forfeit,e4\n"
    assert written.losses == {}
    assert Written(tmp_path, text, "uci").losses == {"tag": 2}


def test_an_icn_game_is_another_class() -> None:
    assert isinstance(scoresheet.parse("K5,1|k5,8 5,1>5,2"), infinite.Game)
