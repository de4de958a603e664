"""The viewer: what a browser, an exported page and a notebook show of games.

`library`, `filters` and `views` know the games, `answers` knows what a page may ask, and `guard` and `server` know who
is answered. The client below `client` is plain JavaScript without a build step.
"""
