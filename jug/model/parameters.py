"""The parameter table: every value of a model, exact, in the units of the par file.

A value is a double-double in par units (F0 in Hz, RAJ in hours, an epoch in days), so that reading and writing lose
nothing; the kernels get float64 in SI. An uncertainty has the unit of its value. Only the text of a par file has s for
RAJ and arcsec for DECJ (`Codec.error_divisor`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple, cast

import numpy as np

from jug.core.array import Array, Float, Parameter
from jug.core.constants import DAY, UNIT_TO_SI
from jug.core.doubledouble import DoubleDouble, add_float, mul_float, sub, two_sum
from jug.core.namespace import Namespace
from jug.io.codecs import CODECS, EXACT, Codec
from jug.io.par import ParLine
from jug.model.declare import Param, Values
from jug.obs.selection import Selector

MJD_MOST = 1e6
"""Largest absolute MJD that is accepted in a par file."""

TINY_BEYOND = 1e-7
"""A ``tiny`` parameter written larger than this is in units of 1e-12 (PINT 1.1.8 and tempo2) or as declared."""


@dataclass(frozen=True)
class Entry:
    """One parameter of one model.

    Parameters
    ----------
    name : str
        ``F0``, ``DM1``, ``JUMP2``.
    param : Param
        The declaration.
    order : int or None
        Its place in the family's vector; None for a plain parameter.
    value : DoubleDouble
        In par units.
    error : float or None
        In the unit of the value.
    free : bool
        Whether a fit moves it.
    line : ParLine or None
        Where it was read; None for a default.
    selector : Selector or None
        Which TOAs it applies to.
    member : int or None
        Its number in an indexed family.
    word : str
        The value of an option (codec ``str``), which the kernels do not get.
    flag_not_used : bool
        Whether its line has a fit flag that a timing fit does not follow (a noise parameter, `Param.sampled`).
    """

    name: str
    param: Param
    order: int | None
    value: DoubleDouble[float]
    error: float | None = None
    free: bool = False
    line: ParLine | None = None
    selector: Selector | None = None
    member: int | None = None
    word: str = ""
    flag_not_used: bool = False

    @property
    def codec(self) -> Codec:
        """The codec that reads and writes its text."""
        return CODECS[self.param.codec]

    @property
    def scale(self) -> float:
        """Kernel units in one par unit of the value."""
        family = self.param.family
        base = UNIT_TO_SI[self.param.unit]
        if family is None or family.kind != "series" or not self.order:
            return base
        return base / UNIT_TO_SI[family.per] ** self.order

    @property
    def unit(self) -> str:
        """Unit of the value and of its uncertainty: hourangle for RAJ, deg for DECJ, d for an epoch (an MJD)."""
        family = self.param.family
        if self.param.codec == "mjd":
            return "d"
        if family is None or family.kind != "series" or not family.per or not self.order:
            return self.param.unit
        per = f"{family.per}^-{self.order}"
        return f"{self.param.unit} {per}".strip()

    @property
    def error_text(self) -> str:
        """The uncertainty as a par file has it, all digits; 0.0 where there is none."""
        return self.codec.error_text(self.error or 0.0)

    @property
    def label(self) -> str:
        """Name, with the selector when it has one."""
        return f"{self.name} {self.selector}" if self.selector else self.name

    def text(self) -> str:
        """Return the value as a par file has it.

        Returns
        -------
        str
            All digits.
        """
        if self.word:
            return self.word
        text: str = self.codec.format(self.value)
        if self.param.tiny and abs(self.value.hi) > TINY_BEYOND:
            return str(Decimal(text).scaleb(self.param.tiny, EXACT))
        return text

    def kernel_value(self, epoch_day: int) -> DoubleDouble[float]:
        """Convert the value to kernel units.

        Parameters
        ----------
        epoch_day : int
            MJD from whose midnight an epoch is counted, in s.

        Returns
        -------
        DoubleDouble
        """
        if self.param.codec == "mjd":
            return mul_float(add_float(self.value, -float(epoch_day)), DAY)
        return mul_float(self.value, self.scale)

    def moved(self, change: float) -> "Entry":
        """Move the value.

        Parameters
        ----------
        change : float
            In kernel units.

        Returns
        -------
        Entry
        """
        return replace(self, value=add_float(self.value, change / self.scale))


def par_numbers(entries: Mapping[str, Entry]) -> dict[str, float]:
    """Return the values that are numbers, in par units, each as the nearest float64."""
    return {name: float(e.value.hi) for name, e in entries.items() if not e.word}


class Layout(NamedTuple):
    """The element of the kernels' `Values` for each free parameter; hashable, as the key of a compiled function.

    Parameters
    ----------
    free : tuple of (key, order)
        In the order of the fit vector; order is None for a plain parameter.
    sizes : tuple of (key, k)
        Every family's length; -1 for a plain parameter.
    offset : bool
        Whether an overall phase offset is also free (the mean is removed from the residuals), so that a constant in a
        column has no effect.
    """

    free: tuple[tuple[str, int | None], ...]
    sizes: tuple[tuple[str, int], ...]
    offset: bool


def layout(entries: Mapping[str, Entry], offset: bool) -> Layout:
    """Make the layout of the free parameters.

    Parameters
    ----------
    entries : dict of str to Entry
    offset : bool
        Whether an overall phase offset is free.

    Returns
    -------
    Layout
    """
    free = tuple((e.param.name, e.order) for e in entries.values() if e.free)
    return Layout(free, tuple(_sizes(entries).items()), offset)


def _sizes(entries: Mapping[str, Entry]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for e in (e for e in entries.values() if not e.word):
        key = e.param.name
        sizes[key] = -1 if e.order is None else max(sizes.get(key, 0), e.order + 1)
    return sizes


def kernel_values(entries: Mapping[str, Entry], epoch_day: int) -> Values:
    """Convert every parameter to kernel units.

    Parameters
    ----------
    entries : dict of str to Entry
    epoch_day : int
        MJD from whose midnight epochs are counted.

    Returns
    -------
    Values
        A vector for each family.
    """
    sizes = _sizes(entries)
    nearest = {key: cast(Array, np.float64(0.0)) if k < 0 else np.zeros(k) for key, k in sizes.items()}
    rest: dict[str, Array] = {}
    for e in (e for e in entries.values() if not e.word):
        value = e.kernel_value(epoch_day)
        _put(nearest, e.param.name, e.order, sizes, float(value.hi))
        if e.param.split:
            _put(rest, e.param.name, e.order, sizes, float(value.lo))
    return Values(nearest, rest)


def _put(out: dict[str, Array], key: str, order: int | None, sizes: Mapping[str, int], value: float) -> None:
    if order is None:
        out[key] = cast(Array, np.float64(value))
    else:
        out.setdefault(key, np.zeros(sizes[key]))[order] = value


def unpack(xp: Namespace, layout: Layout, p0: Values, dx: Float[Parameter]) -> tuple[Values, dict[str, Array]]:
    """Unpack the parameters and their changes from a fit vector.

    Parameters
    ----------
    xp : Namespace
    layout : Layout
    p0 : Values
        Parameters at the anchor.
    dx : (k,) array
        Change of the free parameters, kernel units, in the order of the layout.

    Returns
    -------
    p : Values
        p0 + change.
    d : dict of str to float64 or (k,) array
        The change by itself (the sum would lose its digits).
    """
    position = {slot: i for i, slot in enumerate(layout.free)}
    padded = xp.concatenate([dx, xp.zeros(1)])
    nothing = len(layout.free)
    d = {}
    for key, k in layout.sizes:
        if k < 0:
            d[key] = padded[position.get((key, None), nothing)]
        else:
            d[key] = padded[np.array([position.get((key, j), nothing) for j in range(k)], dtype=np.int32)]
    lost = {key: two_sum(p0[key], change).lo + p0.rest[key] for key, change in d.items() if key in p0.rest}
    return Values({key: p0[key] + change for key, change in d.items()}, lost), d


def why_not_fitted(param: Param) -> str:
    """Return the reason why a fit cannot free a parameter.

    Parameters
    ----------
    param : Param

    Returns
    -------
    str
        The rest of a sentence, after a colon; empty where there is no particular reason.
    """
    if param.codec == "mjd" and (param.default is not None or param.name == "PEPOCH"):
        return ": it is the date of other parameters, and their change has the same effect"
    return ": its fit flag frees its terms" if param.frees else ""


def seconds_between(later: DoubleDouble[float], earlier: DoubleDouble[float]) -> DoubleDouble[float]:
    """Subtract two epochs.

    Parameters
    ----------
    later, earlier : DoubleDouble
        d.

    Returns
    -------
    DoubleDouble
        s.
    """
    return mul_float(sub(later, earlier), DAY)
