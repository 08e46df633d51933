"""Phases, polycos and predictors: against the model between their nodes, their files, and what is refused."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.cli.command import main
from jug.folding.hour_angle import hour_angle
from jug.folding.making import site_code
from jug.folding.polyco_file import is_polyco, polyco_text
from jug.folding.predictor_file import is_predictor
from jug.io.par import ParFile

pytestmark = pytest.mark.filterwarnings("ignore::jug.ClockWarning", "ignore::jug.InputWarning")

START, END = 54000.0, 54000.3
ORBITS = {
    "none": (),
    "BT of 1.5 h": ("BINARY BT", "PB 0.0625", "A1 0.1", "T0 54000.01", "ECC 0.1", "OM 40"),
    "DD of 2.4 h": (
        "BINARY DD",
        "PB 0.102251",
        "A1 1.415",
        "T0 54000.02",
        "ECC 0.0877",
        "OM 87",
        "M2 1.25",
        "SINI 0.99",
    ),
    "eccentric": ("BINARY DD", "PB 0.32", "A1 2.34", "T0 54000.15", "ECC 0.617", "OM 226"),
    "ELL1 of 1.6 h": ("BINARY ELL1", "PB 0.0666", "A1 0.045", "TASC 54000.02", "EPS1 1e-5", "EPS2 2e-5"),
    "ELL1 of 9 h": (
        "BINARY ELL1",
        "FB0 3.0e-5",
        "A1 1.9",
        "TASC 54000.1",
        "EPS1 1e-6",
        "EPS2 2e-6",
        "M2 0.2",
        "SINI 0.9",
    ),
}


def lines(orbit: str = "none") -> ParFile:
    return par(*ORBITS[orbit])


def difference(one: jug.Phases, other: jug.Phases) -> float:
    return float(np.max(np.abs((one.turn - other.turn) + (one.fraction - other.fraction))))


def some_times(n: int = 150) -> list[str]:
    ends = np.array([START, END])
    inside = np.random.default_rng(3).uniform(START, END, n)
    return [f"{mjd:.13f}" for mjd in np.concatenate([ends, inside])]


@pytest.mark.parametrize("orbit", ORBITS)
@pytest.mark.parametrize("site", ["gbt", "@"])
def test_a_polyco_is_within_a_millionth_of_a_turn(orbit: str, site: str, tmp_path: Path) -> None:
    """As made, and as read from its file, whose figures have few digits; the frequency to 1e-9 Hz."""
    model = jug.load_model(lines(orbit))
    made = jug.polyco(model, START, END, site=site, freq_mhz=800.0)
    assert made.worst < 1e-7
    exact = jug.phase(model, some_times(), site=site, freq_mhz=800.0)
    jug.write_polyco(made, tmp_path / "polyco.dat")
    for polyco in (made, jug.read_polyco(tmp_path / "polyco.dat")):
        found = polyco.phase(some_times())
        assert difference(found, exact) < 1e-6
        assert np.max(np.abs(found.frequency_hz - exact.frequency_hz)) < 1e-8
        # that of the middle of a segment; the Earth's rotation changes it by 2e-7 in half an hour, its motion is 1e-4
        assert np.max(np.abs(found.doppler - exact.doppler)) < 5e-7


@pytest.mark.parametrize("orbit", ["none", "BT of 1.5 h", "eccentric"])
def test_a_predictor_is_within_a_millionth_of_a_turn(orbit: str, tmp_path: Path) -> None:
    model = jug.load_model(lines(orbit))
    made = jug.predictor(model, START, END, site="gbt", freq_mhz=(700.0, 900.0))
    jug.write_predictor(made, tmp_path / "pred.dat")
    read = jug.read_predictor(tmp_path / "pred.dat")
    for freq in (700.0, 733.3, 900.0):
        exact = jug.phase(model, some_times(60), site="gbt", freq_mhz=freq)
        for predictor in (made, read):
            found = predictor.phase(some_times(60), freq)
            assert difference(found, exact) < 1e-6
            assert np.max(np.abs(found.frequency_hz - exact.frequency_hz)) < 1e-8


def test_the_frequency_is_the_slope_of_the_phase() -> None:
    model = jug.load_model(lines("eccentric"))
    found = jug.phase(model, ["54000.1", "54000.10000115740740741"], site="gbt")  # 0.1 s later
    slope = ((found.turn[1] - found.turn[0]) + (found.fraction[1] - found.fraction[0])) / 0.1
    assert found.frequency_hz.mean() == pytest.approx(slope, abs=1e-6)  # phases are exact to 1e-8 turns


def test_the_phase_is_zero_at_the_tzr_point() -> None:
    model = jug.load_model(lines())
    found = jug.phase(model, ["55000.1"], site="gbt", freq_mhz=1400.0)
    assert abs(found.turn[0] + found.fraction[0]) < 1e-8


def test_a_toa_of_the_model_has_phase_zero() -> None:
    model = jug.load_model(lines("BT of 1.5 h"))
    toas = jug.simulate(model, [54010.3, 54020.4], site="gbt", freq_mhz=1400.0)
    from jug.core.times import format_mjds

    found = jug.phase(model, format_mjds(toas.raw.times), site="gbt", freq_mhz=1400.0)
    off = (found.fraction + 0.5) % 1.0 - 0.5
    assert np.max(np.abs(off)) < 1e-6  # the text has 1e-9 s or less


def test_doppler_is_the_motion_of_the_site() -> None:
    model = jug.load_model(lines())
    found = jug.phase(model, [54000.0], site="gbt", freq_mhz=1400.0)
    data = jug.pulsar_data(model, jug.simulate(model, [54000.0], site="gbt", freq_mhz=1400.0))
    assert found.doppler[0] == pytest.approx(data.barycentric_freq_hz[0] / 1.4e9 - 1.0, rel=1e-6)
    assert jug.phase(model, [54000.0]).doppler[0] == 0.0


def test_the_layout_of_a_polyco() -> None:
    """Columns of tempo2's fprintf; the constants of the file are those of its own digits."""
    model = jug.load_model(lines("DD of 2.4 h"))
    made = jug.polyco(model, START, START + 1.0 / 24.0, site="gbt", freq_mhz=1400.0, nspan=60, ncoeff=12)
    text = polyco_text(made)
    first, second, third, *rest = text.splitlines()
    assert len(rest) == 3
    assert first[:10] == f"{model.psr.removeprefix('J'):<10.10s}"
    assert first[11:20] == "22-Sep-06"
    assert float(first[20:31]) == 3000.0
    assert float(first[31:51]) == pytest.approx(54000.0 + 30.0 / 1440.0, abs=1e-10)
    assert float(first[51:72]) == pytest.approx(model.values["DM"], abs=1e-6)
    assert float(first[73:79]) == pytest.approx(made.segments[0].doppler * 1e4, abs=1e-3)
    assert float(first[79:86]) == max(round(made.segments[0].log_rms, 3), -9.999)
    assert float(second[:20]) == pytest.approx(made.segments[0].turn + float(made.segments[0].fraction), abs=1e-5)
    assert float(second[20:38]) == round(model.values["F0"], 12)
    assert second[38:43].strip() == "1"
    assert (int(second[43:48]), int(second[48:53]), float(second[53:63])) == (60, 12, 1400.0)
    phase, per_day = second[63:].split()
    assert float(per_day) == pytest.approx(1.0 / 0.102251, abs=1e-4)
    assert 0.0 <= float(phase) < 1.0
    assert float(third[:25]) == pytest.approx(made.segments[0].coefficients[0], rel=1e-15)
    tempo = polyco_text(made, "tempo")
    assert tempo == text.replace("e+", "D+").replace("e-", "D-")


