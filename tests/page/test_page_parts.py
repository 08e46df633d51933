"""The parts of a page of a fit: values of its charts, their choices, and the sections, each from little."""

import json
import re
from base64 import b64decode
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.page import fit_charts, toa_values
from jug.page.chart import AxisChoice, Chart, ChartTable, codes_of_words
from jug.page.chart_html import _box, _encode_column, _select, charts_html
from jug.page.fit_charts import _add_in_unit, _dmx_chart, _noise_choices, _point_texts, _residual_choices
from jug.page.fit_page import _links
from jug.text.html.document import html_page
from jug.text.html.tables import PageTable, pairs_html, section, section_id, table_html


def test_words_are_coded_in_their_order() -> None:
    words, codes = codes_of_words(np.array(["b\x1b", "a", "b\x1b"]))
    assert words == ("a", "b\\x1b")
    assert codes.tolist() == [1.0, 0.0, 1.0]


@pytest.mark.parametrize(("name", "kind"), [("mjd", "f8"), ("code site", "u2"), ("freq", "f4"), ("codes", "f4")])
def test_dates_have_all_digits_and_other_quantities_seven(name: str, kind: str) -> None:
    values = np.array([53478.2858714192, 3.0])
    found = _encode_column(name, values)
    assert found["kind"] == kind
    expected = values.astype(kind).tolist()
    assert np.frombuffer(b64decode(found["data"]), f"<{kind}").tolist() == expected


def test_a_list_of_one_choice_is_not_shown() -> None:
    one = AxisChoice("date", "MJD", "mjd")
    assert _select("x", "against", [one]) == _select("x", "against", []) == ""
    assert _select("x", "against", [one, one._replace(name="<year>")]) == (
        '<label>against <select name="x"><option value="0">date</option>'
        '<option value="1">&lt;year&gt;</option></select></label>'
    )
    box = _box(3, Chart("A & B", "toas", [one], [one, one], [one]))
    assert box.startswith('<figure class="chart" data-chart="3"><figcaption><h3>A &amp; B</h3></figcaption>')
    assert box.count("<select ") == 1
    assert [box.count(f'data-do="{what}"') for what in ("in", "out", "whole")] == [1, 1, 1]
    assert (one.zero, one.words, one.error) == (True, (), "")


def test_the_values_of_charts_stand_in_one_line() -> None:
    """Names only where points have some; a colour without words is a quantity."""
    table = ChartTable({"mjd": np.zeros(1)}, [("MJD <d>", "mjd", (), "")])
    x = AxisChoice("date", "MJD", "mjd")
    made = charts_html({"toas": table, "dmx": table._replace(names=["a\x1b"])}, [Chart("A", "toas", [x], [x], [x])])
    [text] = re.findall(r'<script type="application/json" id="chart-data">(.*)</script>\n', made)
    assert "<" not in text
    content = json.loads(text)
    assert content["tables"]["toas"] == {
        "columns": {"mjd": {"kind": "f8", "data": "AAAAAAAAAAA="}},
        "told": [["MJD <d>", "mjd", [], ""]],
    }
    assert content["tables"]["dmx"]["names"] == ["a\\x1b"]
    choice = {"name": "date", "label": "MJD", "column": "mjd", "error": "", "words": None, "zero": True}
    assert content["charts"] == [{"table": "toas", "x": [choice], "y": [choice], "colour": [choice]}]


def toas(n: int = 3, **given: Any) -> Any:
    """As much of TOAs as charts take."""
    made = {
        "mjd": 51544.0 + 365.25 * np.arange(n),
        "freq_hz": np.array([1.4e9, np.inf, 4e8])[:n],
        "site_names": ["gbt"] * n,
    }
    words = given.pop("words", {})
    raw = Made(flags=dict.fromkeys(words))
    return type("Toas", (Made,), {"__len__": lambda _: n})(raw=raw, flag=words.__getitem__, **(made | given))


