"""Derived quantities of values that are read on, where some of them do not exist."""

import json
from itertools import product
from math import isfinite
from pathlib import Path

import numpy as np
import orbits
import pytest

import jug
from jug.analysis.derived.derived_report import derived_report
from jug.cli import command as cli
from jug.text.strict_json import json_text

ODD = ("0", "-0.1", "1e-300", "-1e30", "1e30", "1e200", "0.999999999")
ORBIT = "PB 5.3 1 1e-6\nA1 9.2 1 1e-6\nT0 55001.2 1\nOM 40 1\nECC 0.02 1 1e-3\n"
CIRCLE = "PB 5.3 1 1e-6\nA1 9.2 1 1e-6\nTASC 55001.2 1\nEPS1 1e-5 1 1e-6\nEPS2 2e-5 1\n"
SHAPIRO = "M2 0.3 1 0.1\nSINI 0.9 1 0.1\n"
FORMS = {
    "DD": ORBIT + SHAPIRO + "OMDOT 0.01 1 1e-3\nPBDOT 1e-12\n",
    "DDS": ORBIT + "M2 0.3 1 0.1\nSHAPMAX 2 1 0.1\n",
    "DDH": ORBIT + "H3 1e-7 1 1e-8\nSTIG 0.5 1 0.1\n",
    "DDK": ORBIT + "M2 0.3 1 0.1\nKIN 60 1 1\nKOM 40 1 1\n",
    "DDGR": ORBIT + "M2 1.3 1 0.1\nMTOT 2.8 1 0.1\n",
    "ELL1": CIRCLE + SHAPIRO,
    "ELL1H": CIRCLE + "H3 1e-7 1 1e-8\nSTIG 0.5 1 0.1\n",
}

LEFT_OUT = [
    ("DD", "M2 -0.124\nSINI 0.9\n", "MP"),
    ("DD", "M2 0.3\nSINI -0.5\n", "MP"),
    ("DD", "M2 -0.3\nSINI -0.5\n", "MP"),
    ("DD", "OMDOT -0.0002791\n", "MTOT_OMDOT"),
    ("DDH", "H3 -1e-7\nSTIG 0.5\n", "MP"),
    ("DDS", "M2 0.3\nSHAPMAX -0.6\n", "MP"),
    ("DDK", "M2 0.3\nKIN -30\nKOM 40\n", "MP"),
]


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
@pytest.mark.parametrize("form", FORMS)
def test_no_value_that_is_read_on_costs_a_quantity_more_than_itself(form: str) -> None:
    """Each parameter in turn takes each odd value: what is derived is finite, and all can be written."""
    lines = FORMS[form].splitlines()
    read = 0
    for (i, line), value in product(enumerate(lines), ODD):
        name, _, *rest = line.split()
        body = [*lines[:i], " ".join([name, value, *rest]), *lines[i + 1 :]]
        try:
            model = orbits.model(f"BINARY {form}\n" + "\n".join(body) + "\n")
        except jug.JugError:
            continue
        read += 1
        found = jug.derived(model)
        assert all(isfinite(q.value) and (q.error is None or 0.0 < q.error < np.inf) for q in found.values())
        assert not set(found) & set(found.absent)
        assert derived_report(found)
        json_text({key: q._asdict() for key, q in found.items()})
    assert read > 20


@pytest.mark.parametrize(("form", "lines", "name"), LEFT_OUT)
@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_one_sentence_for_a_quantity_that_does_not_exist(form: str, lines: str, name: str) -> None:
    found = jug.derived(orbits.model(f"BINARY {form}\n{ORBIT}{lines}"))
    assert [one for one in found.absent if one != "AGE"] == [name]  # the motion is more than the whole F1
    key, value = next(line for line in lines.splitlines() if "-" in line).split()
    assert f"{key} {float(value):.6g}" in found.absent[name]
    assert "does not exist for" in found.absent[name]
    assert "MASS_FUNCTION" in found


def test_a_negative_parallax_has_no_distance() -> None:
    found = jug.derived(orbits.model(f"BINARY DD\n{ORBIT}", orbits.EQUATORIAL.replace("PX 2.1", "PX -0.5")))
    assert "DISTANCE" in found.absent
    assert {"PBDOT_SHKLOVSKII", "PBDOT_GALAXY"} <= set(found.absent)
    assert found["MASS_FUNCTION"].value > 0.0


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_a_fit_has_its_files_and_its_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    par = orbits.written(tmp_path, f"BINARY DD\n{ORBIT}OMDOT -0.1\nM2 -0.124\nSINI 0.9\n")
    model = jug.load_model(par)
    tim, post, told = (str(tmp_path / name) for name in ("made.tim", "post.par", "fit.json"))
    jug.write_tim(jug.simulate(model, np.linspace(54000, 56000, 60), error_us=20.0), tim)
    assert cli.main(["fit", str(par), tim, "-o", post, "--json", told]) == 0
    out = capsys.readouterr().out
    assert "MTOT_OMDOT (total mass from OMDOT) does not exist for" in out
    content = json.loads(Path(told).read_text())
    lacking = [text.split()[0] for text in content["not_derived"] if "undetermined" not in text]
    assert lacking == ["MP", "MTOT_OMDOT"]
    assert any(text.startswith("AGE (") for text in content["not_derived"])  # by the weak parallax
    assert "MASS_FUNCTION" in content["derived"]
    assert jug.load_model(post).values["M2"] == model.values["M2"]
    assert cli.main(["derived", str(par)]) == 0
    assert "MP (pulsar mass" in capsys.readouterr().out
