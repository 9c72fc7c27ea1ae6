/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of the backend msr share. */
#ifndef PMC_LIB_MSR_H
#define PMC_LIB_MSR_H

#include "core/encode.h"
#include "lib/internal.h"

/* The registers of a CPU through /dev/cpu/N/msr: a descriptor or -errno; 0 or -errno. */
int msr_open(unsigned cpu);
int msr_read(int fd, u32 address, u64 *value);
int msr_write(int fd, u32 address, u64 value);
/* The address of a counter, of its select register; 0 when the PMU has none. */
u32 msr_counter(const struct pmu *pmu, u32 counter);
u32 msr_select(const struct pmu *pmu, u32 counter);
/* Is somebody counting with it? */
bool msr_in_use(int fd, const struct pmu *pmu, u32 counter);

/*
 * What registers held before, in a file /run/pmc-msr.PID.N, so that another pmc can put it back when this one was
 * killed. Lines: CPU ADDRESS VALUE. keep: a descriptor, or -errno; add: before the register is written.
 */
#define MSR_KEEP_PATH 64
int msr_keep_open(char path[MSR_KEEP_PATH]);
int msr_keep_add(int fd, unsigned cpu, u32 address, u64 value);
void msr_keep_close(int fd, const char *path);
/* Puts back what processes that are gone have left. */
void msr_recover(void);

#endif
