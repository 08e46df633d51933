"""Run the command ``jug`` in a process of its own under attack, and say what is wrong with how it ended."""

import os
import subprocess
import sys
from pathlib import Path

from copies import ROOT, example

from jug.cli.common.exit_codes import ExitCode

PAR, TIM = example("NGC6440E")
FIT = f"fit {PAR} {TIM}"
CODES = {int(code) for code in ExitCode}


def jug(
    words: str, *, before: str = "", folder: Path | None = None, seconds: float = 120, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run ``jug`` and these words through a shell, which closes streams and sets limits.

    Parameters
    ----------
    words : str
        What follows ``jug``, redirections too.
    before : str
        What stands before the interpreter: ``"prlimit --as=1000"``, ``"ulimit -f 0;"``.
    folder : Path, optional
        Where it runs.
    seconds : float
        After these it is a hang, and an exception.
    variables : str
        More of the environment.
    """
    line = f"{before} {sys.executable} -m jug {words}"
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}  # as users have it
    env = {**inherited, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", **variables}
    return subprocess.run(["sh", "-c", line], cwd=folder, env=env, capture_output=True, text=True, timeout=seconds)


def faults(ended: subprocess.CompletedProcess[str], *, silent: bool = False) -> list[str]:
    """What is wrong with how a command ended: its code, a traceback, or a failure that is not told in one line."""
    found = [] if ended.returncode in CODES else [f"code {ended.returncode}"]
    lines = ended.stderr.splitlines()
    errors = [line for line in lines if line.startswith("jug: error: ")]
    if ended.returncode in (ExitCode.BAD_INPUT, ExitCode.MACHINE) and not silent and len(errors) != 1:
        found.append("a failure is not told in one line")
    found += [f"not of jug: {line}" for line in lines if not line.startswith("jug: ")]
    return [f"{what}\n{ended.stderr[-2000:]}" for what in found]


def left_over(folder: Path, *, expected: set[str]) -> list[str]:
    """The names in a folder that should not be there: temporary files, files that are there in part."""
    return sorted({path.name for path in folder.iterdir()} - expected)
