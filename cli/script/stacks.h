/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call chains for formats that have nothing else. A profile without chains gives one for each
 * function in each process, of two frames, because what is not known of callers must not look like
 * something that is.
 */
#ifndef PMC_CLI_SCRIPT_STACKS_H
#define PMC_CLI_SCRIPT_STACKS_H

#include <stddef.h>
#include <stdint.h>

struct script_job;

struct stack_frame {
	const char *name;
	/* UINT_MAX: the frame is the process. */
	unsigned object;
	uint64_t address;
};

/*
 * A chain, the outermost frame first, which is the process; count: of the job's first event. The
 * first `common` frames are those of the chain that was given before. Names live until the function
 * returns. Returns 0 or an exit status.
 */
typedef int stack_taker(void *to, const struct stack_frame *frames, size_t n, size_t common,
			uint64_t count);

/* Gives all chains that have counts. Returns 0, or what the taker returned, or a status. */
int stacks_give(const struct script_job *job, stack_taker *take, void *to);

#endif
