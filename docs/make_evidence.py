"""Write docs/evidence.md and docs/accuracy.md from recorded runs of tests: ``python docs/make_evidence.py``.

It runs the tests that docs/claims.toml names, one name after the other, notes in docs/evidence.json what they measured
(fixture `measured` of tests/conftest.py), and makes both pages of these notes. With names, as docs/claims.toml has
them, it runs these alone; the notes of the others stay, with the date of their own run. With ``--page`` it runs
nothing. All take a quarter of an hour.
"""

import ast
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
NOTES, EVIDENCE, ACCURACY = (ROOT / "docs" / name for name in ("evidence.json", "evidence.md", "accuracy.md"))


class Claim(NamedTuple):
    """What README.md says, in its words, and the tests that hold it: files, or single tests as pytest names them."""

    words: str
    tests: Sequence[str]


SAID = tomllib.loads((ROOT / "docs" / "claims.toml").read_text())
CLAIMS = [Claim(**one) for one in SAID["claim"]]
NAMES = list(dict.fromkeys(name for claim in CLAIMS for name in claim.tests))
ELSEWHERE = [(one["words"], one["where"], one["figure"]) for one in SAID["elsewhere"]]
"""What is recorded on other pages: words of README or of the index, where, and the figure or how it comes about."""

HEAD = """# Evidence for each claim of README

Each row is a claim of [README](../README.md) in its words, the tests that hold it, and what they measured when they
were last recorded. A test fails where a figure exceeds its limit. This page is made by `docs/make_evidence.py`, which
runs the tests and notes in `docs/evidence.json` what they did, from `docs/claims.toml`, which also names the words of
README that claim nothing, and why. `passed` and `failed` count cases: a test that runs on several inputs has one for
each. "asserted" means that a test compares and notes no figure. The figures are on [the page of the
accuracy](accuracy.md).

"""

ACCURACY_HEAD = """# How accurate it is, measured

jug beside PINT {pint}, on the same files, with the same clock files, ephemeris and Earth orientation; and beside
residuals that tempo2 computed, which come with PINT. Each figure is what a test measured, and the limit above which
it fails. Residuals are compared TOA by TOA, values and uncertainties parameter by parameter; the figure is the
largest difference unless it says rms. `sigma` is the uncertainty of the parameter. PINT holds the time of a TOA in
80-bit numbers, to 0.3 ns: where its times are replaced by exact ones ("undone"), picoseconds are left. The tempo2 of
these figures rounds the time of the ephemeris to 40 us, 2 ns on an axis. Where programs mean different things by a
line, the sizes stand in [conventions.md](conventions.md). This page is made by `docs/make_evidence.py`.

"""


class Ran(NamedTuple):
    """What a name ran: cases passed and failed, figures (what, measured, limit, unit), when and where, its tests."""

    passed: int
    failed: int
    figures: list[list[object]]
    made: str
    tests: list[str]


def run(name: str) -> Ran:
    """Run the tests of a file or one test, the long ones too, and note what they measured."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = ["-m", "not mutation", "-q", "-p", "no:cacheprovider"]
        words += ["-o", "junit_family=xunit1", f"--junitxml={report}"]
        env = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-m", "pytest", *words, name], cwd=ROOT, env=env, check=False)
        return noted(report.read_text())


def noted(report: str) -> Ran:
    """What pytest's report in XML says."""
    passed, failed, figures, tests = 0, 0, [], {}
    for case in ElementTree.fromstring(report).iter("testcase"):
        tests[case.get("name", "").partition("[")[0]] = None
        bad = case.find("failure") is not None or case.find("error") is not None
        failed += bad
        passed += not bad and case.find("skipped") is None
        figures += [json.loads(one.get("value", "")) for one in case.iter("property") if one.get("name") == "measured"]
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "jax", "pint-pulsar", "astropy"))
    made = f"{datetime.now(UTC).date()}, Python {sys.version.split()[0]}, {sys.platform}, {versions}"
    return Ran(passed, failed, figures, made, sorted(tests))


def worst(figures: Sequence[Sequence[object]]) -> list[str]:
    """For each unit the figure that comes nearest to its limit, in words."""
    nearest: dict[str, Sequence[object]] = {}
    for one in figures:
        unit = str(one[3])
        if unit not in nearest or float(one[1]) / float(one[2]) > float(nearest[unit][1]) / float(nearest[unit][2]):  # type: ignore[arg-type]
            nearest[unit] = one
    return [f"{one[1]:.2g} {unit} (limit {one[2]:g}): {one[0]}" for unit, one in nearest.items()]


