"""``jug doctor``: what it prints and writes, and its exit codes."""

import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from simulated import BASE

from jug.cli.command import main
from jug.data import example

EVERYTHING = (
    "NE_SW 0\nPLANET_SHAPIRO N\nCORRECT_TROPOSPHERE N\nDILATEFREQ N\nTIMEEPH FB90\nT2CMETHOD IAU2000B\nMODE 1\n"
)
TIM = """FORMAT 1
a 1400.0 54000.123456789012 1.0 gbt -fe A
b 1410.0 54101.123456789012 1.0 gbt -fe B
c0 820.0 54202.123456789012 1.0 gbt -fe A
c1 830.0 54303.123456789012 1.0 gbt -fe B
d 1400.0 54404.123456789012 2.0 gbt -fe A
e 1600.0 54505.123456789012 2.0 gbt -fe B
f 1400.0 54606.123456789012 1.0 gbt -fe A
"""


def files(folder: Path, par: str = BASE + EVERYTHING, tim: str = TIM) -> list[str]:
    """The paths of a par and a tim file."""
    (folder / "a.par").write_text(par)
    (folder / "a.tim").write_text(tim)
    return [str(folder / "a.par"), str(folder / "a.tim")]


def test_nothing_to_decide(capsys: pytest.CaptureFixture[str]) -> None:
    par, tim = map(str, example("NGC6440E"))
    assert main(["doctor", par, tim]) == 0
    out = capsys.readouterr().out
    assert "Nothing has to be decided." in out
    assert re.search(r"SOLARN0\s+parameter\s+NE_SW\s+pint tempo2 tempo\s+NE_SW, fixed", out)


def test_a_decision_and_the_option_that_makes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = files(tmp_path, (BASE + EVERYTHING).replace("EPHEM DE421\n", ""))
    assert main(["doctor", *paths]) == 1
    assert "write the line EPHEM, or --convention EPHEM=DE421 or EPHEM=DE405" in capsys.readouterr().out
    assert main(["doctor", *paths, "--convention", "EPHEM=DE421"]) == 0
    assert "[decided: --convention EPHEM=DE421]" in capsys.readouterr().out
    assert main(["doctor", *paths, "--as", "pint"]) == 0


