"""Pictures of chains: what is drawn, no text over another, and refusals."""

from pathlib import Path

import numpy as np
import pytest
from copies import example
from text_boxes import faults

import jug
from jug.chains.result import Chains
from jug.errors import JugError

pytestmark = pytest.mark.usefixtures("embedded_only")

NAMES = ("TNREDAMP", "TNREDGAM", "log10_EQUAD1")


@pytest.fixture(scope="module")
def pulsar() -> tuple[jug.TimingModel, jug.TOAs]:
    model, toas = jug.load(*example("NGC6440E"))
    return model.add_noise(toas, "red").add("EQUAD TEL gbt 1"), toas


@pytest.fixture(scope="module")
def found() -> Chains:
    n = (4, 200)
    a = np.random.default_rng(1).normal(size=(*n, 3))
    values = np.stack([-13.0 + 0.3 * a[..., 0], 3.0 - 0.8 * a[..., 0] + 0.4 * a[..., 1], 0.1 * a[..., 2]], axis=-1)
    zero, one = np.zeros(n), np.ones(n, dtype=np.int64)
    settings = {"sampler": "NUTS", "timing": "marginal"}
    units = ("", "", "us")
    return Chains("J1", NAMES, units, NAMES, values, zero, zero, zero, one, one > 1, one > 1, {}, settings)


def test_spectra_are_those_of_the_power_law(pulsar: tuple, found: Chains) -> None:
    """A^2 / (12 pi^2) yr^3 (f yr)^-gamma, to rounding."""
    spectrum = jug.posterior_spectra(found, *pulsar, draws=10**6)["RED"]
    log10_a, gamma = found.flat["TNREDAMP"][:, None], found.flat["TNREDGAM"][:, None]
    year = 365.25 * 86400.0
    law = 10.0 ** (2.0 * log10_a) / (12.0 * np.pi**2) * year**3 * (spectrum.frequency_hz * year) ** -gamma
    np.testing.assert_allclose(spectrum.density, law, rtol=1e-12)
    assert jug.posterior_spectra(found, *pulsar, draws=30)["RED"].density.shape == (30, law.shape[1])


def test_no_text_overlaps_another(pulsar: tuple, found: Chains, tmp_path: Path) -> None:
    corner = jug.plot_corner(found, tmp_path / "corner.png")
    assert faults(corner) == []
    assert len(corner.axes) == 6
    assert "log10_EQUAD1 (us)" in [ax.get_xlabel() for ax in corner.axes]
    spectra = jug.plot_spectra(found, *pulsar, tmp_path / "spectra.png")
    assert faults(spectra) == []
    assert faults(jug.plot_corner(found, names=["TNREDAMP"])) == []
    assert (tmp_path / "corner.png").stat().st_size > 10_000


def test_a_chain_that_does_not_move_is_drawn(found: Chains) -> None:
    from dataclasses import replace

    still = replace(found, values=np.ones_like(found.values))
    assert len(jug.plot_corner(still).axes) == 6


def test_what_cannot_be_drawn(pulsar: tuple, found: Chains) -> None:
    model, toas = jug.load(*example("NGC6440E"))
    with pytest.raises(JugError, match="TNREDAMP, TNREDGAM, EQUAD1, which the model lacks"):
        jug.plot_spectra(found, model, toas)
    with pytest.raises(JugError, match="'DM'"):
        jug.plot_spectra(found, *pulsar, names=["DM"])
    with pytest.raises(JugError, match="TNREDAM"):
        jug.plot_corner(found, names=["TNREDAM"])
