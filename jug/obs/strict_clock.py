"""What a strict clock refuses: TOAs that clock files do not reach, those of all sites and of TT(BIPM) in one error."""

from collections.abc import Sequence

from jug.errors import DataError, Problem
from jug.io.tim.raw_toas import RawTOAs
from jug.obs.clock import strict_problem
from jug.obs.tt_bipm import TTResult


def refuse_uncovered(short: Sequence[Problem], tt: TTResult, raw: RawTOAs) -> None:
    """Refuse TOAs that a clock file does not reach, and another realisation of TT than the one asked for.

    Parameters
    ----------
    short : sequence of Problem
        Those of the sites.
    tt : TTResult
    raw : RawTOAs

    Raises
    ------
    DataError
        There are such TOAs; it names all of them.
    """
    problems = [*short]
    if tt.substituted:
        problems.append(Problem(tt.warnings[0]))
    elif not tt.covered.all():
        problems.append(strict_problem(tt.warnings[-1], raw, int(tt.covered.argmin()), tt.newer_helps))
    if problems:
        raise DataError.of(problems)
