"""`jug run` of which a process is killed at a random moment: no half file, nothing twice, and the same bits in the end.

The moment is drawn from the time that a run takes. Where a run has ended before, or has not yet started
the process, another one is killed at another moment: each of the JUG_KILLS kills (30) has hit a process of a run.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from arrays import PULSARS, small_array
from dask_cluster import DaskCluster

pytestmark = pytest.mark.usefixtures("embedded_only")
KILLS = int(os.environ.get("JUG_KILLS", "30"))
SEED = int(os.environ.get("JUG_SEED", "22"))
MOST_TRIES = 20
"""Runs for one kill, at most: those that have ended before their moment, and one that is killed."""

LOST = ("jug: error: its process was killed by SIGKILL", "jug: error: the scheduler of the cluster was lost")
"""What the log of a pulsar begins with whose process, or whose scheduler, was killed."""


class Place(NamedTuple):
    """Where the pulsars are done: options of the command, and the cluster, if they are done by one."""

    source: Path
    options: list[str]
    cluster: DaskCluster | None

    def carried_out(self, out: Path) -> "subprocess.Popen[bytes]":
        """Start a run."""
        words = [sys.executable, "-m", "jug", "run", str(self.source), "-o", str(out), "--quiet", *self.options]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def victims(self, parent: int, kind: str) -> list[int]:
        """The processes that are there to be killed."""
        if kind == "parent":
            return [parent]
        if self.cluster is None:
            return working_children(parent)
        several = self.cluster.workers if kind == "worker" else [self.cluster.scheduler]
        return [one.pid for one in several if one is not None and one.poll() is None]

    def whole_again(self) -> "Place":
        """The place with all processes of its cluster."""
        if self.cluster is None:
            return self
        self.cluster.start()
        return self._replace(options=["--executor", self.cluster.executor])


class UsualRun(NamedTuple):
    """What a run makes of which nothing is killed, and how long it takes, s."""

    files: dict[str, bytes]
    seconds: float


class Kill(NamedTuple):
    """One kill: its moment and the time of a whole run, s; runs that had ended before; what was done by then."""

    out: Path
    kind: str
    after_s: float
    whole_s: float
    n_missed: int
    exit_code: int
    n_done: int

    def __str__(self) -> str:
        moment = f"{self.kind} after {self.after_s:.2f} of {self.whole_s:.2f} s"
        return f"{moment}: exit code {self.exit_code}, {self.n_done} pulsars done; {self.n_missed} runs had ended"


@pytest.fixture(scope="module")
def array(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve pulsars, so that most of a run is work on them."""
    folder = small_array(tmp_path_factory.mktemp("array"))
    for name in PULSARS:
        for letter in "ABC":
            par = (folder / f"{name}.par").read_text().replace(f"PSR {name}", f"PSR {name}{letter}")
            (folder / f"{name}{letter}.par").write_text(par)
            (folder / f"{name}{letter}.tim").write_bytes((folder / f"{name}.tim").read_bytes())
    return folder


