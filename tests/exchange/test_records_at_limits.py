"""Records at their limits: what the catalogue gets, what a checksum tells apart, distances, critical parameters."""

import io
from types import SimpleNamespace as Made
from typing import Any, cast

import numpy as np
import pytest

import jug
from jug.exchange import catalogue
from jug.exchange.catalogue import catalogue_record
from jug.exchange.catalogue_keywords import place_in_record
from jug.exchange.centering import gauge_of, residual_centering
from jug.exchange.checksum import checksum, is_damaged, with_checksum, without_checksum
from jug.exchange.engine import TimingEngine
from jug.exchange.parameter_facts import parameter_facts, pint_scale
from jug.exchange.record import _distance, _value
from jug.exchange.solution import solution_format
from jug.exchange.solution_json import _fit, meaningful_errors, solution_json

TEXT = jug.data.example("NGC6440E")[0].read_text()
ORBIT = "BINARY ELL1\nPB 1.5\nA1 2\nTASC 53750\nEPS1 0\nEPS2 1e-5\nEPS1DOT 2e-13 1 1e-14\n"


def read(text: str) -> jug.TimingModel:
    return jug.load_model(jug.read_par(io.StringIO(text)))


def lines_of(text: str) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in text.splitlines() if line[0] not in "#@"}


def test_what_the_catalogue_gets() -> None:
    """Values other than 0, words of options, measured zeros, and epochs of positions and DMs without a line."""
    found = lines_of(catalogue_record(read(TEXT + ORBIT + "PX 0\nPMRA 0 1 0.3\n"), {"PMRA": 0.3}).text)
    assert found["BINARY"] == ["ELL1"]
    assert "PX" not in found
    assert "EPS1" not in found
    assert found["PMRA"] == ["0.0", "3"]
    assert (found["POSEPOCH"], found["DMEPOCH"]) == (["53750"], ["53750"])
    keys = list(found)
    assert keys[:2] == ["PSRJ", "RAJ"]
    assert keys[-3:] == ["EPHEM", "CLK", "UNITS"]
    assert [place_in_record(key) for key in ("F0", "F12", "FB3", "PB_2")] == [
        place_in_record(key) for key in ("F", "F", "FB", "PB")
    ]


def test_angles_of_the_catalogue_have_whole_seconds_at_least() -> None:
    """17:48:52.75 and -20:21:29 with uncertainties of 5 s and 250 arcsec; 0.05 s is the fifth of a hundredth."""
    model = read(TEXT)
    for raj, decj, words in (
        (5.0, 250.0, (["17:48:53", "5"], ["-20:21:29", "250"])),
        (0.05, 0.5, (["17:48:52.75", "5"], ["-20:21:29.0", "5"])),
    ):
        found = lines_of(catalogue_record(model, {"RAJ": raj / 3600.0, "DECJ": decj / 3600.0}).text)
        assert (found["RAJ"], found["DECJ"]) == words


@pytest.mark.parametrize("key", ["RAJ", "PSR"])
def test_the_catalogue_needs_a_name_and_a_position(key: str) -> None:
    gone = ("RAJ", "DECJ") if key == "RAJ" else ("PSR",)
    model = read("\n".join(line for line in TEXT.splitlines() if not line.startswith(gone)) + "\n")
    with pytest.raises(jug.InputError, match="the catalogue lists pulsars by name and position; add PSR, and RAJ"):
        catalogue_record(model, {})


def test_families_that_the_catalogue_lacks_are_counted() -> None:
    jumps = "JUMP -f a 0 1 1e-6\nJUMP -f b 0 1 1e-6\nFD1 1e-5 1 1e-6\n"
    model = read(TEXT + jumps)
    assert catalogue_record(model, {"JUMP1": 1e-6, "JUMP2": 1e-6, "FD1": 1e-6, "F0": 1e-9}).left_out == (
        "JUMP (2)",
        "FD",
    )
    assert catalogue_record(model, {"F0": 1e-9}).left_out == ()


def test_a_checksum_tells_columns_from_each_other() -> None:
    """One column of two words is not two of one; a number, a name and the metadata count, its own sum does not."""
    words: list[dict[str, Any]] = [
        {"a": np.array(["x"]), "b": np.array(["y"])},
        {"a": np.array(["xb", "y"])},
        {"a": np.array(["x"]), "c": np.array(["y"])},
        {"a": np.array([1.0]), "b": np.array([2.0])},
        {"a": np.array([1.0]), "b": np.array([2.0000000000000004])},
    ]
    meta = {"dm": 1.0, "extra": {"version": "1"}}
    sums = [checksum(one, meta) for one in words]
    assert len(set(sums)) == len(sums)
    assert checksum(words[0], {**meta, "dm": 2.0}) != sums[0]
    assert checksum(dict(reversed(words[0].items())), meta) == sums[0]
    own = with_checksum(words[0], meta)
    assert (own["extra"]["sha256"], own["extra"]["version"]) == (sums[0], "1")
    assert checksum(words[0], own) == sums[0]
    assert without_checksum(own) == meta
    assert [is_damaged(words[0], own), is_damaged(words[1], own), is_damaged(words[1], meta)] == [False, True, False]
    assert not is_damaged(words[0], {"extra": None})


