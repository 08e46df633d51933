"""The names of noise parameters in enterprise, and its units: factors, and log10 of sizes in s.

    {backend}_efac           EFAC                            {backend}_dmefac         DMEFAC
    {backend}_log10_t2equad  log10 of EQUAD / s, inside EFAC {backend}_log10_dmequad  log10 of DMEQUAD
    {backend}_log10_tnequad  log10 of EFAC EQUAD / s         {backend}_log10_ecorr    log10 of ECORR / s
    red_noise_log10_A, _gamma    TNREDAMP, TNREDGAM, or RNAMP 2 pi sqrt(3) / (86400 x 365.24e6) and -RNIDX
    dm_gp_, chrom_gp_            TNDMAMP, TNDMGAM; TNCHROMAMP, TNCHROMGAM

A backend is the value of the flag that a line selects by. The names are those of enterprise (Ellis et al. 2020).
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, N
from jug.model.noise.fourier import RNAMP_TO_A, TEMPO2_DM_SHIFT
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel

PROCESS_HEADS = {"red_noise": "TNRED", "dm_gp": "TNDM", "chrom_gp": "TNCHROM"}
"""Beginnings of the keys of a process, and the beginning of its keywords."""


class EnterpriseKey(NamedTuple):
    """The name of a parameter in enterprise, and its value there: ``log10(factor x) + shift`` or ``factor x + shift``.

    Parameters
    ----------
    name : str
        Without the pulsar.
    log10 : bool
        Whether it is the logarithm.
    factor, shift : float
        Of x, the value in par units.
    """

    name: str
    log10: bool = False
    factor: float = 1.0
    shift: float = 0.0

    def of(self, x: Float[N]) -> Float[N]:
        """Convert values in par units to the value in enterprise; for a logarithm they must be above 0."""
        scaled = self.factor * np.asarray(x, dtype=np.float64)
        return (np.log10(scaled) if self.log10 else scaled) + self.shift


def enterprise_key(model: TimingModel, e: Entry) -> EnterpriseKey | None:
    """Return the name in enterprise of a noise parameter of a model.

    Parameters
    ----------
    model : TimingModel
    e : Entry

    Returns
    -------
    EnterpriseKey or None
        None for other noise, and for selections by anything but a flag.
    """
    keyword, word = e.param.name, model.settings.conventions.get("EQUAD", "INSIDE")
    if e.selector is None:
        return _of_process(model, keyword)
    if not e.selector.kind.startswith("-"):
        return None
    backend = e.selector.args[0]
    if keyword in ("EFAC", "DMEFAC"):
        return EnterpriseKey(f"{backend}_{keyword.lower()}")
    if keyword == "TNEQ":
        return EnterpriseKey(f"{backend}_log10_{'t2' if word == 'INSIDE' else 'tn'}equad")
    names = {"EQUAD": "tnequad" if word == "OUTSIDE" else "t2equad", "ECORR": "ecorr", "DMEQUAD": "dmequad"}
    if keyword not in names:
        return None
    return EnterpriseKey(f"{backend}_log10_{names[keyword]}", log10=True, shift=0.0 if keyword == "DMEQUAD" else -6.0)


def _of_process(model: TimingModel, keyword: str) -> EnterpriseKey | None:
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
