"""docs/from_pint.md: both columns of its tables run from top to bottom, and numbers of the same row are the same."""

import ast
import contextlib
import io
import re
import warnings
from pathlib import Path
from typing import Any

import astropy.units as u
import numpy as np
import oracle
import pint.derived_quantities
import pint.fitter
import pint.gridutils
import pint.models
import pint.polycos
import pint.residuals
import pint.simulation
import pint.utils
import pytest
from copies import ROOT, example, written_copy

import jug

HEAD = "| to | PINT | jug |\n"
PAGE = (ROOT / "docs" / "from_pint.md").read_text().partition("## Line by line")[2].partition("## Commands")[0]
TABLES = [part.partition("\n\n")[0] for part in PAGE.split(HEAD)[1:]]
"""White noise, an orbit with correlated noise, what is not compared."""

Row = tuple[str, str, str]
BOTH = re.findall(r"^\| [^|]* \| `([^`]*)` \|$", PAGE.partition("| to | line |")[2], re.MULTILINE)


def rows(table: str) -> list[Row]:
    """What is to be done, and the code in both columns."""
    return [
        (row[1].strip(), row[2], row[3]) for row in re.finditer(r"^\|([^|]*)\| `([^`]*)` \| `([^`]*)` \|$", table, re.M)
    ]


TOLERANCES = {
    "dates (UTC, clock-corrected)": {"atol": 1e-10},  # 10 us: a float64 of a date holds 0.6 us
    "TDB": {"atol": 1e-10},
    "barycentric times": {"atol": 1e-10},
    "residuals in s": {"atol": 1e-9},  # PINT's dates hold 0.3 ns
    "residuals in turns": {"atol": 1e-7},  # 1 ns of a pulsar of 61 Hz is 6e-8
    "chi2 on a grid": {"rtol": 1e-4},
    "a value": {"atol": 1e-13},  # 0.01 of the uncertainty
    "its uncertainty": {"rtol": 1e-4},
    "as a Quantity": {"atol": 1e-3},  # the uncertainty is 0.035
    "weighted rms in us": {"rtol": 1e-6},
    "chi2": {"rtol": 1e-4},
    "chi2 before the fit": {"rtol": 1e-7},  # of residuals of milliseconds, 1 ns apart
    "covariance, without the offset": {"rtol": 1e-4},
    "fit noise with the timing": {"rtol": 1 / 61},  # PINT leaves the mean out of account: sqrt(61 / 62)
    "its uncertainty (`white.noise_intervals` has limits)": {"rtol": 0.02},
    "simulate at the times of TOAs": {"atol": 1e-10},
    "polycos": {"atol": 1e-6},  # 0.02 us; PINT's own tolerance is 1e-8 of a turn times its number of terms
    "characteristic age in yr": {"rtol": 1e-5},  # F1 has an uncertainty of 1e-3
    "loss of rotational energy in erg/s": {"rtol": 1e-5},
    "magnetic field in G": {"rtol": 1.3e-4},  # 3.2e19 and 3.19961e19
}
NOISY = {
    "orbital phase (PINT's at the arrival, jug's at the emission)": {"atol": 1.1e-5},  # A1 / PB
    "log-likelihood": {"rtol": 1e-6},
    "realisation of red noise in us": {"atol": 1e-3},  # their uncertainty is 0.1 us and more
    "of ECORR in us": {"atol": 2e-3},
    "averages of epochs in us": {"atol": 2e-3},
}
"""Where 1e-12 of the number is not right."""


def run(lines: str, names: dict[str, Any]) -> Any:
    """What the last statement of some lines gives; None where it is no expression."""
    tree = ast.parse(lines)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, lines, "exec"), names)
    return eval(compile(ast.Expression(last.value), lines, "eval"), names) if isinstance(last, ast.Expr) else None


def numbers(found: Any) -> np.ndarray | None:
    """Sorted, since PINT has its own order of TOAs; None for what is no number."""
    with contextlib.suppress(TypeError, ValueError):
        return np.sort(np.ravel(np.asarray(found, dtype=np.float64)))
    return None


def compared(table: str, theirs: dict[str, Any], ours: dict[str, Any], tolerances: dict[str, Any]) -> list[str]:
    """Run both columns of a table, and compare where both are numbers; the names of these rows."""
    done = []
    with oracle.quiet(), contextlib.redirect_stdout(io.StringIO()):
        for what, left, right in rows(table):
            pair = [numbers(found) for found in (run(left, theirs), run(right, ours)) if found is not None]
            both = [found for found in pair if found is not None]
            if len(both) == 2:
                limits = {"rtol": 0.0, "atol": 0.0, **tolerances.get(what, {"rtol": 1e-12})}
                np.testing.assert_allclose(both[1], both[0], err_msg=what, **limits)
                done.append(what)
    assert set(tolerances) <= set(done)
    assert len(rows(table)) == table.count("\n| "), "a row that is no code"
    return done


