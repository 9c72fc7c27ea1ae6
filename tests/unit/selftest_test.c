/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The self test against the register models, on every PMU of core/: it passes and puts the
 * registers back, and finds each fault of the rig (qemu/pmu/fault.c) that the PMU can have, where
 * it is, in user mode and in the kernel.
 */
/* cflags: -Itests/unit/rig */
#include "tests/tap.h"

#include "core/assign/pmu.h"
#include "core/models/model.h"
#include "core/selftest/selftest.h"
#include "qemu/pmu/fault.c"

/* ---- A processor that executes loops ---- */

enum { INSN, CYCLE, REF, BRANCH };

/* clang-format off */
#define ROW(select, unit, signal) { select, unit, false, signal }
#define ANY(select, unit, signal) { select, unit, true, signal }
static const struct pmc_signal_row arch[] = {
	ROW(0xc0, 0, INSN), ROW(0x3c, 0, CYCLE), ROW(0x3c, 1, REF), ROW(0xc4, 0, BRANCH),
	ROW(ARCH_SELECT_FIXED(0), 0, INSN), ROW(ARCH_SELECT_FIXED(1), 0, CYCLE),
	ROW(ARCH_SELECT_FIXED(2), 0, REF),
};
static const struct pmc_signal_row p6[] = {
	ROW(0xc0, 0, INSN), ROW(0x79, 0, CYCLE), ROW(0xc4, 0, BRANCH),
};
static const struct pmc_signal_row amd[] = {
	ROW(0xc0, 0, INSN), ROW(0x76, 0, CYCLE), ROW(0xc2, 0, BRANCH),
};
static const struct pmc_signal_row p4[] = {
	ANY(P4_SELECT(P4_CRU_ESCR0, 2), 1, INSN), ANY(P4_SELECT(P4_CRU_ESCR1, 2), 1, INSN),
	ANY(P4_SELECT(P4_CRU_ESCR0, 7), 1, INSN), ANY(P4_SELECT(P4_CRU_ESCR1, 7), 1, INSN),
	ANY(P4_SELECT(P4_FSB_ESCR0, 0x13), 1, CYCLE), ANY(P4_SELECT(P4_FSB_ESCR1, 0x13), 1, CYCLE),
};
static const struct pmc_signal_row p5[] = {
	ANY(0x16, 3, INSN), ANY(0x12, 3, BRANCH), ANY(0x30, 1, CYCLE),
};
/* These count event 0 where nothing else is selected, so they never stop. */
static const struct pmc_signal_row c6[] = { ANY(0x00, 3, CYCLE), ANY(0x3f, 3, CYCLE) };
static const struct pmc_signal_row c3[] = {
	ANY(0x00, 3, CYCLE), ANY(0xc0, 3, INSN), ANY(0x79, 3, CYCLE),
};
/* clang-format on */

static void rows_of(u8 family, struct pmc_signals *signals)
{
#define ROWS(rows)                                  \
	*signals = (struct pmc_signals)             \
	{                                           \
		rows, ARRAY_SIZE(rows), 1u << CYCLE \
	}
	switch (family) {
	case PMU_ARCH:
		ROWS(arch);
		break;
	case PMU_P6:
		ROWS(p6);
		break;
	case PMU_AMD:
		ROWS(amd);
		break;
	case PMU_P4:
		ROWS(p4);
		break;
	case PMU_C6:
		ROWS(c6);
		break;
	case PMU_C3:
		ROWS(c3);
		break;
	default:
		ROWS(p5);
	}
#undef ROWS
}

struct processor {
	struct pmc_cpu p;
	struct pmc_state state;
	char ring;
	bool pce;
	u64 passed[SELFTEST_CHECKS], failed[SELFTEST_CHECKS]; /* counters, one bit each */
};

/* A turn of a loop is one cycle with two instructions, one of which is a branch. */
static struct pmc_run turns(const struct processor *c, char ring)
{
	struct pmc_run run = { .self = { .cpl = ring == 'u' ? 3 : 0 } };

	run.self.count[INSN] = 2;
	run.self.count[CYCLE] = run.self.count[REF] = run.self.count[BRANCH] = 1;
	return run;
}

static void execute(struct processor *c, char ring, u64 n)
{
	struct pmc_run run = turns(c, ring);

	run.cycles = n;
	pmc_fault_before(&c->p);
	pmc_state_advance(&c->state, &run);
	pmc_fault_after(&c->p);
}

static int get(void *data, u32 msr, u64 *value)
{
	struct processor *c = data;

	execute(c, c->ring, 3);
	if (pmc_state_rdmsr(&c->state, 0, msr, value))
		return SELFTEST_REFUSED;
	*value = pmc_fault_shows(&c->p, msr, *value);
	execute(c, 'k', 20);
	return 0;
}

