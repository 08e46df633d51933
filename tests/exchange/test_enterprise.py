"""enterprise with jug's pulsars: what it reads, its likelihood against that of the same pulsar read by PINT, and a PTA
of two pulsars against jug's likelihood.

Plain pytest skips this where enterprise is missing; .ci/run installs it.
"""

import re
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import oracle
import pytest
from copies import REFERENCE, example
from unrounded import unrounded

import jug
from jug.conversion.noise_dictionary import with_dictionary
from jug.io.par import parse_lines

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pulsar = pytest.importorskip("enterprise.pulsar", reason="enterprise needs libsuitesparse-dev to install")
    from enterprise.signals import gp_signals, parameter, selections, signal_base, utils, white_signals

pytestmark = pytest.mark.filterwarnings("ignore")
Files = tuple[Path, Path]
Pair = tuple[jug.TimingModel, jug.TOAs]
RANGES = {
    "dmefac": (0.9, 1.3),
    "efac": (0.9, 1.3),
    "log10_dmequad": (-4.5, -3.5),
    "equad": (-7.5, -6.5),
    "ecorr": (-7.5, -6.5),
    "log10_A": (-15.0, -13.5),
    "gamma": (2.0, 5.0),
}
"""Ranges of points by the ends of names, in enterprise's units."""

DDK = "J1713+0747_NANOGrav_11yv0_short"
KOPEIKIN = ("PX", "PMELONG", "PMELAT")
"""PINT's columns of these leave out what they do to the orbit (Kopeikin 1995, 1996): 2 to 15 per cent of DDK's."""


@pytest.fixture(scope="module", params=["B1855+09", "wideband", "DDK"])
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Files, Pair, Any, str]:
    """Par and tim file, jug's model and TOAs, and enterprise's pulsar of the exported file."""
    folder = tmp_path_factory.mktemp("exported")
    par, tim = {
        "B1855+09": lambda: example("B1855+09_NANOGrav_9yv1"),
        "wideband": lambda: _with_de440(*example("J1614-2230"), folder),
        "DDK": lambda: (REFERENCE / f"{DDK}.gls.par", REFERENCE / f"{DDK}.tim"),
    }[request.param]()
    with oracle.quiet():
        model, toas = jug.load(par, tim)
        jug.export(model, toas, folder / "one.feather")
        return (par, tim), (model, toas), pulsar.Pulsar(str(folder / "one.feather")), request.param


def _with_de440(par: Path, tim: Path, folder: Path) -> Files:
    """DE436 is not at hand."""
    copy = folder / par.name
    copy.write_text(re.sub(r"(?m)^EPHEM .*$", "EPHEM DE440", par.read_text()))
    return copy, tim


def test_the_arrays_are_jugs(case: tuple[Files, Pair, Any, str]) -> None:
    _, (model, toas), found, name = case
    record = jug.pulsar_record(model, toas)
    for column in ("toas", "stoas", "toaerrs", "residuals", "freqs", "pos_t", "sunssb", "planetssb"):
        np.testing.assert_array_equal(getattr(found, column), getattr(record, column), err_msg=column)
    np.testing.assert_array_equal(found.residuals, jug.residuals(with_offset(model), toas).time_s)
    np.testing.assert_array_equal(found.Mmat, record.mmat)
    np.testing.assert_array_equal(found.pos, record.pos)
    assert found.fitpars == list(record.fitpars)
    assert {key: words.tolist() for key, words in found.flags.items()} == {
        k: w.tolist() for k, w in record.flags.items()
    }
    assert found.backend_flags.tolist() == record.backend_flags.tolist()
    assert found.noisedict == record.noisedict
    assert ("pp_dm" in found.flags) == (name == "wideband")


def listed(flags: dict[str, np.ndarray]) -> dict[str, list[str]]:
    return {key: words.tolist() for key, words in flags.items()}


def with_offset(model: jug.TimingModel) -> jug.TimingModel:
    """A record of a model with PHOFF has residuals for PHOFF 0."""
    return model if model.removes_mean else model.set(PHOFF=0.0)


def test_an_object_without_a_file_has_the_same(case: tuple[Files, Pair, Any, str]) -> None:
    _, pair, read, _ = case
    found = jug.to_enterprise(*pair)
    assert type(found) is type(read)
    assert set(vars(read)) == set(vars(found))
    for name, value in vars(read).items():
        there = getattr(found, name)
        if name == "flags":
            assert listed(there) == listed(value)
        elif isinstance(value, (np.ndarray, list)) and name not in ("fitpars", "setpars"):
            assert np.shape(there) == np.shape(value), name
            assert np.array_equal(there, value, equal_nan=np.asarray(value).dtype.kind == "f"), name
        else:
            assert there == value, name


