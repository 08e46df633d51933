"""Terms added to a model and taken out of it."""

import io

import numpy as np
import pytest

import jug
from jug.model.editing import with_terms, without_parameters


@pytest.fixture(scope="module")
def pulsar():
    return jug.load(*jug.data.example("NGC6440E"))


def test_an_added_term_begins_at_zero_and_changes_no_residual(pulsar):
    model, toas = pulsar
    larger = with_terms(model, ["F2", "PX", "DM1", "FD1", "JUMP -be GUPPI"])
    assert set(larger.free) == {*model.free, "F2", "PX", "DM1", "FD1", "JUMP1"}
    assert all(larger.values[name] == 0.0 for name in ("F2", "PX", "DM1", "FD1", "JUMP1"))
    assert np.array_equal(jug.residuals(larger, toas).time_s, jug.residuals(model, toas).time_s)


def test_values_of_a_fit_stay(pulsar):
    model, toas = pulsar
    fitted = jug.fit(model, toas).model
    assert with_terms(fitted, ["F2"]).entries["F0"] == fitted.entries["F0"]
    assert without_parameters(with_terms(fitted, ["F2"]), ["F2"]).values == fitted.values


def test_the_new_line_stands_behind_its_kin_and_is_written(pulsar, tmp_path):
    larger = with_terms(pulsar[0], ["F2 -1e-24"])
    keys = [line.key for line in larger.par]
    assert keys.index("F2") == keys.index("F1") + 1
    jug.write_par(larger, tmp_path / "a.par")
    again = jug.load_model(tmp_path / "a.par")
    assert again.values == larger.values
    assert again.free == larger.free


def test_parameters_that_cannot_begin_at_zero_begin_at_typical_values():
    text = jug.data.example("B1855+09")[0].read_text()
    with pytest.warns(jug.InputWarning):
        model = without_parameters(jug.load_model(jug.read_par(io.StringIO(text))), ["M2", "SINI"])
    assert "M2" not in model.free
    again = with_terms(model, ["M2", "SINI"])
    assert (again.values["M2"], again.values["SINI"]) == (0.25, 0.7)


def test_a_member_goes_with_its_range_and_jumps_are_numbered_anew():
    text = jug.data.example("NGC6440E")[0].read_text()
    text += "DMX_0001 0 1\nDMXR1_0001 53500\nDMXR2_0001 53600\nJUMP -a 1 0.1 1\nJUMP -a 2 0.2 1\nJUMP -a 3 0.3 1\n"
    model = jug.load_model(jug.read_par(io.StringIO(text)))
    less = without_parameters(model, ["DMX_0001", "JUMP2"])
    assert not [name for name in less.names if name.startswith("DMX")]
    assert [less.values[name] for name in ("JUMP1", "JUMP2")] == [0.1, 0.3]
    assert "JUMP3" not in less.names


@pytest.mark.parametrize(
    ("term", "why"),
    [
        ("F1", "F1 is in the model already"),
        ("F99X", "unknown keyword F99X"),
        ("GLEP_1", "GLEP_1 needs a value"),
        ("EPS1", "EPS1"),
        ("", "names no parameter"),
        ("PX a", "PX"),
    ],
)
def test_a_term_that_cannot_be_added_is_named(pulsar, term, why):
    with pytest.raises(jug.ParError, match=why):
        with_terms(pulsar[0], [term])


def test_what_another_parameter_needs_is_not_taken_out(pulsar):
    with pytest.raises(jug.ParError, match="DECJ"):
        without_parameters(pulsar[0], ["DECJ"])
    with pytest.raises(jug.FitError, match="no parameter 'F7'"):
        without_parameters(pulsar[0], ["F7"])
