"""The columns of a fit are those of all partials, though only free ones are worked out and sines are shared."""

import numpy as np
import pytest

from jug.core.blocks import to_dense
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.chain import forward, gradient
from jug.model.evaluation.evaluate import blocks_of, evaluate

WAVES = ("WXEPOCH 55000", "WXFREQ_0001 0.003 {0}", "WXSIN_0001 1e-6 1", "WXCOS_0001 2e-6 {0}", "WXFREQ_0002 0.01")
DM_WAVES = ("DMWXFREQ_0001 0.004 {0}", "DMWXSIN_0001 1e-4 {0}", "DMWXCOS_0001 2e-4 1", "DMWXEPOCH 55100")
CM_WAVES = ("CM 0.1 1", "TNCHROMIDX 4", "CMWXFREQ_0001 0.005 {0}", "CMWXSIN_0001 0.01 1", "CMWXCOS_0001 0.02 {0}")
HARMONICS = ("WAVE_OM 0.004", "WAVEEPOCH 55200", "WAVE1 1e-6 2e-6 {0}", "PMRA 3 {0}", "PMDEC 2 1")


@pytest.mark.parametrize("free", [0, 1])
def test_columns_are_those_of_all_partials(simulated, free):
    lines = (line.format(free) for line in (*WAVES, *DM_WAVES, *CM_WAVES, *HARMONICS))
    model, toas = simulated(*lines, n=60)
    ref = make_anchor(model, toas).reference
    state = forward(np, model.components, ref.p0, ref.x)
    whole = blocks_of(np, model.layout, gradient(np, model.components, ref.p0, state))
    found = evaluate(np, model.components, model.layout, ref, np.zeros(len(model.free))).blocks
    ours, theirs = (np.concatenate([to_dense(b) for b in blocks], axis=1) for blocks in (found, whole))
    assert ours.shape == (60, len(model.free))
    np.testing.assert_array_equal(ours, theirs)
    assert np.all(np.any(ours != 0.0, axis=0))


def test_what_depends_on_f0_alone_is_fixed(simulated):
    model, toas = simulated("WXEPOCH 55000", "WXFREQ_0001 0.003", "WXSIN_0001 1e-6 1", "WXCOS_0001 2e-6 1", n=60)
    model = model.with_free(["WXSIN_0001", "DM"])
    ref = make_anchor(model, toas).reference
    (block,) = evaluate(np, model.components, model.layout, ref, np.zeros(2)).blocks
    assert block.matrix.shape == (60, 2)
