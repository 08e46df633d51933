"""The parser of the command line: argparse, whose help and complaints go through `jug.cli.streams`."""

import argparse
import sys
from typing import NoReturn

from jug.cli.exit_codes import ExitCode
from jug.cli.streams import complain, say


def add_common_options(part: argparse.ArgumentParser) -> None:
    """Add the options that every command has: ``--quiet``, and ``--json`` where the command has none of its own.

    Parameters
    ----------
    part : argparse.ArgumentParser
        Of a command; its subcommands get the options, where it has some.
    """
    below = [action for action in part._actions if isinstance(action, argparse._SubParsersAction)]
    for one in below[0].choices.values() if below else (part,):
        one.add_argument("-q", "--quiet", action="store_true", help="no report and no warnings: files and errors only")
        if "--json" not in one._option_string_actions:
            one.add_argument("--json", action="store_true", help="the report as JSON")


class Parser(argparse.ArgumentParser):
    """A parser that fails where its help cannot be written.

    argparse writes help to standard error where standard output is closed, and is silent where its device is full.
    """

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, in one line on standard error, and end with `ExitCode.BAD_INPUT`."""
        complain(f"error: {message}; `{self.prog} --help` tells how it is used")
        sys.exit(ExitCode.BAD_INPUT)

    def _print_message(self, message: str, file: object = None) -> None:
        """Write help or the version to standard output; a JugError where that fails."""
        say(message.removesuffix("\n"))
