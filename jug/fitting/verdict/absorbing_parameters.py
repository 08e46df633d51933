"""The absent or fixed parameters that would absorb a signal in the residuals."""

import numpy as np

from jug.core.array import Float, K, Toa
from jug.errors import JugError
from jug.fitting.verdict.extended_equations import normal_equations_with
from jug.fitting.verdict.fit_end import FitEnd
from jug.fitting.verdict.left_signals import FoundSignal
from jug.fitting.verdict.signals import TriedSignals
from jug.model.evaluation.design_matrix import design_matrix
from jug.model.timing_model import TimingModel

ABSORBING_POSITION = "RAJ+DECJ ELONG+ELAT PMRA+PMDEC PMELONG+PMELAT PX"
ABSORBING_ORBIT = "PB A1 T0 TASC ECC+OM EPS1+EPS2 PBDOT A1DOT OMDOT EDOT EPS1DOT+EPS2DOT GAMMA M2 M2+SINI"
ABSORBING_OTHERS = "F0 F1 F2 F2+F3 F3 DM DM1 DM2 FD1 NE_SW"
GROUPS = tuple(tuple(word.split("+")) for word in f"{ABSORBING_POSITION} {ABSORBING_ORBIT} {ABSORBING_OTHERS}".split())
"""Parameters that are tried, groups joined by +; fitted ones are left out."""

OF_OWN_TERM = ("FD1", "NE_SW")
"""Parameters that are tried even where the model does not have their term."""

OF_DISPERSION = ("DM", "DM1", "DM2", "FD1")
"""Parameters that need several frequencies: at one frequency DM1 has the effect of F0, DM2 that of F1."""

ONE_BAND_SHARE = 0.01
"""Frequencies count as one if their 1/f^2 differ by at most this share."""

LEFT_SHARE = 0.3
"""A parameter absorbs a signal if less than this share of the signal's decrease of chi2 is left."""

AS_LIKELY = 5.0
"""Parameters count as equally likely if their decrease of chi2 is at most this much below the best."""

MOST_NAMED = 3
"""Largest number of equally likely parameters that are named."""

PENALTY = 6.0
"""A group of two parameters must lower chi2 by this much more than one parameter."""


def absorbing_parameters(end: FitEnd, tried: TriedSignals, found: tuple[FoundSignal, ...]) -> tuple[str, ...]:
    """Find the parameters that would absorb signals.

    Parameters
    ----------
    end : FitEnd
    tried : TriedSignals
    found : tuple of FoundSignal

    Returns
    -------
    tuple of str
        For each signal a parameter, or two (``PMRA and PMDEC``), or "" where none absorbs it, and for offsets. Equally
        likely ones are named together (``PX or FD1``); where some of them are in the par file, only these.
    """
    if all(one.signal.is_offset for one in found):
        return ("",) * len(found)
    names, columns = _absent_columns(end)
    fitted = set(end.model.free)
    open_groups = (tuple(name for name in group if name not in fitted) for group in GROUPS)
    groups = [group for group in dict.fromkeys(open_groups) if group and set(group) <= set(names)]
    if not groups:
        return ("",) * len(found)
    extended = normal_equations_with(end, np.column_stack([tried.columns, columns]))
    rest, before = extended.rest(extended.extra), tried.columns.shape[1]
    out, model, one_frequency = [], end.model, _is_at_one_frequency(end)
    for one in found:
        if one.signal.is_offset:
            out.append("")
            continue
        alone = rest.gain(one.signal.at, 1e-9)
        gains = dict[str, tuple[bool, float]]()
        for group in groups:
            if group == ("M2",) and not model.values.get("SINI"):
                continue  # no TOA depends on M2 then
            if one.signal.kind != "chromatic" and one_frequency and group[0] in OF_DISPERSION:
                continue
            at = np.array([before + names.index(name) for name in group])
            gain = rest.gain(at, 1e-9) - PENALTY * len(group)
            if rest.without(at).gain(one.signal.at, 1e-9) < LEFT_SHARE * alone:
                gains[" and ".join(group)] = (group_in_file(model, group), gain)
        out.append(_best_names(gains))
    return tuple(out)


def group_in_file(model: TimingModel, names: tuple[str, ...]) -> bool:
    """Whether each of some parameters has a line in the par file; defaults, as GAMMA of BT, have none.

    Parameters
    ----------
    model : TimingModel
    names : tuple of str

    Returns
    -------
    bool
    """
    return all(name in model.entries and model.entries[name].line is not None for name in names)


def _best_names(gains: dict[str, tuple[bool, float]]) -> str:
    """Parameters with a gain within `AS_LIKELY` of the largest, joined by "or"; only those of the par file if any."""
    least = max((gain for _, gain in gains.values()), default=0.0) - AS_LIKELY
    near = {name: known for name, (known, gain) in gains.items() if gain >= least}
    wanted = [name for name, known in near.items() if known] or list(near)
    wanted.sort(key=lambda name: -gains[name][1])
    return " or ".join(
        name for name in wanted[:MOST_NAMED] if not any(set(one.split()) < set(name.split()) for one in wanted)
    )


def _is_at_one_frequency(end: FitEnd) -> bool:
    """Whether the TOAs are at one frequency, and have no measured DM."""
    inverse = np.asarray(end.toas.freq_hz) ** -2.0
    return end.residuals.dm is None and bool(np.ptp(inverse) <= ONE_BAND_SHARE * np.max(inverse))


def _absent_columns(end: FitEnd) -> tuple[list[str], Float[Toa, K]]:
    """The parameters that are absent or fixed, and their columns, turns (and pc cm^-3) per unit."""
    model, fitted = end.model, set(end.model.free)
    for group in GROUPS:
        for name in group:
            model = _with_parameter(model, name)
    if {"M2", "SINI"} <= set(model.entries) and model.values["M2"] == model.values["SINI"] == 0.0:
        model = model.with_values({"SINI": 0.9})  # the column of M2 is zero at SINI 0; M2 is zero
    names = [name for group in GROUPS for name in group if name in model.entries]
    names = [name for name in dict.fromkeys(names) if name not in fitted and model.entries[name].param.fit]
    rows = len(end.toas) * (1 if end.residuals.dm is None else 2)
    if not names:
        return [], np.zeros((rows, 0))
    found = design_matrix(model.with_free(names), end.toas)
    at = [found.names.index(name) for name in names]
    columns = found.matrix[:, at] * np.asarray(end.residuals.rate_hz)[:, None]
    return names, columns if found.dm is None else np.concatenate([columns, found.dm[:, at]])


def _with_parameter(model: TimingModel, name: str) -> TimingModel:
    """The model with one more parameter at zero, where the parameter can be added."""
    known = {param.name for c in model.components for param in c.params}
    if name in model.entries or not (name in OF_OWN_TERM or {name, name.rstrip("0123456789")} & known):
        return model
    try:
        return model.add(f"{name} 0", free=False)
    except JugError:
        return model
