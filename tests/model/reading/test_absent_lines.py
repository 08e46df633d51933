"""Lines that others belong to, absent: one warning for each kind, and the value that PINT takes."""

from dataclasses import fields
from pathlib import Path

import pytest

import jug
from jug.core.constants import K_DM
from jug.errors import InputWarning
from jug.io.par import ParFile, parse_lines
from jug.model import reading
from jug.model.programs.differences import DEFAULTS_OF_PROGRAMS
from jug.model.reading.dialects.convention_table import CONVENTIONS
from jug.model.reading.findings import Findings
from jug.model.reading.settings import read_settings
from jug.model.settings import DEFAULT_EPHEMERIS, Settings
from tests.model.checks.test_all_problems import par


def warnings_of(file: ParFile) -> list[str]:
    """The warnings of a file."""
    with pytest.warns(InputWarning) as found:
        jug.load_model(file)
    return [str(one.message) for one in found]


def test_a_solar_wind_without_its_epoch() -> None:
    (text,) = warnings_of(par("NE_SW 4", "NE_SW1 0.1", "NE_SW2 0.1"))
    assert text.startswith("x.par:11: NE_SW1 is given without SWEPOCH: it counts from PEPOCH, as in PINT")
    assert "write SWEPOCH 5" in text
    jug.load_model(par("NE_SW 4", "NE_SW1 0.1", "SWEPOCH 55000"))
    jug.load_model(par("NE_SW 4"))
    jug.load_model(par("NE_SW 4", "NE_SW1 0.0"))  # as PINT writes it: no epoch matters


def test_a_series_that_an_edit_adds_has_no_warning() -> None:
    assert "NE_SW1" in jug.load_model(par("NE_SW 4")).add("NE_SW1 0.1").names


@pytest.mark.parametrize(("head", "size"), [("WX", "1e-6"), ("DMWX", "1e-4"), ("CMWX", "1e-2")])
def test_a_sinusoid_with_one_amplitude(head: str, size: str) -> None:
    epoch, more = f"{head}EPOCH 55000", ("CM 0", "TNCHROMIDX 4") if head == "CMWX" else ()
    waves = (*more, epoch, *(f"{head}FREQ_000{k} 0.0{k}" for k in (1, 2)))
    (text,) = warnings_of(par(*waves, f"{head}SIN_0001 {size}", f"{head}COS_0002 {size}"))
    assert f"{head}SIN_0001 is given without {head}COS_0001, read as zero (and 1 more such lines), as in PINT" in text
    both = (f"{head}{kind}_000{k} {size}" for k in (1, 2) for kind in ("SIN", "COS"))
    jug.load_model(par(*waves, *both))


def test_tzrfreq() -> None:
    """The dispersion delay of DM 10 at 1400 MHz is what PINT leaves out."""
    place = ("TZRMJD 55000", "TZRSITE gbt")
    (text,) = warnings_of(par("DM 10", *place, "TZRFREQ 1400", drop=("DM",)))
    shift = float(text.split("all TOAs by ")[1].split(" ns")[0].replace(",", ""))
    assert shift == pytest.approx(K_DM * 10 / 1.4e9**2 * 1e9, rel=5e-3)
    jug.load_model(par(*place, "TZRFRQ 1400"))


def test_the_ephemeris_of_an_absent_line_is_one_constant() -> None:
    """The word of the convention, of the tables and of the settings; no other file of the reading has the name."""
    lines = {row[0]: row[1] for row in DEFAULTS_OF_PROGRAMS}
    assert CONVENTIONS["EPHEM"].default == lines["EPHEM"] == Settings().ephem == DEFAULT_EPHEMERIS
    files = Path(reading.__file__).parent.rglob("*.py")
    assert [file.name for file in files if f'"{DEFAULT_EPHEMERIS}"' in file.read_text()] == ["convention_table.py"]


def test_settings_of_absent_lines_are_the_defaults() -> None:
    """`Settings` without arguments is what a par file says that has none of its lines."""
    absent, default = read_settings(parse_lines(["F0 1"], "x.par"), {}, Findings()), Settings()
    same = [field.name for field in fields(Settings) if field.name != "assumed"]
    assert {name: getattr(absent, name) for name in same} == {name: getattr(default, name) for name in same}
