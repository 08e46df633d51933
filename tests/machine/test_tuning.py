"""What `jug tune` makes of the times it measures: a machine of known speed is measured, and no time passes."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from types import SimpleNamespace

import numpy as np
import pytest

import jug
from jug.compute.cost_model import SHIPPED_COSTS, Costs, FitSize, Rates
from jug.compute.cost_tables import saved_tables
from jug.errors import BackendError
from jug.machine import timed_pulsar, tuning
from jug.machine.fitted_costs import fit_rates, transfer_costs

NUMPY = Rates(*(1.75 * rate for rate in SHIPPED_COSTS.numpy))
JAX = Rates(*(0.625 * rate for rate in SHIPPED_COSTS.jax))
"""A machine that is slower with NumPy, and quicker with JAX, than the one of the shipped table."""

ONCE_S, PER_TOA_S, NOISE_S = 2e-3, 1e-7, 5e-4
"""What a fit with JAX takes besides its iterations and `BESIDES`: once, for each TOA, and with noise."""

BESIDES = SHIPPED_COSTS._replace(besides=tuple(1.5 * one for one in SHIPPED_COSTS.besides))
"""Its costs of a fit besides the iterations are larger by half than the shipped ones."""

DOCS = Path(__file__).resolve().parents[2] / "docs/backends.md"


def with_jax_alone(size: FitSize) -> float:
    """What a fit with JAX takes besides its iterations, and one with NumPy does not."""
    return ONCE_S + PER_TOA_S * size.n_toa + NOISE_S * (size.n_noise > 0)


def clock(*seconds: float) -> Callable[[], float]:
    """A clock between whose readings two by two these times pass."""

    def readings() -> Iterator[float]:
        now = 100.0
        for taken in seconds:
            yield now
            now += taken
            yield now

    return readings().__next__


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that takes NUMPY and JAX for an iteration, 2 s to compile, 0.5 s to load, and 0.25 s to import."""
    forgotten: list[bool] = []

    def iterations(backend: str, model: FitSize, reference: object, read: object) -> tuning.IterationTime:
        assert reference == ("anchor", model)
        if backend == "numpy":
            forgotten.clear()
            return tuning.IterationTime(9.0, NUMPY.seconds(model))
        return tuning.IterationTime(0.5 if forgotten else 2.0, JAX.seconds(model))

    def whole(backend: str, model: FitSize, toas: str, read: object) -> tuple[float, int]:
        assert toas == "toas"
        rates, more = (NUMPY, 0.0) if backend == "numpy" else (JAX, with_jax_alone(model))
        return more + 4 * rates.seconds(model) + BESIDES.common(model), 4

    monkeypatch.setattr(tuning, "simulated_pulsar", lambda size: (size, "toas"))
    monkeypatch.setattr(tuning, "make_anchor", lambda model, toas: SimpleNamespace(reference=("anchor", model)))
    monkeypatch.setattr(tuning, "time_iterations", iterations)
    monkeypatch.setattr(tuning, "time_fit", whole)
    monkeypatch.setattr(tuning, "forget_compiled_code", lambda: forgotten.append(True))
    monkeypatch.setattr(tuning, "import_seconds", lambda read: 0.25)
    monkeypatch.setattr(tuning, "import_jax", lambda: SimpleNamespace(default_backend=lambda: "gpu"))


