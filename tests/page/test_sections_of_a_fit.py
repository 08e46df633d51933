"""The sections of a page of a fit: verdict, numbers, parameters, notes, files, and how it is repeated."""

import inspect
import re
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting.findings.fit_verdict import FitVerdict
from jug.fitting.findings.kinds import Reason, VerdictKind
from jug.obs.files import EARTH_ORIENTATION, DataUse
from jug.page import fit_sections, package_versions, parameter_sections, provenance
from jug.page.fit_page import fit_page, write_report
from jug.page.fit_sections import derived_section, summary_section, verdict_section, warnings_section
from jug.text.html.tables import section
from tests.page.test_page_parts import residuals


def test_the_verdict_has_its_next_step_where_it_is_not_good() -> None:
    stop = Made(value="converged")
    good = FitVerdict(VerdictKind.GOOD, "a <b>", "use it")
    assert verdict_section(Made(verdict=good, frozen=(), stop=stop)) == (  # type: ignore[arg-type]
        '<section id="verdict" class="good"><h2>Verdict: good</h2><p>a &lt;b&gt;</p>'
        "<p>The fit converged</p></section>\n"
    )
    also = (Reason(VerdictKind.AT_BOUND, "A1 is 0", "fix it"), Reason(VerdictKind.GOOD, "so", ""))
    bad = FitVerdict(VerdictKind.AT_BOUND, "a", "do `jug <x>`", also)
    said = verdict_section(Made(verdict=bad, frozen=(Made(name="F2", why="none"),), stop=stop))  # type: ignore[arg-type]
    assert 'class="decision"' in said
    assert (
        "<p><strong>Next:</strong> do <code>jug &lt;x&gt;</code></p><p>Also:</p>"
        "<ul><li>at_bound: A1 is 0. Next: fix it</li><li>good: so</li>" in said
    )
    assert "<li>fixed by the fit: F2: none</li></ul>" in said


def test_notes_and_warnings() -> None:
    settings = Made(
        assumed=("a & b",), warned=("x.par:1: r",), conventions={"ECORR": "PINT", "TNDM": "ENTERPRISE", "RANGE": "ALL"}
    )
    result: Any = Made(model=Made(settings=settings), warnings=("w",), noise_intervals={})
    assert "<ul><li>a &amp; b</li><li>x.par:1: r</li><li>w</li></ul>" in warnings_section(result)
    assert parameter_sections._noise_note(result) == "Conventions ECORR PINT, TNDM ENTERPRISE."
    result.noise_intervals = {"EFAC1": None, "EQUAD1": None}
    said = "Fitted along: EFAC1 by maximum likelihood, EQUAD1 by maximum likelihood."
    assert parameter_sections._noise_note(result) == f"Conventions ECORR PINT, TNDM ENTERPRISE. {said}"
    none: Any = Made(model=Made(settings=Made(assumed=(), warned=())), warnings=())
    assert "<p>None.</p>" in warnings_section(none)


def test_derived_quantities_that_do_not_exist_have_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = type("Derived", (dict,), {"absent": {}})()
    assert derived_section(nothing) == ""
    monkeypatch.setattr(fit_sections, "derived_numbers", lambda found: [("AGE", "1.5", "", "yr")] * len(found))
    one = type("Derived", (dict,), {"absent": {}})({"AGE": Made(doc="age <1>")})
    said = derived_section(one)
    assert 'aria-label="Derived quantities"><table><thead>' in said
    numbers = '<td>AGE</td><td class="number">1.5</td><td class="number"></td>'
    assert f"<tr>{numbers}<td>yr</td><td>age &lt;1&gt;</td></tr>" in said
    nothing.absent = {"MP": "no mass: <M2>"}
    assert derived_section(nothing) == section("Derived quantities", "<p>no mass: &lt;M2&gt;</p>")


def test_data_files_and_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    """None is beyond its end where it has none; packages that are not installed are left out."""
    use = {"what": "clock", "name": "a.clk", "source": "jug"}
    uses = [Made(**use, good_until_mjd=None, n_beyond=0), Made(**use, good_until_mjd=60000.0, n_beyond=3)]
    said = provenance.data_section(Made(uses=uses))  # type: ignore[arg-type]
    assert '<td>jug</td><td></td><td class="number"></td>' in said
    assert "<td>MJD 60000" in said
    assert 'aria-label="Data files"><table><thead>' in said
    assert '<td class="number">3</td>' in said
    assert "Earth orientation" not in said
    earth = (DataUse(EARTH_ORIENTATION, "finals", "package", 61335.0),)
    said = provenance.data_section(Made(uses=earth))  # type: ignore[arg-type]
    assert "Earth orientation holds to the last day that was measured" in said
    monkeypatch.setattr(package_versions, "PACKAGES", ("no-such-package", "numpy"))
    assert [text.split()[0] for text in package_versions.version_lines()] == ["jug", "Python", "numpy"]
    assert package_versions.version_lines()[2] == f"numpy {np.__version__}"