def points_in_a_minute(performance: str) -> str:
    """From docs/performance.md: points of a grid with refit in a minute, NumPy, of 4,005 TOAs and 90 parameters."""
    part = performance.split("## B1855+09", 1)[1].split("\n## ", 1)[0]
    cells = re.search(r"^\| chi2 with refit, a point of a grid \|([^|]*)\|([^|]*)\|", part, re.MULTILINE)
    assert cells is not None
    each = [float(cell.split()[0]) * {"us": 1e-6, "ms": 1e-3, "s": 1.0}[cell.split()[1]] for cell in cells.groups()]
    numpy, jax = (f"{round(60.0 / seconds, -2):,.0f}" for seconds in each)
    return f"{numpy} (NumPy) and {jax} (JAX) points a minute with 4,005 TOAs and 90 free parameters"


def trials(notes: str) -> str:
    """From docs/reliability.json: how much was tried, and lost."""
    found = json.loads(notes).values()
    return f"{sum(one['trials'] for one in found):,} trials, {sum(one['failed'] for one in found)} lost"


@cache
def functions(file: str) -> dict[str, str]:
    """The tests of a file, each with its docstring; the first, without a name, is that of the file."""
    tree = ast.parse((ROOT / file).read_text())
    tests = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")]
    said = {"": ast.get_docstring(tree), **{one.name: ast.get_docstring(one) for one in tests}}
    return {name: (text or "").split("\n\n")[0].replace("\n", " ") for name, text in said.items()}


def about(name: str) -> str:
    """The first sentence of a test file or of one test, after a colon where there is one."""
    file, _, test = name.partition("::")
    said = functions(file)[test]
    return f"`{name}`: {said}" if said else f"`{name}`"


def evidence_page(found: Mapping[str, Ran]) -> str:
    """The table of claims."""
    rows = ["| claim | test | passed | failed | nearest to its limit | run |", "|---|---|---:|---:|---|---|"]
    runs = list(dict.fromkeys(found[name].made for name in NAMES))
    for claim in CLAIMS:
        for name in claim.tests:
            ran = found[name]
            figures = "; ".join(worst(ran.figures)) or "asserted"
            number = runs.index(ran.made) + 1
            rows.append(f"| {claim.words} | {about(name)} | {ran.passed} | {ran.failed} | {figures} | {number} |")
    said = {
        "points": points_in_a_minute((ROOT / "docs" / "performance.md").read_text()),
        "trials": trials((ROOT / "docs" / "reliability.json").read_text()),
    }
    rows += ["", "Recorded on other pages:", "", "| claim | where | figure |", "|---|---|---|"]
    rows += [f"| {words} | {where} | {said.get(figure, figure)} |" for words, where, figure in ELSEWHERE]
    made = "\n".join(f"{i}. {text}" for i, text in enumerate(runs, 1))
    return HEAD + "\n".join(rows) + f"\n\nThe runs:\n\n{made}\n"


MOST = 16
"""Figures of a file that are listed; of more, the largest."""


def accuracy_page(found: Mapping[str, Ran]) -> str:
    """Every figure, by test file."""
    parts = []
    for name in (name for name in NAMES if found[name].figures):
        figures = sorted(found[name].figures, key=lambda one: -float(one[1]) / float(one[2]))  # type: ignore[arg-type]
        shown = figures[:MOST] if len(figures) > MOST else found[name].figures
        rows = [f"| {what} | {value:.2g} {unit} | {below:.3g} {unit} |" for what, value, below, unit in shown]
        more = f"\n\nThe {MOST} largest of {len(figures)}." if len(figures) > MOST else ""
        parts.append(
            f"## `{name}`\n\n{about(name).partition(': ')[2]}\n\n| what | measured | limit |\n|---|---:|---:|\n"
            + "\n".join(rows)
            + f"{more}\n\nMeasured {found[name].made}.\n"
        )
    return ACCURACY_HEAD.format(pint=version("pint-pulsar")) + "\n".join(parts)


def recorded() -> dict[str, Ran]:
    """The notes of the runs so far."""
    notes = json.loads(NOTES.read_text()) if NOTES.exists() else {}
    return {name: Ran(**fields) for name, fields in notes.items()}


def main(words: list[str]) -> None:
    """Run what is asked for, and write the notes; and the pages, where there are notes of every file."""
    for name in () if words == ["--page"] else words or NAMES:
        ran = run(name)
        found = {**recorded(), name: ran}
        NOTES.write_text(json.dumps({name: found[name]._asdict() for name in NAMES if name in found}, indent=1) + "\n")
    if recorded().keys() >= set(NAMES):
        EVIDENCE.write_text(evidence_page(recorded()))
        ACCURACY.write_text(accuracy_page(recorded()))


if __name__ == "__main__":
    main(sys.argv[1:])
