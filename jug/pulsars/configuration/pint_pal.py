"""Configurations of pint_pal, one YAML file for each pulsar, as the settings of a run.

The keys: source is the name of the folder; timing-model and toas are its files; ephem and bipm replace EPHEM and CLK of
the par file; free-params are the fitted parameters; dmx, outlier with ignore.prob-outlier, noise_run and
notebook.run_Ftest are steps; ignore leaves TOAs out, with pint_pal's own reasons (``-cut snr``); compare-model is the
earlier release; check and changelog go into the report. `jug.pulsars.configuration.pint_pal_keys` has the keys that
are not used.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from jug.core.execution.given_warnings import give_warning
from jug.errors import InputError, InputWarning, Problem
from jug.pulsars.configuration.config_file import RunConfiguration
from jug.pulsars.configuration.pairs import ParAndTim, safe_name
from jug.pulsars.configuration.pint_pal_cuts import cuts_of
from jug.pulsars.configuration.pint_pal_keys import NOISE_SWITCHES, key_problems, unused_keys
from jug.pulsars.configuration.yaml_text import YamlContent, read_yaml
from jug.pulsars.one_pulsar.excision import words_of
from jug.text.json_types import JsonObject
from jug.text.name_lists import comma_list

YAML_SUFFIXES = (".yaml", ".yml")

PROJECT_STEM = "pint_pal_project"
"""Name of pint_pal's file with the defaults of a project. It does not belong to a pulsar."""

MOST_OUTLIERS, EPOCH_PROBABILITY = 0.08, 0.0027
"""pint_pal's limits: the share of outliers above which a whole file is left out, and the probability of an epoch."""

TESTED = ["F2", "PX", "FD1-5"]
"""Terms of the F-tests. Terms that the model has are not tested."""


def read_pint_pal(paths: Sequence[Path]) -> RunConfiguration:
    """Read configurations of pint_pal.

    Parameters
    ----------
    paths : sequence of Path
        YAML files, one for each pulsar.

    Returns
    -------
    Configured

    Raises
    ------
    InputError
        A file cannot be read, or is not YAML.
    JugError
        PyYAML is missing.

    Warns
    -----
    InputWarning
        Keys that jug does not use, in one message for all files.
    """
    several = [read_yaml(path) for path in paths]
    problems = [problem for one in several for problem in key_problems(one)]
    names: dict[ParAndTim, str] = {}
    own: dict[str, JsonObject] = {}
    for one, name in zip(several, _folder_names(several), strict=True) if not problems else ():
        found = _files_of(one)
        pair = ParAndTim(found.par, found.tims[0])
        problems += found.problems
        if pair in names:
            why = f"its par and tim file are those of {names[pair]} too"
            problems.append(Problem(why, one.where("timing-model"), "leave one of the configurations out"))
        elif not found.problems:
            try:
                names[pair], own[name] = name, _settings(one.content, found)
            except InputError as error:
                problems.append(Problem(error.why, one.where("ignore"), error.hint))
    if not problems:
        _warn_of_unused(several)
    return RunConfiguration(tuple(names), names, {}, own, tuple(problems), {})


def _folder_names(several: Sequence[YamlContent]) -> Iterator[str]:
    """The names of folders: the source, or the name of the file if two have one source (narrowband and wideband)."""
    sources = [str(one.content["source"]) for one in several]
    for one, source in zip(several, sources, strict=True):
        yield safe_name(source if sources.count(source) == 1 else one.path.stem)


class _FilesOfPulsar(NamedTuple):
    """The files that a configuration names, and problems with their names."""

    par: Path
    tims: tuple[Path, ...]
    earlier: Path | None
    problems: tuple[Problem, ...]


def _files_of(one: YamlContent) -> _FilesOfPulsar:
    """Find the files. Their folders are relative to that of the YAML file, the one above it, or the working folder."""
    problems: list[Problem] = []

    def path(key: str, folder_key: str, name: str) -> Path:
        folder = str(one.content.get(folder_key) or "")
        tried = [base / folder / name for base in (one.path.parent, one.path.parent.parent, Path())]
        found = next((place for place in tried if os.path.isfile(place)), None)
        if found is None:
            where = ", ".join(dict.fromkeys(str(place) for place in tried))
            problems.append(Problem(f"{key}: there is no file {name} ({where})", one.where(key), "correct its name"))
        return found or tried[0]

    par = path("timing-model", "par-directory", str(one.content["timing-model"]))
    tims = tuple(path("toas", "tim-directory", tim) for tim in words_of(one.content["toas"]))
    name = one.content.get("compare-model")
    earlier = path("compare-model", "par-directory", str(name)) if name else None
    return _FilesOfPulsar(par, tims, earlier, tuple(problems))


