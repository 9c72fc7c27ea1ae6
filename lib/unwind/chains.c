/* SPDX-License-Identifier: BSD-2-Clause */
/* See chains.h. */
#include "lib/unwind/chains.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/types.h"
#include "lib/base/vector.h"
#include "lib/sampling/registers.h"
#include "lib/unwind/space.h"
#include "lib/unwind/walk.h"

#define CHAIN_MOST 1024u /* as many as Linux's own chains at most */

struct process {
	pid_t pid;
	struct unwind_space space;
};

struct chains {
	struct libdw *libdw;
	struct process *process; /* by pid */
	size_t n, room;
	u64 *chain;
};

int chains_create(struct chains **out)
{
	struct chains *chains = calloc(1, sizeof(*chains));
	int err;

	if (!chains)
		return -ENOMEM;
	chains->chain = calloc(2 * CHAIN_MOST, sizeof(*chains->chain));
	err = chains->chain ? unwind_open(&chains->libdw) : -ENOMEM;
	if (err) {
		free(chains->chain);
		free(chains);
		return err;
	}
	*out = chains;
	return 0;
}

void chains_destroy(struct chains *chains)
{
	size_t i;

	if (!chains)
		return;
	for (i = 0; i < chains->n; i++)
		unwind_deinit(&chains->process[i].space);
	unwind_close(chains->libdw);
	free(chains->process);
	free(chains->chain);
	free(chains);
}

/* Where the process is among the others, or belongs. */
static size_t place(const struct chains *chains, pid_t pid)
{
	size_t low = 0, high = chains->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (chains->process[middle].pid < pid)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct unwind_space *find(struct chains *chains, pid_t pid)
{
	size_t i = place(chains, pid);

	return i < chains->n && chains->process[i].pid == pid ? &chains->process[i].space : NULL;
}

/* The process, known or new. NULL: there is no memory. */
static struct unwind_space *get(struct chains *chains, pid_t pid)
{
	size_t i = place(chains, pid);

	if (i < chains->n && chains->process[i].pid == pid)
		return &chains->process[i].space;
	if (vector_reserve(&chains->process, &chains->room, chains->n + 1,
			   sizeof(*chains->process)))
		return NULL;
	memmove(&chains->process[i + 1], &chains->process[i],
		(chains->n - i) * sizeof(*chains->process));
	chains->n++;
	chains->process[i] = (struct process){ .pid = pid, .space.libdw = chains->libdw };
	return &chains->process[i].space;
}

static int take_map(struct chains *chains, const struct pmc_record *r)
{
	struct unwind_space *space = get(chains, r->pid);
	struct unwind_map map = { .start = r->start,
				  .end = r->start + r->size,
				  .offset = r->offset,
				  .path = (char *)r->name };

	if (r->build_id_size && r->build_id_size <= sizeof(map.build_id)) {
		memcpy(map.build_id, r->build_id, r->build_id_size);
		map.build_id_size = r->build_id_size;
	}
	if (space)
		unwind_map(space, &map);
	return !space || space->failed ? -ENOMEM : 0;
}

static int take_fork(struct chains *chains, const struct pmc_record *r)
{
	struct unwind_space *child, *parent;

	if (r->pid == r->ppid)
		return 0; /* a thread */
	child = get(chains, r->pid);
	if (!child)
		return -ENOMEM;
	unwind_clear(child); /* another process had the number */
	parent = find(chains, r->ppid);
	if (parent)
		unwind_copy(child, parent);
	return child->failed ? -ENOMEM : 0;
}

/* Behind the kernel's callers come the place where it was entered and that place's callers. */
static int take_sample(struct chains *chains, struct pmc_record *r)
{
	const struct unwind_dump dump = { r->registers, r->stack, r->stack_size,
					  r->registers ? r->registers[REGISTER_RSP] : 0 };
	struct unwind_space *space = get(chains, r->pid);
	size_t n = r->n_chain < CHAIN_MOST ? r->n_chain : CHAIN_MOST;

	if (!space)
		return -ENOMEM;
	if (n)
		memcpy(chains->chain, r->chain, n * sizeof(*chains->chain));
	if (r->mode == PMC_MODE_KERNEL)
		chains->chain[n++] = r->registers[REGISTER_RIP];
	n += unwind_chain(space, &dump, chains->chain + n, 2 * CHAIN_MOST - n);
	r->chain = chains->chain;
	r->n_chain = n;
	return 0;
}

int chains_take(struct chains *chains, struct pmc_record *r)
{
	struct unwind_space *space;

	switch (r->type) {
	case PMC_TYPE_MMAP:
		return r->mode == PMC_MODE_KERNEL ? 0 : take_map(chains, r);
	case PMC_TYPE_FORK:
		return take_fork(chains, r);
	case PMC_TYPE_COMM:
	case PMC_TYPE_EXIT:
		space = r->exec || r->pid == r->tid ? find(chains, r->pid) : NULL;
		if (space && r->exec)
			unwind_clear(space);
		else if (space && r->type == PMC_TYPE_EXIT)
			unwind_forget(space);
		return 0;
	case PMC_TYPE_SAMPLE:
		return r->registers ? take_sample(chains, r) : 0;
	default:
		return 0;
	}
}
