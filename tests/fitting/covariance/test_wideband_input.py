"""Which data are fitted: flags, DMDATA, options; messages; how uncertainties and the DM residuals are told."""

import json
import warnings

import numpy as np
import pytest

import jug
from jug.cli.command import main

TIM = """FORMAT 1
one 1400 54000.1 1.0 gbt -pp_dm 223.9001 -pp_dme 0.0002
two 1400 54400.2 1.0 gbt -pp_dm 223.9002 -pp_dme 0.0002
three 430 54800.3 1.0 gbt -pp_dm 223.8997 -pp_dme 0.0002
four 1400 55200.4 1.0 gbt -pp_dm 223.9000 -pp_dme 0.0002
"""


@pytest.fixture
def read(tmp_path, par_lines):
    def load(*lines, tim=TIM, **options):
        (tmp_path / "a.tim").write_text(tim)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jug.ClockWarning)
            return jug.load(par_lines(*lines), tmp_path / "a.tim", **options)

    return load


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (" -pp_dm 223.9002 -pp_dme 0.0002", "", r"a.tim:3: this TOA has no -pp_dm, but others have"),
        (" -pp_dme 0.0002\ntwo", "\ntwo", r"a.tim:2: this TOA has -pp_dm and no -pp_dme"),
        ("223.8997 -pp_dme 0.0002", "223.8997 -pp_dme 0", r"a.tim:4: -pp_dme is not positive"),
        ("223.8997 -pp_dme 0.0002", "223.8997 -pp_dme 1e-300", r"a.tim:4: -pp_dme is below 1e-12 or above 1e\+100 pc"),
        ("223.8997", "many", r"a.tim:4: -pp_dm: "),
    ],
)
def test_measured_dms_that_cannot_be_used(read, old, new, what):
    with pytest.raises(jug.TimError, match=what):
        jug.residuals(*read(tim=TIM.replace(old, new, 1)))
    with warnings.catch_warnings():
        warnings.simplefilter("error", jug.InputWarning)
        warnings.simplefilter("ignore", jug.ClockWarning)
        model, toas = read(tim=TIM.replace(old, new, 1), wideband=False)
    assert jug.residuals(model, toas).dm is None


def test_the_flags_decide_and_the_caller_may(read):
    model, toas = read("DMDATA 1")
    found = jug.residuals(model, toas)
    np.testing.assert_allclose(found.dm.value, [1e-4, 2e-4, -3e-4, 0.0], atol=1e-12)
    assert jug.fit(model, toas, free=["F0", "DM"]).dof == 8 - 2 - 1
    narrow = jug.fit(model, toas, free=["F0", "DM"], wideband=False)
    assert narrow.dof == 4 - 2 - 1
    assert narrow.residuals.dm is None
    with pytest.raises(jug.FitError, match="cannot determine"):
        jug.fit(model, toas, free=["F0", "F1", "RAJ", "DECJ"], wideband=False)


def test_dmdata_that_says_otherwise(read):
    with pytest.warns(jug.InputWarning, match="DMDATA is N, but every TOA has a measured DM"):
        model, toas = read("DMDATA N")
    assert jug.residuals(model, toas).dm is not None
    bare = "\n".join(line.partition(" -pp_dm")[0] for line in TIM.splitlines())
    with pytest.warns(jug.InputWarning, match="DMDATA asks for a fit of measured DMs, but no TOA has one"):
        model, toas = read("DMDATA 1", tim=bare + "\n")
    assert jug.residuals(model, toas).dm is None
    with pytest.raises(jug.TimError, match="has no -pp_dm, the DM of wideband data"):
        jug.residuals(model.with_wideband(True), toas)


def test_a_dmjump_is_recovered(wideband_of):
    model, toas = wideband_of("DMJUMP -fe S 0.002 1", "DMJUMP -fe U -0.001 1", n=240, seed=8)
    started = model.with_values({"DMJUMP1": 0.0, "DMJUMP2": 0.0})
    result = jug.fit(started, toas)
    for name, truth in (("DMJUMP1", 0.002), ("DMJUMP2", -0.001)):
        assert result.errors[name] < 1e-4
        assert abs(result.values[name] - truth) < 4 * result.errors[name]
    with pytest.warns(jug.FitWarning, match="no TOA depends on DMJUMP"):
        assert jug.fit(started, toas, wideband=False).verdict.undetermined == ("DMJUMP1", "DMJUMP2")


