/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Every model that has a name, oldest first, and the CPUID signatures of each.
 *
 * Counter numbers: SDM volume 3, "Performance Monitoring" (a section for each core) and what
 * CPUID.0AH of the core announces; AMD: BKDG or PPR of the family. Signatures: SDM volume 4, table
 * "CPUID Signature Values of DisplayFamily_DisplayModel"; AMD revision guides.
 */
#include "core/tables/constraints.h"
#include "core/models/table.h"
#include "core/tables/registers.h"
#include "core/tables/rows.h"
#include "core/event/catalogue.h"

/* clang-format off */

/* ---- Features of the architectural versions ---- */
#define CAPS_V1 PMU_PC
#define CAPS_V2 (CAPS_V1 | PMU_GLOBAL | PMU_FIXED | PMU_PDCM | PMU_FREEZE | PMU_PEBS)
#define CAPS_V3 (CAPS_V2 | PMU_ANY_THREAD | PMU_OVF_UNCORE)
#define CAPS_HSW (CAPS_V3 | PMU_FULL_WRITE | PMU_TSX)
#define CAPS_V4 (CAPS_V3 | PMU_FULL_WRITE | PMU_STATUS_SET)
/* Version 5 deprecates AnyThread (CPUID.0AH:EDX.15). */
#define CAPS_V5 ((CAPS_V4 & ~PMU_ANY_THREAD) | PMU_ADAPTIVE)
#define CAPS_V5P (CAPS_V5 | PMU_METRICS | PMU_TSX)
#define CAPS_V6 (CAPS_V5 | PMU_UMASK2 | PMU_EQ | PMU_V6_MSRS)
/* Named cores from Nehalem on, with the other registers that events need. */
#define CAPS_V3X (CAPS_V3 | PMU_EXTRA)
#define CAPS_HSWX (CAPS_HSW | PMU_EXTRA)
#define CAPS_V4X (CAPS_V4 | PMU_EXTRA)
#define CAPS_V5X (CAPS_V5 | PMU_EXTRA)
#define CAPS_V5PX (CAPS_V5P | PMU_EXTRA)
#define CAPS_V6X (CAPS_V6 | PMU_EXTRA)
#define ARCH7 0x7fu	/* architectural events 0 to 6 */
#define ARCH8 0xffu	/* and the slots */
#define ARCH_P 0x1dffu	/* P cores of version 6: all but bad speculation (9) … */
#define ARCH_E 0x1f7fu	/* … E cores: all but the slots (7); CPUID.23H.3 of Lunar Lake */
#define ROWS_V1 (ARCH_GENERAL | ARCH_3C_BUS)
#define ROWS_V2 (ROWS_V1 | ARCH_REF_TSC)
#define ROWS_V5 (ROWS_V2 | ARCH_SLOTS)
#define ROWS_V6 (ROWS_V5 | ARCH_TOPDOWN | ARCH_LBR)
/* Golden Cove, Gracemont and later: 3CH with unit mask 01H counts the same as fixed counter 2. */
#define TSC(rows) (((rows) & ~ARCH_3C_BUS) | ARCH_3C_TSC)
#define ROWS_V2T TSC(ROWS_V2)
#define ROWS_V5T TSC(ROWS_V5)
#define ROWS_V6T TSC(ROWS_V6)
#define ROWS_V6E TSC(ROWS_V2 | ARCH_TOPDOWN | ARCH_BAD_SPEC | ARCH_LBR)

/*
 * The models with Intel's architectural PMU.
 * X(identifier, name, title, version, general counters, their bits, fixed counters, caps,
 *   architectural events, list of events, variants of the list, generic map, constraints,
 *   other registers of events)
 * FIXED_E is fixed counters 0 to 2 and 4 to 6: number 3 does not exist.
 */
