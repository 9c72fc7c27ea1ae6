/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of the backend msr share. */
#ifndef PMC_LIB_MSR_H
#define PMC_LIB_MSR_H

#include "core/encode/encode.h"
#include "core/pmu/regs.h"
#include "core/pmu/pmu.h"
#include "lib/base/internal.h"

#define MSR_SCOPE \
	"it counts whole CPUs (-a, -C), and cannot tell commands, processes and threads apart"
#define MSR_LOCKED_DOWN "the kernel is locked down (kernel_lockdown(7)), as it is under Secure Boot"

/* The registers of a CPU through /dev/cpu/N/msr: a descriptor or -errno; 0 or -errno. */
int msr_open(unsigned cpu);
int msr_read(int fd, u32 address, u64 *value);
int msr_write(int fd, u32 address, u64 value);
/* The address of a counter, of its select register; 0 when the PMU has none. */
u32 msr_counter(const struct pmu *pmu, u32 counter);
u32 msr_select(const struct pmu *pmu, u32 counter);
/* Is somebody counting with it? */
bool msr_in_use(int fd, const struct pmu *pmu, u32 counter);

/* A register that was written: what it held, what it holds now, and which of its bits are ours. */
struct msr_was {
	unsigned cpu;
	u32 address;
	u64 before, now, mask;
};
/* Do our bits still stand there? 1; 0: somebody else has written them; or -errno (the CPU is offline). */
int msr_is_ours(int fd, const struct msr_was *was);
/* Puts our bits back, unless somebody else has written them since. */
void msr_put_back(int fd, const struct msr_was *was);

/*
 * These in a file /run/pmc-msr.XXXXXX, so that another pmc can put them back when this one was killed. It is locked
 * as long as its process lives. keep: a descriptor, or -errno; add: before the register is written.
 */
#define MSR_KEEP_NAME 32
int msr_keep_open(char path[MSR_KEEP_NAME]);
int msr_keep_add(int fd, const struct msr_was *was);
void msr_keep_close(int fd, const char *path);
/* Puts back what processes that are gone have left. */
void msr_recover(void);

#endif
