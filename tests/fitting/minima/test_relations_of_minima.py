"""How far a node may be from one that a symmetry gives, and along which directions draws go."""

import numpy as np
import orbits
import pytest
from test_starts_of_searches import DDK, MOVING, with_errors

from jug.fitting.minima.draws import draw_starts
from jug.fitting.minima.orientation import motion_angle
from jug.fitting.minima.relation import NEAR_DEG, relation


@pytest.mark.parametrize("off", [-NEAR_DEG - 0.5, 0.5 - NEAR_DEG, NEAR_DEG - 0.5, NEAR_DEG + 0.5])
def test_nodes_within_20_deg_of_a_symmetry_are_named_by_it(off: float) -> None:
    """Half a turn, the reflection at the proper motion, and both; beyond that the change is told."""
    one = with_errors(orbits.model(DDK, MOVING), {"KOM": 1.0}).with_values({"KOM": 93.0})
    angle, kom = motion_angle(one), one.values["KOM"]
    assert angle is not None
    for name, at in (
        ("KOM + 180 deg", kom + 180.0),
        ("KOM reflected", 2.0 * angle - kom),
        ("KOM reflected + 180 deg", 2.0 * angle - kom + 180.0),
    ):
        said = relation(one, one.with_values({"KOM": (at + off) % 360.0}))
        assert (said == name) == (abs(off) < NEAR_DEG), said


def test_draws_go_along_all_weak_directions() -> None:
    """Two pairs of parameters have an eigenvalue of 1.6: eight draws span both directions, and no other."""
    errors = {"A1": 1e-6, "KIN": 1.0, "ECC": 1e-6, "KOM": 2.0}
    model = with_errors(orbits.model(DDK, MOVING), errors)
    sigma = np.array([error * model.entries[name].scale for name, error in ((n, errors[n]) for n in model.free)])
    pair = np.array([[1.0, 0.6], [0.6, 1.0]])
    correlation = np.kron(np.eye(2), pair)
    starts = list(draw_starts(model, correlation * np.outer(sigma, sigma)))
    changes = [[(s.model.values[n] - model.values[n]) / errors[n] for n in model.free] for s in starts]
    size = np.linalg.svd(np.array(changes), compute_uv=False)
    assert np.all(size[:2] > 1.0)
    assert np.all(size[2:] < 1e-6)
