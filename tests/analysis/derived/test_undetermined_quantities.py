"""What rests on parameters that the data do not determine has no value: table, report, JSON and published table."""

import json
from functools import cache
from pathlib import Path

import hard_fits
import pytest
from hard_fits import DD, ELL1, Hard

import jug
from jug.cli.command import main

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")
LENS = Hard("Shapiro delay hardly seen", "flat_direction", DD + "\nSINI 0.9 1", error_us=8.0)
SMALL = Hard("an orbit of 10 us below the noise", "flat_direction", ELL1.replace("4.3 1", "1e-5 1"))


@cache
def fitted(name: str) -> jug.FitResult:
    """The fit of a case, once."""
    return hard_fits.fitted({"lens": LENS, "small": SMALL}[name])


def test_a_mass_of_an_open_shapiro_delay_is_undetermined() -> None:
    result = fitted("lens")
    assert set(result.verdict.undetermined) == {"SINI", "M2"}
    found = jug.derived(result)
    assert "MP" not in found
    assert "undetermined, as SINI and M2 are" in found.absent["MP"]
    assert {"MASS_FUNCTION", "M2_MIN"} <= set(found)
    model = result.model.with_values({"M2": 0.3, "SINI": 0.9})
    assert "MP" in jug.derived(model)  # a model alone has no verdict


def test_the_shape_of_an_orbit_that_is_not_seen_is_undetermined() -> None:
    """EPS1 and EPS2 of 0.5 +- 0.4 and 0.7 +- 0.5: uncertainties larger than 0.3 of the range mean nothing."""
    result = fitted("small")
    assert set(result.verdict.undetermined) == {"EPS1", "EPS2"}
    assert {"ECC_EPS", "OM_EPS"} <= set(jug.derived(result).absent)
    assert not {"ECC_EPS", "OM_EPS"} & set(jug.derived(result))


def test_a_published_table_says_undetermined() -> None:
    rows = {
        line.split(" | ")[1]: line for line in jug.publish(fitted("lens"), "markdown").splitlines() if " | " in line
    }
    assert all("| undetermined |" in rows[name] for name in ("M2", "SINI"))
    assert "MP" not in rows
    assert "| 11.19" in rows["A1"]


def test_report_and_json_of_the_command_have_no_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start, toas = hard_fits.simulated(LENS)
    jug.write_par(start, tmp_path / "lens.par")
    jug.write_tim(toas.raw, tmp_path / "lens.tim")
    words = ["fit", str(tmp_path / "lens.par"), str(tmp_path / "lens.tim"), "--json", str(tmp_path / "fit.json")]
    assert main(words) == 0
    assert "MP (pulsar mass from the Shapiro delay or MTOT) is undetermined" in capsys.readouterr().out
    content = json.loads((tmp_path / "fit.json").read_text())
    assert "MP" not in content["derived"]
    assert any(line.startswith("MP (") and "undetermined" in line for line in content["not_derived"])
