"""The pictures that a command on a page draws: the lines of the page are run, and what they draw is taken."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = {
    "ngc6440e.png": ("start.md", "residuals.png"),
    "pictures/white.png": ("plot.md", "white.png"),
    "pictures/normal_quantiles.png": ("plot.md", "qq.png"),
    "pictures/realisations.png": ("plot.md", "noise.png"),
    "pictures/chi2_map.png": ("plot.md", "grid.png"),
    "pictures/prediction.png": ("predict.md", "prediction.png"),
    "pictures/noise_check.png": ("good_fit.md", "noise.png"),
    "pictures/backend_check.png": ("find_noise.md", "check.png"),
    "pictures/connection.png": ("young_solution.md", "solution.png"),
    "pictures/report.png": ("report.md", "fit.html"),
}
"""Where each lies in docs/, the page whose lines draw it, and the file that they write.

Of the report it is what a browser shows.
"""


def shell_lines(page: str) -> list[str]:
    """The blocks of shell lines of a page of docs/, in their order."""
    text = (ROOT / "docs" / page).read_text()
    return re.findall(r"^```(?:sh|bash)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run_page(page: str, wanted: set[str], folder: Path) -> None:
    """Run the lines of a page in a folder, as `tests/test_shell_lines.py` does, until all files are written.

    Parameters
    ----------
    page : str
        Its name in docs/.
    wanted : set of str
        Names of files.
    folder : Path
        Empty.

    Raises
    ------
    subprocess.CalledProcessError
        A block of lines fails.
    FileNotFoundError
        The lines do not write a file.
    """
    (folder / "data").symlink_to(ROOT / "data")
    (folder / "bin").mkdir()
    command = folder / "bin" / "jug"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m jug "$@"\n')
    command.chmod(0o755)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    libraries = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    environment = {**os.environ, "PATH": path, "PYTHONPATH": libraries, "MPLBACKEND": "Agg"}
    missing = set(wanted)
    for block in shell_lines(page):
        words = ["bash", "-euo", "pipefail", "-c", block]
        subprocess.run(words, cwd=folder, env=environment, check=True, capture_output=True, timeout=300)
        missing = {name for name in missing if not (folder / name).exists()}
        if not missing:
            return
    raise FileNotFoundError(f"the lines of {page} do not write {', '.join(sorted(missing))}")
