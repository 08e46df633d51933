"""The options of priors of ``jug sample`` and ``jug noise``: --priors, --prior and --prior-file."""

import argparse
from typing import TYPE_CHECKING

from jug.errors import InputError

if TYPE_CHECKING:
    from jug.sampling.priors import ParameterPrior


def add_prior_options(parser: argparse.ArgumentParser) -> None:
    """Add --priors, --prior and --prior-file.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    """
    parser.add_argument(
        "--priors",
        choices=("enterprise", "discovery", "wide"),
        help="the set from which noise parameters have their priors (enterprise)",
    )
    add_single_priors(parser, "set = '...', [priors] EFAC = '...'")


def add_single_priors(parser: argparse.ArgumentParser, content: str) -> None:
    """Add --prior and --prior-file.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    content : str
        The content of the file, for the help.
    """
    parser.add_argument(
        "--prior",
        metavar="NAME=PRIOR",
        action="append",
        default=[],
        help="the prior of one parameter or of all lines of a keyword, as 'EFAC=uniform(0.5,2)'; also "
        "normal(mean,sigma), log_uniform(low,high), half_normal(sigma); may be repeated",
    )
    parser.add_argument("--prior-file", metavar="IN.TOML", help=f"take priors from a file: {content}")


def priors_of_options(args: argparse.Namespace) -> "tuple[str | None, dict[str, ParameterPrior]]":
    """Read --prior and --prior-file. A prior on the command line replaces one in the file.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    prior_set : str or None
        The set that the file names.
    priors : dict of str to ParameterPrior

    Raises
    ------
    InputError
        A word or a file that is not a prior.
    """
    from jug.chains.prior_file import PriorFile, read_priors
    from jug.sampling.prior_text import prior_of_text

    of_file = read_priors(args.prior_file) if args.prior_file else PriorFile(None, {})
    priors = dict(of_file.priors)
    for text in args.prior:
        name, found, prior = text.partition("=")
        if not found or not name.strip():
            raise InputError(f"--prior {text!r} is not NAME=PRIOR", hint="as in --prior 'EFAC=uniform(0.5,2)'")
        priors[name.strip()] = prior_of_text(prior)
    return of_file.prior_set, priors