@pytest.mark.parametrize(
    ("line", "distance"),
    [
        ("PX 2 1 0.5", (0.5, 0.125)),
        ("PX 0.5 1 0.5", None),  # not above its uncertainty
        ("PX 2", None),
        ("", None),
    ],
)
def test_a_distance_is_that_of_a_measured_parallax(line: str, distance: tuple[float, float] | None) -> None:
    found = _distance(read(f"{TEXT}{line}\n"))
    assert found == (distance or (1.0, 0.2))


def test_what_was_removed_from_residuals() -> None:
    one, other = residual_centering(True), residual_centering(False)
    assert (one.stored_residuals, one.stored_weighted, one.standard_output) == ("mean_removed", True, "mean_removed")
    assert (other.stored_residuals, other.stored_weighted, other.standard_weighted) == ("none", None, None)
    assert (gauge_of(True).reference_mode, gauge_of(True).export, gauge_of(False).reference_mode) == (
        "mean",
        "none",
        "none",
    )


def test_values_in_the_units_of_pint() -> None:
    """EPS1DOT in 1e-12 / s; DM in pc / cm^3 as astropy writes it; an option has no unit."""
    model = read(TEXT + ORBIT)
    facts = parameter_facts(model)
    assert pint_scale(model.entries["EPS1DOT"]) == 1e12
    assert (float(facts["EPS1DOT"].value), facts["EPS1DOT"].units) == (0.2, "1e-12 / s")
    assert float(facts["EPS1DOT"].uncertainty or "nan") == pytest.approx(0.01)
    assert (facts["BINARY"].value, facts["BINARY"].units) == ("ELL1", None)
    assert (facts["A1"].units, facts["EPS2"].units, facts["DM"].units) == ("lsec", "dimensionless", "pc / cm3")


def test_uncertainties_that_mean_something() -> None:
    model = read(TEXT + "PX 1 1 0\nPMRA 2 1 0.5\n")
    assert "PX" not in meaningful_errors(model)
    assert meaningful_errors(model)["PMRA"] == 0.5
    left: Any = type("Left", (), {"__len__": lambda self: 62, "wrms_s": 2.5e-5})()
    fit = Made(residuals=left, chi2=60.0, dof=56, errors_scaled=False, converged=True, verdict=Made(name="good"))
    found = _fit(cast(Any, fit))
    assert found["wrms_us"] == pytest.approx(25.0, rel=1e-12)
    assert (found["n_toa"], found["chi2"], found["dof"], found["verdict"]) == (62, 60.0, 56, "good")


def test_formats_by_the_ending() -> None:
    assert [solution_format(f"a.b.{end}") for end in ("PSRCAT", "db", "json", "txt")] == [
        "psrcat",
        "psrcat",
        "json",
        ".txt",
    ]


def test_parameters_that_float64_is_too_coarse_for() -> None:
    """Where half a unit in the last place moves a residual by more than 0.1 ns: not at that size itself."""
    eps = float(np.finfo(float).eps)
    values = {"F0": 1.0, "F1": 2.0, "DM": -4.0}
    engine = TimingEngine.__new__(TimingEngine)
    engine.fitpars = tuple(values)
    facts = {name: Made(value=repr(value)) for name, value in values.items()}
    slopes = np.array([[0.0, 1.0, 0.0], [2e-10 / eps, -1.01e-10 / eps, 0.51e-10 / eps]])
    engine.record = cast(Any, Made(parameters=facts, mmat=slopes))
    assert engine.precision_critical_fitpars() == {"F1", "DM"}
    assert engine.reference_theta().tolist() == [1.0, 2.0, -4.0]
    assert engine.residual_jacobian().tolist() == (-slopes).tolist()
    with pytest.raises(jug.InputError, match="the design matrix is that of the reference values"):
        engine.design_matrix([1.0])


@pytest.mark.parametrize(
    ("direction", "name"),
    [((1.0, 0.0, 0.0), "J0000+0000"), ((0.0, 1.0, 0.0), "J0600+0000"), ((-0.6, 0.0, -0.8), "J1200-5307")],
)
def test_a_pulsar_of_a_b_name_is_named_by_its_position(
    direction: tuple[float, float, float], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """North of the equator and on it with a plus sign."""
    monkeypatch.setattr(catalogue, "direction", lambda p, ecl: np.array(direction))
    model: Any = Made(psr="B1234+56", kernel_values=None, settings=Made(ecl=""))
    assert [line.split()[:2] for line in catalogue._names(model)] == [["PSRB", "B1234+56"], ["PSRJ", name]]


def test_a_value_in_the_units_of_pint_is_written_as_in_a_par_file() -> None:
    """A hundred has no exponent."""
    model = jug.load_model(jug.data.example("NGC6440E")[0]).set("DM", 100.0)
    assert parameter_facts(model)["DM"].value == "100"


def test_a_selection_is_in_the_json_of_a_solution_as_in_its_par_file() -> None:
    found = solution_json(read(TEXT + "JUMP -fe L-wide 1e-4 1\nEFAC TEL gbt 1.1\n"))["parameters"]
    assert isinstance(found, dict)
    words = {name: one["selection"] for name, one in found.items() if name in ("JUMP1", "EFAC1", "F0", "PEPOCH")}
    assert words == {"JUMP1": "-fe L-wide", "EFAC1": "TEL gbt", "F0": None, "PEPOCH": None}
    assert (found["JUMP1"]["free"], found["PEPOCH"]["free"]) == (True, False)


def test_a_parameter_that_a_model_lacks_is_0_in_a_record() -> None:
    model = read(TEXT)
    assert (_value(model, "PX"), _value(model, "PEPOCH")) == (0.0, 53750.0)
