"""The settings of a par file: ephemeris, clock, units, TZR point, conventions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from jug.core.display.fields_shown import FieldsShown
from jug.core.doubledouble import DoubleDouble
from jug.obs.clock_words import UNCORRECTED

DEFAULT_EPHEMERIS = "DE421"
"""The ephemeris of a par file without a line EPHEM, as in PINT 1.1.8."""


@dataclass(frozen=True, repr=False)
class Settings(FieldsShown):
    """The settings of a par file: all that is not a parameter.

    Parameters
    ----------
    psr : str
        Name of the pulsar.
    ephem, clock : str
        EPHEM and CLK as they are used; clock is "" where the par file has none.
    units : {"TDB", "TCB"}
        UNITS of the values. A model is evaluated in TDB; `jug.conversion.units.model_in_units` converts.
    ecl : str
        Name of the obliquity.
    planets, dilate : bool
        PLANET_SHAPIRO, DILATEFREQ.
    time_ephemeris : str
        TIMEEPH, ``"FB90"`` or ``"IF99"``; FB90 where the par file has none.
    tzr_mjd : DoubleDouble or None
        TZRMJD in days; None where the par file has none.
    tzr_site : str
    tzr_freq_mhz : float
        0 for an infinite frequency.
    track : str
        TRACK: ``"-2"`` takes the pulse numbers of the tim file, ``"0"`` the nearest pulses, ``""`` the numbers if every
        TOA has one.
    robust : {"none", "huber", "bisquare", "welsch"}
        ROBUST: the loss of a fit; "none" for least squares.
    dialect : str
        The program whose conventions the files are read with, ``"jug"`` by default.
    conventions : dict
        Choices where programs differ, by name (`jug.model.reading.dialects.conventions`), of the dialect and the
        caller.
    wideband : bool or None
        Whether the DMs measured with the TOAs (-pp_dm) are data too; None: where every TOA has one.
    from_tcb : bool
        Whether the par file was in TCB and its values have been converted to TDB.
    assumed : tuple of str
        Descriptions of the values that are used because a line is absent.
    warned : tuple of str
        The other warnings of the reading, with file and line.
    """

    psr: str = ""
    ephem: str = DEFAULT_EPHEMERIS
    clock: str = ""
    units: str = "TDB"
    ecl: str = "DEFAULT"
    planets: bool = False
    dilate: bool = False
    time_ephemeris: str = "FB90"
    tzr_mjd: DoubleDouble[float] | None = None
    tzr_site: str = "@"
    tzr_freq_mhz: float = 0.0
    track: str = ""
    robust: str = "none"
    wideband: bool | None = None
    from_tcb: bool = False
    assumed: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)
    dialect: str = "jug"
    conventions: Mapping[str, str] = field(default_factory=dict)

    @property
    def corrects_clocks(self) -> bool:
        """Whether clocks are corrected: not with CLK UNCORR as tempo2 and tempo read it (convention UNCORR is NONE)."""
        return self.clock.strip().upper() != UNCORRECTED or self.conventions.get(UNCORRECTED) != "NONE"
