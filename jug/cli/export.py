"""``jug export``: a pulsar for pulsar-array codes, or a solution for the pulsar catalogue or as JSON."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs, load_par
from jug.cli.common.options import add_backend_option, add_free_option, free_of
from jug.cli.common.outputs import check_outputs
from jug.cli.common.streams import print_text, print_to_stderr, print_warning
from jug.errors import InputError
from jug.text.json_types import JsonObject

if TYPE_CHECKING:
    from jug.fitting.result.fit_result import FitResult
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs

DESCRIPTION = """Write a pulsar as the feather file that enterprise, discovery and psrdata read (OUT.feather), or the
values and uncertainties of its solution: as a record of the pulsar catalogue psrcat (OUT.psrcat), or as JSON
(OUT.json)."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description, parser.epilog = DESCRIPTION, TABLE
    add_inputs(parser, tim_optional=True)
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help="as J1713+0747.feather, .psrcat or .json")
    parser.add_argument(
        "--format",
        choices=("feather", "psrcat", "json"),
        help="format of OUT, if not given by its ending (feather); psrcat and JSON need no TIM",
    )
    parser.add_argument("--fit", action="store_true", help="fit first; else the values of the par file are taken")
    help_text = "write the metadata of the record, or what was written"
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help=help_text)
    add_free_option(parser)
    add_backend_option(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, fit if --fit is given, collect and write."""
    check_outputs(args, (args.output, args.json))
    from jug.exchange.solution import SOLUTION_FORMATS, solution_format

    if args.free and not args.fit:
        raise InputError("--free chooses what is fitted, and nothing is fitted", hint="give --fit too")
    form = args.format or solution_format(args.output)
    of_solution = form in SOLUTION_FORMATS
    if not args.tim and (args.fit or not of_solution):
        what = "a fit" if args.fit else "a record for pulsar arrays"
        raise InputError(f"{what} needs TOAs", hint="give the tim file after the par file")
    model, toas = load_inputs(args) if args.tim else (load_par(args), None)
    source, code = _source(args, model, toas)
    if of_solution or toas is None:
        _export_solution(args, source, form)
    else:
        _export_record(args, source, toas)
    return code


def _source(
    args: argparse.Namespace, model: "TimingModel", toas: "TOAs | None"
) -> tuple["TimingModel | FitResult", ExitCode]:
    """The model, or with --fit the result of the fit; and the exit code."""
    if not args.fit or toas is None:
        return model, ExitCode.DONE
    from jug.fitting.fit import fit

    result = fit(model, toas, free=free_of(args.free), backend=args.backend)
    if not result.converged:
        print_to_stderr(f"error: {result.stop.value}")
        return result, ExitCode.NOT_CONVERGED
    if not result.verdict.good:
        print_to_stderr(f"warning: {result.verdict.name}: {result.verdict.sentence}")
    return result, ExitCode.DONE


def _export_record(args: argparse.Namespace, source: "TimingModel | FitResult", toas: "TOAs") -> None:
    """Write the feather file."""
    from jug.exchange.feather import export
    from jug.exchange.record_layout import metadata_of

    record = export(source, toas, args.output)
    if empty := [name for name, column in zip(record.fitpars, record.mmat.T, strict=True) if not column.any()]:
        no_toa = f"no TOA depends on {', '.join(empty)}"
        print_warning(f"warning: {no_toa}: columns of zeros, by whose norm some readers divide; fix these parameters")
    lines = [
        f"PSR {record.name}",
        f"TOAs                  {len(record)}",
        f"Columns of the matrix {len(record.fitpars)}, of {len(record.setpars)} parameters",
        f"Noise                 {len(record.noisedict)} values in enterprise's names",
        f"Written               {args.output}",
    ]
    _print_and_write(args, lines, metadata_of(record) if args.json else {})


def _export_solution(args: argparse.Namespace, source: "TimingModel | FitResult", form: str) -> None:
    """Write the solution as a record of the catalogue or as JSON."""
    from jug.conversion.error_propagation import model_of
    from jug.exchange.solution import export_solution

    left_out = export_solution(source, args.output, form)
    psr = model_of(source).psr
    lines = [f"PSR {psr}", f"Written               {args.output} ({form})"]
    if left_out:
        lines.append(f"Not in the catalogue  {', '.join(left_out)}")
    _print_and_write(args, lines, {"psr": psr, "output": args.output, "format": form, "left_out": list(left_out)})


def _print_and_write(args: argparse.Namespace, lines: list[str], content: JsonObject) -> None:
    """Print the report, and write the JSON if a file is named."""
    if args.json:
        from jug.io.files import write_text
        from jug.text.strict_json import json_text

        write_text(args.json, json_text(content) + "\n")
    print_text("\n".join(lines))
