"""The parameters of a term: one keyword of a par file, or a family of keywords whose values are one vector."""

from dataclasses import dataclass
from typing import NamedTuple


class Family(NamedTuple):
    """Parameters that share a name and whose values form one vector.

    Parameters
    ----------
    kind : {"series", "selected", "indexed"}
        ``series``: coefficients of a Taylor series, F0, F1, ... or DM, DM1, ..., or of a power series, FD1, FD2, ...
        Orders that the file skips are 0. ``selected``: lines with a selector, as JUMP, numbered in file order.
        ``indexed``: members that the user numbers, DMX_0001, DMX_0007, ..., in the order of their numbers.
    per : str
        For a series: order n has the unit divided by ``per`` to the power n.
    bare : bool
        For a series: order 0 has no number (DM).
    group : str
        For an indexed family: the families with the same group (DMX, DMXR1, DMXR2) have the same members.
    separator : str
        Between name and number.
    first : int
        For a series: the lowest order.
    line : str
        Where the families of a group share a line (``WAVE1 a b``), the keyword of that line without its number.
    place : int
        Place of this family's value on that line, from 0.
    counted : bool
        Whether these lines have no number (DMOFF); they are then numbered from 1 in file order.
    unbroken : bool
        Whether the numbers must be 0, 1, 2, ... without a gap, because the formula depends on them (ORBWAVEC0).
    needs : tuple of str
        Parameters that must be given with any member.
    """

    kind: str
    per: str = ""
    bare: bool = False
    group: str = ""
    separator: str = "_"
    first: int = 0
    line: str = ""
    place: int = 0
    counted: bool = False
    unbroken: bool = False
    needs: tuple[str, ...] = ()


def series_family(per: str, *, bare: bool = False, first: int = 0) -> Family:
    """Declare the coefficients of a series as a family, as F0, F1, ...

    Parameters
    ----------
    per : str
        Order n has the unit of order 0 divided by this unit to the power n.
    bare : bool
        Whether order 0 has no number: DM, DM1, ...
    first : int
        The lowest order.

    Returns
    -------
    Family
    """
    return Family("series", per, bare, first=first)


def indexed_family(group: str, *, separator: str = "_") -> Family:
    """Declare a family of numbered members, as DMX_0001, DMX_0002, ...

    Parameters
    ----------
    group : str
        Families of one group have the same members. A member that is given for one of them only has the default value
        in the others, or is an error where there is no default.
    separator : str
        Between name and number.

    Returns
    -------
    Family
    """
    return Family("indexed", group=group, separator=separator)


def line_family(line: str, place: int, *, counted: bool = False) -> Family:
    """Declare a family whose values share numbered lines with other families, as ``WAVE1 a b``.

    Parameters
    ----------
    line : str
        Keyword of the line without its number.
    place : int
        Place of this family's value on the line, from 0.
    counted : bool
        Whether the lines have no number; they are then numbered from 1 in file order.

    Returns
    -------
    Family
    """
    return Family("indexed", group=line, separator="", line=line, place=place, counted=counted)


def selected_family() -> Family:
    """Declare a family of repeated lines that have a selector, as JUMP.

    Selectors are ``-flag value``, ``MJD a b``, ``FREQ a b``, ``TEL x`` and ``NAME x``.

    Returns
    -------
    Family
    """
    return Family("selected")


@dataclass(frozen=True, eq=False)
class Param:
    """One keyword of a par file, or one family of them.

    Parameters
    ----------
    name : str
        Keyword as tempo writes it; for a series the name without its order.
    unit : str
        Unit of the value in the par file, a key of `jug.core.constants.UNIT_TO_SI`.
    doc : str
        Description, for reports and the page of terms.
    time_power : int
        The power of time with which the value scales, for TDB <-> TCB: F0 -1, JUMP 1, DM -1 (K DM / f^2 is a time),
        PX -1 (an inverse length), an epoch 0 (it is converted as a date). In a series it is one less for each order.
    codec : str
        How the text is read and written, a key of `jug.io.codecs.CODECS`.
    default : float or str, optional
        Value in par units when the line is absent, or the name of the parameter whose value is then used. None: without
        its line the parameter is not in the model; a member of a group must have its line.
    aliases : tuple of str
        Other keywords for it.
    family : Family, optional
        Which family the keywords form; None for a single keyword.
    fit : bool
        Whether it can be fitted.
    sampled : bool
        Whether it is a noise parameter: fixed in a timing fit, free to be sampled with a likelihood. A fit flag on its
        line stays on the line, and the report mentions it.
    frees : tuple of str
        Families: a fit flag on this line frees all their members that have no flag of their own (tempo2's
        ``WAVE_OM x 1`` and ``SIFUNC 2 1``).
    tiny : int
        If it is not 0, a value whose size is above 1e-7 is in units of 10^-tiny (12 for PBDOT, XDOT, EDOT, ..., as in
        PINT and tempo2).
    split : bool
        Whether the rounding of its value to float64 matters (an orbital period, multiplied by a number of orbits). The
        kernels then get the rounding error too; `Values.exact` returns both, and the value is their sum.
    bounds : (low, high), optional
        Lowest and highest physical value, in par units; None for no bound. A fit stays inside.
    turn : float, optional
        For an angle: one turn, in par units, by which it can be moved without effect. A fit ends between 0 and this.
    links : tuple of str
        Words that may replace the number (``SINI KIN``); the parameter is then not in ``p``.
    programs : tuple of str, optional
        The programs besides jug that read the keyword: of ``"pint"``, ``"tempo2"``, ``"tempo"``; empty for none. When
        absent, the keyword is in the lists of `jug.model.programs.supported`.
    """

    name: str
    unit: str
    doc: str
    time_power: int
    codec: str = "float"
    default: float | str | None = None
    aliases: tuple[str, ...] = ()
    family: Family | None = None
    fit: bool = True
    sampled: bool = False
    frees: tuple[str, ...] = ()
    tiny: int = 0
    split: bool = False
    bounds: tuple[float | None, float | None] = (None, None)
    turn: float | None = None
    links: tuple[str, ...] = ()
    programs: tuple[str, ...] | None = None