static int set(void *data, u32 msr, u64 value)
{
	struct processor *c = data;

	execute(c, c->ring, 3);
	if (pmc_state_wrmsr(&c->state, 0, msr, pmc_fault_write(&c->p, msr, value)))
		return SELFTEST_REFUSED;
	pmc_fault_changed(&c->p);
	execute(c, 'k', 20);
	return 0;
}

/* The loop of the host's CPU, which is a known one. */
static struct processor *running;

static void loop(u32 n)
{
	execute(running, running->ring, n + 2);
}

static int read_pmc(void *data, u32 index, u64 *value)
{
	struct processor *c = data;
	unsigned cpl = c->ring == 'u' ? 3 : 0;

	return pmc_state_rdpmc(&c->state, cpl, pmc_fault_pce(&c->p, c->pce),
			       pmc_fault_rdpmc(&c->p, cpl, index), value) ?
		       SELFTEST_REFUSED :
		       0;
}

static int overflow(void *data, struct selftest_overflow *o)
{
	struct processor *c = data;
	struct pmc_run run = turns(c, c->ring);
	u64 left = o->loops, step;

	pmc_state_take_pmi(&c->state, 0); /* the interrupt was masked */
	while (left) {
		step = pmc_state_next(&c->state, &run);
		step = step < left ? step : left;
		execute(c, c->ring, step);
		left -= step;
		if (!pmc_state_take_pmi(&c->state, 0) || pmc_fault_loses(&c->p))
			continue;
		if (!o->interrupts++)
			o->left = (u32)left;
		if (o->acknowledge)
			pmc_state_wrmsr(&c->state, 0, o->acknowledge, o->value);
	}
	return 0;
}

static void found(void *data, const struct finding *f)
{
	struct processor *c = data;

	if (f->result == SELFTEST_PASSED)
		c->passed[f->check] |= (u64)1 << f->counter;
	if (f->result == SELFTEST_FAILED)
		c->failed[f->check] |= (u64)1 << f->counter;
}

/* ---- A run ---- */

/* Returns 0 or the error of a register. *restored: the registers are as they were. */
static int test(const struct pmu *pmu, const char *fault, char ring, struct processor *c,
		bool *restored)
{
	struct selftest_host host = {
		.data = c,
		.ring = ring,
		.get = get,
		.set = set,
		.loop = loop,
		.read_pmc = pmc_pmu_has_rdpmc(pmu) ? read_pmc : NULL,
		.overflow = ring == 'k' && pmu->family >= PMU_P6 ? overflow : NULL,
		.found = found,
	};
	struct selftest t;
	int err;

	memset(c, 0, sizeof(*c));
	c->p.pmu = *pmu;
	c->p.state = &c->state;
	c->ring = ring;
	rows_of(pmu->family, &c->p.signals);
	if (pmc_state_init(&c->state, pmu, 0, &c->p.signals) || !pmc_fault_init(&c->p, fault))
		return -1;
	running = c;
	memset(&t, 0xee, sizeof(t));
	err = pmc_bank_init(&t.bank, pmu, &host);
	if (err || pmc_bank_in_use(&t.bank))
		return err ? err : -2;
	err = pmc_selftest_run(&t);
	*restored = pmc_bank_restore(&t.bank);
	if (!err && *restored && ring == 'u')
		err = pmc_selftest_rdpmc(&t, false);
	c->pce = true;
	if (!err && *restored)
		err = pmc_selftest_rdpmc(&t, true);
	*restored = pmc_bank_restore(&t.bank) && *restored;
	return err;
}

/* ---- What must be found ---- */

struct expected {
	enum selftest_check check;
	u32 counter;
	bool cannot; /* such a PMU cannot have the fault, or not in this ring */
};

static struct expected none(void)
{
	return (struct expected){ .cannot = true };
}

static struct expected at(enum selftest_check check, u32 counter)
{
	return (struct expected){ .check = check, .counter = counter };
}

static struct expected when(bool can, enum selftest_check check, u32 counter)
{
	return can ? at(check, counter) : none();
}

static struct expected of_stuck(const struct pmu *pmu, u32 victim)
{
	if (pmu->family == PMU_P4) /* its ESCR stops it */
		return at(SELFTEST_STATUS, victim);
	return when(!pmc_pmu_always_counts(pmu), SELFTEST_STOPS,
		    pmu->family == PMU_P6 ? 0 : victim);
}

static struct expected of_rdpmc(const struct pmu *pmu, u32 victim)
{
	/* The C3 has no counter before it. */
	return when(pmc_pmu_has_rdpmc(pmu),
		    pmu->family == PMU_C3 ? SELFTEST_PERMITTED : SELFTEST_RDPMC, victim);
}

