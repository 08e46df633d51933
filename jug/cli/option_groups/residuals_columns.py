"""The options ``--columns``, ``--pattern`` and ``--format`` of ``jug residuals``."""

import argparse
from typing import TYPE_CHECKING

from jug.analysis.toa_columns import TABLE_FORMATS
from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.results import write_or_print
from jug.cli.common.streams import print_text
from jug.errors import InputError
from jug.text.strict_json import json_text

if TYPE_CHECKING:
    from jug.model.evaluation.residuals import Residuals
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs

BINARY_FORMATS = TABLE_FORMATS[2:]
"""Binary formats, which are written to a file and not to a terminal."""


def check_columns(args: argparse.Namespace) -> None:
    """Refuse options that do not go together.

    Parameters
    ----------
    args : argparse.Namespace

    Raises
    ------
    InputError
    """
    asked = args.columns or args.pattern
    if args.columns and args.pattern:
        raise InputError("--columns and --pattern are two forms of one list", hint="give one of them")
    if asked and args.average:
        raise InputError("--average has columns of its own", hint="leave out --columns and --pattern, or --average")
    if args.pattern and (args.json or args.format):
        raise InputError("a pattern is text", hint="take --columns for --json and --format")
    if args.format and not args.columns:
        raise InputError("--format is for --columns", hint="as in --columns mjd,res,err --format csv")
    if args.format in BINARY_FORMATS and not args.output:
        raise InputError(f"{args.format} cannot be written to a terminal", hint=f"give -o FILE.{args.format}")


def list_columns(args: argparse.Namespace, model: "TimingModel", toas: "TOAs", found: "Residuals") -> ExitCode:
    """Print or write the columns.

    Parameters
    ----------
    args : argparse.Namespace
        The options of ``jug residuals``.
    model : TimingModel
    toas : TOAs
    found : Residuals

    Returns
    -------
    ExitCode
    """
    from jug.analysis.toa_columns.pattern import names_in
    from jug.analysis.toa_columns.table import columns

    table = columns(model, toas, args.columns or names_in(args.pattern), residuals=found)
    if args.json or args.pattern:
        text = json_text(json_with_reading(table.to_json(), model)) if args.json else table.lines(args.pattern)
        write_or_print(text, args.output)
    elif args.output:
        table.write(args.output, args.format)
    else:
        print_text(
            table.csv() if args.format == "csv" else text_with_reading(table.text(), model, "# "), even_if_quiet=True
        )
    return ExitCode.DONE
