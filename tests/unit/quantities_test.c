/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * core/quantities/: every row of a family is an event of each of its PMUs, no two rows are the same
 * event, and its counts are those of caches and TLBs that the machine has. perf's generic events.
 */
#include "core/quantities/events.h"
#include "core/machine/describe/table.h"
#include "core/machine/parts.h"
#include "core/machine/state.h"
#include "pmc/pmc.h"
#include "tests/tap.h"
#include <stdlib.h>
#include <string.h>

/* The registers of an event, without rings; "" if the model does not have it. */
static void registers(const struct pmc_model *model, const char *event, char out[256])
{
	struct pmc_encoding *e;
	char text[160];
	size_t i, len = 0;

	out[0] = 0;
	snprintf(text, sizeof(text), "%s:u", event);
	if (pmc_encoding_create(model, text, -1, 0, &e, NULL))
		return;
	for (i = 0; i < e->n_registers && len < 200; i++)
		len += (size_t)snprintf(out + len, 256 - len, "%x=%llx ", e->reg[i].address,
					(unsigned long long)e->reg[i].value);
	pmc_encoding_destroy(e);
}

/* Event select and unit mask of the first register. */
static unsigned long long coded(const char *registers)
{
	return strtoull(strchr(registers, '=') + 1, NULL, 16) & 0xf0000ffff;
}

static bool in_build(const struct pmc_model *model)
{
	struct pmc_model_info info;

	pmc_model_info(model, &info);
	return info.libpfm4;
}

static void family(const struct machine *m)
{
	uint32_t bit, i, j, unknown = 0, wrong = 0, twice = 0, absent = 0, n = 0;
	const struct machine_events *events = pmc_machine_events(m->pmu, &bit);
	struct pmc_model *model;
	char(*regs)[256];
	const char *lack;

	if (!ok(events != NULL, "%s: the PMU %s has a table", m->name, m->pmu))
		return;
	if (pmc_model_open(m->pmu, NULL, &model, NULL))
		return;
	regs = calloc(events->n, sizeof(*regs));
	for (i = 0; i < events->n; i++) {
		const struct machine_event *row = &events->row[i];

		if (row->only && !(row->only >> bit & 1))
			continue;
		registers(model, row->name, regs[i]);
		if (!regs[i][0]) {
			unknown++;
			note("%s has no %s", m->pmu, row->name);
			continue;
		}
		n++;
		if (row->code && coded(regs[i]) != row->code) {
			note("%s: %s", row->name, regs[i]);
			wrong++;
		}
		for (j = 0; j < i; j++)
			if (!strcmp(regs[i], regs[j]) &&
			    memcmp(&row->formula, &events->row[j].formula, sizeof(row->formula))) {
				note("%s and %s are one event", row->name, events->row[j].name);
				twice++;
			}
		pmc_formula_parts(m, &row->formula, &lack);
		if (lack) {
			note("%s: %s lacks %s", row->name, m->name, lack);
			absent++;
		}
	}
	ok(n > 15 && (!unknown || !in_build(model)), "%s: %u events of the table exist", m->name,
	   n);
	ok(!wrong, "%s: codes are those of the names", m->name);
	ok(!twice, "%s: no event has two meanings", m->name);
	ok(!absent, "%s: has every cache and TLB that its events ask for", m->name);
	ok(events->manual[0] && events->row[0].why[0], "%s: sources are named", m->name);
	free(regs);
	pmc_model_close(model);
}

/* What a formula gives when every count has its offset as its value, and every event is 1,000,000
 * times its number, plus one. */
static long long value(const struct machine_formula *f)
{
	long long sum = 0, v;
	int i;

	for (i = 0; i < FORMULA_TERMS && f->term[i].kind != TERM_END; i++) {
		v = f->term[i].what;
		if (f->term[i].kind != TERM_COUNT)
			v = 1000000 * (v + 1);
		sum += f->term[i].minus ? -v : v;
	}
	return sum;
}

static long long generic(const char *machine, enum event_kind kind, uint32_t id)
{
	const struct machine *m = pmc_machine_find(machine, (uint32_t)strlen(machine), NULL);
	struct machine_formula f;

	return pmc_machine_generic(m, kind, id, &f) ? value(&f) : -1;
}

#define AT(member) ((long long)offsetof(struct machine_counts, member))

