"""A Shapiro delay that the data do not show: one verdict from every start, and one parameter to fix."""

import json

import hard_fits
import pytest
from hard_fits import Hard, simulated

import jug

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")

CIRCULAR = "BINARY DD\nPB 1.2 1\nA1 1.1 1\nT0 55000.9 1\nECC 5e-6 1\nOM 47 1\nM2 0 1\nSINI 0.5 1"
STARTS = ("0.9", "0.3", "0.9999")
ORTHOMETRIC = hard_fits.ELL1.replace("ELL1", "ELL1H") + "\nH3 0 1\nSTIGMA 0.5 1"


@pytest.fixture(scope="module")
def ends() -> list[tuple[jug.FitResult, jug.FitResult]]:
    """For each start of SINI the fit, and the fit that fixes what is degenerate."""
    out = []
    for sini in STARTS:
        case = Hard("open", "flat_direction", CIRCULAR, f"M2 0.2 1\nSINI {sini} 1", error_us=5.0, n=150)
        model, toas = simulated(case)
        out.append(tuple(jug.fit(model, toas, backend="numpy", freeze_degenerate=freeze) for freeze in (False, True)))
    return out


def test_the_verdict_is_the_same_from_every_start(ends: list[tuple[jug.FitResult, jug.FitResult]]) -> None:
    """SINI and M2 come first; chi2 is the same to 1."""
    for result, _ in ends:
        assert result.verdict.name == "flat_direction", result.verdict.sentence
        assert result.verdict.flat[0].names[:2] == ("SINI", "M2")
        assert result.chi2 < ends[0][0].chi2 + 1.0
        assert result.verdict.next.startswith("fix SINI")


def test_the_end_and_the_sentence_are_the_same_from_every_start(
    ends: list[tuple[jug.FitResult, jug.FitResult]],
) -> None:
    """M2 went to 1e7 in 300 steps, and the sentence named A1, ECC, OM and T0, or no TOA that depends on SINI."""
    first = ends[0][0]
    for result, _ in ends:
        assert result.verdict.sentence == first.verdict.sentence == "the data hardly determine SINI and M2"
        assert result.verdict.next == first.verdict.next
        assert [one.kind for one in result.verdict.also] == [one.kind for one in first.verdict.also]
        assert set(result.verdict.undetermined) == {"SINI", "M2"}
        assert result.chi2 == pytest.approx(first.chi2, abs=1e-3)
        assert result.model.values["SINI"] == first.model.values["SINI"]
        assert result.model.values["A1"] == pytest.approx(first.model.values["A1"], abs=0.01 * first.errors["A1"])
        assert result.n_iter < 100


def test_the_table_says_what_was_in_the_file_and_what_was_done(ends: list[tuple[jug.FitResult, jug.FitResult]]) -> None:
    """It had the value of the end twice and Y, where JSON had that of the file and a parameter that is not free."""
    for (result, _), start in zip(ends, STARTS, strict=True):
        end, numbers = result.model["SINI"].text, result.to_json()["parameters"]["SINI"]
        row = next(line.split() for line in result.summary().splitlines() if line.startswith("SINI "))
        assert row == ["SINI", start, end, "undetermined", f"{float(end) - float(start):.2g}", "N"]
        assert (numbers["prefit_text"], numbers["text"], numbers["free"]) == (start, end, False)
        said = f"SINI is fixed at {end}, before the fit it was {start}"
        assert said in result.frozen[0].why
        assert any(said in note for note in result.warnings)


@pytest.mark.parametrize(
    ("lines", "starts"),
    [
        (ORTHOMETRIC, ["H3 2e-7 1\nSTIGMA 0.9 1", "H3 -1e-7 1\nSTIGMA 0.1 1", "H3 0 1\nSTIGMA 0.5 1"]),
        (CIRCULAR.replace("DD", "DDS").replace("SINI 0.5", "SHAPMAX 1"), ["M2 0.3 1\nSHAPMAX 4 1", "SHAPMAX 0.1 1"]),
    ],
    ids=["ELL1H", "DDS"],
)
def test_so_do_other_shapes(lines: str, starts: list[str]) -> None:
    found = [hard_fits.fitted(Hard("open", "", lines, start, error_us=5.0, n=150)) for start in starts]
    assert {one.verdict.name for one in found} == {"flat_direction"}
    assert len({one.verdict.sentence for one in found}) == 1, [one.verdict.sentence for one in found]
    assert max(one.chi2 for one in found) == pytest.approx(found[0].chi2, abs=1e-3)