static struct expected expect(const struct pmu *pmu, const char *fault, char ring)
{
	u32 victim = pmu->family == PMU_P4 ? 12 : 1;
	bool user = ring == 'u', can_user = user && pmc_pmu_has_rdpmc(pmu);

#define IS(name) (!strcmp(fault, name))
	if (IS("dead") || (IS("ring") && user && !pmc_pmu_always_counts(pmu)))
		return at(SELFTEST_COUNTS, victim);
	if (IS("narrow") || IS("bit"))
		return when(IS("bit") || pmu->general_width > NARROW, SELFTEST_WIDTH, victim);
	/* Those that count in all rings are not compared with a loop. */
	if (IS("double") || IS("drift"))
		return when(!pmc_pmu_always_counts(pmu), SELFTEST_EXACT, victim);
	if (IS("wide"))
		return at(SELFTEST_WRAPS, victim);
	if (IS("silent"))
		return when(pmc_pmu_global_status(pmu) || pmu->family == PMU_P4, SELFTEST_STATUS,
			    victim);
	if (IS("lost"))
		return when(!user && pmu->family >= PMU_P6, SELFTEST_ONCE, victim);
	if (IS("stuck"))
		return of_stuck(pmu, victim);
	if (IS("rdpmc") || (IS("rdpmc3") && user))
		return of_rdpmc(pmu, victim);
	if (IS("refused"))
		return when(can_user, SELFTEST_PERMITTED, victim);
	if (IS("open"))
		return when(can_user, SELFTEST_CLOSED, victim);
	if (IS("fixed"))
		return when(pmu->fixed & 1, SELFTEST_FIXED, FIXED_COUNTER(0));
	if (IS("shared"))
		return when(pmu->family == PMU_P6, SELFTEST_SHARED, 1);
	if (IS("global"))
		return when(pmc_pmu_global_ctrl(pmu), SELFTEST_GLOBAL, 0);
	if (IS("pair"))
		return when(pmu->family == PMU_P5 || pmu->family == PMU_CYRIX, SELFTEST_PAIR, 1);
#undef IS
	return none();
}

/* Does the test say what it must? A note tells otherwise. */
static bool is_right(const struct pmu *pmu, const char *fault, char ring)
{
	struct expected e = expect(pmu, fault, ring);
	bool restored = false, right;
	struct processor c;
	int err = test(pmu, fault, ring, &c, &restored);
	u64 failed = 0;
	u32 i;

	for (i = 0; i < SELFTEST_CHECKS; i++)
		failed |= c.failed[i];
	right = e.cannot ? !failed && restored : c.failed[e.check] >> e.counter & 1;
	if (right && !err)
		return true;
	note("%s, %s, ring %c: error %d%s", pmu->model->name, fault, ring, err,
	     restored ? "" : ", not restored");
	for (i = 0; i < SELFTEST_CHECKS; i++)
		if (c.failed[i])
			note("counters %#" PRIx64 ": %s", c.failed[i], pmc_selftest_name(i));
	return false;
}

/* Every counter for which there is an event was tested, in each way that the PMU has. */
static void check_sound(const struct pmu *pmu)
{
	u64 all = pmc_assign_counters(pmu), tested;
	struct processor c;
	bool restored;

	test(pmu, "none", 'k', &c, &restored);
	tested = c.passed[SELFTEST_COUNTS] | c.passed[SELFTEST_EXACT];
	is_u64(c.passed[SELFTEST_WIDTH], tested, "%s: counters that count, and their widths",
	       pmu->model->name);
	is_u64(c.passed[SELFTEST_RDPMC], pmc_pmu_has_rdpmc(pmu) ? all : 0, "%s: RDPMC",
	       pmu->model->name);
	is_u64(c.passed[SELFTEST_ONCE], pmu->family >= PMU_P6 ? tested : 0, "%s: interrupts",
	       pmu->model->name);
	is_u64(c.passed[SELFTEST_PLACE] & c.passed[SELFTEST_EXACT], c.passed[SELFTEST_PLACE],
	       "%s: and where they come", pmu->model->name);
	/* Pentium 4: BPU 0 and 1 count cycles, MS and FLAME have no event; version 5: slots. */
	ok(tested == (pmu->family == PMU_P4 ? 0x3f00f : all & 0x7ffffffffull),
	   "%s: which counters were tested: %#" PRIx64, pmu->model->name, tested);
}

int main(void)
{
	const struct pmu_model *model;
	struct pmu pmu;
	u32 i, f, faults, wrong;

	for (i = 0; (model = pmc_model_row(i)); i++) {
		pmc_pmu_of_model(model, &pmu);
		if (!pmu.general)
			continue;
		check_sound(&pmu);
		for (f = wrong = faults = 0; f < ARRAY_SIZE(names); f++) {
			faults += !expect(&pmu, names[f], 'u').cannot ||
				  !expect(&pmu, names[f], 'k').cannot;
			wrong += !is_right(&pmu, names[f], 'u');
			wrong += !is_right(&pmu, names[f], 'k');
		}
		is_int(wrong, 0, "%s: passes, and finds each of %u faults", model->name, faults);
	}
	ok(i > 40, "%u models", i);
	return done();
}
