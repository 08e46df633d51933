"""The parser of the command line: argparse, whose help and errors are printed by `jug.cli.common.streams`."""

import argparse
import os
import re
import sys

from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.streams import print_text, print_to_stderr
from jug.core import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, NoReturn


def add_common_options(part: argparse.ArgumentParser) -> None:
    """Add the options that every command has: ``--quiet``, and ``--json`` where the command has none of its own.

    Parameters
    ----------
    part : argparse.ArgumentParser
        The parser of a command. If it has subcommands, these get the options.
    """
    below = [action for action in part._actions if isinstance(action, argparse._SubParsersAction)]
    for one in below[0].choices.values() if below else (part,):
        one.add_argument("-q", "--quiet", action="store_true", help="no report and no warnings: files and errors only")
        if "--json" not in one._option_string_actions:
            one.add_argument("--json", action="store_true", help="the report as JSON")


class Parser(argparse.ArgumentParser):
    """A parser that raises an error if its help cannot be written.

    argparse writes help to standard error where standard output is closed, and is silent where its device is full.
    """

    def __init__(self, **settings: "Any") -> None:
        """Make a parser that takes a minus before a digit as part of a value (``--dec -20:21:29``), as Python 3.14."""
        super().__init__(**settings)
        self._negative_number_matcher = re.compile(r"-\.?\d")

    def error(self, message: str) -> "NoReturn":
        """Print what is wrong in one line on standard error, and exit with `ExitCode.BAD_INPUT`."""
        print_to_stderr(f"error: {message}; `{self.prog} --help` lists the options")
        sys.exit(ExitCode.BAD_INPUT)

    def _get_formatter(self) -> argparse.HelpFormatter:
        """Make the formatter of the help. argparse's own imports shutil, for the width, at each option."""
        return argparse.HelpFormatter(self.prog, width=_columns() - 2)

    def _print_message(self, message: str, file: object = None) -> None:
        """Write help or the version to standard output; raise JugError if that fails."""
        print_text(message.removesuffix("\n"))


class UnusedParser(argparse.ArgumentParser):
    """A placeholder for the parser of a command that is not in use. A real parser takes 0.3 ms to make."""

    def __init__(self, **_: object) -> None:
        """Take the arguments of a parser, and ignore them."""


def _columns() -> int:
    """The width of the terminal: COLUMNS, else that of the device, else 80, as in shutil.get_terminal_size."""
    given = os.environ.get("COLUMNS", "")
    if given.isascii() and given.isdecimal() and 0 < len(given.lstrip("0")) < 10:
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80
