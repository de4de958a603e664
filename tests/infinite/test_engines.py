"""Engines of infinite chess: what their protocol adds to UCI, what they do wrong, and games between them."""

from __future__ import annotations

import asyncio
import inspect
import io
import json
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from engine_processes import LONG, watched
from scoresheet import EngineError, Evaluation, MoveError, ReadError, UsageError, infinite
from scoresheet.infinite import Game, Move, Position
from scoresheet.infinite.uci.root import LARGEST, IcnRoot, engine_move
from scoresheet.uci import EngineOption, EngineOptions
from scoresheet.uci.info import SearchInfos
from scoresheet.uci.process import LINE_BYTES, _lines
from scripted_engine import score_of
from waiting import wait_until

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "tests" / "scripted_infinite_engine.py"
ONE_PLY = [sys.executable, str(ROOT / "examples" / "infinite_one_ply.py")]
BRIDGE = [sys.executable, str(ROOT / "examples" / "json_bridge.py")]
JSON_ENGINE = [sys.executable, str(Path(__file__).with_name("scripted_json_engine.py"))]
SHORT = 0.2
"""Seconds for what cannot succeed; `LONG` is for all else."""

BOARD = Position.read("K0,0|R5,0|k9,9|n20,20")
FAR = 10**30


@pytest.fixture(autouse=True)
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[int]]]:
    """The processes that a test has started. After it, none of them is left."""
    with watched(tmp_path, monkeypatch) as found:
        yield found


def started(command: list[str], **settings: Any) -> infinite.Engine:
    times = {"start_timeout": LONG, "reply_timeout": LONG, "search_timeout": LONG}
    return infinite.Engine(command, **{**times, **settings})


def engine(*behaviour: str, **settings: Any) -> infinite.Engine:
    return started([sys.executable, str(SCRIPT), *behaviour], **settings)


def failing(code: str, work: Callable[[], object]) -> EngineError:
    with pytest.raises(EngineError) as caught:
        work()
    assert caught.value.code == code, caught.value
    assert caught.value.hint
    return caught.value


def sent(said: list[str], word: str) -> list[str]:
    """The commands that start with a word, without it."""
    return [line.removeprefix(f"> {word} ") for line in said if line.startswith(f"> {word} ")]


# Positions and moves


def test_lines_are_from_the_side_of_white_and_have_legal_moves() -> None:
    with engine() as found:
        for position in (BOARD, BOARD.play("0,0>1,1")):
            lines = found.analyse(position, nodes=1000, lines=3)
            assert len(lines) == 3
            for line in lines:
                score = -score_of(position.play(line.moves[0]).to_icn())
                assert line.eval == Evaluation(score if position.turn == "white" else -score, None, 9)
                assert line.wdl == ((300, 500, 200) if position.turn == "white" else (200, 500, 300))
                assert (line.depth, line.seldepth, line.time_ms, len(line.moves)) == (9, 12, 5, 3)
                assert not line.cut
                assert pickle.loads(pickle.dumps(line)) == line
            assert found.play(position, depth=3) == lines[0].moves[0]


def test_positions_nodes_and_games_are_sent_in_icn() -> None:
    game = infinite.parse("0/100 (8|1) K0,0|k9,9|P5,7|R-7,3 -7,3>-7,300|9,9>8,8|5,7>5,8Q")
    said: list[str] = []
    with engine(debug=said.append) as found:
        for place in (game, game.last, game.at(1), game.root, game.start, game.end):
            assert found.analyse(place, depth=1)
    start = "icn 0/100 (8|1) K0,0|k9,9|P5,7|R-7,3"
    whole = f"{start} moves -7,3>-7,300 9,9>8,8 5,7>5,8Q"
    assert sent(said, "position") == [
        whole, whole, f"{start} moves -7,3>-7,300", start, start, f"icn {game.end.to_icn()}",
    ]  # fmt: skip


