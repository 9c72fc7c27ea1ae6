/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of the backend emulated share. */
#ifndef PMC_LIB_EMULATED_H
#define PMC_LIB_EMULATED_H

#include "emu/launch.h"
#include "lib/base/internal.h"

/* ---- emulated_start.c: the engine's file, the shared memory, the command line ---- */

/* Opens the engine: $PMC_EMU, beside the running executable, in PMC_LIBEXEC. The descriptor is
 * close-on-exec; -ENOENT with the places that were tried, or why the file will not do. */
int engine_open(struct pmc_diag *diag);
/* Makes the shared memory; the header is mapped at *header. Its descriptor, close-on-exec. */
int shared_create(unsigned flags, struct emu_header **header, struct pmc_diag *diag);

/* The launch of the command through the engine. Takes engine_fd over, in every case. */
int launch_make(int shm_fd, int engine_fd, bool deterministic, const struct pmc_command *command,
		struct launch *launch);

/* ---- emulated_read.c: the counters, from outside ---- */

struct shared {
	int fd;
	struct emu_header *header;
	void *chunk[EMU_MAX_CHUNKS]; /* mapped when first needed; NULL */
	u32 stuck[EMU_MAX_TASKS];    /* odd value at which a record's seq stands for ever; 0 */
};

/* Map the header of the shared memory in fd (which stays the caller's) and back. */
struct shared *shared_map(int fd);
void shared_unmap(struct shared *sh);
/* How many task records are in use. */
u32 shared_tasks(const struct shared *sh);
/* The totals of task record i by now. False when the record is free. task (may be NULL) gets a copy. */
bool shared_read(struct shared *sh, u32 i, u64 total[EMU_NSIGNALS], struct emu_task *task);

/* The shared memory's descriptor of a set that is attached to a command. */
int emulated_fd(const struct pmc_set *set);

/* ---- Inside a program that the engine runs ---- */

/* The flags of the shared memory's header, or -ENOSYS: no engine here. */
long engine_flags(void);
/* The calling thread's counts by now. 0 or -errno. */
int engine_read(u64 total[EMU_NSIGNALS]);

#endif
