"""``jug completion``: completion of commands, options and files for bash, zsh and fish."""

import argparse
from collections.abc import Iterator

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.streams import print_text
from jug.text.strict_json import json_text

DESCRIPTION = """Print the completion of jug for a shell. For this session: source <(jug completion bash). For good: put
it into ~/.local/share/bash-completion/completions/jug for bash, into a file _jug in a folder of fpath for zsh, into
~/.config/fish/completions/jug.fish for fish."""

SHELLS = ("bash", "zsh", "fish")
FILES = ("PAR", "TIM", "OUT", "FILE", "DIR")
"""Texts in the metavar of an argument whose value is a file."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description, parser.epilog = DESCRIPTION, TABLE
    parser.add_argument("shell", choices=SHELLS, help="the shell")


def run(args: argparse.Namespace) -> ExitCode:
    """Make the parser of every command, and print its completion."""
    import shtab

    whole = args.make_parser(whole=True)
    for action in _actions(whole):
        if any(word in str(action.metavar) for word in FILES) and action.nargs != 0:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    text = shtab.complete(whole, args.shell)
    print_text(json_text({"shell": args.shell, "completion": text}) if args.json else text, even_if_quiet=True)
    return ExitCode.DONE


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of its subcommands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for part in action.choices.values():
                yield from _actions(part)
        else:
            yield action
