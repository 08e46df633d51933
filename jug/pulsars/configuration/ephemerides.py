"""A check, before the work, for ephemerides that par files name and that are not available."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from jug.errors import Problem, Where
from jug.obs.ephemeris import is_path
from jug.obs.files import Files
from jug.obs.other_ephemerides import PREFERRED, PUBLISHED, ephemeris_at_hand
from jug.pulsars.jobs.job import Job

_LINE = re.compile(r"(?i)^\s*EPHEM\s+(\S+)")


def missing_ephemerides(jobs: Sequence[Job], files: Files) -> Iterator[Problem]:
    """Yield a problem for each missing ephemeris, at the line of the first par file that names it.

    Parameters
    ----------
    jobs : sequence of Job
    files : Files
        The available data files.

    Yields
    ------
    Problem
    """
    asked: dict[str, list[Where]] = {}
    for job in jobs:
        named = job.options("load").get("ephem")
        where = Where(job.par, text=named) if isinstance(named, str) and named else _line_of_ephemeris(Path(job.par))
        if where is not None:
            asked.setdefault(where.text, []).append(where)
    for name, every in asked.items():
        if files.ephemeris(ephemeris_at_hand(name, files)) is None and (
            places := [at for at in every if not _is_beside(at)]
        ):
            more = f", and {len(places) - 1} more par files ask for it" if len(places) > 1 else ""
            fetched = f"`jug data update {name}` fetches it; " if PUBLISHED.fullmatch(name) else ""
            there = ", ".join(files.ephemeris_names())
            hint = f"{fetched}load.ephem = {PREFERRED} takes another (at hand: {there})"
            yield Problem(f"the ephemeris {name} is not at hand{more}", places[0]._replace(text=""), hint)


def _is_beside(where: Where) -> bool:
    """Whether the name is the path of an SPK kernel relative to the folder of the par file."""
    return is_path(where.text) and (Path(where.path).parent / where.text).is_file()


def _line_of_ephemeris(par: Path) -> Where | None:
    """The line of a par file that names an ephemeris, with the name as its text; None without such a line."""
    try:
        lines = par.read_text(encoding="latin-1").splitlines()
    except OSError:
        return None
    for number, line in enumerate(lines, 1):
        if found := _LINE.match(line):
            return Where(str(par), number, found[1])
    return None
