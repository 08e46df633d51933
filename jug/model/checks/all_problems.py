"""All problems that block a par and a tim file, in one error: reading continues without the lines with problems."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from jug.errors import DataError, InputError, JugWarning, ParError, Problem, Where
from jug.io.par import ParFile, read_par
from jug.io.stream_names import TextSource
from jug.io.tim.raw_toas import RawTOAs
from jug.io.tim.read import read_tim
from jug.io.tim.unreadable_lines import read_readable_lines, unreadable_lines
from jug.model.building.blocking_lines import read_unblocked, without_lines
from jug.model.building.tim_jumps import with_tim_jumps
from jug.model.evaluation.toas_match import NoPosition
from jug.model.reading.findings import Findings
from jug.model.reading.reading_options import ParWithOptions
from jug.model.reading.settings import read_settings
from jug.model.settings import Settings
from jug.model.timing_model import TimingModel
from jug.obs.ephemeris import open_ephemeris
from jug.obs.files import Files
from jug.obs.sites import find_site
from jug.obs.toas import TOAs
from jug.obs.tt_bipm import choose_tt
from jug.obs.unknown_sites import unknown_sites


class Steps(NamedTuple):
    """The steps of `jug.load`, with its options.

    Parameters
    ----------
    apply_options : callable
        The par file with the options of the caller.
    read : callable
        Its timing model.
    prepare : callable
        TOAs at the barycentre.
    """

    apply_options: Callable[[ParFile], ParWithOptions]
    read: Callable[[ParFile], TimingModel]
    prepare: Callable[[TimingModel, RawTOAs], TOAs]


def with_all_problems(
    error: InputError, par: ParFile, tim: TextSource | RawTOAs | None, files: Files, steps: Steps
) -> InputError:
    """Make the error that has every problem that blocks the par file and the tim file.

    Parameters
    ----------
    error : InputError
        The first error of `jug.load`.
    par : ParFile
    tim : path or RawTOAs or None
        None where there are no TOAs.
    files : Files
    steps : Steps

    Returns
    -------
    InputError
        Of the same class, with all ``problems``: first those of the par file in the order of its lines.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", JugWarning)
        problems = join_problems(error.problems)
        try:
            for p in _problems_of_steps(par, tim, files, steps):
                problems = join_problems(problems, [p])
        except InputError as other:  # a file of data is damaged: what comes after it cannot be checked
            problems = join_problems(problems, other.problems)
    paths = [par.path, *(p.where.path for p in problems if p.where)]
    problems.sort(key=lambda p: (paths.index(p.where.path), p.where.line) if p.where else (len(paths), 0))
    return type(error).of(problems)


def par_beside(par: TextSource | ParFile, tim: TextSource | RawTOAs | None) -> ParFile:
    """Read a par file; if that fails, the error has the problems of the tim file too.

    Parameters
    ----------
    par : path or ParFile
    tim : path or RawTOAs or None

    Returns
    -------
    ParFile

    Raises
    ------
    ParError
        The par file is missing, or is not text.
    """
    if isinstance(par, ParFile):
        return par
    try:
        return read_par(par)
    except ParError as error:
        of_tim: list[Problem] = []
        if not (tim is None or isinstance(tim, RawTOAs)):
            of_tim = unreadable_lines(lambda lines: read_tim(tim, leave_out=lines))
        raise ParError.of([*error.problems, *of_tim]) from None


def join_problems(*groups: Iterable[Problem]) -> list[Problem]:
    """Join problems in order, each once; one without a line number equals one with the same reason and a line number.

    Parameters
    ----------
    *groups : iterable of Problem

    Returns
    -------
    list of Problem
        With the place that was found first.
    """
    found: list[Problem] = []
    seen: dict[tuple[str, str], set[tuple[int, str]]] = {}
    for problem in (one for group in groups for one in group):
        path, line, text = problem.where or Where("")
        places = seen.setdefault((problem.why, path), set())
        if not any(_same_place((line, text.strip()), place) for place in places):
            found.append(problem)
        places.add((line, text.strip()))
    return found


def _same_place(one: tuple[int, str], other: tuple[int, str]) -> bool:
    """Whether two lines, number and text, are the same; the number 0 and an empty text agree with any."""
    number = one[0] == other[0] or 0 in (one[0], other[0])
    return number and (one[1] == other[1] or "" in (one[1], other[1]))


def _problems_of_steps(par: ParFile, tim: TextSource | RawTOAs | None, files: Files, steps: Steps) -> Iterator[Problem]:
    """The problems of each step, which uses the result of the steps before it without the lines with problems."""
    lines = read_unblocked(par, steps.read)
    asked = steps.apply_options(lines.used)
    settings = lines.model.settings if lines.model else read_settings(asked.par, asked.conventions, Findings())
    data = dict(data_problems(settings, asked.par, files))
    yield from data.values()
    if tim is None:
        return
    raw = None
    if isinstance(tim, RawTOAs):
        raw = tim
    else:
        words = asked.conventions
        order, turns = words["TIMERRORS"].lower(), words["PHASE"]
        toas = read_readable_lines(lambda lines: read_tim(tim, order=order, turns=turns, leave_out=lines))
        raw = toas.raw
        yield from toas.problems
    if raw is None or not len(raw):
        return
    unknown = list(unknown_sites(raw, files, codes_of_tempo2=asked.conventions.get("SITES") == "TEMPO2"))
    yield from (problem for _, problem in unknown)
    known = ~np.any([rows for rows, _ in unknown], axis=0) if unknown else np.ones(len(raw), dtype=bool)
    if lines.model is None or not known.any():
        return
    used = without_lines(lines.used, {settings.lines.get(key, 0) for key in data})
    if unknown or lines.problems or data or not isinstance(tim, RawTOAs):
        yield from _problems_in_preparing(used, raw.take(known), steps, bool(lines.left_out))


def data_problems(settings: Settings, par: ParFile, files: Files) -> Iterator[tuple[str, Problem]]:
    """Find the settings that name a clock, an ephemeris or a site that is not at hand.

    Parameters
    ----------
    settings : Settings
    par : ParFile
    files : Files

    Yields
    ------
    key : str
        CLK, EPHEM or TZRSITE.
    problem : Problem
    """
    where = {key: par.place(settings.lines.get(key, 0)) for key in ("CLK", "EPHEM", "TZRSITE")}
    checks: dict[str, Callable[[], object]] = {
        "CLK": lambda: choose_tt(settings.clock or None, files, where["CLK"]),
        "EPHEM": lambda: open_ephemeris(settings.ephem, files, where["EPHEM"]),
    }
    if settings.tzr_mjd is not None:
        checks["TZRSITE"] = lambda: find_site(settings.tzr_site, where["TZRSITE"], files)
    for key, check in checks.items():
        try:
            check()
        except DataError as error:
            yield key, error.problems[0]


def _problems_in_preparing(par: ParFile, raw: RawTOAs, steps: Steps, some_left_out: bool) -> Iterator[Problem]:
    """Problems in preparing the TOAs, but for a position that is missing because its lines are left out."""
    try:
        steps.prepare(with_tim_jumps(steps.read(par), raw), raw)
    except InputError as error:
        if not (some_left_out and isinstance(error.problems[0], NoPosition)):
            yield from error.problems
