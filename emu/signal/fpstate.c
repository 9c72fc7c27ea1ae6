// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * FP state as the kernel puts it into a signal frame: FXSAVE's 512 bytes and, where the processor
 * has XSAVE, the rest of its area between two magic words (Linux,
 * arch/x86/include/uapi/asm/sigcontext.h: struct _fpx_sw_bytes). The engine writes it itself for
 * frames that it makes without a signal of the kernel's.
 */
#include "emu/signal/fpstate.h"

#include "emu/base/cpuid.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"

#define ARCH_GET_XCOMP_PERM 0x1022
#define MAGIC1		    0x46505853u
#define MAGIC2		    0x46505845u
#define FXSAVE_SIZE	    512
#define XSAVE_HEADER	    64
#define SW_BYTES	    464 /* within FXSAVE's area: where the kernel describes the state */
#define COMPONENTS	    (~(u64)(3ull << 17)) /* without AMX, which a process has to ask for */

#define MXCSR	  24 /* within FXSAVE's area */
#define XSTATE_BV FXSAVE_SIZE
#define PKRU	  9 /* its state component */

/* The initial state, for FXRSTOR, and for XRSTOR, whose header says that no component is in use. */
static const u8 initial[FXSAVE_SIZE + XSAVE_HEADER] __attribute__((aligned(64))) = {
	[0] = 0x7f,
	[1] = 0x03, /* x87 control word */
	[MXCSR] = 0x80,
	[MXCSR + 1] = 0x1f,
};

/* Protection keys: the rights that a program begins with, and where XSAVE writes them. */
static bool has_keys;
static u32 initial_pkru, pkru_at;

static bool has_xsave(void)
{
	u32 r[4];

	cpuid_features(r);
	return r[2] >> 27 & 1; /* OSXSAVE */
}

static u32 get_pkru(void)
{
	u32 eax, edx;

	__asm__ volatile("rdpkru" : "=a"(eax), "=d"(edx) : "c"(0));
	return eax;
}

static void set_pkru(u32 pkru)
{
	__asm__ volatile("wrpkru" : : "a"(pkru), "c"(0), "d"(0) : "memory");
}

void fpstate_init(void)
{
	u32 r[4];

	cpuid(0, 0, r);
	if (r[0] < 0xd || !has_xsave())
		return;
	cpuid(7, 0, r);
	has_keys = r[2] >> 4 & 1; /* OSPKE */
	if (!has_keys)
		return;
	initial_pkru = get_pkru();
	cpuid(0xd, PKRU, r);
	pkru_at = r[1];
}

u32 fpstate_all_rights(void)
{
	u32 was = 0;

	if (has_keys) {
		was = get_pkru();
		set_pkru(0);
	}
	return was;
}

void fpstate_set_rights(u32 pkru)
{
	if (has_keys)
		set_pkru(pkru);
}

/* The state components of XCR0 that this process may use. */
static u64 components(void)
{
	u64 permitted = COMPONENTS;
	u32 lo, hi;

	__asm__ volatile("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
	/* Older kernels refuse the call, and permit everything. */
	sys2(__NR_arch_prctl, ARCH_GET_XCOMP_PERM, &permitted);
	return ((u64)hi << 32 | lo) & permitted;
}

u32 fpstate_save(u8 *fp, u32 room)
{
	u32 r[4], size = FXSAVE_SIZE + XSAVE_HEADER, end, w[5];
	u64 mask;

	if (!has_xsave()) {
		memset(fp, 0, FXSAVE_SIZE);
		__asm__ volatile("fxsave64 (%0)" : : "r"(fp) : "memory");
		return FXSAVE_SIZE;
	}
	mask = components();
	for (unsigned i = 2; i < 63; i++) {
		if (!(mask >> i & 1))
			continue;
		cpuid(0xd, i, r);
		end = r[1] + r[0];
		if (end + 4 > room)
			mask &= ~(1ull << i);
		else if (end > size)
			size = end;
	}
	memset(fp, 0, size + 4);
	__asm__ volatile("xsave64 (%0)"
			 :
			 : "r"(fp), "a"((u32)mask), "d"((u32)(mask >> 32))
			 : "memory");
	w[0] = MAGIC1;
	w[1] = size + 4;
	w[2] = (u32)mask;
	w[3] = (u32)(mask >> 32);
	w[4] = size;
	memcpy(fp + SW_BYTES, w, sizeof(w));
	w[0] = MAGIC2;
	memcpy(fp + size, w, 4);
	return size + 4;
}

u32 fpstate_size(const u8 *fp)
{
	u32 magic, size;

	if (!fp)
		return 0;
	memcpy(&magic, fp + SW_BYTES, 4);
	memcpy(&size, fp + SW_BYTES + 4, 4);
	if (magic != MAGIC1 || size < FXSAVE_SIZE + XSAVE_HEADER ||
	    size > sizeof(((struct pending *)0)->fp))
		return FXSAVE_SIZE;
	return size;
}

void fpstate_reset(void)
{
	u64 mask;

	if (!has_xsave()) {
		__asm__ volatile("fxrstor64 (%0)" : : "r"(initial) : "memory");
		return;
	}
	mask = components() & ~(1ull << PKRU);
	__asm__ volatile("xrstor64 (%0)"
			 :
			 : "r"(initial), "a"((u32)mask), "d"((u32)(mask >> 32))
			 : "memory");
	fpstate_set_rights(initial_pkru);
}

void fpstate_reset_frame(u8 *fp)
{
	u64 in_use = 0, frame_has;

	if (!fp)
		return;
	if (fpstate_size(fp) == FXSAVE_SIZE) {
		memcpy(fp, initial, SW_BYTES);
		return;
	}
	memcpy(&frame_has, fp + SW_BYTES + 8, sizeof(frame_has));
	memcpy(fp + MXCSR, initial + MXCSR, 4);
	if (has_keys && frame_has >> PKRU & 1) {
		in_use = 1ull << PKRU;
		memcpy(fp + pkru_at, &initial_pkru, sizeof(initial_pkru));
	}
	memcpy(fp + XSTATE_BV, &in_use, sizeof(in_use));
}
