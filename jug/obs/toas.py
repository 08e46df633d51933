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
from jug.core.times import Times, to_mjd
from jug.errors import InputError, InputWarning
from jug.io.tim.flag_column import FlagColumn
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
        Observatory against the barycentre, ICRS: light-seconds, and velocity in units of c; zero at the barycentre.
    bodies : dict of str to (n, 3) float64
        Vector from the observatory to "sun" and, where asked for, "venus", "jupiter", "saturn", "uranus",
        "neptune" at the same instant, light-seconds. At the barycentre a placeholder (`jug.obs.barycentre.NOWHERE`).
    at_barycentre : (n,) bool
        Whether the time is given at the barycentre.
    site, sites : FlagColumn, tuple of Site
        Canonical name of the site of each TOA; the sites, in the order of `site.values`.
    ephem, clock : str
        Ephemeris and realisation of TT, as ``"DE421"``, ``"TT(BIPM2019)"``.
    planets : bool
        Whether `bodies` has the planets.
    time_ephemeris : str
        TDB - TT at the geocentre that was asked for, ``"FB90"`` or ``"IF99"`` (`uses` names the table of IF99).
    uses : tuple of DataUse
        The data files that were used.
    zenith : (n, 3) float64, optional
        Unit vector to the geodetic zenith, ICRS; zero at the barycentre and geocentre. Only where it was asked for.
    dilation : (n,) float64, optional
        d(TDB)/d(TT) - 1 at the observatory, 0 at the barycentre; only where it was asked for.
    tzr : TOAs, optional
        The reference TOA of a model (TZRMJD), prepared in the same way.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> len(toas), len(toas["mjd > 53600 & error < 30"]), len(toas[:3].merge(toas[-3:]))
    (62, 41, 6)
    >>> late = toas.with_flag("fe", "L", "mjd > 54000")
    >>> [int(rows.sum()) for rows in (late.has_flag("fe", "L"), late.flag_is_there("fe"), late.at_site("1"))]
    [24, 24, 62]
    >>> toas.site_names[0], toas.names[0], toas.quantity("freq_hz").unit, list(toas.bodies_ls)
    ('gbt', 'unknown', Unit("Hz"), ['sun'])
    >>> toas.error_s.shape, toas.freq_hz.shape, toas.tdb_mjd.shape, toas.obs_ls.shape, toas.obs_velocity_c.shape
    ((62,), (62,), (62,), (62, 3), (62, 3))
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

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> toas.to_pandas().shape, toas.to_table().colnames[:3]
        ((62, 6), ['name', 'mjd', 'tdb_mjd'])
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
        """First column of the tim file, a word for each TOA."""
        return self.raw.name

    @property
    def site_names(self) -> tuple[str, ...]:
        """Canonical name of the site of each TOA."""
        return tuple(self.site.array().tolist())

    def flag(self, key: str) -> Str[Toa]:
        """Return the values of a flag.

        Parameters
        ----------
        key : str
            The name of the flag, without a dash.

        Returns
        -------
        (n,) array of str
            Empty where absent.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("J1614-2230"), ephem="DE440")
        >>> sorted({str(word) for word in toas.flag("fe")})
        ['Rcvr1_2', 'Rcvr_800']
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
        """Find the TOAs that have a flag, with a value or without.

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
        from jug.io.tim.joining import lines_of
        from jug.obs.merging import merged_fields

        if (twice := lines_of(self.raw, other.raw)).any():
            number = toa_count(np.count_nonzero(twice))
            warning = f"{number} of the second set come from lines of files that the first has: kept once"
            give_warning(InputWarning(warning))
            other = other.select(~twice)
        return replace(self, before=self, **merged_fields(self, other, [own.name for own in fields(self)]))


def _is(column: FlagColumn | None, word: str, n: int) -> Bool[Toa]:
    """Mask of the TOAs that have a word, (n,), by comparison of codes."""
    if column is None or word not in column.values:
        return np.zeros(n, dtype=bool)
    return np.asarray(column.codes == column.values.index(word))
