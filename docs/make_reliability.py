"""Write docs/reliability.md from a run of the tests that attack jug: ``python docs/make_reliability.py``.

It takes about fifteen minutes. JUG_SEED, JUG_INPUTS, JUG_PAIRS and JUG_FITS change seed and sizes of the studies;
JUG_STUDY is the folder of the notes of those that were carried out before (`tests/attacks/studies.py`). With names of
test files it runs these alone, and keeps the rows of the others.
"""

import ast
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
OWN = "test_reliability_page.py"
FILES = [
    *sorted(f"tests/attacks/{path.name}" for path in (ROOT / "tests/attacks").glob("test_*.py") if path.name != OWN),
    *("tests/io/test_fuzz.py", "tests/io/test_files.py", "tests/compute/test_fork.py"),
    *("tests/data/test_limits.py", "tests/obs/test_integrity.py", "tests/cli/test_untrusted_text.py"),
]
"""The tests that the page is about."""

SIZES = ("JUG_SEED", "JUG_INPUTS", "JUG_PAIRS", "JUG_FITS")
"""Variables that change the studies."""

HEAD = """# Reliability

What was done to jug on purpose, how often, and what was lost: a result, a file, or the exit code that a script goes by.
This page is made by `docs/make_reliability.py`, which runs the tests that it names, the long ones too.

What holds for every command:

- It ends with an exit code of [the table](../README.md), and a failure is told in one line. No traceback is shown.
- An output is there as a whole or not at all; until it is, an older file of the same name stays as it was.
- A file that cannot be used is refused with file and line; a par or tim file that lacks something, at its last line.
- TOAs and noise processes for which there is not enough memory, as estimated, are refused before the work begins; the
  message has the size and what makes it smaller. Memory that runs out later ends in exit code 5.
- JSON has no NaN and no Infinity.

What does not hold: a process that is killed while it writes leaves a temporary file (`.NAME.*.tmp`).

"""


class Tried(NamedTuple):
    """What a test file did: tests, trials in them, those that failed, and reasons why tests were skipped."""

    tests: int = 0
    trials: int = 0
    failed: int = 0
    skipped: tuple[str, ...] = ()


def run(files: list[str]) -> dict[str, Tried]:
    """Run the tests of these files and count."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = ["-m", "not mutation", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *files]
        env = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
        subprocess.run(
            [sys.executable, "-m", "pytest", "-o", "junit_family=xunit1", *words], cwd=ROOT, env=env, check=False
        )
        cases = list(ElementTree.parse(report).iter("testcase"))
    found: dict[str, Tried] = defaultdict(Tried)
    for case in cases:
        name = case.get("file", "")
        before = found[name]
        reasons = tuple(skip.get("message", "") for skip in case.iter("skipped"))
        trials = [int(one.get("value", "1")) for one in case.iter("property") if one.get("name") == "trials"]
        found[name] = Tried(
            before.tests + (not reasons),
            before.trials + (0 if reasons else sum(trials) or 1),
            before.failed + (case.find("failure") is not None or case.find("error") is not None),
            tuple(dict.fromkeys((*before.skipped, *reasons))),
        )
    return found


def page(found: dict[str, Tried], before: str = "") -> str:
    """The page as text; rows that are not found anew are those of the page before."""
    kept = {name: line for line in before.splitlines() for name in FILES if f" `{name}`" in line}
    rows = ["| what was done | tests | trials | lost |", "|---|---:|---:|---:|"]
    for name in FILES:
        if name not in found and name in kept:
            rows.append(kept[name])
            continue
        tried = found[name]
        what = (ast.get_docstring(ast.parse((ROOT / name).read_text())) or "").split("\n\n")[0].replace("\n", " ")
        skipped = f" (skipped: {'; '.join(tried.skipped)})" if tried.skipped else ""
        rows.append(f"| {what} `{name}`{skipped} | {tried.tests} | {tried.trials} | {tried.failed} |")
    numbers = [[int(word) for word in row.strip(" |").split(" | ")[-3:]] for row in rows[2:]]
    rows.append(f"| all | {' | '.join(str(sum(column)) for column in zip(*numbers, strict=True))} |")
    sizes = "".join(f", {name}={os.environ[name]}" for name in SIZES if name in os.environ)
    made = f"Made on {datetime.now(UTC).date()} with Python {sys.version.split()[0]} on {sys.platform}{sizes}.\n"
    if kept.keys() - found.keys():
        made += f"\nThat is of the rows {', '.join(f'`{name}`' for name in found)}; the others are older.\n"
    return HEAD + "\n".join(rows) + "\n\n" + made


if __name__ == "__main__":
    place = Path(__file__).with_name("reliability.md")
    place.write_text(page(run(sys.argv[1:] or FILES), place.read_text()))
