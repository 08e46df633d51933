"""How much a program's other computation matters at most, in ns, by the formulas of the page; and its orbits."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from jug.io.par import parse_lines
from jug.model.components.binary.ell1h import H3_H4
from jug.model.programs import not_imitated as bounds
from jug.model.programs.orbit_choice import advised_orbit, guess_of_pint, plain_orbit


def model(families: dict[str, list[float]] | None = None, **values: float) -> Any:
    """As much of a model as a bound takes; families in the reverse order of their numbers."""
    entries = {
        f"{name}{k}": SimpleNamespace(param=SimpleNamespace(name=name), value=SimpleNamespace(hi=v), order=k, word="")
        for name, own in (families or {}).items()
        for k, v in reversed([*enumerate(own)])
    }
    return SimpleNamespace(entries=entries, values=values, components=(), par=parse_lines([]))


def test_the_steepest_slope_of_an_ifunc() -> None:
    """Times 500 s; nodes in any order, and two at one time have no slope."""
    nodes = {"IFUNC_MJD": [53200.0, 53000.0, 53200.0, 53500.0], "IFUNC": [4e-3, 1e-3, 9e-3, 3e-3]}
    assert bounds._nodes(model(nodes)) == pytest.approx(6e-3 / (300.0 * 86400.0) * 500.0 * 1e9, rel=1e-12)
    assert bounds._nodes(model({"IFUNC_MJD": [53000.0], "IFUNC": [1.0]})) == 0.0


def test_dips_begin_at_once_and_at_another_time() -> None:
    """amplitude (1e-4 + 500 s / EXPTAU), EXPTAU in days; without a decay time there is no bound of its own."""
    dips = {"EXPDIPAMP": [-1e-5, 2e-5, 9.0], "EXPDIPTAU": [100.0, 50.0, 0.0]}
    wanted = 1e-5 * (1e-4 + 5.0 / 86400.0) + 2e-5 * (1e-4 + 10.0 / 86400.0)
    assert bounds._dips(model(dips)) == pytest.approx(wanted * 1e9, rel=1e-12)


@pytest.mark.parametrize(("nharms", "first"), [(1.0, 3), (2.0, 3), (4.0, 5), (6.4, 7), (7.0, 8)])
def test_the_harmonics_that_are_left_out(nharms: float, first: int) -> None:
    """4/k H3 (H4/H3)^(k-3) from NHARMS + 1, but not below 3, to 7."""
    made = model(H3=-3e-7, H4=1.5e-7, NHARMS=nharms)
    assert bounds._harmonics(made) == 0.0
    made.components = (H3_H4,)
    wanted = sum(4.0 / k * 3e-7 * 0.5 ** (k - 3) for k in range(first, 8)) * 1e9
    assert bounds._harmonics(made) == pytest.approx(wanted, rel=1e-12, abs=0.0)
    made.values["H3"] = 0.0
    assert bounds._harmonics(made) == 0.0
    del made.values["NHARMS"]
    made.values["H3"] = 1.0
    assert bounds._harmonics(made) == 0.0


@pytest.mark.parametrize(
    ("line", "told"), [("MODE 1", False), ("MODE 1 0", False), ("MODE 0", True), ("MODE", True), ("PSR A", True)]
)
def test_a_fit_without_weights_is_reported_unless_mode_is_1(line: str, told: bool) -> None:
    made = model()
    made.par = parse_lines([line])
    assert bounds._matters(made, bounds.WEIGHTS) == told
    assert ((bounds.WEIGHTS, None) in bounds.find_not_imitated(made, "tempo2")) == told
    assert (bounds.WEIGHTS, None) not in bounds.find_not_imitated(made, "tempo")


def test_what_matters_where_its_line_has_an_effect() -> None:
    by_line = {q.about: q for q in bounds.NOT_IMITATED_EFFECTS if q.program == "tempo2"}
    made = model()
    for robust, matters in (("none", False), ("huber", True)):
        made.settings = SimpleNamespace(robust=robust)
        assert bounds._matters(made, by_line["ROBUST"]) == matters
    for word, matters in (("0", False), ("0.0", False), ("1", True)):
        made.entries = {"SWM": SimpleNamespace(param=SimpleNamespace(name="SWM"), word=word)}
        assert bounds._matters(made, by_line["SWM"]) == matters
    made.entries = {"SWP": SimpleNamespace(param=SimpleNamespace(name="SWP"), word="1")}
    assert not bounds._matters(made, by_line["SWM"])
    for names, matters in (((), False), (("spin", "troposphere"), True), (("spin",), False)):
        made.components = tuple(SimpleNamespace(name=name) for name in names)
        assert bounds._matters(made, by_line["CORRECT_TROPOSPHERE"]) == matters
    assert by_line["CORRECT_TROPOSPHERE"].size_ns is not None
    assert by_line["CORRECT_TROPOSPHERE"].size_ns(made) == 6.0
    assert [
        (q.about, np.round(size or 0.0))
        for q, size in bounds.find_not_imitated(made, "tempo2")
        if q is not bounds.WEIGHTS
    ] == []


@pytest.mark.parametrize(
    ("names", "plain", "guess"),
    [
        ((), "DD", "DD"),
        (("KIN", "MTOT", "SHAPMAX", "H3"), "DDK", "DDK"),
        (("MTOT", "SHAPMAX"), "DDGR", "DDGR"),
        (("SHAPMAX", "H3"), "DDS", "DDS"),
        (("H3",), "DDH", "DDH"),
        (("TASC",), "ELL1", "ELL1"),
        (("TASC", "H3"), "ELL1H", "ELL1H"),
        (("TASC", "KIN"), "DDK", ""),
        (("TASC", "MTOT"), "DDGR", ""),
        (("TASC", "SHAPMAX"), "DDS", ""),
        *(((f"{start}2", "TASC"), "", "") for start in ("PB_", "A1_", "T0_", "BPJ", "T0X_", "ORBWAVE")),
    ],
)
def test_the_orbit_that_has_the_parameters(names: tuple[str, ...], plain: str, guess: str) -> None:
    """PINT's guess has no Laplace-Lagrange parameters beside KIN, MTOT or SHAPMAX."""
    assert (plain_orbit(names), guess_of_pint(names)) == (plain, guess)
    assert [advised_orbit(program, names) for program in ("pint", "tempo2", "tempo")] == [plain] * 3
