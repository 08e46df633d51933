"""The ephemerides that par files name and that are not at hand, before any work is done."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from jug.errors import Problem, Where
from jug.obs.ephemeris import is_path
from jug.obs.files import Files
from jug.obs.other_ephemerides import PREFERRED, PUBLISHED, ephemeris_at_hand
from jug.pulsars.job import Job

_LINE = re.compile(r"(?i)^\s*EPHEM\s+(\S+)")


def missing_ephemerides(jobs: Sequence[Job], files: Files) -> Iterator[Problem]:
    """Name each ephemeris that is missing, at the line of the first par file that asks for it.

    Parameters
    ----------
    jobs : sequence of Job
    files : Files
        The data files at hand.

    Yields
    ------
    Problem
    """
    asked: dict[str, list[Where]] = {}
    for job in jobs:
        named = job.options("load").get("ephem")
        where = Where(job.par, text=named) if isinstance(named, str) and named else _named(Path(job.par))
        if where is not None:
            asked.setdefault(where.text, []).append(where)
    for name, every in asked.items():
        missing = files.ephemeris(ephemeris_at_hand(name, files)) is None
        if missing and (places := [at for at in every if not _beside(at)]):
            more = f", and {len(places) - 1} more par files ask for it" if len(places) > 1 else ""
            fetched = f"`jug data update {name}` fetches it; " if PUBLISHED.fullmatch(name) else ""
            there = ", ".join(files.ephemeris_names())
            hint = f"{fetched}load.ephem = {PREFERRED} takes another (at hand: {there})"
            yield Problem(f"the ephemeris {name} is not at hand{more}", places[0]._replace(text=""), hint)


def _beside(where: Where) -> bool:
    """Whether the name is the path of a kernel from the folder of the par file."""
    return is_path(where.text) and (Path(where.path).parent / where.text).is_file()


def _named(par: Path) -> Where | None:
    """The line of a par file that names an ephemeris, with the name as its text; None where there is none."""
    try:
        lines = par.read_text(encoding="latin-1").splitlines()
    except OSError:
        return None
    for number, line in enumerate(lines, 1):
        if found := _LINE.match(line):
            return Where(str(par), number, found[1])
    return None