def test_a_polyco_with_large_errors_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.par"
    path.write_text("\n".join(line.text for line in lines("DD of 2.4 h").lines))
    words = [
        "polyco",
        str(path),
        "--site",
        "gbt",
        "--start",
        "54000",
        "--end",
        "54000.2",
        "-o",
        str(tmp_path / "p.dat"),
    ]
    assert main([*words, "--nspan", "144", "--ncoeff", "6"]) == 0
    assert "turns from the model; a shorter --nspan is nearer" in capsys.readouterr().err
    assert main(words) == 0
    assert "Largest error" in capsys.readouterr().out


def test_an_infinite_frequency_is_0_in_a_polyco() -> None:
    """Readers take a number there."""
    model = jug.load_model(lines())
    for freq in (0.0, np.inf):
        made = jug.polyco(model, 54000.0, 54000.1, site="gbt", freq_mhz=freq)
        assert made.freq_mhz == 0.0
        assert polyco_text(made).splitlines()[1].split()[5] == "0.000"


def test_segments_near_the_meridian() -> None:
    model = jug.load_model(lines())
    every = jug.polyco(model, 54000.0, 54001.0, site="gbt")
    near = jug.polyco(model, 54000.0, 54001.0, site="gbt", max_ha=2.0)
    assert len(every.segments) == 24
    assert 4 <= len(near.segments) <= 6
    middles = np.array([float(segment.middle) for segment in near.segments])
    place = (882589.3, -4924872.3, 3943729.4)
    phi = jug.pulsar_data(model, jug.simulate(model, [54000.0])).phi_rad
    assert np.max(np.abs(hour_angle(middles, place, phi))) < 2.5
    assert len(jug.polyco(model, 54000.0, 54001.0, site="@", max_ha=2.0).segments) == 24


