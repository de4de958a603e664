"""`scoresheet completion`: prints the script that completes verbs, options and questions in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from scoresheet.cli import output
from scoresheet.cli.screens import Choice, GroupedCommand

__all__ = ["command"]


@click.command(
    "completion",
    cls=GroupedCommand,
    epilog="""\b
Examples:
  eval "$(scoresheet completion bash)"       in ~/.bashrc, or with zsh in ~/.zshrc
  scoresheet completion fish > ~/.config/fish/completions/scoresheet.fish""",
)
@click.argument("shell", type=Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a shell completion script for `scoresheet`."""
    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"no completion for {shell}")
    output.data(found(ctx.find_root().command, {}, "scoresheet", "_SCORESHEET_COMPLETE").source())
