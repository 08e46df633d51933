"""TOAs at the barycentre, with the ephemeris, clock, planets and TZR point that a model names."""

import re
import warnings
from collections.abc import Sequence
from dataclasses import replace

from jug.core.execution.given_warnings import collect_warnings, give_warning
from jug.errors import ClockWarning, DataError, InputWarning, Where, sentence
from jug.io.tim.raw_toas import RawTOAs
from jug.model.evaluation.toas_match import with_position
from jug.model.evaluation.tzr_toa import tzr_toa
from jug.model.timing_model import TimingModel
from jug.obs.barycentre import Request, to_barycentre
from jug.obs.clock import ClockRules
from jug.obs.ephemeris_problems import OutsideEphemeris
from jug.obs.files import DataUse, Files
from jug.obs.toas import TOAs


def toas_at_barycentre(model: TimingModel, raw: RawTOAs, files: Files, rules: ClockRules) -> TOAs:
    """Compute the times of TOAs, and of the TZR point of a model, at the barycentre.

    Parameters
    ----------
    model : TimingModel
    raw : RawTOAs
    files : Files
        Where clock files and ephemerides come from.
    rules : ClockRules

    Returns
    -------
    TOAs
        With the TZR point as ``.tzr``.

    Raises
    ------
    DataError
        A site, clock, or ephemeris that is not at hand, or a TOA outside the ephemeris.
    ParError, TimError
        A TOA or the TZR point at an observatory where the model has no position.
    """
    s = model.settings
    request = Request(
        ephem=_ephemeris(model, files),
        clock=s.clock or None,
        files=files,
        planets=s.planets,
        zenith=any("zenith" in c.asks for c in model.components),
        dilate=s.dilate,
        time_ephemeris=s.time_ephemeris,
        ephem_where=_where(model, "EPHEM"),
        clock_where=_where(model, "CLK"),
        time_where=_where(model, "TIMEEPH"),
        rules=rules,
        codes_of_tempo2=s.conventions.get("SITES") == "TEMPO2",
    )
    with collect_warnings() as texts:
        toas = to_barycentre(raw, request)
    same_clock = request._replace(clock=toas.clock, clock_where=None, rules=rules._replace(strict=False))
    tzr = _tzr_at_barycentre(model, tzr_toa(model, toas), same_clock, texts)
    return with_position(model, replace(toas, tzr=tzr, ephem=s.ephem, uses=_all_uses(toas, tzr)))


def _ephemeris(model: TimingModel, files: Files) -> str:
    """The name of the ephemeris to use; a warning where it is not the one that the par file names."""
    own = model.settings.ephem
    if not own.endswith("S"):
        return own
    from jug.obs.other_ephemerides import ephemeris_at_hand  # rare

    used = ephemeris_at_hand(own, files)
    if used != own:
        why = f"EPHEM {own} is not at hand and is read as {used}, which has the same values for more years"
        give_warning(InputWarning(sentence(why, _where(model, "EPHEM"))))
    return used


def _tzr_at_barycentre(model: TimingModel, point: RawTOAs, request: Request, texts: Sequence[str]) -> TOAs:
    """The TZR point at the barycentre. Warnings that the TOAs gave already are left out; a bad date names TZRMJD."""
    try:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            tzr = to_barycentre(point, request)
    except DataError as error:
        if not isinstance(error.problems[0], OutsideEphemeris):
            raise
        raise DataError(error.why, _where(model, "TZRMJD"), error.hint) from None
    known = {clause for text in texts for clause in _clauses(text)}
    for one in found:
        if one.category is ClockWarning and known.issuperset(_clauses(str(one.message))):
            continue
        give_warning(ClockWarning(f"TZRMJD: {one.message}") if one.category is ClockWarning else one.message)
    return tzr


def _clauses(text: str) -> set[str]:
    """The clauses of a warning, without the number of TOAs and the advice."""
    return set(re.sub(r"\b\d+ TOAs?\b", "", text.partition(". `")[0].partition(": ")[2]).split("; "))


def _all_uses(toas: TOAs, tzr: TOAs) -> tuple[DataUse, ...]:
    """The files used for TOAs and TZR point, each once."""
    named = {(use.what, use.name) for use in toas.uses}
    return (*toas.uses, *(use for use in tzr.uses if (use.what, use.name) not in named))


def _where(model: TimingModel, key: str) -> Where:
    """The line of a setting, or the par file as a whole."""
    return model.par.place(model.settings.lines.get(key, 0))
