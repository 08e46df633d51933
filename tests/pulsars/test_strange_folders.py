"""`jug run` in a folder where somebody else has been: records that are damaged or made up, links, pipes, odd names."""

import json
import os
import random
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from arrays import small_array

import jug
from jug.cli.command import main
from jug.data.opening import open_files
from jug.pulsars import run as running
from jug.pulsars.array_run import ArrayRun
from jug.pulsars.configuration.plan import plan_jobs
from jug.pulsars.index_page import index_page
from jug.pulsars.jobs.fingerprints import text_hash
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PulsarOutcome
from jug.pulsars.jobs.state import STATE, SUM, package_versions, reusable_outcome
from jug.pulsars.manifest import manifest
from jug.pulsars.one_pulsar.do_pulsar import do_pulsar
from jug.pulsars.workers.pool import outcomes_from_processes
from jug.pulsars.workers.process import WorkerProcess
from jug.text.strict_json import json_text

pytestmark = pytest.mark.usefixtures("embedded_only")

NAME = "J0001+0100"
FORGED = (None, True, 0, -1, 1.5, 10**400, "x", "\ud800", "../../x", "a\0b", [], [1], {}, {"a": 1})


@pytest.fixture(scope="module")
def array(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_array(tmp_path_factory.mktemp("array"), (NAME,))


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pulsars are done in this process, which takes a hundredth of the time of a new one."""

    def done(jobs: list[Job], count: int) -> Iterator[tuple[Job, PulsarOutcome]]:
        yield from ((job, do_pulsar(job)) for job in jobs)

    monkeypatch.setattr(running, "outcomes_from_processes", done)


@pytest.fixture
def out(array: Path, tmp_path: Path, here: None) -> Path:
    jug.run(array, tmp_path / "out")
    return tmp_path / "out"


def places(content: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The keys of a dict, and of the dicts in it."""
    if isinstance(content, dict):
        for key, value in content.items():
            yield (*path, key)
            yield from places(value, (*path, key))


def forgeries(content: dict) -> Iterator[bytes]:
    """The content with another value at each place in turn, and without it, under a sum that is right."""
    for place in places(content):
        for value in (*FORGED, "absent"):
            changed = json.loads(json.dumps(content))
            inner = changed
            for key in place[:-1]:
                inner = inner[key]
            inner[place[-1]] = value
            if value == "absent":
                del inner[place[-1]]
            changed.pop(SUM, None)
            yield json.dumps({**changed, SUM: text_hash(changed)}).encode()


def test_a_record_that_is_damaged_or_made_up(array: Path, out: Path) -> None:
    """`run.json` with any other value, or with flipped bytes, is shown as it is or not taken; never an error."""
    (job,) = plan_jobs([array], out, {})
    path, packages, files = out / NAME / STATE, package_versions(), open_files()
    whole = path.read_bytes()
    rng = random.Random(1)
    damaged = []
    for _ in range(60):
        content = bytearray(whole)
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        damaged.append(bytes(content))
    usual = reusable_outcome(job, packages, files)
    assert usual is not None
    for content in damaged:
        path.write_bytes(content)
        found = reusable_outcome(job, packages, files)
        assert found in (None, usual), "a flipped bit in a blank is no other number"
    n_taken = 0
    for content in rng.sample(list(forgeries(json.loads(whole))), 120):
        path.write_bytes(content)
        if (found := reusable_outcome(job, packages, files)) is not None:
            n_taken += 1
            shown = ArrayRun(out, (found,), 1.0)
            assert NAME in shown.summary()
            json_text(shown.to_json()).encode()
            json_text(manifest([job], {NAME: found}, packages)).encode()
            index_page([found]).encode()
    assert n_taken


MADE_UP = [
    "[1]",
    '{"pulsars": {}}',
    '{"format": 1, "pulsars": []}',
    '{"format": 1, "pulsars": {}}',
    '{"format": 1, "pulsars": {"a": 3}}',
    '{"format": 1, "pulsars": {"a": {}}}',
    '{"format": 1, "pulsars": {"../x": {}}}',
    *(
        json.dumps({"format": 1, "pulsars": {"a": {**ENTRY, **changed}}})
        for ENTRY in [{"par": "a", "tim": "b", "settings": {}, "inputs": {}, "outputs": {}, "state": "", "reason": ""}]
        for changed in (
            {"par": 1},
            {"settings": 3},
            {"settings": {"limits": {"seconds": "long"}}},
            {"settings": {"limits": {"memory_gb": -1}}},
            {"settings": {"shell": {}}},
            {"outputs": {"../../x": "0"}},
            {"outputs": {"x": 0}},
            {"inputs": [1]},
        )
    ),
]


@pytest.mark.parametrize("content", MADE_UP)
def test_a_manifest_that_is_none(tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No process is started for it: some of these ended in a traceback, or were waited for without end."""
    (tmp_path / "manifest.json").write_text(content)
    assert main(["run", "--verify", "-o", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"jug: error: {tmp_path}/manifest.json:1: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this test makes pipes, which this system has not")
def test_pipes_are_not_waited_for(array: Path, out: Path) -> None:
    for name in ("post.par", STATE):
        (out / NAME / name).unlink()
        os.mkfifo(out / NAME / name)
        assert not jug.run(array, out)[NAME].reused
        assert stat.S_ISREG((out / NAME / name).stat().st_mode)
    (out / "manifest.json").unlink()
    os.mkfifo(out / "manifest.json")
    with pytest.raises(jug.InputError, match=r"manifest.json: .*a pipe or a device"):
        jug.verify(out)
    with pytest.raises(jug.InputError, match=r"manifest.json: cannot write: this is a pipe or a device"):
        jug.run(array, out)


def link_folder(out: Path, victim: Path) -> None:
    (out / NAME).rename(victim)
    (out / NAME).symlink_to(victim)


def file_as_folder(out: Path, victim: Path) -> None:
    (out / NAME).rename(victim)
    (out / NAME).write_text("")


def link_page(out: Path, victim: Path) -> None:
    (out / "index.html").rename(victim)
    (out / "index.html").symlink_to(victim)


def folder_as_page(out: Path, victim: Path) -> None:
    (out / "index.html").rename(victim)
    (out / "index.html").mkdir()


def link_lock(out: Path, victim: Path) -> None:
    victim.write_text("precious")
    (out / "run.lock").unlink()
    (out / "run.lock").symlink_to(victim)


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (link_folder, "this is a link, where a run has a folder of its own"),
        (file_as_folder, "this is a file, where a run has a folder of its own"),
        (link_page, "this is a link, where a run has a file of its own"),
        (folder_as_page, "this is a folder, where a run has a file of its own"),
        (link_lock, "this is a link, where a run has a file of its own"),
    ],
)
def test_what_stands_in_a_place_of_the_run(
    array: Path, out: Path, tmp_path: Path, plant: Callable[[Path, Path], None], said: str
) -> None:
    """It is told before the work, and what a link leads to stays as it was."""
    victim = tmp_path / "victim"
    plant(out, victim)
    before = {path: path.read_bytes() for path in (victim, *victim.glob("*")) if path.is_file()}
    with pytest.raises(jug.InputError, match=said):
        jug.run(array, out, again=True)
    assert {path: path.read_bytes() for path in before} == before


def test_links_among_the_files_of_a_pulsar_are_not_followed(array: Path, out: Path, tmp_path: Path) -> None:
    victim = tmp_path / "precious"
    victim.write_text("precious")
    usual = (out / NAME / "post.par").read_bytes()
    for name in ("post.par", "log.txt", STATE, "noise.json"):
        (out / NAME / name).unlink(missing_ok=True)
        (out / NAME / name).symlink_to(victim)
    assert jug.run(array, out)[NAME].succeeded
    assert victim.read_text() == "precious"
    assert (out / NAME / "post.par").read_bytes() == usual
    assert not any(path.is_symlink() for path in (out / NAME).iterdir())


def test_only_what_jug_left_is_removed(array: Path, out: Path) -> None:
    """A temporary file of another program stays."""
    left, other = out / NAME / ".post.par.0123456789abcdef.tmp", out / NAME / ".thesis.tmp"
    left.write_text("half")
    other.write_text("whole")
    jug.run(array, out, again=True)
    assert not left.exists()
    assert other.read_text() == "whole"


HOSTILE = "J<img/src=x/onerror=alert(1)>"


def test_names_that_are_paths_or_html(array: Path, tmp_path: Path, here: None) -> None:
    """No file outside the folder, and no element in a page that is not jug's."""
    source = tmp_path / "source"
    source.mkdir()
    par, tim = ((array / f"{NAME}.{kind}").read_text() for kind in ("par", "tim"))
    hostile = tim.replace(" gbt", " gbt -f </script><script>alert(2)</script> -be \"'><img>")
    for stem, name in (("a", "../../x"), ("b", HOSTILE), ("c", "J" + "é" * 300), (os.fsdecode(b"\xff<b>"), "J4")):
        (source / f"{stem}.par").write_text(par.replace(NAME, name))
        lines = hostile.splitlines()
        half = [line.replace("alert(2)", "x") for line in lines[10:]]
        (source / f"{stem}.tim").write_text("\n".join([*lines[:10], *half]) + "\n")
    found = jug.run(source, tmp_path / "out")
    assert all(one.succeeded for one in found), found.summary()
    assert {path.name for path in tmp_path.iterdir()} == {"source", "out"}
    folders = {path.name for path in (tmp_path / "out").iterdir() if path.is_dir()}
    assert folders == {"J4", "_.._x", "J_img_src_x_onerror_alert_1__", "J" + "é" * 123}
    pages = [*(tmp_path / "out").glob("*.html"), *(tmp_path / "out").glob("*/*.html")]
    assert len(pages) == 5
    for page in pages:
        text = page.read_text()
        assert text.count("<script") == (1 if page.name == "index.html" else 2)
        assert "<img" not in text
        assert "<b>" not in text


def test_a_name_that_is_not_utf_8_in_the_log_of_a_failure(array: Path, tmp_path: Path, here: None) -> None:
    par = tmp_path / os.fsdecode(b"J\xff.par")
    par.write_text((array / f"{NAME}.par").read_text() + "nonsense 1\n")
    par.with_suffix(".tim").write_bytes((array / f"{NAME}.tim").read_bytes())
    found = jug.run(par, tmp_path / "out")[NAME]
    assert "J\\udcff.par:14: unknown keyword NONSENSE" in found.reason
    assert found.reason in (tmp_path / "out" / NAME / "log.txt").read_text()


def test_the_table_is_printed_where_the_list_cannot_be_written(
    array: Path, tmp_path: Path, here: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, text: str) -> None:
        raise jug.InputError("cannot write: No space left on device") from OSError(28, "No space left on device")

    monkeypatch.setattr(running, "write_text", full)
    assert main(["run", str(array), "-o", str(tmp_path / "out"), "--json", str(tmp_path / "a.json")]) == 5
    said = capsys.readouterr()
    assert "1 of 1 pulsar done" in said.out
    assert said.err == "jug: error: cannot write: No space left on device\n"
    assert json.loads((tmp_path / "a.json").read_text())["pulsars"][NAME]["state"] == "done"
    with pytest.raises(jug.InputError, match="No space left"):
        jug.run(array, tmp_path / "out")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_mistake_in_a_thread_is_not_waited_for(array: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error of the thread goes to standard error; the reader of its results ends too."""

    def mistaken(self: WorkerProcess, job: Job) -> PulsarOutcome:
        raise ValueError("a mistake")

    monkeypatch.setattr(WorkerProcess, "do", mistaken)
    with pytest.raises(AssertionError, match="every thread has ended before its work"):
        list(outcomes_from_processes(plan_jobs([array], tmp_path, {}), 2))


def test_no_further_thread(array: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from threading import Thread

    def refused(self: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refused)
    assert main(["run", str(array), "-o", str(tmp_path / "out"), "--quiet"]) == 5
