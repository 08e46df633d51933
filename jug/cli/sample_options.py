"""The options of ``jug sample``: priors, chains and draws."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.options import not_negative, positive
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
        help="the set of priors of noise parameters (enterprise)",
    )
    parser.add_argument(
        "--prior",
        metavar="NAME=PRIOR",
        action="append",
        default=[],
        help="of one parameter or all lines of a keyword: 'EFAC=uniform(0.5,2)'; also normal, log_uniform, half_normal",
    )
    parser.add_argument("--prior-file", metavar="IN.TOML", help="priors in a file: set = '...', [priors] EFAC = '...'")


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add --sampler, --chains, --draws, --warmup, --seed, --accept, --resume, --no-estimate and --starts.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    """
    told = "NUTS (the default), the walkers of emcee, or the nested sampler of dynesty, which gives the evidence"
    parser.add_argument("--sampler", choices=("nuts", "emcee", "nested"), default="nuts", help=told)
    told = "chains (4); emcee has 8 walkers for each, a nested sampler 100 live points"
    parser.add_argument("--chains", type=positive, default=4, metavar="N", help=told)
    parser.add_argument("--draws", type=positive, default=1000, metavar="N", help="draws of each chain (1000)")
    parser.add_argument("--warmup", type=positive, default=500, metavar="N", help="draws before, to adapt (500)")
    parser.add_argument("--seed", type=not_negative, default=0, metavar="N", help="of the draws (0)")
    parser.add_argument(
        "--accept", type=float, default=0.8, metavar="P", help="mean acceptance; 0.95 takes smaller steps (0.8)"
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue the chains of -o, where the file is there",
    )
    parser.add_argument(
        "--no-estimate", action="store_true", help="begin at the values of the par file, not at the maximum"
    )
    parser.add_argument("--starts", type=positive, metavar="N", help="starts of the search of the maximum")


def given_priors(args: argparse.Namespace) -> "tuple[str, dict[str, ParameterPrior]]":
    """Read the options of priors: a word of the command line goes before the file.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    prior_set : str
    priors : dict of str to ParameterPrior

    Raises
    ------
    InputError
        A word or a file that is no prior.
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
    return args.priors or of_file.prior_set or "enterprise", priors
