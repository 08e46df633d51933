"""The keywords that PINT 1.1.8, tempo2 (its parser of 2026) and tempo read.

Two sources together: the keyword lists below, read off the programs' own parsers, which also have the keywords that jug
does not read; and `Param.programs`, by which a term of jug says which programs read a keyword that is in no list. In
the lists ``#`` stands for a number. `jug.model.programs.differences` lists the lines that programs read differently.
"""

import re
from functools import cache

from jug.model.declare import Component
from jug.model.registry import REGISTRY
from jug.model.slots import find_slot

PROGRAM_NAMES = {"pint": "PINT", "tempo2": "tempo2", "tempo": "tempo"}
"""The names of the other programs in text, by their names in options."""

PROGRAMS = tuple(PROGRAM_NAMES)

_EVERYWHERE = """
    PSR PSRJ PSRB RA RAJ DEC DECJ PMRA PMDEC ELONG ELAT LAMBDA BETA PMELONG PMELAT PMLAMBDA PMBETA ECL PX PEPOCH
    POSEPOCH DMEPOCH F0 F# DM DM# DMX_# DMXR1_# DMXR2_# BINARY A1 E ECC T0 PB OM TASC EPS1 EPS2 EPS1DOT EPS2DOT H3
    OMDOT XOMDOT PBDOT XPBDOT GAMMA SINI MTOT M2 DR DTHETA XDOT EDOT A0 B0 SHAPMAX KIN KOM FB# FD# JUMP
    GLEP_# GLPH_# GLF0_# GLF1_# GLF0D_# GLTD_# SOLARN0 EPHEM CLK UNITS TIMEEPH T2CMETHOD CORRECT_TROPOSPHERE
    DILATEFREQ TZRMJD TZRFRQ TZRSITE START FINISH NTOA TRES NITS MODE INFO RNAMP RNIDX T2EFAC T2EQUAD ECORR"""

_PINT = """
    CLOCK PLANET_SHAPIRO DMRES DMDATA CHI2 CHI2R EPHVER TRACK VLBIAX VLBIAY VLBIAZ A1DOT A1DOT2 X2DOT DTH FB0
    ORBWAVEC# ORBWAVES# ORBWAVE_OM ORBWAVE_EPOCH
    XR1_# XR2_# T0X_# A1X_# H4 STIGMA VARSIGMA STIG NHARMS K96 LNEDOT BINARY2 PB_2 PBDOT_2 A1_2 A1DOT_2 XDOT_2
    A1DOT2_2 X2DOT_2 ECC_2 E_2 EDOT_2 T0_2 OM_2 OMDOT_2 GAMMA_2 M2_2 SINI_2 A0_2 B0_2 DR_2 DTH_2 DTHETA_2 TASC_2
    EPS1_2 EPS2_2 EPS1DOT_2 EPS2DOT_2 ORBWAVE_OM_2 ORBWAVE_EPOCH_2 ORBWAVEC#_2 ORBWAVES#_2 FB#_2 DMX CM CM# CMEPOCH
    TNCHROMIDX CMX_# CMXR1_# CMXR2_# CMWXEPOCH CMWXFREQ_# CMWXSIN_# CMWXCOS_# CHROMGAUSS_FREF CHROMGAUSS_EPOCH_#
    CHROMGAUSS_LOGAMP_# CHROMGAUSS_CHROMIDX_# CHROMGAUSS_SIGN_# CHROMGAUSS_LOGSIG_# DMWXEPOCH DMWXFREQ_# DMWXSIN_#
    DMWXCOS_# DMJUMP FDJUMPLOG FD#JUMP FD#JUMP# FDJUMP# FDJUMPDM GLF2_# SIFUNC IFUNC# PHOFF PWSTART_# PWSTOP_# PWEP_#
    PWPH_# PWF0_# PWF1_# PWF2_# EXPDIPEPS EXPDIPFREF EXPDIPEP_# EXPDIPAMP_# EXPDIPIDX_# EXPDIPTAU_# EXPEP_# EXPPH_#
    EXPINDEX_# EXPTAU_# NE_SW NE1AU NE_SW# SWEPOCH SWP SWM SWXDM_# SWXP_# SWXR1_# SWXR2_# WAVEEPOCH WAVE_OM WAVE#
    WXEPOCH WXFREQ_# WXSIN_# WXCOS_# EFAC EQUAD TNEF TNEQ TNECORR DMEFAC DMEQUAD TNREDAMP TNREDGAM TNREDC TNREDFLOG
    TNREDFLOG_FACTOR TNREDTSPAN TNDMAMP TNDMGAM TNDMC TNDMFLOG TNDMFLOG_FACTOR TNDMTSPAN TNCHROMAMP TNCHROMGAM
    TNCHROMC TNCHROMFLOG TNCHROMFLOG_FACTOR TNCHROMTSPAN TNSWAMP TNSWGAM TNSWC TNSWFLOG TNSWFLOG_FACTOR TDSWKERNEL
    TDSWDT TDSWLOGSIG TDSWLOGELL TDSWNU TDSWLOGGAMP TDSWLOGP TDSWINTERP_KIND TDSWNODE_# IBOOT DMXF1_# DMXF2_#
    DMXEP_# JUMP# EFAC# EQUAD# ECORR# T2EFAC# T2EQUAD# TNEF# TNEQ# TNECORR# DMJUMP# DMEFAC# DMEQUAD# FDJUMPDM#"""

