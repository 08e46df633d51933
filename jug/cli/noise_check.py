"""The options of ``jug noise`` that judge the noise: --check, --plot, --no-estimate."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.drawing import drawn
from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.streams import complain
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
        help="judge by the residuals the noise that the command ends with: by backend, in time, in frequency, between "
        "backends, and by the power spectrum; exit code 1 where a test rejects it",
    )
    parser.add_argument("--plot", metavar="PICTURE", help="of --check: draw what it finds (png, pdf, svg)")
    parser.add_argument(
        "--no-estimate",
        action="store_true",
        help="estimate nothing: --check, --write-dict, --free-spectrum and --courses take the noise of the par file, "
        "or of --dict",
    )


def check_requests(args: argparse.Namespace) -> None:
    """Refuse options that do not belong together.

    Parameters
    ----------
    args : argparse.Namespace

    Raises
    ------
    InputError
        --plot without --check; --no-estimate without what it is for, or beside what estimates.
    """
    if args.plot and not args.check:
        raise InputError("--plot is an option of --check", hint="give --check too")
    if args.no_estimate and not (args.check or args.free_spectrum or args.courses or args.write_dict or args.dict):
        told = "--no-estimate is an option of --check, --dict, --write-dict, --free-spectrum and --courses"
        raise InputError(told, hint="give one of them too")
    if args.no_estimate and (args.free or (args.add and not args.dict)):
        option = "--free" if args.free else "--add"
        raise InputError(f"{option} estimates noise, --no-estimate does not", hint="give one of the two")


def judged_noise(args: argparse.Namespace, model: "TimingModel", toas: "TOAs") -> "NoiseCheck | None":
    """Judge the noise, where this is asked for.

    Parameters
    ----------
    args : argparse.Namespace
    model : TimingModel
        With the noise that is judged.
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


def ended_check(args: argparse.Namespace, found: "NoiseCheck | None") -> ExitCode:
    """Draw the judgement where a picture is asked for, and say on standard error where a test rejects the noise.

    Parameters
    ----------
    args : argparse.Namespace
    found : NoiseCheck or None

    Returns
    -------
    ExitCode
        That of the picture where it fails; `ExitCode.DECISION` where a test rejects the noise.
    """
    picture = ExitCode.DONE if found is None or not args.plot else _drawn(args, found)
    if picture is ExitCode.DONE and found is not None and not found.good:
        complain(f"error: the noise is rejected by {len(found.unlikely)} of {len(found.tests)} tests of --check")
        return ExitCode.DECISION
    return picture


def _drawn(args: argparse.Namespace, found: "NoiseCheck") -> ExitCode:
    """Draw the judgement."""
    from jug.plots.noise_check import plot_noise_check

    files = (args.output, args.json, args.write_dict)
    return drawn(args, files, (args.plot, lambda: plot_noise_check(found, args.plot)))
