"""Seconds of each stage of one program on one pulsar, in a process of its own; `run.py` calls it.

    python benchmarks/stages.py {jug,jax,pint} PAR TIM
    python benchmarks/stages.py {jug,jax} N_TOA N_PAR
    python benchmarks/stages.py write N_TOA N_PAR FOLDER

Prints JSON: wall-clock seconds, the least of three rounds (of one beyond two seconds); ``peak_mb`` is the greatest
resident memory up to the end of the fit. ``write`` makes the simulated pulsar's files for PINT.
"""

import json
import re
import resource
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), *(str(ROOT / "tests" / folder) for folder in ("inputs", "oracles", "support"))]

GRID_POINTS = 12
"""Of each axis of jug's grid in M2 and SINI; PINT does one point."""

DENSE_MOST = 3e7
"""No dense design matrix of more numbers is made."""

SPAN_D = 2200.0


def least(run: Callable[[], Any]) -> float:
    """Seconds of the fastest of three rounds; of one, where that takes more than two seconds."""
    times: list[float] = []
    while len(times) < 3 and sum(times) < 2.0:
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def median(run: Callable[[], Any], rounds: int = 100) -> float:
    """Median seconds of warm calls."""
    run()
    times = []
    while len(times) < rounds and sum(times) < 5.0:
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return float(np.median(times))


def peak_mb() -> float:
    """Greatest resident memory of this process so far (of the program alone: Linux counts the parent's in rusage)."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.search(r"VmHWM:\s+(\d+) kB", status.read_text())[1]) / 1024.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def simulated(n_toa: int, n_par: int) -> tuple[Any, Any]:
    """A pulsar with six spin, position and dispersion parameters and the others amplitudes of sines (WaveX)."""
    from pulsar import PULSAR

    import jug
    from jug.io.par import parse_lines

    waves = [
        f"WX{kind}_{k:04d} {value}"
        for k in range(1, (n_par - 6) // 2 + 1)
        for kind, value in (("FREQ", f"{k / SPAN_D:.12g}"), ("SIN", "0 1"), ("COS", "0 1"))
    ]

    lines = [*PULSAR.splitlines(), "PX 1.0 1", "WXEPOCH 55000"]
    mjd = np.linspace(55000 - SPAN_D / 2, 55000 + SPAN_D / 2, n_toa)
    freq = np.resize([1400.0, 820.0, 2100.0, 430.0], n_toa)
    plain = jug.load_model(parse_lines(lines))  # the sines have no amplitude
    toas = jug.simulate(plain, mjd, freq_mhz=freq, error_us=1.0, noise=True, seed=1)
    return jug.load_model(parse_lines([*lines, *waves])), toas


def jug_stages(words: list[str], backend: str) -> dict[str, float]:
    """Stages of jug."""
    import jug
    from jug.io.tim.read import read_tim

    out: dict[str, float] = {}
    if words[0].isdigit():
        model, toas = simulated(*map(int, words))
        if backend == "numpy":
            out["preparation"] = least(lambda: jug.prepare(model, toas.raw))
    else:
        model, toas = jug.load(*words)
        if backend == "numpy":
            out["preparation"] = least(lambda: jug.prepare(model, read_tim(words[1])))
    if backend == "numpy":
        out["residuals"] = least(lambda: jug.residuals(model, toas))
    out |= _fit_stages(model, toas, backend)
    out["peak_mb"] = peak_mb()
    if backend == "numpy" and len(toas) * len(model.free) < DENSE_MOST:
        out["design matrix"] = least(lambda: jug.design_matrix(model, toas))
    out |= {"n_toa": len(toas), "n_par": len(model.free), **_sizes(model, toas, words)}
    if not words[0].isdigit():
        out |= _many(jug.fit(model, toas).model, toas, backend)
    return out


def _fit_stages(model: Any, toas: Any, backend: str) -> dict[str, float]:
    """One step warm, and the whole fit, the first time and warm."""
    import jug
    from jug.compute.kernels import kernels
    from jug.model.evaluation.anchor import make_anchor

    start = time.perf_counter()
    first = jug.fit(model, toas, backend=backend)
    cold = time.perf_counter() - start
    long = backend == "numpy" and cold > 2.0  # NumPy's first fit is like any other
    fit = cold if long else least(lambda: jug.fit(model, toas, backend=backend))
    kernel = kernels(backend, model.components, model.layout)
    placed = kernel.to_device(make_anchor(model, toas).reference)
    zero = np.zeros(len(model.free))
    step = least(lambda: kernel.iteration(placed, zero, 0.0))
    return {"first fit": cold, "fit": fit, "step": step, "chi2": first.chi2, "looks": first.n_iter + 1}


def _sizes(model: Any, toas: Any, words: list[str]) -> dict[str, float]:
    """What `floors.py` needs: columns of the noise's basis, and bytes."""
    from jug.model.evaluation.anchor import make_anchor

    reference = make_anchor(model, toas).reference
    basis = None if reference.prior is None else reference.prior.basis
    return {
        "n_basis": 0 if basis is None else basis.shape[1],
        "bytes of the text": 0 if words[0].isdigit() else Path(words[1]).stat().st_size,
        "bytes of the TOAs": _bytes([getattr(toas, field.name) for field in fields(toas) if field.name != "raw"]),
        "bytes of the columns": _bytes([reference.x, reference.delay, reference.residual, reference.sigma]),
    }


