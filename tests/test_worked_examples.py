"""The worked examples of the documents that describe the notations: `vectors/worked`, typed in from these documents.

Each row is read, and written if its text is in the written form, with the public functions alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import scoresheet
from scoresheet import Game, Node, Position, convert_move, infinite, vgn
from scoresheet.infinite import fc

Row = dict[str, Any]

WORKED = Path(__file__).resolve().parent.parent / "vectors" / "worked"


# Moves and boards


def fields(row: Row) -> None:
    """What a text contains without a board."""
    assert scoresheet.fields(row["input"], row["notation"]) == row["expected"]


def move(row: Row) -> None:
    """A text names a move, leads to a board, and is what the move is written as; texts of FCN lead back, too."""
    board, notation = Position(row["start"]), row["notation"]
    played = board.parse(row["input"], notation)
    assert played.uci() == row["uci"]
    after = board.play(played)
    assert after.fen() == row["after"]
    assert after == Position(row["after"], board.variant)
    written = board.write(played, notation, row.get("last"))
    if "bytes" in row:
        assert written == bytes.fromhex(row["bytes"])
    else:
        assert written == row.get("written", row["input"])
    assert convert_move(row["input"], notation, "uci", fen=row["start"]) == row["uci"]
    if "last" not in row:
        text = row["input"] if "bytes" in row else row.get("written", row["input"])
        assert convert_move(row["uci"], "uci", notation, fen=row["start"]) == text
    if "san" in row:
        assert board.write(played, "san") == row["san"]
    if notation == "fcn":
        taken_back(row, board, after)


def taken_back(row: Row, before: Position, after: Position) -> None:
    """FCN takes a move back; what its text cannot express is in the board before it."""
    _, _, rights, square, clock, _ = row["start"].split()
    told = {
        "castling": "" if rights == "-" else rights,
        "en_passant": None if square == "-" else square,
        "halfmove_clock": int(clock),
        "pieces": row.get("pieces"),
    }
    told = {name: value for name, value in told.items() if value is not None}
    assert after.undo(row["input"], "fcn", **told) == before


def position(row: Row) -> None:
    """A text is a board, and the board is written as that text."""
    notation = row["notation"]
    board = Position.read(row["input"], notation)
    assert board.fen() == row["fen"]
    assert board.marks == row.get("marks", "")
    assert board.variant == row.get("variant", "standard")
    written = board.to(notation)
    text = written.hex() if isinstance(written, bytes) else written
    assert text == row.get("written", row["input"])
    assert Position.read(written, notation).fen() == row["fen"]
    if "fields" in row:
        assert scoresheet.fields(row["input"], notation) == row["fields"]
    if "clocks" in row:
        assert [board.halfmove_clock, board.fullmove_number] == row["clocks"]


def line(row: Row) -> None:
    """The board after some moves from the start."""
    board = Position()
    for text in row["moves"]:
        board = board.play(text)
    assert board.fen(en_passant="always") == row["input"]
    assert Position(row["input"]).fen(en_passant="always") == row["input"]


def squares(row: Row) -> None:
    """Which piece is on which square."""
    board = Position(row["input"])
    assert {square: board.piece_at(square) for square in row["expected"]} == row["expected"]


def ordinals(row: Row) -> None:
    """The moves by their places in PGC's list."""
    board = Position(row["input"])
    found = [board.write(board.parse(bytes([place]), "pgc"), "san") for place in range(len(row["expected"]))]
    assert found == row["expected"]
    assert len(board.legal_moves) == len(row["expected"])


def epd(row: Row) -> None:
    """The operations of a line of EPD, alone and in a file."""
    found = scoresheet.fields(row["input"], "epd")["operations"]
    assert {code: [str(value) for value in values] for code, values in found.items()} == row["expected"]
    assert scoresheet.parse(row["input"] + "\n", from_="epd", on_error="raise").to("epd") == row["input"] + "\n"


def letters(row: Row) -> None:
    """The letters of knight, bishop, rook, queen and king in a language."""
    board = Position("4k3/8/8/8/8/8/8/RNBQK3 w - - 0 1")
    for letter, (english, square) in zip(
        row["input"].split(), [("N", "c3"), ("B", "d2"), ("R", "a2"), ("Q", "d2"), ("K", "f2")], strict=True
    ):
        uci = board.parse(english + square).uci()
        fen = board.fen()
        assert convert_move(letter + square, "san", "uci", fen=fen, language=row["language"]) == uci
        if row["language"] != "en":
            assert convert_move(uci, "uci", "san-" + row["language"], fen=fen) == letter + square


