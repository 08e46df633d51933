"""The command ``jug``: the table of commands, the parser, and the message and exit code of every error.

A command is a module of this folder with the same name. Its ``add_options`` describes the options; its ``run`` does
the work and gives the exit code. Only the module of the command in use is imported, and a command imports what it needs
when it runs, so that ``jug --help`` is quick.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module

from jug.cli.common.exit_codes import TABLE, ExitCode, code_of, lacks_memory
from jug.cli.common.streams import (
    drop_output,
    end_at_once,
    one_line_warnings,
    open_missing_streams,
    print_to_stderr,
    reset_output,
    set_quiet,
)
from jug.cli.process.collector import collect_rarely
from jug.cli.process.name_conflict import name_conflict
from jug.cli.process.parser import Parser, UnusedParser, add_common_options
from jug.version import __version__

MAY_BE_EMPTY = ("title",)
"""Options whose empty value has a meaning: an empty title means none."""

COMMANDS = {
    "fit": "fit a timing model to TOAs",
    "residuals": "list residuals",
    "connect": "find the whole turns between clusters of TOAs",
    "export": "write a pulsar as the feather file that enterprise and discovery read",
    "noise": "estimate white and red noise by maximum likelihood",
    "plot": "a picture of a pulsar: residuals, noise, DM, correlations and more",
    "sample": "sample the posterior of noise and timing parameters",
    "fisher": "how well TOAs determine timing and noise parameters",
    "grid": "map chi2 over a grid of parameters",
    "ftest": "test terms that a model could have, and terms that it has",
    "predict": "how uncertain the residuals of a model are at other times",
    "bary": "times at the barycentre of the solar system",
    "phase": "pulse phase, frequency and Doppler shift at times",
    "polyco": "polynomials of the pulse phase for folding",
    "run": "the same steps for many pulsars",
    "outliers": "TOAs, files and epochs that do not belong to the others",
    "convert": "write a par file for another program",
    "simulate": "TOAs that a model predicts, with its noise",
    "publish": "a table of a solution for a paper, in LaTeX or Markdown",
    "show": "a summary of a model and its TOAs on one screen",
    "compare": "what differs between two par files",
    "edit": "edit the model of a par file, and delete, flag and wrap TOAs",
    "doctor": "what each line of the files does, and where programs differ",
    "derived": "masses and more that follow from a model",
    "data": "data files: status, update, freeze, clear",
    "completion": "completion of commands and options for bash, zsh and fish",
    "tune": "measure this machine for the choice of NumPy or JAX",
}
"""Each command and its line in ``jug --help``."""

MORE = (
    "`jug COMMAND --help` lists options; to begin with: jug fit PULSAR.par PULSAR.tim -o post.par --plot residuals.png"
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after ``jug``. When absent, the words of the command line; the process then belongs to the command.

    Returns
    -------
    int
        The exit code (`ExitCode`). ``--help``, ``--version`` and a wrong usage can end in SystemExit (argparse).
    """
    if argv is None:
        open_missing_streams()
        collect_rarely()
    reset_output()
    words = sys.argv[1:] if argv is None else argv
    try:
        if other := name_conflict():
            print_to_stderr(f"warning: {other}")
        if not words:
            parser().print_help()
            return ExitCode.BAD_INPUT
        return _run(*_read(words), own_process=argv is None)
    except SystemExit:  # after --help and --version, which import no more than the parser
        raise
    except KeyboardInterrupt:
        from jug.cli.process.interrupts import end_at_next_interrupt  # `jug.__main__` has imported it

        end_at_next_interrupt()
        print_to_stderr("interrupted")
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        drop_output()
        return ExitCode.NO_READER
    except _errors_with_messages() as error:
        for text in _messages(error):
            print_to_stderr(f"error: {text}")
        code = code_of(error)
        if argv is None and code == ExitCode.MACHINE:
            end_at_once(code)
        return code
    finally:
        if argv is not None:
            reset_output()  # the process goes on after this command


