"""The samples that the sizes of cpgn are measured with hold whole games."""

from __future__ import annotations

from pathlib import Path

from bench.sizes import of_each


def game(number: int) -> bytes:
    return b'[Event "%d"]\n\n1. e4 *\n\n' % number


def test_files_share_the_bytes_that_are_wanted(tmp_path: Path) -> None:
    length = len(game(0))
    files = [tmp_path / name for name in ("long.pgn", "short.pgn")]
    files[0].write_bytes(b"".join(map(game, range(9))))
    files[1].write_bytes(game(9))
    # The short file leaves its part to the long one, which is cut after a game.
    assert of_each(files, 4 * length + 3) == game(9) + game(0) + game(1) + game(2)
    # A game that is longer than its part is left out.
    assert of_each(files, 2 * length - 1) == game(0)
    assert of_each(files, 100 * length) == game(9) + b"".join(map(game, range(9)))
