"""``jug doctor``: what each line of a par and a tim file does, and which lines programs read differently."""

import argparse

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import check_order
from jug.cli.common.options import add_ephem_option, add_reading_options, conventions_of
from jug.cli.common.outputs import LateFailure, check_outputs
from jug.cli.common.streams import print_text
from jug.errors import InputError, Where

DESCRIPTION = """Examine a par and a tim file: what became of every line, what each program takes for lines that are
absent, the effect of every difference between programs on these residuals in ns, and suspicious TOAs. The exit code is
1 where a decision is needed; the text names the option or the line that makes it."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description, parser.epilog = DESCRIPTION, TABLE
    parser.add_argument("par", metavar="PAR", help="par file: the timing model")
    parser.add_argument("tim", metavar="TIM", nargs="?", help="tim file: the TOAs; without it nothing is in ns")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--html", metavar="FILE", help="write a self-contained page of HTML")
    parser.add_argument("--fix", metavar="OUT", help="write a par file with a line for every default")
    add_ephem_option(parser)
    beyond = parser.add_mutually_exclusive_group()
    beyond.add_argument("--hold-clock", action="store_true", help="beyond a clock file use its nearest value, as PINT")
    beyond.add_argument("--zero-clock", action="store_true", help="beyond a clock file correct nothing")
    add_reading_options(parser)
    parser.set_defaults(output=None)


def run(args: argparse.Namespace) -> ExitCode:
    """Examine the files, print the report, and write the files that the options name."""
    check_outputs(args, (args.html, args.fix))
    if args.html:
        from jug.io.page_names import check_page_name

        check_page_name(args.html)
    from jug.analysis.diagnosis.examine import doctor
    from jug.data import open_files
    from jug.io.files import write_text

    if args.tim:
        check_order(args.par, args.tim)
    found = doctor(
        args.par,
        args.tim,
        files=open_files(args.data),
        ephem=args.ephem,
        ignore=args.ignore,
        dialect=args.dialect,
        conventions=conventions_of(args.convention),
        hold_clock=True if args.hold_clock else None,
        zero_clock=args.zero_clock,
    )
    with LateFailure() as outputs:
        if args.html:
            write_text(args.html, found.html)
        if args.fix and found.explicit is None:
            raise InputError("no model can be built from these lines, so nothing is written", Where(args.fix))
        if args.fix and found.explicit is not None:
            write_text(args.fix, found.explicit.text)
    as_program = "" if args.dialect == "jug" else f"Read as {args.dialect}\n"
    print_text(found.to_json() if args.json else as_program + found.text)
    outputs.raise_first()
    if args.fix and found.explicit is not None and not args.json:
        left = " ".join(f"--convention {word}" for word in found.left_to_options)
        notes = [*found.explicit.notes, *([f"no line decides these: {left}"] if left else [])]
        print_text("\n".join(["", f"{args.fix}:", *(f"  {note}" for note in notes or ("as it was",))]))
    return ExitCode.DECISION if found.decisions else ExitCode.DONE
