"""Noise dictionaries of enterprise: both ways, every convention of EQUAD, and keys that belong to nothing."""

import json
import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from copies import example
from simulated_sets import par

import jug
from jug.cli.command import main
from jug.cli.option_groups.noise_dictionaries import read_dictionary
from jug.conversion.noise_dictionary import NO_KEY, NO_LOG10, dictionary_of, with_dictionary
from jug.model.timing_model import TimingModel

WHITE = ("EFAC -f A 1.25", "EQUAD -f A 0.37", "ECORR -f A 0.81", "DMEFAC -f A 1.1", "DMEQUAD -f A 2e-4")
RED = ("TNREDAMP -13.2", "TNREDGAM 3.3", "TNREDC 30", "TNDMAMP -13.7", "TNDMGAM 2.1", "TNDMC 20")


def loaded(*lines: str, **conventions: str) -> TimingModel:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return jug.load_model(par(*lines), conventions=conventions)


def test_names_and_units_are_those_of_enterprise() -> None:
    content, left_out = dictionary_of(loaded(*WHITE, *RED, "EFAC TEL gbt 2", "ECORR -f B 0"))
    head = "J1748-2021_"
    assert content == {
        f"{head}A_efac": 1.25,
        f"{head}efac": 2.0,
        f"{head}A_log10_t2equad": pytest.approx(-6.4317982759330050),  # log10(0.37e-6)
        f"{head}A_log10_ecorr": pytest.approx(-6.0915149811213500),
        f"{head}A_dmefac": 1.1,
        f"{head}A_log10_dmequad": pytest.approx(-3.6989700043360187),
        f"{head}red_noise_log10_A": -13.2,
        f"{head}red_noise_gamma": 3.3,
        f"{head}red_noise_components": 30,
        f"{head}dm_gp_log10_A": -13.7,
        f"{head}dm_gp_gamma": 2.1,
        f"{head}dm_gp_components": 20,
    }
    assert isinstance(content[f"{head}dm_gp_components"], int)  # a call of discovery takes it as it is
    assert left_out == {"ECORR2 -f B": NO_LOG10}


def test_numbers_of_frequencies_are_read() -> None:
    """EPTA's dictionaries have them; tempo2, PINT and jug have lines, whose absence means 30."""
    head = "J1748-2021_"
    content = {f"{head}red_noise_components": 12, f"{head}dmgp_components": 7.0}
    for lines in (RED, [line for line in RED if not line.startswith(("TNREDC", "TNDMC"))]):
        found = with_dictionary(loaded(*lines), content)
        assert (found.values["TNREDC"], found.values["TNDMC"]) == (12.0, 7.0)
    assert with_dictionary(loaded("RNAMP 0.1", "RNIDX -3"), {f"{head}rednoise_components": 9}).values["TNREDC"] == 9.0
    for wrong, why in ((12.5, "a whole number"), (0, "from 1 to 3000")):
        with pytest.raises(jug.InputError, match=f"makes TNREDC {wrong:g}, which must be {why}"):
            with_dictionary(loaded(*RED), {f"{head}red_noise_components": wrong})
    with pytest.raises(jug.InputError, match="no noise line of PSR J1748-2021 for J1748-2021_chrom_gp_components"):
        with_dictionary(loaded(*RED), {f"{head}chrom_gp_components": 30})
    assert with_dictionary(loaded(*RED), {f"{head}chrom_gp_components": 0}).values == loaded(*RED).values  # none there


def test_a_line_without_a_flag_has_the_key_of_toas_without_a_flag() -> None:
    """Enterprise gives them the backend "": `test_toas_without_a_flag_have_this_key_in_enterprise` asks it."""
    lines = ("EFAC TEL gbt 1.1", "EQUAD TEL gbt 0.5", "ECORR TEL gbt 0.4", "DMEFAC TEL gbt 1.3", "DMEQUAD TEL gbt 1e-4")
    content, left_out = dictionary_of(loaded(*lines))
    ends = ("efac", "log10_t2equad", "log10_ecorr", "dmefac", "log10_dmequad")
    assert set(content) == {f"J1748-2021_{end}" for end in ends}
    assert not left_out
    zero = loaded(*(line.rsplit(" ", 1)[0] + " 2" for line in lines))
    assert with_dictionary(zero, content).values == loaded(*lines).values
    two = loaded("EFAC TEL gbt 1.1", "EFAC TEL ao 1.2", "EFAC -f A 1.3")
    assert dictionary_of(two) == ({"J1748-2021_A_efac": 1.3}, {"EFAC1 TEL gbt": NO_KEY, "EFAC2 TEL ao": NO_KEY})
    with pytest.raises(jug.InputError, match="no noise line of PSR J1748-2021 for J1748-2021_efac"):
        with_dictionary(two, {"J1748-2021_efac": 1.5})


