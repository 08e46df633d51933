"""The rows of a published solution: which parameter comes into which group, and in which words."""

from dataclasses import replace
from types import SimpleNamespace as Made

import pytest

import jug
from jug.analysis.publication import groups as groups_module
from jug.analysis.publication.as_latex import _label, _value, latex
from jug.analysis.publication.as_markdown import markdown
from jug.analysis.publication.citations import BINARY_PAPERS, EPHEMERIDES, citations
from jug.analysis.publication.groups import QuantityGroup, QuantityRow, solution_groups
from jug.analysis.publication.labels import escaped_latex, label, unit_latex
from jug.analysis.publication.rounding import Published, brackets, last_place, rounded
from jug.data import example
from jug.io.par import parse_lines, read_par

PAR, TIM = example("NGC6440E")
MORE = (
    "F2 1e-26", "FD1 0", "PX 0.5", "JUMP MJD 53400 53600 1e-6 1", "JUMP MJD 53600 53800 2e-6 1",
    "DMX_0001 1e-3 1", "DMXR1_0001 53900", "DMXR2_0001 54000", "EFAC -f L 1.1",
)  # fmt: skip


@pytest.fixture(scope="module")
def result() -> jug.FitResult:
    toas = jug.load(PAR, TIM)[1]
    model = jug.load_model(parse_lines([*(line.text for line in read_par(PAR).lines), *MORE]))
    return jug.fit(model, toas, backend="numpy")


def groups(result: jug.FitResult) -> dict[str, dict[str, QuantityRow]]:
    made = solution_groups(result, {"AGE": Made(doc="characteristic age", value=1.5e9, error=None, unit="yr")})  # type: ignore[dict-item]
    return {group.title: {row.name or row.label: row for row in group.rows} for group in made}


def test_a_parameter_is_in_one_group(result: jug.FitResult) -> None:
    found = groups(result)
    measured, fixed = found["Measured quantities"], found["Set quantities"]
    assert {"RAJ", "DECJ", "F0", "F1", "DM"} <= set(measured)
    assert {"F2", "PX", "PEPOCH"} <= set(fixed)
    assert not {"FD1", "EPHEM", "DMXR1_0001", "DMXR2_0001", "UNITS"} & {*measured, *fixed}  # 0, words and ends of bins
    assert not set(measured) & set(fixed)
    assert measured["F0"].unit == "Hz"
    assert (measured["RAJ"].unit, measured["DECJ"].unit, fixed["PEPOCH"].unit) == ("h:m:s", "d:m:s", "MJD")
    assert found["Derived quantities"]["AGE"] == QuantityRow("Characteristic age", "AGE", Published("1.5", 9), "yr")


def test_the_data_and_what_is_assumed(result: jug.FitResult) -> None:
    data, assumed = groups(result)["Data"], groups(result)["Assumptions"]
    assert data["NTOA"].value.mantissa == "62"
    assert data["Weighted rms of the residuals"].value.mantissa == f"{result.residuals.wrms_s * 1e6:.4g}"
    assert data["Reduced chi2"].value.mantissa == f"{result.reduced_chi2:.3f} for {result.dof} degrees of freedom"
    assert list(data) == ["Span of the data", "NTOA", "Observatories", "Weighted rms of the residuals", "Reduced chi2"]
    assert assumed["Uncertainties"].value.mantissa == "1 sigma, not scaled"
    assert {"EPHEM", "CLK", "UNITS"} <= set(assumed)
    assert "Par and tim file read as" not in assumed
    bare = groups(replace(result, toa_summary=None, errors_scaled=True))
    assert list(bare["Data"]) == ["NTOA", "Weighted rms of the residuals", "Reduced chi2"]
    assert bare["Assumptions"]["Uncertainties"].value.mantissa == "1 sigma, multiplied by sqrt(reduced chi2)"


def test_an_empty_group_is_left_out(result: jug.FitResult) -> None:
    assert "Derived quantities" not in [group.title for group in solution_groups(result, {})]


