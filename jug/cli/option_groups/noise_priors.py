"""The priors of ``jug noise``: --prior and --prior-file."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.option_groups.prior_options import priors_of_options
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.sampling.priors import ParameterPrior


def priors_of_estimate(args: argparse.Namespace) -> "dict[str, ParameterPrior]":
    """Read the priors of an estimate.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    dict of str to ParameterPrior
        By the name of a parameter or its keyword.

    Raises
    ------
    InputError
        A word or a file that is not a prior; a set of priors in the file; priors where nothing is estimated.
    """
    if not (args.prior or args.prior_file):
        return {}
    option = "--prior" if args.prior else "--prior-file"
    if args.no_estimate or (args.dict and not args.free):
        raise InputError(f"{option} is for an estimate, and nothing is estimated", hint="leave it out")
    prior_set, priors = priors_of_options(args)
    if prior_set is not None:
        hint = "take the line out; jug sample takes sets"
        raise InputError(f"jug noise takes single priors, not the set {prior_set!r}", hint=hint)
    return priors
