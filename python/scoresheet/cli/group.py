"""The group of all verbs. It imports the verb that is called, and turns errors into exit statuses."""

from __future__ import annotations

import errno
import os
import re
import select
import stat
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from scoresheet._suggest import ALIKE, meant, near
from scoresheet.cli.exits import Exit
from scoresheet.cli.screens import whole_help

__all__ = ["command"]

# The verbs in the order of the help screen, with their modules. A module named after a built-in would hide it here.
_VERBS = {
    "convert": "convert",
    "check": "check",
    "query": "query",
    "find": "find",
    "index": "index",
    "explore": "explore",
    "tree": "tree",
    "names": "names",
    "show": "show",
    "serve": "serve",
    "analyse": "analyse",
    "puzzles": "puzzles",
    "evals": "evals",
    "annotate": "annotate",
    "move": "move",
    "position": "position",
    "list": "listing",
    "extension-path": "extension",
    "completion": "completion",
}

_ALIASES = {"analyze": "analyse"}
"""Other spellings of commands, which the help does not list."""

_WRONG_ENGINE = ("engine-start", "engine-option", "engine-limit")
"""The fault of an engine before it has done anything, so that another command is needed."""

_WORDS = "scoresheet.words"
"""The key under which a context has the arguments of the process."""

_MOST_OPTIONS = 3
"""How many options to suggest for an unknown one."""

# The file descriptor, because the native part writes to it too.
_STDOUT = 1


class _NoSuchVerb(click.UsageError):
    """The first argument is not a verb."""

    def __init__(self, word: str, ctx: click.Context) -> None:
        super().__init__(f"No such command '{word}'.", ctx)
        self.possibilities = near(word, _VERBS)


