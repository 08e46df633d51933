"""Timing parameters that can fit a noise process: sinusoids, nodes in time, bins of DM."""

from typing import NamedTuple

TAGS_OF_PROCESSES = {"TNRED": "RED", "RN": "RED", "TNDM": "DM", "TNQPDM": "QPDM", "TNCHROM": "CHROM", "TNSW": "SW"}
"""Beginning of the keyword of an amplitude, and the name of its process."""


class CompetingParameters(NamedTuple):
    """Timing parameters that can fit a process: their common name, where they have one, and their keywords."""

    name: str
    keywords: tuple[str, ...]


_OF_DM = (CompetingParameters("DMWaveX", ("DMWXSIN", "DMWXCOS")), CompetingParameters("", ("DMX",)))

COMPETING_PARAMETERS = {
    "RED": (CompetingParameters("WaveX", ("WXSIN", "WXCOS")), CompetingParameters("", ("IFUNC",))),
    "DM": _OF_DM,
    "QPDM": _OF_DM,
    "CHROM": (CompetingParameters("CMWaveX", ("CMWXSIN", "CMWXCOS")), CompetingParameters("", ("CMX",))),
    "SW": (CompetingParameters("", ("SWXDM",)), CompetingParameters("", ("DMX",))),
}
"""By process. Parameters with another dependence on radio frequency are not listed, they cannot fit its modes."""
