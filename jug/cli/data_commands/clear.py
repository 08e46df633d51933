"""``jug data clear``: remove files of the user's cache. They are made or fetched again when they are needed."""

import argparse

from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.streams import print_report

DESCRIPTION = """Remove files of the user's cache (JUG_CACHE): tables (time ephemerides IF99), clock, ephemeris, aside,
jax (compiled code), or all. Tables and compiled code are made again when they are next needed; clock files and
ephemerides are fetched again by `jug data update`. Without a name the kinds are listed with their sizes, and nothing is
removed."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = DESCRIPTION
    kinds = ["tables", "clock", "ephemeris", "aside", "jax", "all"]
    parser.add_argument("kinds", metavar="KIND", nargs="*", help=f"one of {', '.join(kinds)}")


def run(args: argparse.Namespace) -> ExitCode:
    """Remove the kinds of files that are named, and print number and size; without a name print those of all kinds."""
    from jug.data.cache_contents import CACHE_KINDS, cache_sizes, remove
    from jug.errors import InputError
    from jug.text.text_table import table

    unknown = [kind for kind in args.kinds if kind not in (*CACHE_KINDS, "all")]
    if unknown:
        raise InputError(f"no kind {unknown[0]!r}", hint=f"it is one of {', '.join((*CACHE_KINDS, 'all'))}")
    kinds = tuple(CACHE_KINDS) if "all" in args.kinds else tuple(dict.fromkeys(args.kinds))
    found = remove(kinds) if kinds else cache_sizes()
    rows = [(row.kind, row.number, f"{row.size / 1e6:.1f}", CACHE_KINDS[row.kind]) for row in found]
    rows_json = [{"kind": row.kind, "number": row.number, "bytes": row.size} for row in found]
    text = table(("Kind", "Removed" if kinds else "Files", "MB", ""), rows, "<>><")
    print_report(args, text, {"removed": bool(kinds), "files": rows_json})
    return ExitCode.DONE
