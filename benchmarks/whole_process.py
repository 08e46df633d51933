"""`jug fit` as a whole process against PINT's `pintempo` on the same files: CPU time, in turn, in one run.

    python benchmarks/whole_process.py [--rounds 5]

Run from a checkout with the extra ``test``; PINT gets the offline set-up of ``tests/support/offline.py``. The floor of
a jug process is printed beside: importing numpy, erfa and jplephem.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / folder) for folder in ("inputs", "oracles", "support")]

PAIRS = {
    "NGC6440E": ("NGC6440E.par", "NGC6440E.tim", ()),
    "B1855+09 9-yr (GLS)": ("B1855+09_NANOGrav_9yv1.gls.par", "B1855+09_NANOGrav_9yv1.tim", ("--gls",)),
}


def installed() -> dict[str, str]:
    """The environment of every process: what pip installs is compiled to bytecode once, and so is what is measured."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def cpu_s(code: str, *arguments: str) -> float:
    """User and system seconds of one Python process."""
    before = os.times()
    code = f"import sys; sys.argv = ['command', *{list(arguments)!r}]; {code}"
    command = [sys.executable, "-W", "ignore", "-c", code]
    subprocess.run(command, check=True, capture_output=True, timeout=600, env=installed())
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def main() -> None:
    """Print a row a pulsar."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=5)
    rounds = options.parse_args().rounds
    import offline

    with tempfile.TemporaryDirectory() as room:
        offline.set_up(Path(room))
        import oracle

        oracle.fill_cache()  # what pintempo would download
        floor = statistics.median(cpu_s("import numpy, erfa, jplephem.spk") for _ in range(rounds))
        print(f"floor of a jug process (imports): {floor:.2f} s of CPU")
        for name, (par, tim, more) in PAIRS.items():
            folder = ROOT / "data" / "examples"
            copy = Path(room) / par
            copy.write_text((folder / par).read_text().replace("DE436", "DE440"))
            files = [str(copy), str(folder / tim)]
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(cpu_s("from jug.__main__ import run_process; run_process()", "fit", *files))
                theirs.append(cpu_s("from pint.scripts.pintempo import main; main()", *more, *files))
            ratio = statistics.median(t / o for o, t in zip(ours, theirs, strict=True))
            print(
                f"{name}: jug {statistics.median(ours):.2f} s, PINT {statistics.median(theirs):.2f} s, "
                f"ratio {ratio:.1f} (median of {rounds}, CPU)"
            )


if __name__ == "__main__":
    main()
