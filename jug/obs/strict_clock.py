"""The error of a strict clock: TOAs that clock files do not cover, for all sites and TT(BIPM) together."""

from collections.abc import Sequence

from jug.errors import DataError, Problem
from jug.io.tim.raw_toas import RawTOAs
from jug.obs.clock import strict_problem
from jug.obs.tt_bipm import TTResult


def refuse_uncovered(short: Sequence[Problem], tt: TTResult, raw: RawTOAs) -> None:
    """Raise one error for TOAs that a clock file does not cover and for a realisation of TT that is not at hand.

    Parameters
    ----------
    short : sequence of Problem
        The problems of the sites.
    tt : TTResult
    raw : RawTOAs

    Raises
    ------
    DataError
        There is such a problem; the error has all of them.
    """
    problems = [*short]
    if tt.substituted:
        problems.append(Problem(tt.warnings[0]))
    elif not tt.covered.all():
        problems.append(strict_problem(tt.warnings[-1], raw, int(tt.covered.argmin()), tt.newer_helps))
    if problems:
        raise DataError.of(problems)
