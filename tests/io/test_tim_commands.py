"""Commands of tim files, the older formats, deleted TOAs: made files, and PINT 1.1.8 on the same files."""

import math
from pathlib import Path

import numpy as np
import oracle
import pint.toa
import pytest

from jug.errors import InputError, InputWarning, TimError
from jug.io.tim.read import RawTOAs, read_tim
from jug.io.tim.toa_notes import flag_notes
from jug.io.tim.write import write_raw_toas

REFERENCE = Path(__file__).resolve().parents[2] / "data" / "examples" / "reference"


def read(folder: Path, text: str, **options: str) -> RawTOAs:
    (folder / "a.tim").write_text(text)
    return read_tim(folder / "a.tim", **options)


def toa(day: int, *, error: float = 1.0, freq: float = 1400.0, more: str = "") -> str:
    return f"t{day} {freq} {day}.5 {error} gbt {more}\n"


def agrees_with_pint(raw: RawTOAs, path: Path) -> None:
    """Uncertainties to 1e-12 of themselves, the rest exactly."""
    with oracle.quiet():
        theirs, _ = pint.toa.read_toa_file(str(path))
    assert len(raw) == len(theirs)
    for i, other in enumerate(theirs):
        assert raw.error_s[i] * 1e6 == pytest.approx(other.error.value, rel=1e-12)
        assert raw.freq_hz[i] / 1e6 == pytest.approx(other.freq.value, rel=1e-15)
        assert raw.flags["info"].word(i) == other.flags.get("info", "") if "info" in raw.flags else True
        assert raw.offset_s[i] == float(other.flags.get("to", 0.0))


def test_errors_in_the_order_of_pint_and_of_tempo2(tmp_path: Path) -> None:
    text = "FORMAT 1\nEFAC 2\nequad 3\n" + toa(53000) + "EQUAD 0\nEfac 1\n" + toa(53001)
    raw = read(tmp_path, text)
    np.testing.assert_allclose(raw.error_s, [math.hypot(2, 3) * 1e-6, 1e-6], rtol=1e-15)
    agrees_with_pint(raw, tmp_path / "a.tim")
    assert read(tmp_path, text, order="tempo2").error_s[0] == pytest.approx(2 * math.hypot(1, 3) * 1e-6, rel=1e-15)
    with pytest.raises(InputError, match="order is one of"):
        read(tmp_path, text, order="tempo3")


def test_limits_by_the_uncertainty_as_written_or_as_scaled(tmp_path: Path) -> None:
    body = "".join(toa(53000 + k, error=k + 1.0) for k in range(6))
    text = "FORMAT 1\nEFAC 2\nEMIN 2\nEMAX 4\n" + body
    raw = read(tmp_path, text)
    assert raw.error_s.tolist() == [4e-6, 6e-6, 8e-6]
    agrees_with_pint(raw, tmp_path / "a.tim")
    np.testing.assert_allclose(read(tmp_path, text, order="tempo2").error_s, [2e-6, 4e-6], rtol=1e-15)


def test_limits_of_frequency(tmp_path: Path) -> None:
    body = "".join(toa(53000 + k, freq=f) for k, f in enumerate((0, 300, 400, 1400, 2000)))
    raw = read(tmp_path, "FORMAT 1\nFMIN 400\nFMAX 1400\n" + body + "FMAX 1e9\n" + toa(53009, freq=2000))
    assert (raw.freq_hz / 1e6).tolist() == [400, 1400, 2000]
    agrees_with_pint(raw, tmp_path / "a.tim")
    with pytest.raises(TimError, match=r"no TOAs are left .* EMIN, EMAX, FMIN and FMAX leave them out"):
        read(tmp_path, "FORMAT 1\nFMIN 4000\n" + toa(53000))


@pytest.mark.filterwarnings("ignore:.*as in tempo2:jug.InputWarning")
def test_sigma_eset_efloor(tmp_path: Path) -> None:
    text = "FORMAT 1\nSIGMA 5\nEFAC 2\n" + toa(53000) + "ESET 3\n" + toa(53001) + "EFLOOR 4\n" + toa(53002)
    np.testing.assert_allclose(read(tmp_path, text).error_s, [1e-5, 3e-6, 4e-6], rtol=1e-15)
    both = "FORMAT 1\nSIGMA 4\nEQUAD 3\nEFAC 2\n" + toa(53000)
    assert read(tmp_path, both).error_s[0] == pytest.approx(math.hypot(8, 3) * 1e-6, rel=1e-15)
    assert read(tmp_path, both, order="tempo2").error_s[0] == pytest.approx(8e-6, rel=1e-15)
    assert read(tmp_path, "FORMAT 1\nEQUAD 1\n" + toa(53000, error=0)).error_s.tolist() == [1e-6]


