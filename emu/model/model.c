// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The states of threads: where they are, how they begin, and what they share. */
#include "emu/model/model.h"

#include "core/machine/state.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/model/access.h"
#include "emu/model/outcomes.h"

#include <linux/mman.h>

#define LATER_SIZE  4096 /* of requests that the levels below L1 have not seen */
#define COUNTS_SIZE (EMU_MAX_TASKS * (u64)EMU_COUNTS_SIZE)

struct model_facts model_facts;

/* Of a thread: without the last level, if threads share one. */
static struct machine own;
/* The last level that the threads of this process share. */
static struct machine_state shared;
static bool is_shared;
static u32 own_parts; /* of each state */
static u8 *counts;

_Static_assert(sizeof(struct machine_state) <= T_LOADS - T_STATE, "T_LOADS");
_Static_assert(T_STORES - T_LOADS == sizeof(u64) << FILTER_BITS, "T_STORES");
_Static_assert(T_TIMES - T_LOADS == 3 * sizeof(u64) << FILTER_BITS, "T_TIMES");
_Static_assert(sizeof(struct machine_counts) <= EMU_COUNTS_SIZE, "EMU_COUNTS_SIZE");
_Static_assert(sizeof(struct machine_counts) <= EMU_MAX_TOLD * sizeof(u64), "EMU_MAX_TOLD");

static void find_facts(const struct emu_model *m)
{
	const struct cache_desc *l1d = &own.cache[LEVEL_L1D];

	model_facts.data = m->parts & (MACHINE_DATA | MACHINE_TLB);
	model_facts.fetch = m->parts & (MACHINE_FETCH | MACHINE_TLB);
	/* An inclusive level below, which loses a line for the data's sake. */
	model_facts.evicts_code = m->parts & MACHINE_FETCH &&
				  (own.cache[LEVEL_L2].flags | own.cache[LEVEL_LL].flags) &
					  CACHE_INCLUSIVE;
	model_facts.branches = m->parts & MACHINE_BRANCH;
	model_facts.stores_apart = m->parts & MACHINE_DIRTY || l1d->flags & CACHE_WRITE_THROUGH;
	model_facts.n_told = engine.profile && m->n_told <= EMU_MAX_TOLD ? m->n_told : 0;
	model_facts.told = m->told;
	model_facts.fetch_apart = !(own.flags & MACHINE_CROSSING_WHOLE) && !model_facts.n_told &&
				  own.cache[LEVEL_L1I].sector == own.cache[LEVEL_L1I].line;
	model_facts.ips = m->parts & MACHINE_PREFETCH || model_facts.n_told;
	model_facts.filters = !(m->flags & EMU_MODEL_NO_FILTER);
	model_facts.load_times = model_facts.filters &&
				 pmc_machine_is_timed(&own, own_parts, false);
	model_facts.fetch_times = model_facts.filters &&
				  pmc_machine_is_timed(&own, own_parts, true);
	model_facts.load_bits = pmc_machine_line_bits(&own, own_parts, false);
	model_facts.fetch_bits = pmc_machine_line_bits(&own, own_parts, true);
}

/* Makes the last level that threads share. */
static int init_shared(const struct emu_model *m)
{
	const u32 parts = MACHINE_DATA | (m->parts & (MACHINE_DIRTY | MACHINE_PREFETCH));
	static struct machine last;
	void *memory;

	last = own;
	memset(last.cache, 0, sizeof(last.cache));
	memset(last.prefetch, 0, sizeof(last.prefetch));
	last.cache[LEVEL_LL] = own.cache[LEVEL_LL];
	own.cache[LEVEL_LL].ways = 0;
	memory = arena_alloc(PAGE_UP(pmc_machine_bytes(&last, parts)));
	if (!memory)
		return -ENOMEM;
	pmc_machine_init(&shared, &last, parts, memory);
	is_shared = true;
	return 0;
}

int model_init(void)
{
	struct emu_model *m = &engine.shm->model;
	long r;

	if (!engine.model)
		return 0;
	counts = arena_reserve(COUNTS_SIZE);
	if (!counts)
		return -ENOMEM;
	r = sys6(__NR_mmap, (long)counts, COUNTS_SIZE, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED, engine.shm_fd, EMU_COUNTS_AT(0));
	if (r != (long)counts)
		return -ENOMEM;
	own = m->machine;
	own_parts = m->parts | (engine.bursts ? MACHINE_GAPS : 0);
	find_facts(m);
	if (own.cache[LEVEL_LL].ways && m->parts & (MACHINE_DATA | MACHINE_FETCH) &&
	    !(m->flags & EMU_MODEL_PRIVATE_LL) && init_shared(m))
		return -ENOMEM;
	__atomic_or_fetch(&m->flags, EMU_MODEL_RAN, __ATOMIC_RELAXED);
	return 0;
}

void model_forked(void)
{
	if (is_shared)
		shared.lock = 0;
	model_forget_fs(thread_self()); /* the child may have begun with another one */
}

void model_forget_fs(struct thread *t)
{
	t->model.fs = MODEL_FS_UNKNOWN;
}

u64 model_size(void)
{
	if (!engine.model)
		return 0;
	return PAGE_UP(T_LOADS - T_STATE + pmc_machine_bytes(&own, own_parts) + LATER_SIZE);
}

u64 model_told_size(void)
{
	return model_facts.n_told ? EMU_CHUNK_LEAST : 0;
}

/* The lowest n bits from this one on. */
static u64 mask(unsigned from, unsigned n)
{
	return ((1ull << n) - 1) << from;
}

void model_begin(struct thread *t)
{
	u8 *memory = (u8 *)t + T_LOADS, *later = memory + pmc_machine_bytes(&own, own_parts);

	t->asks = engine.model;
	t->burst.weight = 1;
	if (!engine.model)
		return;
	pmc_machine_init(model_state(t), &own, own_parts, memory);
	if (is_shared)
		pmc_machine_share(model_state(t), &shared);
	if (!model_facts.n_told)
		pmc_machine_defer(model_state(t), (u64 *)later, LATER_SIZE / sizeof(u64));
	t->model.outcome = OUTCOMES_BEGIN;
	model_forget_fs(t);
	t->model.line = ~mask(0, model_facts.load_bits);
	t->model.place = mask(model_facts.load_bits, FILTER_BITS);
}

void model_attach(struct thread *t, u32 task)
{
	model_outcomes(t);
	if (!engine.model)
		return;
	model_state(t)->counts = (struct machine_counts *)(counts + task * EMU_COUNTS_SIZE);
}

void model_move(u32 from, u32 to)
{
	u64 *a = (u64 *)(counts + from * EMU_COUNTS_SIZE);
	u64 *b = (u64 *)(counts + to * EMU_COUNTS_SIZE);

	if (!engine.model)
		return;
	for (unsigned i = 0; i < sizeof(struct machine_counts) / sizeof(u64); i++) {
		b[i] += a[i];
		a[i] = 0;
	}
}
