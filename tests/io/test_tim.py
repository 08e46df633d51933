"""Reading tim files: the words of real files and of made ones, against fractions of the text."""

import warnings
from fractions import Fraction
from pathlib import Path

import numpy as np
import oracle
import pint.toa
import pytest

from jug.core import doubledouble as double
from jug.errors import InputWarning
from jug.io.tim.read import RawTOAs, read_tim

EXAMPLES = Path(__file__).resolve().parents[2] / "data" / "examples"

FREE = """\
FORMAT 1
MODE 1
C a comment
CC another
# and another
c and one more
one.ff 1400.5 53478.28587141921891234 21.71 gbt -fe L-wide -be GUPPI -snr 12.5
 two.ff 0 53479.5 1e0 @ -pn -8683387108.0 -fe S-wide

z 430.0 53480.25 3.0D-1 ao
 CHIME_x 600 53481.125 2.5 chime -dphi -.5 -be X
"""

FIXED = """\
MODE 1
1               1949.609 53478.2858714192189    21.71
C 1             1949.609 53479.2858714192189    21.71
3  J1748-2021E   349.999 55656.3983754206933    2.943                 0.00000
c                  0.000 53489.4683897879295     9.95
c this is a comment
@               1400.00053489.46838978792901    29.95
"""


def write(folder: Path, text: str, name: str = "a.tim") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def read(folder: Path, text: str) -> RawTOAs:
    return read_tim(write(folder, text))


def mjd(raw: RawTOAs, i: int) -> Fraction:
    sec = Fraction(float(raw.times.sec.hi[i])) + Fraction(float(raw.times.sec.lo[i]))
    return int(raw.times.day[i]) + sec / 86400


def agrees(raw: RawTOAs, i: int, frequency: str, date: str, error: str, site: str) -> None:
    """TOA i is what the words say: the MJD to 4e-27 s, the others as the nearest float64."""
    assert abs(mjd(raw, i) - Fraction(date)) <= Fraction(1, 86400 * 2**88)
    assert raw.freq_hz[i] == (float(Fraction(frequency) * 10**6) or np.inf)
    assert raw.error_s[i] == float(Fraction(error) / 10**6)
    assert raw.site.word(i) == site


def test_format_1(tmp_path: Path) -> None:
    raw = read(tmp_path, FREE)
    assert len(raw) == 4
    assert raw.name == ("one.ff", "two.ff", "z", "CHIME_x")
    agrees(raw, 0, "1400.5", "53478.28587141921891234", "21.71", "gbt")
    agrees(raw, 1, "0", "53479.5", "1", "@")
    agrees(raw, 2, "430", "53480.25", "0.3", "ao")
    agrees(raw, 3, "600", "53481.125", "2.5", "chime")
    assert raw.line.tolist() == [7, 8, 10, 11]
    assert raw.where(1).text == " two.ff 0 53479.5 1e0 @ -pn -8683387108.0 -fe S-wide"


def test_flags(tmp_path: Path) -> None:
    raw = read(tmp_path, FREE)
    assert list(raw.flags) == ["fe", "be", "snr", "pn", "dphi"]
    assert raw.flag("fe").tolist() == ["L-wide", "S-wide", "", ""]
    assert raw.flag("pn").tolist() == ["", "-8683387108.0", "", ""]
    assert raw.flag("dphi").tolist() == ["", "", "", "-.5"]
    assert raw.flag("be").tolist() == ["GUPPI", "", "", "X"]
    assert raw.flags["dphi"].codes.tolist() == [-1, -1, -1, 0]
    assert raw.flag("nothing").tolist() == [""] * 4


