"""Every noise process against a dense covariance matrix that is written here, by formula, for 201 TOAs.

chi2, log-likelihood, fitted values, uncertainties, realisations and their errors, each to 1e-6.
"""

import warnings

import numpy as np
import pytest
from scipy.interpolate import interp1d

import jug
from jug.analysis.simulation.simulation import draw_noise
from jug.core.blocks import to_dense
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.chain import gradient
from jug.model.evaluation.evaluate import blocks_of

YEAR = 365.25 * 86400.0
FLAT = "EFAC -fe L 1.1"
RED = ("TNREDAMP -12.6", "TNREDGAM 3.1", "TNREDC 8")
WIND = ("TDSWLOGSIG 0.9", "TDSWLOGELL 2.1")


def power_law(t, log10_a, gamma, count, *, g=1.0, span=None, low=(), corner=None, flow=1.0):
    """K_ij = g_i g_j sum_k P(f_k) df_k cos 2 pi f_k (t_i - t_j)."""
    span = np.ptp(t) if span is None else span
    f = np.array([*low, *range(1, count + 1)]) * flow / span
    a2 = 10.0 ** (2 * log10_a) / (12 * np.pi**2) * YEAR**3
    p = a2 * (f * YEAR) ** -gamma
    if corner is not None:
        fc = corner / span
        p = a2 * ((1 + (1 / YEAR / fc) ** (gamma / 2)) / (1 + (f / fc) ** (gamma / 2))) ** 2
    lag = t[:, None] - t
    k = sum(pk * dk * np.cos(2 * np.pi * fk * lag) for pk, dk, fk in zip(p, np.diff(f, prepend=0.0), f, strict=True))
    return np.outer(g * np.ones_like(t), g * np.ones_like(t)) * k


def line(it, log10_a, per_year, width, count):
    """(1400 MHz / f)^2 noise whose spectrum is a Gaussian line of unit area, and its mirror image below 0."""
    span, g = np.ptp(it.t), (1.4e9 / it.freq) ** 2
    f, s = np.arange(1, count + 1) / span, np.hypot(width / YEAR, 0.5 / span)
    both = np.exp(-0.5 * ((f - per_year / YEAR) / s) ** 2) + np.exp(-0.5 * ((f + per_year / YEAR) / s) ** 2)
    p = 10.0 ** (2 * log10_a) / np.sqrt(2 * np.pi * s**2) * (both + 1e-10) / span
    return np.outer(g, g) * sum(
        pk * np.cos(2 * np.pi * fk * (it.t[:, None] - it.t)) for pk, fk in zip(p, f, strict=True)
    )


def wind(it, power=2.0):
    """Delay of 1 electron per cm^3 at 1 AU, s: K/f^2 times the integral of (1 AU / R)^power along the line of sight."""
    au, pc = 499.00478383615643, 3.0856775814913673e16 / 299792458.0
    r, c = it.sun
    s = np.linspace(0.0, 1.0, 20001)[1:-1]
    along = s / (1 - s)  # in AU, from the observatory
    out = []
    for ri, ci in zip(r / au, c, strict=True):
        distance = np.sqrt(ri**2 + along**2 - 2 * ri * along * ci)
        out.append(np.sum(distance**-power / (1 - s) ** 2) * (s[1] - s[0]) + 0.5 * (s[1] - s[0]) * ri**-power)
    out = np.array(out) + 0.5 * (s[1] - s[0]) * (1.0 if power == 2.0 else 0.0)  # the ends of the trapezium rule
    return out * au / pc / 2.41e-4 * 1e12 / it.freq**2


def nodes_of(it, step):
    return np.arange(it.t.min(), it.t.max() + step * 86400.0, step * 86400.0)


def time_domain(it, nodes, kernel, kind="linear", power=2.0):
    m = interp1d(nodes, np.eye(len(nodes)), kind=kind, axis=0, bounds_error=False, fill_value=0.0)(it.t)
    m = m * wind(it, power)[:, None]
    lag = np.abs(nodes[:, None] - nodes)
    return m @ (10.0**1.8 * (kernel(lag) + np.eye(len(nodes)) / 50000.0**2)) @ m.T


