/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The encoder of the P5, the 6x86MX, the WinChip and the C3. encode.c documents the functions
 * (struct family). */
#ifndef PMC_CORE_ENCODE_P5_H
#define PMC_CORE_ENCODE_P5_H

#include "core/encode/fields/encoding.h"
#include "core/encode/fields/job.h"

int encode_p5(const struct job *job, struct encoding *enc);
int encode_p5_raw(const struct job *job, struct encoding *enc);
void encode_p5_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n);
bool decode_p5(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
	       struct event *event);

#endif
