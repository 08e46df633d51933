"""Whether a vector changes the noise at all, by which a likelihood decomposes the covariance once or at each point."""

import pytest

import jug
from jug.data import example
from jug.io.par import parse_lines, read_par

PAR, TIM = example("NGC6440E")


@pytest.fixture(scope="module")
def case() -> tuple[jug.TimingModel, jug.TOAs]:
    lines = ["EFAC TEL gbt 1.1", "TNREDAMP -12", "TNREDGAM 3", "TNREDC 5"]
    model = jug.load_model(parse_lines([*(line.text for line in read_par(PAR).lines), *lines]))
    return model, jug.load(PAR, TIM)[1]


@pytest.mark.parametrize(
    ("noise", "noisy"), [([], False), (["EFAC1"], True), (["TNREDAMP"], True), (["EFAC1", "TNREDGAM"], True)]
)
def test_the_noise_moves_with_its_own_parameters_only(
    noise: list[str], noisy: bool, case: tuple[jug.TimingModel, jug.TOAs]
) -> None:
    vector = jug.likelihood(*case, noise=noise).vector
    assert (vector.noisy, vector.live_basis) == (noisy, False)
    assert vector.names[vector.n_timing :] == tuple(noise)
    assert vector.n_timing == len(case[0].free)