def sqexp(lag):
    return np.exp(-0.5 * (lag / (10**2.1 * 86400.0)) ** 2)


def matern(nu):
    def kernel(lag):
        u = np.sqrt(2 * nu) * lag / (10**2.1 * 86400.0)
        return np.exp(-u) * {0.5: 1.0, 1.5: 1 + u, 2.5: 1 + u + u * u / 3}[nu]

    return kernel


def quasi_periodic(lag):
    return sqexp(lag) * np.exp(-(10**0.2) * np.sin(np.pi * lag / (10**0.1 * YEAR)) ** 2)


def ecorr_tempo2(it):
    """Epochs around the first TOA that L covers, single TOAs and other flags too."""
    k, free = np.zeros((len(it.t), len(it.t))), np.ones(len(it.t), dtype=bool)
    for i in np.argsort(it.t):
        if it.fe[i] == "L" and free[i]:
            rows = free & (np.abs(it.t - it.t[i]) < 1.0)
            k[np.ix_(rows, rows)] += 0.8e-6**2
            free[rows] = False
    return k


def low(n, factor):
    return factor ** -np.arange(n, 0, -1.0)


PROCESSES = {
    "chromatic": (
        ("TNCHROMAMP -12.5", "TNCHROMGAM 2.4", "TNCHROMC 9", "TNCHROMIDX 3.3"),
        lambda it: {"CHROM": power_law(it.t, -12.5, 2.4, 9, g=(1.4e9 / it.freq) ** 3.3)},
    ),
    "chromatic, low modes": (
        ("TNCHROMAMP -12.5", "TNCHROMGAM 2.4", "TNCHROMC 9", "TNCHROMFLOG 4", "TNCHROMFLOG_FACTOR 1.5", "CM 0.001 1"),
        lambda it: {"CHROM": power_law(it.t, -12.5, 2.4, 9, g=(1.4e9 / it.freq) ** 4, low=low(4, 1.5))},
    ),
    "quasi-periodic DM": (
        ("TNQPDMAMP -6", "TNQPDMFREQ 1.7", "TNQPDMWIDTH 0.2", "TNQPDMC 14"),
        lambda it: {"QPDM": line(it, -6.0, 1.7, 0.2, 14)},
    ),
    "DM, span given": (
        ("TNDMAMP -12.4", "TNDMGAM 2.2", "TNDMC 10", "TNDMTSPAN 7.5"),
        lambda it: {"DM": power_law(it.t, -12.4, 2.2, 10, g=(1.4e9 / it.freq) ** 2, span=7.5 * YEAR)},
    ),
    "corner": (
        (*RED, "TNREDCORNER 2.7", "TNREDFLOW -0.301"),
        lambda it: {"RED": power_law(it.t, -12.6, 3.1, 8, corner=2.7, flow=10**-0.301)},
    ),
    "corner of DM": (
        ("TNDMAMP -12.4", "TNDMGAM 2.2", "TNDMC 10", "TNDMCORNER 3.1"),
        lambda it: {"DM": power_law(it.t, -12.4, 2.2, 10, g=(1.4e9 / it.freq) ** 2, corner=3.1)},
    ),
    "no corner": (
        (*RED, "TNREDCORNER 0"),
        lambda it: {"RED": power_law(it.t, -12.6, 3.1, 8)},
    ),
    "no corner, rising": (
        ("TNREDAMP -12.6", "TNREDGAM -1.5", "TNREDC 8", "TNREDCORNER 0"),
        lambda it: {"RED": power_law(it.t, -12.6, -1.5, 8)},
    ),
    "red, low modes": (
        (*RED, "TNREDFLOG 3"),
        lambda it: {"RED": power_law(it.t, -12.6, 3.1, 8, low=low(3, 2.0))},
    ),
    "tempo's red noise": (
        ("RNAMP 0.3", "RNIDX -3.2", "TNREDC 8"),
        lambda it: {"RED": power_law(it.t, np.log10(0.3 * 2 * np.pi * np.sqrt(3) / (86400 * 365.24 * 1e6)), 3.2, 8)},
    ),
    "solar wind": (
        ("TNSWAMP -6.5", "TNSWGAM 1.2", "TNSWC 12", "NE_SW 5 1"),
        lambda it: {"SW": power_law(it.t, -6.5, 1.2, 12, g=wind(it))},
    ),
    "solar wind, power": (
        ("TNSWAMP -6.5", "TNSWGAM 1.2", "TNSWC 12", "TNSWFLOG 2", "SWM 1", "SWP 2.5"),
        lambda it: {"SW": power_law(it.t, -6.5, 1.2, 12, g=wind(it, 2.5), low=low(2, 2.0))},
    ),
    "ridge": (
        ("TDSWLOGSIG 0.9", "TDSWDT 90"),
        lambda it: {"TDSW": time_domain(it, nodes_of(it, 90), lambda lag: np.eye(len(lag)) * (1 - 1 / 50000.0**2))},
    ),
    "squared exponential": (
        ("TDSWKERNEL sqexp", *WIND, "TDSWDT 50", "TDSWINTERP_KIND CUBIC"),
        lambda it: {"TDSW": time_domain(it, nodes_of(it, 50), sqexp, "cubic")},
    ),
    **{
        f"Matern {nu}": (
            ("TDSWKERNEL MATERN", f"TDSWNU {nu}", *WIND, "TDSWDT 70", f"TDSWINTERP_KIND {kind}"),
            lambda it, nu=nu, kind=kind: {"TDSW": time_domain(it, nodes_of(it, 70), matern(nu), kind.lower())},
        )
        for nu, kind in ((0.5, "NEAREST"), (1.5, "LINEAR"), (2.5, "QUADRATIC"))
    },
    "quasi-periodic, nodes": (
        (
            "TDSWKERNEL QUASI_PERIODIC",
            *WIND,
            "TDSWLOGGAMP 0.2",
            "TDSWLOGP 0.1",
            *(f"TDSWNODE_{k:04d} {53990 + 130 * k}" for k in range(17)),
        ),
        lambda it: {"TDSW": time_domain(it, it.seconds(53990 + 130 * np.arange(17)), quasi_periodic)},
    ),
    "bands and groups": (
        (
            "TNBANDNOISE 1000 1460 -12.7 2.9 7",
            "TNBANDNOISE 1440 3000 -12.9 3.3 5",
            "TNGROUPNOISE -fe U -12.2 2.1 6",
            "TNGROUPNOISE MJD 54000 55000 -12.8 1.4 4",
        ),
        lambda it: {
            "BAND1": power_law(it.t, -12.7, 2.9, 7, g=(it.site_freq > 1e9) & (it.site_freq < 1.46e9)),
            "BAND2": power_law(it.t, -12.9, 3.3, 5, g=(it.site_freq > 1.44e9) & (it.site_freq < 3e9)),
            "GROUP1": power_law(it.t, -12.2, 2.1, 6, g=it.fe == "U"),
            "GROUP2": power_law(it.t, -12.8, 1.4, 4, g=it.mjd <= 55000.0),
        },
    ),
    "DM in bands": (
        ("TNBANDDM -10.2 2.6 6",),
        lambda it: {
            f"BANDDM{j}": power_law(
                it.t,
                -10.2,
                2.6,
                6,
                g=np.sqrt(12) * np.pi / 2.41e-16 / it.freq**2 * ((it.site_freq > low) & (it.site_freq < high)),
            )
            for j, (low, high) in enumerate(((0.0, 1e9), (1e9, 1.8e9), (1.8e9, 1e10)), 1)
        },
    ),
    "by duration": (
        ("TNSECORR -fe L 0.6", "TNSECORR -fe U 0.9", "ECORR -fe U 0.4"),
        lambda it: {
            "SECORR": np.outer(it.per_hour, it.per_hour) * one_epoch(it, {"L": 0.6e-6, "U": 0.9e-6}),
            "ECORR": one_epoch(it, {"U": 0.4e-6}),
        },
    ),
    "ECORR in tempo2's epochs": (("ECORR -fe L 0.8",), lambda it: {"ECORR": ecorr_tempo2(it)}),
    "overlapping ECORR": (
        ("ECORR -fe L 0.8", "ECORR MJD 54000 54999 0.6", *RED),
        lambda it: {
            "ECORR": (0.8e-6**2 * (it.fe == "L") + 0.6e-6**2 * (it.mjd <= 54999.0))
            * (np.abs(it.t[:, None] - it.t) < 1.0),
            "RED": power_law(it.t, -12.6, 3.1, 8),
        },
    ),
}