def test_what_residuals_are_drawn_against(monkeypatch: pytest.MonkeyPatch) -> None:
    """MJD 51544 is the first of January of 2000, at noon of which begins the Julian year 2000.0."""
    monkeypatch.setattr(toa_values, "has_orbital_phase", lambda _: False)
    result: Any = Made(model=None, fit_end=None)
    columns, choices = toa_values.horizontal_choices(result, toas())
    assert columns["year"] == pytest.approx(2000.0 - 0.5 / 365.25 + np.arange(3))
    assert columns["day"].tolist() == [1.0, 1.0, 1.0]
    assert columns["serial"].tolist() == [1.0, 2.0, 3.0]
    np.testing.assert_array_equal(columns["freq"], [1400.0, np.nan, 400.0])
    assert [(one.name, one.label, one.column) for one in choices] == [
        ("date", "MJD", "mjd"),
        ("year", "Year", "year"),
        ("frequency", "Frequency (MHz)", "freq"),
        ("day of the year", "Day of the year", "day"),
        ("number of the TOA", "Number of the TOA", "serial"),
    ]
    asked: list[Any] = []
    monkeypatch.setattr(toa_values, "has_orbital_phase", lambda _: True)
    monkeypatch.setattr(toa_values, "phase_at", lambda *given: asked.append(given[2]) or np.zeros(3))
    phase = AxisChoice("orbital phase", "Orbital phase (turns)", "phase")
    assert toa_values.horizontal_choices(result, toas())[1][1:3] == [AxisChoice("year", "Year", "year"), phase]
    toa_values.horizontal_choices(Made(model=None, fit_end=Made(anchor="anchor")), toas())  # type: ignore[arg-type]
    assert asked == [None, "anchor"]


def test_what_residuals_are_coloured_by() -> None:
    """Flags and sites that tell TOAs apart, up to 56 words; the frequency where it differs; or nothing."""
    words = {"fe": np.array(["L", "S", "L"]), "be": np.array(["x"] * 3), "other": np.array(["1", "2", "3"])}
    columns, choices = toa_values.colour_choices(toas(words=words, site_names=["gbt", "ao", "gbt"]))
    assert [one.name for one in choices] == ["flag -fe", "site", "frequency", "nothing"]
    assert [one.column for one in choices] == ["code -fe", "code site", "freq", "code one"]
    assert columns["code site"].tolist() == [1.0, 0.0, 1.0]
    near = toas(freq_hz=np.array([1.4e9, 1.4e9 + 0.5, np.nan]))
    assert toa_values.colour_choices(near)[1][0] == AxisChoice("frequency", "Frequency (MHz)", "freq")
    alike = toas(freq_hz=np.array([1.4e9, np.inf, 1.4e9]))
    assert [one.name for one in toa_values.colour_choices(alike)[1]] == ["nothing"]
    assert [one.name for one in toa_values.colour_choices(toas(freq_hz=np.full(3, np.inf)))[1]] == ["nothing"]
    for n, shown in ((56, True), (57, False)):
        many = toas(words={"f": np.array([f"{i}" for i in range(n)])})
        assert ("code -f" in toa_values.colour_choices(many)[0]) == shown


def test_times_in_the_unit_of_their_size() -> None:
    """The size is that of the largest value with its uncertainty; what is not finite does not count."""
    columns: dict[str, Any] = {}
    choice = _add_in_unit(columns, "RED", np.array([2e-6, -5e-6, np.nan]), np.array([1e-6, 1e-6, 1.0]))
    assert choice == AxisChoice("RED", "RED (µs)", "RED", "RED error")
    np.testing.assert_allclose(columns["RED"], [2.0, -5.0, np.nan], rtol=1e-12)
    np.testing.assert_allclose(columns["RED error"], [1.0, 1.0, 1e6], rtol=1e-12)
    assert _add_in_unit(columns, "X", np.array([-2e-3, 1e-6]), np.array([1e-6, 1e-6])).label == "X (ms)"
    noise = {
        "A": Made(time_s=np.array([1e-6, 2e-6]), error_s=np.array([1e-6, 0.0])),
        "B": Made(time_s=np.zeros(2), error_s=np.zeros(2)),
    }
    choices = _noise_choices(columns, Made(noise=noise))  # type: ignore[arg-type]
    assert [one.name for one in choices] == ["A"]
    np.testing.assert_allclose(columns["A"], [1.0, np.nan], rtol=1e-12)


