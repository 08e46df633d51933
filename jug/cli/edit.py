"""``jug edit``: edit the model of a par file, in the order of the options."""

import argparse
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from jug.cli.common.all_problems import all_problems
from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.options import add_ephem_option, add_reading_options, conventions_of
from jug.cli.common.outputs import check_outputs
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.streams import print_report, print_warning
from jug.cli.edits.dmx import add_dmx_options, dmx_keywords
from jug.cli.edits.model import edited_model
from jug.cli.edits.toas import TOA_EDITS, add_toa_options, counts_left, edited_toas, prepared_toas, restored_toas
from jug.errors import InputError
from jug.text.json_types import JsonObject
from jug.text.name_lists import toa_count

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel

DESCRIPTION = """Edit the model of a par file. The edits are made in the order of the options; those of one kind that
follow each other are made together, so that terms which need each other can be added. Lines that no edit touches stay
as they are. A NAME is a parameter, a line with its selection ('JUMP -fe L-wide'), or has * for anything ('DMX_*')."""

CHANGED_LINES = 20
"""Largest number of changed lines that are printed."""


class _InOrder(argparse.Action):
    """Appends an option and its value to one list, in the order of the command line."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        """Append (option, value) to ``edits``."""
        namespace.edits = [*(getattr(namespace, "edits", None) or []), (self.dest, values)]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = DESCRIPTION
    parser.epilog = TABLE
    parser.add_argument("par", metavar="PAR", help="par file: the timing model")
    parser.add_argument("-o", "--output", metavar="OUT", help="the par file to write; - for the terminal")
    edits: tuple[tuple[str, str, str], ...] = (
        ("--add", "TERM", "a line without its value (F2, 'JUMP -fe L-wide'), then free, or with it ('PX 0.5 1')"),
        ("--remove", "NAME,...", "take out parameters, settings, descriptions"),
        ("--set", "NAME=VALUE", "give a parameter, an option or a setting another value, as in a par file"),
        ("--free", "NAME,...", "set fit flags"),
        ("--freeze", "NAME,...", "take fit flags off"),
        ("--add-dmx", "TIM", "add DMX in bins made from these TOAs"),
        ("--add-waves", "KIND=N:DAYS", "add N sinusoids of WaveX, DMWaveX or CMWaveX at multiples of 1/DAYS"),
        ("--waves-to-noise", "KIND", "replace fitted WaveX, DMWaveX or CMWaveX by power-law noise"),
        ("--epoch", "NAME=MJD", "express the model at another PEPOCH, POSEPOCH, DMEPOCH, T0, TASC"),
    )
    for option, metavar, text in edits:
        parser.add_argument(option, metavar=metavar, action=_InOrder, help=text)
    parser.set_defaults(edits=[])
    add_dmx_options(parser)
    parser.add_argument("--with-year", action="store_true", help="--waves-to-noise takes the frequency nearest to 1/yr")
    parser.add_argument("--tim", metavar="TIM", help="TOAs to edit; they give --epoch the covariance")
    add_toa_options(parser, _InOrder)
    add_ephem_option(parser)
    add_reading_options(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, edit, write, and print the lines that have changed."""
    of_toas = [(kind, str(text)) for kind, text in args.edits if kind in TOA_EDITS]
    of_model = [(kind, str(text)) for kind, text in args.edits if kind not in TOA_EDITS]
    writes_toas = bool(of_toas) or args.tim_output is not None
    _check_options(args, bool(of_model), writes_toas)
    from jug.loading import load_model

    words = conventions_of(args.convention)
    with all_problems(args, _tim_of_edits(args), args.par, data=bool(_tim_of_edits(args))):
        model = load_model(args.par, ignore=args.ignore, dialect=args.dialect, conventions=words)
    texts: list[str] = []
    content: JsonObject = {}
    with_ephem = model.set(EPHEM=args.ephem) if args.ephem else model
    for wanted, write, edits in ((writes_toas, _write_toas, of_toas), (bool(of_model), _write_model, of_model)):
        if wanted:
            text, numbers = write(with_ephem, edits, args, model)
            texts.append(text)
            content |= numbers
    print_report(args, text_with_reading("\n".join(texts), model), json_with_reading(content, model))
    return ExitCode.DONE


