"""Mutants that no test can kill, each with its proof."""

EQUIVALENT: dict[str, str] = {
    'jug/machine/tuning.py::pulsar: model, mjd, freq_mhz=np.tile([700.0, 1400.0, 2100.0], n_toa)[:n_toa], site="gbt", '
    "noise=True, seed=1 -> model, mjd, freq_mhz=np.tile([700.0, 1401.0, 2100.0], n_toa)[:n_toa], "
    'site="gbt", noise=True, seed=1': "These TOAs are only timed, and arithmetic takes as long at 1401 as at 1400 MHz.",
    'jug/errors.py::: code: f"\\\\x{code:02x}" if code < 0x100 else f"\\\\u{code:04x}" -> code: f"\\\\x{code:02x}" '
    'if (code <= 256) else f"\\\\u{code:04x}"': "None of the characters is U+0100: up to U+009F, and above U+061B.",
    "jug/model/evaluation/evaluate.py::all_blocks: return tuple(stacked(xp, a, b) for a, b in zip(blocks, below, "
    "strict=True)) -> return tuple(stacked(xp, a, b) for a, b in zip(blocks, below, strict=False))": "Both tuples are "
    "of `blocks_of` with the same families, and a family is binned in both or in neither: `scaled` keeps the kind, and "
    "the partials of delay and of DM by a family are made from the same selection. So they are equally long.",
}
"""Proofs by the keys of `mutants.Mutant`."""
