"""`jug run --executor`: the same bits from a real dask cluster, whatever of it is killed; and what cannot be used."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from arrays import PULSARS, small_array
from dask_cluster import DaskCluster, end

import jug
from jug.cli.command import main
from jug.pulsars.configuration.plan import plan_jobs
from jug.pulsars.jobs.pulsar_outcome import PULSAR_FAILED, outcome_of
from jug.pulsars.jobs.state import package_versions
from jug.pulsars.one_pulsar.outputs import LOG, PAR, write_received
from jug.pulsars.workers import cluster, cluster_worker
from jug.pulsars.workers.cluster import cluster_address

pytestmark = pytest.mark.usefixtures("embedded_only")

HINDERED = """
import os, pathlib, time
from jug.pulsars.workers import limited_process
usual = getattr(limited_process.LimitedProcess, "usual", limited_process.LimitedProcess.do)

def do(self, job):
    room = pathlib.Path({room!r})
    if job.name == {name!r}:
        with (room / "tried").open("a") as file:
            file.write(f"{{os.getpid()}}\\n")
        {hindrance}
    return usual(self, job)

limited_process.LimitedProcess.usual, limited_process.LimitedProcess.do = usual, do
"""
"""Lines that a worker runs first: they count who takes a pulsar, and then something happens to it."""


@pytest.fixture(scope="module")
def array(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_array(tmp_path_factory.mktemp("array"))


@pytest.fixture(scope="module")
def usual(array: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What processes of this machine make."""
    out = tmp_path_factory.mktemp("usual")
    with pytest.MonkeyPatch.context() as patched:  # as embedded_only, which is for one test
        patched.delenv("PINT_CLOCK_OVERRIDE", raising=False)
        patched.delenv("JUG_DATA", raising=False)
        jug.run(array, out, jobs=2)
    return bits(out)


def bits(folder: Path) -> dict[str, bytes]:
    """Every file of a run, but the times in run.json."""
    paths = [*folder.glob("*/*"), folder / "index.html", folder / "manifest.json"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths if path.name != "run.json"}


def hindered(room: Path, name: str, hindrance: str) -> Path:
    """A file that has workers hindered at one pulsar."""
    place = room / "hindered.py"
    place.write_text(HINDERED.format(room=str(room), name=name, hindrance=hindrance))
    return place


@pytest.mark.parametrize(
    "executor", ["dask://", "dask://node7", "dask://node7:8786/", "tcp://node7:8786", "dask://a:99999", "dask://a b:1"]
)
def test_what_is_no_address(array: Path, tmp_path: Path, executor: str) -> None:
    with pytest.raises(jug.InputError, match=r"is not an address; write dask://HOST:PORT"):
        jug.run(array, tmp_path / "out", executor=executor)
    assert not (tmp_path / "out").exists()
    assert cluster_address("dask://node7:8786") == "tcp://node7:8786"
    assert cluster_address("dask://[::1]:8786") == "tcp://[::1]:8786"


