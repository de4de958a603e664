"""Games with evaluations and clocks as people and programs write them, for tests of what is made of these."""

from __future__ import annotations

ODD = """[White "Unevaluated"]

1. e4 e5 *

[White "Mated"]

1. f3 {[%eval -0.5]} e5 {[%eval -0.4]} 2. g4 {[%eval #-1]} Qh4# 0-1

[White "Mated with an evaluation"]

1. f3 {[%eval -0.5]} e5 {[%eval -0.4]} 2. g4 {[%eval #-1]} Qh4# {[%eval #0]} 0-1

[White "One ply"]

1. e4 {[%eval 0.3]} *

[White "Black begins"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]

1... e5 {[%eval 0.3]} 2. Qh5 {[%eval -0.4]} Ke7 {[%eval #1]} *

[White "Only mates"]

1. e4 {[%eval #5]} e5 {[%eval #4]} 2. Nf3 {[%eval 7.5]} *

[White "Gaps"]

1. e4 e5 {[%eval 0.3]} 2. Nf3 Nc6 3. Bb5 {[%eval 0.4]} a6 {[%eval 9999.99]} *

[White "Atomic"]
[Variant "Atomic"]

1. Nf3 {[%eval 0.3]} f6 {[%eval 1.5]} *
"""
"""Games without some evaluations, without moves of one side, and by other rules."""

TIMED = """[White "A"]
[Black "B"]
[TimeControl "60+1"]

1. e4 {[%eval 0.3] [%clk 0:01:00]} e5 {[%eval 0.3] [%clk 0:00:59]} 2. Qh5 {[%eval -6] [%clk 0:00:31.5]}
Ke7 {[%eval #1] [%clk 0:00:07]} 3. Qxe5# {[%clk 0:00:31]} 1-0
"""
"""A game with clocks."""

SPELLED = """[White "Spelled"]
[TimeControl "60+1"]

1. e4 {[%eval 0.31,20] [%clk 1:00]} e5 {[%eval 31,20] [%clk 1:2:3:4]} 2. Nf3 {[%eval +.5] [%clk 55.25]}
Nc6 {[%eval -0.005] [%clk 59]} 3. Bb5 {[%eval #+4] [%clk x]} a6 {[%eval 1e3] [%clk 0:58.]} 4. Ba4 {[%eval 0.]}
Nf6 {[%eval 12345678901]} 5. O-O {[%eval 99999999,3] [%clk 0:0:40]} Be7 {[%eval # 3] [%clk 40]} 6. Re1 {[%eval #]}
b5 {[%eval "9.995"] [%clk "0:00:30"]} 7. Bb3 {[%eval --1]} d6 {[%eval -3 , 8]} 8. c3 {[%eval 1.5.5]} O-O {[%eval -12]}
9. h3 {[%eval #-0] [%clk 30]} Na5 {[%eval 0.314999]} 10. Bc2 {[%eval #99999999999]} c5 {[%eval #-2]} *

[White "An illegal move"]

1. e4 {[%eval 0.31]} e5 {[%eval 2.5]} 2. Ke3 {[%eval -5]} Nf6 {[%eval 0.2]} *

[Event "Of a site"]
[Site "https://lichess.org/abcdefgh"]

1. e4 {[%eval 0.31]} e5 {[%eval 2.5]} *
"""
"""Evaluations and clocks in every spelling, right and wrong, and an illegal move."""