def test_other_things_are_not_searched() -> None:
    with engine() as found:
        for place in (None, "K0,0|k5,5", scoresheet.Position(), scoresheet.Game().root):
            with pytest.raises(UsageError, match="an engine of infinite chess searches a `Position`"):
                found.analyse(place, depth=1)  # type: ignore[arg-type]
        with pytest.raises(UsageError):
            found.analyse(BOARD)


def test_history_starts_after_what_the_protocol_cannot_express() -> None:
    declined = infinite.parse("(8|1) K0,0|P5,7|k9,9 5,7>5,8|9,9>9,10|0,0>1,1")
    assert not declined.errors
    illegal = infinite.parse("K0,0|R5,0|k9,9 0,0>1,1|9,9>9,10")
    illegal.add("1,1>7,7", illegal=True)
    illegal.add("9,10>9,11")
    said: list[str] = []
    with engine(debug=said.append) as found:
        assert found.analyse(declined, depth=1)
        assert found.analyse(illegal, depth=1)
    assert sent(said, "position") == [
        f"icn {declined.at(1).position.to_icn()} moves 9,9>9,10 0,0>1,1",
        f"icn {illegal.at(3).position.to_icn()} moves 9,10>9,11",
    ]


def test_json_has_no_spaces_and_decoration_is_not_sent() -> None:
    position = Position.read(r'{"slideLimit": 70, "a note": "it moves \"x moves y\" {", "list": [1, 2]} K0,0|R5,0|k9,9')
    position = position.replace(border=infinite.Border(-90, 90, None, 90), squares=((1, 1),))
    said: list[str] = []
    with engine(debug=said.append) as found:
        assert found.analyse(position, depth=1)
        assert found.analyse(infinite.Game(start=position).play("0,0>1,1"), depth=1)
    icn, with_move = (line.removeprefix("icn ") for line in sent(said, "position"))
    assert icn.count(" ") == 1
    assert with_move == f"{icn} moves 0,0>1,1"
    assert Position.read(icn) == position.replace(squares=())


def test_the_dialect_follows_the_option() -> None:
    for icn, wanted, changed in [
        ("doc doc modern", "doc", []),
        ("modern doc modern", "doc", ["doc"]),
        ("modern modern", "modern", []),
        ("other MODERN other", "modern", ["MODERN"]),
    ]:
        said: list[str] = []
        with engine(f"icn={icn}", debug=said.append) as found:
            found.analyse(BOARD, depth=1)
        assert sent(said, "position") == [f"icn {BOARD.to_icn(wanted)}"]
        values = [line.rpartition(" ")[2] for line in sent(said, "setoption") if "UCI_Icn" in line]
        assert values == changed
    with engine("no-icn", debug=said.append) as found:
        found.analyse(BOARD, depth=1)
    assert sent(said, "position")[-1] == f"icn {BOARD.to_icn()}"
    with engine("icn=fc fc") as found:
        assert "no known dialect" in str(failing("engine-option", lambda: found.analyse(BOARD, depth=1)))


def test_what_a_dialect_cannot_express_is_refused() -> None:
    said: list[str] = []
    with engine("icn=modern modern", debug=said.append) as found:
        limited = BOARD.replace(extras={"slideLimit": 7})
        assert "cannot express" in str(failing("engine-option", lambda: found.analyse(limited, depth=1)))
        assert not sent(said, "go")
        assert found.analyse(BOARD.replace(border=infinite.Border(None, 90, -90, 90)), depth=1)
    assert sent(said, "position")[-1] == "icn w 1 _,90,-90,90 K0,0|R5,0|k9,9|n20,20"


def test_engines_receive_the_rules_to_play() -> None:
    for rules, wanted in [("chess chess infinite", ["UCI_Variant value infinite"]), ("infinite infinite", [])]:
        said: list[str] = []
        with engine(f"rules={rules}", debug=said.append) as found:
            for _ in range(2):
                found.analyse(BOARD, depth=1)
        assert sent(said, "setoption name") == wanted
        assert said.count("> ucinewgame") == len(wanted)


