"""What each parameter declares in numbers: its physical range, its value when absent, and its old units."""

from math import log

from jug.model.declare import Param
from jug.model.registry import every_term
from jug.model.slots import list_params

PARAMS: dict[str, Param] = {p.name: p for p in list_params(every_term())}

ECC = (0.0, 0.9999999)
INDEX, MODES, LOG10 = (-30.0, 30.0), (1.0, 3000.0), (None, 10.0)
RANGES: dict[str, tuple[float | None, float | None]] = {
    "ELAT": (-90.0, 90.0),
    "SWP": (1.001, None), "SWXP": (1.001, None),
    "PB": (1e-4, None), "A1": (0.0, None), "A1X": (0.0, None), "ECC": ECC, "M2": (0.0, None), "SINI": (0.0, 1.0),
    "STIGMA": (1e-6, 1.0), "SHAPMAX": (-log(2.0), None), "MTOT": (0.0, None),
    "M2_2": (0.0, None), "SINI_2": (0.0, 1.0),
    **{f"PB_{n}": (1e-4, None) for n in (2, 3, 4)},
    **{f"A1_{n}": (0.0, None) for n in (2, 3, 4)},
    **{f"ECC_{n}": ECC for n in (2, 3, 4)},
    "EXPDIPTAU": (None, 1e6), "EXPDIPEPS": (1e-9, None), "EXPDIPFREF": (1e-3, None), "CHROMGAUSS_FREF": (1e-3, None),
    "GLTD": (None, 1e6), "GLTD2": (None, 1e6), "GLTD3": (None, 1e6), "GAUSSIG": (1e-6, 1e6),
    "TNGLOBALEF": (None, 1e12), "EFAC": (None, 1e12), "DMEFAC": (None, 1e12),
    "TNGLOBALEQ": (None, 6.0), "TNEQ": (None, 6.0), "TNSQ": (None, 6.0),
    "EQUAD": (0.0, 1e12), "ECORR": (0.0, 1e12), "TNSECORR": (0.0, 1e12), "DMEQUAD": (0.0, 1e6),
    **{f"TN{k}AMP": LOG10 for k in ("RED", "DM", "CHROM", "SW", "BAND", "GROUP", "BANDDM", "QPDM")},
    "TNQPDMFREQ": (0.0, 1000.0), "TNQPDMWIDTH": (0.0, 1000.0),
    **{f"TN{k}GAM": INDEX for k in ("RED", "DM", "CHROM", "SW", "BAND", "GROUP", "BANDDM")},
    **{f"TN{k}C": MODES for k in ("RED", "DM", "CHROM", "SW", "BAND", "GROUP", "BANDDM", "QPDM")},
    **{f"TN{k}FLOG": (0.0, 100.0) for k in ("RED", "DM", "CHROM", "SW")},
    **{f"TN{k}FLOG_FACTOR": (None, 1000.0) for k in ("RED", "DM", "CHROM", "SW")},
    **{f"TN{k}TSPAN": (1e-6, 1e6) for k in ("RED", "DM", "CHROM", "QPDM")},
    "TNREDFLOW": (-5.0, 5.0), "TNREDCORNER": (0.0, 1e9), "TNDMCORNER": (0.0, 1e9),
    "RNAMP": (0.0, 1e20), "RNIDX": INDEX,
    "TDSWLOGSIG": LOG10, "TDSWLOGELL": (-6.0, 10.0), "TDSWLOGGAMP": LOG10, "TDSWLOGP": (-6.0, 10.0),
}  # fmt: skip
"""A fit and a likelihood stay inside."""

ABSENT: dict[str, float | str] = {
    **dict.fromkeys(("POSEPOCH", "SWEPOCH", "DMEPOCH", "WXEPOCH", "CMEPOCH", "CMWXEPOCH", "DMWXEPOCH", "WAVEEPOCH"),
                    "PEPOCH"),
    "T0X": "T0", "A1X": "A1", "SWP": 2.0, "SWXP": 2.0, "TNCHROMIDX": 4.0, "EXPDIPIDX": -2.0, "EXPDIPEPS": 1e-3,
    "EXPDIPFREF": 1400.0, "CHROMGAUSS_SIGN": 1.0, "CHROMGAUSS_FREF": 1400.0, "TDSWDT": 30.0, "TDSWNU": 1.5,
}  # fmt: skip
"""The value of an absent line, of every other parameter 0 or none."""

TINY = {
    **dict.fromkeys(("PBDOT", "XPBDOT", "A1DOT", "EPS1DOT", "EPS2DOT", "EDOT"), 12),
    **dict.fromkeys(("PBDOT_2", "A1DOT_2", "EPS1DOT_2", "EPS2DOT_2", "EDOT_2"), 12),
    **dict.fromkeys(("A1DOT2", "A1DOT2_2", "OM2DOT", "E2DOT"), 20),
}
"""A value above 1e-7 is in units of 10 to minus this."""

SPLIT = {"RAJ", "DECJ", "ELONG", "ELAT", "PB", "FB", "TASC", "T0", "T0X", "PB_2", "TASC_2", "T0_2"}
SPLIT |= {f"{name}_{n}" for name in ("PB", "T0") for n in (3, 4)}
"""Kernels get the rounding error of these values too."""


def test_ranges() -> None:
    assert {p.name: p.bounds for p in PARAMS.values() if p.bounds != (None, None)} == RANGES


def test_values_when_absent() -> None:
    assert {p.name: p.default for p in PARAMS.values() if p.default not in (None, 0.0)} == ABSENT


def test_units_of_old_par_files() -> None:
    assert {p.name: p.tiny for p in PARAMS.values() if p.tiny} == TINY


def test_values_that_are_exact() -> None:
    assert {p.name for p in PARAMS.values() if p.split} == SPLIT
