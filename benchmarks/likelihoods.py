"""The noise likelihood of B1855+09 by jug, enterprise and discovery on one exported file, and the cost of a NUTS step.

    python benchmarks/likelihoods.py

EFAC, EQUAD and ECORR of four backends and red noise of 30 harmonics vary; the timing model is marginalised. Each
program runs in a process of its own with one BLAS thread. A program that is not installed has no figure. Times are CPU
seconds of a call after the first, the median of 100. The floor is that of `floors.py` with the timing columns beside
those of the noise. A step of NUTS is a leapfrog step of `jug.sample`, all that the chain does besides included; its
floor is one gradient.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from whole_process import ROOT, installed

HARMONICS = 30

HEAD = """
import json, os, sys, time, warnings
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
warnings.simplefilter("ignore")
import numpy as np
def median(run, rounds=100):
    run()
    times = []
    while len(times) < rounds and sum(times) < 20.0:
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return float(np.median(times))
def value_of(name):
    ends = {"efac": 1.1, "equad": -6.5, "ecorr": -6.5, "log10_A": -13.5, "gamma": 3.0}
    return next(value for end, value in ends.items() if name.endswith(end))
folder = sys.argv[1]
found = {}
"""

JUG = """
import jug, jax
from jug.io.par import parse_lines
par, tim = jug.data.example("B1855+09")
lines = [line for line in par.read_text().splitlines() if not line.upper().startswith(("RN", "TNRED"))]
lines += ["TNREDAMP -13.5", "TNREDGAM 3", f"TNREDC {sys.argv[2]}"]
model, (_, toas) = jug.load_model(parse_lines(lines, "B1855+09.par")), jug.load(par, tim)
toas = jug.prepare(model, toas.raw)
jug.export(model, toas, f"{folder}/one.feather")
like = jug.likelihood(model, toas, marginal=True, backend="jax")
found["parameters"] = len(like.names)
found["value"] = median(lambda: like(like.start))
found["gradient"] = median(lambda: like.value_and_grad(like.start))
rows, k = len(toas), len(model.free) + 2 * int(sys.argv[2])
a, big = np.random.default_rng(1).normal(size=(rows, k)), np.ones(20_000_000)
gram = median(lambda: a.T @ a, 20)
copy = median(lambda: np.copyto(big[:10_000_000], big[10_000_000:]), 5)
found["floor"] = gram + 16.0 * a.nbytes / 8.0 / (1.6e8 / copy)
first = jug.sample(model, toas, chains=1, warmup=150, draws=20, seed=1, path=f"{folder}/chain.feather")
start = time.process_time()
more = jug.sample(model, toas, chains=1, warmup=150, draws=220, seed=1, path=f"{folder}/chain.feather", resume=True)
found["leapfrogs"] = float(np.mean(more.steps[:, 20:]))
found["nuts"] = (time.process_time() - start) / float(np.sum(more.steps[:, 20:]))
"""

ENTERPRISE = """
from enterprise.pulsar import Pulsar
from enterprise.signals import gp_signals, parameter, selections, signal_base, utils, white_signals
psr, by, u = Pulsar(f"{folder}/one.feather"), selections.Selection(selections.by_backend), parameter.Uniform
signal = white_signals.MeasurementNoise(efac=u(0.1, 10), log10_t2equad=u(-10, -5), selection=by)
signal += white_signals.EcorrKernelNoise(log10_ecorr=u(-10, -5), selection=by)
powers = utils.powerlaw(log10_A=u(-20, -11), gamma=u(0, 7))
signal += gp_signals.FourierBasisGP(powers, components=int(sys.argv[2]), name="red_noise")
signal += gp_signals.TimingModel(use_svd=True)
pta = signal_base.PTA([signal(psr)])
point = {name: value_of(name) for name in pta.param_names}
count = iter(range(1, 1000))
def call():
    point[pta.param_names[0]] = 1.1 + 1e-6 * next(count)  # it keeps the value of a point that it has seen
    return pta.get_lnlikelihood(point)
found = {"value": median(call), "parameters": len(point)}
"""

DISCOVERY = """
import jax
jax.config.update("jax_enable_x64", True)
import discovery as ds
psr = ds.Pulsar.read_feather(f"{folder}/one.feather")
parts = [psr.residuals, ds.makenoise_measurement(psr), ds.makegp_ecorr(psr), ds.makegp_timing(psr, svd=True)]
parts += [ds.makegp_fourier(psr, ds.powerlaw, components=int(sys.argv[2]), name="rednoise")]
logl = ds.PulsarLikelihood(parts).logL
point = {name: value_of(name) for name in logl.params}
value, both = jax.jit(logl), jax.jit(jax.value_and_grad(logl))
found = {"parameters": len(point)}
found["value"] = median(lambda: jax.block_until_ready(value(point)))
found["gradient"] = median(lambda: jax.block_until_ready(both(point)))
"""

PROGRAMS = {"jug": JUG, "enterprise": ENTERPRISE, "discovery": DISCOVERY}


def measured() -> dict[str, dict[str, float]]:
    """The figures of each program; empty where it is not installed."""
    out = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, code in PROGRAMS.items():
            environment = {**installed(), "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
            words = [sys.executable, "-c", f"{HEAD}{code}\nprint(json.dumps(found))", folder, str(HARMONICS)]
            done = subprocess.run(words, capture_output=True, text=True, timeout=900, env=environment, cwd=Path(folder))
            if done.returncode != 0:
                print(name, done.stderr.strip().splitlines()[-1:], file=sys.stderr)
            out[name] = json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else {}
    return out


def section() -> str:
    """The table, Markdown."""
    found, ours = measured(), None
    ours = found["jug"]

    def shown(program: str, key: str) -> str:
        return f"{1e3 * found[program][key]:.2f} ms" if key in found[program] else ""

    rows = ["| CPU time | jug | enterprise | discovery | floor (jug / floor) |", "|---|---:|---:|---:|---:|"]
    for words, key in (("log-likelihood", "value"), ("with its gradient", "gradient")):
        cells = " | ".join(shown(program, key) for program in PROGRAMS)
        rows.append(f"| {words} | {cells} | {1e3 * ours['floor']:.2f} ms ({ours[key] / ours['floor']:.2f}) |")
    floor = f"{shown('jug', 'gradient')} ({ours['nuts'] / ours['gradient']:.2f})"
    rows.append(f"| a leapfrog step of NUTS ({ours['leapfrogs']:.0f} a draw) | {shown('jug', 'nuts')} | | | {floor} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(section())
