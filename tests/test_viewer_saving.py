"""Saving a game beside the file that the viewer was started with."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("duckdb")

import scoresheet
from scoresheet.viewer.errors import Refused
from scoresheet.viewer.saving import folder_of, save_game
from viewing import Refusal, Viewer

EDITS = [{"edit": "comment", "node": 1, "text": "fine"}]


def test_a_game_is_saved_with_its_edits_and_replaces_a_file_only_on_request(tmp_path: Path) -> None:
    game, path = scoresheet.parse("1. e4 e5 *"), tmp_path / "new.pgn"
    assert save_game(game, {"name": "new.pgn", "edits": EDITS}, tmp_path) == {"name": "new.pgn", "losses": []}
    assert scoresheet.parse(path.read_text()).at(1).comment == "fine"
    with pytest.raises(Refused, match="already exists") as refused:
        save_game(game, {"name": "new.pgn", "replace": "yes"}, tmp_path)
    assert (refused.value.code, refused.value.status) == ("file-exists", 409)
    save_game(game, {"name": "new.pgn", "replace": True}, tmp_path)
    assert scoresheet.parse(path.read_text()).at(1).comment == ""
    found = save_game(game, {"name": "new.parquet", "format": "parquet", "edits": EDITS}, tmp_path)
    assert found["losses"] == [{"kind": "comment", "message": "comment: 1"}]
    assert [read.ply_count for read in scoresheet.read(tmp_path / "new.parquet")] == [2]


@pytest.mark.parametrize(
    "name", ["", "../x.pgn", "a/b.pgn", "a\\b.pgn", ".hidden", "x\n.pgn", "x.", "C:x.pgn", "x" * 300]
)
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused, match="not the name of a file"):
        save_game(scoresheet.parse("1. e4 *"), {"name": name}, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_links_folders_and_failures_leave_everything_as_it_was(tmp_path: Path) -> None:
    game, other = scoresheet.parse("1. e4 *"), tmp_path / "other.pgn"
    other.write_text("mine")
    (tmp_path / "link.pgn").symlink_to(other)
    (tmp_path / "folder.pgn").mkdir()
    for name in ("link.pgn", "folder.pgn"):
        with pytest.raises(Refused, match="not a plain file"):
            save_game(game, {"name": name, "replace": True}, tmp_path)
    with pytest.raises(Refused, match="no format"):
        save_game(game, {"name": "x.pgn", "format": "nothing"}, tmp_path)
    with pytest.raises(Refused, match="no such edit"):
        save_game(game, {"name": "other.pgn", "replace": True, "edits": [{"edit": "x"}]}, tmp_path)
    assert other.read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 3


def test_only_the_folder_of_a_file_that_was_named_at_the_start_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 *\n")
    assert folder_of([str(path)]) == tmp_path.resolve()
    assert (folder_of([str(tmp_path)]), folder_of([str(path)] * 2), folder_of([])) == (None, None, None)
    viewer = Viewer(path)
    try:
        assert viewer.get("session")["folder"] is False
        with pytest.raises(Refusal, match="no file to save beside"):
            viewer.post("game/0/save", {"name": "x.pgn"})
        viewer.close()
        viewer = Viewer(path, folder=folder_of([str(path)]))
        assert viewer.post("game/0/save", {"name": "x.pgn"})["name"] == "x.pgn"
        viewer.send("up.pgn.gz", b"no games")  # which does not take the place of what is open
        viewer.session.wait()
        assert viewer.get("session")["folder"] is True
        viewer.send("up.pgn", b"1. d4 *\n")
        viewer.session.wait()
        with pytest.raises(Refusal, match="no file to save beside"):
            viewer.post("game/0/save", {"name": "y.pgn"})
    finally:
        viewer.close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.pgn", "x.pgn"]


def test_all_edited_games_are_saved_alone_or_in_a_copy_of_their_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("".join(f'[White "{number}"]\n\n1. e4 e5 *\n\n' for number in range(4)))
    viewer = Viewer(path, folder=tmp_path)
    games = [{"row": row, "given": 3, "edits": EDITS} for row in (2, 0)]

    def said(file: Path) -> list[tuple[str, str]]:
        return [(game.tags["White"], game.at(1).comment) for game in scoresheet.read(file)]

    viewer.post("edited/save", {"games": games, "name": "few.pgn"})
    assert said(tmp_path / "few.pgn") == [("0", "fine"), ("2", "fine")]
    viewer.post("edited/save", {"games": games, "name": "all.pgn", "whole": True})
    assert said(tmp_path / "all.pgn") == [("0", "fine"), ("1", ""), ("2", "fine"), ("3", "")]
    sent = viewer.post("edited/text", {"games": games, "format": "pgn"})
    assert (sent["name"], sent["text"]) == ("games-edited.pgn", (tmp_path / "few.pgn").read_text())
    sent = viewer.post("edited/text", {"games": games, "format": "parquet"})
    assert (sent["name"], sent["losses"]) == ("games-edited.parquet", [{"kind": "comment", "message": "comment: 2"}])

    for asked, reason in (
        ({"games": []}, "not a list of games"),
        ({"games": [1]}, "not a list of games"),
        ({"games": [{"row": -1}]}, "not a number"),
        ({"games": [{"row": 4}]}, "no game 4"),
        ({"games": [{"row": 0, "given": 9, "edits": EDITS}]}, "changes of game 1 belong to another version"),
        ({"games": [*games, {"row": 3, "edits": [{"edit": "x"}]}]}, "no such edit"),
        ({"games": games * 501}, "more than 1000 games"),
        ({"games": games, "format": "nothing"}, "no format"),
    ):
        with pytest.raises(Refusal, match=reason):
            viewer.post("edited/save", {"name": "few.pgn", "replace": True, **asked})
    monkeypatch.setattr("scoresheet.viewer.saving.MOST_COPIED", 3)
    with pytest.raises(Refusal, match="more than 3 games are not copied"):
        viewer.post("edited/save", {"name": "all.pgn", "replace": True, "games": games, "whole": True})
    assert len(said(tmp_path / "few.pgn")) == 2
    viewer.close()
