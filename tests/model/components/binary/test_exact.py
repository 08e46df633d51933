"""Delays against independent 40-digit arithmetic: 0.01 ns over twenty years, tempo2's own models included."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import exact
import jax
import jax.numpy as jnp
import mpmath as mp
import numpy as np
import orbits
import pytest
from exact import number, numbers
from orbits import ECLIPTIC, EQUATORIAL, Size

import jug
from jug.compute.jax_import import import_jax
from jug.core.doubledouble import to_fraction
from jug.core.times import since
from jug.errors import InputWarning, ParError
from jug.model.evaluation.anchor import make_anchor

import_jax()  # makes Values a pytree

TOLERANCE_S = 1e-11
"""0.01 ns, a hundredth of what is asked of residuals."""

MORE = "OMDOT 3.1\nEDOT 1e-14\nXDOT 2e-13\nPBDOT -2.4e-12\nXPBDOT 1e-13\nGAMMA 4.3e-3\nDR 1e-6\nDTH 2e-6\n"
MORE += "A0 1e-6\nB0 -2e-6\nM2 0.31\n"
TIGHT, EDGE, WIDE = Size(0.0625, 2.5, 0.61), Size(12.3, 30.0, 0.9), Size(600.0, 200.0, 0.3)
KOPEIKIN = "KIN 71.9\nKOM 83.1\n"
CIRCLE = "EPS1DOT 1e-15\nXDOT 2e-13\nPBDOT -2.4e-12\nA0 1e-6\nB0 -2e-6\n"

Reference = Callable[[dict, Any, tuple[str, str], Any, Any], Any]


def error_s(body: str, position: str, epoch: str, reference: Reference, n: int = 25) -> float:
    """Largest error of a model's delay, s, on times given as sums of two floats."""
    model = orbits.model(body, position)
    p, x, t = orbits.kernel_arguments(model, n)
    given = {**numbers(p), "_harmonics": 6}
    for c in model.components:
        if c.signal_name == "companions_delay":
            x = x._replace(companions_delay=c.signal(np, p, x, t))
    ours = orbits.binary(model).delay(np, p, x, t)
    mu = ("PMELONG", "PMELAT") if position == ECLIPTIC else ("PMRA", "PMDEC")
    turn = x.tables["ecliptic_to_icrs"] if position == ECLIPTIC else np.eye(3)
    errors = []
    for i, delay in enumerate(ours):
        dt = mp.mpf(t[i]) + mp.mpf(x.t_lo[i]) - number(given, epoch)
        r, direction = ([mp.fdot(v[i], turn[:, j]) for j in range(3)] for v in (x.r_obs, x.n))
        errors.append(abs(float(mp.mpf(delay) - reference(given, dt, mu, r, direction))))
    return max(errors)


@pytest.mark.parametrize("size", [TIGHT, EDGE, WIDE])
def test_dd(size: Size) -> None:
    body = "BINARY DD\n" + orbits.kepler_lines(size) + MORE + "SINI 0.97\n"
    assert error_s(body, EQUATORIAL, "T0", lambda p, dt, *_: exact.dd_model(p, dt)) < TOLERANCE_S


@pytest.mark.parametrize("size", [Size(0.0625, 2.5, 1e-4), Size(12.3, 30.0, 3e-4), Size(600.0, 200.0, 1e-8)])
def test_ell1_is_the_orbit_up_to_the_fourth_power_of_e(size: Size) -> None:
    assert (
        error_s("BINARY ELL1\n" + orbits.circle_lines(size), EQUATORIAL, "TASC", lambda p, dt, *_: exact.ell1(p, dt))
        < TOLERANCE_S
    )


def test_ell1_leaves_out_the_fourth_power() -> None:
    """x e^4 times a factor of order 1: halving e divides what is left by 16."""
    worst = []
    for e in (0.02, 0.01):
        model = orbits.model("BINARY ELL1\n" + orbits.circle_lines(Size(50.0, 1.0, e)))
        p, x, t = orbits.kernel_arguments(model, 40)
        ours = orbits.binary(model).delay(np, p, x, t)
        low, given = x.t_lo, numbers(p)
        errors = [
            float(mp.mpf(d) - exact.ell1(given, mp.mpf(ti) + mp.mpf(lo) - number(given, "TASC")))
            for d, ti, lo in zip(ours, t, low, strict=True)
        ]
        worst.append(np.max(np.abs(errors)))
        assert worst[-1] < e**4
    assert worst[0] / worst[1] == pytest.approx(16.0, rel=0.3)