@pytest.mark.usefixtures("machine")
def test_the_rates_of_a_machine_are_found() -> None:
    """From the sizes that jug measures; what the small sizes take to be sent goes off the times with JAX (1%)."""
    said: list[str] = []
    found = tuning.measure(said.append)
    np.testing.assert_allclose(found.numpy, NUMPY, rtol=1e-6, atol=1e-20)  # 1e-26 s is rounding where one is 0
    expected = [JAX.seconds(size) for size in tuning.TIMED_SIZES]
    np.testing.assert_allclose([found.jax.seconds(size) for size in tuning.TIMED_SIZES], expected, rtol=0.03)
    assert found.besides == pytest.approx(BESIDES.besides, rel=1e-6)
    assert found[3:6] == (0.25, 2.0, 0.5)
    small = ONCE_S + PER_TOA_S * np.median([60, 1000, 1000])
    assert found.place == pytest.approx((small, (ONCE_S + PER_TOA_S * 20_000 - small) / 20_000), rel=1e-9)
    assert found.place_noise == pytest.approx(NOISE_S, rel=0.2)  # less a part of what is sent for each TOA
    assert found.device == "gpu"
    assert re.fullmatch(r"measured on this machine \d{4}-\d\d-\d\d", found.source)
    lines = [
        re.fullmatch(r" *(\d+) TOAs x +([\d +]+): a fit takes NumPy +([\d.]+) ms, JAX +([\d.]+) ms", line)
        for line in said
    ]
    told = [(line[1], line[2].replace(" + ", "+"), float(line[3]), float(line[4])) for line in lines if line]
    assert len(told) == len(tuning.TIMED_SIZES)
    for (n_toa, columns, with_numpy, with_jax), size in zip(told, tuning.TIMED_SIZES, strict=True):
        assert int(n_toa) == size.n_toa
        assert columns == f"{size.n_par}" + (f"+{size.n_noise}" if size.n_noise else "")
        once = BESIDES.common(size)
        taken = 4 * NUMPY.seconds(size) + once, 4 * JAX.seconds(size) + once + with_jax_alone(size)
        assert (with_numpy, with_jax) == pytest.approx(tuple(1e3 * seconds for seconds in taken), abs=0.006)
    [sizes] = re.findall(r"It measures ([\d x+,and]+) TOAs x parameters", " ".join(DOCS.read_text().split()))
    assert [f"{n_toa} x {columns}" for n_toa, columns, *_ in told] == re.split(r", | and ", sizes)


@pytest.mark.parametrize(
    ("around", "once", "per_toa"),
    [
        ((3.0, 1.0, 2.0, 4.0), 2.0, 0.02),  # the median of the three smallest, and the rest for each TOA of the largest
        ((-3.0, -1.0, 2.0, 1.0), 0.0, 0.01),  # no time is below zero
        ((3.0, 1.0, 2.0, 1.5), 2.0, 0.0),
    ],
)
def test_what_a_fit_with_jax_takes_besides_its_iterations(
    around: tuple[float, ...], once: float, per_toa: float
) -> None:
    sizes = [FitSize(n_toa, 9) for n_toa in (10, 10, 20, 100)]
    assert transfer_costs(sizes, around) == pytest.approx((once, per_toa, 0.0))
    assert transfer_costs(sizes[::-1], around[::-1]) == pytest.approx((once, per_toa, 0.0))
    noisy, more = [FitSize(50, 9, n_noise=4)] * 3, [once + 50 * per_toa + s for s in (0.5, 9.0, 0.25)]
    assert transfer_costs(noisy + sizes, (*more, *around)) == pytest.approx((once, per_toa, 0.5))
    assert transfer_costs(noisy + sizes, (*(once - 1.0,) * 3, *around)) == pytest.approx((once, per_toa, 0.0))
    assert transfer_costs(noisy[:1], (3.0,)) == pytest.approx((3.0, 0.0, 0.0))


