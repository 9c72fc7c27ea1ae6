// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * CPUID and the auxiliary vector of the machine that is shown. Leaves of Intel's processors: SDM
 * volume 2, CPUID.
 */
#include "emu/machine/machine.h"

#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/launch.h"
#include "emu/machine/host.h"
#include "emu/machine/level.h"

#define MAX_EXT_LEAF 0x80000008u
/* Signal frames of all processors up to AVX-512 are smaller (Linux: 3,632 bytes at most). */
#define MIN_SIGNAL_STACK 4096

const struct level *machine_level(void)
{
	u32 cpu = engine.shm->cpu;

	return cpu == EMU_CPU_HOST || cpu > EMU_CPU_V3 ? NULL : &levels[cpu];
}

u32 machine_cpus(void)
{
	if (!engine.shm->cpus && engine.shm->host & EMU_HOST_CPUS)
		return EMU_HOST_N_CPUS;
	return engine.shm->cpus;
}

static void put(u32 r[4], u32 eax, u32 ebx, u32 ecx, u32 edx)
{
	r[0] = eax;
	r[1] = ebx;
	r[2] = ecx;
	r[3] = edx;
}

/* Leaf 4: a cache of this level and type (1 data, 2 instructions, 3 both), for one CPU. */
static void cache_leaf(u32 r[4], u32 type, u32 level, u32 kib, u32 ways)
{
	u32 sets = kib * 1024 / LEVEL_LINE / ways;

	put(r, type | level << 5 | 1u << 8, (LEVEL_LINE - 1) | (ways - 1) << 22, sets - 1, 0);
}

static void caches(u32 sub, u32 r[4])
{
	switch (sub) {
	case 0:
		cache_leaf(r, 1, 1, LEVEL_L1, LEVEL_WAYS);
		break;
	case 1:
		cache_leaf(r, 2, 1, LEVEL_L1, LEVEL_WAYS);
		break;
	case 2:
		cache_leaf(r, 3, 2, LEVEL_L2_KIB, LEVEL_WAYS);
		break;
	case 3:
		cache_leaf(r, 3, 3, LEVEL_L3, LEVEL_L3_WAYS);
		break;
	}
}

/* Leaf 0BH: one logical processor in one core. */
static void topology(u32 sub, u32 r[4])
{
	if (sub < 2)
		put(r, 0, 1, sub | (sub + 1) << 8, 0);
	else
		put(r, 0, 0, sub, 0);
}

/* Leaf 0DH: x87, SSE and AVX, in XSAVE's standard form only. */
static void xsave(u32 sub, const struct level *l, u32 r[4])
{
	if (sub == 0)
		put(r, (u32)l->xcr0, LEVEL_XSAVE_SIZE, LEVEL_XSAVE_SIZE, 0);
	else if (sub == 2)
		put(r, LEVEL_XSAVE_AVX, LEVEL_XSAVE_SSE, 0, 0);
}

static void brand(const struct level *l, u32 part, u32 r[4])
{
	char text[48] = "";

	memcpy(text, l->brand, strlen(l->brand));
	memcpy(r, text + 16 * part, 16);
}

static void basic(u32 leaf, u32 sub, const struct level *l, u32 r[4])
{
	switch (leaf) {
	case 0: /* GenuineIntel */
		put(r, l->max_leaf, 0x756e6547, 0x6c65746e, 0x49656e69);
		break;
	case 1:
		put(r, l->signature, 1u << 16 | (LEVEL_LINE / 8) << 8, l->ecx1, LEVEL_EDX1);
		break;
	case 2: /* F0: prefetches of 64 bytes; FF: leaf 4 has the caches */
		put(r, 0x00f0ff01, 0, 0, 0);
		break;
	case 4:
		caches(sub, r);
		break;
	case 7:
		if (sub == 0)
			put(r, 0, l->ebx7, 0, 0);
		break;
	case 0xb:
		topology(sub, r);
		break;
	case 0xd:
		xsave(sub, l, r);
		break;
	}
}

static void extended(u32 leaf, const struct level *l, u32 r[4])
{
	switch (leaf) {
	case 0x80000000:
		put(r, MAX_EXT_LEAF, 0, 0, 0);
		break;
	case 0x80000001:
		put(r, 0, 0, l->ext_ecx, LEVEL_EXT_EDX);
		break;
	case 0x80000002:
	case 0x80000003:
	case 0x80000004:
		brand(l, leaf - 0x80000002, r);
		break;
	case 0x80000006: /* 6: eight ways */
		put(r, 0, 0, (u32)LEVEL_L2_KIB << 16 | 6 << 12 | LEVEL_LINE, 0);
		break;
	case 0x80000008:
		put(r, LEVEL_VIRTUAL << 8 | LEVEL_PHYSICAL, 0, 0, 0);
		break;
	}
}

void machine_cpuid(u32 leaf, u32 sub, u32 r[4])
{
	const struct level *l = machine_level();

	if (!l) {
		host_cpuid(leaf, sub, r);
		return;
	}
	put(r, 0, 0, 0, 0);
	if (leaf <= l->max_leaf)
		basic(leaf, sub, l, r);
	else
		extended(leaf, l, r);
}

u64 machine_components(void)
{
	return machine_level()->xcr0;
}

u64 machine_hwcap(u64 host)
{
	return machine_level() ? LEVEL_EDX1 : host;
}

u64 machine_hwcap2(u64 host)
{
	return machine_level() ? 0 : host;
}

u64 machine_min_signal_stack(u64 host)
{
	return machine_level() ? MIN_SIGNAL_STACK : host;
}
