"""Binary models expressed as one another: residuals, uncertainties, and what does not go."""

import numpy as np
import orbits
import pytest
from orbits import Size

import jug
from jug.conversion.writing import par_text
from jug.errors import InputError, InputWarning

CIRCLE = "PB 12.3 1 1e-9\nA1 9.2 1 1e-6\nECC 2e-5 1 1e-7\nOM 226.57 1 0.3\nT0 54990.123456789012 1 0.01\n"
FAR = orbits.EQUATORIAL.replace("PX 2.1 1\n", "")
LENS = "M2 0.3 1 0.01\nSINI 0.98 1 0.001\n"


@pytest.mark.parametrize("form", ["DD", "DDS", "DDH", "DDK", "ELL1", "ELL1H", "ELL1k", "T2", "MSS"])
def test_there_and_back(form: str) -> None:
    model = orbits.model("BINARY DD\n" + CIRCLE + LENS, FAR)
    there = jug.convert_binary(model, form)
    assert there.model.values["A1"] == model.values["A1"]
    assert there.change_ns < 4.0
    assert there.change_rms_ns <= there.change_ns
    back = jug.convert_binary(there.model, "DD").model
    for name in ("PB", "A1", "ECC", "OM", "M2", "SINI"):
        assert back.values[name] == pytest.approx(model.values[name], rel=1e-9), name
    assert abs(back.values["T0"] - model.values["T0"]) < 1e-10
    assert {"PB", "A1"} <= set(there.model.free)


@pytest.mark.parametrize("form", ["DDS", "DDH"])
def test_another_shapiro_parameter_changes_nothing(form: str) -> None:
    model = orbits.model(
        "BINARY DD\n" + orbits.kepler_lines(Size(0.323, 2.34, 0.617)) + "OMDOT 4.2\nGAMMA 4e-3\n" + LENS
    )
    there = jug.convert_binary(model, form)
    assert there.change_ns < 1e-3
    assert jug.convert_binary(there.model, "DD").change_ns < 1e-3


def test_ddgr_becomes_dd() -> None:
    model = orbits.model("BINARY DDGR\n" + TIGHT + MASSES)
    there = jug.convert_binary(model, "DD")
    assert there.model.values["OMDOT"] == pytest.approx(4.2266, rel=1e-4)
    assert there.model.values["PBDOT"] == pytest.approx(-2.4e-12, rel=1e-2)
    assert there.change_ns < 100.0
    correlated = there.covariance / np.sqrt(np.outer(np.diag(there.covariance), np.diag(there.covariance)))
    i, j = there.names.index("OMDOT"), there.names.index("SINI")
    assert abs(correlated[i, j]) < 0.999
    assert there.model.errors["OMDOT"] == pytest.approx(there.model.values["OMDOT"] * 2 / 3 * 1e-4 / 2.8283, rel=1e-6)


TIGHT = orbits.kepler_lines(Size(0.322997, 2.341776, 0.617134))
MASSES = "MTOT 2.8283 1 1e-4\nM2 1.387 1 1e-3\n"


@pytest.mark.parametrize("given", [("M2", "OMDOT"), ("GAMMA", "OMDOT"), ("SINI", "OMDOT"), ("M2", "SINI")])
def test_masses_are_found_again(given: tuple[str, str]) -> None:
    """DDGR from any two of what a DD model of the same pulsar tells; the rest of it goes along as XOMDOT and XPBDOT."""
    dd = jug.convert_binary(orbits.model("BINARY DDGR\n" + TIGHT + MASSES), "DD").model
    rest = [name for name in ("M2", "OMDOT", "GAMMA", "SINI") if name not in given]
    there = jug.convert_binary(dd.with_values(dict.fromkeys(rest, 0.0)), "DDGR").model
    assert there.values["MTOT"] == pytest.approx(2.8283, rel=1e-8)
    assert there.values["M2"] == pytest.approx(1.387, rel=1e-6)
    assert there.values["XPBDOT"] == pytest.approx(0.0, abs=1e-18)
    lost = 0.0 if "OMDOT" in given else dd.values["OMDOT"]
    assert there.values["XOMDOT"] == pytest.approx(-lost, abs=1e-6)
    assert ("XOMDOT" in there.free) == ("OMDOT" not in given)
    whole = jug.convert_binary(dd, "DDGR")
    assert whole.change_ns < 100.0
    assert whole.model.errors["MTOT"] == pytest.approx(1e-4, rel=1e-3)


