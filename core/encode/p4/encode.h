/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The Pentium 4's encoder. core/encode/encode.c documents the functions (struct family). */
#ifndef PMC_CORE_ENCODE_P4_H
#define PMC_CORE_ENCODE_P4_H

#include "core/encode/fields/encoding.h"
#include "core/encode/fields/job.h"

int encode_p4(const struct job *job, struct encoding *enc);
void encode_p4_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n);

#endif