def test_a_pulsar_that_is_never_near_the_meridian() -> None:
    model = jug.load_model(jug.data.example("NGC6440E")[0])
    with pytest.raises(jug.InputError, match="never within 3 h of the meridian; give a larger --max-ha"):
        jug.polyco(model, 53801.0, 53801.25, site="gbt", max_ha=3.0)


def test_codes_of_sites() -> None:
    assert [site_code(name) for name in ("gbt", "@", "arecibo", "parkes")] == ["1", "@", "3", "7"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"end": 53999.0}, "is not after the start"),
        ({"start": 54321.12, "end": 54321.11}, r"the end, MJD 54321\.11, is not after the start, 54321\.12;"),
        ({"nspan": 0}, "nspan is 0"),
        ({"nspan": 1441}, "nspan is 1441"),
        ({"ncoeff": 1}, "ncoeff is 1"),
        ({"ncoeff": 31}, "ncoeff is 31"),
        ({"max_ha": 0.0}, "max_ha is 0"),
        ({"max_ha": 12.5}, "max_ha is 12.5"),
        ({"max_ha": 12.0000001}, r"max_ha is 12\.0000001;"),
        ({"site": "nowhere"}, "unknown observatory 'nowhere'"),
        ({"end": 5.5e4 + 1e5}, "more than 100000 segments"),
        ({"start": 99000.0, "end": 99000.1}, "outside the ephemeris"),
        ({"freq_mhz": -1.0}, "freq_mhz is -1"),
    ],
)
def test_what_makes_no_polyco(change: dict[str, object], said: str) -> None:
    arguments = {"start": START, "end": END, "site": "gbt", **change}
    with pytest.raises(jug.InputError, match=said):
        jug.polyco(jug.load_model(lines()), **arguments)


@pytest.mark.parametrize("nspan", [1, 1440])
def test_the_shortest_and_the_longest_segment(nspan: int) -> None:
    made = jug.polyco(jug.load_model(lines()), 54000.0, 54000.0 + nspan / 1440.0, nspan=nspan, ncoeff=30)
    assert len(made.segments) == 1
    assert made.worst < 1e-7


