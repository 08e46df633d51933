"""The options of ``jug noise`` that compare the noise with the residuals: --check, --plot, --no-estimate."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.drawing import draw_each
from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.streams import print_to_stderr
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.analysis.noise_check.result import NoiseCheck
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs


def add_check_options(parser: argparse.ArgumentParser) -> None:
    """Add the options.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    """
    parser.add_argument(
        "--check",
        action="store_true",
        help="test by the residuals the noise at the end of the command: by backend, in time, in frequency, between "
        "backends, and by the power spectrum; exit code 1 where a test rejects it",
    )
    parser.add_argument("--plot", metavar="PICTURE", help="with --check: draw its result (png, pdf, svg)")
    parser.add_argument(
        "--no-estimate",
        action="store_true",
        help="estimate nothing: --check, --write-dict, --free-spectrum and --courses take the noise of the par file, "
        "or of --dict",
    )


def validate_check_options(args: argparse.Namespace) -> None:
    """Refuse options that do not go together.

    Parameters
    ----------
    args : argparse.Namespace

    Raises
    ------
    InputError
        --plot without --check; --no-estimate without an option that uses the present noise, or with an option that
        estimates noise.
    """
    if args.plot and not args.check:
        raise InputError("--plot is an option of --check", hint="give --check too")
    if args.no_estimate and not (args.check or args.free_spectrum or args.courses or args.write_dict or args.dict):
        why = "--no-estimate is an option of --check, --dict, --write-dict, --free-spectrum and --courses"
        raise InputError(why, hint="give one of them too")
    if args.no_estimate and (args.free or (args.add and not args.dict)):
        option = "--free" if args.free else "--add"
        raise InputError(f"{option} estimates noise, --no-estimate does not", hint="give one of the two")


def run_noise_check(args: argparse.Namespace, model: "TimingModel", toas: "TOAs") -> "NoiseCheck | None":
    """Test the noise of a model by the residuals, if --check is given.

    Parameters
    ----------
    args : argparse.Namespace
    model : TimingModel
        With the noise to test.
    toas : TOAs

    Returns
    -------
    NoiseCheck or None
        None without --check.
    """
    if not args.check:
        return None
    from jug.analysis.noise_check.check import check_noise

    return check_noise(model, toas, seed=args.seed, backend=args.backend)


def finish_check(args: argparse.Namespace, found: "NoiseCheck | None") -> ExitCode:
    """Draw the result of --check if --plot is given, and print an error if a test rejects the noise.

    Parameters
    ----------
    args : argparse.Namespace
    found : NoiseCheck or None

    Returns
    -------
    ExitCode
        The code of an error in drawing; `ExitCode.DECISION` if a test rejects the noise.
    """
    picture = ExitCode.DONE if found is None or not args.plot else _draw_check(args, found)
    if picture is ExitCode.DONE and found is not None and not found.good:
        print_to_stderr(f"error: the noise is rejected by {len(found.unlikely)} of {len(found.tests)} tests of --check")
        return ExitCode.DECISION
    return picture


def _draw_check(args: argparse.Namespace, found: "NoiseCheck") -> ExitCode:
    """Draw the result of --check."""
    from jug.plots.noise_check import plot_noise_check

    files = (args.output, args.json, args.write_dict)
    return draw_each(args, files, (args.plot, lambda: plot_noise_check(found, args.plot)))
