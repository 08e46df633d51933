"""Which parameters act on the TOAs of a diagnosis, and how it reads files otherwise: by simple cases."""

import warnings
from types import SimpleNamespace as Made
from typing import Any, cast

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.analysis.diagnosis import examine
from jug.analysis.diagnosis.differences import _all_of_program
from jug.analysis.diagnosis.effect import ReferenceResiduals, _same_noise
from jug.analysis.diagnosis.other_readings import NO_TOAS, OtherReadings
from jug.analysis.diagnosis.parameter_effects import ACTS, NO_EFFECT, SHIFTS, _columns, effects
from jug.analysis.diagnosis.reading import _codes_of_tempo2, _remark
from jug.analysis.diagnosis.unreadable import unreadable_line_findings
from jug.core.blocks import Binned, Dense
from jug.errors import InputError, Problem, TimError, Where
from jug.io.tim.columns import ZeroUncertainty
from jug.model.covariance.noise import Noise, Process


def simulated(*lines: str) -> tuple[jug.TimingModel, jug.TOAs]:
    """Twelve TOAs of two receivers, -fe L and -fe S in turn."""
    plain = jug.load_model(par())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        toas = jug.simulate(
            plain, np.linspace(54000, 54900, 12), freq_mhz=[1400.0, 430.0] * 6, flags={"fe": ["L", "S"] * 6}, seed=1
        )
        return jug.load_model(par(*lines)), toas


def test_columns_of_zeros_and_of_equal_numbers() -> None:
    """A dense column, and the members of a family: 0 has no effect, the same number shifts all TOAs."""
    matrix = np.array([[0.0, 2.0, 2.0, 1.0], [0.0, 2.0, 2.0 + 1e-12, -1.0]])
    assert list(_columns(Dense(matrix))) == [NO_EFFECT, SHIFTS, ACTS, ACTS]
    one = Binned(np.array([0, 0]), np.array([3.0, 3.0]), np.zeros(1))
    two = Binned(np.array([0, 2]), np.array([3.0, 3.0]), np.zeros(2))
    other = Binned(np.array([0, 0]), np.array([3.0, 3.1]), np.zeros(1))
    assert [list(_columns(block)) for block in (one, two, other)] == [[SHIFTS], [ACTS, NO_EFFECT], [ACTS]]


def test_what_acts_on_the_toas() -> None:
    """A JUMP of no TOA, the range of an empty DMX, an epoch of nothing, EFACs of DMs without any: no effect."""
    orbit = ("BINARY ELL1", "PB 1.5", "A1 0", "TASC 54400", "EPS1 0", "EPS2 0")
    lines = (
        "JUMP -fe X 0 1",
        "JUMP -fe L 0 1",
        "DMX_0001 0",
        "DMXR1_0001 50000",
        "DMXR2_0001 50100",
        "DMEFAC -fe L 1.1",
    )
    model, toas = simulated(
        *lines, *orbit, "EFAC -fe L 1.1", "TNREDAMP -13", "TNREDGAM 3", "GLEP_1 60000", "GLF0_1 1e-9"
    )
    found = effects(model, toas)
    idle = ("JUMP1", "DMX_0001", "DMXR1_0001", "DMXR2_0001", "DMEFAC1", "GLF0_1")
    assert {name: found[name] for name in idle} == dict.fromkeys(idle, NO_EFFECT)
    acting = ("JUMP2", "EFAC1", "TNREDAMP", "A1", "PEPOCH", "F0")
    assert {name: found[name] for name in acting} == dict.fromkeys(acting, ACTS)
    moving = model.set(PMRA=5.0, F1=-1e-14)
    assert effects(moving, toas)["POSEPOCH"] == ACTS
    assert effects(model.set(PMRA=0.0, PMDEC=0.0), toas)["POSEPOCH"] == NO_EFFECT


def test_the_same_files_differ_by_nothing() -> None:
    """Also with measured DMs, whose rows follow those of the times."""
    plain = jug.load_model(par())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        wide = jug.simulate(plain, np.linspace(54000, 54900, 12), freq_mhz=1400.0, dm_error=1e-3, noise=True, seed=1)
    for toas in (wide, simulated()[1]):
        effect = ReferenceResiduals(plain, toas).effect_of(plain, toas)
        assert effect is not None
        assert max(effect) < 1e-6


def test_toas_that_are_left_out_move_the_fit_of_the_others() -> None:
    """One TOA late by 10 us: without it a fit of F0 changes by some of that, and not at all where it is not late."""
    model, toas = simulated()
    from jug.analysis.simulation.simulation import with_time_added

    free = model.freeze("*").free("F0")
    late = np.zeros(12)
    late[-1] = 1e-5
    rows = late > 0.0
    moved = ReferenceResiduals(free, jug.prepare(model, with_time_added(toas.raw, late)))
    effect = moved.effect_without(rows)
    assert effect[:2] == (0.0, 0.0)
    assert 500.0 < effect.refit_rms_ns < effect.refit_max_ns < 1e4
    assert ReferenceResiduals(free, toas).effect_without(rows).refit_max_ns < 1.0


