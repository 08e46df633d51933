"""Pulse numbers, PHASE, -padd, JUMPs of a tim file and the TZR point against PINT 1.1.8."""

from pathlib import Path

import numpy as np
import oracle
import pytest
from simulated import BASE, Made, made

import jug
from jug.io.tim.pulse_numbers import whole_turns

NS = 1e-9


def differ(par: Path, tim: Path) -> float:
    """Largest difference of residuals, s."""
    ours, theirs = jug.residuals(*jug.load(par, tim)), oracle.residuals(par, tim)
    return float(np.abs(ours.time_s - theirs.time_s).max())


def edited(it: Made, folder: Path, words: dict[int, str], *, before: dict[int, str] | None = None) -> Path:
    """The tim file with flags put behind some TOAs and lines before some, counted from 0."""
    lines = it.tim.read_text().splitlines()[1:]
    new = ["FORMAT 1"]
    for i, line in enumerate(lines):
        new += (before or {}).get(i, "").split("\n") if i in (before or {}) else []
        new.append(f"{line} {words[i]}" if i in words else line)
    path = folder / "edited.tim"
    path.write_text("\n".join(new) + "\n")
    return path


def numbers(it: Made) -> np.ndarray:
    return jug.residuals(it.model, it.toas).pulse_number


@pytest.mark.parametrize("track", ["TRACK -2\n", "", "TRACK 0\n"])
def test_pulse_numbers(track: str, tmp_path: Path) -> None:
    """Two TOAs are one pulse off by their numbers."""
    it = made(tmp_path, track.replace("-2", "0"))
    number = numbers(it)
    number[[4, 9]] += [1, -1]
    tim = edited(it, tmp_path, {i: f"-pn {k}" for i, k in enumerate(number.tolist())})
    it.par.write_text(BASE + track)
    assert differ(it.par, tim) < NS
    shift = np.ptp(jug.residuals(*jug.load(it.par, tim)).phase)
    assert shift < 0.5 if track == "TRACK 0\n" else shift > 1.5


def test_pulse_numbers_that_count_from_the_first_toa(tmp_path: Path) -> None:
    """tempo2's; PINT's mean takes the difference out, and loses digits by it."""
    it = made(tmp_path)
    number = numbers(it)
    tim = edited(it, tmp_path, {i: f"-pn {k}" for i, k in enumerate((number - number[0]).tolist())})
    it.par.write_text(f"{BASE}TRACK -2\n")
    assert differ(it.par, tim) < 5 * NS
    assert np.array_equal(jug.residuals(*jug.load(it.par, tim)).pulse_number, number)


COMMANDS = {8: "PHASE 1", 20: "PHASE 0.125", 30: "PHASE -1"}


def test_phase_commands_and_padd(tmp_path: Path) -> None:
    it = made(tmp_path)
    flags = {i: f"-pn {k}" for i, k in enumerate(numbers(it).tolist())}
    flags[3] += " -padd 0.25"
    flags[40] += " -padd -1.125"
    assert differ(it.par, edited(it, tmp_path, flags, before=COMMANDS)) < NS


@pytest.mark.filterwarnings("ignore:.*whole turns of (PHASE|-phase)")
def test_phase_commands_without_pulse_numbers(tmp_path: Path) -> None:
    """PINT leaves the whole turns out: with them taken from the mean, the residuals are the same."""
    it = made(tmp_path)
    tim = edited(it, tmp_path, {3: "-padd 0.25", 40: "-padd -1.125"}, before=COMMANDS)
    _, toas = jug.load(it.par, tim)
    whole = np.array([1.0 if 8 <= i < 30 else 0.0 for i in range(len(toas))])
    np.testing.assert_array_equal(whole_turns(toas.raw), whole)
    ours, theirs = jug.residuals(it.model, toas), oracle.residuals(it.par, tim)
    apart = ours.time_s - whole / it.model.values["F0"] - theirs.time_s
    assert np.ptp(apart) < NS
    again = tmp_path / "again.tim"
    jug.write_tim(toas, again)
    np.testing.assert_array_equal(jug.residuals(*jug.load(it.par, again)).phase, ours.phase)


