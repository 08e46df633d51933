"""``jug run``: the same steps for many pulsars."""

import argparse
import tomllib
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.options import add_ephem_option, positive
from jug.cli.common.outputs import LateFailure
from jug.cli.common.streams import say, speak_aside
from jug.errors import InputError
from jug.io.stream_names import STANDARD_OUTPUT
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text

if TYPE_CHECKING:
    from jug.pulsars.array_run import ArrayRun
    from jug.pulsars.verification import Verification

DESCRIPTION = """Fit many pulsars, in processes, each with a folder of its own: OUT/PSR/post.par, fit.json, report.html
and log.txt; OUT/index.html shows all, OUT/manifest.json lists every file and what it came from. What is there already,
made of the same files and options, is not made again. A configuration (docs/many_pulsars.md; also YAML of pint_pal)
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
    parser.add_argument("--jobs", type=positive, metavar="N", help="number of processes (one a core)")
    parser.add_argument(
        "--set",
        metavar="STEP.OPTION=VALUE",
        action="append",
        default=[],
        help="an option of a step: fit.freeze_degenerate=true, limits.seconds=600; may be repeated",
    )
    add_ephem_option(parser)
    parser.add_argument("--again", action="store_true", help="do every pulsar, also those whose results are there")
    parser.add_argument(
        "--verify", action="store_true", help="make the results in OUT again, and compare them to the last bit"
    )
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help="write the outcomes in numbers")


def run(args: argparse.Namespace) -> ExitCode:
    """Do all pulsars, and print the table."""
    settings = step_settings([*args.set, *([f"load.ephem={args.ephem}"] if args.ephem else [])])
    if args.json in STANDARD_OUTPUT:
        speak_aside()
    found: ArrayRun | Verification
    output = LateFailure()
    if args.verify:
        if args.sources or settings:
            raise InputError("--verify takes what is in OUT, and nothing else", hint="jug run --verify -o OUT")
        from jug.pulsars.verification import verify

        found = verify(args.output, jobs=args.jobs)
    else:
        if not args.sources:
            hint = "name a configuration, a folder or par files: jug run DIR -o OUT"
            raise InputError("there is no pulsar", hint=hint)
        from jug.pulsars.run import run_through

        found, trouble = run_through(args.sources, args.output, jobs=args.jobs, settings=settings, again=args.again)
        with output:
            if trouble is not None:
                raise trouble
    with output:
        if args.json:
            from jug.io.files import write_text

            write_text(args.json, json_text(found.to_json()) + "\n")
    say(found.summary())
    output.tell()
    return ExitCode.SOME_FAILED if found.failed else ExitCode.DONE


def step_settings(words: list[str]) -> JsonObject:
    """Read the options of steps: ``STEP.OPTION=VALUE``, where a value that is no TOML is a word.

    Parameters
    ----------
    words : list of str

    Returns
    -------
    dict
        Step -> option -> value.

    Raises
    ------
    InputError
        One has no ``.`` or no ``=``.
    """
    found: dict[str, JsonObject] = {}
    for word in words:
        name, mark, text = word.partition("=")
        step, dot, option = name.strip().partition(".")
        if not (mark and dot and step and option):
            raise InputError(f"--set {word!r} sets no option", hint="write STEP.OPTION=VALUE: fit.max_iter=50")
        try:
            value = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            value = text
        found.setdefault(step, {})[option] = value
    return dict(found)
