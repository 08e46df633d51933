"""The candidate noise terms: those that a model has, and those that could be added to it."""

import warnings
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from jug.errors import FitError, InputError, InputWarning
from jug.fitting.noise.identifiable import refuse_unidentifiable
from jug.fitting.noise.without_effect import NO_EPOCH, has_epoch
from jug.fitting.noise_choice.term import PROCESS_NAMES, NoiseTerm, term_of_entries, term_on_one_line
from jug.model.editing.noise_groups import noise_groups
from jug.model.editing.noise_lines import NoEstimate
from jug.model.noise.band_dm import BANDS_MHZ
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

WHITE_KEYWORDS = ("EFAC", "EQUAD", "TNEQ", "TNGLOBALEF", "TNGLOBALEQ")
KEYWORD_HEADS = {
    **{"red": ("TNRED", "RNAMP", "RNIDX"), "dm": ("TNDM",), "chrom": ("TNCHROM",), "sw": ("TNSW",)},
    "qp": ("TNQPDM",),
}
"""Beginnings of the keywords of each process."""

RED_FREQUENCIES, USUAL_START = 30, (-13.0, 3.0)
"""Of band and group noise: number of frequencies; start values of log10 of the amplitude and of the spectral index."""


class Question(NamedTuple):
    """The candidate terms of a choice.

    Parameters
    ----------
    base : TimingModel
        Without the terms.
    terms : tuple of NoiseTerm
    present : tuple of str
        Names of the terms that the model has.
    left_out : dict of str to str
        Noise that cannot be a term, with the reason.
    """

    base: TimingModel
    terms: tuple[NoiseTerm, ...]
    present: tuple[str, ...]
    left_out: dict[str, str]


class WantedTerms(NamedTuple):
    """The words, whether the caller has named them, the flag of the backends, numbers of frequencies by word."""

    words: tuple[str, ...]
    asked: bool
    flag: str | None
    frequencies: Mapping[str, int]


def find_terms(model: TimingModel, toas: TOAs, wanted: WantedTerms) -> Question:
    """Find the terms.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    wanted : WantedTerms

    Returns
    -------
    Question

    Raises
    ------
    FitError
        A word that the caller has named cannot be a term; the message has the reason.
    """
    own = [term for word in wanted.words for term in _own_terms(model, word)]
    gone = [e.name for word in wanted.words for e in _entries_of(model, word)]
    base = model.remove(*gone) if gone else model
    base = _with_white_noise(base, toas, wanted.flag)
    terms: list[NoiseTerm] = []
    left_out: dict[str, str] = {}
    for word in (word for word in wanted.words if word in (*KEYWORD_HEADS, "ecorr", "band", "group")):
        mine = [one for one in own if one.word == word]
        more: list[NoiseTerm] = []
        try:
            more, why_not = _new_terms(base, toas, word, wanted)
            left_out |= why_not
        except (FitError, InputError) as reason:
            left_out[PROCESS_NAMES.get(word, word)] = _without_advice(reason)
        places = {_identity_of(term) for term in mine}
        good = []
        for term in (*mine, *(one for one in more if _identity_of(one) not in places)):
            if why := _why_unidentifiable(base, toas, term):
                left_out[term.name] = why
            else:
                good.append(term)
        if wanted.asked and not good:
            raise FitError(f"these TOAs cannot show {word} noise: {'; '.join(left_out.values())}")
        terms += good
    if not terms:
        raise FitError(f"no noise term can be chosen: {'; '.join(left_out.values())}")
    return Question(base, tuple(terms), tuple(term.name for term in own), left_out)


def _without_advice(reason: FitError | InputError) -> str:
    """The text of an error, without the advice to leave the noise out."""
    if isinstance(reason, InputError) and isinstance(reason.problems[0], NoEstimate):
        return reason.why
    return str(reason)


def _identity_of(term: NoiseTerm) -> str:
    """A text that is the same for two terms of the same noise."""
    return term.word if term.word in KEYWORD_HEADS else term.lines[0].partition(" {")[0]


def _entries_of(model: TimingModel, word: str) -> list[Entry]:
    """The lines of a word in the model."""
    keywords = {"ecorr": "ECORR", "band": "TNBANDAMP", "group": "TNGROUPAMP"}
    given = [e for e in model.entries.values() if e.line is not None]
    if word in keywords:
        return [e for e in given if e.param.name == keywords[word]]
    found = [e for e in given if e.name.startswith(KEYWORD_HEADS.get(word, ("-",)))]
    chromatic = any(e.name.startswith("CM") for e in given)
    return [e for e in found if not (e.name == "TNCHROMIDX" and chromatic)]