def test_the_spin_has_words_of_its_own() -> None:
    series = [Made(param=Made(name="F", doc="doc"), name=f"F{n}", order=n) for n in range(5)]
    assert [label(one) for one in series] == [  # type: ignore[arg-type]
        "Spin frequency",
        "First derivative of the spin frequency",
        "Second derivative of the spin frequency",
        "Derivative 3 of the spin frequency",
        "Derivative 4 of the spin frequency",
    ]
    for name, words in (("DM", "Dispersion measure"), ("DM1", "doc")):
        assert label(Made(param=Made(name="DM", doc="doc"), name=name, order=None)) == words  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "place", "digits"),
    [
        (0.014, 3, "(14)"),
        (0.0196, 2, "(2)"),
        (0.0194, 3, "(19)"),
        (0.02, 2, "(2)"),
        (0.096, 2, "(10)"),
        (14.0, 0, "(14)"),
    ],
)
def test_one_digit_of_an_uncertainty_or_two_after_a_one(error: float, place: int, digits: str) -> None:
    assert last_place(error) == place
    assert brackets(error, place) == digits


@pytest.mark.parametrize("error", [None, 0.0, float("inf"), float("nan"), -1.0])
def test_without_an_uncertainty_there_are_six_digits(error: float | None) -> None:
    assert rounded(1234.56789, error) == Published("1234.57", 0)
    assert rounded(1.23456789e-9, error) == Published("1.23457", -9)


def test_markdown_and_latex_of_a_row() -> None:
    rows = [
        QuantityRow("a|b", "F0", Published("-1.5(2)", -3), "Hz"),
        QuantityRow("Name_1", "X_Y", Published("-2(1)", 0), "us^2"),
        QuantityRow("Words", "", Published("50%", 0)),
    ]
    group = [QuantityGroup("Some", rows)]
    assert markdown("J1-1", group, [], "jug 1").splitlines()[6:9] == [
        "| a\\|b | F0 | -1.5(2)e-3 | Hz |", "| Name_1 | X_Y | -2(1) | us^2 |", "| Words |  | 50% |  |"
    ]  # fmt: skip
    assert "References" not in markdown("J1-1", group, [], "jug 1")
    assert markdown("J1-1", group, [("A", "B 1990")], "jug 1").endswith("## References\n\n- A: B 1990")
    lines = latex("J1-1", group, [("A_1", "B & C")], "jug 1").splitlines()
    assert r"\caption{Timing solution of PSR J1$-$1.}" in lines
    assert r"a|b, $\nu$ (Hz) & $-1.5(2) \times 10^{-3}$ \\" in lines
    assert r"Name\_1, X\_Y ($\mu$s$^{2}$) & $-2(1)$ \\" in lines
    assert r"Words & 50\% \\" in lines
    assert r"A\_1: B \& C." in lines
    assert escaped_latex("\\~^") == r"\textbackslash{}\textasciitilde{}\textasciicircum{}"
    assert unit_latex("Msun pc cm^-3") == r"M$_\odot$\,pc\,cm$^{-3}$"


def test_papers_of_every_ephemeris_and_binary_model() -> None:
    def cited(ephem: str, clock: str = "TT(BIPM2019)", word: str = "") -> dict[str, str]:
        entries = {"BINARY": Made(word=word)} if word else {}
        settings = Made(ephem=ephem, clock=clock, time_ephemeris="FB90")
        return dict(citations(Made(settings=settings, entries=entries), ["AGE"]))  # type: ignore[arg-type]

    for name, paper in EPHEMERIDES.items():
        assert cited(f"{name.lower()}, a kernel")[f"Ephemeris {name}"] == paper
    assert list(cited("", "UTC(NIST)")) == ["Time ephemeris FB90"]
    assert cited("DE999")["TT(BIPM2019)"] == "Guinot 1988, A&A 192, 370"
    for word, papers in BINARY_PAPERS.items():
        assert cited("", word=word)[f"Binary model {word}"] == "; ".join(papers)
    assert "Binary model OWN" not in cited("", word="OWN")