@pytest.fixture
def place(request: pytest.FixtureRequest, array: Path, tmp_path: Path) -> Iterator[Place]:
    if request.param == "local":
        yield Place(array, ["--jobs", "2"], None)
        return
    pytest.importorskip("distributed", reason="dask is an extra: jug-timing[dask]")
    with DaskCluster(tmp_path / "dask", 2) as cluster:
        yield Place(array, ["--executor", cluster.executor], cluster)


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        pytest.param("local", "parent", marks=pytest.mark.long),
        pytest.param("local", "worker", marks=pytest.mark.long),
        pytest.param("dask", "parent", marks=pytest.mark.study),
        pytest.param("dask", "worker", marks=pytest.mark.study),
        pytest.param("dask", "scheduler", marks=pytest.mark.study),
    ],
    indirect=["place"],
)
@pytest.mark.timeout(3600)
def test_killed_at_random_moments(
    place: Place, kind: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """JUG_KILLS=30 JUG_SEED=22 python -m pytest -s -m "long or study" tests/pulsars/test_killed_runs.py."""
    rng, usual = np.random.default_rng([SEED, *kind.encode()]), usual_run(place, tmp_path)
    kills: list[Kill] = []
    while len(kills) < KILLS:
        kill = killed_once(place, kind, tmp_path / f"out{len(kills)}", usual.seconds, rng)
        check_what_is_there(kill.out, usual.files)
        before = states(kill.out)
        place = place.whole_again()
        assert told_by(place.carried_out(kill.out)) == (0, ""), kill
        assert made(kill.out) == usual.files, kill
        assert {name: text for name, text in states(kill.out).items() if name in before} == before, kill
        kills.append(kill)
    record_property("trials", len(kills))
    sys.stderr.write("\n" + "\n".join(map(str, kills)) + "\n")


def killed_once(place: Place, kind: str, out: Path, whole_s: float, rng: np.random.Generator) -> Kill:
    """Kill a process of a run at a random moment of it; a run that has ended before is followed by another."""
    for missed in range(MOST_TRIES):
        target = out.with_name(f"{out.name}.{missed}")
        after, begun = float(rng.uniform(0.0, whole_s)), time.monotonic()
        with place.carried_out(target) as parent:
            try:
                time.sleep(after)
                landed = parent.poll() is None and strike(place.victims(parent.pid, kind), rng)
                code, said = told_by(parent)
            finally:
                parent.kill()
        if landed and (kind != "parent" or code == -signal.SIGKILL):
            assert said.count("\n") <= 1, said  # no traceback, whatever the moment
            return Kill(target, kind, after, whole_s, missed, code, len(states(target)))
        assert (code, said) == (0, ""), f"{kind} after {after:.2f} s"
        whole_s = min(whole_s, time.monotonic() - begun)
    raise AssertionError(f"{MOST_TRIES} runs had ended, or had no {kind}, at a moment of the {whole_s:.1f} s of a run")


def strike(victims: list[int], rng: np.random.Generator) -> bool:
    """Kill one of some processes; whether there was one."""
    if not victims:
        return False
    try:
        os.kill(int(rng.choice(victims)), signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def working_children(parent: int) -> list[int]:
    """The children of a process that have not ended; a child belongs to the thread that has started it."""
    found = []
    for path in Path(f"/proc/{parent}/task").glob("*/children"):
        with suppress(OSError):  # a thread that ends meanwhile
            found += [int(word) for word in path.read_text().split()]
    return [one for one in found if state_of(one) not in ("Z", "X", "")]


def state_of(process: int) -> str:
    """The letter of the state of a process, as ``R`` or ``Z``; empty where there is none."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def usual_run(place: Place, folder: Path) -> UsualRun:
    """The shorter of two runs, as the first one also reads files that no memory holds yet."""
    seconds = []
    for number in range(2):
        begun = time.monotonic()
        assert told_by(place.carried_out(folder / f"usual{number}")) == (0, "")
        seconds.append(time.monotonic() - begun)
    return UsualRun(made(folder / "usual0"), min(seconds))


def made(out: Path) -> dict[str, bytes]:
    """Every file of a run, hidden ones too, but the lock and the times in run.json."""
    paths = [path for path in out.rglob("*") if path.is_file() and path.name not in ("run.json", "run.lock")]
    return {str(path.relative_to(out)): path.read_bytes() for path in paths}


def check_what_is_there(out: Path, usual: dict[str, bytes]) -> None:
    """Each file is whole: that of a usual run, or the log of a pulsar that was lost; or under a temporary name."""
    for name, content in made(out).items():
        path = Path(name)
        if path.name.startswith(".") and path.suffix == ".tmp":
            continue
        if path.name in ("manifest.json", "index.html"):  # they tell of pulsars that were lost
            assert content.rstrip().endswith((b"}", b"</html>")), name
        elif content != usual[name]:
            assert path.name == "log.txt", name
            assert content.decode().startswith(LOST), name
    for path in out.rglob("*.json"):
        if not path.name.startswith("."):
            json.loads(path.read_text())


def states(out: Path) -> dict[str, str]:
    """The run.json of every pulsar that is done, with its times: one that is done anew has others."""
    texts = {str(path.relative_to(out)): path.read_text() for path in out.glob("*/run.json")}
    return {name: text for name, text in texts.items() if json.loads(text)["state"] == "done"}


def told_by(parent: "subprocess.Popen[bytes]") -> tuple[int, str]:
    """The exit code of a run, and what it said on standard error."""
    with parent:
        said = parent.communicate(timeout=300)[1].decode()
    return parent.returncode, said
