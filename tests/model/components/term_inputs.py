"""What the registry sweeps run on: columns of TOAs at many places and frequencies, and a value for every parameter.

A new component needs nothing here: its parameters get values from their units, its selections get two disjoint
halves (and, in a second form, an overlap).
"""

from types import SimpleNamespace

import numpy as np

from jug.core.constants import AU_LS, T_BODY, UNIT_TO_SI, YEAR
from jug.model.declare import Columns, Values
from jug.model.registry import every_term

TERMS = tuple(c for c in every_term() if c.partials is not None)
"""What gives a delay, a phase or a signal; noise terms have tests of their own."""

N = 40

TYPICAL = {
    "Hz": 317.4,
    "hourangle": 7.3,
    "deg": 31.7,
    "mas/yr": 12.5,
    "mas": 2.2,
    "pc cm^-3": 41.0,
    "s": 3e-3,
    "turn": 0.21,
    "MJD": 12.0,
    "MHz": 1300.0,
    "mas/yr^2": 0.7,
    "cm^-3": 7.9,
    "pc cm^-3 MHz^-2": 2e4,
    "d": 30.0,
    "1/d": 0.011,
    "rad/d": 0.03,
    "Hz/s": 1e-15,
    "Hz/s^2": 1e-24,
    "": 0.3,
    "ls": 1e-3,
    "ls/s": 1e-14,
    "ls/s^2": 1e-21,
    "1/s": 1e-14,
    "1/yr": 1e-3,
    "rad/s": 1e-8,
    "rad": 0.03,
    "rad/s^2": 1e-20,
    "deg/yr": 0.1,
    "Msun": 0.31,
    "pc": 300.0,
    "1/kpc": 2.0,
    "1/s^2": 1e-22,
    "us": 2.0,
    "yr": 11.0,
}
"""A value of ordinary size for each unit, par units."""

NAMED = {
    "PMRA": 500.0,
    "PMELONG": 500.0,
    "VLBIAX": 3e6,
    "VLBIAY": -2e6,
    "VLBIAZ": 4e6,
    "TNCHROMIDX": 3.7,
    "SWP": 2.4,
    "SWXP": (2.3, 1.7),
    "EXPDIPEPS": 5.0,
    "EXPDIPIDX": (-2.0, 1.4),
    "EXPDIPTAU": (400.0, 900.0),
    "CHROMGAUSS_LOGAMP": (-3.1, -3.3),
    "CHROMGAUSS_SIGN": (1.0, -1.0),
    "CHROMGAUSS_CHROMIDX": (2.0, 4.0),
    "CHROMGAUSS_LOGSIG": (2.4, 2.8),
    "GAUSSIG": (300.0, 500.0),
    "GAUSINDEX": (-2.0, 0.6),
    **dict.fromkeys(("GLF0", "GLF0D", "GLF0D2", "GLF0D3", "PWF0"), (1e-6, -3e-7)),
    **dict.fromkeys(("GLTD", "GLTD2", "GLTD3"), (30.0, 120.0)),
    "PWSTART": (-1000.0, 900.0),
    "PWSTOP": (700.0, 1500.0),
    "IFUNC_MJD": (-900.0, 800.0),
    "PB": 5.741,
    "PBDOT": 3e-12,
    "XPBDOT": -1e-12,
    "FB": 1e-7,
    "ORBWAVE_OM": 3e-8,
    "ORBWAVEC": (1e-4, 3e-5),
    "ORBWAVES": (-2e-4, 1e-5),
    "A1": 3.3,
    "A1X": (3.1, 3.2),
    "ECC": 0.31,
    "EPS1": 3e-3,
    "EPS2": -2e-3,
    "DR": 3e-6,
    "DTH": 4e-6,
    "SINI": 0.83,
    "SHAPMAX": 2.3,
    "STIGMA": 0.61,
    "H3": 3e-7,
    "H4": 1.7e-7,
    "MTOT": 2.31,
    "NHARMS": 7.0,
    "OMDOT": 1.7,
    "XR1": (-900.0, 400.0),
    "XR2": (300.0, 1700.0),
    "T0X": (11.0, 12.1),
    **{f"FD{n}JUMP": (1e-4 * 0.3**n, -4e-5 * 0.3**n) for n in range(1, 21)},
}
"""Values where that of the unit would not do, par units."""

LARGER = {
    **dict.fromkeys(("PMRA", "PMELONG"), 2e4),
    **dict.fromkeys(("PMDEC", "PMELAT", "PMRV"), 8e5),
    **dict.fromkeys(("PMRA2", "PMDEC2", "PMELONG2", "PMELAT2"), 1e6),
    **dict.fromkeys(("PX", "ORBPX"), 3e6),
    **dict.fromkeys(("PBDOT", "XPBDOT"), 1e6),
    **dict.fromkeys(("A1DOT", "DR", "DTH"), 1e5),
    **dict.fromkeys(("EPS1DOT", "EPS2DOT", "E2DOT"), 1e4),
    **dict.fromkeys(("A1DOT2", "EDOT", "OM2DOT", "M2"), 3e4),
    **dict.fromkeys(("H3", "H4"), 1e5),
    **dict.fromkeys(("GAMMA", "A0", "B0"), 100.0),
    "LNEDOT": 30.0,
    "OMDOT": 10.0,
}
"""Factors by which drifts over ten years and small delays become tenths of what they act on.

What such a term does to the derivative by another parameter is less than 1e-9 of that derivative at an ordinary value,
and more than 1e-4 of it at the larger one.
"""


