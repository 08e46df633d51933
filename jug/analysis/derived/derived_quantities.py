"""Quantities that follow from a model's parameters, with uncertainties propagated through the full covariance.

Masses: mass function (4 pi^2 / T_sun) x^3 / PB^2 = (M2 sin i)^3 / (M1 + M2)^2; the companion's mass for a pulsar of 1.4
solar masses seen edge on (minimum) and at 60 deg (median of random orientations); the total mass from OMDOT by general
relativity. `jug.analysis.derived.spin_down` has the quantities of every pulsar,
`jug.analysis.derived.electron_density` the distance from DM.
"""

from importlib.util import find_spec
from math import atan2, degrees, exp, hypot, isfinite, nan, pi, pow, radians, sin, sqrt
from typing import NamedTuple

from jug.analysis.derived.galaxy import galactic, line_of_sight_acceleration
from jug.analysis.derived.spin_down import DerivedRule, kpc, shklovskii, spin_rules
from jug.analysis.derived.undetermined_quantities import (
    parallax_changes,
    uncertainty_of,
    undetermined_parameters,
    undetermined_quantities,
    weak_parallax,
)
from jug.conversion.error_propagation import NamedNumbers, jacobian, model_of, parameters_read_by, propagation
from jug.core.arguments.named import no_such_name
from jug.core.constants import DAY, T_SUN, YEAR
from jug.core.display.fields_shown import fields_text
from jug.core.display.shown import TextRow, as_html, as_text
from jug.errors import NoSuchNameError
from jug.fitting.result.fit_result import FitResult
from jug.model.components import no_position
from jug.model.direction import direction
from jug.model.timing_model import TimingModel
from jug.text.value_with_error import with_error

MEDIAN_DEG = 60.0
"""Inclination, deg, of the median companion mass: half of all orbits in space are more inclined."""


class Derived(NamedTuple):
    """A derived quantity.

    Attributes
    ----------
    value : float
        In `unit`.
    error : float or None
        Its uncertainty; None if none of its parameters has one, or if the quantity does not exist when a parameter
        changes by a tenth of its uncertainty.
    unit, doc : str
        Unit of both, and a description of the quantity.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> age = jug.derived(model)["AGE"]
    >>> f"{age.value:.2e} {age.unit}"
    '8.25e+08 yr'
    """

    value: float
    error: float | None
    unit: str
    doc: str

    def __repr__(self) -> str:
        return fields_text(self)


WITH_AGE = ("B_SURFACE", "EDOT")
"""Quantities that exist only if AGE does; if they are absent, one sentence covers all three."""


def _pb(v: NamedNumbers) -> float:
    """Orbital period, s."""
    return v["PB"] * DAY if "PB" in v else 1.0 / v["FB0"]


def _mass_function(v: NamedNumbers) -> float:
    """Solar masses."""
    from jug.model.mass_function import mass_function  # only binaries need it

    return mass_function(v["A1"], _pb(v))


def _companion_mass(v: NamedNumbers, sini: float) -> float:
    """Mass of the companion of a pulsar of 1.4 solar masses, solar masses."""
    from jug.model.mass_function import companion_mass

    return companion_mass(_mass_function(v), sini)


def _sini(v: NamedNumbers) -> float:
    if "SHAPMAX" in v and not v.get("SINI"):
        return 1.0 - exp(-v["SHAPMAX"])
    if "STIGMA" in v:
        return 2.0 * v["STIGMA"] / (1.0 + v["STIGMA"] ** 2)
    return sin(radians(v["KIN"])) if "KIN" in v else v["SINI"]


def _m2(v: NamedNumbers) -> float:
    return v["H3"] / v["STIGMA"] ** 3 / T_SUN if "STIGMA" in v else v["M2"]


def _pulsar_mass(v: NamedNumbers) -> float:
    """Mass from mass function and Shapiro delay (nan if M2 or sin i is not above 0); for DDGR, MTOT minus M2."""
    if "MTOT" in v:
        return v["MTOT"] - v["M2"]
    m2, sini = _m2(v), _sini(v)
    return sqrt((m2 * sini) ** 3 / _mass_function(v)) - m2 if m2 > 0.0 and sini > 0.0 else nan


