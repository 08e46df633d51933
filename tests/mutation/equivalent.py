"""Mutants that no test can kill, each with its proof."""

EQUIVALENT: dict[str, str] = {
    'jug/machine/tuning.py::pulsar: model, mjd, freq_mhz=np.tile([700.0, 1400.0, 2100.0], n_toa)[:n_toa], site="gbt", '
    "noise=True, seed=1 -> model, mjd, freq_mhz=np.tile([700.0, 1401.0, 2100.0], n_toa)[:n_toa], "
    'site="gbt", noise=True, seed=1': "These TOAs are only timed, and arithmetic takes as long at 1401 as at 1400 MHz.",
}
"""Proofs by the keys of `mutants.Mutant`."""