def _settings(content: JsonObject, files: _FilesOfPulsar) -> JsonObject:
    """The settings of the steps of a run."""
    ephem, bipm = content.get("ephem"), content.get("bipm")
    clock = f"TT({bipm})" if bipm else None
    load = {"ephem": ephem, "more_tims": [os.path.abspath(tim) for tim in files.tims[1:]]}
    if content.get("toa-type"):
        load["wideband"] = str(content["toa-type"]).upper() == "WB"
    settings: dict[str, JsonObject] = {
        "load": {key: value for key, value in load.items() if value not in (None, [])},
        "model": {"set": {"CLK": clock}} if clock else {},
        "cut": cuts_of(content),
        "check": {key: value for key, value in (("ephem", ephem), ("clock", clock)) if value},
        **_steps(content),
    }
    if content.get("free-params"):
        settings["model"] |= {"freeze": ["*"], "free": _free_parameters(content, files.par)}
    if content.get("n-iterations"):
        settings["fit"] = {"max_iter": content["n-iterations"]}
    if files.earlier is not None:
        settings["compare"] = {"with": os.path.abspath(files.earlier)}
    if lines := [*_remarks(content), *words_of(content.get("changelog"))]:
        settings["notes"] = {"lines": lines}
    return {step: options for step, options in settings.items() if options or step in ("check", "dmx", "fd", "noise")}


def _free_parameters(content: JsonObject, par: Path) -> list[str]:
    """The free parameters, with DMX of the par file unless new bins are made."""
    has_dmx = re.search(r"(?mi)^\s*DMX_", par.read_text(encoding="utf-8", errors="replace")) is not None
    kept = content.get("free-dmx") and has_dmx and _dmx(content) is None
    return [*words_of(content["free-params"]), *(["DMX_*"] if kept else [])]


def _steps(content: JsonObject) -> dict[str, JsonObject]:
    """The steps that are switched on."""
    found: dict[str, JsonObject] = {}
    notebook, ignore = _table(content, "notebook"), _table(content, "ignore")
    if (bins := _dmx(content)) is not None:
        found["dmx"] = bins
    if ignore.get("prob-outlier") is not None:
        limits = {"max_share": MOST_OUTLIERS, "epochs": EPOCH_PROBABILITY}
        found["outliers"] = {"threshold": ignore["prob-outlier"], **limits}
    if notebook.get("run_noise_analysis", "noise_run" in content):
        asked = _table(_table(content, "noise_run"), "model") or {"inc_rn": True}
        white = ["white"] if str(content.get("toa-type")).upper() == "WB" else ["white", "ecorr"]
        found["noise"] = {"add": [*white, *(word for key, word in NOISE_SWITCHES.items() if asked.get(key))]}
    if notebook.get("run_Ftest"):
        found["ftest"] = {"add": list(TESTED)}
    return found


def _dmx(content: JsonObject) -> JsonObject | None:
    """The options of new DMX bins; None if none are made."""
    table = _table(content, "dmx")
    if "dmx" not in content or table.get("ignore-dmx") or not content.get("free-dmx", True):
        return None
    words = {"frequency_ratio": "fratio", "solar_wind_us": "max-sw-delay", "custom": "custom-dmx"}
    given = {option: table.get(key) for option, key in words.items()}
    return {"cut": True, **{option: value for option, value in given.items() if value not in (None, [])}}


def _table(content: JsonObject, key: str) -> JsonObject:
    """The keys below a key; empty if it has none."""
    found = content.get(key)
    return found if isinstance(found, dict) else {}


def _remarks(content: JsonObject) -> Iterator[str]:
    """The entries under the key ``check`` of the file, each as a line of the report."""
    for key, value in _table(content, "check").items():
        if value not in (None, "", []):
            yield f"check: {key}: {value}"


def _warn_of_unused(several: Iterable[YamlContent]) -> None:
    """Warn in one message of all keys that jug does not use, by reason, with the number of files."""
    reasons: dict[str, dict[str, None]] = {}
    files: dict[str, None] = {}
    for one in several:
        for key, why in unused_keys(one):
            reasons.setdefault(why, {})[key] = None
            files[str(one.path)] = None
    if reasons:
        parts = "; ".join(f"{', '.join(keys)} ({why})" for why, keys in reasons.items())
        text = f"{comma_list(list(files), 1)}: these keys of pint_pal are not used: {parts}"
        give_warning(InputWarning(text))