def test_the_likelihood_is_that_of_the_pulsar_read_by_pint(case: tuple[Files, Pair, Any, str]) -> None:
    """Differences between 50 points to 1e-3. PINT's 80-bit times are 0.3 ns apart, which alone moves them by up to
    5e-3, so that its rounding is undone; the columns that PINT lacks terms of are jug's."""
    files, (_, toas), mine, name = case
    model, pint_toas = oracle.load(*files)
    with oracle.quiet():
        pint_toas.compute_posvels(planets=True)
        theirs = pulsar.Pulsar(pint_toas, unrounded(model, pint_toas, toas.raw))
    assert sorted(theirs.fitpars) == sorted(mine.fitpars)
    order = oracle._order(pint_toas)
    for column in KOPEIKIN if name == "DDK" else ():
        theirs._designmatrix[order, theirs.fitpars.index(column)] = mine.Mmat[:, mine.fitpars.index(column)]
    span = float(np.ptp(mine.toas))
    ours, others = (pta_of([one], [span], wideband=name == "wideband") for one in (mine, theirs))
    points = points_of(ours, 50)
    there = [others.get_lnlikelihood(point) for point in points]
    found = [ours.get_lnlikelihood(point) for point in points]
    assert np.ptp(found) > 10.0
    np.testing.assert_allclose(np.subtract(found, found[0]), np.subtract(there, there[0]), rtol=0.0, atol=1e-3)


def test_a_pta_of_two_pulsars_has_jugs_likelihood() -> None:
    """Log L at 50 points less its mean, to 1e-3: enterprise's Fourier basis is of barycentric times, jug's of those at
    the observatory, up to 500 s apart. From the first point, which is none of the middle, it is 0.99e-3 at most."""
    pairs = [two_noises("B1855+09"), two_noises("J0613-sim")]
    psrs = [jug.to_enterprise(*pair) for pair in pairs]
    spans = [float(np.ptp(jug.pulsar_data(*pair).tdb_mjd)) * 86400.0 for pair in pairs]
    pta, own = pta_of(psrs, spans), [jug.likelihood(*pair, marginal=True) for pair in pairs]
    assert len(pta.pulsars) == 2
    points = points_of(pta, 50)
    found = [pta.get_lnlikelihood(point) for point in points]
    mine = []
    for point in points:
        models = [with_dictionary(m, {k: v for k, v in point.items() if k.startswith(m.psr)}) for m, _ in pairs]
        mine.append(sum(one([m.values[key] for key in one.names]) for one, m in zip(own, models, strict=True)))
    assert np.ptp(found) > 10.0
    np.testing.assert_allclose(found - np.mean(found), mine - np.mean(mine), rtol=0.0, atol=1e-3)


def two_noises(name: str) -> Pair:
    """White noise of each backend, and red noise."""
    par, tim = example(name)
    lines = [line for line in par.read_text().splitlines() if not line.upper().startswith(("RN", "TNRED"))]
    if "T2EFAC" not in par.read_text():
        lines += [f"{word} -f Rcvr1_2_GASP {value}" for word, value in (("EFAC", 1.1), ("EQUAD", 0.3), ("ECORR", 0.3))]
    lines += ["TNREDAMP -13.5", "TNREDGAM 3", "TNREDC 20"]
    model, (_, toas) = jug.load_model(parse_lines(lines, par.name)), jug.load(par, tim)
    return model, jug.prepare(model, toas.raw)


def pta_of(psrs: Iterable[Any], spans: Iterable[float], *, wideband: bool = False) -> Any:
    """White noise by backend, ECORR or wideband DMs, red noise of 20 harmonics, and the timing model."""
    by, u = selections.Selection(selections.by_backend), parameter.Uniform
    made = []
    for psr, span in zip(psrs, spans, strict=True):
        signal = white_signals.MeasurementNoise(efac=u(0.1, 10), log10_t2equad=u(-10, -5), selection=by)
        powers = utils.powerlaw(log10_A=u(-20, -11), gamma=u(0, 7))
        signal += gp_signals.FourierBasisGP(powers, components=20, Tspan=span, name="red_noise")
        if wideband:
            options = {"dmefac": u(0.1, 10), "log10_dmequad": u(-7, 0), "dmjump": None, "selection": by}
            signal += gp_signals.WidebandTimingModel(**options)
        else:
            signal += white_signals.EcorrKernelNoise(log10_ecorr=u(-10, -5), selection=by)
            signal += gp_signals.TimingModel(use_svd=True)
        made.append(signal(psr))
    return signal_base.PTA(made)


def points_of(pta: Any, count: int) -> list[dict[str, float]]:
    """Values of the noise, from a seed."""
    rng = np.random.default_rng(21)
    ranges = {name: next(r for end, r in RANGES.items() if name.endswith(end)) for name in pta.param_names}
    return [{name: rng.uniform(*ends) for name, ends in ranges.items()} for _ in range(count)]
