"""Change single expressions of jug, one at a time, in a copy, and see whether a test fails.

``python tests/mutation/run.py --count 100`` prints a table, and ends with 1 when more mutants survive than
``--survivors``. With ``--state FILE`` it goes on where it was cut off. ``--notes FILE ...`` makes the map of tests
again from notes of the plugin `covering`; with ``--keep`` notes of some files of tests are enough.
"""

import argparse
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

import choosing
import finding
from equivalent import EQUIVALENT
from mutants import Mutant, in_order
from statements import at_line, digests

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
COVERING = HERE / "covering.json"
SKIPPED = (".git", ".venv", "__pycache__", ".ruff_cache", ".pytest_cache", ".hypothesis", "shared")
KILLED, SURVIVED, NO_TEST = "killed", "survived", "no test"
RECORDED = "tests/recorded/test_recorded_outputs.py"
"""The recorded outputs of all commands, which come to most functions: tried where the tests of the map find nothing."""

NUMBERS = "tests/test_numbers_page.py"
"""The page of all numbers that modules name: tried where a mutant outside functions passes."""

MYPY = "mypy"
"""What is said to have killed a mutant that only the check of types refuses."""

WIDER_S = 300.0
"""Limit of a run of whole files, where the tests that the map names have found nothing."""

UNKNOWN_S = 2.0
"""A file of tests that the map does not know is taken to last so long: most new ones last less."""

PASSED, NONE_COLLECTED = 0, 5  # pytest's exit codes
FAILED = (1, 2)  # 2: a test module that cannot be imported


class Verdict(NamedTuple):
    """What became of a mutant: its key, killed or survived, by which test, and how long that took in s."""

    key: str
    verdict: str
    by: str
    seconds: float


