"""The viewer: `scoresheet serve` answers a browser on this machine with the games of any number of inputs.

`session` opens inputs, `library` holds their games as one locked DuckDB view, `answers` turns a request into an answer
without knowing any server, and `guard` and `server` decide who gets one. `engine_desk` has the engine, if there is one.
"""