def test_a_flag_without_value_among_many(tmp_path: Path) -> None:
    lines = [f"toa{i} 1400 5348{i}.5 1 gbt -x {i} -y -z z{i}" for i in range(3)]
    with pytest.warns(InputWarning, match=r"a\.tim:2: flag without a value \(-y; 3 in all\)"):
        raw = read(tmp_path, "\n".join(["FORMAT 1", *lines, "a 1400 53490.5 1 gbt -x 9 -y 8"]))
    assert raw.flag("x").tolist() == ["0", "1", "2", "9"]
    assert raw.flag("y").tolist() == ["", "", "", "8"]
    assert raw.flag("z").tolist() == ["z0", "z1", "z2", ""]


def test_a_flag_with_two_dashes_is_one_with_one_as_pint_reads_it(tmp_path: Path) -> None:
    """PINT takes all dashes off; the values count as those of -pn and -x, and the first line is named once."""
    lines = [f"toa{i} 1400 5348{i}.5 1 gbt {'--' if i else '-'}pn {i} ---x -y" for i in range(3)]
    why = r"a\.tim:3: flag with more than one dash, read as with one, as PINT does: --pn as -pn \(2 in all\)"
    with pytest.warns(InputWarning, match=why) as caught:
        raw = read(tmp_path, "\n".join(["FORMAT 1", *(line.replace(" ---x -y", "") for line in lines)]))
    assert len(caught) == 1
    assert list(raw.flags) == ["pn"]
    assert raw.flag("pn").tolist() == ["0", "1", "2"]
    with oracle.quiet():
        theirs, _ = pint.toa.read_toa_file(str(tmp_path / "a.tim"))
    assert [other.flags["pn"] for other in theirs] == ["0", "1", "2"]
    with (
        pytest.warns(InputWarning, match=r"a\.tim:2: .*: ---x as -x, --pn as -pn \(5 in all\)"),
        pytest.warns(match="without"),
    ):
        assert read(tmp_path, "\n".join(["FORMAT 1", *lines])).flag("x").tolist() == [""] * 3


def test_a_flag_twice(tmp_path: Path) -> None:
    same = "FORMAT 1\na 1400 53480.5 1 gbt -x 1 -x 1\n"
    assert read(tmp_path, same).flag("x").tolist() == ["1"]
    with pytest.warns(InputWarning, match=r"a\.tim:2: flag -x stands twice with different values on 1 line"):
        assert read(tmp_path, same.replace("-x 1 -x 1", "-x 1 -x 2")).flag("x").tolist() == ["2"]


def test_princeton_format(tmp_path: Path) -> None:
    raw = read(tmp_path, FIXED)
    assert len(raw) == 4
    agrees(raw, 0, "1949.609", "53478.2858714192189", "21.71", "1")
    agrees(raw, 1, "349.999", "55656.3983754206933", "2.943", "3")
    agrees(raw, 2, "0", "53489.4683897879295", "9.95", "c")
    agrees(raw, 3, "1400", "53489.46838978792901", "29.95", "@")
    assert raw.name == ("unknown", "J1748-2021E", "unknown", "unknown")
    assert raw.flags == {}


def test_old_days_count_from_1966(tmp_path: Path) -> None:
    old = FIXED.splitlines()[1].replace("53478.", "  352.")
    with pytest.warns(InputWarning, match=r"a\.tim:1: a day below 40000 is taken .* \(and 1 more such lines\)"):
        raw = read(tmp_path, old + "\n" + old.replace("352.2", "353.2"))
    assert raw.times.day.tolist() == [39478, 39479]


def test_a_long_line_without_format_is_free(tmp_path: Path) -> None:
    line = "toa1 1404.000 55336.989701997555466   3.469  gbt  -fe Rcvr1_2 -be GASP -f Rcvr1_2_GASP -bw 4"
    with pytest.warns(InputWarning, match=r"a\.tim:1: read as FORMAT 1"):
        raw = read(tmp_path, line)
    agrees(raw, 0, "1404", "55336.989701997555466", "3.469", "gbt")