@pytest.mark.parametrize(
    ("hold", "word", "other"),
    [(None, "ZERO", True), (None, "HOLD", False), (True, "ZERO", False), (False, "HOLD", True)],
)
def test_the_other_rule_beyond_the_ends_of_clocks(hold: bool | None, word: str, other: bool) -> None:
    asked: list[bool] = []

    class Readings(OtherReadings):
        def of(self, par: Any, options: Any, hold_clock: bool | None = None) -> Any:
            asked.append(bool(hold_clock))
            return None, ""

    model = Made(settings=Made(conventions={"CLOCKENDS": word}))
    read: Any = Made(hold_clock=hold, model=model, used=None, options={})
    Readings(read, cast(Any, None), None).with_other_ends()
    assert asked == [other]
    assert OtherReadings(read, cast(Any, None), None).of(cast(Any, None), {}) == (None, NO_TOAS)


def test_codes_of_sites_are_those_of_the_convention() -> None:
    def read(model: Any) -> Any:
        return Made(model=model)

    models = [Made(settings=Made(conventions={"SITES": word})) for word in ("TEMPO2", "PINT")]
    assert [_codes_of_tempo2(read(model)) for model in (*models, None)] == [True, False, False]


def test_lines_of_one_kind_are_one_finding() -> None:
    """With the text of the first, where there is one."""
    where = [Where("a.tim", i, text) for i, text in ((3, " a b "), (4, "c"), (0, ""))]
    problems: list[Problem] = [ZeroUncertainty("zero uncertainty", place, "h") for place in where[:2]]
    found = unreadable_line_findings(
        TimError.of([*problems, Problem("odd", where[2], "h"), Problem("none", None, "h")])
    )
    assert [(one.kind, one.what, one.where, one.n) for one in found] == [
        ("zero uncertainty", "zero uncertainty (2 lines): 'a b'; left out here", str(where[0]), 2),
        ("tim line", "odd; left out here", "a.tim", 1),
        ("tim line", "none; left out here", "", 1),
    ]
    assert (_remark("a.par:7: PX is odd").where, _remark("PX is odd").what) == ("a.par:7", "PX is odd")


def test_a_summary_without_residuals(monkeypatch: pytest.MonkeyPatch) -> None:
    model, toas = simulated()
    reference = ReferenceResiduals(model, toas)

    def fails(*_: Any) -> Any:
        raise InputError("no residuals")

    read: Any = Made(raw=toas.raw, model=model)
    assert (examine._summary(read, reference).wrms_us or 0.0) > 0.0
    assert examine._summary(read, None).wrms_us is None
    monkeypatch.setattr(examine, "residuals", fails)
    summary = examine._summary(read, reference)
    assert (summary.wrms_us, summary.n_toa, summary.n_deleted, summary.n_free) == (None, 12, 0, len(model.free))


def test_the_program_in_use_is_not_compared_with_itself() -> None:
    """Without TOAs no effect says that nothing differs: the program, and one without a difference, are left out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        found = jug.doctor(par(), dialect="tempo2")
    names = [one.name for one in found.differences]
    assert "--as tempo2" not in names
    assert "--as pint" in names
    assert all(one.effect is None for one in found.differences if one.name.startswith("--as"))
    asked: list[dict[str, Any]] = []
    readings: Any = Made(
        read=Made(options={"dialect": "tempo"}), with_options=lambda **o: asked.append(o) or (None, "why")
    )
    assert [(one.name, one.jug, one.why_not) for one in _all_of_program(readings, {"PINT"})] == [
        ("--as pint", "tempo", "why")
    ]
    assert asked == [{"dialect": "pint"}]


def test_noise_that_agrees_is_used_again() -> None:
    """Uncertainties to 1e-9, processes by name, variance and columns to 1e-5, the members of epochs one by one."""

    def anchor(sigma: float = 1.0, name: str = "A", variance: float = 2.0, mode: float = 3.0, member: int = 1) -> Any:
        epochs = Binned(np.array([0, member]), np.ones(2), np.zeros(2))
        processes = (
            Process(name, Dense(np.array([[1.0], [mode]])), np.array([variance])),
            Process("ECORR", epochs, np.full(2, 5.0)),
        )
        return Made(noise=Noise(np.full(2, sigma), processes))

    one = anchor()
    for other, same in (
        (anchor(), True),
        (anchor(sigma=1.0 + 1e-10, variance=2.00001, mode=3.00001), True),
        (anchor(sigma=1.0 + 1e-8), False),
        (anchor(name="B"), False),
        (anchor(variance=2.0001), False),
        (anchor(mode=3.0001), False),
        (anchor(member=0), False),
    ):
        assert _same_noise(one, other) is same
