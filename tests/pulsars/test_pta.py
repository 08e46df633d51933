"""`jug.PTA`: an array by name, tables across it, common settings, common parameters, files."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from arrays import PULSARS, small_array

import jug

pytestmark = pytest.mark.usefixtures("embedded_only")

ONE, OTHER, THIRD = PULSARS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_array(tmp_path_factory.mktemp("array"))


@pytest.fixture(scope="module")
def pta(folder: Path) -> jug.PTA:
    return jug.PTA(folder)


@pytest.fixture(scope="module")
def windy() -> jug.PTA:
    """Three pulsars with a solar wind of 7.9 cm^-3, whose models begin at 3, and a PX that is free in one of them."""
    pairs = {}
    for seed, (name, (ra, dec, f0)) in enumerate(PULSARS.items()):
        lines = (
            f"PSR {name}\nRAJ {ra} 1\nDECJ {dec} 1\nF0 {f0} 1\nF1 -1.2D-15 1\nPEPOCH 54500\nDM 21.3 1\nEPHEM DE421\n"
            "CLK TT(BIPM2019)\nUNITS TDB\nTZRMJD 54500.1\nTZRSITE @\nTZRFRQ 0\nNE_SW 7.9\nEFAC -be X 1.2\n"
        )
        model = jug.load_model(Text(lines))
        freq = np.tile([430.0, 800.0, 1400.0], 40)
        flags = {"be": ["X"] * 120}
        toas = jug.simulate(
            model,
            np.linspace(54000, 55500, 120),
            site="gbt",
            error_us=0.3,
            freq_mhz=freq,
            noise=True,
            seed=seed,
            flags=flags,
        )
        pairs[name] = (model.set(NE_SW=3.0) if seed else model.set(NE_SW=3.0).add("PX", 0.0, free=True), toas)
    return jug.PTA(pairs)


class Text:
    """The text of a par file."""

    def __init__(self, text: str) -> None:
        self.text = text

    def read(self) -> str:
        return self.text


def test_a_mapping_by_name(pta: jug.PTA, folder: Path) -> None:
    assert pta.names == tuple(pta) == (ONE, OTHER, THIRD)
    assert len(pta) == 3
    assert pta[ONE].model.free == ("F0", "F1")
    assert len(pta[ONE].toas) == 30
    assert pta[ONE].result is None
    assert repr(pta).splitlines()[0] == "PTA: 3 pulsars, 0 fitted"
    assert "<table>" in pta._repr_html_()
    with pytest.raises(KeyError, match="did you mean J0001"):
        pta["J0001"]
    assert pta.select("J0*").names == (ONE, OTHER)
    pairs = jug.PTA([(folder / f"{name}.par", folder / f"{name}.tim") for name in (THIRD, ONE)])
    assert pairs.names == (THIRD, ONE)
    named = jug.PTA({"a": (folder / f"{ONE}.par", folder / f"{ONE}.tim"), "b": (pta[ONE].model, pta[ONE].toas)})
    assert named["a"].model.values == named["b"].model.values
    with pytest.raises(jug.InputError, match="two pulsars are called"):
        jug.PTA([(pta[ONE].model, pta[ONE].toas)] * 2)


def test_everything_that_is_wrong_is_told_at_once(folder: Path, tmp_path: Path) -> None:
    for name in (ONE, OTHER):
        (tmp_path / f"{name}.par").write_text("PSR X\nEPHEM DE421\nnonsense\n")
        (tmp_path / f"{name}.tim").write_bytes((folder / f"{name}.tim").read_bytes())
    with pytest.raises(jug.InputError) as error:
        jug.PTA(tmp_path)
    assert {Path(one.where.path).stem for one in error.value.problems if one.where} >= {ONE, OTHER}
    with pytest.raises(jug.InputError, match="a pair has two members"):
        jug.PTA({"a": (1,)})
    with pytest.raises(TypeError, match="not a path"):
        jug.PTA(3)


def test_the_fits_are_those_of_single_pulsars(pta: jug.PTA) -> None:
    fitted = pta.fit()
    assert pta[ONE].result is None
    for name in pta:
        alone = jug.fit(pta[name].model, pta[name].toas)
        assert fitted[name].result.values == alone.values
        assert fitted[name].model.values["F0"] == alone.values["F0"]
    assert "3 fitted" in repr(fitted)
    table = fitted.to_table()
    assert list(table["pulsar"]) == list(pta)
    assert list(table["chi2"]) == [fitted[name].result.chi2 for name in pta]
    assert list(table["n_toa"]) == [30, 30, 30]
    rows = fitted.to_pandas("parameters").set_index(["pulsar", "name"])
    assert rows.loc[(ONE, "F0"), "value"] == fitted[ONE].result.values["F0"]
    assert rows.loc[(ONE, "F0"), "error"] == pytest.approx(fitted[ONE].result.errors["F0"], rel=1e-12)
    with pytest.raises(KeyError, match="residuals"):
        pta.to_table("residual")


def test_common_settings(pta: jug.PTA) -> None:
    changed = pta.set(EPHEM="DE440", CLK="TT(BIPM2015)").freeze("F1").add("PX")
    for name in pta:
        assert changed[name].model.settings.ephem == "DE440"
        assert changed[name].model.free == ("F0", "PX")
        again = jug.prepare(pta[name].model.set(EPHEM="DE440", CLK="TT(BIPM2015)"), pta[name].toas.raw)
        assert np.array_equal(changed[name].toas.obs_ls, again.obs_ls)
        assert not np.array_equal(changed[name].toas.obs_ls, pta[name].toas.obs_ls)
    one = jug.PTA({"a": (changed[ONE].model, changed[ONE].toas), "b": (pta[ONE].model, pta[ONE].toas)})
    assert [p.model.free for p in one.remove("PX").values()] == [("F0",), ("F0", "F1")], "b has none"
    assert one.free("F*")["a"].model.free == ("F0", "F1", "PX")
    with pytest.raises(jug.InputError, match="no parameter of any pulsar 'PBX'"):
        pta.free("PBX")
    with pytest.raises(jug.InputError, match="it has RAJ, DECJ, F0, F1, "):  # the names in the order of the par files
        pta.free("QQQQ")
    with pytest.raises(jug.InputError, match=re.escape(f"{ONE}: F0: ")):
        pta.set(F0="fast")


def test_the_files_of_all(windy: jug.PTA, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    written = windy.export(tmp_path / "out")
    assert {path.name for path in written} == {
        "noise_dictionary.json",
        *(f"{name}.{end}" for name in windy for end in ("par", "tim", "feather")),
    }
    noise = json.loads((tmp_path / "out" / "noise_dictionary.json").read_text())
    assert noise == {f"{name}_X_efac": 1.2 for name in windy}
    again = jug.PTA(tmp_path / "out")
    assert again.names == windy.names
    assert again[ONE].model.values == windy[ONE].model.values
    assert list(windy.to_table("noise")["applies_to"]) == ["-be X"] * 3
    with pytest.raises(KeyError, match="par"):
        windy.export(tmp_path, "pars")


def test_the_folder_of_a_run(folder: Path, tmp_path: Path) -> None:
    """Its models are the fitted ones, and its TOAs those that the run has left."""
    found = jug.run(folder, tmp_path / "out", jobs=1, settings={"cut": {"start": "mjd < 54100"}})
    pta = jug.PTA(tmp_path / "out")
    for one in found:
        assert len(pta[one.name].toas) == one.numbers["n_toa"] < 30
        assert pta[one.name].residuals.chi2 == pytest.approx(one.numbers["chi2"], abs=1e-6)  # digits of the par file


@pytest.mark.parametrize("common", [("NE_SW",), ("NE_SW", "PX")])
def test_common_parameters_are_those_of_a_dense_joint_fit(windy: jug.PTA, common: tuple[str, ...]) -> None:
    """One least squares with all parameters of all pulsars, dense, at the solution: no step is left, same errors."""
    pta = (windy.add("PX", 0.0, free=False) if "PX" in common else windy).fit(common=common)
    found = pta.common
    assert found is not None
    assert found.converged
    blocks, rights, names = [], [], list(common)
    for name, one in pta.items():
        design = jug.design_matrix(one.result.model, one.toas)
        weight = 1.0 / one.result.residuals.error_s
        own = [n for n in design.names if n not in common]
        names += [f"{name} {n}" for n in own]
        blocks.append({n: design.matrix[:, design.names.index(n)] * weight for n in (*common, *own)})
        rights.append(one.result.residuals.time_s * weight)
    matrix = np.zeros((sum(len(r) for r in rights), len(names)))
    at = 0
    for psr, block, right in zip(pta, blocks, rights, strict=True):
        for name, column in block.items():
            matrix[at : at + len(right), names.index(name if name in common else f"{psr} {name}")] = column
        at += len(right)
    length = np.linalg.norm(matrix, axis=0)
    step, *_ = np.linalg.lstsq(matrix / length, np.concatenate(rights), rcond=None)
    covariance = np.linalg.inv((matrix / length).T @ (matrix / length))
    sigma = np.sqrt(np.diagonal(covariance))
    assert np.max(np.abs(step / sigma)) < 1e-3  # of the uncertainties: the tolerance of a fit
    errors = dict(zip(names, sigma / length, strict=True))
    for name in common:
        assert found.errors[name] == pytest.approx(errors[name], rel=1e-5)  # curvature of the model within the step
    for psr, one in pta.items():
        for name in ("F0", "DM", "RAJ"):
            assert one.result.errors[name] == pytest.approx(errors[f"{psr} {name}"], rel=1e-5)
        assert one.model.values["NE_SW"] == found.values["NE_SW"]
    assert abs(found.values["NE_SW"] - 7.9) < 4 * found.errors["NE_SW"]
    assert found.dof == sum(len(one.toas) for one in pta.values()) - len(names)
    assert "NE_SW" in found.summary()
    assert found.to_json()["values"]["NE_SW"] == found.values["NE_SW"]


def test_common_parameters_that_are_not_there(windy: jug.PTA, pta: jug.PTA) -> None:
    with pytest.raises(jug.InputError, match=r"J0600-3000 has no parameter PX.*pta.add"):
        windy.fit(common="PX")
    with pytest.raises(jug.InputError, match="no parameter NE_SW"):
        pta.fit(common=["NE_SW"])
    with pytest.raises(jug.JugError, match=re.escape(f"{ONE}: ")):
        pta.freeze("F0", "F1").fit()