def test_uncertainties_are_scaled_on_request(wideband_of):
    model, toas = wideband_of(seed=2)
    plain = jug.fit(model, toas)
    result = jug.fit(model, toas, scale_errors=True)
    factor = np.sqrt(plain.reduced_chi2)
    for name in plain.names:
        assert result.errors[name] == pytest.approx(factor * plain.errors[name])
        assert result.model.errors[name] == pytest.approx(result.errors[name])
    assert result.scaled() is result
    assert "not scaled" in plain.summary()
    assert f"multiplied by sqrt(reduced chi2) = {factor:.4f}" in result.summary()


def test_the_command(wideband_of, tmp_path, capsys):
    model, toas = wideband_of("DMEFAC -fe L 1.2", "TNDMAMP -12.4", "TNDMGAM 2.2", "TNDMC 5", n=40)
    (tmp_path / "a.par").write_text(model.par.text)
    jug.write_tim(toas, tmp_path / "a.tim")
    words = ["fit", str(tmp_path / "a.par"), str(tmp_path / "a.tim"), "--json", str(tmp_path / "a.json")]
    assert main([*words, "--scale-errors"]) == 0
    said, found = capsys.readouterr().out, json.loads((tmp_path / "a.json").read_text())
    assert "Measured DMs              40, fitted with the TOAs" in said
    assert found["errors_scaled_by_reduced_chi2"]
    assert len(found["wideband"]["dm_residuals"]) == 40
    assert found["dof"] == 80 - len(found["free"]) - 1
    assert main([*words, "--narrowband"]) == 0
    assert "Measured DMs" not in capsys.readouterr().out
    assert json.loads((tmp_path / "a.json").read_text())["wideband"] is None


def test_the_design_matrix_of_times_and_dms(wideband_of):
    """Differences of the exact residuals of both."""
    model, toas = wideband_of("DMJUMP -fe S 1e-4 1", "DMX_0001 0 1", "DMXR1_0001 54000", "DMXR2_0001 54600", n=40)
    errors, matrix = jug.fit(model, toas).errors, jug.design_matrix(model, toas)
    assert matrix.dm.shape == matrix.matrix.shape == (40, len(errors) + 1)
    assert not np.any(matrix.dm[:, 0])  # the offset is of the times
    for j, (name, error) in enumerate(errors.items(), 1):
        assert matrix.names[j] == name
        up, down = (jug.residuals(model.moved({name: s * error}), toas) for s in (1, -1))
        column, time = matrix.dm[:, j], matrix.matrix[:, j]
        atol = 1e-4 * np.abs(column).max() + 1e-13 / error
        np.testing.assert_allclose((down.dm.value - up.dm.value) / (2 * error), column, atol=atol)
        slope = (down.time_s - up.time_s) / (2 * error)
        np.testing.assert_allclose(slope - slope[0], time - time[0], atol=1e-4 * np.abs(time).max() + 1e-12 / error)
    assert np.any(matrix.dm[:, matrix.names.index("DMJUMP1")])
    assert jug.design_matrix(model.with_wideband(False), toas).dm is None
    fixed = model.with_free(())
    for one, width in ((fixed, 1), (fixed.add("PHOFF 0").with_free(()), 0)):
        none = jug.design_matrix(one, toas)
        assert none.dm.shape == none.matrix.shape == (40, width)


def test_processes_by_name(wideband_of):
    model, toas = wideband_of(
        "TNGROUPNOISE -fe L -13 3 5", "TNGROUPNOISE -fe S -13 3 5", "TNREDAMP -13", "TNREDGAM 3", n=40
    )
    found = jug.residuals(model, toas)
    assert found.less(["GROUP"]).subtracted == ("GROUP1", "GROUP2")
    assert found.less("red").subtracted == ("RED",)
    np.testing.assert_array_equal(found.less("GROUP").time_s, found.less(["group1", "group2"]).time_s)
    for wrong in ("GROUP3", "R", ["", "RED"]):
        with pytest.raises(jug.FitError, match="no noise process"):
            found.less(wrong)