def test_ddgr_keeps_what_is_beyond_general_relativity() -> None:
    more = "OMDOT 4.2266 1\nM2 1.387 1\nPBDOT -2.3e-12 1\n"
    with pytest.warns(InputWarning, match="M2 is used without SINI"):
        dd = orbits.model("BINARY DD\n" + TIGHT + more)
    there = jug.convert_binary(dd, "DDGR").model
    assert there.values["XPBDOT"] == pytest.approx(1e-13, rel=0.1)
    assert {"MTOT", "M2", "XPBDOT"} <= set(there.free)
    assert "XOMDOT" not in there.free


def test_ddgr_names_values_that_differ_from_those_of_the_masses() -> None:
    """They were left out in silence."""
    more = "OMDOT 4.2266\nM2 1.387\nGAMMA 0.001\nSINI 0.9\nDR 1e-6\nDTHETA 1e-6\n"
    with pytest.warns(InputWarning, match=r"BINARY DDGR computes another value from the masses: SINI 0.9 \(here 0.73"):
        found = jug.convert_binary(orbits.model("BINARY DD\n" + TIGHT + more), "DDGR")
    assert found.dropped == ("SINI", "GAMMA", "DR", "DTH")
    [line] = [line for line in found.model.par.text.splitlines() if line.startswith("# left out")]
    assert "GAMMA 0.001 (here 0.00429" in line


def test_from_and_to_t2() -> None:
    """KIN and KOM change their convention; masses, SHAPMAX and H3 are read; DDK there and back is the same model."""
    wide = orbits.kepler_lines(Size(67.8, 32.3, 1e-3))
    ddk = orbits.model("BINARY DDK\n" + wide + "M2 0.3\nKIN 71.9 1 0.1\nKOM 83.1\n")
    t2 = jug.convert_binary(ddk, "T2")
    assert t2.change_ns < 10.0  # x^2 / 2 d, the orbital parallax, which T2 has and DDK not
    assert t2.model.entries["SINI"].word == "KIN"
    assert t2.model.values["KIN"] == pytest.approx(108.1)
    assert t2.model.errors["KIN"] == pytest.approx(0.1)
    back = jug.convert_binary(t2.model, "DDK").model
    assert back.values["KOM"] == pytest.approx(83.1)
    assert back.values["A1DOT"] == pytest.approx(0.0, abs=1e-24)
    shaped = jug.convert_binary(orbits.model("BINARY T2\n" + wide + "M2 0.3\nSHAPMAX 3\n"), "DD")
    assert shaped.model.values["SINI"] == pytest.approx(1.0 - np.exp(-3.0))
    assert shaped.change_ns < 1.0
    relative = jug.convert_binary(orbits.model("BINARY T2\n" + TIGHT + MASSES), "DDGR")
    assert relative.model.values["MTOT"] == pytest.approx(2.8283, rel=1e-5)


@pytest.mark.parametrize(
    "lines",
    ["T2 STIG 0.7", "T2 H4 2.1e-7 NHARMS 20", "ELL1H H4 2.1e-7 NHARMS 20", "ELL1H STIGMA 0.7 ELL1H_SHAPIRO ABSORBED"],
)
@pytest.mark.parametrize("form", ["ELL1H", "ELL1", "DD", "T2"])
def test_the_first_harmonics_go_from_the_orbit_to_the_shapiro_delay(lines: str, form: str) -> None:
    """3,100 ns where A1 and EPS1 stay. What is left are harmonics after the 20th and terms of the order x n H3."""
    binary, *rest = lines.split()
    pairs = "".join(f"{key} {value}\n" for key, value in zip(rest[::2], rest[1::2], strict=True))
    model = orbits.model(f"BINARY {binary}\n" + orbits.circle_lines(Size(1.2, 1.0, 1e-6)) + "H3 3e-7\n" + pairs)
    found = jug.convert_binary(model, form)
    assert found.change_ns < 0.5
    assert found.model.values["A1"] == pytest.approx(model.values["A1"] - 4.0 * 3e-7 / 0.7**2, abs=1e-12)


def test_covariance_of_a_fit_goes_over() -> None:
    """Uncertainties of EPS1 and EPS2 from a fit of ECC, OM and T0, which alone would be far off, are those of a fit."""
    model = orbits.model("BINARY DD\n" + orbits.kepler_lines(Size(12.3, 9.2, 2e-4)))
    mjd = np.sort(np.random.default_rng(5).uniform(53000, 57000, 400))
    toas = jug.simulate(model, mjd, freq_mhz=1400.0, error_us=1.0, noise=True, seed=5)
    result = jug.fit(model, toas, backend="numpy")
    there = jug.convert_binary(result, "ELL1", toas=toas)
    assert there.change_ns < 1.0
    again = jug.fit(there.model, toas, backend="numpy")
    for name in ("EPS1", "EPS2", "TASC", "A1", "PB"):
        assert there.model.errors[name] == pytest.approx(again.errors[name], rel=2e-3), name
        assert abs(there.model.values[name] - again.values[name]) < 0.02 * again.errors[name], name
    i, j = there.names.index("TASC"), there.names.index("PB")
    k, m = again.names.index("TASC"), again.names.index("PB")
    assert there.covariance[i, j] == pytest.approx(again.covariance[k, m], rel=5e-3)


