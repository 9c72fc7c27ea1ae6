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

	cpuid(1, 0, r);
	if (!(r[2] >> 27 & 1)) { /* OSXSAVE */
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