def test_residuals_less_noise(wideband_of):
    model, toas = wideband_of("TNREDAMP -12.6", "TNREDGAM 3.1", "TNREDC 8", "TNDMAMP -12.2", "TNDMGAM 2.2", "TNDMC 8")
    whole = jug.residuals(model, toas)
    less = jug.residuals(model, toas, subtract=["red", "DM"])
    noise = whole.noise
    left, weight = whole.time_s - noise["RED"].time_s - noise["DM"].time_s, whole.error_s**-2.0
    np.testing.assert_allclose(less.time_s, left - np.average(left, weights=weight), atol=1e-18)
    np.testing.assert_allclose(less.dm.value, whole.dm.value - noise["DM"].dm, atol=1e-15)
    np.testing.assert_allclose(less.phase, less.time_s * less.rate_hz, atol=1e-14)
    assert less.less(["RED"]).time_s is not None
    np.testing.assert_array_equal(less.less(["RED"]).time_s, less.time_s)  # not twice
    own = jug.residuals(model.add("PHOFF 0"), toas)  # with a mean of its own
    np.testing.assert_allclose(own.less("RED").time_s, own.time_s - own.noise["RED"].time_s, atol=1e-18)
    white = jug.residuals(model, toas, whiten=True)
    np.testing.assert_allclose(white.time_s / white.error_s, whole.whitened, atol=1e-12)
    assert abs(np.sum(white.time_s / white.error_s**2)) < 1e-6 * np.sum(1.0 / white.error_s)
    assert np.std(whole.whitened) < 1.2 < np.std(whole.time_s / whole.error_s)
    with pytest.raises(jug.FitError, match="no noise process 'ECORR'; the model has RED, DM"):
        jug.residuals(model, toas, subtract=["ECORR"])


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (("EFAC -be Z 1.1", "ECORR -be Z 1"), r"EFAC1 -be Z \(line 14\), ECORR1 -be Z \(line 15\) cover no TOA"),
        (("TNGROUPNOISE -be Z -13 3 5",), r"TNGROUPAMP1 -be Z \(line 14\) covers no TOA"),
        (("TNBANDNOISE 5000 6000 -13 3 5",), r"TNBANDLOW1 \(line 14\): no TOA is in this band"),
        (
            ("TDSWLOGSIG 1", "TDSWNODE_1 40000", "TDSWNODE_2 41000"),
            r"\(line 15\) and the other nodes: no TOA is between them",
        ),
        (("RNAMP 0.3", "RNIDX 3"), r"RNIDX \(line 15\) is positive, so that the noise grows with frequency"),
        (("DMDATA foo",), r"DMDATA \(line 14\) is foo, neither 0 nor 1"),
        (("ECORR TEL gbt 1",), r"ECORR1 TEL gbt \(line 14\): no two of the TOAs are of one epoch"),
    ],
)
def test_noise_lines_that_do_nothing_are_told(read, lines, what):
    with pytest.warns(jug.InputWarning, match=what):
        model, toas = read(*lines)
    assert jug.residuals(model, toas).dm is not None


def test_ecorr_beside_jitter_by_duration_is_told(read):
    tim = TIM.replace("gbt", "gbt -tobs 600") + "five 1410 54000.1 1.0 gbt -tobs 900 -pp_dm 223.9001 -pp_dme 0.0002\n"
    what = r"ECORR1 TEL gbt \(line 14\), TNSECORR1 FREQ 1400 1420 \(line 15\) add up where a TOA has both; tempo2 takes"
    with pytest.warns(jug.InputWarning, match=what) as told:
        read("ECORR TEL gbt 1", "TNSECORR FREQ 1400 1420 1", tim=tim)
    assert len(told) == 1


def test_lines_of_measured_dms_without_any(read):
    bare = "\n".join(line.partition(" -pp_dm")[0] for line in TIM.splitlines()) + "\n"
    with pytest.warns(jug.InputWarning, match=r"DMEFAC1 TEL gbt \(line 14\): no TOA has a measured DM"):
        model, toas = read("DMEFAC TEL gbt 1.1", tim=bare)
    assert jug.residuals(model, toas).dm is None
    with pytest.warns(jug.InputWarning, match=r"DMJUMP1 TEL gbt \(line 14\): no TOA has a measured DM"):
        read("DMJUMP TEL gbt 0.01", tim=bare)
    model, _ = read("DMEFAC TEL gbt 1.1", wideband=False)  # asked for, so nothing is told
    assert model.settings.wideband is False