class Verbs(click.Group):
    """A group that imports a verb's module when the verb is called, and turns errors into exit statuses."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, in the order of the help screen."""
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a verb, or `None` if there is no such verb."""
        verb = _ALIASES.get(cmd_name, cmd_name)
        if verb not in _VERBS:
            return None
        command: click.Command = import_module(f"scoresheet.cli.{_VERBS[verb]}").command
        return command

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option `--help`, which the last line of the help mentions: the list of verbs must fit a screen."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.hidden = True
        return option

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters, with `--help-all`, which shows the same as `--help` here."""
        return [*super().get_params(ctx), whole_help(hidden=True)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb and its arguments. Click would not suggest a similar verb."""
        if args and args[0] not in {*_VERBS, *_ALIASES} and not args[0].startswith("-"):
            raise _NoSuchVerb(args[0], ctx)
        return super().resolve_command(ctx, args)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parses the arguments. Click would give Ctrl-C at this point another exit status."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except KeyboardInterrupt:
            sys.exit(Exit.INTERRUPTED)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the arguments before the verb."""
        ctx.meta[_WORDS] = tuple(args)
        try:
            return super().parse_args(ctx, args)
        except click.exceptions.NoArgsIsHelpError:
            raise  # shows the help
        except click.UsageError as error:
            return ctx.exit(_failed(_in_our_words(error), Exit.WRONG_USE))

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the verb, and ends the process with the exit status for the outcome."""
        try:
            from scoresheet._hints import on_the_command_line
            from scoresheet.cli.signals import ended_by_signals

            with on_the_command_line(), ended_by_signals():
                status = _status_of(lambda: super(Verbs, self).invoke(ctx), ctx.meta[_WORDS])
        except KeyboardInterrupt as interrupt:  # just before the verb, or just after it
            status = _interrupted(interrupt)
        ctx.exit(status)


def _status_of(run: Callable[[], Any], words: Iterable[str]) -> Exit:
    from scoresheet.errors import EngineError, ScoresheetError, UsageError, WriteError

    try:
        status = run()
        if sys.stdout is not None:  # `None` if the shell has closed it
            sys.stdout.flush()
    except click.UsageError as error:
        return _failed(_in_our_words(error), Exit.WRONG_USE)
    except (BrokenPipeError, WriteError) as error:
        return _unwritten(error)
    except KeyboardInterrupt as interrupt:
        return _interrupted(interrupt)
    except UsageError as error:
        return _failed(error, Exit.WRONG_USE)
    except EngineError as error:
        return _failed(error, Exit.WRONG_USE if error.code in _WRONG_ENGINE else Exit.BAD_INPUT)
    except (ScoresheetError, OSError) as error:
        return _failed(_full(error) if isinstance(error, OSError) else error, Exit.BAD_INPUT)
    except (TypeError, UnicodeEncodeError):  # which of the two depends on what has refused the argument
        bad = next((word for word in words if _is_not_utf_8(word)), None)
        if bad is None:
            raise
        shown = os.fsencode(bad).decode("utf-8", "backslashreplace")
        return _failed(UsageError(f"the argument `{shown}` is not UTF-8", hint="write it in UTF-8"), Exit.WRONG_USE)
    return status if isinstance(status, Exit) else Exit.OK


def _is_not_utf_8(word: str) -> bool:
    """Whether Python found bytes in an argument that are not UTF-8. It keeps them as surrogates."""
    return any("\ud800" <= letter <= "\udfff" for letter in word)


def _in_our_words(error: click.UsageError) -> Exception:
    """Click's message in the style of our own."""
    from scoresheet.errors import UsageError

    # Click suggests names for a misspelled option, too, and would append them to the message.
    possible = getattr(error, "possibilities", None) or []
    message = error.format_message()
    if isinstance(error, _NoSuchVerb | click.NoSuchOption):
        message = error.message
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        known = [flag for option in error.ctx.command.get_params(error.ctx) for flag in option.opts if flag[:1] == "-"]
        possible = near(error.option_name, known, _MOST_OPTIONS, ALIKE)
    # Click writes sentences, with quotation marks around arguments.
    said = re.sub(r"(?<!\w)'([^']*)'(?!\w)", r"`\1`", message).rstrip(".")
    hint = meant(possible) or (f"see `{error.ctx.command_path} --help`" if error.ctx else None)
    return UsageError(said[:1].lower() + said[1:], hint=hint)


def _failed(failure: str | Exception, status: Exit) -> Exit:
    from scoresheet.cli import output

    output.failure(failure)
    return status


def _full(error: OSError) -> Exception:
    """The error of the system, or in its place the one for a full disk, which the system reports without a hint."""
    if error.errno != errno.ENOSPC:
        return error
    from scoresheet._registry import hint_of
    from scoresheet.errors import WriteError

    name = error.filename or "-"  # results are printed by Python, which does not say where
    message = f"cannot write `{name}`: no space left on the disk"
    return WriteError(message, code="write-failed", file=str(name), hint=hint_of("write-failed"))


def _interrupted(interrupt: KeyboardInterrupt) -> Exit:
    from scoresheet import _interruptible, _scratch
    from scoresheet.cli import signals

    status = signals.status_of(interrupt)
    with suppress(OSError):  # the terminal itself may be gone
        _failed(signals.word_for(interrupt), status)
    if _interruptible.left_behind():
        # Python would wait for the thread that is still working, or crash.
        _scratch.remove_own()
        os._exit(status)
    return status


def _unwritten(error: Exception) -> Exit:
    if not _stdout_is_closed():
        return _failed(error, Exit.BAD_INPUT)
    # The reader of the pipe has closed it. Python would report that again when it flushes at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), _STDOUT)
    return Exit.OK


def _stdout_is_closed() -> bool:
    """Whether stdout is a pipe whose reader has closed it."""
    if not hasattr(select, "poll"):
        # Windows only reports that it is a pipe, and the usual fault of a pipe is that its reader has gone.
        return stat.S_ISFIFO(os.fstat(_STDOUT).st_mode)
    watched = select.poll()
    watched.register(_STDOUT, 0)
    # Systems differ in which of the two it is.
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in watched.poll(0))


def _show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        import scoresheet

        click.echo(f"scoresheet {scoresheet.__version__}")
        ctx.exit()


@click.group(
    "scoresheet",
    cls=Verbs,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Each command has `--help`. Exit status: 0 success, 1 bad input, 2 usage error.""",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, hidden=True)
def command() -> None:
    """Read, check, convert and query chess games, a few or a billion."""