@pytest.mark.parametrize("position", [EQUATORIAL, ECLIPTIC])
@pytest.mark.parametrize(
    "more",
    ["SINI 0.97\n", "SHAPMAX 3.3\n", "SINI 0.95\n" + KOPEIKIN, "SINI KIN\n" + KOPEIKIN, "SHAPMAX 2\n" + KOPEIKIN],
)
def test_t2_with_t0(position: str, more: str) -> None:
    for size in (TIGHT, EDGE):
        assert (
            error_s("BINARY T2\n" + orbits.kepler_lines(size) + MORE + more, position, "T0", exact.t2_eccentric, 10)
            < TOLERANCE_S
        )


@pytest.mark.parametrize("position", [EQUATORIAL, ECLIPTIC])
@pytest.mark.parametrize(
    "more",
    [
        "SINI 0.97\nM2 0.3\n",
        "H3 3e-7\n",
        "H3 3e-7\nH4 2e-7\nNHARM 6\n",
        "H3 3e-7\nSTIG 0.7\n",
        "SINI KIN\nM2 0.3\n" + KOPEIKIN,
        "H3 3e-7\nSTIG 0.7\n" + KOPEIKIN,
    ],
)
def test_t2_with_tasc(position: str, more: str) -> None:
    for size in (Size(0.0625, 2.5, 1e-3), Size(67.8, 32.3, 1e-2)):
        assert (
            error_s("BINARY T2\n" + orbits.circle_lines(size) + CIRCLE + more, position, "TASC", exact.t2_circular, 10)
            < TOLERANCE_S
        )


STEPS = "BPJEP_1 53000\nBPJPH_1 0.01\nBPJA1_1 1e-4\nBPJEC_1 1e-5\nBPJOM_1 1e-3\nBPJPB_1 1e-7\nBPJEP_2 56000\n"
OTHERS = "PB_2 25.3\nA1_2 1e-4\nT0_2 54990.1\nECC_2 0.3\nOM_2 40\nPB_3 66.5\nA1_3 2e-4\nT0_3 54980.1\nPB_4 98.2\n"
OTHERS += "A1_4 2e-4\nT0_4 54970.1\nE_4 0.1\nOM_4 260\n"
MASSES = "MTOT 2.83\nM2 1.39\nXOMDOT 0.01\nXPBDOT 1e-13\nEDOT 1e-15\nXDOT 1e-14\n"


@pytest.mark.parametrize(
    "more",
    [
        MASSES,
        MASSES + KOPEIKIN + "D_AOP 1200\n" + STEPS,
        MORE + "SINI 0.97\n" + STEPS + "BPJA1_2 -3e-4\n" + OTHERS,
        MORE + "SINI KIN\n" + KOPEIKIN + "D_AOP 1200\n",
    ],
)
def test_t2_with_masses_jumps_and_companions(more: str) -> None:
    for size, position in ((Size(0.323, 2.34, 0.617), EQUATORIAL), (Size(12.3, 20.0, 0.3), ECLIPTIC)):
        assert (
            error_s("BINARY T2\n" + orbits.kepler_lines(size) + more, position, "T0", exact.t2_everything, 10)
            < TOLERANCE_S
        )


def test_t2_near_a_circle_with_masses() -> None:
    masses = "MTOT 2.83\nM2 1.39\nXPBDOT 1e-13\nXDOT 1e-14\nD_AOP 900\n" + KOPEIKIN
    for position in (EQUATORIAL, ECLIPTIC):
        body = "BINARY T2\n" + orbits.circle_lines(Size(0.323, 2.34, 1e-3)) + masses
        assert error_s(body, position, "TASC", exact.t2_circular, 10) < TOLERANCE_S


def test_what_t2_and_mss_cannot_work_with_is_reported() -> None:
    steps = STEPS.replace("PB_1 1e-7", "PB_1 0")
    with pytest.raises(ParError, match="needs PB"):
        orbits.model("BINARY T2\nFB0 1e-6\n" + orbits.kepler_lines(TIGHT).split("\n", 1)[1] + steps)
    with pytest.raises(ParError, match="ORBPX needs SINI"):
        orbits.model("BINARY MSS\n" + orbits.kepler_lines(TIGHT) + "ORBPX 0.5\n")
    with pytest.warns(InputWarning, match="OMDOT is not used: BINARY T2 with MTOT"):
        orbits.model("BINARY T2\n" + orbits.kepler_lines(TIGHT) + MASSES + "OMDOT 1\n")
    with pytest.raises(ParError, match="T0_2 is missing"):
        orbits.model("BINARY T2\nPB_2 100\nA1_2 1\n" + orbits.kepler_lines(TIGHT))


