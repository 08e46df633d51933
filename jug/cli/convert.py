"""``jug convert``: a par file for another program, or changed on the way."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.exit_codes import ExitCode
from jug.cli.options import add_data_option, add_ignore_option
from jug.cli.outputs import check_outputs
from jug.cli.streams import say
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel

DESCRIPTION = """Write a par file as another program reads it: its keywords, units and angles, and every line whose
absence means something else there. Comments and the order of the lines stay."""

DIALECTS = ("jug", "pint", "tempo2", "tempo")

BINARY = """express the binary as another model (BT, DD, DDS, DDH, DDK, DDGR, ELL1, ELL1H, ELL1k, T2, MSS) and print how
much the residuals change"""
TIM = """with --binary: the TOAs on which the change is measured (else ten years of simulated ones), and which give the
uncertainties and their correlations at the par file's values (else its uncertainties count as independent)"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = DESCRIPTION
    parser.add_argument("par", metavar="PAR", help="par file: the timing model")
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="the par file to write; - for the terminal"
    )
    parser.add_argument("--to", choices=DIALECTS, default="jug", help="the program that is to read it (jug)")
    parser.add_argument(
        "--units", type=str.lower, choices=("tdb", "tcb"), default="tdb", help="units of the output (tdb)"
    )
    parser.add_argument("--round", action="store_true", help="round values to the second digit of their uncertainty")
    parser.add_argument("--leave-out", action="store_true", help="keep what the program lacks as comments")
    parser.add_argument("--binary", metavar="MODEL", help=BINARY)
    parser.add_argument("--tim", metavar="TIM", help=TIM)
    parser.add_argument(
        "--kom",
        type=float,
        metavar="DEG",
        help="with --binary DDK: position angle of the node, when the model has none",
    )
    add_ignore_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, convert, write, and print how much the residuals change."""
    shown = args.output == "-"
    check_outputs(args, () if shown else (args.output,))
    from jug.conversion.writing import par_text_as
    from jug.io.files import write_text
    from jug.loading import load_model

    if args.binary is None and (args.tim or args.kom is not None):
        raise InputError("--tim and --kom say nothing without --binary", hint="add --binary MODEL")
    if args.binary is None:
        model, told = load_model(args.par, ignore=args.ignore), ""
    else:
        model, told = _other_binary(args)
    text = par_text_as(model, args.to, args.units, args.round, args.leave_out)
    if shown:
        say(text.rstrip("\n"))
    else:
        write_text(args.output, text)
    if told:
        say(f"# {told}" if shown else told)
    return ExitCode.DONE


def _other_binary(args: argparse.Namespace) -> tuple["TimingModel", str]:
    """The model with another binary model, and how much the residuals change."""
    from jug.conversion.binaries import convert_binary, with_covariance
    from jug.data import open_files
    from jug.loading import load, load_model

    files, toas = open_files(args.data), None
    if args.tim:
        model, toas = load(args.par, args.tim, files=files, ignore=args.ignore)
        source = with_covariance(model, toas)
    else:
        source = model = load_model(args.par, ignore=args.ignore)
    found = convert_binary(source, args.binary, toas=toas, kom=args.kom or 0.0, files=files)
    where = f"{len(toas)} TOAs" if toas is not None else "simulated TOAs over ten years about PEPOCH"
    change = f"residuals change by {found.change_ns:.3g} ns at most, {found.change_rms_ns:.3g} ns rms, on {where}"
    return found.model, f"binary {model.entries['BINARY'].word} as {args.binary}: {change}"
