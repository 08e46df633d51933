"""What people write by accident into par and tim files, with the finding of `jug.doctor` that is to name it."""

from collections.abc import Callable, Iterator

from doctor_cases import BASE, DD, DMX, ELL1, Case, text, without

TYPOS = {
    **{"PMRAA 3": "PMRA", "PMDECJ 3": "PMDEC", "DMEPOC 54000": "DMEPOCH", "PARALLAX 1": "", "PEPOC 54000": "PEPOCH"},
    **{"JUMPS -fe A 1": "JUMP", "EFACC -fe A 1": "EFAC", "ECORRR -fe A 1": "ECORR", "TNRDAMP -13": "TNREDAMP"},
    **{"GLEPP_1 54000": "GLEP", "NESW 4": "NE_SW", "PLANETSHAPIRO N": "PLANET_SHAPIRO", "EPHM DE421": "EPHEM"},
    **{"TZRSIT 1": "TZRSITE", "BINRY DD": "BINARY", "ECLL 1": "ECL", "TIMEPH FB90": "TIMEEPH", "WAVEOM 1": "WAVE_OM"},
    **{"FDD1 1e-5": "", "POSEPOC 54000": "POSEPOCH", "UNIT TDB": "UNITS", "DMX_A 1": "DMX"},
}
"""Lines with a keyword that no program knows, and the one that is meant."""

PAR = {
    "TOFFSET 1": "is not supported yet",
    "PX": "PX has no value",
    "PX fast": "not a number",
    "PX 1 1 0.1 0.2": "at most three",
    "F0 100": "given twice",
    "EPHEM DE440": "given twice",
    "ECL IERS2010 F1 -1e-15": "one belongs",
    "MODE 1 F1 -1e-15 1": "stands on its line",
    "POSEPOCH 54000 1": "cannot be fitted",
    "JUMP 0.1": "has no selector",
    "JUMP MJD 54000": "takes 2 words",
    "BINARY XYZ": "unknown BINARY",
    "A1 1": "no line BINARY",
    f"{DD.replace('A1 9.23', 'A1 -9.23')}": "OM + 180 deg",
    f"{DD.replace('ECC 0.21', 'ECC -0.21')}": "T0 + PB / 2",
    "TRACK 1": "not supported",
    "PLANET_SHAPIRO maybe": "neither Y nor N",
    "DMX_0001 0.1;DMXR1_0001 54000": "DMXR2_0001 is missing",
    "EFAC -fe A 1;EFAC -fe A 2": "given twice",
    "SWM 3;NE_SW 4": "unknown SWM",
    "PX 1 1 -0.1": "negative uncertainty",
    f"{DD};FB0 1e-6": "exclude each other",
    f"{ELL1};M2 heavy": "not a number",
    "WAVE1 1e-3 1e-3": "WAVE_OM is missing",
    "GLEP_1 54000;GLF0D_1 1e-9;GLTD_1 0": "GLTD above zero",
    "IFUNC1 54000 1e-3": "belongs to IFUNC",
}
"""Lines that cannot be read, and part of the reason."""

SELECTORS = {
    "JUMP -fe C 1e-3 1": ("empty selection", "-fe has A, B"),
    "JUMP -FE A 1e-3 1": ("empty selection", "did you mean -fe"),
    "JUMP -be X 1e-3 1": ("empty selection", "no TOA has the flag -be"),
    "JUMP MJD 40000 41000 1e-3 1": ("empty selection", "MJD 40000 41000 selects no TOA"),
    "JUMP FREQ 5000 6000 1e-3 1": ("empty selection", "FREQ 5000 6000 selects no TOA"),
    "JUMP TEL jodrell 1e-3 1": ("empty selection", "the sites are"),
    "EFAC -fe LL 1.2": ("empty selection", "selects no TOA"),
    "EQUAD -fe a 1.2": ("empty selection", "-fe has"),
    "ECORR -f A 1.2": ("empty selection", "no TOA has the flag -f"),
    "JUMP -fe A 1e-3 1;JUMP -fe A 2e-3 1": ("same selection", "selects the same TOAs as line"),
    "JUMP -fe A 1e-3 1;JUMP -fe B 2e-3 1": ("jumps cover all", "every TOA once"),
    "JUMP MJD 50000 60000 1e-3 1": ("jumps cover all", "every TOA once"),
    "EFAC -fe A 1.2": ("no noise line", "in no selection of EFAC"),
    "EFAC -fe A 1.2;EFAC MJD 53000 56000 1.1": ("overlapping selections", "more than one selection of EFAC"),
    "DMX_0001 1e-3 1;DMXR1_0001 50000;DMXR2_0001 50010": ("empty selection", "DMX_0001 covers no TOA"),
    "DMX_0001 1e-3 1;DMXR1_0001 53800;DMXR2_0001 54500": ("outside ranges", "in no range of DMX"),
    f"{DMX};DMX_0002 1e-3;DMXR1_0002 54000;DMXR2_0002 54100": ("overlapping ranges", "overlap and add up"),
    "PEPOCH 40000": ("epoch", "more than a year outside"),
    f"{DD.replace('0.21', '1e-6')};": ("eccentricity", "poorly defined"),
    "F0 200.123": ("not connected", "fill the whole turn"),
    "CLK TT(BIPM)": ("remark", "TT(BIPM)"),
    "NE_SW 4;NE_SW 4.0": ("remark", "given twice with the same value"),
    "PAASCNODE 30": ("remark", "PAASCNODE is not used"),
    "TNREDAMP -99;TNREDGAM 3": ("remark", "no red noise"),
    "F3 1e-30": ("remark", "read as zero"),
    "TEMPO1": ("remark", "TEMPO1 is not used, as in PINT"),
    "TIMEEPH XX": ("remark", "TIMEEPH XX is not a word that a program knows: jug takes FB90"),
    "T2CMETHOD SPECIAL": ("remark", "T2CMETHOD SPECIAL is not a word that a program knows: jug takes IAU 2006/2000A"),
}
"""Lines that can be read and are odd on these TOAs."""

