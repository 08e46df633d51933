"""What `jug doctor` says of TOAs, selections and differences at the limits of its rules."""

import warnings
from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any, cast

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.analysis.diagnosis.as_text import _decisions, _shorter
from jug.analysis.diagnosis.coverage import site_spans
from jug.analysis.diagnosis.differences import is_nothing
from jug.analysis.diagnosis.effect import ReferenceResiduals, _centred, _equal
from jug.analysis.diagnosis.examine import _of_model
from jug.analysis.diagnosis.report import Report
from jug.analysis.diagnosis.rows import Difference, Effect, Finding, LineUse, Summary
from jug.analysis.diagnosis.selections import selection_findings
from jug.analysis.diagnosis.tables import _difference, _sites, headline
from jug.analysis.diagnosis.tim_file import tim_findings
from jug.data import open_files
from jug.io.tim.raw_toas import RawTOAs
from jug.io.tim.read import read_tim
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def raw_of(folder: Path, *lines: str) -> RawTOAs:
    (folder / "a.tim").write_text("\n".join(["FORMAT 1", *lines]) + "\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return read_tim(folder / "a.tim")


def toa(mjd: str = "55000.1234567890123", mhz: str = "1400", us: str = "1.0", site: str = "gbt") -> str:
    return f"a {mhz} {mjd} {us} {site}"


def found(folder: Path, *lines: str) -> dict[str, Finding]:
    """Findings on three plain TOAs and these, by kind."""
    plain = [toa(f"5500{i}.1234567890123") for i in (1, 2, 3)]
    return {finding.kind: finding for finding in tim_findings(raw_of(folder, *plain, *lines))}


@pytest.mark.parametrize(
    ("line", "kind", "said"),
    [
        (toa("55004.1234567890123", mhz="20"), None, ""),
        (toa("55004.1234567890123", mhz="19.9"), "odd frequency", "1 TOA has a frequency outside 20 to 120000 MHz"),
        (toa("55004.1234567890123", mhz="120000"), None, ""),
        (toa("55004.1234567890123", mhz="120001"), "odd frequency", "the first 120001 MHz"),
        (toa("55004.1234567890123", mhz="0"), "zero frequency", "1 TOA has frequency 0 at a telescope"),
        (toa("55004.1234567890123", us="0.01"), None, ""),
        (
            toa("55004.1234567890123", us="0.009"),
            "odd uncertainty",
            "below 1/100 of the median of 1 us, the first 0.009",
        ),
        (toa("55004.1234567890123", us="100"), None, ""),
        (toa("55004.1234567890123", us="101"), "odd uncertainty", "above 100 times the median of 1 us, the f"),
        (toa("66000.0000000000000"), None, ""),
        (toa("66000.1000000000000"), "odd date", "1 TOA has an MJD before 1965 or after 2039, the first 66000.1000"),
        (toa("55004.1234567890", us="4.4"), None, ""),
        (toa("55004.1234567890", us="4.2"), "coarse date", "10 decimals are steps of 8.64 us"),
        (toa("55004.12345678901"), None, ""),
        (toa("55004.1234567"), "coarse date", "1 TOA has an MJD coarser than the uncertainty: 7 decimals are steps of"),
        (toa("55004.1", us="100"), "coarse date", "1 decimal is a step of 8.64e+09 us"),
        (toa("55003.1234567890123"), "duplicate", "1 TOA has the time, site and frequency of an earlier one and the s"),
        (toa("55003.1234567890123", us="2"), "duplicate", "an earlier one and another uncertainty, the first those of"),
        (toa("55003.1234567890123", mhz="1401"), None, ""),
        (toa("55003.1234567890123", site="parkes"), None, ""),
        ("C " + toa("55004.1234567890123"), "commented out", "1 TOA is commented out: left aside"),
        ("MODE 1", "commands", "commands in the tim file: MODE"),
    ],
)
def test_toas_that_stand_out(tmp_path: Path, line: str, kind: str | None, said: str) -> None:
    kinds = found(tmp_path, line)
    assert list(kinds) == ([kind] if kind else [])
    if kind:
        assert said in kinds[kind].what
        assert kinds[kind].n == 1


def test_dates_before_the_first_pulsar_and_out_of_order(tmp_path: Path) -> None:
    """MJD 39000 is usual; each place where time goes back counts."""
    early = found(tmp_path, toa("39000.0000000000000"))
    assert list(early) == ["order"]
    assert early["order"].what == "the TOAs are not in order of time at 1 place; it changes nothing"
    older = found(tmp_path, toa("38999.9000000000000"), toa("55009.1234567890123"), toa("55008.1234567890123"))
    assert older["order"].what.startswith("the TOAs are not in order of time at 2 places")
    assert "odd date" in older
    assert older["order"].where.endswith(":5")


def test_frequencies_that_are_all_infinite_need_no_decision(tmp_path: Path) -> None:
    """At the barycentre, and where every TOA of a telescope has none."""
    every = tim_findings(raw_of(tmp_path, *(toa(f"5500{i}.1234567890123", mhz="0") for i in (1, 2))))
    assert [(one.what, one.decide) for one in every] == [
        ("2 TOAs have frequency 0, read as infinite: no dispersion delay", "")
    ]
    mixed = found(tmp_path, toa("55004.1234567890123", mhz="0", site="@"))
    assert mixed["zero frequency"].decide == ""


def test_uncertainties_that_no_telescope_reaches(tmp_path: Path) -> None:
    for us, odd in (("0.0001", False), ("0.00009", True)):
        lines = [toa(f"5500{i}.12345678901234567", us=us) for i in (1, 2, 3)]
        kinds = {one.kind for one in tim_findings(raw_of(tmp_path, *lines))}
        assert ("odd uncertainty" in kinds) == odd


def test_sites_are_listed_by_their_toas(tmp_path: Path) -> None:
    raw = raw_of(tmp_path, toa(site="parkes", mhz="0"), toa("55002.5", site="gbt"), toa("55001.5", "430", site="1"))
    spans, _ = site_spans(raw, open_files())
    assert [(s.site, s.n_toa, s.written) for s in spans] == [("gbt", 2, ("gbt", "1")), ("parkes", 1, ("parkes",))]
    assert (spans[0].first_mjd, spans[0].last_mjd, spans[0].low_mhz, spans[0].high_mhz) == (55001.5, 55002.5, 430, 1400)
    assert (spans[1].low_mhz, spans[1].high_mhz) == (None, None)
    rows = _sites(cast(Any, Made(sites=spans))).rows
    assert rows[0] == ("gbt", "gbt, 1", "2", "55001.5000", "55002.5000", "430 to 1400")
    assert rows[1][-1] == "infinite"


def difference(rms: float, refit: float, name: str = "X", **own: Any) -> Difference:
    fields: dict[str, Any] = {"decide": "write it", "decided": "", "why_not": ""}
    effect = Effect(rms, 2.0 * rms, refit, 2.0 * refit)
    return Difference(name, "what", "A", "B", ("PINT",), effect, **{**fields, **own})


def report(*differences: Difference, error_us: float | None = 1.0, findings: tuple[Finding, ...] = ()) -> Report:
    summary = None if error_us is None else Summary(62, 3, 55000.0, 55100.0, error_us, 2.5, 5, ("a.tim", "b.tim"), {})
    return Report("a.par", "a.tim", (), differences=differences, summary=summary, findings=findings)


def test_a_decision_is_needed_above_a_hundredth_of_the_uncertainty() -> None:
    """10 ns before or 1 ns after a refit beside 1 us; 0.1 ns for both beside 10 ns; 1 ns without TOAs."""
    assert report().least_ns == (10.0, 1.0)
    assert report(error_us=0.01).least_ns == pytest.approx((0.1, 0.1))
    assert report(error_us=None).least_ns == (1.0, 1.0)
    needs = report().needs_decision
    assert [needs(difference(*pair)) for pair in ((10.0, 1.0), (10.1, 0.0), (0.0, 1.1))] == [False, True, True]
    assert not needs(difference(50.0, 50.0, decided="--as pint"))
    assert not needs(difference(50.0, 50.0)._replace(effect=None))
    assert [needs(difference(0.0, refit, name="RATE")) for refit in (9.0, 11.0)] == [False, True]


def test_decisions_are_numbered() -> None:
    one = report(
        difference(20.0, 3.0), findings=(Finding("k", "odd", "a.tim:3", decide="mend it"), Finding("k", "fine"))
    )
    assert one.decisions == (
        "a.tim:3: odd: mend it",
        "X: A, or B (PINT: 20 ns rms, 3 ns after a refit): write it",
    )
    assert _decisions(one).splitlines()[:2] == ["2 decisions are needed:", "  1. a.tim:3: odd: mend it"]
    assert _decisions(report(difference(20.0, 3.0))).startswith("1 decision is needed:")
    assert _decisions(report()) == "Nothing has to be decided."
    row = _difference(one, difference(20.0, 3.0, why_not="no", decided="by --as"))
    assert row == ("", "X", "A", "B", "PINT", "20", "40", "3", "6", "what [no] [decided: by --as]")
    assert headline(one) == [
        "a.par with a.tim",
        "62 TOAs, 3 commented out, MJD 55000.0 to 55100.0, median uncertainty 1 us, 5 free parameters",
        "residuals before a fit: weighted rms 2.5 us",
        "2 tim files: a.tim, b.tim",
    ]


def test_a_difference_of_rounding_is_none() -> None:
    """Up to 1e-4 ns, the largest before and after a refit."""
    assert is_nothing(Effect(0.0, 0.99e-4, 0.0, 0.99e-4))
    assert not is_nothing(Effect(0.0, 1e-4, 0.0, 0.0))
    assert not is_nothing(Effect(0.0, 0.0, 0.0, 1e-4))


def test_three_lines_of_a_family_are_one_row() -> None:
    """In the order of the file; two lines, and lines without a number, stand as they are."""

    def use(number: int, key: str, what: str = "x, fixed") -> LineUse:
        return LineUse(number, key, key, "parameter", what, "", ("pint",))

    two = [use(9, "DMXEP_0002"), use(3, "DMXEP_0001")]
    assert [row[:2] for row in _shorter(tuple(two))] == [("3", "DMXEP_0001"), ("9", "DMXEP_0002")]
    three = _shorter((*two, use(11, "DMXEP_0003"), use(1, "PSR")))
    assert [(row[0], row[5]) for row in three] == [("1", "x, fixed"), ("9", "x, fixed (and 2 more lines so)")]
    jumps = _shorter(tuple(use(i, "JUMP") for i in range(1, 4)))
    assert len(jumps) == 3
    free = _shorter((*two, use(11, "DMXEP_0003", "x, free")))
    assert len(free) == 3


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
    np.testing.assert_allclose(_centred(np.array([1.0, 4.0]), np.array([1.0, 2.0**-0.5])), [-2.0, 1.0])
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