@pytest.mark.parametrize("behaviour", [["chess-only"], ["rules=chess chess"]])
def test_engines_without_such_boards_receive_no_requests(behaviour: list[str]) -> None:
    said: list[str] = []
    with engine(*behaviour, debug=said.append) as found:
        failing("engine-option", lambda: found.analyse(BOARD, depth=1))
        failing("engine-option", lambda: found.check_limit(depth=1))
    assert not sent(said, "go")
    assert not sent(said, "position")


def test_an_engine_of_chess_is_not_sent_infinite_boards() -> None:
    with started([sys.executable, str(ROOT / "examples" / "one_ply.py")]) as found:
        error = failing("engine-option", lambda: found.play(BOARD, depth=1))
        assert (error.engine, str(error)) == ("One Ply", "the engine does not know boards without edges")


def test_options_that_follow_the_position_cannot_be_set() -> None:
    with engine() as found:
        for name in ("UCI_Icn", "uci_variant", "MultiPV"):
            assert "set by each search" in str(failing("engine-option", lambda name=name: found.configure({name: "x"})))
        found.configure({"Hash": 64})


# Coordinates


@pytest.mark.parametrize(
    ("text", "beyond"),
    [
        (f"K0,0|k9,9|R{LARGEST},0", None),
        (f"K0,0|k9,9|R-{LARGEST},0", None),
        (f"K0,0|k9,9|R{LARGEST + 1},0", LARGEST + 1),
        (f"K0,0|k9,9|R0,-{LARGEST + 1}", LARGEST + 1),
        (f"K0,0|k9,9|R5,{FAR}", FAR),
        (f"({FAR}|1) K0,0|k9,9|P5,0", FAR),
        (f'{{"slideLimit": {FAR}}} K0,0|k9,9|R5,0', FAR),
        (f'{{"worldBorder": "-{FAR},9,_,_"}} K0,0|k9,9|R5,0', FAR),
        (f"0/{FAR} K0,0|k9,9|R5,0", FAR),
    ],
)
def test_numbers_that_an_engine_cannot_hold_are_refused(text: str, beyond: int | None) -> None:
    root = IcnRoot(Position.read(text))
    # An engine that does not name its limit has that of 64 bits.
    named = EngineOption("UCI_MaxCoordinate", "string", str(LARGEST))
    for options in (EngineOptions([named]), EngineOptions([EngineOption("UCI_Icn", "combo", "doc", choices=("doc",))])):
        if beyond is None:
            assert root.command(options).endswith(text)
            continue
        error = failing("engine-option", lambda options=options: root.command(options))
        assert f"`{beyond}`" in str(error)
        assert f"`{LARGEST}`" in str(error)


def test_an_engine_is_not_sent_numbers_that_it_cannot_hold() -> None:
    said: list[str] = []
    far = Position.read(f"K0,0|k9,9|R5,{FAR}")
    with engine(debug=said.append) as found:
        for ask in (found.analyse, found.play):
            assert failing("engine-option", lambda ask=ask: ask(far, depth=1)).engine == found.name
        assert not sent(said, "position")
        # It is as it was.
        assert found.analyse(BOARD, depth=1)


def test_an_engine_may_have_another_limit_or_none() -> None:
    with engine("max=20") as found:
        assert found.analyse(BOARD, depth=1)
        failing("engine-option", lambda: found.analyse(Position.read("K0,0|R5,0|k9,9|n20,21"), depth=1))
        game = Game(start="K0,0|R5,0|k9,9")
        game.add("5,0>5,21")
        assert "`21`" in str(failing("engine-option", lambda: found.analyse(game, depth=1)))
        assert found.analyse(game.root, depth=1)
    with engine("max=<empty>") as found:
        [line] = found.analyse(Position.read(f"K0,0|R5,{FAR}|k9,9"), depth=1)
        assert line.moves
    for odd in ("many", "-5", "1e9", "9" * 2000):
        with engine(f"max={odd}") as found:
            error = failing("engine-option", lambda found=found: found.analyse(BOARD, depth=1))
            assert "has no number" in str(error)
            assert len(str(error)) < 500


