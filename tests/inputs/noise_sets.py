"""Noise lines for simulated sets, and the dense covariance of a model on TOAs."""

import numpy as np

import jug
from jug.core.blocks import scale_block_rows, to_dense
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.chain import gradient
from jug.model.evaluation.evaluate import all_blocks, blocks_of

WHITE = ("EFAC -fe L 1.2", "EFAC -fe S 0.9", "EQUAD -fe L 0.7", "TNEQ -fe U -6.2")
ECORR = ("ECORR -fe L 0.8", "ECORR -fe U 0.5")
RED = ("TNREDAMP -12.6", "TNREDGAM 3.1", "TNREDC 12")
DM = ("TNDMAMP -12.4", "TNDMGAM 2.2", "TNDMC 10", "TNDMFLOG 3")

SETS = {
    "white": WHITE,
    "ecorr": (*WHITE, *ECORR),
    "red": (*WHITE, *RED),
    "all": (*WHITE, *ECORR, *RED, *DM),
    "binned": ("JUMP -fe S 0 1", *WHITE, *ECORR, *RED),
    "overlapping ecorr": (*ECORR, "ECORR MJD 54000 55000 0.6", *RED),
    "phoff": ("PHOFF 0 1", *WHITE, *ECORR, *RED),
}


def dense(model, toas):
    """Residuals (s), covariance (s^2), and columns (s per kernel unit, the offset first) at the model's values."""
    anchor = make_anchor(model, toas)
    ref, noise = anchor.reference, anchor.noise
    c = np.diag(noise.sigma**2)
    for process in noise.processes:
        f = to_dense(process.block)
        c += (f * process.variance) @ f.T
    ones = [np.ones((len(toas), 1))] if model.removes_mean else []
    matrix = np.concatenate([*ones, *(to_dense(b) for b in columns_of(model, anchor))], axis=1)
    return ref.residual / ref.rate, c, matrix, noise


def dense_value(origin, toas, columns, values):
    """Log L from an n x n covariance, timing parameters and offset integrated over, without a constant."""
    r, c, _, _ = dense(origin.with_values(values), toas)
    root = np.linalg.cholesky(c)
    z, g = np.linalg.solve(root, r), np.linalg.solve(root, columns)
    gram = g.T @ g
    chi2 = z @ z - (g.T @ z) @ np.linalg.solve(gram, g.T @ z)
    return float(-0.5 * (chi2 + 2.0 * np.sum(np.log(np.diag(root))) + np.linalg.slogdet(gram)[1]))


def columns_of(model, anchor):
    """Columns of the free parameters, s per kernel unit."""
    columns = gradient(np, model.components, anchor.reference.p0, anchor.state)
    return [scale_block_rows(b, 1.0 / anchor.reference.rate) for b in blocks_of(np, model.layout, columns)]


def dense_of_both(model, toas):
    """Rows (s, pc cm^-3), covariance and columns, the offset first, at the model's values."""
    anchor = make_anchor(model, toas)
    ref, noise, n = anchor.reference, anchor.noise, len(toas)
    c = np.diag(noise.sigma**2)
    for process in noise.processes:
        f = to_dense(process.block)
        c += (f * process.variance) @ f.T
    blocks = all_blocks(np, model.components, model.layout, ref.p0, anchor.state)
    factor = anchor.in_time(np.ones(2 * n))
    matrix = np.concatenate([to_dense(b) for b in blocks], axis=1) * factor[:, None]
    offset_mask = np.repeat([1.0, 0.0], n)
    if model.removes_mean:
        matrix = np.column_stack([offset_mask, matrix])
    found = jug.residuals(model, toas)
    rows = np.concatenate([ref.residual / ref.rate, found.dm.value])
    return rows, c, matrix, offset_mask, noise
