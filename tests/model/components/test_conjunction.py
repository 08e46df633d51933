"""The conjunction with the Sun that the solar wind by ranges (SWX) is scaled by."""

import numpy as np
from orbits import EQUATORIAL, HEAD
from scipy.optimize import minimize_scalar

import jug
from jug.io.par import parse_lines
from jug.model.evaluation.anchor import make_anchor
from jug.obs.earth import sun_direction

SWX = "SWXDM_0001 1e-3\nSWXP_0001 2\nSWXR1_0001 54000\nSWXR2_0001 54600\n"


def test_the_cosine_is_that_of_the_least_angle_to_rounding() -> None:
    """A minimiser that begins at the best of 8,000 times of the year finds the same one."""
    model = jug.load_model(parse_lines((HEAD.format(position=EQUATORIAL) + SWX).splitlines(), "swx.par"))
    toas = jug.simulate(model, [54100.0, 54200.0], freq_mhz=1400.0, site="gbt")
    found = float(make_anchor(model, toas).reference.x.tables["swx_cos"][0])
    ra, dec = (model.kernel_values[name] for name in ("RAJ", "DECJ"))
    n = np.array([np.cos(dec) * np.cos(ra), np.cos(dec) * np.sin(ra), np.sin(dec)])
    n = n[:, 0] if n.ndim == 2 else n
    days = float(model.values["POSEPOCH"]) + np.linspace(0.0, 365.25, 8000)
    first = float(days[np.argmax(sun_direction(days) @ n)])
    best = minimize_scalar(
        lambda day: -float((sun_direction(np.array([day])) @ n)[0]),
        bounds=(first - 0.1, first + 0.1),
        method="bounded",
        options={"xatol": 1e-7},
    )
    assert abs(found + best.fun) < 1e-13
