"""DMX added to a model, with bins made from TOAs."""

import numpy as np

from jug.core.arguments.kinds import expect
from jug.core.execution.given_warnings import give_warning
from jug.errors import InputError, InputWarning
from jug.model.direction import direction
from jug.model.editing.adding import add_terms
from jug.model.editing.dmx_bins import DAYS, PINT_DAYS, Bin, BinRules, frequencies_mhz, nanograv_bins, pint_bins
from jug.model.editing.flags import with_flags
from jug.model.parameters import kernel_values
from jug.model.parts import ModelParts, epoch_day
from jug.obs.toas import TOAs
from jug.text.name_lists import toa_count

BINNING_RULES = ("nanograv", "pint")
"""The rules by which bins can be made."""


class NoDmxBinError(InputError):
    """No bin has TOAs at frequencies far enough apart, so that these TOAs do not determine the DM in any bin."""


def with_dmx(model: ModelParts, toas: TOAs, how: BinRules) -> ModelParts:
    """Add DMX in bins made from TOAs, each of 0 pc cm^-3 and free, and fix DM.

    Parameters
    ----------
    model : ModelParts
    toas : TOAs
    how : BinRules

    Returns
    -------
    ModelParts

    Raises
    ------
    InputError
        The model has DMX, or there is no such rule.
    NoDmxBinError
        No bin fulfils it.

    Warns
    -----
    InputWarning
        TOAs are in no bin.
    """
    expect(toas=(toas, TOAs))
    if any(e.param.name == "DMX" for e in model.entries.values()):
        raise InputError("the model has DMX already", hint='take it out first: remove("DMX_*")')
    bins = _bins(model, toas, how)
    if not bins:
        raise _too_close(toas, how)
    if left := len(toas) - len({row for one in bins for row in one.rows}):
        verb = "is" if left == 1 else "are"
        asked = "the frequencies are too close to each other; NANOGrav deletes such TOAs"
        if how.rules == "pint":
            asked = f"their {how.days or PINT_DAYS:g} d have TOAs on one side of {how.divide_mhz:g} MHz alone"
        give_warning(InputWarning(f"{left} of {toa_count(len(toas))} {verb} in no bin of DMX, as {asked}"))
    terms = []
    for number, one in enumerate(bins, 1):
        ends = (f"DMXR1_{number:04d} {one.low:.9f}", f"DMXR2_{number:04d} {one.high:.9f}")
        terms += [f"DMX_{number:04d} 0 1", *ends]
    frozen = with_flags(model.entries, ["DM"], False) if "DM" in model.entries else model.entries
    return add_terms(model._replace(entries=frozen), terms)


def _too_close(toas: TOAs, how: BinRules) -> NoDmxBinError:
    """The error for TOAs that do not determine the DM in any bin, with an advice."""
    low, high = (float(end) for end in (np.min(frequencies_mhz(toas)[0]), np.max(frequencies_mhz(toas)[1])))
    pint = how.rules == "pint"
    rule = f"below and above {how.divide_mhz:g} MHz" if pint else f"with a ratio of {how.frequency_ratio:g} or more"
    why = f"no bin has TOAs at frequencies far enough apart, {rule}"
    if low == high:
        return NoDmxBinError(f"{why}: all are at {low:g} MHz", hint="DMX needs TOAs at two frequencies or more")
    span = f"all are at {low:g} to {high:g} MHz"
    if (low < how.divide_mhz < high) if pint else high >= how.frequency_ratio * low:
        return NoDmxBinError(f"{why}: {span}", hint="take wider bins (days)")
    other = "divide_mhz between these" if pint else f"a frequency_ratio of {np.floor(1e3 * high / low) / 1e3:g} or less"
    return NoDmxBinError(f"{why}: {span}", hint=f"take {other}; such a DM is known poorly")


def _bins(model: ModelParts, toas: TOAs, how: BinRules) -> list[Bin]:
    if how.rules not in BINNING_RULES:
        raise InputError(f"no rules {how.rules!r}", hint=f"they are those of {' or '.join(BINNING_RULES)}")
    _check_numbers(how)
    if how.rules == "pint":
        return pint_bins(toas, how)
    values = kernel_values(model.entries, epoch_day(model.entries))
    towards = direction(values, model.settings.ecl) if {"RAJ", "ELONG"} & values.keys() else None
    return nanograv_bins(toas, towards, how)


LEAST_OF_RULES = {"pad_days": 0.0, "frequency_ratio": 1.0, "solar_wind_us": 0.0, "divide_mhz": 0.0}
"""Least value of each number of the rules."""


def _check_numbers(how: BinRules) -> None:
    """Refuse numbers with which no bin can be made; with an infinite limit for the solar wind no bin is split."""
    if how.days is not None and not 0.0 < how.days < float("inf"):
        raise InputError(f"days is {how.days:g}", hint="a bin is longer than 0 d")
    for name, least in LEAST_OF_RULES.items():
        value = getattr(how, name)
        if not least <= value or (value == float("inf") and name != "solar_wind_us"):
            raise InputError(f"{name} is {value:.15g}", hint=f"it is {least:g} or more")
    for span in how.custom:
        if not (0.0 < span.low < span.high < float("inf") and how.pad_days <= span.days < float("inf") and span.days):
            why = f"custom has {list(span)}"
            raise InputError(why, hint="write [first MJD, last MJD, width of a bin in days, pad_days or more]")
    if how.custom and how.rules != "nanograv":
        raise InputError("custom belongs to the rules of nanograv", hint="leave it out, or take rules='nanograv'")
    if how.pad_days > (width := how.days or DAYS):
        raise InputError(f"pad_days is {how.pad_days:.15g}", hint=f"it is at most the length of a bin, {width:.15g} d")
