"""Lines without parameters in the dialect of PINT, tempo2 or tempo, and lines that must be present there."""

import re
from collections.abc import Iterator

from jug.conversion.dialects.dialect_parameters import keyword_for
from jug.conversion.dialects.dialect_rules import OTHER_LINES
from jug.conversion.dialects.dialect_sheet import Sheet
from jug.data import open_files
from jug.io.codecs import YES
from jug.io.par import ParLine
from jug.model.building.fit_range import is_flagged_end
from jug.model.programs.supported import PROGRAM_NAMES, reads
from jug.model.reading.dialects.dialect_values import is_tempo1
from jug.model.reading.lines.keywords import PULSAR
from jug.obs.clock_words import UNCORRECTED, realisation_named
from jug.obs.time_ephemeris import FROM_FB90
from jug.obs.tt_bipm import choose_tt

LARGEST_CORRECTIONS = "up to 3,200 ns at gbt, 20,000 ns at parkes, 53,000 ns at effelsberg"
"""The largest corrections in clock files of sites, over MJD 40000 to 61000 in the files of jug's first release."""

_KNOWN_TO_TEMPO2 = re.compile(r"TT\(TAI\)|TT\(BIPM\d{4}\)|UNCORR")
"""Words of CLK with the same meaning in tempo2 and jug (`_arguments` handles UNCORR)."""

NEVER = {("pint", "DILATEFREQ"), ("tempo", "DILATEFREQ"), ("pint", "EPHVER")}
"""Keywords that a program reads although they have no effect there; EPHVER marks a file of tempo2."""


def put_setting(sheet: Sheet, line: ParLine | None, text: str) -> None:
    """Write a line without parameters: a comment, a setting, a description, or a switch for a term that jug lacks.

    Parameters
    ----------
    sheet : Sheet
        The line, the notes and the terms that the program lacks are added to it.
    line : ParLine or None
        The line as it was read; None for a new line.
    text : str
        Its text in jug's dialect.
    """
    if line is None or not line.key:
        sheet.lines.append(text if not text.strip() or text.lstrip()[0] in "#C" else f"# {text.strip()}")
        return
    program = sheet.program
    key = OTHER_LINES[program].get(line.key, line.key)
    args = _arguments(sheet, key, line.args)
    if key in ("CLK", "CLOCK"):
        _note_clock(sheet, line.args)
    if is_flagged_end(line):
        args = _range_end(sheet, key, args)
    if key == "EPHVER" and program == "tempo2" and is_tempo1(args):
        sheet.notes[f"EPHVER {args[0]} would make tempo2 overrule other lines: it is a comment now"] = None
        sheet.comment_out(text)
    elif key == "TEMPO1":
        sheet.notes["TEMPO1 would make tempo2 overrule lines above it: it is a comment now"] = None
        sheet.comment_out(text)
    elif (program == "tempo" and not reads(program, key)) or (program, key) in NEVER:
        if key in ("PLANET_SHAPIRO", "DILATEFREQ") and args[:1] and args[0].upper() in YES:
            sheet.lacking.setdefault(f"{PROGRAM_NAMES[program]} has no {key} Y", line)
        sheet.comment_out(text)
    elif key == "ROBUST" and program == "pint" and sheet.model.settings.robust != "none":
        sheet.notes["PINT has no robust fit: ROBUST is a comment now"] = None
        sheet.comment_out(text)
    elif (key, args) == (line.key, line.args):
        if program == "pint" and key == "TIMEEPH" and args[0].upper() == "IF99":
            sheet.notes[f"PINT takes FB90 where the par file has TIMEEPH IF99: {FROM_FB90}"] = None
        bare = text.rstrip()[: -len(line.comment)].rstrip() if line.comment else text
        sheet.put("PSR" if key in PULSAR else key, bare, line.comment)
    else:
        sheet.put(key, f"{key:<15} {' '.join(args):>26}", line.comment)


