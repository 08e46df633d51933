"""Sinusoids from span and number, and the power-law noise that they become, against PINT 1.1.8, live."""

import io

import numpy as np
import oracle
import pytest
from pint.models import get_model
from pint.utils import plchromnoise_from_cmwavex, pldmnoise_from_dmwavex, plrednoise_from_wavex, wavex_setup

import jug
from jug.conversion.writing import par_text

BASE = """PSR TEST
RAJ 17:48:52.75
DECJ -20:21:29.0
POSEPOCH 55000
F0 100 1
PEPOCH 55000
DM 10
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
"""
SPAN_D = 4000.0
KINDS = {
    "WaveX": ("WX", "TNRED", 1.0, plrednoise_from_wavex),
    "DMWaveX": ("DMWX", "TNDM", 2.41e-4 * 1400.0**2, pldmnoise_from_dmwavex),
    "CMWaveX": ("CMWX", "TNCHROM", 2.41e-4 * 1400.0**4, plchromnoise_from_cmwavex),
}


def read(text: str) -> jug.TimingModel:
    """The model of a par file."""
    return jug.load_model(jug.read_par(io.StringIO(text)))


def drawn(prefix: str, unit: float) -> str:
    """Lines of 20 sinusoids whose amplitudes follow a power law, and have uncertainties."""
    rng = np.random.default_rng(3)
    f = np.arange(1, 21) / SPAN_D
    sigma = 1e-7 * (f * 365.25) ** -1.7 * unit
    error = 2e-8 * unit
    lines = [f"{prefix}EPOCH 55000"]
    for k, (one, width) in enumerate(zip(f.tolist(), np.hypot(sigma, error).tolist(), strict=True), 1):
        lines.append(f"{prefix}FREQ_{k:04d} {one!r}")
        for word in ("SIN", "COS"):
            lines.append(f"{prefix}{word}_{k:04d} {width * rng.standard_normal():.12e} 1 {error:.12e}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("kind", KINDS)
def test_the_noise_is_that_of_pint(kind: str) -> None:
    """To 5e-3, a thirtieth of an uncertainty: PINT's simplex ends up to 2e-3 from the greatest likelihood."""
    prefix, noise, unit, of_pint = KINDS[kind]
    text = BASE + ("CM 0\nTNCHROMIDX 4\n" if kind == "CMWaveX" else "") + drawn(prefix, unit)
    with oracle.quiet():
        theirs = of_pint(get_model(io.StringIO(text)))
    ours = read(text).waves_to_noise(kind)
    for key in (f"{noise}AMP", f"{noise}GAM", f"{noise}C"):
        assert ours.values[key] == pytest.approx(theirs[key].value, abs=5e-3)
    assert not [name for name in ours.names if name.startswith(f"{prefix}FREQ")]
    assert read(par_text(ours)).values == ours.values
    of_delay = read(BASE + drawn("WX", 1.0)).waves_to_noise("WaveX")
    assert ours.values[f"{noise}AMP"] == pytest.approx(of_delay.values["TNREDAMP"], abs=1e-5)


def test_the_sinusoids_are_those_of_pint() -> None:
    with oracle.quiet():
        theirs = get_model(io.StringIO(BASE))
        wavex_setup(theirs, SPAN_D, n_freqs=7)
    ours = read(BASE).add_waves("WaveX", 7, SPAN_D)
    for k in range(1, 8):
        assert ours.values[f"WXFREQ_{k:04d}"] == pytest.approx(theirs[f"WXFREQ_{k:04d}"].value, rel=1e-15)
    assert ours.free == ("F0", *(f"WX{word}_{k:04d}" for k in range(1, 8) for word in ("SIN", "COS")))


def test_what_is_no_power_law_is_said() -> None:
    model = read(BASE + drawn("WX", 1.0))
    for edit, why in (
        (lambda: model.add_waves("WaveX", 5, SPAN_D), "has WaveX already"),
        (lambda: model.add_waves("DMWaveX", 0, SPAN_D), "from 1 to 9999, not 0"),
        (lambda: model.add_waves("DMWaveX", 5, -1.0), "the span is a number of days"),
        (lambda: model.add_waves("FD", 5, SPAN_D), "they are WaveX, DMWaveX and CMWaveX"),
        (lambda: model.waves_to_noise("DMWaveX"), "the model has no DMWaveX"),
        (lambda: read(BASE).add_waves("WaveX", 5, SPAN_D).waves_to_noise("WaveX"), "has no uncertainty; fit"),
        (lambda: model.remove("WXFREQ_0003").waves_to_noise("WaveX"), "not the multiples"),
        (lambda: model.remove(*(f"WXFREQ_{k:04d}" for k in range(3, 21))).waves_to_noise("WaveX"), "no power law"),
    ):
        with pytest.raises(jug.InputError, match=why):
            edit()
