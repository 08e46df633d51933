"""TOAs at the barycentre: all data on the observations that a timing model reads."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jug.core.arguments.kinds import expect
from jug.core.arguments.selected_rows import rows_of
from jug.core.array import Bool, Float, Str, Toa, Xyz
from jug.core.display.shown import TextRow
from jug.core.display.with_units import WithUnits
from jug.core.execution.given_warnings import give_warning
from jug.core.times import Times, concatenate, to_mjd
from jug.errors import InputError, InputWarning
from jug.io.tim.flag_column import FlagColumn, encode
from jug.obs.editable_toas import EditableTOAs, RowsOrExpression
from jug.obs.files import DataUse
from jug.obs.sites import Site
from jug.text.name_lists import toa_count

if TYPE_CHECKING:
    from jug.core.display.quantities import QTable


@dataclass(frozen=True, eq=False, repr=False)
class TOAs(EditableTOAs, WithUnits):
    """TOAs with the positions of the observatory and of solar-system bodies, in the order of the tim file.

    Arrays have their unit in their name: `mjd`, `tdb_mjd`, `freq_hz`, `error_s`, `clock_s`, `obs_ls`, `obs_velocity_c`,
    `bodies_ls`; ``quantity("freq_hz")`` gives one as an astropy Quantity. `r_obs`, `v_obs` and `bodies` are the same
    arrays as `obs_ls`, `obs_velocity_c` and `bodies_ls`, under the names that formulas in jug have for them.

    Attributes
    ----------
    raw : RawTOAs
        The TOAs as read: flags, files, lines.
    mjd : (n,) float64
        Clock-corrected UTC as an MJD, used for selections by date (TDB at the barycentre).
    clock_s : (n,) float64
        Sum that was added to the time as written, s: TIME, the site's clock, TT(BIPM) - TT(TAI).
    tdb : Times
        (n,) TDB at the observatory (at the barycentre: the time as written, and TIME).
    r_obs, v_obs : (n, 3) float64
        Observatory against the solar-system barycentre, ICRS: light-seconds, and velocity in units of c.
        Zero at the barycentre.
    bodies : dict of str to (n, 3) float64
        Vector from the observatory to "sun" and, where asked for, "venus", "jupiter", "saturn", "uranus",
        "neptune" at the same instant, light-seconds. At the barycentre a placeholder (`jug.obs.barycentre.NOWHERE`).
    at_barycentre : (n,) bool
        Whether the time is given at the barycentre.
    site : FlagColumn
        Canonical name of each site.
    sites : tuple of Site
        The sites, in the order of `site.values`.
    ephem, clock : str
        Ephemeris and realisation of TT, as ``"DE421"``, ``"TT(BIPM2019)"``.
    planets : bool
        Whether `bodies` has the planets.
    time_ephemeris : str
        TDB - TT at the geocentre that was asked for, ``"FB90"`` or ``"IF99"`` (`uses` names the table of IF99).
    uses : tuple of DataUse
        The data files that were used.
    zenith : (n, 3) float64, optional
        Unit vector to the geodetic zenith of the observatory, in the frame of `r_obs`; zero at the barycentre and the
        geocentre. Only where it was asked for (`jug.obs.barycentre`).
    dilation : (n,) float64, optional
        d(TDB)/d(TT) - 1 at the observatory, 0 at the barycentre; only where it was asked for.
    tzr : TOAs, optional
        The reference TOA of a model (TZRMJD), prepared in the same way.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> len(toas), len(toas["mjd > 53600 & error < 30"])
    (62, 41)
    """

    mjd: Float[Toa]
    clock_s: Float[Toa]
    tdb: Times
    r_obs: Float[Toa, Xyz]
    v_obs: Float[Toa, Xyz]
    bodies: dict[str, Float[Toa, Xyz]]
    at_barycentre: Bool[Toa]
    site: FlagColumn
    sites: tuple[Site, ...]
    ephem: str
    clock: str
    planets: bool
    time_ephemeris: str = "FB90"
    uses: tuple[DataUse, ...] = ()
    zenith: Float[Toa, Xyz] | None = None
    dilation: Float[Toa] | None = None
    tzr: "TOAs | None" = None

    def _shown(self) -> tuple[str, list[TextRow]]:
        from jug.obs.toa_about import describe_toas

        return describe_toas(self)

    def to_table(self) -> "QTable":
        """Make an astropy QTable: one row a TOA, with units, and a column for each flag.

        Returns
        -------
        astropy.table.QTable
            name, mjd (d, clock-corrected UTC), tdb_mjd (d), freq_mhz, error_us, site, and ``flag_KEY`` for each flag,
            empty where a TOA does not have it.
        """
        from jug.obs.toa_table import to_table

        return to_table(self)

    def to_pandas(self) -> Any:
        """Make a pandas DataFrame with the columns of `to_table`, without units.

        Returns
        -------
        pandas.DataFrame

        Raises
        ------
        JugError
            pandas is not installed.
        """
        from jug.core.display.data_frame import data_frame
        from jug.obs.toa_table import toa_table_columns

        return data_frame({name: getattr(column, "value", column) for name, column in toa_table_columns(self).items()})

    @property
    def freq_hz(self) -> Float[Toa]:
        """Frequency at the observatory, Hz, (n,); inf for infinite frequency."""
        return self.raw.freq_hz

    @property
    def error_s(self) -> Float[Toa]:
        """Uncertainty as the tim file gives it, s, (n,)."""
        return self.raw.error_s

    @property
    def tdb_mjd(self) -> Float[Toa]:
        """TDB at the observatory as an MJD, (n,); float64 rounds it to 0.6 us, and `tdb` has all digits."""
        return np.asarray(to_mjd(self.tdb))

    @property
    def obs_ls(self) -> Float[Toa, Xyz]:
        """Observatory against the solar-system barycentre, ICRS, light-seconds, (n, 3); zero at the barycentre."""
        return self.r_obs

    @property
    def obs_velocity_c(self) -> Float[Toa, Xyz]:
        """Velocity of the observatory against the solar-system barycentre, ICRS, units of c, (n, 3)."""
        return self.v_obs

    @property
    def bodies_ls(self) -> dict[str, Float[Toa, Xyz]]:
        """Vectors from the observatory to "sun" and, where the model asks for them, planets, light-seconds, (n, 3)."""
        return self.bodies

    @property
    def names(self) -> Sequence[str]:
        """First column of the tim file."""
        return self.raw.name

    @property
    def site_names(self) -> tuple[str, ...]:
        """Canonical name of each site."""
        return tuple(self.site.array().tolist())

    def flag(self, key: str) -> Str[Toa]:
        """The values of a flag, shape (n,), empty where absent.

        Parameters
        ----------
        key : str
            The name of the flag, without a dash.

        Returns
        -------
        (n,) array of str
        """
        return self.raw.flag(key)

    def has_flag(self, key: str, value: str) -> Bool[Toa]:
        """Find the TOAs that have a flag with a value.

        Parameters
        ----------
        key : str
            The flag without its dash.
        value : str

        Returns
        -------
        ndarray of bool, shape (n,)
        """
        return _is(self.raw.flags.get(key), value, len(self))

    def at_site(self, name: str) -> Bool[Toa]:
        """Find the TOAs of the site with this name, alias or code, in any case.

        Parameters
        ----------
        name : str

        Returns
        -------
        ndarray of bool, shape (n,)
        """
        word = name.lower()
        found = [s.name for s in self.sites if s.name == word] or [s.name for s in self.sites if word in s.aliases]
        return _is(self.site, found[0] if found else "", len(self))

    def _mask(self, selection: RowsOrExpression) -> Bool[Toa]:
        if isinstance(selection, str):
            from jug.obs.expression import selected_toas

            return selected_toas(self, selection)
        found = np.zeros(len(self), dtype=bool)
        found[rows_of(selection, len(self))] = True
        return found

    def flag_is_there(self, key: str) -> Bool[Toa]:
        """Find the TOAs that have a flag, with a value or without; shape (n,).

        Parameters
        ----------
        key : str
            The name of the flag, without a dash.

        Returns
        -------
        (n,) array of bool
        """
        column = self.raw.flags.get(key)
        return np.zeros(len(self), dtype=bool) if column is None else np.asarray(column.codes >= 0)

    def merge(self, other: "TOAs") -> "TOAs":
        """Join these TOAs and others, these first; `undo` separates them.

        Parameters
        ----------
        other : TOAs
            Prepared with the same ephemeris, TT and TDB.

        Returns
        -------
        TOAs
            Each TOA keeps its file and line. A line of a file that both sets have is taken once, from the first set,
            with a warning; a TOA that only one of them has deleted remains. The reference TOA is that of the first set.

        Raises
        ------
        InputError
            They were prepared for other conventions.
        """
        expect(other=(other, TOAs))
        for name in ("ephem", "clock", "time_ephemeris"):
            if (mine := getattr(self, name)) != (others := getattr(other, name)):
                hint = "prepare both for one model: jug.prepare(model, toas.raw)"
                raise InputError(f"TOAs prepared with {mine} and with {others} cannot be merged", hint=hint)
        from jug.io.tim.joining import joined_toas, lines_of

        if (twice := lines_of(self.raw, other.raw)).any():
            number = toa_count(np.count_nonzero(twice))
            warning = f"{number} of the second set come from lines of files that the first has: kept once"
            give_warning(InputWarning(warning))
            other = other.select(~twice)
        raw = joined_toas(self.raw, other.raw)
        both = {f.name: (getattr(self, f.name), getattr(other, f.name)) for f in fields(self)}
        arrays: dict[str, Any] = {}
        for name, (mine, others) in both.items():
            if isinstance(mine, np.ndarray) or isinstance(others, np.ndarray):
                arrays[name] = None if mine is None or others is None else np.concatenate([mine, others])
        site = encode([*self.site_names, *other.site_names])
        known = {own.name: own for own in (*other.sites, *self.sites)}
        return replace(
            self,
            raw=raw,
            tdb=concatenate([self.tdb, other.tdb]),
            bodies={k: np.concatenate([v, other.bodies[k]]) for k, v in self.bodies.items() if k in other.bodies},
            site=site,
            sites=tuple(known[name] for name in site.values),
            planets=self.planets and other.planets,
            uses=tuple(dict.fromkeys((*self.uses, *other.uses))),
            before=self,
            **arrays,
        )


def _is(column: FlagColumn | None, word: str, n: int) -> Bool[Toa]:
    """Mask of the TOAs that have a word, (n,), by comparison of codes."""
    if column is None or word not in column.values:
        return np.zeros(n, dtype=bool)
    mask: Bool[Toa] = column.codes == column.values.index(word)
    return mask
