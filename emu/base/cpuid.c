// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See cpuid.h. Leaves: SDM volume 2, CPUID; APM volume 3, appendix E. */
#include "emu/base/cpuid.h"

#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/launch.h"

/* ECX of leaf 0 holds the last four letters of the vendor: AuthenticAMD, HygonGenuine. */
#define ECX_AMD	   0x444d4163 /* "cAMD" */
#define ECX_HYGON  0x656e6975 /* "uine" */
#define EDX_HYBRID (1u << 15) /* leaf 7: cores of several kinds */

enum { FREE, WRITTEN, READY };

static void ask(u32 leaf, u32 sub, u32 r[4])
{
	__asm__ volatile("cpuid"
			 : "=a"(r[0]), "=b"(r[1]), "=c"(r[2]), "=d"(r[3])
			 : "a"(leaf), "c"(sub));
}

static void keep(struct emu_cpuid *at, u32 leaf, u32 sub, const u32 r[4])
{
	u32 state = FREE;

	if (!__atomic_compare_exchange_n(&at->state, &state, WRITTEN, false, __ATOMIC_ACQUIRE,
					 __ATOMIC_RELAXED))
		return;
	at->leaf = leaf;
	at->sub = sub;
	memcpy(at->r, r, sizeof(at->r));
	__atomic_store_n(&at->state, READY, __ATOMIC_RELEASE);
}

/* What is known of the leaf, or what it says now. */
static void recall(u32 leaf, u32 sub, u32 r[4])
{
	struct emu_cpuid *known = engine.shm->cpuid;
	u32 i, state = READY;

	for (i = 0; i < EMU_MAX_CPUID && state != FREE; i++) {
		state = __atomic_load_n(&known[i].state, __ATOMIC_ACQUIRE);
		if (state == READY && known[i].leaf == leaf && known[i].sub == sub) {
			memcpy(r, known[i].r, sizeof(known[i].r));
			return;
		}
	}
	ask(leaf, sub, r);
	if (state == FREE)
		keep(&known[i - 1], leaf, sub, r);
}

/*
 * Does the leaf say the same on all CPUs? Those that have the CPU's own number do not, nor those
 * that speak of caches and kinds of cores where there are several, nor, on Intel's, leaves that the
 * processor does not have: they read as the last one that it has.
 */
static bool is_same_everywhere(u32 leaf)
{
	u32 r[4];

	recall(leaf & 0x80000000, 0, r);
	if (leaf > r[0])
		return false;
	switch (leaf) {
	case 0:
	case 7:
	case 0xd:
	case 0x14:
	case 0x15:
	case 0x19:
		return true;
	case 2:
	case 4:
		recall(7, 0, r);
		return !(r[3] & EDX_HYBRID);
	default:
		return leaf >= 0x80000000 && leaf <= 0x80000008;
	}
}

/* Others say the same whatever ECX is. */
static bool has_subleaves(u32 leaf)
{
	return leaf == 4 || leaf == 7 || leaf == 0xd || leaf == 0x14;
}

void cpuid(u32 leaf, u32 sub, u32 r[4])
{
	if (is_same_everywhere(leaf))
		recall(leaf, has_subleaves(leaf) ? sub : 0, r);
	else
		ask(leaf, sub, r);
}

void cpuid_features(u32 r[4])
{
	recall(1, 0, r);
}

bool is_amd(void)
{
	u32 r[4];

	cpuid(0, 0, r);
	return r[2] == ECX_AMD || r[2] == ECX_HYGON;
}
