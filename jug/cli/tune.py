"""``jug tune``: measure this machine for the choice of a backend, or list its resources."""

import argparse

from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.streams import print_report, print_text
from jug.text.strict_json import json_text

DESCRIPTION = """Measure once, in under a minute or two, how fast NumPy and JAX are on this machine, with white and
with correlated noise. Fits with
--backend auto then take the faster one for their size. Without this measurement they use numbers that come with jug."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = DESCRIPTION
    parser.add_argument("--show", action="store_true", help="show what this machine has, and measure nothing")
    parser.add_argument("--forget", action="store_true", help="go back to the numbers that come with jug")


def run(args: argparse.Namespace) -> ExitCode:
    """Measure and store the table of costs, delete it (``--forget``), or show the machine (``--show``)."""
    if args.forget:
        from jug.compute.cost_tables import cost_file

        cost_file().unlink(missing_ok=True)
    if args.forget or args.show:
        from jug.machine.available import backends

        found = backends()
        print_report(args, str(found), {"backends": {**vars(found), "folder": str(found.folder)}})
        return ExitCode.DONE
    from jug.compute.cost_json import costs_to_json
    from jug.compute.cost_tables import cost_file
    from jug.machine.tuning import tune

    table = tune((lambda line: None) if args.json else print_text)
    if args.json:
        print_text(json_text({"file": str(cost_file()), "costs": costs_to_json(table)}))
    return ExitCode.DONE
