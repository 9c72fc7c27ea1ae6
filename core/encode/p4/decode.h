/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The Pentium 4's registers read back. core/encode/encode.c documents the function (struct
 * family). */
#ifndef PMC_CORE_ENCODE_P4_DECODE_H
#define PMC_CORE_ENCODE_P4_DECODE_H

#include "core/encode/fields/encoding.h"
#include "core/encode/fields/job.h"

bool decode_p4(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
	       struct event *event);

#endif
