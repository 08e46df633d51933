"""Solar-wind noise in the time domain: the density at 1 AU at nodes, with interpolation (TimeDomainSWNoise in PINT).

delay(t) = K g(t) / f^2  sum_j M_j(t) n_j,   <n_i n_j> = k(|t_i - t_j|) + d delta_ij,   d = (sigma / 50000)^2

n_j is in cm^-3. K, g and f are as in `solar_wind`. M interpolates between the nodes by TDSWINTERP_KIND. The nodes are
at TDSWNODE_i (TDB), or every TDSWDT days from the first TOA on. M is 0 outside the nodes. sigma = 10^TDSWLOGSIG cm^-3.
The covariance k is chosen by TDSWKERNEL, with l = 10^TDSWLOGELL d:

    RIDGE (absent)  sigma^2 delta_ij, without d
    SQEXP           sigma^2 exp(-t^2 / 2 l^2)
    MATERN          sigma^2 exp(-s t) times 1; 1 + s t; 1 + s t + (s t)^2 / 3, with s = sqrt(2 nu) / l,
                    nu = TDSWNU one of 1/2, 3/2, 5/2
    QUASI_PERIODIC  sigma^2 exp(-t^2 / 2 l^2 - 10^TDSWLOGGAMP sin^2(pi t / P)), P = 10^TDSWLOGP yr

Correlated densities are n = L z, where L L^T is their covariance and z has unit variance. So the basis is M L and its
prior is diagonal. Rasmussen & Williams 2006, Gaussian Processes for Machine Learning, section 4.2; Hazboun et al. 2022,
ApJ 929, 39.
"""

from collections.abc import Callable
from math import pi

from jug.core.array import Float, Mode, Node
from jug.core.constants import DAY, YEAR
from jug.model.components.solar_wind.wind import POWER_LAW, SQUARE_LAW
from jug.model.declare import (
    ByName,
    Columns,
    Component,
    Dense,
    Namespace,
    Options,
    OwnColumns,
    Param,
    ToaRows,
    Values,
    indexed_family,
)
from jug.model.noise.fourier import Factor
from jug.model.noise.solar_wind import WIND, power_law_delay, square_law_delay

RIDGE_RATIO = 50000.0
"""sigma over the square root of d. d makes the Cholesky factorisation of the covariance possible (PINT 1.1.8)."""

INTERPOLATION_KINDS = (
    "",
    "LINEAR",
    "SLINEAR",
    "QUADRATIC",
    "CUBIC",
    "NEAREST",
    "NEAREST-UP",
    "ZERO",
    "PREVIOUS",
    "NEXT",
)

KERNEL = Param("TDSWKERNEL", "", "Covariance function of the density of the solar wind", 0, codec="str", fit=False)
KIND = Param("TDSWINTERP_KIND", "", "Interpolation between the nodes", 0, codec="str", fit=False)
STEP = Param("TDSWDT", "d", "Time between the nodes", 1, default=30.0, fit=False)
NODE = Param("TDSWNODE", "MJD", "Time of one node, TDB", 0, codec="mjd", family=indexed_family("TDSWNODE"), fit=False)
SIGMA = Param(
    "TDSWLOGSIG", "", "log10 of the standard deviation in cm^-3", 0, fit=False, sampled=True, bounds=(None, 10.0)
)
LENGTH = Param(
    "TDSWLOGELL", "", "log10 of the correlation length in d", 0, fit=False, sampled=True, bounds=(-6.0, 10.0)
)
NU = Param("TDSWNU", "", "Smoothness of the MATERN kernel", 0, default=1.5, fit=False)
GAMMA = Param(
    "TDSWLOGGAMP", "", "log10 of the factor of the periodic term", 0, fit=False, sampled=True, bounds=(None, 10.0)
)
PERIOD = Param("TDSWLOGP", "", "log10 of the period in yr", 0, fit=False, sampled=True, bounds=(-6.0, 10.0))

Covariance = Callable[[Namespace, Values, Float[Node, Node]], Float[Node, Node]]
"""A function of ``(xp, p, t)``: the covariance of nodes whose time differences are t, s."""


def columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the columns of the nodes.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        ``share_TDSW``: interpolation M between the m nodes, (n, m). ``apart_TDSW``: times between nodes, (m, m) s.
    """
    share, nodes = rows.nodes("TDSWNODE", rows.number("TDSWDT"), rows.word("TDSWINTERP_KIND") or "LINEAR")
    return OwnColumns(noise={"share_TDSW": share, "apart_TDSW": xp.abs(nodes[:, None] - nodes)})


def _length(p: Values) -> Float[()]:
    return 10.0 ** p["TDSWLOGELL"] * DAY


def sqexp(xp: Namespace, p: Values, t: Float[Node, Node]) -> Float[Node, Node]:
    """Squared-exponential covariance of unit variance.

    Parameters
    ----------
    xp : Namespace
    p : Values
        TDSWLOGELL.
    t : (k, k) array
        Time differences, s.

    Returns
    -------
    (k, k) array
        No unit.
    """
    return xp.exp(-0.5 * (t / _length(p)) ** 2)


def matern(xp: Namespace, p: Values, t: Float[Node, Node]) -> Float[Node, Node]:
    """Matern covariance of unit variance.

    Parameters
    ----------
    xp : Namespace
    p : Values
        TDSWLOGELL and TDSWNU.
    t : (k, k) array
        Time differences, s; 0 or positive.

    Returns
    -------
    (k, k) array
        No unit.
    """
    u = xp.sqrt(2.0 * p["TDSWNU"]) * t / _length(p)
    first = xp.where(p["TDSWNU"] > 1.0, 1.0, 0.0)
    second = xp.where(p["TDSWNU"] > 2.0, 1.0, 0.0)
    return xp.exp(-u) * (1.0 + first * u + second * u * u / 3.0)


def quasi_periodic(xp: Namespace, p: Values, t: Float[Node, Node]) -> Float[Node, Node]:
    """Quasi-periodic covariance of unit variance.

    Parameters
    ----------
    xp : Namespace
    p : Values
        TDSWLOGELL, TDSWLOGP and TDSWLOGGAMP.
    t : (k, k) array
        Time differences, s.

    Returns
    -------
    (k, k) array
        No unit.
    """
    wave = xp.sin(pi * t / (10.0 ** p["TDSWLOGP"] * YEAR))
    return sqexp(xp, p, t) * xp.exp(-(10.0 ** p["TDSWLOGGAMP"]) * wave * wave)


def check(p: ByName) -> tuple[str, int, str] | None:
    """Report nodes that cannot be used, or a TDSWNU that is not 1/2, 3/2 or 5/2."""
    if "TDSWNODE" in p:
        nodes = sorted(float(t) for t in p["TDSWNODE"])
        if p["TDSWDT"] != 30.0 * DAY:
            return "TDSWDT", 0, "excludes TDSWNODE"
        if len(nodes) < 2 or len(set(nodes)) < len(nodes):
            return "TDSWNODE", 0, "must be two different times or more"
    elif not p["TDSWDT"] > 0.0:
        return "TDSWDT", 0, "must be positive"
    if "TDSWNU" in p and p["TDSWNU"] not in (0.5, 1.5, 2.5):
        return "TDSWNU", 0, "must be 0.5, 1.5 or 2.5"
    return None


def _component(
    words: tuple[str, ...], kernel: Covariance | None, own: tuple[Param, ...], law: Options, wind: Factor
) -> Component:
    def basis(xp: Namespace, p: Values, x: Columns) -> tuple[Dense, ...]:
        share = x.noise["share_TDSW"] * wind(xp, p, x)[:, None]
        if kernel is None:
            return (Dense(share),)
        covariance = kernel(xp, p, x.noise["apart_TDSW"]) + xp.eye(share.shape[1]) / RIDGE_RATIO**2
        return (Dense(share @ xp.linalg.cholesky(covariance)),)

    def weights(xp: Namespace, p: Values, x: Columns) -> tuple[Float[Mode], ...]:
        return (10.0 ** (2.0 * p["TDSWLOGSIG"]) * xp.ones(x.noise["share_TDSW"].shape[1]),)

    return Component(
        f"time-domain solar-wind noise, {words[-1]}{' (power law)' if law is POWER_LAW else ''}",
        (KERNEL, KIND, STEP, NODE, SIGMA, *own, *WIND),
        columns=columns,
        basis=basis,
        weights=weights,
        check=check,
        triggers=("TDSWKERNEL", "TDSWLOGSIG"),
        needs=("TDSWLOGSIG", *(q.name for q in own if q is not NU)),
        options=(("TDSWKERNEL", words), ("TDSWINTERP_KIND", INTERPOLATION_KINDS), *law),
        process="TDSW",
        dispersive=True,
    )


_KERNELS: tuple[tuple[tuple[str, ...], Covariance | None, tuple[Param, ...]], ...] = (
    (("", "RIDGE"), None, ()),
    (("SQEXP",), sqexp, (LENGTH,)),
    (("MATERN",), matern, (LENGTH, NU)),
    (("QUASI_PERIODIC",), quasi_periodic, (LENGTH, GAMMA, PERIOD)),
)
COMPONENTS = tuple(
    _component(*kernel, law, wind)
    for kernel in _KERNELS
    for law, wind in ((SQUARE_LAW, square_law_delay), (POWER_LAW, power_law_delay))
)
