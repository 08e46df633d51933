"""The state of a run as JSON and from JSON, exact to the last bit, as Python writes float64 numbers with all digits."""

import numpy as np

from jug.chains.kernel import STEP_PARTS, ChainState, Metric, NutsDraws
from jug.chains.mode import Peaks, one_peak
from jug.chains.running import Run, new_run
from jug.chains.stages import stages_of
from jug.core.array import Array
from jug.text.json_types import Json, JsonObject


def run_to_json(run: Run) -> JsonObject:
    """Return the state of a run, without its draws, as values for JSON."""
    return {
        "warmup": run.warmup,
        "draws": run.draws,
        "stage": run.stage,
        "done": list(run.done),
        "mode": run.metric.mode.tolist(),
        "root": run.metric.root.tolist(),
        "peaks": {name: part.tolist() for name, part in run.metric.peaks._asdict().items()},
        "chains": [{name: np.asarray(part).tolist() for name, part in one._asdict().items()} for one in run.chains],
        "seconds": run.seconds,
    }


def run_from_json(content: Json) -> Run:
    """Return the run of `run_to_json`, without draws; raise ValueError, KeyError or TypeError for wrong content."""
    mode, root = np.array(content["mode"], dtype=np.float64), np.array(content["root"], dtype=np.float64)
    k = len(mode)
    _require(root.shape == (k, k) and bool(np.all(np.isfinite(root))), "root")
    chains = tuple(_chain(one, k) for one in content["chains"])
    metric = Metric(mode, root, _peaks(content["peaks"], k) if "peaks" in content else one_peak(mode, root))
    run = new_run(int(content["warmup"]), int(content["draws"]), chains, metric)
    done, stage = tuple(int(n) for n in content["done"]), int(content["stage"])
    stages = stages_of(run.warmup, run.draws)
    _require(min(run.warmup, run.draws, stage) >= 0 and stage < len(stages), "stage")
    _require(len(done) == len(chains) and all(0 <= n <= stages[stage].number for n in done), "done")
    return run._replace(stage=stage, done=done, seconds=float(content["seconds"]))


def without_draws(run: Run) -> Run:
    """Return a run without its draws, which are stored elsewhere."""
    none, whole = np.zeros(0), np.zeros(0, dtype=np.int64)
    empty = NutsDraws(np.zeros((0, len(run.metric.mode))), none, none, whole, whole, whole)
    return run._replace(kept=(empty,) * len(run.chains))


def _peaks(content: Json, k: int) -> Peaks:
    place, root = (np.array(content[name], dtype=np.float64) for name in Peaks._fields)
    m = len(place)
    fits = m > 0 and place.shape == (m, k) and root.shape == (m, k, k)
    _require(fits and bool(np.all(np.isfinite(place)) and np.all(np.isfinite(root))), "peaks")
    return Peaks(place, root)


def _chain(content: Json, k: int) -> ChainState:
    shapes = {
        "w": (k,),
        "value": (),
        "slope": (k,),
        "step": (STEP_PARTS,),
        "counted": (),
        "mean": (k,),
        "spread": (k, k),
    }
    parts: dict[str, Array] = {}
    for name, shape in shapes.items():
        parts[name] = np.array(content[name], dtype=np.float64)
        _require(parts[name].shape == shape and bool(np.all(np.isfinite(parts[name]))), name)
    w, slope, mean, spread = parts["w"], parts["slope"], parts["mean"], parts["spread"]
    return ChainState(w, float(parts["value"]), slope, parts["step"], float(parts["counted"]), mean, spread)


def _require(good: bool, what: str) -> None:
    if not good:
        raise ValueError(f"its state has another {what}")
