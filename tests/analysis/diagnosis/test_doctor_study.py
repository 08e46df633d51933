"""Three hundred pairs for `jug.doctor`: it names what is planted, and its ns agree with a direct computation to 10%.

The direct computation reads two par files in which both readings are written out, takes the difference of the phases,
and refits with a dense covariance. Every ninth pair is in the plain suite, all are in the long one.
"""

import warnings
from pathlib import Path

import numpy as np
import pytest
from doctor_cases import Case, all_cases, text
from noise_sets import dense
from simulated import BASE, made

import jug
from jug.analysis.diagnosis.rows import Difference

PART, LEAST_NS = 0.1, 2e-3
"""Agreement: a tenth, and the rounding of residuals and of a refit of some of them, ns."""

CASES = all_cases()
SAMPLE = CASES[::9]


@pytest.fixture(scope="session")
def tim_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Sixty TOAs of the plain pulsar."""
    return made(tmp_path_factory.mktemp("doctor"), "").tim.read_text()


def test_there_are_300_different_pairs() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 300
    assert len(SAMPLE) <= 45


def quietly_loaded(par: Path, tim: Path) -> tuple[jug.TimingModel, jug.TOAs]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return jug.load(par, tim)


def refitted(rows: np.ndarray, matrix: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """What a refit leaves, by a dense covariance."""
    lower = np.linalg.cholesky(covariance)
    white = np.linalg.solve(lower, matrix)
    size = np.linalg.norm(white, axis=0)
    size[size == 0.0] = 1.0
    x = np.linalg.lstsq(white / size, np.linalg.solve(lower, rows), rcond=1e-13)[0]
    return rows - matrix @ (x / size)


def direct(
    one: Path, other: Path, tim: Path, other_tim: Path, *, renumbered: bool = False
) -> tuple[float, float, float, float]:
    """The four sizes in ns, from two pairs; where one model numbers the pulses otherwise, from the residuals alone."""
    model, toas = quietly_loaded(one, tim)
    model2, toas2 = quietly_loaded(other, other_tim)
    a, b = jug.residuals(model, toas), jug.residuals(model2, toas2)
    turns = b.phase - a.phase if renumbered else (b.pulse_number - a.pulse_number) + (b.phase - a.phase)
    change = (turns - turns[0]) / a.rate_hz
    start, covariance, _, _ = dense(model, toas)
    covariance2 = dense(model2, toas2)[1]
    matrix = jug.design_matrix(model, toas).matrix
    if np.allclose(covariance, covariance2, rtol=1e-6, atol=1e-6 * covariance.max()):
        left = refitted(refitted(change, matrix, covariance), matrix, covariance)
    else:
        left = refitted(start + change, matrix, covariance2) - refitted(start, matrix, covariance)
    w = 1.0 / a.error_s**2
    before, after = (1e9 * (part - np.sum(w * part) / np.sum(w)) for part in (change, left))
    sizes = [(np.sqrt(np.sum(w * part**2) / np.sum(w)), np.abs(part).max()) for part in (before, after)]
    return (*map(float, sizes[0]), *map(float, sizes[1]))


def agree(row: Difference, sizes: tuple[float, ...]) -> None:
    assert row.effect is not None, row.why_not
    for name, mine, theirs in zip(row.effect._fields, row.effect, sizes, strict=True):
        least = max(LEAST_NS, 1e-9 * sizes[0])  # a refit of a change of seconds leaves its rounding
        assert abs(mine - theirs) <= PART * abs(theirs) + least, (row.name, name, mine, theirs)


def examined(case: Case, tim_text: str, folder: Path) -> jug.Diagnosis:
    par, tim = folder / "a.par", folder / "a.tim"
    par.write_text(case.par)
    tim.write_text(case.tim(tim_text))
    return jug.doctor(par, tim)


def checked(case: Case, tim_text: str, folder: Path) -> jug.Diagnosis:
    """Examine a pair, and hold what is found against what is planted."""
    found = examined(case, tim_text, folder)
    if case.line:
        [use] = [use for use in found.lines if use.text == case.line]
        assert case.use in ("", use.use), use
        named = use.alias_of or use.key.rstrip("0123456789_").removesuffix("NOISE") in use.what.upper()
        assert named or use.use != "parameter", use
    if case.finding:
        kind, words = case.finding
        assert any(f.kind == kind and words in f"{f.what} {f.decide}" for f in found.findings), found.findings
    if case.other:
        (folder / "b.par").write_text(case.other)
        name, word = case.row
        rows = [d for d in found.differences if d.name == name and word in (d.other, "IERS2003")]
        assert rows, [(d.name, d.other) for d in found.differences]
        (folder / "b.tim").write_text(case.other_tim((folder / "a.tim").read_text()))
        pairs = folder / "a.par", folder / "b.par", folder / "a.tim", folder / "b.tim"
        agree(rows[0], direct(*pairs, renumbered=name == "PHASE"))
    if case.use == "parameter":
        unread(found, case, folder)
    return found


def unread(found: jug.Diagnosis, case: Case, folder: Path) -> None:
    """The term that a program does not read: against the file without its lines."""
    for row in found.differences:
        if row.other == "left out" and row.effect is not None:
            keys = row.name.split(", ")
            kept = [line for line in case.par.split("\n") if not line or line.split()[0].upper() not in keys]
            (folder / "c.par").write_text("\n".join(kept))
            agree(row, direct(folder / "a.par", folder / "c.par", folder / "a.tim", folder / "a.tim"))


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.name)
def test_a_sample(case: Case, tim_text: str, tmp_path: Path) -> None:
    assert checked(case, tim_text, tmp_path).lines


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_all(case: Case, tim_text: str, tmp_path: Path) -> None:
    assert checked(case, tim_text, tmp_path).lines


def weighted(change_s: np.ndarray, error_s: np.ndarray) -> float:
    """The weighted rms in ns."""
    w = 1.0 / error_s**2
    left = change_s - np.sum(w * change_s) / np.sum(w)
    return 1e9 * float(np.sqrt(np.sum(w * left**2) / np.sum(w)))


def the_row(lines: str, name: str, tim_text: str, folder: Path) -> tuple[Difference, jug.TimingModel, jug.TOAs]:
    """The row of a convention, and what it is to be compared with."""
    found = examined(Case("", text(BASE, lines)), tim_text, folder)
    [row] = [d for d in found.differences if d.name == name]
    return row, *quietly_loaded(folder / "a.par", folder / "a.tim")


def test_motion_at_the_barycentre(tim_text: str, tmp_path: Path) -> None:
    """The direction at t + r.n in place of t: the delay -r.n changes by -(r.n) (r.dn/dt)."""
    row, model, toas = the_row("PMRA 400;PMDEC -300", "MOTION", tim_text, tmp_path)
    ra, dec = model.kernel_values["RAJ"], model.kernel_values["DECJ"]
    east = np.array([-np.sin(ra), np.cos(ra), 0.0])
    north = np.array([-np.sin(dec) * np.cos(ra), -np.sin(dec) * np.sin(ra), np.cos(dec)])
    n = np.array([np.cos(dec) * np.cos(ra), np.cos(dec) * np.sin(ra), np.sin(dec)])
    moved = east * model.kernel_values["PMRA"] + north * model.kernel_values["PMDEC"]
    change = (toas.r_obs @ n) * (toas.r_obs @ moved)
    assert row.effect is not None
    assert row.effect.rms_ns == pytest.approx(weighted(change, jug.residuals(model, toas).error_s), rel=PART)


def test_residuals_divided_by_f0(tim_text: str, tmp_path: Path) -> None:
    """A young pulsar: residuals change by r (F / F0 - 1)."""
    row, model, toas = the_row("F1 -1.181e-9 1", "RATE", tim_text, tmp_path)
    r = jug.residuals(model, toas)
    turns = r.phase - r.phase[0]
    change = turns * (1.0 / model.values["F0"] - 1.0 / r.rate_hz)
    assert row.effect is not None
    assert row.effect.rms_ns == pytest.approx(weighted(change, r.error_s), rel=PART)
    assert row.effect.rms_ns > 60.0, "1% of uncertainties of 6 us"
    assert jug.doctor(tmp_path / "a.par", tmp_path / "a.tim").needs_decision(row)


def test_fd_before_the_orbit(tim_text: str, tmp_path: Path) -> None:
    """The orbit sees a time that is earlier by the FD delay: residuals change by FD times the slope of its delay."""
    orbit = "BINARY ELL1;PB 1.5334;A1 1.89;TASC 54430.7;EPS1 2.1e-5;EPS2 -1.1e-5"
    row, model, toas = the_row(f"{orbit};FD1 1e-3", "FD", tim_text, tmp_path)
    step_d = 1e-5
    early, late = (
        jug.delays(model.with_values({"TASC": model.values["TASC"] + s * step_d}), toas)["binary ELL1"] for s in (1, -1)
    )
    change = jug.delays(model, toas)["FD"] * (late - early) / (2.0 * step_d * 86400.0)
    assert row.effect is not None
    assert row.effect.rms_ns == pytest.approx(weighted(change, jug.residuals(model, toas).error_s), rel=PART)


def test_pulse_numbers_that_are_not_used(tim_text: str, tmp_path: Path) -> None:
    """Pulse numbers that are one turn ahead from the thirtieth TOA on, which tempo2 reads only with TRACK -2."""
    (tmp_path / "a.par").write_text(BASE)
    (tmp_path / "a.tim").write_text(tim_text)
    model, toas = quietly_loaded(tmp_path / "a.par", tmp_path / "a.tim")
    r = jug.residuals(model, toas)
    step = np.arange(len(toas)) >= 30
    head, *lines = tim_text.rstrip("\n").split("\n")
    rows = [f"{line} -pn {n}" for line, n in zip(lines, r.pulse_number + step, strict=True)]
    found = examined(Case("", BASE), "\n".join([head, *rows]) + "\n", tmp_path)
    [row] = [d for d in found.differences if d.name == "PN"]
    assert row.effect is not None
    assert row.effect.rms_ns == pytest.approx(weighted(step / r.rate_hz, r.error_s), rel=1e-6)
    assert row.other == "TRACK"
    assert found.needs_decision(row)


def test_clocks_that_are_not_applied(tim_text: str, tmp_path: Path) -> None:
    """CLK UNCORR of tempo2 leaves the clocks of the sites out: residuals change by the corrections themselves."""
    row, model, toas = the_row("CLK UNCORR", "UNCORR", tim_text, tmp_path)
    assert row.effect is not None
    expected = weighted(toas.clock_s, jug.residuals(model, toas).error_s)
    assert row.effect.rms_ns == pytest.approx(expected, rel=PART)
