"""Write docs/reliability.md from recorded runs of the tests that attack jug: ``python docs/make_reliability.py``.

It runs the tests, file by file, notes in docs/reliability.json what each file did, and makes the page of these notes.
With names of test files it runs these alone; the notes of the others stay, with the date of their own run. With
``--page`` it runs nothing. All files take about fifteen minutes. JUG_SEED, JUG_INPUTS, JUG_PAIRS and JUG_FITS change
seed and sizes of the studies; JUG_STUDY is the folder of the notes of those inputs that were tried before
(`tests/support/studies.py`).
"""

import ast
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
PAGE, NOTES = ROOT / "docs" / "reliability.md", ROOT / "docs" / "reliability.json"
OWN = "test_reliability_page.py"
FILES = [
    *sorted(f"tests/attacks/{path.name}" for path in (ROOT / "tests/attacks").glob("test_*.py") if path.name != OWN),
    *("tests/io/test_fuzz.py", "tests/io/test_files.py", "tests/compute/test_fork.py"),
    *("tests/compute/test_entry_sums.py", "tests/compute/test_cache_owner.py", "tests/compute/test_room_for_jax.py"),
    *("tests/compute/test_xla_flags.py", "tests/folding/test_damaged_events.py"),
    *("tests/core/test_memory.py", "tests/model/covariance/test_linked_epochs.py", "tests/cli/test_exit_codes.py"),
    *("tests/data/test_update.py", "tests/data/test_clock_mirrors.py", "tests/data/test_kernels.py"),
    *("tests/data/test_limits.py", "tests/data/test_endless_answers.py", "tests/data/test_damaged_cache.py"),
    *("tests/obs/test_integrity.py", "tests/cli/test_untrusted_text.py"),
]
"""The tests that the page is about."""

SIZES = ("JUG_SEED", "JUG_INPUTS", "JUG_PAIRS", "JUG_FITS")
"""Variables that change the studies."""

HEAD = """# Reliability

What was done to jug on purpose, how often, and what was lost: a result, a file, or the exit code that a script goes by.
This page is made by `docs/make_reliability.py`, which runs the tests that it names, the long ones too, and notes in
`docs/reliability.json` what they did; the last column is the number of the run in the list below the table.

What holds for every command:

- It ends with an exit code of [the table](../README.md), and a failure is told in one line. No traceback is shown.
- An output is there as a whole or not at all; until it is, an older file of the same name stays as it was.
- The report of a fit is printed also where its files cannot be written.
- A file that cannot be used is refused with file and line; a par or tim file that lacks something, at its last line.
- TOAs and noise processes for which there is not enough memory, as estimated, are refused before the work begins; the
  message has the size and what makes it smaller. Memory that runs out later ends in exit code 5.
- JSON has no NaN and no Infinity.

What does not hold: a process that is killed while it writes leaves a temporary file (`.NAME.*.tmp`).

"""


class Tried(NamedTuple):
    """What a test file did.

    Tests, trials in them, those that failed, reasons why tests were skipped; the date of the run, Python, system and
    sizes of the studies.
    """

    tests: int
    trials: int
    failed: int
    skipped: list[str]
    made: str


def run(name: str) -> Tried:
    """Run the tests of a file and count."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = ["-m", "not mutation", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", name]
        words += ["-o", "junit_family=xunit1"]  # the other one takes no properties
        env = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT, env=env, check=False)
        return counted(report.read_text())


def counted(report: str) -> Tried:
    """What pytest's report in XML says; a test that notes no number of trials (`trials` in conftest.py) made one."""
    tests, trials, failed, skipped = 0, 0, 0, set()
    for case in ElementTree.fromstring(report).iter("testcase"):
        reasons = {skip.get("message", "") for skip in case.iter("skipped")}
        skipped |= reasons
        if not reasons:
            noted = [int(one.get("value", "")) for one in case.iter("property") if one.get("name") == "trials"]
            tests, trials = tests + 1, trials + (sum(noted) or 1)
            failed += case.find("failure") is not None or case.find("error") is not None
    return Tried(tests, trials, failed, sorted(skipped), made())


def made() -> str:
    """When and where a run takes place, and the sizes of its studies."""
    sizes = "".join(f", {name}={os.environ[name]}" for name in SIZES if name in os.environ)
    return f"{datetime.now(UTC).date()}, Python {sys.version.split()[0]}, {sys.platform}{sizes}"


def page(found: Mapping[str, Tried]) -> str:
    """The page as text, made of the notes of all files."""
    rows = ["| what was done | tests | trials | lost | run |", "|---|---:|---:|---:|---|"]
    runs = list(dict.fromkeys(found[name].made for name in FILES))
    for name in FILES:
        tried = found[name]
        what = (ast.get_docstring(ast.parse((ROOT / name).read_text())) or "").split("\n\n")[0].replace("\n", " ")
        skipped = f" (skipped: {'; '.join(tried.skipped)})" if tried.skipped else ""
        number = runs.index(tried.made) + 1
        rows.append(f"| {what} `{name}`{skipped} | {tried.tests} | {tried.trials} | {tried.failed} | {number} |")
    sums = (sum(found[name][i] for name in FILES) for i in range(3))
    rows.append(f"| all | {' | '.join(map(str, sums))} | |")
    footnotes = "\n".join(f"{i}. {text}" for i, text in enumerate(runs, 1))
    return HEAD + "\n".join(rows) + "\n\nThe runs:\n\n" + footnotes + "\n"


def recorded() -> dict[str, Tried]:
    """The notes of the runs so far."""
    notes = json.loads(NOTES.read_text()) if NOTES.exists() else {}
    return {name: Tried(**fields) for name, fields in notes.items()}


def main(words: list[str]) -> None:
    """Run what is asked for, and write the notes; and the page, where there are notes of every file."""
    for name in () if words == ["--page"] else words or FILES:
        tried = run(name)
        found = {**recorded(), name: tried}  # another run of this script may have written meanwhile
        notes = {name: found[name]._asdict() for name in FILES if name in found}
        NOTES.write_text(json.dumps(notes, indent=1) + "\n")
    if recorded().keys() >= set(FILES):
        PAGE.write_text(page(recorded()))


if __name__ == "__main__":
    main(sys.argv[1:])
