"""Quantities of every pulsar, against published values."""

import sys
from collections.abc import Callable
from math import radians
from pathlib import Path
from types import SimpleNamespace

import pytest

import jug
from jug.analysis.derived.electron_density import MODEL, MODEL_FILES, distance_of_dm
from jug.core.constants import MAS, PARSEC, YEAR, C

HEAD = "PSR J0437-4715\nPEPOCH 54500\nUNITS TDB\nEPHEM DE421\nRAJ 04:37:15.8961737\nDECJ -47:15:09.110714\nDM 2.64\n"
SPIN = "F0 173.6879458121843 1 5e-13\nF1 -1.728361e-15 1 2e-20\n"
MOTION = "PMRA 121.4385 1 0.002\nPMDEC -71.4754 1 0.002\nPX 6.37 1 0.09\n"


def model(tmp_path_factory: pytest.TempPathFactory, *lines: str) -> jug.TimingModel:
    path = tmp_path_factory.mktemp("par") / "a.par"
    path.write_text("".join((HEAD, *lines)))
    return jug.load_model(path)


def test_the_nearest_millisecond_pulsar(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Reardon+ 2016, MNRAS 455, 1751 (the values above): P 5.757 ms, Pdot 5.729e-20, proper motion 140.91 mas/yr."""
    found = jug.derived(model(tmp_path_factory, SPIN, MOTION))
    assert found["PERIOD"].value == pytest.approx(5.757451936712637e-3, rel=1e-12)
    assert found["PDOT"].value == pytest.approx(5.729215e-20, rel=1e-6)
    assert found["PM"].value == pytest.approx(140.911, abs=1e-3)
    assert found["PM"].error == pytest.approx(0.002, rel=1e-3)
    shift = (140.911 * MAS / YEAR) ** 2 * PARSEC * 1e3 / 6.37 / C * 5.757452e-3
    assert found["PDOT_SHKLOVSKII"].value == pytest.approx(shift, rel=1e-4)
    rest = found["PDOT"].value - found["PDOT_SHKLOVSKII"].value - found["PDOT_GALAXY"].value
    assert found["PDOT_INTRINSIC"].value == pytest.approx(rest, rel=1e-9)
    assert found["VELOCITY"].value == pytest.approx(4.74047 * 140.911 / 6.37, rel=1e-4)
    assert found["AGE"].value == pytest.approx(5.757452e-3 / (2 * rest) / YEAR, rel=1e-6)
    assert "PDOT_INTRINSIC" in found["EDOT"].doc


def test_the_crab(tmp_path_factory: pytest.TempPathFactory) -> None:
    """ATNF catalogue: age 1.26e3 yr, surface field 3.79e12 G, Edot 4.5e38 erg/s for F0 29.947, F1 -3.77535e-10."""
    found = jug.derived(model(tmp_path_factory, "F0 29.946923\nF1 -3.77535e-10\n"))
    assert found["AGE"].value == pytest.approx(1.26e3, rel=5e-3)
    assert found["B_SURFACE"].value == pytest.approx(3.79e12, rel=5e-3)
    assert found["EDOT"].value == pytest.approx(4.5e38, rel=2e-2)
    assert "PM" not in found
    assert "PDOT_SHKLOVSKII" not in found


def test_a_pulsar_that_spins_up_has_no_age(tmp_path_factory: pytest.TempPathFactory) -> None:
    found = jug.derived(model(tmp_path_factory, "F0 100\nF1 1e-15\n"))
    assert set(found.absent) == {"AGE"}
    assert not {"AGE", "B_SURFACE", "EDOT"} & set(found)
    assert found["PDOT"].value == pytest.approx(-1e-19)


Answer = dict[str, float]


def as_pygedm_installs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dmdtau: Callable[..., Answer] | None) -> None:
    """A folder pygedm with the tables of YMW16, whose import fails as with SciPy 1.14, and the compiled module."""
    folder = tmp_path / "pygedm"
    folder.mkdir()
    (folder / "__init__.py").write_text("from scipy.integrate import simps\n")
    for name in MODEL_FILES:
        (folder / name).touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, MODEL, SimpleNamespace(dmdtau=dmdtau) if dmdtau else None)


def test_the_distance_from_the_dispersion_measure(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """YMW16 is called with galactic degrees: J0437-4715 is at l 253.39, b -41.96, and is 0.156 kpc away."""
    asked: list[tuple[object, ...]] = []

    def dmdtau(gl: float, gb: float, dm: float, *rest: object) -> Answer:
        asked.append((gl % 360.0, gb, dm, *rest))
        return {"dist": 156.089}

    as_pygedm_installs(tmp_path, monkeypatch, dmdtau)
    found = jug.derived(model(tmp_path_factory, SPIN))
    assert found["DISTANCE_DM"].value == pytest.approx(0.156089)
    place = pytest.approx(253.39, abs=0.01), pytest.approx(-41.96, abs=0.01)
    assert asked == [(*place, 2.64, 0.0, 1, 1, 0, str(tmp_path / "pygedm"), "")]


@pytest.mark.parametrize(
    ("dmdtau", "why"),
    [
        (None, "cannot be used: ModuleNotFoundError"),
        (lambda gl, gb, dm: {}, "cannot be used: TypeError"),
        (lambda *rest: {}, "cannot be used: KeyError"),
        (lambda *rest: {"dist": 25_000.0}, "fewer electrons in this direction than DM 2.64"),
    ],
)
def test_a_distance_that_cannot_be_had_is_a_sentence(
    dmdtau: Callable[..., Answer] | None,
    why: str,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    as_pygedm_installs(tmp_path, monkeypatch, dmdtau)
    found = jug.derived(model(tmp_path_factory, SPIN))
    assert why in found.absent["DISTANCE_DM"]
    assert "DISTANCE_DM" not in found
    (tmp_path / "pygedm" / MODEL_FILES[0]).unlink()
    assert "has no ymw16par.txt" in jug.derived(model(tmp_path_factory, SPIN)).absent["DISTANCE_DM"]


def test_the_real_model_of_the_electrons() -> None:
    """PSR J0437-4715 and NGC 6440: `pygedm.dm_to_dist` 3.3.0 gives 156.089 pc and 9017.01 pc at these places."""
    pytest.importorskip(MODEL, reason="pygedm is an extra: jug-timing[distance]")
    for spot, dm, kpc in (((253.39, -41.96), 2.64476, 0.156089), ((7.72, 3.80), 224.1, 9.01701)):
        assert distance_of_dm(dm, *map(radians, spot)) == pytest.approx(kpc, rel=1e-5)
