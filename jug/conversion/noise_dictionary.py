"""Noise dictionaries of enterprise: ``{pulsar}_{backend}_efac`` and the like, to and from the noise lines of a model.

`jug.conversion.enterprise_keys` has the names. In addition ``log10_equad`` is read (the name of tnequad before
enterprise 3.3), and discovery's ``rednoise_``, ``dmgp_`` and ``chromgp_``.

Values are written to par files with the fewest digits that give the number of the dictionary again, so that a value is
unchanged after both conversions. The names are those of enterprise (Ellis et al. 2020) and discovery.
"""

from collections.abc import Callable, Mapping
from math import inf, isfinite, log10
from typing import NamedTuple

import numpy as np

from jug.conversion.enterprise_keys import (
    FREQUENCY_COUNTS,
    NO_BACKEND,
    PROCESS_HEADS,
    EnterpriseKey,
    backend_of,
    dm_shift,
    enterprise_key,
)
from jug.errors import InputError, Where
from jug.model.noise.fourier import RNAMP_TO_A
from jug.model.noise.white import LEAST_FACTOR
from jug.model.parameters import Entry
from jug.model.reading.assembly.absent_processes import NONE_BELOW
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

NO_KEY = "enterprise has no key for it"
NO_LOG10 = "it is 0, which has no log10"
"""Why a line is not in a dictionary."""

ALL_HEADS = {**PROCESS_HEADS, "rednoise": "TNRED", "dmgp": "TNDM", "chromgp": "TNCHROM"}
"""Beginnings of the keys of a process, of enterprise and of discovery, and the beginning of its keywords."""

_COUNT_KEYS = tuple(f"{head}_components" for head in ALL_HEADS)


def dictionary_of(model: TimingModel) -> tuple[dict[str, float], dict[str, str]]:
    """Return the noise of a model as a dictionary of enterprise.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    content : dict of str to float
        In enterprise's units: factors, and logarithms of sizes; numbers of frequencies that have a line are int.
    left_out : dict of str to str
        The reason why a line is not in it, by the label of the line: other noise, a selection without a backend in
        enterprise, a size of 0.
    """
    content, left_out = {}, {}
    for e in model.entries.values():
        if not e.param.sampled and e.name not in FREQUENCY_COUNTS:
            continue
        key, value = enterprise_key(model, e), float(e.value.hi)
        if key is None:
            left_out[e.label] = NO_KEY
        elif key.log10 and value <= 0.0:
            left_out[e.label] = NO_LOG10
        else:
            number = float(key.of(np.array([value]))[0])
            content[f"{model.psr}_{key.name}"] = int(number) if e.name in FREQUENCY_COUNTS else number
    return content, left_out


def left_out_text(left_out: Mapping[str, str], where: str) -> str:
    """Write which lines a dictionary lacks, and why.

    Parameters
    ----------
    left_out : mapping of str to str
        As from `dictionary_of`.
    where : str
        The file of the dictionary.

    Returns
    -------
    str
        Empty where no line is lacking.
    """
    reasons = "; ".join(f"{label}: {why}" for label, why in left_out.items())
    return f"not in the noise dictionary {where}: {reasons}" if reasons else ""


