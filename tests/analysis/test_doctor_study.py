"""Three hundred pairs for `jug.doctor`: it names what is planted, and its ns agree with a direct computation to 10%.

The direct computation reads two par files in which both readings are written out, takes the difference of the phases,
and refits with a dense covariance. Every eighth pair is in the plain suite, all are in the long one.
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
SAMPLE = CASES[::8]


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


def direct(one: Path, other: Path, tim: Path) -> tuple[float, float, float, float]:
    """The four sizes in ns, from two par files."""
    model, toas = quietly_loaded(one, tim)
    model2, toas2 = quietly_loaded(other, tim)
    a, b = jug.residuals(model, toas), jug.residuals(model2, toas2)
    turns = (b.pulse_number - a.pulse_number) + (b.phase - a.phase)
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


def check(case: Case, tim_text: str, folder: Path) -> None:
    found = examined(case, tim_text, folder)
    if case.line:
        [use] = [use for use in found.lines if use.text == case.line]
        assert case.use in ("", use.use), use
        assert (
            use.alias_of
            or use.key.rstrip("0123456789_") in use.what.replace("_SIN", "").upper()
            or use.use != "parameter"
        ), use
    if case.finding:
        kind, words = case.finding
        assert any(f.kind == kind and words in f"{f.what} {f.decide}" for f in found.findings), found.findings
    if case.other:
        (folder / "b.par").write_text(case.other)
        name, word = case.row
        rows = [d for d in found.differences if d.name == name and word in (d.other, "IERS2003")]
        assert rows, [(d.name, d.other) for d in found.differences]
        agree(rows[0], direct(folder / "a.par", folder / "b.par", folder / "a.tim"))
    if case.use == "parameter":
        unread(found, case, folder)


def unread(found: jug.Diagnosis, case: Case, folder: Path) -> None:
    """The term that a program does not read: against the file without its lines."""
    for row in found.differences:
        if row.other == "left out" and row.effect is not None:
            keys = row.name.split(", ")
            kept = [line for line in case.par.split("\n") if not line or line.split()[0].upper() not in keys]
            (folder / "c.par").write_text("\n".join(kept))
            agree(row, direct(folder / "a.par", folder / "c.par", folder / "a.tim"))


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.name)
def test_a_sample(case: Case, tim_text: str, tmp_path: Path) -> None:
    check(case, tim_text, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_all(case: Case, tim_text: str, tmp_path: Path) -> None:
    check(case, tim_text, tmp_path)


def test_clocks_that_are_not_applied(tim_text: str, tmp_path: Path) -> None:
    """CLK UNCORR of tempo2 leaves the clocks of the sites out: residuals change by the corrections themselves."""
    case = Case("", text(BASE, "CLK UNCORR"))
    found = examined(case, tim_text, tmp_path)
    [row] = [d for d in found.differences if d.name == "UNCORR"]
    model, toas = quietly_loaded(tmp_path / "a.par", tmp_path / "a.tim")
    w = 1.0 / jug.residuals(model, toas).error_s ** 2
    late = toas.clock_s - np.sum(w * toas.clock_s) / np.sum(w)
    assert row.effect is not None
    assert row.effect.rms_ns == pytest.approx(1e9 * np.sqrt(np.sum(w * late**2) / np.sum(w)), rel=PART)
