"""The likelihood where an epoch's column is not 1 (TNSECORR), against a dense covariance written here by formula."""

import warnings

import numpy as np
import pytest
from test_likelihood import quotient, somewhere, steps

import jug
from jug.core.blocks import to_dense
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.evaluate import all_blocks

RED = ("TNREDAMP -12.6", "TNREDGAM 3.1", "TNREDC 4")
SETS = {
    "alone": (("TNSECORR -fe L 0.6", "TNSECORR -fe U 0.9"), False, False),
    "more than ECORR": ((*(f"TNSECORR -fe {fe} 0.7" for fe in "LSU"), "ECORR -fe U 0.4", *RED), False, False),
    "wideband": (("TNSECORR -fe L 0.6", "TNSECORR -fe S 0.9", *RED), True, False),
    "marginal": (("TNSECORR -fe L 0.6", *RED), False, True),
    "wideband, marginal": (("TNSECORR -fe L 0.6", "DMEFAC -fe L 1.2"), True, True),
    "ECORR": (("ECORR -fe L 0.6", *RED), True, False),
}


def observed(par, wideband, n=60):
    """TOAs of three receivers in epochs of three, of which each is of another length."""
    model = jug.load_model(par)
    mjd = np.repeat(np.linspace(54000, 56000, n // 3), 3) + np.tile([0.0, 2e-6, 5e-6], n // 3)
    fe = ["LSU"[(i // 3) % 3] for i in range(n)]
    freq = [(1400.0, 2100.0, 430.0)[(i // 3) % 3] + 50.0 * (i % 3) for i in range(n)]
    flags = {"fe": fe, "tobs": [f"{200 + 700 * (i % 3) + 100 * (i % 7)}" for i in range(n)]}
    more = {"dm_error": 3e-4} if wideband else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.ClockWarning)
        return model, jug.simulate(model, mjd, freq_mhz=freq, flags=flags, noise=True, seed=9, **more)


@pytest.fixture(scope="module", params=SETS)
def case(request, module_quickly_compiled):
    from simulated_sets import par

    lines, wideband, marginal = SETS[request.param]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model, toas = observed(par(*lines), wideband)
        model = jug.fit(model, toas).model
        return model, toas, jug.likelihood(model, toas, marginal=marginal), marginal


def epochs(model, toas, t):
    """ECORR and TNSECORR, s^2: one epoch and one receiver, s_i s_j with s = TNSECORR / sqrt(t / 1 h)."""
    fe, tobs = toas.flag("fe"), toas.flag("tobs").astype(float)
    same = (np.abs(t[:, None] - t) < 1.0) * (fe[:, None] == fe)
    k = np.zeros((len(t), len(t)))
    for line in model.par.lines:
        if line.key in ("ECORR", "TNSECORR"):
            number = 1 + sum(other.key == line.key and other.number < line.number for other in model.par.lines)
            per = np.sqrt(3600.0 / tobs) if line.key == "TNSECORR" else np.ones(len(t))
            s = 1e-6 * model.values[f"{line.key}{number}"] * per * (fe == line.args[1])
            k += np.outer(s, s) * same
    return k


def by_hand(model, toas, at=None):
    """log L; ``at``, the origin of a likelihood, where timing parameters are integrated over."""
    anchor = make_anchor(model, toas)
    n, rows = len(toas), len(anchor.noise.sigma)
    c = np.diag(anchor.noise.sigma**2)
    c[:n, :n] += epochs(model, toas, anchor.state.x.tdb[:-1])
    for process in anchor.noise.processes:
        if "ECORR" not in process.name:
            f = to_dense(process.block)
            c += (f * process.variance) @ f.T
    offset_mask = (np.arange(rows) < n)[:, None].astype(float)
    flat, constant = [offset_mask], np.log(1e40)
    if at is not None:
        there = make_anchor(at.model(at.start), toas)
        blocks = all_blocks(np, model.components, model.layout, there.reference.p0, there.state)
        size = np.array([model.entries[name].scale for name in model.free])
        flat.append(there.in_time(np.ones(rows))[:, None] * np.concatenate([to_dense(b) for b in blocks], axis=1))
        constant += np.sum(np.log(size**2) - np.log(2 * np.pi))
    flat = np.concatenate(flat, axis=1)
    r = anchor.in_time(np.concatenate([anchor.reference.residual, measured(model, toas)]))
    unit = np.sqrt(np.diag(c))
    inverse = np.linalg.inv(c / np.outer(unit, unit)) / np.outer(unit, unit)
    size = np.linalg.norm(flat, axis=0)
    normal = (flat / size).T @ inverse @ (flat / size)
    left = r - (flat / size) @ np.linalg.solve(normal, (flat / size).T @ inverse @ r)
    log_det = np.linalg.slogdet(c / np.outer(unit, unit))[1] + 2 * np.sum(np.log(unit))
    log_det += np.linalg.slogdet(normal)[1] + 2 * np.sum(np.log(size)) + constant
    return -0.5 * (left @ inverse @ left + log_det)


def measured(model, toas):
    dm = jug.residuals(model, toas).dm
    return np.zeros(0) if dm is None else dm.value


def test_value_and_gradient(case):
    model, toas, like, marginal = case

    def want(theta):
        return by_hand(like.model(theta), toas, like if marginal else None)

    theta = somewhere(like)
    value, slope = like.value_and_grad(theta)
    assert value == pytest.approx(want(theta), abs=2e-4)
    if not marginal:
        assert like(like.start) == pytest.approx(jug.residuals(model, toas).log_likelihood, abs=2e-5)
    for i, step in enumerate(steps(like)):
        assert slope[i] == pytest.approx(quotient(want, theta, step), rel=1e-3, abs=2e-3), like.names[i]


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("options", [{"free": []}, {"free": [], "marginal": True}, {"free": ["F0"], "marginal": True}])
def test_wideband_without_a_timing_parameter_in_the_vector(options):
    """What is integrated over has no place in the vector; with nothing free the value is that of the residuals."""
    from simulated_sets import par

    model, toas = observed(par("DMEFAC -fe L 1.2", "TNREDAMP -12.6", "TNREDGAM 3.1", "TNREDC 4"), True, 30)
    model = jug.fit(model, toas).model.with_free(options["free"])
    like = jug.likelihood(model, toas, **options)
    assert "F0" not in like.names
    marginal = options.get("marginal") and options["free"]
    assert like(like.start) == pytest.approx(by_hand(model, toas, like if marginal else None), abs=2e-4)
    _, slope = like.value_and_grad(like.start)
    for i, step in enumerate(steps(like)):
        assert slope[i] == pytest.approx(quotient(like, like.start, step), rel=1e-4, abs=1e-4), like.names[i]