def test_settings_run_on_across_includes(tmp_path: Path) -> None:
    (tmp_path / "b.tim").write_text("FORMAT 1\n" + toa(53001) + "EFAC 3\n" + toa(53002))
    with pytest.warns(InputWarning, match=r"a\.tim:4: EFAC goes on across this INCLUDE"):
        raw = read(tmp_path, "FORMAT 1\nEFAC 2\n" + toa(53000) + "INCLUDE b.tim\n" + toa(53003))
    np.testing.assert_allclose(raw.error_s, [2e-6, 2e-6, 3e-6, 3e-6], rtol=1e-15)
    agrees_with_pint(raw, tmp_path / "a.tim")


def test_track_and_info(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r"a\.tim:2: TRACK in a tim file is ignored"):
        raw = read(tmp_path, "FORMAT 1\nTRACK 1\nTRACK 0\nINFO one\n" + toa(53000, more="-info mine") + toa(53001))
    assert raw.flag("info").tolist() == ["one", "one"]
    agrees_with_pint(raw, tmp_path / "a.tim")


@pytest.mark.filterwarnings("ignore:.*-addsat is added:jug.InputWarning")
def test_flags_that_shift_a_time(tmp_path: Path) -> None:
    text = "FORMAT 1\nTIME 1\n" + toa(53000, more="-addsat +2 -to 0.5") + toa(53001, more="-addsat -1")
    with pytest.warns(InputWarning, match=r"a\.tim:3: -to is added to the time of TIME commands"):
        raw = read(tmp_path, text)
    assert raw.offset_s.tolist() == [3.5, 0.0]
    assert raw.flag("addsat").tolist() == ["+2", "-1"]


def test_flags_without_value_are_told(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r"a\.tim:2: flag without a value \(-x, -y; 3 in all\), kept"):
        raw = read(tmp_path, "FORMAT 1\n" + toa(53000, more="-x -y -z 1") + toa(53001, more="-z 2 -x"))
    assert raw.flag("z").tolist() == ["1", "2"]


def test_parkes_format() -> None:
    path = REFERENCE / "parkes.toa"
    raw = read_tim(path)
    agrees_with_pint(raw, path)
    assert raw.site.values == ("@",)
    assert raw.name[0] == "PUPPI_J2044+28_58852_652"


def test_itoa_format() -> None:
    raw = read_tim(REFERENCE / "NGC6440E.itoa")
    assert raw.name[0] == "1748-2021"
    assert (raw.freq_hz[0], raw.error_s[0], raw.site.word(0)) == (1949.6090e6, 21.71e-6, "GB")
    assert raw.times.day[0] == 53478


def test_a_file_of_all_formats(tmp_path: Path) -> None:
    for name in ("parkes.toa", "NGC6440E.itoa"):
        (tmp_path / name).write_text((REFERENCE / name).read_text())
    (tmp_path / "p.tim").write_text("3                349.999 55656.3983754206933    2.943\n")
    raw = read(tmp_path, "INCLUDE p.tim\nINCLUDE parkes.toa\nFORMAT 1\nINCLUDE NGC6440E.itoa\na 1400 53480.5 1 gbt\n")
    assert {Path(raw.where(i).path).name for i in range(len(raw))} == {"p.tim", "parkes.toa", "NGC6440E.itoa", "a.tim"}
    assert raw.name[-1] == "a"


DELETED = """\
FORMAT 1
C a comment, and no TOA 1 2 3
one 1400 53480.5 1 gbt -fe A
C two 1400 53481.5 2 gbt -fe B
# three 1400 53482.5 3 gbt
#four 1400 53483.5 4 gbt -fe A
C five 1400 notime 5 gbt
six 0 53485.5 6 @
"""