def _arguments(sheet: Sheet, key: str, args: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a setting in the dialect of the program."""
    if key == "MODE" and sheet.program != "pint":
        return ("1",)
    if key == "TZRFRQ" and args and args[0].lower().startswith("inf"):
        return ("0",)
    if key == "T2CMETHOD" and sheet.program == "tempo2":
        return ("IAU2000B",)
    if key == "CLK" and "".join(args[:1]).upper() == UNCORRECTED and sheet.program != "pint":
        return ("TT(TAI)",) if sheet.model.settings.corrects_clocks else args
    if key == "CLK" and args and (year := realisation_named(args[0])):
        return (year, *args[1:])
    if key == "CLK" and sheet.program == "tempo2" and args and not _KNOWN_TO_TEMPO2.fullmatch(args[0].upper()):
        found = choose_tt(sheet.model.settings.clock, open_files())[0]
        why = f"CLK {args[0]} becomes CLK {found}, as it is read here: tempo2 takes another clock for it"
        sheet.notes[f"{why}, which differs by 27.7 us, within 0.05 us since 2012"] = None
        return (found, *args[1:])
    if key == "UNITS":
        return (sheet.units,) if args and args[0].upper() in ("TDB", "TCB") else args
    return args


def _range_end(sheet: Sheet, key: str, args: tuple[str, ...]) -> tuple[str, ...]:
    """START or FINISH with fit flag 1, without the flag where the program would leave out TOAs that are used here."""
    cuts = sheet.model.settings.conventions.get("RANGE") == "CUT"
    name = PROGRAM_NAMES[sheet.program]
    if cuts and sheet.program == "pint":
        sheet.notes[f"{key} {args[0]} 1 leaves TOAs out here; PINT uses them: comment them out in the tim file"] = None
    if cuts or sheet.program == "pint":
        return args
    why = f"{key} {args[0]} 1 loses its fit flag, by which {name} would leave out TOAs that are used here"
    sheet.notes[
        f"{why} (--convention RANGE=CUT, conventions={{'RANGE': 'CUT'}}, leaves them out, and keeps the flag)"
    ] = None
    return args[:1]


def _note_clock(sheet: Sheet, args: tuple[str, ...]) -> None:
    """Add a note on CLK UNCORR, with which PINT corrects the sites' clocks and tempo2 and tempo correct none."""
    if "".join(args[:1]).upper() != UNCORRECTED:
        return
    corrected = sheet.model.settings.corrects_clocks
    if not corrected and sheet.program == "pint":
        why = "CLK UNCORR means no clock corrections here, for which PINT has no line: it applies those of the sites"
        sheet.notes[
            f"{why}, {LARGEST_CORRECTIONS}; `jug doctor PAR TIM`, read the same way, has the ns on your TOAs"
        ] = None
    elif corrected and sheet.program != "pint":
        why = "CLK UNCORR becomes CLK TT(TAI), as it is read here: with the corrections of the sites' clocks"
        sheet.notes[f"{why}, {LARGEST_CORRECTIONS}; UNCORR makes {PROGRAM_NAMES[sheet.program]} leave them out"] = None


def lines_to_write_out(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield keyword and text of absent lines without which the program would compute something else."""
    model, program = sheet.model, sheet.program
    yes = {True: "Y", False: "N"}
    clock = "" if sheet.keys & {"CLK", "CLOCK"} else choose_tt(None, open_files())[0]
    wanted = [
        (("UNITS",), "UNITS", sheet.units),
        (("EPHEM",), "EPHEM", model.settings.ephem),
        (("CLK", "CLOCK"), "CLK", clock),
    ]
    if program == "tempo2":
        wanted += [
            (("NE_SW", "NE1AU", "SOLARN0"), "NE_SW", "0"),
            (("PLANET_SHAPIRO",), "PLANET_SHAPIRO", yes[model.settings.planets]),
            (("CORRECT_TROPOSPHERE",), "CORRECT_TROPOSPHERE", "N"),
            (("DILATEFREQ",), "DILATEFREQ", "N"),
            (("TIMEEPH",), "TIMEEPH", model.settings.time_ephemeris),
            (("T2CMETHOD",), "T2CMETHOD", "IAU2000B"),
        ]
        if "H4" in model.entries:
            wanted += [(("NHARM", "NHARMS"), "NHARM", "7")]
    if program == "tempo":
        wanted += [(("SOLARN0",), "SOLARN0", "0")]
        if "ELONG" in model.entries:
            wanted += [(("ECL",), "ECL", "IERS2010" if model.settings.ecl == "DEFAULT" else model.settings.ecl)]
        if any(e.param.name == "DMX" for e in model.entries.values()):
            wanted += [(("DMX",), "DMX", "14.0")]
        if "KIN" in model.entries and "K96" not in model.entries:
            wanted += [(("K96",), "K96", "1")]
    if program != "pint":
        wanted += [(("MODE",), "MODE", "1")]
    for names, key, value in wanted:
        if not sheet.keys.intersection(names):
            yield key, f"{key:<15} {value:>26}"
    if program == "pint":
        from jug.conversion.dialects.gaps_of_pint import zero_lines  # needed only for a file for PINT

        yield from zero_lines(sheet)
    if clock:
        sheet.notes[f"the par file has no CLK line: {clock}, as jug takes, is written"] = None
    for e in sheet.shown.entries.values():
        key = keyword_for(program, e, "") if e.line is None and isinstance(e.param.default, str) else ""
        if key and key not in sheet.keys:
            yield key, f"{key:<15} {e.text():>26}"
