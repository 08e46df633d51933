"""Arrays of a pulsar, with units in their names, for programs that model noise and gravitational waves."""

from dataclasses import dataclass
from math import acos, atan2, pi

import numpy as np

from jug.conversion.error_propagation import model_of
from jug.core import times
from jug.core.arguments.kinds import expect
from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Float, Str, Toa, Xyz
from jug.core.display.shown import Shown, TextRow
from jug.core.display.with_units import WithUnits
from jug.core.times import Times
from jug.exchange.sun_and_planets import SunAndPlanets, sun_and_planets
from jug.fitting.result.fit_result import FitResult
from jug.model.direction import direction
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.residuals import residuals_at_anchor
from jug.model.registry import is_binary_model
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.receivers import receiver_names
from jug.obs.toas import TOAs
from jug.text.name_lists import toa_count


@dataclass(frozen=True, eq=False, repr=False)
class PulsarData(Shown, WithUnits):
    """A pulsar's TOAs, with positions of bodies, in the order of the tim file; the result of `jug.pulsar_data`.

    ``quantity("freq_hz")`` gives an array as an astropy Quantity.

    Parameters
    ----------
    name : str
        Name of the pulsar.
    barycentric : Times
        (n,) TDB at the barycentre of the solar system, before the delay of the binary: `tdb` minus every delay before
        it (Roemer, Shapiro, dispersion at the TOA's frequency, ...); MJD and seconds in double-double.
    tdb : Times
        (n,) TDB at the observatory.
    freq_hz, barycentric_freq_hz : (n,) arrays
        Radio frequency at the observatory, and shifted to the frame of the barycentre, Hz; inf for infinite frequency.
    error_s, scaled_error_s : (n,) arrays
        Uncertainties as in the tim file, and with EFAC and EQUAD applied, s.
    residual_s : (n,) array
        Time residuals of the model, s.
    direction : (n, 3) array
        Unit vector from the barycentre to the pulsar at each TOA, ICRS, with proper motion.
    theta_rad, phi_rad : float
        Angle from the north celestial pole (pi/2 - declination) and right ascension at POSEPOCH, ICRS, 0 to 2 pi,
        rad; NaN for a model without a position.
    obs_ls, obs_velocity_c : (n, 3) arrays
        Observatory relative to the barycentre, ICRS: light-seconds, and velocity in units of c.
    sun_ls : (n, 3) array
        Sun relative to the barycentre, light-seconds; NaN for TOAs given at the barycentre.
    planets_ls : dict of str to (n, 3) array
        Venus, Jupiter, Saturn, Uranus and Neptune likewise, light-seconds; empty without PLANET_SHAPIRO.
    backend : (n,) array of str
        Value of the first of the flags -group, -g, -sys, -i, -f that a TOA has, otherwise those of -fe and -be.
    site : (n,) array of str
        Name of the observatory.
    ephem : str
        The ephemeris.

    Examples
    --------
    >>> import jug
    >>> found = jug.pulsar_data(*jug.load(*jug.data.example("NGC6440E")))
    >>> found.name, found.direction.shape, found.quantity("freq_hz").unit
    ('1748-2021E', (62, 3), Unit("Hz"))
    >>> f"{found.barycentric_mjd[0]:.5f}, {found.tdb_mjd[0]:.5f}"
    '53478.28958, 53478.28661'
    """

    name: str
    barycentric: Times
    tdb: Times
    freq_hz: Float[Toa]
    barycentric_freq_hz: Float[Toa]
    error_s: Float[Toa]
    scaled_error_s: Float[Toa]
    residual_s: Float[Toa]
    direction: Float[Toa, Xyz]
    theta_rad: float
    phi_rad: float
    obs_ls: Float[Toa, Xyz]
    obs_velocity_c: Float[Toa, Xyz]
    sun_ls: Float[Toa, Xyz]
    planets_ls: dict[str, Float[Toa, Xyz]]
    backend: Str[Toa]
    site: Str[Toa]
    ephem: str

    def __len__(self) -> int:
        return len(self.freq_hz)

    @property
    def barycentric_mjd(self) -> Float[Toa]:
        """`barycentric` as MJDs, (n,); float64 rounds them to 0.6 us."""
        return np.asarray(times.to_mjd(self.barycentric))

    @property
    def tdb_mjd(self) -> Float[Toa]:
        """`tdb` as MJDs, (n,); float64 rounds them to 0.6 us."""
        return np.asarray(times.to_mjd(self.tdb))

    def sun_and_planets(self, files: Files | None = None) -> SunAndPlanets:
        """Compute positions and velocities of the Sun and nine planets, as enterprise and discovery expect them.

        Parameters
        ----------
        files : Files, optional
            Source of the ephemeris, by default `jug.data.open_files`.

        Returns
        -------
        SunAndPlanets
            ``sunssb`` (n, 6) and ``planetssb`` (n, 9, 6): light-seconds, then units of c, ICRS. NaN for the bodies in
            ``missing``, which the ephemeris lacks.

        Raises
        ------
        DataError
            The ephemeris is not available.

        Examples
        --------
        >>> import jug
        >>> found = jug.pulsar_data(*jug.load(*jug.data.example("NGC6440E"))).sun_and_planets()
        >>> found.sunssb.shape, found.planetssb.shape, found.missing
        ((62, 6), (62, 9, 6), ('mercury', 'mars', 'pluto'))
        """
        return sun_and_planets(self.ephem, self.tdb, ~np.isnan(self.sun_ls[:, 0]), files)

    def _shown(self) -> tuple[str, list[TextRow]]:
        backends = sorted(set(self.backend.tolist()) - {""})
        return f"PulsarData of PSR {self.name or '(no name)'}: {toa_count(len(self))}", [
            ("theta, phi", f"{self.theta_rad:.9f}, {self.phi_rad:.9f} rad"),
            ("backends", ", ".join(backends[:8]) + (", ..." if len(backends) > 8 else "") or "none"),
            ("bodies", ", ".join(("sun", *self.planets_ls))),
        ]