def cells(said: str) -> dict[str, str]:
    """The rows of a table of pairs."""
    return dict(re.findall(r'<tr><th scope="row">(.*?)</th><td>(.*?)</td></tr>', said))


def test_the_numbers_of_the_summary() -> None:
    """Four digits of an rms; no reduced chi2 without degrees of freedom."""
    result: Any = Made(
        prefit_residuals=residuals(wrms_s=2.3454996e-6), residuals=residuals(), dof=0, reduced_chi2=1.0, chi2=9.87654,
        log_likelihood=12.34567, n_iter=3, robust=None, toa_summary=Made(lines=lambda: [("Sites", "gbt")]),
    )  # fmt: skip
    two: Any = [1, 2]
    assert cells(summary_section(result, two)) == {
        "Number of TOAs": "2", "Sites": "gbt",
        "Weighted rms, pre-fit": "2.345 µs", "Weighted rms, post-fit": "1.234 µs",
        "chi2": "9.8765", "Degrees of freedom": "0", "Reduced chi2": "undefined",
        "Log-likelihood": "12.3457", "Iterations": "3",
    }  # fmt: skip
    dm = type("Dms", (Made,), {"__len__": lambda _: 2})
    noisy = {"noise": {"RED": 1}, "white": lambda: residuals(wrms_s=1e-7)}
    result.residuals, result.prefit_residuals = residuals(dm=dm(wrms=2e-4), **noisy), residuals(dm=dm(wrms=1.23449e-3))
    before = result.prefit_residuals
    result.prefit_residuals = residuals()
    assert "Measured DMs" not in cells(summary_section(result, two))
    result.dof, result.reduced_chi2, result.prefit_residuals = 1, 9.87654, before
    result.robust = Made(lines=lambda chi2, dof: [f"  chi2 {chi2}", f"dof {dof}"])
    found = cells(summary_section(result, two))
    assert found["Reduced chi2"] == "9.8765"
    assert found["Weighted rms without correlated noise"] == "0.1 µs"
    assert found["Measured DMs"] == "2"
    assert found["DM weighted rms"] == "0.001234 before, 0.0002 pc cm⁻³ after the fit"
    assert found["Robust fit"] == "chi2 9.87654; dof 1"


def test_how_a_fit_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provenance, "par_text", lambda model: f"<{model}>")
    names = tuple(f"P{i}" for i in range(13))
    result: Any = Made(
        prefit=Made(par=Made(path="a.par")), names=names, backend="numpy", backend_reason="few TOAs", model="par"
    )
    two: Any = Made(raw=Made(files=("a.tim", "b.tim")))
    said = provenance.reproduce_section(result, two, ("jug", "fit", "a b.par"), dated=False)
    found = cells(said)
    assert (found["Command"], found["Par file"]) == ("jug fit &#x27;a b.par&#x27;", "a.par")
    assert found["Tim files"] == "a.tim, b.tim"
    assert found["Fitted"] == f"13 parameters: {', '.join(names[:12])} and 1 more"
    assert found["Computed by"] == "NumPy: few TOAs"
    assert "This page made" not in found
    assert '<details id="post-fit-par-file">' in said
    assert "&lt;par&gt;</pre>" in said
    again = cells(provenance.reproduce_section(result, two, (), dated=True))
    assert again["Command"] == "none: the fit was made from Python"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", again["This page made"])


def test_conventions_that_matter_for_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were chosen, and of which a line is there or absent."""
    acting, other = Made(what="what <A>", applies=lambda par: par == "par"), Made(what="other", applies=lambda _: False)
    monkeypatch.setattr(provenance, "CONVENTIONS", {"A": acting, "B": other, "C": acting})
    settings = Made(conventions={"A": "word", "B": "word"}, dialect="tempo2")
    said = provenance.conventions_section(Made(settings=settings, par="par"))  # type: ignore[arg-type]
    assert said.startswith('<details open id="conventions"><summary>Conventions</summary>')
    assert 'aria-label="Conventions"><table><caption><span>The files were read as tempo2 reads them.' in said
    assert said.count("<tr>") == 2
    assert "<tr><td>A</td><td>word</td><td>what &lt;A&gt;</td></tr>" in said


def test_a_page_says_when_it_was_made_unless_it_is_not_to() -> None:
    for function in (write_report, fit_page):
        assert inspect.signature(function).parameters["dated"].default is True