def sign(row: Row) -> None:
    """A sign after a move is the NAG that is written for it."""
    game = scoresheet.parse(f"1. e4{row['input']} *\n", on_error="raise")
    assert list(game.at(1).nags) == [row["expected"]]
    assert game.to("pgn") == f"1. e4 ${row['expected']} *\n\n"


def sentence(row: Row) -> None:
    """What a sentence about a result means."""
    assert vgn.result_marker(row["input"]) == row["expected"]


def nag(row: Row) -> None:
    """A composite NAG, and the simple one with the same meaning."""
    found = vgn.nag(row["input"])
    assert [found["args"], found["text"], found["pgnNag"]] == [row["args"], row["text"], row["simple"]]


# Games


def tag(row: Row, tmp_path: Path) -> None:
    """A tag is read, written unchanged, and fills its columns."""
    text = row["input"] + "\n\n*\n\n"
    game = scoresheet.parse(text, on_error="raise")
    assert list(game.tags.pairs()) == [(row["name"], row["value"])]
    assert game.to("pgn") == text
    assert scoresheet.parse(game.to("bgnl"), on_error="raise").to("pgn") == text
    if "columns" in row:
        path = tmp_path / "tag.pgn"
        path.write_text(text, "utf-8")
        found = pa.table(scoresheet.read(path).columns(*row["columns"])).to_pylist()[0]
        assert {name: plain(value) for name, value in found.items()} == row["columns"]


def plain(value: Any) -> Any:
    """A value of a column as JSON has it."""
    return value.isoformat() if hasattr(value, "isoformat") else value


def game(row: Row) -> None:
    """A game is read, and written unchanged or as in the row."""
    found = scoresheet.parse(row["input"], from_=row["format"])
    assert [str(error) for error in found.errors] == []
    assert [fault.code for fault in found.notes] == row.get("notes", [])
    holds(found, row["expected"])
    if row.get("same") or "written" in row:
        assert found.to(row["format"]) == row.get("written", row["input"])
    again = found.to(row["format"])
    holds(scoresheet.parse(again, from_=row["format"], on_error="raise"), row["expected"])


def holds(found: Game, expected: Row) -> None:
    """A game is what a row expects of it."""
    told = {
        "tags": [list(pair) for pair in found.tags.pairs()],
        "uci": [uci(node) for node in found.mainline()],
        "result": found.result,
        "end": found.end.fen(),
        "comments": [[node.ply, text] for node in found.mainline() for text in node.comments_after],
        "nags": [[node.ply, said] for node in found.mainline() for said in node.nags],
        "variations": [
            [node.ply, [uci(inner) for inner in first_line(first)]]
            for node in found.mainline()
            for first in node.variations
        ],
    }
    assert {name: told[name] for name in expected} == expected


def first_line(first: Node) -> Iterator[Node]:
    node: Node | None = first
    while node is not None:
        yield node
        node = node.next


def uci(node: Node) -> str:
    assert node.move is not None
    return node.move.uci()


# cpgn


def packed(codes: list[str]) -> bytes:
    """The bytes of codes: digits of bits, and texts, each with its NUL."""
    bits = "".join(
        code if code and set(code) <= set("01") else "".join(f"{byte:08b}" for byte in code.encode()) for code in codes
    )
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def cpgn(row: Row, tmp_path: Path) -> None:
    """A game of PGN has these codes in each layout, and they are read as that game."""
    plain_game = scoresheet.parse(row["pgn"], keep_spelling=True, on_error="raise")
    for layout in ("draft", "v0"):
        if layout not in row:
            continue
        data = packed(row[layout])
        source, target = tmp_path / "game.pgn", tmp_path / f"{layout}.cpgn"
        source.write_text(row["pgn"], "utf-8", newline="")
        scoresheet.convert(source, target, layout=layout, keep_spelling=True)
        assert target.read_bytes() == data, layout
        assert plain_game.to("cpgn", layout=layout, keep_spelling=True) == data, layout
        back = scoresheet.parse(data, from_="cpgn", layout=layout, keep_spelling=True, on_error="raise")
        assert back.to("pgn", keep_spelling=True) == plain_game.to("pgn", keep_spelling=True), layout
        if "bits" in row:
            assert sum(len(code) for code in row[layout]) == row["bits"]


def cpgn_file(row: Row, tmp_path: Path) -> None:
    """A file as its author made it."""
    data = bytes.fromhex(row["input"])
    holds(scoresheet.parse(data, from_="cpgn"), row["expected"])
    path = tmp_path / "sample.cpgn"
    path.write_bytes(data)
    report = scoresheet.check(path)
    assert [entry.code for entry in report.notes] == row["notes"]
    assert [entry.code for entry in report.errors] == row["errors"]
    if "bit" in row:
        assert report.errors[0].first["bit"] == row["bit"]


