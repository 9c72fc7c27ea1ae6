/* SPDX-License-Identifier: BSD-2-Clause */
/* The clock of runs and intervals. */
#ifndef PMC_CLI_RUN_CLOCK_H
#define PMC_CLI_RUN_CLOCK_H

#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC, as libpmc tells its times. */
uint64_t monotonic_ns(void);

#endif
