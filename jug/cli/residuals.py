"""``jug residuals``: list the residuals of TOAs."""

import argparse
from typing import TYPE_CHECKING

from jug.analysis.toa_columns import TABLE_FORMATS
from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import add_noise_options, subtract_of
from jug.cli.common.outputs import check_outputs
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.results import write_or_print
from jug.cli.option_groups.residuals_columns import check_columns, list_columns
from jug.text.strict_json import json_text

if TYPE_CHECKING:
    from jug.model.evaluation.residuals import Residuals
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description, parser.epilog = "List the residuals of TOAs.", TABLE
    add_inputs(parser)
    help_text = "write there, not to the terminal; with --columns .csv, .fits, .parquet and .feather choose the format"
    parser.add_argument("-o", "--output", metavar="FILE", help=help_text)
    parser.add_argument("--columns", metavar="NAME,...", help="these columns: mjd,freq,res,err,flag:fe,binphase,dm")
    help_text = "a line for each TOA with columns in braces, as tempo2's general2: '{bat} {res%%.3f} {err}'"
    parser.add_argument("--pattern", help=help_text)
    parser.add_argument(
        "--format", choices=TABLE_FORMATS, help="of --columns: text, unless the ending of FILE says another"
    )
    parser.add_argument("--json", action="store_true", help="as JSON, with chi2, weighted rms and noise")
    add_noise_options(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, evaluate, and list."""
    check_columns(args)
    check_outputs(args, (args.output,))
    from jug.model.evaluation.residuals import residuals

    model, toas = load_inputs(args)
    found = residuals(model, toas, subtract=subtract_of(args.subtract), whiten=args.whiten)
    if args.columns or args.pattern:
        return list_columns(args, model, toas, found)
    text = _listing(model, toas, found, averaged=args.average, as_json=args.json)
    write_or_print(text, args.output)
    return ExitCode.DONE


def _listing(model: "TimingModel", toas: "TOAs", found: "Residuals", *, averaged: bool, as_json: bool) -> str:
    """A list with one line for each TOA or epoch, as text or JSON."""
    from jug.analysis.residuals.averaging import average
    from jug.analysis.residuals.residual_columns import averaged_columns, residual_columns
    from jug.analysis.residuals.residual_listing import averaged_table, residual_table

    if averaged:
        epochs = average(model, toas, found)
        columns, text = averaged_columns(model, epochs), averaged_table(epochs)
    else:
        columns, text = residual_columns(model, toas, found), residual_table(toas, found)
    return json_text(json_with_reading(columns, model)) if as_json else text_with_reading(text, model, "# ")