# BGN


def bgn(row: Row) -> None:
    """A document is read as a game, and the game written as an equivalent document."""
    text = json.dumps(row["input"])
    found = scoresheet.parse(text, from_="bgn", on_error="raise")
    holds(found, row["expected"])
    written = json.loads(found.to("bgnl"))
    assert contains(written, row["input"])
    if row.get("same"):
        assert written["moves"] == row["input"]["moves"]
    for form in ("bgn", "bgnl", "bgnx"):
        holds(scoresheet.parse(found.to(form), from_=form, on_error="raise"), row["expected"])


def contains(written: Any, given: Any) -> bool:
    """Whether all that was given is there again."""
    if isinstance(given, dict):
        return isinstance(written, dict) and all(contains(written.get(name), value) for name, value in given.items())
    if isinstance(given, list):
        return isinstance(written, list) and len(written) == len(given) and all(map(contains, written, given))
    return bool(written == given)


def bgn_of(row: Row) -> None:
    """The moves of the document of a game, there and back."""
    found = scoresheet.parse(row["input"], from_=row["format"], on_error="raise")
    assert json.loads(found.to("bgnl"))["moves"] == row["expected"]
    back = scoresheet.parse(found.to("bgnl"), from_="bgnl", on_error="raise")
    assert back.to(row["format"]) == found.to(row["format"])


def bgnx(row: Row) -> None:
    found = scoresheet.parse(row["input"], from_="bgnx", on_error="raise")
    holds(found, row["expected"])
    holds(scoresheet.parse(found.to("bgnx"), from_="bgnx", on_error="raise"), row["expected"])


def bgn_file(row: Row) -> None:
    bgn({**row, "input": json.loads((WORKED / row["input"]).read_text("utf-8"))})


def castling(row: Row) -> None:
    """The question that BGN was made for."""
    for plies, *answer in row["expected"]:
        source = str(WORKED / row["input"])
        found = scoresheet.query(source, "castling", since=row["since"], until=row["until"], plies=plies)
        assert found.fetchall() == [tuple(answer)]


# Infinite chess


def icn_board(placement: str) -> dict[str, str]:
    """The board of a FEN by ICN's squares."""
    found = {}
    for rank, text in zip(range(8, 0, -1), placement.split("/"), strict=True):
        file = 1
        for char in text:
            if char.isdigit():
                file += int(char)
            else:
                found[f"{file},{rank}"] = char
                file += 1
    return found


def icn_holds(found: infinite.Position, expected: Row) -> None:
    """A position is what a row expects of it."""
    expected = dict(expected)
    if "board" in expected:
        expected["pieces"] = icn_board(expected.pop("board"))
    players = {1: "w", 2: "b"}
    told = {
        "pieces": {f"{x},{y}": str(piece) for (x, y), piece in found.pieces.items()},
        "rights": sorted(f"{x},{y}" for x, y in found.rights),
        "turn": players[found.turn_order[0]],
        "en_passant": None if found.en_passant is None else "{},{}".format(*found.en_passant),
        "move_rule": None if found.move_rule is None else list(found.move_rule),
        "fullmove": found.fullmove,
        "promotions": {
            players[number]: [list(said.ranks), [kind.code for kind in said.kinds]]
            for number, said in found.promotions.items()
        },
        "wins": {players[number]: list(names) for number, names in found.wins.items()},
        "extras": dict(found.extras),
    }
    assert {name: told[name] for name in expected} == expected


def icn_position(row: Row) -> None:
    """A text is a position, and the position is written as that text."""
    found = infinite.Position.read(row["input"])
    icn_holds(found, row["expected"])
    assert found.to_icn(style=row.get("style", "compact")) == row["input"]
    for legal in ("legal", "illegal"):
        for text in row.get(legal, []):
            assert found.is_legal(squares_of(text)) is (legal == "legal"), text
    if "reached" in row:
        name, moves = row["reached"]
        game = infinite.parse(ICN[name]["input"], on_error="raise")
        end = game.at(int(moves.split()[0])).position if moves.endswith("moves") else game.start.play(moves)
        assert end == found
        if row.get("reached_in_order"):
            assert end.to_icn(style=row.get("style", "compact")) == row["input"]


def squares_of(text: str) -> infinite.Move:
    """A move without a board."""
    start, end = (tuple(map(int, square.split(","))) for square in text.split(">"))
    return infinite.Move(start, end)


