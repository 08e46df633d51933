"""The parameters of a term: one keyword of a par file, or a family of keywords held as a vector."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Family:
    """Parameters that share a name and are held as one vector.

    ``series``: F0, F1, ... or DM, DM1, ...: a Taylor series; order n has the unit divided by ``per`` to the n; or a
    power series that begins with order ``first``, FD1, FD2, ... Orders that the file skips are 0.
    ``selected``: JUMP with a selector, numbered in file order.
    ``indexed``: DMX_0001, DMX_0007, ...: numbered by the user; the families of one ``group`` (DMX, DMXR1, DMXR2)
    have the same members, in the order of their numbers. Where ``line`` is set the families of the group stand on one
    line, ``WAVE1 a b``, each at its ``place`` among the values; lines without a number (DMOFF) are ``counted``, from 1.
    Where the number means something (ORBWAVEC0, ORBWAVEC1, ...) the members are ``unbroken`` from 0; ``needs`` are the
    parameters without which a member says nothing.
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


def series(per: str, *, bare: bool = False, first: int = 0) -> Family:
    """Series by order: ``F0 F1 ...``, or ``DM DM1 ...`` when order 0 is written ``bare``, without a number."""
    return Family("series", per, bare, first=first)


def indexed(group: str, *, separator: str = "_") -> Family:
    """Numbered members, ``DMX_0001``; a member that one family of the group has, all have (by default or an error)."""
    return Family("indexed", group=group, separator=separator)


def on_line(line: str, place: int, *, counted: bool = False) -> Family:
    """Numbered members that share a line with others: ``WAVE1 a b``, a at place 0 and b at place 1."""
    return Family("indexed", group=line, separator="", line=line, place=place, counted=counted)


def selected() -> Family:
    """Repeated lines, each with a selector (``-flag value``, ``MJD a b``, ``FREQ a b``, ``TEL x``, ``NAME x``)."""
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
        What it is.
    time_power : int
        The value scales as time to this power, for TDB <-> TCB: F0 -1, JUMP 1, DM -1 (K DM / f^2 is a time), PX -1 (an
        inverse length); an epoch 0, it is moved instead. In a series each order has one less.
    codec : str
        How the text is read, a key of `jug.io.codecs.CODECS`.
    default : float or str, optional
        Value in par units when the line is absent, or the name of the parameter whose value it takes;
        None: the parameter is then not in the model (a member of a group: it must be given).
    aliases : tuple of str
        Other keywords for it.
    family : Family, optional
        Set for a family.
    fit : bool
        Whether a fit may move it.
    sampled : bool
        A noise parameter: a timing fit holds it, a likelihood may sample it. A fit flag on its line is kept and noted.
    frees : tuple of str
        Families whose members a fit flag on this line frees, those that have no flag of their own (tempo2's
        ``WAVE_OM x 1`` and ``SIFUNC 2 1``).
    tiny : int
        Where it is not 0, a value above 1e-7 in size means units of 10^-tiny (12 for PBDOT, XDOT, EDOT, ...: PINT and
        tempo2).
    split : bool
        Whether the rounding of its value to float64 matters (an orbital period, multiplied by a number of orbits): the
        kernels then get the rest under its name with ``_lo``, and the value is the sum.
    bounds : (low, high), optional
        Values outside make no sense, in par units; None for no bound. A fit stays inside.
    links : tuple of str
        Words that may stand in the place of the number (``SINI KIN``); the parameter is then not in ``p``.
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
    links: tuple[str, ...] = ()
    programs: tuple[str, ...] | None = None