def test_lines_of_tempo2_for_all_toas_have_it_too() -> None:
    """TNGLOBALEQ stands outside TNGLOBALEF. With an EFAC besides, the product has no form in enterprise."""
    lines = ("TNGLOBALEF 1.1", "TNGLOBALEQ -6.5")
    content, left_out = dictionary_of(loaded(*lines))
    assert content == {"J1748-2021_efac": 1.1, "J1748-2021_log10_tnequad": -6.5}
    assert not left_out
    found = with_dictionary(loaded("TNGLOBALEF 1", "TNGLOBALEQ -7"), content)
    assert found.values == loaded(*lines).values
    t2 = {"J1748-2021_efac": 1.25, "J1748-2021_log10_t2equad": -6.5}
    assert with_dictionary(found, t2).values["TNGLOBALEQ"] == pytest.approx(-6.5 + 0.09691001300805642)
    assert dictionary_of(loaded(*lines, "EFAC -f A 1.2")) == (
        {"J1748-2021_A_efac": 1.2},
        {"TNGLOBALEF": NO_KEY, "TNGLOBALEQ": NO_KEY},
    )
    with pytest.raises(jug.InputError, match="TNGLOBALEF 0, which must be"):
        with_dictionary(found, {"J1748-2021_efac": 0.0})


def test_toas_without_a_flag_have_this_key_in_enterprise() -> None:
    pytest.importorskip("enterprise", reason="enterprise-pulsar is not installed")
    from enterprise.signals import parameter, selections, white_signals

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model, toas = jug.load(*example("NGC6440E"))
        psr = jug.to_enterprise(model.add(["EFAC TEL gbt 1.2", "EQUAD TEL gbt 0.3"]), toas)
    by, u = selections.Selection(selections.by_backend), parameter.Uniform(0.1, 10)
    names = white_signals.MeasurementNoise(efac=u, log10_t2equad=u, selection=by)(psr).param_names
    assert set(names) == set(psr.noisedict) == {"1748-2021E_efac", "1748-2021E_log10_t2equad"}


@pytest.mark.parametrize("word", ["INSIDE", "OUTSIDE", "TEMPO2"])
def test_values_go_there_and_back_without_a_further_digit(word: str) -> None:
    """As text: ECORR was 0.80999999999999983 after a log10 and its inverse, and EFAC 1.1 was written with 31 digits."""
    lines = ("EFAC -f A 1.1", "EQUAD -f A 0.37", "TNEQ -f B -6.3", "ECORR -f A 1.92740563112", "DMEQUAD -f A 2.3e-4")
    lines += (*RED[:2], "TNDMAMP -13.77", "TNDMGAM 2.1", "TNDMC 20")
    model = loaded(*lines, EQUAD=word, TNDM="TEMPO2")
    content, _ = dictionary_of(model)
    numbers = {name: 2.0 for name, e in model.entries.items() if e.param.sampled}
    again = with_dictionary(model.with_values(numbers), content)
    assert not any(again.values[name] == 2.0 for name in numbers)
    assert {name: e.text() for name, e in again.entries.items()} == {n: e.text() for n, e in model.entries.items()}
    tempo = loaded("RNAMP 0.0272", "RNIDX -3.1")
    back = with_dictionary(tempo.with_values({"RNAMP": 1.0, "RNIDX": -1.0}), dictionary_of(tempo)[0])
    assert [back.entries[name].text() for name in ("RNAMP", "RNIDX")] == ["0.0272", "-3.1"]


def test_every_number_of_a_dictionary_comes_back() -> None:
    """To the last bit, for sizes below 10 ms; EQUAD on the other side of EFAC to 1e-14."""
    rng = np.random.default_rng(7)
    head = "J1748-2021_"
    ends = ("A_efac", "A_log10_t2equad", "A_log10_ecorr", "A_log10_dmequad", "red_noise_log10_A", "dm_gp_log10_A")
    for size in (*rng.uniform(-9.0, -4.0, 20), -8.0, -2.0):
        content = {f"{head}{end}": abs(size) if end == "A_efac" else float(size) for end in ends}
        assert content.items() <= dictionary_of(with_dictionary(loaded(*WHITE, *RED), content))[0].items()
    content = {f"{head}A_log10_t2equad": -6.123456789012345, f"{head}A_efac": 1.7}
    outside = dictionary_of(with_dictionary(loaded(*WHITE, EQUAD="OUTSIDE"), content))[0]
    inside = dictionary_of(with_dictionary(loaded(*WHITE), outside))[0]
    assert inside[f"{head}A_log10_t2equad"] == pytest.approx(-6.123456789012345, abs=1e-14)