def one_epoch(it, values):
    """s^2 of receivers by name, between the TOAs of one of their epochs."""
    s = np.array([values.get(fe, 0.0) for fe in it.fe])
    return np.outer(s, s) * (np.abs(it.t[:, None] - it.t) < 1.0) * (it.fe[:, None] == it.fe)


class Seen:
    """What the formulae need of the TOAs."""

    def __init__(self, model, toas, anchor):
        x = anchor.state.x
        self.t, self.mjd, self.fe = x.tdb[:-1], toas.mjd, toas.flag("fe")
        self.freq, self.site_freq = 1.0 / x.inv_freq[:-1], toas.freq_hz
        r = np.linalg.norm(toas.bodies["sun"], axis=1)
        self.sun = r, np.sum(toas.bodies["sun"] * x.n[:-1], axis=1) / r
        self.per_hour = np.sqrt(3600.0 / np.array([float(word) for word in toas.flag("tobs")]))
        self.seconds = lambda mjd: (mjd - model.epoch_day) * 86400.0


@pytest.fixture(params=PROCESSES, scope="module")
def case(request, epochs_of_three):
    lines, covariance = PROCESSES[request.param]
    choice = {"ECORR": "tempo2"} if "tempo2" in request.param else {}
    model, toas = epochs_of_three(FLAT, *lines, n=201)
    model = jug.load_model(model.par, conventions=choice)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        result = jug.fit(model, toas)
    anchor = make_anchor(result.model, toas)
    it = Seen(result.model, toas, anchor)
    sigma = np.where(it.fe == "L", 1.1e-6, 1e-6)
    parts = covariance(it)
    by = gradient(np, result.model.components, anchor.reference.p0, anchor.state)
    blocks = blocks_of(np, result.model.layout, by)
    columns = [np.ones((len(toas), 1)), *(to_dense(b) / anchor.reference.rate[:, None] for b in blocks)]
    return result, anchor, parts, np.diag(sigma**2) + sum(parts.values()), np.concatenate(columns, axis=1)