def names_of_pint(par: Path | str, tim: Path | str) -> dict[str, Any]:
    """The names that the page says stand on the left."""
    oracle.fill_cache()
    return {"pint": pint, "u": u, "np": np, "dq": pint.derived_quantities, "par": str(par), "tim": str(tim), "io": io}


def names_of_jug(par: Path | str, tim: Path | str) -> dict[str, Any]:
    """The names that the page says stand on the right."""
    return {"jug": jug, "np": np, "io": io, "par": str(par), "tim": str(tim)}


@pytest.mark.filterwarnings("ignore")
def test_both_columns_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = example("NGC6440E")
    done = compared(TABLES[0], names_of_pint(*files), names_of_jug(*files), TOLERANCES)
    assert len(done) >= 31
    assert (tmp_path / "post.par").exists()
    assert (tmp_path / "out.tim").exists()


@pytest.fixture(scope="module")
def noisy(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The files of the second table, as the page says."""
    par, tim = example("J0613-sim")
    lines = re.findall(
        r"`((?:M2|SINI|ECORR|TNRED\w*) [^`]*)`", PAGE.partition("With an orbit and")[2].partition(HEAD)[0]
    )
    assert len(lines) == 6
    folder = tmp_path_factory.mktemp("from_pint")
    text = re.sub(r"^(BINARY\s+)BT", r"\1DD", par.read_text(), flags=re.MULTILINE)
    (folder / "a.par").write_text("\n".join([text, *lines, ""]))
    (folder / "a.tim").write_text("".join(tim.read_text().splitlines(keepends=True)[:300]))
    return folder / "a.par", folder / "a.tim"


@pytest.mark.filterwarnings("ignore")
def test_both_columns_with_an_orbit_and_noise(noisy: tuple[Path, Path]) -> None:
    assert len(compared(TABLES[1], names_of_pint(*noisy), names_of_jug(*noisy), NOISY)) >= 9


@pytest.mark.filterwarnings("ignore")
def test_what_is_not_compared_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedded_only: None) -> None:
    """Code of jug in the right column that is a statement or a call, in its order."""
    monkeypatch.chdir(tmp_path)
    par, tim = example("B1855+09_NANOGrav_dfg+12")
    noise = ["EFAC -fe L_wide 1.1", "ECORR -fe L_wide 0.5", "TNREDAMP -13.5", "TNREDGAM 3", "TNREDC 10"]
    drop = ("START", "FINISH", "NTOA", "CHI2", "TRES")
    par = written_copy(par, tmp_path, drop=drop, drop_families=("DMX",), add=noise)
    names = names_of_jug(par, tim) | {"warnings": warnings, "path": "a.par", "times": [54000.0]}
    run("model, toas = jug.load(par, tim); result = jug.fit(model, toas)", names)
    run("first, second, other = toas[:20], toas[20:], result.model", names)
    others = {
        "dmxparse": names | {"result": jug.fit(names["model"].remove("TNRED*").add_dmx(names["toas"]), names["toas"])},
        "plrednoise": names | {"model": names["model"].remove("TNRED*")},
    }
    done = 0
    for row in TABLES[2].splitlines()[1:]:
        own = next((there for word, there in others.items() if word in row), names)
        for code in re.findall(r"`([^`]*)`", row.split("|")[3]):
            if re.search(r"[(=\[]", code) and not re.search(r"\.\.\.|^\W|^(sites|convert_frame)", code):
                run(code, own)
                done += 1
    assert len(others["dmxparse"]["k"]) > 5
    assert done >= 37


@pytest.mark.filterwarnings("ignore")
def test_both_in_one_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line of the page that carries a model or TOAs over leaves the residuals as they were, to 1 ns."""
    monkeypatch.chdir(tmp_path)
    files = example("NGC6440E")
    names = names_of_pint(*files) | names_of_jug(*files)
    assert len(BOTH) == 4
    with oracle.quiet():
        run("pint_model, pint_toas = pint.models.get_model_and_toas(par, tim); model, toas = jug.load(par, tim)", names)
        for line in BOTH:
            run(line, names)
            if line is BOTH[0]:  # its zero of phase is that of the TOAs of the second line
                assert names["model"].values["DM"] == float(names["pint_model"].DM.value)
                continue
            theirs = run("pint.residuals.Residuals(pint_toas, pint_model).time_resids.to_value(u.s)", names)
            np.testing.assert_allclose(run("jug.residuals(model, toas).time_s", names), theirs, rtol=0.0, atol=1e-9)
    with pytest.raises(jug.InputError, match=r"model is PINT's TimingModel \(pint.models.timing_model\)"):
        jug.fit(names["pint_model"], names["toas"])
    with pytest.raises(jug.InputError, match=r"toas is PINT's TOAs \(pint.toa\)"):
        jug.fit(names["model"], names["pint_toas"])
