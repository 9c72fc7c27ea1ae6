/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf's generic events. Misses of a TLB are those of all its levels, which cost a page walk, as
 * perf has them on Intel's and AMD's processors.
 */
#include "lib/quantities/generic.h"
#include "lib/quantities/terms.h"

struct row {
	u8 kind;
	u32 id;
	struct machine_formula formula;
};

/* clang-format off */
#define HARDWARE_ROW(name, ...) { EVENT_HARDWARE, HW_##name, { { __VA_ARGS__ } } }
#define CACHE_ROW(c, op, result, ...) \
	{ EVENT_CACHE, CACHE_ID(CACHE_##c, CACHE_OP_##op, CACHE_##result), { { __VA_ARGS__ } } }
#define LAST_ROWS(level) \
	HARDWARE_ROW(CACHE_REFERENCES, ALL_ASKED(level)), \
	HARDWARE_ROW(CACHE_MISSES, ALL_MISSED(level)), \
	CACHE_ROW(LLC, READ, ACCESS, COUNT(ASKED(level, READ))), \
	CACHE_ROW(LLC, READ, MISS, COUNT(MISSED(level, READ))), \
	CACHE_ROW(LLC, WRITE, ACCESS, COUNT(ASKED(level, WRITE))), \
	CACHE_ROW(LLC, WRITE, MISS, COUNT(MISSED(level, WRITE)))

static const struct row rows[] = {
	HARDWARE_ROW(BRANCH_MISSES, MISPREDICTED),
	CACHE_ROW(L1D, READ, ACCESS, STREAM(LOADS)),
	CACHE_ROW(L1D, READ, MISS, COUNT(MISSED(L1D, READ))),
	CACHE_ROW(L1D, WRITE, ACCESS, STREAM(STORES)),
	CACHE_ROW(L1D, WRITE, MISS, COUNT(MISSED(L1D, WRITE))),
	CACHE_ROW(L1I, READ, MISS, COUNT(MISSED(L1I, FETCH))),
	CACHE_ROW(DTLB, READ, ACCESS, STREAM(LOADS)),
	CACHE_ROW(DTLB, READ, MISS, COUNT(WALKS(READ))),
	CACHE_ROW(DTLB, WRITE, ACCESS, STREAM(STORES)),
	CACHE_ROW(DTLB, WRITE, MISS, COUNT(WALKS(WRITE))),
	CACHE_ROW(ITLB, READ, MISS, COUNT(WALKS(FETCH))),
	CACHE_ROW(BPU, READ, ACCESS, HARDWARE(BRANCHES)),
	CACHE_ROW(BPU, READ, MISS, MISPREDICTED),
};
static const struct row last_l2[] = { LAST_ROWS(L2) };
static const struct row last_ll[] = { LAST_ROWS(LL) };
/* clang-format on */

#define N(array) (sizeof(array) / sizeof((array)[0]))

static const struct machine_formula *find(const struct row *row, u32 n, enum event_kind kind,
					  u32 id)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (row[i].kind == kind && row[i].id == id)
			return &row[i].formula;
	return NULL;
}

const struct machine_formula *pmc_machine_generic_row(u32 last, enum event_kind kind, u32 id)
{
	const struct machine_formula *found = find(rows, N(rows), kind, id);

	if (found)
		return found;
	return last == LEVEL_LL ? find(last_ll, N(last_ll), kind, id) :
				  find(last_l2, N(last_l2), kind, id);
}
