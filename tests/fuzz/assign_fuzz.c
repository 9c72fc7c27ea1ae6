/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Assignment under libFuzzer: an input is a set of events with any options, resources and cascades.
 *
 * What must hold: a plan keeps the rules, a conflict has its reason and, unless the search gave up,
 * what is left of it without any one event fits.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/assign/assign.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "assign_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

#define RECORD 13

static unsigned read_events(const uint8_t *data, size_t size, struct assign_event *e)
{
	unsigned n = 0, k;

	for (; size >= RECORD && n < 12; size -= RECORD, data += RECORD, n++) {
		e[n].n_options = data[0] % 6; /* 5 is too many */
		for (k = 0; k < ASSIGN_OPTIONS; k++) {
			e[n].option[k].counters = (u64)data[1 + 2 * k] << (data[2 + 2 * k] & 31);
			e[n].option[k].resource[data[2 + 2 * k] >> 7] = data[2 + 2 * k] >> 5 & 3;
		}
		e[n].value[0] = data[9] & 3;
		e[n].value[1] = data[9] >> 2 & 3;
		e[n].after = data[10] & 0x80 ? data[10] & 15 : 0;
		e[n].cascade = ASSIGN_BY_PAIR | (data[10] >> 6 & 1 ? ASSIGN_BY_EXTENDED : 0);
		e[n].pinned = data[11] & 1;
		e[n].group = data[12] & 3;
	}
	return n;
}

static void check_plan(const struct assign_event *e, unsigned n, const struct assign_plan *p)
{
	unsigned i, k, a, b;

	for (i = 0; i < n; i++) {
		const struct assign_option *o = &e[i].option[p->option[i]];

		MUST(p->option[i] < e[i].n_options && o->counters >> p->counter[i] & 1);
		for (k = 0; k < i; k++) {
			const struct assign_option *q = &e[k].option[p->option[k]];

			MUST(p->counter[i] != p->counter[k]);
			for (a = 0; a < 2; a++)
				for (b = 0; b < 2; b++)
					MUST(!o->resource[a] || o->resource[a] != q->resource[b] ||
					     e[i].value[a] == e[k].value[b]);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct assign_work work;
	struct assign_event e[12];
	struct assign_plan plan, less;
	struct assign_rotation rotation;
	unsigned n, i;
	u64 available;
	int err;

	if (size < 1)
		return 0;
	memset(e, 0, sizeof(e));
	available = data[0] & 1 ? ~(u64)0 : 0xfffffff;
	n = read_events(data + 1, size - 1, e);
	err = pmc_assign(&work, e, n, available, &plan);
	if (!err) {
		check_plan(e, n, &plan);
	} else if (err == -PMC_CORE_ENOSPC) {
		MUST(plan.conflict && !(plan.conflict >> n) && plan.why != ASSIGN_FITS);
		for (i = 0; i < n && plan.why != ASSIGN_GAVE_UP; i++)
			if (plan.conflict >> i & 1)
				MUST(!pmc_assign_some(&work, e, n, plan.conflict & ~((u64)1 << i),
						      available, &less));
	} else {
		MUST(err == -PMC_CORE_EINVAL);
	}
	err = pmc_assign_rotate(&work, e, n, available, &rotation, &plan);
	for (i = 0; !err && i < rotation.n; i++)
		MUST(!pmc_assign_some(&work, e, n, rotation.events[i], available, &plan));
	return 0;
}
