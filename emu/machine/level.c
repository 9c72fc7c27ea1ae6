// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Each level has what the psABI says (section 3.1.1, table 3.1) and nothing that processors of its
 * time had besides, so that every machine that has the level can carry it out. Programs choose
 * their code by model, too. So vendor, family and model are those of an Intel processor that has
 * the level's features: Nehalem and Haswell. For level v1 Intel made none. Its model is an old one
 * of 32 bits, which programs for 64 bits do not know, so that they look at the features.
 * Bits: SDM volume 2, CPUID.
 */
#include "emu/machine/level.h"

#include "emu/launch.h"

#define BIT(n) (1u << (n))

/* Leaf 1, ECX: SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT */
#define V2_ECX1 (BIT(0) | BIT(9) | BIT(13) | BIT(19) | BIT(20) | BIT(23))
/* FMA, MOVBE, XSAVE, OSXSAVE, AVX, F16C */
#define V3_ECX1 (BIT(12) | BIT(22) | BIT(26) | BIT(27) | BIT(28) | BIT(29))
#define V3_EBX7 (BIT(3) | BIT(5) | BIT(8)) /* BMI1, AVX2, BMI2 */
#define V2_EXT	BIT(0)			   /* LAHF and SAHF */
#define V3_EXT	BIT(5)			   /* LZCNT */

#define XCR0_SSE 3u /* x87 and SSE */
#define XCR0_AVX 4u

#define V2_FLAGS " pni ssse3 cx16 sse4_1 sse4_2 popcnt lahf_lm"
#define V3_FLAGS " fma movbe xsave avx f16c abm bmi1 avx2 bmi2"

const struct level levels[] = {
	[EMU_CPU_V1] = { .brand = "pmc x86-64-v1",
			 .signature = 0x00000663, /* family 6, model 6 */
			 .max_leaf = 0xb,
			 .xcr0 = XCR0_SSE,
			 .flags = "" },
	[EMU_CPU_V2] = { .brand = "pmc x86-64-v2",
			 .signature = 0x000106a5, /* family 6, model 26 */
			 .max_leaf = 0xb,
			 .ecx1 = V2_ECX1,
			 .ext_ecx = V2_EXT,
			 .xcr0 = XCR0_SSE,
			 .flags = V2_FLAGS },
	[EMU_CPU_V3] = { .brand = "pmc x86-64-v3",
			 .signature = 0x000306c3, /* family 6, model 60 */
			 .max_leaf = 0xd,
			 .ecx1 = V2_ECX1 | V3_ECX1,
			 .ebx7 = V3_EBX7,
			 .ext_ecx = V2_EXT | V3_EXT,
			 .xcr0 = XCR0_SSE | XCR0_AVX,
			 .flags = V2_FLAGS V3_FLAGS },
};
