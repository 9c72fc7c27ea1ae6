// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The host's CPUID without the features that a program cannot use under the engine, and with what a
 * test pretends (EMU_HOST_ in launch.h). Bits: SDM volume 2, CPUID; APM volume 3, appendix E.
 */
#include "emu/machine/host.h"

#include "emu/base/cpuid.h"
#include "emu/base/engine.h"
#include "emu/launch.h"
#include "emu/machine/level.h"

/* Leaf 7, subleaf 0 */
#define EBX_HLE	    (1u << 4) /* a transaction cannot hold the engine's counters */
#define EBX_RTM	    (1u << 11)
#define ECX_CET_SS  (1u << 7)  /* shadow stacks */
#define EDX_CET_IBT (1u << 20) /* indirect branch tracking */
/* Leaf 7, subleaf 1: instructions that are not decoded */
#define EDX_USER_MSR (1u << 15)
#define EDX_AVX10    (1u << 19)
#define EDX_APX	     (1u << 21)

/* What a processor of level v2 can have, at most. */
#define EBX7_NO_AVX (~0xdc230128u) /* without BMI1, AVX2, BMI2, AVX-512 */
#define ECX1_NO_AVX (~0x30001000u) /* without FMA, AVX, F16C */

static void pretend_features(const struct level *l, u32 leaf, u32 sub, u32 r[4])
{
	if (leaf == 1) {
		r[2] &= l ? l->ecx1 : ECX1_NO_AVX;
	} else if (leaf == 7) {
		r[0] = 0;
		r[1] &= l ? l->ebx7 : sub ? 0 : EBX7_NO_AVX;
		r[2] = r[3] = 0;
	} else if (leaf == 0x80000001 && l) {
		r[2] &= l->ext_ecx;
	}
}

/* Four times the sets: leaves of Intel (4) and AMD (80000005H, 80000006H, 8000001DH). */
static void pretend_caches(u32 leaf, u32 r[4])
{
	if ((leaf == 4 || leaf == 0x8000001d) && r[0] & 31) {
		r[2] = (r[2] + 1) * 4 - 1;
	} else if (leaf == 0x80000005) {
		r[2] = (r[2] & 0xffffff) | (r[2] >> 24) * 4 << 24;
		r[3] = (r[3] & 0xffffff) | (r[3] >> 24) * 4 << 24;
	} else if (leaf == 0x80000006) {
		r[2] = (r[2] & 0xffff) | (r[2] >> 16) * 4 << 16;
		r[3] = (r[3] & 0x3ffff) | (r[3] >> 18) * 4 << 18;
	}
}

static void pretend_cpus(u32 leaf, u32 r[4])
{
	if (leaf == 1)
		r[1] = (r[1] & ~(255u << 16)) | EMU_HOST_N_CPUS << 16;
	else if (leaf == 0xb && r[1])
		r[1] = EMU_HOST_N_CPUS;
	else if (leaf == 0x80000008)
		r[2] = (r[2] & ~255u) | (EMU_HOST_N_CPUS - 1);
}

void host_cpuid(u32 leaf, u32 sub, u32 r[4])
{
	u32 pretended = engine.shm->host;

	cpuid(leaf, sub, r);
	if (leaf == 7 && sub == 0) {
		r[1] &= ~(EBX_HLE | EBX_RTM);
		r[2] &= ~ECX_CET_SS;
		r[3] &= ~EDX_CET_IBT;
	}
	if (leaf == 7 && sub == 1)
		r[3] &= ~(EDX_USER_MSR | EDX_AVX10 | EDX_APX);
	if (pretended & EMU_HOST_OLD)
		pretend_features(&levels[EMU_CPU_V1], leaf, sub, r);
	else if (pretended & EMU_HOST_NO_AVX2)
		pretend_features(NULL, leaf, sub, r);
	if (pretended & EMU_HOST_CACHES)
		pretend_caches(leaf, r);
	if (pretended & EMU_HOST_CPUS)
		pretend_cpus(leaf, r);
}
