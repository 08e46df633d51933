"""Clock files: columns, words, steps, ends, and what is wrong with a file."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jug.errors import DataError, InputError
from jug.io.clockfile import read_clock

DATA = Path(__file__).resolve().parents[2] / "data"
HEADER = "   MJD       EECO-REF    NIST-REF NS      DATE    COMMENTS\n=========    ========    ======== ==\n"


def tempo_row(mjd: str, first: str, second: str, code: str = "1", rest: str = "") -> str:
    return f"{mjd:>9}{first:>12}{second:>12} {code}{rest}\n"


@pytest.fixture
def tempo(tmp_path: Path):
    def read(text: str, **options):
        path = tmp_path / "time_x.dat"
        path.write_text(text)
        return read_clock(path, "tempo", **options)

    return read


@pytest.fixture
def tempo2(tmp_path: Path):
    def read(text: str, **options):
        path = tmp_path / "x2y.clk"
        path.write_text(text)
        return read_clock(path, "tempo2", **options)

    return read


def test_tempo_columns(tempo):
    clock = tempo(
        HEADER
        + "# a comment\n\nwords that are no row\n"
        + tempo_row("50000.00", "0.0", "1.5", rest="    31-DEC-00  9.9")
        + tempo_row("50001.00", "818.800", "2.5")  # 818.8 us are taken off a first column above 800
        + tempo_row("50002.00", "", "3.5")
        + tempo_row("50003.00", "-0.25", "")
        + tempo_row("50004.00", "", "")  # says nothing
        + tempo_row("50005.00", "1.0D0", "3.0d+00")
        + tempo_row("38999.00", "0.0", "7.0")  # no date of pulsar timing
        + "50006.00         0.0         4.5"  # without a site code, without an end of line
    )
    assert clock.mjd.tolist() == [50000, 50001, 50002, 50003, 50005, 50006]
    np.testing.assert_allclose(clock.seconds * 1e6, [1.5, 2.5, 3.5, 0.25, 2.0, 4.5], rtol=1e-15)
    assert clock.name == "time_x.dat"


def test_tempo_columns_that_are_full_and_dates_at_the_limits(tempo):
    """The second column begins right behind the first; 818.8 us are taken off above 800 us; MJD 39000 to 100000."""
    clock = tempo(
        tempo_row("39000.0", "1.5", "123456.78901")
        + tempo_row("50000.0", "800.0", "1.0")
        + tempo_row("50001.0", "800.001", "1.0")
        + tempo_row("100000.0", "0.0", "2.0")
        + tempo_row("100000.1", "0.0", "3.0")
    )
    assert clock.mjd.tolist() == [39000.0, 50000.0, 50001.0, 100000.0]
    np.testing.assert_allclose(clock.seconds * 1e6, [123455.28901, -799.0, 19.799, 2.0], rtol=1e-12)


def plain_reading(text: str, code: str | None) -> list[tuple[float, float]]:
    """The tempo format once more, slowly: slices of each line."""

    def number(part: str) -> float:
        try:
            return float(part)
        except ValueError:
            return 0.0

    rows = []
    for line in text.splitlines():
        try:
            mjd = float(line[:9])
        except ValueError:
            continue
        if not 39000 <= mjd <= 100000 or not line[9:33].strip() or (code and line[34] != code):
            continue
        first = number(line[9:21])
        rows.append((mjd, (number(line[21:33]) - (first - 818.8 if first > 800 else first)) * 1e-6))
    return sorted(rows, key=lambda row: row[0])


@pytest.mark.parametrize("path", sorted((DATA / "clock").glob("time_*")), ids=lambda path: path.name)
def test_embedded_tempo_files(path: Path):
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    expected = plain_reading(text, "7" if "pks" in path.name else None)
    clock = read_clock(path, "tempo", site_code="7")
    assert clock.mjd.tolist() == [mjd for mjd, _ in expected]
    assert clock.seconds.tolist() == [seconds for _, seconds in expected]
    assert np.abs(clock.seconds).max() < 1.0  # Arecibo's clock was a second out for a while
    assert clock.last_mjd < 60000


@pytest.mark.parametrize("path", sorted((DATA / "clock").glob("*.clk")), ids=lambda path: path.name)
def test_embedded_tempo2_files(path: Path):
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    rows = [line.split()[:2] for line in lines if line.strip()]
    clock = read_clock(path, "tempo2")
    assert clock.mjd.tolist() == [float(mjd) for mjd, _ in rows]
    assert clock.seconds.tolist() == [float(seconds) for _, seconds in rows]


def test_tempo2_words(tempo2):
    clock = tempo2(
        "# UTC(x) UTC(y)\n50000.5 1e-6 0.054 GPSWB1\n#50001 9\n\n-- checked\n12-Jan-04 by hand\n"
        " 50002.5\t2.5D-6 #reset\n50003.5 -3.e-6"
    )
    assert clock.mjd.tolist() == [50000.5, 50002.5, 50003.5]
    assert clock.seconds.tolist() == [1e-6, 2.5e-6, -3e-6]


def test_westerbork_file_with_gaps_and_comments():
    clock = read_clock(DATA / "examples/reference/wsrt2gps.clk", "tempo2")
    assert clock.mjd.size == 23
    assert clock.evaluate([51199.5])[0][0] == pytest.approx((1.810e-6 + 2.217e-6) / 2, abs=1e-15)


def test_interpolation_and_steps(tempo2):
    clock = tempo2("# A B\n50000 0\n50010 1e-6\n50010 5e-6\n50020 6e-6\n50020 7e-6\n50020 8e-6\n50030 8e-6\n")
    at = [50000, 50005, 50010 - 1e-7, 50010, 50015, 50020 - 1e-7, 50020, 50030]
    seconds, covered = clock.evaluate(at)
    expected = [0, 5e-7, 1e-6, 5e-6, 5.5e-6, 6e-6, 8e-6, 8e-6]  # at a step the later row counts
    np.testing.assert_allclose(seconds, expected, atol=1e-13)
    assert covered.all()


def test_beyond_the_ends(tempo2):
    clock = tempo2("# A B\n50000 1e-6\n50010 2e-6\n")
    seconds, covered = clock.evaluate([49999.9, 50000, 50010, 50010.1])
    assert seconds.tolist() == [1e-6, 1e-6, 2e-6, 2e-6]
    assert covered.tolist() == [False, True, True, False]
    seconds, covered = clock.evaluate([49999.9, 50000, 50010, 50010.1], hold=False)
    assert seconds.tolist() == [0, 1e-6, 2e-6, 0]
    assert covered.tolist() == [False, True, True, False]


def test_a_file_that_holds_on(tempo2):
    clock = tempo2("# A B\n50000 1e-6\n50010 2e-6\n", hold=True)
    seconds, covered = clock.evaluate([1000, 80000])
    assert seconds.tolist() == [1e-6, 2e-6]
    assert covered.all()


def test_placeholders(tempo2):
    text = "# A B\n0 1e-6\n50000 1e-6\n50010 2e-6\n99999 0\n"
    clock = tempo2(text)
    assert (clock.first_mjd, clock.last_mjd) == (-np.inf, 50010)  # constant before, as the row at MJD 0 says
    seconds, covered = clock.evaluate([40000, 50010, 75004.5])
    np.testing.assert_allclose(seconds, [1e-6, 2e-6, 1e-6], rtol=1e-12)
    assert covered.tolist() == [True, True, False]
    dropped = tempo2(text, drop_last=True)
    assert dropped.evaluate([75000])[0].tolist() == [2e-6]
    assert dropped.evaluate([75000], hold=False)[0].tolist() == [0]
    assert tempo2(text.replace("0 1e-6\n50000", "0 9e-6\n50000")).first_mjd == 50000


def test_up_to_a_placeholder_the_file_counts_without_being_measured(tempo2):
    """One row, and a placeholder at MJD 90000: half way the correction is half as large, and held nowhere beyond."""
    clock = tempo2("# A B\n50000 2e-6\n90000 0\n")
    seconds, covered = clock.evaluate([49999.0, 50000.0, 70000.0, 90001.0], hold=False)
    np.testing.assert_allclose(seconds, [0.0, 2e-6, 1e-6, 0.0], rtol=1e-12)
    assert covered.tolist() == [False, True, False, False]


def test_a_file_of_placeholders_only(tempo):
    clock = tempo(HEADER + tempo_row("00000.0", "0.0", "0.0") + tempo_row("99999.0", "0.0", "0.0"))
    seconds, covered = clock.evaluate([45000, 60000])
    assert seconds.tolist() == [0, 0]
    assert covered.all()


def test_rows_out_of_order_are_put_in_order(tempo2):
    clock = tempo2("# A B\n50002 2e-6\n50003 3e-6\n50002 5e-6\n50001 1e-6\n")
    assert clock.mjd.tolist() == [50001, 50002, 50002, 50003]
    assert clock.seconds.tolist() == [1e-6, 2e-6, 5e-6, 3e-6]


def test_parkes_file():
    clock = read_clock(DATA / "clock/time_pks.dat", "tempo", site_code="7", drop_last=True)
    i = int(np.searchsorted(clock.mjd, 49958))
    assert clock.mjd[i : i + 3].tolist() == [49958, 49958, 49959]
    np.testing.assert_allclose(clock.seconds[i : i + 3] * 1e6, [2.843, 2.830, 2.929], rtol=1e-12)


def test_an_mjd_too_long_for_its_columns(tempo):
    clock = tempo("57960.3536    0.0000     2.419210 k\n57960.9999  -10.0000     2.000000 k\n")
    assert clock.mjd.tolist() == [57960.353, 57960.999]
    np.testing.assert_allclose(clock.seconds * 1e6, [2.41921, 12.0], rtol=1e-12)


@pytest.mark.parametrize("digits", range(1, 12))
def test_digits_of_an_mjd_in_the_next_column_are_no_correction(tempo, digits: int):
    """Up to the last but one place of it; what stands behind a blank there is one."""
    text = "50000.123456789012345"[: 9 + digits]
    clock = tempo(f"{text:<21}{'5.0':>12} 1\n" + tempo_row("50001.00", "", "6.0"))
    np.testing.assert_allclose(clock.seconds * 1e6, [5.0, 6.0], rtol=1e-15)
    if digits < 8:
        text = f"{text} {'0.25':>{11 - digits}}"
        clock = tempo(f"{text:<21}{'5.0':>12} 1\n" + tempo_row("50001.00", "", "6.0"))
        np.testing.assert_allclose(clock.seconds * 1e6, [4.75, 6.0], rtol=1e-15)


def test_include(tmp_path: Path):
    (tmp_path / "time.dat").write_text(HEADER + "INCLUDE time_b.dat\n include time_c.dat\n")
    (tmp_path / "time_b.dat").write_text(tempo_row("50000.0", "0", "1", "B") + tempo_row("50001.0", "0", "2", "b"))
    (tmp_path / "time_c.dat.gz").write_bytes(gzip.compress(tempo_row("50000.0", "0", "3", "c").encode()))
    assert read_clock(tmp_path / "time.dat", "tempo", site_code="b").seconds.tolist() == [1e-6, 2e-6]
    assert read_clock(tmp_path / "time.dat", "tempo", site_code="C").seconds.tolist() == [3e-6]
    with pytest.raises(DataError, match="holds the sites b, c, none of them 'd'"):
        read_clock(tmp_path / "time.dat", "tempo", site_code="d")
    with pytest.raises(DataError, match="holds the sites b, c, and no site was asked for"):
        read_clock(tmp_path / "time.dat", "tempo")


@pytest.mark.parametrize("name", ["gone.dat", "../time.dat", ""])
def test_include_of_what_is_not_there(tempo, name: str):
    with pytest.raises(DataError, match=r"time_x.dat:2: the included clock file is not there"):
        tempo(f"# x\nINCLUDE {name}\n")


def test_include_of_itself(tempo):
    with pytest.raises(DataError, match="includes itself"):
        tempo("INCLUDE time_x.dat\n")


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("tempo", "", "no clock corrections"),
        ("tempo2", "", "no clock corrections"),
        ("tempo2", "# A B\n0 0\n", "no clock corrections"),
        ("tempo", "# UTC(x) UTC(y)\n", "is it in tempo format"),
        ("tempo", tempo_row("50000.0", "0.0", "what"), r"f.txt:1: a clock correction is not a number: '50000"),
        ("tempo", tempo_row("50000.0", "0.0", "nan"), r"f.txt:1: a clock correction is not a number"),
        ("tempo2", "# A B\n50000 1e-6\n50001\n", r"f.txt:3: no correction after the MJD: '50001'"),
        ("tempo2", "# A B\n50000 abc\n", r"f.txt:2: no correction after the MJD"),
        ("tempo2", "# A B\n50000 inf\n", r"f.txt:2: no correction after the MJD"),
        ("tempo2", "# A B\n50000 \0\n", "binary"),
    ],
)
def test_what_cannot_be_used(tmp_path: Path, kind: str, text: str, message: str):
    (tmp_path / "f.txt").write_text(text)
    with pytest.raises(DataError, match=message):
        read_clock(tmp_path / "f.txt", kind)


def test_files_that_are_none(tmp_path: Path):
    (tmp_path / "bad.clk.gz").write_bytes(b"not compressed")
    for path in (tmp_path / "gone.clk", tmp_path):
        with pytest.raises(DataError, match="cannot be read"):
            read_clock(path, "tempo2")
    with pytest.raises(DataError, match="damaged"):
        read_clock(tmp_path / "bad.clk.gz", "tempo2")
    with pytest.raises(InputError, match="kind 'tempo' or 'tempo2'"):
        read_clock(tmp_path / "gone.clk", "tempo3")


@given(st.lists(st.tuples(st.floats(40000, 80000), st.floats(-1e-3, 1e-3)), min_size=1, max_size=30))
def test_rows_come_back(rows: list[tuple[float, float]]):
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x2y.clk"
        path.write_text("# X Y\n" + "".join(f"{mjd!r} {seconds!r}\n" for mjd, seconds in rows))
        clock = read_clock(path, "tempo2")
    last = dict(rows)  # of several rows of one date the last one counts
    seconds, covered = clock.evaluate(list(last))
    assert seconds.tolist() == list(last.values())
    assert covered.all()
