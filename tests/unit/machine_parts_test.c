/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * core/machine/parts.c: a count is the same whether exactly its parts are modelled or all of them,
 * for random machines and streams, and for the machines of the table. And parts are not named for
 * nothing: each is needed somewhere, and left out elsewhere.
 */
#include "core/machine/parts.h"
#include "core/machine/access.h"
#include "core/machine/counts.h"
#include "core/machine/describe/table.h"
#include "core/machine/state.h"
#include "tests/tap.h"
#include "tests/unit/machine_random.h"

#define MACHINES   250
#define ACCESSES   4000
#define EVERYTHING (63u | MACHINE_LEVELS | MACHINE_LAST)

/* What a host does with an access: it tells only what the parts need. */
static void step(struct machine_state *s, const struct random_access *a)
{
	if (a->kind == 0) {
		if (s->parts & (MACHINE_FETCH | MACHINE_TLB))
			pmc_machine_fetch(s, a->address, a->size);
	} else if (!(s->parts & (MACHINE_DATA | MACHINE_TLB))) {
		return;
	} else if (a->kind == 1) {
		pmc_machine_read(s, a->address, a->size, a->ip);
	} else if (a->kind == 2) {
		pmc_machine_write(s, a->address, a->size, a->ip);
	} else {
		pmc_machine_modify(s, a->address, a->size, a->ip);
	}
}

static struct random_access stream[ACCESSES];

static void make_stream(void)
{
	int i;

	for (i = 0; i < ACCESSES; i++)
		random_access(&stream[i]);
}

static struct machine_counts run(const struct machine *m, unsigned parts)
{
	struct machine_state *s = calloc(1, sizeof(*s));
	void *memory = aligned_alloc(64, pmc_machine_bytes(m, parts));
	struct machine_counts counts;
	uint64_t requests[40];
	int i;

	pmc_machine_init(s, m, parts, memory);
	pmc_machine_defer(s, requests, 40);
	for (i = 0; i < ACCESSES; i++)
		step(s, &stream[i]);
	pmc_machine_settle(s);
	counts = s->own_counts;
	free(memory);
	free(s);
	return counts;
}

/* The counts with each combination of parts, made when first asked for. */
struct runs {
	const struct machine *m;
	bool made[EVERYTHING + 1];
	struct machine_counts counts[EVERYTHING + 1];
};

static const struct machine_counts *counts_with(struct runs *runs, unsigned parts)
{
	if (!runs->made[parts]) {
		runs->counts[parts] = run(runs->m, parts);
		runs->made[parts] = true;
	}
	return &runs->counts[parts];
}

/* By bit: quantities that need the part, those that do not, and those that change without it. */
static unsigned long needed[6], spared[6], changed[6];

static void leave_out(struct runs *runs, const struct quantity *q, unsigned parts)
{
	unsigned long all = machine_count(counts_with(runs, EVERYTHING & ~8u), q);
	int bit;

	for (bit = 0; bit < 6; bit++) {
		if (parts >> bit & 1)
			needed[bit]++;
		else
			spared[bit]++;
		if (parts >> bit & 1 && 1u << bit != MACHINE_BRANCH)
			changed[bit] += machine_count(counts_with(runs, parts & ~(1u << bit)), q) !=
					all;
	}
}

/* How many quantities differ. */
static int compare(const struct machine *m, bool probe)
{
	struct runs *runs = calloc(1, sizeof(*runs));
	const struct quantity *q;
	unsigned parts;
	int i, bad = 0;

	runs->m = m;
	for (i = 0; (q = pmc_quantity_row((u32)i)); i++) {
		parts = pmc_quantity_parts(m, q->offset);
		if (parts == MACHINE_BRANCH)
			continue;
		if (machine_count(counts_with(runs, parts), q) !=
		    machine_count(counts_with(runs, EVERYTHING & ~(unsigned)MACHINE_BRANCH), q)) {
			note("%s differs with parts %u", q->name, parts);
			bad++;
		}
		if (probe)
			leave_out(runs, q, parts);
	}
	free(runs);
	return bad;
}

static void random_machines(void)
{
	static const char *const names[] = { "data",	 "fetches",    "TLBs",
					     "branches", "prefetches", "dirty lines" };
	struct machine m;
	int i, bad = 0;

	for (i = 0; i < MACHINES && bad < 5; i++) {
		any_state = (uint64_t)i * 91 + 3;
		random_machine(&m);
		make_stream();
		bad += compare(&m, i < MACHINES / 5);
		if (bad)
			note("machine %d", i);
	}
	ok(!bad, "%d random machines: each count with its own parts is that with all", MACHINES);
	for (i = 0; i < 6; i++)
		if (1u << i != MACHINE_BRANCH)
			ok(changed[i] > 20 && spared[i] > 20,
			   "%s: %lu counts need them, %lu change without, %lu need none", names[i],
			   needed[i], changed[i], spared[i]);
}

static void known_machines(void)
{
	const struct machine *row;
	int i, bad = 0;

	any_state = 5;
	make_stream();
	for (i = 0; (row = pmc_machine_row((u32)i)); i++)
		bad += compare(row, false);
	ok(!bad, "the machines of the table likewise");
}

static unsigned parts_of(const char *machine, const char *name)
{
	const struct machine *m = pmc_machine_find(machine, strlen(machine), NULL);
	const struct quantity *q;
	int i;

	for (i = 0; (q = pmc_quantity_row((u32)i)); i++)
		if (!strcmp(q->name, name))
			return pmc_quantity_parts(m, q->offset);
	return 0;
}

static void by_hand(void)
{
	is_u64(parts_of("cachegrind", "l1d-read-misses"), MACHINE_DATA,
	       "cachegrind's L1D depends on nothing else");
	is_u64(parts_of("cachegrind", "l1i-misses"), MACHINE_FETCH, "nor does its L1I");
	is_u64(parts_of("cachegrind", "ll-read-misses"),
	       MACHINE_DATA | MACHINE_FETCH | MACHINE_LEVELS | MACHINE_LAST,
	       "its last level has code, too");
	is_u64(parts_of("skylakex", "dtlb-read-misses"), MACHINE_TLB, "a TLB depends on no cache");
	is_u64(parts_of("skylakex", "conditional-branch-misses"), MACHINE_BRANCH,
	       "branches depend on nothing else");
	is_u64(parts_of("cachegrind", "memory-writes"),
	       MACHINE_DATA | MACHINE_FETCH | MACHINE_DIRTY | MACHINE_LEVELS | MACHINE_LAST,
	       "writes to memory are dirty lines");
}

int main(void)
{
	random_machines();
	known_machines();
	by_hand();
	return done();
}