def test_h3_alone_goes_from_t2_to_ell1h() -> None:
    """The only model that has H3 without STIGMA; the rest are terms of second order in e, which T2 does not have."""
    found = jug.convert_binary(
        orbits.model("BINARY T2\nH3 3e-7 1\n" + orbits.circle_lines(Size(1.2, 1.0, 1e-5))), "ELL1H"
    )
    assert found.model.values["H3"] == 3e-7
    assert "H3" in found.model.free
    assert found.change_ns < 1.0


def test_the_change_says_what_is_lost() -> None:
    model = orbits.model("BINARY DD\n" + orbits.kepler_lines(Size(12.3, 9.2, 0.1)) + LENS)
    assert jug.convert_binary(model, "ELL1").change_ns > 1e4
    with pytest.warns(InputWarning, match=r"nothing in BINARY BT stands for it: M2 0.3, SINI 0.98 of BINARY DD"):
        found = jug.convert_binary(model, "BT")
    assert found.change_ns > 1e2
    assert found.dropped == ("M2", "SINI")
    lines = par_text(found.model).splitlines()
    assert "# left out, as nothing in BINARY BT stands for it: M2 0.3, SINI 0.98 of BINARY DD" in lines
    assert not any(line.startswith(("M2", "SINI")) for line in lines)


@pytest.mark.parametrize(
    ("body", "form", "lost"),
    [
        ("BINARY DD\nGAMMA 1e-3\nA0 1e-6\nDR 0\n" + CIRCLE, "ELL1", ("GAMMA", "A0")),
        ("BINARY DDH\nH3 3e-7\nSTIGMA 0.7 1\n" + CIRCLE, "BT", ("H3", "STIGMA")),
        ("BINARY DDK\nM2 0.3\nKIN 70\nKOM 40\n" + CIRCLE, "BT", ("M2",)),
        ("BINARY T2\nPB 10\nA1 10\nTASC 55000\nEPS1 1e-5\nH3 3e-7\nSTIG 0.7\n", "BT", ("H3", "STIGMA")),
        ("BINARY ELL1H\nPB 10\nA1 10\nTASC 55000\nEPS1 1e-5\nH3 3e-7\nH4 2e-7\n", "BT", ("H3", "H4")),
        ("BINARY T2\nM2 0.3\nSINI 0.9\nD_AOP 3\n" + CIRCLE, "DD", ("D_AOP",)),
    ],
)
def test_what_a_form_lacks_is_named(body: str, form: str, lost: tuple[str, ...]) -> None:
    with pytest.warns(InputWarning, match=f"{lost[0]} .* of BINARY"):
        assert jug.convert_binary(orbits.model(body, FAR), form).dropped == lost


def test_nothing_is_named_where_nothing_is_lost() -> None:
    """Without a parallax KIN and KOM are in A1DOT and OMDOT of DD; NHARMS only counts harmonics."""
    for body in ("BINARY DDK\nM2 0.3\nKIN 70\nKOM 40\n" + CIRCLE, "BINARY DD\n" + CIRCLE + LENS):
        assert jug.convert_binary(orbits.model(body, FAR), "DD").dropped == ()
    harmonics = "BINARY ELL1H\nH3 3e-7\nH4 2e-7\nNHARMS 5\n" + orbits.circle_lines(Size(1.2, 1.0, 1e-5))
    assert jug.convert_binary(orbits.model(harmonics), "DD").dropped == ()


@pytest.mark.parametrize(
    "orbit",
    [
        "PB 0.5\nPBDOT 1e-10\nA1DOT 1e-13\nA1 1.9\n",
        "FB0 2.3e-5\nFB1 1e-19\nFB2 1e-27\nA1 1.9\n",
        "PB 0.5\nFB1 1e-19\nA1 1.9\n",
    ],
)
def test_size_and_frequency_go_with_the_epoch(orbit: str) -> None:
    """From the node to periastron, 0.3 orbits later; 100 ns and more where they stay."""
    body = f"BINARY ELL1\n{orbit}TASC 55001.2\nEPS1 -2e-5\nEPS2 -1e-5\nM2 0.3\nSINI 0.9\n"
    found = jug.convert_binary(orbits.model(body), "DD")
    back = jug.convert_binary(found.model, "ELL1")
    assert found.change_ns < 1.0
    assert back.change_ns < 1.0


