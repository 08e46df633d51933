"""The TOAs that a configuration of pint_pal leaves out (``ignore``), as rules of a run.

The reasons are those that pint_pal writes after ``-cut``; a hyphen in a reason becomes ``_``.
"""

from collections.abc import Iterator

from jug.errors import InputError
from jug.pulsars.one_pulsar.excision import words_of
from jug.text.json_types import JsonObject

OBSERVE_TOGETHER = ["GUPPI", "PUPPI", "GASP", "ASP"]
"""Backends that observed together; pint_pal keeps GUPPI and PUPPI."""


def cuts_of(content: JsonObject) -> JsonObject:
    """Return the rules of the step ``cut``.

    Parameters
    ----------
    content : dict
        Content of a configuration of pint_pal.

    Returns
    -------
    dict
        As for `jug.pulsars.one_pulsar.excision.Excision.cut_by_rules`.

    Raises
    ------
    InputError
        An entry of a list has too few words.
    """
    ignore = content.get("ignore")
    given = {key: value for key, value in ignore.items() if value not in (None, [])} if isinstance(ignore, dict) else {}
    rules: JsonObject = {"simultaneous": list(OBSERVE_TOGETHER)}
    for reason, key, rule in (
        ("mjdstart", "mjd-start", "mjd < {}"),
        ("mjdend", "mjd-end", "mjd > {}"),
        ("snr", "snr-cut", "-snr < {}"),
    ):
        if key in given:
            rules[reason] = rule.format(given[key])
    for reason, key in (("orphaned", "orphaned-rec"), ("poorfebe", "poor-febe"), ("poorfebe", "poor-febes")):
        if key in given:
            rules[reason] = [f"-f {_quoted(word)}" for word in words_of(given[key])]
    wide = str(content.get("toa-type")).upper() == "WB"
    rules |= {"no_ppdm": "~-pp_dm"} if wide else {}
    lists = (
        ("badgroup", "bad-group", lambda one: f"-{one[0]} {_quoted(one[1])}", 2),
        ("badrange", "bad-range", _range, 2),
        ("badtoa", "bad-toa", lambda one: _toa(one, wide), 3),
        ("badtoa_averaged", "bad-toa-averaged", lambda one: f"name {_quoted(one[0])}", 1),
    )
    for reason, key, rule_of, least in lists:
        if found := [rule_of(one) for one in _entries(given.get(key), key, least)]:
            rules[reason] = found
    if "orb-phase-range" in given:
        rules["eclipsing"] = list(given["orb-phase-range"])
    if files := [str(one[0]) for one in _entries(given.get("bad-file"), "bad-file", 1)]:
        rules["files"] = files
    return rules


def _entries(found: object, key: str, least: int) -> Iterator[list[object]]:
    """The entries of a list. An entry may end with a reason, which is not used."""
    for one in found if isinstance(found, list) else ():
        words = one if isinstance(one, list) else [one]
        if len(words) < least:
            hint = f"an entry of ignore.{key} has {least} words or more, as [file, channel, subintegration, reason]"
            raise InputError(f"ignore.{key} has the entry {one!r}", hint=hint)
        yield words


def _range(one: list[object]) -> str:
    backend = f" & -be {_quoted(one[2])}" if len(one) > 2 else ""
    return f"mjd > {one[0]} & mjd < {one[1]}{backend}"


def _toa(one: list[object], wide: bool) -> str:
    """The selection of one TOA: file, channel (unless wideband) and subintegration."""
    name, channel, part = one[:3]
    chosen = [f"name {_quoted(name)}"]
    chosen += [] if wide or channel is None else [f"-chan {_number(channel)}"]
    chosen += [] if part is None else [f"-subint {_number(part)}"]
    return " & ".join(chosen)


def _number(value: object) -> str:
    """The text of a whole number in a flag; false is 0."""
    return str(int(value)) if isinstance(value, bool | float) else str(value)


def _quoted(word: object) -> str:
    text = str(word)
    return f"'{text}'" if '"' in text else f'"{text}"'
