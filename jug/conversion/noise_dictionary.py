"""Noise dictionaries of enterprise: ``{pulsar}_{backend}_efac`` and the like, to and from the noise lines of a model.

`jug.conversion.enterprise_keys` has the names. Read besides them are ``log10_equad`` (before enterprise 3.3 that of
tnequad), and discovery's ``rednoise_``, ``dmgp_`` and ``chromgp_``.

A backend is the value of the flag that a line selects by. The names are those of enterprise (Ellis et al. 2020) and
discovery.
"""

from collections.abc import Callable, Mapping
from math import inf, isfinite, log10

import numpy as np

from jug.conversion.enterprise_keys import PROCESS_HEADS, dm_shift, enterprise_key
from jug.errors import InputError, Where
from jug.model.noise.fourier import RNAMP_TO_A
from jug.model.noise.white import LEAST_FACTOR
from jug.model.parameters import Entry
from jug.model.reading.absent_processes import NONE_BELOW
from jug.model.timing_model import TimingModel

BACKEND_ENDINGS = {
    "_efac": "EFAC",
    "_log10_t2equad": "EQUAD",
    "_log10_tnequad": "EQUAD",
    "_log10_equad": "EQUAD",
    "_log10_ecorr": "ECORR",
    "_dmefac": "DMEFAC",
    "_log10_dmequad": "DMEQUAD",
}
"""Ends of the keys of a backend, and the keyword of each."""

ALL_HEADS = {**PROCESS_HEADS, "rednoise": "TNRED", "dmgp": "TNDM", "chromgp": "TNCHROM"}
"""Beginnings of the keys of a process, of enterprise and of discovery, and the beginning of its keywords."""


def dictionary_of(model: TimingModel) -> tuple[dict[str, float], tuple[str, ...]]:
    """Return the noise of a model as a dictionary of enterprise.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    content : dict of str to float
        In enterprise's units: factors, and logarithms of sizes.
    left_out : tuple of str
        Lines that have no such key: other noise, selections by anything but a flag, and sizes of 0.
    """
    content, left_out = {}, []
    for e in model.entries.values():
        if not e.param.sampled:
            continue
        key, value = enterprise_key(model, e), float(e.value.hi)
        if key is None or (key.log10 and value <= 0.0):
            left_out.append(e.label)
        else:
            content[f"{model.psr}_{key.name}"] = float(key.of(np.array([value]))[0])
    return content, tuple(left_out)


def with_dictionary(
    model: TimingModel, content: Mapping[str, float], where: Callable[[str], Where | None] = lambda key: None
) -> TimingModel:
    """Set the noise lines of a model to the values of a dictionary of enterprise.

    Parameters
    ----------
    model : TimingModel
    content : dict of str to float
        In enterprise's units: factors, and logarithms of sizes.
    where : callable
        The place of a key, for messages.

    Returns
    -------
    TimingModel
        A copy; lines without a key stay as they are.

    Raises
    ------
    InputError
        Keys that belong to no line of the model, all of them named; a value that its line cannot have.
    """
    values: dict[str, float] = {}
    unmatched, head = [], f"{model.psr}_"
    for key in sorted(content, key=lambda key: not key.endswith("efac")):  # EFAC first: tnequad is divided by it
        found = _read(model, key.removeprefix(head), _float(content[key]), values) if key.startswith(head) else {}
        for name, value in found.items():
            if allowed := _allowed_instead(model.entries[name], value):
                why = f"{key} makes {model.entries[name].label} {value:g}, which must be {allowed}"
                raise InputError(why, where(key), "correct the value")
        values.update(found)
        unmatched += [] if found else [key]
    if unmatched:
        why = f"no noise line of PSR {model.psr} for {', '.join(sorted(unmatched))}"
        hint = "take the keys out, or add the lines (jug noise --add, model.add_noise)"
        raise InputError(why, where(unmatched[0]), hint)
    return model.with_values(values)


def _float(value: float) -> float:
    """The nearest float64; infinite for an integer beyond its range."""
    try:
        return float(value)
    except OverflowError:
        return inf


def _ten_to(exponent: float) -> float:
    """The power of 10; infinite beyond the range of float64."""
    try:
        return float(10.0**exponent)
    except OverflowError:
        return inf


def _allowed_instead(e: Entry, value: float) -> str:
    """The values that a line can have, in words; empty where this is one of them."""
    low, high = e.param.bounds
    if e.param.name in ("EFAC", "DMEFAC"):
        low = LEAST_FACTOR
    elif e.param.name == "TNEQ" or (e.param.name.endswith("AMP") and e.param.name != "RNAMP"):
        low = NONE_BELOW
    if isfinite(value) and (low is None or value >= low) and (high is None or value <= high):
        return ""
    if low is None:
        return "a number" if high is None else f"at most {high:g}"
    return f"at least {low:g}" if high is None else f"from {low:g} to {high:g}"


def _read(model: TimingModel, key: str, value: float, known: Mapping[str, float]) -> dict[str, float]:
    """The value of the parameter that a key means; none where the model has no such line."""
    for head, prefix in ALL_HEADS.items():
        if key == f"{head}_log10_A" and f"{prefix}AMP" in model.entries:
            return {f"{prefix}AMP": value - dm_shift(model, prefix)}
        if key == f"{head}_gamma" and f"{prefix}GAM" in model.entries:
            return {f"{prefix}GAM": value}
        if prefix == "TNRED" and key == f"{head}_log10_A" and "RNAMP" in model.entries:
            return {"RNAMP": _ten_to(value) / RNAMP_TO_A}
        if prefix == "TNRED" and key == f"{head}_gamma" and "RNIDX" in model.entries:
            return {"RNIDX": -value}
    for ending, keyword in BACKEND_ENDINGS.items():
        if key.endswith(ending):
            return _of_backend(model, key.removesuffix(ending), ending, keyword, value, known)
    return {}


def _of_backend(
    model: TimingModel, backend: str, ending: str, keyword: str, value: float, known: Mapping[str, float]
) -> dict[str, float]:
    e = _line(model, keyword, backend)
    if ending in ("_efac", "_dmefac"):
        return {e.name: value} if e else {}
    word = model.settings.conventions.get("EQUAD", "INSIDE")
    if keyword == "EQUAD":
        e, log_line = e or _line(model, "TNEQ", backend), e is None
        if e is None:
            return {}
        inside = word == "INSIDE" or (word == "TEMPO2" and not log_line)
        factor = _line(model, "EFAC", backend)
        efac = 1.0 if factor is None else known.get(factor.name, float(factor.value.hi))
        if (ending == "_log10_t2equad") != inside:
            value += log10(efac) if ending == "_log10_t2equad" else -log10(efac)
        return {e.name: value if log_line else _ten_to(value + 6.0)}
    return {e.name: _ten_to(value + (0.0 if keyword == "DMEQUAD" else 6.0))} if e else {}


def _line(model: TimingModel, keyword: str, backend: str) -> Entry | None:
    """The line of a keyword that selects by a flag of this value."""
    for e in model.entries.values():
        if e.param.name == keyword and e.selector and e.selector.kind[0] == "-" and e.selector.args[0] == backend:
            return e
    return None