def test_flags_of_what_is_commented_out(tmp_path: Path) -> None:
    """All of them are kept; a TOA whose clock offset is no number is a remark."""
    text = "FORMAT 1\none 1400 53480.5 1 gbt\n"
    text += "C two 1400 53481.5 2 gbt -fe B -to 1e-6 -be C\nC three 1400 53482.5 2 gbt -fe B -be C -to soon\n"
    deleted = read(tmp_path, text).deleted
    assert deleted is not None
    assert deleted.name == ("two",)
    assert [deleted.flag(key).tolist() for key in ("fe", "to", "be")] == [["B"], ["1e-6"], ["C"]]


def test_what_is_commented_out_is_kept(tmp_path: Path) -> None:
    raw = read(tmp_path, DELETED)
    assert raw.name == ("one", "six")
    assert raw.deleted is not None
    assert raw.deleted.name == ("two", "three", "four")
    assert raw.deleted.flag("fe").tolist() == ["B", "", "A"]
    write_raw_toas(raw, tmp_path / "b.tim")
    lines = (tmp_path / "b.tim").read_text().splitlines()
    assert lines[1:4] == [
        " one 1400 53480.5 1 gbt -fe A",
        "C two 1400 53481.5 2 gbt -fe B",
        "C three 1400 53482.5 3 gbt",
    ]
    again = read_tim(tmp_path / "b.tim")
    assert again.deleted is not None
    assert (again.name, again.deleted.name) == (raw.name, raw.deleted.name)


def test_deleting_and_restoring(tmp_path: Path) -> None:
    raw = read(tmp_path, DELETED)
    whole = raw.restore(slice(None))
    assert whole.name == ("one", "two", "three", "four", "six")
    assert whole.deleted is None
    assert whole.flag("fe").tolist() == ["A", "B", "", "A", ""]
    assert whole.where(3).line == 6
    less = whole.delete(whole.error_s > 2e-6).delete([0])
    assert less.name == ("two",)
    assert less.deleted is not None
    assert less.deleted.name == ("one", "three", "four", "six")
    assert less.restore([0, 3]).name == ("one", "two", "six")
    assert less.restore().name == whole.name
    assert raw.restore().restore() is not None


def test_deletions_by_jug_are_told_from_comments_in_a_written_file(tmp_path: Path) -> None:
    """A flag tells them apart, and is gone after reading; it counts with any other flags, and where all are deleted."""
    raw = read(tmp_path, DELETED)
    write_raw_toas(raw.delete([0]), tmp_path / "b.tim")
    assert (tmp_path / "b.tim").read_text().splitlines()[1] == "C one 1400 53480.5 1 gbt -fe A -deleted_by jug"
    again = read_tim(tmp_path / "b.tim")
    assert again.deleted is not None
    assert again.deleted.name == ("one", "two", "three", "four")
    assert "deleted_by" not in again.deleted.flags
    assert again.deleted.commented is not None
    assert again.deleted.commented.tolist() == [False, True, True, True]
    assert again.restore().name == raw.name
    write_raw_toas(again, tmp_path / "c.tim")
    assert (tmp_path / "c.tim").read_text() == (tmp_path / "b.tim").read_text()
    write_raw_toas(raw.delete(slice(None)), tmp_path / "b.tim")
    assert read_tim(tmp_path / "b.tim").restore().name == raw.name


def test_restoring_leaves_out_what_the_file_comments_out(tmp_path: Path) -> None:
    raw = read(tmp_path, DELETED)
    assert raw.restore().name == ("one", "six")
    less = raw.delete([0])
    assert less.deleted is not None
    assert less.deleted.name == ("one", "two", "three", "four")
    again = less.restore()
    assert again.name == ("one", "six")
    assert again.deleted is not None
    assert again.deleted.name == ("two", "three", "four")
    mixed = less.restore([1]).delete([0])  # "two" is now the user's to delete and to restore
    assert mixed.restore().name == ("one", "two", "six")


def test_deleted_toas_in_princeton_format(tmp_path: Path) -> None:
    line = "3  J1748-2021E   349.999 55656.3983754206933    2.943                 0.00000"
    raw = read(tmp_path, f"{line}\nC {line.replace('656.', '657.')}\n#{line.replace('656.', '658.')}\nC prose\n")
    assert len(raw) == 1
    assert raw.deleted is not None
    assert raw.deleted.times.day.tolist() == [55657, 55658]


