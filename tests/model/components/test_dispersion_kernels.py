"""The dispersion measure of each term, as its formula has it."""

import numpy as np
import pytest

from jug.core.constants import YEAR
from jug.model.components.chromatic import fddc
from jug.model.components.dispersion import annual, dmjump, dmmodel, dmx, taylor
from tests.model.declare.test_declarations import columns

T = np.array([-2.0, 0.5, 3.0])
"""Years from an epoch that is itself 10 units of time from the model's."""

X = columns(tdb=T + 10.0)


@pytest.mark.parametrize(("term", "over"), [(taylor.TAYLOR, (1.0, 2.0, 6.0)), (taylor.POLYNOMIAL, (1.0, 1.0, 1.0))])
def test_the_series_with_factorials_and_without(term, over: tuple[float, ...]) -> None:
    p = {"DM": np.array([20.0, 3.0, 5.0, 7.0]), "DMEPOCH": 10.0}
    powers = [np.ones(3), T / over[0], T**2 / over[1], T**3 / over[2]]
    assert term.dm(np, p, X, T) == pytest.approx(np.array([20.0, 3.0, 5.0, 7.0]) @ powers, rel=1e-14)
    np.testing.assert_allclose(term.dm_partials(np, p, X, T)["DM"], np.transpose(powers), rtol=1e-14)


def test_flags_replace_dm_and_dmx_and_add() -> None:
    """The first TOA has -dm 31, the second -dmo 0.5; DM1 stays."""
    x = X._replace(own={"dm_by_model": np.array([0.0, 1.0, 1.0]), "dm_by_flag": np.array([31.0, 0.5, 0.0])})
    p = {"DM": np.array([20.0, 3.0]), "DMEPOCH": 10.0, "DMX": np.array([4.0])}
    assert taylor.TAYLOR.dm(np, p, x, T) == pytest.approx(np.array([31.0, 20.5, 20.0]) + 3.0 * T)
    assert taylor.TAYLOR.dm_partials(np, p, x, T)["DM"][:, 0].tolist() == [0.0, 1.0, 1.0]
    x = x._replace(selections={"DMX": np.array([0, 0, 1])})
    assert dmx.dm(np, p, x, T).tolist() == [0.0, 4.0, 0.0]
    assert dmx.dm_partials(np, p, x, T)["DMX"].values.tolist() == [0.0, 1.0, 0.0]
    assert dmx.dm(np, p, x._replace(own={}), T).tolist() == [4.0, 4.0, 0.0]
    assert dmx.dm_partials(np, p, x._replace(own={}), T)["DMX"].values.tolist() == [1.0, 1.0, 0.0]


def test_a_year_after_the_epoch_the_sinusoid_is_where_it_was() -> None:
    x = X._replace(tdb=YEAR * np.array([1.0, 0.25, 0.5]) + 10.0)
    p = {"DM_S1YR": 2.0, "DM_C1YR": 3.0, "DMEPOCH": 10.0}
    assert annual.dm(np, p, x, T) == pytest.approx(np.array([3.0, 2.0, -3.0]), abs=1e-12)
    by = annual.dm_partials(np, p, x, T)
    assert by["DM_S1YR"] == pytest.approx(np.array([0.0, 1.0, 0.0]), abs=1e-12)
    assert by["DM_C1YR"] == pytest.approx(np.array([1.0, 0.0, -1.0]), abs=1e-12)


def test_offsets_of_receivers_act_on_the_measured_dm_alone_or_on_both() -> None:
    """DMJUMP lowers the model's DM (Alam et al. 2021), FDJUMPDM raises it, with a delay."""
    x = X._replace(selections=dict.fromkeys(("DMJUMP", "FDJUMPDM"), np.array([0, 1, 2])))
    p = dict.fromkeys(("DMJUMP", "FDJUMPDM"), np.array([4.0, 5.0]))
    assert dmjump.MEASURED.dm(np, p, x, T).tolist() == [-4.0, -5.0, 0.0]
    assert dmjump.MEASURED.dm_partials(np, p, x, T)["DMJUMP"].values.tolist() == [-1.0, -1.0, 0.0]
    assert dmjump.WITH_DELAY.dm(np, p, x, T).tolist() == [4.0, 5.0, 0.0]
    assert dmjump.WITH_DELAY.dm_partials(np, p, x, T)["FDJUMPDM"].values.tolist() == [1.0, 1.0, 0.0]
    at_epoch = np.array([0.0, 1.0, -1.0])
    assert dmjump.MEASURED.delay(np, p, x, at_epoch).tolist() == [0.0, 0.0, 0.0]
    assert dmjump.MEASURED.partials(np, p, x, at_epoch)["DMJUMP"].values.tolist() == [0.0, 0.0, 0.0]


def test_nodes_add_to_dm_or_to_the_number_in_its_place() -> None:
    """`dm_from_number` gives the change from DM, which the series has counted."""
    weight = np.array([[1.0, 0.0], [0.25, 0.75], [0.0, 1.0]])
    x = X._replace(own={"nodes_DMOFF": weight})
    p = {"DMOFF": np.array([2.0, 4.0]), "DMMODEL": 30.0, "DM": np.array([21.0, 0.1])}
    assert dmmodel.COMPONENT.dm(np, p, x, T).tolist() == [2.0, 3.5, 4.0]
    assert dmmodel.FROM_NUMBER.dm(np, p, x, T).tolist() == [11.0, 12.5, 13.0]
    by = dmmodel.FROM_NUMBER.dm_partials(np, p, x, T)
    assert np.array_equal(by["DMOFF"], weight)
    assert by["DM"].tolist() == [[-1.0, 0.0]] * 3
    assert dmmodel.check({"DMOFFMJD": np.array([1.0, 2.0, 1.0, 2.0])}) == ("DMOFF", 2, "has the time of another node")
    assert dmmodel.check({"DMOFFMJD": np.array([1.0, 2.0])}) is None


@pytest.mark.parametrize("index", [0.0, 1.0, 3.7])
def test_fddc_is_no_delay_at_infinite_frequency(index: float) -> None:
    """For an FDDI of 0 neither: it is a power of the frequency, of which there is none."""
    x, p = columns(2)._replace(inv_freq=np.array([0.0, 1e-6])), {"FDDC": 2.0, "FDDI": index}
    assert fddc.delay(np, p, x, T[:2]).tolist() == [0.0, 2.0]
    by = fddc.partials(np, p, x, T[:2])
    assert by["FDDC"].tolist() == [0.0, 1.0]
    assert by["FDDI"].tolist() == [0.0, 0.0]
    assert by["inv_freq"].tolist() == [0.0, 2.0 * index * 1e6]