#define FIXED_E 0x77u
#define F(n) ((1u << (n)) - 1)
#define ARCH_MODELS(X) \
	X(arch_v1, "arch-v1", "architectural version 1", 1, 2, 40, 0, CAPS_V1, ARCH7, arch, \
	  ROWS_V1, arch_v1, none, none) \
	X(arch_v2, "arch-v2", "architectural version 2", 2, 2, 40, F(3), CAPS_V2, ARCH7, arch, \
	  ROWS_V2, arch, none, none) \
	X(arch_v3, "arch-v3", "architectural version 3", 3, 4, 48, F(3), CAPS_V3, ARCH7, arch, \
	  ROWS_V2, arch, none, none) \
	X(arch_v4, "arch-v4", "architectural version 4", 4, 4, 48, F(3), CAPS_V4, ARCH7, arch, \
	  ROWS_V2, arch, none, none) \
	X(arch_v5, "arch-v5", "architectural version 5", 5, 8, 48, F(4), CAPS_V5, ARCH8, arch, \
	  ROWS_V5, arch, none, none) \
	X(arch_v6, "arch-v6", "architectural version 6", 6, 10, 48, F(4), CAPS_V6, ARCH_P, arch, \
	  ROWS_V6, arch, none, none) \
	X(core_duo, "core-duo", "Core Solo, Core Duo", 1, 2, 40, 0, CAPS_V1, ARCH7, intel, \
	  ROWS_V1 | YONAH, yonah, core, none) \
	X(core2, "core2", "Core 2", 2, 2, 40, F(3), CAPS_V2, ARCH7, intel, ROWS_V2 | CORE2, \
	  core2, core2, none) \
	X(bonnell, "bonnell", "Atom (Bonnell, Saltwell)", 3, 2, 40, F(3), CAPS_V3, ARCH7, atom, \
	  ROWS_V2 | BNL, bnl, none, none) \
	X(nehalem, "nehalem", "Nehalem", 3, 4, 48, F(3), CAPS_V3X, ARCH7, intel, ROWS_V2 | NHM, \
	  nhm, nhm, nhm) \
	X(westmere, "westmere", "Westmere", 3, 4, 48, F(3), CAPS_V3X, ARCH7, intel, \
	  ROWS_V2 | WSM, wsm, wsm, wsm) \
	X(sandybridge, "sandybridge", "Sandy Bridge", 3, 4, 48, F(3), CAPS_V3X, ARCH7, intel, \
	  ROWS_V2 | SNB, snb, snb, snb) \
	X(ivybridge, "ivybridge", "Ivy Bridge", 3, 4, 48, F(3), CAPS_V3X | PMU_FULL_WRITE, \
	  ARCH7, intel, ROWS_V2 | IVB, ivb, ivb, snb) \
	X(haswell, "haswell", "Haswell", 3, 4, 48, F(3), CAPS_HSWX, ARCH7, intel, ROWS_V2 | HSW, \
	  hsw, hsw, snb) \
	X(broadwell, "broadwell", "Broadwell", 3, 4, 48, F(3), CAPS_HSWX, ARCH7, intel, \
	  ROWS_V2 | BDW, bdw, bdw, snb) \
	X(silvermont, "silvermont", "Atom (Silvermont, Airmont)", 3, 2, 40, F(3), \
	  CAPS_V3X | PMU_FULL_WRITE, ARCH7, atom, ROWS_V2 | SLM, slm, none, slm) \
	X(knightslanding, "knightslanding", "Xeon Phi (Knights Landing, Knights Mill)", 3, 2, \
	  40, F(3), CAPS_V3X | PMU_FULL_WRITE, ARCH7, atom, ROWS_V2 | KNL, knl, none, knl) \
	X(skylake, "skylake", "Skylake to Comet Lake", 4, 4, 48, F(3), CAPS_V4X | PMU_TSX, \
	  ARCH7, intel, ROWS_V2 | SKL, skl, skl, skl) \
	X(skylakex, "skylakex", "Skylake, Cascade Lake and Cooper Lake servers", 4, 4, 48, F(3), \
	  CAPS_V4X | PMU_TSX, ARCH7, intel, ROWS_V2 | SKX, skl, skl, skl) \
	X(goldmont, "goldmont", "Atom (Goldmont)", 4, 4, 48, F(3), CAPS_V4X & ~PMU_ANY_THREAD, \
	  ARCH7, atom, ROWS_V2 | GLM, glm, none, glm) \
	X(goldmontplus, "goldmontplus", "Atom (Goldmont Plus)", 4, 4, 48, F(3), \
	  CAPS_V4X & ~PMU_ANY_THREAD, ARCH7, atom, ROWS_V2 | GLP, glm, none, glm) \
	X(tremont, "tremont", "Atom (Tremont)", 5, 4, 48, F(3), CAPS_V5X, ARCH7, atom, \
	  ROWS_V2 | TNT, tnt, none, tnt) \
	X(icelake, "icelake", "Ice Lake, Rocket Lake", 5, 8, 48, F(4), CAPS_V5PX, ARCH8, intel, \
	  ROWS_V5 | ICL, icl, icl, icl) \
	X(icelakex, "icelakex", "Ice Lake servers", 5, 8, 48, F(4), CAPS_V5PX, ARCH8, intel, \
	  ROWS_V5 | ICX, icx, icl, icl) \
	X(tigerlake, "tigerlake", "Tiger Lake", 5, 8, 48, F(4), CAPS_V5PX, ARCH8, intel, \
	  ROWS_V5 | ICL, icl, icl, icl) \
	X(sapphirerapids, "sapphirerapids", "Sapphire Rapids, Emerald Rapids", 5, 8, 48, F(4), \
	  CAPS_V5PX, ARCH8, intel, ROWS_V5T | SPR, spr, glc, glc) \
	X(graniterapids, "graniterapids", "Granite Rapids", 5, 8, 48, F(4), CAPS_V5PX, ARCH8, \
	  intel, ROWS_V5T | SPR, spr, glc, rwc) \
	X(alderlake_p, "alderlake-p", "Alder Lake, Raptor Lake, performance core", 5, 8, 48, \
	  F(4), CAPS_V5PX, ARCH8, intel, ROWS_V5T | ADL, adl, glc, glc) \
	X(alderlake_e, "alderlake-e", "Alder Lake, Raptor Lake, efficient core", 5, 6, 48, F(3), \
	  CAPS_V5X, ARCH7, atom, ROWS_V2T | GRT, tnt, grt, grt) \
	X(meteorlake_p, "meteorlake-p", "Meteor Lake, performance core", 5, 8, 48, F(4), \
	  CAPS_V5PX, ARCH8, intel, ROWS_V5T | ADL, adl, glc, rwc) \
	X(meteorlake_e, "meteorlake-e", "Meteor Lake, efficient core", 5, 8, 48, F(3), CAPS_V5X, \
	  ARCH7, atom, ROWS_V2T | CMT, tnt, grt, cmt) \
	X(sierraforest, "sierraforest", "Sierra Forest, Grand Ridge", 5, 8, 48, F(3), CAPS_V5X, \
	  ARCH7, atom, ROWS_V2T | CMT, tnt, grt, cmt) \
	X(lunarlake_p, "lunarlake-p", "Lunar Lake, performance core", 6, 10, 48, F(4), \
	  CAPS_V6X | PMU_METRICS, ARCH_P, intel, ROWS_V6T | LNL, adl, lnc, lnc) \
	X(lunarlake_e, "lunarlake-e", "Lunar Lake, efficient core", 6, 8, 48, FIXED_E, CAPS_V6X, \
	  ARCH_E, atom, ROWS_V6E | SKT, tnt, grt, cmt) \
	X(arrowlake_p, "arrowlake-p", "Arrow Lake, performance core", 6, 10, 48, F(4), \
	  CAPS_V6X | PMU_METRICS, ARCH_P, intel, ROWS_V6T | ARL, adl, lnc, lnc) \
	X(arrowlake_e, "arrowlake-e", "Arrow Lake, efficient core", 6, 8, 48, FIXED_E, CAPS_V6X, \
	  ARCH_E, atom, ROWS_V6E | SKT_ARL, skt_arl, grt, cmt) \
	X(pantherlake, "pantherlake", "Panther Lake, performance core", 6, 10, 48, F(4), \
	  CAPS_V6X | PMU_METRICS, ARCH_P, intel, ROWS_V6T | LNL, adl, lnc, lnc) \
	X(pantherlake_e, "pantherlake-e", "Panther Lake, efficient core", 6, 8, 48, FIXED_E, \
	  CAPS_V6X, ARCH_E, atom, ROWS_V6E | DKT, tnt, none, cmt)

