"""The parser of the command line: argparse, whose help and complaints go through `jug.cli.common.streams`."""

import argparse
import os
import re
import sys

from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.streams import complain, say
from jug.core import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, NoReturn


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

    def __init__(self, **settings: "Any") -> None:
        """Make a parser to which a minus before a digit begins a value (``--dec -20:21:29``), as in Python 3.14."""
        super().__init__(**settings)
        self._negative_number_matcher = re.compile(r"-\.?\d")

    def error(self, message: str) -> "NoReturn":
        """Say what is wrong, in one line on standard error, and end with `ExitCode.BAD_INPUT`."""
        complain(f"error: {message}; `{self.prog} --help` tells how it is used")
        sys.exit(ExitCode.BAD_INPUT)

    def _get_formatter(self) -> argparse.HelpFormatter:
        """Make what formats the help. argparse asks for it at each option too; its own imports shutil for the width."""
        return argparse.HelpFormatter(self.prog, width=_columns() - 2)

    def _print_message(self, message: str, file: object = None) -> None:
        """Write help or the version to standard output; a JugError where that fails."""
        say(message.removesuffix("\n"))


class Unread(argparse.ArgumentParser):
    """Stands for the parser of a command that is not in use; a parser takes 0.3 ms to make."""

    def __init__(self, **_: object) -> None:
        """Make nothing."""


def _columns() -> int:
    """The width of the terminal: COLUMNS, else what it says itself, else 80; as shutil.get_terminal_size has it."""
    given = os.environ.get("COLUMNS", "")
    if given.isascii() and given.isdecimal() and 0 < len(given.lstrip("0")) < 10:
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80
