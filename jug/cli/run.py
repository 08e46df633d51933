"""``jug run``: the same steps for many pulsars."""

import argparse
import tomllib
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.options import add_dialect_option, add_ephem_option, positive_integer
from jug.cli.common.outputs import LateFailure
from jug.cli.common.streams import print_text, report_to_standard_error
from jug.core.whole_number import is_whole_number
from jug.errors import InputError, JugError, Problem
from jug.io.stream_names import STANDARD_OUTPUT
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text

if TYPE_CHECKING:
    from jug.pulsars.array_run import ArrayRun
    from jug.pulsars.verification import Verification
    from jug.pulsars.workers.slurm import SlurmScript

DESCRIPTION = """Fit many pulsars, in processes, each with a folder of its own: OUT/PSR/post.par, fit.json, report.html
and log.txt; OUT/index.html shows all, OUT/manifest.json lists every file and what it came from. The tim file of a par
file is found by its name. Results that exist already, made of the same files and options, are not made again, so that
a run that was stopped goes on. A configuration (docs/many_pulsars.md; also YAML of pint_pal)
names the pulsars and further steps: DMX, outliers, noise, F-tests, records for other programs."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = DESCRIPTION
    parser.epilog = TABLE
    parser.add_argument(
        "sources",
        metavar="CONFIG|DIR|PAR",
        nargs="*",
        help="a configuration (TOML; pint_pal's YAML), folders, par files",
    )
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help="the folder of the results")
    parser.add_argument("--jobs", type=positive_integer, metavar="N", help="number of processes (one a core)")
    parser.add_argument(
        "--set",
        metavar="STEP.OPTION=VALUE",
        action="append",
        default=[],
        help="an option of a step: fit.freeze_degenerate=true, limits.seconds=600; may be repeated",
    )
    add_ephem_option(parser)
    add_dialect_option(parser, default=None)
    parser.add_argument("--again", action="store_true", help="do every pulsar, also those whose results are there")
    parser.add_argument(
        "--verify", action="store_true", help="make the results in OUT again, and compare them to the last bit"
    )
    parser.add_argument(
        "--executor", metavar="dask://HOST:PORT", help="have the workers of a dask cluster do the pulsars"
    )
    parser.add_argument(
        "--slurm", action="store_true", help="only write OUT/slurm.sh: an array job of Slurm that does it"
    )
    parser.add_argument("--tasks", type=positive_integer, metavar="N", help="number of tasks of --slurm (one a pulsar)")
    parser.add_argument("--part", type=_part, metavar="K/N", help="do only the K-th of N parts of the pulsars")
    parser.add_argument("--gather", action="store_true", help="only write index.html and manifest.json of all parts")
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help="write the outcomes in numbers")


def run(args: argparse.Namespace) -> ExitCode:
    """Do all pulsars, and print the table."""
    loading = {"ephem": args.ephem, "dialect": args.dialect}
    settings = step_settings([*args.set, *(f"load.{name}={word}" for name, word in loading.items() if word)])
    if args.json in STANDARD_OUTPUT:
        report_to_standard_error()
    output = LateFailure()
    _check_modes(args, settings)
    found: ArrayRun | SlurmScript | Verification
    if args.slurm:
        from jug.pulsars.workers.slurm import slurm_script

        found = slurm_script(args.sources, args.output, tasks=args.tasks, settings=settings, again=args.again)
        failed = False
    else:
        found, trouble = _outcomes(args, settings)
        failed = bool(found.failed)
        with output:
            if trouble is not None:
                raise trouble
    with output:
        if args.json:
            from jug.io.files import write_text

            write_text(args.json, json_text(found.to_json()) + "\n")
    print_text(found.summary())
    output.raise_first()
    return ExitCode.SOME_FAILED if failed else ExitCode.DONE


def _outcomes(args: argparse.Namespace, settings: JsonObject) -> "tuple[ArrayRun | Verification, JugError | None]":
    """The outcomes, and the error if the list of all files could not be written."""
    if args.verify:
        from jug.pulsars.verification import verify

        return verify(args.output, jobs=args.jobs, executor=args.executor), None
    if args.gather:
        from jug.pulsars.gathering import gather_through

        return gather_through(args.sources, args.output, settings=settings)
    from jug.pulsars.run import run_through

    return run_through(
        args.sources,
        args.output,
        jobs=args.jobs,
        settings=settings,
        again=args.again,
        executor=args.executor,
        part=args.part,
    )


def _check_modes(args: argparse.Namespace, settings: JsonObject) -> None:
    """Refuse options that do not go together."""
    ways = [name for name in ("verify", "slurm", "gather", "part", "executor") if getattr(args, name)]
    if args.verify and (args.sources or settings):
        raise InputError("--verify takes what is in OUT, and nothing else", hint="jug run --verify -o OUT")
    if len(ways) > 1 and ways not in (["part", "executor"], ["verify", "executor"]):
        raise InputError(f"--{ways[0]} and --{ways[1]} do not go together", hint="take one of them")
    if args.tasks and not args.slurm:
        raise InputError("--tasks is the number of tasks of --slurm", hint="add --slurm, or take --jobs")
    if args.jobs and (args.slurm or args.gather):
        raise InputError(f"--jobs has no meaning with --{ways[0]}", hint="leave it out; --tasks is the number of tasks")
    if not args.sources and not args.verify:
        raise InputError("there is no pulsar", hint="name a configuration, a folder or par files: jug run DIR -o OUT")


def _part(text: str) -> tuple[int, int]:
    """Read ``K/N``: the number of a part, and the number of parts."""
    number, _, count = text.partition("/")
    if not (is_whole_number(number) and is_whole_number(count) and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a part; write K/N, as 2/10 for the second of ten")
    return int(number), int(count)


def step_settings(words: list[str]) -> JsonObject:
    """Read the options of steps, ``STEP.OPTION=VALUE``. A value that is not TOML is read as text.

    Parameters
    ----------
    words : list of str

    Returns
    -------
    dict
        Values by step and option.

    Raises
    ------
    InputError
        A word has no ``.`` or no ``=``; ``problems`` has each of them.
    """
    found: dict[str, JsonObject] = {}
    problems: list[Problem] = []
    for word in words:
        name, mark, text = word.partition("=")
        step, dot, option = name.strip().partition(".")
        if not (mark and dot and step and option):
            problems.append(Problem(f"--set {word!r} sets no option", None, "write STEP.OPTION=VALUE: fit.max_iter=50"))
            continue
        try:
            value = tomllib.loads(f"value = {text}")["value"]
        except (ValueError, RecursionError):
            value = text
        found.setdefault(step, {})[option] = value
    if problems:
        raise InputError.of(problems)
    return dict(found)
