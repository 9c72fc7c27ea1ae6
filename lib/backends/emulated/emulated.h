/* SPDX-License-Identifier: BSD-2-Clause */
/* Backend "emulated": the engine counts a program that it runs. */
#ifndef PMC_LIB_EMULATED_H
#define PMC_LIB_EMULATED_H

/* What else could count; part of several sentences. */
#define PERF_NEEDS "backend perf and a PMU that the kernel offers"

extern const struct backend backend_emulated;

#endif
