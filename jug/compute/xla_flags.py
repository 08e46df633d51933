"""XLA ends the process at a flag of XLA_FLAGS that it does not know. So a separate process tries the flags first."""

import subprocess
import sys

from jug.errors import BackendError

TRIAL_PROGRAM = "from jaxlib import xla_client; xla_client.make_cpu_client()"
READER = "parse_flags_from_env"
"""The file of XLA that reads the flags; its name is in the message of the error."""

LONGEST_S = 60.0
"""Limit of the process that tries a flag, s."""


def check_xla_flags(flags: str) -> None:
    """Refuse flags at which XLA would end this process.

    The trial takes 0.15 s. Where it fails for another reason, nothing is refused.

    Parameters
    ----------
    flags : str
        The value of XLA_FLAGS, which the environment has.

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
    errors = [line.partition("] ")[2] for line in ran.stderr.splitlines() if line[:1] in "EF" and "] " in line]
    if ran.returncode and errors and READER in ran.stderr:
        raise BackendError(f"JAX cannot be loaded: XLA_FLAGS={flags!r} ({errors[0]})", "correct XLA_FLAGS, or unset it")
