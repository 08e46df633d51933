"""The uncertainties that a line of noise multiplies or adds to, from which its size is scaled."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.sampling import pairing as module
from jug.sampling.pairing import errors_under

ERROR = np.array([1e-6, 2e-6, 3e-6, 4e-6])
MJD = np.array([54000.0, 54000.0, 54010.0, 54020.0])
DM_ERROR = np.array([1e-4, 2e-4, 3e-4, 4e-4])


def found(name: str, selector: str, monkeypatch: pytest.MonkeyPatch, dms: bool = True) -> list[float]:
    """Those of four TOAs, of which the first two make an epoch; -f a has three of them, -f none has none."""
    rows = {"-f a": np.array([True, True, True, False]), "-f none": np.zeros(4, dtype=bool)}
    monkeypatch.setattr(module, "mask", lambda selector, toas: rows[selector])
    monkeypatch.setattr(module, "measured_dms", lambda model, toas: Made(error=DM_ERROR) if dms else None)
    toas: Any = type("T", (), {"__len__": lambda self: 4, "error_s": ERROR, "tdb_mjd": MJD})()
    entry: Any = Made(selector=selector, param=Made(name=name))
    return errors_under(Made(), entry, toas).tolist()  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["EFAC", "EQUAD"])
def test_a_factor_has_those_of_its_toas(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line without a selection has all; so has one that selects none, whose size needs a scale too."""
    assert found(name, "-f a", monkeypatch) == ERROR[:3].tolist()
    assert found(name, "", monkeypatch) == ERROR.tolist()
    assert found(name, "-f none", monkeypatch) == ERROR.tolist()


@pytest.mark.parametrize("name", ["DMEFAC", "DMEQUAD"])
def test_of_dms_has_those_of_the_measured_dms(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(name, "-f a", monkeypatch) == DM_ERROR[:3].tolist()
    assert found(name, "-f none", monkeypatch) == [1.0]
    assert found(name, "-f a", monkeypatch, dms=False) == [1.0]


def test_ecorr_has_those_of_the_means_of_epochs(monkeypatch: pytest.MonkeyPatch) -> None:
    """1 / sigma^2 = 1 / 1^2 + 1 / 2^2 us^-2 of the first two; a lone TOA makes no epoch."""
    assert found("ECORR", "-f a", monkeypatch) == pytest.approx([0.8**0.5 * 1e-6])
    assert found("ECORR", "-f none", monkeypatch) == ERROR.tolist()
