"""Noise dictionaries of enterprise: both ways, every convention of EQUAD, and keys that belong to nothing."""

import json
import re
import warnings
from pathlib import Path

import pytest
from copies import example
from simulated_sets import par

import jug
from jug.cli.command import main
from jug.cli.noise_dictionaries import read_dictionary
from jug.conversion.noise_dictionary import dictionary_of, with_dictionary
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
        f"{head}A_log10_t2equad": pytest.approx(-6.4317982759330050),  # log10(0.37e-6)
        f"{head}A_log10_ecorr": pytest.approx(-6.0915149811213500),
        f"{head}A_dmefac": 1.1,
        f"{head}A_log10_dmequad": pytest.approx(-3.6989700043360187),
        f"{head}red_noise_log10_A": -13.2,
        f"{head}red_noise_gamma": 3.3,
        f"{head}dm_gp_log10_A": -13.7,
        f"{head}dm_gp_gamma": 2.1,
    }
    assert left_out == ("EFAC2 TEL gbt", "ECORR2 -f B")


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
    source, tim = example("NGC6440E")
    path, out, written = tmp_path / "a.par", tmp_path / "b.par", tmp_path / "noise.json"
    path.write_text(Path(source).read_text().rstrip("\n") + "\nEFAC TEL gbt 1.2\nTNREDAMP -13\nTNREDGAM 3\nTNREDC 5\n")
    given = tmp_path / "given.json"
    given.write_text(json.dumps({"1748-2021E_red_noise_log10_A": -12.5}))
    words = ["noise", str(path), str(tim), "--dict", str(given), "-o", str(out), "--write-dict", str(written)]
    assert main(words) == 0
    assert "no key for EFAC1 TEL gbt" in capsys.readouterr().err
    assert jug.load_model(out).values["TNREDAMP"] == -12.5
    assert json.loads(written.read_text()) == {
        "1748-2021E_red_noise_log10_A": -12.5,
        "1748-2021E_red_noise_gamma": 3.0,
    }
    given.write_text("{")
    assert main(words) == 2
    assert "no noise dictionary" in capsys.readouterr().err


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