@pytest.mark.parametrize("form", ["DDS", "DDH", "DDK"])
def test_at_the_border_of_the_inclination(form: str) -> None:
    """SINI with an uncertainty that reaches beyond 1; SINI 1; none at all."""
    body = "BINARY DD\n" + orbits.kepler_lines(Size(12.3, 9.2, 0.1)) + "M2 0.3 1 0.01\n"
    found = jug.convert_binary(orbits.model(body + "SINI 0.9995 1 0.01\n"), form)
    assert found.change_ns < 5.0
    assert np.all(np.isfinite(found.covariance))
    with pytest.raises(jug.InputError, match="SINI 1" if form != "DDK" else "without SINI there is no KIN"):
        jug.convert_binary(
            orbits.model(body.replace("M2", "# M2") if form == "DDK" else body + "SINI 1 1 0.01\n"), form
        )


@pytest.mark.parametrize("form", ["BT", "DD", "DDS", "DDH", "ELL1"])
@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_sini_as_a_word_is_converted_as_the_sine_of_kin(form: str) -> None:
    """SINI KIN of T2: sin 70 deg, its uncertainty cos 70 deg times that of KIN (1 deg), free as KIN is."""
    orbit = orbits.circle_lines(Size(12.3, 9.2, 1e-5)) if form == "ELL1" else orbits.kepler_lines(Size(12.3, 9.2, 0.1))
    lines = "BINARY T2\n" + orbit + "M2 0.3\nKIN 110 1 1\nKOM 40\nSINI KIN\n"
    found = jug.convert_binary(orbits.model(lines), form)
    if form in ("DD", "ELL1"):
        sini = found.model.entries["SINI"]
        assert float(sini.value.hi) == pytest.approx(np.sin(np.radians(70.0)), rel=1e-12)
        assert sini.error == pytest.approx(np.cos(np.radians(70.0)) * np.radians(1.0), rel=1e-4)
        assert sini.free
    assert not sini_word(found.model)


def sini_word(model: jug.TimingModel) -> str:
    """The word of a line SINI."""
    return model.entries["SINI"].word if "SINI" in model.entries else ""


def test_parallax_of_the_node_that_a_form_lacks_is_named_with_its_size() -> None:
    """A1 / d times 1 AU, over sin 70 deg: 200 light-s and 2.1 mas are 2.17 us."""
    model = orbits.model("BINARY DDK\n" + orbits.kepler_lines(Size(600.0, 200.0, 0.1)) + "M2 0.3\nKIN 70\nKOM 40\n")
    with pytest.warns(InputWarning, match=r"annual-orbital parallax of KIN and KOM, which is 2.2e\+03 ns at most"):
        assert jug.convert_binary(model, "DD").dropped == ("KOM",)


def test_ddk_keeps_its_node() -> None:
    lines = "BINARY DDK\n" + orbits.kepler_lines(Size(67.8, 32.3, 1e-3)) + "M2 0.3\nKIN 71.9\nKOM 83.1\n"
    model = orbits.model(lines, FAR)
    there = jug.convert_binary(model, "DD")
    assert there.model.values["SINI"] == pytest.approx(np.sin(np.radians(71.9)))
    assert there.model.values["A1DOT"] != 0.0
    assert there.change_ns < 1.0
    assert jug.convert_binary(model, "DDK").model.values["KOM"] == 83.1


@pytest.mark.parametrize(
    ("body", "form", "why"),
    [
        ("BINARY DD\n" + CIRCLE, "DDX", "cannot be converted to"),
        ("BINARY DD\n" + CIRCLE, "DDGR", "two masses"),
        ("BINARY DD\n" + CIRCLE + "OMDOT 1\n", "DDGR", "companion's mass"),
        ("BINARY DD\n" + CIRCLE, "BTJ", "jumps no other model has"),
        ("BINARY T2\nPB_2 100\nA1_2 1\nT0_2 55000\n" + CIRCLE, "DD", "one plain orbit"),
        ("BINARY ELL1H\nH3 3e-7\n" + orbits.circle_lines(Size(1.2, 1.0, 1e-5)), "DD", "H3 alone"),
        ("BINARY BTJ\nBPJEP_1 55000\n" + CIRCLE, "DD", "one plain orbit"),
        ("BINARY DD\n" + CIRCLE, "DDH", "SINI"),
        ("", "DD", "no binary"),
    ],
)
def test_what_does_not_go(body: str, form: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        jug.convert_binary(orbits.model(body), form)


def test_a_model_with_track_needs_no_pulse_numbers() -> None:
    """As `jug connect` writes it: the difference of the residuals counts no turns."""
    model = jug.load_model(jug.data.example("J0613-sim")[0])
    tracked = model.add("TRACK -2")
    assert tracked.settings.track == "-2"
    assert jug.convert_binary(tracked, "DD").change_ns == jug.convert_binary(model, "DD").change_ns
