/* SPDX-License-Identifier: BSD-2-Clause */
/* The time, and the arithmetic of scaled counts. */
#ifndef PMC_LIB_CLOCK_H
#define PMC_LIB_CLOCK_H

#include <sys/time.h>

#include "core/base/types.h"

/* CLOCK_MONOTONIC in nanoseconds. */
u64 clock_now(void);

/* a * b / c without overflow in between; c must not be 0. Saturates. */
u64 mul_div(u64 a, u64 b, u64 c);

static inline u64 timeval_ns(struct timeval tv)
{
	return (u64)tv.tv_sec * 1000000000u + (u64)tv.tv_usec * 1000u;
}

#endif
