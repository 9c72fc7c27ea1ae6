/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Raw events of the families with PERFEVTSEL. core/encode/encode.c documents the function
 * (struct family). */
#ifndef PMC_CORE_ENCODE_EVTSEL_RAW_H
#define PMC_CORE_ENCODE_EVTSEL_RAW_H

#include "core/encode/fields/encoding.h"
#include "core/encode/fields/job.h"

int encode_evtsel_raw(const struct job *job, struct encoding *enc);

#endif
