"""The options of ``jug sample``: chains and draws."""

import argparse

from jug.cli.common.options import non_negative_integer, positive_integer


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add --sampler, --chains, --draws, --warmup, --seed, --accept, --resume, --no-estimate and --starts.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    """
    help_text = (
        "NUTS of BlackJAX (the default), walkers of emcee, or the nested sampler of dynesty, which gives the evidence"
    )
    parser.add_argument("--sampler", choices=("nuts", "emcee", "nested"), default="nuts", help=help_text)
    help_text = "number of chains (4); emcee has 8 walkers for each, the nested sampler 100 live points"
    parser.add_argument("--chains", type=positive_integer, default=4, metavar="N", help=help_text)
    parser.add_argument("--draws", type=positive_integer, default=1000, metavar="N", help="draws of each chain (1000)")
    parser.add_argument(
        "--warmup",
        type=positive_integer,
        default=500,
        metavar="N",
        help="draws of each chain before those, to adapt the step (500)",
    )
    parser.add_argument("--seed", type=non_negative_integer, default=0, metavar="N", help="of the random numbers (0)")
    parser.add_argument(
        "--accept",
        type=float,
        default=0.8,
        metavar="P",
        help="mean acceptance of NUTS (0.8); 0.95 takes smaller steps, for fewer divergences",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue the chains of NUTS in the file -o; begin new ones if it does not exist",
    )
    parser.add_argument(
        "--no-estimate", action="store_true", help="begin at the values of the par file, not at the maximum"
    )
    parser.add_argument(
        "--starts",
        type=positive_integer,
        metavar="N",
        help="points from which the maximum is searched (10; 4 from 10,000 TOAs on)",
    )