ORBWAVE = "ORBWAVEC0 1e-5\nORBWAVES0 1e-5\n"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("ORBWAVE_EPOCH 55000\n" + ORBWAVE, "ORBWAVE_OM is missing, and ORBWAVEC0 needs it"),
        ("ORBWAVE_OM 1e-8\n" + ORBWAVE, "ORBWAVE_EPOCH is missing"),
        (
            "KIN 70\nSINI KIN\n",
            "SINI KIN needs a model with KIN, and BINARY DD has none.*; write SINI 0.93969.*; or BINARY T2",
        ),
    ],
)
def test_what_an_orbit_cannot_work_with_is_reported(more: str, why: str) -> None:
    with pytest.raises(ParError, match=why):
        orbits.model("BINARY DD\n" + orbits.kepler_lines(TIGHT) + more)


def test_forms_of_ell1h() -> None:
    """NHARMS beside H3 alone says nothing (2145_swfit.par of PINT's tests has it); H4 and STIGMA exclude each other."""
    circle = "BINARY ELL1H\n" + orbits.circle_lines(TIGHT) + "H3 1e-7\n"
    plain, told = orbits.model(circle), orbits.model(circle + "NHARMS 3\n")
    b = orbits.kernel_arguments(plain)
    first, second = (orbits.binary(m).delay(np, b.p, b.x, b.t) for m in (plain, told))
    assert np.array_equal(first, second)
    with pytest.raises(ParError, match=r"BINARY ELL1H has no form with .* H4\); binary ELL1H \(H3, STIGMA\)"):
        orbits.model(circle + "H4 5e-8\nSTIGMA 0.5\n")


def test_sini_by_kin_says_nothing_new_in_ddk() -> None:
    body = "BINARY DDK\n" + orbits.kepler_lines(TIGHT) + "M2 0.3\nKIN 70\nKOM 50\n"
    assert orbits.model(body + "SINI KIN\n").entries.keys() == orbits.model(body).entries.keys()


def test_mss() -> None:
    further = "E2DOT 3.1\nORBPX 0.8\nSHAPMAX 2e-6\n"
    for size, more in ((TIGHT, ""), (EDGE, further), (WIDE, further)):
        body = more + "BINARY MSS\n" + orbits.kepler_lines(size) + MORE + "SINI 0.97\nOM2DOT 1.3\nX2DOT 2.1\n"
        assert error_s(body, EQUATORIAL, "T0", lambda p, dt, *_: exact.mss(p, dt)) < TOLERANCE_S


def test_btj() -> None:
    steps = "BPJEP_1 53000\nBPJPH_1 0.01\nBPJA1_1 1e-4\nBPJEC_1 1e-5\nBPJOM_1 1e-3\nBPJPB_1 1e-3\nBPJEP_2 56000\n"
    for size in (TIGHT, EDGE):
        body = "BINARY BTJ\n" + orbits.kepler_lines(size) + "OMDOT 3.1\nXDOT 2e-13\nPBDOT -2e-12\nGAMMA 4e-3\n" + steps
        assert (
            error_s(body + "BPJA1_2 -3e-4\n", EQUATORIAL, "T0", lambda p, dt, *_: exact.btj(p, dt + number(p, "T0")))
            < TOLERANCE_S
        )


def test_the_chain_hands_the_binary_the_exact_time() -> None:
    """TDB less the delays before, to 1e-14 s, at times whose float64 seconds are rounded by 0.03 us."""
    body = "BINARY DD\n" + orbits.kepler_lines(TIGHT)
    model = orbits.model(body)
    toas = jug.simulate(model, np.linspace(52000.1, 58000.3, 30), freq_mhz=1400.0)
    state = make_anchor(model, toas).state
    place = [c.name for c in model.components].index("binary DD")
    before = dict(state.delays[: [name for name, _ in state.delays].index("binary DD")])
    tdb = since(toas.tdb, model.epoch_day)
    for i in range(len(toas)):
        true = to_fraction(type(tdb)(tdb.hi[i], tdb.lo[i])) - sum(Fraction(float(d[i])) for d in before.values())
        seen = Fraction(float(state.times[place][i])) + Fraction(float(state.lows[place][i]))
        assert abs(float(true - seen)) < 1e-12


@pytest.mark.parametrize(
    "body", ["BINARY DD\n" + orbits.kepler_lines(TIGHT) + MORE + "SINI 0.97\n", "BINARY ELL1\nFB0 1.85e-4\n"]
)
def test_compiled_the_same_to_a_tenth_of_a_picosecond(body: str) -> None:
    """XLA keeps the sums and products whose rounding errors are carried along."""
    tail = orbits.circle_lines(Size(0.0625, 2.5, 1e-4)).split("\n", 1)[1] if "ELL1" in body else ""
    model = orbits.model(body + tail)
    p, x, t = orbits.kernel_arguments(model, 200)
    c = orbits.binary(model)
    assert c.delay is not None
    with jax.enable_x64(True):
        compiled = np.asarray(jax.jit(lambda q, y, s: c.delay(jnp, q, y, s))(p, x, t))
    assert np.max(np.abs(compiled - c.delay(np, p, x, t))) < 1e-13