def values_without_key(model: TimingModel, content: Mapping[str, float]) -> dict[str, str]:
    """Return the values of the noise lines for which a dictionary has no key.

    Parameters
    ----------
    model : TimingModel
    content : dict of str to float
        As for `with_dictionary`.

    Returns
    -------
    dict of str to str
        Value and unit, by the name of the parameter.
    """
    head = f"{model.psr}_"
    found = [_meaning(model, key.removeprefix(head), {}) for key in content if key.startswith(head)]
    there = {one.entry.name for one in found if one is not None}
    left = [e for e in model.entries.values() if e.param.sampled and e.name not in there]
    return {e.name: f"{float(e.value.hi):.6g} {e.unit}".rstrip() for e in left}


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
        A copy; lines without a key stay as they are. A process without a line for its number of frequencies gets one
        where the dictionary has the number.

    Raises
    ------
    InputError
        Keys that belong to no line of the model, all of which are named (except 0 frequencies of a process that the
        model lacks); a value that its line cannot have.
    """
    model = model.add(_missing_counts(model, content))
    values: dict[str, str] = {}
    unmatched, head = [], f"{model.psr}_"
    for key in sorted(content, key=lambda key: not key.endswith("efac")):  # EFAC first: tnequad is divided by it
        found = _meaning(model, key.removeprefix(head), values) if key.startswith(head) else None
        if found is None:
            unmatched += [] if content[key] == 0 and key.removeprefix(head) in _COUNT_KEYS else [key]
            continue
        e, text = found.entry, found.key.par_text(_float(content[key]))
        if allowed := _allowed_instead(e, float(text)):
            why = f"{key} makes {e.label} {float(text):.15g}, which must be {allowed}"
            raise InputError(why, where(key), "correct the value")
        values[e.name] = text
    if unmatched:
        why = f"no noise line of PSR {model.psr} for {', '.join(sorted(unmatched))}"
        hint = "take the keys out, or add the lines (jug noise --add, model.add_noise)"
        raise InputError(why, where(unmatched[0]), hint)
    return model.with_values(values)


def _missing_counts(model: TimingModel, content: Mapping[str, float]) -> list[str]:
    """Lines with a number of frequencies, 1, for the processes that have none and whose number has a key."""
    keys = {f"{model.psr}_{head}_components": prefix for head, prefix in ALL_HEADS.items()}
    wanted = [prefix for key, prefix in keys.items() if key in content and f"{prefix}C" not in model.entries]
    there = [prefix for prefix in wanted if {f"{prefix}AMP", "RNAMP" if prefix == "TNRED" else ""} & set(model.entries)]
    return [f"{prefix}C 1" for prefix in dict.fromkeys(there)]


def _float(value: float) -> float:
    """The nearest float64; infinite for an integer beyond its range."""
    try:
        return float(value)
    except OverflowError:
        return inf


def _allowed_instead(e: Entry, value: float) -> str:
    """The range of values that a line can have, in words; empty where this value is allowed."""
    low, high = e.param.bounds
    if e.name in FREQUENCY_COUNTS and isfinite(value) and value != round(value):
        return "a whole number"
    if e.param.name in ("EFAC", "DMEFAC", "TNGLOBALEF"):
        low = LEAST_FACTOR
    elif e.param.name in ("TNEQ", "TNGLOBALEQ") or (e.param.name.endswith("AMP") and e.param.name != "RNAMP"):
        low = NONE_BELOW
    if isfinite(value) and (low is None or value >= low) and (high is None or value <= high):
        return ""
    if low is None:
        return "a number" if high is None else f"at most {high:g}"
    return f"at least {low:g}" if high is None else f"from {low:g} to {high:g}"


class _Meaning(NamedTuple):
    """The parameter of a key, and the conversion of its value."""

    entry: Entry
    key: EnterpriseKey


def _meaning(model: TimingModel, key: str, known: Mapping[str, str]) -> _Meaning | None:
    """The parameter of a key without the pulsar's name; None where the model has no such line."""
    for head, prefix in ALL_HEADS.items():
        if key == f"{head}_log10_A" and (e := model.entries.get(f"{prefix}AMP")):
            return _Meaning(e, EnterpriseKey(key, shift=dm_shift(model, prefix)))
        if key == f"{head}_gamma" and (e := model.entries.get(f"{prefix}GAM")):
            return _Meaning(e, EnterpriseKey(key))
        if key == f"{head}_components" and (e := model.entries.get(f"{prefix}C")):
            return _Meaning(e, EnterpriseKey(key))
        if prefix == "TNRED" and key == f"{head}_log10_A" and (e := model.entries.get("RNAMP")):
            return _Meaning(e, EnterpriseKey(key, log10=True, factor=RNAMP_TO_A))
        if prefix == "TNRED" and key == f"{head}_gamma" and (e := model.entries.get("RNIDX")):
            return _Meaning(e, EnterpriseKey(key, factor=-1.0))
    for ending, keyword in BACKEND_ENDINGS.items():
        if f"_{key}".endswith(ending):
            return _of_backend(model, f"_{key}".removesuffix(ending).removeprefix("_"), ending, keyword, known)
    return None


def _of_backend(
    model: TimingModel, backend: str, ending: str, keyword: str, known: Mapping[str, str]
) -> _Meaning | None:
    if keyword == "EQUAD":
        return _of_equad(model, backend, ending, known)
    e = _line(model, keyword, backend)
    if e is None:
        return None
    if ending in ("_efac", "_dmefac"):
        return _Meaning(e, EnterpriseKey(ending))
    return _Meaning(e, EnterpriseKey(ending, log10=True, shift=0.0 if keyword == "DMEQUAD" else -6.0))


def _of_equad(model: TimingModel, backend: str, ending: str, known: Mapping[str, str]) -> _Meaning | None:
    """The EQUAD of the model, inside or outside EFAC, from the EQUAD of the key, inside or outside EFAC."""
    e = _line(model, "EQUAD", backend) or _line(model, "TNEQ", backend)
    if e is None:
        return None
    word, in_us = model.settings.conventions.get("EQUAD", "INSIDE"), e.param.name == "EQUAD"
    inside = e.param.name in ("EQUAD", "TNEQ") and (word == "INSIDE" or (word == "TEMPO2" and in_us))
    factor, shift = _line(model, "EFAC", backend), -6.0 if in_us else 0.0
    efac = 1.0 if factor is None else float(known.get(factor.name, factor.value.hi))
    if (ending == "_log10_t2equad") != inside:
        shift += log10(efac) if inside else -log10(efac)
    return _Meaning(e, EnterpriseKey(ending, log10=in_us, shift=shift))


def _line(model: TimingModel, keyword: str, backend: str) -> Entry | None:
    """The line of a keyword for the TOAs of a backend."""
    for e in model.entries.values():
        if e.param.name == keyword and backend_of(model, e) == backend:
            return e
    whole = model.entries.get({"EFAC": "TNGLOBALEF", "EQUAD": "TNGLOBALEQ"}.get(keyword, ""))
    return whole if backend == NO_BACKEND and whole and enterprise_key(model, whole) else None
