"""The choice of a backend on tables of costs that are made up: no time is measured here."""

import json
import os
import time
from types import SimpleNamespace

import pytest

import jug
from jug.cli.command import main
from jug.compute import cost_tables as module
from jug.compute.compile_cache import is_cached, mark_cached
from jug.compute.cost_json import CHECKSUM, _checksum, costs_to_json, from_json
from jug.compute.cost_model import SHIPPED_COSTS, Costs, FitSize, Rates
from jug.compute.cost_tables import costs, saved_tables
from jug.compute.selector import COLD, WARM, CompileState, choose, expected_times
from jug.core.execution.blas_threads import threads_for
from jug.fitting.backend_choice import fit_size
from jug.machine.fitted_costs import fit_rates
from jug.machine.tuning import TIMED_SIZES, import_seconds
from jug.model.evaluation.anchor import make_anchor

TABLE = Costs(Rates(1e-3, 0, 0, 1e-9, 0), Rates(1e-4, 0, 0, 1e-10, 0), (1e-3, 1e-8), 1.0, 2.0, 0.5, "made up")
"""NumPy 1 ms and 1 ns a product, JAX a tenth of it, after 3 s."""


@pytest.mark.parametrize(
    ("n_toa", "n_par", "state", "backend"),
    [
        (100, 10, COLD, "numpy"),
        (100, 10, WARM, "jax"),  # 3.03 ms against 1.30 ms
        (100_000, 100, COLD, "numpy"),  # 3.0 s against 3.3 s
        (200_000, 100, COLD, "jax"),  # 6.0 s against 3.6 s
        (100_000, 100, CompileState(imported=True), "jax"),  # 3.0 s against 2.3 s
        (80_000, 100, CompileState(on_disk=True), "jax"),  # 2.4 s against 1.7 s
        (80_000, 100, CompileState(imported=True), "numpy"),  # against 2.2 s, too little of a gain
        (50_000, 100, CompileState(imported=True), "numpy"),  # 1.5 s against 2.2 s
        (50_000, 100, CompileState(imported=True, on_disk=True), "jax"),  # against 0.7 s
    ],
)
def test_the_cheaper_one_is_taken(n_toa, n_par, state, backend):
    choice = choose(FitSize(n_toa, n_par), state=state, table=TABLE)
    assert choice.backend == backend
    assert f"n_toa x n_par^2 = {n_toa * n_par**2:.3g}" in choice.reason


@pytest.mark.parametrize(("once", "backend"), [(1.2e-3, "jax"), (1.25e-3, "numpy")])
def test_a_gain_of_less_than_one_and_a_half_milliseconds_is_too_little(once, backend):
    """3.03 ms with NumPy, against 1.504 and 1.554 ms."""
    assert choose(FitSize(100, 10), state=WARM, table=TABLE._replace(place=(once, 1e-8))).backend == backend


def test_dense_columns_and_those_of_noise_take_more():
    rates = Rates(1e-3, 1e-6, 1e-8, 0.0, 0.0, dense=3e-8, noise=5e-8)
    binned, dense, noisy = (
        rates.seconds(size) for size in (FitSize(1000, 9, 9), FitSize(1000, 9), FitSize(1000, 9, 9, 7))
    )
    assert binned == pytest.approx(1e-3 + 1e-3 + 9e-5)
    assert dense == pytest.approx(binned + 9 * 3e-5)
    assert noisy == pytest.approx(binned + 7 * (1e-5 + 5e-5))
    coupled = rates._replace(coupled=2e-8).seconds(FitSize(1000, 9, 9, 7, True))
    assert coupled == pytest.approx(noisy + 16 * 2e-5)


def test_a_binary_and_chunks_take_more_for_the_call():
    rates = Rates(1e-3, 0.0, 0.0, 0.0, 0.0, binary=2e-3, chunked=4e-3)
    few, many = FitSize(4096, 9), FitSize(4097, 9)
    times = [rates.seconds(size) for size in (few, few._replace(binary=True), many, many._replace(binary=True))]
    assert times == pytest.approx([1e-3, 3e-3, 5e-3, 7e-3])


