"""Values of 0 that stand for an absent effect are read on; those that leave a formula without a result are refused."""

from pathlib import Path

import numpy as np
import pytest

import jug
from jug.errors import InputWarning, ParError
from jug.obs.toas import TOAs
from tests.model.checks.test_all_problems import par

ORBIT = ("PB 10", "A1 1")
CIRCULAR = ("BINARY ELL1H", *ORBIT, "TASC 55000")
ECCENTRIC = (*ORBIT, "T0 55000", "OM 10", "ECC 0.1")


@pytest.fixture(scope="module")
def toas(tmp_path_factory: pytest.TempPathFactory) -> TOAs:
    """Twelve TOAs over one orbit, at the barycentre."""
    path: Path = tmp_path_factory.mktemp("toas") / "a.tim"
    path.write_text("FORMAT 1\n" + "".join(f"a 1400 {55000 + 0.83 * i} 1 @\n" for i in range(12)))
    return jug.load(par(), path)[1]


def times(toas: TOAs, *lines: str) -> np.ndarray:
    """Residuals, us."""
    return np.asarray(jug.residuals(jug.load_model(par(*lines)), toas).time_s) * 1e6


@pytest.mark.parametrize("orbit", [CIRCULAR, ("BINARY T2", *CIRCULAR[1:])])
def test_h3_and_h4_of_0_are_no_shapiro_delay(toas: TOAs, orbit: tuple[str, ...]) -> None:
    """H4/H3 is 0/0: it ended at the first TOA. A tenth of a ns is the rounding of a residual."""
    assert times(toas, *orbit, "H3 0", "H4 0") == pytest.approx(times(toas, *orbit, "H3 0"), abs=1e-4)


def test_a_fit_may_leave_h3_and_h4_of_0(toas: TOAs) -> None:
    """The derivative by H4 is that of the fourth harmonic, cos 4 Phi."""
    model = jug.load_model(par(*CIRCULAR, "H3 0 1", "H4 0 1"))
    columns = jug.design_matrix(model, toas)
    by_h4 = columns.matrix[:, columns.names.index("H4")]
    phase = 2.0 * np.pi * (np.asarray(toas.mjd) - 55000.0) / 10.0
    wave = np.cos(4.0 * phase)
    assert np.abs(np.corrcoef(by_h4, wave)[0, 1]) == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize(
    ("word", "orbit", "plain"),
    [("ELL1H", CIRCULAR[1:], "ELL1"), ("T2", CIRCULAR[1:], "T2"), ("DDH", ECCENTRIC, "DD")],
)
def test_h3_and_stig_of_0_are_no_shapiro_delay(toas: TOAs, word: str, orbit: tuple[str, ...], plain: str) -> None:
    with pytest.warns(InputWarning, match="H3 0 means that there is no Shapiro delay; STIG 0 not used"):
        found = times(toas, f"BINARY {word}", *orbit, "H3 0", "STIG 0")
    assert found == pytest.approx(times(toas, f"BINARY {plain}", *orbit), abs=1e-4)


def test_a_written_file_says_the_same(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match="no Shapiro delay"):
        model = jug.load_model(par("BINARY DDH", *ECCENTRIC, "H3 0", "STIG 0"))
    jug.write_par(model, tmp_path / "b.par")
    text = (tmp_path / "b.par").read_text()
    assert "DDH" in text
    assert "STIG 0" in text
    with pytest.warns(InputWarning, match="no Shapiro delay"):
        assert jug.load_model(tmp_path / "b.par").values == model.values


def test_masses_that_give_no_inclination_are_reported_before_a_toa_is_refused() -> None:
    """sin i = A1 n^(2/3) (T_sun MTOT)^(2/3) / (T_sun M2) = -8.42 for PB 0.3 d."""
    orbit = ("PB 0.3", "A1 2.3", "T0 55000", "OM 10", "ECC 0.6")
    with pytest.warns(InputWarning, match=r"gives sin i = -8\.42, so that a TOA near conjunction .* is refused"):
        jug.load_model(par("BINARY DDGR", *orbit, "MTOT 2.8", "M2 -0.124"))


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ((*CIRCULAR, "H3 0", "H4 1e-8"), "x.par:15: H4 must be 0 where H3 is 0"),
        (("BINARY DDGR", *ECCENTRIC, "MTOT 0", "M2 1"), "x.par:16: MTOT must be above 0"),
        (("BINARY T2", *ECCENTRIC, "MTOT 2.8", "M2 0"), "x.par:17: M2 must not be 0 with MTOT"),
        (("BINARY DDK", *ECCENTRIC, "KIN 0", "KOM 10"), "x.par:16: KIN is 0 deg and its sine is 0"),
        (("BINARY T2", *ECCENTRIC, "KIN 180", "KOM 10"), "x.par:16: KIN is 180 deg and its sine is 0"),
        (("BINARY DDH", *ECCENTRIC, "H3 0 1", "STIG 0"), "x.par:17: STIGMA must be from 1e-06 to 1"),
    ],
)
def test_a_value_without_a_result_is_refused_at_its_line(lines: tuple[str, ...], text: str) -> None:
    with pytest.raises(ParError) as error:
        jug.load_model(par(*lines))
    assert text in str(error.value)
    assert error.value.hint.startswith(("correct", "give"))
