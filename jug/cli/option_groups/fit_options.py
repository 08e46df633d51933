"""The options of ``jug fit``."""

import argparse

from jug.cli.common.exit_codes import TABLE
from jug.cli.common.inputs import add_inputs
from jug.cli.common.options import add_backend_option, add_free_option, add_noise_options, positive_integer


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description, parser.epilog = "Fit a timing model.", TABLE
    add_inputs(parser)
    parser.add_argument("-o", "--output", metavar="POST.PAR", help="write the post-fit par file")
    add_free_option(parser)
    add_backend_option(parser)
    parser.add_argument("--max-iter", type=positive_integer, default=30, metavar="N", help="steps to try at most (30)")
    help_text = "uncertainties times sqrt(reduced chi2), as tempo2; or not, as PINT (the default)"
    parser.add_argument("--scale-errors", action=argparse.BooleanOptionalAction, help=help_text)
    help_text = "fix the fewest parameters that leave no flat direction"
    parser.add_argument("--freeze-degenerate", action="store_true", help=help_text)
    parser.add_argument("--strict", action="store_true", help="exit code 0 only where the verdict is good; else 1 or 3")
    parser.add_argument(
        "--robust",
        choices=("huber", "bisquare", "welsch", "none"),
        help="give TOAs that are far off less weight, by this loss (without this option: as the line ROBUST says)",
    )
    parser.add_argument("--search", action="store_true", help="look for other minima of chi2, and end in the lowest")
    parser.add_argument("--full", action="store_true", help="a line for every parameter in the report, fixed ones too")
    parser.add_argument("--plot", metavar="OUT.PNG", help="draw the residuals before and after (png, pdf, svg)")
    parser.add_argument("--plot-noise", metavar="OUT.PNG", help="draw the realisation of each noise process")
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help="write the result in numbers")
    parser.add_argument("--report", metavar="OUT.HTML", help="write a page with everything, for a browser or paper")
    parser.add_argument("--profile", action="store_true", help="show the time of each stage")
    add_noise_options(parser, "in the plot: ")