@without_numpy_warnings
def pulsar_data(source: TimingModel | FitResult, toas: TOAs) -> PulsarData:
    """Collect barycentric times, frequencies, directions, bodies, uncertainties and backends of a pulsar's TOAs.

    Parameters
    ----------
    source : TimingModel or FitResult
    toas : TOAs

    Returns
    -------
    PulsarData

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.pulsar_data(model, toas)
    >>> found.direction.shape, found.backend.shape
    ((62, 3), (62,))
    >>> print(f"{found.theta_rad:.6f} {found.phi_rad:.6f}")
    1.926111 4.663865
    """
    model = model_of(source)
    expect(toas=(toas, TOAs))
    n, anchor = len(toas), make_anchor(model, toas)
    x = anchor.state.x
    theta, phi = sky_angles(model)
    away = toas.at_barycentre[:, None]
    bodies = {name: np.where(away, np.nan, toas.r_obs + vector) for name, vector in toas.bodies.items()}
    with np.errstate(divide="ignore"):
        freq = 1.0 / np.asarray(x.inv_freq[:n])
    return PulsarData(
        name=model.psr,
        barycentric=times.add_seconds(toas.tdb, -_delay_before_binary(model, anchor.state.delays)[:n]),
        tdb=toas.tdb,
        freq_hz=toas.freq_hz,
        barycentric_freq_hz=freq,
        error_s=toas.error_s,
        scaled_error_s=np.asarray(anchor.noise.sigma[:n]),
        residual_s=residuals_at_anchor(model, anchor).time_s,
        direction=np.asarray(x.n[:n]),
        theta_rad=theta,
        phi_rad=phi,
        obs_ls=toas.r_obs,
        obs_velocity_c=toas.v_obs,
        sun_ls=bodies.pop("sun"),
        planets_ls=bodies if toas.planets else {},
        backend=receiver_names(toas),
        site=np.array(toas.site_names, dtype=np.str_),
        ephem=toas.ephem,
    )


def _delay_before_binary(model: TimingModel, delays: tuple[tuple[str, Float[Toa]], ...]) -> Float[Toa]:
    """The sum of the delays before that of the binary, or of all without a binary."""
    orbits = {component.name for component in model.components if is_binary_model(component)}
    total = 0.0 * delays[0][1]
    for name, delay in delays:
        if name in orbits:
            break
        total = total + delay
    return total


def sky_angles(model: TimingModel) -> tuple[float, float]:
    """Angle from the north celestial pole, and right ascension, rad."""
    if not {"RAJ", "ELONG"} & model.entries.keys():
        return float("nan"), float("nan")
    unit = direction(model.kernel_values, model.settings.ecl)
    return acos(float(unit[2])), atan2(float(unit[1]), float(unit[0])) % (2.0 * pi)
