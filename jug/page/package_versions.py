"""The versions of jug, Python and the packages on which the numbers of a report depend."""

import platform
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

from jug.version import __version__

PACKAGES = ("numpy", "pyerfa", "jplephem", "astropy-iers-data", "scipy", "jax", "jaxlib")
"""The packages on which the numbers of a fit can depend."""


def version_lines() -> list[str]:
    """Return jug, Python and the packages on which numbers depend, each with its version."""
    found = [f"jug {__version__}", f"Python {platform.python_version()}"]
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            found.append(f"{name} {version(name)}")
    return found