def test_princeton_out(tmp_path: Path) -> None:
    raw = read(tmp_path, "FORMAT 1\na.ff 1949.609 53478.2858714192189 21.71 1\nC b 0 53479.5 2 gbt\n")
    write_raw_toas(raw, tmp_path / "p.tim", form="princeton", codes={"gbt": "1"})
    again = read_tim(tmp_path / "p.tim")
    assert again.name == ("a.ff",)
    assert again.times.sec.hi[0] == raw.times.sec.hi[0]
    assert again.times.sec.lo[0] == raw.times.sec.lo[0]
    assert (again.error_s[0], again.freq_hz[0]) == (raw.error_s[0], raw.freq_hz[0])
    assert again.deleted is not None
    assert again.deleted.times.day.tolist() == [53479]
    agrees_with_pint(again, tmp_path / "p.tim")


def test_princeton_out_keeps_offsets_and_tells_what_is_lost(tmp_path: Path) -> None:
    raw = read(tmp_path, "FORMAT 1\na 1400 53478.28587141921891234 21.123456789 1 -to 0.1 -fe X\nb 1400 53479.5 1 1\n")
    with pytest.warns(InputWarning, match=r"leaves out flags -fe and digits of 1 TOA\(s\)"):
        write_raw_toas(raw, tmp_path / "p.tim", form="princeton")
    again = read_tim(tmp_path / "p.tim")
    assert again.offset_s.tolist() == [0.1, 0.0]
    assert abs(again.times.sec.hi - raw.times.sec.hi).max() < 0.5e-9


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("a 1400 53478.5 1 gbt", "the site 'gbt' has no one-letter code"),
        ("a 14000000000 53478.5 1 1", "Princeton's columns cannot hold TOA number 1"),
        ("a 1400 3478.5 1 1", "cannot hold TOA number 1"),
        ("a 1400 39999.5 1 1", "cannot hold TOA number 1"),  # a day below 40000 would count from 1966
        ("a 1e-12 53478.5 1 1", "cannot hold TOA number 1"),  # 0 would be infinite
        ("a 1400 53478.5 1 #", "the site '#' has no one-letter code"),
    ],
)
def test_what_princeton_cannot_hold(tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        write_raw_toas(read(tmp_path, f"FORMAT 1\n{line}\n"), tmp_path / "p.tim", form="princeton")
    assert not (tmp_path / "p.tim").exists()


def test_long_lines_are_shortened_in_messages(tmp_path: Path) -> None:
    with pytest.raises(TimError) as error:
        read(tmp_path, "FORMAT 1\na 1400 53480.5x 1 gbt " + "-flag value " * 200 + "\n")
    assert len(str(error.value)) < len(str(tmp_path)) + 250


def test_many_lines_with_flags(tmp_path: Path) -> None:
    text = "".join(
        f" f{i} {1100 + i % 64 * 12.5} {50000 + i * 0.01:.13f} 1.{i % 100} gbt -fe L -be P -s {i} -t 1 -u NG\n"
        for i in range(50_000)
    )
    assert len(read(tmp_path, "FORMAT 1\n" + text)) == 50_000


def test_a_real_file_of_commands() -> None:
    """Two files of PINT's: EMAX, FMIN, EFAC, EQUAD, TIME, SKIP, JUMP, INFO, INCLUDE, two formats."""
    with pytest.warns(InputWarning) as told:
        raw = read_tim(REFERENCE / "test1.tim")
    agrees_with_pint(raw, REFERENCE / "test1.tim")
    assert len(raw) == 9
    said = [str(w.message) for w in told]
    assert any("EFAC, EQUAD, EMAX, FMIN go on across this INCLUDE" in text for text in said)


def test_a_skip_that_is_never_closed_is_told_with_what_it_leaves_out(tmp_path: Path) -> None:
    text = "FORMAT 1\n" + toa(53000) + "SKIP\n" + toa(53001) + "C no\n" + toa(53002) + "INCLUDE b.tim\n"
    with pytest.warns(InputWarning) as told:
        raw = read(tmp_path, text)
    assert len(raw) == 1
    assert any("a.tim:3: no NOSKIP comes after this SKIP: the 2 TOA line(s)" in str(one.message) for one in told)


def test_a_skip_in_an_included_file_goes_on_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "b.tim").write_text("FORMAT 1\n" + toa(53001) + "SKIP\n" + toa(53002))
    with pytest.warns(InputWarning) as told:
        raw = read(tmp_path, "FORMAT 1\nINCLUDE b.tim\n" + toa(53003) + "NOSKIP\n" + toa(53004))
    assert raw.times.day.tolist() == [53001, 53004]
    agrees_with_pint(raw, tmp_path / "a.tim")
    (said,) = told
    assert "b.tim:3: SKIP goes on beyond the end of its file" in str(said.message)