def test_the_figures_of_the_data() -> None:
    """No reduced chi2 without degrees of freedom; the rms has four digits."""
    for dof, names in ((0, ["NTOA", ""]), (1, ["NTOA", "", ""])):
        residuals = type("Residuals", (Made,), {"__len__": lambda _: 3})(wrms_s=1.2344996e-6)
        found = groups_module._data(Made(toa_summary=None, residuals=residuals, dof=dof, reduced_chi2=1.2345))  # type: ignore[arg-type]
        assert [row.name for row in found] == names
        assert found[1].value.mantissa == "1.234"
    assert found[2].value.mantissa == "1.234 for 1 degrees of freedom"


@pytest.mark.parametrize(
    ("values", "errors", "lost", "text"),
    [
        ((3.0,), {}, (), "3"),
        ((2.0, 2.0), {}, (), "2 values, 2"),
        ((3.0, 1.0, 2.0), {0: 0.3, 1: 0.1, 2: 0.2}, (), "3 values, 1 to 3, median uncertainty 0.2"),
        ((3.0, 1.0, 2.0), {0: 0.3, 1: 0.1, 2: 0.2}, (0, 2), "3 values, 1 to 3, median uncertainty 0.1, 2 undetermined"),
        ((3.0, 1.0), {0: 0.3}, (0,), "2 values, 1 to 3, 1 undetermined"),
    ],
)
def test_a_family_in_one_row(
    monkeypatch: pytest.MonkeyPatch,
    values: tuple[float, ...],
    errors: dict[int, float],
    lost: tuple[int, ...],
    text: str,
) -> None:
    """The median is of the members whose uncertainty means something."""
    names = [f"DMX_{i}" for i in range(3)]
    param = Made(doc="doc")
    members = [Made(name=n, value=Made(hi=v), param=param, unit="u") for n, v in zip(names, values, strict=False)]
    monkeypatch.setattr(groups_module, "undetermined_parameters", lambda _: {names[i] for i in lost})
    result = Made(errors={names[i]: error for i, error in errors.items()}, names=[names[i] for i in errors])
    assert groups_module._family("DMX", members, result) == QuantityRow("doc", "DMX", Published(text), "u")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "error", "found"),
    [
        (123.4, 3.0, ("123(3)", 0)),
        (123.4, 30.0, ("1.2(3)", 2)),
        (1e-3, 1e-5, ("0.001000(10)", 0)),
        (1e-4, 1e-6, ("1.000(10)", -4)),
        (9999999.0, 3.0, ("9999999(3)", 0)),
        (10000000.0, 3.0, ("1.0000000(3)", 7)),
        (2.0, 300.0, ("0(3)", 2)),
    ],
)
def test_where_an_exponent_is_written(value: float, error: float, found: tuple[str, int]) -> None:
    """Below 0.001 and from ten million on, and where the uncertainty leaves no unit."""
    assert rounded(value, error) == found


def test_cells_of_latex() -> None:
    """A label longer than its column is set ragged; numbers are mathematics where they have a sign or an exponent."""
    for n, ragged in ((37, ""), (38, r"\raggedright ")):
        assert _label(QuantityRow("x" * n, "Q9", Published("1"), "Hz")) == f"{ragged}{'x' * n}, Q9 (Hz)"
    assert _label(QuantityRow("Spin", "F0", Published("1"))) == r"Spin, $\nu$"
    assert _label(QuantityRow("Reduced chi2", "", Published("1"))) == r"Reduced $\chi^2$"
    for text, shown in (
        ("DE440", "DE440"),
        ("TT(BIPM2019)", "TT(BIPM2019)"),
        ("1.5e-07 to -2", r"$1.5 \times 10^{-7}$ to $-2$"),
        ("53478.3 to 54187.6", "53478.3 to 54187.6"),
    ):
        assert _value(QuantityRow("", "", Published(text))) == shown
    assert _value(QuantityRow("", "", Published("-1(2)"))) == "$-1(2)$"
    assert _value(QuantityRow("", "", Published("-1(2)", 3))) == r"$-1(2) \times 10^{3}$"
