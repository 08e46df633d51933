"""Each group of the columns holds what it says, whatever the number of TOAs: one row a TOA, or not.

Rows are cut and padded by `jug.model.declare.Columns.by_row`, which knows them by the group that they stand in.
"""

import warnings

import jax
import numpy as np
import pytest
from orbits import ECLIPTIC, EQUATORIAL, HEAD, circle_lines, sizes

import jug
from jug.io.par import parse_lines
from jug.model.declare import Columns
from jug.model.declare.columns import NOT_BY_ROW
from jug.model.evaluation.columns import make_columns
from jug.model.registry import every_term

CIRCLE = circle_lines(next(sizes((1e-3,))))
SWX = "SWXDM_0001 1e-3\nSWXP_0001 2\nSWXR1_0001 54000\nSWXR2_0001 54600\n"
DMX = "DMX_0001 1e-3\nDMXR1_0001 54000\nDMXR2_0001 54600\nCMX_0001 1e-3\nCMXR1_0001 54000\nCMXR2_0001 54600\n"
WAVE = "WAVEEPOCH 55000\nWAVE_OM 0.01\nWAVE1 1e-5 2e-5\nWAVE2 1e-5 2e-5\nWAVE3 1e-5 2e-5\n"
POWER_LAWS = "".join(f"TN{x}AMP -13\nTN{x}GAM 3\nTN{x}C 5\nTN{x}FLOG 2\n" for x in ("RED", "DM", "CHROM", "SW"))
QP = "TNQPDMAMP -6\nTNQPDMFREQ 1\nTNQPDMWIDTH 0.2\nTNQPDMC 8\n"
BANDS = "TNBANDNOISE 1000 2000 -13 3 5\nTNBANDDM -11 3 5\nTNGROUPNOISE -fe L -13 3 5\n"
WHITE = "EFAC -fe L 1.1\nTNSQ -fe S -5\nECORR -fe L 1\nTNSECORR -fe S 1\nJUMP -fe L 1e-6 1\n"

CASES = {
    "equatorial": (EQUATORIAL, f"CORRECT_TROPOSPHERE Y\nBINARY ELL1H\nH3 3e-7\nH4 2e-7\nNHARMS 9\n{SWX}{DMX}{WAVE}"),
    "ecliptic": (ECLIPTIC, "BINARY T2\nDMMODEL DM 1\nDMOFF 54000 1e-3\nDMOFF 55000 1e-3\nDMOFF 56000 0\n"),
    "noise": (EQUATORIAL, f"BINARY T2\n{POWER_LAWS}{QP}{BANDS}{WHITE}"),
    "nowhere": ("", ""),
    "other noise": (ECLIPTIC, f"BINARY ELL1\nRNAMP 0.1\nRNIDX -3\nTNREDC 6\nTDSWLOGSIG 1\nTDSWDT 300\n{WHITE}"),
}
N = (24, 36)


def code(function):
    """By which functions are told apart that one maker makes."""
    return function.__code__


def model_and_toas(position, body, conventions):
    lines = (HEAD.format(position=position) + body + (CIRCLE if body else "")).splitlines()
    conventions = {"TNDM": "PINT", **(conventions or {})}
    model = jug.load_model(parse_lines(lines, "kinds.par"), conventions=conventions)
    mjd = np.repeat(np.linspace(54010, 55990, max(N) // 2), 2) + np.tile([0.0, 3e-6], max(N) // 2)
    flags = {"fe": ["LLSS"[i % 4] for i in range(len(mjd))], "tobs": ["900"] * len(mjd)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return model, jug.simulate(
            model, mjd, freq_mhz=1400.0, flags=flags, site="gbt" if position else "@", dm_error=1e-4
        )


@pytest.mark.parametrize("end", [54600, 55000])
def test_solar_winds_of_overlapping_ranges_add(end):
    """The delay of two SWX ranges is the sum of those of each, where the ranges share TOAs and where not."""
    second = f"SWXDM_0002 4e-4\nSWXP_0002 3\nSWXR1_0002 {end - 300}\nSWXR2_0002 55500\n"
    whole, *parts = (
        jug.delays(*model_and_toas(EQUATORIAL, f"BINARY ELL1\n{swx}", None))["SWX"]
        for swx in (SWX + second, SWX, second.replace("_0002", "_0001"))
    )
    np.testing.assert_allclose(whole, parts[0] + parts[1], atol=1e-12)
    assert np.abs(parts[1]).max() > 1e-8


@pytest.fixture(scope="module")
def made():
    """The models, and the columns of each with two numbers of TOAs."""
    out = []
    for name, (position, body) in CASES.items():
        by_tempo2 = {"ECORR": "tempo2"} if name == "other noise" else None
        model, toas = model_and_toas(position, body, by_tempo2)
        out.append((model, *(make_columns(model, toas.select(np.arange(n))) for n in N)))
    return out


def test_every_maker_of_columns_is_here(made):
    there = {code(c.columns) for model, *_ in made for c in model.components if c.columns}
    missing = [c.name for c in every_term() if c.columns and code(c.columns) not in there]
    assert not missing, "give CASES a par file with these terms"


def shapes(x: Columns, names: set[str]) -> dict[tuple[str, ...], tuple[int, ...]]:
    """The shape of every array in these fields, by its path."""
    fields = {name: value for name, value in x._asdict().items() if name in names and value is not None}
    leaves, _ = jax.tree_util.tree_flatten_with_path(fields)
    return {tuple(map(str, path)): np.shape(value) for path, value in leaves}


def test_what_has_a_row_for_each_toa(made):
    names = set(Columns._fields) - NOT_BY_ROW
    wrong = {
        path
        for _, *pair in made
        for x, n in zip(pair, N, strict=True)
        for path, shape in shapes(x, names).items()
        if shape[:1] != (n + 1,)
    }
    assert not wrong, "a component's OwnColumns.by_row has n + 1 rows; other values belong to tables or noise"


def test_what_does_not(made):
    wrong = set()
    for _, few, many in made:
        assert few.scope is None
        tables = shapes(few, {"tables"}), shapes(many, {"tables"})
        wrong |= {path for path in tables[0] if tables[0][path] != tables[1][path]}
    assert not wrong, "a component's OwnColumns.tables are the same for any number of TOAs"
