"""Messages that name the way on: to add a parameter, to give a model, and that two models are of two pulsars."""

import numpy as np
import orbits
import pytest
from copies import example
from orbits import Size

import jug
from jug.analysis.overview import _binary


@pytest.fixture(scope="module")
def loaded() -> tuple[jug.TimingModel, jug.TOAs]:
    return jug.load(*example("NGC6440E"))


def test_a_parameter_that_is_known_and_absent_names_the_way_to_add_it(loaded) -> None:
    with pytest.raises(
        jug.InputError,
        match=r"no parameter 'F2'; did you mean F0 or F1\? \(model.add\('F2'\) and jug edit --add F2 add it\)",
    ):
        loaded[0].free("F2")
    with pytest.raises(jug.InputError, match=r"no parameter 'F0O'; did you mean F0"):
        loaded[0].free("F0O")


def test_a_result_in_the_place_of_a_model_names_its_model(loaded) -> None:
    with pytest.raises(
        jug.JugError, match=r"model is a FitResult, not TimingModel; give its model, model=result.model"
    ):
        jug.residuals(jug.fit(*loaded), loaded[1])


def test_two_pulsars_are_told(loaded) -> None:
    other = jug.load_model(example("J0613-sim")[0])
    assert "the models name different pulsars: 1748-2021E and J0613-0200" in jug.compare(loaded[0], other).summary()


def test_realisations_show_their_names(loaded) -> None:
    assert repr(jug.fit(*loaded).noise) == "no noise realisations"
    noisy = loaded[0].add(["TNREDAMP -13", "TNREDGAM 3"])
    assert repr(jug.residuals(noisy, loaded[1]).noise) == "noise realisations of RED"


def test_a_simulated_uncertainty_is_written_as_it_was_given(loaded, tmp_path) -> None:
    """20e-6 is not 20 / 1e6 in float64; a tim file is read as the latter."""
    made = jug.simulate(loaded[0], n_toa=3, error_us=20)
    jug.write_tim(made, tmp_path / "made.tim")
    assert all(line.split()[3] == "20" for line in (tmp_path / "made.tim").read_text().splitlines()[1:])
    np.testing.assert_array_equal(jug.read_tim(tmp_path / "made.tim").error_s, made.error_s)


def test_an_orbit_names_its_further_parameters_alone() -> None:
    """Not those of the position and the spin."""
    body = "BINARY DD\n" + orbits.kepler_lines(Size(67.8, 32.3, 0.1)) + "A0 1e-6\nDTH 1e-6\n"
    assert _binary(orbits.model(body)).endswith("; also A0, DTH")
    assert "also" not in _binary(orbits.model(body.replace("A0 1e-6\nDTH 1e-6\n", "")))