def _eccentricity(v: NamedNumbers) -> float:
    return hypot(v["EPS1"], v["EPS2"]) if "EPS1" in v else v["ECC"]


def _total_mass(v: NamedNumbers) -> float:
    """OMDOT = 3 n^(5/3) (T_sun M)^(2/3) / (1 - e^2)."""
    n = 2.0 * pi / _pb(v)
    rate = radians(v["OMDOT"]) / YEAR
    return pow(rate * (1.0 - _eccentricity(v) ** 2) / (3.0 * n ** (5.0 / 3.0)), 1.5) / T_SUN


def _shklovskii(v: NamedNumbers) -> float:
    return shklovskii(v) * _pb(v)


_LENS = ("M2|H3", "SINI|STIGMA|KIN|SHAPMAX|MTOT")
_DISTANCE = ("PX",)


def derived_rules(model: TimingModel) -> dict[str, DerivedRule]:
    """List the rule of every quantity, also of those whose parameters the model lacks.

    Parameters
    ----------
    model : TimingModel
        Without a position there is no rule that uses the direction to the pulsar or its motion; without PX nothing is
        subtracted from a derivative.

    Returns
    -------
    dict of str to DerivedRule
        By name.
    """
    median = sin(radians(MEDIAN_DEG))
    period = ("PB|FB0", "A1")
    place = _place(model)
    rules = spin_rules(place, moving=bool(model.values.get("PX"))) | {
        "MASS_FUNCTION": ("Msun", "mass function", period, _mass_function),
        "M2_MIN": ("Msun", "least companion mass, pulsar of 1.4", period, lambda v: _companion_mass(v, 1.0)),
        "M2_MEDIAN": ("Msun", "companion mass at 60 deg, pulsar of 1.4", period, lambda v: _companion_mass(v, median)),
        "MP": ("Msun", "pulsar mass from the Shapiro delay or MTOT", (*period, *_LENS), _pulsar_mass),
        "MTOT_OMDOT": ("Msun", "total mass from OMDOT", (*period, "OMDOT", "ECC|EPS1"), _total_mass),
        "ECC_EPS": ("", "eccentricity", ("EPS1",), _eccentricity),
        "OM_EPS": ("deg", "longitude of periastron", ("EPS1",), lambda v: degrees(atan2(v["EPS1"], v["EPS2"])) % 360.0),
        "DISTANCE": ("kpc", "distance from the parallax", _DISTANCE, kpc),
    }
    if place is None:
        return rules
    l_rad, b_rad = place

    def galaxy(v: NamedNumbers) -> float:
        return line_of_sight_acceleration(l_rad, b_rad, kpc(v)) * _pb(v)

    def intrinsic(v: NamedNumbers) -> float:
        return v["PBDOT"] - _shklovskii(v) - galaxy(v)

    return rules | {
        "PBDOT_SHKLOVSKII": ("", "PBDOT by the transverse motion", ("PB|FB0", *_DISTANCE), _shklovskii),
        "PBDOT_GALAXY": ("", "PBDOT by acceleration in the Galaxy", ("PB|FB0", *_DISTANCE), galaxy),
        "PBDOT_INTRINSIC": ("", "PBDOT less both", ("PB|FB0", "PBDOT", *_DISTANCE), intrinsic),
    }


def _place(model: TimingModel) -> tuple[float, float] | None:
    """Galactic longitude and latitude, rad; None without a position."""
    if no_position.COMPONENT in model.components:
        return None
    return galactic(direction(model.kernel_values, model.settings.ecl))


class DerivedQuantities(dict[str, Derived]):
    """Derived quantities by name, and the reasons why others are absent.

    Attributes
    ----------
    absent : dict of str to str
        By name, a sentence for each quantity that does not exist for the model's values or is undetermined.
    """

    def __init__(self) -> None:
        super().__init__()
        self.absent: dict[str, str] = {}

    def __repr__(self) -> str:
        return as_text(*self._shown())

    def _repr_html_(self) -> str:
        return as_html(*self._shown())

    def _shown(self) -> tuple[str, list[TextRow]]:
        return "Derived quantities", [
            (name, repr(one.value) if one.error is None else with_error(one.value, one.error), one.unit, one.doc)
            for name, one in self.items()
        ]

    def __missing__(self, name: object) -> Derived:
        """Raise an error that says why a quantity is absent, or lists the existing ones."""
        if isinstance(name, str) and name in self.absent:
            raise NoSuchNameError(self.absent[name])
        raise no_such_name("derived quantity", name, self)


