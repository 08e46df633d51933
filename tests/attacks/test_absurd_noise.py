"""Noise of absurd size, in dictionaries and in models: an error in one line, never NumPy's warnings or a bare error."""

import warnings
from pathlib import Path

import pytest
from copies import example

import jug
from jug.cli.command import main
from jug.conversion.noise_dictionary import with_dictionary
from jug.conversion.writing import par_text
from jug.io.par import parse_lines

PAR, TIM = example("NGC6440E")
LINES = """EFAC -f A 1.1
EQUAD -f A 0.3
TNEQ -f B -6.5
ECORR -f A 0.5
TNREDAMP -13
TNREDGAM 3
TNREDC 5
TNDMAMP -12
TNDMGAM 2
TNDMC 4
""".splitlines()
KEYS = (
    *("A_efac", "A_log10_t2equad", "A_log10_tnequad", "B_log10_equad", "A_log10_ecorr"),
    *("red_noise_log10_A", "red_noise_gamma", "dm_gp_log10_A", "dm_gp_gamma"),
)
VALUES = (-400, -90.5, -1e308, -162, -31, -15, 31, 400, 1e308, 5e-324, float("nan"), float("inf"), 10**400, -(10**400))

pytestmark = pytest.mark.usefixtures("embedded_only")


@pytest.fixture(scope="module")
def model() -> jug.TimingModel:
    lines = [*Path(PAR).read_text().splitlines(), *LINES]
    return jug.load_model(parse_lines(lines, "a.par"))


def with_key(model: jug.TimingModel, key: str, value: float) -> jug.TimingModel | str:
    """The model with a value from a dictionary, or what is said of it."""
    try:
        return with_dictionary(model, {f"{model.psr}_{key}": value})
    except jug.InputError as error:
        return str(error)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_taken_is_a_value_that_a_line_may_have(model: jug.TimingModel, key: str) -> None:
    """An amplitude of 1e-400 was taken; the par file that was written said then that there is no red noise."""
    found = [with_key(model, key, value) for value in VALUES]
    said = [text for text in found if isinstance(text, str)]
    assert [text for text in said if not (key in text and "which must be " in text)] == []
    for taken in found:
        if not isinstance(taken, str):
            again = jug.load_model(parse_lines(par_text(taken).splitlines(), "b.par"))
            assert again.entries.keys() == taken.entries.keys()
    assert 0 < len(said) < len(found)


@pytest.mark.parametrize("value", ["-400", "-1e308", "400", "1e400", "NaN", "-Infinity"])
def test_the_command_says_it_in_one_line(tmp_path: Path, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.par").write_text("\n".join([*Path(PAR).read_text().splitlines(), *LINES[4:7]]))
    (tmp_path / "noise.json").write_text(f'{{\n"1748-2021E_red_noise_log10_A": {value}\n}}')
    words = [str(tmp_path / "a.par"), str(TIM), "--dict", str(tmp_path / "noise.json"), "-o", str(tmp_path / "b.par")]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert main(["noise", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith(f"jug: error: {tmp_path / 'noise.json'}:2: ")
    assert not (tmp_path / "b.par").exists()


def test_noise_that_hides_every_column_is_an_error_of_jug() -> None:
    """`jug.likelihood` showed an exception of the solver."""
    model, toas = jug.load(PAR, TIM)
    strong = model.add_noise(toas, ["red"], frequencies={"red": 5}).with_values({"TNREDAMP": -1e308})
    with pytest.raises(jug.FitError, match="the correlated noise is too strong"):
        jug.likelihood(strong, toas)


@pytest.mark.parametrize("lines", [["TNREDAMP 9", *LINES[5:7]], ["EFAC TEL gbt 1e12", "EQUAD TEL gbt 1e12"]])
def test_noise_of_decades_is_not_simulated(lines: list[str]) -> None:
    """The error was about the tables of Earth orientation, or NumPy's warning of a cast."""
    model = jug.load_model(parse_lines([*Path(PAR).read_text().splitlines(), *lines], "a.par"))
    with pytest.raises(jug.InputError, match=r"a\.par:\d+: the model's noise moves a TOA by .* s; check the values of"):
        jug.simulate(model, n_toa=20, noise=True, seed=1)
