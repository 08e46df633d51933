"""The names of noise parameters in enterprise, and its units: factors, and log10 of sizes in s.

    {backend}_efac           EFAC                            {backend}_dmefac         DMEFAC
    {backend}_log10_t2equad  log10 of EQUAD / s, inside EFAC {backend}_log10_dmequad  log10 of DMEQUAD
    {backend}_log10_tnequad  log10 of EFAC EQUAD / s         {backend}_log10_ecorr    log10 of ECORR / s
    efac, log10_tnequad          TNGLOBALEF and TNGLOBALEQ, in a model without EFAC, EQUAD and TNEQ
    red_noise_log10_A, _gamma    TNREDAMP, TNREDGAM, or RNAMP 2 pi sqrt(3) / (86400 x 365.24e6) and -RNIDX
    dm_gp_, chrom_gp_            TNDMAMP, TNDMGAM; TNCHROMAMP, TNCHROMGAM
    red_noise_components, ...    TNREDC, TNDMC, TNCHROMC: numbers of frequencies, as in EPTA's dictionaries

A backend is the value of the flag that a line selects by. TOAs without a flag have the backend "" in enterprise, and
their keys have none (``{pulsar}_efac``): so has the line that selects by site, where it is the only one of its keyword
that does. The names are those of enterprise (Ellis et al. 2020, version 3.5).
"""

from math import inf
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, N
from jug.model.noise.fourier import RNAMP_TO_A, TEMPO2_DM_SHIFT
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel

PROCESS_HEADS = {"red_noise": "TNRED", "dm_gp": "TNDM", "chrom_gp": "TNCHROM"}
"""Beginnings of the keys of a process, and the beginning of its keywords."""

FREQUENCY_COUNTS = {f"{prefix}C": f"{head}_components" for head, prefix in PROCESS_HEADS.items()}
"""Keywords of numbers of frequencies, and the key of each; in enterprise the numbers are arguments of its calls."""

NO_BACKEND = ""
"""The backend of TOAs without a flag."""

OF_ALL_TOAS = {
    "TNGLOBALEF": ("efac", ("EFAC", "EQUAD", "TNEQ")),
    "TNGLOBALEQ": ("log10_tnequad", ("EFAC", "EQUAD", "TNEQ")),
}
"""Keywords for all TOAs, each with its key, and with the keywords with which it cannot be combined in enterprise."""

DIGITS_THAT_READ_BACK = 17
"""Number of digits with which every float64 reads back."""


class EnterpriseKey(NamedTuple):
    """The name of a parameter in enterprise, and its value there: ``log10(factor x) + shift`` or ``factor x + shift``.

    Parameters
    ----------
    name : str
        Without the pulsar's name.
    log10 : bool
        Whether the value is a logarithm.
    factor, shift : float
        In the formula above, in which x is the value in par units.
    """

    name: str
    log10: bool = False
    factor: float = 1.0
    shift: float = 0.0

    def of(self, x: Float[N]) -> Float[N]:
        """Convert values in par units to values in enterprise.

        Parameters
        ----------
        x : (n,) array
            Above 0 where the value in enterprise is a logarithm.

        Returns
        -------
        (n,) array
            In the order of ``x``.
        """
        scaled = self.factor * np.asarray(x, dtype=np.float64)
        return (np.log10(scaled) if self.log10 else scaled) + self.shift

    def par_text(self, y: float) -> str:
        """Write the value in par units as the shortest decimal that `of` converts back to a value in enterprise.

        Parameters
        ----------
        y : float
            The value in enterprise.

        Returns
        -------
        str
            Where no decimal of up to 17 digits reads back, the one of 17 digits; ``inf`` beyond the range of float64.
        """
        x = self.par_value(y)
        if abs(x) == inf:
            return str(x)
        texts = [f"{x:.{digits}g}" for digits in range(1, DIGITS_THAT_READ_BACK + 1)]
        return next((text for text in texts if self._gives(float(text), y)), texts[-1])

    def par_value(self, y: float) -> float:
        """Convert a value in enterprise to par units.

        Parameters
        ----------
        y : float
            The value in enterprise.

        Returns
        -------
        float
            Infinite beyond the range of float64.
        """
        try:
            return float((10.0 ** (y - self.shift) if self.log10 else y - self.shift) / self.factor)
        except OverflowError:
            return inf

    def _gives(self, x: float, y: float) -> bool:
        return (x > 0.0 or not self.log10) and float(self.of(np.array([x]))[0]) == y


