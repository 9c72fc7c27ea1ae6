/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The levels of the x86-64 psABI (section 3.1.1, table 3.1). A level has all features of those
 * below it. CPUID bits: SDM volume 2, CPUID; APM volume 3, appendix E.
 */
#define _GNU_SOURCE
#include <cpuid.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/emulated/host.h"
#include "lib/base/array.h"

#define BIT(n) (1u << (n))

/* Leaf 1, ECX: SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; FMA, MOVBE, OSXSAVE, AVX, F16C */
#define V2_1_ECX (BIT(0) | BIT(9) | BIT(13) | BIT(19) | BIT(20) | BIT(23))
#define V3_1_ECX (BIT(12) | BIT(22) | BIT(27) | BIT(28) | BIT(29))
/* Leaf 7, EBX: BMI1, AVX2, BMI2 */
#define V3_7_EBX (BIT(3) | BIT(5) | BIT(8))
/* Leaf 80000001H, ECX: LAHF and SAHF; LZCNT */
#define V2_EXT_ECX BIT(0)
#define V3_EXT_ECX BIT(5)
/* XCR0: the kernel saves SSE and AVX state */
#define XCR0_AVX (BIT(1) | BIT(2))

u32 host_pretended(void)
{
	static const struct {
		const char *word;
		u32 flag;
	} words[] = {
		{ "no-avx2", EMU_HOST_NO_AVX2 },
		{ "old", EMU_HOST_OLD },
		{ "caches", EMU_HOST_CACHES },
		{ "cpus", EMU_HOST_CPUS },
	};
	const char *list = secure_getenv("PMC_EMU_HOST");
	u32 flags = 0;
	size_t i;

	for (i = 0; list && i < ARRAY_SIZE(words); i++)
		if (strstr(list, words[i].word))
			flags |= words[i].flag;
	return flags;
}

static u32 xcr0(void)
{
	u32 low, high;

	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return low;
}

enum emu_cpu host_level(u32 pretended)
{
	u32 a, b, ecx1 = 0, ext = 0, ebx7 = 0, c, d;

	__get_cpuid(1, &a, &b, &ecx1, &d);
	__get_cpuid(0x80000001u, &a, &b, &ext, &d);
	__get_cpuid_count(7, 0, &a, &ebx7, &c, &d);
	if (pretended & EMU_HOST_OLD || (ecx1 & V2_1_ECX) != V2_1_ECX || !(ext & V2_EXT_ECX))
		return EMU_CPU_V1;
	if (pretended & EMU_HOST_NO_AVX2 || (ecx1 & V3_1_ECX) != V3_1_ECX || !(ext & V3_EXT_ECX) ||
	    (ebx7 & V3_7_EBX) != V3_7_EBX || (xcr0() & XCR0_AVX) != XCR0_AVX)
		return EMU_CPU_V2;
	return EMU_CPU_V3;
}