def test_the_quickest_of_three_fits_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the evaluation at the start besides the iterations."""
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(tuning, "fit", lambda *of, backend: asked.append((*of, backend)) or SimpleNamespace(n_iter=4))
    assert tuning.time_fit("jax", "model", "toas", clock(3.0, 1.0, 2.0)) == (1.0, 5)  # type: ignore[arg-type]
    assert asked == [("model", "toas", "jax")] * 3


@pytest.mark.parametrize(("seconds", "first", "warm"), [((3.0, 0.75, 1.0), 2.25, 0.75), ((0.5, 1.0, 0.75), 0.0, 0.75)])
def test_what_the_first_iteration_takes_more(
    monkeypatch: pytest.MonkeyPatch, seconds: tuple[float, ...], first: float, warm: float
) -> None:
    """Iterations at the reference parameters, without damping."""
    ran: list[tuple[object, ...]] = []
    run = SimpleNamespace(to_device=lambda reference: f"{reference} there", iteration=lambda *of: ran.append(of))
    asked: list[object] = []
    monkeypatch.setattr(tuning, "kernels", lambda *of: asked.extend(of[:3]) or run)
    model = SimpleNamespace(components="components", layout="layout", free=("F0", "F1"))
    assert tuning.time_iterations("jax", model, "rows", clock(*seconds)) == (first, warm)  # type: ignore[arg-type]
    assert asked == ["jax", "components", "layout"]
    assert len(ran) == 3
    for data, dx, damping in ran:
        assert (data, dx.tolist(), damping) == ("rows there", [0.0, 0.0], 0.0)  # type: ignore[attr-defined]


def import_that(monkeypatch: pytest.MonkeyPatch, *ends: tuple[int, str, str]) -> None:
    """Let the processes that import JAX end with these codes, and write this on stdout and stderr."""
    left = iter(ends)

    def run(command: list[str], **how: object) -> SimpleNamespace:
        assert how == {"capture_output": True, "text": True, "check": False}
        return SimpleNamespace(**dict(zip(("returncode", "stdout", "stderr"), next(left), strict=True)))

    monkeypatch.setattr("subprocess.run", run)


def test_the_quicker_of_two_imports_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    import_that(monkeypatch, (0, "0.5\n", ""), (0, "0.25\n", ""))
    assert tuning.import_seconds() == 0.25


@pytest.mark.parametrize(
    ("ends", "why"),
    [
        (((1, "", "Traceback\nImportError: no jaxlib\n"), (0, "0.5\n", "")), "ImportError: no jaxlib"),
        (((0, "0.5\n", ""), (1, "", "killed")), "no reason given"),
    ],
)
def test_an_import_that_fails_has_its_last_line(
    monkeypatch: pytest.MonkeyPatch, ends: tuple[tuple[int, str, str], ...], why: str
) -> None:
    import_that(monkeypatch, *ends)
    with pytest.raises(BackendError, match=re.escape(f"JAX cannot be imported ({why})")):
        tuning.import_seconds()


@pytest.mark.usefixtures("machine")
def test_the_table_goes_to_the_file_that_is_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Twice, so that its folder is there the second time; tables of other devices stay."""
    path = tmp_path / "not/there/yet.json"
    said: list[str] = []
    times = iter([100.0, 131.0, 200.0, 201.0])
    monkeypatch.setattr(tuning, "time", lambda: next(times))
    on_gpu: Costs = tuning.tune(said.append, path)
    assert said[-1] == f"measured in 31 s with JAX on the GPU, stored in {path}"
    monkeypatch.setattr(tuning, "import_jax", lambda: SimpleNamespace(default_backend=lambda: "cpu"))
    on_cpu = tuning.tune(said.append, path)
    assert saved_tables(path) == {"gpu": on_gpu, "cpu": on_cpu}


def test_the_timed_sizes_have_every_kind_of_coupling() -> None:
    """White noise, correlated noise, and measured DMs with white noise: their costs are measured one by one."""
    assert {(size.n_noise > 0, size.coupled) for size in tuning.TIMED_SIZES} == {
        (False, False),
        (True, True),
        (False, True),
    }


def test_the_simulated_pulsar_is_timed_with_noise_over_the_years_of_its_ranges() -> None:
    """Noise of the size of the uncertainties: 60 TOAs have a reduced chi2 of 1 within 0.9, five times its scatter.

    The ranges of DMX divide the years from ten days before the first TOA to ten days after the last.
    """
    model, toas = tuning.simulated_pulsar(FitSize(60, 30, 12))
    found = jug.residuals(model, toas)
    assert 0.1 < found.chi2 / 60 < 1.9
    assert (toas.mjd[0], toas.mjd[-1]) == pytest.approx((53900.0, 56100.0), abs=0.01)  # from Earth to barycentre
    starts = sorted(v for name, v in model.values.items() if name.startswith("DMXR1_"))
    ends = sorted(v for name, v in model.values.items() if name.startswith("DMXR2_"))
    assert (starts[0], ends[-1]) == pytest.approx((53890.0, 56110.0), abs=1e-5)
    np.testing.assert_allclose(starts[1:], ends[:-1], rtol=0.0, atol=1e-5)
    np.testing.assert_allclose(np.diff(starts), np.mean(np.diff(starts)), rtol=1e-9)


