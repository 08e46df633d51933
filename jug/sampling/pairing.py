"""Pairs of a factor and of noise that is added to the same TOAs, and noise without such a factor, in a vector."""

from collections.abc import Sequence

import numpy as np

from jug.core.array import Float, Parameter, Toa
from jug.core.constants import DAY
from jug.model.epochs import find_epochs
from jug.model.evaluation.wideband import measured_dms
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.selection import mask
from jug.obs.toas import TOAs
from jug.sampling.coordinates import LOG10
from jug.sampling.lone_scatter import LoneScatter, lone_scatter
from jug.sampling.prior_vector import Element
from jug.sampling.white_pairs import WhitePairs, white_pairs

MULTIPLIED = {"EQUAD": ("INSIDE", "TEMPO2"), "TNEQ": ("INSIDE",)}
"""Words of the convention ``EQUAD`` with which EFAC multiplies each of these."""

ADDED_TO = {"EFAC": ("EQUAD", "TNEQ"), "DMEFAC": ("DMEQUAD",)}
"""Keywords of the noise that is added to the uncertainties which a factor multiplies."""

SAMPLED_ALONE = ("EQUAD", "TNEQ", "DMEQUAD", "ECORR")
MICROSECOND = 1e-6
"""One microsecond, s."""

UNITS_S = {"EQUAD": MICROSECOND, "ECORR": MICROSECOND}
"""Units in s; DMEQUAD is in pc cm^-3 as its uncertainties are, TNEQ the logarithm of s."""


def pairs_of(model: TimingModel, toas: TOAs, entries: list[Entry], elements: tuple[Element, ...]) -> WhitePairs:
    """Find each EFAC and EQUAD (or TNEQ), DMEFAC and DMEQUAD of one selection, and make their transform.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    entries : list of Entry
        Of the elements.
    elements : tuple of Element

    Returns
    -------
    WhitePairs
    """
    index_in_u, units, inside, counts = [], [], [], []
    for i, j in factors_with_sizes(entries):
        name = entries[j].param.name
        errors = errors_under(model, entries[i], toas)
        index_in_u.append((i, j))
        units.append((0.0, _unit(name, float(np.median(errors)))))
        inside.append(is_multiplied(model, name))
        counts.append(len(errors))
    units_of_pairs = np.array(units).reshape(-1, 2).T
    return white_pairs(index_in_u, _edges(elements), _log10(entries, elements), units_of_pairs, inside, counts)


def factors_with_sizes(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Find each factor of uncertainties and the line of noise added to the same selection, where there is only one.

    Parameters
    ----------
    entries : sequence of Entry

    Returns
    -------
    list of (int, int)
        Places of EFAC and of EQUAD or TNEQ, or of DMEFAC and DMEQUAD.
    """
    found = []
    for i, factor in enumerate(entries):
        added = ADDED_TO.get(factor.param.name, ())
        partners = [j for j, e in enumerate(entries) if e.param.name in added and e.selector == factor.selector]
        if len(partners) == 1:
            found.append((i, partners[0]))
    return found


def lone_scatter_of(
    model: TimingModel, toas: TOAs, entries: list[Entry], elements: tuple[Element, ...], pairs: WhitePairs
) -> LoneScatter:
    """Find each EQUAD (or TNEQ, DMEQUAD) without its factor in the vector, and each ECORR, and make their transform.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    entries : list of Entry
        Of the elements.
    elements : tuple of Element
    pairs : WhitePairs
        The pairs, whose members are left out.

    Returns
    -------
    LoneScatter
    """
    paired = set(pairs.index_in_u[1].tolist())
    index_in_u = [i for i, e in enumerate(entries) if e.param.name in SAMPLED_ALONE and i not in paired]
    units, counts = [], []
    for e in (entries[i] for i in index_in_u):
        errors = errors_under(model, e, toas)
        factors = [f for f in model.entries.values() if f.param.name == "EFAC" and f.selector == e.selector]
        factor = float(factors[0].value.hi) if factors and not is_multiplied(model, e.param.name) else 1.0
        units.append(_unit(e.param.name, (factor or 1.0) * float(np.median(errors))))
        counts.append(len(errors))
    return lone_scatter(index_in_u, _edges(elements), _log10(entries, elements), units, counts)


def is_multiplied(model: TimingModel, name: str) -> bool:
    """Whether the factor of the same selection also multiplies the noise that is added to the uncertainties.

    Parameters
    ----------
    model : TimingModel
    name : str
        EQUAD, TNEQ or DMEQUAD.

    Returns
    -------
    bool
    """
    return name == "DMEQUAD" or model.settings.conventions.get("EQUAD", "INSIDE") in MULTIPLIED.get(name, ())


def errors_under(model: TimingModel, e: Entry, toas: TOAs) -> Float[Toa]:
    """Return the uncertainties that a line changes: of its TOAs, of measured DMs, or for ECORR of means over epochs.

    Parameters
    ----------
    model : TimingModel
    e : Entry
        Of a factor, an EQUAD or an ECORR.
    toas : TOAs

    Returns
    -------
    (n,) array
        s or pc cm^-3.
    """
    chosen = np.flatnonzero(mask(e.selector, toas)) if e.selector else np.arange(len(toas))
    if e.param.name in ("DMEFAC", "DMEQUAD"):
        found = measured_dms(model, toas)
        return found.error[chosen] if found and len(chosen) else np.ones(1)
    if e.param.name == "ECORR":
        means = [np.sum(toas.error_s[rows] ** -2.0) ** -0.5 for rows in find_epochs(toas.tdb_mjd * DAY, chosen)]
        return np.array(means) if means else toas.error_s
    return toas.error_s[chosen] if len(chosen) else toas.error_s


def _unit(name: str, typical: float) -> float:
    """log of the unit of a parameter, or of TNEQ = 10^0 s, over a typical uncertainty."""
    return float(np.log(UNITS_S.get(name, 1.0) / typical))


def _edges(elements: tuple[Element, ...]) -> tuple[Float[Parameter], Float[Parameter]]:
    return np.array([e.low for e in elements]), np.array([e.high for e in elements])


def _log10(entries: list[Entry], elements: tuple[Element, ...]) -> list[bool]:
    return [e.coordinate is LOG10 or entry.param.name == "TNEQ" for e, entry in zip(elements, entries, strict=True)]
