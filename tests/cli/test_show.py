"""``jug show``: a summary of a model and its TOAs on one screen."""

import json
import pickle
from pathlib import Path

import pytest
from copies import example

import jug
from jug.cli import command as cli

SCREEN = 40
"""Lines."""


def shown(capsys: pytest.CaptureFixture[str], *words: object) -> list[str]:
    """The lines that the command prints."""
    assert cli.main(["show", *map(str, words)]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_model_alone(capsys: pytest.CaptureFixture[str]) -> None:
    par, _ = example("NGC6440E")
    assert "\n".join(shown(capsys, par)) == jug.overview(jug.load_model(par))


def test_the_median_uncertainty_is_that_of_the_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    """The mean of the two middle ones of 62, 21.95 and 22.16 us: the larger one was shown."""
    par, tim = example("NGC6440E")
    assert "Uncertainties   13.2 to 118 us, median 22.1 us" in shown(capsys, par, tim)
    cli.main(["doctor", str(par), str(tim)])
    assert "median uncertainty 22.1 us" in capsys.readouterr().out


def test_a_session_and_a_notebook_show_it_as_it_is() -> None:
    seen = jug.overview(jug.load_model(example("NGC6440E")[0]))
    assert repr(seen) == str(seen)
    assert "\\n" not in repr(seen)
    html = seen._repr_html_()
    assert html.count("<tr>") == len(seen.rows) == 8
    assert "<b>1748-2021E</b>" in html
    again = pickle.loads(pickle.dumps(seen))
    assert (again, again.rows) == (seen, seen.rows)


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_a_model_of_many_terms_fits_a_screen(capsys: pytest.CaptureFixture[str]) -> None:
    par, tim = example("B1855+09_NANOGrav_9yv1")
    lines = shown(capsys, par, tim, "--ephem", "DE440")
    assert len(lines) <= SCREEN
    assert max(map(len, lines)) <= 100
    text = " ".join(" ".join(lines).split())
    for words in (
        "DD: PB 12.3271711913 *",
        "DMX 72 (72 free), FD 3 (3 free)",
        "EFAC 4, EQUAD 4, ECORR 4",
        "Free 90 of 252 parameters",
        "EPHEM DE440, as asked, in place of the par file's DE421",
        "TOAs 4005 over 8.9 yr",
        "L-wide 3222, 430 783",
        "weighted rms 6.566 us",
    ):
        assert words in text


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_json_has_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """It had the lines of the screen, as "RAJ 17:48:52.75 *, DECJ -20:21:29 *"."""
    par, tim = example("NGC6440E")
    found = json.loads("\n".join(shown(capsys, par, tim, "--json")))
    model, toas = jug.load(par, tim)
    assert found["parameters"]["F0"] == {
        "value": 61.485476554,
        "text": "61.485476554",
        "unit": "Hz",
        "error": 5e-10,
        "free": True,
    }
    assert {name: one["value"] for name, one in found["parameters"].items()} == dict(model.values)
    assert found["free"] == list(model.free)
    assert (found["binary"], found["ephem"], found["units"], found["planet_shapiro"]) == (None, "DE421", "TDB", False)
    assert found["reference_toa"]["text"] == "53801.38605120074849"
    assert found["toas"]["sites"] == {"gbt": 62}
    assert found["toas"]["error_us"]["largest"] == pytest.approx(1e6 * toas.error_s.max())
    assert found["residuals"]["chi2"] == pytest.approx(jug.residuals(model, toas).chi2)
    assert json.loads("\n".join(shown(capsys, par, "--json")))["toas"] is None
    par, _ = example("B1855+09_NANOGrav_9yv1")
    assert json.loads("\n".join(shown(capsys, par, "--json", "--ephem", "DE440")))["binary"] == "DD"


def test_a_model_without_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.par").write_text("F0 10 1\nPEPOCH 55000\nUNITS TDB\nEPHEM DE421\n")
    (tmp_path / "a.tim").write_text("FORMAT 1\na 0 55000.1 1 @\na 0 55001.2 1 @\na 0 55002.4 1 @\n")
    lines = shown(capsys, tmp_path / "a.par", tmp_path / "a.tim")
    assert lines[0] == "pulsar without a name"
    assert "Position        none: TOAs at the barycentre" in lines
    assert "Frequencies     infinite" in lines