def test_a_jump_that_is_never_closed_is_told(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r"a\.tim:3: no JUMP comes after this one"):
        raw = read(tmp_path, "FORMAT 1\n" + toa(53000) + "JUMP\n" + toa(53001) + toa(53002))
    assert raw.flag("tim_jump").tolist() == ["", "1", "1"]


def test_names_by_which_tempo2_takes_toas_out(tmp_path: Path) -> None:
    text = "FORMAT 1\nCHIME_1 600 53000.5 1 chime\n CHIME_2 600 53001.5 1 chime\nIx 600 53002.5 1 chime\n"
    with pytest.warns(InputWarning, match=r"a\.tim:2: tempo2 leaves out a TOA whose name .*\(and 1 more such lines\)"):
        assert len(read(tmp_path, text)) == 3


def test_a_line_that_begins_with_c(tmp_path: Path) -> None:
    text = "FORMAT 1\n c 600 53000.5 1 gbt\nc 600 53001.5 1 gbt -fe L\n"
    text += "c x 600 53002.5 1 gbt\nc 600 prose\nC 600 53003.5 1 gbt\n"
    with pytest.warns(InputWarning, match=r"a\.tim:3: a TOA with the name c, as in tempo2 \(PINT fails"):
        raw = read(tmp_path, text)
    assert raw.times.day.tolist() == [53000, 53001]
    assert raw.deleted is not None
    assert raw.deleted.name == ("x",)


@pytest.mark.parametrize("flag", ["-to", "-addsat", "-padd", "-radd", "-pn", "-pnadd", "-dmo"])
def test_a_flag_without_a_value_does_nothing_and_is_told(tmp_path: Path, flag: str) -> None:
    with pytest.warns(InputWarning, match=rf"a\.tim:2: flag without a value \({flag}; 1 in all\)"):
        raw = read(tmp_path, "FORMAT 1\n" + toa(53000, more=f"{flag} -fe L") + toa(53001))
    assert raw.flag("fe").tolist() == ["L", ""]
    assert raw.offset_s.tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("command", "said"),
    [("SIGMA 4", "PINT ignores it"), ("ESET 4", "PINT fails at it"), ("EFLOOR 4", "PINT fails at it")],
)
def test_commands_that_pint_does_not_obey_are_told(tmp_path: Path, command: str, said: str) -> None:
    with pytest.warns(InputWarning, match=rf"a\.tim:2: {command.split()[0]} .*as in tempo2 \({said}\)"):
        raw = read(tmp_path, f"FORMAT 1\n{command}\n" + toa(53000))
    assert raw.error_s.tolist() == [4e-6]
    with oracle.quiet():
        if "fails" in said:
            with pytest.raises(IndexError):
                pint.toa.read_toa_file(str(tmp_path / "a.tim"))
            return
        theirs, _ = pint.toa.read_toa_file(str(tmp_path / "a.tim"))
    assert theirs[0].error.to_value("us") != 4.0


@pytest.mark.parametrize("flag", ["-addsat 1e-4", "-radd 1e-4"])
def test_flags_that_pint_does_not_read_are_told(tmp_path: Path, flag: str) -> None:
    with pytest.warns(InputWarning, match=rf"a\.tim:2: {flag.split()[0]} is added to .*PINT ignores it"):
        read(tmp_path, "FORMAT 1\n" + toa(53000, more=flag))
    read(tmp_path, "FORMAT 1\n" + toa(53000, more=f"{flag.split()[0]} 0.0"))


@pytest.mark.parametrize(("flags", "key"), [("-TO 1", "-TO"), ("-fe L -FE M", "-FE")])
def test_flags_in_another_case_are_told(tmp_path: Path, flags: str, key: str) -> None:
    with pytest.warns(InputWarning, match=rf"a\.tim:2: {key} and {key.lower()} are different flags"):
        raw = read(tmp_path, "FORMAT 1\n" + toa(53000, more=flags))
    with oracle.quiet():
        theirs, _ = pint.toa.read_toa_file(str(tmp_path / "a.tim"))
    assert raw.offset_s[0] == 0.0
    assert key[1:].lower() in theirs[0].flags


