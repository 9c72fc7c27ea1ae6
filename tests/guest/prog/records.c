/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints what a sampler of libpmc notes: records BACKEND EVENT PERIOD CHAINS COMMAND...; CHAINS: 0;
 * 1: by frame pointers; more: by call frame information, with so many bytes of stack. Lines:
 * "sample IP PERIOD CALLER...", "mmap START SIZE OFFSET PATH", "comm NAME EXEC", "fork", "exit",
 * "lost N"; "late" for one that is older than the one before. Addresses are printed as `perf
 * script` does: in files that are mapped as offsets, and callers that were found by call frame
 * information one byte before the return address.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "pmc/profile.h"

static int fail(const struct pmc_diag *diag)
{
	printf("failed %s\n", diag->sentence);
	return 1;
}

#define FILES 64

static struct pmc_record file[FILES]; /* those of the program that began last */
static size_t files;
static int before; /* callers are printed so many bytes before */

static uint64_t offset(uint64_t address)
{
	for (size_t i = files; i; i--) {
		const struct pmc_record *f = &file[i - 1];

		if (address - f->start < f->size)
			return address - f->start + f->offset;
	}
	return address;
}

static void print(const struct pmc_record *r)
{
	static uint64_t last;
	size_t i;

	if (r->time < last)
		puts("late");
	last = r->time;
	switch (r->type) {
	case PMC_TYPE_SAMPLE:
		printf("sample %" PRIx64 " %" PRIu64, offset(r->ip), r->period);
		for (i = 0; i < r->n_chain; i++)
			printf(" %" PRIx64, offset(r->chain[i] - before));
		puts("");
		break;
	case PMC_TYPE_MMAP:
		printf("mmap %" PRIx64 " %" PRIx64 " %" PRIx64 " %s\n", r->start, r->size,
		       r->offset, r->name);
		if (r->name[0] == '/' && files < FILES)
			file[files++] = *r;
		break;
	case PMC_TYPE_COMM:
		if (r->exec)
			files = 0;
		printf("comm %s %d\n", r->name, r->exec);
		break;
	case PMC_TYPE_FORK:
		puts("fork");
		break;
	case PMC_TYPE_EXIT:
		puts("exit");
		break;
	case PMC_TYPE_SWITCH:
		puts("switch");
		break;
	case PMC_TYPE_LOST:
	case PMC_TYPE_THROTTLE:
		printf("lost %" PRIu64 "\n", r->count);
		break;
	}
}

static int take(struct pmc_sampler *sampler)
{
	struct pmc_record record;
	int err;

	while (!(err = pmc_sampler_next(sampler, &record)))
		print(&record);
	return err;
}

int main(int argc, char **argv)
{
	struct pmc_sampling how = { 0 };
	struct pmc_sampler *sampler;
	struct pmc_command *command;
	struct pmc_diag diag = { 0 };
	struct pmc_set *set;
	struct pmc *pmc;
	int status, err;

	if (argc < 6)
		return 2;
	how.period = strtoull(argv[3], NULL, 10);
	how.stack_bytes = (unsigned)atoi(argv[4]);
	if (how.stack_bytes > 1)
		how.flags = PMC_SAMPLER_DWARF, how.ring_kb = 16384, before = 1;
	else if (how.stack_bytes)
		how.flags = PMC_SAMPLER_CHAINS, how.stack_bytes = 0;
	if (pmc_open(argv[1], PMC_USE_COMMAND, &pmc, &diag) ||
	    pmc_set_create(pmc, argv[2], PMC_SET_INHERIT, &set, &diag) ||
	    pmc_sampler_create(set, &how, &sampler, &diag) ||
	    pmc_command_create(pmc, argv + 5, NULL, &command, &diag) ||
	    pmc_set_attach_command(set, command, &diag))
		return fail(&diag);
	if (pmc_sampler_start(sampler) || pmc_command_start(command, &diag))
		return fail(&diag);
	while (pmc_command_wait(command, 0, &status) == -ETIMEDOUT) {
		pmc_sampler_wait(sampler, 20);
		if (take(sampler) != -EAGAIN)
			puts("failed next");
	}
	pmc_sampler_stop(sampler);
	err = take(sampler);
	printf("end %d\n", err == -ENOENT ? 0 : err);
	pmc_sampler_destroy(sampler);
	pmc_set_destroy(set);
	pmc_command_destroy(command);
	pmc_close(pmc);
	return 0;
}