def test_a_toa_takes_more_where_parameters_are_in_ranges_and_where_rows_are_coupled():
    """The time of ranges does not depend on their number."""
    rates = Rates(1e-3, 0.0, 0.0, 0.0, 0.0, binned=2e-6, coupled_row=4e-6)
    sizes = FitSize(1000, 99), FitSize(1000, 99, 2), FitSize(1000, 99, 90), FitSize(1000, 99, 90, 0, True)
    assert [rates.seconds(size) for size in sizes] == pytest.approx([1e-3, 3e-3, 3e-3, 7e-3])


MEASURED = {
    (815, 35, 27, 40, True): 1.19,
    (888, 6, 1, 20, True): 1.19,
    (641, 71, 1, 100, True, True): 1.13,
    (413, 15, 2, 20, True, True): 1.13,
    (60, 4, 0, 0, False): 1.28,
    (18_339, 167, 34, 0, True, True): 0.66,
    (10_184, 137, 64, 0, True, True): 0.69,
    (20_340, 267, 137, 0, True, True): 0.74,
    (8359, 134, 1, 0, False, True): 0.63,
    (28_718, 131, 1, 0, False, True): 0.65,
}
"""Time of a later fit with JAX over that with NumPy on one core, by size: with noise, with measured DMs, white."""


@pytest.mark.parametrize("size", MEASURED)
def test_the_shipped_table_takes_what_was_measured_to_be_faster(size):
    faster = "jax" if MEASURED[size] < 1.0 else "numpy"
    assert choose(FitSize(*size), state=WARM, table=SHIPPED_COSTS).backend == faster


@pytest.mark.filterwarnings("ignore::jug.JugWarning")  # lines that other lines replace
@pytest.mark.parametrize(
    ("example", "coupled", "binary"),
    [("NGC6440E", False, False), ("J1614-2230", True, True), ("B1855+09", True, True), ("J0613-sim", False, True)],
)
def test_rows_are_coupled_by_noise_and_by_measured_dms(example, coupled, binary):
    model, toas = jug.load(*jug.data.example(example), ephem="DE440")
    size = fit_size(model, make_anchor(model, toas))
    assert (size.coupled, size.binary) == (coupled, binary)


def test_more_evaluations_and_noise_count():
    assert choose(FitSize(1000, 30), state=COLD, table=TABLE).backend == "numpy"
    assert choose(FitSize(1000, 30), state=COLD, table=TABLE, evaluations=3000).backend == "jax"
    assert choose(FitSize(100_000, 10), state=COLD, table=TABLE).backend == "numpy"
    assert choose(FitSize(100_000, 10, n_noise=150), state=COLD, table=TABLE).backend == "jax"


def test_what_is_expected_is_the_sum_of_its_stages():
    with_numpy, with_jax = expected_times(TABLE, FitSize(1000, 100), COLD, 4)
    assert with_numpy == pytest.approx(4 * (1e-3 + 1e-2))
    assert with_jax == pytest.approx(3.0 + 1e-3 + 1e-5 + 4 * (1e-4 + 1e-3))
    noisy = expected_times(TABLE._replace(place_noise=0.25), FitSize(1000, 60, n_noise=40), COLD, 4)
    assert noisy == pytest.approx((with_numpy, with_jax + 0.25))
    both = expected_times(TABLE._replace(besides=(0.5, 1e-3, 1e-2)), FitSize(1000, 100), COLD, 4)
    assert both == pytest.approx((with_numpy + 2.5, with_jax + 2.5))


def test_the_shipped_table_takes_numpy_for_a_small_fit_and_jax_for_many():
    assert choose(FitSize(62, 5), table=SHIPPED_COSTS).backend == "numpy"
    assert choose(FitSize(62, 5), state=WARM, table=SHIPPED_COSTS, evaluations=100).backend == "jax"
    assert choose(FitSize(62, 5), table=SHIPPED_COSTS, evaluations=100_000).backend == "jax"
    assert choose(FitSize(10_000_000, 40), table=SHIPPED_COSTS).backend == "jax"
    assert "shipped" in choose(FitSize(62, 5), table=SHIPPED_COSTS).reason


