"""The report of a fit as a page: what it says, that it asks for nothing, and that every TOA is in it."""

import io
import json
import pickle
import re
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from copies import example

import jug
from jug.cli.command import main
from jug.errors import InputError, JugError
from jug.io.page_names import check_page_name
from jug.page.chart import CHART_COLOURS
from jug.page.fit_page import fit_page
from jug.text.html.style import PAGE_STYLE

PAR, TIM = example("NGC6440E")


class Page(HTMLParser):
    """Tags that stay open, addresses that a browser would ask for, ids, links, and the text of each script."""

    VOID = ("meta", "link", "br", "img", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.outside: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.scripts: list[str] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        given = {key: value or "" for key, value in attrs}
        self.outside += [given[key] for key in ("src", "action", "data") if key in given]
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if "href" in given else []
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data


def chart_data(page: str) -> dict:
    """The values that the charts draw."""
    return json.loads(Page(page).scripts[0])


def column(table: dict, name: str) -> np.ndarray:
    one = table["columns"][name]
    return np.frombuffer(b64decode(one["data"]), "<" + one["kind"])


@pytest.fixture(scope="module")
def result() -> jug.FitResult:
    return jug.fit(*jug.load(PAR, TIM))


@pytest.fixture(scope="module")
def page(result: jug.FitResult) -> str:
    return fit_page(result, None, jug.derived(result), ("jug", "fit", "a b.par", "x.tim"))


def test_the_page_asks_for_nothing(page: str) -> None:
    found = Page(page)
    assert found.open == []
    assert found.outside == []
    assert {link.removeprefix("#") for link in found.links} <= set(found.ids)
    assert len(found.ids) == len(set(found.ids))
    assert not {"img", "link", "iframe", "object"} & set(found.tags)
    assert not re.search(r"https?:|url\(|@import|fetch\(|XMLHttp|WebSocket", page)


def test_its_policy_lets_only_its_own_script_run(page: str) -> None:
    digest = b64encode(sha256(Page(page).scripts[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page
    assert "default-src 'none'" in page


def test_it_says_what_the_summary_says(page: str, result: jug.FitResult) -> None:
    for words in (
        "Verdict: good",
        result.verdict.sentence,
        "61.48547655437",
        f"{result.chi2:.4f}",
        "SURFACE",
        "DE421",
        "Holds to",
        "jug fit &#x27;a b.par&#x27; x.tim",
        "numpy ",
        "PEPOCH",
    ):
        assert words in page, words
    for name in result.names:
        assert f"<td>{name}</td>" in page


def test_every_toa_is_drawn_where_it_is(page: str, result: jug.FitResult) -> None:
    content = chart_data(page)
    table = content["tables"]["toas"]
    assert column(table, "mjd") == pytest.approx(result.fit_end.toas.mjd, abs=0.0)
    shown = content["charts"][0]["y"][0]
    assert shown["label"] == "Post-fit residual (µs)"
    # float32 keeps seven digits: 10 ns of a residual of 100 us
    assert column(table, shown["column"]) == pytest.approx(result.residuals.time_s * 1e6, rel=1e-6)
    assert column(table, shown["error"]) == pytest.approx(result.residuals.error_s * 1e6, rel=1e-6)
    assert len(table["names"]) == 62


def test_words_of_files_stay_words(tmp_path: Path) -> None:
    """A name of a file, a flag or a pulsar cannot end the script or become a tag."""
    model = jug.load_model(PAR)
    toas = jug.simulate(model, n_toa=30, noise=True, seed=1, flags={"be": ["</script><b>", "\x1b[31m&"] * 15})
    found = fit_page(jug.fit(model, toas), None, jug.derived(model))
    assert Page(found).tags.count("script") == 2
    assert "b" not in Page(found).tags
    assert "\x1b" not in found
    words = chart_data(found)["charts"][0]["colour"][0]["words"]
    assert "</script><b>" in words


def test_noise_is_drawn_where_it_acts(epochs_of_three: Callable) -> None:
    model, toas = epochs_of_three("ECORR -fe L 5", "TNREDAMP -12", "TNREDGAM 3", "TNREDC 5", n=60)
    found = jug.fit(model, toas, free=["F0", "F1"])
    content = chart_data(fit_page(found, None, jug.derived(found)))
    assert [[one["name"] for one in chart["y"]] for chart in content["charts"][2:]] == [["ECORR"], ["RED"]]
    drawn = np.isfinite(column(content["tables"]["toas"], "ECORR"))
    assert drawn.tolist() == (toas.flag("fe") == "L").tolist()
    assert np.isfinite(column(content["tables"]["toas"], "RED")).all()


def test_an_infinite_frequency() -> None:
    model = jug.load_model(PAR)
    toas = jug.simulate(model, n_toa=3, freq_mhz=[0.0, 1400.0, 1500.0])
    found = jug.fit(model, toas, free=["F0"])
    frequencies = column(chart_data(fit_page(found, None, jug.derived(found)))["tables"]["toas"], "freq")
    assert np.isnan(frequencies).tolist() == [True, False, False]


def test_a_result_from_another_process_needs_its_toas(result: jug.FitResult, tmp_path: Path) -> None:
    other = pickle.loads(pickle.dumps(result))
    with pytest.raises(JugError, match="give them, toas=toas"):
        other.report(tmp_path / "a.html")
    toas = result.fit_end.toas
    with pytest.raises(JugError, match="the fit had 62 TOAs, these are 61"):
        other.report(tmp_path / "a.html", toas=toas[:61])
    with pytest.raises(JugError, match="the fit had 62 TOAs, these are 61"):
        result.report(tmp_path / "a.html", toas=toas[:61])
    other.report(tmp_path / "a.html", toas=toas)
    assert "Verdict: good" in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_ten_thousand_toas_take_less_than_a_second(result: jug.FitResult) -> None:
    """0.25 s on one core of 2026; the limit leaves room for a busy machine."""
    toas = jug.simulate(result.model, n_toa=10_000, error_us=20.0, noise=True, seed=1)
    found = jug.fit(result.model, toas)
    quantities = jug.derived(found)
    found.verdict  # noqa: B018 (made at its first use; `jug fit` prints it anyway)
    start = time.process_time()
    text = fit_page(found, None, quantities)
    assert time.process_time() - start < 1.0
    assert len(column(chart_data(text)["tables"]["toas"], "mjd")) == 10_000


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "fit.html"
    assert main(["fit", str(PAR), str(TIM), "--report", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert f"jug fit {PAR} {TIM} --report {out}" in text
    assert "Reduced chi2" in text
    assert main(["fit", str(PAR), str(TIM), "--report", str(PAR)]) == 2
    assert "this is the par file" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["fit.pdf", "fit", "fit.html.gz"])
@pytest.mark.parametrize("words", [["fit", str(PAR), str(TIM), "--report"], ["doctor", str(PAR), "--html"]])
def test_a_page_in_a_file_of_another_ending_is_refused(
    name: str, words: list[str], result: jug.FitResult, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was HTML in fit.pdf, without a word; the error comes before the work."""
    path = tmp_path / name
    assert main([*words, str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    why = "the name of a page of HTML ends in .html or .htm; for a PDF, print the page from a browser"
    assert said.err == f"jug: error: {path}: cannot write: {why}\n"
    with pytest.raises(InputError, match=re.escape(why)):
        result.report(path)
    assert list(tmp_path.iterdir()) == []
    check_page_name("A.HTM")
    check_page_name("-")


def luminance(color: str) -> float:
    """Relative luminance of a colour as WCAG 2 defines it."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", CHART_COLOURS)
def test_points_stand_out_from_white(colour: str) -> None:
    """4.5:1; WCAG 2 asks 3:1 of what is not text."""
    assert 1.05 / (luminance(colour) + 0.05) >= 4.5


def test_paper_has_a_style() -> None:
    assert "@media print" in PAGE_STYLE
    assert "@page" in PAGE_STYLE


def test_a_page_goes_to_an_open_text_file() -> None:
    model, toas = jug.load(PAR, TIM)
    result, page = jug.fit(model, toas, backend="numpy"), io.StringIO()
    result.report(page, dated=False)
    assert page.getvalue() == fit_page(result, toas, jug.derived(result), dated=False)


def test_the_page_and_json_have_the_warnings_of_the_reading(tmp_path: Path) -> None:
    """What the command prints of lines that are not used, with file and line, and nothing twice."""
    par = tmp_path / "a.par"
    par.write_text(PAR.read_text() + "MODE 0\nTNsubtractRed 1\nPX 0.0\nPX 0.0\n")
    with pytest.warns(jug.InputWarning) as told:
        model, toas = jug.load(par, TIM)
    result = jug.fit(model, toas, backend="numpy")
    warned = result.to_json()["warnings"]
    assert [text.split(":")[2].split()[0] for text in warned] == ["MODE", "red"]
    assert set(warned) < {str(one.message) for one in told}
    page = fit_page(result, toas, jug.derived(result), dated=False)
    text = page[page.index('id="warnings"') : page.index('id="data-files"')]
    assert text.count("<li>") == 1 + len(warned)  # and that PX stands there twice
    assert text.count("asks for a fit without weights") == 1
    assert "None." not in text


def test_an_edit_keeps_the_warnings_of_the_reading(tmp_path: Path) -> None:
    par = tmp_path / "a.par"
    par.write_text(PAR.read_text() + "MODE 0\n")
    with pytest.warns(jug.InputWarning, match="MODE 0"):
        model = jug.load_model(par)
    for edited in (model.set(DM=224.0), model.add("F2"), model.set(EPHEM="DE440"), model.set(MODE=1)):
        assert len(edited.settings.warned) == 1


def test_a_fit_from_python_has_the_model_that_was_fitted() -> None:
    """It may have been changed after it was read; a command needs no such section."""
    model, toas = jug.load(PAR, TIM)
    changed = model.add("F2").set(DM=224.25)
    result = jug.fit(changed, toas, backend="numpy")
    quantities = jug.derived(result)
    page = fit_page(result, toas, quantities, dated=False)
    before = page[page.index('id="pre-fit-par-file"') : page.index('id="post-fit-par-file"')]
    assert "224.25" in before
    assert "the model that was fitted stands below" in page
    assert 'id="pre-fit-par-file"' not in fit_page(result, toas, quantities, ["jug", "fit"], dated=False)


def test_units_of_angles_are_told_where_there_are_such() -> None:
    model, toas = jug.load(PAR, TIM)
    ecliptic = jug.convert_frame(model, "ecliptic").model
    result = jug.fit(ecliptic, jug.prepare(ecliptic, toas.raw), backend="numpy")
    assert "seconds of time" not in fit_page(result, result.fit_end.toas, jug.derived(result), dated=False)