def test_blanks_that_are_not_ascii(tmp_path: Path) -> None:
    raw = read(tmp_path, "FORMAT\u00a01\n\u2003x\u00a01400 53000.5\u20091 gbt\u00a0-fe \u00dcHF\n")
    assert (raw.name, raw.freq_hz.tolist(), raw.flag("fe").tolist()) == (("x",), [1.4e9], ["\u00dcHF"])


def test_every_blank_of_unicode_separates_words(tmp_path: Path) -> None:
    blanks = [char for char in map(chr, range(0x80, 0x110000)) if char.isspace()]
    lines = [f"x{char}1400 {53000 + i}.5 1 gbt -\u00b5{char}\U0001f642\n" for i, char in enumerate(blanks)]
    raw = read(tmp_path, "FORMAT 1\n" + "".join(lines))
    assert len(raw) == len(blanks) > 15
    assert raw.flag("\u00b5").tolist() == ["\U0001f642"] * len(blanks)
    assert raw.where(0).text == lines[0].rstrip("\n")


@pytest.mark.parametrize(
    ("line", "site"),
    [
        ("1               1949.609 53478.2858714192189    21.71               0.50000", "1"),
        ("1748-202153478.2858714192189 21.71  1949.6090   0.50000  GB", "GB"),
    ],
)
def test_a_dm_correction_in_its_columns_is_added_to_dm(tmp_path: Path, line: str, site: str) -> None:
    with pytest.warns(InputWarning, match=r"a\.tim:1: the DM correction \(-dmo, or in its columns\) is added"):
        raw = read(tmp_path, line + "\n")
    assert (raw.flag("dmo").tolist(), raw.site.word(0)) == (["0.50000"], site)
    if site == "1":
        write_raw_toas(raw, tmp_path / "b.tim", form="princeton")
        with pytest.warns(InputWarning, match="the DM correction"):
            assert read_tim(tmp_path / "b.tim").flag("dmo").tolist() == ["0.50000"]


def test_flags_that_give_a_dm_are_told(tmp_path: Path) -> None:
    with pytest.warns(InputWarning) as told:
        read(
            tmp_path,
            "FORMAT 1\n" + toa(53000, more="-dm 20.5") + toa(53001, more="-dmo 0.1") + toa(53002, more="-dmo 0"),
        )
    said = [str(one.message) for one in told]
    assert len(said) == 2
    assert "a.tim:2: -dm replaces DM and DMX, as in tempo2" in said[0]
    assert "a.tim:3: the DM correction (-dmo, or in its columns)" in said[1]


def test_the_flag_ddm_is_kept_as_text(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r"a\.tim:2: -ddm does nothing.*write -dmo"):
        raw = read(tmp_path, "FORMAT 1\n" + toa(53000, more="-ddm 0.5") + toa(53001, more="-ddm 0"))
    assert raw.flag("ddm").tolist() == ["0.5", "0"]


@pytest.mark.parametrize(
    ("command", "unit"),
    [
        ("TIME", "seconds"), ("PHASE", "turns"), ("EFAC", "a positive factor"), ("SIGMA", "microseconds"),
        ("EQUAD", "microseconds"), ("EMIN", "microseconds"), ("EMAX", "microseconds"), ("ESET", "microseconds"),
        ("EFLOOR", "microseconds"), ("FMIN", "MHz"), ("FMAX", "MHz"),
    ],
)  # fmt: skip
def test_a_command_without_its_number_is_told_the_unit(command: str, unit: str, tmp_path: Path) -> None:
    with pytest.raises(TimError, match=rf"a\.tim:2: .*{unit} (is|are) expected"):
        read(tmp_path, f"FORMAT 1\n{command} many\nx 1400 55000 1 gbt\n")


def test_the_toas_with_a_flag_in_another_case_are_counted(tmp_path: Path) -> None:
    """Those with the first of its values too, and not those without it."""
    text = "FORMAT 1\n" + toa(53000, more="-fe L") + toa(53001, more="-FE M") + toa(53002, more="-FE N")
    with pytest.warns(InputWarning, match="-FE and -fe are different flags"):
        raw = read(tmp_path, text)
    rows = [rows.tolist() for why, rows in flag_notes(raw) if "different flags" in why]
    assert rows == [[1, 2]]
