"""Words after the uncertainty of a line, and names of the pulsar: what changes no number is read on with a warning."""

import warnings

import pytest

import jug
from jug.conversion.writing import par_text
from jug.io.par import parse_lines
from tests.model.checks.test_all_problems import par, problems


def model_and_warnings(*lines: str, drop: tuple[str, ...] = ()) -> tuple[jug.TimingModel, list[str]]:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        model = jug.load_model(parse_lines(par(*lines, drop=drop).text.split("\n"), "x.par"))
    return model, [str(one.message) for one in found]


def test_a_unit_after_the_uncertainty_is_named():
    model, said = model_and_warnings("PX 1 1 0.1 mas", "PMRA 3.5 0 0.2 mas/yr (fixed)")
    assert [text.split(": ", 1)[1].partition(";")[0] for text in said] == [
        "PX: 'mas' after the uncertainty is not read: 'PX 1 1 0.1 mas'",
        "PMRA: 'mas/yr (fixed)' after the uncertainty is not read: 'PMRA 3.5 0 0.2 mas/yr (fixed)'",
    ]
    e = model.entries["PX"]
    assert (model.values["PX"], e.free, e.error) == (1.0, True, 0.1)
    assert any("'mas' after" in note for note in model.settings.assumed)


def test_a_line_with_a_unit_is_written():
    """To the letter where nothing has changed, without the unit where the value has."""
    model, _ = model_and_warnings("PX 1 1 0.1 mas")
    assert "PX 1 1 0.1 mas" in par_text(model).splitlines()
    assert "PX 1 1 0.1 mas" in par_text(jug.convert_frame(model, "ecliptic").model).splitlines()
    [line] = [text for text in par_text(model.set("PX", 2)).splitlines() if text.startswith("PX")]
    assert line.split() == ["PX", "2", "1", "0.1"]


@pytest.mark.parametrize("line", ["PX 1 1 0.1 PMRA", "PX 1 1 0.1 F1 -1e-15", "PX 1 1 0.1 0.2", "PX 1 1 0.1 mas EPHEM"])
def test_keywords_and_numbers_stay_an_error(line: str):
    assert "PX has" in problems(par(line))[0]


def test_other_names_of_the_pulsar_are_read_on():
    model, said = model_and_warnings("PSRB B1855+09", "PSRJ J1857+0943")
    assert len(said) == 2
    assert "PSRB B1855+09 is another name than PSR" in said[0]
    assert model.psr == model_and_warnings()[0].psr
    assert "PSR is given twice" in problems(par("PSR another"))[0]