def test_the_limit_may_be_a_number_of_uci() -> None:
    options = EngineOptions([EngineOption("UCI_MaxCoordinate", "spin", 1000)])
    assert IcnRoot(BOARD).command(options) == f"position icn {BOARD.to_icn()}"
    failing("engine-option", lambda: IcnRoot(BOARD.replace(fullmove=1001)).command(options))


def test_moves_beyond_an_engines_own_limit_are_not_played() -> None:
    with engine("max=100", "play=5,0>5,101") as found:
        error = failing("engine-move", lambda: found.play(BOARD, depth=1))
        assert "`5,101` is beyond the engine's own limit, `100`" in str(error)
    with engine("max=100", "best=5,0>5,101") as found:
        [line] = found.analyse(BOARD, depth=1)
        assert (line.moves, line.cut) == ([], True)
    with engine("max=<empty>", f"play=5,0>5,{FAR}") as found:
        assert found.play(BOARD, depth=1) == Move((5, 0), (5, FAR))


# Moves


@pytest.mark.parametrize(
    ("icn", "text", "wanted"),
    [
        ("K0,0|R5,0|k9,9", "5,0>-5,0", None),
        ("K0,0|R5,0|k9,9", "5,0>5,-1000000000000000000000", "5,0>5,-1000000000000000000000"),
        ("(8|1) K0,0|P2,7|k9,9", "2,7>2,8Q", "2,7>2,8Q"),
        ("(8|1) K0,0|P2,7|k9,9", "2,7>2,8n", "2,7>2,8N"),
        ("(8|1) K0,0|P2,7|k9,9", "2,7>2,8=R", "2,7>2,8R"),
        ("(8;AM,CH|1) K0,0|P2,7|k9,9", "2,7>2,8AM", "2,7>2,8AM"),
        ("(8;AM,CH|1) K0,0|P2,7|k9,9", "2,7>2,8Q", None),
        ("(8|1) K0,0|P2,7|k9,9", "2,7>2,8", None),
        ("(8|1) K0,0|P2,7|k9,9", "2,7>2,8K", None),
        ("(8|1) K0,0|P2,7|k9,9", "2,7>2,8ob", None),
        ("(8|1) K0,0|P2,7|k9,9", "0,0>1,1Q", None),
        ("b (8|1) K0,0|p2,2|k9,9", "2,2>2,1q", "2,2>2,1q"),
        ("b (8|1) K0,0|p2,2|k9,9", "2,2>2,1Q", "2,2>2,1q"),
        ("K5,1+|R8,1+|k5,8", "5,1>7,1", "5,1>7,1"),
        ("K5,1|R8,1+|k5,8", "5,1>7,1", None),
        ("4,6 K0,0|P5,5|p4,5|k9,9", "5,5>4,6", "5,5>4,6"),
    ],
)
def test_moves_are_read_as_the_protocol_spells_them(icn: str, text: str, wanted: str | None) -> None:
    position = Position.read(icn)
    if wanted is not None:
        assert str(engine_move(position, text)) == wanted
        return
    with pytest.raises(MoveError):
        engine_move(position, text)


@pytest.mark.parametrize(
    "text",
    [
        "", "e2e4", "0,0", "0,0>", "0,0>1,1,", "0,0>1,1{x}", "K0,0>1,1", "0,0x1,1", "0, 0>1,1", "+0,0>1,1",
        "0,0>1,1;0,0>1,1", "0,0-1,1", "0.0,0>1,1", "0,0>1,1=", "0,0>1,1QQQ", "\u0660,0>1,1", "0,0>1," + "1" * 1001,
        "0,0>1,1\n", "x" * 60_000,
    ],
)  # fmt: skip
def test_other_texts_are_not_moves(text: str) -> None:
    with pytest.raises(MoveError) as caught:
        engine_move(BOARD, text)
    assert len(str(caught.value)) < 500


