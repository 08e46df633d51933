"""Edits at their limits: numbers of sinusoids, names of several parameters, pairs of observations, what is said."""

import io
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.core.constants import AU_LS
from jug.errors import Problem, Where
from jug.model.checks import ranges
from jug.model.editing import dmx, noise_to_add
from jug.model.editing.dmx_bins import BinRules, DmxSpan, _group_rows, _solar_wind_mhz2_us, _with_ends, frequencies_mhz
from jug.model.editing.names import entry_named
from jug.model.editing.noise_lines import may_have_line
from jug.model.editing.paired_bins import paired_receivers
from jug.model.editing.reassembly import _without_old_line

TEXT = jug.data.example("NGC6440E")[0].read_text()
JUMPS = "".join(f"JUMP -f {word} 0 1\n" for word in "abcd")


def read(text: str) -> jug.TimingModel:
    return jug.load_model(jug.read_par(io.StringIO(text)))


@pytest.mark.parametrize(("number", "span"), [(1, 1e-3), (2.0, 500.0)])
def test_sinusoids_at_multiples_of_the_inverse_of_a_span(number: float, span: float) -> None:
    model = read(TEXT).add_waves("cmwavex", cast(int, number), span)
    assert [model.values[f"CMWXFREQ_{k:04d}"] for k in range(1, int(number) + 1)] == [
        pytest.approx(k / span, rel=1e-15) for k in range(1, int(number) + 1)
    ]
    assert sum(name.startswith("CMWXFREQ_") for name in model.names) == number


@pytest.mark.parametrize(
    ("number", "span", "said"),
    [
        (0, 500.0, "from 1 to 9999, not 0"),
        (10_000, 500.0, "from 1 to 9999, not 10000"),
        (1.5, 500.0, "not 1.5"),
        (1, 0.0, "the span is a number of days, not 0; 1/span is the lowest frequency"),
        (1, float("inf"), "the span is a number of days, not inf"),
        (1, float("nan"), "the span is a number of days, not nan"),
    ],
)
def test_sinusoids_that_cannot_be(number: float, span: float, said: str) -> None:
    with pytest.raises(jug.InputError, match=said):
        read(TEXT).add_waves("WaveX", cast(int, number), span)


@pytest.mark.parametrize(
    ("lines", "said"), [(3, "give one of JUMP1, JUMP2, JUMP3$"), (4, r"give one of JUMP1, JUMP2, JUMP3, \.\.\.$")]
)
def test_a_name_of_several_parameters_lists_three(lines: int, said: str) -> None:
    entries = read(TEXT + "".join(JUMPS.splitlines(keepends=True)[:lines])).entries
    with pytest.raises(jug.InputError, match=f"'JUMP.' stands for {lines} parameters; {said}"):
        entry_named(entries, "JUMP*")
    assert entry_named(entries, "JUMP -f b").name == "JUMP2"


def test_an_error_of_a_new_value_shows_no_line_of_the_file() -> None:
    """The file has another value there. Errors of other lines, and those without a line, stay as they are."""
    here = Problem("SINI is above 1", Where("a.par", 7, "SINI 0.9"), "write a sine")
    assert _without_old_line(here, {7}) == Problem("SINI is above 1", Where("a.par", 0, ""), "give another value")
    assert _without_old_line(here, {8}) == here
    bare = Problem("SINI is above 1", None, "write a sine")
    assert _without_old_line(bare, {7}) == bare


def test_the_index_of_chromatic_noise_is_given_once() -> None:
    model, toas = jug.load_model(par()), jug.load(*jug.data.example("NGC6440E"))[1]
    for lines, index in (("", 4.0), ("TNCHROMIDX 3.5", 3.5)):
        own = jug.load_model(par(*filter(None, ["CM 0", "CMEPOCH 54000", lines] if lines else [])))
        found = own.add_noise(toas, "chrom=3")
        assert (found.values["TNCHROMIDX"], sum(line.key == "TNCHROMIDX" for line in found.par)) == (index, 1)
    assert "TNCHROMIDX" not in model.names


