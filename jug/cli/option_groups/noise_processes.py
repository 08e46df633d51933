"""The options of ``jug noise`` for each noise process: --free-spectrum, --log10-rho, --courses, --draws."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.options import non_negative_integer
from jug.cli.common.outputs import LateFailure, check_folder
from jug.errors import InputError
from jug.text.json_types import JsonObject

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs

USUAL_RANGE, USUAL_DRAWS = (-10.0, -4.0), 1000
"""Default range of log10 (rho in s), and default number of draws."""


def add_process_options(parser: argparse.ArgumentParser) -> None:
    """Add the options.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    """
    parser.add_argument(
        "--free-spectrum",
        metavar="OUT.FOLDER",
        help="give the posterior of the amplitude of each process at each frequency, without a power law, and write it "
        "to a folder for each process in this one, as ceffyl reads it",
    )
    help_text = "of --free-spectrum: range of the prior, log10 of s (-10 -4)"
    parser.add_argument("--log10-rho", nargs=2, type=float, metavar=("LOW", "HIGH"), help=help_text)
    parser.add_argument(
        "--courses",
        metavar="OUT.FEATHER",
        help="write the course of each process at the TOAs given the data: mean, standard deviation and draws, in s "
        "(.feather, .parquet, .csv, .fits, else text)",
    )
    help_text = "of --free-spectrum and --courses: number of draws (1000)"
    parser.add_argument("--draws", type=non_negative_integer, metavar="N", help=help_text)


def validate_process_options(args: argparse.Namespace) -> None:
    """Refuse options that do not go together, and a folder that is not writable.

    Parameters
    ----------
    args : argparse.Namespace

    Raises
    ------
    InputError
    """
    if args.log10_rho and not args.free_spectrum:
        raise InputError("--log10-rho is an option of --free-spectrum", hint="give --free-spectrum FOLDER too")
    if args.draws is not None and not (args.free_spectrum or args.courses):
        raise InputError("--draws is an option of --free-spectrum and --courses", hint="give one of them too")
    if args.draws == 0 and args.free_spectrum:
        raise InputError("--draws 0 gives no free spectrum", hint="0 is for --courses alone")
    if args.log10_rho and not args.log10_rho[0] < args.log10_rho[1]:
        raise InputError("--log10-rho has its lower end first", hint="as in --log10-rho -10 -4")
    check_folder(args.free_spectrum)


def write_processes(
    args: argparse.Namespace, model: "TimingModel", toas: "TOAs", outputs: LateFailure
) -> tuple[list[str], JsonObject]:
    """Compute and write the courses and the free spectra that the options ask for.

    Parameters
    ----------
    args : argparse.Namespace
    model : TimingModel
        With the noise.
    toas : TOAs
    outputs : LateFailure
        Keeps an error in making or writing them.

    Returns
    -------
    texts : list of str
        Lines for the report.
    content : dict
        For JSON: ``courses``, and ``free_spectra`` by process.
    """
    texts: list[str] = []
    content: JsonObject = {}
    number = USUAL_DRAWS if args.draws is None else args.draws
    with outputs:
        if args.courses:
            from jug.analysis.processes.conditional import conditional

            courses = conditional(model, toas)
            content["courses"] = courses.to_json()
            courses.write(args.courses, number, args.seed)
    with outputs:
        if args.free_spectrum:
            from jug.analysis.processes.free_spectra import free_spectra, write_free_spectra

            span = (args.log10_rho[0], args.log10_rho[1]) if args.log10_rho else USUAL_RANGE
            found = free_spectra(model, toas, log10_rho=span, draws=number, seed=args.seed)
            texts += [one.summary() for one in found.values()]
            content["free_spectra"] = {name: one.to_json() for name, one in found.items()}
            write_free_spectra(found, args.free_spectrum)
    return texts, content