def test_promotions_are_sent_and_played() -> None:
    position = Position.read("(8|1) K0,0|P2,7|k9,99")
    said: list[str] = []
    with engine("play=2,7>2,8q", debug=said.append) as found:
        game = Game(start=position)
        game.add(found.play(game, depth=1))
        assert game.end.pieces[2, 8].code == "Q"
        game.add("9,99>9,98")
        found.configure({})
        assert "illegal" in str(failing("engine-move", lambda: found.play(game, depth=1)))
    assert sent(said, "position")[-1].endswith(" moves 2,7>2,8Q 9,99>9,98")


def test_royal_pieces_other_than_kings() -> None:
    attacked = Position.read("RQ0,0|N5,5|r0,900|rc40,40")
    assert attacked.is_check
    with engine("play=5,5>6,7") as found:
        error = failing("engine-move", lambda: found.play(attacked, depth=1))
        assert error.text == "5,5>6,7"
        assert "5,5>6,7" in str(error)
        for line in found.analyse(attacked, depth=1, lines=3):
            assert line.moves[0].start == (0, 0)
    mated = Position.read("b rc0,0|R-1,50|R0,51|R1,52|R-2,53|R2,54|RQ90,90")
    assert mated.is_mate
    with engine() as found:
        assert found.analyse(mated, depth=1) == []


ENDED = [
    (Position.read("b k0,0|Q0,1|R7,1|R9,-1|R10,0|K50,50"), "checkmate"),
    (Position.read("b k0,0|R7,1|R9,-1|R1,7|R-1,9|K50,50"), "stalemate"),
    (Position.read("b K0,0"), "stalemate"),
    (infinite.parse("koth K3,3|k50,50 3,3>4,4"), "koth"),
    (infinite.parse("royalcapture K3,3|k4,4|p90,90 3,3>4,4"), "royalcapture"),
    (infinite.parse("allpiecescaptured K3,3|k4,4 3,3>4,4"), "allpiecescaptured"),
    (infinite.parse("threecheck K0,0|R5,0|k9,9 5,0>5,9|9,9>9,10|5,9>5,10|9,10>9,11|5,10>5,11"), "threecheck"),
]


def test_what_has_ended_on_the_board_is_not_searched() -> None:
    said: list[str] = []
    with engine(debug=said.append) as found:
        for place, reason in ENDED:
            assert found.analyse(place, depth=1, lines=2) == []
            with pytest.raises(UsageError, match=f"the game has ended \\(`{reason}`\\)"):
                found.play(place, depth=1)
        assert not sent(said, "go")
        for place, _ in ENDED:
            if isinstance(place, Game):
                assert found.analyse(place.root, depth=1)


def test_rules_that_are_not_supported_are_not_searched() -> None:
    said: list[str] = []
    with engine(debug=said.append) as found:
        for text in ("mine K0,0|k9,9", "w:r:b K0,0|k9,9"):
            with pytest.raises(ReadError):
                found.analyse(Position.read(text), depth=1)
        assert not sent(said, "go")
        assert found.analyse(BOARD, depth=1)


# Engines that misbehave


def test_illegal_moves_end_a_line_and_are_not_played() -> None:
    with engine("illegal-line") as found:
        [line] = found.analyse(BOARD, depth=1)
        assert (len(line.moves), line.cut) == (1, True)
    with engine("illegal") as found:
        error = failing("engine-move", lambda: found.play(BOARD, depth=1))
        assert (error.text, error.fen) == ("0,0>777,999", None)
        assert "a king cannot move from `0,0` to `777,999`" in str(error)
        assert found.analyse(BOARD, depth=1)


def test_lines_that_are_too_long_do_not_end_with_a_part_of_a_move() -> None:
    far = 10**200
    rook = Position.read(f"K0,0|R5,{far}|k9,9")
    there = [f"5,{far}>5,{far}1", "9,9>9,10", f"5,{far}1>5,{far}", "9,10>9,9"]
    text = f"info depth 1 score cp 5 pv {' '.join(there * 200)}\nbestmove {there[0]}\n".encode()
    [info, _] = list(_lines(io.BytesIO(text)))
    assert len(info) == LINE_BYTES
    with engine("max=<empty>") as found:
        infos = SearchInfos(1)
        found._process.expect(infos=infos)
        found._process._receive(info)
    [best] = infos.best()
    line = IcnRoot(rook).line(best, stopped=False)
    assert list(map(str, line.moves)) == (there * 200)[: len(line.moves)]
    assert (line.cut, len(line.moves)) == (True, len(best.moves) - 1)
    assert len(line.moves) > 100


