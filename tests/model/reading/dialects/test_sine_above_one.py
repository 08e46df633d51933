"""SINI above 1: evaluated as it stands, or as 1 as tempo2 takes it in ELL1, DD and T2."""

import re
import warnings

import numpy as np
import pytest

import jug
from jug.core.constants import T_SUN
from jug.data import example
from jug.io.par import parse_lines, read_par

PAR, TIM = example("NGC6440E")
ORBIT = ("PB 0.1", "A1 2", "M2 0.3")
ELL1 = ("BINARY ELL1", "TASC 53500", "EPS1 0", "EPS2 0", *ORBIT)
DD = ("BINARY DD", "T0 53500", "ECC 0", "OM 0", *ORBIT)


def load_case(*lines: str, **options: object) -> tuple[jug.TimingModel, jug.TOAs, str]:
    par = parse_lines([*(line.text for line in read_par(PAR).lines), *lines])
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        model, toas = jug.load(par, TIM, **options)  # type: ignore[arg-type]
    return model, toas, "\n".join(str(w.message) for w in told)


@pytest.mark.parametrize("orbit", [ELL1, DD, ("BINARY T2", *ELL1[1:])])
def test_tempo2_reads_it_as_one(orbit: tuple[str, ...]):
    model, _, told = load_case(*orbit, "SINI 1.02 1 0.01", dialect="tempo2")
    e = model.entries["SINI"]
    assert (model.values["SINI"], e.free, e.error) == (1.0, True, 0.01)
    assert "SINI 1.02 1 0.01 is read as SINI 1 1 0.01" in told
    size = float(re.findall(r"changes the Shapiro delay by (\S+) ns rms", told)[0])
    assert size == pytest.approx(2e9 * T_SUN * 0.3 * 0.290039, rel=0.003)  # three digits; tests/conversion has others


def test_other_values_models_and_programs_keep_it():
    assert load_case(*ELL1, "SINI 0.98", dialect="tempo2")[0].values["SINI"] == 0.98
    assert load_case(*ELL1, "SINI 1.0", dialect="tempo2")[0].values["SINI"] == 1.0
    assert load_case(*ELL1, "SINI 1.02", dialect="tempo")[0].values["SINI"] == 1.02
    assert load_case(*ELL1, "SINI 1.02")[0].values["SINI"] == 1.02


def test_refusal_at_conjunction_has_lines_to_write():
    model, toas, _ = load_case(*ELL1, "SINI 1.5")
    with pytest.raises(jug.InputError, match=r"not finite with SINI = 1\.5") as found:
        jug.residuals(model, toas)
    for way_out in ("write SINI 1,", "M2 0", "--convention SINI=ONE"):
        assert way_out in str(found.value)
    for lines, options in (((*ELL1, "SINI 1"), {}), ((*ELL1, "SINI 1.5"), {"conventions": {"SINI": "one"}})):
        assert np.isfinite(jug.residuals(*load_case(*lines, **options)[:2]).time_s).all()
