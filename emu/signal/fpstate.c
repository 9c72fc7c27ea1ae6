// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The program's FP and vector state as the kernel puts it into a signal frame, for frames that the
 * engine makes by itself: FXSAVE's 512 bytes, and where the processor has XSAVE the rest of it, between
 * two magic words (Linux, arch/x86/include/uapi/asm/sigcontext.h: struct _fpx_sw_bytes).
 */
#include "emu/base/thread.h"

#define ARCH_GET_XCOMP_PERM 0x1022
#define MAGIC1	   0x46505853u
#define MAGIC2	   0x46505845u
#define SW_BYTES   464 /* where the kernel describes the state, within FXSAVE's area */
#define COMPONENTS (~(u64)(3ull << 17)) /* all but AMX's, which a process has to ask for */

/* What this process may use of XCR0. */
static u64 components(void)
{
	u64 permitted = COMPONENTS;
	u32 lo, hi;

	__asm__ volatile("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
	sys2(__NR_arch_prctl, ARCH_GET_XCOMP_PERM, &permitted); /* older kernels have nothing to ask for */
	return ((u64)hi << 32 | lo) & permitted;
}

u32 fpstate_save(u8 *fp, u32 room)
{
	u32 r[4], size = 512 + 64, end, w[5];
	u64 mask;

	cpuid(1, 0, r);
	if (!(r[2] >> 27 & 1)) { /* OSXSAVE */
		memset(fp, 0, 512);
		__asm__ volatile("fxsave64 (%0)" : : "r"(fp) : "memory");
		return 512;
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
	__asm__ volatile("xsave64 (%0)" : : "r"(fp), "a"((u32)mask), "d"((u32)(mask >> 32)) : "memory");
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
