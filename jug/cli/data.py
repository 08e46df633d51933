"""``jug data``: the commands about data files."""

import argparse

from jug.cli.common.exit_codes import ExitCode
from jug.cli.data_commands import clear as data_clear
from jug.cli.data_commands import freeze as data_freeze
from jug.cli.data_commands import status as data_status
from jug.cli.data_commands import update as data_update

DESCRIPTION = "List, update, copy and remove clock files, ephemerides and tables of Earth orientation."


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its subcommands."""
    parser.description = DESCRIPTION
    parts = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    status = parts.add_parser("status", help="list the files, and until when each is valid")
    data_status.add_options(status)
    status.set_defaults(part=data_status.run)
    update = parts.add_parser("update", help="fetch newer files")
    data_update.add_options(update)
    update.set_defaults(part=data_update.run)
    freeze = parts.add_parser("freeze", help="copy the data that pulsars need")
    data_freeze.add_options(freeze)
    freeze.set_defaults(part=data_freeze.run)
    clear = parts.add_parser("clear", help="remove files of the cache")
    data_clear.add_options(clear)
    clear.set_defaults(part=data_clear.run)


def run(args: argparse.Namespace) -> ExitCode:
    """Run the chosen subcommand."""
    code: ExitCode = args.part(args)
    return code
