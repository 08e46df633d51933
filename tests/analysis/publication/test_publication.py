"""A solution as a table for a paper: significant digits, groups, references, LaTeX that balances."""

import re
from decimal import Decimal
from pathlib import Path

import pytest
from copies import example, written_copy

import jug
from jug.analysis.publication.citations import citations
from jug.analysis.publication.rounding import Published, rounded
from jug.cli import command as cli

PAR, TIM = example("NGC6440E")


@pytest.mark.parametrize(
    ("value", "error", "mantissa", "exponent"),
    [
        ("61.485476554372504", 1.8e-11, "61.485476554373(18)", 0),
        ("61.485476554372504", 2.2e-11, "61.48547655437(2)", 0),
        ("-1.1813e-15", 1.4e-18, "-1.1813(14)", -15),
        ("1.280", 0.098, "1.28(10)", 0),
        ("3.3", 2.5, "3(2)", 0),
        ("12345", 321.0, "1.23(3)", 4),
        ("-1e-6", 3e-5, "-0(3)", -5),
        ("0", 0.02, "0.00(2)", 0),
        ("8.24644e8", 1e6, "8.246(10)", 8),
        ("0.5", None, "0.5", 0),
        ("9.59024e-21", 4e-26, "9.59024(4)", -21),
        ("-9.9996e-21", 4e-24, "-1.0000(4)", -20),
        ("9.996e-21", 0.0, "9.996", -21),
        ("7.4e-21", 9.6e-21, "0.7(10)", -20),
        ("96000", 321.0, "9.60(3)", 4),
        ("2.5e-20", 0.0, "2.5", -20),
    ],
)
def test_digits_follow_the_uncertainty(value: str, error: float | None, mantissa: str, exponent: int) -> None:
    found = rounded(Decimal(value), error)
    assert found == Published(mantissa.replace("-0(", "0("), exponent)


def numbers(text: str) -> dict[str, tuple[float, float]]:
    """Value and uncertainty by keyword, read back from the Markdown of numbers without sexagesimals."""
    found = {}
    for name, mantissa, digits, power in re.findall(r"\| (\w+) \| (-?[\d.]+)\((\d+)\)(?:e(-?\d+))? \|", text):
        scale = 10.0 ** int(power or 0)
        last = 10.0 ** -len(mantissa.partition(".")[2])
        found[name] = float(mantissa) * scale, int(digits) * last * scale
    return found


def test_what_is_printed_is_the_fit() -> None:
    result = jug.fit(*jug.load(PAR, TIM))
    text = jug.publish(result, "markdown")
    read = numbers(text)
    assert {"F0", "F1", "DM", "PERIOD"} <= set(read)
    for name in ("F0", "F1", "DM"):
        value, error = read[name]
        assert error == pytest.approx(result.errors[name], rel=0.35)  # one digit: 0.15 is rounded to two, 0.25 to 0.3
        assert value == pytest.approx(result.values[name], abs=0.5 * result.errors[name])
    assert "17:48:52.80035(14)" in text
    assert "-20:21:29.38(3)" in text


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_the_table_of_a_binary_in_latex(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    par, tim = example("B1855+09_NANOGrav_9yv1")
    out = tmp_path / "table.tex"
    assert cli.main(["publish", str(par), str(tim), "-o", str(out)]) == 0
    assert capsys.readouterr().out == ""
    text = out.read_text()
    assert text.count("{") == text.count("}")
    assert all(line.count("$") % 2 == 0 for line in text.splitlines())
    assert not re.search(r"(?<!\\)[_#%&](?![^$]*\$)", re.sub(r"\$[^$]*\$|&(?= )|^%.*$", "", text, flags=re.M))
    for words in (
        r"\multicolumn{2}{c}{Measured quantities} \\",
        r"$\dot{\nu}$ (Hz\,s$^{-1}$) & $-6.2050(2) \times 10^{-16}$ \\",
        "72 values, 0.01509 to 0.01847",
        "EFAC & 4 values, 1.117 to 1.507",
        r"Folkner, Williams \& Boggs 2009",
        r"Damour \& Deruelle 1986",
    ):
        assert words in text
    assert "DMXR1" not in text


def test_papers_of_what_the_model_uses(tmp_path: Path) -> None:
    lines = ["BINARY ELL1H", "PB 1", "A1 1", "TASC 53750", "EPS1 0", "EPS2 0", "H3 1e-7", "STIG 0.5"]
    model = jug.load_model(written_copy(PAR, tmp_path, add=lines), ephem="DE440")
    papers = dict(citations(model, ["PDOT_SHKLOVSKII"]))
    assert "Park" in papers["Ephemeris DE440"]
    assert "Lange" in papers["Binary model ELL1H"]
    assert "Freire & Wex" in papers["Binary model ELL1H"]
    assert papers["Transverse motion"].startswith("Shklovskii")


def test_another_format_is_refused() -> None:
    with pytest.raises(jug.InputError, match="latex, markdown"):
        jug.publish(jug.fit(*jug.load(PAR, TIM)), "html")
