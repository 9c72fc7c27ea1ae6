/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Copies of a trace's code: it means the same elsewhere in the cache. What is relative to RIP is
 * written anew, but for jumps within the trace. Jumps that are exits lead where they led.
 */
#ifndef PMC_EMU_COPY_H
#define PMC_EMU_COPY_H

#include "emu/base/types.h"

struct trace;

/* Can it be copied to any place in the cache? */
bool copy_can(const struct trace *tr);
/* Writes the copy. Returns its end. */
u8 *copy_code(u8 *to, const struct trace *tr);
/* Writes n bytes of NOPs. Returns their end. */
u8 *copy_pad(u8 *p, u64 n);

#endif
