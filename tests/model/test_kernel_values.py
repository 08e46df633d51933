"""The parameters that a kernel receives: numbers by name, and what float64 loses of some."""

import copy
import pickle
from types import SimpleNamespace
from typing import Any

import jax
import numpy as np
import orbits
import pytest
from orbits import Size

from jug.compute.jax_import import import_jax
from jug.core.doubledouble import to_fraction
from jug.model.declare import Values
from jug.model.evaluation.tzr_toa import tzr_toa
from jug.model.parameters import unpack

import_jax()  # makes Values a pytree


def values() -> Values:
    return Values({"PB": np.float64(2.0), "F": np.array([3.0, 4.0])}, {"PB": np.float64(1e-17)})


def test_reads_as_a_mapping_of_the_nearest_numbers() -> None:
    p = values()
    assert (list(p), len(p), "PB" in p, "PB_lo" in p) == (["PB", "F"], 2, True, False)
    assert p["PB"] == 2.0
    assert p.get("A1", 7.0) == 7.0
    with pytest.raises(KeyError):
        p["A1"]
    with pytest.raises(AttributeError, match="immutable"):
        p.nearest = {}
    for same in (copy.copy(p), pickle.loads(pickle.dumps(p))):
        assert (list(same), same.exact("PB")) == (list(p), p.exact("PB"))


def test_exact_is_a_pair() -> None:
    assert values().exact("PB") == (2.0, 1e-17)
    hi, lo = values().exact("F")
    assert np.array_equal(hi, [3.0, 4.0])
    assert np.array_equal(lo, [0.0, 0.0])


def test_a_new_value_does_not_keep_the_old_rest() -> None:
    p = values()
    assert p.with_values({"PB": np.float64(5.0)}).exact("PB") == (5.0, 0.0)
    assert p.with_values({"PB": np.float64(5.0)}, {"PB": np.float64(1e-18)}).exact("PB") == (5.0, 1e-18)
    assert p.with_values({"A1": np.float64(1.0)}).exact("PB") == p.exact("PB") == (2.0, 1e-17)


def test_without_and_renamed_take_the_rest_along() -> None:
    left = values().without(["PB"])
    assert (list(left), list(left.rest)) == (["F"], [])
    inner = values().renamed({"PB_inner": "PB", "A1": "A1_2"})
    assert list(inner) == ["PB_inner"]
    assert inner.exact("PB_inner") == (2.0, 1e-17)


def test_jax_sees_every_number() -> None:
    leaves, tree = jax.tree.flatten(values())
    assert sorted(np.size(leaf) for leaf in leaves) == [1, 1, 2]
    assert jax.tree.unflatten(tree, leaves).exact("PB") == (2.0, 1e-17)


def test_the_values_of_a_model_lose_nothing() -> None:
    """An epoch of 16 digits in s is 0.06 us off as one float64; the sum of the two is exact to 1e-20 s."""
    model = orbits.model("BINARY DD\n" + orbits.kepler_lines(Size(0.3, 2.0, 0.1)))
    epoch = model.entries["T0"].kernel_value(model.epoch_day)
    found = to_fraction(model.kernel_values.exact("T0"))
    assert found == to_fraction(epoch)
    assert found != to_fraction(epoch._replace(lo=0.0))
    change = 1e-7 + np.zeros(len(model.free))
    moved, by = unpack(np, model.layout, model.kernel_values, change)
    assert by["T0"] == 1e-7
    assert abs(float(to_fraction(moved.exact("T0")) - found) - 1e-7) < 1e-20


@pytest.mark.parametrize(("mjd", "day"), [((53999.2, 54001.7, 54000.0), 54001), ((53998.9, 53999.2), 53999)])
def test_the_tzr_point_of_a_model_without_one(mjd: tuple[float, ...], day: int) -> None:
    """The day of the first TOA after PEPOCH, not of one at it; else of the last."""
    entries = {"PEPOCH": SimpleNamespace(value=SimpleNamespace(hi=54000.0))}
    model: Any = SimpleNamespace(
        settings=SimpleNamespace(tzr_mjd=None, lines={}), entries=entries, par=SimpleNamespace(path="a.par", lines=())
    )
    toas: Any = SimpleNamespace(mjd=np.array(mjd))
    raw = tzr_toa(model, toas)
    assert (raw.times.day.tolist(), raw.times.sec.hi.tolist(), raw.freq_hz.tolist()) == ([day], [0.0], [np.inf])
