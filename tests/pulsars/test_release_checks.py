"""Checks of a pulsar before its release, at the limits of each."""

import math
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.pulsars.one_pulsar import checks


class Toas(Made):
    """TOAs with a length, and flags by name."""

    def __len__(self) -> int:
        return len(self.mjd)

    def flag(self, key: str) -> Any:
        return np.array(self.flags.get(key, [""] * len(self)))


def states(found: Any) -> list[tuple[str, bool, str, str]]:
    return [(one.name, bool(one.good), one.found, one.wanted) for one in found]


@pytest.mark.parametrize(
    ("name", "stem", "degrees", "begins", "at_place"),
    [
        ("J0613-0200", "0613-0200.par", -2.01, True, True),
        ("J0613-0200", "J0614-0200.par", -2.99, False, True),
        ("J0613-0200", "J0613-0200.par", 2.0, True, False),
        ("B1855+09", "B1855+09_x.par", 2.0, True, True),
        ("J0613+0200", "J0613+0200.par", 2.0, True, True),
        ("J0613+0000", "J0613+0000.par", 0.0, True, True),
    ],
)
def test_names_and_positions(
    name: str, stem: str, degrees: float, begins: bool, at_place: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The position is cut to minutes and degrees, here 6 h 13.99 min."""
    phi = (6.0 * 60.0 + 13.99) / 720.0 * math.pi
    monkeypatch.setattr(checks, "sky_angles", lambda model: (math.radians(90.0 - degrees), phi))
    result: Any = Made(model=Made(psr=name))
    first, second = checks._names(f"some/{stem}", result)
    assert (first.good, second.good) == (begins, at_place)
    assert second.found == f"{name} at J0613{'-' if degrees < 0 else '+'}{int(abs(degrees)):02d}"


@pytest.mark.parametrize(
    ("tzr", "good", "text"),
    [(None, False, "none"), (53999.0, True, "53999.000"), (53998.9, False, "53998.900"), (55001.0, True, "55001.000"),
     (55001.1, False, "55001.100")],
)  # fmt: skip
def test_the_zero_of_phase_is_within_a_day_of_the_span(tzr: float | None, good: bool, text: str) -> None:
    uses = [Made(name="gbt.clk", n_beyond=3), Made(name="gps.clk", n_beyond=0)]
    toas: Any = Toas(mjd=np.array([54000.0, 55000.0]), uses=uses, freq_hz=np.array([1e9, np.inf]))
    result: Any = Made(model=Made(settings=Made(tzr_mjd=None if tzr is None else Made(hi=tzr))))
    first, *others = states(checks._reference(result, toas))
    assert first == ("TZRMJD", good, text, "a date within the span of the TOAs")
    assert others == [
        ("sites and clocks", False, "gbt.clk: 3 TOAs", "clock files that cover all TOAs"),
        ("infinite frequency", False, "1 TOA", "no TOA without a frequency"),
    ]


def test_flags_of_a_release() -> None:
    equatorial: Any = Made(model=Made(entries={"RAJ": 1}), names=("F0", "F1", "PX", "RAJ", "DECJ", "PMRA"))
    assert states(checks._flags(equatorial)) == [
        ("fit flags", False, "not fitted: PMDEC", "all of these fitted"),
    ]
    ecliptic: Any = Made(
        model=Made(entries={"ELONG": 1}), names=("F0", "F1", "PX", "ELONG", "ELAT", "PMELONG", "PMELAT")
    )
    assert states(checks._flags(ecliptic)) == [("fit flags", True, "set", "all of these fitted")]


def test_noise_lines_of_a_release() -> None:
    """One for each backend; wideband TOAs need no ECORR; without a flag -f there is one backend."""
    entries = {str(i): Made(param=Made(name=name)) for i, name in enumerate(("EFAC", "EFAC", "EQUAD"))}
    result: Any = Made(model=Made(entries=entries), residuals=Made(dm=None))
    toas: Any = Toas(mjd=np.zeros(3), flags={"f": ["A", "B", ""]})
    assert states(checks._noise(result, toas)) == [
        ("EFAC", True, "2 lines", "one for each of 2 backends"),
        ("EQUAD", False, "1 lines", "one for each of 2 backends"),
        ("ECORR", False, "0 lines", "one for each of 2 backends"),
    ]
    result.residuals.dm = 1
    plain: Any = Toas(mjd=np.zeros(3), flags={})
    assert [one[:2] for one in states(checks._noise(result, plain))] == [("EFAC", True), ("EQUAD", True)]


def test_receivers_without_a_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    toas: Any = Toas(mjd=np.zeros(4), flags={"fe": ["L", "S", "U", ""]})
    monkeypatch.setattr(checks, "mask", lambda selector, toas: toas.flag("fe") == selector)

    def with_jumps(*selectors: str) -> Any:
        entries = {name: Made(param=Made(name="JUMP"), selector=name) for name in selectors}
        return Made(model=Made(entries=entries))

    for selectors, good, left in ((("L", "S"), True, "U"), (("L",), False, "S, U"), (("L", "S", "U"), False, "none")):
        (found,) = states(checks._receivers(with_jumps(*selectors), toas))
        count = f"{len(selectors)} JUMPs, 3 receivers, without a JUMP: {left}"
        assert found == ("JUMPs", good, count, "one receiver without a JUMP")
    assert list(checks._receivers(with_jumps(), Toas(mjd=np.zeros(1), flags={}))) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wanted", "chi2", "dof", "good", "limits"),
    [
        ({}, 0.9, 5, True, "0.9 to 1.1"), ({}, 1.1, 5, True, "0.9 to 1.1"), ({}, 1.11, 5, False, "0.9 to 1.1"),
        ({}, 0.89, 5, False, "0.9 to 1.1"), ({}, 1.0, 0, False, "0.9 to 1.1"),
        ({"reduced_chi2": [0.5, 2]}, 2.0, 1, True, "0.5 to 2"), ({"reduced_chi2": [1]}, 2.0, 1, False, "0.9 to 1.1"),
    ],
)  # fmt: skip
def test_the_reduced_chi2_of_a_release(
    wanted: dict[str, object], chi2: float, dof: int, good: bool, limits: str
) -> None:
    result: Any = Made(dof=dof, reduced_chi2=chi2, verdict=Made(good=False, name="few_toas"))
    first, second = states(checks._quality(result, wanted))
    assert first == ("reduced chi2", good, f"{chi2:.4f}", limits)
    assert second == ("verdict", False, "few_toas", "a good fit")


def test_what_a_check_says() -> None:
    found = (checks.ReleaseCheck("A", True, "1", "2"), checks.ReleaseCheck("B", False, "3", "4"))
    assert checks.checks_json(found)["failed"] == ["B"]
    rows = [line.split() for line in checks.checks_text(found).splitlines()[2:]]
    assert rows == [["good", "A", "1"], ["LOOK", "B", "3", "4"]]
