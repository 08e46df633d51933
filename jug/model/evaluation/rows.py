"""Times, flags, selections and parameters of the TOAs, for components that make columns of their own."""

from collections.abc import Callable

import numpy as np

from jug.core.array import Bool, Float, Harmonic, Member, Node, Row, Toa, Xyz
from jug.core.constants import DAY
from jug.core.execution.memory import DENSE_COPIES, MB, require_memory
from jug.errors import ParError, TimError
from jug.io.codecs import CODECS
from jug.io.par import ParLine
from jug.model.declare import Columns, EpochLayer, FourierGrid, Selection
from jug.model.epochs import by_tempo2, frequencies, layers, span
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.earth import geodetic, sun_direction
from jug.obs.selection import Selector, mask
from jug.obs.toas import TOAs

MOST_NUMBERS = 250_000_000
"""Largest number of numbers in the dense columns of one noise process: 2 GB. A fit has a few copies."""

MOST_NODES = 5000
"""Largest number of nodes of a process in the time domain: their whole covariance is factored."""


class ToaAndTzrRows:
    """The TOAs and, as the last row, the TZR point: the argument ``rows`` of `Component.columns`.

    Parameters
    ----------
    model : TimingModel
    toas, tzr : TOAs
    x : Columns
        The columns of all models, and those of the components before this one.
    """

    def __init__(self, model: TimingModel, toas: TOAs, tzr: TOAs, x: Columns) -> None:
        self.model, self.toas, self.tzr, self.x = model, toas, tzr, x

    def __len__(self) -> int:
        return len(self.toas) + 1

    @property
    def mjd(self) -> Float[Row]:
        """Clock-corrected UTC, MJD, (n + 1,)."""
        return np.concatenate([self.toas.mjd, self.tzr.mjd])

    @property
    def mjd_tdb(self) -> Float[Row]:
        """TDB at the observatory, MJD, (n + 1,)."""
        return np.concatenate([s.tdb.day + s.tdb.sec.hi / DAY for s in (self.toas, self.tzr)])

    @property
    def zenith(self) -> Float[Row, Xyz]:
        """Unit vector to the zenith of the observatory, ICRS, (n + 1, 3); zero where there is none.

        Raises
        ------
        ParError
            TOAs that were prepared for a model that does not ask for it.
        """
        if self.toas.zenith is None or self.tzr.zenith is None:
            raise ParError(
                "the TOAs were prepared without zeniths", hint="load them with the model: jug.load(par, tim)"
            )
        return np.concatenate([self.toas.zenith, self.tzr.zenith])

    @property
    def latitude(self) -> Float[Row]:
        """Geodetic latitude of the observatory, rad, (n + 1,); 0 where there is none."""
        return self._geodetic()[0]

    @property
    def height_m(self) -> Float[Row]:
        """Height of the observatory above the ellipsoid, m, (n + 1,); 0 where there is none."""
        return self._geodetic()[1]

    def _geodetic(self) -> tuple[Float[Row], Float[Row]]:
        found = []
        for toas in (self.toas, self.tzr):
            places = [geodetic(np.array(s.xyz_m))[1:] if not s.special else (0.0, 0.0) for s in toas.sites]
            found.append(np.array(places)[toas.site.codes])
        latitude, height = np.concatenate(found).T
        return latitude, height

    def has_flag(self, key: str) -> bool:
        """Tell whether any TOA has a flag."""
        column = self.toas.raw.flags.get(key)
        return column is not None and bool(np.any(column.codes >= 0))

    def numbers(self, key: str) -> tuple[Float[Row], Float[Row]]:
        """Read a flag whose values are numbers: 1 on rows that have it, else 0, and the number, else 0; (n + 1,) each.

        Raises
        ------
        TimError
            A value that is not a number.
        """
        there, value = np.zeros(len(self)), np.zeros(len(self))
        if self.has_flag(key):
            column = self.toas.raw.flags[key]
            for code, word in enumerate(column.values):
                rows = np.flatnonzero(column.codes == code)
                if not word or not rows.size:
                    continue
                try:
                    value[rows] = CODECS["float"].parse(word).hi
                except ValueError as reason:
                    raise TimError(f"the flag -{key}: {reason}", self.toas.raw.where(int(rows[0]))) from None
                there[rows] = 1.0
        return there, value

    def positive(self, key: str, family: str) -> Float[Row]:
        """Read a flag that the TOAs of a selected family must have, a number above 0; (n + 1,), 1 on the other rows."""
        members = self.members(family)
        asked = np.any([self.covered(e) for e in members], axis=0)
        asked[-1] = False
        there, value = self.numbers(key)
        wrong = asked & ~(there * value > 0.0)
        if wrong.any():
            who = self.toas.raw.where(int(np.argmax(wrong)))
            raise TimError(f"{family} needs -{key} above 0 on this TOA", who, "give it the flag, or another selection")
        return np.where(asked, value, 1.0)

    def cos_conjunction(self) -> float:
        """Return the cosine of the least angle between pulsar and Sun at the geocentre in the year after POSEPOCH."""
        epoch = self.model.entries["POSEPOCH"].value.hi
        position = next(c.signal for c in self.model.components if c.signal_name == "n" and c.signal is not None)
        p = self.model.kernel_values
        n = position(np, p, self.x._replace(tdb=np.array([p["POSEPOCH"]]), r_obs=np.zeros((1, 3))), np.zeros(1))[0][0]
        days, step = epoch + np.arange(366.0), 1.0
        for _ in range(3):
            cosine = sun_direction(days) @ n
            middle = days[np.argmax(cosine)]
            days = middle + step * np.linspace(-1.0, 1.0, 201)
            step /= 100.0
        return float(np.max(sun_direction(days) @ n))

    def members(self, name: str) -> list[Entry]:
        """Return the entries of a family, in the order of its vector."""
        own = [e for e in self.model.entries.values() if e.param.name == name]
        return sorted(own, key=lambda e: e.order or 0)

    def values(self, name: str) -> Float[Member]:
        """Return the values of a family in par units, (k,); of a plain parameter, (1,)."""
        return np.array([float(e.value.hi) for e in self.members(name)])

    def word(self, name: str) -> str:
        """Return the word of an option, "" where the line is absent."""
        entry = self.model.entries.get(name)
        return entry.word if entry else ""

    def covered(self, entry: Entry) -> Bool[Row]:
        """Tell which rows the selector of a parameter covers, (n + 1,). The TZR point has no flags and no name."""
        where = self.model.par.where(entry.line)
        selector, both = _selector(entry), (self.toas, self.tzr)
        if selector.kind == "TEL" and any(toas.at_site(selector.args[0]).any() for toas in both):
            return np.concatenate([toas.at_site(selector.args[0]) for toas in both])
        return np.concatenate([mask(selector, toas, where) for toas in both])

    def selected(self, name: str) -> list[Bool[Row]]:
        """Tell which rows each member of a selected family covers, (n + 1,) each."""
        return [self.covered(e) for e in self.members(name)]

    def ranges(self, low: Float[Member], high: Float[Member], mjd: Float[Row] | None = None) -> Selection:
        """Return the selection of members that cover ranges of MJD, both ends included.

        Parameters
        ----------
        low, high : (k,) array
            The ends of each range, MJD.
        mjd : (n + 1,) array, optional
            The times to select by; clock-corrected UTC where it is absent.

        Returns
        -------
        Selection
            As from `bins`.
        """
        mjd = self.mjd if mjd is None else mjd
        order = np.argsort(low, kind="stable")
        place = np.searchsorted(low[order], mjd, side="right") - 1
        reach = np.concatenate([np.maximum.accumulate(high[order]), [-np.inf]])
        if np.any(mjd <= reach[place - 1], where=place > 0):
            return self.bins(len(low), lambda j: (mjd >= low[j]) & (mjd <= high[j]))
        inside = (place >= 0) & (mjd <= reach[place])
        return np.where(inside, order[place], len(low)).astype(np.int32)

    def bins(self, k: int, covered: Callable[[int], Bool[Row]]) -> Selection:
        """Return the selection of members by the rows that each covers.

        Parameters
        ----------
        k : int
            Number of members.
        covered : callable
            ``j -> (n + 1,) bool array``: the rows that member j covers.

        Returns
        -------
        Selection
            An index, (n + 1,), where the members are disjoint; else a 0/1 mask, (n + 1, k).
        """
        index = np.full(len(self), k, dtype=np.int32)
        for j in range(k):
            rows = covered(j)
            if np.any(index[rows] < k):
                return np.stack([covered(i) for i in range(k)], axis=1).astype(np.float64)
            index[rows] = j
        return index

    def epochs(self, name: str, *, any_flag: bool = False) -> tuple[EpochLayer, ...]:
        """Find the epochs of a noise family (`jug.model.epochs.layers`; `by_tempo2` with ``any_flag``)."""
        return (by_tempo2 if any_flag else layers)(self.x.tdb[:-1], [self.covered(e)[:-1] for e in self.members(name)])

    def _afford(self, k: int, what: str, line: ParLine | None, hint: str) -> None:
        """Raise an error where k dense columns on these rows need too much memory, or more than there is."""
        if k * len(self) > MOST_NUMBERS:
            where = self.model.par.where(line) if line else self.model.par.end
            raise ParError(f"{what} are too many for {len(self) - 1} TOAs", where, hint)
        require_memory(8 * DENSE_COPIES * k * len(self) / MB, f"{what} for {len(self) - 1} TOAs", hint)

    def frequencies(self, tag: str, prefix: str, default: int, factor: float = 1.0) -> FourierGrid:
        """Return the grid of a Fourier process whose keywords begin with ``prefix``; ``factor`` multiplies it."""
        t = self._span(self.number(f"{prefix}TSPAN"), tag)
        linear, logarithmic = self.number(f"{prefix}C") or default, self.number(f"{prefix}FLOG") or 0
        step = self.number(f"{prefix}FLOG_FACTOR") or 2.0
        return self._grid(tag, t, frequencies(t / factor, int(linear), int(logarithmic), step))

    def harmonics(self, tag: str, count: int) -> FourierGrid:
        """Return the grid of a Fourier process at the frequencies k/T, k = 1 .. ``count``."""
        t = self._span(None, tag)
        return self._grid(tag, t, frequencies(t, count, 0, 2.0))

    def _span(self, years: float | None, tag: str) -> float:
        """T of a Fourier process, s."""
        t = span(self.x.tdb[:-1], years)
        if not t > 0.0:
            raise ParError(f"the TOAs span no time, so that the noise process {tag} has no frequencies")
        return t

    def _grid(self, tag: str, t: float, found: tuple[Float[Harmonic], Float[Harmonic]]) -> FourierGrid:
        """Return the grid of a Fourier process with these frequencies and widths, (m,) Hz each, and time span t, s."""
        start = np.float64(np.min(self.x.tdb[:-1]))
        freqs, widths = found
        self._afford(2 * len(freqs), f"{len(freqs)} frequencies of the noise process {tag}", None, "take fewer")
        return FourierGrid(freqs, widths, np.float64(t), start)

    def nodes(self, family: str, step_d: float | None, kind: str) -> tuple[Float[Toa, Node], Float[Node]]:
        """Return the matrix that interpolates from nodes to the TOAs, (n, m), and the nodes, (m,) s."""
        from jug.model.evaluation.interpolation import DEGREES, interpolation  # few models have nodes

        t = self.x.tdb[:-1]
        given = np.sort(self.values(family))
        nodes = (given - self.model.epoch_day) * DAY
        if not len(given):
            low, step = np.min(t), (step_d or 0.0) * DAY
            if np.ptp(t) > MOST_NODES * step:
                entry = self.model.entries.get(f"{family.removesuffix('NODE')}DT")
                where = self.model.par.where(entry.line) if entry is not None and entry.line else None
                raise ParError(f"more than {MOST_NODES} nodes of noise", where, "put them further apart")
            nodes = np.arange(low, np.max(t) + step, step)
        if len(nodes) <= DEGREES.get(kind, 0):
            why = f"{len(nodes)} nodes are too few for {kind} interpolation"
            lines = self.model.par.find(f"{family.removesuffix('NODE')}INTERP_KIND")
            where = self.model.par.where(lines[0]) if lines else None
            raise ParError(why, where, "give more of them, or closer ones")
        return interpolation(t, nodes, kind), nodes

    def number(self, name: str) -> float | None:
        """Return the value of a plain parameter in par units, None where the model does not have it."""
        entry = self.model.entries.get(name)
        return None if entry is None else float(entry.value.hi)


def _selector(entry: Entry) -> Selector:
    assert entry.selector is not None, entry.name
    return entry.selector
