"""B1855+09 9-yr thinned to 205 TOAs, as it was observed, against a dense covariance matrix by formula, to 1e-6."""

import warnings

import numpy as np
import pytest
from copies import example
from test_processes import power_law

import jug
from jug.core.blocks import to_dense
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.chain import gradient
from jug.model.evaluation.evaluate import block_order, blocks_of

EFAC = {"L-wide_PUPPI": 1.507, "430_ASP": 1.147, "L-wide_ASP": 1.150, "430_PUPPI": 1.117}
EQUAD = {"L-wide_PUPPI": 0.25518, "430_ASP": 0.01410, "L-wide_ASP": 0.42504, "430_PUPPI": 0.02640}
ECORR = {"430_PUPPI": 0.00601, "L-wide_PUPPI": 0.31843, "L-wide_ASP": 0.79618, "430_ASP": 0.01117}


@pytest.fixture(scope="module")
def case():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model, toas = jug.load(*example("B1855+09_NANOGrav_9yv1"))
        toas = toas.select(np.arange(len(toas)) // 5 % 20 == 0)
        free = [n for n in model.free if not n.startswith(("DMX", "T0", "FD"))]  # T0 is OM to 1 - 6e-11
        result = jug.fit(jug.fit(model, toas, free=free).model, toas)  # derivatives where it ended
    anchor = make_anchor(result.model, toas)
    t, f = anchor.reference.x.tdb[:-1], toas.flag("f")
    sigma = np.array([EFAC[w] * np.hypot(e * 1e6, EQUAD[w]) for w, e in zip(f, toas.error_s, strict=True)]) * 1e-6
    value = np.array([ECORR[w] * 1e-6 for w in f])
    same = (np.abs(t[:, None] - t) < 1.0) & (f[:, None] == f)
    ecorr = np.where(same & (same.sum(axis=1) > 1), np.outer(value, value), 0.0)
    parts = {"ECORR": ecorr, "RED": power_law(t, -14.227505410948254, 4.91353, 45)}
    by = gradient(np, result.model.components, anchor.reference.p0, anchor.state)
    blocks = blocks_of(np, result.model.layout, by)
    matrix = np.concatenate([to_dense(b) for b in blocks], axis=1)[:, np.argsort(block_order(result.model.layout, ()))]
    matrix = np.column_stack([np.ones(len(t)), matrix / anchor.reference.rate[:, None]])
    return result, anchor, parts, np.diag(sigma**2) + sum(parts.values()), matrix


def test_all_of_it(case):
    result, anchor, parts, c, matrix = case
    assert len(c) == 205
    assert np.count_nonzero(parts["ECORR"]) > 500
    inverse, one = np.linalg.inv(c / 1e-12) / 1e-12, np.ones(len(c))
    r = result.residuals.time_s
    offset_mask = one @ inverse @ one
    rest = r - one * (one @ inverse @ r) / offset_mask
    assert result.chi2 == pytest.approx(rest @ inverse @ rest, rel=1e-6)
    log_det = np.linalg.slogdet(c / 1e-12)[1] + len(r) * np.log(1e-12) + np.log(1e40 * offset_mask)
    assert result.residuals.log_likelihood == pytest.approx(-0.5 * (result.chi2 + log_det), rel=1e-6)
    lower = np.linalg.cholesky(c / 1e-12)
    white = np.linalg.solve(lower, matrix * 1e6)
    scale = np.linalg.norm(white, axis=0)
    q, upper = np.linalg.qr(white / scale)
    sigma = np.linalg.norm(np.linalg.inv(upper), axis=1)
    have = [result.errors[n] * result.model.entries[n].scale for n in result.names]
    np.testing.assert_allclose(have, (sigma / scale)[1:], rtol=1e-6)
    left = np.linalg.solve(lower, anchor.reference.residual / anchor.reference.rate * 1e6)
    step = np.linalg.solve(upper, q.T @ left) / sigma
    assert np.max(np.abs(step[1:])) < 1e-6
    whitener = np.linalg.inv(lower) * 1e6
    projected = whitener.T @ (whitener - q @ (q.T @ whitener))
    for name, k in parts.items():
        found, want = result.residuals.noise[name], k @ projected @ r
        error = np.sqrt(np.diag(k - k @ projected @ k))
        assert np.max(np.abs(found.time_s - want)) < 1e-6 * np.std(want), name
        np.testing.assert_allclose(found.error_s, error, rtol=1e-6, atol=1e-6 * np.max(error), err_msg=name)