def test_chi2_and_likelihood(case):
    result, _, _, c, _ = case
    r, one, inverse = result.residuals.time_s, np.ones(len(c)), np.linalg.inv(c)
    weight = one @ inverse @ one
    r = r - one * (one @ inverse @ r) / weight
    log_det = np.linalg.slogdet(c / 1e-12)[1] + len(r) * np.log(1e-12) + np.log(1e40 * weight)
    assert result.chi2 == pytest.approx(r @ inverse @ r, rel=1e-6)
    assert result.residuals.log_likelihood == pytest.approx(-0.5 * (r @ inverse @ r + log_det), rel=1e-6)


def test_values_and_uncertainties(case):
    result, anchor, _, c, matrix = case
    r, inverse = anchor.reference.residual / anchor.reference.rate, np.linalg.inv(c)
    scale = np.sqrt(np.diag(matrix.T @ inverse @ matrix))
    information = (matrix / scale).T @ inverse @ (matrix / scale)
    sigma = np.sqrt(np.diag(np.linalg.inv(information)))
    step = np.linalg.solve(information, (matrix / scale).T @ inverse @ r) / sigma
    assert np.max(np.abs(step[1:])) < 1e-6  # the fit is where the dense one is
    have = [result.errors[name] * result.model.entries[name].scale for name in result.names]
    np.testing.assert_allclose(have, sigma[1:] / scale[1:], rtol=1e-6)


def test_realisations_and_their_errors(case):
    result, _, parts, c, matrix = case
    matrix = matrix / np.linalg.norm(matrix, axis=0)
    inverse = np.linalg.inv(c)
    half = np.linalg.solve(matrix.T @ inverse @ matrix, matrix.T @ inverse)
    projected = inverse - inverse @ matrix @ half
    assert set(result.residuals.noise) == set(parts)
    for name, k in parts.items():
        have = result.residuals.noise[name]
        want = k @ projected @ result.residuals.time_s
        error = np.sqrt(np.diag(k - k @ projected @ k))
        assert np.max(np.abs(have.time_s - want)) < 1e-6 * np.std(want), name
        np.testing.assert_allclose(have.error_s, error, rtol=1e-6, atol=1e-6 * np.max(error), err_msg=name)


