/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers for tests that try random cases, the same in each run. */
#ifndef PMC_TESTS_ANY_H
#define PMC_TESTS_ANY_H

#include "core/base/types.h"

/* Who puts back what it was gets the same numbers again. */
static u64 any_state = 88172645463325252ull;

/* 64 bits, by xorshift64*. */
static inline u64 any_bits(void)
{
	any_state ^= any_state << 13;
	any_state ^= any_state >> 7;
	any_state ^= any_state << 17;
	return any_state * 0x2545f4914f6cdd1dull;
}

/* One of 0 to below - 1. */
static inline u64 any(u64 below)
{
	u64 bits = any_bits();

	return (below >> 32 ? bits : bits >> 32) % below;
}

#endif