def _read(words: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options of a command line, and its words that no option takes."""
    chosen = next((word for word in words if not word.startswith("-")), "")
    args, unknown = parser(chosen, others=words[0] not in COMMANDS).parse_known_args(words)
    args.command, args.words = chosen, tuple(words)
    return args, unknown


def _run(args: argparse.Namespace, unknown: list[str], *, own_process: bool) -> int:
    """Run a command whose options are read."""
    from jug.cli.process.limits import respect_limits
    from jug.core.execution.memory import take_large_pages_once
    from jug.core.execution.threads import load_numpy_with_one_thread

    with one_line_warnings():
        if unknown:
            _take_or_refuse(unknown, args)
        _refuse_empty(args)
        if args.quiet:
            set_quiet(listing=args.json is True)
        if own_process:
            respect_limits()
            if args.command != "tune":  # `jug tune` measures BLAS with its default number of threads
                load_numpy_with_one_thread()
            take_large_pages_once()
        with _progress(quiet=args.quiet):
            code: int = args.run(args)
        return code


def _errors_with_messages() -> tuple[type[Exception], ...]:
    """The errors that are printed as a message; any other error is a bug in jug."""
    from jug.errors import JugError

    return JugError, OSError, ImportError, MemoryError


def _take_or_refuse(words: Sequence[str], args: argparse.Namespace) -> None:
    """Add words that no option takes to the times of ``--at``, if they are times; refuse other words."""
    from jug.cli.process.more_times import add_more_times
    from jug.errors import InputError

    if not add_more_times(args, words):
        hint = f"`jug {args.command} --help` lists the options"
        raise InputError(f"no option or argument {' '.join(words)!r} of jug {args.command}", hint=hint)


def _refuse_empty(args: argparse.Namespace) -> None:
    """Refuse an empty value, as from an unset variable of the shell. It would count as an absent option."""
    from jug.errors import InputError

    name = next((name for name, value in vars(args).items() if value == "" and name not in MAY_BE_EMPTY), "")
    if not name:
        return
    option = name.upper() if name in ("par", "tim") else f"--{name.replace('_', '-')}"
    raise InputError(f"{option} is empty", hint="give a name, or leave it out")


def _progress(*, quiet: bool) -> AbstractContextManager[None]:
    """Show progress where standard error is a terminal."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    from jug.cli.process.progress import progress_on_terminal

    return progress_on_terminal()


def parser(command: str = "", *, others: bool = True, whole: bool = False) -> Parser:
    """Make the parser of the command line.

    Parameters
    ----------
    command : str, optional
        The command whose options are added; of the other commands only the names are added.
    others : bool
        Whether the names of the other commands are added. A line that begins with a command does not need them.
    whole : bool
        Whether the options of every command are added.

    Returns
    -------
    Parser
    """
    top = Parser(
        prog="jug",
        description="Pulsar timing: par and tim in, a fit out.",
        epilog=f"{MORE}; {TABLE}",
    )
    top.add_argument("-V", "--version", action="version", version=f"jug {__version__} (jug-timing)")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND", prog="jug")
    for name, text in COMMANDS.items():
        if not others and name != command:
            continue
        in_use = whole or name == command
        commands._parser_class = Parser if in_use else UnusedParser  # type: ignore[assignment]
        part = commands.add_parser(name, help=text)
        if in_use:
            module = import_module(f"jug.cli.{name}")
            module.add_options(part)
            part.set_defaults(run=module.run, make_parser=parser)
            add_common_options(part)
    return top


def _messages(error: Exception) -> tuple[str, ...]:
    """The lines of an error's message: one for each problem of the files, else one."""
    from jug.errors import InputError, problem_lines

    return problem_lines(error.problems) if isinstance(error, InputError) else (_message(error),)


def _message(error: Exception) -> str:
    """The message of an error, in one line."""
    from jug.errors import JugError

    if isinstance(error, JugError):
        return str(error)
    if lacks_memory(error):
        return f"out of memory ({_memory_needed(error)}); take fewer TOAs or free parameters, or more memory"
    if isinstance(error, ImportError):
        return f"the installation is incomplete ({error}); {name_conflict() or 'install jug-timing again'}"
    if isinstance(error, OSError):
        from jug.text.system_errors import explain_error

        return explain_error(error)
    return str(error)


def _memory_needed(error: Exception) -> str:
    """The memory that was requested, if the error gives it; else the memory that jug had."""
    if isinstance(error, MemoryError) and str(error):
        return str(error)
    try:
        import resource
    except ImportError:
        return "no size given"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return f"{peak / 1e6:.0f} MB were not enough"
