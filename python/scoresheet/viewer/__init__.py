"""The viewer: `scoresheet serve` serves the games of any number of inputs to a browser on this machine.

`session` opens inputs, `library` holds their games as one locked DuckDB view, `answers` turns a request into a response
without knowing any server, and `guard` and `server` decide who gets one. `engine_desk` has the engine, if there is one.
"""