def derived(source: TimingModel | FitResult) -> DerivedQuantities:
    """Compute all quantities that can be derived from a model's parameters.

    Parameters
    ----------
    source : TimingModel or FitResult
        For a fit its covariance is used; for a model the uncertainties are taken as independent.

    Returns
    -------
    DerivedQuantities
        A dict of `Derived` by name. A quantity whose parameters are zero or not in the model is absent. A quantity that
        does not exist for their values (a pulsar mass with M2 below 0), or depends on a parameter that is undetermined
        according to the verdict on the fit, or on a PX below 3 times its uncertainty, is in the attribute ``absent``.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("J0613-sim")[0])
    >>> found = jug.derived(model)
    >>> found["MASS_FUNCTION"].unit
    'Msun'
    """
    model = model_of(source)
    v = {name: float(value) for name, value in model.values.items() if not model.entries[name].word}
    uncertain = propagation(source)
    rules = {
        name: rule
        for name, rule in derived_rules(model).items()
        if all(any(v.get(key, 0.0) != 0.0 for key in need.split("|")) for need in rule[2])
    }
    out = DerivedQuantities()
    changes = parallax_changes(rules, v, uncertain)
    out.absent.update(weak_parallax(rules, v, uncertain, changes) | undetermined_quantities(source, rules, v))
    rules = {name: rule for name, rule in rules.items() if name not in out.absent}
    values = {name: _number(rule, v) for name, rule in rules.items()}

    def of(moved: NamedNumbers) -> dict[str, float]:
        plain = {key: float(x) for key, x in moved.items()}
        return {name: _number(rule, plain) for name, rule in rules.items()}

    names, matrix = jacobian(of, parameters_read_by((rule[3] for rule in rules.values()), v), uncertain)
    for name, row in zip(names, matrix, strict=True):
        unit, doc, needs, _ = rules[name]
        if not isfinite(values[name]):
            if name not in WITH_AGE:
                out.absent[name] = _sentence(name, doc, needs, v)
            continue
        error, remark = uncertainty_of(row, uncertain, changes.get(name, 0.0))
        out[name] = Derived(values[name], error, unit, doc + remark)
    _add_distance_of_dm(out, source, model)
    return out


def _add_distance_of_dm(out: DerivedQuantities, source: TimingModel | FitResult, model: TimingModel) -> None:
    """Add DISTANCE_DM, or the reason why it is absent, if pygedm is installed."""
    dm, place = model.values.get("DM", 0.0), _place(model)
    if not place or dm <= 0.0 or "DM" in undetermined_parameters(source) or find_spec("pygedm") is None:
        return
    from jug.analysis.derived.electron_density import MODEL, distance_of_dm

    far = distance_of_dm(dm, *place)
    if isinstance(far, str):
        out.absent["DISTANCE_DM"] = f"DISTANCE_DM is left out: {far}."
    else:
        out["DISTANCE_DM"] = Derived(far, None, "kpc", f"distance from DM ({MODEL.upper()})")


def _number(rule: DerivedRule, v: NamedNumbers) -> float:
    """The value of a quantity, nan if it does not exist or is too large for a float64."""
    try:
        value = rule[3](v)
    except (ValueError, ArithmeticError, KeyError):
        return nan
    return value if isfinite(value) else nan


def _sentence(name: str, doc: str, needs: tuple[str, ...], v: NamedNumbers) -> str:
    keys = [key for need in needs for key in need.split("|") if key in v]
    given = ", ".join(f"{key} {v[key]:.6g}" for key in keys)
    if name == "AGE":
        why = "PX is below 0" if v.get("PX", 0.0) < 0.0 else "the period does not grow by itself"
        return f"AGE, {', '.join(WITH_AGE)} do not exist for {given}: {why}."
    return f"{name} ({doc}) does not exist for {given}, and is left out."