def test_simulated_noise_has_this_covariance(case):
    """Draws of `jug.simulate`'s noise, whitened by the dense matrix, are standard normal."""
    _, anchor, _, c, _ = case
    rng = np.random.default_rng(8)
    drawn = np.array([draw_noise(anchor.noise, rng) for _ in range(60)])
    white = np.linalg.solve(np.linalg.cholesky(c / 1e-12), drawn.T * 1e6)
    assert abs(np.mean(white**2) - 1.0) < 5.0 * np.sqrt(2.0 / white.size)


@pytest.mark.usefixtures("quickly_compiled")
def test_the_likelihood_differentiates_the_nodes_covariance(epochs_of_three):
    """Parameters that change the basis, not only its prior; gradient against differences."""
    model, toas = epochs_of_three(*PROCESSES["squared exponential"][0], "TNGROUPNOISE -fe U -12.2 2.1 6", n=201)
    found = jug.likelihood(model, toas, free=["F0"])
    assert set(found.names) == {"F0", "TDSWLOGSIG", "TDSWLOGELL", "TNGROUPAMP1", "TNGROUPGAM1"}
    against_differences(found, model, toas)


@pytest.mark.usefixtures("quickly_compiled")
def test_the_likelihood_of_what_tempo2_alone_has(epochs_of_three):
    """Gradient against differences; the fit by JAX as by NumPy."""
    lines = ("TNBANDDM -10.2 2.6 6", "TNSECORR -fe L 0.6", "TNSQ -fe S -4.4", "ECORR -fe L 0.3")
    model, toas = epochs_of_three(FLAT, *lines, n=201)
    found = jug.likelihood(model, toas, free=["F0"])
    assert {"TNBANDDMAMP1", "TNBANDDMGAM1", "TNSECORR1", "TNSQ1", "ECORR1"} < set(found.names)
    against_differences(found, model, toas)
    one, other = (jug.fit(model, toas, backend=backend) for backend in ("numpy", "jax"))
    assert one.chi2 == pytest.approx(other.chi2, rel=1e-8)