_TEMPO2 = """
    PLANET_SHAPIRO WEIGHT ROBUST NOTRACK TRACK WHITE_NOISE_MODEL NO_SS_SHAPIRO IPM SWM TEMPO1 IBOOT EPHVER NE1AU NE_SW
    NE_SW_SIN NE_SW_IFUNC _NE_SW CLK_CORR_CHAIN FJUMP SATJUMP FDDC FDDI FDJUMP# FDJUMPLOG FDJUMP_SCALE
    FDJUMPDM FD#JUMP EPHEM_FILE EPH_FILE EOP_FILE AVERAGERES TOFFSET PMRA2 PMDEC2 PMELONG2 PMELAT2 PMLAMBDA2 PMBETA2
    PMRV SIFUNC IFUNC# SORBIFUNC ORBIFUNC# STEL_CLK_OFFS TEL_CLK_OFFS# STEL_DX STEL_DY STEL_DZ TEL_DX# TEL_DY# TEL_DZ#
    TEL_VX# TEL_VY# TEL_VZ# TEL_X0 TEL_Y0 TEL_Z0 TELEPOCH TELX TELY TELZ TELX# TELY# TELZ# SQIFUNC_P SQIFUNC_C
    QIFUNC_P# QIFUNC_C# QIFUNC_POS_P QIFUNC_POS_C GLF2_# GLF0D2_# GLTD2_# GLF0D3_# GLTD3_# NUDOT_AMP_# NUDOT_TIME_#
    NUDOT_EPOCH_# EXPEP_# EXPPH_# EXPTAU_# EXPINDEX_# GAUSEP_# GAUSAMP_# GAUSSIG_# GAUSINDEX_# REFPHS NSPAN TSPAN
    TZRFREQ DSHK P P0 P1 PDOT F SX_# SXR1_# SXR2_# SXER_# CM CM# CHROMX_# CHROMXR1_# CHROMXR2_# DM_S1YR DM_C1YR D_AOP
    IPERHARM DMASSPLANET# WAVE_OM WAVE_FREQ WAVE_SCALE WAVE# WAVE_SIN# WAVE_COS# WAVEEPOCH WAVDM_OM WAVDM#
    QUAD_OM QUAD_POS QUAD_EPOCH QUAD# DMMODEL DMOFF _DM _CM CONSTRAIN CONSTRAINT_EFACTOR CGW_FREQ CGW_H0 CGW_COSINC
    CGW_ANGPOL CGW_MC GW_SINGLE GW_POSITION GW_APLUS GW_ACROSS GW_EPOCH GW_PSR_DIST GWECC_AMP GWECC_POSITION GWECC_E
    GWECC_MASS GWECC_INC GWECC_THETA_NODES GWECC_NODES_ORIENTATION GWECC_THETA_0 GWECC_ORBITAL_PERIOD GWECC_Z
    GWECC_DIST GWECC_EPOCH GWECC_PSR_DIST GWECC_PSRTERM GWM_AMP GWM_A1 GWM_A2 GWM_POSITION GWM_EPOCH GWM_PHI
    GWM_DPHASE GWCS_A1 GWCS_A2 GWCS_POSITION GWCS_EPOCH GWCS_WIDTH GWB_AMP GWB_A1 GWB_A2 GWB_POSITION GWB_EPOCH
    GWB_WIDTH BRAKE PHASE DM_SERIES TNEF TNEQ TNSQ TNECORR ESCORR TNSECORR TNGLOBALEF TNGLOBALEQ ADDTNGLOBALEQ
    TNREDAMP TNREDGAM TNREDC TNREDAMP2 TNREDGAM2 TNREDFLOW TNREDFLOG TNREDFLOG_FACTOR TNREDCORNER TNSUBTRACTRED
    TNDMAMP TNDMGAM TNDMC TNDMFLOG TNDMFLOG_FACTOR TNSUBTRACTDM TNSUBTRACTPOLY TNSUBTRACTCHROM SWGPAMP SWGPGAM SWGPC
    TNSUBTRACTSWGP TNREDSUBPOLYORD TNDMSUBPOLYORD TNCHROMSUBPOLYORD TN_QPPERIOD TN_QPLAM TN_QPSIG TN_QPRATIO
    TNCHROMAMP TNCHROMGAM TNCHROMC TNCHROMIDX CHROM_INDEX TNCHROMFLOG TNCHROMFLOG_FACTOR TNBANDDM TNBANDNOISE
    TNGROUPNOISE TNDMEVENT TNSHAPELETEVENT FB A1_# E_# ECC_# T0_# PB_# OM_# ECCDOT OM2DOT ORBPX DTH BP BPP
    PB2DOT AFAC A1DOT A2DOT X2DOT H4 STIG NHARM BPJEP_# BPJPH_# BPJA1_# BPJEC_# BPJOM_# BPJPB_#"""

