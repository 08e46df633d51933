"""The tables of parameters of a page of a fit."""

import io
import re
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.model.registry import every_term
from jug.page import parameter_sections as module
from jug.page.parameter_sections import MOST_OPEN_MEMBERS, RANGE_HEAD, _ranges, parameter_sections

SPIN = "PSR A\nRAJ 10:00:00\nDECJ 10:00:00\nF0 10 1\nPEPOCH 55000\nDM 10\nEPHEM DE421\nCLK TT(BIPM2019)\nUNITS TDB\n"


def test_a_family_of_nine_has_a_folded_section_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of eight stands among the others; noise has its table, however many lines it has."""

    def rows(prefit: str, model: Any, errors: Any, undetermined: Any, *, left_out: set[str]) -> list[tuple[str, ...]]:
        return [(name, *[""] * 6) for name in model.entries if name not in left_out]

    monkeypatch.setattr(module, "parameter_cells", rows)

    def entry(name: str, sampled: bool = False, line: object = 1) -> Made:
        return Made(param=Made(name=name, sampled=sampled, family=None), line=line, member=None)

    entries = {f"DMX_{i}": entry("DMX") for i in range(9)} | {f"JUMP{i}": entry("JUMP") for i in range(8)}
    entries |= {f"EFAC{i}": entry("EFAC", True) for i in range(9)} | {"F0": entry("F")}
    entries |= {"POSEPOCH": entry("POSEPOCH", line=None), "A1": entry("A1", line=None)}
    model = Made(entries=entries, settings=Made(conventions={}), components=())
    result: Any = Made(
        errors={"F0": 1.0, "A1": 2.0}, verdict=Made(undetermined=()), model=model, prefit="prefit",
        errors_scaled=False, noise_intervals={}, names=("F0", "A1"),
    )  # fmt: skip
    said = parameter_sections(result)
    titles = re.findall(r"<details( open)? id=\"(.*?)\"><summary>(.*?)</summary>", said)
    assert titles == [
        (" open", "parameters", "Parameters (10)"),
        ("", "family-dmx", "Family DMX (9)"),
        (" open", "noise-parameters", "Noise parameters (9)"),
    ]
    assert "Uncertainties are not scaled by the root of the reduced chi2" in said
    result.errors_scaled = True
    assert "Uncertainties are multiplied by the root" in parameter_sections(result)
    assert all(f'aria-label="{title}"' in said for title in ("Parameters", "Family DMX", "Noise parameters"))
    assert "<td>A1</td>" in said
    assert "<td>POSEPOCH</td>" not in said
    model.entries = {"F0": entry("F")}
    assert "Noise parameters" not in parameter_sections(result)


def test_every_declared_range_has_its_ends() -> None:
    """DMX, CMX and SWX say between which families they act; the ranges of the spin and of the orbit have such too."""
    declared = [(one, ends) for c in every_term() for families, *ends in c.ranges for one in families]
    assert len(declared) >= 4
    declared += [("PWPH", ["PWSTART", "PWSTOP"]), ("T0X", ["XR1", "XR2"])]
    for family, (low, high) in declared:
        [component] = [c for c in every_term() if {family, low, high} <= set(c.names)]
        entries = {
            f"{q.name}_{n}": Made(param=q, member=n) for q in component.params for n in (1, 2) if q.family is not None
        }
        model: Any = Made(entries=entries, components=(component,))
        assert _ranges(model, [f"{family}_2", f"{low}_1"]) == {f"{family}_2": (f"{low}_2", f"{high}_2")}


def test_a_range_is_one_row(tmp_path: Any) -> None:
    """Of nine bins; of eight every line has a row in the open table."""
    for n in (MOST_OPEN_MEMBERS + 1, MOST_OPEN_MEMBERS):
        bins = "".join(
            f"DMX_{i:04d} 0.001 1\nDMXR1_{i:04d} {55000 + 10 * i}.25\nDMXR2_{i:04d} {55009 + 10 * i}.5\n"
            for i in range(n)
        )
        model = jug.load_model(io.StringIO(SPIN + bins))
        mjd = np.repeat(55001.0 + 10.0 * np.arange(n), 2)
        toas = jug.simulate(model, mjd=mjd, freq_mhz=[430.0, 1400.0] * n, site="gbt", error_us=1.0, seed=1)
        said = parameter_sections(jug.fit(model, toas))
        titles = re.findall(r"<summary>(.*?)</summary>", said)
        if n <= MOST_OPEN_MEMBERS:
            assert len(titles) == 1
            assert "<td>DMXR1_0003</td>" in said
            continue
        assert titles[1:] == [f"Family DMX ({n})"]
        family = said[said.index("family-dmx") :]
        assert re.findall(r"<th [^>]*>(.*?)</th>", family) == [*RANGE_HEAD]
        [row] = [row for row in family.split("<tr>") if "<td>DMX_0003</td>" in row]
        cells = re.findall(r"<td[^>]*>(.*?)</td>", row)
        assert cells[1:4] == ["55030.25", "55039.5", "pc cm^-3"]
        assert all(cells[4:7])  # before, after and the uncertainty
        assert "DMXR" not in said
