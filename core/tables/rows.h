/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Macros for the rows of catalogues, and the lists that the table of models refers to. */
#ifndef PMC_CORE_TABLES_ROWS_H
#define PMC_CORE_TABLES_ROWS_H

#include "core/event/catalogue.h"
#include "core/event/generic.h"
#include "core/pmu/pmu.h"

#define ROWS(array) (sizeof(array) / sizeof(array[0]))
/* The unit masks of a row. */
#define UMASKS(array) .umask = array, .n_umasks = ROWS(array)
/* UM(name, bits, description): combines with others; UM1: excludes others. */
#define UM(nam, bit, abo) { .name = nam, .bits = bit, .about = abo }
#define UM1(nam, bit, abo) { .name = nam, .bits = bit, .about = abo, .group = 1 }

#define MAP_HW(idx, ev) { EVENT_HARDWARE, HW_##idx, ev }
#define MAP_CACHE(c, o, r, ev)                                                                     \
	{ EVENT_CACHE, CACHE_CONFIG(CACHE_##c, CACHE_OP_##o, CACHE_##r), ev }
#define MAP_END { 0, 0, NULL }

/* P6: variants of one list. */
#define P6_PPRO 0x01u
#define P6_PII	0x02u
#define P6_PIII 0x04u
#define P6_PM	0x08u
extern const struct rows pmc_rows_p6;
extern const struct generic_map pmc_generic_p6[];

/* Architectural: the features that rows need. */
#define ARCH_GENERAL 0x01u /* from version 1 */
#define ARCH_REF_TSC 0x02u /* fixed counter 2 */
#define ARCH_SLOTS   0x04u /* fixed counter 3, event 7 */
#define ARCH_TOPDOWN 0x08u /* events 8, 10 and 11 */
#define ARCH_LBR     0x10u /* event 12 */
#define ARCH_BAD_SPEC 0x20u /* event 9 */
#define ARCH_3C_BUS  0x40u /* 3CH:01H at the crystal's or the bus's rate … */
#define ARCH_3C_TSC  0x80u /* … or at that of the time stamp counter */
extern const struct rows pmc_rows_arch;
extern const struct generic_map pmc_generic_arch[], pmc_generic_arch_v1[];

/* Cores by name: further variants of two lists. */
#define CORE2	0x000100u
#define NHM	0x000200u
#define WSM	0x000400u
#define SNB	0x000800u
#define IVB	0x001000u
#define HSW	0x002000u
#define BDW	0x004000u
#define SKL	0x008000u
#define SKX	0x010000u
#define ICL	0x020000u /* and Tiger Lake */
#define ICX	0x040000u
#define ADL	0x080000u /* Golden Cove, Redwood Cove of clients */
#define SPR	0x100000u /* … of servers */
#define LNL	0x200000u /* Lion Cove of Lunar Lake, Cougar Cove */
#define ARL	0x400000u /* Lion Cove of Arrow Lake */
#define YONAH	0x800000u /* Core Solo, Core Duo */
extern const struct rows pmc_rows_intel;
extern const struct generic_map pmc_generic_yonah[], pmc_generic_core2[], pmc_generic_nhm[],
	pmc_generic_wsm[], pmc_generic_snb[],
	pmc_generic_ivb[], pmc_generic_hsw[], pmc_generic_bdw[], pmc_generic_skl[],
	pmc_generic_icl[], pmc_generic_icx[],
	pmc_generic_adl[], pmc_generic_spr[];
#define BNL	0x000100u
#define SLM	0x000200u
#define KNL	0x000400u
#define GLM	0x000800u
#define GLP	0x001000u
#define TNT	0x002000u
#define GRT	0x004000u
#define CMT	0x008000u
#define SKT	0x010000u /* Skymont of Lunar Lake */
#define SKT_ARL	0x020000u /* … of Arrow Lake */
#define DKT	0x040000u
extern const struct rows pmc_rows_atom;
extern const struct generic_map pmc_generic_bnl[], pmc_generic_slm[], pmc_generic_knl[],
	pmc_generic_glm[],
	pmc_generic_tnt[], pmc_generic_skt_arl[];

#define P5_PLAIN 0x1u
#define P5_MMX	 0x2u
#define P5_CYRIX 0x4u
extern const struct rows pmc_rows_p5;
extern const struct generic_map pmc_generic_p5[], pmc_generic_mmx[], pmc_generic_cyrix[];
extern const struct rows pmc_rows_c6, pmc_rows_wc2, pmc_rows_c3;
extern const struct generic_map pmc_generic_c6[], pmc_generic_wc2[], pmc_generic_c3[];

/* AMD: variants of three lists. */
#define AMD_K7 0x1u
#define AMD_K8 0x2u
extern const struct rows pmc_rows_amd;
extern const struct generic_map pmc_generic_k7[], pmc_generic_k8[];
#define AMD_10H 0x1u
#define AMD_11H 0x2u
#define AMD_12H 0x4u
#define AMD_14H 0x8u
#define AMD_15H 0x10u
#define AMD_16H 0x20u
extern const struct rows pmc_rows_f10h;
extern const struct generic_map pmc_generic_f10h[], pmc_generic_f11h[], pmc_generic_f14h[],
	pmc_generic_f15h[],
	pmc_generic_f16h[];
#define AMD_ZEN1 0x1u
#define AMD_ZEN2 0x2u
#define AMD_ZEN3 0x4u
#define AMD_ZEN4 0x8u
#define AMD_ZEN5 0x10u
extern const struct rows pmc_rows_zen;
extern const struct generic_map pmc_generic_zen1[], pmc_generic_zen2[], pmc_generic_zen3[],
	pmc_generic_zen4[],
	pmc_generic_zen5[];

#define P4_OLD	 0x2u /* models 0 to 2 */
#define P4_NEW	 0x4u /* models 3 and later */
extern const struct rows pmc_rows_p4;
extern const struct generic_map pmc_generic_p4[];

#endif
