"""The reasons for which an ephemeris cannot be used and that callers tell from others."""

from jug.errors import Problem


class AbsentEphemeris(Problem):
    """The ephemeris is not at hand."""


class OutsideEphemeris(Problem):
    """A time is outside the dates that the ephemeris covers."""
