/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory that the engine and libpmc share, in which the engine counts: emu/launch.h. */
#ifndef PMC_LIB_SHARED_H
#define PMC_LIB_SHARED_H

#include "core/base/types.h"
#include "emu/launch.h"

struct pmc_diag;

struct shared {
	int fd;
	struct emu_header *header;
	const u8 *counts;	     /* those of the models, from EMU_COUNTS_AT(0); or NULL */
	u32 n_mapped;		     /* no chunk from this one on was ever mapped */
	const u8 *bursts;	     /* from EMU_BURSTS_AT(0); or NULL */
	void *chunk[EMU_MAX_CHUNKS]; /* mapped when first needed; NULL before */
	u32 stuck[EMU_MAX_TASKS];    /* odd value at which a record's seq stays for ever; else 0 */
};

/*
 * Makes the memory and maps its header at *header. Its descriptor, close-on-exec; or -errno with
 * diag.
 */
int shared_create(unsigned flags, struct emu_header **header, struct pmc_diag *diag);

/* A reader of the memory in fd, which stays the caller's. It takes the header over, which
 * shared_unmap() unmaps. NULL: out of memory, and the header is unmapped. */
struct shared *shared_take(int fd, struct emu_header *header);
void shared_unmap(struct shared *sh);

/* The chunk with this number, mapped for reading; NULL when there is none. */
const void *shared_chunk(struct shared *sh, s32 i);

/* How many exits the vectors are of. */
u32 shared_exits(const struct shared *sh, const struct emu_vectors *v);

/* Gives a chunk back that nobody uses any more, all zero, and its memory if that is much. False:
 * the kernel cannot. */
bool shared_free(struct shared *sh, u32 i);

/* What the models have counted for task record i; NULL: nothing was modelled. */
const struct machine_counts *shared_counts(struct shared *sh, u32 i);
/* The same of bursts, if the machine is modelled in bursts. */
const struct emu_bursts *shared_bursts(struct shared *sh, u32 i);

/* How many task records are in use. */
u32 shared_tasks(const struct shared *sh);
/*
 * The totals of task record i by now. False: the record is free. task (may be NULL) gets a copy of
 * it.
 */
bool shared_read(struct shared *sh, u32 i, u64 total[EMU_NSIGNALS], struct emu_task *task);

#endif