@pytest.mark.parametrize("word", ["INSIDE", "OUTSIDE", "TEMPO2"])
@pytest.mark.parametrize("keyword", ["EQUAD -f A 0.37", "TNEQ -f A -6.3"])
def test_a_dictionary_reads_back(word: str, keyword: str) -> None:
    """Values to 15 digits: a log10 and back."""
    model = loaded(WHITE[0], keyword, *WHITE[2:], *RED, EQUAD=word, TNDM="TEMPO2")
    content, _ = dictionary_of(model)
    other = loaded(WHITE[0], keyword, *WHITE[2:], *RED, EQUAD=word, TNDM="TEMPO2").with_values(
        {"EFAC1": 2.0, "ECORR1": 3.0, "TNREDAMP": -12.0, "TNDMAMP": -12.0}
    )
    again = with_dictionary(other, content)
    for name in model.entries:
        assert again.entries[name].value.hi == pytest.approx(model.entries[name].value.hi, rel=1e-14), name


def test_equad_outside_efac_is_divided_by_it() -> None:
    model = loaded(*WHITE)
    content = {"J1748-2021_A_log10_tnequad": -6.2, "J1748-2021_A_efac": 1.6}
    assert with_dictionary(model, content).values["EQUAD1"] == pytest.approx(10.0**-0.2 / 1.6, rel=1e-14)
    old = {"J1748-2021_A_log10_equad": -6.2}
    assert with_dictionary(model, old).values["EQUAD1"] == pytest.approx(10.0**-0.2 / 1.25, rel=1e-14)
    outside = with_dictionary(loaded(*WHITE, EQUAD="OUTSIDE"), {"J1748-2021_A_log10_t2equad": -6.2})
    assert outside.values["EQUAD1"] == pytest.approx(10.0**-0.2 * 1.25, rel=1e-14)


def test_tempo_s_red_noise_and_names_of_discovery() -> None:
    model = loaded("RNAMP 0.02", "RNIDX -3.1")
    content = {"J1748-2021_rednoise_log10_A": -13.0, "J1748-2021_rednoise_gamma": 4.2}
    found = with_dictionary(model, content)
    assert found.values["RNIDX"] == -4.2
    assert found.values["RNAMP"] == pytest.approx(1e-13 * 86400 * 365.24e6 / (2 * 3.141592653589793 * 3**0.5))
    assert dictionary_of(found)[0]["J1748-2021_red_noise_log10_A"] == pytest.approx(-13.0, abs=1e-14)


def test_keys_of_another_pulsar_or_backend_are_named() -> None:
    content = {"J1748-2021_A_efac": 1.0, "J1748-2021_Q_efac": 1.0, "J0000+0000_A_efac": 1.0, "J1748-2021_gw_gamma": 4}
    with pytest.raises(jug.InputError, match=r"J0000\+0000_A_efac, J1748-2021_Q_efac, J1748-2021_gw_gamma"):
        with_dictionary(loaded(*WHITE), content)