@pytest.mark.parametrize("par", ["PSR X\nnothing of this\n", "PSR X\nF0 1 2 3 4 5\nRAJ x\n", "F0\n"])
def test_an_unreadable_par_file_is_examined(par: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", *files(tmp_path, par)]) == 1
    out = capsys.readouterr().out
    assert "not understood" in out
    assert "Traceback" not in out


def test_every_problem_of_both_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = TIM.replace("54202.123456789012 1.0", "54202.123456789012 0.0").replace(" 820.0", " x820")
    paths = files(tmp_path, BASE + EVERYTHING + "PMRAA 3\nTOFFSET 1\nPX fast\n", bad + "g 1400 54700.1 0.0 gbt\n")
    assert main(["doctor", *paths]) == 1
    out = capsys.readouterr().out
    for text in ("unknown keyword PMRAA", "TOFFSET is not supported", "PX: not a number", "'x820'", "zero uncertainty"):
        assert text in out, text
    assert "6 TOAs" in out


@pytest.mark.parametrize("word", ["missing.par", "."])
def test_nothing_can_be_said(word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", str(tmp_path / word)]) == 2
    assert main(["doctor", files(tmp_path)[0], str(tmp_path / "missing.tim")]) == 2
    assert main(["doctor", *files(tmp_path)[::-1]]) == 2
    assert "jug: error:" in capsys.readouterr().err


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", *files(tmp_path, BASE), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["version"] == 1
    assert found["summary"]["n_toa"] == 7
    sizes = [d["effect"]["refit_rms_ns"] for d in found["differences"] if d["effect"]]
    assert sizes == sorted(sizes, reverse=True)
    assert {row["key"] for row in found["absent"]} >= {"NE_SW", "TIMEEPH", "DILATEFREQ", "PLANET_SHAPIRO"}
    assert [row["number"] for row in found["lines"]] == list(range(1, 16))
    assert found["data"][0]["name"]


def test_fix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    par, tim = files(tmp_path, BASE.replace("RAJ", "RA"))
    out = str(tmp_path / "out.par")
    assert main(["doctor", par, tim, "--fix", out]) == 1
    assert "RA becomes RAJ (line 2)" in capsys.readouterr().out
    assert main(["doctor", out, tim]) == 0
    assert main(["doctor", par, "--fix", par]) == 2
    assert main(["doctor", par, "--fix", os.path.join(tmp_path, "no", "x.par")]) == 2
    assert main(["doctor", *files(tmp_path, "PSR X\nPEPOCH\n"), "--fix", out]) == 2


def test_fix_names_the_options_for_what_no_line_decides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Proper motion of 400 mas/yr at the site or at the barycentre: tens of ns, and no program has a line for it."""
    par, tim = files(tmp_path, BASE.replace("PMRA -12.5", "PMRA 400") + EVERYTHING)
    out = str(tmp_path / "out.par")
    assert main(["doctor", par, tim, "--fix", out]) == 1
    assert "no line decides these: --convention MOTION=SITE" in capsys.readouterr().out
    assert main(["doctor", out, tim, "--convention", "MOTION=SITE"]) == 0


class Page(HTMLParser):
    """Tags in their order, whatever is open at the end, and addresses outside the page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.outside: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in ("meta",):
            self.open.append(tag)
        given = {key: value or "" for key, value in attrs}
        self.outside += [given[key] for key in ("src", "action", "data") if key in given]
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if "href" in given else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing of the files becomes a tag, the page asks for nothing, and its links lead into it."""
    page = tmp_path / "page.html"
    par = BASE + "<script>alert(1)</script> 3\nPX <img/src=x>\n"
    tim = TIM.replace("-fe B", "-fe <b>&amp;")
    assert main(["doctor", *files(tmp_path, par, tim), "--html", str(page)]) == 1
    text = page.read_text()
    found = Page()
    found.feed(text)
    assert found.open == []
    assert not {"script", "img", "b", "link", "iframe"} & set(found.tags)
    assert found.outside == []
    assert {link.removeprefix("#") for link in found.links} <= set(found.ids)
    assert not re.search(r"https?:|url\(|@import", text)
    assert "&lt;script&gt;" in text.lower()
    assert '<html lang="en">' in text
    assert text.count("<th scope=") > 20
    capsys.readouterr()


def _luminance(color: str) -> float:
    """Relative luminance of a colour as WCAG 2 defines it."""
    digits = color if len(color) == 6 else "".join(2 * c for c in color)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("text", "ground"),
    [("111", "fff"), ("003a8c", "fff"), ("8a1c00", "fff"), ("f2f2f2", "121212"), ("a9c9ff", "121212")],
)
def test_contrast(text: str, ground: str) -> None:
    """7:1, the highest level of WCAG 2; these are the colours of the style sheet."""
    from jug.text.html.style import PAGE_STYLE

    assert f"#{text}" in PAGE_STYLE
    assert f"#{ground}" in PAGE_STYLE
    light, dark = sorted((_luminance(text), _luminance(ground)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 7.0


def test_control_characters_are_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", *files(tmp_path, BASE + "PX \x1b[31m3\n")])
    assert "\x1b" not in capsys.readouterr().out


def test_a_line_that_is_left_out_may_take_others_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """KIN without KOM in DDK: the line is named, and nothing ends in a traceback."""
    orbit = "BINARY DDK\nPB 12.327\nA1 9.23\nT0 54451.1\nECC 0.21\nOM 276.5\nKIN 70\n"
    assert main(["doctor", *files(tmp_path, BASE + EVERYTHING + orbit)]) == 1
    assert "KOM" in capsys.readouterr().out
