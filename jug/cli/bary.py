"""``jug bary``: times at the barycentre of the solar system."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import load_par
from jug.cli.common.options import add_reading_options
from jug.cli.common.outputs import check_outputs
from jug.cli.common.streams import print_report, print_text
from jug.errors import InputError
from jug.text.json_types import JsonObject

if TYPE_CHECKING:
    from jug.core.times import Times
    from jug.model.timing_model import TimingModel


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = (
        "Carry times to the barycentre of the solar system: TDB, less every delay before that of a binary. TIMES is a "
        "text file (MJD or ISO dates, UTC), a FITS file of events, or a header of PRESTO (.inf)."
    )
    parser.epilog = TABLE
    parser.add_argument("files", nargs="+", metavar="[PAR] TIMES", help="par file with the position, and the times")
    parser.add_argument("--ra", metavar="H:M:S", help="right ascension, instead of a par file")
    parser.add_argument("--dec", metavar="D:M:S", help="declination")
    parser.add_argument("--dm", type=float, metavar="DM", help="DM for --ra and --dec, pc cm^-3 (0)")
    parser.add_argument("--site", help="observatory, or geocenter; a FITS file names its own")
    parser.add_argument("--freq", type=float, default=0.0, metavar="MHZ", help="observing frequency (infinite)")
    parser.add_argument("--ephem", metavar="NAME", help="ephemeris (DE421), instead of that of the par file")
    parser.add_argument("-o", "--output", metavar="OUT", help="write there, not to the terminal")
    add_reading_options(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Read the position and the times, convert, and write."""
    check_outputs(args, (args.output,))
    from jug.folding.event_file import is_fits

    *pars, times = args.files
    if len(pars) > 1:
        raise InputError(f"{len(args.files)} files are given", hint="give PAR TIMES, or --ra, --dec and TIMES")
    model = _model_of_position(args, pars)
    return _write_events(args, model, times) if is_fits(times) else _write_list(args, model, times)


def _model_of_position(args: argparse.Namespace, pars: list[str]) -> "TimingModel":
    """The model of a par file, or of a place on the sky."""
    if pars and (args.ra or args.dec):
        raise InputError("a par file and --ra or --dec are given", hint="give one of the two")
    if pars and args.dm is not None:
        raise InputError("--dm goes with --ra and --dec: a par file has its own DM", hint="leave --dm out")
    if pars:
        args.par = pars[0]
        return load_par(args)
    if not (args.ra and args.dec):
        raise InputError("there is no position", hint="give a par file before the times, or --ra and --dec")
    from jug.folding.barycentring import sky_model

    return sky_model(args.ra, args.dec, ephem=args.ephem or "DE421", dm=args.dm or 0.0)


def _times_at_barycentre(args: argparse.Namespace, model: "TimingModel", utc: "Times", site: str) -> "Times":
    """Times at the barycentre, TDB, of times at a site."""
    from jug.data import open_files
    from jug.folding.barycentring import barycentric_times

    return barycentric_times(model, utc, site=site, freq_mhz=args.freq, files=open_files(args.data))


def _write_list(args: argparse.Namespace, model: "TimingModel", path: str) -> ExitCode:
    """Print or write a line for each time: the time as it was read, and the time at the barycentre."""
    from jug.core.times import format_mjds
    from jug.folding.time_list import read_time_list

    found = read_time_list(path)
    if found.barycentred:
        raise InputError(f"{path}: its times are barycentric already", hint="use them as they are")
    if not args.site:
        raise InputError("--site is missing: where the times were taken", hint="give --site gbt, or --site geocenter")
    there = format_mjds(_times_at_barycentre(args, model, found.times, args.site))
    width = max(map(len, found.words))
    text = "\n".join(f"{word:<{width}}  {mjd[:24]}" for word, mjd in zip(found.words, there, strict=True))
    head = f"# {args.site} UTC, and TDB at the barycentre (MJD); {model.settings.ephem}, {model.settings.clock}"
    if args.output:
        from jug.io.files import write_text

        write_text(args.output, f"{head}\n{text}\n")
        count: JsonObject = {"output": args.output, "n_times": len(there)}
        print_report(args, f"{len(there)} times written to {args.output}", count)
    elif args.json:
        content: JsonObject = {"times": list(found.words), "barycentric_mjd": [mjd[:24] for mjd in there]}
        print_report(args, "", {**content, "ephem": model.settings.ephem, "clock": model.settings.clock})
    else:
        print_text(f"{head}\n{text}", even_if_quiet=True)
    return ExitCode.DONE


def _write_events(args: argparse.Namespace, model: "TimingModel", path: str) -> ExitCode:
    """Write a copy of the event file with times at the barycentre."""
    from jug.data import open_files
    from jug.folding.event_file import barycentred_events
    from jug.io.files import write_bytes

    if not args.output:
        raise InputError("-o is missing: a FITS file cannot be written to the terminal", hint="give -o OUT.fits")
    content, count = barycentred_events(
        path,
        lambda utc, site: _times_at_barycentre(args, model, utc, site),
        site=args.site,
        ephem=model.settings.ephem,
        files=open_files(args.data),
    )
    write_bytes(args.output, content)
    text = f"{count} events written to {args.output}, TDB at the barycentre ({model.settings.ephem})"
    print_report(args, text, {"output": args.output, "n_events": count, "ephem": model.settings.ephem})
    return ExitCode.DONE
