"""XLA ends the process at a flag of XLA_FLAGS that it does not know; a process of its own meets it first."""

import subprocess
import sys

from jug.errors import BackendError

TRIAL_PROGRAM = "from jaxlib import xla_client; xla_client.make_cpu_client()"
READER = "parse_flags_from_env"
"""The file of XLA that reads the flags, whose name stands before its message."""

LONGEST_S = 60.0
"""Limit of the process that tries a flag, s."""


def check_flags(flags: str) -> None:
    """Refuse flags at which XLA would end this process.

    It takes 0.15 s. Where the trial fails for another reason, nothing is refused.

    Parameters
    ----------
    flags : str
        What XLA_FLAGS holds; the environment has it too.

    Raises
    ------
    BackendError
    """
    try:
        ran = subprocess.run(
            [sys.executable, "-P", "-c", TRIAL_PROGRAM],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=LONGEST_S,
        )
    except (OSError, subprocess.SubprocessError):
        return
    said = [line.partition("] ")[2] for line in ran.stderr.splitlines() if line[:1] in "EF" and "] " in line]
    if ran.returncode and said and READER in ran.stderr:
        raise BackendError(f"JAX cannot be loaded: XLA_FLAGS={flags!r} ({said[0]})", "correct XLA_FLAGS, or unset it")
