/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines for the tools that compare the engine's modelling with something else. */
#include "tests/emu/modelling.h"
#include "tests/emu/started.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "core/machine/describe/check.h"
#include "core/machine/describe/parse.h"
#include "core/machine/describe/table.h"

static const struct {
	const char *name;
	u32 part;
} part_names[] = {
	{ "data", MACHINE_DATA },     { "fetch", MACHINE_FETCH }, { "tlb", MACHINE_TLB },
	{ "branch", MACHINE_BRANCH }, { "dirty", MACHINE_DIRTY }, { "prefetch", MACHINE_PREFETCH },
	{ "levels", MACHINE_LEVELS },
};

static u32 part_of(const char *word, size_t n)
{
	for (size_t i = 0; i < sizeof(part_names) / sizeof(part_names[0]); i++)
		if (strlen(part_names[i].name) == n && !memcmp(part_names[i].name, word, n))
			return part_names[i].part;
	return 0;
}

static void must(int err, const char *word, const struct diag *diag)
{
	if (!err)
		return;
	fprintf(stderr, "%s: %s\n", word, diag->sentence);
	exit(125);
}

void modelling_machine(const char *words, struct machine *machine, u32 *parts)
{
	size_t n = strcspn(words, " ");
	const struct machine *base;
	struct diag diag;

	base = pmc_machine_find(words, n, &diag);
	must(!base, words, &diag);
	*machine = *base;
	*parts = 0;
	for (words += n; *words; words += n) {
		u32 part;

		words += strspn(words, " ");
		n = strcspn(words, " ");
		part = part_of(words, n);
		*parts |= part;
		if (!part && n)
			must(pmc_machine_set(machine, words, n, &diag), words, &diag);
	}
	if (!*parts)
		*parts = MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB | MACHINE_BRANCH |
			 MACHINE_DIRTY;
	*parts |= MACHINE_LEVELS | MACHINE_LAST;
	must(pmc_machine_check(machine, &diag), machine->name, &diag);
}

static const struct emu_bursts *bursts_of(const struct emu_header *shm, unsigned i)
{
	return (const void *)((const char *)shm + EMU_BURSTS_AT(i));
}

static void add_bursts(const struct emu_header *shm, unsigned i, u64 *sum)
{
	const struct emu_bursts *b = bursts_of(shm, i);

	for (unsigned g = 0; g < EMU_BURST_GROUPS; g++) {
		const u64 *counts = (const void *)&b->group[g].counts;

		for (size_t k = 0; k < sizeof(b->group[g].counts) / sizeof(*sum); k++)
			sum[k] += counts[k];
	}
}

bool modelling_saw_all(const struct emu_header *shm)
{
	unsigned n = shm->n_tasks < EMU_MAX_TASKS ? shm->n_tasks : EMU_MAX_TASKS;
	uint64_t seen = 0, all = 0, signal[EMU_NSIGNALS];

	for (unsigned i = 0; i < n; i++) {
		seen += bursts_of(shm, i)->first;
		for (unsigned g = 0; g < EMU_BURST_GROUPS; g++)
			seen += bursts_of(shm, i)->group[g].instructions;
		started_task(shm, i, signal);
		all += signal[EMU_INSTRUCTIONS];
	}
	if (seen != all)
		fprintf(stderr, "bursts have seen %" PRIu64 " of %" PRIu64 " instructions\n", seen,
			all);
	return seen == all;
}

void modelling_total(const struct emu_header *shm, struct machine_counts *total)
{
	unsigned n = shm->n_tasks < EMU_MAX_TASKS ? shm->n_tasks : EMU_MAX_TASKS;
	u64 *sum = (u64 *)total;

	memset(total, 0, sizeof(*total));
	for (unsigned i = 0; i < n; i++) {
		const u64 *counts = (const void *)((const char *)shm + EMU_COUNTS_AT(i));

		for (size_t k = 0; k < sizeof(*total) / sizeof(*sum); k++)
			sum[k] += counts[k];
		if (shm->model.sampling.count)
			add_bursts(shm, i, sum);
	}
}

void modelling_print(FILE *out, const struct machine_counts *counts)
{
	const struct quantity *q;

	for (u32 i = 0; (q = pmc_quantity_row(i)); i++)
		if (machine_count(counts, q))
			fprintf(out, "%s %" PRIu64 "\n", q->name, machine_count(counts, q));
}
