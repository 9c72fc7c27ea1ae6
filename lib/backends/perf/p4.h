/* SPDX-License-Identifier: BSD-2-Clause */
/* The Pentium 4 under Linux's perf. */
#ifndef PMC_LIB_PERF_P4_H
#define PMC_LIB_PERF_P4_H

#include "core/base/types.h"

#define P4_MOST_PER_NS 16 /* no event can count more in a nanosecond */

struct encoding;

/* perf's number of an event; -EOPNOTSUPP: perf has none. */
int perf_config_p4(const struct encoding *enc, u64 *config);

/* Is this a Pentium 4 under a Linux that miscounts on it? */
bool perf_p4_miscounts(void);

#endif
