/* SPDX-License-Identifier: BSD-2-Clause */
/* Backend "emulated": the engine counts a program that it runs. */
#ifndef PMC_LIB_EMULATED_H
#define PMC_LIB_EMULATED_H

/* What could count instead; several sentences end with it. */
#define PERF_NEEDS "backend perf and a PMU that the kernel offers"

extern const struct backend backend_emulated;

#endif