def against_differences(found, model, toas):
    start = found.start
    value, slope = found.value_and_grad(start)
    assert value == pytest.approx(jug.residuals(model, toas).log_likelihood, rel=1e-9)
    for i in range(len(start)):
        step = 1e-4 * np.eye(len(start))[i]
        want = (float(found(start + step)) - float(found(start - step))) / 2e-4
        assert float(slope[i]) == pytest.approx(want, rel=1e-4, abs=1e-5), found.names[i]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("TDSWKERNEL RIDGE",), "TDSWLOGSIG is missing"),
        (("TDSWLOGSIG 1", "TDSWKERNEL SQEXP"), "TDSWLOGELL is missing"),
        (("TDSWLOGSIG 1", "TDSWKERNEL GAUSS"), "unknown TDSWKERNEL.*one of MATERN, QUASI_PERIODIC, RIDGE, SQEXP"),
        (("TDSWLOGSIG 1", "TDSWINTERP_KIND SPLINE"), "unknown TDSWINTERP_KIND"),
        (("TDSWLOGSIG 1", "TDSWNODE_0001 54000"), "TDSWNODE_0001 must be two different times or more"),
        (("TDSWLOGSIG 1", "TDSWNODE_0001 54000", "TDSWNODE_0002 56000", "TDSWDT 20"), "TDSWDT excludes TDSWNODE"),
        (("TDSWLOGSIG 1", "TDSWDT 0"), "TDSWDT must be positive"),
        ((*WIND, "TDSWKERNEL MATERN", "TDSWNU 1"), "TDSWNU must be 0.5, 1.5 or 2.5"),
        (("TNCHROMAMP -13",), "fit.par:14: TNCHROMGAM is missing"),
        (("TNREDC 5", "TNREDAMP -13"), "fit.par:15: TNREDGAM is missing, and red noise needs it: 'TNREDAMP -13'"),
        (("TNREDAMP 400", "TNREDGAM 3"), "fit.par:14: TNREDAMP must be at most 10"),
        (("TNREDAMP -13", "TNREDGAM 4000"), "fit.par:15: TNREDGAM must be from -30 to 30"),
        ((*RED[:2], "TNREDFLOW 400"), "TNREDFLOW must be from -5 to 5"),
        ((*RED[:2], "TNREDCORNER 1e300"), "TNREDCORNER must be from 0 to 1e\\+09"),
        (("RNAMP 1e300", "RNIDX -3"), "RNAMP must be from 0 to 1e\\+20"),
        (("TNBANDNOISE 1000 2000 400 3 5",), "fit.par:14: TNBANDAMP1 must be at most 10"),
        (("TDSWLOGSIG 300",), "TDSWLOGSIG must be at most 10"),
        (("TNGROUPNOISE -12 3 5",), "TNGROUPNOISE has no selector.*write TNGROUPNOISE -flag"),
        (("TNBANDNOISE 2000 1000 -12 3 5",), "TNBANDLOW1 must be below the upper end"),
        (("TNBANDNOISE 1000 2000 -12 3 0",), "TNBANDC1 must be from 1 to 3000"),
        ((*RED[:2], "TNREDC -1"), "fit.par:16: TNREDC must be from 1 to 3000"),
        ((*RED[:2], "TNREDC 100000"), "TNREDC must be from 1 to 3000"),
        ((*RED[:2], "TNREDC 2.5"), "TNREDC: not a whole number"),
        ((*RED[:2], "TNREDFLOG -1"), "TNREDFLOG must be from 0 to 100"),
        ((*RED[:2], "TNREDFLOG 3", "TNREDFLOG_FACTOR 1"), "TNREDFLOG_FACTOR must be above 1"),
        ((*RED[:2], "TNREDTSPAN 0"), "fit.par:16: TNREDTSPAN must be from 1e-06 to 1e\\+06"),
        ((*RED[:2], "TNREDCORNER -1"), "TNREDCORNER must be from 0"),
        (("RNAMP 0", "RNIDX -3"), "RNAMP must be above 0"),
        (("TNBANDNOISE 1000 2000 -12 3",), "TNBANDNOISE has 4 of its 5 values"),
        (("TNBANDDM -11 3",), "fit.par:14: TNBANDDM has 2 of its 3 values"),
        (("TNBANDDM -11 3 5", "TNBANDDM -12 3 5"), "fit.par:15: TNBANDDMAMP2 is of a second line TNBANDDM"),
        (("TNBANDDM 0 0 5",), "fit.par:14: TNBANDDMAMP1 and the index of 0 switch the noise off in tempo2"),
        (("TNBANDDM -11 3 0",), "TNBANDDMC1 must be from 1 to 3000"),
        (("TNSQ -fe L 7",), "TNSQ1 must be at most 6"),
    ],
)
def test_lines_that_do_not_do(par_lines, lines, message):
    with pytest.raises(jug.ParError, match=message):
        jug.load_model(par_lines(*lines))


def test_the_size_of_a_negative_tnsecorr_counts(par_lines):
    with pytest.warns(jug.InputWarning, match="TNSECORR is negative and enters squared: its size 1 is used"):
        assert jug.load_model(par_lines("TNSECORR -fe L -1")).values["TNSECORR1"] == 1.0


def test_too_few_nodes(epochs_of_three):
    with pytest.raises(jug.ParError, match=r"fit.par:16: 3 nodes are too few for CUBIC interpolation"):
        epochs_of_three("TDSWLOGSIG 1", "TDSWDT 2000", "TDSWINTERP_KIND CUBIC", n=30)


def test_too_many_nodes(epochs_of_three):
    with pytest.raises(jug.ParError, match=r"fit.par:15: more than 5000 nodes"):
        epochs_of_three("TDSWLOGSIG 1", "TDSWDT 0.001", n=30)


def test_one_toa_has_no_frequencies(epochs_of_three):
    model, toas = epochs_of_three(*RED, n=30)
    with pytest.raises(jug.ParError, match="the noise process RED has no frequencies"):
        jug.residuals(model, toas.select(slice(0, 1)))
