"""The options of ``jug noise`` that choose noise terms: --choose, --criterion, --threshold, --backward, --prior-set."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.options import names_of
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.fitting.noise_choice.result import NoiseChoice
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs

OF_CHOICE = ("criterion", "threshold", "backward", "prior_set")
"""Options that are allowed only with --choose, as argparse names them."""

NOT_WITH_CHOICE = ("add", "free", "dict", "no_estimate")
"""Options that --choose replaces."""

OF_ESTIMATE = ("starts", "seed", "profiles", "no_profiles", "prior", "prior_file")
"""Options of an estimate that are not allowed with --choose."""


def add_choice_options(parser: argparse.ArgumentParser) -> None:
    """Add the options.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    """
    parser.add_argument(
        "--choose",
        nargs="?",
        const="all",
        metavar="WORDS",
        action="append",
        help="choose the noise terms that the data want, and estimate them: ecorr,red,dm,chrom,sw,qp,band,group; "
        "forms of what is chosen: frequencies,broken,index,free,dmx,waves; all of them without words (at the end of "
        "the line)",
    )
    help_text = "of --choose: what must be smaller with a term, the evidence as -2 log Z (bic)"
    parser.add_argument("--criterion", choices=("bic", "aic", "evidence"), help=help_text)
    parser.add_argument(
        "--threshold",
        type=float,
        metavar="X",
        help="of --choose: by how much the criterion must be smaller with a term (6)",
    )
    parser.add_argument(
        "--backward", action="store_true", help="of --choose: begin with all terms, not with none of them"
    )
    parser.add_argument(
        "--prior-set", choices=("wide", "enterprise", "discovery"), help="of --choose: priors of the evidence (wide)"
    )


def validate_choice_options(args: argparse.Namespace) -> None:
    """Refuse options that do not go together.

    Parameters
    ----------
    args : argparse.Namespace

    Raises
    ------
    InputError
    """
    if not args.choose:
        for name in OF_CHOICE:
            if getattr(args, name):
                option = f"--{name.replace('_', '-')}"
                raise InputError(f"{option} is an option of --choose", hint="give --choose too")
        return
    for name in NOT_WITH_CHOICE:
        if getattr(args, name):
            option = f"--{name.replace('_', '-')}"
            raise InputError(f"{option} says which noise there is, --choose finds it", hint="give one of the two")
    others = [f"--{name.replace('_', '-')}" for name in OF_ESTIMATE if getattr(args, name)]
    if args.timing != "marginal":
        others.append(f"--timing {args.timing}")
    if others:
        raise InputError(
            f"{others[0]} is not for --choose", hint="give it to jug noise with the par file that it writes"
        )


def run_choice(args: argparse.Namespace, model: "TimingModel", toas: "TOAs") -> "NoiseChoice":
    """Choose the noise terms with the options of the command (`jug.choose_noise`).

    Parameters
    ----------
    args : argparse.Namespace
        With --choose.
    model : TimingModel
    toas : TOAs

    Returns
    -------
    NoiseChoice
    """
    from jug.cli.option_groups.noise_options import numbers_of_frequencies
    from jug.fitting.choose_noise import choose_noise

    words = [name for text in args.choose for name in names_of(text, "noise", "--choose ecorr,red,dm")]
    return choose_noise(
        model,
        toas,
        words,
        criterion=args.criterion or "bic",
        threshold=args.threshold,
        direction="backward" if args.backward else "forward",
        prior_set=args.prior_set or "wide",
        flag=args.flag,
        frequencies=numbers_of_frequencies(args),
        backend=args.backend,
    )
