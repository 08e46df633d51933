"""Write docs/coverage.md from a recorded run of the study of coverage: ``python docs/make_coverage.py``.

It runs `tests/fitting/noise/test_coverage.py` with 200 pulsars of each kind for the maximum likelihood and 120 for
NUTS, seed 23, notes in docs/coverage.json what came out, and makes the page of these notes. JUG_PULSARS, JUG_CHAINS and
JUG_SEED change sizes and seed; JUG_STUDY is the folder of the notes of those pulsars that were done before
(`tests/support/studies.py`). With ``--page`` it runs nothing. All of it takes half an hour of CPU.
"""

import json
import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
NOTES, PAGE = (ROOT / "docs" / name for name in ("coverage.json", "coverage.md"))
STUDY = "tests/fitting/noise/test_coverage.py"
SIZES = {"JUG_PULSARS": "200", "JUG_CHAINS": "120", "JUG_SEED": "23"}

HEAD = """# How often intervals of noise parameters contain the true value

Simulated pulsars of two backends L and U in turn, with epochs of three TOAs and uncertainties of 0.16 to 6.3 us; one
half is simulated by jug, the other by PINT {pint}. True values are drawn evenly: both EFACs from 0.8 to 1.3, the EQUAD
of L from 1 to 2 us, the ECORR of U from 0.8 to 2 us, and red noise. Of weak pulsars, for the upper limits, EQUAD and
ECORR are 0 in one half, and about what the data just show in the other. Position, F0, F1 and DM are free.

| pulsars | TOAs | span | frequencies of red noise | TNREDAMP | TNREDGAM |
|---|---:|---:|---:|---|---|
{shapes}

- Maximum likelihood (`jug noise`): the pull is the signed root of twice the fall of log L from its maximum to the truth
  of one parameter, the others at their best there. 68%: the interval of the profile likelihood that jug gives (`low`,
  `high`). 95%: a pull within 1.96. error: the value with the printed `error`, from the second derivatives; 1.96 errors:
  with that error.
- NUTS (`jug sample`, 4 chains of 500 draws): the pull is the normal deviate of the share of draws below the truth. 68%
  and 95%: the central intervals of the draws. The priors are what the true values were drawn from.
- Upper limits: an `upper_limit` is where log L has fallen by 1.353 from its maximum, the others at their best there.
  That is 95% on one side. "truth not above": the truth is at most the limit, or without a limit the signed root at the
  truth is above -1.645. A limit is given where the 68% interval reaches 0, thus to low estimates: of those with a limit
  fewer than 95% hold where the truth is not 0 (last column). All pulsars of one truth together are to have 95% or more.

If all is right the mean of the pulls is 0 and their width 1 for NUTS. For the maximum likelihood this holds for many
data, as for the 1,200 TOAs. Of the 300 TOAs the pull of TNREDAMP is low by 0.2 to 0.3, because the amplitude is the
scatter of 20 numbers: the maximum of the likelihood of 20 numbers with the variances of a power law has the same
shift, without a pulsar (-0.28, `{few}`). There too the intervals contain the true value as often
as they should, but more often with the true value above the estimate than below.
Of 120 numbers that likelihood has no such shift (0.05, error 0.04).

The error in brackets is the sampling error. "normal" is the probability that as many normal numbers are as far from
their distribution (Anderson and Darling's A^2); the study is off where it is less than {level:.1g}, divided by the
number of parameters. This page is made by `docs/make_coverage.py`, which runs `{study}`.
"""

FEW = "tests/fitting/noise/test_few_coefficients.py"
COLUMNS = {"68": ("68%", 0.6827), "95": ("95%", 0.95), "error": ("error", 0.6827), "errors": ("1.96 errors", 0.95)}
"""Columns of shares: the word, and what is wanted."""


