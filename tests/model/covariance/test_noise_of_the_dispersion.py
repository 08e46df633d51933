"""Which processes of noise move measured DMs."""

from jug.model.registry import REGISTRY


def test_only_delays_by_1_over_f_squared_are_dispersion() -> None:
    """Red noise and ECORR are of all frequencies; chromatic noise and noise of a band have another power or range."""
    noise = [c for c in REGISTRY if c.basis is not None]
    assert {c.process for c in noise if c.dispersive} == {"DM", "QPDM", "BANDDM", "SW", "TDSW"}
    assert {c.process for c in noise if not c.dispersive} == {"RED", "CHROM", "BAND", "GROUP", "ECORR", "SECORR"}