def test_a_delay_that_is_seen_is_found_from_a_size_of_zero() -> None:
    """At the bound M2 = 0 no TOA depends on SINI, and at this SINI chi2 falls with a negative M2 only."""
    truth = CIRCULAR.replace("M2 0 1", "M2 0.3 1").replace("SINI 0.5", "SINI 0.999")
    ends = [
        hard_fits.fitted(Hard("seen", "", truth, start, error_us=2.0, n=300))
        for start in ("", "M2 0 1\nSINI 0.2 1", "M2 0.01 1\nSINI 0.3 1")
    ]
    assert all(one.chi2 == pytest.approx(ends[0].chi2, abs=0.01) for one in ends)
    assert {one.verdict.name for one in ends} == {"good"}


def test_the_shape_is_fixed_first_and_at_most_the_mass_too(ends: list[tuple[jug.FitResult, jug.FitResult]]) -> None:
    """M2 then comes to zero, from where it is fixed if need be. With OM, M2 and SINI fixed at the values of the par
    file chi2 rose by hundreds."""
    lowest = min(result.chi2 for result, _ in ends)
    for (_, frozen), names in zip(ends, (["SINI"], ["SINI", "M2"], ["SINI"]), strict=True):
        assert [one.name for one in frozen.frozen] == names
        assert frozen.chi2 < lowest + 1.0
        assert frozen.verdict.name in ("good", "at_bound"), frozen.verdict.sentence


def test_parameters_that_go_on_moving_are_named_as_sets() -> None:
    """Two pairs, each correlated, and nothing between them."""
    case = Hard("two", "flat_direction", f"{hard_fits.BT}\nPBDOT 0 1\nXPBDOT 0 1", mhz=(1400.0,))
    found = hard_fits.fitted(case).verdict
    sets = [set(flat.names) for flat in found.flat]
    assert {"PBDOT", "XPBDOT"} in sets, found.sentence
    assert any("DM" in own and not own & {"PBDOT", "XPBDOT"} for own in sets), found.sentence


def test_the_delay_is_tested_with_its_shape_where_the_fit_has_fixed_it() -> None:
    """Two parameters, whichever of them the fit fixes: an F-test refused, since there was nothing to test."""
    model, toas = simulated(Hard("open", "", CIRCULAR, "M2 0.2 1\nSINI 0.9 1", error_us=5.0, n=150))
    removed = jug.ftest(model, toas, remove=["M2+SINI"], backend="numpy").tests[0]
    added = jug.ftest(model.remove("M2", "SINI"), toas, add=["M2+SINI"], confirm=True, backend="numpy")
    for one in (removed, added.tests[0]):
        assert not one.problem
        assert one.n_parameters == 2
        assert one.delta_chi2 == pytest.approx(removed.delta_chi2, abs=1e-3)
        assert not one.significant
    text = json.dumps(added.to_json(), allow_nan=False)
    assert '"SINI": null' in text or "(undetermined)" not in added.summary()


@pytest.mark.parametrize("seed", [24, 33, 54], ids=["DDH", "ELL1H", "DDH, at the limit"])
def test_a_shape_that_comes_to_its_bound_is_no_error(seed: int) -> None:
    """At STIGMA 1 it is collinear with H3: fits ended with "cannot be told apart" and exit code 2, or at the bound."""
    dd = hard_fits.BT.replace("BT", "DDH")
    base, h3, stigma, error_us = {
        24: (dd, 5.578e-9, 0.28294, 1.0),
        33: (hard_fits.ELL1.replace("ELL1", "ELL1H"), 1.0e-7, 0.3729, 1.0),
        54: (dd, 9.987e-9, 0.34358, 0.3),
    }[seed]
    truth = f"{base}\nH3 {h3} 1\nSTIGMA {stigma} 1"
    starts = ["", "H3 1e-7 1\nSTIGMA 0.2 1", "H3 7e-9 1\nSTIGMA 0.25709 1"]
    ends = [hard_fits.fitted(Hard("", "", truth, start, n=150, error_us=error_us), seed) for start in starts]
    assert len({one.verdict.name for one in ends}) == 1, [one.verdict.sentence for one in ends]
    assert all(one.chi2 == pytest.approx(ends[0].chi2, abs=0.01) for one in ends)
    assert all(one.model.values["STIGMA"] < 1.0 for one in ends)