def test_line_ends_of_other_systems(tmp_path: Path) -> None:
    raw = read(tmp_path, FREE.replace("\n", "\r\n"))
    assert raw.name == ("one.ff", "two.ff", "z", "CHIME_x")
    assert raw.flag("be").tolist() == ["GUPPI", "", "", "X"]


def test_time_and_to_add_up(tmp_path: Path) -> None:
    rows = ["a 1 53480.5 1 @", "TIME 1.5", "b 1 53481.5 1 @ -to -0.25", "time -1.0D0", "e 1 53482.5 1 @"]
    with pytest.warns(InputWarning, match=r"-to is added to the time of TIME commands"):
        raw = read(tmp_path, "\n".join(["FORMAT 1", *rows, "TIME -0.5", "d 1 53483.5 1 @"]))
    assert raw.offset_s.tolist() == [0.0, 1.25, 0.5, 0.0]
    assert raw.flag("to")[1] == "-0.25"


def test_info_is_a_flag(tmp_path: Path) -> None:
    raw = read(tmp_path, "FORMAT 1\na 1 53480.5 1 @\nINFO old\nb 1 53481.5 1 @ -fe X\n")
    assert raw.flag("info").tolist() == ["", "old"]
    assert raw.flag("fe").tolist() == ["", "X"]


def test_skip_leaves_out_all_between(tmp_path: Path) -> None:
    text = "FORMAT 1\na 1 53480.5 1 @\nSKIP\nnot a TOA\nb 1 53481.5 1 @\nSKIP\nNOSKIP\nd 1 53482.5 1 @\n"
    assert read(tmp_path, text).name == ("a", "d")
    with pytest.warns(InputWarning, match=r"a\.tim:4: TIME between SKIP and NOSKIP is ignored"):
        raw = read(tmp_path, text.replace("not a TOA", "TIME 1.0"))
    assert raw.offset_s.tolist() == [0.0, 0.0]


def test_end_ends(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r"a\.tim:3: 1 line after END is not read, as in tempo and PINT"):
        assert read(tmp_path, "FORMAT 1\na 1 53480.5 1 @\nEND\nb 1 53481.5 0 nonsense\n").name == ("a",)


def test_mode_0_is_told(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r"a\.tim:2: MODE other than 1 is ignored"):
        read(tmp_path, FREE.replace("MODE 1", "MODE 0"))


def test_include(tmp_path: Path) -> None:
    sub = tmp_path / "sub"
    sub.mkdir()
    write(sub, "INCLUDE b c.tim\n" + FIXED.splitlines()[1], "one.tim")
    write(sub, "FORMAT 1\nx 1400 53480.5 1 gbt -fe A\n", "b c.tim")
    raw = read(tmp_path, "FORMAT 1\na 1 53490.5 1 @\nINCLUDE sub/one.tim\nb 1 53491.5 1 @\n")
    assert raw.name == ("a", "x", "unknown", "b")
    assert [Path(raw.where(i).path).name for i in range(4)] == ["a.tim", "b c.tim", "one.tim", "a.tim"]
    assert [raw.where(i).line for i in range(4)] == [2, 2, 2, 4]
    assert [raw.where(i).text[:6].split()[0] for i in range(4)] == ["a", "x", "1", "b"]


def test_a_file_may_be_included_twice(tmp_path: Path) -> None:
    write(tmp_path, "FORMAT 1\nx 1400 53480.5 1 gbt\n", "b.tim")
    with pytest.warns(InputWarning, match=r"b\.tim:2: the same TOA as .*b\.tim:2; both are used"):
        assert len(read(tmp_path, "INCLUDE b.tim\nINCLUDE b.tim\n")) == 2


def test_time_goes_across_an_include_and_says_so(tmp_path: Path) -> None:
    write(tmp_path, "FORMAT 1\nx 1400 53480.5 1 gbt\nTIME 2\ny 1400 53481.5 1 gbt\n", "b.tim")
    with pytest.warns(InputWarning, match=r"a\.tim:3: TIME goes on across this INCLUDE"):
        raw = read(tmp_path, "FORMAT 1\nTIME 1\nINCLUDE b.tim\nz 1400 53482.5 1 gbt\n")
    assert raw.offset_s.tolist() == [1.0, 3.0, 3.0]


