"""The command ``jug``: fit, residuals, grid, data.

Exit codes: 0 success, 2 an input that cannot be used, 3 a fit that did not converge, 130 interrupted, 141 the reader
of the output went away. What the command needs is imported when it runs, so that ``--help`` is quick.
"""

import argparse
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from jug.cli.convert import add_convert_command
from jug.cli.data import add_data_commands
from jug.cli.derived import add_derived_command
from jug.cli.grid import add_grid_command
from jug.cli.name_conflict import name_conflict
from jug.cli.options import (
    add_convention_option,
    add_data_option,
    add_ignore_option,
    add_noise_options,
    conventions_of,
)
from jug.cli.tune import add_tune_command
from jug.errors import InputError, JugError, JugWarning, Where
from jug.version import __version__

SUCCESS, BAD_INPUT, NOT_CONVERGED, INTERRUPTED, NO_READER = 0, 2, 3, 130, 141

CODES = "exit codes: 0 success, 2 an input that cannot be used, 3 a fit that did not converge"
MORE = "`jug COMMAND --help` tells more; to begin with: jug fit PULSAR.par PULSAR.tim -o post.par --plot residuals.png"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after ``jug``; those of the command line when absent.

    Returns
    -------
    int
        The exit code. Only ``--help``, ``--version`` and a wrong usage end in SystemExit (argparse).
    """
    try:
        with _warnings_in_a_line():
            return _run(argv)
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more; without this Python complains when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_READER
    except JugError as error:
        _complain(f"error: {error}")
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _complain(f"error: {place}{error.strerror or error}")
    except ImportError as error:
        _complain(f"error: the installation is not whole ({error}); {name_conflict() or 'install jug-timing again'}")
    return BAD_INPUT


def _run(argv: Sequence[str] | None) -> int:
    if other := name_conflict():
        _complain(f"warning: {other}")
    words = sys.argv[1:] if argv is None else argv
    parser = _parser()
    if not words:
        parser.print_help()
        return BAD_INPUT
    args = parser.parse_args(words)
    code: int = args.run(args)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="jug", description="Pulsar timing: par and tim in, a fit out.", epilog=MORE)
    parser.add_argument("-V", "--version", action="version", version=f"jug {__version__} (jug-timing)")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    fit = commands.add_parser("fit", help="fit a timing model to TOAs", description="Fit a timing model.", epilog=CODES)
    _add_input(fit)
    fit.add_argument("-o", "--output", metavar="POST.PAR", help="write the post-fit par file")
    fit.add_argument("--free", metavar="F0,F1,...", help="fit these parameters, not those with a fit flag")
    fit.add_argument("--backend", choices=("auto", "numpy", "jax"), default="auto", help="auto takes the faster one")
    fit.add_argument("--max-iter", type=_positive, default=30, metavar="N", help="steps to try at most (30)")
    fit.add_argument("--scale-errors", action="store_true", help="uncertainties times sqrt(reduced chi2), as tempo2")
    fit.add_argument("--plot", metavar="OUT.PNG", help="draw the residuals before and after (png, pdf, svg)")
    fit.add_argument("--plot-noise", metavar="OUT.PNG", help="draw the realisation of each noise process")
    fit.add_argument("--json", metavar="OUT.JSON", help="write the result in numbers")
    fit.add_argument("--profile", action="store_true", help="say where the time went, stage by stage")
    add_noise_options(fit, "in the plot: ")
    fit.set_defaults(run=_fit)

    residuals = commands.add_parser("residuals", help="list residuals", description="List the residuals of TOAs.")
    _add_input(residuals)
    residuals.add_argument("-o", "--output", metavar="FILE", help="write there, not to the terminal")
    residuals.add_argument("--json", action="store_true", help="as JSON, with chi2, weighted rms and noise")
    add_noise_options(residuals)
    residuals.set_defaults(run=_residuals)
    add_grid_command(commands, _add_input, _load, _check_outputs, _say)
    add_convert_command(commands, _check_outputs, _say)
    add_derived_command(commands, _say)
    add_data_commands(commands, _say, _complain, BAD_INPUT)
    add_tune_command(commands, _say)
    return parser


def _add_input(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("par", metavar="PAR", help="par file: the timing model")
    parser.add_argument("tim", metavar="TIM", help="tim file: the TOAs")
    parser.add_argument("--ephem", metavar="NAME", help="use this ephemeris (DE440), not the par file's EPHEM")
    parser.add_argument("--strict-clock", action="store_true", help="fail where a clock file does not reach a TOA")
    parser.add_argument("--hold-clock", action="store_true", help="hold the last value of a site's clock file, as PINT")
    parser.add_argument("--narrowband", action="store_true", help="leave measured DMs (-pp_dm) aside: times alone")
    add_ignore_option(parser)
    add_convention_option(parser)
    add_data_option(parser)


def _load(args: argparse.Namespace) -> tuple[Any, Any]:
    """The model and the TOAs that the options ask for."""
    from jug.data import open_files
    from jug.loading import load

    if args.par.lower().endswith(".tim") and not args.tim.lower().endswith(".tim"):
        raise InputError("this looks like a tim file", Where(args.par), "the par file comes first, then the tim file")
    rules: dict[str, Any] = {"strict_clock": args.strict_clock, "hold_clock": args.hold_clock}
    rules["wideband"] = False if args.narrowband else None
    rules["conventions"] = conventions_of(args.convention)
    return load(args.par, args.tim, files=open_files(args.data), ephem=args.ephem, ignore=args.ignore, **rules)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def _fit(args: argparse.Namespace) -> int:
    _check_outputs(args, (args.output, args.plot, args.json, args.plot_noise))
    for picture in filter(None, (args.plot, args.plot_noise)):
        from jug.plots.pictures import check_picture

        check_picture(picture)
    from jug.core.stopwatch import Stopwatch, stage_table
    from jug.fitting.fit import fit

    stopwatch = Stopwatch()
    model, toas = _load(args)
    stopwatch.lap("load")
    options = {"backend": args.backend, "max_iter": args.max_iter, "scale_errors": args.scale_errors}
    free = _names(args.free, "parameter", "--free F0,F1")
    result = fit(model, toas, free=free, profile=args.profile, **options)
    found: dict[str, Any] = {}
    if "BINARY" in result.model.entries:
        from jug.analysis.derived_quantities import derived, derived_table

        found = derived(result)
    if args.output:
        from jug.conversion.writing import write_par

        write_par(result.model, args.output)
    if args.json:
        from jug.fitting.result_json import to_json

        quantities = {name: q._asdict() for name, q in found.items()}
        _write(args.json, _json({**to_json(result), "derived": quantities}))
    if args.plot:
        from jug.plots.residuals import plot_residuals

        subtract = _names(args.subtract, "noise process", "--subtract RED,DM") or ()
        plot_residuals(result, toas, args.plot, subtract=subtract, whiten=args.whiten, average=args.average)
    if args.plot_noise:
        from jug.plots.noise import plot_noise

        plot_noise(result, toas, args.plot_noise)
    _say(result.summary())
    if found:
        _say(f"\n{derived_table(found)}")
    if args.profile:
        _say("\n" + stage_table((stopwatch.stages[0], *result.profile)))
    if not result.converged:
        _complain(f"error: {result.stop.value}")
        return NOT_CONVERGED
    return SUCCESS


def _residuals(args: argparse.Namespace) -> int:
    _check_outputs(args, (args.output,))
    from jug.analysis.averaging import average
    from jug.analysis.residual_listing import averaged_columns, averaged_table, residual_columns, residual_table
    from jug.model.evaluation.residuals import residuals

    model, toas = _load(args)
    found = residuals(
        model, toas, subtract=_names(args.subtract, "noise process", "--subtract RED,DM") or (), whiten=args.whiten
    )
    if args.average:
        epochs = average(model, toas, found)
        text = _json(averaged_columns(model, epochs)) if args.json else averaged_table(epochs)
    else:
        text = _json(residual_columns(model, toas, found)) if args.json else residual_table(toas, found)
    if args.output:
        _write(args.output, text)
    else:
        _say(text)
    return SUCCESS


def _names(text: str | None, what: str, example: str) -> list[str] | None:
    """The names that an option lists."""
    if text is None:
        return None
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise InputError(f"{example.split()[0]} names no {what}", hint=f"as in {example}")
    return names


def _check_outputs(args: argparse.Namespace, outputs: Sequence[str | None]) -> None:
    """Refuse, before any work, an output that cannot be written or would overwrite an input or another output."""
    taken = {os.path.realpath(args.tim): "the tim file"} if getattr(args, "tim", None) else {}
    for path in filter(None, outputs):
        if path == "-":
            raise InputError(
                "this output goes to a file, not to the terminal", hint="give a name, or ./- for a file '-'"
            )
        where, real = Where(path), os.path.realpath(path)
        folder = os.path.dirname(real)
        if not os.path.isdir(folder):
            raise InputError("cannot write: no such folder", where, "make it first")
        if os.path.exists(real) and not os.path.isfile(real):
            raise InputError("cannot write: a folder or a device has this name", where)
        if not os.access(folder, os.W_OK):
            raise InputError("cannot write: no permission to write in the folder", where)
        if real in taken:
            raise InputError(f"cannot write: this is {taken[real]}", where, "give another name")
        if path != args.output and real == os.path.realpath(args.par):
            raise InputError("cannot write: this is the par file", where, "give another name")
        taken[real] = "another output of this command"


def _json(content: dict[str, Any]) -> str:
    import json

    return json.dumps(content, indent=1, allow_nan=False)


def _write(path: str, text: str) -> None:
    from jug.io.files import write_text

    write_text(path, text + "\n")


def _say(text: str) -> None:
    """Write to standard output."""
    try:
        _put(sys.stdout, text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise JugError(f"cannot write to standard output: {error.strerror}") from error


def _complain(text: str) -> None:
    """Write one line to standard error."""
    _put(sys.stderr, f"jug: {' '.join(text.split())}")


def _put(stream: TextIO, text: str) -> None:
    """Write lines; what the stream's encoding lacks is escaped, as a name in a par file may hold anything."""
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


@contextmanager
def _warnings_in_a_line() -> Iterator[None]:
    """Show each different warning of jug once, in one line; other warnings as ever."""
    shown: set[str] = set()
    with warnings.catch_warnings():
        warnings.simplefilter("always", JugWarning)
        usual = warnings.showwarning

        def show(message: Any, category: Any, filename: str, lineno: int, file: Any = None, line: Any = None) -> None:
            if not issubclass(category, JugWarning):
                usual(message, category, filename, lineno, file, line)
            elif str(message) not in shown:
                shown.add(str(message))
                _complain(f"warning: {message}")

        warnings.showwarning = show
        yield
