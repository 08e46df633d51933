"""``jug export``: a pulsar as the feather file that enterprise, discovery and psrdata read."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import add_backend_option, add_free_option, free_of
from jug.cli.common.outputs import check_outputs
from jug.cli.common.streams import complain, say
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.fitting.result.fit_result import FitResult
    from jug.model.timing_model import TimingModel


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "Write a pulsar as the feather file that enterprise, discovery and psrdata read."
    parser.epilog = TABLE
    add_inputs(parser)
    parser.add_argument("-o", "--output", metavar="OUT.FEATHER", required=True, help="as J1713+0747.feather")
    parser.add_argument("--fit", action="store_true", help="fit first; else the values of the par file are taken")
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help="write the metadata of the record")
    add_free_option(parser)
    add_backend_option(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, fit where this is asked for, collect and write."""
    check_outputs(args, (args.output, args.json))
    if args.free and not args.fit:
        raise InputError("--free chooses what is fitted, and nothing is", hint="give --fit too")
    from jug.exchange.feather import export
    from jug.exchange.record_layout import metadata_of

    model, toas = load_inputs(args)
    source: TimingModel | FitResult = model
    code = ExitCode.DONE
    if args.fit:
        from jug.fitting.fit import fit

        result = fit(model, toas, free=free_of(args.free), backend=args.backend)
        source = result
        if not result.converged:
            complain(f"error: {result.stop.value}")
            code = ExitCode.NOT_CONVERGED
        elif not result.verdict.good:
            complain(f"warning: {result.verdict.name}: {result.verdict.sentence}")
    record = export(source, toas, args.output)
    if args.json:
        from jug.io.files import write_text
        from jug.text.strict_json import json_text

        write_text(args.json, json_text(metadata_of(record)) + "\n")
    lines = [
        f"PSR {record.name}",
        f"TOAs                  {len(record)}",
        f"Columns of the matrix {len(record.fitpars)}, of {len(record.setpars)} parameters",
        f"Noise                 {len(record.noisedict)} values in enterprise's names",
        f"Written               {args.output}",
    ]
    say("\n".join(lines))
    return code
