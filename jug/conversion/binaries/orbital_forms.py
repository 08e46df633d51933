"""Conversion between the parameters of each binary model and those of one general orbit: numbers in par units, epochs
in days from the epoch of the old model.

The general orbit is eccentric: T0, PB or FB0, ECC, OM, OMDOT, EDOT, and the other parameters of DD, with M2 and SINI
for the companion. `laplace_elements` has the relations to low-eccentricity orbits,
`companion_forms` those of the Shapiro delay, masses and orientation. A parameter for which a form has no
keyword is left out; the change of the residuals shows the size of its effect.
"""

from collections.abc import Callable

from jug.conversion.binaries.companion_forms import from_companion, to_companion, with_first_harmonics
from jug.conversion.binaries.laplace_elements import from_laplace, to_laplace
from jug.conversion.binaries.left_out_term import leaves_out, left_out_rate
from jug.conversion.binaries.orbit_values import OrbitValues, orbits_per_day, set_frequency
from jug.conversion.error_propagation import NamedNumbers

LOW_ECCENTRICITY_MODELS = frozenset(["ELL1", "ELL1H", "ELL1K"])
ECCENTRIC_MODELS = frozenset(["BT", "DD", "DDS", "DDH", "DDK", "DDGR", "MSS", "T2"])
FORMS = tuple(sorted(LOW_ECCENTRICITY_MODELS | ECCENTRIC_MODELS))
"""Binary models between which jug converts; a T2 only with one orbit and without jumps."""

LAPLACE_NAMES = ("TASC", "EPS1", "EPS2", "EPS1DOT", "EPS2DOT")
"""Parameters that two forms of low eccentricity share where both leave the same term out of the delay."""

Map = Callable[[NamedNumbers], OrbitValues]


def conversion(
    source: str, target: str, kom: float, f0: float, absorbed: bool = False, turns: int | None = None
) -> Map:
    """Return the map from the parameters of one form to those of another.

    Parameters
    ----------
    source, target : str
        Forms, in capitals.
    kom : float
        Position angle of the node (deg) for DDK, when the model has none.
    f0 : float
        Spin frequency, Hz.
    absorbed : bool
        Whether STIGMA of an ELL1H model leaves the first two harmonics to the orbit (``ELL1H_SHAPIRO ABSORBED``).
        STIGMA of T2 and H4 always do.
    turns : int, optional
        Half turns of an eccentricity that is small compared with its change (`jug.conversion.binaries.radial_drift`).

    Returns
    -------
    callable
        From parameters by name to parameters by name. ``F0`` is the change of the spin frequency, Hz.
    """

    def convert(v: NamedNumbers) -> OrbitValues:
        orbit = {name: value for name, value in v.items() if name != "F0"}
        if "TASC" in orbit and (absorbed or source == "T2" or "H4" in orbit):
            orbit = with_first_harmonics(orbit)
        out = _special(target, _general(source, orbit, turns), kom)
        rate = 0.0
        if leaves_out(source, v) and leaves_out(target, out):
            out.update({name: orbit[name] for name in LAPLACE_NAMES if name in orbit})
        else:
            rate = left_out_rate(source, v) - left_out_rate(target, out)
        if rate:
            set_frequency(out, orbits_per_day(out) * (1.0 - rate))
        out["F0"] = v["F0"] - f0 * rate
        return out

    return convert


def _general(form: str, v: NamedNumbers, turns: int | None) -> OrbitValues:
    """The general orbit of a model's parameters; InputError if the Shapiro delay does not determine the masses."""
    out = dict(v)
    if "TASC" in out:
        out = from_laplace(form, out, turns)
    return from_companion(form, out)


def _special(form: str, orbit: OrbitValues, kom: float) -> OrbitValues:
    """The parameters of a form from the general orbit; ``kom`` is KOM of DDK (deg) where the orbit has none."""
    out = to_companion(form, dict(orbit), kom)
    return to_laplace(form, out) if form in LOW_ECCENTRICITY_MODELS else out
