"""Options that are numbers are read by their value, however they are spelt."""

import pytest

import jug
from jug.io.codecs import plain_word
from jug.io.par import parse_lines

START = ("PSR X", "RAJ 12:00:00", "DECJ 10:00:00", "F0 100", "PEPOCH 55000", "DM 10", "UNITS TDB", "EPHEM DE421")
NODES = ("IFUNC1 54000 1e-6", "IFUNC2 55000 2e-6")
DDK = ("BINARY DDK", "PB 10", "A1 1", "T0 55000", "ECC 0.1", "OM 10", "KIN 60", "KOM 90", "PX 1", "PMRA 3")


def terms(*lines: str) -> tuple[list[str], jug.TimingModel]:
    model = jug.load_model(parse_lines([*START, *lines]))
    return [c.name for c in model.components], model


@pytest.mark.parametrize(
    ("spelt", "plain", "beside"),
    [
        *(("SWM 0.000", "SWM 0", ("NE_SW 5",)), ("SWM 1.000", "SWM 1", ("NE_SW 5", "SWP 2"))),
        *(("SIFUNC 2.00", "SIFUNC 2", NODES), ("SIFUNC 0.0 0", "SIFUNC 0 0", NODES)),
        *(("K96 1.0", "K96 1", DDK), ("K96 0.00", "K96 0", DDK)),
        ("CORRECT_TROPOSPHERE 0.0", "CORRECT_TROPOSPHERE 0", ()),
        ("CORRECT_TROPOSPHERE 1.", "CORRECT_TROPOSPHERE Y", ()),
        *(("PLANET_SHAPIRO 1.0", "PLANET_SHAPIRO Y", ()), ("DILATEFREQ 0.0", "DILATEFREQ N", ())),
        *(("TRACK -2.00", "TRACK -2", ()), ("TRACK 0.0", "TRACK 0", ())),
    ],
)  # fmt: skip
def test_option_is_read_by_its_value(spelt: str, plain: str, beside: tuple[str, ...]):
    (one, first), (other, second) = terms(spelt, *beside), terms(plain, *beside)
    assert one == other
    assert (first.settings.planets, first.settings.dilate) == (second.settings.planets, second.settings.dilate)
    assert first.settings.track == second.settings.track


def test_other_words_stay_as_they_are():
    words = ("1.5", "-2", "Y", "1e999", "DE421", "nan", "TT(BIPM2019)", "2.0", "1E0", "1D0", "-0.0")
    assert [plain_word(word) for word in words] == [*words[:7], "2", "1", "1", "0"]


def test_number_of_no_option_is_refused():
    with pytest.raises(jug.ParError, match="SWM"):
        terms("SWM 3.0", "NE_SW 5")