def enterprise_key(model: TimingModel, e: Entry) -> EnterpriseKey | None:
    """Return the name in enterprise of a noise parameter of a model.

    Parameters
    ----------
    model : TimingModel
    e : Entry

    Returns
    -------
    EnterpriseKey or None
        None for other noise, and for selections by a date, a frequency or a name, and by more than one site.
    """
    if e.selector is None:
        return _without_selection(model, e.param.name)
    backend = backend_of(model, e)
    return None if backend is None else _of_backend(model, e.param.name, f"{backend}_" if backend else "")


def backend_of(model: TimingModel, e: Entry) -> str | None:
    """Return the backend of a line in enterprise.

    Parameters
    ----------
    model : TimingModel
    e : Entry
        With a selection.

    Returns
    -------
    str or None
        The value of its flag; `NO_BACKEND` for the only line of its keyword that selects by site; else None.
    """
    if e.selector is None:
        return None
    if e.selector.kind.startswith("-"):
        return e.selector.args[0]
    same = [one.selector for one in model.entries.values() if one.param.name == e.param.name]
    sites = [selector for selector in same if selector is not None and selector.kind == "TEL"]
    return NO_BACKEND if sites == [e.selector] else None


def _of_backend(model: TimingModel, keyword: str, head: str) -> EnterpriseKey | None:
    word = model.settings.conventions.get("EQUAD", "INSIDE")
    if keyword in ("EFAC", "DMEFAC"):
        return EnterpriseKey(f"{head}{keyword.lower()}")
    if keyword == "TNEQ":
        return EnterpriseKey(f"{head}log10_{'t2' if word == 'INSIDE' else 'tn'}equad")
    names = {"EQUAD": "tnequad" if word == "OUTSIDE" else "t2equad", "ECORR": "ecorr", "DMEQUAD": "dmequad"}
    if keyword not in names:
        return None
    return EnterpriseKey(f"{head}log10_{names[keyword]}", log10=True, shift=0.0 if keyword == "DMEQUAD" else -6.0)


def _without_selection(model: TimingModel, keyword: str) -> EnterpriseKey | None:
    if keyword in OF_ALL_TOAS:
        key, others = OF_ALL_TOAS[keyword]
        return None if any(e.param.name in others for e in model.entries.values()) else EnterpriseKey(key)
    if keyword in FREQUENCY_COUNTS:
        return EnterpriseKey(FREQUENCY_COUNTS[keyword])
    if keyword == "RNAMP":
        return EnterpriseKey("red_noise_log10_A", log10=True, factor=RNAMP_TO_A)
    if keyword == "RNIDX":
        return EnterpriseKey("red_noise_gamma", factor=-1.0)
    for head, prefix in PROCESS_HEADS.items():
        if keyword == f"{prefix}AMP":
            return EnterpriseKey(f"{head}_log10_A", shift=dm_shift(model, prefix))
        if keyword == f"{prefix}GAM":
            return EnterpriseKey(f"{head}_gamma")
    return None


def dm_shift(model: TimingModel, prefix: str) -> float:
    """Return log10 A of enterprise less the amplitude in the par file.

    Parameters
    ----------
    model : TimingModel
    prefix : str
        Beginning of the keywords of the process.

    Returns
    -------
    float
        log10, no unit.
    """
    tempo2 = prefix == "TNDM" and model.settings.conventions.get("TNDM") == "TEMPO2"
    return TEMPO2_DM_SHIFT if tempo2 else 0.0
