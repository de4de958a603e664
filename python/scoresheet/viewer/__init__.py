"""Games in a browser: one client for the exported page, for notebooks and for a local server."""