def icn_game(row: Row) -> None:
    """A text is a game, and the game is written as that text, or as in the row."""
    found = infinite.parse(row["input"], on_error="raise")
    expected = dict(row["expected"])
    if "end" in expected:
        icn_holds(found.end, expected.pop("end"))
    mate = expected.pop("mate", None)
    if mate is not None:
        assert found.end.is_mate is mate
    told = {
        "tags": [list(pair) for pair in found.tags.pairs()],
        "moves": [str(node.move) for node in found.mainline()],
        "comments": [[node.ply, text] for node in found.mainline() for text in node.comments_after],
        "nags": [[node.ply, said] for node in found.mainline() for said in node.nags],
        "result": found.result,
    }
    assert {name: told[name] for name in expected} == expected
    if row.get("check"):
        assert found.end.is_check
    if row.get("same"):
        assert found.to_icn(style="compact") == row["input"]
    if "written_long" in row:
        assert found.to_icn(style="long") == row["written_long"]
    assert infinite.parse(found.to_icn(style="long"), on_error="raise") == found


def icn_move(row: Row) -> None:
    """A move alone, and on a board."""
    board = infinite.Position.read(row["board"])
    found = board.parse(row["input"])
    promotion = None if found.promotion is None else str(found.promotion)
    assert {"start": list(found.start), "end": list(found.end), "promotion": promotion} == row["expected"]
    assert str(found) == row["input"]
    assert board.is_legal(found)


def fc_game(row: Row) -> None:
    """The JSON of a game, its text, and the game itself."""
    text = fc.long_to_short(row["input"], compact_moves=2)
    back = fc.short_to_long(text)
    back.pop("shortposition", None)
    assert back == row["input"]
    found = infinite.parse(json.dumps(row["input"]), on_error="raise")
    assert [str(node.move) for node in found.mainline()] == ICN["game-compact"]["expected"]["moves"]
    assert found.end.is_mate


def fc_move(row: Row) -> None:
    found = fc.read_compact_move(row["input"])
    assert {name: found[name] for name in row["expected"]} == row["expected"]
    assert fc.write_compact_move(row["expected"]) == row["input"]


def fc_legacy(row: Row) -> None:
    """Moves as objects: their text, and the board that they lead to."""
    long = {**ICN["json-game"]["input"], "moves": row["input"]}
    written = fc.long_to_short(long, compact_moves=1)
    assert written.endswith(row["expected"])
    before = fc.game_to_position(long, 21)
    expected = fc.short_to_long(ICN["game-before-last-move"]["input"])
    assert before["startingPosition"] == expected["startingPosition"]
    assert before["specialRights"] == expected["specialRights"]
    assert [before["turn"], before["enpassant"], before["moveRule"], before["fullMove"]] == [
        "black",
        [8, 3],
        "0/100",
        11,
    ]


CHECKS: dict[str, Callable[..., None]] = {
    "fields": fields,
    "move": move,
    "position": position,
    "line": line,
    "squares": squares,
    "ordinals": ordinals,
    "epd": epd,
    "letters": letters,
    "sign": sign,
    "sentence": sentence,
    "nag": nag,
    "tag": tag,
    "game": game,
    "cpgn": cpgn,
    "cpgn-file": cpgn_file,
    "bgn": bgn,
    "bgn-of": bgn_of,
    "bgnx": bgnx,
    "bgn-file": bgn_file,
    "castling": castling,
    "icn-position": icn_position,
    "icn-game": icn_game,
    "icn-move": icn_move,
    "fc": fc_game,
    "fc-move": fc_move,
    "fc-legacy": fc_legacy,
}
FILED = {"tag", "cpgn", "cpgn-file"}


def rows(name: str) -> list[Row]:
    with (WORKED / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(said) for said in file]


DOCUMENTS = ["bgn", "chess-notation", "cpgn", "icn", "pgn"]
ICN = {row["id"]: row for row in rows("icn")}
ALL = [(name, row) for name in DOCUMENTS for row in rows(name)]


@pytest.mark.parametrize(("name", "row"), ALL, ids=[f"{name}-{row['id']}" for name, row in ALL])
def test_the_example_is_read_and_written(name: str, row: Row, tmp_path: Path) -> None:
    check = CHECKS[row["kind"]]
    if row["kind"] in FILED:
        check(row, tmp_path)
    else:
        check(row)


def test_every_document_has_its_file_and_every_row_its_own_name() -> None:
    assert sorted(path.stem for path in WORKED.glob("*.jsonl")) == DOCUMENTS
    names = [(name, row["id"]) for name, row in ALL]
    assert len(names) == len(set(names))
    assert {row["kind"] for _, row in ALL} == set(CHECKS)
    assert {row["from"] for _, row in ALL} <= {"document", "spec"}