def _own_terms(model: TimingModel, word: str) -> list[NoiseTerm]:
    entries = _entries_of(model, word)
    if word in KEYWORD_HEADS:
        return [term_of_entries(PROCESS_NAMES[word], word, entries)] if any(e.param.sampled for e in entries) else []
    if word == "ecorr":
        return [term_of_entries(f"ECORR {e.selector or ''}".strip(), word, [e]) for e in entries]
    found = []
    for e in entries:
        kin = {o.param.name: o for o in model.entries.values() if o.line is e.line}
        gamma = next(float(o.value.hi) for key, o in kin.items() if key.endswith("GAM"))
        number = next(int(o.value.hi) for key, o in kin.items() if key.endswith("C"))
        if word == "band":
            low, high = (float(kin[key].value.hi) for key in ("TNBANDLOW", "TNBANDHIGH"))
            found.append(_band(low, high, number, (float(e.value.hi), gamma)))
        else:
            found.append(_group(str(e.selector), number, (float(e.value.hi), gamma)))
    return found


def _band(low: float, high: float, number: int, start: tuple[float, float] = USUAL_START) -> NoiseTerm:
    return term_on_one_line(f"band noise {low:g}-{high:g} MHz", "band", f"TNBANDNOISE {low:g} {high:g}", start, number)


def _group(selector: str, number: int, start: tuple[float, float] = USUAL_START) -> NoiseTerm:
    return term_on_one_line(f"group noise {selector}", "group", f"TNGROUPNOISE {selector}", start, number)


def _with_white_noise(base: TimingModel, toas: TOAs, flag: str | None) -> TimingModel:
    """The model with EFAC, and EQUAD where the data can show it, for each backend, unless it has white noise."""
    if any(e.param.name in WHITE_KEYWORDS and e.line is not None for e in base.entries.values()):
        return base
    try:
        return base.add_noise(toas, "white", flag=flag)
    except InputError:
        return base.add_noise(toas, "efac", flag=flag)


def _new_terms(base: TimingModel, toas: TOAs, word: str, wanted: WantedTerms) -> tuple[list[NoiseTerm], dict[str, str]]:
    """Terms of a word that could be added, and the reasons why others cannot."""
    if word == "band":
        return _bands(toas, wanted)
    if word == "group":
        return _groups(toas, wanted)
    number = {word: wanted.frequencies[word]} if word in wanted.frequencies else None
    if word in ("dm", "qp") and any(e.param.name == "DMX" and e.free for e in base.entries.values()):
        raise FitError("the free DMX of the model take all of it (the word dmx compares the two)")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", InputWarning)
        larger = base.add_noise(toas, word, flag=wanted.flag if word == "ecorr" else None, frequencies=number)
    new = [e for e in larger.entries.values() if e.label not in {o.label for o in base.entries.values()}]
    notes = {f"further {word.upper()}": str(w.message) for w in caught if issubclass(w.category, InputWarning)}
    if word == "ecorr":
        return [term_of_entries(f"ECORR {e.selector}", word, [e]) for e in new], notes
    return [term_of_entries(PROCESS_NAMES[word], word, [e for e in new if e.line is not None])], notes


def _number(toas: TOAs, wanted: WantedTerms, word: str) -> int:
    return wanted.frequencies.get(word) or min(RED_FREQUENCIES, len(np.unique(np.floor(toas.mjd))) // 2)


def _bands(toas: TOAs, wanted: WantedTerms) -> tuple[list[NoiseTerm], dict[str, str]]:
    mhz = toas.freq_hz / 1e6
    filled = [(low, high) for low, high in BANDS_MHZ if np.any((mhz > low) & (mhz < high))]
    if len(filled) < 2:
        raise FitError("all TOAs are of one band, so that noise of the band is red noise")
    return [_band(low, high, _number(toas, wanted, "band")) for low, high in filled], {}


def _groups(toas: TOAs, wanted: WantedTerms) -> tuple[list[NoiseTerm], dict[str, str]]:
    """A group for each backend that is not one of the bands."""
    mhz = toas.freq_hz / 1e6
    bands = [(mhz > low) & (mhz < high) for low, high in BANDS_MHZ] if "band" in wanted.words else []
    groups, notes = noise_groups(toas, wanted.flag)
    if len(groups) < 2:
        raise FitError("all TOAs are of one backend, so that noise of a group is red noise")
    own = [one for one in groups if not any(np.array_equal(one.rows, band) for band in bands)]
    number = _number(toas, wanted, "group")
    return [_group(one.selector, number) for one in own], ({"further groups": "; ".join(notes)} if notes else {})


def _why_unidentifiable(base: TimingModel, toas: TOAs, term: NoiseTerm) -> str:
    """Why the data cannot show a term; empty where they can."""
    larger = base.add(term.lines_with())
    new = [e.name for e in larger.entries.values() if e.param.name in term.start and e.name not in base.entries]
    try:
        refuse_unidentifiable(larger, toas, new)
    except FitError as reason:
        return str(reason)
    jitters = [larger.entries[name] for name in new if term.word == "ecorr"]
    return "" if all(has_epoch(larger, toas, e) for e in jitters) else NO_EPOCH
