"""``jug data status``: which data files are available, and until when each is valid."""

import argparse

from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.options import add_data_option
from jug.cli.common.streams import print_text
from jug.errors import InputError
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text

DESCRIPTION = """For each site the files of its clock chain: where they come from, their first and last good date, the
correction at the last one, the TOAs beyond it, and what an update would bring; the ephemerides and Earth
orientation."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = DESCRIPTION
    parser.add_argument("tim", metavar="TIM", nargs="?", help="list the sites of this tim file, not all sites")
    parser.add_argument("--sites", action="store_true", help="list the names and codes of all observatories instead")
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_data_option(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Find the files and list them; nothing is fetched."""
    from jug.data import open_files

    if args.sites:
        return _list_sites(args)
    from jug.data.status import status
    from jug.data.tables import status_json, status_text
    from jug.io.tim.read import read_tim

    raw = read_tim(args.tim) if args.tim else None
    found = status(open_files(args.data), raw)
    print_text(json_text(status_json(found)) if args.json else status_text(found, with_toas=raw is not None))
    return ExitCode.DECISION if found.damaged else ExitCode.DONE


def _list_sites(args: argparse.Namespace) -> ExitCode:
    """List the observatories by name."""
    from jug.data import open_files
    from jug.data.site_names import site_names, site_names_text

    if args.tim:
        raise InputError("--sites lists all observatories, not those of a tim file", hint=f"leave {args.tim} out")
    found = site_names(open_files(args.data))
    content: JsonObject = {"sites": {one.name: list(one.others) for one in found}}
    print_text(json_text(content) if args.json else site_names_text(found))
    return ExitCode.DONE
