"""Simulated campaigns: what is observed, the noise, and the same file from the same seed."""

import json
from pathlib import Path

import numpy as np
import pytest
from copies import example, written_copy

import jug
from jug.cli import command as cli

PAR, TIM = example("NGC6440E")


@pytest.fixture(scope="module")
def model() -> jug.TimingModel:
    return jug.load_model(PAR)


def test_each_site_and_band_at_each_epoch(model: jug.TimingModel) -> None:
    bands = [(1400.0, 0.5, "L"), (800.0, None, "U")]
    toas = jug.campaign(
        model, start=53500, stop=53570, cadence_d=35, sites=["gbt", "parkes"], bands_mhz=bands, error_us=2.0
    )
    assert len(toas) == 3 * 2 * 2
    assert toas.site_names[:4] == ("gbt", "gbt", "parkes", "parkes")
    assert list(toas.flag("f")[:2]) == ["L", "U"]
    np.testing.assert_allclose(toas.error_s[:2], [0.5e-6, 2e-6])
    np.testing.assert_allclose(np.unique(np.round(toas.mjd)), [53500, 53535, 53570])


def test_without_noise_the_residuals_are_the_rounding_of_the_times(model: jug.TimingModel) -> None:
    toas = jug.campaign(model, start=53500, stop=54500, noise=False)
    assert np.max(np.abs(jug.residuals(model, toas).time_s)) < 1e-15 * 86400  # half a unit, and half one of the mean


def test_the_same_seed_gives_the_same_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def made(name: str, *words: str) -> bytes:
        assert cli.main(["simulate", str(PAR), "-o", str(tmp_path / name), *words]) == 0
        return (tmp_path / name).read_bytes()

    one = made("one.tim", "--seed", "5", "--bands", "1400:3,800:5:U", "--cadence", "30")
    assert one == made("two.tim", "--seed", "5", "--bands", "1400:3,800:5:U", "--cadence", "30")
    assert one != made("other.tim", "--seed", "6", "--bands", "1400:3,800:5:U", "--cadence", "30")
    times = [line.split()[2] for line in one.decode().splitlines() if len(line.split()) > 4]
    assert len(times) == 50
    assert max(len(text.replace(".", "")) for text in times) <= 20
    capsys.readouterr()
    assert cli.main(["residuals", str(PAR), str(tmp_path / "one.tim"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert abs(found["chi2"] - 49) < 4 * np.sqrt(2 * 49)  # 49 degrees of freedom


def test_the_toas_of_a_tim_file_anew(tmp_path: Path) -> None:
    assert cli.main(["simulate", str(PAR), "-o", str(tmp_path / "a.tim"), "--tim", str(TIM), "--seed", "2"]) == 0
    made, real = jug.read_tim(tmp_path / "a.tim"), jug.read_tim(TIM)
    assert np.array_equal(made.freq_hz, real.freq_hz)
    assert np.array_equal(made.error_s, real.error_s)
    assert list(made.site.array()) == list(real.site.array())


def test_every_noise_process_and_measured_dms(tmp_path: Path) -> None:
    """Scatter with red noise, EFAC by flag and wideband DMs, against the likelihood of what was put in."""
    noise = ["EFAC -f L 3.0", "TNREDAMP -11", "TNREDGAM 3", "TNREDC 10"]
    noisy = jug.load_model(written_copy(PAR, tmp_path, add=noise))
    bands = [(1400.0, 20.0, "L"), (800.0, 20.0, "U")]
    toas = jug.campaign(noisy, start=53500, stop=54500, cadence_d=5, bands_mhz=bands, dm_error=1e-3, seed=3)
    found = jug.residuals(noisy, toas)
    assert abs(found.chi2 - found.dof) < 4 * np.sqrt(2 * found.dof)
    assert found.wrms_s > 2 * jug.residuals(noisy, toas, whiten=True).wrms_s
    assert found.dm is not None
    assert np.std(found.dm.value) == pytest.approx(1e-3, rel=0.2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--tim", str(TIM), "--cadence", "3"], "--tim gives times"),
        (["--bands", "1400:x"], "is not a band"),
        (["--cadence", "0"], "cadence above 0"),
        (["--start", "60000", "--stop", "50000"], "end after its start"),
        (["--cadence", "1e-9"], "longer cadence"),
        (["--sites", "nowhere"], "nowhere"),
        (["--error", "0"], "error_us is 0; the weight of a TOA would be infinite"),
        (["--bands", "1400:1,800:0"], "error_us is 0"),
        (["--bands=-1400"], "a frequency of -1400 MHz"),
        (["--bands", "nan"], "a frequency of nan MHz"),
    ],
)
def test_what_cannot_be_simulated_is_refused(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", str(PAR), "-o", str(tmp_path / "a.tim"), *words]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "a.tim").exists()


def test_more_toas_than_memory_holds_are_refused_before_they_are_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jug.core.execution.memory.memory_left", lambda: 1e3)
    words = ["--start", "53000", "--stop", "54000", "--cadence", "2e-4"]
    assert cli.main(["simulate", str(PAR), "-o", str(tmp_path / "a.tim"), *words]) == 5
    assert "simulated TOAs need about 13 GB of memory, and 1 GB are left" in capsys.readouterr().err
    assert not (tmp_path / "a.tim").exists()


def test_a_band_without_a_word_has_no_flag(tmp_path: Path) -> None:
    """PINT refuses ``-f`` without a value: it takes the next flag for it."""
    from pint.toa import TOAs

    out = tmp_path / "a.tim"
    words = ["--bands", "1400:1,800:2:LOW", "--start", "53500", "--stop", "53530", "--dm-error", "1e-4", "--seed", "1"]
    assert cli.main(["simulate", str(PAR), "-o", str(out), *words, "-q"]) == 0
    flags = list(TOAs(str(out)).table["flags"])
    assert [sorted(set(one) & {"f", "pp_dm", "pp_dme"}) for one in flags[:2]] == [
        ["pp_dm", "pp_dme"],
        ["f", "pp_dm", "pp_dme"],
    ]
    read = jug.load(PAR, out)[1]
    assert read.flag_is_there("f").tolist()[:2] == [False, True]
