"""The exit statuses, named once."""

from enum import IntEnum

__all__ = ["Exit"]


class Exit(IntEnum):
    """What the command tells its caller."""

    OK = 0
    """Everything was read; notes do not count."""
    BAD_INPUT = 1
    """Some input was bad, unreadable or damaged, or a write failed."""
    WRONG_USE = 2
    """Bad arguments, an unknown file, wrong SQL, or an output that exists."""
    INTERRUPTED = 130
    """Ctrl-C; no half-written output is left."""
    TERMINATED = 143
    """SIGTERM, as from `kill`, `timeout` or a batch system; no half-written output is left."""
    HUNG_UP = 129
    """SIGHUP, when the terminal is closed; no half-written output is left."""