def test_dask_is_missing(array: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(jug.JugError, match=r"needs dask .*pip install 'jug-timing\[dask\]'"):
        jug.run(array, tmp_path / "out", executor="dask://127.0.0.1:9")


def test_jobs_are_for_this_machine(array: Path, tmp_path: Path) -> None:
    with pytest.raises(jug.InputError, match="jobs is the number of processes on this machine"):
        jug.run(array, tmp_path / "out", executor="dask://127.0.0.1:9", jobs=2)
    with pytest.raises(jug.InputError, match="jobs is the number of processes on this machine"):
        jug.verify(tmp_path / "out", executor="dask://127.0.0.1:9", jobs=2)


def test_no_scheduler(
    array: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """dask tries again until the time is over: one second here, and `CONNECT_S` of a user's run."""
    pytest.importorskip("distributed", reason="dask is an extra: jug-timing[dask]")
    assert cluster.CONNECT_S == 10.0
    monkeypatch.setattr(cluster, "CONNECT_S", 1.0)
    assert main(["run", str(array), "-o", str(tmp_path / "out"), "--executor", "dask://127.0.0.1:9"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("jug: error: no scheduler of dask answers at 127.0.0.1:9; start `dask scheduler`")


def test_what_a_worker_gives_back(
    array: Path, tmp_path: Path, usual: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves nothing in its folder, and writes nothing into that of the parent; other versions do nothing."""
    (tmp_path / "worker").mkdir()
    monkeypatch.setattr(cluster_worker, "_own_folder", lambda: str(tmp_path / "worker"))
    monkeypatch.setattr(cluster_worker, "IDLE_S", 0.0)
    job = plan_jobs([array], tmp_path / "out", {})[0]
    content, files = cluster_worker.pulsar_on_worker(job._asdict(), package_versions())
    assert files == {Path(name).name: made for name, made in usual.items() if name.startswith(f"{job.name}/")}
    assert not list((tmp_path / "worker").iterdir())
    assert not (tmp_path / "out").exists()
    outcome = outcome_of(content)
    with pytest.raises(OSError, match="files from its worker are damaged"):
        write_received(job, outcome, {**files, "post.par": files["post.par"][:-9]})
    write_received(job, outcome, {**files, "../stray": b"x"})
    assert {path.name: path.read_bytes() for path in (tmp_path / "out" / job.name).iterdir()} == files
    failed = outcome._replace(state=PULSAR_FAILED)
    write_received(job, failed, {LOG: b"why it failed\n", PAR: b"half a file"})  # its log alone is new
    assert {path.name: path.read_bytes() for path in (tmp_path / "out" / job.name).iterdir()} == {
        **files,
        LOG: b"why it failed\n",
    }
    write_received(job, failed, {})
    content, files = cluster_worker.pulsar_on_worker(job._asdict(), {**package_versions(), "numpy": "1.0"})
    assert re.fullmatch(r"a worker of the cluster has other versions: numpy \S+ \(here 1.0\)", str(content["reason"]))
    deadline = time.monotonic() + 10.0
    while cluster_worker._idle and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not cluster_worker._idle


@pytest.fixture
def needs_dask() -> None:
    pytest.importorskip("distributed", reason="dask is an extra: jug-timing[dask]")


@pytest.mark.long
def test_a_worker_that_is_killed_in_the_middle(
    array: Path, tmp_path: Path, usual: dict[str, bytes], needs_dask: None
) -> None:
    """Its pulsar is done by another one; the files are those of processes here."""
    name = sorted(PULSARS)[0]
    once = 'time.sleep(600 if (room / "tried").read_text().count("\\n") == 1 else 0)'
    with DaskCluster(tmp_path / "dask", 3, hindered(tmp_path, name, once)) as cluster:
        words = [sys.executable, "-m", "jug", "run", str(array), "-o", str(tmp_path / "out"), "--quiet"]
        with subprocess.Popen([*words, "--executor", cluster.executor]) as parent:
            wait_for(parent, [tmp_path / "tried"])
            time.sleep(0.5)
            victim = int((tmp_path / "tried").read_text())
            end(next(worker for worker in cluster.workers if worker.pid == victim))
            assert ended(parent) == 0
        assert len(set((tmp_path / "tried").read_text().split())) == 2
        assert bits(tmp_path / "out") == usual
        assert all(one.reused for one in jug.run(array, tmp_path / "out", executor=cluster.executor))
        words = ["run", "--verify", "-o", str(tmp_path / "out"), "--executor", cluster.executor]
        assert main(words) == 0
        log = tmp_path / "out" / name / "log.txt"
        log.write_text(log.read_text() + "more\n")
        assert jug.verify(tmp_path / "out", executor=cluster.executor).differences == {
            name: ("log.txt in the folder has changed since the run",)
        }


@pytest.mark.long
def test_a_pulsar_that_kills_its_workers_fails_alone(array: Path, tmp_path: Path, needs_dask: None) -> None:
    """After as many as the scheduler allows; a pulsar that takes too long fails alone too."""
    name, slow, other = sorted(PULSARS)
    preload = hindered(tmp_path, name, "os._exit(9)")
    allowed = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
    (array / "slow.toml").write_text(f"[pulsar.'{slow}'.limits]\nseconds = 0.001\n")
    with DaskCluster(tmp_path / "dask", 4, preload, **allowed) as cluster:
        found = jug.run(array / "slow.toml", tmp_path / "out", executor=cluster.executor)
    assert found[name].reason == "2 workers have died, one after the other, while they did it"
    assert found[name].reason in (tmp_path / "out" / name / "log.txt").read_text()
    assert found[slow].reason == "not done after 0.001 s, the limit of time"
    assert found[slow].reason in (tmp_path / "out" / slow / "log.txt").read_text()
    assert found[other].succeeded


@pytest.mark.long
def test_the_scheduler_is_killed_or_has_other_versions(
    array: Path, tmp_path: Path, usual: dict[str, bytes], needs_dask: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = sorted(PULSARS)[-1]
    with DaskCluster(tmp_path / "dask", 2, hindered(tmp_path, name, "time.sleep(600)")) as cluster:
        words = [sys.executable, "-m", "jug", "run", str(array), "-o", str(tmp_path / "out")]
        with subprocess.Popen(
            [*words, "--executor", cluster.executor], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as parent:
            others = [tmp_path / "out" / other / "run.json" for other in sorted(PULSARS)[:-1]]
            wait_for(parent, others)
            end(cluster.scheduler)
            said, told = parent.communicate(timeout=120)
        assert parent.returncode == 4, told
        assert told == ""
        assert f"{name}: failed: the scheduler of the cluster was lost before this pulsar was done" in said
        cluster.preload = None
        cluster.start()
        with monkeypatch.context() as patched:
            patched.setattr("jug.pulsars.run.package_versions", lambda: {**package_versions(), "scipy": "0.1"})
            with pytest.raises(jug.InputError, match=r"the worker tcp://\S+ of the cluster has other versions: scipy"):
                jug.run(array, tmp_path / "out", executor=cluster.executor)
        found = jug.run(array, tmp_path / "out", executor=cluster.executor)
        assert [one.reused for one in found] == [True, True, False]
        assert bits(tmp_path / "out") == usual


def ended(parent: "subprocess.Popen[bytes]") -> int:
    """The exit code of a run; one that takes more than 2 minutes is killed."""
    try:
        return parent.wait(120.0)
    except subprocess.TimeoutExpired:
        parent.kill()
        raise


def wait_for(parent: "subprocess.Popen[bytes] | subprocess.Popen[str]", paths: list[Path]) -> None:
    """Wait until there are files; a run that ends before, or takes more than 2 minutes, is killed."""
    begun = time.monotonic()
    while not all(path.exists() and path.stat().st_size for path in paths):
        time.sleep(0.05)
        if parent.poll() is not None or time.monotonic() - begun > 120.0:
            parent.kill()
            raise AssertionError(f"there is not yet {paths}")