def test_a_table_that_was_kept_serves_and_one_that_is_broken_does_not(tmp_path):
    path = tmp_path / "backends.json"
    assert costs(path) == SHIPPED_COSTS
    path.write_text(json.dumps({"cpu": costs_to_json(TABLE)}))
    assert costs(path) == TABLE
    without = {key: value for key, value in costs_to_json(TABLE).items() if key != CHECKSUM}
    other = {**costs_to_json(TABLE), "start": 1.5}
    tables = [other, without, {**costs_to_json(TABLE), "start": -1}, {"numpy": {}}, [], 1.0]
    for wrong in (*(json.dumps({"cpu": table}) for table in tables), "", "[]", "{"):
        path.write_text(wrong)
        with pytest.warns(jug.InputWarning, match=rf"^{path}: the times .* are damaged.*run `jug tune` again$"):
            assert costs(path) == SHIPPED_COSTS, wrong


def test_a_digit_that_changed_is_seen(tmp_path):
    """Each digit of the file in turn: a number of it, its checksum, a name."""
    path, good = tmp_path / "backends.json", json.dumps({"cpu": costs_to_json(TABLE)})
    for at in [at for at, letter in enumerate(good) if letter.isdigit()]:
        path.write_text(good[:at] + str((int(good[at]) + 1) % 10) + good[at + 1 :])
        assert saved_tables(path) == {}, good[at - 20 : at + 5]


def test_the_table_that_is_shipped_comes_back():
    assert from_json(costs_to_json(SHIPPED_COSTS)) == SHIPPED_COSTS


def test_a_table_of_an_earlier_version_serves(tmp_path):
    """Without what a fit takes besides its iterations, and without the rates of binaries and chunks."""
    content = costs_to_json(TABLE)
    del content["besides"], content["place_noise"]
    for name in ("numpy", "jax"):
        content[name] = {key: rate for key, rate in content[name].items() if key not in ("binary", "chunked")}
    (path := tmp_path / "backends.json").write_text(json.dumps({"cpu": {**content, CHECKSUM: _checksum(content)}}))
    assert costs(path) == TABLE


@pytest.mark.parametrize(
    ("jax_says", "environ", "device"),
    [
        ("cpu", "cuda", "cpu"),  # JAX is there and knows
        ("gpu", "", "gpu"),
        ("tpu", "", SHIPPED_COSTS.device),  # never measured here
        (None, "", "gpu"),  # as JAX will have it
        (None, "cpu", "cpu"),
        (None, "cuda,cpu", "gpu"),
        (None, "tpu", SHIPPED_COSTS.device),
    ],
)
def test_each_kind_of_device_has_its_table(tmp_path, monkeypatch, jax_says, environ, device):
    path = tmp_path / "backends.json"
    tables = {"cpu": TABLE._replace(source="of the CPU"), "gpu": TABLE._replace(source="of the GPU", device="gpu")}
    path.write_text(json.dumps({name: costs_to_json(table) for name, table in tables.items()}))
    assert saved_tables(path) == tables
    modules = __import__("sys").modules
    if jax_says is None:
        monkeypatch.delitem(modules, "jax", raising=False)
    else:
        monkeypatch.setitem(modules, "jax", SimpleNamespace(default_backend=lambda: jax_says))
    monkeypatch.setenv("JAX_PLATFORMS", environ)
    found = costs(path)
    assert found.device == device
    assert (found == SHIPPED_COSTS) == ("tpu" in (jax_says, environ))


def test_rates_come_back_from_the_times_that_they_make():
    """Those of a machine that is three times as slow, and times of one in which other things are slow (to 7%)."""
    slow = Rates(*(3.0 * rate for rate in SHIPPED_COSTS.numpy))
    found = fit_rates(TIMED_SIZES, [slow.seconds(size) for size in TIMED_SIZES], SHIPPED_COSTS.numpy)
    assert found == pytest.approx(slow, rel=1e-6)
    other = Rates(1e-3, 1e-7, 1e-8, 1e-10, 1e-9, 2e-8, 2e-8, 3e-9, 2e-4, 1e-3)
    times = [other.seconds(size) for size in TIMED_SIZES]
    found = fit_rates(TIMED_SIZES, times, SHIPPED_COSTS.jax)
    assert [found.seconds(size) for size in TIMED_SIZES] == pytest.approx(times, rel=0.07)


