"""All problems of the files, for commands that read them step by step. `jug.load` collects them itself."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from jug.cli.common.options import conventions_of
from jug.errors import DataError, InputError, ParError, TimError


@contextmanager
def all_problems(args: argparse.Namespace, tim: str | None, *pars: str, data: bool = True) -> Iterator[None]:
    """Add to an error of a ``with`` block all other problems of the files.

    Parameters
    ----------
    args : argparse.Namespace
        With the options ``ignore``, ``dialect``, ``convention``, ``data``, and ``ephem`` where the command has it.
    tim : str or None
    *pars : str
        The par files, all read with the same options.
    data : bool
        Whether the command uses the clocks, the ephemeris and the site that they name.

    Yields
    ------
    None
        Once, for the block.

    Raises
    ------
    ParError, TimError, DataError
        The error of the block, with all ``problems``.
    """
    try:
        yield
    except (ParError, TimError, DataError) as error:
        found: InputError = error
        for par in reversed(pars):  # the problems that are added last come first in the list
            found = _with_others(found, par, tim, args, data=data)
        raise found from None


def _with_others(error: InputError, path: str, tim: str | None, args: argparse.Namespace, *, data: bool) -> InputError:
    """The error with all problems of a par file, its data and the tim file."""
    from jug.data import open_files
    from jug.io.par import ParFile, read_par
    from jug.io.tim.raw_toas import RawTOAs
    from jug.loading import load_model, prepare
    from jug.model.building.blocking_lines import read_unblocked
    from jug.model.checks.all_problems import Steps, join_problems, with_all_problems
    from jug.model.reading.reading_options import ParWithOptions, apply_reading_options
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs

    files, words = open_files(args.data), conventions_of(args.convention)
    ephem, ignore, dialect = getattr(args, "ephem", None), args.ignore, args.dialect

    def ask(par: ParFile) -> ParWithOptions:
        return apply_reading_options(par, ephem, ignore, dialect, words)

    def read(par: ParFile) -> TimingModel:
        return load_model(par, ephem=ephem, ignore=ignore, dialect=dialect, conventions=words)

    def carry(model: TimingModel, raw: RawTOAs) -> TOAs:
        return prepare(model, raw, files=files)

    try:
        if not data:
            return type(error).of(join_problems(error.problems, read_unblocked(read_par(path), read).problems))
        return with_all_problems(error, read_par(path), tim, files, Steps(ask, read, carry))
    except InputError as missing:  # the par file itself, or an option
        return type(error).of(join_problems(error.problems, missing.problems))
