"""Event files with damaged headers: refused with the name of the file, at once, and in little memory."""

from pathlib import Path

import numpy as np
import pytest
from copies import EXAMPLES

from jug.cli.command import main
from jug.errors import InputError
from jug.folding.event_file import MOST_REFERENCE_MJD, _reference_time

PAR = str(EXAMPLES / "NGC6440E.par")

pytestmark = pytest.mark.usefixtures("embedded_only")


@pytest.fixture
def events(tmp_path: Path) -> Path:
    from astropy.io import fits

    table = fits.BinTableHDU.from_columns([fits.Column("TIME", "D", array=np.arange(3.0))], name="EVENTS")
    for key, value in {"MJDREFI": 51910, "MJDREFF": 0.5, "TIMEREF": "GEOCENTRIC", "LAST": 1}.items():
        table.header[key] = value
    fits.HDUList([fits.PrimaryHDU(), table]).writeto(tmp_path / "e.fits")
    return tmp_path / "e.fits"


def refused(path: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> str:
    """What the message says in brackets."""
    path.write_bytes(content)
    assert main(["bary", PAR, str(path), "-o", str(path.with_name("o.fits"))]) == 2
    assert not path.with_name("o.fits").exists()
    said = capsys.readouterr().err
    begin, end = f"jug: error: {path}: this FITS file cannot be read (", "); check that it is whole\n"
    assert said.startswith(begin)
    assert said.endswith(end)
    return said.removeprefix(begin).removesuffix(end)


@pytest.mark.parametrize(
    ("card", "put", "value"),
    [
        ("NAXIS", "NAXIS", "9" * 20),
        ("TFIELDS", "TFIELDS", "1000000000"),
        ("NAXIS2", "NAXIS2", "-1.5"),
        ("GCOUNT", "GCOUNT", "'999999999D'"),
        ("GCOUNT", "GCOUNT", "1000000000000"),
        ("LAST", "THEAP", "2147483648"),
    ],
)
def test_sizes_beyond_the_file(
    events: Path, card: str, put: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """astropy counted without end, or made texts and files of gigabytes in memory."""
    content = events.read_bytes()
    at = content.index(f"{card:8}=".encode(), content.index(b"XTENSION"))
    damaged = content[:at] + f"{put:8}= {value:>20}".encode().ljust(80) + content[at + 80 :]
    assert refused(events, damaged, capsys) == f"{put} is {value}"


def test_an_extension_of_zeros(events: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It has no size for astropy: an AttributeError reached the user."""
    content = events.read_bytes()
    zeros = content[:66] + b"\x82" + content[67:949] + bytes(3119) + content[4068:]
    assert refused(events, zeros, capsys) != ""


def test_cards_without_comments_are_read(events: Path) -> None:
    content = bytearray(events.read_bytes())
    for at in range(0, 5760, 80):
        if content[at : at + 80].count(b"/") == 1:
            bare = content[at : at + 80].partition(b"/")[0]
            content[at : at + 80] = bare.ljust(80)
    events.write_bytes(content)
    assert main(["bary", PAR, str(events), "-o", str(events.with_name("o.fits")), "-q"]) == 0


@pytest.mark.parametrize(
    ("header", "reference"),
    [
        ({"MJDREFI": 56658, "MJDREFF": 0.25}, (56658, 21600.0)),
        ({"MJDREFI": 56658}, (56658, 0.0)),
        ({"MJDREF": 49353.5}, (49353, 43200.0)),
        ({"MJDREFI": 51910, "MJDREF": 49353.5}, (51910, 0.0)),
    ],
)
def test_the_reference_time_of_a_header(header: dict[str, float], reference: tuple[int, float]) -> None:
    """A day and a part of it, which counts as 0 where it is absent, or one number."""
    assert _reference_time(header, "a.fits") == reference


@pytest.mark.parametrize("key", ["MJDREF", "MJDREFI", "MJDREFF"])
def test_a_reference_time_beyond_all_dates(key: str) -> None:
    whole = {"MJDREFI": 0} if key == "MJDREFF" else {}
    with pytest.raises(InputError, match=f"{key}( is)? "):
        _reference_time({**whole, key: MOST_REFERENCE_MJD}, "a.fits")
    assert _reference_time({**whole, key: MOST_REFERENCE_MJD - 1}, "a.fits")