def test_what_is_told_of_a_point() -> None:
    residual = AxisChoice("R", "R (µs)", "r", "r error")
    colours = [
        AxisChoice("site", "site", "code site", words=("a", "b")),
        AxisChoice("nothing", "", "code one", words=("",)),
    ]
    told = _point_texts(residual, colours)
    assert told[2] == ("post-fit residual in µs", "r", (), "r error")
    assert [one[0] for one in told] == ["TOA", "MJD", "post-fit residual in µs", "frequency in MHz", "site"]
    assert told[4] == ("site", "code site", ("a", "b"), "")


def test_dmx_in_the_middle_of_its_bin() -> None:
    """In 1e-3 pc cm^-3; a fixed one has no uncertainty, one without a range or a line is not drawn."""

    def entry(kind: str, value: float, line: object = 1) -> Made:
        return Made(param=Made(name=kind), line=line, value=Made(hi=value))

    entries = {"DMX_1": entry("DMX", 0.002), "DMX_2": entry("DMX", 0.004), "DMX_3": entry("DMX", 1.0)}
    entries |= {"DMX_4": entry("DMX", 0.0, None), "DMX_5": entry("DMX", 1.0), "F0": entry("F", 1.0)}
    entries |= {"DMXR1_5": entry("DMXR", 1.0), "DMXR2_3": entry("DMXR", 1.0)}
    entries |= {f"DMXR{k}_{n}": entry("DMXR", 55000.0 + 10 * n + 4 * k) for k in (1, 2) for n in (1, 2, 4)}
    found = _dmx_chart(Made(model=Made(entries=entries), errors={"DMX_1": 1e-4}))  # type: ignore[arg-type]
    assert found is not None
    table, chart = found
    assert table.columns["mjd"].tolist() == [55016.0, 55026.0]
    assert table.columns["dmx"] == pytest.approx(np.array([2.0, 4.0]))
    np.testing.assert_allclose(table.columns["error"], [0.1, np.nan])
    assert table.names == ("DMX_1", "DMX_2")
    y = AxisChoice("DMX", "DMX (10⁻³ pc cm⁻³)", "dmx", "error")
    assert chart == Chart("DMX", "dmx", [AxisChoice("date", "MJD", "mjd")], [y])
    assert _dmx_chart(Made(model=Made(entries={}), errors={})) is None  # type: ignore[arg-type]


def test_sections_tables_and_pages() -> None:
    assert section_id("Weighted rms, pre-fit") == "weighted-rms--pre-fit"
    assert section("A <b>", "x") == '<details open id="a--b-"><summary>A &lt;b&gt;</summary>x</details>\n'
    assert section("A", "x", folded=True, name="B") == '<details id="b"><summary>A</summary>x</details>\n'
    table = PageTable("T", "a & b", ("One", "Two"), [("1", "2")], "<>")
    assert table_html(table) == (
        '<div class="wide" role="region" tabindex="0" aria-label="T"><table><caption><span>a &amp; b</span></caption>'
        '<thead><tr><th scope="col">One</th><th scope="col" class="number">Two</th></tr></thead>\n<tbody>'
        '<tr><td>1</td><td class="number">2</td></tr>\n</tbody></table></div>'
    )
    assert "<caption>" not in table_html(table._replace(note=""))
    assert '<th scope="col">decision</th>' in table_html(table._replace(head=("", "Two")))
    assert pairs_html("T", [("a", "<")]) == (
        '<table class="pairs" aria-label="T"><tbody><tr><th scope="row">a</th><td>&lt;</td></tr>\n</tbody></table>'
    )
    plain = html_page("T", "body", style="p {}")
    assert "script" not in plain
    assert "p {}</style>" in plain
    assert "<body>\nbody\n<footer>" in plain


def test_links_lead_to_what_is_there() -> None:
    """Further sections stand before the warnings, in their order."""
    ids = (
        "verdict",
        "charts",
        "derived-quantities",
        "warnings",
        "data-files",
        "conventions",
        "to-reproduce",
        "my-part",
        "b",
    )
    main = "".join(f'<p id="{name}">' for name in ids)
    links = _links([("My part", ""), ("B", ""), ("Absent", "")], main)
    assert links == " ".join(
        f'<a href="#{where}">{word}</a>'
        for word, where in (
            ("Verdict", "verdict"), ("Charts", "charts"), ("Derived quantities", "derived-quantities"),
            ("My part", "my-part"), ("B", "b"),
            ("Warnings", "warnings"), ("Data files", "data-files"), ("Conventions", "conventions"),
            ("To reproduce", "to-reproduce"),
        )
    )  # fmt: skip