def test_a_rate_that_the_times_do_not_tell_is_the_shipped_one_on_this_machine():
    """Sizes without correlated noise and measured DMs, on a machine that is twice as slow."""
    white = [size for size in TIMED_SIZES if not size.coupled]
    slow = Rates(*(2.0 * rate for rate in SHIPPED_COSTS.jax))
    found = fit_rates(white, [slow.seconds(size) for size in white], SHIPPED_COSTS.jax)
    assert found.coupled == pytest.approx(slow.coupled, rel=1e-6)
    assert found.noise == pytest.approx(slow.noise, rel=1e-6)
    assert SHIPPED_COSTS.jax.product == 0.0
    assert found.product == pytest.approx(0.0, abs=1e-20)  # s: 1e-26 is the rounding of some kernels of BLAS


def test_marks_of_compiled_code(simulated, tmp_path, monkeypatch):
    monkeypatch.setenv("JUG_CACHE", str(tmp_path))
    model, _ = simulated(n=20)
    mark_cached(model.components, model.layout, 64)  # there is no folder: no mark, and no complaint
    assert not is_cached(model.components, model.layout, 64)
    (tmp_path / "jax").mkdir()
    mark_cached(model.components, model.layout, 64)
    assert is_cached(model.components, model.layout, 64)
    assert not is_cached(model.components, model.layout, 72)
    assert not is_cached(model.components, model.with_free(["F0"]).layout, 64)


@pytest.mark.parametrize(
    ("n_toa", "n_col", "n_cores", "environ", "threads"),
    [
        (900, 10, 64, {}, None),  # BLAS takes one by itself
        (901, 10, 64, {}, 1),
        (4005, 90, 64, {}, 1),  # B1855+09
        (14_000, 130, 64, {}, 1),  # J1713+0747
        (8_000, 420, 64, {}, 1),
        (10_000, 500, 64, {}, 1),
        (10_000, 800, 64, {}, 2),
        (200_000, 1000, 64, {}, 64),
        (4005, 90, 1, {}, 1),
        (4005, 90, 64, {"OMP_NUM_THREADS": "4"}, 1),  # more would only wait, and the last bits would follow the number
        (10_000, 800, 64, {"OMP_NUM_THREADS": "4"}, None),  # the user's number
    ],
)
def test_threads_follow_the_work(n_toa, n_col, n_cores, environ, threads):
    assert threads_for(n_toa, n_col, n_cores, environ) == threads
    users = environ and threads is None
    expected = None if users else threads or 1  # algebra of small matrices takes more than one by itself
    assert threads_for(n_toa, n_col, n_cores, environ, algebra=True) == expected