@pytest.mark.parametrize(
    ("seconds", "n"), [((0.1,) * 6, 6), ((9.0, 0.75, 0.75), 3), ((9.0, 0.7, 0.7, 0.2), 4), ((9.0, 2.0, 3.0), 3)]
)
def test_iterations_are_timed_for_a_second_and_a_half(
    monkeypatch: pytest.MonkeyPatch, seconds: tuple[float, ...], n: int
) -> None:
    """Six at most, and three at least; the first one does not count."""
    ran: list[object] = []
    run = SimpleNamespace(to_device=lambda reference: reference, iteration=lambda *of: ran.append(of))
    monkeypatch.setattr(tuning, "kernels", lambda *_: run)
    model = SimpleNamespace(components=(), layout=(), free=())
    tuning.time_iterations("numpy", model, "rows", clock(*seconds))  # type: ignore[arg-type]
    assert len(ran) == n


@pytest.mark.parametrize(("before", "path"), [(None, None), ("somewhere", "somewhere")])
def test_the_cache_is_where_it_was_after_a_measurement(
    monkeypatch: pytest.MonkeyPatch, before: str | None, path: str | None
) -> None:
    if before is None:
        monkeypatch.delenv("JUG_CACHE", raising=False)
    else:
        monkeypatch.setenv("JUG_CACHE", before)
    inside: list[Path] = []

    def failing() -> None:
        with tuning._empty_cache():
            inside.append(Path(os.environ["JUG_CACHE"]))
            assert list(inside[0].iterdir()) == []
            raise ValueError("none")

    with pytest.raises(ValueError, match="none"):
        failing()
    assert os.environ.get("JUG_CACHE") == path
    assert not inside[0].exists()


@pytest.mark.parametrize(("n_par", "n_binned"), [(6, 0), (8, 1), (9, 0), (12, 6), (13, 3)])
def test_the_simulated_pulsar_has_the_parameters_asked_for(
    monkeypatch: pytest.MonkeyPatch, n_par: int, n_binned: int
) -> None:
    """The position, F0, F1, DM and A1 are six; of the others so many are DMX, the rest sines and cosines."""
    monkeypatch.setattr(timed_pulsar, "simulate", lambda *_, **how: how)
    model, how = tuning.simulated_pulsar(FitSize(4, n_par, n_binned))
    assert len(model.free) == n_par
    assert sum(name.startswith("DMX_") for name in model.free) == n_binned
    assert how["freq_mhz"].tolist() == [700.0, 1400.0, 2100.0, 700.0]  # type: ignore[call-overload]
    assert how["flags"] == {}


def test_coupled_rows_without_noise_are_toas_with_their_measured_dms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timed_pulsar, "simulate", lambda *_, **how: how)
    _, how = tuning.simulated_pulsar(FitSize(2, 8, 1, 0, True))
    assert how["flags"] == {"pp_dm": "223.9", "pp_dme": "1e-4"}


def test_a_clock_of_the_process_is_read_in_the_process_that_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        asked.append(command[-1])
        return SimpleNamespace(returncode=0, stdout="1")

    monkeypatch.setattr("subprocess.run", run)
    tuning.import_seconds(process_time)
    tuning.import_seconds(lambda: 0.0)
    assert ["process_time() - t" in code for code in asked] == [True, True, False, False]
    assert ["perf_counter() - t" in code for code in asked] == [False, False, True, True]


def test_no_rate_is_below_zero() -> None:
    """Times that fall with the size give one time for all."""
    found = fit_rates([FitSize(10, 1), FitSize(100, 1), FitSize(1000, 1)], [1.0, 1.0, 1.0], SHIPPED_COSTS.numpy)
    assert min(found) >= 0.0
    assert found.seconds(FitSize(500, 1)) == pytest.approx(1.0, rel=0.01)
    assert (
        min(fit_rates([FitSize(10, 2), FitSize(100, 3), FitSize(1000, 4)], [3.0, 2.0, 1.0], SHIPPED_COSTS.numpy)) >= 0.0
    )