/* The others: X(identifier, name, title, family, version, general, bits, caps, rows, variant,
 * map, rules) */
#define CAPS_K8	 (PMU_PC | PMU_EVENT12)
#define CAPS_10H (CAPS_K8 | PMU_GUEST_HOST)
#define CAPS_15H ((CAPS_10H & ~PMU_PC) | PMU_CORE_EXT)
#define CAPS_P4	 (PMU_HT | PMU_EXT_CASCADE | PMU_PEBS)
#define OTHER_MODELS(X) \
	X(none, "none", "a processor without any counter", PMU_NONE, 0, 0, 0, 0, none, 0, none, \
	  none) \
	X(tsc, "tsc", "a processor with a time stamp counter alone", PMU_TSC, 0, 0, 0, 0, none, \
	  0, none, none) \
	X(p5, "p5", "Pentium", PMU_P5, 0, 2, 40, 0, p5, P5_PLAIN, p5, none) \
	X(mmx, "pentium-mmx", "Pentium MMX", PMU_P5, 0, 2, 40, PMU_MMX, p5, P5_MMX, mmx, none) \
	X(cyrix, "6x86mx", "Cyrix 6x86MX, M II, III", PMU_CYRIX, 0, 2, 48, 0, p5, P5_CYRIX, \
	  cyrix, none) \
	X(winchip, "winchip", "WinChip C6", PMU_C6, 0, 2, 40, 0, c6, 0, c6, none) \
	X(winchip2, "winchip2", "WinChip 2 and 3", PMU_C6, 0, 2, 40, 0, wc2, 0, wc2, none) \
	X(c3, "c3", "VIA C3", PMU_C3, 0, 1, 32, 0, c3, 0, c3, none) \
	X(p6, "pentiumpro", "Pentium Pro", PMU_P6, 0, 2, 40, PMU_PC, p6, P6_PPRO, p6, p6) \
	X(pentium2, "pentium2", "Pentium II", PMU_P6, 0, 2, 40, PMU_PC, p6, P6_PII, p6, p6) \
	X(pentium3, "pentium3", "Pentium III", PMU_P6, 0, 2, 40, PMU_PC, p6, P6_PIII, p6, p6) \
	X(pentium_m, "pentium-m", "Pentium M", PMU_P6, 0, 2, 40, PMU_PC, p6, P6_PM, p6, p6) \
	X(pentium4, "pentium4", "Pentium 4, models 0 to 2", PMU_P4, 0, 18, 40, \
	  CAPS_P4 | PMU_IQ_ESCR, p4, P4_OLD, p4, none) \
	X(pentium4_prescott, "pentium4-prescott", "Pentium 4, models 3 and later", PMU_P4, 0, \
	  18, 40, CAPS_P4, p4, P4_NEW, p4, none) \
	X(k7, "k7", "Athlon (K7)", PMU_AMD, 0, 4, 48, PMU_PC, amd, AMD_K7, k7, none) \
	X(k8, "k8", "Athlon 64, Opteron (K8)", PMU_AMD, 0, 4, 48, CAPS_K8, amd, AMD_K8, k8, none) \
	X(fam10h, "fam10h", "AMD family 10h", PMU_AMD, 0, 4, 48, CAPS_10H, f10h, AMD_10H, f10h, \
	  none) \
	X(fam11h, "fam11h", "AMD family 11h", PMU_AMD, 0, 4, 48, CAPS_10H, f10h, AMD_11H, f11h, \
	  none) \
	X(fam12h, "fam12h", "AMD family 12h", PMU_AMD, 0, 4, 48, CAPS_10H, f10h, AMD_12H, f11h, \
	  none) \
	X(fam14h, "fam14h", "AMD family 14h", PMU_AMD, 0, 4, 48, CAPS_10H, f10h, AMD_14H, f14h, \
	  none) \
	X(fam15h, "fam15h", "AMD family 15h", PMU_AMD, 0, 6, 48, CAPS_15H, f10h, AMD_15H, f15h, \
	  f15h) \
	X(fam16h, "fam16h", "AMD family 16h", PMU_AMD, 0, 4, 48, CAPS_10H, f10h, AMD_16H, f16h, \
	  none) \
	X(zen1, "zen1", "AMD Zen", PMU_AMD, 0, 6, 48, CAPS_15H, zen, AMD_ZEN1, zen1, none) \
	X(zen2, "zen2", "AMD Zen 2", PMU_AMD, 0, 6, 48, CAPS_15H, zen, AMD_ZEN2, zen2, none) \
	X(zen3, "zen3", "AMD Zen 3", PMU_AMD, 0, 6, 48, CAPS_15H, zen, AMD_ZEN3, zen3, none) \
	X(zen4, "zen4", "AMD Zen 4", PMU_AMD, 2, 6, 48, CAPS_15H | PMU_GLOBAL, zen, AMD_ZEN4, \
	  zen4, none) \
	X(zen5, "zen5", "AMD Zen 5", PMU_AMD, 2, 6, 48, CAPS_15H | PMU_GLOBAL, zen, AMD_ZEN5, \
	  zen5, none)