def test_what_there_is_is_said(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("JUG_CACHE", str(tmp_path))
    found = jug.backends()
    assert found.float64
    assert found.devices
    assert found.cores >= 1
    assert main(["tune", "--show"]) == 0
    said = capsys.readouterr().out
    assert f"JAX        {found.jax}, float64" in said
    assert "shipped with jug" in said
    assert main(["tune", "--show", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)["backends"]
    assert (shown["jax"], shown["cores"], shown["devices"]) == (found.jax, found.cores, [*found.devices])
    assert shown["folder"] == str(found.folder)


def test_no_jax_is_no_error_of_the_query(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jax", None)
    found = jug.backends()
    assert (found.jax, found.devices, found.gpu) == ("", (), False)
    assert "JAX cannot be imported" in str(found)


def test_tune_keeps_a_table(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("JUG_CACHE", str(tmp_path / "new"))
    monkeypatch.setattr("jug.machine.tuning.measure", lambda say: TABLE)
    assert main(["tune"]) == 0
    assert costs() == TABLE
    on_gpu = TABLE._replace(device="gpu")
    monkeypatch.setattr("jug.machine.tuning.measure", lambda say: on_gpu)
    assert main(["tune"]) == 0
    assert saved_tables() == {"cpu": TABLE, "gpu": on_gpu}
    assert str(module.cost_file()) in capsys.readouterr().out
    assert main(["tune", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["file"] == str(module.cost_file())
    assert from_json(said["costs"]) == on_gpu
    assert main(["tune", "--forget"]) == 0
    assert costs() == SHIPPED_COSTS


def test_a_measurement_of_the_smallest_kind(monkeypatch):
    """Whole, on two sizes that one compilation serves, with a clock that counts its readings."""
    monkeypatch.setattr("jug.machine.tuning.import_seconds", lambda read: 0.5)
    ticks = iter(range(10**6))
    from jug.machine.tuning import measure

    said: list[str] = []
    table = measure(said.append, lambda: float(next(ticks)), sizes=(FitSize(60, 8, 1), FitSize(62, 8, 1)))
    assert [text.split(":")[1] for text in said] == [" a fit takes NumPy  1000.00 ms, JAX  1000.00 ms"] * 2
    assert table.start == 0.5
    assert table.numpy.seconds(FitSize(60, 8, 1)) == pytest.approx(1.0, rel=0.01)  # not below an iteration alone
    assert table.jax.seconds(FitSize(62, 8, 1)) == pytest.approx(1.0, rel=0.01)


def test_compiled_code_is_loaded_again_after_it_was_forgotten(monkeypatch):
    """The first iteration before that has the time to compile it, the first one after it that to load it."""
    from jug.machine import tuning

    done: list[str] = []
    timed, forget = tuning.time_iterations, tuning.forget_compiled_code
    monkeypatch.setattr(tuning, "import_seconds", lambda read: 0.5)
    monkeypatch.setattr(tuning, "time_iterations", lambda name, *more: done.append(name) or timed(name, *more))
    monkeypatch.setattr(tuning, "forget_compiled_code", lambda: done.append("forget") or forget())
    ticks = iter(range(10**6))
    tuning.measure(str, lambda: float(next(ticks)), sizes=(FitSize(60, 8, 1),))
    assert done == ["numpy", "jax", "forget", "jax"]


@pytest.mark.parametrize(("warm_s", "count"), [(1.0, 3), (0.75, 3), (0.5, 4), (0.125, 6)])
def test_iterations_are_timed_for_a_second_and_a_half(monkeypatch, warm_s, count):
    """The first one takes 3 s, all others as long; two of these at least, and five at most."""
    from jug.machine import tuning

    class Counted:
        now = iterations = 0

        def to_device(self, reference):
            return reference

        def iteration(self, data, dx, damping):
            self.now += warm_s if self.iterations else 3.0
            self.iterations += 1

    run = Counted()
    monkeypatch.setattr(tuning, "kernels", lambda *_: run)
    model = SimpleNamespace(components=(), layout=None, free=("F0",))
    found = tuning.time_iterations("numpy", model, None, lambda: run.now)
    assert found == (3.0 - warm_s, warm_s)
    assert run.iterations == count


@pytest.mark.parametrize("before", [None, "/somewhere"])
def test_a_measurement_leaves_the_cache_folder_as_it_was(monkeypatch, before):
    from jug.machine import tuning

    def stopped(*_):
        raise KeyboardInterrupt(os.environ["JUG_CACHE"])

    monkeypatch.setattr(tuning, "simulated_pulsar", stopped)
    if before is None:
        monkeypatch.delenv("JUG_CACHE")
    else:
        monkeypatch.setenv("JUG_CACHE", before)
    with pytest.raises(KeyboardInterrupt) as met:
        tuning.measure(str)
    assert str(met.value) != before
    assert os.environ.get("JUG_CACHE") == before


@pytest.mark.parametrize("name", ["perf_counter", "process_time"])
def test_the_import_is_timed_by_the_clock_that_is_given(monkeypatch, name):
    ran = []

    def run(command, **_):
        ran.append(command[-1])
        return SimpleNamespace(returncode=0, stdout="0.25\n", stderr="")

    monkeypatch.setattr("subprocess.run", run)
    assert import_seconds(getattr(time, name)) == 0.25
    assert all(code.count(f"time.{name}()") == 2 for code in ran)


def test_a_fit_says_where_its_time_went(capsys):
    from copies import example

    assert main(["fit", *map(str, example("NGC6440E")), "--profile"]) == 0
    said = capsys.readouterr().out
    assert all(stage in said for stage in ("load", "anchor", "evaluate", "normal equations and step"))
