"""The parser of the command line: argparse, whose help and complaints go through `jug.cli.streams`."""

import argparse
import sys
from contextlib import suppress
from typing import NoReturn

from jug.cli.exit_codes import ExitCode
from jug.cli.streams import say


class Parser(argparse.ArgumentParser):
    """A parser that fails where its help cannot be written.

    argparse writes help to standard error where standard output is closed, and is silent where its device is full.
    """

    def error(self, message: str) -> NoReturn:
        """Say how the command is used and what is wrong, on standard error, and end with `ExitCode.BAD_INPUT`."""
        if sys.stderr is not None:
            with suppress(OSError):
                sys.stderr.write(f"{self.format_usage()}{self.prog}: error: {message}\n")
        sys.exit(ExitCode.BAD_INPUT)

    def _print_message(self, message: str, file: object = None) -> None:
        """Write help or the version to standard output; a JugError where that fails."""
        say(message.removesuffix("\n"))