static const struct rows pmc_rows_none = { NULL, 0 };
static const struct generic_map pmc_generic_none[] = { MAP_END };
#define pmc_rules_none NULL
#define pmc_extra_none NULL

#define X(id, nam, tit, fam, ver, gen, bits, cap, row, var, map, rul) \
	static const struct event_list list_##id = {                                               \
		.base = { .model = nam, .title = tit, .event = pmc_list_event,                     \
			  .umask = pmc_list_umask },                                               \
		.list = &pmc_rows_##row, .variant = var };
OTHER_MODELS(X)
#undef X
#define X(id, nam, tit, ver, gen, bits, fix, cap, events, row, var, map, rul, ext) \
	static const struct event_list list_##id = {                                               \
		.base = { .model = nam, .title = tit, .event = pmc_list_event,                     \
			  .umask = pmc_list_umask },                                               \
		.list = &pmc_rows_##row, .variant = var };
ARCH_MODELS(X)
#undef X

const struct pmu_model pmc_models[] = {
#define X(id, nam, tit, fam, ver, gen, bits, cap, row, var, map, rul) \
	{ .name = nam, .title = tit, .family = fam, .version = ver, .general = gen,                \
	  .general_width = bits, .caps = cap, .registers = &pmc_registers[fam], \
	  .events = &list_##id.base, .generic = pmc_generic_##map, .rules = pmc_rules_##rul },
OTHER_MODELS(X)
#undef X
#define X(id, nam, tit, ver, gen, bits, fix, cap, events_, row, var, map, rul, ext) \
	{ .name = nam, .title = tit, .family = PMU_ARCH, .version = ver, .general = gen,           \
	  .general_width = bits, .fixed = fix, .fixed_width = (fix) ? (bits) : 0, .caps = cap,     \
	  .arch_events = events_, .registers = &pmc_registers[PMU_ARCH],                           \
	  .events = &list_##id.base,                                                               \
	  .generic = pmc_generic_##map, .rules = pmc_rules_##rul, .extra = pmc_extra_##ext },
ARCH_MODELS(X)
#undef X
};
const u32 pmc_models_n = sizeof(pmc_models) / sizeof(pmc_models[0]);

/* ---- Signatures: family, models from … to, core type (0: any) ---- */
#define INTEL(fam, lo, hi, name) { 'I', fam, lo, hi, 0, name }
#define AMD(fam, lo, hi, name) { 'A', fam, lo, hi, 0, name }
#define HYBRID(mod, type, name) { 'I', 6, mod, mod, type, name }
#define CORE 0x40
#define ATOM 0x20
/* A hybrid part has two rows; the first is taken when leaf 1AH says nothing. */
#define PAIR(mod, name) HYBRID(mod, ATOM, name "-e"), INTEL(6, mod, mod, name "-p")
const struct signature pmc_signatures[] = {
	INTEL(5, 1, 3, "p5"),
	INTEL(5, 7, 7, "p5"),
	INTEL(5, 4, 4, "pentium-mmx"),
	INTEL(5, 8, 8, "pentium-mmx"),
	{ 'Y', 6, 0, 0, 0, "6x86mx" },
	{ 'Y', 6, 5, 5, 0, "6x86mx" }, /* VIA Cyrix III (Joshua) */
	{ 'C', 5, 4, 4, 0, "winchip" },
	{ 'C', 5, 8, 9, 0, "winchip2" },
	{ 'C', 6, 6, 9, 0, "c3" },
	AMD(6, 0x00, 0x0f, "k7"),
	AMD(15, 0x00, 0xff, "k8"),
	AMD(0x10, 0x00, 0xff, "fam10h"),
	AMD(0x11, 0x00, 0xff, "fam11h"),
	AMD(0x12, 0x00, 0xff, "fam12h"),
	AMD(0x14, 0x00, 0xff, "fam14h"),
	AMD(0x15, 0x00, 0xff, "fam15h"),
	AMD(0x16, 0x00, 0xff, "fam16h"),
	AMD(0x17, 0x00, 0x2f, "zen1"),
	AMD(0x17, 0x30, 0xff, "zen2"),
	{ 'H', 0x18, 0x00, 0xff, 0, "zen1" }, /* Hygon Dhyana */
	AMD(0x19, 0x00, 0x0f, "zen3"),
	AMD(0x19, 0x20, 0x5f, "zen3"),
	AMD(0x19, 0x10, 0x1f, "zen4"),
	AMD(0x19, 0x60, 0xff, "zen4"),
	AMD(0x1a, 0x00, 0xff, "zen5"),
	INTEL(15, 0, 2, "pentium4"),
	INTEL(15, 3, 6, "pentium4-prescott"),
	INTEL(6, 0x00, 0x01, "pentiumpro"),
	INTEL(6, 0x03, 0x06, "pentium2"),
	INTEL(6, 0x07, 0x08, "pentium3"),
	INTEL(6, 0x0a, 0x0b, "pentium3"),
	INTEL(6, 0x09, 0x09, "pentium-m"),
	INTEL(6, 0x0d, 0x0d, "pentium-m"),
	INTEL(6, 0x15, 0x15, "pentium-m"),
	INTEL(6, 0x0e, 0x0e, "core-duo"),
	INTEL(6, 0x0f, 0x0f, "core2"),
	INTEL(6, 0x16, 0x17, "core2"),
	INTEL(6, 0x1d, 0x1d, "core2"),
	INTEL(6, 0x1c, 0x1c, "bonnell"),
	INTEL(6, 0x26, 0x27, "bonnell"),
	INTEL(6, 0x35, 0x36, "bonnell"),
	INTEL(6, 0x1a, 0x1a, "nehalem"),
	INTEL(6, 0x1e, 0x1f, "nehalem"),
	INTEL(6, 0x2e, 0x2e, "nehalem"),
	INTEL(6, 0x25, 0x25, "westmere"),
	INTEL(6, 0x2c, 0x2c, "westmere"),
	INTEL(6, 0x2f, 0x2f, "westmere"),
	INTEL(6, 0x2a, 0x2a, "sandybridge"),
	INTEL(6, 0x2d, 0x2d, "sandybridge"),
	INTEL(6, 0x3a, 0x3a, "ivybridge"),
	INTEL(6, 0x3e, 0x3e, "ivybridge"),
	INTEL(6, 0x3c, 0x3c, "haswell"),
	INTEL(6, 0x3f, 0x3f, "haswell"),
	INTEL(6, 0x45, 0x46, "haswell"),
	INTEL(6, 0x3d, 0x3d, "broadwell"),
	INTEL(6, 0x47, 0x47, "broadwell"),
	INTEL(6, 0x4f, 0x4f, "broadwell"),
	INTEL(6, 0x56, 0x56, "broadwell"),
	INTEL(6, 0x37, 0x37, "silvermont"),
	INTEL(6, 0x4a, 0x4a, "silvermont"),
	INTEL(6, 0x4c, 0x4d, "silvermont"),
	INTEL(6, 0x5a, 0x5a, "silvermont"),
	INTEL(6, 0x5d, 0x5d, "silvermont"),
	INTEL(6, 0x75, 0x75, "silvermont"),
	INTEL(6, 0x57, 0x57, "knightslanding"),
	INTEL(6, 0x85, 0x85, "knightslanding"),
	INTEL(6, 0x4e, 0x4e, "skylake"),
	INTEL(6, 0x5e, 0x5e, "skylake"),
	INTEL(6, 0x66, 0x66, "skylake"),
	INTEL(6, 0x8e, 0x8e, "skylake"),
	INTEL(6, 0x9e, 0x9e, "skylake"),
	INTEL(6, 0xa5, 0xa6, "skylake"),
	INTEL(6, 0x55, 0x55, "skylakex"),
	INTEL(6, 0x5c, 0x5c, "goldmont"),
	INTEL(6, 0x5f, 0x5f, "goldmont"),
	INTEL(6, 0x7a, 0x7a, "goldmontplus"),
	INTEL(6, 0x86, 0x86, "tremont"),
	INTEL(6, 0x96, 0x96, "tremont"),
	INTEL(6, 0x9c, 0x9c, "tremont"),
	HYBRID(0x8a, ATOM, "tremont"), /* Lakefield */
	INTEL(6, 0x8a, 0x8a, "icelake"),
	INTEL(6, 0x7d, 0x7e, "icelake"),
	INTEL(6, 0xa7, 0xa7, "icelake"),
	INTEL(6, 0x6a, 0x6a, "icelakex"),
	INTEL(6, 0x6c, 0x6c, "icelakex"),
	INTEL(6, 0x8c, 0x8d, "tigerlake"),
	INTEL(6, 0x8f, 0x8f, "sapphirerapids"),
	INTEL(6, 0xcf, 0xcf, "sapphirerapids"),
	INTEL(6, 0xad, 0xae, "graniterapids"),
	INTEL(6, 0xbe, 0xbe, "alderlake-e"), /* Alder Lake N: efficient cores alone */
	PAIR(0x97, "alderlake"),
	PAIR(0x9a, "alderlake"),
	PAIR(0xb7, "alderlake"),
	PAIR(0xba, "alderlake"),
	PAIR(0xbf, "alderlake"),
	PAIR(0xaa, "meteorlake"),
	PAIR(0xac, "meteorlake"),
	INTEL(6, 0xaf, 0xaf, "sierraforest"),
	INTEL(6, 0xb6, 0xb6, "sierraforest"),
	PAIR(0xbd, "lunarlake"),
	PAIR(0xc5, "arrowlake"),
	PAIR(0xc6, "arrowlake"),
	PAIR(0xb5, "meteorlake"), /* Arrow Lake U: Meteor Lake's cores */
	HYBRID(0xcc, ATOM, "pantherlake-e"),
	INTEL(6, 0xcc, 0xcc, "pantherlake"),
};
const u32 pmc_signatures_n = sizeof(pmc_signatures) / sizeof(pmc_signatures[0]);
/* clang-format on */
