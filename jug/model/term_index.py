"""Which file of `jug.model` has which terms and keywords; ``python docs/make_terms.py`` writes it.

Each table has a row for a file, or for a place in it (`jug.model.registry.TERM_PLACES`); `read_rows` there reads them.
"""

TERM_CALLS = """
components.astrometry: RAJ RA DECJ DEC PMRA PMDEC PMRA2 PMDEC2 ELONG LAMBDA ELAT BETA PMELONG PMLAMBDA PMELAT PMBETA
    PMELONG2 PMLAMBDA2 PMELAT2 PMBETA2
components.no_position: *
components.doppler: *
components.satjump: SATJUMP
components.roemer: *
components.troposphere: CORRECT_TROPOSPHERE=Y CORRECT_TROPOSPHERE=YES CORRECT_TROPOSPHERE=T CORRECT_TROPOSPHERE=TRUE
    CORRECT_TROPOSPHERE=1
components.solar_shapiro: *
components.solar_wind.wind: NE_SW NE1AU SOLARN0 SWM=1 SWM=1.0
components.solar_wind.segments: SWXDM SWXP SWXR1 SWXR2
components.dispersion.taylor: DM DM_SERIES=POLY DM_SERIES=POLYNOMIAL
components.dispersion.annual: DM_S1YR DM_C1YR
components.dispersion.dmmodel: DMMODEL=DM DMMODEL
components.dispersion.dmx: DMX DMXR1 DMXR2
components.dispersion.dmjump: DMJUMP FDJUMPDM
components.fd: FD
components.binary.outer: BINARY2=ELL1 BINARY2=BT BINARY2=DD
components.binary.ell1: BINARY=ELL1
components.binary.ell1h: BINARY=ELL1H
components.binary.ell1k: BINARY=ELL1K
components.binary.bt: BINARY=BT BINARY=BTX BINARY=BT_PIECEWISE
components.binary.dd: BINARY=DD BINARY=DDS BINARY=DDH BINARY=DDFWHE
components.binary.ddgr: BINARY=DDGR
components.binary.ddk: BINARY=DDK
components.binary.t2_companions: BINARY=T2
components.binary.t2: BINARY=T2
components.binary.t2_low_eccentricity: BINARY=T2
components.binary.mss: BINARY=MSS
components.binary.btj: BINARY=BTJ
components.chromatic.fddc: FDDC FDDI
components.wavex: WXFREQ WXSIN WXCOS
components.fdjump: FD1JUMP FDJUMP1 FD2JUMP FDJUMP2 FD3JUMP FDJUMP3 FD4JUMP FDJUMP4 FD5JUMP FDJUMP5 FD6JUMP FDJUMP6
    FD7JUMP FDJUMP7 FD8JUMP FDJUMP8 FD9JUMP FDJUMP9 FD10JUMP FDJUMP10 FD11JUMP FDJUMP11 FD12JUMP FDJUMP12 FD13JUMP
    FDJUMP13 FD14JUMP FDJUMP14 FD15JUMP FDJUMP15 FD16JUMP FDJUMP16 FD17JUMP FDJUMP17 FD18JUMP FDJUMP18 FD19JUMP
    FDJUMP19 FD20JUMP FDJUMP20 FDJUMPLOG=N FDJUMPLOG=NO FDJUMPLOG=F FDJUMPLOG=FALSE FDJUMPLOG=0
components.chromatic.cm: CM
components.chromatic.cmx: CMX CMXR1 CMXR2
components.chromatic.cmwavex: CMWXFREQ CMWXSIN CMWXCOS
components.dispersion.dmwavex: DMWXFREQ DMWXSIN DMWXCOS
components.chromatic.dips: EXPDIPEP EXPEP EXPDIPAMP EXPPH EXPDIPIDX EXPINDEX EXPDIPTAU EXPTAU
components.chromatic.gauss: CHROMGAUSS_EPOCH CHROMGAUSS_LOGAMP CHROMGAUSS_CHROMIDX CHROMGAUSS_SIGN CHROMGAUSS_LOGSIG
components.spin: F
components.glitch: GLEP GLPH GLF0 GLF1 GLF2 GLF0D GLTD GLF0D2 GLTD2 GLF0D3 GLTD3
components.piecewise: PWSTART PWSTOP PWEP PWPH PWF0 PWF1 PWF2
components.wave: WAVE
components.ifunc: SIFUNC=0 SIFUNC=0.0 SIFUNC=1 SIFUNC=1.0 SIFUNC=2 SIFUNC=2.0
components.jump: JUMP
components.chromatic.gaus: GAUSEP GAUSAMP GAUSSIG GAUSINDEX
components.phase_offset: PHOFF
noise.white: TNGLOBALEF TNGLOBALEQ EFAC T2EFAC TNEF EQUAD T2EQUAD TNEQ
noise.duration: TNSQ TNSECORR
noise.dm_errors: DMEFAC DMEQUAD
noise.ecorr: ECORR TNECORR
noise.fourier: TNREDAMP RNAMP TNDMAMP TNCHROMAMP
noise.quasi_periodic: TNQPDMAMP
noise.solar_wind: TNSWAMP SWM=1 SWM=1.0
noise.solar_wind_nodes: TDSWKERNEL TDSWLOGSIG SWM=1 SWM=1.0 TDSWKERNEL=SQEXP TDSWKERNEL=MATERN
    TDSWKERNEL=QUASI_PERIODIC
noise.band_and_group: TNBANDNOISE TNGROUPNOISE
noise.band_dm: TNBANDDM
"""
"""What may call for a term of a file: a keyword, or one with its word; * always."""

