"""The exit statuses of the command."""

from enum import IntEnum

__all__ = ["Exit"]


class Exit(IntEnum):
    """The exit statuses of the command."""

    OK = 0
    """Everything was read. Notes do not count as errors."""
    BAD_INPUT = 1
    """Some input was bad, unreadable or damaged, or a write failed."""
    WRONG_USE = 2
    """Bad arguments, an unknown file, invalid SQL, or an output that exists."""
    INTERRUPTED = 130
    """Ctrl-C. No half-written output is left."""
    TERMINATED = 143
    """SIGTERM, as from `kill`, `timeout` or a batch system. No half-written output is left."""
    HUNG_UP = 129
    """SIGHUP, when the terminal is closed. No half-written output is left."""
