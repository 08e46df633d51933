"""Sets of many parameters that the data do not tell apart, of which none depends on those before it."""

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from copies import REFERENCE

import jug
from jug.core.array import Array
from jug.fitting import near_dependence
from jug.fitting.dependence import dependent_columns, rank_for_fixing
from jug.fitting.near_dependence import near_dependent_columns

flat_directions = import_module("jug.fitting.verdict.flat_directions")


def near(columns: Array, names: list[str]) -> dict[str, set[str]]:
    """The columns that are found, with those that each depends on; none is found one after the other."""
    columns = columns / np.linalg.norm(columns, axis=0)
    gram, factor = columns.T @ columns, np.linalg.qr(columns, mode="r")
    assert dependent_columns(gram, names, factor) == ()
    found = near_dependent_columns(gram, names, factor)
    assert [one.column for one in near_dependent_columns(gram, names)] == [one.column for one in found]
    return {names[one.column]: {names[i] for i in one.on} for one in found}


def test_a_set_that_no_order_shows_is_named() -> None:
    """DM over the bins of DMX and five powers of log f: the last has 1 - R^2 of 1e-7, each beside all others less."""
    x = np.linspace(0.0, 1.0, 400)
    log_f = np.log(1.0 + 0.9 * np.tile(x[::4], 4))
    time = np.repeat(np.arange(4), 100)
    dmx = (time[:, None] == np.arange(4)) * np.exp(-2.0 * log_f)[:, None]
    columns = np.column_stack([np.ones(400), np.cos(9.0 * x), dmx, *(log_f**n for n in range(1, 6))])
    names = ["Offset", "PX", *(f"DMX_000{n}" for n in range(4)), *(f"FD{n}" for n in range(1, 6))]
    ((first, others),) = near(columns, names).items()
    assert first.startswith("FD")
    assert others | {first} == set(names) - {"PX"}


def test_the_weakest_set_is_named_first() -> None:
    """PX and A1 keep 2e-12 of their variance, ECC and FD1 2e-9: PX or A1 is fixed, though a FD goes before others."""
    gram = np.eye(4)
    gram[0, 1] = gram[1, 0] = 1.0 - 1e-12
    gram[2, 3] = gram[3, 2] = 1.0 - 1e-9
    names = ["PX", "A1", "ECC", "FD1"]
    assert rank_for_fixing("FD1") > rank_for_fixing("A1")
    first, second = near_dependent_columns(gram, names)
    assert ({first.column, *first.on}, names[second.column]) == ({0, 1}, "FD1")


def test_polynomials_and_the_angles_of_an_orbit_are_told_apart() -> None:
    x = np.linspace(0.1, 1.0, 300)
    spin = [x**n for n in range(7)]
    orbit = [np.sin(40.0 * x), np.sin(40.0 * x) + 3e-5 * np.cos(80.0 * x)]
    names = ["Offset", *(f"F{n}" for n in range(6)), "T0", "OM"]
    columns = np.column_stack([*spin, *orbit])
    columns /= np.linalg.norm(columns, axis=0)
    inverse = np.linalg.inv(np.linalg.qr(columns, mode="r"))
    assert np.min(1.0 / np.sum(inverse**2, axis=1)) < 1e-8
    assert near_dependent_columns(columns.T @ columns, names, np.linalg.qr(columns, mode="r")) == ()


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_fd_beside_all_dmx_of_a_narrow_band() -> None:
    """3.5 years of J1713+0747: DMX of -0.92 +- 0.91 were shown as good, and are 0.0004 +- 0.0006 once FD1 is held."""
    par = REFERENCE / "J1713+0747_NANOGrav_11yv0_short.gls.par"
    model, toas = jug.load(par, Path(str(par).replace(".gls.par", ".tim")))
    verdict = jug.fit(model, toas, backend="numpy").verdict
    assert verdict.name == "flat_direction"
    assert "31 DMX" in verdict.sentence
    fd, dmx = ({name for name in model.free if name.startswith(kind)} for kind in ("FD", "DMX_"))
    assert set(verdict.undetermined) == fd | dmx | {"KOM"}
    assert [(one.kind.value, bool(one.next)) for one in verdict.also] == [("several_minima", True)]
    held = jug.fit(model, toas, backend="numpy", freeze_degenerate=True)
    assert [one.name for one in held.frozen] == ["FD1", "KOM"]
    assert (held.verdict.name, held.verdict.also) == ("several_minima", ())  # at another KOM chi2 is 3.7 lower
    assert all(held.errors[name] < 0.01 for name in dmx)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_a_search_moves_kom_before_it_is_held() -> None:
    """It was held at the start's 83 deg first, and the search then found one minimum and called the fit good."""
    par = REFERENCE / "J1713+0747_NANOGrav_11yv0_short.gls.par"
    model, toas = jug.load(par, Path(str(par).replace(".gls.par", ".tim")))
    found = jug.fit(model, toas, backend="numpy", freeze_degenerate=True, search=True)
    assert [one.name for one in found.frozen] == ["FD1"]
    assert found.verdict.name == "several_minima"
    assert found.chi2 == pytest.approx(1840.756, abs=0.01)  # the minima differ by 0.96 and 2.68
    assert found.prefit.values["KOM"] == model.values["KOM"]
    assert [one.chi2 - found.chi2 for one in found.minima] == pytest.approx([0.0, 0.96, 2.68], abs=0.02)


def test_a_column_with_exactly_the_share_left_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A column at 37 deg from another keeps 0.36 of its variance: it is fixed where more than that is asked for."""
    gram = np.array([[1.0, 0.8], [0.8, 1.0]])
    monkeypatch.setattr(near_dependence, "FLAT_SHARE", 0.5)
    (found,) = near_dependent_columns(gram, ["PX", "A1"])
    assert found.left == pytest.approx(0.36, rel=1e-12)
    monkeypatch.setattr(near_dependence, "FLAT_SHARE", found.left)
    assert near_dependent_columns(gram, ["PX", "A1"]) == ()


def test_from_which_uncertainty_on_any_value_is_possible() -> None:
    """A quarter of the orbit for its epoch; of a period that the model does not have none."""
    end: Any = SimpleNamespace(model=SimpleNamespace(values={"PB": 8.0}))
    found = [flat_directions._uncertainty_of_any_value(end, name) for name in ("T0", "TASC", "SINI", "F0")]
    assert found == [2.0, 2.0, flat_directions.ANY_VALUE["SINI"], np.inf]
    end.model.values = {"FB0": 1e-5}
    assert flat_directions._uncertainty_of_any_value(end, "T0") == np.inf


def test_the_largest_correlation_of_some_parameters() -> None:
    covariance = np.array([[4.0, -1.8, 0.2], [-1.8, 1.0, 0.1], [0.2, 0.1, 0.0]])
    end: Any = SimpleNamespace(
        model=SimpleNamespace(free=("A", "B", "C")), outcome=SimpleNamespace(covariance=covariance)
    )
    assert flat_directions._correlation(end, ["B", "A"]) == pytest.approx(0.9)
    assert np.isnan(flat_directions._correlation(end, ["A", "C"]))
    assert np.isnan(flat_directions._correlation(end, ["A"]))