TERM_KEYWORDS = """
components.astrometry: RAJ RA DECJ DEC PMRA PMDEC PMRA2 PMDEC2 PMRV VLBIAX VLBIAY VLBIAZ POSEPOCH ELONG LAMBDA ELAT
    BETA PMELONG PMLAMBDA PMELAT PMBETA PMELONG2 PMLAMBDA2 PMELAT2 PMBETA2
components.satjump: SATJUMP
components.roemer: PX
components.troposphere: CORRECT_TROPOSPHERE TROPWET
components.solar_wind.wind: NE_SW NE1AU SOLARN0 SWEPOCH SWM SWP
components.solar_wind.segments: SWXDM SWXP SWXR1 SWXR2
components.dispersion.taylor: DM DMEPOCH DM_SERIES
components.dispersion.annual: DM_S1YR DM_C1YR
components.dispersion.dmmodel: DMMODEL DMOFF
components.dispersion.dmx: DMX DMXR1 DMXR2
components.dispersion.dmjump: DMJUMP FDJUMPDM
components.fd: FD
components.binary.outer: BINARY2 PB_2 PBDOT_2 A1_2 A1DOT_2 XDOT_2 A1DOT2_2 X2DOT_2 TASC_2 EPS1_2 EPS2_2 EPS1DOT_2
    EPS2DOT_2 M2_2 SINI_2 T0_2 ECC_2 E_2 EDOT_2 OM_2 OMDOT_2 GAMMA_2 DR_2 DTH_2 DTHETA_2 A0_2 B0_2
components.binary.ell1: BINARY PB FB PBDOT XPBDOT ORBWAVEC ORBWAVES ORBWAVE_OM ORBWAVE_EPOCH A1 A1DOT XDOT A1DOT2
    X2DOT A2DOT TASC EPS1 EPS2 EPS1DOT EPS2DOT M2 SINI ELL1ORDER
components.binary.ell1h: H3 NHARMS NHARM H4 STIGMA STIG VARSIGMA ELL1H_SHAPIRO
components.binary.ell1k: OMDOT LNEDOT
components.binary.bt: T0 ECC E EDOT ECCDOT OM GAMMA T0X A1X XR1 XR2
components.binary.dd: DR DTH DTHETA A0 B0 SHAPMAX
components.binary.ddgr: MTOT XOMDOT
components.binary.ddk: KIN KOM K96
components.binary.t2_companions: PB_3 A1_3 T0_3 ECC_3 E_3 OM_3 PB_4 A1_4 T0_4 ECC_4 E_4 OM_4
components.binary.t2: D_AOP BPJEP BPJPH BPJA1 BPJEC BPJOM BPJPB
components.binary.mss: OM2DOT E2DOT ORBPX
components.chromatic.fddc: FDDC FDDI
components.wavex: WXFREQ WXSIN WXCOS WXEPOCH
components.fdjump: FD1JUMP FDJUMP1 FD2JUMP FDJUMP2 FD3JUMP FDJUMP3 FD4JUMP FDJUMP4 FD5JUMP FDJUMP5 FD6JUMP FDJUMP6
    FD7JUMP FDJUMP7 FD8JUMP FDJUMP8 FD9JUMP FDJUMP9 FD10JUMP FDJUMP10 FD11JUMP FDJUMP11 FD12JUMP FDJUMP12 FD13JUMP
    FDJUMP13 FD14JUMP FDJUMP14 FD15JUMP FDJUMP15 FD16JUMP FDJUMP16 FD17JUMP FDJUMP17 FD18JUMP FDJUMP18 FD19JUMP
    FDJUMP19 FD20JUMP FDJUMP20 FDJUMPLOG
components.chromatic.cm: CM CMEPOCH TNCHROMIDX
components.chromatic.cmx: CMX CMXR1 CMXR2
components.chromatic.cmwavex: CMWXFREQ CMWXSIN CMWXCOS CMWXEPOCH
components.dispersion.dmwavex: DMWXFREQ DMWXSIN DMWXCOS DMWXEPOCH
components.chromatic.dips: EXPDIPEP EXPEP EXPDIPAMP EXPPH EXPDIPIDX EXPINDEX EXPDIPTAU EXPTAU EXPDIPEPS EXPDIPFREF
components.chromatic.gauss: CHROMGAUSS_EPOCH CHROMGAUSS_LOGAMP CHROMGAUSS_CHROMIDX CHROMGAUSS_SIGN CHROMGAUSS_LOGSIG
    CHROMGAUSS_FREF
components.spin: F PEPOCH
components.glitch: GLEP GLPH GLF0 GLF1 GLF2 GLF0D GLTD GLF0D2 GLTD2 GLF0D3 GLTD3
components.piecewise: PWSTART PWSTOP PWEP PWPH PWF0 PWF1 PWF2
components.wave: WAVE WAVE_OM WAVEEPOCH
components.ifunc: IFUNC SIFUNC
components.jump: JUMP
components.chromatic.gaus: GAUSEP GAUSAMP GAUSSIG GAUSINDEX
components.phase_offset: PHOFF
noise.white: TNGLOBALEF TNGLOBALEQ EFAC T2EFAC TNEF EQUAD T2EQUAD TNEQ
noise.duration: TNSQ TNSECORR
noise.dm_errors: DMEFAC DMEQUAD
noise.ecorr: ECORR TNECORR
noise.fourier: TNREDAMP TNREDGAM TNREDC TNREDFLOG TNREDFLOG_FACTOR TNREDTSPAN TNREDFLOW TNREDCORNER RNAMP RNIDX
    TNDMAMP TNDMGAM TNDMC TNDMFLOG TNDMFLOG_FACTOR TNDMTSPAN TNDMCORNER TNCHROMAMP TNCHROMGAM TNCHROMC TNCHROMFLOG
    TNCHROMFLOG_FACTOR TNCHROMTSPAN
noise.quasi_periodic: TNQPDMAMP TNQPDMFREQ TNQPDMWIDTH TNQPDMC TNQPDMTSPAN
noise.solar_wind: TNSWAMP TNSWGAM TNSWC TNSWFLOG TNSWFLOG_FACTOR
noise.solar_wind_nodes: TDSWKERNEL TDSWINTERP_KIND TDSWDT TDSWNODE TDSWLOGSIG TDSWLOGELL TDSWNU TDSWLOGGAMP TDSWLOGP
noise.band_and_group: TNBANDNOISE TNGROUPNOISE
noise.band_dm: TNBANDDM
"""
"""Keywords, without number, of a file that no file before has."""