def columns(seed: int = 5) -> Columns:
    """N + 1 rows over ten years; two TOAs at the barycentre, two at infinite frequency, the last row the TZR point."""
    rng = np.random.default_rng(seed)
    n = N + 1
    unit = rng.normal(size=(n, 3))
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    on_site = np.ones(n)
    on_site[[3, 11]] = 0.0
    freq = rng.uniform(3e8, 3e9, n)
    freq[[5, 11]] = np.inf
    bodies = {body: AU_LS * (i + 1) * rng.normal(size=(n, 3)) for i, body in enumerate(T_BODY)}
    return Columns(
        tdb=np.sort(rng.uniform(-5 * YEAR, 5 * YEAR, n)),
        tdb_lo=1e-9 * rng.normal(size=n),
        r_obs=AU_LS * unit * rng.uniform(0.9, 1.1, n)[:, None] * on_site[:, None],
        v_obs=1e-4 * rng.normal(size=(n, 3)) * on_site[:, None],
        inv_freq_site=1.0 / freq,
        on_site=on_site,
        is_toa=np.append(np.ones(N), 0.0),
        error=1e-6 * np.ones(n),
        bodies=bodies,
        selections=selections(rng),
        own=own_columns(rng, on_site),
        tables={
            "ecliptic_to_icrs": np.array([[1.0, 0, 0], [0, 0.917, -0.3988], [0, 0.3988, 0.917]]),
            "ell1h_harmonics": np.zeros(7),
            "t2_harmonics": np.zeros(6),
            "wave_number": np.array([1.0, 3.0]),
            "swx_cos": np.array([np.cos(0.2)]),
        },
    )


def selections(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """A selection for every family that has one."""
    found = {}
    for c in TERMS:
        for p in c.params:
            if p.family is not None and p.family.kind == "selected":
                found[p.name] = rng.integers(0, 3, N + 1).astype(np.int32)
        for families, _, _ in c.ranges:
            found |= dict.fromkeys(families, rng.integers(0, 3, N + 1).astype(np.int32))
    return found


def at_origin(x: Columns, components: tuple) -> Columns:
    """The columns for the position of these components, made for angles a little off the values."""
    position = next(c for c in components if c.signal_name == "n")
    angles = Values({q.name: np.float64(values()[q.name] - 3e-6) for q in position.params if q.split})
    rows = SimpleNamespace(model=SimpleNamespace(kernel_values=angles), x=x)
    return x.with_own(position.columns(np, rows))


def own_columns(rng: np.random.Generator, on_site: np.ndarray) -> dict[str, np.ndarray]:
    """Columns that components make for themselves."""
    n = len(on_site)
    zenith = rng.normal(size=(n, 3))
    share = rng.uniform(size=n)
    site = [7.7e-9, 0.8, 1.25e-3, 2.9e-3, 63e-3, 5.7e-4, 1.5e-3, 4.5e-2]
    return {
        "zenith": zenith / np.linalg.norm(zenith, axis=1, keepdims=True) * on_site[:, None],
        "tropo": site * rng.uniform(0.9, 1.1, (n, 8)),
        "nodes_DMOFF": np.stack([share, 1.0 - share], axis=1),
    }


def overlapping(x: Columns) -> Columns:
    """The same columns with selections that overlap: masks in the place of indices."""
    rng = np.random.default_rng(8)
    return x._replace(
        selections={k: (rng.uniform(size=(len(v), 2)) < 0.6).astype(float) for k, v in x.selections.items()}
    )


def larger_values() -> Values:
    """The same values, the small terms (`LARGER`) made large."""
    return Values({name: value * LARGER.get(name.removesuffix("_2"), 1.0) for name, value in values().items()})


def values() -> Values:
    """Every parameter of the registry at a value that is not special, kernel units."""
    p: dict[str, np.ndarray] = {}
    for c in TERMS:
        for q in c.params:
            if q.codec == "str":
                continue
            value = np.array(NAMED.get(q.name.removesuffix("_2"), TYPICAL[q.unit])) * UNIT_TO_SI[q.unit]
            if q.family is None:
                p[q.name] = np.float64(value)
            elif q.family.kind == "series":
                order = np.arange(3)
                per = 9 * YEAR if q.family.per else 3.0
                slow = q.name in ("F", "FB")
                p[q.name] = value * np.array([1.0, 1e-10, 1e-19]) if slow else value / per**order
            else:
                p[q.name] = value if value.ndim else value * np.array([1.0, -0.4])
    return Values(p)