Edit = Callable[[str], str]


def _line(number: int, change: Callable[[list[str]], list[str]]) -> Edit:
    """A change of the words of one TOA."""

    def edit(tim: str) -> str:
        lines = tim.split("\n")
        lines[number] = " ".join(change(lines[number].split()))
        return "\n".join(lines)

    return edit


def _word(place: int, new: str, number: int = 5) -> Edit:
    return _line(number, lambda words: [*words[:place], new, *words[place + 1 :]])


def _more(number: int, new: Callable[[str], str]) -> Edit:
    """A line added behind one."""

    def edit(tim: str) -> str:
        lines = tim.split("\n")
        return "\n".join([*lines[: number + 1], new(lines[number]), *lines[number + 1 :]])

    return edit


TIM: tuple[tuple[str, Edit, str, str], ...] = (
    ("uncertainty 0", _word(3, "0.0"), "zero uncertainty", "infinite weight"),
    ("uncertainty -1", _word(3, "-1.0"), "negative uncertainty", "negative uncertainty"),
    ("uncertainty in s", _word(3, "1e-6"), "odd uncertainty", "below 1/100"),
    ("uncertainty in ns", _word(3, "1e4"), "odd uncertainty", "above 100 times"),
    ("uncertainty a word", _word(3, "x"), "tim line", "not a number"),
    ("frequency 0", _word(1, "0.0", 6), "zero frequency", "read as infinite"),
    ("frequency in GHz", _word(1, "1.4"), "odd frequency", "outside 20 to 120000 MHz"),
    ("frequency in Hz", _word(1, "1.4e9"), "odd frequency", "outside 20 to 120000 MHz"),
    ("frequency negative", _word(1, "-1400"), "tim line", "negative frequency"),
    ("frequency a word", _word(1, "L-band"), "tim line", "L-band"),
    ("date 0", _word(2, "4000.5"), "odd date", "before 1965"),
    ("date a word", _word(2, "soon"), "tim line", "not a number"),
    ("date with few decimals", _word(2, "54000.12"), "coarse date", "coarser than the uncertainty"),
    ("unknown site", _word(4, "nowhere"), "unknown site", "nowhere"),
    ("TOA twice", _more(7, str), "duplicate", "the same uncertainty"),
    ("TOA twice, other uncertainty", _more(7, lambda t: " ".join([*t.split()[:3], "9.5", *t.split()[4:]])),
     "duplicate", "another uncertainty"),
    ("TOA with three words", _more(7, lambda t: "a 1400 54000.1"), "tim line", ""),
    ("TOA commented out", _line(7, lambda words: ["C", *words]), "commented out", "commented out"),
    ("not in order", _more(2, lambda t: "late 1400.0 55000.123456789 5.0 gbt -fe A"), "order", "not in order"),
    ("command EFAC", _more(0, lambda t: "EFAC 2"), "commands", "EFAC"),
    ("command JUMP", _more(7, lambda t: "JUMP"), "commands", "JUMP"),
    ("command TIME", _more(7, lambda t: "TIME 0.1"), "commands", "TIME"),
    ("SKIP without NOSKIP", _more(20, lambda t: "SKIP"), "remark", "NOSKIP"),
    ("INCLUDE of nothing", _more(7, lambda t: "INCLUDE none.tim"), "tim line", "no such file"),
    ("flag that nothing selects", lambda t: t.replace("-fe A", "-fe A -be X"), "unused flags", "-be"),
    ("flag without a value", _line(7, lambda words: [*words, "-odd"]), "remark", "-odd"),
    ("-dm", _line(7, lambda words: [*words, "-ddm", "0.1"]), "remark", "-ddm"),
    ("PHASE in a file that is not in order",
     lambda t: _more(2, lambda _: "PHASE 1\nlate 1400.0 55000.123456789 5.0 gbt -fe A")(t), "order", "PHASE acts"),
    ("unknown command", _more(7, lambda t: "FOO 3"), "tim line", ""),
    ("FORMAT 2", lambda t: t.replace("FORMAT 1", "FORMAT 2", 1), "tim line", "FORMAT 2"),
)  # fmt: skip


def mistake_cases() -> Iterator[Case]:
    """Each mistake in an otherwise plain pair."""
    for line, meant in TYPOS.items():
        yield Case(
            f"typo {line}", text(BASE, line), line=line, use="not understood", finding=("unknown keyword", meant)
        )
    for line, why in PAR.items():
        own = text(without(BASE, "ECL"), "") + line.replace(";", "\n") + "\n"
        yield Case(f"par {line}", own, finding=("par line", why))
    for lines, finding in SELECTORS.items():
        yield Case(f"selector {lines}", _added(lines), finding=finding)
    for name, edit, kind, words in TIM:
        yield Case(f"tim {name}", BASE, edit, finding=(kind, words))


def _added(lines: str) -> str:
    """The lines added; several lines of one keyword stay."""
    new = [line for line in lines.split(";") if line]
    kept = without(BASE, *(k for k in ("PEPOCH", "F0", "CLK") if any(line.split()[0] == k for line in new)))
    return kept + "\n".join(new) + "\n"