TERM_NAMES = """
components.astrometry.EQUATORIAL_COMPONENT: equatorial astrometry
components.astrometry.ECLIPTIC_COMPONENT: ecliptic astrometry
components.astrometry.AT_BARYCENTRE: equatorial astrometry at barycentric time | ecliptic astrometry at barycentric
    time
components.no_position.COMPONENT: no position
components.doppler.COMPONENT: barycentric frequency
components.satjump.COMPONENT: clock offsets
components.roemer.COMPONENT: Roemer and parallax
components.troposphere.COMPONENT: troposphere
components.solar_shapiro.COMPONENT: solar-system Shapiro
components.solar_wind.wind.SQUARE: solar wind
components.solar_wind.wind.POWER: solar wind (power law)
components.solar_wind.segments.COMPONENT: SWX
components.dispersion.taylor.TAYLOR: dispersion
components.dispersion.taylor.POLYNOMIAL: dispersion (polynomial)
components.dispersion.annual.COMPONENT: yearly DM
components.dispersion.dmmodel.COMPONENT: DMMODEL
components.dispersion.dmmodel.FROM_NUMBER: DMMODEL (number)
components.dispersion.dmx.COMPONENT: DMX
components.dispersion.dmjump.MEASURED: DMJUMP
components.fd.BEFORE_ORBIT: FD before the orbit
components.binary.outer.COMPONENTS: outer binary ELL1 | outer binary BT | outer binary DD
components.binary.ell1.ELL1: binary ELL1
components.binary.ell1.ELL1_FIRST: binary ELL1, first order
components.binary.ell1h.ONLY_H3: binary ELL1H (H3)
components.binary.ell1h.H3_H4: binary ELL1H (H3, H4)
components.binary.ell1h.FULL: binary ELL1H (H3, STIGMA)
components.binary.ell1h.ABSORBED: binary ELL1H (H3, STIGMA, absorbed)
components.binary.ell1k.ELL1K: binary ELL1k
components.binary.bt.BT: binary BT
components.binary.bt.BT_PIECEWISE: binary BT_piecewise
components.binary.dd.DD: binary DD
components.binary.dd.DDS: binary DDS
components.binary.dd.DDH: binary DDH
components.binary.ddgr.DDGR: binary DDGR
components.binary.ddk.COMPONENTS: binary DDK (equatorial) | binary DDK (equatorial, no K96) | binary DDK (ecliptic) |
    binary DDK (ecliptic, no K96)
components.binary.t2_companions.COMPONENTS: T2 companion 2 | T2 companion 3 | T2 companion 4
components.binary.t2.COMPONENTS: binary T2 (equatorial) | binary T2 (ecliptic) | binary T2 by masses (equatorial) |
    binary T2 by masses (ecliptic)
components.binary.t2_low_eccentricity.COMPONENTS: binary T2 near circular (equatorial) | binary T2 near circular
    (ecliptic) | binary T2 near circular by masses (equatorial) | binary T2 near circular by masses (ecliptic)
components.binary.mss.MSS: binary MSS
components.binary.btj.BTJ: binary BTJ
components.fd.COMPONENT: FD
components.chromatic.fddc.COMPONENT: FDDC
components.wavex.COMPONENT: WaveX
components.fdjump.LOG_COMPONENT: FDJUMP
components.fdjump.LINEAR_COMPONENT: FDJUMP, linear
components.dispersion.dmjump.WITH_DELAY: FDJUMPDM
components.chromatic.cm.COMPONENT: chromatic
components.chromatic.cmx.COMPONENT: CMX
components.chromatic.cmwavex.COMPONENT: CMWaveX
components.dispersion.dmwavex.COMPONENT: DMWaveX
components.chromatic.dips.COMPONENT: exponential dips
components.chromatic.gauss.COMPONENT: chromatic Gaussian events
components.spin.COMPONENT: spin
components.glitch.COMPONENT: glitches
components.piecewise.COMPONENT: piecewise spin-down
components.wave.COMPONENT: WAVE
components.ifunc.PRECEDING_COMPONENT: IFUNC, preceding node
components.ifunc.SINC_COMPONENT: IFUNC, sinc
components.ifunc.LINEAR_COMPONENT: IFUNC, linear
components.jump.COMPONENT: jumps
components.chromatic.gaus.COMPONENT: Gaussian events
components.phase_offset.COMPONENT: phase offset
noise.white.GLOBAL_COMPONENT: white noise of all TOAs
noise.white.COMPONENT: white noise
noise.white.OUTSIDE_COMPONENT: white noise, EQUAD outside EFAC
noise.white.TEMPO2_COMPONENT: white noise, TNEQ outside EFAC
noise.duration.WHITE: white noise by duration
noise.dm_errors.COMPONENT: noise of measured DMs
noise.ecorr.COMPONENT: ECORR
noise.ecorr.TEMPO2_COMPONENT: ECORR, tempo2's epochs
noise.duration.ECORR_BY_DURATION: ECORR by duration
noise.duration.TEMPO2_EPOCHS: ECORR by duration, tempo2's epochs
noise.fourier.RED_NOISE: red noise
noise.fourier.RED_NOISE_RNAMP: red noise, tempo's form
noise.fourier.DM_NOISE: DM noise
noise.fourier.DM_NOISE_TEMPO2: DM noise, tempo2's amplitude
noise.fourier.CHROM_NOISE: chromatic noise
noise.quasi_periodic.COMPONENT: quasi-periodic DM noise
noise.solar_wind.SQUARE_NOISE: solar-wind noise
noise.solar_wind.POWER_NOISE: solar-wind noise (power law)
noise.solar_wind_nodes.COMPONENTS: time-domain solar-wind noise, RIDGE | time-domain solar-wind noise, RIDGE (power
    law) | time-domain solar-wind noise, SQEXP | time-domain solar-wind noise, SQEXP (power law) | time-domain
    solar-wind noise, MATERN | time-domain solar-wind noise, MATERN (power law) | time-domain solar-wind noise,
    QUASI_PERIODIC | time-domain solar-wind noise, QUASI_PERIODIC (power law)
noise.band_and_group.BAND_NOISE: band noise
noise.band_and_group.GROUP_NOISE: group noise
noise.band_dm.COMPONENT: DM noise in bands
"""
"""Names of the terms of a place."""
