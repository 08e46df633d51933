"""``jug connect``: find the whole turns in the gaps between clusters of TOAs."""

import argparse
import os
from typing import TYPE_CHECKING

from jug.cli.common.drawing import draw_each
from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import add_free_option, free_of, positive_integer
from jug.cli.common.outputs import LateFailure, check_outputs
from jug.cli.common.results import print_result
from jug.cli.common.streams import print_text, print_to_stderr

if TYPE_CHECKING:
    from jug.connection.solutions import Solution
    from jug.io.par import ParFile


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "Find the whole number of turns in each gap between clusters of TOAs."
    parser.epilog = f"{TABLE}; 1: several solutions fit about as well, 3: none, or the search did not end"
    add_inputs(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="NAME",
        help="write NAME.par and NAME.tim (with -pn), further solutions as NAME.2.par and so on; a search that does not"
        " end leaves NAME.state, from which the same command goes on",
    )
    add_free_option(parser)
    parser.add_argument(
        "--clusters", choices=("auto", "jumps", "gaps"), default="auto", help="given by JUMP and GAP lines, or by gaps"
    )
    parser.add_argument("--gap", type=_days, metavar="DAYS", help="longest gap inside a cluster")
    parser.add_argument("--no-priors", action="store_true", help="do not use the par file's uncertainties as priors")
    parser.add_argument("--no-add", action="store_true", help="free no more parameters than those with a fit flag")
    parser.add_argument(
        "--max-nodes", type=positive_integer, metavar="N", help="limit of all enumerations together (10000000)"
    )
    parser.add_argument(
        "--periods",
        metavar="FILE",
        help="MJD, spin period and uncertainty in s at the barycentre: begin with their orbit",
    )
    parser.add_argument(
        "--orbit", type=_range, default=(0.05, 100.0), metavar="FROM:TO", help="range of PB in days (0.05:100)"
    )
    parser.add_argument("--plot", metavar="OUT.PNG", help="draw the residuals and the solutions (png, pdf, svg)")
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help="write the result in numbers")


def run(args: argparse.Namespace) -> ExitCode:
    """Load, connect, write, draw, and print the report."""
    name = args.output
    outputs = (f"{name}.par", f"{name}.tim", f"{name}.state") if name else ()
    check_outputs(args, (*outputs, args.json))
    from jug.connection.connect import MAX_NODES, connect
    from jug.connection.judgement import Verdict
    from jug.core.execution.progress import report

    par, clear = _par_with_orbit(args) if args.periods else (None, True)
    model, toas = load_inputs(args, par)
    try:
        found = connect(
            model,
            toas,
            free=free_of(args.free),
            by=args.clusters,
            gap_d=args.gap,
            priors=not args.no_priors,
            add=not args.no_add,
            max_nodes=args.max_nodes or MAX_NODES,
            state=f"{name}.state" if name else None,
            progress=lambda text: report(text, 0),
        )
    except KeyboardInterrupt:
        print_to_stderr(_resume_message(name))
        return ExitCode.INTERRUPTED
    solutions = LateFailure()
    for k, solution in enumerate(found.solutions if name else (), 1):
        with solutions:
            _write_solution(solution, name if k == 1 else f"{name}.{k}")
    print_result(found, model, args.json)
    solutions.raise_first()
    picture = ExitCode.DONE
    if args.plot:
        from jug.plots.connection import plot_connection

        picture = draw_each(args, (*outputs, args.json), (args.plot, lambda: plot_connection(found, args.plot)))
    if found.verdict in (Verdict.UNIQUE, Verdict.AMBIGUOUS):
        return picture if found.unique and clear else ExitCode.DECISION
    return ExitCode.NOT_CONVERGED


def _resume_message(name: str | None) -> str:
    """The message after an interrupt: from what the search can go on."""
    if not name:
        return "interrupted; with -o NAME the search leaves NAME.state, from which the same command goes on"
    if os.path.exists(f"{name}.state"):
        return f"interrupted; the same command goes on from {name}.state"
    return "interrupted before an enumeration had begun; the same command begins anew"


def _par_with_orbit(args: argparse.Namespace) -> tuple["ParFile", bool]:
    """The par file with the best orbit of the spin periods, and whether no other orbit fits about as well."""
    from jug.connection.orbit_report import error_factor, orbit_is_clear, orbit_report
    from jug.connection.orbit_search import search_orbits
    from jug.connection.spin_periods import read_periods, with_orbit
    from jug.io.par import read_par

    par, periods = read_par(args.par), read_periods(args.periods)
    orbits = search_orbits(*periods, *args.orbit)
    n = len(periods.mjd)
    print_text(orbit_report(orbits, n))
    return with_orbit(par, orbits[0], error_factor(orbits, n)), orbit_is_clear(orbits, n)


def _write_solution(solution: "Solution", name: str) -> None:
    """Write the par file and the tim file of a solution."""
    from jug.conversion.writing import write_par, write_tim

    write_par(solution.fit.model, f"{name}.par")
    write_tim(solution.toas, f"{name}.tim")


def _days(text: str) -> float:
    """Read a time in days, larger than zero."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days above 0")
    return value


def _range(text: str) -> tuple[float, float]:
    """Read two times in days, the second larger."""
    try:
        least, most = (_days(word) for word in text.split(":"))
    except ValueError:
        least, most = 1.0, 0.0
    if not least < most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a range of days, as 0.1:10")
    return least, most