def test_the_command_reads_and_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the dictionary lacks, or the par file, is named; an ECORR of 0 has no log10, and no floor is written."""
    source, tim = example("NGC6440E")
    path, out, written = tmp_path / "a.par", tmp_path / "b.par", tmp_path / "noise.json"
    path.write_text(
        Path(source).read_text().rstrip("\n") + "\nEFAC MJD 1 9e4 1.2\nECORR TEL gbt 0\n" + "\n".join(RED[:3]) + "\n"
    )
    given = tmp_path / "given.json"
    given.write_text(json.dumps({"1748-2021E_red_noise_log10_A": -12.5}))
    words = ["noise", str(path), str(tim), "--dict", str(given), "-o", str(out), "--write-dict", str(written)]
    assert main(words) == 0
    said = capsys.readouterr().err.splitlines()
    kept = "EFAC1 MJD 1 9e4 1.2, ECORR1 TEL gbt 0 us, TNREDGAM 3.3"
    assert said == [
        f"jug: warning: {given} has no key for these noise lines, which keep their values: {kept}",
        f"jug: warning: not in the noise dictionary {written}: EFAC1 MJD 1 9e4: {NO_KEY}; ECORR1 TEL gbt: {NO_LOG10}",
    ]
    assert jug.load_model(out).values["TNREDAMP"] == -12.5
    assert json.loads(written.read_text()) == {
        "1748-2021E_red_noise_log10_A": -12.5,
        "1748-2021E_red_noise_gamma": 3.3,
        "1748-2021E_red_noise_components": 30,
    }
    given.write_text("{")
    assert main(words) == 2
    assert "not a noise dictionary" in capsys.readouterr().err


def test_a_dictionary_is_written_to_a_par_file_without_an_estimate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--no-estimate` was refused without `--write-dict`, and beside `--add`. Nothing else in the file changes."""
    source, tim = example("NGC6440E")
    given, plain, out = tmp_path / "given.json", tmp_path / "plain.par", tmp_path / "out.par"
    given.write_text(json.dumps({"1748-2021E_efac": 1.1, "1748-2021E_log10_t2equad": -5.0}))
    words = ["noise", str(source), str(tim), "--dict", str(given), "--no-estimate", "--add", "white", "-o", str(out)]
    assert main(words) == 0
    assert main(["noise", str(out), str(tim), "--dict", str(given), "--no-estimate", "-o", str(plain)]) == 0
    assert not capsys.readouterr().err
    lines = [line.split() for line in plain.read_text().splitlines()]
    found = [line[:4] for line in lines if "TEL" in line]
    assert found == [["EFAC", "TEL", "gbt", "1.1"], ["EQUAD", "TEL", "gbt", "10"]]
    assert plain.read_text() == out.read_text()
    assert main([*words[:5], "--free", "equad", "--add", "white", "--starts", "1", "-o", str(out)]) == 0
    assert jug.load_model(out).values["EFAC1"] == 1.1
    assert jug.load_model(out).values["EQUAD1"] != 10.0
    assert main([*words[:5], "--no-estimate", "--free", "equad"]) == 2


@pytest.mark.parametrize(
    ("key", "number", "said"),
    [
        ("A_efac", "0", "makes EFAC1 -f A 0, which must be from 1e-12 to 1e+12"),
        ("A_efac", "-1", "makes EFAC1 -f A -1, which"),
        ("A_efac", "1e150", "makes EFAC1 -f A 1e+150, which"),
        ("A_efac", "1" + 400 * "0", "makes EFAC1 -f A inf, which"),
        ("A_log10_t2equad", "1e308", "makes EQUAD1 -f A inf, which must be from 0 to 1e+12"),
        ("A_log10_tnequad", "1e999", "makes EQUAD1 -f A inf, which"),
        ("A_log10_ecorr", "310", "makes ECORR1 -f A inf, which"),
        ("A_dmefac", "0", "makes DMEFAC1 -f A 0, which"),
        ("A_log10_dmequad", "1e9", "makes DMEQUAD1 -f A inf, which must be from 0 to 1e+06"),
        ("red_noise_gamma", "400", "makes TNREDGAM 400, which must be from -30 to 30"),
        ("dm_gp_log10_A", "1e999", "makes TNDMAMP inf, which must be from -90 to 10"),
    ],
)
def test_a_value_that_its_line_cannot_have_is_refused_with_its_line(
    tmp_path: Path, key: str, number: str, said: str
) -> None:
    """Python's own errors came through: integers beyond float64, powers of 10, the logarithm of an EFAC of 0.

    Others were written into par files that jug then refused.
    """
    path = tmp_path / "noise.json"
    path.write_text(f'{{"J1748-2021_dm_gp_gamma": 3.2,\n "J1748-2021_{key}": {number}}}')
    with pytest.raises(jug.InputError, match=re.escape(f"{path}:2: J1748-2021_{key} {said}")):
        read_dictionary(loaded(*WHITE, *RED), str(path))


@pytest.mark.parametrize(
    ("content", "line"),
    [('{"a": 1,\n"b": 2,,}', 2), ('{"a": 1,\n"b": [2]}', 2), ("[1]", 1), ('{"a":\nNaN}', 2), ('\n{"x_efac": 1}', 2)],
)
def test_what_is_no_dictionary_is_refused_with_its_line(tmp_path: Path, content: str, line: int) -> None:
    path = tmp_path / "noise.json"
    path.write_text(content)
    with pytest.raises(jug.InputError, match=f"^{path}:{line}: "):
        read_dictionary(loaded(*WHITE), str(path))
