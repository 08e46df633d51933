"""What `jug doctor` says of the selections, epochs and residuals of a model on its TOAs, at the limits of its rules."""

import warnings
from typing import Any

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.analysis.diagnosis.effect import ReferenceResiduals, _equal, _subtract_weighted_mean
from jug.analysis.diagnosis.examine import _of_model
from jug.analysis.diagnosis.selections import selection_findings
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def simulated(*lines: str, mjd: Any = None) -> tuple[TimingModel, TOAs]:
    """Twelve TOAs of two receivers, -fe L and -fe S in turn."""
    model = jug.load_model(par())
    days = np.linspace(54000, 54900, 12) if mjd is None else mjd
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        toas = jug.simulate(model, days, freq_mhz=[1400.0, 430.0] * 6, flags={"fe": ["L", "S"] * 6}, seed=1)
        return jug.load_model(par(*lines)), toas


@pytest.mark.parametrize(
    ("lines", "kind", "said", "n"),
    [
        (["JUMP -fe L 0 1", "JUMP -fe S 0 1"], "jumps cover all", "the 2 free JUMPs cover every TOA once", 2),
        (["JUMP -fe L 0 1", "JUMP -fe S 0"], None, "", 0),
        (["JUMP MJD 53000 56000 0 1"], "jumps cover all", "the 1 free JUMP covers every TOA once", 1),
        (["EFAC -fe L 1.1"], "no noise line", "6 of 12 TOAs are in no selection of EFAC, while others are", 6),
        (["EFAC -fe L 1.1", "EFAC -fe S 1.1"], None, "", 0),
        (
            ["EFAC -fe L 1.1", "EFAC TEL gbt 1.1"],
            "overlapping selections",
            "6 of 12 TOAs are in more than one selec",
            6,
        ),
        (["JUMP -fe X 0 1"], "empty selection", "JUMP -fe X selects no TOA; -fe has L, S", 1),
        (["JUMP -FE L 0 1"], "empty selection", "; no TOA has the flag -FE, did you mean -fe?", 1),
        (["JUMP TEL parkes 0 1"], "empty selection", "; the sites are gbt", 1),
        (["JUMP -fe L 0 1", "JUMP FREQ 1000 2000 0 1"], "same selection", "FREQ 1000 2000 selects the same TOAs as", 1),
    ],
)
def test_selections_of_toas(lines: list[str], kind: str | None, said: str, n: int) -> None:
    model, toas = simulated(*lines)
    kinds = {one.kind: one for one in selection_findings(model, toas) if one.kind not in ("unused flags", "noise")}
    assert ({kind} if kind else set()) <= set(kinds)
    assert ("empty selection" in kinds) == (kind == "empty selection")
    if kind is None:
        assert not {"jumps cover all", "no noise line", "overlapping selections"} & set(kinds)
        return
    assert said in kinds[kind].what
    assert kinds[kind].n == n


def test_two_free_lines_of_the_same_toas_cannot_be_told_apart() -> None:
    for flag, more in ((" 1", ", a fit cannot tell them apart"), ("", "")):
        model, toas = simulated("JUMP -fe L 0 1", f"JUMP FREQ 1000 2000 0{flag}", "JUMP -fe X 0 1")
        kinds = {one.kind: one for one in selection_findings(model, toas)}
        assert kinds["same selection"].decide == f"leave one of the two out{more}"
        assert kinds["same selection"].where.endswith(f":{len(par().lines) + 2}")
        assert f"as line {len(par().lines) + 1} (-fe L)" in kinds["same selection"].what


def test_the_effect_of_a_change_is_in_ns_about_its_mean() -> None:
    """A JUMP of 1 us on half of the TOAs is 0.5 us about the mean on each; a refit with a free JUMP absorbs it."""
    model, toas = simulated("JUMP -fe L 0")
    jumped = model.set(JUMP1=1e-6)
    effect = ReferenceResiduals(model.freeze("*"), toas).effect_of(jumped, toas)
    assert effect is not None
    assert effect[:2] == pytest.approx((500.0, 500.0), rel=1e-4)
    free = ReferenceResiduals(model.freeze("*").free("JUMP1"), toas).effect_of(jumped, toas)
    assert free is not None
    assert free.refit_max_ns < 0.01
    assert free.rms_ns == pytest.approx(500.0, rel=1e-4)
    assert ReferenceResiduals(model, toas).effect_of(model, toas[:-1]) is None
    np.testing.assert_allclose(_subtract_weighted_mean(np.array([1.0, 4.0]), np.array([1.0, 2.0**-0.5])), [-2.0, 1.0])
    one = np.array([1.0, 2.0])
    assert [_equal(one, one * (1.0 + share)) for share in (0.9e-5, 3e-5)] == [True, False]
    assert not _equal(one, one[:1])


@pytest.mark.parametrize(("off", "told"), [(365.0, False), (366.0, True)])
def test_a_period_epoch_a_year_outside_the_toas(off: float, told: bool) -> None:
    model, toas = simulated()
    for epoch in (toas.mjd.min() - off, toas.mjd.max() + off):
        moved = model.set(PEPOCH=float(epoch), F1=0.0)
        kinds = [one.what for one in _of_model(ReferenceResiduals(moved, toas), whole=True) if one.kind == "epoch"]
        assert any("is more than a year outside the TOAs (MJD 54000 to 54900)" in what for what in kinds) == told


def test_pulses_that_are_not_connected() -> None:
    """Residuals over the whole turn, of 11 TOAs or more; without a line that was left out it is to be decided."""
    model, toas = simulated()
    lost = model.set(F0=model.values["F0"] + 3e-7)
    for chosen, whole, decide in ((toas, True, "check F0, PEPOCH, position and units"), (toas, False, "")):
        kinds = {one.kind: one for one in _of_model(ReferenceResiduals(lost, chosen), whole=whole)}
        assert kinds["not connected"].decide == decide
    few = {one.kind for one in _of_model(ReferenceResiduals(lost, toas[:10]), whole=True)}
    assert "not connected" not in few
    assert "not connected" not in {one.kind for one in _of_model(ReferenceResiduals(model, toas), whole=True)}


@pytest.mark.parametrize(("off", "motion", "told"), [(3652.0, 3.0, False), (3653.0, 3.0, True), (3653.0, 0.0, False)])
def test_an_epoch_of_a_moving_position_ten_years_outside_the_toas(off: float, motion: float, told: bool) -> None:
    model, toas = simulated()
    for epoch in (toas.mjd.min() - off, toas.mjd.max() + off):
        moved = model.set(POSEPOCH=float(epoch), PMRA=motion, PMDEC=0.0)
        said = [one.what for one in _of_model(ReferenceResiduals(moved, toas), whole=True) if one.kind == "epoch"]
        assert any("is more than ten years outside the TOAs" in what for what in said) == told


def test_ranges_without_toas_are_empty_selections() -> None:
    for ends, kind in (("53000 53500", "empty selection"), ("53900 54500", "outside ranges")):
        low, high = ends.split()
        model, toas = simulated("DMX_0001 1e-3 1", f"DMXR1_0001 {low}", f"DMXR2_0001 {high}")
        assert kind in {one.kind for one in selection_findings(model, toas) if "DMX" in one.what}
