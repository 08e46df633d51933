"""What `jug doctor` says of TOAs, selections and differences at the limits of its rules."""

import warnings
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any, cast

import pytest
from simulated_sets import par

import jug
from jug.analysis.diagnosis.as_text import _decisions
from jug.analysis.diagnosis.coverage import site_spans
from jug.analysis.diagnosis.differences import is_nothing
from jug.analysis.diagnosis.report import Report
from jug.analysis.diagnosis.rows import Difference, Effect, Finding, LineUse, Summary
from jug.analysis.diagnosis.tables import _difference, _shorter, _sites, headline
from jug.analysis.diagnosis.tim_file import _digits, tim_findings
from jug.analysis.diagnosis.unread_lines import _other_spellings, unread_differences
from jug.analysis.diagnosis.unused_parameters import _on_toas
from jug.data import open_files
from jug.io.par import parse_lines
from jug.io.tim.raw_toas import RawTOAs
from jug.io.tim.read import read_tim
from jug.model.reading.orbits.unused_size import UnusedSize


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
    table = _sites(cast(Any, Made(sites=spans)))
    rows = table.rows
    assert (table.title, table.note, table.sides) == ("Sites", "", "<<>>><")
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


def test_spellings_that_programs_read_instead() -> None:
    assert _other_spellings(["XDOT"]) == "; read instead: PINT and tempo2 A1DOT"
    assert _other_spellings(["PX"]) == ""


def test_without_its_ephemeris_the_residuals_are_those_of_another(tmp_path: Path) -> None:
    """The finding says so, and what follows has a size."""
    (tmp_path / "a.tim").write_text("\n".join(["FORMAT 1", *(toa(f"5400{i}.1234567890123") for i in range(3)), ""]))
    lines = [line.text for line in par().lines if line.key != "EPHEM"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        found = jug.doctor(parse_lines([*lines, "EPHEM DE999"], "fit.par"), tmp_path / "a.tim")
    [one] = [finding for finding in found.findings if finding.kind == "ephemeris"]
    assert one.what.endswith("what follows is computed with DE440")
    assert found.summary is not None
    assert found.summary.wrms_us is not None


def test_a_size_a_year_grows_over_the_span_of_the_toas(tmp_path: Path) -> None:
    """Over two Julian years it is twice as large; without TOAs, or where it does not grow, it is as it stands."""
    raw = raw_of(tmp_path, "a 1400 55000.25 1 gbt", "b 1400 55730.75 1 gbt")
    size = UnusedSize("the orbit changes by", 3.0, a_year=True)
    ns, said = _on_toas(Made(raw=raw), size)  # type: ignore[arg-type]
    assert (ns, said) == (pytest.approx(6.0, rel=1e-12), " (6 ns over the span of the TOAs)")
    assert _on_toas(Made(raw=None), size) == (3.0, "")  # type: ignore[arg-type]
    assert _on_toas(Made(raw=raw), size._replace(a_year=False)) == (3.0, "")  # type: ignore[arg-type]


def test_dates_of_a_file_whose_text_is_not_there_have_no_digits(tmp_path: Path) -> None:
    """TOAs that were made by a program, or joined, may have no source."""
    raw = raw_of(tmp_path, "a 1400 55000.5 1 gbt")
    assert [one.kind for one in _digits(raw)] == ["coarse date"]
    assert list(_digits(replace(raw, sources=()))) == []


def test_the_lines_that_a_program_does_not_read_are_one_difference_for_each_term() -> None:
    """WaveX is PINT's alone; what changes no residual is no difference."""
    model = jug.load_model(par("WXEPOCH 55000", "WXFREQ_0001 0.01", "WXSIN_0001 1e-6", "WXCOS_0001 1e-6"))
    acting = [e for e in model.entries.values() if e.line is not None]
    uses = [Made(number=e.line.number, key=e.name, use="parameter") for e in acting]
    asked: list[frozenset[str]] = []

    def without(keys: frozenset[str]) -> tuple[Effect, str]:
        asked.append(keys)
        return size, ""

    readings = cast(Any, Made(read=Made(model=model), without=without))
    size = Effect(1.0, 2.0, 0.5, 1.0)
    [one] = [d for d in unread_differences(readings, cast(Any, uses)) if "WX" in d.name]
    assert one.name == "WXCOS_0001, WXEPOCH, WXFREQ_0001, WXSIN_0001"
    assert one.programs == ("tempo2", "tempo")
    assert one.what.startswith("lines that tempo2 and tempo do not read")
    assert (one.effect, one.jug, one.other) == (size, "used", "left out")
    assert frozenset({"WXEPOCH", "WXFREQ_0001", "WXSIN_0001", "WXCOS_0001"}) in asked
    size = Effect(0.0, 0.0, 0.0, 0.0)
    assert not [d for d in unread_differences(readings, cast(Any, uses)) if "WX" in d.name]
    assert unread_differences(cast(Any, Made(read=Made(model=None))), ()) == []
