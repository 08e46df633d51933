"""Times, flags, selections and parameters of the TOAs, for components that make columns of their own."""

import numpy as np

from jug.core.array import Bool, Float, Member, Node, Row, Toa, Xyz
from jug.core.constants import DAY
from jug.errors import ParError, TimError
from jug.io.codecs import CODECS
from jug.model.declare import Columns, EpochLayer, FourierGrid
from jug.model.epochs import epoch_layers, fourier_frequencies, tempo2_epochs
from jug.model.evaluation.noise_grids import fourier_grid, interpolation_from_nodes, time_span
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.earth import geodetic, sun_direction
from jug.obs.selection import Selector, mask
from jug.obs.toas import TOAs


class ToaAndTzrRows:
    """The TOAs and, as the last row, the TZR point: the argument ``rows`` of `Component.columns`, a `ToaRows`.

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
        """Whether any TOA has a flag, without its dash."""
        column = self.toas.raw.flags.get(key)
        return column is not None and bool(np.any(column.codes >= 0))

    def numbers(self, key: str) -> tuple[Float[Row], Float[Row]]:
        """Read a flag whose values are numbers.

        Parameters
        ----------
        key : str
            The flag, without its dash.

        Returns
        -------
        there : (n + 1,) array
            1 on rows that have it, else 0.
        value : (n + 1,) array
            The number, else 0.

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

    def positive_flag(self, key: str, family: str) -> Float[Row]:
        """Read a flag that the TOAs of a selected family must have.

        Parameters
        ----------
        key : str
            The flag, without its dash.
        family : str

        Returns
        -------
        (n + 1,) array
            1 on the rows that the family does not select.

        Raises
        ------
        TimError
            A selected TOA without it, or with a number that is not above 0.
        """
        members = self.members(family)
        asked = np.any([self.rows_covered(e) for e in members], axis=0)
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

    def rows_covered(self, entry: Entry) -> Bool[Row]:
        """Find which rows the selector of a parameter covers, (n + 1,). The TZR point has no flags and no name."""
        where = self.model.par.where(entry.line)
        selector, both = _selector(entry), (self.toas, self.tzr)
        if selector.kind == "TEL" and any(toas.at_site(selector.args[0]).any() for toas in both):
            return np.concatenate([toas.at_site(selector.args[0]) for toas in both])
        return np.concatenate([mask(selector, toas, where) for toas in both])

    def rows_of_members(self, name: str) -> list[Bool[Row]]:
        """Find which rows each member of a selected family covers, (n + 1,) each."""
        return [self.rows_covered(e) for e in self.members(name)]

    def epochs(self, name: str, *, any_flag: bool = False) -> tuple[EpochLayer, ...]:
        """Find the epochs of a noise family.

        Parameters
        ----------
        name : str
            The family.
        any_flag : bool
            Epochs as in tempo2 (`jug.model.epochs.tempo2_epochs`): only the first TOA of an epoch needs to be selected.

        Returns
        -------
        tuple of EpochLayer
        """
        return (tempo2_epochs if any_flag else epoch_layers)(
            self.x.tdb[:-1], [self.rows_covered(e)[:-1] for e in self.members(name)]
        )

    def frequencies(self, tag: str, prefix: str, default: int, factor: float = 1.0) -> FourierGrid:
        """Return the grid of a Fourier process.

        Parameters
        ----------
        tag : str
            Name of the process, for messages.
        prefix : str
            How its keywords begin, as TNRED.
        default : int
            Number of frequencies where no line gives one.
        factor : float
            All frequencies are multiplied by it.

        Returns
        -------
        FourierGrid
            Frequencies and widths in Hz.

        Raises
        ------
        ParError
            The TOAs span no time, or more frequencies than memory allows.
        """
        t = time_span(self.x.tdb[:-1], self.number(f"{prefix}TSPAN"), tag)
        linear, logarithmic = self.number(f"{prefix}C") or default, self.number(f"{prefix}FLOG") or 0
        step = self.number(f"{prefix}FLOG_FACTOR") or 2.0
        found = fourier_frequencies(t / factor, int(linear), int(logarithmic), step)
        return fourier_grid(self.x.tdb[:-1], t, found, tag, self.model.par.end)

    def harmonics(self, tag: str, count: int) -> FourierGrid:
        """Return the grid of a Fourier process at the frequencies k/T, k = 1 .. ``count``.

        Parameters
        ----------
        tag : str
            Name of the process, for messages.
        count : int

        Returns
        -------
        FourierGrid
            Frequencies and widths in Hz.

        Raises
        ------
        ParError
            As for `fourier_frequencies`.
        """
        t = time_span(self.x.tdb[:-1], None, tag)
        return fourier_grid(self.x.tdb[:-1], t, fourier_frequencies(t, count, 0, 2.0), tag, self.model.par.end)

    def nodes(self, family: str, step_d: float | None, kind: str) -> tuple[Float[Toa, Node], Float[Node]]:
        """Return the matrix that interpolates from nodes to the TOAs, and the nodes.

        Parameters
        ----------
        family : str
            The parameters that give the nodes as MJD (TDB).
        step_d : float or None
            Where no nodes are given: their distance from the first TOA on, d.
        kind : str
            As in `jug.model.evaluation.interpolation.interpolation`.

        Returns
        -------
        matrix : (n, m) array
            No unit.
        nodes : (m,) array
            s since the model's epoch.

        Raises
        ------
        ParError
            Too few nodes, or too many.
        """
        return interpolation_from_nodes(self.model, self.x.tdb[:-1], self.values(family), family, step_d, kind)

    def number(self, name: str) -> float | None:
        """Return the value of a plain parameter in par units, None where the model does not have it."""
        entry = self.model.entries.get(name)
        return None if entry is None else float(entry.value.hi)


def _selector(entry: Entry) -> Selector:
    assert entry.selector is not None, entry.name
    return entry.selector