@pytest.mark.parametrize("play", ["e2e4", "0,0>1,1{[%eval", "9" * 3000, "0,0>\x1b[2J"])
def test_invalid_moves_are_shown_safely(play: str) -> None:
    with engine(f"play={play}") as found:
        error = failing("engine-move", lambda: found.play(BOARD, depth=1))
        assert str(error).isprintable()
        assert len(str(error)) < 500


@pytest.mark.parametrize("behaviour", [["scoreless"], ["none"], ["none=0000"], ["none="], ["scoreless", "none"]])
def test_responses_without_a_score_or_a_move_are_errors(behaviour: list[str]) -> None:
    with engine(*behaviour) as found:
        failing("engine-protocol", lambda: found.analyse(BOARD, depth=1))
        found.new_game()


@pytest.mark.parametrize(
    ("behaviour", "code"),
    [
        ("abort", "engine-exit"), ("leave=3", "engine-exit"), ("mute", "engine-exit"), ("hang", "engine-timeout"),
        ("garbage=5001", "engine-protocol"),
    ],
)  # fmt: skip
def test_engines_that_fail_are_ended_and_can_start_again(
    behaviour: str, code: str, processes: Callable[[], list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with engine(behaviour, "at=2") as found:
        if "garbage" not in behaviour:
            found.analyse(BOARD, depth=1)
        for limit in ("conversation.STOPS_S", "process.QUITS_S"):
            monkeypatch.setattr(f"scoresheet.uci.{limit}", SHORT)
        found._search_timeout = SHORT if behaviour == "hang" else LONG
        failing(code, lambda: found.analyse(BOARD, depth=1))
        wait_until(lambda: processes() == [])
        found._search_timeout = LONG
        found.restart()
        if "garbage" not in behaviour:
            assert found.analyse(BOARD, depth=1)


@pytest.mark.parametrize("behaviour", [["bounds"], ["twice"], ["flood=20"], ["malformed"], ["wide=2"], ["banner"]])
def test_what_is_odd_but_harmless_changes_nothing(behaviour: list[str]) -> None:
    with engine(*behaviour) as found, engine() as good:
        for place in (BOARD, BOARD.play("0,0>1,1"), BOARD.play("5,0>5,5")):
            assert found.analyse(place, depth=1) == good.analyse(place, depth=1)
            assert found.play(place, depth=1) == good.play(place, depth=1)


def test_a_search_that_takes_too_long_is_stopped() -> None:
    with engine("until-stop", search_timeout=SHORT) as found:
        [line] = found.analyse(BOARD, depth=1)
        assert line.stopped
        assert found.play(BOARD, depth=1) == line.moves[0]


def test_ctrl_c_leaves_the_engine_usable() -> None:
    said: list[str] = []
    with engine("until-stop", debug=said.append) as found:
        main = threading.main_thread().ident
        assert main is not None

        def interrupt() -> None:
            wait_until(lambda: sent(said, "go"))
            signal.pthread_kill(main, signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            found.analyse(BOARD, depth=1)
        thread.join()
        found._search_timeout = SHORT
        assert found.analyse(BOARD, depth=1)


def test_tasks_search_and_play() -> None:
    async def run() -> tuple[list[infinite.Line], Move]:
        with engine() as found:
            return await found.aanalyse(BOARD, depth=1), await found.aplay(BOARD, white_clock=1, black_clock=1)

    [line], move = asyncio.run(run())
    assert line.moves[0] == move


def test_limits_that_an_engine_ignores_are_found_out() -> None:
    with engine("nodes=99") as found:
        failing("engine-limit", lambda: found.check_limit(nodes=1000))
        found.check_limit(depth=3)


def test_the_reference_names_the_default_limit() -> None:
    assert f"| {LARGEST} |" in (ROOT / "docs" / "reference" / "infinite-engines.md").read_text("utf-8")


def test_both_clients_have_the_same_methods() -> None:
    for name, member in inspect.getmembers(scoresheet.Engine):
        if not name.startswith("_"):
            assert getattr(infinite.Engine, name) is member, name


# The example, and the bridge to engines that speak JSON


def test_the_example_captures_far_pieces() -> None:
    with started(ONE_PLY) as found:
        [first, second] = found.analyse(Position.read(f"K0,0|R5,0|k9,9|q5,-{FAR}"), depth=1, lines=2)
        assert (first.eval.cp, str(first.moves[0])) == (900, f"5,0>5,-{FAR}")
        assert second.eval.cp == 0
        huygens = Position.read("K0,0|HU5,0|k9,9|p7,0")
        assert huygens.is_legal(found.play(huygens, depth=1))


def test_the_bridge_sends_json(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game = infinite.parse("0/100 (8|1) K0,0|k9,9|P5,7 0,0>1,1|9,9>8,9")
    with started([*BRIDGE, *JSON_ENGINE, str(log)], options={"Variant": "Knightmare"}) as found:
        assert found.name == "JSON Bridge"
        [line] = found.analyse(game, depth=5)
        assert (line.eval, line.time_ms) == (Evaluation(31, None), 7)
        assert game.end.is_legal(line.moves[0])
        found.play(game.root, white_clock=60, black_clock=30.5, increment=1)
        found.play(game, seconds=0.25)
        failing("engine-option", lambda: found.analyse(game, depth=1, lines=2))
    depth, clocks, seconds = (json.loads(line) for line in log.read_text("utf-8").splitlines())
    none = dict.fromkeys(("wtime", "btime", "winc", "binc", "fixed_time", "max_depth"))
    rest = {"icn": game.end.to_icn("modern"), "variant": "Knightmare"}
    assert depth == {**none, **rest, "max_depth": 5}
    assert seconds == {**none, **rest, "fixed_time": 250}
    times = {"wtime": 60000, "btime": 30500, "winc": 1000, "binc": 1000}
    assert clocks == {**none, **rest, "icn": game.start.to_icn("modern"), **times}


def test_the_bridge_knows_promotions(tmp_path: Path) -> None:
    game = Game(start="(8;N|1) P5,7|k5,90|K-99,0|p4,0|p3,0|p2,0|N5,6")
    with started([*BRIDGE, *JSON_ENGINE, str(tmp_path / "log")]) as found:
        assert str(found.play(game, depth=1)) == "5,7>5,8N"


@pytest.mark.parametrize(
    ("behaviour", "code", "words"),
    [
        ("panic", "engine-exit", "the program failed: index out of bounds"),
        ("exit", "engine-exit", "the program ended with status 3"),
        ("garbage", "engine-exit", "did not answer with JSON"),
        ("none", "engine-protocol", "found no move"),
        ("illegal", "engine-move", "777,999"),
        ("scoreless", None, ""),
    ],
)
def test_the_bridge_passes_failures_on(behaviour: str, code: str | None, words: str, tmp_path: Path) -> None:
    with started([*BRIDGE, *JSON_ENGINE, str(tmp_path / "log"), behaviour]) as found:
        if code is None:
            assert BOARD.is_legal(found.play(BOARD, depth=1))
            failing("engine-protocol", lambda: found.analyse(BOARD, depth=1))
        else:
            assert words in str(failing(code, lambda: found.play(BOARD, depth=1)))


def test_the_bridge_has_no_limit_of_nodes(tmp_path: Path) -> None:
    with started([*BRIDGE, *JSON_ENGINE, str(tmp_path / "log")]) as found:
        error = failing("engine-exit", lambda: found.play(BOARD, nodes=100))
        assert "the program cannot limit a search by nodes" in str(error)
