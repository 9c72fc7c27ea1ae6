/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The processors that are shown instead of the host's: one per level of the x86-64 psABI. */
#ifndef PMC_EMU_LEVEL_H
#define PMC_EMU_LEVEL_H

#include "emu/base/types.h"

struct level {
	const char *brand; /* at most 47 bytes */
	u32 signature;	   /* leaf 1, EAX: family, model, stepping */
	u32 max_leaf;
	u32 ecx1, ebx7, ext_ecx; /* leaf 1 ECX, leaf 7 EBX, leaf 80000001H ECX */
	u64 xcr0;
	const char *flags; /* those bits, by Linux's names; level v1's come first */
};

/* of leaf 1 EDX and leaf 80000001H EDX, in every level */
#define LEVEL_EDX1    0x078bfbffu
#define LEVEL_EXT_EDX 0x20100800u
#define LEVEL_FLAGS                                                                           \
	"fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush mmx" \
	" fxsr sse sse2 syscall nx lm"

/* by enum emu_cpu; the first is unused */
extern const struct level levels[];

#define LEVEL_LINE	 64   /* bytes of a cache line */
#define LEVEL_L1	 32   /* KiB, data and instructions each */
#define LEVEL_L2_KIB	 256  /* KiB */
#define LEVEL_L3	 8192 /* KiB */
#define LEVEL_WAYS	 8
#define LEVEL_L3_WAYS	 16
#define LEVEL_VIRTUAL	 48 /* bits of an address */
#define LEVEL_PHYSICAL	 40
#define LEVEL_XSAVE_SSE	 576 /* bytes of XSAVE's area: up to its header */
#define LEVEL_XSAVE_AVX	 256 /* bytes that AVX state adds */
#define LEVEL_XSAVE_SIZE (LEVEL_XSAVE_SSE + LEVEL_XSAVE_AVX)

#endif
