"""Which EFAC and EQUAD of a vector belong together, and which EQUADs are alone."""

import numpy as np

from jug.core.array import Float, Parameter, Toa
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.selection import mask
from jug.obs.toas import TOAs
from jug.sampling.coordinates import LOG10
from jug.sampling.lone_scatter import LoneScatter, lone_scatter
from jug.sampling.prior_vector import Element
from jug.sampling.white_pairs import WhitePairs, white_pairs

MULTIPLIED = {"EQUAD": ("INSIDE", "TEMPO2"), "TNEQ": ("INSIDE",)}
"""Words of the convention ``EQUAD`` with which EFAC multiplies them."""
MICROSECOND = 1e-6


def pairs_of(model: TimingModel, toas: TOAs, entries: list[Entry], elements: tuple[Element, ...]) -> WhitePairs:
    """Find each EFAC and EQUAD (or TNEQ) of one selection, and make their transform.

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
    word = model.settings.conventions.get("EQUAD", "INSIDE")
    places, units, inside, counts = [], [], [], []
    for i, factor in enumerate(entries):
        if factor.param.name != "EFAC":
            continue
        partners = [j for j, e in enumerate(entries) if e.param.name in MULTIPLIED and e.selector == factor.selector]
        if len(partners) != 1:
            continue
        name = entries[partners[0]].param.name
        errors = _errors(factor, toas)
        places.append((i, partners[0]))
        units.append((0.0, _unit(name, float(np.median(errors)))))
        inside.append(word in MULTIPLIED[name])
        counts.append(len(errors))
    units_of_pairs = np.array(units).reshape(-1, 2).T
    return white_pairs(places, _edges(elements), _log10(entries, elements), units_of_pairs, inside, counts)


def alone_of(
    model: TimingModel, toas: TOAs, entries: list[Entry], elements: tuple[Element, ...], pairs: WhitePairs
) -> LoneScatter:
    """Find each EQUAD (or TNEQ) without an EFAC in the vector, and make their transform.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    entries : list of Entry
        Of the elements.
    elements : tuple of Element
    pairs : WhitePairs
        Those that have one.

    Returns
    -------
    LoneScatter
    """
    word = model.settings.conventions.get("EQUAD", "INSIDE")
    paired = set(pairs.places[1].tolist())
    places = [i for i, e in enumerate(entries) if e.param.name in MULTIPLIED and i not in paired]
    units, counts = [], []
    for e in (entries[i] for i in places):
        errors = _errors(e, toas)
        factors = [f for f in model.entries.values() if f.param.name == "EFAC" and f.selector == e.selector]
        factor = float(factors[0].value.hi) if factors and word not in MULTIPLIED[e.param.name] else 1.0
        units.append(_unit(e.param.name, (factor or 1.0) * float(np.median(errors))))
        counts.append(len(errors))
    return lone_scatter(places, _edges(elements), _log10(entries, elements), units, counts)


def _errors(e: Entry, toas: TOAs) -> Float[Toa]:
    """Uncertainties of the TOAs of a line, s; of all TOAs where it has none."""
    errors = toas.error_s[mask(e.selector, toas)] if e.selector else toas.error_s
    return errors if len(errors) else toas.error_s


def _unit(name: str, typical_s: float) -> float:
    """log of EQUAD in its unit, or of TNEQ = 10^0 s, over a typical uncertainty."""
    return float(np.log((MICROSECOND if name == "EQUAD" else 1.0) / typical_s))


def _edges(elements: tuple[Element, ...]) -> tuple[Float[Parameter], Float[Parameter]]:
    return np.array([e.low for e in elements]), np.array([e.high for e in elements])


def _log10(entries: list[Entry], elements: tuple[Element, ...]) -> list[bool]:
    return [e.coordinate is LOG10 or entry.param.name == "TNEQ" for e, entry in zip(elements, entries, strict=True)]
