/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The journal of the registers that a process has written: a file /run/pmc-msr.XXXXXX, locked as
 * long as its process lives, from which another pmc puts the values back when this one was killed.
 */
#ifndef PMC_LIB_MSR_JOURNAL_H
#define PMC_LIB_MSR_JOURNAL_H

#include "core/base/types.h"

/* A register that was written: its value before, its value now, and which of its bits are ours. */
struct msr_written {
	unsigned cpu;
	u32 address;
	u64 before, now, mask;
};

/*
 * Does it still hold our bits? 1; 0: somebody else has written them; or -errno: the CPU is offline.
 */
int msr_is_ours(int fd, const struct msr_written *w);
/* Restores our bits, unless somebody else has written them since. */
void msr_put_back(int fd, const struct msr_written *w);

#define MSR_JOURNAL_PATH 32
/* Makes a journal: a descriptor or -errno. */
int msr_journal_create(char path[MSR_JOURNAL_PATH]);
/* Removes it. */
void msr_journal_destroy(int fd, const char *path);
/* Adds a line; called before the register is written. 0 or -errno. */
int msr_journal_add(int fd, const struct msr_written *w);
/* Restores what processes that were killed have left behind. */
void msr_journal_recover(void);

#endif