def residuals(**given: Any) -> Any:
    """Of two TOAs."""
    made = {"time_s": np.array([1e-6, -2e-6]), "error_s": np.array([1e-6, 4e-6]), "wrms_s": 1.2344996e-6}
    return Made(**(made | {"noise": {}, "dm": None} | given))


def test_the_choices_of_residuals() -> None:
    columns: dict[str, Any] = {}
    [plain, pull] = _residual_choices(columns, residuals(), "post-fit")
    assert plain == AxisChoice(
        "Post-fit residual", "Post-fit residual (µs)", "Post-fit residual", "Post-fit residual error"
    )
    assert pull == AxisChoice(*["Post-fit residual over uncertainty"] * 2, "post-fit pull")
    assert columns["post-fit pull"].tolist() == [1.0, -0.5]
    white = residuals(time_s=np.array([3e-6, 0.0]))
    found = _residual_choices(columns, residuals(noise={"RED": 1}, white=lambda: white), "pre-fit")
    assert [one.name for one in found] == [
        "Pre-fit residual",
        "Pre-fit residual without correlated noise",
        "Pre-fit residual without correlated noise over uncertainty",
    ]
    assert columns["pre-fit pull"].tolist() == [3.0, 0.0]


def test_the_charts_of_a_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the fit, before it, measured DMs, each process of noise, and DMX: what there is, each printed."""
    x = [AxisChoice("date", "MJD", "mjd")]
    monkeypatch.setattr(fit_charts, "horizontal_choices", lambda *_: ({"mjd": np.zeros(2)}, x))
    monkeypatch.setattr(fit_charts, "colour_choices", lambda _: ({"code site": np.ones(2)}, []))
    bins = Chart("DMX", "dmx", x, x)
    monkeypatch.setattr(fit_charts, "_dmx_chart", lambda _: ("table", bins))
    one = Made(time_s=np.zeros(2), error_s=np.ones(2))
    dm = Made(value=np.array([1e-3, 0.0]), error=np.array([1e-4, 1e-4]))
    after = residuals(noise={"ECORR": one, "RED": one}, white=residuals, dm=dm)
    result: Any = Made(residuals=after, prefit_residuals=residuals(dm=dm))
    two: Any = type("Toas", (Made,), {"__len__": lambda _: 2})(names=("a", "b"))
    tables, charts = fit_charts.fit_charts(result, two)
    assert [(one.title, one.table) for one in charts] == [
        ("Residuals after the fit", "toas"),
        ("Residuals before the fit", "toas"),
        ("Residuals of measured DMs after the fit", "toas"),
        ("Residuals of measured DMs before the fit", "toas"),
        ("Realisation of the noise ECORR, at the TOAs on which it acts", "toas"),
        ("Realisation of the noise RED, at the TOAs on which it acts", "toas"),
        ("DMX", "dmx"),
    ]
    assert [one.y[0].name for one in charts[:4]] == [
        f"{when}-fit {what}" for what in ("residual", "DM residual") for when in ("Post", "Pre")
    ]
    assert [[y.name for y in one.y] for one in charts[4:6]] == [["ECORR"], ["RED"]]
    assert charts[2].y[0].label == "Post-fit DM residual (10⁻³ pc cm⁻³)"
    assert tables["toas"].columns["Post-fit DM residual error"] == pytest.approx([0.1, 0.1])
    assert tables["toas"].names == ("a", "b")
    assert {"mjd", "code site", "code one", "Post-fit residual", "Pre-fit residual", "RED"} <= set(
        tables["toas"].columns
    )
    assert tables["toas"].columns["code one"].tolist() == [0.0, 0.0]
    assert tables["toas"].point_texts[2][:2] == ("post-fit residual in µs", "Post-fit residual")
    assert tables["dmx"] == "table"
    monkeypatch.setattr(fit_charts, "_dmx_chart", lambda _: None)
    result.residuals = result.prefit_residuals = residuals()
    tables, charts = fit_charts.fit_charts(result, two)
    assert (list(tables), len(charts)) == (["toas"], 2)