_TEMPO = """
    PMRV F P P0 P1 PDOT DMX DMX1_# DMXEP_# DMXF1_# DMXF2_# DMXFIX XMX_# XMXEXP_# XMXR1_# XMXR2_# XMXF1_# XMXF2_#
    XMXFRQ0 DMVAR1 DMVAR2 PLAN A1_# E_# T0_# PB_# OM_# FB FBJ_# TFBJ_# VARSIGMA OMDOT# OM2DOT PPNGAMMA XDOT# X2DOT
    EDOT# AFAC BP BPP SHAPHOF COTCHI0 K96 PAASCNODE JUMP_# GAIN SOLARN0_1 NPRNT IBOOT NDDM COORD PHIMIN HEAD DIST
    TCORR DCOVFILE DMDATA DMEFAC"""

_KEYWORDS_OF = {"pint": _EVERYWHERE + _PINT, "tempo2": _EVERYWHERE + _TEMPO2, "tempo": _EVERYWHERE + _TEMPO}

_BINARIES = {
    "pint": "BT BTX BT_PIECEWISE DD DDGR DDH DDK DDS ELL1 ELL1H ELL1K",
    "tempo2": "BT BTJ BTX BT1P BT2P DD DDGR DDH DDK DDS ELL1 ELL1H ELL1K MSS T2 T2-PTA",
    "tempo": "BT BTX BT1P BT2P BT+ DD DDGR DDFWHE DDK DDS DDT EH ELL1 ELL1H H88 MSS",
}
"""Orbits by the word on the ``BINARY`` line."""


@cache
def _pattern(program: str) -> re.Pattern[str]:
    return re.compile("|".join(word.replace("#", r"\d+") for word in _KEYWORDS_OF[program].split()))


@cache
def _with_own_statement() -> tuple[Component, ...]:
    """The components with a parameter that declares which programs read it."""
    return tuple(c for c in REGISTRY if any(p.programs is not None for p in c.params))


def is_listed(program: str, key: str) -> bool:
    """Whether a keyword is in the keyword list of a program.

    Parameters
    ----------
    program : str
        One of `PROGRAMS`.
    key : str
        The keyword in capitals.

    Returns
    -------
    bool
    """
    return _pattern(program).fullmatch(key) is not None


def reads(program: str, key: str) -> bool:
    """Whether a program reads a keyword, by its list or by what a term of jug declares.

    Parameters
    ----------
    program : str
        One of `PROGRAMS`.
    key : str
        The keyword in capitals, of a family with its number.

    Returns
    -------
    bool
    """
    if is_listed(program, key):
        return True
    slot = find_slot(key, _with_own_statement())
    return slot is not None and slot.param.programs is not None and program in slot.param.programs


def readers(key: str) -> tuple[str, ...]:
    """Find the programs that read a keyword.

    Parameters
    ----------
    key : str
        The keyword in capitals.

    Returns
    -------
    tuple of str
        Of `PROGRAMS`.
    """
    return tuple(program for program in PROGRAMS if reads(program, key))


@cache
def all_words() -> tuple[str, ...]:
    """Every keyword in the lists of the three programs; of a family the first member."""
    words = dict.fromkeys(word for words in _KEYWORDS_OF.values() for word in words.split())
    return tuple(word.replace("#", "1") for word in words)


def has_orbit(program: str, word: str) -> bool:
    """Whether a program has the orbit of a ``BINARY`` line.

    Parameters
    ----------
    program : str
        One of `PROGRAMS`.
    word : str
        The word on the line, in any case.

    Returns
    -------
    bool
    """
    return word.upper() in _BINARIES[program].split()