def test_a_model_without_a_tzr_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = par()
    kept = [line.text for line in plain.lines if not line.key.startswith("TZR")]
    path = tmp_path / "a.par"
    path.write_text("\n".join(kept))
    for words in (["phase", str(path), "--at", "54000"], ["polyco", str(path), "--site", "1", "--start", "54000"]):
        out = tmp_path / "polyco.dat"
        assert main([*words, *(["--end", "54001", "-o", str(out)] if words[0] == "polyco" else [])]) == 2
        assert "the par file has no TZRMJD: a phase needs the TZR point" in capsys.readouterr().err
        assert not out.exists()


@pytest.mark.parametrize("times", [[], ["x"], "54000.5x", [np.nan], ["54000", "1e9"]])
def test_times_that_are_none(times: list[str]) -> None:
    with pytest.raises(jug.InputError):
        jug.phase(jug.load_model(lines()), times)


def test_dates_are_times_of_a_phase(capsys: pytest.CaptureFixture[str]) -> None:
    """MJD 54000 is 2006-09-22: the phase is the same to the last digit."""
    model = jug.load_model(lines())
    words = ["2006-09-22", "2006-09-22T12:00", "2006-09-22 18:00:00", "54000.75"]
    dates, numbers = (jug.phase(model, at) for at in (words, ["54000", "54000.5", "54000.75", "54000.75"]))
    assert (dates.turn == numbers.turn).all()
    assert (dates.fraction == numbers.fraction).all()
    path = str(jug.data.example("NGC6440E")[0])
    shown = []
    for text in ("53801.25,53802", "2006-03-07T06:00:00,2006-03-08"):
        assert main(["phase", path, "--at", text, "--site", "gbt"]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    with pytest.raises(jug.InputError, match=r"'2006-09-32' is not a time .*give MJDs, as 60000.5, or dates"):
        jug.phase(model, ["54000", "2006-09-32"])


def test_files_that_are_no_polyco(tmp_path: Path) -> None:
    path = tmp_path / "polyco.dat"
    model = jug.load_model(lines())
    jug.write_polyco(jug.polyco(model, START, END), path)
    text = path.read_text()
    assert is_polyco(path)
    assert not is_predictor(path)
    for broken, said in (
        ("", "empty polyco"),
        ("\n".join(text.splitlines()[:-1]), "polyco ends in the middle of a segment"),
        (text.replace("   60   12", "   60    0"), "line is not as in a polyco"),
        (text.replace("e-", "x-", 1), r"polyco\.dat:\d+: this line is not as in a polyco"),
        (text.replace("1400.000", "1500.000", 1), "several pulsars, sites or frequencies"),
        ("PSR J0000+0000\nF0 1\n", "line is not as in a polyco"),
    ):
        path.write_text(broken)
        with pytest.raises(jug.InputError, match=said):
            jug.read_polyco(path)
    assert not is_polyco(path)
    jug.write_predictor(jug.predictor(model, START, END), path)
    text = path.read_text()
    assert is_predictor(path)
    for broken, said in (
        ("PSR x", "this is not a predictor"),
        ("ChebyModelSet 0 segments\n", "no segment"),
        (text.replace("COEFFS", "# COEFFS", 1), "not 12 lines of 6 coefficients"),
        (text.replace("NCOEFF_FREQ 6", "NCOEFF_FREQ 7", 1), "not 12 lines of 7"),
        (text.replace("DISPERSION_CONSTANT ", "DISPERSION_CONSTANT x", 1), r"polyco\.dat:\d+: this line"),
        (text.replace("SITENAME", "SITENAME x", 1), "several pulsars, sites or bands"),
        (text.replace("FREQ_RANGE 1260.0", "FREQ_RANGE 9260.0"), "an empty or reversed range"),
    ):
        path.write_text(broken)
        with pytest.raises(jug.InputError, match=said):
            jug.read_predictor(path)


def test_times_and_frequencies_outside() -> None:
    model = jug.load_model(lines())
    polyco, predictor = jug.polyco(model, START, END), jug.predictor(model, START, END)
    for late in ("53999.99", "54000.5"):
        with pytest.raises(
            jug.InputError, match=r"is in no segment of the polyco, which covers 54000\.000000 to 54000"
        ):
            polyco.phase([late])
        with pytest.raises(jug.InputError, match=r"is in no segment of the predictor, which covers 54000\.000000 to"):
            predictor.phase([late], 1400.0)
    with pytest.raises(jug.InputError, match="1600 MHz is outside the predictor's band, 1260 to 1540 MHz"):
        predictor.phase(["54000.1"], 1600.0)
    with pytest.raises(jug.InputError, match="is not a band"):
        jug.predictor(model, START, END, freq_mhz=(1400.0, 1300.0))


def test_a_segment_of_tempo2_with_its_own_length_and_dispersion(tmp_path: Path) -> None:
    """tempo2 overlaps segments, and has a constant for each: 2 + x + 3 y + 5 / f^2 from 54000 to 54000.5."""
    path = tmp_path / "pred.dat"
    head = "ChebyModelSet 1 segments\nChebyModel BEGIN\nPSRNAME J0000+0000\nSITENAME PKS\nTIME_RANGE 54000 54000.5\n"
    body = "FREQ_RANGE 1000 2000\nDISPERSION_CONSTANT 5e6\nNCOEFF_TIME 2\nNCOEFF_FREQ 2\n"
    path.write_text(f"{head}{body}COEFFS 8 6\nCOEFFS 2 0\nChebyModel END\n")
    found = jug.read_predictor(path).phase(["54000.375"], 1750.0)
    assert found.turn[0] + found.fraction[0] == pytest.approx(2.0 + 0.5 + 3.0 * 0.5 + 5e6 / 1750.0**2, abs=1e-12)
    assert found.frequency_hz[0] == pytest.approx(1.0 / 21600.0, rel=1e-12)


def test_coefficients_on_several_lines_are_those_on_one(tmp_path: Path) -> None:
    """As tempo2 writes them: a new line after each third one, and an empty one where that was the last."""
    path = tmp_path / "pred.dat"
    made = jug.predictor(jug.load_model(lines()), START, END)
    jug.write_predictor(made, path)
    text = path.read_text()
    broken = re.sub(r"^COEFFS (\S+ \S+ \S+) (\S+ \S+ \S+)$", r"COEFFS \1\n \2\n", text, flags=re.MULTILINE)
    assert broken.count("\n") > text.count("\n") + 12
    path.write_text(broken)
    one, other = (found.phase(["54000.1"], 1400.0) for found in (made, jug.read_predictor(path)))
    assert (one.turn[0], one.fraction[0]) == (other.turn[0], pytest.approx(other.fraction[0], abs=1e-12))


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = str(jug.data.example("NGC6440E")[0])
    span = ["--site", "gbt", "--start", "53801", "--end", "53801.25"]
    outs = [str(tmp_path / name) for name in ("polyco.dat", "pred.dat", "tempo.dat")]
    assert main(["polyco", model, *span, "-o", outs[0]]) == 0
    assert (
        main(["polyco", model, *span, "-o", outs[1], "--format", "predictor", "--freq", "1300", "--freq-high", "1500"])
        == 0
    )
    assert main(["polyco", model, *span, "-o", outs[2], "--format", "tempo", "--max-ha", "12"]) == 0
    capsys.readouterr()
    at = ["--at", "53801.1,53801.2", "--freq", "1400", "--json"]
    found = []
    for words in ([model, "--site", "gbt"], [outs[0]], [outs[1]]):
        assert main(["phase", *words, *at]) == 0
        found.append(json.loads(capsys.readouterr().out.partition("\n\n")[0].partition("\n   ")[0]))
    for other in found[1:]:
        assert other["turn"] == found[0]["turn"]
        np.testing.assert_allclose(other["phase"], found[0]["phase"], atol=1e-6)
    assert main(["polyco", model, *span, "-o", outs[0], "--freq-high", "1500"]) == 2
    assert "--freq-high is for predictors" in capsys.readouterr().err
    assert main(["polyco", model, *span, "-o", outs[0], "--format", "predictor", "--max-ha", "3"]) == 2
    assert "--max-ha is for polycos" in capsys.readouterr().err