def run() -> dict[str, Any]:
    """Run the study; what its tests told, and when and where."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = ["-m", "study", "-s", "-q", "-p", "no:cacheprovider", "-o", "junit_family=xunit1"]
        env = {**SIZES, **os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "pytest", *words, f"--junitxml={report}", STUDY]
        subprocess.run(command, cwd=ROOT, env=env, check=True)
        told = [(one.get("name"), one.get("value", "")) for one in ElementTree.parse(report).iter("property")]
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "jax", "blackjax", "pint-pulsar"))
    made = f"{datetime.now(UTC).date()}, Python {sys.version.split()[0]}, {versions}, JUG_SEED={env['JUG_SEED']}"
    names = "shape", "level", "coverage", "limits"
    noted = {name: [json.loads(value) for what, value in told if what == name] for name in names}
    kinds = {one["name"]: one for one in noted["shape"]}
    own = {"shapes": list(kinds.values()), "level": noted["level"][0], "rows": noted["coverage"]}
    return {"pint": version("pint-pulsar"), "made": made, **own, "limits": noted["limits"][0]}


def page(notes: dict[str, Any]) -> str:
    """The page as text."""
    shapes = "\n".join(map(shape_line, notes["shapes"]))
    parts = [HEAD.format(pint=notes["pint"], study=STUDY, few=FEW, shapes=shapes, level=notes["level"])]
    for way in dict.fromkeys(row["way"] for row in notes["rows"]):
        own = [row for row in notes["rows"] if row["way"] == way]
        keys = [key for key in COLUMNS if key in own[0]]
        words = ["parameter", "simulated by", "pulsars", "mean of pulls", "width of pulls", "normal"]
        head = f"| {' | '.join([*words, *(f'in {COLUMNS[key][0]}' for key in keys)])} |"
        parts += [f"## {way[0].upper()}{way[1:]}\n", head, "|---|---|" + "---:|" * (4 + len(keys))]
        parts += [line(row, keys) for row in own if row["simulated"] == "both" or row["what"] == "all"]
        parts.append("")
    parts += [
        "## Upper limits, 300 TOAs\n",
        "| parameter | truth | pulsars | estimate 0 | limit | truth not above | of those with a limit |",
    ]
    parts += ["|---|---|---:|---:|---:|---:|---:|", *(limits_line(row) for row in notes["limits"]), ""]
    return "\n".join([*parts, f"Measured {notes['made']}."]) + "\n"


def shape_line(shape: dict[str, Any]) -> str:
    """One line of the table of pulsars."""
    red = ["{:g} to {:g}".format(*shape["ranges"][name]) for name in ("TNREDAMP", "TNREDGAM")]
    cells = [shape["name"], f"{shape['toas']:,}", f"{shape['days']:,.0f} d", str(shape["frequencies"]), *red]
    return f"| {' | '.join(cells)} |"


def with_error(value: float, wanted: float, n: int) -> str:
    """A share with the sampling error of what is wanted."""
    return f"{value:.1%} ({(wanted * (1.0 - wanted) / n) ** 0.5:.1%})"


def line(row: dict[str, Any], keys: list[str]) -> str:
    """One line of a table, with sampling errors of independent numbers."""
    n = row["count"] * (6 if row["what"] == "all" else 1)
    mean, width = f"{row['mean']:.2f} ({n**-0.5:.2f})", f"{row['width']:.2f} ({(2 * n) ** -0.5:.2f})"
    normal = f"{row['normal']:.2g}" if "normal" in row else ""
    shares = [with_error(row[key], COLUMNS[key][1], n) for key in keys]
    return f"| {' | '.join([row['what'], row['simulated'], str(row['count']), mean, width, normal, *shares])} |"


def limits_line(row: dict[str, Any]) -> str:
    """One line of the table of limits."""
    n = row["count"]
    shares = [f"{row['at 0']:.1%}", f"{row['limited']:.1%}", with_error(row["under"], 0.95, n), f"{row['held']:.1%}"]
    return f"| {' | '.join([row['what'], row['truth'], str(n), *shares])} |"


def main(words: list[str]) -> None:
    """Run the study unless the page alone is asked for, and write notes and page."""
    if words != ["--page"]:
        NOTES.write_text(json.dumps(run(), indent=1) + "\n")
    PAGE.write_text(page(json.loads(NOTES.read_text())))


if __name__ == "__main__":
    main(sys.argv[1:])