def observations(days: list[tuple[float, str]]) -> jug.TOAs:
    """A TOA on each day, of GASP with a receiver or of GUPPI."""
    words = [word for _, word in days]
    flags = {
        "f": np.array([f"{word}_GASP" for word in words]),
        "be": np.array(["GUPPI" if w == "G" else "" for w in words]),
    }
    return cast(jug.TOAs, SimpleNamespace(mjd=np.array([day for day, _ in days]), flag=lambda key: flags[key]))


LOW, HIGH = "Rcvr_800", "Rcvr1_2"


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ([(0.0, LOW), (5.0, HIGH)], [[0, 1]]),
        ([(0.0, LOW), (5.0, HIGH), (9.0, "G"), (20.0, LOW), (25.0, HIGH), (40.0, "G")], [[0, 1]]),
        ([(0.0, LOW), (5.0, HIGH), (5.0, "G")], []),  # the TOA of GUPPI's own day is not before it
        ([(0.0, LOW), (15.0, HIGH)], []),  # less than 15 d apart
        ([(0.0, LOW), (14.9, HIGH)], [[0, 1]]),
        ([(0.0, LOW), (0.1, LOW), (5.0, HIGH)], [[0, 1, 2]]),
        ([(0.0, LOW)], []),
        ([(5.0, HIGH), (3.0, LOW), (4.0, "x"), (8.4, "x"), (9.6, "x")], [[1, 2, 0, 3]]),  # 5.4 d, not 6.6 d
        ([(5.0, HIGH), (3.0, LOW), (-1.4, "x"), (-1.6, "x")], [[2, 1, 0]]),  # 6.4 d wide
    ],
)
def test_pairs_of_observations(days: list[tuple[float, str]], found: list[list[int]]) -> None:
    assert paired_receivers(observations(days), 6.5) == found


def test_frequencies_of_wideband_toas() -> None:
    """From f1 to f2 = ratio f1 with f2 - f1 the bandwidth; both flags and a measured DM are needed."""
    flags = {
        "bw": np.array(["400", "400", "", "400", "x"]),
        "fratio": np.array(["1.5", "", "1.5", "1", "1.5"]),
        "pp_dm": np.array(["10"] * 5),
    }
    toas = cast(jug.TOAs, SimpleNamespace(freq_hz=np.full(5, 1.4e9), flag=lambda key: flags[key]))
    low, high = frequencies_mhz(toas)
    assert low.tolist() == [800.0, 1400.0, 1400.0, 1400.0, 1400.0]
    assert high.tolist() == [1200.0, 1400.0, 1400.0, 1400.0, 1400.0]


def test_the_solar_wind_of_a_pulsar_behind_and_opposite_to_the_sun() -> None:
    """Finite where the Sun hides the pulsar; 0 at the barycentre; at 90 deg 5 cm^-3 AU pi/2 in pc, times K."""
    towards = np.array([1.0, 0.0, 0.0])
    sun = AU_LS * np.array([[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
    toas = SimpleNamespace(bodies={"sun": sun}, at_barycentre=np.array([False, False, False, True]))
    found = _solar_wind_mhz2_us(cast(jug.TOAs, toas), towards)
    assert np.isfinite(found).all()
    assert found[3] == 0.0
    assert found[0] > 1e4 * found[2] > 0.0
    assert 0.0 < found[1] < found[2]
    pc_in_au = 206264.806
    assert found[2] == pytest.approx(5.0 * 0.5 * np.pi / pc_in_au / 2.41e-4 * 1e6, rel=1e-6)


def test_groups_end_at_their_width_and_take_what_is_within_the_padding() -> None:
    mjd = np.array([0.0, 1.0, 1.05, 1.2, 3.0])
    assert _group_rows(mjd, np.arange(5), 1.0, 0.05) == [[0, 1, 2], [3], [4]]
    assert _group_rows(mjd, np.arange(5), 1.0, 0.0) == [[0, 1], [2, 3], [4]]
    one, two = _with_ends(np.array([0.0, 0.125]), [[0], [1]], 0.0625)
    assert (one.high, two.low) == (0.0625, 0.0625)  # ends that touch are shared too


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"days": 0.0}, "days is 0; a bin is longer than 0 d"),
        ({"days": float("inf")}, "days is inf"),
        ({"pad_days": -0.1}, "pad_days is -0.1; it is 0 or more"),
        ({"pad_days": 6.6}, "pad_days is 6.6; it is at most the length of a bin, 6.5 d"),
        ({"pad_days": 3.0, "days": 2.0}, "at most the length of a bin, 2 d"),
        ({"frequency_ratio": 0.9}, "frequency_ratio is 0.9; it is 1 or more"),
        ({"frequency_ratio": float("inf")}, "frequency_ratio is inf"),
        ({"custom": [(0.0, 55000.0, 1.0)]}, "custom has"),
        ({"custom": [(54000.0, 54000.0, 1.0)]}, "custom has"),
        ({"custom": [(54000.0, 55000.0, 0.01)]}, "width of a bin in days, pad_days or more"),
        ({"rules": "tempo"}, "no rules 'tempo'; they are those of nanograv or pint"),
    ],
)
def test_rules_by_which_no_bin_can_be_made(rules: dict[str, Any], said: str) -> None:
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    with pytest.raises(jug.InputError, match=said):
        model.add_dmx(toas, **rules)


