"""A value and its uncertainty have the same unit: (values - start) / errors is the pull in sigma."""

import numpy as np
import pytest
from copies import EXAMPLES, REFERENCE

import jug
from jug.conversion.writing import par_text
from jug.fitting.result.as_json import to_json
from jug.io.par import parse_lines

PULSARS = {
    "B1855+09": (EXAMPLES, "B1855+09_NANOGrav_9yv1.gls.par", "B1855+09_NANOGrav_9yv1.tim"),
    "B1855+09 dfg+12": (EXAMPLES, "B1855+09_NANOGrav_dfg+12_TAI.par", "B1855+09_NANOGrav_dfg+12.tim"),
    "J0613-0200": (REFERENCE, "J0613-0200_NANOGrav_dfg+12_TAI_FB90.par", "J0613-0200_NANOGrav_dfg+12.tim"),
    "J0740+6620": (EXAMPLES, "J0740+6620.FCP+21.wb.DMX3.0.par", "J0740+6620.FCP+21.wb.tim"),
    "J1028-5819": (EXAMPLES, "J1028-5819-example.par", "J1028-5819-example.tim"),
    "J1614-2230": (EXAMPLES, "J1614-2230_NANOGrav_12yv3.wb.gls.par", "J1614-2230_NANOGrav_12yv3.wb.tim"),
    "J1713+0747": (REFERENCE, "J1713+0747_NANOGrav_11yv0_short.gls.par", "J1713+0747_NANOGrav_11yv0_short.tim"),
    "J0030+0451": (EXAMPLES, "PSRJ0030+0451_psrcat.par", ""),
    "J1744-1134": (REFERENCE, "J1744-1134.basic.par", "J1744-1134.Rcvr1_2.GASP.8y.x.tim"),
    "NGC6440E": (EXAMPLES, "NGC6440E.par", "NGC6440E.tim"),
}
"""Ten solutions of real pulsars; one of them without TOAs, which are simulated."""


def loaded(name: str) -> tuple[jug.TimingModel, jug.TOAs]:
    """With an ephemeris that comes with jug; with the position and spin free where the par file frees nothing."""
    folder, par, tim = PULSARS[name]
    if tim:
        model, toas = jug.load(folder / par, folder / tim, ephem="DE440")
    else:
        model = jug.load_model(folder / par, ephem="DE440")
        mjd = np.linspace(53000.0, 55000.0, 200)
        toas = jug.simulate(model, mjd, site="gbt", freq_mhz=1400.0, noise=True, seed=1)
    return model.with_free(model.free or ["RAJ", "DECJ", "F0", "F1"]), toas


def without_mean(change: np.ndarray, toas: jug.TOAs) -> np.ndarray:
    return np.asarray(change - np.average(change, weights=toas.error_s**-2.0))


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
@pytest.mark.parametrize("name", PULSARS)
def test_the_difference_over_the_error_is_the_pull(name: str) -> None:
    """From values three uncertainties away the pull is 3, for every parameter, to the steps of a float64.

    One uncertainty moves the exact residuals by a column of the design matrix times that uncertainty, to the second
    order and 0.1 ns.
    """
    model, toas = loaded(name)
    result = jug.fit(model, toas, backend="numpy")
    start = result.model.moved({own: 3.0 * error for own, error in result.errors.items()})
    for own in result.names:
        pull = (start.values[own] - result.values[own]) / result.errors[own]
        coarse = np.spacing(abs(result.values[own])) / result.errors[own]
        assert pull == pytest.approx(3.0, abs=1e-9 + 2.0 * coarse), own
    content = to_json(result)
    assert content["error_units"] == content["units"]
    assert content["errors"] == result.errors == pytest.approx({n: result.model.errors[n] for n in result.names})
    design = jug.design_matrix(result.model, toas)
    for own in {"RAJ", "DECJ", "ELONG", "ELAT", "F0"} & set(result.names):
        moved = result.model.moved({own: result.errors[own]})
        change = without_mean(jug.residuals(moved, toas).time_s - result.residuals.time_s, toas)
        want = without_mean(-design[own] * result.errors[own], toas)
        assert np.max(np.abs(change - want)) < 1e-2 * np.max(np.abs(want)) + 1e-10, own


def test_par_text_has_seconds_and_reads_back() -> None:
    """The line has s and arcsec, as tempo; the model read from it has the same uncertainties to the last bit."""
    result = jug.fit(*loaded("NGC6440E"), backend="numpy")
    text = par_text(result.model)
    words = {line.split()[0]: line.split() for line in text.splitlines() if line.split()}
    assert float(words["RAJ"][3]) == pytest.approx(1.35e-4, rel=0.01)  # s, PINT 1.1.8
    assert float(words["DECJ"][3]) == pytest.approx(0.0329, rel=0.01)  # arcsec, PINT 1.1.8
    again = jug.load_model(parse_lines(text.splitlines(), "x.par"))
    assert again.errors == result.model.errors
    assert result.model.units["RAJ"] == "hourangle"
    assert result.model.units["PEPOCH"] == "d"
