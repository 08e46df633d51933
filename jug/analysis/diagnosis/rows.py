"""The rows of a diagnosis: a line, an absent line, an effect, a difference, a finding, a site, a data file."""

from collections.abc import Mapping
from typing import NamedTuple


class LineUse(NamedTuple):
    """The use of one line of the par file.

    Parameters
    ----------
    number : int
        From 1.
    key, text : str
        Keyword in capitals, and the line.
    use : str
        ``parameter``, ``setting``, ``description``, ``no effect``, ``not used`` or ``not understood``.
    what : str
        In words: ``F1, free``.
    alias_of : str
        The keyword for which it is an alias; empty if it is not an alias.
    programs : tuple of str
        The other programs that read the keyword.
    """

    number: int
    key: str
    text: str
    use: str
    what: str
    alias_of: str = ""
    programs: tuple[str, ...] = ()


class AbsentLine(NamedTuple):
    """A line that is absent, and what each program uses instead.

    Parameters
    ----------
    key : str
        Its keyword.
    what : str
        In a sentence.
    jug, pint, tempo2, tempo : str
    """

    key: str
    what: str
    jug: str
    pint: str
    tempo2: str
    tempo: str


class Effect(NamedTuple):
    """The size of a change of the residuals, ns, after removing the weighted mean.

    Parameters
    ----------
    rms_ns, max_ns : float
        The rms, weighted by 1 / uncertainty^2, and the largest change.
    refit_rms_ns, refit_max_ns : float
        The same after a refit of the free parameters.
    """

    rms_ns: float
    max_ns: float
    refit_rms_ns: float
    refit_max_ns: float


class Difference(NamedTuple):
    """A difference between programs.

    Parameters
    ----------
    name : str
        The name of the convention (`jug.model.reading.dialects.conventions`), or the keywords that a program does not
        read.
    what : str
        In a sentence.
    jug, other : str
        The word in use, and the other one.
    programs : tuple of str
        The programs that use the other word.
    effect : Effect or None
        The effect of the other word on the residuals; None if it cannot be computed.
    why_not : str
        Why the effect cannot be computed.
    decide : str
        Options or lines with which the user can decide it.
    decided : str
        The line or option that has already decided it; empty if there is none.
    """

    name: str
    what: str
    jug: str
    other: str
    programs: tuple[str, ...]
    effect: Effect | None
    why_not: str = ""
    decide: str = ""
    decided: str = ""


class Finding(NamedTuple):
    """One finding on the files.

    Parameters
    ----------
    kind : str
        Short and stable: ``duplicate``, ``empty selection``, ...
    what : str
        In a sentence.
    where : str
        ``file:line`` of the first place; empty if there is none.
    n : int
        Number of TOAs or lines concerned.
    decide : str
        What to do; empty if no decision is needed.
    """

    kind: str
    what: str
    where: str = ""
    n: int = 1
    decide: str = ""


class SiteSpan(NamedTuple):
    """The TOAs of one site.

    Parameters
    ----------
    site : str
    n_toa : int
    first_mjd, last_mjd : float
        First and last date, MJD.
    low_mhz, high_mhz : float or None
        Range of the finite frequencies; None if there are none.
    written : tuple of str
        How the tim file writes the site.
    """

    site: str
    n_toa: int
    first_mjd: float
    last_mjd: float
    low_mhz: float | None
    high_mhz: float | None
    written: tuple[str, ...]


class ClockUse(NamedTuple):
    """A data file on which the residuals depend.

    Parameters
    ----------
    what, name, source : str
    good_until_mjd : float or None
        Last date that the file covers, MJD.
    n_beyond : int
        Number of TOAs that it does not cover.
    """

    what: str
    name: str
    source: str
    good_until_mjd: float | None
    n_beyond: int


class Summary(NamedTuple):
    """The TOAs in numbers.

    Parameters
    ----------
    n_toa, n_deleted : int
    first_mjd, last_mjd : float
        First and last date, MJD.
    median_error_us : float
        Median uncertainty, us.
    wrms_us : float or None
        Weighted rms of the residuals; None without a model.
    n_free : int
    files : tuple of str
        The tim file and the files that it includes.
    flags : dict of str to int
        Each flag with the number of its values.
    """

    n_toa: int
    n_deleted: int
    first_mjd: float
    last_mjd: float
    median_error_us: float
    wrms_us: float | None
    n_free: int
    files: tuple[str, ...]
    flags: Mapping[str, int]
