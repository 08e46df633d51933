"""``jug convert``: write a par file for another program, or with other units, another frame or another binary model."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.all_problems import all_problems
from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.options import add_ephem_option, add_reading_options, conventions_of
from jug.cli.common.outputs import check_outputs
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.streams import print_text
from jug.errors import InputError
from jug.model.reading.dialects.convention import DIALECTS
from jug.text.json_types import JsonObject
from jug.text.name_lists import toa_count
from jug.text.strict_json import json_text

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel
    from jug.obs.files import Files
    from jug.obs.toas import TOAs

DESCRIPTION = """Write a par file as another program reads it: its keywords, units and angles, and every line whose
absence means something else there. Comments and the order of the lines stay."""

BINARY_HELP = """express the binary as another model (BT, DD, DDS, DDH, DDK, DDGR, ELL1, ELL1H, ELL1k, T2, MSS) and
print how much the residuals change"""
FRAME_HELP = """express position, proper motion and KOM in the ICRS (RAJ, DECJ, ...) or in ecliptic coordinates (ELONG,
ELAT, ...) with the obliquity that ECL names, IERS2010 without a line ECL; with --binary it is done first"""
TIM_HELP = """with --binary and --frame: the TOAs on which the change is measured (else simulated ones with --binary,
none with --frame), and which give the uncertainties and their correlations at the par file's values (else its
uncertainties count as independent)"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = DESCRIPTION
    parser.add_argument("par", metavar="PAR", help="par file: the timing model")
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="the par file to write; - for the terminal"
    )
    parser.add_argument("--to", choices=DIALECTS, default="jug", help="the program that will read it (jug)")
    parser.add_argument(
        "--units", type=str.lower, choices=("tdb", "tcb"), default="tdb", help="units of the output (tdb)"
    )
    parser.add_argument("--round", action="store_true", help="round values to the second digit of their uncertainty")
    parser.add_argument("--leave-out", action="store_true", help="keep what the program lacks as comments")
    parser.add_argument("--binary", metavar="MODEL", help=BINARY_HELP)
    parser.add_argument("--frame", type=str.lower, choices=("icrs", "ecliptic"), help=FRAME_HELP)
    parser.add_argument("--tim", metavar="TIM", help=TIM_HELP)
    parser.add_argument(
        "--kom",
        type=float,
        metavar="DEG",
        help="with --binary DDK: position angle of the node, when the model has none",
    )
    add_ephem_option(parser)
    add_reading_options(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, convert, write, and print how much the residuals change."""
    shown = args.output == "-"
    check_outputs(args, () if shown else (args.output,))
    from jug.conversion.writing import par_text_as
    from jug.io.files import write_text

    if args.kom is not None and args.binary is None:
        raise InputError("--kom has no effect without --binary", hint="add --binary MODEL")
    if args.tim and not (args.binary or args.frame):
        raise InputError("--tim has no effect without --binary or --frame", hint="add --binary MODEL or --frame FRAME")
    model, notes = _converted_model(args)
    text = par_text_as(model, args.to, args.units, args.round, args.leave_out)
    if not shown:
        write_text(args.output, text)
    if args.json:
        content: JsonObject = {"output": args.output, "notes": [*notes], **({"par": text} if shown else {})}
        print_text(json_text(json_with_reading(content, model)))
        return ExitCode.DONE
    if shown:
        print_text("\n".join([text.rstrip("\n"), *(f"# {line}" for line in notes)]), even_if_quiet=True)
    elif report := text_with_reading("\n".join(notes), model).strip("\n"):
        print_text(report)
    return ExitCode.DONE


def _converted_model(args: argparse.Namespace) -> tuple["TimingModel", list[str]]:
    """The model in the frame and with the binary model of the options, and notes on the changes."""
    from jug.data import open_files
    from jug.loading import load, load_model

    words = conventions_of(args.convention)
    if args.tim is None:
        with all_problems(args, None, args.par, data=bool(args.binary)):  # --binary needs simulated TOAs
            model = load_model(args.par, ephem=args.ephem, ignore=args.ignore, dialect=args.dialect, conventions=words)
    if args.binary is None and args.frame is None:
        return model, []
    files, toas = open_files(args.data), None
    if args.tim:
        model, toas = load(
            args.par,
            args.tim,
            files=files,
            ephem=args.ephem,
            ignore=args.ignore,
            dialect=args.dialect,
            conventions=words,
        )
    notes: list[str] = []
    if args.frame is not None:
        model, notes = _model_in_frame(model, args.frame, toas)
    if args.binary is not None:
        with all_problems(args, args.tim, args.par):
            model, change = _model_with_binary(model, args.binary, args.kom or 0.0, toas, files)
        notes.append(change)
    return model, notes


def _model_in_frame(model: "TimingModel", frame: str, toas: "TOAs | None") -> tuple["TimingModel", list[str]]:
    """The model in a frame, and how much the residuals change."""
    from jug.conversion.frames.frames import convert_frame
    from jug.conversion.toa_covariance import with_toa_covariance

    found = convert_frame(model if toas is None else with_toa_covariance(model, toas), frame, toas=toas)
    notes = [f"position: {note}" for note in found.notes]
    if found.change_ns is not None and toas is not None:
        change = f"residuals change by {found.change_ns:.2g} ns at most, {found.change_rms_ns:.2g} ns rms"
        notes.insert(0, f"position as {frame}: {change}, on {toa_count(len(toas))}")
    return found.model, notes


def _model_with_binary(
    model: "TimingModel", form: str, kom: float, toas: "TOAs | None", files: "Files"
) -> tuple["TimingModel", str]:
    """The model with another binary model, and how much the residuals change."""
    from jug.conversion.binaries.binaries import convert_binary
    from jug.conversion.toa_covariance import with_toa_covariance

    source = model if toas is None else with_toa_covariance(model, toas)
    found = convert_binary(source, form, toas=toas, kom=kom, files=files)
    where = toa_count(len(toas)) if toas is not None else "simulated TOAs over ten years about PEPOCH"
    change = f"residuals change by {found.change_ns:.3g} ns at most, {found.change_rms_ns:.3g} ns rms, on {where}"
    return found.model, f"binary {model.entries['BINARY'].word} as {form}: {change}"
