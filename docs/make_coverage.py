"""Write docs/coverage.md from a recorded run of the study of coverage: ``python docs/make_coverage.py``.

It runs `tests/fitting/noise/test_coverage.py` with 200 pulsars for the maximum likelihood and 40 for NUTS, seed 19,
notes in docs/coverage.json what came out, and makes the page of these notes. JUG_PULSARS, JUG_CHAINS and JUG_SEED
change sizes and seed; JUG_STUDY is the folder of the notes of those pulsars that were done before
(`tests/studies.py`). With ``--page`` it runs nothing. All of it takes 5 minutes of CPU.
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
SIZES = {"JUG_PULSARS": "200", "JUG_CHAINS": "40", "JUG_SEED": "19"}

HEAD = """# How often intervals of noise parameters hold the truth

Simulated pulsars of 300 TOAs, 100 epochs of three frequencies, of two backends L and U in turn, with uncertainties of
0.16 to 6.3 us; one half is simulated by jug, the other by PINT {pint}. True values are drawn evenly: both EFACs from
0.8 to 1.3, the EQUAD of L from 1 to 2 us, the ECORR of U from 0.8 to 2 us, TNREDAMP from -12.6 to -12, TNREDGAM from
2 to 4, with 10 frequencies. Position, F0, F1 and DM are free.

- Maximum likelihood (`jug noise`): the pull is the signed root of twice the fall of log L from its maximum to the truth
  of one parameter, the others at their best there. 68%: the interval of the profile likelihood that jug gives. 95%: a
  pull within 1.96.
- NUTS (`jug sample`, 4 chains of 500 draws): the pull is the normal deviate of the share of draws below the truth. 68%
  and 95%: the central intervals of the draws. The priors are what the true values were drawn from.

If all is right the mean of the pulls is 0 and their width 1 for NUTS. For the maximum likelihood this holds for many
data; 20 coefficients of red noise are few. The error in brackets is the sampling error. This page is made by
`docs/make_coverage.py`, which runs `{study}`.
"""


def run() -> dict[str, Any]:
    """Run the study; what its tests told, and when and where."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = ["-m", "study", "-s", "-q", "-p", "no:cacheprovider", "-o", "junit_family=xunit1"]
        env = {**SIZES, **os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "pytest", *words, f"--junitxml={report}", STUDY]
        subprocess.run(command, cwd=ROOT, env=env, check=True)
        cases = ElementTree.fromstring(report.read_text()).iter("property")
        rows = [json.loads(one.get("value", "")) for one in cases if one.get("name") == "coverage"]
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "jax", "blackjax", "pint-pulsar"))
    made = f"{datetime.now(UTC).date()}, Python {sys.version.split()[0]}, {versions}, JUG_SEED={env['JUG_SEED']}"
    return {"pint": version("pint-pulsar"), "made": made, "rows": rows}


def page(notes: dict[str, Any]) -> str:
    """The page as text."""
    head = "| parameter | simulated by | pulsars | mean of pulls | width of pulls | in 68% | in 95% |"
    parts = [HEAD.format(pint=notes["pint"], study=STUDY)]
    for way in dict.fromkeys(row["way"] for row in notes["rows"]):
        own = [row for row in notes["rows"] if row["way"] == way]
        parts += [f"## {way[0].upper()}{way[1:]}\n", head, "|---|---|---:|---:|---:|---:|---:|"]
        parts += [line(row) for row in own if row["simulated"] == "both" or row["what"] == "all"]
        parts.append("")
    return "\n".join([*parts, f"Measured {notes['made']}."]) + "\n"


def line(row: dict[str, Any]) -> str:
    """One line of the table, with sampling errors of independent numbers."""
    n = row["count"] * (6 if row["what"] == "all" else 1)
    mean, width = f"{row['mean']:.2f} ({n**-0.5:.2f})", f"{row['width']:.2f} ({(2 * n) ** -0.5:.2f})"
    shares = [f"{row[key]:.1%} ({(p * (1 - p) / n) ** 0.5:.1%})" for key, p in (("68", 0.6827), ("95", 0.95))]
    cells = [row["what"], row["simulated"], str(row["count"]), mean, width, *shares]
    return f"| {' | '.join(cells)} |"


def main(words: list[str]) -> None:
    """Run the study unless the page alone is asked for, and write notes and page."""
    if words != ["--page"]:
        NOTES.write_text(json.dumps(run(), indent=1) + "\n")
    PAGE.write_text(page(json.loads(NOTES.read_text())))


if __name__ == "__main__":
    main(sys.argv[1:])
