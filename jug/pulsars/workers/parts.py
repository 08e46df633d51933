"""The parts of a run. Each does a share of the pulsars."""

from collections.abc import Sequence

from jug.core.arguments.kinds import expect
from jug.errors import InputError
from jug.pulsars.jobs.job import Job


def part_of(plan: Sequence[Job], part: tuple[int, int]) -> list[Job]:
    """Return the jobs of one part: every n-th pulsar of n parts, in the order of their names.

    Parameters
    ----------
    plan : sequence of Job
    part : tuple of two int
        ``(2, 10)`` for the second of ten.

    Returns
    -------
    list of Job
        It can be empty if there are more parts than pulsars.

    Raises
    ------
    InputError
        Not such a pair.
    """
    expect(part=(part, (tuple, list)))
    if len(part) != 2:
        raise InputError(f"part is {part!r}", hint="write two whole numbers: (2, 10) is the second of ten parts")
    number, count = part
    expect(part=(number, int))
    expect(part=(count, int))
    if not 1 <= number <= count:
        raise InputError(f"there is no part {number} of {count}", hint="parts are counted from 1")
    return list(plan[number - 1 :: count])