@pytest.mark.filterwarnings("ignore:.*whole turns of (PHASE|-phase)")
@pytest.mark.parametrize("track", ["", "TRACK -2\n"])
def test_simulated_toas_do_not_turn_twice(track: str, tmp_path: Path) -> None:
    it = made(tmp_path, track.replace("-2", "0"))
    flags = {i: f"-pn {k}" for i, k in enumerate(numbers(it).tolist())} if track else {}
    _, toas = jug.load(it.par, edited(it, tmp_path, flags, before={8: "PHASE 1", 20: "PHASE 0.125"}))
    it.par.write_text(BASE + track)
    model = jug.load_model(it.par)
    assert np.ptp(jug.residuals(model, toas).phase) > 0.5
    assert np.ptp(jug.residuals(model, jug.simulate(model, toas)).phase) < 1e-6


def test_phase_reads_back_the_same(tmp_path: Path) -> None:
    it = made(tmp_path)
    _, toas = jug.load(it.par, edited(it, tmp_path, {3: "-padd 0.25"}, before={8: "PHASE 0.125"}))
    again = tmp_path / "again.tim"
    jug.write_tim(toas, again)
    same = jug.residuals(it.model, jug.load(it.par, again)[1]).phase
    np.testing.assert_array_equal(jug.residuals(it.model, toas).phase, same)
    assert differ(it.par, again) < NS


def test_jumps_of_a_tim_file_are_fitted(tmp_path: Path) -> None:
    it = made(tmp_path)
    tim = edited(it, tmp_path, {}, before={10: "JUMP", 15: "JUMP", 40: "JUMP", 52: "JUMP"})
    ours = jug.fit(*jug.load(it.par, tim))
    it.par.write_text(f"{BASE}JUMP -tim_jump 1 0 1\nJUMP -tim_jump 2 0 1\n")  # PINT adds these only when asked
    theirs = oracle.fit(it.par, tim, settled=1e-8)
    assert [n for n in ours.names if n.startswith("JUMP")] == ["JUMP1", "JUMP2"]
    assert str(ours.model.entries["JUMP2"].selector) == "-tim_jump 2"
    for key in ours.names:
        sigma = theirs.errors[key]
        assert abs(ours.values[key] - theirs.values[key]) < 1e-2 * sigma, key
        assert ours.errors[key] == pytest.approx(theirs.errors[key], rel=1e-3), key
    after = tmp_path / "after.par"
    jug.write_par(ours.model, after)
    assert jug.load(after, tim)[0].values == ours.model.values


@pytest.mark.parametrize(
    "zero", ["54500.3 @ 0", "54500.3 @ 1400", "54321.7 parkes 820", "54500 coe 1400", "54500.3 gbt inf"]
)
def test_the_tzr_point_anywhere(zero: str, tmp_path: Path) -> None:
    """Absolute phases: without the mean taken out. PINT's TZR point has TT(BIPM2023), so the clock is that one."""
    mjd, site, freq = zero.split()
    base = (
        BASE.replace("54500.3", mjd).replace("TZRSITE gbt", f"TZRSITE {site}").replace("TZRFRQ 1400", f"TZRFRQ {freq}")
    )
    it = made(
        tmp_path,
        "PHOFF 0.1\nJUMP TEL parkes 3e-5\nJUMP MJD 54490 54510 1e-3\n",
        base=base.replace("BIPM2019", "BIPM2023"),
    )
    assert differ(it.par, it.tim) < NS


@pytest.mark.filterwarnings("ignore:.*-radd is added:jug.InputWarning")
def test_radd_is_padd_times_f0(tmp_path: Path) -> None:
    """tempo2's flag, which PINT does not know."""
    it = made(tmp_path)
    f0 = it.model.values["F0"]
    one = jug.load(it.par, edited(it, tmp_path, {3: "-radd 1e-3"}))[1]
    phase = jug.residuals(it.model, one).phase
    other = jug.load(it.par, edited(it, tmp_path, {3: f"-padd {1e-3 * f0!r}"}))[1]
    np.testing.assert_allclose(phase, jug.residuals(it.model, other).phase, atol=1e-9)
    assert "radd" in one.raw.flags