def _tim_of_edits(args: argparse.Namespace) -> str | None:
    """The path of the tim file that the edits use, None for none."""
    bins = next((str(tim) for kind, tim in args.edits if kind == "add_dmx"), None)
    return args.tim or bins


def _check_options(args: argparse.Namespace, of_model: bool, writes_toas: bool) -> None:
    """Refuse options that do not belong together, and outputs that cannot be written."""
    if not of_model and not writes_toas:
        raise InputError("nothing to edit", hint="give --add F2, --remove PX, --set F1=-1e-15, --free PX, --freeze DM")
    if of_model and not args.output:
        raise InputError("no par file to write", hint="give -o OUT")
    if writes_toas and not (args.tim and args.tim_output):
        raise InputError("TOAs are written from one tim file to another", hint="give --tim TIM --tim-output OUT.TIM")
    dmx_keywords(args)
    if args.with_year and not any(kind == "waves_to_noise" for kind, _ in args.edits):
        raise InputError("--with-year is an option of --waves-to-noise", hint="give --waves-to-noise KIND too")
    outputs = [args.output if of_model else None, args.tim_output if writes_toas else None]
    if args.json and args.tim_output == "-":
        raise InputError("--json and --tim-output - are both standard output", hint="give --tim-output OUT.TIM")
    check_outputs(args, [None if args.json and path == "-" else path for path in outputs])


def _write_toas(
    model: "TimingModel", edits: list[tuple[str, str]], args: argparse.Namespace, _: "TimingModel"
) -> tuple[str, JsonObject]:
    """Edit and write the TOAs; return the number that is left, as text and for JSON."""
    from jug.conversion.writing import write_tim

    toas = prepared_toas(model, args.tim, args)
    before = toas
    for kind, text in edits:
        if kind in ("restore", "uncomment"):
            toas = restored_toas(model, toas, kind, text, args)
        else:
            toas = edited_toas(toas, kind, text)
    write_tim(toas, args.tim_output)
    written = "standard output" if args.tim_output == "-" else args.tim_output
    every, back, deleted = counts_left(before, toas)
    of_them = f", {back} of them restored" if back else ""
    left = f"{len(toas)} of {toa_count(every)} are left{of_them}"
    left += f"; the deleted ones are comments of {written}" if every > len(toas) else ""
    return left, {"tim_output": args.tim_output, "n_toa": len(toas), "deleted": deleted, "restored": back}


def _write_model(
    model: "TimingModel", edits: list[tuple[str, str]], args: argparse.Namespace, read: "TimingModel"
) -> tuple[str, JsonObject]:
    """Edit and write the model; return the lines that differ from those that were read, as text and for JSON."""
    from jug.conversion.writing import par_text
    from jug.io.files import write_text

    notes: list[str] = []
    for kind, same in groupby(edits, key=lambda edit: edit[0]):
        model = edited_model(model, kind, [value for _, value in same], args, notes)
    text = par_text(model)
    changed = _changed_lines(par_text(read), text)
    content: JsonObject = {"output": args.output, "changed": [*changed], "notes": [*notes]}
    if args.json and args.output == "-":
        content["par"] = text
    else:
        write_text(args.output, text)
    for note in notes:
        print_warning(f"note: {note}")
    return _first_changed_lines(changed), content


def _changed_lines(before: str, after: str) -> list[str]:
    """The lines that were removed, with - before them, and those that were added, with +."""
    from difflib import ndiff

    return [line.rstrip() for line in ndiff(before.splitlines(), after.splitlines()) if line[0] in "-+"]


def _first_changed_lines(changed: list[str]) -> str:
    """The first `CHANGED_LINES` changed lines, and the number of the others."""
    more = [f"... and {len(changed) - CHANGED_LINES} more lines"] if len(changed) > CHANGED_LINES else []
    return "\n".join([*changed[:CHANGED_LINES], *more]) or "no line has changed"