def test_end_in_an_included_file_ends_all_and_says_so(tmp_path: Path) -> None:
    write(tmp_path, "FORMAT 1\nx 1400 53480.5 1 gbt\nEND\n", "b.tim")
    with pytest.warns(InputWarning, match=r"a\.tim:2: END in the included file ends all"):
        assert len(read(tmp_path, "FORMAT 1\nINCLUDE b.tim\n\nC x\nz 1400 53482.5 1 gbt\n")) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read(tmp_path, "FORMAT 1\nINCLUDE b.tim\n\nC z\nEND\n")) == 1


def test_identical_toas_are_told_once(tmp_path: Path) -> None:
    twins = "FORMAT 1\na 1 53480.5 1 @\nb 1 53481.5 1 @\nc. 1 53480.50 1.0 @\nd 1 53480.5 2 @\ne 2 53480.5 1 @\n"
    with pytest.warns(InputWarning, match=r"a\.tim:4: the same TOA as \S*a\.tim:2; both are used") as record:
        assert len(read(tmp_path, twins)) == 5
    assert len(record) == 1
    with pytest.warns(InputWarning, match="and 1 more such pairs"):
        read(tmp_path, twins + "f 1 53481.5 1 @\n")


def test_rows_are_picked(tmp_path: Path) -> None:
    raw = read(tmp_path, FREE)
    some = raw.take(np.array([2, 0]))
    assert some.name == ("z", "one.ff")
    assert some.where(0) == raw.where(2)
    assert some.flag("fe").tolist() == ["", "L-wide"]
    assert some.site.array().tolist() == ["ao", "gbt"]
    assert raw.take(raw.freq_hz > 5e8).name == ("one.ff", "two.ff", "CHIME_x")
    assert raw.take(slice(1, 3)).error_s.tolist() == [1e-6, 3e-7]


NUMBERS = {
    "NGC6440E.tim": 62,
    "B1855+09_NANOGrav_9yv1.tim": 4005,
    "B1855+09_NANOGrav_dfg+12.tim": 702,
    "J0613-sim.tim": 1462,
    "J0740+6620.FCP+21.wb.tim": 626,
    "J1028-5819-example.tim": 60,
    "J1614-2230_NANOGrav_12yv3.wb.tim": 275,
    "test-wb-0.tim": 200,
    "waves_withpn.tim": 85,
}
"""TOAs that PINT 1.1.8 reads from its example files."""


@pytest.mark.parametrize("name", NUMBERS)
def test_real_files(name: str) -> None:
    raw = read_tim(EXAMPLES / name)
    assert len(raw) == NUMBERS[name]
    for i in range(0, len(raw), 1 + len(raw) // 100):
        text = raw.where(i).text
        if name == "NGC6440E.tim":
            agrees(raw, i, text[15:24], text[24:44].strip(), text[44:53].strip(), text[0])
        else:
            words = text.split()
            agrees(raw, i, *words[1:5])
            flags = dict(zip(words[5::2], words[6::2], strict=True))
            assert {f"-{key}": column.word(i) for key, column in raw.flags.items() if column.codes[i] >= 0} == flags


def test_numbers_of_every_form(tmp_path: Path) -> None:
    raw = read(tmp_path, "FORMAT 1\na 1.4E3 5.34805D4 1.5D+0 @\nb +1400 53481 .5 @\n")
    assert raw.freq_hz.tolist() == [1.4e9, 1.4e9]
    assert raw.error_s.tolist() == [1.5e-6, 5e-7]
    assert double.to_fraction(double.DoubleDouble(raw.times.sec.hi[0], raw.times.sec.lo[0])) == 43200
