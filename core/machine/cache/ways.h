/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Which ways of a set hold a tag: all are compared, so that no jump depends on which it is. On
 * x86-64 eight are compared at once. That takes registers of SSE2, XMM0 to XMM3: a host that keeps
 * something there, as the engine does for its program, saves them around its calls of the models.
 */
#ifndef PMC_CORE_MACHINE_WAYS_H
#define PMC_CORE_MACHINE_WAYS_H

#include "core/base/types.h"

#define WAYS_MANY 64 /* one bit each */

#if defined(__x86_64__)

#ifdef __SSE2__
#define WAYS_CLOBBERS : "xmm0", "xmm1", "xmm2", "xmm3"
#else
#define WAYS_CLOBBERS /* the compiler uses no such registers, and knows none */
#endif

/* SSE2 compares halves of tags. Packed to words, both of a tag are one half of a vector's double
 * words again, and are all ones if the tag is equal. */
static inline u32 ways_four(const u64 *tag, u64 wanted)
{
	u32 found;

	__asm__("movq %[wanted], %%xmm0\n"
		"punpcklqdq %%xmm0, %%xmm0\n"
		"movdqu (%[tag]), %%xmm1\n"
		"movdqu 16(%[tag]), %%xmm2\n"
		"pcmpeqd %%xmm0, %%xmm1\n"
		"pcmpeqd %%xmm0, %%xmm2\n"
		"pcmpeqd %%xmm3, %%xmm3\n"
		"packssdw %%xmm2, %%xmm1\n"
		"pcmpeqd %%xmm3, %%xmm1\n"
		"movmskps %%xmm1, %[found]\n"
		: [found] "=r"(found)
		: [wanted] "r"(wanted), [tag] "r"(tag), "m"(*(const u64(*)[4])tag)WAYS_CLOBBERS);
	return found;
}

static inline u32 ways_eight(const u64 *tag, u64 wanted)
{
	u32 found;

	__asm__("movq %[wanted], %%xmm0\n"
		"punpcklqdq %%xmm0, %%xmm0\n"
		"movdqu (%[tag]), %%xmm1\n"
		"movdqu 16(%[tag]), %%xmm3\n"
		"movdqu 32(%[tag]), %%xmm2\n"
		"pcmpeqd %%xmm0, %%xmm1\n"
		"pcmpeqd %%xmm0, %%xmm3\n"
		"pcmpeqd %%xmm0, %%xmm2\n"
		"packssdw %%xmm3, %%xmm1\n"
		"movdqu 48(%[tag]), %%xmm3\n"
		"pcmpeqd %%xmm0, %%xmm3\n"
		"packssdw %%xmm3, %%xmm2\n"
		"pcmpeqd %%xmm3, %%xmm3\n"
		"pcmpeqd %%xmm3, %%xmm1\n"
		"pcmpeqd %%xmm3, %%xmm2\n"
		"packssdw %%xmm2, %%xmm1\n"
		"packsswb %%xmm1, %%xmm1\n"
		"pmovmskb %%xmm1, %[found]\n"
		: [found] "=r"(found)
		: [wanted] "r"(wanted), [tag] "r"(tag), "m"(*(const u64(*)[8])tag)WAYS_CLOBBERS);
	return found & 0xff;
}

/* The same with two bits for each way, the lower of which is set if it holds the tag. Tags are
 * aligned to 16 bytes. XMM3 stays as it is. */
static inline __attribute__((always_inline)) u32 ways_pairs_four(const u64 *tag, u64 wanted)
{
	u32 found;

	__asm__("movq %[wanted], %%xmm0\n"
		"punpcklqdq %%xmm0, %%xmm0\n"
		"movdqa %%xmm0, %%xmm1\n"
		"pcmpeqd (%[tag]), %%xmm1\n"
		"pcmpeqd 16(%[tag]), %%xmm0\n"
		"packssdw %%xmm0, %%xmm1\n"
		"packsswb %%xmm1, %%xmm1\n"
		"pmovmskb %%xmm1, %[found]\n"
		: [found] "=r"(found)
		: [wanted] "r"(wanted), [tag] "r"(tag), "m"(*(const u64(*)[4])tag)WAYS_CLOBBERS);
	return found & found >> 1 & 0x55;
}

static inline __attribute__((always_inline)) u32 ways_pairs_eight(const u64 *tag, u64 wanted)
{
	u32 found;

	__asm__("movq %[wanted], %%xmm0\n"
		"punpcklqdq %%xmm0, %%xmm0\n"
		"movdqa %%xmm0, %%xmm1\n"
		"movdqa %%xmm0, %%xmm2\n"
		"pcmpeqd (%[tag]), %%xmm1\n"
		"pcmpeqd 16(%[tag]), %%xmm2\n"
		"packssdw %%xmm2, %%xmm1\n"
		"movdqa %%xmm0, %%xmm2\n"
		"pcmpeqd 32(%[tag]), %%xmm2\n"
		"pcmpeqd 48(%[tag]), %%xmm0\n"
		"packssdw %%xmm0, %%xmm2\n"
		"packsswb %%xmm2, %%xmm1\n"
		"pmovmskb %%xmm1, %[found]\n"
		: [found] "=r"(found)
		: [wanted] "r"(wanted), [tag] "r"(tag), "m"(*(const u64(*)[8])tag)WAYS_CLOBBERS);
	return found & found >> 1 & 0x5555;
}

#else

static inline u32 ways_four(const u64 *tag, u64 wanted)
{
	return (u32)(tag[0] == wanted) | (u32)(tag[1] == wanted) << 1 |
	       (u32)(tag[2] == wanted) << 2 | (u32)(tag[3] == wanted) << 3;
}

static inline u32 ways_eight(const u64 *tag, u64 wanted)
{
	return ways_four(tag, wanted) | ways_four(tag + 4, wanted) << 4;
}

static inline u32 ways_pairs_four(const u64 *tag, u64 wanted)
{
	return (u32)(tag[0] == wanted) | (u32)(tag[1] == wanted) << 2 |
	       (u32)(tag[2] == wanted) << 4 | (u32)(tag[3] == wanted) << 6;
}

static inline u32 ways_pairs_eight(const u64 *tag, u64 wanted)
{
	return ways_pairs_four(tag, wanted) | ways_pairs_four(tag + 4, wanted) << 8;
}

#endif

/* Those of any number up to WAYS_MANY. */
static inline u64 ways_any(const u64 *tag, u32 ways, u64 wanted)
{
	u64 found = 0;
	u32 way = 0;

	for (; way + 8 <= ways; way += 8)
		found |= (u64)ways_eight(tag + way, wanted) << way;
	if (way + 4 <= ways) {
		found |= (u64)ways_four(tag + way, wanted) << way;
		way += 4;
	}
	for (; way < ways; way++)
		found |= (u64)(tag[way] == wanted) << way;
	return found;
}

/* The ways that hold the tag, one bit each. */
static inline __attribute__((always_inline)) u64 ways_with(const u64 *tag, u32 ways, u64 wanted)
{
	switch (ways) {
	case 4:
		return ways_four(tag, wanted);
	case 8:
		return ways_eight(tag, wanted);
	case 16:
		return ways_eight(tag, wanted) | ways_eight(tag + 8, wanted) << 8;
	default:
		return ways_any(tag, ways, wanted);
	}
}

#endif
