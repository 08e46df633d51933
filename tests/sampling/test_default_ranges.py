"""Priors of noise parameters for which the caller gives none, as documented; and those that have none."""

import pytest

from jug.errors import FitError
from jug.model.declare import Param
from jug.sampling.default_priors import DEFAULTS, default_prior
from jug.sampling.priors import log_uniform, physical, uniform

RANGES = {
    "EFAC": uniform(0.1, 10.0), "DMEFAC": uniform(0.1, 10.0), "TNGLOBALEF": uniform(0.1, 10.0),
    **dict.fromkeys(("EQUAD", "ECORR", "TNSECORR"), log_uniform(1e-3, 1e4)),  # us
    **dict.fromkeys(("TNEQ", "TNGLOBALEQ", "TNSQ"), uniform(-9.0, -2.0)),  # log10 of s
    "DMEQUAD": log_uniform(1e-7, 1.0),
    **dict.fromkeys((f"{kind}AMP" for kind in ("TNRED", "TNDM", "TNCHROM", "TNBAND", "TNGROUP", "TNBANDDM")),
                    uniform(-20.0, -8.0)),
    **dict.fromkeys((f"{kind}GAM" for kind in ("TNRED", "TNDM", "TNCHROM", "TNBAND", "TNGROUP", "TNBANDDM", "TNSW")),
                    uniform(0.0, 7.0)),
    "TNSWAMP": uniform(-10.0, 3.0), "TNQPDMAMP": uniform(-10.0, -2.0), "TNQPDMFREQ": log_uniform(0.1, 30.0),
    "TNQPDMWIDTH": log_uniform(0.01, 10.0),
}  # fmt: skip


def test_the_ranges() -> None:
    assert DEFAULTS == RANGES


def test_other_parameters() -> None:
    """Physical for timing, and for noise with a range on both sides."""
    inf = float("inf")
    timing = Param("PX", "mas", "", -1)
    noise = Param("TNOWN", "", "", 0, sampled=True)
    assert default_prior(timing, -inf, inf) == physical()
    assert default_prior(noise, -1.0, 2.0) == physical()
    for low, high in ((-inf, 2.0), (-1.0, inf)):
        with pytest.raises(
            FitError, match=r"^TNOWN has no prior, and no range in which one could be flat; give one: jug\.posterior"
        ):
            default_prior(noise, low, high)
    assert default_prior(Param("EFAC", "", "", 0, sampled=True), -inf, inf) == uniform(0.1, 10.0)
