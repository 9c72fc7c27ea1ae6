/* SPDX-License-Identifier: BSD-2-Clause */
/* The registers of a CPU through /dev/cpu/N/msr. */
#ifndef PMC_LIB_MSR_REGS_H
#define PMC_LIB_MSR_REGS_H

#include "core/base/types.h"

#define MSR_LOCKED_DOWN "the kernel is locked down (kernel_lockdown(7)), as it is under Secure Boot"

struct pmu;

/* A descriptor or -errno. */
int msr_open(unsigned cpu);
/* 0 or -errno. */
int msr_read(int fd, u32 address, u64 *value);
int msr_write(int fd, u32 address, u64 value);

/* The address of a counter, and of its select register; 0: the PMU has none. */
u32 msr_counter(const struct pmu *pmu, u32 counter);
u32 msr_select(const struct pmu *pmu, u32 counter);

/* Is somebody counting with it? */
bool msr_in_use(int fd, const struct pmu *pmu, u32 counter);

#endif
