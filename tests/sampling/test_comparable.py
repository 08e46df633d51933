"""Equal models have equal likelihoods, whichever terms they are written with; against dense linear algebra."""

from collections.abc import Callable

import numpy as np
import pytest
from noise_sets import dense

import jug
from jug.io.par import ParFile, parse_line
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

WHITE = ("EFAC -fe L 1.2", "EQUAD -fe S 0.7")
NONE = {
    "ECORR 0": ("ECORR -fe L 0", "ECORR -fe U 0"),
    "red noise of no power": ("TNREDAMP -40", "TNREDGAM 3", "TNREDC 5"),
    "both": ("ECORR -fe L 0", "TNREDAMP -40", "TNREDGAM 3", "TNREDC 5"),
}
"""Noise that is not there."""

EQUAL = 1e-6
"""Of log L: chi2 is about 60 and its terms are rounded to 1e-10 of it; the offset's prior would be 58."""


@pytest.fixture(scope="module")
def white(epochs_of_three: Callable[..., tuple[TimingModel, TOAs]]) -> tuple[TimingModel, TOAs]:
    return epochs_of_three(*WHITE, n=60)


def with_lines(model: TimingModel, *lines: str) -> TimingModel:
    """The model with more lines in its par file."""
    more = (parse_line(90 + i, line) for i, line in enumerate(lines))
    return jug.load_model(ParFile("more.par", (*model.par.lines, *more)))


def by_hand(model: TimingModel, toas: TOAs, marginal: bool) -> float:
    """log of the integral of the Gaussian over the offset, prior variance 1e40 s^2, and over the timing parameters."""
    r, c, columns, _ = dense(model, toas)
    unit = np.sqrt(np.diag(c))
    flat = columns if marginal else columns[:, :1]
    size = np.linalg.norm(flat / unit[:, None], axis=0)
    inverse = np.linalg.inv(c / np.outer(unit, unit))
    flat = flat / unit[:, None] / size
    normal = flat.T @ inverse @ flat
    left = r / unit - flat @ np.linalg.solve(normal, flat.T @ (inverse @ (r / unit)))
    log_det = np.linalg.slogdet(c / np.outer(unit, unit))[1] + 2.0 * np.sum(np.log(unit)) + np.log(1e40)
    log_det += np.linalg.slogdet(normal)[1] + 2.0 * np.sum(np.log(size))
    if marginal:  # of density 1 per par unit
        scale = np.array([model.entries[name].scale for name in model.free])
        log_det += 2.0 * np.sum(np.log(scale)) - len(scale) * np.log(2.0 * np.pi)
    return float(-0.5 * (left @ inverse @ left + log_det))


@pytest.mark.parametrize("lines", NONE.values(), ids=NONE)
def test_noise_that_is_not_there_changes_no_likelihood(white: tuple[TimingModel, TOAs], lines: tuple[str, ...]) -> None:
    model, toas = white
    want = jug.residuals(model, toas).log_likelihood
    assert jug.residuals(with_lines(model, *lines), toas).log_likelihood == pytest.approx(want, abs=EQUAL)
    assert want == pytest.approx(by_hand(model, toas, marginal=False), abs=1e-4)


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("noise", [(), ("EFAC1",)], ids=["fixed", "free"])
def test_nor_that_of_a_vector(white: tuple[TimingModel, TOAs], noise: tuple[str, ...]) -> None:
    model, toas = white
    plain, more = (jug.likelihood(m, toas, noise=noise) for m in (model, with_lines(model, *NONE["both"])))
    for theta in (plain.start, plain.start + 0.3):
        assert more(theta) == pytest.approx(plain(theta), abs=EQUAL)
    rounding = 1e-4  # delays are rounded to 0.1 ps, and uncertainties are 0.7 us
    assert plain(plain.start) == pytest.approx(jug.residuals(model, toas).log_likelihood, abs=rounding)


@pytest.mark.usefixtures("quickly_compiled")
def test_the_timing_parameters_are_integrated_over_in_par_units(white: tuple[TimingModel, TOAs]) -> None:
    """So the value does not depend on the noise at which the model's uncertainties, the steps of theta, are made."""
    model, toas = white
    noisy = with_lines(model, "ECORR -fe U 0.9", "TNREDAMP -13", "TNREDGAM 3", "TNREDC 5")
    models = (model, noisy, model.set("EFAC1", 2.5))
    here, there, elsewhere = (jug.likelihood(m, toas, noise=["EFAC1"], marginal=True)([1.2]) for m in models)
    assert elsewhere == pytest.approx(here, abs=1e-4)
    assert here == pytest.approx(by_hand(model, toas, marginal=True), abs=1e-3)
    assert there == pytest.approx(by_hand(noisy, toas, marginal=True), abs=1e-3)