static void generics(void)
{
	const uint32_t load_misses = CACHE_CONFIG(CACHE_L1D, CACHE_OP_READ, CACHE_MISS);
	const uint32_t last_misses = CACHE_CONFIG(CACHE_LLC, CACHE_OP_READ, CACHE_MISS);
	const uint32_t loads = CACHE_CONFIG(CACHE_L1D, CACHE_OP_READ, CACHE_ACCESS);

	is_u64(generic("zen4", EVENT_CACHE, load_misses), AT(cache[LEVEL_L1D].missed[ACCESS_READ]),
	       "L1-dcache-load-misses");
	is_u64(generic("zen4", EVENT_CACHE, last_misses), AT(cache[LEVEL_LL].missed[ACCESS_READ]),
	       "LLC-load-misses of a machine with three levels");
	is_u64(generic("pentium4", EVENT_CACHE, last_misses),
	       AT(cache[LEVEL_L2].missed[ACCESS_READ]), "… and with two");
	is_u64(generic("zen4", EVENT_CACHE, loads), 1000000 * (STREAM_LOADS + 1),
	       "L1-dcache-loads are the loads of the stream");
	is_u64(generic("pentium4", EVENT_HARDWARE, HW_CACHE_MISSES),
	       AT(cache[LEVEL_L2].missed[ACCESS_FETCH]) + AT(cache[LEVEL_L2].missed[ACCESS_READ]) +
		       AT(cache[LEVEL_L2].missed[ACCESS_WRITE]) +
		       AT(cache[LEVEL_L2].missed[ACCESS_WALK]),
	       "cache-misses are those of all demands");
	ok(generic("zen4", EVENT_HARDWARE, HW_CYCLES) == -1, "no model answers cycles");
	ok(generic("zen4", EVENT_HARDWARE, HW_INSTRUCTIONS) == -1, "instructions need none");
}

/* What a machine lacks for a count; "": nothing. */
static const char *lacking(const char *machine, long long offset)
{
	const struct machine *m = pmc_machine_find(machine, (uint32_t)strlen(machine), NULL);
	const struct machine_formula f = { { { TERM_COUNT, false, (u16)offset } } };
	const char *lack;

	pmc_formula_parts(m, &f, &lack);
	return lack ? lack : "";
}

static void absent(void)
{
	struct machine m = *pmc_machine_find("zen4", 4, NULL);
	const struct machine_formula l2 = {
		{ { TERM_STREAM, false, STREAM_LOADS },
		  { TERM_COUNT, true, offsetof(struct machine_counts, cache[LEVEL_L2].filled) } }
	};
	struct machine_formula branches;
	const char *lack;

	pmc_machine_generic(&m, EVENT_HARDWARE, HW_BRANCH_MISSES, &branches);
	is_u64(pmc_formula_parts(&m, &l2, &lack),
	       pmc_quantity_parts(&m, offsetof(struct machine_counts, cache[LEVEL_L2].filled)),
	       "a formula needs the parts of its counts");
	ok(!lack, "nothing is absent");
	m.cache[LEVEL_L2].ways = 0;
	pmc_formula_parts(&m, &l2, &lack);
	is_str(lack, "L2", "an absent cache is named");
	m.branch.direction = DIRECTION_NONE;
	pmc_formula_parts(&m, &branches, &lack);
	is_str(lack, "predictor of branches", "an absent predictor is named");
	m.branch.direction = DIRECTION_BIMODAL;
	m.branch.target = TARGET_NONE;
	pmc_formula_parts(&m, &branches, &lack);
	is_str(lack, "predictor of targets", "… and one of targets");
	is_str(lacking("cachegrind", AT(walks[ACCESS_FETCH])), "itlb",
	       "without TLBs there are no walks for code");
	is_str(lacking("cachegrind", AT(walks[ACCESS_WRITE])), "dtlb", "… nor for data");
	is_str(lacking("zen4", AT(walks[ACCESS_WRITE])), "", "with them there are");
	is_str(lacking("cachegrind", AT(branch.returns_missed)), "",
	       "cachegrind predicts branches, though not returns");
	is_str(lacking("cachegrind", AT(memory_writes)), "", "memory is everywhere");
}

int main(void)
{
	const struct machine *row;
	uint32_t i;

	for (i = 0; (row = pmc_machine_row(i)); i++)
		if (row->pmu)
			family(row);
	ok(!pmc_machine_events("k7", &i) && !pmc_machine_events("pentium", &i),
	   "other PMUs have no table");
	generics();
	absent();
	return done();
}
