"""Noise beside free timing parameters that act as it does: refused with the names of these, and only there."""

import re
import warnings
from itertools import chain

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.fitting.noise.identifiable import refuse_unidentifiable
from jug.fitting.noise.refused_processes import refused_processes
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

SPAN = 3000.0
EPOCHS = np.linspace(54000.0, 54000.0 + SPAN, 110)


@pytest.fixture(scope="module")
def made() -> tuple[TimingModel, TOAs]:
    """Epochs of three TOAs at three frequencies."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model = jug.load_model(par("EFAC -fe L 1"))
        mjd = np.repeat(EPOCHS, 3) + np.tile([0.0, 2e-6, 5e-6], len(EPOCHS))
        freq = np.tile([1400.0, 900.0, 430.0], len(EPOCHS))
        flags = {"fe": ["L"] * len(mjd)}
        return model, jug.simulate(model, mjd, freq_mhz=freq, error_us=1.0, flags=flags, noise=True, seed=4)


def sinusoids(head: str, number: int, span: float = SPAN, flag: int = 1) -> list[str]:
    lines = [
        (f"{head}FREQ_{k:04d} {k / span:.14f}", f"{head}SIN_{k:04d} 0 {flag}", f"{head}COS_{k:04d} 0 {flag}")
        for k in range(1, number + 1)
    ]
    return [f"{head}EPOCH 55500", *chain.from_iterable(lines)]


def bins(head: str, value: str, *further: str) -> list[str]:
    """One for each epoch."""
    made = []
    for k, mjd in enumerate(EPOCHS, 1):
        made += [f"{head}R1_{k:04d} {mjd - 1:.3f}", f"{head}R2_{k:04d} {mjd + 1:.3f}", f"{value}_{k:04d} 0 1"]
        made += [line.replace("#", f"{k:04d}") for line in further]
    return made


CHROM = ("TNCHROMIDX 4", "CM 0")
NODES = ["SIFUNC 2 1", *(f"IFUNC{k} {54000 + SPAN * (k - 1) / 60:.3f} 0 0" for k in range(1, 62))]
CASES = {
    "WaveX, red": (sinusoids("WX", 50), "red=50", "TNREDAMP", "WaveX (WXSIN_0001 to WXSIN_0050, WXCOS_0001 to"),
    "WaveX, fewer": (sinusoids("WX", 50), "red=30", "TNREDAMP", "WaveX (WXSIN_0001 to WXSIN_0050, WXCOS_0001 to"),
    "WaveX, longer": (sinusoids("WX", 50, 1.01 * SPAN), "red=50", "TNREDAMP", "WaveX (WXSIN_0001 to WXSIN_0050, "),
    "DMWaveX": (sinusoids("DMWX", 40), "dm=40", "TNDMAMP", "DMWaveX (DMWXSIN_0001 to DMWXSIN_0040, DMWXCOS_0001"),
    "DMWaveX, line": (sinusoids("DMWX", 40), "qp=40", "TNQPDMAMP", "DMWaveX (DMWXSIN_0001 to DMWXSIN_0040, "),
    "CMWaveX": ([*CHROM, *sinusoids("CMWX", 40)], "chrom=40", "TNCHROMAMP", "CMWaveX (CMWXSIN_0001 to CMWXSIN_0040, "),
    "DMX, dm": (bins("DMX", "DMX"), "dm=30", "TNDMAMP", "DMX_0001 to DMX_0110 take 100% of DM noise"),
    "DMX, sw": (bins("DMX", "DMX"), "sw=30", "TNSWAMP", "DMX_0001 to DMX_0110 take 100% of solar-wind noise"),
    "CMX": ([*CHROM, *bins("CMX", "CMX")], "chrom=30", "TNCHROMAMP", "CMX_0001 to CMX_0110 take 100% of chromatic"),
    "SWX": (bins("SWX", "SWXDM", "SWXP_# 2"), "sw=30", "TNSWAMP", "SWXDM_0001 to SWXDM_0110 take 100% of solar-wind"),
    "IFUNC": (NODES, "red=10", "TNREDAMP", "IFUNC1 to IFUNC61 take 99."),
}


@pytest.mark.parametrize("case", CASES)
def test_the_reason_names_what_takes_the_noise(made: tuple[TimingModel, TOAs], case: str) -> None:
    """A WaveX of frequencies rounded in the 14th decimal came to a reason that named TNREDAMP and TNREDGAM alone."""
    _, toas = made
    lines, words, name, said = CASES[case]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model = jug.load_model(par("EFAC -fe L 1", *lines))
    with pytest.raises(jug.FitError, match=re.escape(f"the data do not determine {name}: the free {said}")):
        jug.noise(model, toas, add=words, starts=1)


def test_what_the_timing_leaves_is_estimated(made: tuple[TimingModel, TOAs]) -> None:
    """Sinusoids of part of the frequencies, of another dependence on radio frequency, and fixed ones."""
    model, toas = made
    cases = (
        (sinusoids("WX", 10), "red=20"),
        (sinusoids("WX", 20), "dm=20"),
        (sinusoids("DMWX", 20), "red=20"),
        (sinusoids("WX", 20, flag=0), "red=20"),
        (bins("DMX", "DMX"), "red=20"),
    )
    for lines, words in cases:
        larger = model.add(lines).add_noise(toas, words)
        refuse_unidentifiable(larger, toas, None)
        assert refused_processes(model.add(lines), toas, [words.partition("=")[0]]) == {}


def test_a_run_leaves_such_noise_out(made: tuple[TimingModel, TOAs]) -> None:
    model, toas = made
    left_out = refused_processes(model.add(bins("DMX", "DMX")), toas, ["efac", "red", "dm", "sw"])
    assert list(left_out) == ["dm", "sw"]
    assert "DMX_0001 to DMX_0110 take 100% of DM noise" in left_out["dm"]
    one = toas.select(toas.freq_hz == toas.freq_hz[0])
    assert "all TOAs are at one radio frequency" in refused_processes(model, one, ["dm"])["dm"]