def test_the_rules_of_a_method_are_those_of_the_bins() -> None:
    assert BinRules() == BinRules("nanograv", None, 0.05, 1.1, 0.1, 1000.0, ())
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    plain = model.add_dmx(toas, days=365, solar_wind_us=100)
    given = {"rules": "nanograv", "pad_days": 0.05, "frequency_ratio": 1.1, "divide_mhz": 1000.0}
    assert model.add_dmx(toas, days=365, solar_wind_us=100, **cast(Any, given)).values == plain.values
    assert DmxSpan(1.0, 2.0, 0.5).days == 0.5


def test_noise_of_which_no_backend_tells() -> None:
    """Nothing is said of words that every backend can have, nor where there is no backend."""
    toas = jug.load(*jug.data.example("NGC6440E"))[1]
    assert noise_to_add.single_kinds(("white", "ecorr", "efac")) == ("efac", "equad", "ecorr")
    told = noise_to_add.undetermined_noise(toas, ("white", "ecorr", "red"))
    assert told == {"ecorr": "fewer than 3 epochs have two TOAs or more"}
    few = toas.select(slice(0, 5))
    assert noise_to_add.undetermined_noise(few, ("ecorr",)) == {}
    (group,) = noise_to_add.noise_groups(toas)[0]
    assert may_have_line("EQUAD", group, toas)
    assert not may_have_line("ECORR", group, toas)


@pytest.mark.parametrize(
    ("rules", "bounds", "said", "hint"),
    [
        ("pint", ((1300.0, 1350.0), (1400.0, 1450.0)), "all are at 1300 to 1450 MHz", "take divide_mhz between these"),
        ("pint", ((900.0, 1350.0), (1400.0, 1450.0)), "all are at 900 to 1450 MHz", "take wider bins"),
        ("nanograv", ((1400.0, 1400.0), (1400.0, 1400.0)), "all are at 1400 MHz", "DMX needs TOAs at two frequencies"),
        ("nanograv", ((1000.0, 1000.0), (1100.0, 1100.0)), "all are at 1000 to 1100 MHz", "take wider bins"),
        ("nanograv", ((1000.0, 1050.0), (1099.0, 1090.0)), "all are at 1000 to 1099 MHz", "ratio of 1.099 or"),
    ],
)
def test_why_no_bin_of_dmx_has_two_frequencies(
    rules: str, bounds: tuple[Any, Any], said: str, hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the lower edge of the lowest band to the upper edge of the highest; the ratio of the rules is 1.1."""
    monkeypatch.setattr(dmx, "frequencies_mhz", lambda toas: tuple(map(np.array, bounds)))
    how: Any = SimpleNamespace(rules=rules, divide_mhz=1000.0, frequency_ratio=1.1)
    error = dmx._too_close(None, how)  # type: ignore[arg-type]
    assert said in error.why
    assert hint in error.hint


def test_members_of_a_family_stand_in_the_order_of_their_numbers() -> None:
    entries = {f"A{k}": SimpleNamespace(param=SimpleNamespace(name="A"), order=k) for k in (2, 1, 0)} | {
        "B": SimpleNamespace(param=SimpleNamespace(name="B"), order=None)
    }
    found = ranges._members(SimpleNamespace(entries=entries), "A")  # type: ignore[arg-type]
    assert [e.order for e in found] == [0, 1, 2]
