/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The encoder of the families with PERFEVTSEL. core/encode/encode.c documents the functions
 * (struct family). */
#ifndef PMC_CORE_ENCODE_EVTSEL_H
#define PMC_CORE_ENCODE_EVTSEL_H

#include "core/encode/fields/encoding.h"
#include "core/encode/fields/job.h"

int encode_evtsel(const struct job *job, struct encoding *enc);
void encode_evtsel_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		      struct reg_value *regs, u32 *n);

#endif
