"""Games between engines of infinite chess: how they end, whose fault it is, and what is written about it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine_processes import watched
from scoresheet import EngineError, ReadError, UsageError, infinite
from scoresheet.infinite import Game, Position, play_game
from test_engines import ONE_PLY, SHORT, engine, started

START = "0/100 (8|1) K0,0|Q3,4|P4,2+|k9,9|q7,-6|p4,7+"


@pytest.fixture(autouse=True)
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[int]]]:
    """The processes that a test has started. After it, none of them is left."""
    with watched(tmp_path, monkeypatch) as found:
        yield found


def played(white: list[str], black: list[str], **settings: Any) -> Game:
    """A game between two scripted engines. Without behaviours, an engine plays well-formed, legal moves."""
    with engine(*white) as first, engine(*black) as second:
        return play_game(first, second, **{"start": START, "plies": 6, "depth": 1, **settings})


def ending(game: Game) -> tuple[int, str, str, str]:
    """How many half-moves a game has, its result, how it ended, and the comment about it."""
    return game.ply_count, game.result, game.tags["Termination"], game.last.comments_after[-1]


def test_every_move_is_legal_and_has_an_evaluation() -> None:
    game = played([], [], plies=12)
    assert (game.ply_count, game.errors, game.start) == (12, [], Position.read(START))
    assert all(node.eval is not None and not node.illegal for node in game.mainline())
    assert game.tags.pairs()[:2] == [("White", "Scripted�[2J 1.0"), ("Black", "Scripted�[2J 1.0")]
    again = infinite.parse(game.to_icn())
    assert [node.move for node in again.mainline()] == [node.move for node in game.mainline()]
    assert [node.eval for node in again.mainline()] == [node.eval for node in game.mainline()]
    assert ending(again) == ending(game) == (12, "*", "unterminated", "unfinished after 12 half-moves")


def test_the_same_engines_play_the_same_game() -> None:
    assert played([], []) == played([], [])


def test_the_example_plays_itself_until_the_game_ends() -> None:
    with started(ONE_PLY) as found:
        for rules in infinite.profiles.RULES:
            game = play_game(found, found, depth=1, plies=40, rules=rules)
            assert (game.rules, game.start) == (rules, Game().start)
            assert game.ply_count == 40 or game.outcome is not None
        mate = play_game(found, found, start="b k0,0|Q2,1|R7,1|R9,-1|R10,2|K50,50|p90,90", depth=1)
        assert mate.outcome is not None or mate.ply_count == 400


# Ends on the board


@pytest.mark.parametrize(
    ("start", "white", "black", "wanted"),
    [
        (
            "K0,0|R5,50|R9,51|k5,60|r90,90", "5,50>5,59", "5,60>5,59",
            (2, "*", "unterminated", "unfinished after 2 half-moves"),
        ),
        ("koth K3,3|k50,50", "3,3>4,4", "", (1, "1-0", "normal", "White wins by koth")),
        ("b koth K3,3|k6,6", "", "6,6>5,5", (1, "0-1", "normal", "Black wins by koth")),
        ("royalcapture K3,3|k4,4|p90,90", "3,3>4,4", "", (1, "1-0", "normal", "White wins by royalcapture")),
        ("K9,9|R50,0|R51,1|Q0,7|k-3,0", "0,7>0,2", "", None),
        ("1/2 K0,0|k50,50", "0,0>1,1", "", (1, "1/2-1/2", "normal", "draw by moverule")),
        ("b k0,0|R7,1|R9,-1|R1,7|Q-1,9|K50,50", "", "", (0, "1/2-1/2", "normal", "draw by stalemate")),
        ("b k0,0|Q0,1|R7,1|R9,-1|R10,0|K50,50", "", "", (0, "1-0", "normal", "White wins by checkmate")),
    ],
)  # fmt: skip
def test_games_end_by_the_rules(start: str, white: str, black: str, wanted: tuple[object, ...] | None) -> None:
    game = played([f"play={white}"], [f"play={black}"], start=start, plies=2)
    if wanted is None:
        assert game.ply_count >= 1
    else:
        assert ending(game) == wanted
    if game.ply_count == 0:
        assert game.outcome is not None


def test_repetition_ends_a_game_by_the_rules_of_today_only() -> None:
    shuffle = infinite.parse("K0,0|k50,50" + " 0,0>1,1|50,50>51,51|1,1>0,0|51,51>50,50|0,0>1,1|50,50>51,51|1,1>0,0")
    assert ending(played([], ["play=51,51>50,50"], start=shuffle)) == (8, "1/2-1/2", "normal", "draw by repetition")
    game = played([], ["play=51,51>50,50"], start=shuffle, rules="doc", plies=2)
    assert (game.ply_count, game.result, game.claims) == (9, "*", [])


# Faults


@pytest.mark.parametrize(
    ("behaviour", "termination", "words"),
    [
        ("illegal", "rules infraction", "played an illegal move: `0,0>777,999` is not legal: "),
        ("play=e2e4", "rules infraction", "played an illegal move: `e2e4` is not a move"),
        ("abort", "abandoned", "ended by SIGABRT"),
        ("leave=3", "abandoned", "ended with status 3: `no �[31mbook`"),
        ("none", "abandoned", "found no move, but there are legal ones"),
        ("garbage=5001", "abandoned", "printed more than 10,000 unknown lines"),
    ],
)
@pytest.mark.parametrize("side", ["white", "black"])
def test_an_engine_that_fails_loses(side: str, behaviour: str, termination: str, words: str) -> None:
    game = played([behaviour], []) if side == "white" else played([], [behaviour])
    plies, result, kind, remark = ending(game)
    assert (plies, result, kind) == ((0, "0-1", termination) if side == "white" else (1, "1-0", termination))
    assert remark.startswith("`Scripted")
    assert words in remark
    # The reason stays in its place when the game is written and read.
    again = infinite.parse(game.to_icn())
    assert (again.result, again.tags["Termination"]) == (result, termination)
    assert remark in " ".join(again.last.comments_after)


def test_an_engine_that_fails_later_loses_with_what_was_played_kept() -> None:
    game = played([], ["abort", "at=3"], plies=20)
    assert ending(game)[:3] == (5, "1-0", "abandoned")
    assert all(node.eval is not None for node in game.mainline())


def test_an_engine_that_does_not_stop_loses_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoresheet.uci.conversation.STOPS_S", SHORT)
    with engine() as white, engine("hang", "at=1") as black:
        black._search_timeout = SHORT
        game = play_game(white, black, start=START, depth=1)
        assert ending(game)[:3] == (1, "1-0", "time forfeit")
        assert "did not stop" in ending(game)[3]
        black.restart()


def test_an_engine_that_has_to_be_stopped_loses_on_time() -> None:
    with engine("until-stop", search_timeout=SHORT) as white, engine() as black:
        game = play_game(white, black, start=START, depth=1)
    assert ending(game)[:3] == (0, "0-1", "time forfeit")
    assert ending(game)[3].endswith("had to be stopped")


def test_clocks_are_sent_and_kept() -> None:
    said: list[str] = []
    with engine(debug=said.append) as found:
        game = play_game(found, found, start=START, plies=4, clock=3600, increment=100)
    clocks = [node.clock for node in game.mainline()]
    assert all(clock is not None and 3600 < clock <= 3800 for clock in clocks)
    first, *others = [line for line in said if line.startswith("> go")]
    assert first == "> go wtime 3600000 btime 3600000 winc 100000 binc 100000"
    assert len(others) == 3
    assert all(int(line.split()[3]) > 3_600_000 for line in others)
    assert game.last.eval is not None


def test_a_clock_that_runs_out_loses() -> None:
    with engine() as white, engine("until-stop") as black:
        black._search_timeout = SHORT
        game = play_game(white, black, start=START, plies=4, clock=3600)
        assert ending(game)[:3] == (1, "1-0", "time forfeit")
    # A reply that comes in time for the process, but not for the clock.
    with engine("twice") as white, engine() as black:
        game = play_game(white, black, start=START, plies=2, clock=1e-9)
        assert ending(game) == (0, "0-1", "time forfeit", f"`{white.name}` ran out of time")


# Coordinates and rules that an engine cannot have


def test_a_start_that_an_engine_cannot_have_is_an_error() -> None:
    with engine() as white, engine("max=8") as black:
        for first, second in ((white, black), (black, white)):
            with pytest.raises(EngineError) as caught:
                play_game(first, second, start=START, depth=1)
            assert caught.value.code == "engine-option"


def test_a_game_that_leaves_the_coordinates_of_an_engine_has_no_result() -> None:
    start = "K0,0|R5,0|k9,9|r20,20"
    with engine("play=5,0>5,-30") as white, engine("max=20") as black:
        plies, result, kind, remark = ending(play_game(white, black, start=start, depth=1))
    assert (plies, result, kind) == (1, "*", "unterminated")
    assert "has the number `30`, and the engine has none beyond `20`" in remark


# Starts, limits and engines


def test_a_game_is_continued_as_a_copy() -> None:
    game = infinite.parse(f'[Event "Match"] [Result "1-0"] [Termination "x"] {START} 0,0>1,1{{first}}|9,9>8,8')
    assert game.result == "1-0"
    before = game.to_icn()
    found = played([], [], start=game, plies=2)
    assert game.to_icn() == before
    assert (found.ply_count, found.result, found.tags["Event"], found.at(1).comment) == (4, "*", "Match", "first")
    for start in (game.start, game.start.to_icn()):
        assert played([], [], start=start, plies=1).start == game.start


def test_a_game_that_has_ended_is_not_searched() -> None:
    said: list[str] = []
    ended = infinite.parse("koth K3,3|k50,50 3,3>4,4")
    with engine(debug=said.append) as found:
        assert ending(play_game(found, found, start=ended, depth=1)) == (1, "1-0", "normal", "White wins by koth")
        assert not [line for line in said if line.startswith("> position")]


def test_engines_are_notified_of_a_new_game() -> None:
    said: list[str] = []
    with engine("rules=infinite infinite", debug=said.append) as found:
        play_game(found, found, start=START, depth=1, plies=2)
        assert said.count("> ucinewgame") == 1


def test_wrong_arguments_are_refused() -> None:
    with engine() as found:
        for settings in (
            {}, {"nodes": 1, "depth": 1}, {"depth": 1, "clock": 5}, {"clock": -1}, {"depth": 0},
            {"clock": 5, "increment": -1}, {"depth": 1, "plies": 0}, {"depth": 1, "plies": True},
            {"depth": 1, "rules": "fide"}, {"depth": 1, "start": 5}, {"clock": float("nan")},
        ):  # fmt: skip
            with pytest.raises(UsageError):
                play_game(found, found, **{"start": START, **settings})  # type: ignore[arg-type]
        for start in ("mine K0,0|k9,9", "K0,0|k5,5 0,0>9,9", "?"):
            with pytest.raises(ReadError):
                play_game(found, found, start=start, depth=1)


def test_an_engine_that_has_ended_before_is_an_error() -> None:
    with engine("abort", "at=1") as white, engine() as black:
        assert ending(play_game(white, black, start=START, depth=1))[2] == "abandoned"
        with pytest.raises(EngineError) as caught:
            play_game(black, white, start=START, depth=1)
        assert caught.value.code == "engine-exit"
        white.restart()
        black.close()
        with pytest.raises(UsageError, match="is closed"):
            play_game(white, black, start=START, depth=1)


def test_words_of_engines_are_neither_commands_nor_ends_of_comments(tmp_path: Path) -> None:
    program = tmp_path / "rude.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line == 'uci\\n': print('id name A] {x} \"] K5,5\\noption name UCI_Icn type combo var doc\\nuciok')\n"
        "    if line == 'isready\\n': print('readyok')\n"
        "    if line.startswith('go'): sys.exit('[%eval 9.9] } 0,0>1,1 {')\n"
        "    sys.stdout.flush()\n"
    )
    with started([sys.executable, str(program)]) as found:
        game = play_game(found, found, start="K0,0|k9,9", depth=1)
    assert (game.last.eval, game.last.commands) == (None, [])
    for profile in ("doc", "modern"):
        again = infinite.parse(game.to_icn(profile))
        assert (again.ply_count, again.result, again.errors, again.root.eval) == (0, "0-1", [], None)