class Copy:
    """A copy of the repository in a folder of its own, in which one file at a time is changed.

    Parameters
    ----------
    root : Path
        The repository.
    folder : Path
        Where to put the copy.
    covering : Covering
    """

    def __init__(self, root: Path, folder: Path, covering: choosing.Covering) -> None:
        self.root, self.covering = folder / "copy", covering
        shutil.copytree(root, self.root, ignore=shutil.ignore_patterns(*SKIPPED))
        self.list = folder / "only"
        self.left_out: set[str] = set()

    def verdict(self, mutant: Mutant) -> Verdict:
        """Run the tests of the mutated function until one fails; at last the check of types."""
        begun, file = time.perf_counter(), self.root / mutant.path
        source = file.read_text()
        statement = at_line(source, mutant.line)
        digest = digests(source).get(mutant.function, "")
        known = self.covering.tests_for(mutant.path, mutant.function, statement.text if statement else "", digest)
        tests = self._there(known)
        try:
            file.write_text(mutant.applied(source))
            code, said = self.pytest(tests) if tests else (NONE_COLLECTED, "")
            if code in (PASSED, NONE_COLLECTED) and (files := self._whole_files(mutant, tests)):
                code, said = self.pytest(files, limit=WIDER_S)
            if code in (PASSED, NONE_COLLECTED) and self.wrong_types():
                code, said = FAILED[0], MYPY
        finally:
            file.write_text(source)
        word = SURVIVED if code == PASSED else KILLED if code in FAILED else NO_TEST
        return Verdict(mutant.key, word, said if word == KILLED else "", round(time.perf_counter() - begun, 1))

    def wrong_types(self) -> bool:
        """Whether mypy, which is as much a check of each commit as the tests are, refuses the package."""
        if not (self.root / "pyproject.toml").is_file():
            return False
        return (
            subprocess.run(
                [sys.executable, "-m", "mypy"], cwd=self.root, capture_output=True, timeout=WIDER_S
            ).returncode
            == 1
        )

    def _whole_files(self, mutant: Mutant, tests: list[str]) -> list[str]:
        """Files of tests that name the function or its module, those of the tests that passed, and the mirrored folder.

        As many as take no longer than a third of `WIDER_S`, the quickest first: the tests that the map names for a
        function are a few of all that run it.
        """
        took: dict[str, float] = defaultdict(float)
        for test, seconds in self.covering.seconds.items():
            took[test.partition("::")[0]] += seconds
        line = (self.root / mutant.path).read_text().splitlines()[mutant.line - 1]
        first = finding.naming(self.root, mutant.path, mutant.function, line)
        first += finding.of_the_same_name(self.root, mutant.path)
        more = {test.partition("::")[0] for test in tests}
        by_time = sorted(more | set(finding.mirrored(self.root, mutant.path)), key=lambda f: took.get(f, UNKNOWN_S))
        files = dict.fromkeys((*first, *by_time))
        some, left = [], WIDER_S / 3
        for file in files:
            if (seconds := took.get(file, UNKNOWN_S)) < left:
                some.append(file)
                left -= seconds
        of_all = [RECORDED] if mutant.function else [NUMBERS, RECORDED]
        recorded = [file for file in of_all if (self.root / file).is_file() and file not in some]
        return [*recorded, *some] or list(files)[:1]

    def _there(self, tests: list[str]) -> list[str]:
        return [test for test in tests if (self.root / test.partition("::")[0]).is_file()]

    def pytest(self, tests: list[str], limit: float | None = None) -> tuple[int, str]:
        """Exit code and the test that failed; no end of tests that end soon otherwise counts as a failure."""
        self.list.write_text("\n".join(tests))
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        # With the path as a word of its own pytest would look for its settings beside that file.
        only = [] if limit else ["-p", "only", f"--only-from={self.list}"]
        limit = limit or 90.0 + 10.0 * sum(self.covering.seconds.get(test, 1.0) for test in tests)
        quiet = ["-x", "-q", "--no-header", f"--rootdir={self.root}", "--tb=no"]
        quiet += ["-p", "no:cacheprovider", "-p", "no:xdist", *(f"--deselect={test}" for test in sorted(self.left_out))]
        env = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        env["PYTHONPATH"] = os.pathsep.join(map(str, (self.root, HERE)))
        command = [sys.executable, "-m", "pytest", *quiet, *only, *files]
        with subprocess.Popen(
            command, cwd=self.root, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True, errors="replace",
        ) as process:  # fmt: skip
            try:
                said = process.communicate(timeout=limit)[0]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return (FAILED[0] if only else PASSED), f"no end after {limit:.0f} s"
        failed = [line.split(" - ")[0] for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        return process.returncode, failed[0].split(maxsplit=1)[1] if failed else said.strip().rpartition("\n")[2]


def to_run(package: Path, seed: int, count: int) -> Iterator[Mutant]:
    """The first mutants of the order that are not proven equivalent."""
    return islice((m for m in in_order(package, seed) if m.key not in EQUIVALENT), count)


def run(
    root: Path, mutants: list[Mutant], covering: choosing.Covering, *, jobs: int = 1, state: Path | None = None
) -> list[Verdict]:
    """Verdicts in the order of the mutants; what the state file holds is not run again.

    A test that fails without a change too decides nothing: it is left out, and its mutants meet the others.
    """
    known = {}
    if state is not None and state.exists():
        known = {v.key: v for v in (Verdict(*json.loads(line)) for line in state.read_text().splitlines())}
    with tempfile.TemporaryDirectory(prefix="jug-mutation-") as name:
        copies: queue.Queue[Copy] = queue.Queue()
        for i in range(jobs):
            copies.put(Copy(root, Path(name) / str(i), covering))

        def one(mutant: Mutant) -> Verdict:
            if mutant.key in known:
                return known[mutant.key]
            copy = copies.get(timeout=1.0)  # one for each thread
            try:
                verdict = copy.verdict(mutant)
            finally:
                copies.put(copy)  # an error ends the run; without this the next mutant would wait for ever
            print(f"{verdict.verdict:8} {verdict.seconds:6.1f} s  {verdict.key}", flush=True)
            if state is not None:
                with state.open("a") as file:
                    file.write(json.dumps(verdict) + "\n")
            return verdict

        while True:
            with ThreadPoolExecutor(jobs) as pool:
                verdicts = list(pool.map(one, mutants))
            broken = _without_change(verdicts, copies.queue[0]) - copies.queue[0].left_out
            if not broken:
                return verdicts
            print("fail without a change too, and are left out: " + ", ".join(sorted(broken)), flush=True)
            for copy in copies.queue:
                copy.left_out |= broken
            known = {v.key: v for v in verdicts if v.by not in broken}


def _without_change(verdicts: list[Verdict], copy: Copy) -> set[str]:
    """Tests that are said to have killed a mutant and fail on the unchanged package too."""
    tests = sorted({v.by for v in verdicts if v.verdict == KILLED and "::" in v.by})
    if not tests or copy.pytest(tests)[0] == PASSED:
        return set()
    return {test for test in tests if copy.pytest([test])[0] != PASSED}


def table(verdicts: list[Verdict]) -> str:
    """A line a folder, and a line a survivor."""
    lines = [f"{'folder':36}{'mutants':>8}{'killed':>8}{'left':>8}"]
    folders = sorted({v.key.partition("::")[0].rpartition("/")[0] for v in verdicts})
    for folder in folders:
        here = [v for v in verdicts if v.key.partition("::")[0].rpartition("/")[0] == folder]
        killed = sum(v.verdict == KILLED for v in here)
        lines.append(f"{folder:36}{len(here):8}{killed:8}{len(here) - killed:8}")
    left = [v for v in verdicts if v.verdict != KILLED]
    seconds = sum(v.seconds for v in verdicts)
    lines += [f"{v.verdict}: {v.key}" + (f" ({v.by})" if v.by else "") for v in left]
    by_types = sum(v.by == MYPY for v in verdicts)
    killed = f"{len(verdicts) - len(left)} killed" + (f" ({by_types} by mypy alone)" if by_types else "")
    lines.append(f"{len(verdicts)} mutants, {killed}, {len(left)} left, {seconds:.0f} s")
    return "\n".join(lines)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=100, help="mutants to try, those proven equivalent not counted")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--survivors", type=int, help="how many may survive; 5%% of the mutants when absent")
    parser.add_argument("--state", type=Path, help="file to go on from")
    parser.add_argument("--notes", type=Path, nargs="+", help="make the map of tests from these notes, and end")
    parser.add_argument("--keep", action="store_true", help="with --notes: keep what is known of other files")
    args = parser.parse_args()
    if args.notes:
        covering = choosing.covering_of(args.notes, ROOT / "jug")
        choosing.write(choosing.completed(covering, choosing.read(COVERING)) if args.keep else covering, COVERING)
        return 0
    mutants = list(to_run(ROOT / "jug", args.seed, args.count))
    verdicts = run(ROOT, mutants, choosing.read(COVERING), jobs=args.jobs, state=args.state)
    print(table(verdicts))
    allowed = len(verdicts) // 20 if args.survivors is None else args.survivors
    return int(sum(v.verdict != KILLED for v in verdicts) > allowed)


if __name__ == "__main__":
    sys.exit(main())