def _bytes(value: Any) -> int:
    """Of all arrays in there."""
    if isinstance(value, np.ndarray):
        return value.nbytes
    if isinstance(value, dict):
        value = list(value.values())
    return sum(map(_bytes, value)) if isinstance(value, (list, tuple)) else 0


def _many(model: Any, toas: Any, backend: str) -> dict[str, float]:
    """Likelihoods and points of a grid."""
    import jug

    out: dict[str, float] = {}
    for name, noise in (("noise held", ()), ("noise free", None)):
        like = jug.likelihood(model, toas, noise=noise, backend=backend)
        if noise is None and len(like.names) == len(model.free):
            continue
        start = like.start
        out[f"likelihood, {name}"] = median(lambda like=like, start=start: like(start))
        out[f"likelihood and gradient, {name}"] = median(lambda like=like, start=start: like.value_and_grad(start))
    names = ("M2", "SINI") if "SINI" in model.free else ("F0", "DM")
    axes = {n: model.values[n] + model.errors[n] * np.linspace(-1, 1, GRID_POINTS) for n in names}
    made = jug.grid(model, toas, axes, backend=backend)
    assert made.converged.all()
    out["grid point"] = least(lambda: jug.grid(model, toas, axes, backend=backend)) / GRID_POINTS**2
    return out


def pint_stages(par: str, tim: str) -> dict[str, float]:
    """Stages of PINT, with everything at hand that it would download."""
    import oracle
    import pint.fitter
    import pint.gridutils
    import pint.models
    import pint.residuals
    import pint.toa

    oracle.fill_cache()
    with oracle.quiet():
        model = pint.models.get_model(par)
        made: list[Any] = []
        out = {"preparation": least(lambda: made.append(pint.toa.get_TOAs(tim, model=model, usepickle=False)))}
        toas = made[-1]
        out["residuals"] = least(lambda: pint.residuals.Residuals(toas, model).calc_chi2())
        out["design matrix"] = least(lambda: model.designmatrix(toas))
        out["fit"] = least(lambda: pint.fitter.Fitter.auto(toas, model).fit_toas())
        out["step"] = least(lambda: pint.fitter.Fitter.auto(toas, model, downhill=False).fit_toas(maxiter=1))
        out["peak_mb"] = peak_mb()
        fitter = pint.fitter.Fitter.auto(toas, model)
        fitter.fit_toas()
        out["chi2"] = float(fitter.resids.chi2)

        def chi2_of_a_vector() -> None:
            fitter.model.F0.quantity = fitter.model.F0.quantity
            pint.residuals.Residuals(toas, fitter.model).lnlikelihood()

        out["likelihood, noise held"] = least(chi2_of_a_vector)
        names = ("M2", "SINI") if "SINI" in model.free_params else ("F0", "DM")
        values = [[fitter.model[n].quantity] for n in names]
        values = [np.array([v[0].value]) * v[0].unit for v in values]
        out["grid point"] = least(lambda: pint.gridutils.grid_chisq(fitter, names, values, ncpu=1, printprogress=False))
    return out | {"n_toa": len(toas), "n_par": len(model.free_params)}


def write(n_toa: int, n_par: int, folder: Path) -> dict[str, float]:
    """The files of a simulated pulsar."""
    import jug

    model, toas = simulated(n_toa, n_par)
    jug.write_par(model, folder / f"{n_toa}x{n_par}.par")
    jug.write_tim(toas, folder / f"{n_toa}x{n_par}.tim")
    return {}


def main(program: str, *words: str) -> None:
    """Print the stages."""
    warnings.simplefilter("ignore")
    if program == "write":
        out = write(int(words[0]), int(words[1]), Path(words[2]))
    elif program == "pint":
        out = pint_stages(*words)
    else:
        out = jug_stages(list(words), "jax" if program == "jax" else "numpy")
    print(json.dumps({name: float(value) for name, value in out.items()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
